// The table of a class: a row for each answer. All that comes from an answer is put in as text.
import {h} from '../base/dom.js';
import {isOfPiece} from '../questions/pieces.js';
import {numberIn} from '../questions/words.js';
import {cells as words} from './messages.js';
import {rightness} from './rows.js';

/**
 * @typedef {import('../engine/answers.js').Row} Row
 * @typedef {import('../engine/answers.js').Question} Question
 * @typedef {import('../engine/answers.js').Judged} Judged
 * @typedef {import('./rows.js').Order} Order
 * @typedef {{by: string, name: string, title?: string, cell(row: Row): Node | string,
 *   class?: string}} Column
 *   title: what the name stands for
 */

const SIGNS = /** @type {const} */ ({true: '✓', false: '✗', null: '?'});

/** @param {string} text for those who do not see signs */
const spoken = text => h('span', {class: 'spoken'}, text);

/** @param {boolean | null} holds */
const verdictOf = holds => (holds === null ? words.unknown : holds ? words.holds : words.fails);

/** @param {Judged | undefined} judged @param {boolean} isMade */
function statementCell(judged, isMade) {
  if (!judged || !isMade) return '–';
  const {statement, holds, number, why} = judged;
  const sign = h('span', {class: `is-${holds}`, 'aria-hidden': 'true'}, SIGNS[`${holds}`]);
  const verdict = verdictOf(holds);
  if (isOfPiece(statement)) return h('span', {title: why}, sign, ' ', verdict); // it has no number
  return h('span', {title: why}, sign, spoken(verdict), ' ', numberIn(number));
}

/** @param {Row} row */
const rightCell = row =>
  h('span', {class: row.right ? 'is-true' : ''}, words.rightness[rightness(row)]);

/** The answer with its question, beside a fixed address: a link has letters, digits and few signs. @param {Row} row */
function openCell({together, status, who, row}) {
  if (status === 'invalid') return '';
  const href = `index.html#${together}`;
  const label = words.openOf(who, row);
  return h('a', {href, target: '_blank', rel: 'noopener', 'aria-label': label}, words.open);
}

/** @param {Question} question @param {string[]} sentences of its statements @returns {Column[]} */
export function columnsOf({statements, choices, write}, sentences) {
  const isMade = (/** @type {Row} */ row) => row.statements.some(({holds}) => holds !== null);
  /** @type {Column[]} */
  const asked = statements.map(({key}, i) => ({
    by: key,
    name: words.column(Number(key.slice(3))),
    title: sentences[i],
    class: 'number',
    cell: row => statementCell(row.statements[i], isMade(row)),
  }));
  const chosen = (/** @type {Row} */ {choice}) =>
    choice ? [String(choice), choices[choice - 1] ?? ''].join(' ') : '';
  return [
    {by: 'row', name: '#', class: 'number', cell: ({row}) => String(row)},
    {by: 'who', name: 'Name', cell: ({who, beside}) => (beside ? words.named(who, beside) : who)},
    {by: 'right', name: 'Right', cell: rightCell},
    {by: 'status', name: 'Check', cell: ({status}) => status},
    ...asked,
    ...(choices.length ? [{by: 'choice', name: 'Choice', cell: chosen}] : []),
    ...(write
      ? [{by: 'words', name: 'Words', class: 'long', cell: (/** @type {Row} */ row) => row.words}]
      : []),
    {by: 'remarks', name: 'To know', class: 'long', cell: ({remarks}) => remarks},
    {by: '', name: 'Answer', class: 'opens', cell: openCell},
  ];
}

/**
 * @param {Column} column
 * @param {Order} order
 * @param {(by: string) => void} sort
 */
function headCell({by, name, title = ''}, order, sort) {
  if (!by) return h('th', {scope: 'col', class: 'opens'}, name);
  const isIt = order.by === by;
  const sorted = isIt ? (order.falling ? 'descending' : 'ascending') : 'none';
  const sign = h('span', {'aria-hidden': 'true'}, isIt ? (order.falling ? ' ↓' : ' ↑') : '');
  const button = h(
    'button',
    {type: 'button', class: 'sort', title: title || words.sort(name), onclick: () => sort(by)},
    name,
    sign,
  );
  return h('th', {scope: 'col', 'aria-sort': sorted}, button);
}

/** @param {Row} row @param {Column[]} columns */
function bodyRow(row, columns) {
  const cellOf = (/** @type {Column} */ {by, name, cell, class: kind = ''}) =>
    by === 'who'
      ? h('th', {scope: 'row'}, cell(row))
      : h('td', {class: kind, 'data-of': name}, cell(row));
  return h('tr', {class: row.right ? 'right' : 'other'}, ...columns.map(cellOf));
}

/**
 * @param {HTMLTableElement} table
 * @param {{columns: Column[], rows: Row[], order: Order}} shown
 * @param {(by: string) => void} sort
 */
export function drawTable(table, {columns, rows, order}, sort) {
  const heads = columns.map(column => headCell(column, order, sort));
  table.replaceChildren(
    h('thead', {}, h('tr', {}, ...heads)),
    h('tbody', {}, ...rows.map(row => bodyRow(row, columns))),
  );
}
