// What the readings say: facts in, whole sentences out. How a test becomes a sentence is here and
// nowhere else, so that readings speak another language by another list.
import {tableOf} from '../base/lookup.js';
import {OPS} from '../questions/messages.js';

/**
 * @typedef {'true' | 'false' | 'impossible'} Guess
 * @typedef {{notJudged: string, trueThoughNever: string, falseThoughAlways: string,
 *   falseAsNever: string, whenTrue: string, whenFalse: string}} Outcome
 *   what came of a guess. trueThoughNever, falseThoughAlways: the head is outside the condition
 *   under which the sentence never or always holds; falseAsNever: it is false, as of every head
 */

/** What a reader may predict, on buttons. @type {Record<Guess | 'unsaid', string>} */
export const GUESSES = {
  true: 'True',
  false: 'False',
  impossible: 'Impossible',
  unsaid: 'Just show',
};

/** What came of each guess. @type {Record<Guess, Outcome>} */
export const OUTCOMES = {
  true: {
    notJudged: 'You said true; that cannot be judged here.',
    trueThoughNever:
      'You said true; it is true here. Read above under which condition it is never true.',
    falseThoughAlways:
      'You said true; it is false here. Read above under which condition it is always true.',
    falseAsNever: 'You said true; it is false here, and no head can do it.',
    whenTrue: 'You said true, and so it is.',
    whenFalse: 'You said true; it is false here.',
  },
  false: {
    notJudged: 'You said false; that cannot be judged here.',
    trueThoughNever:
      'You said false; it is true here. Read above under which condition it is never true.',
    falseThoughAlways:
      'You said false; it is false here. Read above under which condition it is always true.',
    falseAsNever: 'You said false, and so it is, and no head can do it.',
    whenTrue: 'You said false; it is true here.',
    whenFalse: 'You said false, and so it is.',
  },
  impossible: {
    notJudged: 'You said impossible; that cannot be judged here.',
    trueThoughNever:
      'You said impossible; it is true here. Read above under which condition it is never true.',
    falseThoughAlways:
      'You said impossible; it is false here. Read above under which condition it is always true.',
    falseAsNever: 'You said impossible, and so it is: no head can.',
    whenTrue: 'You said impossible; it is true here, and not impossible.',
    whenFalse: 'You said impossible; it is false here, and not impossible.',
  },
};

/** Whose a verdict is. @type {Record<import('./heads.js').Which, string>} */
export const heads = {built: 'built to match', real: 'the real head', own: 'your model'};

/** The heads that a figure may be of, to be chosen. */
export const choices = {
  label: 'The head in the figure',
  built: 'Built to match this description',
  real: 'The real head',
  /** @param {number} layer @param {number} head */
  own: (layer, head) => `Your model: layer ${layer}, head ${head}`,
};

/** A verdict in one word or a few. */
export const words = {true: 'true', false: 'false', none: 'cannot be judged'};

/** The button that tries a sentence under its own setting. */
export const trying = {
  back: 'Back to the description’s own setting',
  /** @param {string} setting as links spell it */
  show: setting => `Show this one: ${setting}`,
};

/** Panels of which a test speaks; headers are the figure's. */
export const places = {
  all: 'all nine',
  diagonal: 'the three panels from the top left to the bottom right',
  /** @param {string} row @param {string} epsilon */
  panelAtEpsilon: (row, epsilon) => `${row} at ${epsilon}`,
  /** @param {string} row @param {string} column */
  panel: (row, column) => `${row}, ${column}`,
  /** @param {string} header of a row or of a column */
  each: header => `each panel of ${header}`,
};

/**
 * A bound that is a number times a measure.
 * @param {{op: string, number: string, measure: string, place: string, offset: string}} bound
 *   measure: '' where it is the one that is held against it; place: '' where it is of the same
 *   panel; offset: what is added, as links spell it, or ''
 */
function multiple({op, number, measure, place, offset}) {
  const factor = number === '1' ? '' : `${number} times `;
  const what = measure ? `the ${measure}` : 'that';
  const where = place ? ` in ${place}` : '';
  const less = offset.startsWith('-') ? ` less ${offset.slice(1)}` : '';
  const more = less || (offset ? ` plus ${offset}` : '');
  return `${OPS[op]} ${factor}${what}${where}${more}`;
}

export const bounds = {
  /** @param {string} low @param {string} high */
  between: (low, high) => `between ${low} and ${high}`,
  /** @param {string} op @param {string} number */
  number: (op, number) => `${OPS[op]} ${number}`,
  multiple,
};

/** A test, behind "true if" or "false if"; `is` is a bound. */
export const tests = {
  /** @param {string} difference @param {[string, string]} places @param {string} is */
  difference: (difference, [one, other], is) =>
    `the ${difference} between ${one} and ${other} is ${is}`,
  /** @param {string} place @param {string} measure @param {string} is */
  measure: (place, measure, is) => `in ${place}, the ${measure} is ${is}`,
};

/**
 * All that is tested of a sentence.
 * @param {string} test the first one
 * @param {number} slack how far numbers may be off, or 0
 * @param {number} others how many more tests there are
 */
export function tested(test, slack, others) {
  const read = slack ? `, to within ${slack}, as it was read off a picture` : '';
  if (others > 1) return `${test}${read}, and ${others} more such tests hold.`;
  return others ? `${test}${read}, and one more such test holds.` : `${test}${read}.`;
}

/**
 * The number that decided.
 * @param {{number: string, bound: string, isSame: boolean, where: 'closest' | 'one' | ''}} decided
 *   bound: '' where the test itself says it; isSame: number and bound are; where: among several
 *   panels, the closest one or one that fails
 */
export function decided({number, bound, isSame, where}) {
  const which = {closest: ' where it is closest', one: ' in one of them', '': ''}[where];
  if (!bound) return `it is ${number}${which}.`;
  return isSame
    ? `it is ${number}, the same${which}.`
    : `it is ${number} against ${bound}${which}.`;
}

export const found = {
  faint: 'The colours hardly show so small a difference.',
  allHold: 'all the tests hold.',
  /** @param {string} test @param {string} number a sentence */
  otherFails: (test, number) => `another of the tests fails: ${test}; ${number}`,
};

/** Why to enter at all. */
export const SURPRISE =
  'Two of them describe one picture and say the opposite of each other. Each is true of some head.';

/** How far the reader is. */
export const progress = {
  how: 'Judge the picture shown; “impossible” means that no head could do it.',
  /** @param {number} count @param {number} total */
  checked: (count, total) => `${count} of ${total} checked.`,
};

/** What remains of each description, in one sentence. @type {Record<string, string>} */
export const MORALS = tableOf({
  sink:
    'If a picture stays the same whatever is changed, the change does not reach it; what the ' +
    'change does is seen elsewhere.',
  mean:
    'A mask draws a pattern of its own: before a corner or a triangle means something, compare ' +
    'it with even rows.',
  mirror:
    'Add up a row before you believe its colours: where weights are shares of 1, a 0.7 leaves no ' +
    'room for two neighbours of 0.5.',
  blur:
    'What a small ε does depends on what it is: here it is how much is disturbed, and in the ' +
    'paper it is a factor.',
  fade:
    'A description can be true of some head and still be wrong about the figure it was written ' +
    'of.',
});

/** When all of a description has been checked. */
export const ends = {
  /**
   * @param {number} right @param {number} total of what was predicted
   * @param {number} unsaid what was shown without a prediction
   */
  score: (right, total, unsaid) =>
    `${right} of ${total} right.${unsaid ? ` ${unsaid} shown without a prediction.` : ''}`,
  unsaid: 'Nothing was predicted.',
  /** @param {number} count */
  fooled: count => (count === 1 ? 'This one fooled you:' : `These ${count} fooled you:`),
  none: 'None of them fooled you.',
  /** @param {string} question of a description */
  next: question => `Next: ${question}`,
  /** @param {number} right @param {number} total */
  all: (right, total) => `All five descriptions are checked: ${right} of ${total} right.`,
  /**
   * @param {string} score @param {string} question of the description @param {string} address
   *   where it stands, or ''
   */
  share: (score, question, address) =>
    `Can you trust a figure’s caption? “${question}” ${score} ${address}`.trim(),
  copied: 'Copied: your score, with a link to this description.',
};

/** @param {string} why */
export const notJudged = why => `The real head is not judged: ${why}`;

/** @param {string} why a sentence */
export const ownNotJudged = why => `Your model is not judged: ${why}`;

export const ownLater = 'Your model is judged when it is chosen: it takes a while.';

/** @param {string} name of no description @param {string} names @param {string} instead */
export const unknownName = (name, names, instead) =>
  `There is no description “${name}”; there are ${names}. Shown instead: ${instead}.`;

/** @param {string} epsilon */
export const atEpsilon = epsilon => `ε = ${epsilon}`;
