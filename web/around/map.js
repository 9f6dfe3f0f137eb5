// When the map of heads is there, and what it is of: it is fetched when it is first looked at, and measured anew for
// other texts.
import {h} from '../dom.js';
import {measureHeads} from '../works.js';

/**
 * @typedef {import('../store.js').State} State
 * @typedef {import('../store.js').Figure} Figure
 * @typedef {import('../engine.js').Head} Head
 */

/**
 * @param {import('../engine.js').Engine} maker
 * @param {{visible(): boolean, settled(): boolean, draw(): void, choose(layer: number, head: number): void}} on
 */
export function createMap(maker, on) {
  const element = h('div', {});
  /** @type {ReturnType<typeof import('./heads.js').createHeads> | null} */
  let heads = null;
  /** @type {Head[]} */
  let list = [];
  let known = '', asking = false;

  /** @param {Figure} figure @param {string} key */
  async function ask(figure, key) {
    asking = true;
    try {
      list = await measureHeads(maker, figure);
      known = key;
      heads ??= (await import('./heads.js')).createHeads(on);
      element.replaceChildren(heads.element);
      on.draw();
    } catch {
      // A figure was more urgent; after it this is asked again.
    }
    asking = false;
  }

  return {
    element,
    /** @param {State} state */
    show(state) {
      const {source, model, text1, text2, text3} = state.params, key = [model, text1, text2, text3].join(';');
      element.hidden = source !== 'model';
      if (element.hidden || !on.visible()) return;
      if (key !== known && !asking && on.settled() && state.figure) ask(state.figure, key);
      heads?.show(list, state);
    },
  };
}
