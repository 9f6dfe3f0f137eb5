// Mouse, touch and keys in the panels, told as what they mean. A wheel or a swipe is never taken,
// and a key that means nothing here reaches the page.
import {tableOf} from '../base/lookup.js';

/**
 * @typedef {import('../state/store.js').Focus} Focus
 * @typedef {{rows: number, columns: number}} Size
 * @typedef {{focus: Focus | null, bars: boolean, zoom: number | null}} Held
 * @typedef {{focus(focus: Focus | null): void, bars(open: boolean): void, zoom(panel: number |
 *   null): void,
 *   table(panel: number): void, visit(panel: number): void, why(panel: number): void}} Act
 *   visit: the keyboard goes to a panel; why: why it shows the same as another
 * @typedef {{held(): Held, size(panel: number): Size | null, beside(panel: number, step: [number,
 *   number]): number | null}} Ask
 */

/** @param {EventTarget | null} target */
const plotOf = target =>
  target instanceof Element
    ? /** @type {HTMLElement | null} */ (target.closest('.fig-plot'))
    : null;

/** @param {number} x @param {number} below */
const clamp = (x, below) => Math.min(Math.max(Math.floor(x), 0), below - 1);

/** @type {Record<string, [number, number]>} down, across */
const STEPS = tableOf({
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
});

const SCROLLING = /^(Arrow.*|Home|End| )$/;

/**
 * @param {HTMLElement} root
 * @param {Act} act
 * @param {Ask} ask
 * @returns {() => void} ends it
 */
export function createPointer(root, act, ask) {
  const ended = new AbortController();
  const on = (/** @type {string} */ name, /** @type {(event: any) => void} */ heard) =>
    root.addEventListener(name, heard, {signal: ended.signal});

  /** @param {MouseEvent} event @returns {Focus | null} */
  function cellAt(event) {
    const plot = plotOf(event.target);
    const panel = Number(plot?.dataset.panel);
    const size = plot && ask.size(panel);
    if (!plot || !size) return null;
    const {left, top, width, height} = plot.getBoundingClientRect();
    return {
      panel,
      query: clamp(((event.clientY - top) / height) * size.rows, size.rows),
      key: clamp(((event.clientX - left) / width) * size.columns, size.columns),
      pinned: false,
    };
  }

  /** @param {Focus | null} a @param {Focus | null} b */
  const same = (a, b) =>
    a === b ||
    (a &&
      b &&
      a.panel === b.panel &&
      a.query === b.query &&
      a.key === b.key &&
      a.pinned === b.pinned);

  /** @param {Focus | null} focus */
  function move(focus) {
    if (!same(focus, ask.held().focus)) act.focus(focus);
  }

  on('pointermove', event => {
    if (event.pointerType !== 'touch' && !ask.held().focus?.pinned) move(cellAt(event));
  });
  on('pointerleave', event => {
    if (event.pointerType !== 'touch' && !ask.held().focus?.pinned) move(null);
  });
  on('click', event => {
    const cell = cellAt(event);
    const had = ask.held().focus;
    if (!cell) return;
    const again =
      had?.pinned && had.panel === cell.panel && had.query === cell.query && had.key === cell.key;
    move(again ? null : {...cell, pinned: true});
    if (again) act.bars(false);
  });

  // After a click the keys that scroll a page or turn its slides still do: the panels take them
  // from who came by keyboard.
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
    move(
      had
        ? {...had, panel, query: clamp(had.query, size.rows), key: clamp(had.key, size.columns)}
        : {panel, query: size.rows - 1, key: 0, pinned: false},
    );
  });
  on('focusout', event => {
    const stays = event.relatedTarget instanceof Node && root.contains(event.relatedTarget);
    if (!stays) act.visit(-1);
    if (!stays && !ask.held().focus?.pinned) move(null);
  });

  /** One step back. @returns {boolean} whether there was one */
  function back() {
    const {zoom, bars, focus} = ask.held();
    if (zoom !== null) act.zoom(null);
    else if (bars) act.bars(false);
    else if (focus?.pinned) act.focus({...focus, pinned: false});
    else return false;
    return true;
  }

  /**
   * @param {number} panel
   * @param {string} key
   * @returns {boolean} whether the key means something
   */
  function press(panel, key) {
    const {focus, bars, zoom} = ask.held();
    const size = ask.size(panel);
    if (key === 'Escape') return back();
    if (!size || (!byKeys && SCROLLING.test(key))) return false;
    const here =
      focus && focus.panel === panel ? focus : {panel, query: size.rows - 1, key: 0, pinned: false};
    if (key in STEPS) {
      const [down, across] = STEPS[key];
      move({
        ...here,
        query: clamp(here.query + down, size.rows),
        key: clamp(here.key + across, size.columns),
      });
    } else if (key === 'Home' || key === 'End')
      move({...here, key: key === 'Home' ? 0 : size.columns - 1});
    else if (key === 'Enter' || key === ' ') act.focus({...here, pinned: !here.pinned});
    else if (key === 'b' || key === 'B') {
      act.focus({...here, pinned: true});
      act.bars(!bars);
    } else if (key === 'z' || key === 'Z') act.zoom(zoom === null ? panel : null);
    else if (key === 't' || key === 'T') act.table(panel);
    else if (key === '=') act.why(panel);
    else return false;
    return true;
  }

  /**
   * The panel that a key goes to: a digit, or an arrow with Shift.
   * @param {number} panel
   * @param {KeyboardEvent} event
   */
  function target(panel, {key, shiftKey}) {
    if (shiftKey && key in STEPS) return ask.beside(panel, STEPS[key]);
    if (!/^[0-9]$/.test(key)) return null;
    return key === '0' ? 9 : Number(key) - 1;
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
    const to = target(panel, event);
    if (to !== null && ask.size(to)) goTo(to);
    else if (to !== null || !press(panel, event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  });
  return () => ended.abort();
}
