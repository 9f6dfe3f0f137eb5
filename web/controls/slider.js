// A slider with its number field: two views of one value.
import {h, unique} from '../base/dom.js';
import {tableOf} from '../base/lookup.js';
import {readable} from '../base/format.js';
import {scaleOf, spelled} from './scale.js';
import {sliders} from './words.js';

/**
 * @typedef {import('../state/store.js').Row} Row
 * @typedef {import('../engine/core.js').Remark} Remark
 * @typedef {{set(value: string, live: boolean): Remark[], settle(byKeys: boolean): void}} Hand
 *   what moving it does
 * @typedef {{element: HTMLElement, show(value: string, how: {disabled: boolean, high: number,
 *   means?: string}): void}} Slider
 *   means: what the value does, for those who hear it
 */

/** @type {Record<string, number>} */
const ARROWS = tableOf({ArrowLeft: -1, ArrowRight: 1, ArrowUp: 1, ArrowDown: -1});

export const isArrow = (/** @type {string} */ key) => key in ARROWS;

/** Upwards? @type {Record<string, boolean>} */
const PAGES = tableOf({PageUp: true, PageDown: false});

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

/** @typedef {{label: string, index: number, describedBy: string | null}} About */

/**
 * @typedef {'slide' | 'press' | 'release' | 'leave' | 'enter' | 'write' | 'nudge'} Deed
 */

/**
 * The two inputs. What is done to them goes to their slider.
 * @param {Row} row
 * @param {About} about
 * @param {string} note where it is said why a number is refused
 * @param {Record<Deed, (event: any) => void>} on
 */
function createInputs(row, {label, index, describedBy}, note, on) {
  const range = h('input', {
    type: 'range',
    'data-key': row.key,
    'data-index': index,
    min: 0,
    max: scaleOf(row).steps,
    step: 1,
    'aria-label': label,
    'aria-describedby': describedBy,
    oninput: on.slide,
    onchange: on.leave,
    onkeydown: on.press,
    onkeyup: on.release,
    onblur: on.leave,
  });
  const number = h('input', {
    class: 'number',
    inputmode: 'decimal',
    autocomplete: 'off',
    spellcheck: 'false',
    size: 6,
    'aria-label': sliders.asNumber(label),
    'aria-describedby': note,
    onchange: on.enter,
    oninput: on.write,
    onkeydown: on.nudge,
    onkeyup: on.release,
    onblur: on.leave,
  });
  return {range, number};
}

/**
 * Where a key leads: from value to value, never held by a stop; null where it means nothing.
 * @param {string} key
 * @param {import('./scale.js').Scale} scale
 * @param {number} value
 */
export function valueAfter(key, scale, value) {
  const arrow = ARROWS[key];
  const page = PAGES[key];
  if (arrow) return nextValue(scale, value, arrow);
  if (page === undefined || !scale.stops.length) return null;
  return nextStop(scale.stops, value, page) ?? value;
}

class SliderWithNumber {
  /** @type {Row} */
  #row;
  #hand;
  #scale;
  #shown = '';
  #held = ''; // what keys have made of it since it was shown: they may be quicker than frames
  #note = h('p', {class: 'note', id: unique(), role: 'alert', hidden: true});
  #range;
  #number;

  /** @param {Row} row @param {About} about @param {Hand} hand */
  constructor(row, about, hand) {
    this.#row = row;
    this.#hand = hand;
    this.#scale = scaleOf(row);
    const {range, number} = createInputs(row, about, this.#note.id, {
      slide: () => hand.set(spelled(this.#scale.value(Number(range.value))), true),
      press: event => this.#press(event),
      release: event => this.#release(event),
      leave: () => hand.settle(false),
      enter: () => this.#enter(),
      write: () => (this.#note.hidden = true),
      nudge: event => this.#nudge(event),
    });
    this.#range = range;
    this.#number = number;
    this.element = h('div', {class: 'slider'}, range, number, this.#note);
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    const next = valueAfter(event.key, this.#scale, Number(this.#held));
    if (next === null || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    this.#step(spelled(next));
  }

  /** @param {string} next */
  #step(next) {
    if (!this.#hand.set(next, true).length) this.#held = next;
  }

  /** @param {KeyboardEvent} event */
  #release({key}) {
    if (isArrow(key) || key.startsWith('Page')) this.#hand.settle(isArrow(key));
  }

  #enter() {
    const {value} = this.#number;
    const refused = this.#hand.set(typed(value), false);
    this.#note.hidden = !refused.length;
    if (!refused.length) return;
    const [{why}] = refused;
    const kept = readable(this.#shown);
    const read = value.trim();
    this.#note.textContent = read
      ? sliders.refused(read, why, kept)
      : sliders.refusedNothing(why, kept);
    this.#number.value = kept;
  }

  /** @param {KeyboardEvent} event */
  #nudge(event) {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    this.#step(spelled(nextValue(this.#scale, Number(this.#held), ARROWS[event.key])));
    event.preventDefault();
  }

  /** @param {number} high */
  #bound(high) {
    this.#row = {...this.#row, range: [this.#row.range[0], high]};
    this.#scale = scaleOf(this.#row);
    this.#range.max = String(this.#scale.steps);
  }

  /**
   * The thumb stays where it is if it stands for this value, however it came there.
   * @param {number} value
   */
  #moveTo(value) {
    const range = this.#range;
    const at = Number(range.value);
    const isThere = [false, true].some(exact => this.#scale.value(at, exact) === value);
    if (!isThere) range.value = String(this.#scale.at(value));
    range.style.setProperty('--at', `${(100 * Number(range.value)) / this.#scale.steps}%`);
  }

  /** @type {Slider['show']} */
  show(value, {disabled, high, means = ''}) {
    if (high !== this.#row.range[1]) this.#bound(high);
    this.#range.disabled = this.#number.disabled = disabled;
    this.#moveTo(Number(value));
    const said = readable(value);
    const text = this.#row.unit ? `${said} ${this.#row.unit}` : said;
    this.#range.setAttribute('aria-valuetext', means ? sliders.means(text, means) : text);
    if (value !== this.#shown) {
      this.#number.value = said;
      this.#note.hidden = true;
    }
    this.#shown = this.#held = value;
  }
}

/** @param {Row} row @param {About} about @param {Hand} hand @returns {Slider} */
export const createSlider = (row, about, hand) => new SliderWithNumber(row, about, hand);
