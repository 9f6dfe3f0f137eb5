// Slides of reveal.js with a figure in them, as an element and as a frame: the deck keeps its
// keys, the figure its own. And a plain page, whose wheel, arrows and Tab are not taken.
import assert from 'node:assert/strict';
import {cpSync} from 'node:fs';
import {join} from 'node:path';
import {test} from 'node:test';
import {fileURLToPath} from 'node:url';
import {eventually} from '../browser/lib/browser.mjs';
import {panels} from '../node/lib/engine.mjs';
import {colors, framed, settled, useHost, visit} from './lib/host.mjs';

const REVEAL = fileURLToPath(new URL('../node_modules/reveal.js/dist', import.meta.url));
const LINK = '1;seed=3';
const MODEL = '1;source=model';

const deck =
  site => `<!doctype html><html lang="en"><meta charset="utf-8"><title>A deck</title><link rel="icon" href="data:,">
<link rel="stylesheet" href="reveal/reveal.css"><script type="module" src="nine/nine-fold.js"></script>
<div class="reveal"><div class="slides">
<section><h2>One</h2></section>
<section><nine-fold link="${MODEL}" style="height: 680px; overflow: auto"></nine-fold></section>
<section><iframe title="Nine panels" src="${site}index.html#${LINK}" width="900" height="600"></iframe></section>
<section><h2>Four</h2></section>
</div></div>
<script src="reveal/reveal.js"></script>\
<script>Reveal.initialize({hash: false, transition: 'none', width: 1100, height: 760});</script>`;

const host = useHost({
  fill: folder => {
    cpSync(REVEAL, join(folder, 'reveal'), {recursive: true});
  },
});
const slide = page => page.evaluate(() => globalThis.Reveal.getIndices().h);
const plot = element => element.locator('.fig-plot[data-panel="4"]');

test('a deck turns by the keys that the figure does not use', async () => {
  host.put('deck.html', deck(host.site.address));
  const {page, context, faults} = await visit(host, 'deck.html');
  const element = page.locator('nine-fold');
  await page.waitForFunction(() => globalThis.Reveal?.isReady());
  await page.keyboard.press('ArrowRight');
  await eventually(() => slide(page), 1);
  const {check} = panels(MODEL);
  assert.equal(await settled(element), check);
  assert.ok((await colors(element)) > 8, 'not blank');

  await plot(element).click();
  await page.keyboard.press('ArrowRight');
  await eventually(() => slide(page), 2, 'after a click in the figure the arrows are the deck’s');
  assert.equal(await settled(framed(page)), panels(LINK).check);
  await plot(framed(page)).click();
  await page.keyboard.press('ArrowRight');
  await eventually(() => slide(page), 3, 'also where the figure is in a frame');
  await page.evaluate(() => globalThis.Reveal.slide(1));

  const epsilon = element.getByRole('slider', {name: 'Epsilon of the middle column'});
  await epsilon.focus();
  await page.keyboard.press('ArrowRight');
  assert.notEqual(await settled(element), check);
  assert.equal(await slide(page), 1, 'an arrow that moves a slider turns no slide');
  const text = element.getByRole('textbox').first();
  await text.fill('');
  await text.pressSequentially('no panels by hand');
  assert.equal(await text.inputValue(), 'no panels by hand');
  assert.equal(await slide(page), 1, 'nor does what is written');
  await page.keyboard.press('Tab');
  await page.keyboard.press('n');
  await eventually(() => slide(page), 2, 'a key that no control uses does');
  assert.deepEqual(faults, []);
  await context.close();
});

for (const [source, first] of [
  ['src', '<section>Before</section>'],
  ['data-src', ''],
])
  test(`a deck gets the keys of a frame when its slide comes: ${source}`, async () => {
    const from = first ? 1 : 0;
    const whole = deck(host.site.address);
    const frame = `${first}<section><iframe`;
    const frames = whole.replace(/<section><h2>One[^]*<section><iframe/, frame);
    host.put('frames.html', frames.replace('src="http', `${source}="http`));
    const {page, context, faults} = await visit(host, 'frames.html');
    await page.waitForFunction(() => globalThis.Reveal?.isReady());
    if (from) await framed(page).locator('.fig-plot').first().waitFor({state: 'attached'});
    await page.evaluate(from => globalThis.Reveal.slide(from), from);
    assert.equal(await settled(framed(page)), panels(LINK).check);
    await plot(framed(page)).click();
    await page.keyboard.press('ArrowRight');
    await eventually(() => slide(page), from + 1);
    assert.deepEqual(faults, []);
    await context.close();
  });

test('a page with an element keeps its wheel, its arrows, Tab, and the focus; two copies of the script do no harm', async () => {
  host.put(
    'plain.html',
    `<!doctype html><html lang="en"><title>A page</title><link rel="icon" href="data:,">
    <script type="module" src="nine/nine-fold.js"></script><script type="module" src="${host.site.address}nine-fold.js"></script>
    <body style="max-width: 700px"><button id="mine" autofocus>Mine</button>\
<nine-fold link="${LINK}"></nine-fold><div style="height: 3000px"></div><button id="last">Last</button>`,
  );
  const {page, context, faults} = await visit(host, 'plain.html');
  const element = page.locator('nine-fold');
  const top = () => page.evaluate(() => scrollY);
  assert.equal(await settled(element), panels(LINK).check);
  assert.equal(await page.evaluate(() => document.activeElement.id), 'mine');
  await plot(element).scrollIntoViewIfNeeded();
  await plot(element).click();
  const from = await top();
  await page.mouse.wheel(0, 120);
  await eventually(async () => (await top()) > from, true, 'the wheel scrolls the page');
  const there = await top();
  await page.keyboard.press('ArrowDown');
  await eventually(async () => (await top()) > there, true, 'and so does an arrow after a click');
  for (let i = 0; i < 60 && (await page.evaluate(() => document.activeElement.id !== 'last')); i++)
    await page.keyboard.press('Tab');
  assert.equal(await page.evaluate(() => document.activeElement.id), 'last', 'Tab leaves');
  assert.deepEqual(faults, []);
  await context.close();
});
