// Two figures in one link: what stands is held as A, and what the reader changes then is B.
import assert from 'node:assert/strict';
import {readFile} from 'node:fs/promises';
import {drive, eventually, useBrowser} from './lib/browser.mjs';
import {assertAccessible} from './lib/axe.mjs';
import {panels} from '../node/lib/engine.mjs';
import {spell} from '../../web/controls/text.js';

const shared = useBrowser();
const A = '1;seed=3;n=9';
const PHONE = {viewport: {width: 320, height: 640}, hasTouch: true, isMobile: true};
const CLIPBOARD = {permissions: ['clipboard-read', 'clipboard-write']};
const checkOf = link => panels(link).check;

const press = (page, name) => page.getByRole('button', {name, exact: true}).click();
const said = page => page.locator('.pair-said');
const pairOf = link => /pair=([^;]*)/.exec(link)?.[1] ?? '';
const isWide = page => page.locator('.pair-picture canvas').first();

/** Types an epsilon of the middle column. */
async function type(page, value) {
  const field = page.getByRole('textbox', {name: 'Epsilon of the middle column, as a number'});
  await field.fill(value);
  await field.press('Enter');
}

/** The colour of a cell of A's and of B's panel, in the middle of it. */
async function colorsOf(nine, page, panel, query, key, n) {
  const places = [];
  for (const where of ['.pair-picture', '.picture']) {
    const plot = page.locator(`${where} .fig-plot[data-panel="${panel}"]`);
    await plot.scrollIntoViewIfNeeded();
    const {x, y, width, height} = await plot.boundingBox();
    places.push({x: x + ((key + 0.5) * width) / n, y: y + ((query + 0.5) * height) / n});
  }
  return nine.pixels(places);
}

drive(
  'what stands is held, what is changed is B, and undo goes across',
  shared,
  {link: A},
  async (nine, page) => {
    await press(page, 'Compare');
    await said(page)
      .getByText(/^B is as A so far/)
      .waitFor();
    await type(page, '0.8');
    await said(page).getByText('Epsilon: A has 0.5, 0.001, 1e-10; B has 0.5, 0.8, 1e-10').waitFor();
    await nine.settle();
    assert.equal(pairOf(await nine.link()), spell('eps=0.5~0.8~1e-10'));
    assert.equal((await nine.figure()).check, checkOf(A), 'the check of the link is that of A');
    await isWide(page).waitFor();
    const cell = () => colorsOf(nine, page, 1, 8, 0, 9).then(([a, b]) => String(a) !== String(b));
    await eventually(cell, true, 'the middle panels of A and B differ where Query is changed');
    const still = () => colorsOf(nine, page, 0, 8, 0, 9).then(([a, b]) => String(a) === String(b));
    await eventually(still, true, 'and the left ones, of one epsilon, do not');
    await page.getByRole('button', {name: 'Undo', exact: true}).click();
    await said(page)
      .getByText(/^B is as A so far/)
      .waitFor();
    await page.getByRole('button', {name: 'Undo', exact: true}).click();
    await eventually(() => nine.link(), A);
    await page.getByRole('button', {name: 'Redo', exact: true}).click();
    await page.getByRole('button', {name: 'Redo', exact: true}).click();
    await said(page)
      .getByText(/B has 0.5, 0.8/)
      .waitFor();
  },
);

drive(
  'one address opens both, with both checks',
  shared,
  {link: A, context: CLIPBOARD},
  async (nine, page) => {
    await press(page, 'Compare');
    await said(page).waitFor();
    await type(page, '0.8');
    await nine.settle();
    await press(page, 'Copy link');
    const both = () => page.evaluate(() => navigator.clipboard.readText());
    const second = spell(`eps=0.5~0.8~1e-10;check=${checkOf(`${A};eps=0.5~0.8~1e-10`)}`);
    const link = `${A};pair=${second};check=${checkOf(A)}`;
    await eventually(async () => (await both()).replace(/^[^#]*#/, ''), link);
  },
);

const TRUE_SECOND = spell(`eps=1;check=${checkOf(`${A};eps=1`)}`);

drive(
  'opened again, both are reproduced',
  shared,
  {link: `${A};pair=${TRUE_SECOND};check=${checkOf(A)}`},
  async (nine, page) => {
    await said(page).getByText('B is reproduced, bit for bit.').waitFor();
    await page.getByText(/^Reproduced/).waitFor();
  },
);

drive(
  'another check of B is told',
  shared,
  {link: `${A};pair=${spell('eps=1;check=0123456789abcdef')};check=${checkOf(A)}`},
  async (nine, page) => {
    const text = `B differs: the link says 0123456789abcdef, and here it came out as ${checkOf(`${A};eps=1`)}.`;
    await said(page).getByText(text).waitFor();
    await page.getByText(/^Reproduced/).waitFor();
  },
);

/** How far two panels are apart, cell by cell. */
const subtracted = (b, a) => {
  const before = a.flat();
  return b.flat().map((x, j) => Math.abs(x - before[j]));
};

/** The largest difference of two figures' cells. */
function largest(a, b) {
  const [before, after] = [a, b].map(link => panels(link).panels);
  return Math.max(...after.flatMap((panel, i) => subtracted(panel.weights, before[i].weights)));
}

/** Waits until it is told of them. */
const tellsLargest = (page, most) =>
  said(page)
    .getByText(new RegExp(`The largest difference is ${most.toFixed(4)}: `))
    .waitFor();

const DIFFERENT = `${A};pair=${spell('eps=0.5~0.8~1e-10;sink=5')}`;

drive('the difference is B less A, cell by cell', shared, {link: DIFFERENT}, async (nine, page) => {
  await press(page, 'B − A');
  const most = largest(A, `${A};eps=0.5~0.8~1e-10;sink=5`);
  await tellsLargest(page, most);
  await press(page, 'Swap A and B');
  await tellsLargest(page, most);
  await eventually(async () => (await nine.link()).includes('sink=5;'), true);
  await press(page, 'Keep A');
  await eventually(() => nine.link(), '1;seed=3;n=9;sink=5;eps=0.5~0.8~1e-10');
});

const MODEL = '1;source=model;layer=2;head=7';
const TEXT = 'text1=one_two_three_one_two';

for (const [what, changed, link] of [
  ['head', 'layer=1;head=0', `1;source=model;layer=1;head=0;${TEXT}`],
  ['operation', 'op=noise;eps=1~0.5~0.2', `${MODEL};op=noise;eps=1~0.5~0.2;${TEXT}`],
  ['text', 'text1=two_one_three_two_one', `${MODEL};text1=two_one_three_two_one`],
])
  drive(
    `B may have another ${what}: it is made, and so is its difference`,
    shared,
    {link: `${MODEL};${TEXT};pair=${spell(`${changed};check=${checkOf(link)}`)}`},
    async (nine, page) => {
      await said(page).getByText('B is reproduced, bit for bit.').waitFor();
      await press(page, 'B − A');
      const most = largest(`${MODEL};${TEXT}`, link);
      assert.ok(most > 0.01, `${most}: they differ`);
      await tellsLargest(page, most);
    },
  );

const CHANGED = 'eps=0.5~0.8~1e-10';
const CHECK_OF_A = checkOf(A);
const CHECK_OF_B = checkOf(`${A};${CHANGED}`);

/** What the next files hold, by their names. */
async function saved(page, count) {
  const files = {};
  const all = new Promise(done => {
    page.on('download', async download => {
      const text = await readFile(await download.path(), 'utf8');
      files[download.suggestedFilename()] = JSON.parse(text);
      if (Object.keys(files).length === count) done(files);
    });
  });
  await press(page, 'JSON');
  return all;
}

drive(
  'B is saved, or A, or both, and each names the other',
  shared,
  {link: A},
  async (nine, page) => {
    const which = page.getByRole('combobox', {name: 'Which figure'});
    await nine.openSave();
    await page.getByRole('button', {name: 'JSON', exact: true}).waitFor();
    assert.equal(await which.isVisible(), false, 'of one figure there is nothing to choose');
    await page.keyboard.press('Escape');
    await press(page, 'Compare');
    await said(page).waitFor();
    await type(page, '0.8');
    await nine.settle();
    await nine.openSave();
    assert.equal(await which.inputValue(), 'b');
    await which.selectOption('both');
    const files = await saved(page, 2);
    const [a, b] = [`ninefold-a-${CHECK_OF_A}.json`, `ninefold-b-${CHECK_OF_B}.json`];
    assert.deepEqual(Object.keys(files).sort(), [a, b]);
    assert.deepEqual([files[a].check, files[b].check], [CHECK_OF_A, CHECK_OF_B]);
    const held = spell(`eps=0.5~1e-3~1e-10;check=${CHECK_OF_A}`);
    assert.equal(files[a].link, `${A};pair=${spell(`${CHANGED};check=${CHECK_OF_B}`)}`);
    assert.equal(files[b].link, `${A};${CHANGED};pair=${held}`);
  },
);

const UNREADABLE = `${A};pair=${spell('source=tensors')}`;

drive(
  'where B cannot be made, a link is copied without its check, and nothing waits for it',
  shared,
  {link: null, context: CLIPBOARD},
  async (nine, page) => {
    await page.goto(`${nine.address}#${UNREADABLE}`);
    await said(page).waitFor();
    await press(page, 'Copy link');
    await page.getByText(/^Copied without a check: /).waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    assert.match(copied, /;pair=source~3dtensors/);
    await nine.openSave();
    await press(page, 'JSON');
    await page.getByText(/^Not saved: /).waitFor();
    const under = page.locator('.picture .fig-foot');
    await eventually(
      async () => (await under.allInnerTexts()).join(''),
      '',
      'of B nothing is said',
    );
    await press(page, 'B − A');
    await said(page).getByText('one of the figures could not be made').waitFor();
  },
);

drive(
  'what is changed before the script of pairs has come is B',
  shared,
  {link: null},
  async (nine, page) => {
    let letThrough = () => {};
    const allowed = new Promise(done => (letThrough = done));
    await page.route(/\/pair-[^/]*\.js$/, async route => {
      await allowed;
      await route.continue();
    });
    await page.goto(`${nine.address}#${A};pair=${spell('sink=5')}`);
    await page.waitForFunction(() => document.querySelector('nine-fold').figure?.check);
    await type(page, '0.8');
    letThrough();
    await said(page).getByText('B has 0.5, 0.8, 1e-10').waitFor();
    assert.match(await nine.link(), new RegExp(`^${A};pair=${spell('sink=5;eps=0.5~0.8~1e-10')}`));
  },
);

drive(
  'a difference is read by pointer and by keys',
  shared,
  {link: DIFFERENT},
  async (nine, page) => {
    await press(page, 'B − A');
    await said(page).getByText('Point at a cell of the difference').waitFor();
    const [a, b] = [A, `${A};${CHANGED};sink=5`].map(link => panels(link).panels[1].weights);
    const sentence = (query, key) => {
      const more = (b[query][key] - a[query][key]).toFixed(4).replace(/^(?=\d)/, '+');
      const [inA, inB] = [a, b].map(weights => weights[query][key].toFixed(4));
      return `Query ${query}, key ${key}: A ${inA}, B ${inB}, B − A ${more.replace('-', '−')}.`;
    };
    const plot = page.locator('.pair-picture .fig-plot[data-panel="1"]');
    const {x, y, width, height} = await plot.boundingBox();
    await page.mouse.move(x + (0.5 * width) / 9, y + (8.5 * height) / 9);
    await said(page).getByText(sentence(8, 0)).waitFor();
    await page.mouse.move(0, 0);
    await said(page).getByText('Point at a cell of the difference').waitFor();
    await page.getByRole('button', {name: 'Keep B'}).focus();
    for (const key of ['Tab', '2', 'ArrowUp']) await page.keyboard.press(key);
    await said(page).getByText(sentence(7, 0)).waitFor();
    const description = plot.locator('..').locator('.fig-said');
    const told = async () =>
      /B − A: the largest difference is 0\.\d/.test(await description.textContent());
    await eventually(told, true);
  },
);

drive(
  'where shapes differ it is said why none is drawn',
  shared,
  {link: `${A};pair=${spell('n=7')}`},
  async (nine, page) => {
    await press(page, 'B − A');
    await said(page).getByText('A’s panels have 9 × 9 cells and B’s 7 × 7').waitFor();
    assert.equal(await page.locator('.pair-picture').isVisible(), false);
    await press(page, 'Keep B');
    await eventually(() => nine.link(), '1;seed=3;n=7');
    await page.getByRole('button', {name: 'Compare'}).waitFor();
  },
);

drive(
  'what the link says wrongly of B is told',
  shared,
  {link: `${A};pair=${spell('sink=99')}`},
  async (nine, page) => {
    await said(page)
      .getByText(/Not all that the link says of B could be used: sink, /)
      .waitFor();
  },
);

for (const [name, context] of Object.entries({
  desktop: {},
  dark: {colorScheme: 'dark'},
  phone: PHONE,
}))
  drive(
    `axe: two figures and their difference, ${name}`,
    shared,
    {link: DIFFERENT, context},
    async (nine, page) => {
      await said(page).waitFor();
      await assertAccessible(page, 'A and B');
      await press(page, 'B − A');
      await said(page)
        .getByText(/largest difference/)
        .waitFor();
      await assertAccessible(page, 'B − A');
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(wide <= 0, `the page is ${wide} pixels too wide`);
    },
  );
