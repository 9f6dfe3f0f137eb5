// A slider with its number field: two views of one value.
import {h, unique} from '../base/dom.js';
import {tableOf} from '../base/lookup.js';
import {scaleOf, spelled} from './scale.js';

/**
 * @typedef {import('../state/store.js').Row} Row
 * @typedef {import('../engine/engine.js').Remark} Remark
 * @typedef {{set(value: string, live: boolean): Remark[], settle(byKeys: boolean): void}} Hand
 *   what moving it does
 * @typedef {{element: HTMLElement, show(value: string, how: {disabled: boolean, high: number}):
 *   void}} Slider
 */

/** @type {Record<string, number>} */
const ARROWS = tableOf({ArrowLeft: -1, ArrowRight: 1, ArrowUp: 1, ArrowDown: -1});

/** Upwards? @type {Record<string, boolean>} */
const PAGES = tableOf({PageUp: true, PageDown: false});

/**
 * Why a value was refused, without how links write three: a field holds one.
 * @param {string} why
 */
const whyOne = why => why.replace(/; one, or three.*/, '');

/**
 * A number as links spell it, and nothing else that could mean another key.
 * @param {string} text
 */
const typed = text =>
  text
    .trim()
    .replace(',', '.')
    .replace(/[^\w.+-]/g, '') || '-';

/**
 * The nearest value above or below that is another one as it is spelled.
 * @param {import('./scale.js').Scale} scale
 * @param {number} value
 * @param {number} step 1 or -1
 */
function nextValue(scale, value, step) {
  for (
    let position = scale.at(value) + step;
    position >= 0 && position <= scale.steps;
    position += step
  ) {
    const next = scale.value(position, true);
    if (step * (next - value) > 0) return next;
  }
  return value;
}

/**
 * The next stop above or below.
 * @param {number[]} stops
 * @param {number} value
 * @param {boolean} up
 */
function nextStop(stops, value, up) {
  return up ? stops.find(stop => stop > value) : stops.filter(stop => stop < value).pop();
}

/**
 * @param {Row} row
 * @param {{label: string, index: number, describedBy: string | null}} about
 * @param {Hand} hand
 * @returns {Slider}
 */
export function createSlider(row, {label, index, describedBy}, hand) {
  let scale = scaleOf(row);
  let limit = row.range[1];
  let shown = '';
  let held = ''; // what keys have made of it since it was shown: they may be quicker than frames
  const id = unique();
  const note = h('p', {class: 'note', id, role: 'alert', hidden: true});
  const range = h('input', {
    type: 'range',
    'data-key': row.key,
    'data-index': index,
    min: 0,
    max: scale.steps,
    step: 1,
    'aria-label': label,
    'aria-describedby': describedBy,
    oninput: slide,
    onchange: () => hand.settle(false),
    onkeydown: press,
    onkeyup: release,
    onblur: () => hand.settle(false),
  });
  const number = h('input', {
    class: 'number',
    inputmode: 'decimal',
    autocomplete: 'off',
    spellcheck: 'false',
    size: 6,
    'aria-label': `${label}, as a number`,
    'aria-describedby': id,
    onchange: enter,
    oninput: () => {
      note.hidden = true;
    },
    onkeydown: nudge,
    onkeyup: release,
    onblur: () => hand.settle(false),
  });

  function slide() {
    hand.set(spelled(scale.value(Number(range.value))), true);
  }

  /** Keys go from value to value, never held by a stop. @param {KeyboardEvent} event */
  function press(event) {
    const arrow = ARROWS[event.key];
    const page = PAGES[event.key];
    const value = Number(held);
    const next = arrow
      ? nextValue(scale, value, arrow)
      : page !== undefined && scale.stops.length
        ? (nextStop(scale.stops, value, page) ?? value)
        : null;
    if (next === null || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    step(spelled(next));
  }

  /** @param {string} next */
  function step(next) {
    if (!hand.set(next, true).length) held = next;
  }

  /** @param {KeyboardEvent} event */
  function release({key}) {
    if (key in ARROWS || key.startsWith('Page')) hand.settle(key in ARROWS);
  }

  function enter() {
    const refused = hand.set(typed(number.value), false);
    note.hidden = !refused.length;
    if (!refused.length) return;
    note.textContent = `${number.value.trim() || 'Nothing'} is no value here; ${whyOne(refused[0].why)}. ${shown} is kept.`;
    number.value = shown;
  }

  /** @param {KeyboardEvent} event */
  function nudge(event) {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    step(spelled(nextValue(scale, Number(held), ARROWS[event.key])));
    event.preventDefault();
  }

  /** @param {number} high */
  function bound(high) {
    limit = high;
    scale = scaleOf({...row, range: [row.range[0], high]});
    range.max = String(scale.steps);
  }

  return {
    element: h('div', {class: 'slider'}, range, number, note),
    show(value, {disabled, high}) {
      if (high !== limit) bound(high);
      range.disabled = number.disabled = disabled;
      const position = Number(range.value);
      const here =
        scale.value(position, false) === Number(value) ||
        scale.value(position, true) === Number(value);
      if (!here) range.value = String(scale.at(Number(value)));
      range.style.setProperty('--at', `${(100 * Number(range.value)) / scale.steps}%`);
      range.setAttribute('aria-valuetext', row.unit ? `${value} ${row.unit}` : value);
      if (value !== shown) {
        number.value = value;
        note.hidden = true;
      }
      shown = held = value;
    },
  };
}
