// One sentence of a description: what the reader predicts, and then what the engine finds.
import {h, say} from '../dom.js';
import {marksWhilePointed, panelsOf} from '../around/marks.js';

/**
 * @typedef {import('./judged.js').Sentence} Sentence
 * @typedef {import('./judged.js').Judged} Judged
 * @typedef {'true' | 'false' | 'impossible' | 'unsaid'} Guess
 * @typedef {{built: Judged | null, real: Judged | null, guess: Guess | undefined, tried: boolean}} Known
 *   tried: the figure shown is that of the sentence's own setting
 */

/** @type {Guess[]} */
const GUESSES = ['true', 'false', 'impossible'];

/** @param {number | null} x */
function number(x) {
  if (x === null) return '–';
  const size = Math.abs(x);
  return x === 0 || (size >= 1e-3 && size < 1e4) ? String(Number(x.toFixed(4))) : Number(x.toPrecision(2)).toExponential().replace('e+', 'e');
}

/** One head's verdict. @param {string} head */
function createVerdict(head) {
  const word = h('b', {}), numbers = h('span', {class: 'numbers'}), element = h('div', {class: 'verdict'}, h('dt', {}, head), h('dd', {}, word, numbers));
  return {element,
    /** @param {Judged | null} judged @param {number} slack */
    show(judged, slack) {
      element.hidden = !judged;
      if (!judged) return;
      const {verdict, number: found, bound, why} = judged;
      word.className = String(verdict);
      say(word, verdict === null ? 'cannot be judged' : String(verdict));
      say(numbers, verdict === null ? why : `${number(found)} against ${number(bound)}${slack ? `, to within ${slack}` : ''}`);
    }};
}

/** What came of a prediction. @param {Guess} guess @param {Sentence} sentence @param {Judged | null} built */
function outcome(guess, {any}, built) {
  if (guess === 'unsaid') return '';
  const right = guess === 'impossible' ? any === 'never' : String(built?.verdict) === guess && any !== 'never';
  const so = guess === 'impossible' ? 'and so it is: no head can' : any === 'never' && guess === 'false' ? 'and more than that: it never is' : 'and so it is';
  return right || (guess === 'false' && built?.verdict === false) ? `You said ${guess}, ${so}.` : `You said ${guess}.`;
}

/**
 * @param {Sentence} sentence
 * @param {ShadowRoot} root
 * @param {{guess(guess: Guess): void, attempt(): void}} on
 */
export function createSentence(sentence, root, on) {
  const built = createVerdict('built to match'), real = createVerdict('the real head'), said = h('p', {class: 'said-so'});
  const attempt = h('button', {type: 'button', class: 'quiet', onclick: () => on.attempt()});
  const button = (/** @type {Guess} */ guess, /** @type {string} */ label) =>
    h('button', {type: 'button', class: 'quiet', onclick() { on.guess(guess); found.focus(); }}, label);
  const guesses = h('div', {class: 'guesses', role: 'group', 'aria-label': 'Predict'}, ...GUESSES.map(guess => button(guess, guess[0].toUpperCase() + guess.slice(1))),
    button('unsaid', 'Just show'));
  const any = h('div', {class: 'verdict any'}, h('dt', {}, 'can any head?'), h('dd', {}, h('b', {class: sentence.any}, sentence.any), ` ${sentence.reason}`));
  const found = h('div', {class: 'found', tabindex: -1}, h('dl', {}, built.element, real.element, any), said, sentence.with ? attempt : '');
  const element = h('li', {}, h('p', {class: 'says'}, sentence.text), guesses, found);
  marksWhilePointed(element, root, () => panelsOf(sentence.test));
  return {element,
    /** @param {Known} known */
    show({built: one, real: other, guess, tried}) {
      guesses.hidden = guess !== undefined;
      found.hidden = guess === undefined;
      built.show(one, sentence.slack);
      real.show(other, sentence.slack);
      say(said, guess ? outcome(guess, sentence, one) : '');
      say(attempt, tried ? 'Back to the description’s own setting' : `Show this one: ${sentence.with}`);
    }};
}
