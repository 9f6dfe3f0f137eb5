// What stands in an element that has not begun: nothing to be seen, and on paper what the page
// wrote inside the element, with the address of the figure.
import {h} from '../base/dom.js';
import {printedLineOf} from '../figure/save.js';
import {homeOf} from '../state/home.js';

/** @param {Element} host @param {string} link */
export function createFar(host, link) {
  const address = printedLineOf({params: {}, link, figure: null}, homeOf(host));
  return h('div', {class: 'far'}, h('slot'), h('p', {class: 'fig-link'}, address));
}
