// The pages that are built from embeds, in a browser: lessons and the page for teachers; with
// scripts, and without.
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {assertAccessible} from '../browser/lib/axe.mjs';
import {eventually} from '../browser/lib/browser.mjs';
import {panels} from '../node/lib/engine.mjs';
import {changed} from '../../web/engine/link-text.js';
import {ORDER, source, steps} from '../../web/site/lessons.mjs';
import {colors, rested, settled, useHost, visit} from './lib/host.mjs';

const host = useHost();

const figureOf = page => page.locator('nine-fold');
const stepOf = (page, at) => page.locator(`#step-${at + 1}`);
const goOn = page => page.getByRole('button', {name: 'The next step'}).click();
const told = (page, at) => stepOf(page, at).locator('.state');
const pressed = (page, at) =>
  stepOf(page, at).locator('.predict').getByRole('button', {pressed: true}).allInnerTexts();

/** Waits until the living figure is that of a link. */
const showing = (page, link) =>
  eventually(
    () => figureOf(page).evaluate(one => one.figure?.link === one.link && one.figure.check),
    panels(link).check,
    link,
  );

for (const name of ORDER)
  test(`${name}: its one figure follows the steps, asks first, and says when a task is met`, async () => {
    const {page, context, faults} = await visit(host, `nine/lessons/${name}.html`);
    const all = steps(source(name));
    assert.equal(await figureOf(page).count(), 1);
    for (const [at, {link, met, asks}] of all.entries()) {
      if (at) await goOn(page);
      await page.getByText(`Step ${at + 1} of ${all.length}:`).waitFor();
      await showing(page, link);
      assert.ok((await colors(figureOf(page))) > 5, link);
      const answer = stepOf(page, at).locator('details p').first();
      assert.equal(await answer.isVisible(), false, 'not before it was predicted');
      await stepOf(page, at).locator('.predict button[data-right]').click();
      await answer.waitFor();
      await stepOf(page, at).getByText('You said so before you saw it: right.').waitFor();
      if (!asks.length) continue;
      await eventually(async () => /^not yet: /.test(await told(page, at).innerText()), true);
      await figureOf(page).evaluate((one, link) => (one.link = link), changed(link, met));
      await eventually(async () => /^Done\. met: /.test(await told(page, at).innerText()), true);
    }
    await rested(figureOf(page));
    await assertAccessible(page, name);
    assert.deepEqual(faults, []);
    await context.close();
  });

/** Presses a key until something is so. */
async function pressUntil(page, key, isSo) {
  for (let i = 0; i < 60 && !(await isSo()); i++) await page.keyboard.press(key);
  assert.ok(await isSo(), `${key} leads there`);
}

const focused = page =>
  page.evaluate(() => {
    const {activeElement: outer} = document;
    const inner = outer?.shadowRoot?.activeElement ?? outer;
    return inner?.getAttribute('aria-label') ?? inner?.textContent ?? '';
  });

test('a lesson by keyboard alone; what was done there outlives a reload, and is listed', async () => {
  const {page, context, faults} = await visit(host, 'nine/lessons/query-and-key.html');
  const [, second] = steps(source(ORDER[0]));
  await rested(figureOf(page));
  await pressUntil(page, 'Tab', async () => (await focused(page)) === 'The next step');
  await page.keyboard.press('Enter');
  await eventually(() => focused(page), 'Make the queries smaller');
  await showing(page, second.link);
  await pressUntil(page, 'Tab', async () => (await focused(page)) === 'All at once');
  await page.keyboard.press('Enter');
  await stepOf(page, 1).getByText('Not this time: Slowly at first, then fast.').waitFor();
  const slider = figureOf(page).getByRole('slider', {name: 'Epsilon of the middle column'});
  const isAtSlider = async () => (await focused(page)) === 'Epsilon of the middle column';
  await pressUntil(page, 'Shift+Tab', isAtSlider);
  await page.getByText('Step 2 of 4: ').waitFor();
  await showing(page, second.link);
  for (let i = 0; i < 40 && !/^Done/.test(await told(page, 1).innerText()); i++) {
    await slider.press('ArrowLeft');
    await settled(figureOf(page));
  }
  await eventually(async () => /^Done\. met: 0\.\d+$/.test(await told(page, 1).innerText()), true);
  const link = await figureOf(page).evaluate(one => one.link);
  await page.reload();
  await eventually(() => pressed(page, 1), ['All at once']);
  assert.match(await told(page, 1).innerText(), /^Done\./);
  await stepOf(page, 1).locator('h2').click();
  await showing(page, link);
  await page.getByRole('link', {name: 'All lessons'}).click();
  await page.getByText('1 of 4 steps done.').waitFor();
  assert.deepEqual(faults, []);
  await context.close();
});

test('from a step one press leads to its figure; the first guess is the one that counts', async () => {
  const {page, context, faults} = await visit(host, 'nine/lessons/query-and-key.html');
  const [, second] = steps(source(ORDER[0]));
  await rested(figureOf(page));
  await stepOf(page, 1).getByRole('button', {name: 'To the figure of this step'}).focus();
  await page.keyboard.press('Enter');
  await showing(page, second.link);
  await pressUntil(page, 'Tab', async () => /^Epsilon of the middle/.test(await focused(page)));
  await page.getByText('Step 2 of 4: ').waitFor();
  const guess = name => stepOf(page, 1).getByRole('button', {name}).click();
  await guess('All at once');
  await guess('Slowly at first, then fast');
  await stepOf(page, 1).getByText('That is it, on another try.').waitFor();
  await page.reload();
  await stepOf(page, 1).getByText('That is it, on another try.').waitFor();
  assert.deepEqual(faults, []);
  await context.close();
});

test('what was moved belongs to its step, however soon the next one comes', async () => {
  const {page, context} = await visit(host, 'nine/lessons/query-and-key.html');
  const [, second, third] = steps(source(ORDER[0]));
  await rested(figureOf(page));
  await stepOf(page, 1).locator('h2').click();
  await showing(page, second.link);
  await page.evaluate(() => {
    const figure = document.querySelector('nine-fold');
    const slider = figure.shadowRoot.querySelector('input[type=range]');
    slider.value = slider.min;
    for (const kind of ['input', 'change']) slider.dispatchEvent(new Event(kind, {bubbles: true}));
    globalThis.moved = figure.link;
    document.querySelectorAll('.step')[2].querySelector('button').focus();
  });
  const moved = await page.evaluate(() => globalThis.moved);
  assert.notEqual(moved, second.link);
  await showing(page, third.link);
  await stepOf(page, 1).locator('h2').click();
  await showing(page, moved);
  await context.close();
});

const PHONE = {viewport: {width: 390, height: 844}, hasTouch: true, isMobile: true};

for (const [what, settings] of Object.entries({
  'on a phone, dark': {...PHONE, colorScheme: 'dark'},
  'on a phone, in forced colours': {...PHONE, forcedColors: 'active'},
}))
  test(`${what}: the figure stays at the top, small, while the text goes on`, async () => {
    const path = 'nine/lessons/value.html';
    const {page, context, faults} = await visit(host, path, {context: settings});
    const all = steps(source('value'));
    await showing(page, all[0].link);
    await stepOf(page, 2).evaluate(step => step.scrollIntoView());
    await page.getByText('Step 3 of 4: ').waitFor();
    await showing(page, all[2].link);
    const living = page.locator('.living');
    const slider = figureOf(page).getByRole('slider', {name: 'Epsilon of the middle column'});
    const looks = async () => {
      const [box, hand] = [await living.boundingBox(), await slider.boundingBox()];
      return [box.y, box.height < 420, hand.y + hand.height < box.height];
    };
    await eventually(looks, [0, true, true]);
    await figureOf(page)
      .getByRole('img', {name: /^Nine panels, small: The Attention/})
      .waitFor();
    const top = (await stepOf(page, 2).locator('h2').boundingBox()).y;
    assert.ok(top > (await living.boundingBox()).height, 'the heading is not under it');
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    await assertAccessible(page, what);
    await page.getByRole('button', {name: 'Large'}).click();
    await figureOf(page).locator('.fig-plot').first().waitFor();
    await rested(figureOf(page));
    const edge = async () => Math.abs(Math.round((await living.boundingBox()).y));
    await eventually(edge, 0, 'it is brought into sight');
    await page.evaluate(() => scrollTo(0, 0));
    await page.evaluate(() => new Promise(done => requestAnimationFrame(() => done(null))));
    await page.getByText('Step 3 of 4: ').waitFor();
    await showing(page, all[2].link);
    await assertAccessible(page, `${what}, large`);
    await page.getByRole('button', {name: 'Small'}).click();
    await eventually(looks, [0, true, true], 'and the step is, below it');
    const heading = await stepOf(page, 2).locator('h2').boundingBox();
    assert.ok(heading.y > (await living.boundingBox()).height && heading.y < 844 / 2 + 100);
    assert.deepEqual(faults, []);
    await context.close();
  });

test('on paper a lesson has its tasks, a picture and an address each, and no figure that lives', async () => {
  const {page, context} = await visit(host, 'nine/lessons/value.html');
  await settled(figureOf(page));
  await page.emulateMedia({media: 'print'});
  assert.equal(await figureOf(page).isVisible(), false);
  for (const [at] of steps(source('value')).entries()) {
    const step = stepOf(page, at);
    assert.ok(await step.locator('.task').isVisible());
    assert.ok((await step.locator('.still img').boundingBox()).width > 300);
    assert.equal(
      await step.locator('.address').innerText(),
      `${host.server.address}nine/lessons/value.html#step-${at + 1}`,
    );
  }
  await context.close();
});

test('a link that is copied in a lesson opens the page of its site', async () => {
  const permissions = ['clipboard-read', 'clipboard-write'];
  const high = {viewport: {width: 1280, height: 1600}, permissions}; // nothing is scrolled to
  const path = 'nine/lessons/value.html';
  const {page, context, faults} = await visit(host, path, {context: high});
  const check = await settled(figureOf(page));
  await figureOf(page).evaluate(one => one.setAttribute('parts', 'links'));
  await figureOf(page).getByRole('button', {name: 'Copy link'}).click();
  await figureOf(page)
    .getByText(/^Copied\./)
    .waitFor();
  const link = await figureOf(page).evaluate(({link}) => link);
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  assert.equal(copied, `${host.server.address}nine/#${link};check=${check}`);
  assert.deepEqual(faults, []);
  await context.close();
});

test('without scripts lessons show pictures and links, and so does the page itself', async () => {
  for (const path of [`nine/lessons/${ORDER[0]}.html`, 'nine/index.html']) {
    const {page, context, faults} = await visit(host, path, {context: {javaScriptEnabled: false}});
    const image = page.locator('.still a img, noscript a img').first();
    await image.waitFor();
    await image.scrollIntoViewIfNeeded();
    const {width, height} = await image.boundingBox();
    assert.ok(width > 200 && height > 100, `${path}: ${width} by ${height}`);
    assert.equal(await page.getByRole('button').count(), 0, 'nothing that cannot be used');
    await image.click();
    assert.match(page.url(), /index\.html#1;source=model|figures\/modify\.html$/);
    assert.deepEqual(faults, []);
    await context.close();
  }
});

test('the page for teachers has six platforms of five lines, and is accessible', async () => {
  for (const colorScheme of ['light', 'dark']) {
    const phone = {colorScheme, viewport: {width: 360, height: 740}};
    const {page, context} = await visit(host, 'nine/embedding.html', {context: phone});
    const lines = await page
      .locator('.platform ol')
      .evaluateAll(all => all.map(one => one.children.length));
    assert.deepEqual(lines, [5, 5, 5, 5, 5, 5]);
    assert.ok(
      await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
      'nothing is cut off',
    );
    const taken = (await page.locator('pre').allInnerTexts()).join();
    const folder = new URL('.', page.url()).href;
    assert.ok(
      taken.includes(`src="${folder}index.html#1;`) && !taken.includes('example.org'),
      'what is pasted names this site',
    );
    await assertAccessible(page, colorScheme);
    const headings = await page.locator('h2').allInnerTexts();
    assert.deepEqual(headings.slice(0, 3), ['Ask', 'Collect', 'Embed']);
    const buttons = page.getByRole('button', {name: 'Copy', exact: true});
    assert.equal(await buttons.count(), await page.locator('pre').count());
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await buttons.nth(1).click();
    await page.getByText('Copied.').waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    assert.equal(copied, await page.locator('pre').nth(1).innerText());
    await context.close();
  }
});
