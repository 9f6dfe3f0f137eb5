// What is drawn beside the panels is the engine's numbers too: the cells of B minus A, the strips of
// a cell's arithmetic, the bars of the words that come next, the squares of the map of heads, the
// shades of words, and where the handles of the curve stand.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';
import {drive, eventually, useBrowser} from './lib/browser.mjs';
import {colorsOf, shown, stopsOf} from './lib/colors.mjs';
import {panels} from '../node/lib/engine.mjs';
import {WANT, load} from '../../web/engine/engine.js';
import {alongEpsilon, epsilonScale} from '../../web/controls/scale.js';
import {spell} from '../../web/controls/text.js';

const shared = useBrowser();
const file = path => readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)));
const STOPS = stopsOf(file('web/figure/colors.js').toString(), 'signed');
const engine = await load(file('build/ninefold-picture.wasm'));
engine.bringModel(file('web/model.bin'));

const MOST = 1; // of 255: what the last rounding of a channel may differ by
const DARK = {context: {colorScheme: 'dark'}};

/** A colour of the element's style, as the screen has it. */
const colorNamed = (nine, name) =>
  nine.element.evaluate((element, name) => {
    const probe = element.shadowRoot
      .querySelector('.frame')
      .appendChild(document.createElement('i'));
    probe.style.color = `var(${name})`;
    const color = getComputedStyle(probe).color.match(/\d+/g).map(Number);
    probe.remove();
    return color;
  }, name);

/**
 * @param {import('./lib/ninefold.mjs').Ninefold} nine
 * @param {{x: number, y: number, color: number[], name: string}[]} places
 */
async function assertColors(nine, places) {
  const seen = await nine.pixels(places);
  const wrong = places.flatMap(({color, name}, i) => {
    const off = Math.max(...color.map((channel, c) => Math.abs(channel - seen[i][c])));
    return off <= MOST ? [] : [`${name}: ${seen[i]} instead of ${color.map(Math.round)}`];
  });
  assert.deepEqual(wrong.slice(0, 5), [], `${wrong.length} of ${places.length} places are off`);
}

/** In the window, once it stands there whole. @param {import('playwright-core').Locator} locator */
async function boxOf(locator) {
  await locator.scrollIntoViewIfNeeded();
  return locator.boundingBox();
}

// ---- B minus A ---------------------------------------------------------------------------------

const A = '1;seed=3;n=9';

for (const [how, context] of [
  ['light', {}],
  ['dark', DARK],
])
  for (const [changed, other] of [
    ['eps=0.5~0.8~1e-10', `${A};eps=0.5~0.8~1e-10`],
    ['seed=5', '1;seed=5;n=9'],
  ])
    drive(
      `every cell of B minus A has the colour of the two weights’ difference: ${changed}, ${how}`,
      shared,
      {link: `${A};pair=${spell(changed)}`, ...context},
      async (nine, page) => {
        await page.getByRole('button', {name: 'B − A', exact: true}).click();
        await page.locator('.pair-picture.apart canvas').first().waitFor();
        await nine.drawn();
        const [a, b] = [A, other].map(link => panels(link).panels);
        const matrices = shown(
          {panels: b.map(one => one.weights), references: a.map(one => one.weights)},
          {view: 'change'},
        );
        const look = {view: 'change', range: 'unit', nine: 9};
        const colors = colorsOf(matrices, look, STOPS);
        const paper = await colorNamed(nine, '--paper');
        for (const [id, rows] of colors.entries()) {
          const {x, y, width, height} = await boxOf(
            page.locator(`.pair-picture .fig-plot[data-panel="${id}"]`),
          );
          const places = rows.flatMap((row, i) =>
            row.map((color, j) => ({
              x: x + ((j + 0.5) / row.length) * width,
              y: y + ((i + 0.5) / rows.length) * height,
              color: color ?? paper,
              name: `panel ${id}, cell ${i} ${j}`,
            })),
          );
          await assertColors(nine, places);
        }
        assert.ok(new Set(colors.flat(2).map(String)).size > 5, 'a picture of several colours');
      },
    );

// ---- Strips ------------------------------------------------------------------------------------

const CELL = '1;source=model;layer=2;head=7;eps=0.7~0.3~1e-3;text1=one_two_three_one_two';
const LEAST = 3; // CSS pixels: so far from an end a place is inside or outside

/** Places in a bar, beyond its end, and on its other side. */
function placesOfBar(x, at, {left, middle, half, width}, {color, paper, name}) {
  const length = Math.abs(x) * half;
  const side = x > 0 ? -1 : 1;
  const place = (far, color, what) => ({
    x: left + at * width,
    y: middle + far,
    color,
    name: `${name}, ${what}`,
  });
  const beyond = side * (length + LEAST);
  return [
    ...(length > 2 * LEAST ? [place((side * length) / 2, color, 'in it')] : []),
    ...(Math.abs(beyond) < half ? [place(beyond, paper, 'beyond its end')] : []),
    ...(length > LEAST ? [place(-side * LEAST, paper, 'on its other side')] : []),
  ];
}

for (const [how, context] of [
  ['light', {}],
  ['dark', DARK],
])
  drive(
    `the strips are the cell’s numbers, up and down: ${how}`,
    shared,
    {link: CELL, ...context},
    async (nine, page) => {
      await nine.pin(1, 4, 1);
      await nine.readout().getByRole('button', {name: 'Arithmetic'}).click();
      const strips = page.locator('.fig-steps .strip svg');
      await strips.first().waitFor();
      engine.compute(CELL);
      const {q, k, products, sums} = engine.cell(1, 4, 1);
      const [color, paper] = [
        await colorNamed(nine, '--accent'),
        await colorNamed(nine, '--panel'),
      ];
      let inside = 0;
      for (const [row, numbers] of [q, k, products, sums].entries()) {
        const {x: left, y, width, height} = await boxOf(strips.nth(row));
        const strip = {left, middle: y + height / 2, half: height / 2, width};
        const most = Math.max(...numbers.map(Math.abs));
        const places = Array.from(numbers, (x, c) =>
          placesOfBar(x / most, (c + 0.5) / numbers.length, strip, {
            color,
            paper,
            name: `strip ${row}, channel ${c}`,
          }),
        ).flat();
        inside += places.filter(one => one.color === color).length;
        await assertColors(nine, places);
      }
      assert.ok(inside > 20, `${inside} bars that can be looked into`);
    },
  );

// ---- Words that come next ----------------------------------------------------------------------

const WORDS =
  '1;source=model;head=7;eps=0.7~0.3~1e-3;layer=2;text1=The_captain_saw_the_whale._The_captain_saw_the';
const MIDDLE = 1; // panel: Query, in the middle column

/** How likely each word is: pieces that begin the same word are one. */
function chancesOf(figure, when) {
  const all = new Map();
  figure.panels[MIDDLE].prediction[when].forEach(({p}, i) => {
    const word = engine.word(MIDDLE, when, i).trim();
    all.set(word, (all.get(word) ?? 0) + p);
  });
  return all;
}

/** Places in a bar before its end, and beyond it. */
function placesOfMeter({x, y, width, height}, p, {fill, track, name}) {
  const end = p * width;
  const place = (far, color, what) => ({
    x: x + far,
    y: y + height / 2,
    color,
    name: `${name}, ${what}`,
  });
  return [
    ...(end > LEAST
      ? [place(1, fill, 'its beginning'), place(end - 2, fill, 'before its end')]
      : []),
    ...(end + 2 < width ? [place(end + 2, track, 'beyond its end')] : []),
  ];
}

for (const [how, context] of [
  ['light', {}],
  ['dark', DARK],
])
  drive(
    `the bars of the words that come next are as long as their chances: ${how}`,
    shared,
    {link: WORDS, ...context},
    async (nine, page) => {
      const rows = page.locator('.next-words tbody tr').filter({visible: true});
      await eventually(() => rows.count(), 5);
      const figure = engine.compute(WORDS, WANT.weights | WANT.measures | WANT.prediction);
      const track = await colorNamed(nine, '--line');
      const kinds = [
        ['untouched', chancesOf(figure, 'before'), await colorNamed(nine, '--quiet')],
        ['changed', chancesOf(figure, 'after'), await colorNamed(nine, '--accent')],
      ];
      const places = [];
      for (const row of await rows.all())
        for (const [kind, chances, fill] of kinds) {
          const word = await row.locator('th').innerText();
          const box = await boxOf(row.locator(`.${kind} .meter`));
          const look = {fill, track, name: `${word}, ${kind}`};
          places.push(...placesOfMeter(box, chances.get(word) ?? 0, look));
        }
      assert.ok(places.filter(({color}) => color !== track).length > 4, 'bars that are seen');
      await assertColors(nine, places);
    },
  );

// ---- The map of heads ----------------------------------------------------------------------------

/** One colour over another, as a mix of both. @param {number} share of the first */
const mixed = (over, under, share) =>
  over.map((channel, c) => channel * share + under[c] * (1 - share));

/** A share as the page writes it into a style, in whole per cent. */
const asWritten = share => Math.round(100 * share) / 100;

for (const [how, context] of [
  ['light', {}],
  ['dark', DARK],
])
  drive(
    `the squares of the map are as dark as what their heads do: ${how}`,
    shared,
    {link: WORDS, ...context},
    async (nine, page) => {
      const map = page.getByRole('radiogroup', {name: 'Layers and heads'});
      const trait = page.getByRole('combobox', {name: 'What the map shows'});
      engine.compute(WORDS);
      const heads = engine.heads();
      const most = Math.max(...heads.map(({effect}) => effect));
      const [accent, paper] = [
        await colorNamed(nine, '--accent'),
        await colorNamed(nine, '--panel'),
      ];
      await map.getByRole('radio').first().waitFor();
      for (const [label, shareOf] of [
        ['moves the prediction', ({effect}) => effect / most],
        ['looks at the token before', ({previous}) => previous],
      ]) {
        await trait.selectOption(label);
        const squares = map.getByRole('radio', {name: new RegExp(`; ${label}: `)});
        await eventually(() => squares.count(), heads.length);
        const places = [];
        for (const [i, square] of (await squares.all()).entries()) {
          const {x, y, width, height} = await boxOf(square);
          const share = asWritten(Math.max(0, shareOf(heads[i])));
          const color = mixed(accent, paper, share);
          places.push({x: x + width / 2, y: y + height / 2, color, name: `${label}, ${i}`});
        }
        assert.ok(new Set(places.map(({color}) => String(color))).size > 5, 'several shades');
        await assertColors(nine, places);
      }
    },
  );

// ---- Words -------------------------------------------------------------------------------------

const SHADE = 0.45; // how much of the accent a word has that gets all of the attention

for (const [how, context] of [
  ['light', {}],
  ['dark', DARK],
])
  drive(
    `words are as dark as the root of the attention they get: ${how}`,
    shared,
    {link: WORDS, ...context},
    async (nine, page) => {
      const [query, key] = [8, 3];
      await nine.pin(MIDDLE, query, key);
      await page.mouse.move(0, 0);
      await nine.drawn();
      const row = panels(WORDS).panels[MIDDLE].weights[query];
      const [accent, paper] = [
        await colorNamed(nine, '--accent'),
        await colorNamed(nine, '--soft'),
      ];
      const places = [];
      for (const [i, word] of (await page.locator('.tokens button').all()).entries()) {
        const {x, y, width} = await boxOf(word);
        if (i === query || i === key) continue; // those have other marks
        const color = mixed(accent, paper, asWritten(Math.sqrt(row[i])) * SHADE);
        places.push({x: x + width / 2, y: y + 1, color, name: `word ${i}`});
      }
      assert.ok(new Set(places.map(({color}) => String(color))).size > 4, 'several shades');
      await assertColors(nine, places);
    },
  );

// ---- Handles of the curve --------------------------------------------------------------------------

const RADIUS = 9; // CSS pixels
const RING = 2;

for (const [how, context] of [
  ['light', {}],
  ['dark', DARK],
])
  drive(
    `the handles of the curve stand at their epsilons: ${how}`,
    shared,
    {
      link: '1;seed=3;eps=0.5~1e-3~1e-10',
      context: {...context.context, deviceScaleFactor: 2}, // a ring of four pixels
    },
    async (nine, page) => {
      await nine.element.locator('.curve-place').scrollIntoViewIfNeeded();
      await nine.element.locator('.curve:not(.stale)').waitFor();
      const scale = await boxOf(page.locator('.curve-plot .ticks'));
      const [ring, inside] = [
        await colorNamed(nine, '--accent'),
        await colorNamed(nine, '--panel'),
      ];
      const places = [];
      for (const [column, eps] of [0.5, 1e-3, 1e-10].entries()) {
        const handle = await page.locator('.curve-handle').nth(column).boundingBox();
        const x = handle.x + handle.width / 2;
        const meant = scale.x + (scale.width * alongEpsilon(eps)) / epsilonScale.steps;
        assert.ok(Math.abs(x - meant) <= 1, `the handle at ${eps}: ${x} instead of ${meant}`);
        const at = {y: handle.y + handle.height - RADIUS, name: `the handle at ${eps}`};
        places.push({...at, x, color: inside});
        for (const side of [-1, 1])
          places.push({...at, x: x + side * (RADIUS - RING / 2), color: ring});
      }
      await assertColors(nine, places);
    },
  );
