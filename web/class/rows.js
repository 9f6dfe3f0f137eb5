// Rows of answers as the table shows them: which, and in which order.

/**
 * @typedef {import('../engine/answers.js').Row} Row
 * @typedef {{only: string, name: string}} Filter only: a kind of FILTERS; name: part of one
 * @typedef {{by: string, falling: boolean}} Order by: a column, 'row', 'who', 'right', 'status',
 *   'choice', 'words', 'remarks', or a statement's key
 */

/** What rows can be looked at alone. @type {[string, string, (row: Row) => boolean][]} */
export const FILTERS = [
  ['all', 'All', () => true],
  ['right', 'Right', row => row.right],
  ['wrong', 'Not right', row => !row.right],
  ['noted', 'With something to know', row => row.remarks !== ''],
  ['reproduced', 'Reproduced', row => row.status === 'reproduced'],
  ['others', 'Not reproduced', row => row.status !== 'reproduced'],
];

/** Whether it counts as right, in the words of the command line. @param {Row} row */
export const rightness = ({right, again}) => (right ? (again ? 'again' : 'right') : 'no');

const RANKS = ['no', 'again', 'right'];

/** @param {Row} row @param {string} key */
const numberOf = ({statements}, key) =>
  statements.find(one => one.key === key)?.number ?? -Infinity;

/** @param {Row} row @param {string} by @returns {string | number} */
function valueOf(row, by) {
  if (by === 'right') return RANKS.indexOf(rightness(row));
  if (/^ask\d$/.test(by)) return numberOf(row, by);
  return /** @type {any} */ (row)[by];
}

const names = new Intl.Collator(undefined, {numeric: true, sensitivity: 'base'});

/** @param {string | number} a @param {string | number} b */
function compared(a, b) {
  if (typeof a === 'string') return names.compare(a, String(b));
  return a === b ? 0 : a < Number(b) ? -1 : 1;
}

/** Without accents: a teacher looks for “zoe” and means Zoë. @param {string} text */
const plain = text => text.toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '');

/**
 * Rows of equal value stay in the order in which they were handed in.
 * @param {Row[]} rows
 * @param {Filter} filter
 * @param {Order} order
 */
export function shownRows(rows, {only, name}, {by, falling}) {
  const [, , is] = FILTERS.find(([key]) => key === only) ?? FILTERS[0];
  const wanted = plain(name.trim());
  const seen = rows.filter(row => is(row) && plain(`${row.who} ${row.beside}`).includes(wanted));
  const sign = falling ? -1 : 1;
  return seen.sort((a, b) => sign * compared(valueOf(a, by), valueOf(b, by)) || a.row - b.row);
}
