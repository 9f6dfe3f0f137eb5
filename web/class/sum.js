// What came of all answers, in one sentence: the numbers and words that the command line has below
// its table.
import {summary as words} from './messages.js';

/**
 * @typedef {import('../engine/answers.js').Row} Row
 * @typedef {{quoted: number, damaged: number, skipped: number, without: number,
 *   rightChoice: number | null}} Beside quoted: times that the question itself stood there; damaged:
 *   lines of base64; skipped: attachments that are no text; without: lines without a link;
 *   rightChoice: 0 for any, null where the question has no choices
 */

/** In the order in which they are told. @type {Row['status'][]} */
const STATUSES = ['reproduced', 'differs', 'unchecked', 'invalid', 'too costly'];

/** @param {Row[]} rows */
export function counted(rows) {
  const statuses = STATUSES.map(status => ({
    status,
    number: rows.filter(row => row.status === status).length,
  }));
  return {
    right: rows.filter(row => row.right && !row.again).length,
    again: rows.filter(row => row.again).length,
    same: rows.filter(({notes}) => notes.some(({cause}) => cause === 'same-of-another')).length,
    statuses: statuses.filter(({number}) => number),
  };
}

/** @param {Row[]} rows @param {Beside} beside */
export function told(rows, {quoted, damaged, skipped, without, rightChoice}) {
  const {right, again, same, statuses} = counted(rows);
  const made = statuses.map(({status, number}) => words.status(number, status)).join(', ');
  return words.joined([
    words.all(rows.length, right),
    ...(made ? [made] : []),
    ...(again ? [words.again(again)] : []),
    ...(same ? [words.same(same)] : []),
    ...(quoted ? [words.quoted(quoted)] : []),
    ...(damaged ? [words.damaged(damaged)] : []),
    ...(skipped ? [words.skipped(skipped)] : []),
    ...(rightChoice === 0 ? [words.anyChoice] : []),
    ...(rightChoice ? [words.oneChoice(rightChoice)] : []),
    ...(without ? [words.without(without)] : []),
  ]);
}
