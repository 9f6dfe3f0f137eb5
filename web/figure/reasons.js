// Why two panels show the very same weights. Each cause has its own sentence, told only where it is
// the cause.
import {hasEpsilon, operationOf} from '../engine/kinds.js';
import {three} from '../base/lists.js';
import {reasons, unchanged, unchangedBesideValue} from './messages.js';
import {
  PANELS,
  allowedKeys,
  columnOf,
  isNext,
  isValue,
  panelsOf,
  referenceOf,
  rowOf,
  weightsOf,
} from './view.js';

/**
 * @typedef {import('./view.js').Figure} Figure
 * @typedef {import('./view.js').Panel} Panel
 * @typedef {import('./view.js').Params} Params
 * @typedef {'untouched' | 'value' | 'unchanged' | 'changed'} Cause of a panel's weights
 */

/** @param {Params} params @param {number} column */
const epsilonOf = ({eps}, column) => Number(three(eps)[column]);

/**
 * How strongly a column is changed: a factor, or how much of a mean or of noise.
 * @param {Params} params
 * @param {number} column
 */
const strengthOf = (params, column) => epsilonOf(params, column) ** Number(params.response);

/**
 * Does nothing of Value reach a head that is made up?
 * @param {Params} params
 * @param {number} id
 */
const isWithoutCopy = (params, id) =>
  isNext(id, params) &&
  params.source !== 'model' &&
  operationOf(params).isFactor &&
  Number(params.copy) === 0;

/**
 * Whether a panel's weights are those of the untouched head is said by the engine: it knows what it
 * made them of.
 * @param {Figure} figure
 * @param {Params} params
 * @param {number} id
 * @returns {Cause}
 */
function causeOf(figure, params, id) {
  const panel = /** @type {Panel} */ (panelsOf(figure)[id]);
  if (id >= PANELS) return 'untouched';
  if (isValue(id, params) && !isNext(id, params)) return 'value';
  if (isWithoutCopy(params, id)) return 'changed';
  return panel.same === referenceOf(figure, id, params)?.same ? 'unchanged' : 'changed';
}

/**
 * What leaves columns as they are: epsilon, its power, or a factor that is no other number in single
 * precision.
 * @param {Params} params
 * @param {number[]} columns
 * @param {number} none the number that changes nothing
 */
function whatKeeps(params, columns, none) {
  const are = (/** @type {(params: Params, column: number) => number} */ number) =>
    columns.every(column => number(params, column) === none);
  if (are(epsilonOf)) return 'epsilon';
  return are(strengthOf) ? 'power' : 'factor';
}

/**
 * Has every key that a query may look at the same weight? Of blocks of weights it is not known.
 * @param {Panel} panel
 * @param {Params} params
 */
function isEven(panel, params) {
  const grid = weightsOf(panel);
  if (!grid || grid.rows < panel.rows || grid.columns < panel.columns) return false;
  for (let i = 0; i < grid.rows; i++) {
    const [from, to] = allowedKeys(params, i, grid.columns);
    const row = grid.values.subarray(i * grid.columns + from, i * grid.columns + to);
    if (row.some(weight => weight !== row[0])) return false;
  }
  return true;
}

/**
 * Why two panels that were changed are the same.
 * @param {Figure} figure
 * @param {Params} params
 * @param {number} a
 * @param {number} b
 */
function whyChangedAlike(figure, params, a, b) {
  const [x, y] = [a, b].map(columnOf);
  const isSame = epsilonOf(params, x) === epsilonOf(params, y);
  const rows = rowOf(a) === rowOf(b) ? '' : reasons.oneFactor;
  if (!hasEpsilon(params)) return reasons.noEpsilon;
  if (isWithoutCopy(params, a)) return reasons.noCopy;
  if (strengthOf(params, x) !== strengthOf(params, y)) {
    const even = isEven(/** @type {Panel} */ (panelsOf(figure)[a]), params);
    return `${rows} ${even ? reasons.tooSmall : reasons.sameNumber}`.trim();
  }
  return rows || (isSame ? reasons.sameEpsilon : reasons.samePower(params.response));
}

/**
 * @param {Figure} figure
 * @param {Params} params what the figure was made from
 * @param {number} a
 * @param {number} b another panel, whose weights are the same
 */
export function reasonOf(figure, params, a, b) {
  if (!panelsOf(figure)[a] || !panelsOf(figure)[b]) return '';
  const causes = [a, b].map(id => causeOf(figure, params, id));
  if (causes.includes('changed')) return whyChangedAlike(figure, params, a, b);
  const columns = [a, b].filter((_, i) => causes[i] === 'unchanged').map(columnOf);
  if (!columns.length) return reasons.value;
  const none = operationOf(params).unchanged ?? 0;
  const told = causes.includes('value') ? unchangedBesideValue : unchanged;
  return told[whatKeeps(params, columns, none)](none, params.response);
}
