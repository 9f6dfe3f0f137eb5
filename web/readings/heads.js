// The heads that a description is held against: one built to match, that of the trained model, and,
// where a model of the reader's own is open, the one of it that was studied last.
import {page} from '../engine/page-engine.js';
import {changed, valueIn, without} from '../engine/link-text.js';

/**
 * @typedef {import('./judged.js').Reading} Reading
 * @typedef {'built' | 'real' | 'own'} Which
 */

/** @type {Which[]} */
export const WHICH = ['built', 'real', 'own'];

const FULL_PACE = 2; // seconds: a head that takes longer is judged once it is chosen

/** The head that a figure is of. @param {Record<string, string>} params @returns {Which} */
export function whichOf(params) {
  if (params.source !== 'model') return 'built';
  return page.isOwn(params) ? 'own' : 'real';
}

/**
 * What a link says of the head of the reader's own model, by key; nothing where none is open.
 * @returns {Record<string, string>}
 */
const ownHead = () => (page.own ? {...page.own.studied, model: page.own.name} : {});

/** Where that head is, or null. @returns {{layer: number, head: number} | null} */
export const placeOfOwn = () => page.own && page.own.place;

/** @param {string[][]} fields those without a value are left out */
const spelled = fields => fields.filter(([, value]) => value).map(field => field.join('='));

/**
 * The link of the same settings on a head.
 * @param {string} link of a figure of any of them
 * @param {Which} which
 * @param {Reading} reading whose link says how the others are where a link is of the reader's model
 */
export function linkOf(link, which, reading) {
  const name = page.own?.name;
  const isOwn = name !== undefined && valueIn(link, 'model') === name;
  const keys = isOwn ? Object.keys(ownHead()) : ['model'];
  const usual = keys.map(key => [key, valueIn(reading.link, key)]);
  const bare = changed(without(link, 'source', ...keys), ...spelled(isOwn ? usual : []));
  if (which === 'built') return bare;
  return changed(
    bare,
    'source=model',
    ...spelled(which === 'own' ? Object.entries(ownHead()) : []),
  );
}

/**
 * What is to be set for a head.
 * @param {Which} which
 * @param {Record<string, string>} params that stand
 * @param {(key: string) => string} usual what the reading's own link says of a key
 */
export function patchFor(which, params, usual) {
  const source = which === 'built' ? 'synthetic' : 'model';
  if (which === 'own') return {source, ...ownHead()};
  if (whichOf(params) !== 'own') return {source};
  return {source, ...Object.fromEntries(Object.keys(ownHead()).map(key => [key, usual(key)]))};
}

/** Is it judged without being asked for? @param {Which} shown the head of the figure */
export function isOwnJudged(shown) {
  const {own} = page;
  return own !== null && (shown === 'own' || own.secondsFor(own.studied) < FULL_PACE);
}
