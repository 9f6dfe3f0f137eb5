// What was tested of a sentence, in plain words, with the number that came of it.
import {tableOf} from '../base/lookup.js';
import {plain} from '../figure/titles.js';
import {
  DIFFERENCES,
  OPS,
  hasEpsilonColumns,
  measureIn,
  numberIn,
  parsed,
} from '../questions/words.js';

/**
 * @typedef {import('./judged.js').Sentence} Sentence
 * @typedef {import('./judged.js').Judged} Judged
 * @typedef {import('../state/store.js').Figure} Figure
 * @typedef {import('../questions/words.js').Statement} Statement
 */

const FAINT = 0.02; // a smaller difference of two weights is not told by their colours

/**
 * What is measured, where its short description leaves a newcomer asking.
 * @type {Record<string, string>}
 */
const PLAIN = tableOf({
  first: 'mean weight on the first token',
  diag: 'mean weight on the diagonal',
  near: 'mean weight one step from the diagonal',
  far: 'mean weight far from the diagonal',
  off: 'mean weight off the diagonal',
  rest: 'mean weight outside the diagonal and the first column',
  level: 'mean of all cells',
  entropy: 'evenness of the rows, where 1 is even,',
  ontop: 'share of rows whose largest weight is on the diagonal',
  fall: 'order of the rows’ largest weights, where −1 is a fall from row to row,',
  peak: 'largest weight of a row from the fifth on, against what each would get in an even row,',
  uniform: 'largest difference to rows that give every allowed token the same',
  contrast: 'mean weight on the diagonal less that far from it',
});

/** @param {string} measure */
const named = measure => `the ${DIFFERENCES[measure] ?? PLAIN[measure] ?? measureIn(measure)}`;

/** @param {Figure | null} figure @param {string} place as statements name it */
function where(figure, place) {
  const [kind, row, column] = place;
  const i = Number(row) - 1;
  const panel = figure?.panels[kind === 'c' ? i : 3 * i + (Number(column) || 1) - 1];
  if (kind === 'b') return `the head untouched, input ${row}`;
  if (place === 'all') return 'all nine';
  if (place === 'd1') return 'the three panels from the top left to the bottom right';
  if (!panel) return place;
  const [rowHeader, columnHeader] = [panel.shortRowHeader, panel.shortColumnHeader].map(plain);
  if (kind === 'p') return `${rowHeader}${hasEpsilonColumns(figure) ? ' at' : ','} ${columnHeader}`;
  return `each panel of ${kind === 'r' ? rowHeader : columnHeader}`;
}

/** What it is held against. @param {Statement} statement @param {Figure | null} figure */
function against({kind, measure, place, op, number, high, other, otherPlace, offset}, figure) {
  if (op === 'in') return `between ${number} and ${high}`;
  if (kind !== 'compare') return `${OPS[op]} ${number}`;
  const factor = number === '1' ? '' : `${number} times `;
  const elsewhere = otherPlace && otherPlace !== place;
  const what = other === measure ? 'that' : named(other);
  const more = offset.startsWith('-') ? ` less ${offset.slice(1)}` : offset && ` plus ${offset}`;
  return `${OPS[op]} ${factor}${what}${elsewhere ? ` in ${where(figure, otherPlace)}` : ''}${more}`;
}

/**
 * "in each panel of Value, the mean weight on the first token is at least 0.97"
 * @param {Statement} statement @param {Figure | null} figure
 */
function clause(statement, figure) {
  const {kind, measure, place, otherPlace} = statement;
  const is = against(statement, figure);
  if (kind === 'diff')
    return `${named(measure)} between ${where(figure, place)} and ${where(figure, otherPlace)} is ${is}`;
  return `in ${where(figure, place)}, ${named(measure)} is ${is}`;
}

/**
 * What must hold, of which the statement is one.
 * @param {string} statement @param {Sentence} sentence @param {Figure | null} figure
 */
export function testOf(statement, {test, slack}, figure) {
  const others = test.split(';').length - 1;
  const read = slack ? `, to within ${slack}, as it was read off a picture` : '';
  const more =
    others > 1
      ? `, and ${others} more such tests hold`
      : others
        ? ', and one more such test holds'
        : '';
  return `${clause(parsed(statement), figure)}${read}${more}.`;
}

/** @param {number | null} x */
const digits = x =>
  x !== null && Math.abs(x) >= 1e-4 ? String(Number(x.toFixed(4))) : numberIn(x);

/**
 * A difference that is there, and that no eye sees.
 * @param {Statement} statement
 * @param {Judged} judged
 */
function isFaint({kind, number: factor, offset}, {number, bound}) {
  if (kind !== 'compare' || factor !== '1' || offset || number === null || bound === null)
    return false;
  return number !== bound && Math.abs(number - bound) < FAINT;
}

/** The number that decided. @param {Judged} judged @param {boolean} holds */
function foundIn(judged, holds) {
  const {number, bound, statement} = judged;
  const asked = parsed(statement);
  const several = !/^[pb]/.test(asked.place);
  const which =
    !several || number === bound ? '' : holds ? ' where it is closest' : ' in one of them';
  if (asked.kind !== 'compare') return `it is ${digits(number)}${which}.`;
  const found =
    number === bound ? `${digits(number)}, the same` : `${digits(number)} against ${digits(bound)}`;
  return `it is ${found}${which}.${isFaint(asked, judged) ? ' The colours hardly show so small a difference.' : ''}`;
}

/**
 * What came of one head, beside the test that is told of: another one may have decided.
 * @param {Judged} judged @param {string} told @param {Sentence} sentence @param {Figure | null}
 *   figure
 */
export function foundOf(judged, told, {refutes}, figure) {
  const holds = judged.verdict !== refutes;
  const {statement} = judged;
  if (statement === told) return foundIn(judged, holds);
  if (holds) return 'all the tests hold.';
  return `another of the tests fails: ${clause(parsed(statement), figure)}; ${foundIn(judged, holds)}`;
}
