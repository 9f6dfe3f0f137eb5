// Which controls the link leaves to its reader: free, to be seen but not moved, or not there.
import {h, say} from '../base/dom.js';
import {LIMITS, TEXTS, isControl, limitOf, linkOfLimits, matters} from '../state/limits.js';

/**
 * @typedef {import('../state/store.js').Row} Row
 * @typedef {import('../state/store.js').State} State
 */

/**
 * What a link says of all controls.
 * @param {Row[]} rows
 * @param {(row: Row) => string} limit
 */
const limits = (rows, limit) => linkOfLimits(rows.map(row => [row.key, limit(row)]));

/**
 * The slider; a model's text can still be read, for the figure is of it.
 * @param {Row[]} rows
 * @param {State['params']} params
 */
function epsilonAlone(rows, params) {
  const isText = (/** @type {Row} */ row) => TEXTS.test(row.key) && matters(row, params);
  return limits(rows, row => (row.key === 'eps' ? 'free' : isText(row) ? 'locked' : 'hidden'));
}

/**
 * A choice for each control. @param {Row[]} rows
 * @param {(row: Row, limit: string) => void} choose
 */
function createOnes(rows, choose) {
  const made = rows.map(row => {
    const select = h(
      'select',
      {'aria-label': row.label, onchange: () => choose(row, select.value)},
      ...LIMITS.map(word => h('option', {value: word}, word)),
    );
    return {row, select, name: h('span', {'aria-hidden': 'true'}, row.label)};
  });
  const cells = made.flatMap(({name, select}) => [name, select]);
  const table = h('div', {class: 'controls-table'}, ...cells);
  return {
    element: h('details', {}, h('summary', {}, 'One by one'), table),
    /** @param {State['params']} params */
    show(params) {
      for (const {row, select, name} of made) {
        name.hidden = select.hidden = !matters(row, params);
        select.value = limitOf(params, row.key);
      }
    },
  };
}

/** @typedef {(params: State['params']) => Record<string, string>} Patch */

/**
 * A choice for all controls at once.
 * @param {string} label
 * @param {Patch} patch
 * @param {(patch: Patch) => void} choose
 */
function createShortcut(label, patch, choose) {
  const button = h('button', {type: 'button', class: 'quiet', onclick: () => choose(patch)}, label);
  return {
    button,
    /** @param {State['params']} params */
    show(params) {
      const stands = Object.entries(patch(params)).every(([key, value]) => params[key] === value);
      button.setAttribute('aria-pressed', String(stands));
    },
  };
}

/** @param {Row[]} rows @param {(patch: Patch) => void} choose */
const createShortcuts = (rows, choose) => [
  createShortcut('All free', () => ({show: '', lock: ''}), choose),
  createShortcut('Epsilon alone', params => epsilonAlone(rows, params), choose),
];

/**
 * @param {Row[]} table
 * @param {() => State} now
 * @param {(patch: Record<string, string>) => string} set tells what is wrong with it, or nothing
 */
export function createLimits(table, now, set) {
  const rows = table.filter(row => isControl(row) || row.key === 'curve');
  const note = h('p', {class: 'note', role: 'alert'});

  /** @param {Patch} patch */
  function choose(patch) {
    say(note, set(patch(now().params)));
    show(now());
  }

  const ones = createOnes(rows, ({key}, limit) =>
    choose(params => limits(rows, row => (row.key === key ? limit : limitOf(params, row.key)))),
  );
  const shortcuts = createShortcuts(rows, choose);

  /** @param {State} state */
  function show({params}) {
    for (const part of [ones, ...shortcuts]) part.show(params);
  }

  const buttons = shortcuts.map(({button}) => button);
  const element = h(
    'fieldset',
    {},
    h('legend', {}, 'Controls'),
    h('div', {class: 'answer-row'}, ...buttons),
    ones.element,
    note,
  );
  return {show, element};
}
