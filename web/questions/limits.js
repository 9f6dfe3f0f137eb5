// Which controls the link leaves to its reader: free, to be seen but not moved, or not there.
import {h, say} from '../base/dom.js';
import {LIMITS, TEXTS, isControl, limitOf, linkOfLimits, matters} from '../state/limits.js';

/**
 * @typedef {import('../state/store.js').Row} Row
 * @typedef {import('../state/store.js').State} State
 */

/**
 * @param {Row[]} table
 * @param {() => State} now
 * @param {(patch: Record<string, string>) => string} set tells what is wrong with it, or nothing
 */
export function createLimits(table, now, set) {
  const rows = table.filter(isControl);
  const note = h('p', {class: 'note', role: 'alert'});

  /** @param {string} key @param {string} limit */
  function limit(key, limit) {
    const {params} = now();
    say(
      note,
      set(
        linkOfLimits(
          rows.map(row => [row.key, row.key === key ? limit : limitOf(params, row.key)]),
        ),
      ),
    );
    show(now());
  }

  const made = rows.map(row => {
    const select = h(
      'select',
      {'aria-label': row.label, onchange: () => limit(row.key, select.value)},
      ...LIMITS.map(word => h('option', {value: word}, word)),
    );
    return {row, select, name: h('span', {'aria-hidden': 'true'}, row.label)};
  });
  /** @param {string} label @param {(params: State['params']) => Record<string, string>} patch */
  const all = (label, patch) => ({
    patch,
    button: h(
      'button',
      {
        type: 'button',
        class: 'quiet',
        onclick() {
          say(note, set(patch(now().params)));
          show(now());
        },
      },
      label,
    ),
  });

  /**
   * The slider; a model's text can still be read, for the figure is of it.
   * @param {State['params']} params
   */
  function epsilonAlone(params) {
    const isText = (/** @type {Row} */ row) => TEXTS.test(row.key) && matters(row, params);
    return linkOfLimits(
      rows.map(row => [row.key, row.key === 'eps' ? 'free' : isText(row) ? 'locked' : 'hidden']),
    );
  }
  const shortcuts = [
    all('All free', () => ({show: '', lock: ''})),
    all('Epsilon alone', epsilonAlone),
  ];

  /** @param {State} state */
  function show({params}) {
    for (const {row, select, name} of made) {
      name.hidden = select.hidden = !matters(row, params);
      select.value = limitOf(params, row.key);
    }
    for (const {patch, button} of shortcuts) {
      const stands = Object.entries(patch(params)).every(([key, value]) => params[key] === value);
      button.setAttribute('aria-pressed', String(stands));
    }
  }

  return {
    show,
    element: h(
      'fieldset',
      {},
      h('legend', {}, 'Controls'),
      h('div', {class: 'answer-row'}, ...shortcuts.map(({button}) => button)),
      h(
        'details',
        {},
        h('summary', {}, 'One by one'),
        h('div', {class: 'controls-table'}, ...made.flatMap(({name, select}) => [name, select])),
      ),
      note,
    ),
  };
}
