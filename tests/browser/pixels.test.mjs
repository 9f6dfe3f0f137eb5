// The picture is the engine's numbers: at the centre of every cell stands the colour of that
// cell's float32, in every figure, view and scale, drawn by WebGL and by Canvas. Expected colours
// come from lib/colors.mjs.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';
import {test} from 'node:test';
import {open, useBrowser} from './lib/browser.mjs';
import {colorsOf, shown, stopsOf} from './lib/colors.mjs';
import {KEEP_WEBGL, LOSING, LOSING_ROWS, NO_WEBGL} from './lib/webgl.mjs';
import {arrays, panels} from '../node/lib/engine.mjs';

const shared = useBrowser();
const STOPS = readFileSync(
  fileURLToPath(new URL('../../web/figure/colors.js', import.meta.url)),
  'utf8',
);
const MOST = 1; // of 255: what the last rounding of a channel may differ by

const SMALLEST = 3; // device pixels

const FIGURES = [
  '1;figure=modify;seed=3',
  '1;figure=mean;n=14~15~16',
  '1;figure=cross;n=9~12~15;weights=sigmoid;mask=none;bias=-2',
];
const VIEWS = ['weights', 'logits', 'change', 'uniform'];
const RANGES = ['unit', 'row', 'log', 'rest'];

/** @type {[string, string][]} what is looked at in each figure, and with which map */
const LOOKS = VIEWS.flatMap(view =>
  RANGES.map(range => [
    `view=${view};range=${range}`,
    view === 'change' || view === 'uniform' ? 'signed' : 'figure',
  ]),
);
const MORE_LOOKS = [
  ['colors=viridis', 'viridis'],
  ['colors=cividis;range=log', 'cividis'],
  ['colors=greys;view=logits', 'greys'],
  ['colors=viridis;view=change', 'signed'],
  ['style=paper', 'figure'],
  ['style=paper;view=change', 'signed'],
  ['style=paper;view=uniform;range=log', 'signed'],
];

const rowsOf = ({shape: [n, m], data}) =>
  Array.from({length: n}, (_, i) => Array.from(data.subarray(i * m, (i + 1) * m)));
const part = (link, key) => new RegExp(`;${key}=([^;]+)`).exec(link)?.[1];

/**
 * The nine panels and the untouched ones that stand beside them, by the command line: {id,
 * weights, reference, logits}.
 */
function numbersOf(link) {
  const {panels: nine, baselines} = panels(link);
  const data = arrays(link);
  const kind = part(link, 'figure');
  const untouched = kind === 'modify' ? [9] : [9, 10, 11];
  const inputOf = id => (kind === 'modify' ? 0 : Math.floor(id / 3));
  const reference = id =>
    kind === 'cross' && id < 9 && id % 4 ? null : baselines[id < 9 ? inputOf(id) : id - 9].weights;
  // The untouched heads have no logits among the arrays: Value's panels, or the crossed panels'
  // diagonal, need none.
  return [
    ...nine.map(({weights}, id) => ({
      id,
      weights,
      reference: reference(id),
      logits: rowsOf(data[`s${id}`]),
    })),
    ...untouched.map(id => ({
      id,
      weights: baselines[id - 9].weights,
      reference: reference(id),
      logits: null,
    })),
  ];
}

/** Expected colours of the panels that can be expected to have any. */
function expected(numbers, look, map) {
  const how = {
    view: part(look, 'view') ?? 'weights',
    range: part(look, 'range') ?? 'unit',
    mask: part(look, 'mask') ?? 'causal',
    style: part(look, 'style') ?? 'plain',
  };
  const there = numbers.filter(
    one => (how.view !== 'change' || one.reference) && (how.view !== 'logits' || one.logits),
  );
  const matrices = shown(
    {
      panels: there.map(one => one.weights),
      references: there.map(one => one.reference),
      logits: there.map(one => one.logits),
    },
    how,
  );
  return colorsOf(
    matrices,
    {...how, nine: there.filter(({id}) => id < 9).length},
    stopsOf(STOPS, map),
  ).map((colors, i) => ({id: there[i].id, colors}));
}

/** The middle of every cell, and its colour. Of smaller cells the middle is between pixels. */
async function places(nine, wanted) {
  const all = [];
  const boxes = await nine.panelBoxes();
  const ratio = await nine.page.evaluate(() => devicePixelRatio);
  for (const {id, colors} of wanted) {
    const {x, y, width, height} = boxes[id];
    const rows = colors.length;
    const columns = colors[0].length;
    if (ratio * Math.min(width / columns, height / rows) < SMALLEST) continue;
    colors.forEach((row, i) =>
      row.forEach((color, j) =>
        all.push({
          x: x + ((j + 0.5) / columns) * width,
          y: y + ((i + 0.5) / rows) * height,
          color,
          name: `panel ${id}, cell ${i} ${j}`,
        }),
      ),
    );
  }
  return all;
}

async function assertPixels(nine, wanted) {
  const all = await places(nine, wanted);
  const background = await nine.element.evaluate(element => {
    const probe = element.shadowRoot.querySelector('.fig').appendChild(document.createElement('i'));
    probe.style.color = 'var(--paper)';
    const color = getComputedStyle(probe).color.match(/\d+/g).map(Number);
    probe.remove();
    return color;
  });
  const seen = await nine.pixels(all);
  const wrong = [];
  all.forEach(({color, name}, i) => {
    const target = color ?? background;
    const off = Math.max(...target.map((channel, c) => Math.abs(channel - seen[i][c])));
    if (!(off <= MOST)) wrong.push(`${name}: ${seen[i]} instead of ${target.map(Math.round)}`);
  });
  assert.deepEqual(wrong.slice(0, 5), [], `${wrong.length} of ${all.length} cells are off`);
  assert.ok(
    all.length > 500 && new Set(seen.map(String)).size > 20,
    'a picture with more than a few colours',
  );
}

/**
 * Waits until the card draws, where there is one; it is looked at afterwards that it still does.
 */
const drawnByCard = page =>
  page.waitForFunction(() => !globalThis.contexts || globalThis.picturesByWebGL > 0);
const isLost = page =>
  page.evaluate(() => globalThis.contexts?.some(one => one.isContextLost()) ?? false);

for (const [renderer, prepare] of [
  ['WebGL', KEEP_WEBGL],
  ['Canvas', NO_WEBGL],
])
  for (const figure of FIGURES)
    test(`${renderer}: ${figure}`, async t => {
      const {nine, page, context} = await open(shared, {
        link: figure,
        prepare,
        context: {viewport: {width: 1280, height: 1000}},
      });
      await drawnByCard(page);
      const numbers = numbersOf(figure);
      for (const [look, map] of [...LOOKS, ...MORE_LOOKS])
        await t.test(look, async () => {
          const link = `${figure};${look}`;
          await nine.element.evaluate((element, link) => {
            element.link = link;
          }, link);
          await nine.settle();
          await assertPixels(nine, expected(numbers, link, map));
        });
      assert.equal(await isLost(page), false);
      await context.close();
    });

for (const [renderer, prepare] of [
  ['WebGL', KEEP_WEBGL],
  ['Canvas', NO_WEBGL],
])
  for (const [what, context] of [
    ['two device pixels to one', {deviceScaleFactor: 2}],
    ['one and a half', {deviceScaleFactor: 1.5}],
    ['dark', {colorScheme: 'dark', deviceScaleFactor: 2}],
    ['a phone', {viewport: {width: 360, height: 1400}, deviceScaleFactor: 3}],
  ])
    test(`${renderer}, ${what}, 16 and 64 tokens, the real model`, async () => {
      const {
        nine,
        page,
        context: opened,
      } = await open(shared, {
        link: '1;figure=modify;seed=3',
        prepare,
        context: {viewport: {width: 1280, height: 1000}, ...context},
      });
      await drawnByCard(page);
      for (const link of [
        '1;figure=modify;seed=3',
        '1;figure=modify;n=64;range=log',
        '1;figure=modify;source=model',
      ]) {
        await nine.element.evaluate((element, link) => {
          element.link = link;
        }, link);
        await nine.settle();
        await assertPixels(nine, expected(numbersOf(link), link, 'figure'));
      }
      assert.equal(await isLost(page), false);
      await opened.close();
    });

const LINK = '1;figure=modify;seed=3';
const MOVED = `${LINK};eps=0.5~0.5~1e-10`;

/** Every WebGL context that was opened has been given back. */
const givenUp = page =>
  page.waitForFunction(
    () => globalThis.contexts.length && globalThis.contexts.every(one => one.isContextLost()),
  );

for (const [what, call] of [
  ['values', 'texSubImage3D'],
  ['colours', 'texImage2D'],
  ['places', 'bufferData'],
])
  test(`a card that loses ${what} is not used, and the picture is right`, async () => {
    const prepare = async page => {
      await KEEP_WEBGL(page);
      await page.addInitScript(LOSING, call);
    };
    const {nine, page, context} = await open(shared, {link: LINK, prepare});
    await givenUp(page);
    await nine.drawn();
    await assertPixels(nine, expected(numbersOf(LINK), LINK, 'figure'));
    await context.close();
  });

for (const [what, lose] of [
  ['them', LOSING],
  ['all but the last row', LOSING_ROWS],
])
  test(`nor is one that begins to lose ${what}: no earlier figure stands in the place of a new one`, async () => {
    const {nine, page, context} = await open(shared, {link: LINK, prepare: KEEP_WEBGL});
    await drawnByCard(page);
    assert.equal(await isLost(page), false, 'it was trusted');
    await page.evaluate(lose, 'texSubImage3D');
    await nine.show(MOVED);
    await givenUp(page);
    await nine.drawn();
    await assertPixels(nine, expected(numbersOf(MOVED), MOVED, 'figure'));
    await context.close();
  });
