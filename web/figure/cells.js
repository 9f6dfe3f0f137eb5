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

/**
 * A share in the graphics card for as long as the element is near the reader's sight; what it shows
 * meanwhile is drawn without.
 * @param {HTMLElement} seen
 * @param {() => void} draw
 */
function createShare(seen, draw) {
  /** @type {(() => void) | null} */
  let leave = null;
  let gone = false;

  /** @param {boolean} inSight */
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

  const {IntersectionObserver: Observer} = windowOf(seen);
  const watch = new Observer(entries => look(entries[entries.length - 1].isIntersecting), {
    rootMargin: '200px',
  });

  return {
    get isTaken() {
      return leave !== null;
    },
    /** The first picture does not wait for the graphics card. */
    begin: once(() =>
      setTimeout(() => {
        look(true);
        watch.observe(seen);
      }),
    ),
    end() {
      gone = true;
      watch.disconnect();
      look(false);
    },
  };
}

/** Knows whether the picture moves. @param {() => void} draw once more when it rests */
function createMotion(draw) {
  let changed = 0;
  let isMoving = false;
  let later = 0;
  return {
    get isMoving() {
      return isMoving;
    },
    /** The picture changes. @param {boolean} first there was none before */
    note(first) {
      const now = performance.now();
      isMoving = !first && now - changed < MOVING;
      changed = now;
    },
    /** It is being drawn. */
    drawn() {
      clearTimeout(later);
      const rest = () => {
        isMoving = false;
        draw();
      };
      if (isMoving) later = setTimeout(rest, MOVING);
    },
    end() {
      clearTimeout(later);
    },
  };
}

/**
 * As many pixels as the layout takes, written only if they differ.
 * @param {HTMLCanvasElement} element
 * @param {Layout} layout
 * @param {number} ratio
 */
function resize(element, layout, ratio) {
  const width = Math.max(1, Math.round(layout.width * ratio));
  const height = Math.max(1, Math.round(layout.height * ratio));
  if (element.width !== width) element.width = width;
  if (element.height !== height) element.height = height;
  dress(element, `width:${width / ratio}px;height:${height / ratio}px`);
}

/** @param {HTMLElement} seen the element whose sight decides whether the graphics card is kept */
export function createCells(seen) {
  const element = h('canvas', {'aria-hidden': 'true', width: 1, height: 1});
  const context = element.getContext('2d'); // null where the reader, or an extension, forbids it
  /** @type {{panels: Cells[], scale: Scale} | null} */
  let last = null;

  function draw() {
    if (!last || !context) return;
    motion.drawn();
    const {panels, scale} = last;
    const {isMoving} = motion;
    const byCard = share.isTaken && !(isMoving && isSlow());
    if (byCard && drawWithGL(context, panels, scale, !isMoving)) return;
    context.clearRect(0, 0, element.width, element.height);
    drawWithCanvas(context, panels, scale);
  }
  const motion = createMotion(draw);
  const share = createShare(seen, draw);

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
      resize(element, layout, ratio);
      motion.note(!last?.panels.length);
      last = {panels: placed(layout, cells, ratio), scale};
      draw();
      if (cells.some(grid => grid)) share.begin();
    },
    destroy() {
      motion.end();
      share.end();
    },
  };
}
