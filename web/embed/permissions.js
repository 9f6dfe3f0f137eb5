// What the reader of an embedded figure may do with each of its controls.
import {LIMITS, isControl, limitOf, linkOfLimits, matters} from '../state/limits.js';
import {h} from '../base/dom.js';
import {createChoice} from './choice.js';
import {table} from 'made/table.js';

/** @typedef {import('../state/store.js').Row} Row */

const all = /** @type {Row[]} */ (table);

/**
 * The controls that mean something in a figure, those at hand first.
 * @param {Record<string, string>} params
 */
function controlsOf(params) {
  const rows = all.filter(row => row.isFirst && isControl(row) && matters(row, params));
  return rows.sort((a, b) => Number(b.key === 'eps') - Number(a.key === 'eps'));
}

/** @param {Record<string, string>} params @param {() => void} changed */
export function createPermissions(params, changed) {
  const rows = controlsOf(params).map(({key, label}) => {
    const {element, select} = createChoice(label, LIMITS, changed);
    select.value = limitOf(params, key);
    return {key, element, select};
  });
  return {
    element: h(
      'details',
      {class: 'permits'},
      h('summary', {}, 'Controls to show or lock'),
      h('div', {class: 'list'}, ...rows.map(row => row.element)),
      h('p', {class: 'help'}, 'What is hidden can still be read in the link.'),
    ),
    /** What is not to be chosen here stays as the link has it. */
    options() {
      const chosen = Object.fromEntries(rows.map(({key, select}) => [key, select.value]));
      return linkOfLimits(
        all.filter(isControl).map(({key}) => [key, chosen[key] ?? limitOf(params, key)]),
      );
    },
  };
}
