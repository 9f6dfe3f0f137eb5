// The one sentence above the text: what there is to be seen. For the opening figure it is written
// here; for others it is what the middle column does to what the model says next.
import {h, say} from '../base/dom.js';
import {percent} from '../base/format.js';
import {operationOf, takesOperation} from '../engine/kinds.js';
import {valueIn} from '../engine/link-text.js';
import {likeliest, shown} from '../engine/likely.js';
import {asks} from '../state/answering.js';
import {point} from './messages.js';
import {isOffered} from './next-words.js';

/**
 * @typedef {import('../state/store.js').State} State
 * @typedef {import('../engine/likely.js').Words} Words
 */

const PANEL = 1; // the figure's own example: Query in the middle column

/** Is it the head and the text of the opening figure, turned down or up, by whatever epsilon? */
const isOpening = (/** @type {State} */ {params}, /** @type {string} */ opening) =>
  takesOperation(params) &&
  operationOf(params).isFactor &&
  ['source', 'layer', 'head', 'text1'].every(key => valueIn(opening, key) === params[key]);

/** @param {Words} words */
export function sentenceOf({before, after}) {
  const [[word, p], [now, share]] = [likeliest(before), likeliest(after)];
  const [untouched, changed] = [p, share].map(x => percent(x).replace(' ', '\u00a0')); // one line
  return now === word
    ? point.same(shown(word), untouched, changed)
    : point.other(shown(word), untouched, shown(now), changed);
}

/**
 * @param {Pick<import('../shared/needs.js').PartNeeds, 'opening' | 'words'>} of
 * @param {(params: State['params']) => string} exampleOf what there is to be seen in a named
 *   example; '' where it is none
 */
export function createPoint({opening, words}, exampleOf) {
  const element = h('h2', {class: 'point', hidden: true});

  /** @param {State} state @returns {string | null} null: it is not known yet */
  function pointOf(state) {
    if (state.params.source !== 'model' || !isOffered() || asks(state.params)) return '';
    if (opening && isOpening(state, opening)) return point.opening;
    const example = exampleOf(state.params);
    if (example) return example;
    if (!state.figure) return state.status.kind === 'error' ? '' : null;
    const said = words(state.figure, PANEL);
    return said ? sentenceOf(said) : '';
  }

  return {
    element,
    /** @param {State} state */
    show(state) {
      const said = pointOf(state);
      element.hidden = said === '';
      say(element, said ?? '\u00a0');
    },
  };
}
