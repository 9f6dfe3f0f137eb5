// The picture of a figure: every cell has the colour that the page gives it, whoever draws it.
import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import {readFileSync} from 'node:fs';
import {test} from 'node:test';
import {load} from '../../web/engine/engine.js';
import {PARTS, drawPicture, wantOfPicture} from '../../web/engine/taken.js';
import {STEPS, lookup} from '../../web/figure/colors.js';
import {colorOf} from '../../web/figure/range.js';
import {cellsAlong, viewOf} from '../../web/figure/view.js';
import {run} from './lib/engine.mjs';
import {aboutOf, cellsOf, placesOf, textsOf} from './lib/drawn.mjs';
import {readPng} from './lib/png.mjs';
import {says} from './lib/words.mjs';

const file = path => readFileSync(new URL(`../../${path}`, import.meta.url));
const engine = await load(file('build/ninefold-picture.wasm'));
engine.bringModel(file('web/model.bin'));

const ALL = Object.values(PARTS).reduce((sum, bit) => sum + bit);
const ENOUGH = 1 << 16; // pixels along a side: nothing is pooled

/** What the command line draws. */
function drawn(link, ...more) {
  const {status, out, error} = run(['picture', link, ...more]);
  assert.equal(status, 0, error);
  return out;
}

/** What the page shows of a link: its figure, its numbers and its scale. */
function shown(link) {
  const figure = engine.compute(link, wantOfPicture(engine, link));
  const {state} = engine.decode(figure.link);
  engine.compute(figure.link, wantOfPicture(engine, link));
  return {figure, state, view: viewOf(figure, state, id => engine.logits(id))};
}

/** The panels of a view that have cells, as they are drawn. */
const gridsOf = ({view, state}) =>
  view.panels.flatMap((panel, id) =>
    panel?.grid && (id < 9 || state.view !== 'change') ? [cellsAlong(view, id, ENOUGH)] : [],
  );

const LINKS = [
  '1;source=model',
  '1;source=model;style=paper;axes=tokens;view=change',
  '1;source=model;figure=mean;view=uniform;titles=headers;style=paper',
  '1;figure=cross;n=5~7~6;view=change;range=row;axes=positions',
  '1;n=20;mask=none;view=logits;range=row;colors=cividis',
  '1;n=20;mask=window;window=3;range=log;colors=viridis;line=on',
  '1;n=30;range=rest;colors=greys;style=paper;op=noise',
  '1;n=24;view=change;range=log',
  '1;n=24;view=uniform;range=rest;weights=sigmoid;bias=-3',
  '1;n=70;view=logits;range=rest;op=blend',
  '1;n=130;view=change',
  '1;source=model;value=next;view=change;eps=0',
];

const LARGEST = '1;n=2049;d=32;heads=1;view=uniform';
const MEAN = `${LARGEST};mask=window;window=700;pool=mean`;

test('of blocks of weights it is said what of them is drawn', () => {
  const said = link => textsOf(drawn(link)).join(' ');
  assert.match(said(LARGEST), /Each cell is the largest of a block of weights\./);
  assert.match(said(MEAN), /Each cell is the mean of a block of weights\./);
});

for (const link of [...LINKS, LARGEST, MEAN])
  test(`every cell has the page's colour: ${link}`, () => {
    const svg = drawn(link);
    const page = shown(link);
    const grids = gridsOf(page);
    const places = placesOf(svg);
    assert.equal(places.length, grids.length);
    const wrong = grids.flatMap(({values, rows, columns}, i) => {
      const at = cellsOf(svg, places[i].name);
      return Array.from({length: rows * columns}, (_, cell) => [
        at(cell % columns, Math.floor(cell / columns)),
        colorOf(page.view.scale, values[cell]),
      ]).filter(([one, other]) => String(one) !== String(other));
    });
    assert.deepEqual(wrong.slice(0, 3), [], `${wrong.length} cells have another colour`);
  });

for (const link of LINKS)
  test(`the bar says what the page's says: ${link}`, () => {
    const svg = drawn(link);
    const {scale, off} = shown(link).view;
    const {low, high, log, mode, of, colors} = aboutOf(svg).scale;
    assert.deepEqual(
      {low, high, log, mode, of, colors},
      {
        low: scale.low,
        high: scale.high,
        log: scale.log,
        mode: scale.mode,
        of: scale.label,
        colors: scale.map,
      },
    );
    const texts = textsOf(svg);
    for (const {text} of scale.ticks) assert.ok(texts.includes(text), `${text} is no tick`);
    const label = [scale.label, ...(scale.mode ? [scale.mode] : [])].join(', ');
    assert.ok(texts.includes(off ? `${label} (${off})` : label), `${label} ${off}`);
  });

test('every step of every colour map is the same', () => {
  for (const map of ['figure', 'viridis', 'cividis', 'greys', 'signed']) {
    const number = ['figure', 'viridis', 'cividis', 'greys', 'signed'].indexOf(map);
    const colors = lookup(map);
    const wrong = Array.from({length: STEPS}, (_, step) => step).filter(step => {
      const [red, green, blue] = colors.subarray(4 * step);
      return engine.call.step_color(number, step) !== ((red << 16) | (green << 8) | blue);
    });
    assert.deepEqual(wrong, [], `of ${map}`);
  }
});

test('the module draws the same bytes as the command line', () => {
  for (const link of [...LINKS, '1;n=2100;heads=1', '1;source=model;op=patch;figure=modify']) {
    engine.compute(link, wantOfPicture(engine, link));
    engine.decode(link);
    const address = 'https://example.org/';
    const own = new TextDecoder().decode(drawPicture(engine, ALL, address));
    assert.ok(own === drawn(link, '--page', address), `${link} is drawn in another way`);
    const bare = new TextDecoder().decode(drawPicture(engine, 0, ''));
    const without = drawn(link, '--without', Object.keys(PARTS).join(','));
    assert.ok(bare === without, `${link} is drawn in another way without all`);
    assert.ok(bare.length < own.length);
  }
});

/** Numbers that are the same every time, from 0 to 1. */
function* chances(seed) {
  for (let state = seed; ;) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    yield state / 2 ** 32;
  }
}

for (const link of ['1;source=model', '1;n=100;view=logits', '1;n=40;view=change;range=log'])
  test(`200 cells after rsvg-convert: ${link}`, () => {
    const svg = drawn(link);
    const page = shown(link);
    const grids = gridsOf(page);
    const places = placesOf(svg);
    const zoom = 4;
    const png = readPng(
      execFileSync('rsvg-convert', ['-z', String(zoom)], {input: svg, maxBuffer: 1 << 27}),
    );
    const next = chances(7);
    const chance = most => Math.floor(next.next().value * most);
    const wrong = Array.from({length: 200}, () => {
      const i = chance(places.length);
      const {values, rows, columns} = grids[i];
      const [row, column] = [chance(rows), chance(columns)];
      const {x, y, width, height} = places[i];
      const at = [x + (column + 0.5) * width, y + (row + 0.5) * height];
      const [red, green, blue] = png.at(...at.map(place => Math.floor(place * zoom)));
      const color = colorOf(page.view.scale, values[row * columns + column]) ?? [255, 255, 255];
      return [i, row, column, [red, green, blue], [...color]];
    }).filter(([, , , seen, meant]) => seen.some((part, c) => Math.abs(part - meant[c]) > 1));
    assert.deepEqual(wrong, []);
  });

test('a picture says what it is of', () => {
  const link = '1;source=model;text1=Say_~22no~22_~26_go.;layer=1;head=3;op=blend';
  const svg = drawn(link, '--page', 'https://example.org/a&b/');
  const {link: named, check, source, texts, settings, page} = aboutOf(svg);
  const made = engine.compute(link);
  assert.deepEqual([named, check, page], [made.link, made.check, 'https://example.org/a&b/']);
  assert.deepEqual([source.layer, source.head, texts], [1, 3, ['Say "no" & go.']]);
  assert.deepEqual([settings.head, settings.op, settings.over], ['3', 'blend', 'heads']);
  for (const key of ['n', 'sink', 'seed', 'window', 'bias', 'view', 'colors', 'text2'])
    assert.equal(settings[key], undefined, `${key} is not of this figure`);
  const seen = textsOf(svg).join(' ');
  assert.ok(seen.includes(`check=${check}`) && seen.includes('Say "no" & go.'), seen);
  assert.match(seen, /Layer 1 of 4, head 3 of 8/);
  const clean = textsOf(drawn(link, '--clean')).join(' ');
  assert.ok(!clean.includes('check=') && !clean.includes('Under each panel'), clean);
  assert.equal(aboutOf(drawn(link, '--clean')).check, check);
});

test('what is wrong with the words that were typed is said', () => {
  for (const [words, said] of [
    [['picture', '1', '--without', 'hints,all'], /--without: read "all", allowed: hints, about/],
    [['picture', '1', '-o'], /FILE must follow "-o"/],
    [['picture'], /picture: LINK is missing/],
    [['picture', '1', '-o', '/nowhere/at/all.svg'], /could not be written/],
    [['picture', '1;source=model;layer=9'], /Layer 9 is asked for/],
  ]) {
    const {status, error} = run(words);
    assert.notEqual(status, 0);
    assert.match(error, says(said));
  }
});
