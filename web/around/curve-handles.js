// The handles of the curve over epsilon: one a column, moved by hand and by keys.
import {h, say} from '../base/dom.js';
import {readable} from '../base/format.js';
import {three, withPart} from '../base/lists.js';
import {epsilonScale, spelled} from '../controls/scale.js';
import {isArrow, valueAfter} from '../controls/slider.js';
import {EPSILONS} from '../engine/curve.js';
import {COLUMNS} from '../figure/messages.js';
import {curve as words} from './curve-messages.js';

/** @typedef {import('./curve-place.js').Needs} Needs */

const REACH = 28; // CSS pixels: so near to a handle is on it
const LABELS = 6; // CSS pixels between the values of two handles, at least

/**
 * The handle of a column: it is moved by keys here, by hand on the plot.
 * @param {number} column
 * @param {Needs} needs
 */
export function createHandle(column, {now, act}) {
  const value = h('b', {});
  const epsilon = () => Number(three(now().params.eps)[column]);
  const set = (/** @type {number} */ eps) =>
    act.set({eps: withPart(now().params.eps, column, spelled(eps))}, true);
  const ENDS = {Home: EPSILONS[0], End: EPSILONS[EPSILONS.length - 1]};
  const element = h(
    'div',
    {
      class: 'curve-handle',
      role: 'slider',
      'aria-label': words.handle(COLUMNS[column]),
      'aria-valuemin': 0,
      'aria-valuemax': epsilonScale.steps,
      'aria-valuenow': epsilonScale.at(epsilon()),
      onkeydown: press,
      onkeyup: release,
      onblur: () => act.settle(false),
    },
    value,
  );

  /** @param {KeyboardEvent} event */
  function press(event) {
    const end = ENDS[/** @type {keyof typeof ENDS} */ (event.key)];
    const next = end ?? valueAfter(event.key, epsilonScale, epsilon());
    const isTaken = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey;
    if (next === null || isTaken || element.getAttribute('aria-disabled') === 'true') return;
    event.preventDefault();
    set(next);
  }

  /** @param {KeyboardEvent} event */
  function release({key}) {
    if (isArrow(key)) act.settle(true);
    else act.settle(false);
  }

  return {
    element,
    epsilon,
    set,
    get labelWidth() {
      return value.offsetWidth;
    },
    /** @param {number} x @param {string} said @param {boolean} isLocked */
    show(x, said, isLocked) {
      const eps = three(now().params.eps)[column];
      element.style.left = `${Math.round(x)}px`;
      element.tabIndex = isLocked ? -1 : 0;
      element.setAttribute('aria-disabled', String(isLocked));
      element.setAttribute('aria-valuenow', String(epsilonScale.at(Number(eps))));
      element.setAttribute('aria-valuetext', words.handleAt(readable(eps), said));
      say(value, readable(eps));
    },
    /** Moves its value aside. @param {number} by */
    push(by) {
      value.style.setProperty('--push', `${by}px`);
    },
    /** @param {boolean} is */
    hold(is) {
      element.classList.toggle('held', is);
    },
  };
}

/** @typedef {ReturnType<typeof createHandle>} Handle */

/**
 * Values that stand too near to each other are moved apart.
 * @param {{x: number, width: number}[]} labels
 * @param {number} width that there is
 * @returns {number[]} by how much each moves
 */
export function apart(labels, width) {
  const order = labels.map((_, i) => i).sort((a, b) => labels[a].x - labels[b].x || a - b);
  const at = labels.map(({x, width: own}) => Math.min(Math.max(x, own / 2), width - own / 2));
  const least = (/** @type {number} */ a, /** @type {number} */ b) =>
    (labels[a].width + labels[b].width) / 2 + LABELS;
  for (let i = 1; i < order.length; i++)
    at[order[i]] = Math.max(at[order[i]], at[order[i - 1]] + least(order[i], order[i - 1]));
  const last = order[order.length - 1];
  at[last] = Math.min(at[last], width - labels[last].width / 2);
  for (let i = order.length - 1; i > 0; i--)
    at[order[i - 1]] = Math.min(at[order[i - 1]], at[order[i]] - least(order[i], order[i - 1]));
  return labels.map(({x}, i) => at[i] - x);
}

/**
 * Which handle is meant at a place: the nearest; of those at the same place the one that can still
 * go that way.
 * @param {number[]} places
 * @param {number} x
 */
export function nearest(places, x) {
  const far = places.map(place => Math.abs(place - x));
  const least = Math.min(...far);
  const all = places.map((_, i) => i).filter(i => far[i] === least);
  return least > REACH ? -1 : all[x > places[all[0]] ? 0 : all.length - 1];
}

/**
 * Taking hold of handles by mouse, pen or finger.
 * @param {HTMLElement} plot
 * @param {Handle[]} handles
 * @param {{place(eps: number): number, value(x: number): number, isFree(): boolean,
 *   settle(): void}} on
 */
export function listenToHolding(plot, handles, on) {
  /** @type {Handle | null} */
  let held = null;
  let off = 0; // from the handle to where it is held
  const xOf = (/** @type {PointerEvent} */ {clientX}) =>
    clientX - plot.getBoundingClientRect().left;

  plot.addEventListener('pointerdown', event => {
    if (!on.isFree() || event.button > 0 || held) return;
    const places = handles.map(handle => on.place(handle.epsilon()));
    const which = nearest(places, xOf(event));
    if (which < 0) return;
    held = handles[which];
    off = xOf(event) - places[which];
    plot.setPointerCapture(event.pointerId);
    held.hold(true);
    held.element.focus({preventScroll: true});
    event.preventDefault();
  });
  plot.addEventListener('pointermove', event => {
    if (!held) return;
    const eps = on.value(xOf(event) - off);
    if (eps !== held.epsilon()) held.set(eps);
  });
  const end = () => {
    held?.hold(false);
    held = null;
    on.settle();
  };
  for (const kind of ['pointerup', 'pointercancel'])
    plot.addEventListener(kind, () => held && end());
}
