// Mouse and touch in the panels, told as what they mean. A wheel or a swipe is never taken. What
// keys do is beside it.
import {clamp, listenToKeyboard, plotOf} from './keyboard.js';

/**
 * @typedef {import('../state/store.js').Focus} Focus
 * @typedef {{rows: number, columns: number}} Size
 * @typedef {{focus: Focus | null, bars: boolean, zoom: number | null}} Held
 * @typedef {{focus(focus: Focus | null): void, bars(open: boolean): void,
 *   zoom(panel: number | null): void, table(panel: number): void, visit(panel: number): void,
 *   why(panel: number): void, unfold(): void}} Act
 *   unfold: a cell into its arithmetic, or closes that; visit: the keyboard goes to a panel; why: why it shows the same as another
 * @typedef {{held(): Held, size(panel: number): Size | null, beside(panel: number, step: [number,
 *   number]): number | null}} Ask
 */

/**
 * @typedef {{act: Act, ask: Ask,
 *   on(name: string, heard: (event: any) => void): void, move(focus: Focus | null): void}} Ears
 *   on: hears an event of the panels; move: looks at another cell, and tells nobody of the same one
 */

/** @param {Focus | null} a @param {Focus | null} b */
const same = (a, b) =>
  a === b ||
  (a &&
    b &&
    a.panel === b.panel &&
    a.query === b.query &&
    a.key === b.key &&
    a.pinned === b.pinned);

/** @param {MouseEvent} event @param {Ask} ask @returns {Focus | null} */
function cellAt(event, ask) {
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

/**
 * A cell is looked at while the mouse is over it, and held by a click until the next one.
 * @param {Ears} ears
 */
function listenToMouse({act, ask, on, move}) {
  const free = (/** @type {PointerEvent} */ {pointerType}) =>
    pointerType !== 'touch' && !ask.held().focus?.pinned;
  on('pointermove', event => {
    if (free(event)) move(cellAt(event, ask));
  });
  on('pointerleave', event => {
    if (free(event)) move(null);
  });
  on('click', event => {
    const cell = cellAt(event, ask);
    if (!cell) return;
    const pinned = {...cell, pinned: true};
    const again = same(ask.held().focus, pinned);
    move(again ? null : pinned);
    if (again) act.bars(false);
  });
}

/**
 * @param {HTMLElement} root
 * @param {Act} act
 * @param {Ask} ask
 * @returns {() => void} ends it
 */
export function createPointer(root, act, ask) {
  const ended = new AbortController();
  /** @type {Ears} */
  const ears = {
    act,
    ask,
    on: (name, heard) => root.addEventListener(name, heard, {signal: ended.signal}),
    move(focus) {
      if (!same(focus, ask.held().focus)) act.focus(focus);
    },
  };
  listenToMouse(ears);
  listenToKeyboard(root, ears);
  return () => ended.abort();
}
