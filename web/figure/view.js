// What every panel shows, from the figure and how it is to be looked at: numbers for the cells,
// and the scale of colours. Pure: no drawing here; and numbers that are still the same array are
// not pooled again.
import {BASELINES, PANELS} from 'made/constants.js';
import {actsHere, componentOf, isOfOneInput} from '../engine/kinds.js';
import {createMemory} from './memory.js';
import {heads, notes} from './messages.js';
import {NOTHING, countOff, scaleOf} from './range.js';

/**
 * @typedef {import('./range.js').Grid} Grid
 * @typedef {import('./range.js').Scale} Scale
 * @typedef {{token: string, p: number}} Guess
 * @typedef {{kl: number, divergence: Float64Array | number[] | null, before: Guess[], after:
 *   Guess[]}} Prediction
 * @typedef {import('../engine/core.js').Panel & {prediction?: Prediction | null}} Panel
 * @typedef {{tokens: string[] | null, count: number}} Input
 * @typedef {Omit<import('../engine/core.js').Figure, 'panels' | 'baselines' | 'followers'> & {panels: Panel[],
 *   baselines: Panel[], followers: Panel[], inputs?: Input[] | null, source?: Source | null,
 *   apart?: string, said?: string[]}} Figure
 *   apart: its weights are the differences of two figures, which are called so; said: of each
 *   panel then
 * @typedef {Pick<import('../engine/core.js').Source, 'kind' | 'layer' | 'head' | 'next'>} Source
 * @typedef {Record<string, string>} Params
 * @typedef {{grid: Grid | null, note: string}} Shown without a grid the note says why
 * @typedef {{panels: (Shown | null)[], scale: Scale, off: string, byRows: boolean,
 *   logits: boolean, means: boolean}} View
 *   of all panels: the nine, the untouched of inputs 1 to 3, and the heads that follow those;
 *   means: of a block of cells its mean is drawn, not its largest
 * @typedef {(panel: number) => Float32Array | null} Logits null: too many, or not to be had
 */

export {PANELS};
/** The first of the heads in which Value is seen, untouched. */
export const FOLLOWERS = PANELS + BASELINES;
export const ALL = FOLLOWERS + BASELINES;

/** The largest number of cells whose logits are asked for: they are kept as long as the figure. */
export const MOST_LOGITS = 1 << 20;

/**
 * The nine, and by their input the untouched heads at 9 to 11 and those that follow at 12 to 14;
 * null where the figure has none.
 * @param {Figure} figure
 * @returns {(Panel | null)[]}
 */
export function panelsOf(figure) {
  const byInput = (/** @type {Panel[]} */ all) =>
    [0, 1, 2].map(input => all.find(panel => panel.row === input) ?? null);
  return [...figure.panels, ...byInput(figure.baselines), ...byInput(figure.followers)];
}

/** The column of one of the nine panels, from 0. @param {number} panel */
export const columnOf = panel => panel % 3;

/** The row of one of the nine panels, from 0. @param {number} panel */
export const rowOf = panel => Math.floor(panel / 3);

/**
 * The untouched heads beside each row of the nine, in columns, the nearest first. A head beside
 * several rows stands beside the last of them.
 * @param {boolean} isOfOne input
 * @param {boolean} [follows] Value is seen in the next layer
 * @returns {number[][]}
 */
export function untouchedColumns(isOfOne, follows) {
  if (isOfOne) return [follows ? [9, 9, 12] : [9, 9, 9]];
  const studied = [9, 10, 11];
  return follows ? [[12, 13, 14], studied] : [studied];
}

/**
 * Which untouched heads stand beside the nine.
 * @param {boolean} isOfOne input
 * @param {boolean} [follows]
 */
export const untouchedOf = (isOfOne, follows) => [
  ...new Set(untouchedColumns(isOfOne, follows).reverse().flat()),
];

/** Is a block of cells drawn as its mean, not its largest? @param {Params} params */
export const isOfMeans = ({pool}) => pool === 'mean';

/**
 * The keys a query may look at, from the first to the one behind the last. The engine's own rule is
 * `allowed_keys` in src/engine/attention.h. The page has it too, because it asks for every row that
 * it draws; tests/node/page-rules.test.mjs holds both equal.
 * @param {Params} params
 * @param {number} query
 * @param {number} columns
 * @returns {[number, number]}
 */
export function allowedKeys({mask, window}, query, columns) {
  if (mask === 'none') return [0, columns];
  const to = Math.min(query + 1, columns);
  return [mask === 'window' ? Math.min(Math.max(query - Number(window) + 1, 0), to) : 0, to];
}

/**
 * A panel's weights, or where they are too many, the largest or the mean of each block of them.
 * @param {Panel} panel
 * @returns {Grid | null}
 */
export function weightsOf(panel) {
  if (panel.weights) return {values: panel.weights, rows: panel.rows, columns: panel.columns};
  if (panel.cells) return {values: panel.cells, rows: panel.cellRows, columns: panel.cellColumns};
  return null;
}

/**
 * The untouched panel that a panel is compared with; null where there is none.
 * @param {Figure} figure
 * @param {number} id
 * @param {Params} params
 */
export function referenceOf(figure, id, params) {
  const all = panelsOf(figure);
  const panel = all[id];
  if (!panel || panel.queryInput !== panel.keyInput) return null;
  return all[(isNext(id, params) ? FOLLOWERS : PANELS) + panel.queryInput];
}

const VALUE = 2;

/** Is a panel Value's? @param {number} id @param {Params} params */
export const isValue = (id, params) => id < PANELS && componentOf(params, id) === VALUE;

/**
 * Does a panel show a head of the next layer, in which Value is seen?
 * @param {number} id
 * @param {Params} params
 */
export const isNext = (id, params) =>
  id >= FOLLOWERS || (params.value === 'next' && isValue(id, params));

/**
 * The head that Value's panels show where Value is seen in the next layer: it reads what the head
 * under study puts out. '' where they show that head itself.
 * @param {Figure | null} figure
 * @param {Params} params
 */
export function nextHead(figure, params) {
  const {layer = null, next = null} = figure?.source ?? {};
  const {value, source} = params;
  if (value !== 'next' || !actsHere('value', params)) return '';
  if (layer !== null && next !== null) return heads.at(layer + 1, next);
  return source === 'model' ? heads.next : heads.following;
}

/** @param {Grid} grid @param {ArrayLike<number>} from @returns {Grid} */
function difference(grid, from) {
  const values = grid.values.slice();
  for (let at = 0; at < values.length; at++) values[at] -= from[at];
  return {...grid, values};
}

/** What even rows have: panels of a figure mostly share it. */
const evens = createMemory();

/** The first of `count` rows or columns that is in a block. @param {number} block @param {number} blocks @param {number} count */
const firstIn = (block, blocks, count) => Math.ceil((block * count) / blocks);

/** How many of `count` rows or columns are in a block. @param {number} block @param {number} blocks @param {number} count */
export const sizeOf = (block, blocks, count) =>
  firstIn(block + 1, blocks, count) - firstIn(block, blocks, count);

/** Does a cell stand for a block of them? @param {Grid} grid @param {{rows: number, columns: number}} panel */
export const isPooled = (grid, panel) => grid.rows < panel.rows || grid.columns < panel.columns;

/**
 * What rows that give every allowed key the same have in each cell, or in each block of cells: the
 * largest or the mean; 0 where no query may look.
 * @param {Grid} grid
 * @param {{rows: number, columns: number}} panel
 * @param {Params} params
 */
function evenOf({rows, columns}, panel, params) {
  const means = isOfMeans(params);
  const from = [rows, columns, panel.rows, panel.columns, params.mask, params.window, means];
  return evens.keep('', from, () => {
    const values = new Float64Array(rows * columns);
    for (let i = 0; i < panel.rows; i++) {
      const [from, to] = allowedKeys(params, i, panel.columns);
      const row = Math.floor((i * rows) / panel.rows);
      const high = sizeOf(row, rows, panel.rows);
      for (let j = from, end; j < to; j = end) {
        const column = Math.floor((j * columns) / panel.columns);
        const at = row * columns + column;
        const even = 1 / (to - from);
        end = firstIn(column + 1, columns, panel.columns);
        const wide = sizeOf(column, columns, panel.columns);
        const share = (Math.min(end, to) - j) / high / wide;
        values[at] = means ? values[at] + even * share : Math.max(values[at], even);
      }
    }
    return values;
  });
}

/**
 * Only the cells that a query may look at, and blocks of which some may be; the others are nothing.
 * @param {Grid} grid
 * @param {Panel} panel
 * @param {Params} params
 * @returns {Grid}
 */
function allowedOf(grid, panel, params) {
  const values = grid.values.slice();
  const even = evenOf(grid, panel, params);
  for (let at = 0; at < values.length; at++) if (!even[at]) values[at] = NOTHING;
  return {...grid, values};
}

/**
 * The numbers of a panel before they are made to fit its pixels.
 * @param {Figure} figure
 * @param {number} id
 * @param {Params} params
 * @param {Logits} logits
 * @returns {Shown}
 */
function numbersOf(figure, id, params, logits) {
  const panel = /** @type {Panel} */ (panelsOf(figure)[id]);
  const weights = weightsOf(panel);
  const {rows, columns} = panel;
  if (params.view === 'logits') {
    const values = rows * columns <= MOST_LOGITS ? logits(id) : null;
    return values
      ? {grid: allowedOf({values, rows, columns}, panel, params), note: ''}
      : {grid: null, note: notes.tooManyLogits};
  }
  if (!weights) return {grid: null, note: notes.tooManyWeights};
  // The figure as printed has the mask as dark as a weight of 0; plain, it is told from that.
  const isWhole = params.style !== 'plain' || params.mask === 'none';
  const shown = (/** @type {Grid} */ grid) => ({
    grid: isWhole ? grid : allowedOf(grid, panel, params),
    note: '',
  });
  if (params.view === 'uniform') return shown(difference(weights, evenOf(weights, panel, params)));
  if (params.view !== 'change' || figure.apart) return shown(weights);
  const reference = referenceOf(figure, id, params);
  const other = reference && weightsOf(reference);
  return other && other.values.length === weights.values.length
    ? shown(difference(weights, other.values))
    : {grid: null, note: notes.crossed};
}

/** What was pooled last of an array. @type {WeakMap<Float32Array, {key: string, grid: Grid}>} */
const known = new WeakMap();

/**
 * Puts the largest value of each block, or of differences the one farthest from zero, into one
 * cell; or the mean.
 * @param {Grid} grid
 * @param {number} most cells a side
 * @param {View} view
 * @returns {Grid}
 */
function pool(grid, most, view) {
  const {values, rows, columns} = grid;
  const key = [rows, columns, most, view.scale.signed, view.means].join();
  const had = known.get(values);
  if (rows <= most && columns <= most) return grid;
  if (had?.key === key) return had.grid;
  const made = blocks(grid, [Math.min(rows, most), Math.min(columns, most)], view);
  known.set(values, {key, grid: made});
  return made;
}

/**
 * Of a mean, cells that are nothing count as 0, which a hidden weight is; a hidden logit does not
 * count.
 * @param {Grid} grid
 * @param {[number, number]} size rows and columns of blocks
 * @param {View} view
 * @returns {Grid}
 */
function blocks({values, rows, columns}, [down, across], {scale, means, logits}) {
  const out = new Float32Array(down * across).fill(NOTHING);
  const counts = new Float32Array(out.length);
  const isLargest = !means && !scale.signed;
  const edges = Uint16Array.from({length: across + 1}, (_, j) => firstIn(j, across, columns));
  for (let i = 0; i < rows; i++) {
    const to = Math.floor((i * down) / rows) * across;
    const from = i * columns;
    for (let j = 0; j < across; j++) {
      let best = out[to + j];
      let count = edges[j + 1] - edges[j];
      for (let at = from + edges[j], end = from + edges[j + 1]; at < end; at++) {
        const v = values[at];
        if (isLargest) {
          if (v > best) best = v; // NOTHING is less than all else
        } else if (v === NOTHING) {
          if (logits) count--;
        } else if (best === NOTHING) best = v;
        else if (means) best += v;
        else if (Math.abs(v) > Math.abs(best)) best = v;
      }
      out[to + j] = best;
      counts[to + j] += count;
    }
  }
  if (means) for (let i = 0; i < out.length; i++) if (out[i] !== NOTHING) out[i] /= counts[i];
  return {values: out, rows: down, columns: across};
}

/**
 * Each row by its own largest size; of logits from its smallest to its largest.
 * @param {Grid} grid
 * @param {boolean} logits
 * @returns {Grid}
 */
function byRows({values, rows, columns}, logits) {
  const out = new Float32Array(values.length);
  for (let i = 0; i < rows; i++) {
    const row = values.subarray(i * columns, (i + 1) * columns);
    let low = logits ? Infinity : 0;
    let high = logits ? -Infinity : 0;
    for (const v of row) {
      if (v === NOTHING) continue;
      if (logits && v < low) low = v;
      high = Math.max(high, logits ? v : Math.abs(v));
    }
    const span = high > low ? high - low : 1;
    row.forEach((v, j) => {
      out[i * columns + j] = v === NOTHING ? v : (v - low) / span;
    });
  }
  return {values: out, rows, columns};
}

/**
 * Panels that show the same numbers are worked on once.
 * @param {Figure} figure
 * @returns {(string | null)[]}
 */
const keysOf = figure =>
  panelsOf(figure).map(panel => panel && `${panel.same} ${panel.queryInput} ${panel.keyInput}`);

/**
 * How many of the cells that are shown lie off the scale, as a sentence on the bar.
 * @param {Scale} scale
 * @param {(Shown | null)[]} numbers
 */
function offText(scale, numbers) {
  /** @type {Map<Shown, {off: number, of: number}>} */
  const counts = new Map();
  let off = 0;
  let of = 0;
  for (const shown of numbers) {
    if (!shown?.grid) continue;
    const count = counts.get(shown) ?? countOff(scale, shown.grid);
    counts.set(shown, count);
    off += count.off;
    of += count.of;
  }
  return off ? notes.off(off, of) : '';
}

/**
 * @template T
 * @param {(string | null)[]} keys
 * @param {(id: number) => T} make
 * @returns {(T | null)[]}
 */
function once(keys, make) {
  /** @type {Map<string, T>} */
  const made = new Map();
  return keys.map((key, id) => {
    if (key === null) return null;
    if (!made.has(key)) made.set(key, make(id));
    return /** @type {T} */ (made.get(key));
  });
}

/**
 * Every number that is shown, and what the colours span.
 * @param {Figure | null} figure
 * @param {Params} params
 * @param {Logits} logits
 * @returns {View}
 */
export function viewOf(figure, params, logits) {
  const stand = new Set(untouchedOf(isOfOneInput(params)));
  const keys = figure
    ? keysOf(figure).map((key, id) =>
        id < PANELS || id >= FOLLOWERS || stand.has(id) ? key : null,
      )
    : Array(ALL).fill(null);
  const panels = once(keys, id => numbersOf(/** @type {Figure} */ (figure), id, params, logits));
  const scale = scaleOf(
    /** @type {any} */ (params),
    [...new Set(panels.slice(0, PANELS))].flatMap(one => one?.grid ?? []),
  );
  if (figure?.apart) scale.label = figure.apart;
  const counted = scale.log || params.range === 'rest';
  return {
    panels,
    scale,
    off: counted ? offText(scale, panels) : '',
    byRows: params.range === 'row',
    logits: params.view === 'logits',
    means: isOfMeans(params),
  };
}

/**
 * The cells of a panel: no more along a side than there are pixels, and each row by itself if so
 * wished.
 * @param {View} view
 * @param {number} id
 * @param {number} pixels along the longer side
 * @returns {Grid | null}
 */
export function cellsAlong(view, id, pixels) {
  const numbers = view.panels[id]?.grid;
  if (!numbers) return null;
  const grid = pool(numbers, Math.max(1, Math.floor(pixels)), view);
  return view.byRows ? byRows(grid, view.logits) : grid;
}

/**
 * The cells that are drawn.
 * @param {View} view
 * @param {number[]} pixels of each panel's longer side
 * @returns {(Grid | null)[]}
 */
export function cellsOf(view, pixels) {
  const {panels} = view;
  const numbers = new Map([...new Set(panels)].map((one, i) => [one, i]));
  const keys = panels.map((one, id) => (one?.grid ? `${numbers.get(one)} ${pixels[id]}` : null));
  return once(keys, id => cellsAlong(view, id, pixels[id]));
}
