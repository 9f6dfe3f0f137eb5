// Where a second figure stands beside the first, and the button that holds a figure as A. What
// makes the second is fetched with the first pair.
import {h} from '../base/dom.js';
import {isOffered} from './next-words.js';
import {limitOf} from '../state/limits.js';

/**
 * @typedef {import('../state/store.js').State} State
 * @typedef {import('./pair.js').Needs} Needs
 * @typedef {ReturnType<typeof import('./pair.js').createPair>} Pair
 * @typedef {{bring: import('../shared/pieces.js').Bring, failed(error: unknown): void,
 *   draw(): void}} Tools
 */

/** @param {import('../state/store.js').Store} store */
const comparing = store =>
  h(
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

/**
 * @param {Needs['store']} store
 * @param {HTMLElement} place
 * @param {() => Needs} needs
 * @param {Tools} tools
 */
export function createPairPlace(store, place, needs, {bring, failed, draw}) {
  /** @type {Pair | null} */
  let pair = null;
  /** @type {'away' | 'coming' | 'missed'} */
  let coming = 'away';
  /** @type {((pair: Pair) => void)[]} what the reader changed before the second figure was there */
  let early = [];
  const isPair = () => store.state.params.pair !== '';
  const second = () => (isPair() ? pair : null);

  /** Changes the second figure, as soon as it is there. @param {(pair: Pair) => void} change */
  function later(change) {
    early.push(change);
    if (coming === 'missed') coming = 'away';
    draw();
  }

  async function fetched() {
    coming = 'coming';
    const {createPair} = await bring('the second figure', () => import('./pair.js'), true);
    const made = (pair = createPair(needs()));
    for (const change of early) if (isPair()) change(made);
    early = [];
    store.settle();
    draw();
  }

  const button = comparing(store);

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
    /** The figures of the link. */
    all() {
      const it = second();
      return it ? [store.state, it.seen()] : [store.state];
    },
    /** @param {Record<string, string>} patch @param {boolean} live */
    set(patch, live) {
      if (!isPair()) return store.set(patch, {live});
      if (pair) return pair.set(patch, live);
      later(it => it.set(patch, live));
      return [];
    },
    /** @param {string[]} keys */
    reset(keys) {
      if (!isPair()) return store.reset(keys);
      const change = (/** @type {Pair} */ it) => {
        const {start} = it.seen();
        it.set(Object.fromEntries(keys.map(key => [key, start[key]])), false);
      };
      if (pair) change(pair);
      else later(change);
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
