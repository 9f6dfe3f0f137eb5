// What the cross-hair points at: one cell in all panels, with its numbers, and its row as bars.
import {reading} from './messages.js';
import {NOTHING, colorOf, isEmpty, positionOf} from './range.js';
import {barsPath, stepsPath} from './strips.js';
import {
  MOST_LOGITS,
  PANELS,
  allowedKeys,
  cellsAlong,
  isNext,
  isPooled,
  nextHead,
  panelsOf,
  referenceOf,
  sizeOf,
  weightsOf,
} from './view.js';

/**
 * @typedef {import('./view.js').Figure} Figure
 * @typedef {import('./view.js').Params} Params
 * @typedef {import('./view.js').View} View
 * @typedef {import('./view.js').Logits} Logits
 * @typedef {import('./range.js').Grid} Grid
 * @typedef {import('../state/store.js').Focus} Focus
 * @typedef {import('./readout.js').Cell} Cell
 */

/**
 * The cell that a query and a key fall into.
 * @param {Grid} grid
 * @param {{rows: number, columns: number}} panel
 * @param {number} query
 * @param {number} key
 */
const indexOf = (grid, panel, query, key) =>
  Math.floor((query * grid.rows) / panel.rows) * grid.columns +
  Math.floor((key * grid.columns) / panel.columns);

/** @param {import('./view.js').Panel} panel @param {Focus} focus */
const isInside = (panel, {query, key}) => query < panel.rows && key < panel.columns;

/**
 * @param {Figure} figure @param {number} id @param {Focus} focus @param {Params} params @param
 *   {Logits} logits
 * @returns {Cell | null} null where this panel has no such cell
 */
export function cellOf(figure, id, focus, params, logits) {
  const panel = panelsOf(figure)[id];
  const {query, key} = focus;
  if (!panel || !isInside(panel, focus)) return null;
  const grid = weightsOf(panel);
  const reference = referenceOf(figure, id, params);
  const other = reference && weightsOf(reference);
  const weight = grid ? grid.values[indexOf(grid, panel, query, key)] : null;
  const was = other && reference ? other.values[indexOf(other, reference, query, key)] : null;
  const [from, to] = allowedKeys(params, query, panel.columns);
  const pooled = grid !== null && isPooled(grid, panel);
  const all = panel.rows * panel.columns <= MOST_LOGITS ? logits(id) : null;
  const token = (/** @type {number} */ input, /** @type {number} */ at) =>
    figure.inputs?.[input]?.tokens?.[at] ?? null;
  return {
    query,
    key,
    queryToken: token(panel.queryInput, query),
    keyToken: token(panel.keyInput, key),
    weight,
    masked: !pooled && (key < from || key >= to),
    logit: all ? all[query * panel.columns + key] : null,
    pooled: pooled
      ? reading.pooled(
          params.pool,
          sizeOf(Math.floor((query * grid.rows) / panel.rows), grid.rows, panel.rows),
          sizeOf(Math.floor((key * grid.columns) / panel.columns), grid.columns, panel.columns),
        )
      : '',
    change: weight !== null && was !== null && id < PANELS ? weight - was : null,
    norm: panel.norm?.[query] ?? null,
    divergence: panel.prediction?.divergence?.[query] ?? null,
    head: isNext(id, params) ? nextHead(figure, params) : '',
  };
}

/**
 * Where the cross-hair stands in a panel, as shares of it.
 * @param {Figure} figure
 * @param {number} id
 * @param {Focus} focus
 */
export function crossOf(figure, id, focus) {
  const panel = panelsOf(figure)[id];
  if (!panel || !isInside(panel, focus)) return null;
  const {rows, columns} = panel;
  const {query, key, pinned} = focus;
  return {x: key / columns, y: query / rows, width: 1 / columns, height: 1 / rows, pinned};
}

/**
 * A row of drawn cells as heights on the bar.
 * @param {Grid} cells
 * @param {number} share of the way down
 * @param {View} view
 */
function heightsOf(cells, share, {scale, logits}) {
  const row = Math.min(Math.floor(share * cells.rows), cells.rows - 1);
  const floor = scale.signed ? 0.5 : 0;
  return Array.from(cells.values.subarray(row * cells.columns, (row + 1) * cells.columns), value =>
    value === NOTHING || isEmpty(scale, value)
      ? logits
        ? 0
        : floor
      : Math.min(Math.max(positionOf(scale, value), 0), 1),
  );
}

/**
 * The row of a query as bars, with the untouched head's as a line over it. The line has as many
 * steps as there are bars, however small the untouched head itself is drawn.
 * @param {Figure} figure
 * @param {number} id
 * @param {number} query
 * @param {(Grid | null)[]} cells that are drawn
 * @param {View} view
 * @param {Params} params
 * @returns {import('./panels.js').Bars | null}
 */
export function barsOf(figure, id, query, cells, view, params) {
  const all = panelsOf(figure);
  const panel = all[id];
  const grid = cells[id];
  if (!panel || !grid || query >= panel.rows) return null;
  const floor = view.scale.signed ? 0.5 : 0;
  const share = (query + 0.5) / panel.rows;
  const reference = id < PANELS ? all.indexOf(referenceOf(figure, id, params)) : -1;
  const was = cellsAlong(view, reference, Math.max(grid.rows, grid.columns));
  const line = was && !view.scale.signed ? stepsPath(heightsOf(was, share, view)) : '';
  return {floor, now: barsPath(heightsOf(grid, share, view), floor, grid.columns <= 64), was: line};
}

/**
 * Where the cell under the cross-hair stands on the colour bar, and its colour; null where it has
 * none.
 * @param {Figure} figure
 * @param {Focus} focus
 * @param {(Grid | null)[]} cells
 * @param {View} view
 */
export function markOf(figure, focus, cells, {scale}) {
  const panel = panelsOf(figure)[focus.panel];
  const grid = cells[focus.panel];
  if (!panel || !grid || !isInside(panel, focus)) return null;
  const value = grid.values[indexOf(grid, panel, focus.query, focus.key)];
  const color = colorOf(scale, value);
  return color && {at: positionOf(scale, value), color: `rgb(${color.join(' ')})`};
}
