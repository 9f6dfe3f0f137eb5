// Everything behind "More": the table's rows in sections, and in each section some rows first. A
// row that means nothing in the present state is not shown, so that every control does something.
import {adoptStyle} from '../base/styles.js';
import {h} from '../base/dom.js';
import {createField} from './fields.js';
import {choiceStyle} from './choice-style.js';
import {style} from './more-style.js';
import {createSuggestion} from './suggestion.js';
import {TEXTS, isControl, matters, permitted} from '../state/limits.js';

/**
 * @typedef {import('../state/store.js').Row} Row
 * @typedef {import('../state/store.js').State} State
 * @typedef {import('./fields.js').Act} Act
 */

/** Where a row stands; a row of a later format that is not named here comes last. */
const SECTIONS = [
  ['Experiment', 'figure source op over eps response value copy share'],
  ['Head', 'layer head next also begin n sink local width noise floor agree heads d seed'],
  ['Attention', 'weights bias temp mask window'],
  ['Display', 'view range pool colors style titles axes line'],
];

/** @param {Row[]} table @returns {[string, Row[]][]} */
function sections(table) {
  const free = table.filter(row => isControl(row) && !TEXTS.test(row.key));
  const named = SECTIONS.flatMap(([, keys]) => keys.split(' '));
  const find = (/** @type {string} */ key) => free.filter(row => row.key === key);
  const rest = free.filter(row => !named.includes(row.key));
  /** @type {[string, Row[]][]} */
  const all = SECTIONS.map(([name, keys]) => [name, keys.split(' ').flatMap(find)]);
  return rest.length ? [...all, ['Other', rest]] : all;
}

/**
 * One section: its rows, and behind "Finer settings" those that are not shown at first.
 * @param {string} name
 * @param {Row[]} rows
 * @param {Act} act
 * @param {HTMLElement[]} first what stands before the rows
 */
function createSection(name, rows, act, first) {
  const made = rows.map(row => ({row, field: createField(row, act)}));
  const of = (/** @type {boolean} */ isFirst) =>
    made.filter(({row}) => row.isFirst === isFirst).map(({field}) => field.element);
  const finer = h('details', {class: 'finer'}, h('summary', {}, 'Finer settings'), ...of(false));
  const element = h(
    'div',
    {class: 'section', role: 'group', 'aria-label': name},
    h('h2', {}, name),
    ...first,
    ...of(true),
    finer,
  );

  /** @param {State} state */
  function show(state) {
    const may = permitted(state.params);
    for (const {row, field} of made) {
      field.element.hidden = !matters(row, state.params) || !may.shown(row.key);
      field.show(state, may.locked(row.key));
    }
    finer.hidden = !finer.querySelector('.field:not([hidden])');
    element.hidden = !element.querySelector('.field:not([hidden])');
  }
  return {element, show};
}

/**
 * @param {Row[]} table
 * @param {Act} act
 * @param {{heads: HTMLElement[]}} extra what stands among the rows
 */
export function createControls(table, act, extra) {
  const made = sections(table).map(([name, rows]) =>
    createSection(name, rows, act, name === 'Head' ? extra.heads : []),
  );
  const element = h('div', {class: 'sections'}, ...made.map(section => section.element));
  const rowOf = (/** @type {string} */ key) => table.filter(row => row.key === key)[0];
  const suggestion = createSuggestion(rowOf('op'), rowOf('eps').default, act);
  element.querySelector('[data-row=op]')?.after(suggestion.element);
  return {
    element,

    /** Gives them their style, once they stand in the page. */
    dress() {
      adoptStyle(element, choiceStyle);
      adoptStyle(element, style);
    },

    /** @param {State} state */
    show(state) {
      made.forEach(section => section.show(state));
      suggestion.show(state);
    },
  };
}
