// A labelled list to choose one from.
import {h, unique} from '../base/dom.js';

/** @param {string} label @param {readonly string[]} options @param {() => void} changed */
export function createChoice(label, options, changed) {
  const id = unique();
  const select = h(
    'select',
    {id, onchange: changed},
    ...options.map(value => h('option', {value}, value)),
  );
  return {element: h('div', {class: 'choose'}, h('label', {for: id}, label), select), select};
}
