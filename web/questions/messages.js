// What questions say: facts in, whole sentences out. How a statement becomes a sentence is here and
// nowhere else, so that questions speak another language by another list.
import {tableOf} from '../base/lookup.js';
import {COLUMNS} from '../figure/messages.js';

/**
 * @typedef {{op: string, number: string, measure: string, place: string, offset: string}} Multiple
 *   a bound that is a number times a measure; place: '' where it is of the same panel; offset: what
 *   is added, as links spell it, or ''
 */

/** What a comparison is called. @type {Record<string, string>} */
export const OPS = tableOf({
  gt: 'above',
  ge: 'at least',
  lt: 'below',
  le: 'at most',
  eq: 'exactly',
  in: 'between',
});

/** What stands in names of measures: whose output, and with what it is compared. */
export const measured = {
  output: 'output',
  outputStudied: 'output from the head under study',
  untouched: 'the untouched head',
  prediction: 'divergence of what the model says next',
  /** @param {string} head of the next layer */
  reading: head => `${head} as it reads the untouched output`,
};

/** What is asked of two panels. @type {Record<string, string>} */
export const DIFFERENCES = tableOf({diff: 'largest difference', gap: 'mean difference'});

export const bounds = {
  /** @param {string} low @param {string} high */
  between: (low, high) => `between ${low} and ${high}`,
  /** @param {string} op @param {string} number */
  number: (op, number) => `${OPS[op] ?? op} ${number}`,
  /** @param {Multiple} bound */
  multiple({op, number, measure, place, offset}) {
    const where = place ? ` in ${place}` : '';
    const less = offset.startsWith('-') ? `, less ${offset.slice(1)}` : '';
    const more = less || (offset ? `, plus ${offset}` : '');
    return `${OPS[op] ?? op} ${number} times the ${measure}${where}${more}`;
  },
};

/** Panels of which a statement speaks; headers and titles are the figure's. */
export const places = {
  /** @param {string} title */
  panel: title => `“${title}”`,
  /** @param {string} row @param {number} column */
  panelInColumn: (row, column) => `“${row}” (${COLUMNS[column]} column)`,
  /** @param {number} input from 1 */
  untouched: input => `the head untouched, input ${input}`,
  /** @param {string} header of a row or of a column */
  every: header => `every panel of “${header}”`,
  /** @param {number} column */
  everyInColumn: column => `every panel of the ${COLUMNS[column]} column`,
  diagonal: 'every panel on the diagonal',
  all: 'every panel',
  /** @param {string} place @param {string} head of the next layer */
  showing: (place, head) => `${place}, which shows ${head}`,
  /** @param {string} place @param {string} head of the next layer */
  partlyShowing: (place, head) => `${place}, of which Value’s show ${head}`,
};

/** A piece of text: most begin with the space in front of a word. */
export const pieces = {
  /** @param {string} word */
  word: word => `“${word}”`,
  /** @param {string} text */
  inside: text => `“…${text}”, within a word,`,
  /** @param {string} digits */
  bytes: digits => `the bytes ${digits}`,
};

/** Statements; `is` is a bound. */
export const statements = {
  /** @param {string} place @param {string} piece */
  says: (place, piece) => `With ${place}, the model says ${piece} next.`,
  /** @param {string} place @param {{query: string, key: string}} cell @param {string} is */
  cell: (place, {query, key}, is) => `In ${place}, what query ${query} gives key ${key} is ${is}.`,
  /** @param {string} difference @param {[string, string]} places @param {string} is */
  difference: (difference, [one, other], is) =>
    `The ${difference} between ${one} and ${other} is ${is}.`,
  /** @param {string} place @param {string} measure @param {string} is */
  measure: (place, measure, is) => `In ${place}, the ${measure} is ${is}.`,
};

/** What came of a statement: for who answers, and for who asks. */
export const verdicts = {
  waiting: 'not judged yet',
  /** @param {string} why */
  unknown: why => `cannot be judged: ${why}`,
  /** @param {string} number */
  met: number => `met: ${number}`,
  /** @param {string} number @param {string} bound @param {number} by how much it is larger */
  open: (number, bound, by) =>
    `not yet: ${number} is ${by < 0 ? 'below' : by > 0 ? 'above' : 'just'} ${bound}`,
  said: 'met',
  saidAlready: 'holds already',
  /** @param {string} piece */
  saidOther: piece => (piece ? `not yet: it says ${piece}` : 'not yet'),
  /** @param {string} number */
  metAlready: number => `holds already: ${number}`,
  allMet: 'All of it is met.',
  /** @param {number} met @param {number} all */
  someMet: (met, all) => `${met} of ${all} met.`,
};

/** How panels and cells are taken from the figure, by the kind of statement. */
/** @type {Record<string, string>} */
export const picking = tableOf({
  panel: 'Press a panel of the figure to take it.',
  diff: 'Press two panels of the figure to take them.',
  cell: 'Press a cell of the figure to take it.',
});

/** What is wrong with what a maker of questions typed or chose. */
export const refusals = {
  /** @param {string} label @param {string} read */
  position: (label, read) =>
    `“${label}”: read “${read}”, allowed is a whole number from 0. Nothing was added.`,
  /** @param {string} label @param {string} read @param {number} likely what may be meant */
  number: (label, read, likely) =>
    `“${label}”: read “${read}”, allowed is a number such as ${likely}. Nothing was added.`,
  /** @param {string} low @param {string} high */
  range: (low, high) =>
    `“between ${low} and ${high}”: allowed is the smaller number first. Nothing was added.`,
  /** @param {string} why */
  question: why => `This is too long for a link: ${why}. What was there before is kept.`,
  /** @param {string} why */
  statement: why => `This does not go into a link: ${why}. Nothing was changed.`,
  slash:
    'A choice may not hold a slash, which stands between choices in a link. Nothing was changed.',
  /** @param {number} count */
  choices: count =>
    `Two to five choices are offered, each with words; these are ${count}. Nothing was changed.`,
  /** @param {number} most */
  tooMany: most => `A link carries at most ${most} statements.`,
};

/** @param {string} left what was not done */
const notBefore = left => `${left}: what is said of the choices comes first.`;

/** What a maker of questions hands out. */
export const sending = {
  copy: 'Copy the question’s link',
  copied:
    'Copied: this is what you send. Answers to it are judged on the page “A class’s answers”.',
  nothing: 'Nothing was copied: there is no question in it yet. Write one, or add a statement.',
  unfinished: notBefore('Nothing was copied'),
  notAdded:
    'The statement that is chosen above is no part of the question yet: add it, or leave it.',
  look: 'See it as a student',
};

/** Several questions, given out together. */
export const exercise = {
  legend: 'An exercise of several questions',
  unfinished: notBefore('Nothing was added'),
  help: 'Add this question, then make the next one. Each has a link of its own.',
  name: 'Name of the exercise',
  usual: 'Exercise',
  add: 'Add this question',
  copy: 'Copy the list',
  copied: 'Copied: a line for each question.',
  save: 'Save as a page',
  empty: 'This figure asks nothing yet: write a question, or add a statement.',
  there: 'It stands in the exercise already.',
  /** @param {number} number from 1 */
  untitled: number => `Question ${number}`,
  /** @param {string} title */
  remove: title => `Remove: ${title}`,
  how: 'Open each question and answer it there. Then press “Copy my answer” and hand in the link, one for each question.',
  open: 'Open this question',
};

/** What a reader hands in. */
export const replies = {
  oddChoices:
    'The link’s choices are not two to five, each with words: none of them is shown. Ask whoever gave it to you for another.',
  copied: 'Copied: hand in this link.',
  copiedOpen:
    'Copied, with what is still open: hand in this link, or the one that comes after more work.',
  copiedUnjudged:
    'Copied before it was judged: look at what is still open, then hand in this link.',
  /** @param {string} things */
  open: things => `Still open: ${things}.`,
  /** @param {number} left @param {number} all */
  statements: (left, all) => (left === all ? 'what must hold' : `${left} of ${all} that must hold`),
  choice: 'your choice',
  words: 'your words',
  name: 'your name',
  /** @param {number} most */
  tooLong: most => `At most ${most} bytes go into a link. What was there before is kept.`,
};

/** An answer without its question. */
export const alone = {
  /** @param {string} who */
  title: who => (who ? `An answer of ${who}` : 'An answer'),
  /** @param {string} number */
  choice: number => `Choice ${number}.`,
  /** @param {string} words */
  words: words => `“${words}”`,
  why: 'Its question is not in this link: an answer names it only. Put in the question’s link to see both together.',
  noQuestion: 'This link asks nothing, or was not copied whole. Nothing was changed.',
  other: 'This is another question than the one that was answered. Nothing was changed.',
};

/** @param {string} statement */
export const removing = statement => `Remove: ${statement}`;
