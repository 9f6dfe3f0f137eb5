// One sentence of a description: what the reader predicts, and then what the engine finds.
import {h, say} from '../dom.js';
import {marksWhilePointed, panelsOf} from '../around/marks.js';
import {DIFFERENCES, OPS, measureIn, numberIn, parsed} from '../questions/words.js';

/**
 * @typedef {import('./judged.js').Sentence} Sentence
 * @typedef {import('./judged.js').Judged} Judged
 * @typedef {'true' | 'false' | 'impossible' | 'unsaid'} Guess
 * @typedef {{built: Judged | null, real: Judged | null, guess: Guess | undefined, tried: boolean, onReal: boolean}} Known
 *   tried: the figure shown is that of the sentence's own setting; onReal: it is the real head's
 */

/** @type {Guess[]} */
const GUESSES = ['true', 'false', 'impossible'];

/** What was measured, and what the sentence needs of it. @param {Judged} judged @param {boolean} refutes */
function needed({statement, number: found, bound, verdict}, refutes) {
  const {kind, measure, op, number: low, high} = parsed(statement), name = kind === 'diff' ? DIFFERENCES[measure] : measureIn(measure);
  const words = op === 'in' ? `between ${low} and ${high}` : `${OPS[op]} ${numberIn(bound)}`;
  return `${name} ${numberIn(found)}, ${refutes ? `${words} ${verdict ? 'would speak' : 'speaks'} against it` : `needs ${words}`}`;
}

/** One head's verdict. @param {string} head */
function createVerdict(head) {
  const word = h('b', {}), numbers = h('span', {class: 'numbers'}), element = h('div', {class: 'verdict'}, h('dt', {}, head), h('dd', {}, word, numbers));
  return {element,
    /** @param {Judged | null} judged @param {Sentence} sentence @param {boolean} shown is it this head's picture that is shown? */
    show(judged, {slack, refutes}, shown) {
      element.hidden = !judged;
      element.classList.toggle('shown', shown);
      if (!judged) return;
      const {verdict, why} = judged;
      word.className = String(verdict);
      say(word, verdict === null ? 'cannot be judged' : String(verdict));
      say(numbers, verdict === null ? why : `${needed(judged, refutes)}${slack ? `, to within ${slack}` : ''}`);
    }};
}

/**
 * What came of a prediction, which is about the picture shown. Where "never" and "always" hold only under a condition,
 * a figure may be outside it.
 * @param {Guess} guess @param {string} any @param {Judged | null} shown
 */
function outcome(guess, any, shown) {
  if (guess === 'unsaid') return '';
  const verdict = shown?.verdict, never = any === 'never', said = `You said ${guess}`;
  if (guess === 'impossible' && never && !verdict) return `${said}, and so it is: no head can.`;
  if (!shown) return `${said}.`;
  if (verdict === null) return `${said}; that cannot be judged here.`;
  if (verdict ? never : any === 'always') return `${said}; it is ${verdict} here. Read above under which condition it is ${any} true.`;
  if (guess === 'impossible') return `${said}; it is ${verdict} here, and not impossible.`;
  const more = never ? ', and no head can do it' : '';
  return String(verdict) === guess ? `${said}, and so it is${more}.` : `${said}; it is ${verdict} here${more}.`;
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
    show({built: one, real: other, guess, tried, onReal}) {
      guesses.hidden = guess !== undefined;
      found.hidden = guess === undefined;
      built.show(one, sentence, !onReal);
      real.show(other, sentence, onReal);
      say(said, guess ? outcome(guess, sentence.any, onReal ? other : one) : '');
      say(attempt, tried ? 'Back to the description’s own setting' : `Show this one: ${sentence.with}`);
    }};
}
