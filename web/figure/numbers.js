// The numbers of one panel as a table, for eyes and screen readers alike: fetched with the first,
// a page of it at a time.
import {numberText, tokenText} from '../base/format.js';
import {adoptStyle} from '../base/styles.js';
import {h, say} from '../base/dom.js';
import {numbers as words} from './numbers-messages.js';
import {namesOf} from './names.js';
import {style} from './numbers-style.js';
import {allowedKeys, isNext, isPooled, nextHead, panelsOf, weightsOf} from './view.js';

/**
 * @typedef {import('./view.js').Figure} Figure
 * @typedef {import('./view.js').Params} Params
 * @typedef {import('./view.js').Panel} Panel
 * @typedef {import('./range.js').Grid} Grid
 */

const PAGE = 64; // rows and columns of a table

/** @param {string[] | null | undefined} tokens @param {number} position */
const head = (tokens, position) =>
  tokens?.[position] === undefined
    ? String(position)
    : `${position} ${tokenText(tokens[position])}`;

/**
 * From which to which a page goes, as a choice.
 * @param {number} count
 * @param {(from: number, to: number) => string} named
 */
function pages(count, named) {
  return Array.from({length: Math.ceil(count / PAGE)}, (_, i) =>
    h('option', {value: i}, named(i * PAGE, Math.min((i + 1) * PAGE, count) - 1)),
  );
}

/**
 * A page of a panel's numbers.
 * @param {{figure: Figure, params: Params}} shown
 * @param {Panel} panel
 * @param {Grid} grid
 * @param {{from: number, left: number}} corner first row and column of the grid
 */
function rowsOf({figure, params}, {rows, columns, queryInput, keyInput}, grid, {from, left}) {
  const [tokens, others] = [queryInput, keyInput].map(input => figure.inputs?.[input]?.tokens);
  const pooled = isPooled(grid, {rows, columns});
  const across = columns / grid.columns;
  const at = Array.from({length: Math.min(PAGE, grid.columns - left)}, (_, j) => left + j);
  const heads = at.map(j => h('th', {scope: 'col'}, head(others, Math.ceil(j * across))));
  const top = h('tr', {}, h('th', {scope: 'col'}, 'query \\ key'), ...heads);
  const line = (/** @type {number} */ row) => {
    const query = Math.ceil((row * rows) / grid.rows);
    const [first, end] = allowedKeys(params, query, columns);
    const cell = (/** @type {number} */ j) =>
      !pooled && (j < first || j >= end) ? '' : numberText(grid.values[row * grid.columns + j], 4);
    const cells = at.map(j => h('td', {}, cell(j)));
    return h('tr', {}, h('th', {scope: 'row'}, head(tokens, query)), ...cells);
  };
  const lines = Array.from({length: Math.min(PAGE, grid.rows - from)}, (_, i) => line(from + i));
  return [h('thead', {}, top), h('tbody', {}, ...lines)];
}

/**
 * What the table is of, and how to read it.
 * @param {{figure: Figure, params: Params}} shown
 * @param {number} id
 * @param {Panel} panel
 * @param {Grid} grid
 */
function captionOf({figure, params}, id, panel, grid) {
  const down = Math.ceil(panel.rows / grid.rows);
  const across = Math.ceil(panel.columns / grid.columns);
  const name = namesOf(figure, params)[id];
  const caption = isNext(id, params)
    ? words.captionOfHead(name, nextHead(figure, params))
    : words.caption(name);
  return isPooled(grid, panel) ? `${caption} ${words.block(params.pool, down, across)}` : caption;
}

/** The choice among the panels that there are. @param {() => void} chosen */
function createWhich(chosen) {
  let wanted = '0'; // the panel that was asked for, maybe before there was anything to choose from
  const element = h('select', {
    'aria-label': 'Panel',
    onchange() {
      wanted = element.value;
      chosen();
    },
  });
  return {
    element,
    get panel() {
      return Number(element.value);
    },
    /** @param {number} panel */
    ask(panel) {
      element.value = wanted = String(panel);
    },
    /** @param {string[][]} titles panel and name */
    offer(titles) {
      const key = JSON.stringify(titles);
      if (element.dataset.key === key) return;
      element.dataset.key = key;
      element.replaceChildren(...titles.map(([value, text]) => h('option', {value}, text)));
      if (titles.some(([value]) => value === wanted)) element.value = wanted;
    },
  };
}

/**
 * The choice of a page of rows or columns.
 * @param {string} label
 * @param {(from: number, to: number) => string} named
 * @param {() => void} chosen
 */
function createPages(label, named, chosen) {
  const element = h('select', {'aria-label': label, onchange: chosen});
  return {
    element,
    /** The first row or column of the page. */
    get first() {
      return Number(element.value) * PAGE;
    },
    /** @param {number} count */
    fits: count => element.options.length === Math.ceil(count / PAGE),
    /** @param {number} count @param {boolean} anew back to the first page */
    offer(count, anew) {
      if (anew) element.replaceChildren(...pages(count, named));
      element.hidden = count <= PAGE;
    },
  };
}

/** @param {HTMLDetailsElement} element what is unfolded */
export function createNumbers(element) {
  const which = createWhich(() => renew(true));
  const queries = createPages('Queries', words.rows, () => renew(false));
  const keys = createPages('Keys', words.columns, () => renew(false));
  const caption = h('caption', {});
  const body = h('table', {});
  const scroll = h(
    'div',
    {class: 'scroll', tabindex: 0, role: 'group', 'aria-label': 'Table of weights'},
    body,
  );
  const choices = [which, queries, keys].map(choice => choice.element);
  adoptStyle(element, style);
  element.append(h('div', {class: 'choose'}, ...choices), scroll);
  element.addEventListener('toggle', () => renew(true));
  /** @type {{figure: Figure, params: Params} | null} */
  let shown = null;

  /** @param {boolean} paged the pages are chosen anew too */
  function renew(paged) {
    if (!element.open || !shown) return;
    const id = which.panel;
    const panel = panelsOf(shown.figure)[id];
    const grid = panel && weightsOf(panel);
    if (!panel || !grid) return;
    const anew = paged || !queries.fits(grid.rows) || !keys.fits(grid.columns);
    queries.offer(grid.rows, anew);
    keys.offer(grid.columns, anew);
    say(caption, captionOf(shown, id, panel, grid));
    const corner = {from: queries.first, left: keys.first};
    body.replaceChildren(caption, ...rowsOf(shown, panel, grid, corner));
  }

  return {
    /** @param {Figure} figure @param {Params} params */
    show(figure, params) {
      shown = {figure, params};
      const all = panelsOf(figure);
      const names = namesOf(figure, params);
      which.offer(names.flatMap((name, id) => (all[id] ? [[String(id), name]] : [])));
      renew(false);
    },
    /** @param {number} panel */
    open(panel) {
      element.open = true;
      which.ask(panel);
      renew(true);
      scroll.focus();
    },
  };
}
