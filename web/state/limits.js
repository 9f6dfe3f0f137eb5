// What can be moved: which rows of the table mean something in a state, and what its link leaves
// to its reader, each control free, locked or hidden.
import {actsHere} from '../engine/kinds.js';
import {tableOf} from '../base/lookup.js';
import {page} from '../engine/page-engine.js';
import {sourceOf} from '../engine/sources.js';
import {isTied} from './tied.js';

/**
 * @typedef {import('./store.js').Row} Row
 * @typedef {Record<string, string>} Params
 * @typedef {'free' | 'locked' | 'hidden'} Limit
 */

/** @type {Limit[]} */
export const LIMITS = ['free', 'locked', 'hidden'];

export const TEXTS = /^text\d$/;

const MANY = 100; // tokens: from here on there may be more than pixels to draw them

const AT_HAND = /^(eps|text\d)$/; // these stand beside the figure

/** What a question and an answer say in words, and what readers call a model. */
const BESIDE = ['question', 'choices', 'write', 'by', 'choice', 'words', 'named', 'pair'];

/** Is a row something to move, and not what a link says beside its figure? @param {Row} row */
export const isControl = ({kind, key}) =>
  key === 'also' || (kind !== 'words' && !BESIDE.includes(key));

/**
 * When a row means something, beyond its sources, kind and operation.
 * @type {Record<string, (params: Params) => boolean>}
 */
const MATTERS = tableOf({
  copy: ({value}) => value === 'next',
  next: ({value}) => value === 'next',
  bias: ({weights}) => weights === 'sigmoid',
  window: ({mask}) => mask === 'window',
  share: params => page.isOwn(params) && (page.own?.shares ?? false),
  pool: params => page.isOwn(params) || sourceOf(params).tokens(params, null) >= MANY,
  titles: ({style}) => style === 'paper',
});

/** @param {Row} row @param {Params} params */
export function matters(row, params) {
  const isSeedOfSource = row.key === 'seed' && params.source === 'synthetic';
  return (
    row.sources.includes(params.source) &&
    (actsHere(row.key, params) || isSeedOfSource) &&
    (MATTERS[row.key]?.(params) ?? true)
  );
}

/**
 * What a link says of its controls: the keys it shows (null: all), and those it locks.
 * @param {Params} params
 */
export function permitted({show, lock}) {
  const shown = show ? show.split('~') : null;
  const locked = lock.split('~');
  return {
    shown: (/** @type {string} */ key) => !shown || shown.includes(key),
    locked: (/** @type {string} */ key) => locked.includes(key),
  };
}

/** @param {Params} params @param {string} key @returns {Limit} */
export function limitOf(params, key) {
  const may = permitted(params);
  return !may.shown(key) ? 'hidden' : may.locked(key) ? 'locked' : 'free';
}

/**
 * What a link says of its controls. It cannot say that it shows none, but that it shows only its
 * question.
 * @param {[string, string][]} limits of each key
 */
export function linkOfLimits(limits) {
  const keys = (/** @type {(limit: string) => boolean} */ fits) =>
    limits.filter(([, limit]) => fits(limit)).map(([key]) => key);
  const shown = keys(limit => limit !== 'hidden');
  const locked = keys(limit => limit === 'locked');
  return {
    show: shown.length === limits.length ? '' : shown.join('~') || 'question',
    lock: locked.join('~'),
  };
}

/** Is there anything to see but what is at hand? @param {Row[]} table @param {Params} params */
const leavesMore = (table, params) =>
  table.some(
    row =>
      isControl(row) &&
      !AT_HAND.test(row.key) &&
      matters(row, params) &&
      limitOf(params, row.key) !== 'hidden',
  );

/**
 * Is the curve over epsilon drawn? In a page of others only where a link names it.
 * @param {Params} params
 */
const showsCurve = params =>
  isTied() && parent === window
    ? permitted(params).shown('curve')
    : params.show.split('~').includes('curve');

/**
 * What is offered beside the figure: nothing that sets what the link keeps from its reader, or
 * leads away from it.
 * @param {Row[]} table
 * @param {Params} params
 */
export const offersOf = (table, params) => ({
  more: leavesMore(table, params),
  why: ['figure', 'op'].every(key => limitOf(params, key) === 'free'), // an explanation shows the figure that it is about
  leads: !params.show,
  curve: showsCurve(params),
});
