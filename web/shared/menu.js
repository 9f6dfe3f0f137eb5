// A button that opens what there is to choose from. Escape, a press elsewhere and going on by keys
// close it.
import {h, windowOf} from '../base/dom.js';

/** @param {string} name @param {() => void} [opened] */
export function createMenu(name, opened = () => {}) {
  const summary = h('summary', {class: 'quiet'}, name);
  const items = h('div', {class: 'items'});
  const element = h(
    'details',
    {
      class: 'menu',
      onkeydown(/** @type {KeyboardEvent} */ event) {
        if (event.key === 'Escape' && element.open) close();
      },
      onfocusout({relatedTarget: to}) {
        if (to && !element.contains(to)) element.open = false;
      },
      ontoggle() {
        const view = windowOf(element);
        if (element.open) view.addEventListener('pointerdown', closeFromAway);
        else view.removeEventListener('pointerdown', closeFromAway);
        if (element.open) opened();
      },
    },
    summary,
    items,
  );

  /** @param {Event} event */
  function closeFromAway(event) {
    if (!event.composedPath().includes(element)) element.open = false;
  }

  function close() {
    element.open = false;
    summary.focus();
  }

  return {element, items, close};
}
