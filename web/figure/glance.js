// The nine panels, small: on a phone they stay in sight while something else is read. Fetched where
// that is.
import {h, say} from '../base/dom.js';
import {drawWithCanvas} from './canvas.js';
import {gradient} from './colors.js';
import {plain} from './titles.js';
import {ALL, PANELS, cellsOf, viewOf} from './view.js';
import {page} from '../engine/page-engine.js';

/**
 * @typedef {import('../state/store.js').State} State
 * @typedef {import('./view.js').View} View
 */

const SIDE = 64; // CSS pixels of a panel
/** How it looks, and where it is seen at all. */
export const glanceStyle = `
.glance { display: none; position: sticky; top: 0; z-index: 2; grid-template-columns: minmax(0, 1fr) repeat(3, 64px) 26px; gap: 3px 4px;
  margin-inline: -14px; padding: 6px 14px 8px; background: var(--paper); box-shadow: 0 2px 16px rgb(0 0 0 / .12); font-size: var(--tick); line-height: 1.2; }
.glance canvas { width: 64px; height: 64px; image-rendering: pixelated; box-shadow: 0 0 0 1px var(--line); }
.glance .row { grid-column: 1; align-self: center; }
.glance .column { align-self: end; text-align: center; }
.glance-bar { grid-area: 2 / 5 / span 3; display: grid; grid-template-rows: auto 1fr auto; justify-items: center; color: var(--quiet); font-variant-numeric: tabular-nums; }
.glance-bar i { width: 9px; box-shadow: 0 0 0 1px var(--line); }
@container (max-width: 559px) { @media (min-height: 640px) { .glance { display: grid; } } }
`;
const FINEST = 3; // device pixels to a CSS pixel: more are not told apart

/** @param {string} header that breaks before "(Input 1)", not in it */
const headed = header => plain(header).replace(/Input (?=\d)/, 'Input\u00a0');

/** One panel. */
function createSmall() {
  const element = h('canvas', {});
  const context = element.getContext('2d');
  return {
    element,
    /** @param {import('./range.js').Grid | null} grid @param {View['scale']} scale */
    show(grid, scale) {
      element.width = element.height = Math.round(SIDE * Math.min(devicePixelRatio, FINEST));
      const {width, height} = element;
      if (grid && context) drawWithCanvas(context, [{grid, x: 0, y: 0, width, height}], scale);
    },
  };
}

/** What the colours span. */
function createBar() {
  const high = h('span', {});
  const low = h('span', {});
  const ramp = h('i', {});
  return {
    element: h('div', {class: 'glance-bar'}, high, ramp, low),
    /** @param {View['scale']} scale */
    show({map, ticks}) {
      ramp.style.background = gradient(map, 'to top');
      say(high, ticks[ticks.length - 1]?.text ?? '');
      say(low, ticks[0]?.text ?? '');
    },
  };
}

/** @param {import('../engine/core.js').Core} maker */
export function createGlance(maker) {
  const heads = (/** @type {string} */ name) =>
    Array.from({length: 3}, () => h('span', {class: name}));
  const rows = heads('row');
  const columns = heads('column');
  const panels = Array.from({length: PANELS}, createSmall);
  const bar = createBar();
  const element = h(
    'div',
    {class: 'glance', 'aria-hidden': 'true'},
    h('span', {}),
    ...columns,
    bar.element,
    ...rows.flatMap((row, i) => [
      row,
      ...panels.slice(3 * i, 3 * i + 3).map(panel => panel.element),
    ]),
  );
  /** @type {State | null} */
  let state = null;
  let drawn = '';
  let of = /** @type {unknown} */ (null);

  function draw() {
    if (!state?.figure || !element.clientWidth) return; // seen on phones alone
    const {figure} = state;
    /** @type {Record<string, string>} */
    const params = {...state.params, style: 'paper'}; // as the figure beside it is drawn
    const looks = [params.view, params.range, params.colors].join();
    if (of === figure && drawn === looks) return;
    [of, drawn] = [figure, looks];
    const view = viewOf(figure, params, panel => page.logitsOf(maker, figure, panel));
    const cells = cellsOf(view, Array(ALL).fill(SIDE * FINEST));
    panels.forEach((panel, i) => panel.show(cells[i], view.scale));
    rows.forEach((row, i) => say(row, headed(figure.panels[3 * i].shortRowHeader)));
    columns.forEach((column, i) => say(column, headed(figure.panels[i].shortColumnHeader)));
    bar.show(view.scale);
  }

  new ResizeObserver(draw).observe(element);
  return {
    element,
    /** @param {State} next */
    show(next) {
      state = next;
      draw();
    },
  };
}
