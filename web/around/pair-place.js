// Where a second figure stands beside the first, and the button that holds a figure as A. What
// makes the second is fetched with the first pair.
import {h} from '../base/dom.js';
import {isOffered} from './next-words.js';
import {limitOf} from '../state/limits.js';

/**
 * @typedef {import('../state/store.js').State} State
 * @typedef {import('./pair.js').Needs} Needs
 * @typedef {{bring: import('../shared/pieces.js').Bring, failed(error: unknown): void,
 *   draw(): void}} Tools
 */

/**
 * @param {Needs['store']} store
 * @param {HTMLElement} place
 * @param {() => Needs} needs
 * @param {Tools} tools
 */
export function createPairPlace(store, place, needs, {bring, failed, draw}) {
  /** @type {ReturnType<typeof import('./pair.js').createPair> | null} */
  let pair = null;
  /** @type {'away' | 'coming' | 'missed'} */
  let coming = 'away';
  const isPair = () => store.state.params.pair !== '';
  const second = () => (isPair() ? pair : null);

  async function fetched() {
    coming = 'coming';
    const {createPair} = await bring('the second figure', () => import('./pair.js'), true);
    pair = createPair(needs());
    draw();
  }

  const button = h(
    'button',
    {
      type: 'button',
      class: 'quiet',
      title: 'Holds this figure as A; what you change then is B',
      onclick() {
        store.set({pair: `figure~3d${store.state.params.figure}`});
      },
    },
    'Compare',
  );

  return {
    whole: true,
    button,
    /** What is changed: B where there are two, else what stands. @returns {State} */
    seen: () => second()?.seen() ?? store.state,
    /** What is handed out: both. @returns {State} */
    both() {
      const it = second();
      return it ? {...store.state, link: it.link()} : store.state;
    },
    /** Has B its check, if there is one? */
    isCurrent: () => !isPair() || coming === 'missed' || (pair?.isCurrent() ?? false),
    /** @param {Record<string, string>} patch @param {boolean} live */
    set: (patch, live) => second()?.set(patch, live) ?? store.set(patch, {live}),
    /** @param {string[]} keys */
    reset(keys) {
      const it = second();
      if (!it) return store.reset(keys);
      const {start} = it.seen();
      it.set(Object.fromEntries(keys.map(key => [key, start[key]])), false);
    },
    /** @param {State} state */
    show(state) {
      button.hidden = isPair() || !isOffered() || limitOf(state.params, 'pair') !== 'free';
      place.hidden = !isPair();
      if (isPair() && coming === 'away')
        fetched().catch(error => {
          coming = 'missed';
          failed(error);
          draw();
        });
      pair?.show(store.state);
    },
    destroy() {
      pair?.destroy();
    },
  };
}
