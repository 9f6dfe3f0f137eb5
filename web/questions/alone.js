// An answer without its question: who gave it, what was said, and a field for the question's link,
// which puts both together.
import {h, say} from '../base/dom.js';
import {unspell} from '../controls/text.js';
import {fieldsOf} from '../engine/link-text.js';
import {OF_QUESTION, answerOf, asks} from '../state/answering.js';
import {alone as words} from './messages.js';

/**
 * @typedef {import('../shared/needs.js').PaneContext} Needs
 * @typedef {ReturnType<import('../state/store.js').Store['peek']>} Peeked
 */

export class Alone {
  #title = h('h2', {});
  #said = h('p', {dir: 'auto'});
  #note = h('p', {class: 'note', role: 'alert'});
  #field = h('input', {type: 'text', class: 'address', spellcheck: 'false'});
  #needs;
  element;

  /** @param {Needs} needs */
  constructor(needs) {
    this.#needs = needs;
    const how = {type: 'button', class: 'quiet', onclick: () => this.#join()};
    this.element = h(
      'div',
      {class: 'alone', role: 'group', 'aria-label': 'An answer'},
      this.#title,
      this.#said,
      h('p', {class: 'help'}, words.why),
      h('label', {}, h('span', {}, 'The question’s link'), this.#field),
      h('div', {class: 'answer-row'}, h('button', how, 'Put together')),
      this.#note,
    );
  }

  /** What is wrong with a link as this answer's question, or ''. @param {Peeked} question */
  #wrongWith({lossless, params, name}) {
    if (!lossless || !asks(params) || params.of) return words.noQuestion;
    return name === this.#needs.now().params.of ? '' : words.other;
  }

  #join() {
    const {peek, now, open, check} = this.#needs;
    const question = peek(this.#field.value.trim());
    const wrong = this.#wrongWith(question);
    say(this.#note, wrong);
    if (wrong) return;
    const asked = fieldsOf(question.link).filter(([key]) => OF_QUESTION.includes(key));
    const fields = asked.map(([key, value]) => `${key}=${value}`);
    const known = now().expected ?? check();
    open([answerOf(now().link), ...fields, ...(known ? [`check=${known}`] : [])].join(';'));
  }

  /** @param {import('../state/store.js').State} state */
  show({params}) {
    const {by, choice} = params;
    say(this.#title, words.title(unspell(by)));
    const parts = [
      ...(choice === '0' ? [] : [words.choice(choice)]),
      ...(params.words ? [words.words(unspell(params.words))] : []),
    ];
    say(this.#said, parts.join(' '));
    this.#said.hidden = !parts.length;
  }
}
