// What was tested of a sentence, in plain words, with the number that came of it.
import {plain} from '../figure/titles.js';
import {DIFFERENCES, places as asked} from '../questions/messages.js';
import {boundIn, hasEpsilonColumns, measureIn, numberIn, parsed} from '../questions/words.js';
import {bounds, decided, found, places, tested, tests} from './messages.js';

/**
 * @typedef {import('./judged.js').Sentence} Sentence
 * @typedef {import('./judged.js').Judged} Judged
 * @typedef {import('../state/store.js').Figure} Figure
 * @typedef {import('../questions/words.js').Statement} Statement
 */

const FAINT = 0.02; // a smaller difference of two weights is not told by their colours

/** @param {string} measure */
const named = measure => DIFFERENCES[measure] ?? measureIn(measure);

/** @param {Figure | null} figure @param {string} place as statements name it */
function where(figure, place) {
  const [kind, row, column] = place;
  const i = Number(row) - 1;
  const panel = figure?.panels[kind === 'c' ? i : 3 * i + (Number(column) || 1) - 1];
  if (kind === 'b') return asked.untouched(Number(row));
  if (place === 'all') return places.all;
  if (place === 'd1') return places.diagonal;
  if (!panel) return place;
  const [rowHeader, columnHeader] = [panel.shortRowHeader, panel.shortColumnHeader].map(plain);
  const panelIn = hasEpsilonColumns(figure) ? places.panelAtEpsilon : places.panel;
  if (kind === 'p') return panelIn(rowHeader, columnHeader);
  return places.each(kind === 'r' ? rowHeader : columnHeader);
}

/** What it is held against. @param {Statement} statement @param {Figure | null} figure */
function against(statement, figure) {
  const {measure, other} = statement;
  return boundIn(statement, bounds, {
    measure: () => (other === measure ? '' : named(other)),
    place: name => where(figure, name),
  });
}

/**
 * "in each panel of Value, the mean weight on the first token is at least 0.97"
 * @param {Statement} statement @param {Figure | null} figure
 */
function clause(statement, figure) {
  const {kind, measure, place, otherPlace} = statement;
  const is = against(statement, figure);
  const both = /** @type {[string, string]} */ ([place, otherPlace].map(at => where(figure, at)));
  return kind === 'diff'
    ? tests.difference(named(measure), both, is)
    : tests.measure(both[0], named(measure), is);
}

/**
 * What must hold, of which the statement is one.
 * @param {string} statement @param {Sentence} sentence @param {Figure | null} figure
 */
export function testOf(statement, {test, slack}, figure) {
  return tested(clause(parsed(statement), figure), slack, test.split(';').length - 1);
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
  const isSame = number === bound;
  const told = decided({
    number: digits(number),
    bound: asked.kind === 'compare' ? digits(bound) : '',
    isSame,
    where: !several || isSame ? '' : holds ? 'closest' : 'one',
  });
  return isFaint(asked, judged) ? `${told} ${found.faint}` : told;
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
  if (holds) return found.allHold;
  return found.otherFails(clause(parsed(statement), figure), foundIn(judged, holds));
}
