// What the model says next, untouched and with the panel that is looked at: a row for each likely
// word, with a bar for each of the two.
import {h, say} from '../base/dom.js';
import {percent} from '../base/format.js';
import {byWord, likeliest, shown} from '../engine/likely.js';
import {valueIn} from '../engine/link-text.js';
import {plain, styled} from '../figure/titles.js';
import {limitOf} from '../state/limits.js';
import {isTied} from '../state/tied.js';
import {comes} from './messages.js';

/**
 * @typedef {import('../state/store.js').State} State
 * @typedef {import('../engine/likely.js').Words} Words
 * @typedef {{word: string, before: number | null, after: number | null}} Row
 *   null: not among the likeliest
 */

const ROWS = 5;
const USUAL_PANEL = 1; // shown while no panel is pointed at: Query, in the middle column
const PANELS = 9;

/**
 * The likeliest of both, those first that are likely in either.
 * @param {Words} words
 * @returns {Row[]}
 */
export function rowsOf({before, after}) {
  const [untouched, changed] = [byWord(before), byWord(after)];
  const most = (/** @type {string} */ word) =>
    Math.max(untouched.get(word) ?? 0, changed.get(word) ?? 0);
  return [...new Set([...untouched.keys(), ...changed.keys()])]
    .sort((a, b) => most(b) - most(a))
    .slice(0, ROWS)
    .map(word => ({word, before: untouched.get(word) ?? null, after: changed.get(word) ?? null}));
}

/** @param {number | null} p @param {Map<string, number>} list */
function share(p, list) {
  if (p !== null) return p < 0.01 ? '< 1 %' : percent(p);
  return `< ${percent(Math.max(0.01, Math.min(...list.values())))}`;
}

/** As it stands over a column: “Query, ε = 0.3”. @param {string} title */
const shortTitle = title => title.replace(/^Modifying (\w+) with /, '$1, ');

/** A row of the table: a word, and how likely it is in each of the two. */
function createRow() {
  const word = h('th', {scope: 'row'});
  const cells = ['untouched', 'changed'].map(kind => {
    const number = h('span', {});
    const fill = h('i', {class: 'fill'});
    return {
      number,
      fill,
      element: h('td', {class: kind}, h('span', {class: 'meter'}, fill), number),
    };
  });
  return {
    element: h('tr', {}, word, ...cells.map(cell => cell.element)),
    /** @param {Row} row @param {Words} words */
    show(row, words) {
      say(word, shown(row.word));
      [row.before, row.after].forEach((p, i) => {
        cells[i].fill.style.setProperty('--share', String(p ?? 0));
        say(cells[i].number, share(p, byWord([words.before, words.after][i])));
      });
    },
  };
}

/** In a course page the figure stands alone. */
export const isOffered = () => isTied() && parent === window;

/** While its figure is on its way, the table keeps its place. @param {State} state */
const isExpected = ({figure, params, status}) =>
  !figure && params.source === 'model' && status.kind !== 'error';

/** The panel that is looked at; one of the nine. @param {State} state */
const panelOf = ({focus}) => (focus && focus.panel < PANELS ? focus.panel : USUAL_PANEL);

/**
 * @param {(input: number, word: string) => void} append writes a word behind an input's text
 * @param {(figure: NonNullable<State['figure']>, panel: number) => Words | null} wordsOf
 */
export function createNextWords(append, wordsOf) {
  const rows = Array.from({length: ROWS}, createRow);
  const changed = h('th', {scope: 'col', class: 'changed'});
  const caption = h('caption', {}, 'What comes next');
  const head = h(
    'tr',
    {},
    h('td'),
    h('th', {scope: 'col', class: 'untouched'}, 'untouched'),
    changed,
  );
  let input = 0; // whose text the panel's queries are of
  let likely = '';
  let isOfText = false; // do the words come after the text that stands now?
  const more = h('button', {
    type: 'button',
    class: 'entry',
    onclick: () => void (isOfText && append(input, likely)),
  });
  const element = h(
    'table',
    {class: 'next-words', hidden: true},
    caption,
    h('thead', {}, head),
    h('tbody', {}, ...rows.map(row => row.element)),
    h('tfoot', {}, h('tr', {}, h('td', {colspan: 3}, more))),
  );
  /** @type {State['figure']} */
  let drawn = null;
  let of = -1;

  /**
   * @param {NonNullable<State['figure']>} figure
   * @param {number} index
   * @param {State['params']} params
   */
  function draw(figure, index, params) {
    const words = wordsOf(figure, index);
    element.hidden = !words;
    if (!words) return;
    const panel = figure.panels[index];
    input = panel.queryInput;
    [likely] = likeliest(words.after);
    say(more, comes.append(shown(likely)));
    say(caption, input ? comes.after(input + 1) : comes.next);
    say(changed, shortTitle(plain(styled(panel.title, params))));
    const list = rowsOf(words);
    rows.forEach(({element: row, show}, i) => {
      row.hidden = i >= list.length;
      if (list[i]) show(list[i], words);
    });
  }

  return {
    element,
    /** @param {State} state */
    show(state) {
      const {figure} = state;
      const index = panelOf(state);
      if (!isOffered() || !figure) element.hidden = !isOffered() || !isExpected(state);
      else if (figure !== drawn || index !== of) draw(figure, index, state.params);
      [drawn, of] = [figure, index];
      const key = `text${input + 1}`;
      more.hidden = limitOf(state.params, key) !== 'free';
      isOfText = valueIn(figure?.link, key) === state.params[key];
    },
  };
}
