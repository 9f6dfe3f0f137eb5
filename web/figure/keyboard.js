// Keys in the panels, told as what they mean. A key that means nothing here reaches the page.
import {tableOf} from '../base/lookup.js';

/**
 * @typedef {import('./pointer.js').Focus} Focus
 * @typedef {import('./pointer.js').Size} Size
 * @typedef {import('./pointer.js').Act} Act
 * @typedef {import('./pointer.js').Ask} Ask
 */

/** @param {EventTarget | null} target */
export const plotOf = target =>
  target instanceof Element
    ? /** @type {HTMLElement | null} */ (target.closest('.fig-plot'))
    : null;

/** @param {number} x @param {number} below */
export const clamp = (x, below) => Math.min(Math.max(Math.floor(x), 0), below - 1);

/** @type {Record<string, [number, number]>} down, across */
const STEPS = tableOf({
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
});

const SCROLLING = /^(Arrow.*|Home|End| )$/;

/**
 * Where the keyboard is in a panel that was not looked at.
 * @param {number} panel
 * @param {Size} size
 * @returns {Focus}
 */
const startOf = (panel, {rows}) => ({panel, query: rows - 1, key: 0, pinned: false});

/** A cell of this panel as near as can be. @param {Focus} focus @param {Size} size */
const within = (focus, {rows, columns}) => ({
  ...focus,
  query: clamp(focus.query, rows),
  key: clamp(focus.key, columns),
});

/**
 * The cell that a key leads to, if it leads to one.
 * @param {Focus} here
 * @param {string} key
 * @param {Size} size
 */
function movedBy(here, key, size) {
  if (key in STEPS) {
    const [down, across] = STEPS[key];
    return within({...here, query: here.query + down, key: here.key + across}, size);
  }
  if (key === 'Home') return {...here, key: 0};
  if (key === 'End') return {...here, key: size.columns - 1};
  return null;
}

/** @param {Act} act @param {Focus} here */
const togglePin = (act, here) => act.focus({...here, pinned: !here.pinned});

/** @type {Record<string, (act: Act, here: Focus, held: import('./pointer.js').Held) => void>} */
const MEANINGS = tableOf({
  Enter: togglePin,
  ' ': togglePin,
  b(act, here, {bars}) {
    act.focus({...here, pinned: true});
    act.bars(!bars);
  },
  a(act, here) {
    act.focus({...here, pinned: true});
    act.unfold();
  },
  z: (act, {panel}, {zoom}) => act.zoom(zoom === null ? panel : null),
  t: (act, {panel}) => act.table(panel),
  '=': (act, {panel}) => act.why(panel),
});

/** One step back. @param {Act} act @param {Ask} ask @returns {boolean} whether there was one */
function back(act, ask) {
  const {zoom, bars, focus} = ask.held();
  if (zoom !== null) act.zoom(null);
  else if (bars) act.bars(false);
  else if (focus?.pinned) act.focus({...focus, pinned: false});
  else return false;
  return true;
}

/**
 * The panel that a key goes to: a digit, or an arrow with Shift.
 * @param {number} panel
 * @param {KeyboardEvent} event
 * @param {Ask} ask
 */
function target(panel, {key, shiftKey}, ask) {
  if (shiftKey && key in STEPS) return ask.beside(panel, STEPS[key]);
  if (!/^[0-9]$/.test(key)) return null;
  return key === '0' ? 9 : Number(key) - 1;
}

/**
 * The keyboard comes to a panel and leaves it.
 * @param {HTMLElement} root
 * @param {import('./pointer.js').Ears} ears
 * @returns {{readonly byKeys: boolean}} did the reader come by keyboard?
 */
function listenToVisits(root, {act, ask, on, move}) {
  let byKeys = false;
  on('pointerdown', () => {
    byKeys = false;
  });
  on('focusin', event => {
    const plot = plotOf(event.target);
    const panel = Number(plot?.dataset.panel);
    const size = plot && ask.size(panel);
    if (plot) byKeys = plot.matches(':focus-visible');
    if (!plot || !size || !plot.matches(':focus-visible')) return;
    const had = ask.held().focus;
    act.visit(panel);
    move(had ? within({...had, panel}, size) : startOf(panel, size));
  });
  on('focusout', event => {
    const stays = event.relatedTarget instanceof Node && root.contains(event.relatedTarget);
    if (!stays) act.visit(-1);
    if (!stays && !ask.held().focus?.pinned) move(null);
  });
  return {
    get byKeys() {
      return byKeys;
    },
  };
}

/** @param {HTMLElement} root @param {import('./pointer.js').Ears} ears */
export function listenToKeyboard(root, ears) {
  const {act, ask, on, move} = ears;
  const reader = listenToVisits(root, ears);

  /**
   * @param {number} panel
   * @param {string} key
   * @returns {boolean} whether the key means something
   */
  function press(panel, key) {
    const held = ask.held();
    const size = ask.size(panel);
    if (key === 'Escape') return back(act, ask);
    // After a click the keys that scroll a page or turn its slides still do: the panels take them
    // from who came by keyboard.
    if (!size || (!reader.byKeys && SCROLLING.test(key))) return false;
    const here = held.focus?.panel === panel ? held.focus : startOf(panel, size);
    const there = movedBy(here, key, size);
    const mean = MEANINGS[key.length === 1 ? key.toLowerCase() : key];
    if (there) move(there);
    else mean?.(act, here, held);
    return Boolean(there || mean);
  }

  /** An enlarged panel gives way to another one. @param {number} panel */
  function goTo(panel) {
    act.visit(panel);
    if (ask.held().zoom !== null) act.zoom(panel);
    else
      /** @type {HTMLElement | null} */ (
        root.querySelector(`.fig-plot[data-panel="${panel}"]`)
      )?.focus();
  }

  on('keydown', event => {
    const plot = plotOf(event.target) ?? (event.key === 'Escape' ? root : null);
    if (!plot || event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
    const panel = Number(plot.dataset.panel);
    const to = target(panel, event, ask);
    if (to !== null && ask.size(to)) goTo(to);
    else if (to !== null || !press(panel, event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  });
}
