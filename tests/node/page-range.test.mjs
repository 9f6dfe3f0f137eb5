// What the colours span, web/figure/range.js: ends, marks on the bar, and where a value stands.
import assert from 'node:assert/strict';
import test from 'node:test';
import {
  NOTHING,
  colorOf,
  countOff,
  isEmpty,
  labelOf,
  positionOf,
  scaleOf,
} from '../../web/figure/range.js';

/** A grid by its rows. */
const gridOf = (...rows) => ({
  values: Float32Array.from(rows.flat()),
  rows: rows.length,
  columns: rows[0].length,
});

const scale = (view, range, ...grids) => scaleOf({view, range, colors: 'viridis'}, grids);
const close = (a, b) => assert.ok(Math.abs(a - b) < 1e-9, `${a} is not ${b}`);
const endsOf = ({low, high}) => [low, high].map(end => Number(end.toFixed(6)));
const texts = ({ticks}) => ticks.map(({text}) => text).join(' ');

const WEIGHTS = gridOf([0.9, 0.07], [0.5, 0.31]);

test('weights span 0 to 1, whatever they are', () => {
  const all = scale('weights', 'unit', WEIGHTS);
  assert.deepEqual(endsOf(all), [0, 1]);
  assert.equal(texts(all), '0.0 0.2 0.4 0.6 0.8 1.0');
  assert.deepEqual([all.map, all.log, all.signed, all.mode], ['viridis', false, false, '']);
  assert.equal(scale('weights', 'row', WEIGHTS).mode, 'each row by its largest');
});

test('without the first column they span what is left, to a round number and to 1 at most', () => {
  assert.deepEqual(endsOf(scale('weights', 'rest', WEIGHTS)), [0, 0.4]);
  assert.deepEqual(endsOf(scale('weights', 'rest', gridOf([0, 0.999]))), [0, 1]);
  assert.deepEqual(endsOf(scale('weights', 'rest', gridOf([0, 3]))), [0, 1]);
  assert.deepEqual(
    endsOf(scale('weights', 'rest', gridOf([0, 0.5]))),
    [0, 0.5],
    'what is round stays',
  );
  assert.deepEqual(
    endsOf(scale('weights', 'rest', gridOf([0.7], [0.2]))),
    [0, 1],
    'nothing is left',
  );
});

test('differences span as much below 0 as above it', () => {
  const grid = gridOf([0.9, -0.17, 0.02]);
  assert.deepEqual(endsOf(scale('change', 'unit', grid)), [-1, 1]);
  const rest = scale('change', 'rest', grid);
  assert.deepEqual(endsOf(rest), [-0.2, 0.2]);
  assert.equal(rest.map, 'signed');
  assert.equal(texts(rest), '−0.2 −0.1 0 +0.1 +0.2');
  assert.equal(scale('uniform', 'row', grid).mode, 'each row by its largest');
  assert.deepEqual(endsOf(scale('uniform', 'rest', gridOf([1, 0]))), [-1e-6, 1e-6]);
});

test('logits span what there is, to round ends; what is masked does not count', () => {
  const grid = gridOf([-3.2, NOTHING], [0.4, 7.9]);
  const all = scale('logits', 'unit', grid);
  assert.deepEqual(endsOf(all), [-4, 8]);
  assert.equal(texts(all), '−4 −2 0 +2 +4 +6 +8');
  assert.deepEqual(endsOf(scale('logits', 'rest', gridOf([-9, 1.1], [9, 2.8]))), [1, 3]);
  assert.equal(scale('logits', 'log', grid).mode, 'not by powers of ten: some are negative');
  assert.equal(scale('logits', 'log', grid).log, false);
  assert.deepEqual(endsOf(scale('logits', 'row', grid)), [0, 1]);
});

test('by powers of ten the bar ends at 1 and begins six powers below', () => {
  const one = scale('weights', 'log', WEIGHTS);
  assert.deepEqual([one.log, ...endsOf(one)], [true, -6, 0]);
  assert.equal(texts(one), '1e−6 1e−5 1e−4 1e−3 1e−2 1e−1 1', 'as printed');
  const plain = view => texts(scaleOf({view, range: 'log', colors: 'figure', style: 'plain'}, []));
  assert.equal(plain('weights'), '1e−6 1e−5 0.0001 0.001 0.01 0.1 1');
  assert.equal(plain('change'), '−1 −0.01 −0.0001 0 +0.0001 +0.01 +1');
  close(positionOf(one, 1), 1);
  close(positionOf(one, 1e-3), 0.5);
  close(positionOf(one, 1e-9), -0.5);
  assert.equal(positionOf(one, 0), 0);
  const both = scale('change', 'log', WEIGHTS);
  assert.equal(texts(both), '−1 −1e−2 −1e−4 0 +1e−4 +1e−2 +1');
  close(positionOf(both, -1), 0);
  close(positionOf(both, 1e-3), 0.75);
  close(positionOf(both, -1e-9), 0.5);
  assert.equal(positionOf(both, 0), 0.5);
  for (const {ticks} of [one, both])
    assert.deepEqual(
      [...ticks].sort((a, b) => a.at - b.at),
      ticks,
      'marks go from left to right',
    );
});

test('a value stands where the marks say', () => {
  const even = scale('weights', 'unit', WEIGHTS);
  for (const {at, text} of even.ticks) close(positionOf(even, Number(text)), at);
  close(positionOf(even, 1.5), 1.5);
  close(positionOf(scale('change', 'unit'), -1), 0);
});

test('what is masked has no colour, and nor has 0 among powers of ten', () => {
  const [even, powers, both] = [
    scale('weights', 'unit'),
    scale('weights', 'log'),
    scale('change', 'log'),
  ];
  assert.deepEqual([isEmpty(even, NOTHING), isEmpty(even, 0)], [true, false]);
  assert.deepEqual([isEmpty(powers, 0), isEmpty(both, 0)], [true, false]);
  assert.equal(colorOf(even, NOTHING), null);
  assert.notEqual(colorOf(even, 0), null);
  assert.deepEqual(colorOf(even, 7), colorOf(even, 1), 'beyond the end the colour of the end');
});

test('cells beyond the ends are counted, of those that are not empty', () => {
  const even = scale('weights', 'rest', gridOf([0, 0.2]));
  assert.deepEqual(countOff(even, gridOf([0.2, 0.3, 0, NOTHING, -0.1])), {off: 2, of: 3});
  const both = scale('change', 'log');
  assert.deepEqual(countOff(both, gridOf([1e-7, -1e-7, 1e-5, -1, 0])), {off: 2, of: 4});
});

test('every view has its name, and a view of a later format that of weights', () => {
  assert.equal(labelOf('logits'), 'Logit');
  assert.equal(labelOf('uniform'), 'Difference to Uniform Rows');
  for (const view of ['later', 'valueOf', '']) assert.equal(labelOf(view), 'Attention Weight');
});
