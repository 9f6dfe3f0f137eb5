// The curve over epsilon: its points are the measures of single figures, and what is drawn and
// said of them.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import test from 'node:test';
import {EPSILONS, makeCurve, noSamples, sampleOf} from '../../web/engine/curve.js';
import {load} from '../../web/engine/engine.js';
import {page} from '../../web/engine/page-engine.js';
import {apart, nearest} from '../../web/around/curve-handles.js';
import {curve as words} from '../../web/around/curve-messages.js';
import {boundsOf, pointsOf, sayingOf} from '../../web/around/curve-numbers.js';
import {slopesOf} from '../../web/around/curve-plot.js';
import {run} from './lib/engine.mjs';

const file = path => readFileSync(new URL(`../../${path}`, import.meta.url));

const LIST = '0,1e-10..10/60';
const COMPONENTS = ['query', 'key', 'value'];

/** The lines of `table --json`. */
function tableOf(link, ...more) {
  const {status, out, error} = run(['table', link, '--eps', LIST, ...more, '--json']);
  assert.deepEqual([status, error], [0, ''], link);
  return out.trim().split('\n').map(JSON.parse);
}

test('the epsilons are those of the command line’s list', () => {
  const lines = tableOf('1;n=2', '--component', 'q', '--measures', 'first');
  assert.deepEqual(
    lines.map(({eps}) => eps),
    EPSILONS,
  );
});

test('no epsilon is so near to the middle of two roundings that a browser could round it otherwise', () => {
  const step = Math.log(1e11) / 59;
  EPSILONS.slice(2, -1).forEach((eps, i) => {
    const exact = 1e-10 * Math.exp(step * (i + 1));
    const unit = 10 ** (Math.floor(Math.log10(exact)) - 3);
    assert.ok(Math.abs(exact - eps) < 0.4999 * unit, `${eps} of ${exact}`);
  });
});

test('The curve’s points equal single figures’ measures', async () => {
  const maker = await load(file('build/ninefold-model.wasm'));
  maker.bringModel(new Uint8Array(file('web/model.bin')));
  const {measureNames} = maker;
  for (const [link, keys] of [
    ['1;seed=3;n=9;op=noise;response=0.5', measureNames],
    [
      '1;source=model;layer=2;head=7;text1=red_blue_green_red_blue',
      [...measureNames, 'prediction'],
    ],
  ]) {
    const samples = noSamples();
    await makeCurve(maker, {}, link, samples);
    const lines = tableOf(link, '--measures', keys.join());
    assert.equal(lines.length, 3 * EPSILONS.length);
    lines.forEach(({component, eps, link: own, ...numbers}) => {
      const sample = samples[COMPONENTS.indexOf(component)][EPSILONS.indexOf(eps)];
      for (const key of keys) assert.equal(sample[key], numbers[key], `${key} of ${own}`);
    });
  }
  page.reset();
});

test('what was made before it gave way is not made again', async t => {
  const maker = await load(file('build/ninefold.wasm'));
  const asked = t.mock.method(page, 'makeSeries', (_maker, _owner, {links}, made) => {
    const some = links.slice(0, 2);
    some.forEach((link, i) => made(maker.compute(link), i));
  });
  const samples = noSamples();
  await makeCurve(maker, {}, '1;n=4', samples);
  await makeCurve(maker, {}, '1;n=4', samples);
  const first = asked.mock.calls.map(({arguments: [, , {links}]}) => links[0]);
  assert.deepEqual(first, [
    `1;n=4;eps=${EPSILONS.slice(0, 3).join('~')}`,
    `1;n=4;eps=${EPSILONS.slice(6, 9).join('~')}`,
  ]);
  const [panel] = maker.compute(`1;n=4;eps=${EPSILONS[7]}`).panels;
  assert.deepEqual(samples[0][7], sampleOf(panel));
});

// ---- What is drawn of it

/** Samples of a measure that is this function of epsilon. */
const made = of => EPSILONS.map(eps => ({first: of(eps)}));

test('a line goes through the curve’s points and those of the columns, each once', () => {
  const own = [
    [0.3, {first: 7}],
    [1e-10, {first: 5}],
    [0.3, {first: 7}],
    [2, {first: null}],
  ];
  const points = pointsOf(
    made(eps => (eps === 10 ? null : eps)),
    own,
    'first',
  );
  const expected = [...EPSILONS.slice(0, -1), 0.3].sort((a, b) => a - b);
  assert.deepEqual(
    points.map(([eps]) => eps),
    expected,
  );
  for (const [eps, value] of points)
    assert.equal(value, {0.3: 7, 1e-10: 5}[eps] ?? eps, 'a column’s own value stands');
});

test('values are drawn from 0 to a round number, and shares to 1', () => {
  for (const [values, bounds] of [
    [
      [0.2, 0.9],
      [0, 1],
    ],
    [
      [0.1, 0.2],
      [0, 1],
    ],
    [
      [0.01, 0.013],
      [0, 0.02],
    ],
    [
      [2.2, 1],
      [0, 2.5],
    ],
    [
      [-0.3, 0.9],
      [-1, 1],
    ],
    [
      [-3, -1],
      [-4, 0],
    ],
    [[10.0000003], [0, 10]],
    [[0], [0, 1]],
    [[], [0, 1]],
  ])
    assert.deepEqual(boundsOf(values), bounds, String(values));
});

test('what is to be seen is said: level, one line, level Value', () => {
  const saying = (...all) => sayingOf(all.map(of => pointsOf(made(of), [], 'first')));
  const falling = eps => 1 / (1 + 10 * eps);
  const flat = () => 0.5;
  assert.equal(saying(falling, falling, flat), `${words.one} ${words.flat}`);
  const late = eps => (eps < 0.2 ? 1 : 0);
  assert.equal(
    saying(late, eps => 2 * late(eps), late),
    words.level('0.1'),
  );
  assert.equal(
    saying(flat, () => 1, flat),
    words.all,
  );
});

test('a smooth line never rises above its points or falls below them', () => {
  const points = [
    [0, 0],
    [1, 0],
    [2, 10],
    [3, 11],
    [4, 4],
    [5, 4],
  ];
  const slopes = slopesOf(points);
  assert.deepEqual([slopes[0], slopes[1], slopes[3], slopes[4]], [0, 0, 0, 0]);
  slopes.slice(1).forEach((slope, i) => {
    const rise = points[i + 1][1] - points[i][1];
    for (const one of [slope, slopes[i]])
      assert.ok(one * rise >= 0 && Math.abs(one) <= 3 * Math.abs(rise), `${one} at ${i}`);
  });
  assert.ok(slopes[2] > 0);
});

test('values of handles that stand near to each other are moved apart, and stay inside', () => {
  const labels = xs => xs.map(x => ({x, width: 30}));
  assert.deepEqual(apart(labels([50, 200, 120]), 300), [0, 0, 0]);
  for (const xs of [
    [100, 100, 100],
    [290, 280, 285],
    [2, 1, 3],
  ]) {
    const at = apart(labels(xs), 300).map((by, i) => xs[i] + by);
    const order = [...at].sort((a, b) => a - b);
    assert.ok(order[0] >= 15 && order[2] <= 285, String(at));
    for (const i of [1, 2]) assert.ok(order[i] - order[i - 1] >= 36, String(at));
  }
});

test('a place means the nearest handle within reach, and of those at one place the one that can go there', () => {
  assert.equal(nearest([10, 100, 200], 90), 1);
  assert.equal(nearest([10, 100, 200], 150), -1);
  assert.equal(nearest([100, 100, 200], 104), 0);
  assert.equal(nearest([100, 100, 200], 96), 1);
});
