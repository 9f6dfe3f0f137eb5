// What a new sentence changed, for those who do not see it: said once, when its figure is there and
// nobody writes any more.
import {h, say} from '../base/dom.js';
import {percent} from '../base/format.js';
import {valueIn} from '../engine/link-text.js';
import {likeliest, shown} from '../engine/likely.js';
import {newSentence as words} from './messages.js';

/**
 * @typedef {import('../state/store.js').State} State
 * @typedef {NonNullable<State['figure']>} Figure
 * @typedef {import('../engine/likely.js').WordsOf} WordsOf
 * @typedef {{text: string, says: string}} Read says: what the untouched model says next
 */

const TEXTS = ['text1', 'text2', 'text3'];

/** @param {Figure} figure @param {number} input @param {WordsOf} wordsOf */
function saysAfter(figure, input, wordsOf) {
  const panel = figure.panels.findIndex(({queryInput}) => queryInput === input);
  const said = panel < 0 ? null : wordsOf(figure, panel);
  if (!said) return '';
  const [word, p] = likeliest(said.before);
  return `“${shown(word)}” (${percent(p)})`;
}

/**
 * Is the figure of the texts that stand, and of the model, and written to the end?
 * @param {State} state
 */
const isRead = ({figure, params, live}) =>
  !live &&
  params.source === 'model' &&
  figure !== null &&
  TEXTS.every(key => valueIn(figure.link, key) === params[key]);

/** @param {WordsOf} wordsOf */
export function createSentenceNews(wordsOf) {
  const element = h('p', {class: 'said', 'aria-live': 'polite'});
  /** @type {Read[]} */
  let known = [];

  return {
    element,
    /** @param {State} state */
    show(state) {
      const {figure, params} = state;
      const changed = TEXTS.findIndex((key, input) => params[key] !== known[input]?.text);
      if (changed < 0 || !figure || !isRead(state)) return;
      const before = known[changed];
      known = TEXTS.map((key, input) => {
        const text = params[key];
        if (text === known[input]?.text) return known[input];
        return {text, says: saysAfter(figure, input, wordsOf)};
      });
      const {count} = figure.inputs[changed];
      if (before) say(element, words(changed, count, known[changed].says, before.says));
    },
  };
}
