// When an element begins: at once if it is near the window, and else when the reader comes near
// it. A course page may hold dozens, of which a reader sees one or two at a time.
import {windowOf} from '../base/dom.js';

const NEAR = 1; // windows above and below the one that is seen

/** @param {HTMLElement} element */
function isNear(element) {
  const {top, bottom, width} = element.getBoundingClientRect();
  const view = windowOf(element);
  const reach = NEAR * view.innerHeight;
  return view.parent === view && width > 0 && top < view.innerHeight + reach && bottom > -reach;
}

/**
 * In a frame only the observer knows what is seen. Printing does not wait for a figure to be made:
 * what has not begun then begins after it, for the next time.
 * @param {HTMLElement} element
 * @param {() => void} begin
 * @returns {() => void} gives up
 */
export function whenNear(element, begin) {
  if (element.getAttribute('loading') === 'eager' || isNear(element)) {
    begin();
    return () => {};
  }
  const view = windowOf(element);
  const stop = () => {
    watch.disconnect();
    view.removeEventListener('afterprint', start);
  };
  const start = () => {
    stop();
    begin();
  };
  const look = (/** @type {IntersectionObserverEntry[]} */ entries) => {
    if (entries.some(entry => entry.isIntersecting)) start();
  };
  const watch = new view.IntersectionObserver(look, {rootMargin: `${100 * NEAR}% 0px`});
  watch.observe(element);
  view.addEventListener('afterprint', start);
  return stop;
}
