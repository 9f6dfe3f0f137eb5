// What the kinds of figure and the operations are, by their rows: src/engine/kinds.def. Nothing
// else asks for one by its name.
import {kinds, operations} from 'made/kinds.js';

/**
 * @typedef {Record<string, string>} Params
 * @typedef {'neither' | 'row' | 'column'} Axis
 * @typedef {{row: string, column: string, title: string, caption: string, sentence: string}} Words
 * @typedef {Words & {key: string, label: string, queryInput: Axis, keyInput: Axis, component: Axis,
 *   epsilon: Axis, operation: string, keys: string, measures: string}} Kind
 * @typedef {Words & {key: string, label: string, isFactor: boolean, unchanged: number | null,
 *   keys: string}} Operation
 */

/** @param {{key: string}[]} rows @param {string} key */
const find = (rows, key) => rows.find(row => row.key === key) ?? rows[0];

/** @param {Params} params @returns {Kind} */
export const kindOf = ({figure}) => /** @type {Kind} */ (find(kinds, figure));

/** Does the link's `op` say what is done, and not the kind's own row? @param {Params} params */
export const takesOperation = params => !kindOf(params).operation;

/** The operation that panels show. @param {Params} params @returns {Operation} */
export const operationOf = params =>
  /** @type {Operation} */ (find(operations, kindOf(params).operation || params.op));

/** @param {Params} params @returns {Words} */
export const wordsOf = params => (takesOperation(params) ? operationOf(params) : kindOf(params));

/** @param {Axis} axis @param {number} panel one of the nine @param {number} neither */
const along = (axis, panel, neither) =>
  axis === 'row' ? Math.floor(panel / 3) : axis === 'column' ? panel % 3 : neither;

/**
 * The component that a panel changes: 0 Query, 1 Key, 2 Value; -1 Query and Key together.
 * @param {Params} params
 * @param {number} panel
 */
export const componentOf = (params, panel) => along(kindOf(params).component, panel, -1);

/**
 * The inputs of a panel's queries and keys.
 * @param {Params} params
 * @param {number} panel
 * @returns {[number, number]}
 */
export const inputsOf = (params, panel) => [
  along(kindOf(params).queryInput, panel, 0),
  along(kindOf(params).keyInput, panel, 0),
];

/** Are all panels of input 1? @param {Params} params */
export const isOfOneInput = params =>
  kindOf(params).queryInput === 'neither' && kindOf(params).keyInput === 'neither';

/** Is each component replaced by its mean, in panels of its own? @param {Params} params */
export const isOfMeans = params =>
  !takesOperation(params) && kindOf(params).component !== 'neither';

/** @param {{keys: string}} row @param {string} key */
const names = (row, key) => row.keys.split(' ').includes(key);

const conditional = new Set([...kinds, ...operations].flatMap(({keys}) => keys.split(' ')));

/**
 * Does a key of the table mean something to this kind and operation?
 * @param {string} key
 * @param {Params} params
 */
export function actsHere(key, params) {
  const kind = kindOf(params);
  return (
    !conditional.has(key) ||
    names(kind, key) ||
    (takesOperation(params) && names(operationOf(params), key))
  );
}

/** Is a column of panels one of the three epsilons? @param {Params} params */
export const isByEpsilon = params => kindOf(params).epsilon === 'column';

/**
 * Which of the three epsilons a panel is of.
 * @param {Params} params
 * @param {number} panel
 */
export const epsilonIn = (params, panel) => along(kindOf(params).epsilon, panel, 0);

/** Is there an epsilon? @param {Params} params */
export const hasEpsilon = params => actsHere('eps', params);

/**
 * What a kind or an operation is called in a list of choices.
 * @param {string} key of the table
 * @param {string} word
 */
export function labelOfKind(key, word) {
  const rows = key === 'figure' ? kinds : key === 'op' ? operations : [];
  return rows.find(row => row.key === word)?.label;
}
