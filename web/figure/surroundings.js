// What the figure area stands in: how wide it is, how much height there is, how fine the pixels
// are, and whether it is being printed.
import {windowOf} from '../base/dom.js';

const PRINTED = 660; // CSS pixels: a sheet of A4 or Letter between its margins
const PRINTED_RATIO = 3;

/**
 * @param {HTMLElement} container
 * @param {() => void} changed
 */
export function createSurroundings(container, changed) {
  const ended = new AbortController();
  const {signal} = ended;
  const view = windowOf(container);
  let width = 0;
  let height = 0;
  let printing = false;
  const print = (/** @type {boolean} */ on) => {
    printing = on;
    changed();
  };
  const finer = () => {
    const change = () => {
      changed();
      finer();
    };
    view
      .matchMedia(`(resolution: ${view.devicePixelRatio}dppx)`)
      .addEventListener('change', change, {once: true, signal});
  };
  view.addEventListener(
    'resize',
    () => {
      height = 0;
      changed();
    },
    {signal},
  );
  view.addEventListener('beforeprint', () => print(true), {signal});
  view.addEventListener('afterprint', () => print(false), {signal});
  finer();
  const watch = new view.ResizeObserver(entries => {
    width = Math.floor(entries[entries.length - 1].contentRect.width);
    changed();
  });
  watch.observe(container);
  return {
    get width() {
      width ||= Math.floor(container.clientWidth);
      return printing ? Math.min(width, PRINTED) : width;
    },
    /** Of the window; of a frame, whose height follows its content, that of the screen. */
    get height() {
      return (height ||= view.parent === view ? view.innerHeight : view.screen.height);
    },
    /** Device pixels to a CSS pixel. */
    get ratio() {
      return Math.max(view.devicePixelRatio, printing ? PRINTED_RATIO : 0);
    },
    destroy() {
      ended.abort();
      watch.disconnect();
    },
  };
}
