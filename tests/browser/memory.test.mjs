// Memory that a large figure or a long text took is given back, and the engine answers as before.
import assert from 'node:assert/strict';
import {drive, eventually, useBrowser} from './lib/browser.mjs';
import {KEEP_MEMORIES, engines, memoryOf} from './lib/memory.mjs';
import {panels} from '../node/lib/engine.mjs';
import {says} from '../node/lib/words.mjs';

const shared = useBrowser();
const LARGE = '1;figure=cross;n=16384;d=256;heads=64';
const SMALL = '1;seed=3;n=5';
const MODEL = '1;source=model';
const MUCH = 512 << 20;

/** The curve has an engine of its own, and comes where it is in sight. */
async function bringCurve(nine) {
  await nine.element.locator('.curve-place').scrollIntoViewIfNeeded();
  await nine.element.locator('.curve').waitFor();
}

/** Shows the large figure until its memory is there; it need not be made to its end. */
async function grow(nine, page) {
  const isLarge = much => globalThis.memories.some(one => one.deref()?.buffer.byteLength > much);
  await nine.element.evaluate((element, link) => {
    element.link = link;
  }, LARGE);
  await page.waitForFunction(isLarge, MUCH);
}

async function show(nine, link) {
  await nine.show(link);
  assert.equal((await nine.figure()).check, panels(link).check, link);
}

const how = {link: SMALL, prepare: KEEP_MEMORIES};

drive('a small figure gives back the memory of a large one', shared, how, async (nine, page) => {
  await bringCurve(nine);
  for (const link of ['1;seed=4;n=5', MODEL, '1;seed=5']) {
    // the model brings a module of its own
    await grow(nine, page);
    await show(nine, link);
    await eventually(() => memoryOf(page), engines(3), link);
  }
  await show(nine, MODEL);
});

drive('a new engine judges questions and has logits', shared, how, async (nine, page) => {
  await bringCurve(nine);
  await nine.show(MODEL);
  await grow(nine, page);
  await show(nine, '1;source=model;ask1=first~p31~gt~0.5');
  await eventually(() => memoryOf(page), engines(3));
  await nine.element.getByRole('listitem').and(page.locator('.met')).waitFor();
  await nine.hover(0, 3, 1);
  await nine.readout().getByText(/logit/i).first().waitFor();
});

drive('a text of 50 MB is refused in a sentence', shared, how, async (nine, page) => {
  await bringCurve(nine);
  await nine.element.evaluate(element => {
    element.link = `1;text1=${'a'.repeat(5e7)}`;
  });
  await nine.element
    .getByText(says(/at most \d+ characters/))
    .first()
    .waitFor();
  await eventually(() => memoryOf(page), engines(3));
  await show(nine, '1;seed=7;n=5');
});
