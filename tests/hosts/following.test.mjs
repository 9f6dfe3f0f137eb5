// The text that "Embed" gives out for a frame with the script beside it, pasted as it is into a page
// of another origin: the frame has the height of its figure, whatever becomes of that.
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {eventually} from '../browser/lib/browser.mjs';
import {panels} from '../node/lib/engine.mjs';
import {framed, rested, settled, useHost, visit} from './lib/host.mjs';

const LINK = '1;seed=3;eps=0.3~0.03~3e-3';
const FOLLOWS = 'A script beside it follows the figure’s height';
const WRITTEN = 300; // pixels: less than any figure takes
const WIDE = {width: 1280, height: 800};
const NARROW = {width: 420, height: 800};

const host = useHost();

/** What "Embed" gives out for the figure of a link. @param {string} link @param {boolean} follows */
async function givenOut(link, follows) {
  const {page, context} = await visit(host, `${host.site.address}index.html#${link}`);
  const figure = page.locator('nine-fold').first();
  await settled(figure);
  await figure.getByRole('button', {name: 'Embed'}).click();
  const dialog = page.getByRole('dialog', {name: 'Embed this figure'});
  await dialog.getByLabel('Where').selectOption('Plain HTML');
  await dialog.getByRole('radio', {name: 'Frame'}).check();
  await dialog.getByLabel('Height', {exact: true}).fill(String(WRITTEN));
  await dialog.getByLabel(FOLLOWS).setChecked(follows);
  const text = await dialog.getByRole('textbox', {name: 'Text to paste'}).inputValue();
  await context.close();
  return text;
}

const pageWith = (...pasted) =>
  `<!doctype html><html lang="en"><title>A host</title><link rel="icon" href="data:,">
${pasted.map((text, i) => `<p>Words ${i}.</p>${text}`).join('\n')}<p>Last words.</p>`;

const heightOf = (page, index = 0) =>
  page
    .locator('iframe')
    .nth(index)
    .evaluate(frame => frame.clientHeight);

/** The height of what is in a frame, and by how much it has to be scrolled. */
const inside = (page, index = 0) =>
  framed(page, index).evaluate(() => ({
    needed: Math.ceil(document.body.getBoundingClientRect().height),
    hidden: document.documentElement.scrollHeight - innerHeight,
  }));

/** Waits until a frame is as high as what is in it. */
async function fits(page, why, index = 0) {
  const seen = async () => {
    const {needed, hidden} = await inside(page, index);
    return [(await heightOf(page, index)) - needed, hidden];
  };
  await eventually(seen, [0, 0], why);
  return heightOf(page, index);
}

test('a frame with the script that Embed gives out follows its figure', async () => {
  const text = await givenOut(LINK, true);
  host.put('followed.html', pageWith(text));
  const {page, context, faults} = await visit(host, 'followed.html');
  const figure = framed(page);
  assert.equal(await settled(figure), panels(LINK).check, 'the figure that was embedded');
  await rested(figure);
  const usual = await fits(page, 'once it stands');
  assert.ok(usual > WRITTEN, `${usual}`);
  await figure.getByRole('button', {name: /^More/}).click();
  await eventually(async () => (await heightOf(page)) > usual, true, 'with More it is higher');
  const open = await fits(page, 'with More');
  await page.setViewportSize(NARROW);
  await eventually(async () => (await heightOf(page)) !== open, true, 'in a narrow window');
  await fits(page, 'in a narrow window');
  await page.setViewportSize(WIDE);
  await eventually(() => heightOf(page), open, 'in a wide one again');
  await figure.getByRole('button', {name: /^(More|Less)/}).click();
  await eventually(() => heightOf(page), usual, 'without More it is as high as before');
  assert.deepEqual(faults, []);
  await context.close();
});

test('two of them in a page follow each its own figure', async () => {
  const texts = [await givenOut(LINK, true), await givenOut('1;seed=5;show=eps', true)];
  host.put('both.html', pageWith(...texts));
  const {page, context, faults} = await visit(host, 'both.html');
  for (const index of [0, 1]) {
    await page.locator('iframe').nth(index).scrollIntoViewIfNeeded(); // one that is far away loads later
    await settled(framed(page, index));
    await rested(framed(page, index));
  }
  const [first, second] = [await fits(page, 'the first'), await fits(page, 'the second', 1)];
  assert.notEqual(first, second);
  await framed(page).getByRole('button', {name: /^More/}).click();
  await eventually(async () => (await heightOf(page)) > first, true);
  await fits(page, 'the first, with More');
  assert.equal(await heightOf(page, 1), second, 'the other one stays');
  assert.deepEqual(faults, []);
  await context.close();
});

test('without the script a frame stays as high as it is written', async () => {
  const text = await givenOut(LINK, false);
  host.put('plain.html', pageWith(text));
  const {page, context, faults} = await visit(host, 'plain.html');
  await settled(framed(page));
  await rested(framed(page));
  const {needed} = await inside(page);
  assert.ok(needed > WRITTEN);
  assert.equal(await heightOf(page), WRITTEN);
  assert.deepEqual(faults, []);
  await context.close();
});
