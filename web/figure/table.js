// Where the numbers of a panel unfold as a table. What makes it is fetched when it is first opened.
import {h} from '../base/dom.js';

/**
 * @typedef {import('./view.js').Figure} Figure
 * @typedef {import('./view.js').Params} Params
 */

/** @param {import('../shared/pieces.js').Bring} bring */
export function createTable(bring) {
  const element = h(
    'details',
    {
      class: 'fig-table',
      ontoggle: () => {
        if (element.open) fetched();
      },
    },
    h('summary', {}, 'Numbers of a panel as a table'),
  );
  /** @type {Promise<ReturnType<typeof import('./numbers.js').createNumbers>> | null} */
  let numbers = null;
  /** @type {[Figure, Params] | null} */
  let shown = null;

  function fetched() {
    numbers ??= bring('the table', () => import('./numbers.js')).then(({createNumbers}) => {
      const made = createNumbers(element);
      if (shown) made.show(...shown);
      return made;
    });
    numbers.catch(() => {
      numbers = null;
      element.open = false;
    });
    return numbers;
  }

  return {
    element,
    /** @param {Figure} figure @param {Params} params */
    show(figure, params) {
      shown = [figure, params];
      numbers?.then(
        made => made.show(figure, params),
        () => {},
      );
    },
    /** @param {number} panel */
    open(panel) {
      fetched().then(
        made => made.open(panel),
        () => {},
      );
    },
  };
}
