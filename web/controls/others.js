// Other heads that change along with the one under study: those of the link, to be left out again,
// and one more to be chosen.
import {mostOthers} from 'made/constants.js';
import {h} from '../base/dom.js';
import {others as words} from './others-messages.js';

/**
 * @typedef {import('../state/store.js').State} State
 * @typedef {import('../shared/needs.js').Set} Act
 */

/** @param {string} place a layer and a head with a point between */
const parted = place => /** @type {[string, string]} */ (place.split('.'));

/** @param {string} list as links write it */
const placesOf = list => (list ? list.split('~') : []);

/** A choice of numbers from 0. @param {string} label @param {string} text @param {() => void} onchange */
function createNumbers(label, text, onchange) {
  const element = h('select', {'aria-label': label, onchange});
  return {
    element,
    text: h('span', {class: 'label', 'aria-hidden': 'true'}, text),
    /** @param {number} count */
    offer(count) {
      if (element.options.length === count) return;
      const {value} = element;
      const options = Array.from({length: count}, (_, i) => h('option', {}, String(i)));
      element.replaceChildren(...options);
      if (Number(value) < count) element.value = value || '0';
    },
  };
}

/** @param {Act} act */
export function createOthers(act) {
  /** @type {State | null} */
  let last = null;
  let listed = '';
  const chosen = h('div', {class: 'chosen'});
  const layer = createNumbers(words.layer, words.ofLayer, arrange);
  const head = createNumbers(words.head, words.ofHead, arrange);
  const add = h('button', {type: 'button', class: 'quiet', onclick: join}, words.add);
  const full = h('p', {class: 'full'}, words.full(mostOthers));
  const more = h(
    'div',
    {class: 'more-of'},
    layer.text,
    layer.element,
    head.text,
    head.element,
    add,
  );
  const element = h('div', {class: 'others'}, chosen, more, full);

  const places = () => placesOf(last?.params.also ?? '');
  const place = () => `${layer.element.value}.${head.element.value}`;
  const set = (/** @type {string[]} */ list) => act.set({also: list.join('~')}, false);

  function join() {
    set([...places(), place()]);
  }

  /** The focus goes on to where the next one is chosen. @param {string} left */
  function leave(left) {
    set(places().filter(it => it !== left));
    layer.element.focus();
  }

  /** @param {string} it */
  function chip(it) {
    const label = words.leave(...parted(it));
    const attributes = {type: 'button', class: 'quiet', 'aria-label': label, title: label};
    return h('button', {...attributes, onclick: () => leave(it)}, words.chip(...parted(it)));
  }

  /** The head under study changes already, and so do those that are listed. */
  function arrange() {
    const source = last?.figure?.source;
    add.disabled =
      layer.element.disabled ||
      place() === `${source?.layer}.${source?.head}` ||
      places().includes(place());
  }

  return {
    element,
    /** @param {State} state @param {boolean} locked */
    show(state, locked) {
      last = state;
      const {also} = state.params;
      if (also !== listed) chosen.replaceChildren(...places().map(chip));
      listed = also;
      layer.offer(state.figure?.source?.layers ?? 0);
      head.offer(state.figure?.source?.heads ?? 0);
      for (const button of chosen.querySelectorAll('button')) button.disabled = locked;
      layer.element.disabled = head.element.disabled = locked;
      full.hidden = places().length < mostOthers;
      more.hidden = !full.hidden;
      arrange();
    },
  };
}
