// The numbers of one panel as a table, for eyes and screen readers alike: fetched with the first,
// a page of it at a time.
import {numberText, tokenText} from '../base/format.js';
import {h, say} from '../base/dom.js';
import {namesOf} from './names.js';
import {allowedKeys, isNext, nextHead, panelsOf, weightsOf} from './view.js';

/**
 * @typedef {import('./view.js').Figure} Figure
 * @typedef {import('./view.js').Params} Params
 */

const PAGE = 64; // rows and columns of a table

/** @param {string[] | null | undefined} tokens @param {number} position */
const head = (tokens, position) =>
  tokens?.[position] === undefined
    ? String(position)
    : `${position} ${tokenText(tokens[position])}`;

/** From which to which a page goes, as a choice. @param {number} count @param {string} word */
function pages(count, word) {
  return Array.from({length: Math.ceil(count / PAGE)}, (_, i) =>
    h('option', {value: i}, `${word} ${i * PAGE} to ${Math.min((i + 1) * PAGE, count) - 1}`),
  );
}

/** @param {HTMLDetailsElement} element what is unfolded */
export function createNumbers(element) {
  const which = h('select', {
    'aria-label': 'Panel',
    onchange: () => {
      wanted = which.value;
      renew(true);
    },
  });
  const queries = h('select', {'aria-label': 'Queries', onchange: () => renew(false)});
  const keys = h('select', {'aria-label': 'Keys', onchange: () => renew(false)});
  const words = h('caption', {});
  const body = h('table', {});
  const scroll = h(
    'div',
    {class: 'scroll', tabindex: 0, role: 'group', 'aria-label': 'Table of weights'},
    body,
  );
  element.append(h('div', {class: 'choose'}, which, queries, keys), scroll);
  element.addEventListener('toggle', () => renew(true));
  /** @type {{figure: Figure, params: Params} | null} */
  let shown = null;
  let wanted = '0'; // the panel that was asked for, maybe before there was anything to choose from

  /** @param {import('./view.js').Panel} panel @param {import('./range.js').Grid} grid */
  function rowsOf({rows, columns, queryInput, keyInput}, grid) {
    const {figure, params} = /** @type {NonNullable<typeof shown>} */ (shown);
    const [tokens, others] = [queryInput, keyInput].map(input => figure.inputs?.[input]?.tokens);
    const pooled = grid.rows < rows || grid.columns < columns;
    const from = Number(queries.value) * PAGE;
    const left = Number(keys.value) * PAGE;
    const down = rows / grid.rows;
    const across = columns / grid.columns;
    const at = Array.from({length: Math.min(PAGE, grid.columns - left)}, (_, j) => left + j);
    const heads = at.map(j => h('th', {scope: 'col'}, head(others, Math.ceil(j * across))));
    const top = h('tr', {}, h('th', {scope: 'col'}, 'query \\ key'), ...heads);
    const lines = Array.from({length: Math.min(PAGE, grid.rows - from)}, (_, i) => {
      const query = Math.ceil((from + i) * down);
      const [first, end] = allowedKeys(params, query, columns);
      const number = (/** @type {number} */ j) =>
        numberText(grid.values[(from + i) * grid.columns + j], 4);
      const cell = (/** @type {number} */ j) =>
        !pooled && (j < first || j >= end) ? '' : number(j);
      return h(
        'tr',
        {},
        h('th', {scope: 'row'}, head(tokens, query)),
        ...at.map(j => h('td', {}, cell(j))),
      );
    });
    return [h('thead', {}, top), h('tbody', {}, ...lines)];
  }

  /** @param {boolean} paged the pages are chosen anew too */
  function renew(paged) {
    if (!element.open || !shown) return;
    const panel = panelsOf(shown.figure)[Number(which.value)];
    const grid = panel && weightsOf(panel);
    if (!panel || !grid) return;
    if (
      paged ||
      queries.options.length !== Math.ceil(grid.rows / PAGE) ||
      keys.options.length !== Math.ceil(grid.columns / PAGE)
    ) {
      queries.replaceChildren(...pages(grid.rows, 'rows'));
      keys.replaceChildren(...pages(grid.columns, 'columns'));
    }
    queries.hidden = grid.rows <= PAGE;
    keys.hidden = grid.columns <= PAGE;
    const block = `${Math.ceil(panel.rows / grid.rows)} by ${Math.ceil(panel.columns / grid.columns)}`;
    const pooled = grid.rows < panel.rows ? ` Each number is the largest of ${block}.` : '';
    const {figure, params} = shown;
    const id = Number(which.value);
    const whose = isNext(id, params) ? ` of ${nextHead(figure, params)}` : '';
    say(words, `${namesOf(figure, params)[id]}: weights${whose}, one query a row.${pooled}`);
    body.replaceChildren(words, ...rowsOf(panel, grid));
  }

  return {
    /** @param {Figure} figure @param {Params} params */
    show(figure, params) {
      shown = {figure, params};
      const all = panelsOf(figure);
      const names = namesOf(figure, params);
      const titles = names.flatMap((name, id) => (all[id] ? [[String(id), name]] : []));
      const key = JSON.stringify(titles);
      if (which.dataset.key !== key) {
        which.dataset.key = key;
        which.replaceChildren(...titles.map(([value, text]) => h('option', {value}, text)));
        if (titles.some(([value]) => value === wanted)) which.value = wanted;
      }
      renew(false);
    },
    /** @param {number} panel */
    open(panel) {
      element.open = true;
      which.value = wanted = String(panel);
      renew(true);
      scroll.focus();
    },
  };
}
