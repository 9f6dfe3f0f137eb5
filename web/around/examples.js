// "Examples": named figures to begin with, over the text. They are fetched when the menu is first
// opened. In a course page, and where a link keeps its reader from something, there are none.
import {h, say} from '../base/dom.js';
import {createMenu} from '../shared/menu.js';
import {isOffered} from './next-words.js';

/**
 * @typedef {import('../state/store.js').State} State
 * @typedef {Pick<import('../shared/needs.js').PartNeeds,
 *   'opening' | 'act' | 'read' | 'bring' | 'failed'>} Needs
 * @typedef {ReturnType<typeof import('./examples-list.js').createList>} List
 */

/** @param {Needs} needs */
export function createExamples(needs) {
  /** @type {List | null} */
  let list = null;
  const told = h('p', {class: 'said', role: 'status'});
  const menu = createMenu('Examples', () => open().catch(needs.failed));
  const element = h('div', {class: 'examples', hidden: true}, menu.element, told);

  async function open() {
    if (list) return;
    const load = () => import('./examples-list.js');
    const {createList} = await needs.bring('the examples', load);
    list ??= createList(menu.items, needs, words => {
      menu.close();
      say(told, words);
    });
  }

  return {
    element,
    /** What there is to be seen, if the reader chose an example. @param {State['params']} params */
    pointOf: params => list?.pointOf(params) ?? '',
    /** @param {State} state */
    show({params}) {
      element.hidden = !isOffered() || params.show !== '' || params.lock !== '';
    },
  };
}
