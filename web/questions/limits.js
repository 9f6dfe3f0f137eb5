// Which controls the link leaves to its reader: free, to be seen but not moved, or not there.
import {h, say} from '../dom.js';
import {matters, permitted} from '../controls/controls.js';

/**
 * @typedef {import('../store.js').Row} Row
 * @typedef {import('../store.js').State} State
 */

const NO_CONTROL = /^(question|ask\d|show|lock|model|file)$/;
const WORDS = {free: 'free', locked: 'locked', hidden: 'hidden'};

/** @param {State['params']} params @param {string} key */
function limitOf(params, key) {
  const may = permitted(params);
  return !may.shown(key) ? 'hidden' : may.locked(key) ? 'locked' : 'free';
}

/**
 * @param {Row[]} table
 * @param {() => State} now
 * @param {(patch: Record<string, string>) => string} set tells what is wrong with it, or nothing
 */
export function createLimits(table, now, set) {
  const rows = table.filter(({key}) => !NO_CONTROL.test(key)), note = h('p', {class: 'note', role: 'alert'});

  /** @param {string} key @param {string} limit */
  function limit(key, limit) {
    const {params} = now(), limits = rows.map(row => [row.key, row.key === key ? limit : limitOf(params, row.key)]);
    const keys = (/** @type {(limit: string) => boolean} */ fits) => limits.filter(([, one]) => fits(one)).map(([one]) => one).join('~');
    const hidden = limits.some(([, one]) => one === 'hidden');
    say(note, set({show: hidden ? keys(one => one !== 'hidden') || 'question' : '', lock: keys(one => one === 'locked')}));
    show(now());
  }

  const made = rows.map(row => {
    const select = h('select', {'aria-label': row.label, onchange: () => limit(row.key, select.value)},
      ...Object.entries(WORDS).map(([value, word]) => h('option', {value}, word)));
    return {row, select, name: h('span', {'aria-hidden': 'true'}, row.label)};
  });
  const all = (/** @type {string} */ value, /** @type {string} */ label) => h('button', {type: 'button', class: 'quiet', onclick() {
    say(note, set({show: value, lock: ''}));
    show(now());
  }}, label);

  /** @param {State} state */
  function show({params}) {
    for (const {row, select, name} of made) {
      name.hidden = select.hidden = !matters(row, params);
      select.value = limitOf(params, row.key);
    }
  }

  return {show, element: h('fieldset', {}, h('legend', {}, 'Controls'),
    h('div', {class: 'answer-row'}, all('', 'All free'), all('eps', 'Epsilon alone')),
    h('details', {}, h('summary', {}, 'One by one'), h('div', {class: 'controls-table'}, ...made.flatMap(({name, select}) => [name, select]))), note)};
}
