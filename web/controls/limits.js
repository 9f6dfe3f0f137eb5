// What a link leaves to its reader: each control free, locked or hidden.
import {matters, permitted} from './controls.js';

/**
 * @typedef {import('../store.js').Row} Row
 * @typedef {Record<string, string>} Params
 * @typedef {'free' | 'locked' | 'hidden'} Limit
 */

/** @type {Limit[]} */
export const LIMITS = ['free', 'locked', 'hidden'];

const AT_HAND = /^(eps|text\d)$/; // these stand beside the figure

/** Is a row something to move, and not what a link says beside its figure? @param {Row} row */
export const isControl = ({kind, key}) => kind !== 'words' && key !== 'question';

/** @param {Params} params @param {string} key @returns {Limit} */
export function limitOf(params, key) {
  const may = permitted(params);
  return !may.shown(key) ? 'hidden' : may.locked(key) ? 'locked' : 'free';
}

/**
 * What a link says of its controls. It cannot say that it shows none, but that it shows only its question.
 * @param {[string, string][]} limits of each key
 */
export function linkOfLimits(limits) {
  const keys = (/** @type {(limit: string) => boolean} */ fits) => limits.filter(([, limit]) => fits(limit)).map(([key]) => key);
  const shown = keys(limit => limit !== 'hidden'), locked = keys(limit => limit === 'locked');
  return {show: shown.length === limits.length ? '' : shown.join('~') || 'question', lock: locked.join('~')};
}

/** Is there anything to see but what is at hand? @param {Row[]} table @param {Params} params */
const leavesMore = (table, params) => table.some(row =>
  isControl(row) && !AT_HAND.test(row.key) && matters(row, params) && limitOf(params, row.key) !== 'hidden');

/**
 * What is offered beside the figure: nothing that sets what the link keeps from its reader, or leads away from it.
 * @param {Row[]} table
 * @param {Params} params
 */
export const offersOf = (table, params) => ({
  more: leavesMore(table, params),
  why: ['figure', 'op'].every(key => limitOf(params, key) === 'free'), // an explanation shows the figure that it is about
  leads: !params.show,
});
