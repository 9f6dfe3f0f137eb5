// What came of judging: a sentence, and the table, which can be sorted, filtered, saved and printed.
import {h, say} from '../base/dom.js';
import {labelled} from './form.js';
import {summary as words} from './messages.js';
import {FILTERS, shownRows} from './rows.js';
import {told} from './sum.js';
import {columnsOf, drawTable} from './table.js';

/**
 * @typedef {import('../engine/answers.js').Row} Row
 * @typedef {import('../engine/answers.js').Question} Question
 * @typedef {import('./sum.js').Beside} Beside
 * @typedef {{question: Question, sentences: string[], head: string}} Asked
 *   head: of the table as CSV
 */

/** Spreadsheets take a file for UTF-8 that begins so. */
const MARK = '\ufeff';

/** @param {string} text @param {string} name */
function download(text, name) {
  const address = URL.createObjectURL(new Blob([text], {type: 'text/csv'}));
  h('a', {href: address, download: name}).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** @param {() => void} changed */
function createFilter(changed) {
  const options = FILTERS.map(([key, label]) => h('option', {value: key}, label));
  const only = h('select', {onchange: changed}, ...options);
  const name = h('input', {type: 'search', oninput: changed});
  return {
    elements: [labelled('Show', only), labelled('Name', name)],
    get value() {
      return {only: only.value, name: name.value};
    },
  };
}

export function createResults() {
  /** @type {Row[]} */
  let rows = [];
  /** @type {import('./table.js').Column[]} */
  let columns = [];
  let order = {by: 'row', falling: false};
  let asked = /** @type {Asked | null} */ (null);
  const filter = createFilter(() => draw());
  const result = h('p', {class: 'result', role: 'status'});
  const seen = h('p', {class: 'seen', role: 'status'});
  const table = h('table', {class: 'stacked', 'aria-label': 'Answers'});
  const shown = () => shownRows(rows, filter.value, order);
  const save = h('button', {type: 'button', onclick: saveShown}, 'Save these rows as CSV');
  const print = h('button', {type: 'button', onclick: () => window.print()}, 'Print');
  const region = h(
    'div',
    {class: 'scroll', role: 'region', tabindex: 0, 'aria-label': 'The table of answers'},
    table,
  );
  const element = h(
    'section',
    {class: 'results', hidden: true, 'aria-label': 'What came of it'},
    result,
    h('div', {class: 'row'}, ...filter.elements, save, print),
    seen,
    region,
  );

  function saveShown() {
    const lines = [asked?.head ?? '', ...shown().map(({csv}) => csv)];
    download(`${MARK}${lines.join('\r\n')}\r\n`, `answers-${asked?.question.of}.csv`);
  }

  /** @param {string} by */
  function sort(by) {
    order = {by, falling: order.by === by && !order.falling};
    draw();
    const at = columns.findIndex(column => column.by === by);
    table.querySelectorAll('th')[at]?.querySelector('button')?.focus();
  }

  function draw() {
    const list = shown();
    drawTable(table, {columns, rows: list, order}, sort);
    say(seen, list.length < rows.length ? words.shown(list.length, rows.length) : '');
  }

  return {
    element,
    /** @param {Asked} next */
    begin(next) {
      asked = next;
      columns = columnsOf(next.question, next.sentences);
      this.clear();
    },
    clear() {
      rows = [];
      element.hidden = true;
    },
    /** @param {Row} row */
    add(row) {
      rows.push(row);
    },
    get count() {
      return rows.length;
    },
    /** @param {Beside} beside as it is told below the rows */
    end(beside) {
      element.hidden = !rows.length;
      say(result, told(rows, beside));
      draw();
    },
  };
}
