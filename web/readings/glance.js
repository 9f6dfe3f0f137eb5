// The nine panels once more, small: on a phone they stay in sight while sentences are judged, with
// the figure screens away.
import {h, say} from '../base/dom.js';
import {drawWithCanvas} from '../figure/canvas.js';
import {gradient} from '../figure/colors.js';
import {plain} from '../figure/titles.js';
import {ALL, PANELS, cellsOf, viewOf} from '../figure/view.js';
import {page} from '../engine/page-engine.js';

/**
 * @typedef {import('../state/store.js').State} State
 * @typedef {import('../figure/view.js').View} View
 */

const SIDE = 64; // CSS pixels of a panel, as in style.js
const FINEST = 3; // device pixels to a CSS pixel: more are not told apart

/** @param {string} header that breaks before "(Input 1)", not in it */
const headed = header => plain(header).replace(/Input (?=\d)/, 'Input\u00a0');

/** One panel. */
function createSmall() {
  const element = h('canvas', {});
  const context = element.getContext('2d');
  return {
    element,
    /** @param {import('../figure/range.js').Grid | null} grid @param {View['scale']} scale */
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

/** @param {import('../engine/engine.js').Engine} maker */
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
