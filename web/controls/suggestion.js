// Epsilons that show an operation, offered where it was just chosen: a tiny one shows a factor, and
// nothing of what is blended in.
import {actsHere, operationOf} from '../engine/kinds.js';
import {three} from '../base/lists.js';
import {h, say} from '../base/dom.js';
import {readable} from '../base/format.js';
import {limitOf} from '../state/limits.js';
import {suggestions as words} from './suggestion-messages.js';

/**
 * @typedef {import('../state/store.js').State} State
 * @typedef {import('../state/store.js').Row} Row
 * @typedef {import('./fields.js').Act} Act
 */

const NEAR = 0.01; // so near to what changes nothing that nothing is seen of it
const STRONG = '1~0.5~0.2';

const listed = (/** @type {string[]} */ values) => values.map(readable).join(', ');

/** The epsilons whose strength changes next to nothing. @param {State['params']} params */
function weakIn(params) {
  const {unchanged} = operationOf(params);
  const isOfUse = actsHere('eps', params) && limitOf(params, 'eps') === 'free';
  if (unchanged === null || !isOfUse) return [];
  const isWeak = (/** @type {string} */ eps) =>
    Math.abs(Number(eps) ** Number(params.response) - unchanged) < NEAR;
  return [...new Set(three(params.eps))].filter(isWeak);
}

/** @param {Row} row of the operation @param {string} usual epsilons @param {Act} act */
export function createSuggestion(row, usual, act) {
  let offered = usual;
  const text = h('span', {});
  const take = h('button', {
    type: 'button',
    class: 'quiet',
    onclick: () => act.set({eps: offered}, false),
  });
  const element = h('p', {class: 'help suggestion', role: 'status', hidden: true}, text, take);
  return {
    element,
    /** @param {State} state */
    show({params, moved}) {
      const weak = moved === row.key ? weakIn(params) : [];
      element.hidden = !weak.length;
      if (!weak.length) return;
      offered = operationOf(params).unchanged === 0 ? STRONG : usual;
      say(text, words.weak(listed(weak)));
      say(take, words.offered(listed(three(offered))));
    },
  };
}
