// What panels show, web/figure/view.js, on figures small enough to be reckoned by hand.
import assert from 'node:assert/strict';
import test from 'node:test';
import {NOTHING} from '../../web/figure/range.js';
import {
  ALL,
  MOST_LOGITS,
  allowedKeys,
  cellsAlong,
  cellsOf,
  isNext,
  nextHead,
  panelsOf,
  referenceOf,
  untouchedOf,
  viewOf,
  weightsOf,
} from '../../web/figure/view.js';

const PARAMS = {
  figure: 'modify',
  op: 'scale',
  source: 'synthetic',
  view: 'weights',
  range: 'unit',
  colors: 'figure',
  mask: 'causal',
  window: '2',
  value: 'this',
};

const NO_LOGITS = () => null;

/** A panel of three tokens. */
const panelOf = (weights, more = {}) => ({
  rows: 3,
  columns: 3,
  weights: weights && Float32Array.from(weights),
  cells: null,
  queryInput: 0,
  keyInput: 0,
  same: -1,
  row: 0,
  column: 0,
  measures: {change: 0.25},
  ...more,
});

const EVEN = [1, 0, 0, 0.5, 0.5, 0, 0.25, 0.25, 0.5];
const FIRST = [1, 0, 0, 1, 0, 0, 1, 0, 0];
const LAST = [1, 0, 0, 0, 1, 0, 0, 0, 1];

/** Nine panels, each of its own numbers unless `same` says otherwise, and untouched heads. */
function figureOf(weights, {more = {}, baselines = [{row: 0}], followers = [], ...rest} = {}) {
  const panels = Array.from({length: 9}, (_, id) => panelOf(weights, {same: id, ...more}));
  return {
    panels,
    baselines: baselines.map(own => panelOf(FIRST, {same: 100 + own.row, ...own})),
    followers: followers.map(own => panelOf(LAST, {same: 200 + own.row, ...own})),
    source: null,
    ...rest,
  };
}

const values = grid => Array.from(grid.values, value => Number(value.toFixed(6)));

test('untouched heads stand behind the nine, by their input', () => {
  const [nine, one, three] = [0, 1, 2].map(row => ({row}));
  const all = panelsOf(figureOf(EVEN, {baselines: [three, nine]}));
  assert.equal(all.length, ALL);
  assert.deepEqual(
    all.slice(9).map(panel => panel?.row ?? null),
    [0, null, 2, null, null, null],
  );
  assert.deepEqual([untouchedOf(true), untouchedOf(false)], [[9], [9, 10, 11]]);
  assert.deepEqual(untouchedOf(true, true), [9, 12]);
  assert.deepEqual(untouchedOf(false, true), [9, 10, 11, 12, 13, 14]);
  assert.equal(panelsOf(figureOf(EVEN, {baselines: [one]}))[10].row, 1);
});

test('a query looks at what the mask leaves it', () => {
  const keys = (mask, query, columns, window = '2') =>
    allowedKeys({mask, window}, query, columns).join();
  assert.equal(keys('none', 0, 5), '0,5');
  assert.equal(keys('causal', 0, 5), '0,1');
  assert.equal(keys('causal', 4, 5), '0,5');
  assert.equal(keys('causal', 7, 5), '0,5', 'a query behind all keys of a shorter input');
  assert.equal(keys('window', 4, 5), '3,5');
  assert.equal(keys('window', 0, 5), '0,1');
  assert.equal(keys('window', 4, 5, '1'), '4,5');
  assert.equal(keys('window', 2, 5, '16384'), '0,3');
  assert.equal(keys('window', 9, 5), '5,5', 'nothing is left where the window is behind all keys');
});

test('weights are shown as they are, or the largest of blocks, or not', () => {
  assert.deepEqual(values(weightsOf(panelOf(EVEN))), EVEN);
  const pooled = panelOf(null, {cells: Float32Array.of(1, 0.5), cellRows: 1, cellColumns: 2});
  const {rows, columns} = weightsOf(pooled);
  assert.deepEqual([rows, columns], [1, 2]);
  assert.equal(weightsOf(panelOf(null)), null);
  const view = viewOf(figureOf(null), PARAMS, NO_LOGITS);
  assert.deepEqual(view.panels[0], {grid: null, note: 'Too many weights to show'});
});

test('before there is a figure nothing is shown, and the scale is that of the view', () => {
  const {panels, scale, off} = viewOf(null, {...PARAMS, view: 'change'}, NO_LOGITS);
  assert.deepEqual(panels, Array(ALL).fill(null));
  assert.deepEqual([scale.low, scale.high, scale.signed, off], [-1, 1, true, '']);
});

test('of figures of one input one untouched head is shown, else one of each', () => {
  const figure = figureOf(EVEN, {baselines: [{row: 0}, {row: 1}, {row: 2}]});
  const shown = params => viewOf(figure, params, NO_LOGITS).panels.map(Boolean).slice(9, 12);
  assert.deepEqual(shown(PARAMS), [true, false, false]);
  assert.deepEqual(shown({...PARAMS, figure: 'mean'}), [true, true, true]);
});

test('panels of the same numbers are worked on once', () => {
  const {panels} = viewOf(figureOf(EVEN, {more: {same: 4}}), PARAMS, NO_LOGITS);
  assert.ok(panels.slice(1, 9).every(one => one === panels[0]));
  const apart = viewOf(figureOf(EVEN), PARAMS, NO_LOGITS).panels;
  assert.notEqual(apart[0], apart[1]);
  const cells = cellsOf(
    viewOf(figureOf(EVEN, {more: {same: 4}}), PARAMS, NO_LOGITS),
    Array(ALL).fill(2),
  );
  assert.ok(cells.slice(1, 9).every(grid => grid === cells[0]));
});

test('change is the difference to the untouched head of the same input', () => {
  const view = {...PARAMS, view: 'change'};
  const {panels} = viewOf(figureOf(EVEN), view, NO_LOGITS);
  assert.deepEqual(values(panels[0].grid), [0, 0, 0, -0.5, 0.5, 0, -0.75, 0.25, 0.5]);
  assert.deepEqual(values(panels[9].grid), Array(9).fill(0), 'an untouched head to itself');
  const crossed = figureOf(EVEN, {more: {keyInput: 1}});
  assert.equal(referenceOf(crossed, 0, view), null);
  assert.match(viewOf(crossed, view, NO_LOGITS).panels[0].note, /^Queries of one input, keys of/);
  const none = figureOf(EVEN, {baselines: []});
  assert.equal(viewOf(none, view, NO_LOGITS).panels[0].grid, null);
  assert.equal(referenceOf(none, 9, view), null, 'a panel that there is not');
});

test('Value seen in the next layer is compared with that head untouched', () => {
  const params = {...PARAMS, view: 'change', value: 'next', source: 'model'};
  const source = {kind: 'model', layer: 2, head: 1, next: 3};
  const figure = figureOf(EVEN, {source, followers: [{row: 0}]});
  const {panels} = viewOf(figure, params, NO_LOGITS);
  assert.deepEqual(
    [5, 6, 9, 12].map(id => isNext(id, params)),
    [false, true, false, true],
  );
  assert.deepEqual(values(panels[5].grid), [0, 0, 0, -0.5, 0.5, 0, -0.75, 0.25, 0.5]);
  assert.deepEqual(values(panels[6].grid), [0, 0, 0, 0.5, -0.5, 0, 0.25, 0.25, -0.5]);
  assert.deepEqual(values(panels[12].grid), Array(9).fill(0));
  assert.equal(referenceOf(figure, 7, params), panelsOf(figure)[12]);
  assert.equal(nextHead(null, params), 'a head of the next layer');
  assert.equal(nextHead(null, {...params, source: 'synthetic'}), 'the following head');
  assert.equal(nextHead(null, {...params, figure: 'cross'}), '', 'which has no Value');
  assert.equal(nextHead({source}, {...params, value: 'this'}), '');
});

test('against uniform rows: an even row is nought, of all keys and of those in a window', () => {
  const grid = (weights, more) =>
    values(
      viewOf(figureOf(weights), {...PARAMS, view: 'uniform', ...more}, NO_LOGITS).panels[0].grid,
    );
  assert.deepEqual(grid(FIRST), [0, 0, 0, 0.5, -0.5, 0, 0.666667, -0.333333, -0.333333]);
  const third = Array(9).fill(1 / 3);
  assert.deepEqual(grid(third, {mask: 'none'}), Array(9).fill(0));
  assert.deepEqual(grid([1, 0, 0, 0.5, 0.5, 0, 0, 0.5, 0.5], {mask: 'window'}), Array(9).fill(0));
});

test('of blocks the largest that an even row has in them is taken away', () => {
  const more = {rows: 4, columns: 4, weights: null, cellRows: 2, cellColumns: 2};
  const of = (cells, mask) => {
    const figure = figureOf(null, {
      more: {...more, cells: Float32Array.from(cells)},
      baselines: [],
    });
    const params = {...PARAMS, view: 'uniform', mask};
    return values(viewOf(figure, params, NO_LOGITS).panels[0].grid);
  };
  // Rows 0 and 1 may have 1 at most, rows 2 and 3 a third, and the block above is never looked at.
  assert.deepEqual(of([1, 0, 0.333333, 0.333333], 'causal'), [0, 0, -0, -0]);
  assert.deepEqual(of([0.25, 0.25, 0.25, 0.25], 'none'), [0, 0, 0, 0]);
});

test('logits: those that the mask leaves, as long as they are not too many', () => {
  const params = {...PARAMS, view: 'logits'};
  const logits = Float32Array.from({length: 9}, (_, i) => i - 4);
  const asked = [];
  const had = panel => {
    asked.push(panel);
    return logits;
  };
  const {panels, logits: is} = viewOf(figureOf(EVEN), params, had);
  assert.equal(is, true);
  assert.deepEqual(
    Array.from(panels[0].grid.values).filter(value => value !== NOTHING),
    [-4, -1, 0, 2, 3, 4],
  );
  assert.deepEqual(asked.sort(), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].sort());
  const note = {grid: null, note: 'Too many logits to show'};
  assert.deepEqual(viewOf(figureOf(EVEN), params, NO_LOGITS).panels[0], note);
  const large = figureOf(null, {
    more: {rows: 2048, columns: MOST_LOGITS / 2048 + 1},
    baselines: [],
  });
  const never = () => assert.fail('so many logits are not asked for');
  assert.deepEqual(viewOf(large, params, never).panels[0], note);
});

test('with fewer pixels than cells the largest of each block is drawn', () => {
  const weights = Float32Array.from({length: 16}, (_, i) => i / 16);
  const figure = figureOf(weights, {more: {rows: 4, columns: 4}, baselines: []});
  const view = viewOf(figure, {...PARAMS, mask: 'none'}, NO_LOGITS);
  assert.deepEqual(values(cellsAlong(view, 0, 2)), [5 / 16, 7 / 16, 13 / 16, 15 / 16]);
  assert.equal(cellsAlong(view, 0, 2), cellsAlong(view, 0, 2.9), 'and is known the second time');
  assert.deepEqual(
    values(cellsAlong(view, 0, 3)),
    [5, 6, 7, 9, 10, 11, 13, 14, 15].map(n => n / 16),
  );
  assert.deepEqual(values(cellsAlong(view, 0, 0)), [15 / 16], 'one pixel at least');
  assert.equal(cellsAlong(view, 0, 4).values, figure.panels[0].weights);
  assert.equal(cellsAlong(view, 9, 4), null, 'a panel that there is not');
});

test('the mean of each block is drawn where that is asked for', () => {
  const means = (weights, more, logits = NO_LOGITS, pixels = 2) => {
    const figure = figureOf(weights, {more: {rows: 4, columns: 4}, baselines: []});
    const view = viewOf(figure, {...PARAMS, pool: 'mean', ...more}, logits);
    return values(cellsAlong(view, 0, pixels));
  };
  const sixteen = Array.from({length: 16}, (_, i) => i / 16);
  const all = {mask: 'none'};
  assert.deepEqual(
    means(sixteen, all),
    [2.5, 4.5, 10.5, 12.5].map(n => n / 16),
  );
  assert.deepEqual(means(sixteen, all, NO_LOGITS, 1), [7.5 / 16]);
  const three = [2.5, 4, 5, 8.5, 10, 11, 12.5, 14, 15]; // blocks of 2, 1 and 1 rows and columns
  assert.deepEqual(
    means(sixteen, all, NO_LOGITS, 3),
    three.map(n => n / 16),
  );
  // Masked weights are 0 whether or not they are drawn; a block of nothing else stays nothing.
  const causal = [1, 0, 0, 0, 0.5, 0.5, 0, 0, 0.2, 0.2, 0.6, 0, 0.1, 0.1, 0.1, 0.7];
  const plain = means(causal, {style: 'plain'});
  assert.deepEqual([plain[0], plain[2], plain[3]], [0.5, 0.15, 0.35]);
  assert.equal(plain[1], NOTHING);
  assert.deepEqual(means(causal, {style: 'paper'}), [0.5, 0, 0.15, 0.35]);
  // A hidden logit is no number, and does not count.
  const logits = () => Float32Array.from({length: 16}, (_, i) => i);
  assert.deepEqual(means(causal, {view: 'logits'}, logits), [3, NOTHING, 10.5, 13]);
});

test('against uniform rows a mean has the mean of those taken away', () => {
  const grid = (weights, more) => {
    const size = {rows: 4, columns: 4, weights: weights && Float32Array.from(weights), ...more};
    const figure = figureOf(null, {more: size, baselines: []});
    const params = {...PARAMS, view: 'uniform', pool: 'mean'};
    return values(cellsAlong(viewOf(figure, params, NO_LOGITS), 0, 2));
  };
  const third = 1 / 3;
  const even = [1, 0, 0, 0, 0.5, 0.5, 0, 0, third, third, third, 0, 0.25, 0.25, 0.25, 0.25];
  const cells = Float32Array.of(0.5, 0, (2 * third + 0.5) / 4, (third + 0.5) / 4);
  assert.deepEqual(grid(even), [0, 0, 0, 0], 'cell by cell');
  const left = grid(null, {cells, cellRows: 2, cellColumns: 2});
  assert.ok(
    left.every(x => Math.abs(x) < 1e-7),
    'of blocks',
  );
  const all = Float32Array.of(1, 1, 1, 1);
  assert.deepEqual(
    grid(null, {cells: all, cellRows: 2, cellColumns: 2}),
    Array.from(cells, x => Number((1 - x).toFixed(6))),
  );
});

test('of differences the one farthest from nought is drawn, whichever its sign', () => {
  const weights = [0.5, 0.1, 0, 0.2, 0.3, 0, 0.1, 0.9, 0];
  const view = viewOf(figureOf(weights), {...PARAMS, view: 'change', mask: 'none'}, NO_LOGITS);
  assert.deepEqual(values(cellsAlong(view, 0, 1)), [-0.9]);
  const [all] = cellsOf(view, Array(12).fill(1));
  assert.deepEqual(values(all), [-0.9]);
});

test('each row by itself: weights by their largest, logits from smallest to largest', () => {
  const byRows = (weights, more, logits = NO_LOGITS) => {
    const view = viewOf(figureOf(weights), {...PARAMS, range: 'row', ...more}, logits);
    return values(cellsAlong(view, 0, 9));
  };
  assert.deepEqual(byRows(EVEN), [1, 0, 0, 1, 1, 0, 0.5, 0.5, 1]);
  assert.deepEqual(byRows(Array(9).fill(0)), Array(9).fill(0), 'a row of noughts');
  const logits = () => Float32Array.of(5, 0, 0, -3, 1, 0, 2, 4, 6);
  const drawn = byRows(EVEN, {view: 'logits'}, logits);
  assert.deepEqual(
    drawn.filter(value => value > -1e30),
    [0, 0, 1, 0, 0.5, 1],
  );
  assert.deepEqual(byRows(EVEN, {view: 'change'}), [0, 0, 0, -1, 1, 0, -1, 0.333333, 0.666667]);
});

test('how many cells lie off the scale is said where the scale does not hold all', () => {
  const weights = [1, 0, 0, 0.9, 0.1, 0, 0.85, 0.05, 0.1];
  const off = more =>
    viewOf(figureOf(weights, {more: {same: 1}}), {...PARAMS, ...more}, NO_LOGITS).off;
  assert.equal(off(), '');
  // Nine panels with 3 of 6 above the ends, and the untouched one with 3 of 3.
  assert.equal(off({range: 'rest'}), '30 of 57 cells off the scale');
  assert.equal(off({range: 'log'}), '');
  const tiny = weights.map(value => value / 1e9);
  const {off: below} = viewOf(
    figureOf(tiny, {baselines: []}),
    {...PARAMS, range: 'log'},
    NO_LOGITS,
  );
  assert.equal(below, '54 of 54 cells off the scale');
});
