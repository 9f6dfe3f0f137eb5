// Epsilon of the middle column, at hand: a wide slider with the places worth stopping at.
import {h, say, unique} from '../base/dom.js';
import {permitted, matters} from '../state/limits.js';
import {three, withPart} from '../base/lists.js';
import {percent, readable} from '../base/format.js';
import {epsilonScale, spelled} from './scale.js';
import {operationOf} from '../engine/kinds.js';
import {valueIn} from '../engine/link-text.js';
import {createSlider} from './slider.js';
import {sliders} from './words.js';

const MIDDLE_COLUMN = 1;

/** A place worth stopping at, under a slider. @param {number} stop */
export function tick(stop) {
  const mark = h('span', {class: 'tick'}, stop === 0.5 ? '.5' : readable(spelled(stop)));
  mark.style.setProperty('--at', String(epsilonScale.at(stop) / epsilonScale.steps));
  return mark;
}

/**
 * What the epsilon of a column does to Query there; '' while the figure is of another one.
 * @param {import('../state/store.js').State} state
 * @param {string} usual epsilon in a link that says nothing of it
 * @param {number} column
 */
export function meaningOf({figure, params}, usual, column) {
  const first = figure?.panels[column].measures.first ?? null;
  const isOfThis = (valueIn(figure?.link, 'eps') || usual) === params.eps;
  return first !== null && isOfThis ? sliders.first(percent(first)) : '';
}

/** @param {import('../state/store.js').Row} row @param {import('./fields.js').Act} act */
export function createEpsilon(row, act) {
  let value = row.default;
  const set = (/** @type {string} */ part, /** @type {boolean} */ live) =>
    act.set({eps: withPart(value, MIDDLE_COLUMN, part)}, live);
  const about = {
    label: 'Epsilon of the middle column',
    index: MIDDLE_COLUMN,
    describedBy: unique(),
  };
  const slider = createSlider(row, about, {set, settle: act.settle});
  const ticks = h('div', {class: 'ticks', 'aria-hidden': 'true'}, ...epsilonScale.stops.map(tick));
  slider.element.querySelector('input')?.after(ticks);
  const keys = h('p', {class: 'said keys', id: about.describedBy}, sliders.keys);
  const where = h('span', {});
  const label = h('div', {class: 'label', 'aria-hidden': 'true'}, 'ε', where);
  const element = h('div', {class: 'epsilon'}, label, slider.element, keys);
  return {
    element,
    /** @param {import('../state/store.js').State} state */
    show(state) {
      const {params} = state;
      const may = permitted(params);
      element.hidden = !matters(row, params) || !may.shown('eps');
      value = params.eps;
      const isFactor = operationOf(params).isFactor && Number(params.response) === 1;
      say(where, isFactor ? sliders.factor : sliders.middle);
      slider.show(three(value)[MIDDLE_COLUMN], {
        disabled: may.locked('eps'),
        high: row.range[1],
        means: meaningOf(state, row.default, MIDDLE_COLUMN),
      });
    },
  };
}
