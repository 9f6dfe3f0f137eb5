// One sentence of a description: what the reader predicts, and then what the engine finds.
import {h, say} from '../base/dom.js';
import {marksWhilePointed, panelsOf} from '../shared/marks.js';
import {foundOf, testOf} from './tested.js';

/**
 * @typedef {import('./judged.js').Sentence} Sentence
 * @typedef {import('./judged.js').Judged} Judged
 * @typedef {'true' | 'false' | 'impossible' | 'unsaid'} Guess
 * @typedef {{guess: Guess, ofReal: boolean}} Prediction of the head whose picture was shown
 * @typedef {{built: Judged | null, real: Judged | null, said: Prediction | undefined, tried:
 *   boolean, onReal: boolean,
 *   figure: import('../state/store.js').Figure | null}} Known
 *   tried: the figure shown is that of the sentence's own setting; onReal: it is the real head's
 */

/** @type {Guess[]} */
const GUESSES = ['true', 'false', 'impossible'];

/** One head's verdict. @param {string} head */
function createVerdict(head) {
  const word = h('b', {});
  const numbers = h('span', {class: 'numbers'});
  const element = h('div', {class: 'verdict'}, h('dt', {}, head), h('dd', {}, word, ' ', numbers));
  return {
    element,
    /**
     * @param {Judged | null} judged
     * @param {boolean} shown is it this head's picture that is shown?
     * @param {(judged: Judged) => string} told what came of it
     */
    show(judged, shown, told) {
      element.hidden = !judged;
      element.classList.toggle('shown', shown);
      if (!judged) return;
      const {verdict, why} = judged;
      word.className = String(verdict);
      say(word, verdict === null ? 'cannot be judged' : String(verdict));
      say(numbers, verdict === null ? why : told(judged));
    },
  };
}

/**
 * What came of a prediction, by the head that it was made of. Where "never" and "always" hold only
 * under a condition,
 * a figure may be outside it.
 * @param {Guess} guess @param {string} any @param {Judged | null} judged null: not yet, or not at
 *   all
 */
function outcome(guess, any, judged) {
  if (guess === 'unsaid') return '';
  const verdict = judged?.verdict;
  const never = any === 'never';
  const said = `You said ${guess}`;
  if (guess === 'impossible' && never && !verdict) return `${said}, and so it is: no head can.`;
  if (!judged) return '';
  if (verdict === null) return `${said}; that cannot be judged here.`;
  if (verdict ? never : any === 'always')
    return `${said}; it is ${verdict} here. Read above under which condition it is ${any} true.`;
  if (guess === 'impossible') return `${said}; it is ${verdict} here, and not impossible.`;
  const more = never ? ', and no head can do it' : '';
  return String(verdict) === guess
    ? `${said}, and so it is${more}.`
    : `${said}; it is ${verdict} here${more}.`;
}

/**
 * @param {Sentence} sentence
 * @param {ShadowRoot} root
 * @param {{guess(guess: Guess): void, attempt(): void}} on
 */
export function createSentence(sentence, root, on) {
  const built = createVerdict('built to match');
  const real = createVerdict('the real head');
  const said = h('p', {class: 'said-so'});
  const attempt = h('button', {type: 'button', class: 'quiet', onclick: () => on.attempt()});
  const button = (/** @type {Guess} */ guess, /** @type {string} */ label) =>
    h(
      'button',
      {
        type: 'button',
        class: 'quiet',
        onclick() {
          on.guess(guess);
          found.focus();
        },
      },
      label,
    );
  const guesses = h(
    'div',
    {class: 'guesses', role: 'group', 'aria-label': 'Predict'},
    ...GUESSES.map(guess => button(guess, guess[0].toUpperCase() + guess.slice(1))),
    button('unsaid', 'Just show'),
  );
  const any = h(
    'div',
    {class: 'verdict any'},
    h('dt', {}, 'can any head?'),
    h('dd', {}, h('b', {class: sentence.any}, sentence.any), ` ${sentence.reason}`),
  );
  const needs = h('dd', {});
  const tested = h(
    'div',
    {class: 'tested'},
    h('dt', {}, sentence.refutes ? 'false if' : 'true if'),
    needs,
  );
  const found = h(
    'div',
    {class: 'found', tabindex: -1},
    h('dl', {}, tested, built.element, real.element, any),
    said,
    sentence.with ? attempt : '',
  );
  const element = h('li', {}, h('p', {class: 'says'}, sentence.text), guesses, found);
  marksWhilePointed(element, root, () => panelsOf(sentence.test));
  return {
    element,
    /** @param {Known} known */
    show(known) {
      const {built: one, real: other, said: mine, tried, onReal, figure} = known;
      const test = (one ?? other)?.statement ?? '';
      const told = (/** @type {Judged} */ judged) => foundOf(judged, test, sentence, figure);
      tested.hidden = !test;
      if (test) say(needs, testOf(test, sentence, figure));
      guesses.hidden = mine !== undefined;
      found.hidden = mine === undefined;
      built.show(one, !onReal, told);
      real.show(other, onReal, told);
      say(
        said,
        mine && mine.ofReal === onReal
          ? outcome(mine.guess, sentence.any, onReal ? other : one)
          : '',
      );
      say(
        attempt,
        tried ? 'Back to the description’s own setting' : `Show this one: ${sentence.with}`,
      );
    },
  };
}
