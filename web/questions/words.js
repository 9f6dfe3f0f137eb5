// Statements as links spell them, taken apart, put together, and read as sentences.
import {plain} from '../figure/titles.js';
import {isNext, nextHead} from '../figure/view.js';
import {panelsOf} from '../shared/marks.js';
import {isByEpsilon} from '../engine/kinds.js';
import {valueIn} from '../engine/link-text.js';
import {nameOf} from '../engine/measures.js';
import {DIFFERENCES, bounds, measured, places, statements} from './messages.js';
import {PREDICTION, pieceOf} from './pieces.js';

/**
 * @typedef {import('../state/store.js').Figure} Figure
 * @typedef {Figure['panels'][number]} Panel
 * @typedef {{kind: 'measure' | 'compare' | 'diff' | 'cell' | 'says', measure: string,
 *   place: string, op: string, number: string, high: string, other: string, otherPlace: string,
 *   offset: string, query: string, key: string, piece: string}} Statement
 *   kind measure: against a number; compare: against a factor of another measure; diff: of two
 *   panels, whose measure is diff or gap; cell: one cell; says: what the model says next. `high`:
 *   the upper end of a range; `piece`: its bytes in hexadecimal
 */

/** @returns {Statement} */
export const blank = () => ({
  kind: 'measure',
  measure: 'first',
  place: 'p11',
  op: 'gt',
  number: '0.5',
  high: '1',
  other: 'rest',
  otherPlace: '',
  offset: '',
  query: '0',
  key: '0',
  piece: '',
});

/** @param {string} text @returns {Statement} */
export function parsed(text) {
  const [measure, place, a = '', b = '', c = '', d = '', e = ''] = text.split('~');
  const known = {...blank(), measure, place};
  if (measure === 'says') return {...known, kind: 'says', piece: b};
  if (measure === 'cell') return {...known, kind: 'cell', query: a, key: b, op: c, number: d};
  if (Object.hasOwn(DIFFERENCES, measure))
    return {...known, kind: 'diff', otherPlace: a, op: b, number: c};
  if (a === 'in') return {...known, op: a, number: b, high: c};
  return c
    ? {...known, kind: 'compare', op: a, number: b, other: c, otherPlace: d, offset: e}
    : {...known, op: a, number: b};
}

/** @param {Statement} statement */
export function spelled({
  kind,
  measure,
  place,
  op,
  number,
  high,
  other,
  otherPlace,
  offset,
  query,
  key,
  piece,
}) {
  if (kind === 'says') return ['says', place, 'is', piece].join('~');
  if (kind === 'cell') return ['cell', place, query, key, op, number].join('~');
  if (kind === 'diff') return [measure, place, otherPlace, op, number].join('~');
  if (kind === 'measure')
    return [measure, place, op, number, ...(op === 'in' ? [high] : [])].join('~');
  return [
    measure,
    place,
    op,
    number,
    other,
    ...(otherPlace || offset ? [otherPlace || place] : []),
    ...(offset ? [offset] : []),
  ].join('~');
}

/** As many digits as tell a number from its bound. @param {number | null} x */
export function numberIn(x) {
  if (x === null) return '–';
  const tiny = x !== 0 && Math.abs(x) < 1e-3;
  return tiny
    ? Number(x.toPrecision(2)).toExponential().replace('e+', 'e')
    : String(Number(x.toPrecision(4)));
}

/**
 * In words. What is shown of another head is compared with that one; the output is always that of
 * the head under study.
 * @param {string} key
 * @param {string} [head] of the next layer, of which the measured panel is
 */
export function measureIn(key, head = '') {
  const {output, untouched, outputStudied, reading, prediction} = measured;
  if (key === PREDICTION) return prediction;
  if (!head) return nameOf(key, {output, head: untouched});
  const isOfOutput = key === 'norm' || key === 'cosine';
  return nameOf(key, {output: outputStudied, head: isOfOutput ? untouched : reading(head)});
}

/**
 * A column of one epsilon is called by where it stands, for a name must not move with a slider.
 * @param {Figure | null} figure
 */
export const hasEpsilonColumns = figure => isByEpsilon({figure: valueIn(figure?.link, 'figure')});

/** @param {Figure | null} figure @param {Panel} panel */
const panelIn = (figure, panel) =>
  hasEpsilonColumns(figure)
    ? places.panelInColumn(plain(panel.rowHeader), panel.column)
    : places.panel(plain(panel.title));

/** @param {Figure | null} figure @param {Panel} panel */
const columnIn = (figure, panel) =>
  hasEpsilonColumns(figure)
    ? places.everyInColumn(panel.column)
    : places.every(plain(panel.columnHeader));

/**
 * The head of the next layer that panels of a place show, and whether all of them do.
 * @param {Figure | null} figure
 * @param {string} place
 */
function nextAt(figure, place) {
  const said = (/** @type {string} */ key) => valueIn(figure?.link, key);
  const params = {figure: said('figure'), value: said('value'), source: said('source')}; // '' is the first kind
  const panels = [...panelsOf(place)];
  const shown = panels.filter(id => isNext(id, params));
  return {head: shown.length ? nextHead(figure, params) : '', all: shown.length === panels.length};
}

/** @param {Figure | null} figure @param {string} place */
export function placeIn(figure, place) {
  const {head, all} = nextAt(figure, place);
  const words = panelsIn(figure, place);
  if (!head) return words;
  return all ? places.showing(words, head) : places.partlyShowing(words, head);
}

/** @param {Figure | null} figure @param {string} place */
function panelsIn(figure, place) {
  const [kind] = place;
  const i = Number(place[1]) - 1;
  const panel = (/** @type {number} */ id) => figure?.panels[id];
  const [one, row, column] = [panel(3 * i + Number(place[2]) - 1), panel(3 * i), panel(i)];
  if (kind === 'p') return one ? panelIn(figure, one) : place;
  if (kind === 'b') return places.untouched(i + 1);
  if (kind === 'r') return row ? places.every(plain(row.rowHeader)) : place;
  if (kind === 'c') return column ? columnIn(figure, column) : place;
  return place === 'd1' ? places.diagonal : places.all;
}

/**
 * A measure of a place, in words.
 * @param {Figure | null} figure
 * @param {string} measure
 * @param {string} place
 */
function measuredIn(figure, measure, place) {
  const {head, all} = nextAt(figure, place);
  return measureIn(measure, all ? head : '');
}

/**
 * What a statement holds its number against.
 * @param {Statement} statement
 * @param {typeof bounds} words of who asks
 * @param {{measure(): string, place(name: string): string}} named the other measure, and a place
 */
export function boundIn({kind, op, number, high, place, otherPlace, offset}, words, named) {
  if (op === 'in') return words.between(number, high);
  if (kind !== 'compare') return words.number(op, number);
  const elsewhere = otherPlace && otherPlace !== place ? named.place(otherPlace) : '';
  return words.multiple({op, number, measure: named.measure(), place: elsewhere, offset});
}

/** @param {Statement} statement @param {Figure | null} figure */
function comparison(statement, figure) {
  const {other, place, otherPlace} = statement;
  return boundIn(statement, bounds, {
    measure: () => measuredIn(figure, other, otherPlace || place),
    place: name => placeIn(figure, name),
  });
}

/**
 * As a sentence about the figure that is shown.
 * @param {Statement} statement
 * @param {Figure | null} figure
 */
export function sentenceOf(statement, figure) {
  const {kind, measure, place, otherPlace, query, key, piece} = statement;
  const is = comparison(statement, figure);
  const here = placeIn(figure, place);
  if (kind === 'says') return statements.says(here, pieceOf(piece));
  if (kind === 'cell') return statements.cell(here, {query, key}, is);
  return kind === 'diff'
    ? statements.difference(DIFFERENCES[measure], [here, placeIn(figure, otherPlace)], is)
    : statements.measure(here, measuredIn(figure, measure, place), is);
}
