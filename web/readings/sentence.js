// One sentence of a description: what the reader predicts, and then what the engine finds.
import {h, say} from '../base/dom.js';
import {marksWhilePointed, panelsOf} from '../shared/marks.js';
import {WHICH} from './heads.js';
import {GUESSES, OUTCOMES, heads, trying, words} from './messages.js';
import {foundOf, testOf} from './tested.js';

/**
 * @typedef {import('./judged.js').Sentence} Sentence
 * @typedef {import('./judged.js').Judged} Judged
 * @typedef {import('./messages.js').Guess | 'unsaid'} Guess
 * @typedef {import('./heads.js').Which} Which
 * @typedef {{guess: Guess, of: Which, right: boolean | null}} Prediction of the head whose picture
 *   was shown; right: was it? null: that is not known yet, or cannot be known
 * @typedef {{judged: Record<Which, Judged | null>, said: Prediction | undefined, tried: boolean,
 *   shown: Which, figure: import('../state/store.js').Figure | null}} Known
 *   judged: what is known of each head; tried: the figure shown is that of the sentence's own
 *   setting; shown: whose it is
 */

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
      say(word, verdict === null ? words.none : words[`${verdict}`]);
      say(numbers, verdict === null ? why : told(judged));
    },
  };
}

/**
 * What came of a prediction, by the head that it was made of. Where "never" and "always" hold only
 * under a condition, a figure may be outside it.
 * @param {Guess} guess
 * @param {string} any whether any head can: "never", "always" or something between
 * @param {Judged | null} judged null: not yet, or not at all
 */
function outcome(guess, any, judged) {
  if (guess === 'unsaid') return '';
  const verdict = judged?.verdict;
  const outcomes = OUTCOMES[guess];
  if (guess === 'impossible' && any === 'never' && !verdict) return outcomes.falseAsNever;
  if (!judged) return '';
  if (verdict === null) return outcomes.notJudged;
  if (verdict) return any === 'never' ? outcomes.trueThoughNever : outcomes.whenTrue;
  if (any === 'always') return outcomes.falseThoughAlways;
  return any === 'never' ? outcomes.falseAsNever : outcomes.whenFalse;
}

/**
 * Was it right? null: that is not known, or nothing was said.
 * @param {Guess} guess
 * @param {string} any as in outcome
 * @param {Judged | null} judged
 */
export function isRight(guess, any, judged) {
  const verdict = judged?.verdict ?? null;
  if (guess === 'unsaid') return null;
  if (guess === 'impossible' && any === 'never' && !verdict) return true;
  if (verdict === null) return null;
  return guess === 'impossible' ? false : verdict === (guess === 'true');
}

/**
 * @param {Sentence} sentence
 * @param {ShadowRoot} root
 * @param {{guess(guess: Guess): void, attempt(): void}} on
 */
export function createSentence(sentence, root, on) {
  const verdicts = WHICH.map(which => ({which, verdict: createVerdict(heads[which])}));
  const said = h('p', {class: 'said-so'});
  const attempt = h('button', {type: 'button', class: 'quiet', onclick: () => on.attempt()});
  const button = (/** @type {string} */ guess) =>
    h(
      'button',
      {
        type: 'button',
        class: 'quiet',
        onclick() {
          on.guess(/** @type {Guess} */ (guess));
          found.focus();
        },
      },
      GUESSES[/** @type {Guess} */ (guess)],
    );
  const guesses = h(
    'div',
    {class: 'guesses', role: 'group', 'aria-label': 'Predict'},
    ...Object.keys(GUESSES).map(button),
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
    h('dl', {}, tested, ...verdicts.map(({verdict}) => verdict.element), any),
    said,
    sentence.with ? attempt : '',
  );
  const element = h('li', {}, h('p', {class: 'says'}, sentence.text), guesses, found);
  marksWhilePointed(element, root, () => panelsOf(sentence.test));
  return {
    element,
    focus() {
      guesses.querySelector('button')?.focus();
    },
    /** @param {Known} known */
    show(known) {
      const {judged, said: mine, tried, shown, figure} = known;
      const test = WHICH.map(which => judged[which]).find(Boolean)?.statement ?? '';
      const told = (/** @type {Judged} */ one) => foundOf(one, test, sentence, figure);
      tested.hidden = !test;
      if (test) say(needs, testOf(test, sentence, figure));
      guesses.hidden = mine !== undefined;
      found.hidden = mine === undefined;
      for (const {which, verdict} of verdicts) verdict.show(judged[which], which === shown, told);
      const isOfShown = mine?.of === shown;
      say(said, isOfShown ? outcome(mine.guess, sentence.any, judged[shown]) : '');
      say(attempt, tried ? trying.back : trying.show(sentence.with));
    },
  };
}
