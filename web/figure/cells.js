// The element's own canvas: the cells of all its panels, drawn by WebGL or by Canvas 2D.
import {drawWithCanvas} from './canvas.js';
import {h, windowOf} from '../base/dom.js';
import {dress} from './panels.js';
import {drawWithGL, isSlow, joinContext} from './renderer.js';

/**
 * @typedef {import('./range.js').Grid} Grid
 * @typedef {import('./range.js').Scale} Scale
 * @typedef {import('./layout.js').Layout} Layout
 * @typedef {import('./renderer.js').Cells} Cells
 */

// ms: what changes again so soon is moving. Where WebGL is done by the processor it is slower than
// Canvas 2D, which draws the same; then only pictures that stand are drawn by it. And these alone
// are looked at, whether they came out right.
const MOVING = 150;

/**
 * Places in device pixels, edges rounded so that neighbours of the same width stay so.
 * @param {Layout} layout @param {(Grid | null)[]} cells @param {number} ratio device pixels to a
 *   CSS pixel
 * @returns {Cells[]}
 */
export function placed({places}, cells, ratio) {
  return places.flatMap((place, id) => {
    const grid = cells[id];
    if (!place || !grid) return [];
    const {x, y, width, height} = place.box;
    const [left, top] = [x, y].map(edge => Math.round(edge * ratio));
    return [
      {
        grid,
        x: left,
        y: top,
        width: Math.round((x + width) * ratio) - left,
        height: Math.round((y + height) * ratio) - top,
      },
    ];
  });
}

/** Pixels along the longer side of every panel. @param {Layout} layout @param {number} ratio */
export const pixelsOf = ({places}, ratio) =>
  places.map(place =>
    place ? Math.max(1, Math.floor(Math.max(place.box.width, place.box.height) * ratio)) : 1,
  );

/** @param {() => void} act */
function once(act) {
  let done = false;
  return () => {
    if (!done) {
      done = true;
      act();
    }
  };
}

/** @param {HTMLElement} seen the element whose sight decides whether the graphics card is kept */
export function createCells(seen) {
  const element = h('canvas', {'aria-hidden': 'true', width: 1, height: 1});
  const context = element.getContext('2d'); // null where the reader, or an extension, forbids it
  /** @type {(() => void) | null} */
  let leave = null;
  /** @type {{panels: Cells[], scale: Scale} | null} */
  let last = null;

  let moved = 0;
  let moving = false;
  let gone = false;
  let later = 0; // moved: when it changed last

  function draw() {
    if (!last || !context) return;
    clearTimeout(later);
    if (moving)
      later = setTimeout(() => {
        moving = false;
        draw();
      }, MOVING);
    if (leave && !(moving && isSlow()) && drawWithGL(context, last.panels, last.scale, !moving))
      return;
    context.clearRect(0, 0, element.width, element.height);
    drawWithCanvas(context, last.panels, last.scale);
  }

  /**
   * An element out of sight needs no context; what it shows meanwhile is drawn without.
   * @param {boolean} inSight
   */
  function look(inSight) {
    if (inSight && !leave && !gone) {
      leave = joinContext(draw);
      draw();
    }
    if (!inSight) {
      leave?.();
      leave = null;
    }
  }

  const view = windowOf(seen);
  const reach = {rootMargin: '200px'};
  const watch = new view.IntersectionObserver(
    entries => look(entries[entries.length - 1].isIntersecting),
    reach,
  );

  /** The first picture does not wait for the graphics card. */
  const begin = once(() =>
    setTimeout(() => {
      look(true);
      watch.observe(seen);
    }),
  );

  return {
    element,
    /** Can cells be drawn here at all? */
    able: context !== null,
    /**
     * @param {Layout} layout
     * @param {(Grid | null)[]} cells
     * @param {Scale} scale
     * @param {number} ratio
     */
    show(layout, cells, scale, ratio) {
      const width = Math.max(1, Math.round(layout.width * ratio));
      const height = Math.max(1, Math.round(layout.height * ratio));
      if (element.width !== width) element.width = width;
      if (element.height !== height) element.height = height;
      dress(element, `width:${width / ratio}px;height:${height / ratio}px`);
      const now = performance.now();
      const stood = Boolean(last?.panels.length);
      last = {panels: placed(layout, cells, ratio), scale};
      moving = stood && now - moved < MOVING;
      moved = now;
      draw();
      if (cells.some(grid => grid)) begin();
    },
    destroy() {
      gone = true;
      clearTimeout(later);
      watch.disconnect();
      look(false);
    },
  };
}
