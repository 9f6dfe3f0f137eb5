// What is asked of a file of tensors: which of its arrays are Query, Key and Value, and whether
// rotary positions are still to be put in.
import {h} from '../base/dom.js';
import {quoted} from '../base/foreign.js';
import {tensors as words} from './tensor-messages.js';

/**
 * @typedef {import('../engine/tensors.js').Trio} Trio
 * @typedef {import('../engine/tensors.js').List} List
 */

const COMPONENTS = ['Query', 'Key', 'Value'];
const MOST_INPUTS = 3;

/** @param {string} text @param {HTMLElement} field */
export const labelled = (text, field) => h('label', {}, h('span', {}, text), field);

/** @param {List} list @returns {Trio[]} where nothing is proposed, the first that can be read */
function firstOf({arrays, proposed}) {
  if (proposed) return proposed;
  const read = arrays.flatMap(({isRead}, i) => (isRead ? [i] : []));
  const at = (/** @type {number} */ i) => read[i] ?? read[0] ?? 0;
  return [[at(0), at(1), at(2)]];
}

/**
 * @param {List} list
 * @param {number} chosen
 * @param {(array: import('../engine/tensors.js').Listed) => boolean} isOffered
 */
const arraysOf = ({arrays}, chosen, isOffered) =>
  h(
    'select',
    {},
    ...arrays.map((array, i) =>
      h(
        'option',
        {value: i, selected: i === chosen, disabled: !isOffered(array)},
        words.option(array.name || words.noName, array.shape),
      ),
    ),
  );

/** The array of ready weights. @param {List} list */
export function createWeights(list) {
  const first = list.arrays.findIndex(({canBeReady}) => canBeReady);
  const select = arraysOf(list, list.ready < 0 ? first : list.ready, array => array.canBeReady);
  return {element: labelled(words.array, select), chosen: () => Number(select.value)};
}

/** @param {List} list */
export function createParts(list) {
  const first = firstOf(list);
  const fields = h('div', {class: 'fields'});
  /** @type {HTMLSelectElement[][]} */
  let selects = [];
  const inputs = h(
    'select',
    {onchange: () => arrange(Number(inputs.value))},
    ...Array.from({length: MOST_INPUTS}, (_, i) =>
      h('option', {value: i + 1, selected: i + 1 === first.length}, String(i + 1)),
    ),
  );

  /** @param {number} count */
  function arrange(count) {
    const chosen = Array.from({length: count}, (_, i) => first[i] ?? first[0]);
    selects = chosen.map(trio => trio.map(index => arraysOf(list, index, ({isRead}) => isRead)));
    const all = selects.flatMap((trio, input) =>
      trio.map((select, c) => labelled(words.part(COMPONENTS[c], input + 1, count), select)),
    );
    fields.replaceChildren(labelled(words.inputs, inputs), h('span', {}), h('span', {}), ...all);
  }

  arrange(first.length);
  return {
    element: fields,
    /** @returns {Trio[]} */
    choice: () => selects.map(trio => /** @type {Trio} */ (trio.map(({value}) => Number(value)))),
  };
}

/** Whether positions are put in here. @param {string} asked as a link has it; '' for none */
export function createRotary(asked) {
  const [layout = '', channels = '', base = '10000'] = asked.split('.');
  const kind = h(
    'select',
    {onchange: arrange},
    ...Object.entries(words.rotaries).map(([value, text]) =>
      h('option', {value, selected: value === layout}, text),
    ),
  );
  const number = (/** @type {string} */ value) =>
    h('input', {type: 'text', inputmode: 'numeric', value, autocomplete: 'off'});
  const [width, root] = [number(channels), number(base)];
  const numbers = h(
    'div',
    {class: 'fields'},
    labelled(words.channels, width),
    labelled(words.base, root),
  );
  const element = h('div', {class: 'part'}, labelled(words.rotary, kind), numbers);
  const spelled = () =>
    kind.value ? `${kind.value}.${width.value.trim()}.${root.value.trim()}` : '';

  function arrange() {
    numbers.hidden = !kind.value;
  }

  arrange();
  return {
    element,
    /** All channels of a head, unless something is said already. @param {number} d */
    suggest(d) {
      if (!width.value) width.value = String(d - (d % 2));
    },
    /** As links write it. */
    spelled,
    /** What is wrong with it, in one sentence; '' if nothing is. */
    wrong() {
      const [, read] = /^(?:half|pairs)\.([1-9]\d{0,2})\.[1-9]\d{0,8}$/.exec(spelled()) ?? [];
      const good = !kind.value || (read && Number(read) % 2 === 0 && Number(read) <= 256);
      return good ? '' : words.wrongRotary(quoted(`${width.value}, ${root.value}`));
    },
  };
}
