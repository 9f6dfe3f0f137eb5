// How a weight of the figure made last came about, as the engine tells it.
import {CELL} from 'made/constants.js';
import * as STATUS from 'made/statuses.js';

/** @typedef {import('../types/engine.js').Cell} Cell */

/**
 * Each number as the engine made it.
 * @param {import('./core.js').Core} engine
 * @param {{panel: number, query: number, key: number}} at panel: 0 to 8, baselines 9 to 11,
 *   followers 12 to 14
 * @returns {Cell}
 */
export function arithmeticOf(engine, {panel, query, key}) {
  const {call, session} = engine;
  const d = call.head_width(session);
  const {columns} = engine.numbersOf(panel);
  let numbers = new Float64Array();
  const steps = engine.filled(Float32Array, 4 * d + Math.max(columns, 0), to => {
    numbers = engine.filled(Float64Array, CELL.length, at =>
      call.panel_cell(session, panel, query, key, at, to),
    );
    return STATUS.OK;
  });
  const [q, k, products, sums] = [0, 1, 2, 3].map(row => steps.slice(row * d, (row + 1) * d));
  const named = Object.fromEntries(CELL.map((name, i) => [name, numbers[i]]));
  return /** @type {Cell} */ ({...named, q, k, products, sums, powers: steps.slice(4 * d)});
}
