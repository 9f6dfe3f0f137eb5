// Decides what is to be computed, and when: at once and without the check while a control is held,
// with the check when it is let go or rests. The last change wins; the last figure stays until the
// next one is there.
import {WANT} from '../engine/core.js';
import {sealed} from '../engine/link-text.js';
import {sourceOf} from '../engine/sources.js';
import {numbersOf} from './store.js';
import {Superseded, page} from '../engine/page-engine.js';

/**
 * @typedef {import('../engine/core.js').Core} Engine
 * @typedef {import('./store.js').Figure} Figure
 * @typedef {import('./store.js').State} State
 * @typedef {import('./store.js').Store} Store
 */

const REST = 400; // ms: a control that is held but rests this long is given its check
const PATIENCE = 150; // ms: nobody needs to be told of less
const OVERTAKE = 250; // ms: a figure made for so long is given up for a newer one; else it is shown first
const ALL_CELLS = 512; // tokens: beyond, panels have fewer pixels than cells
const MOVING_CELLS = 256; // tokens: beyond, weights in motion are read a block at a time
const KEPT_LOGITS = 2048; // tokens: beyond, keeping logits costs more memory than a slider is worth

/**
 * In motion blocks of weights will do, where they are looked at as they are and none is read off.
 * @param {State} state @param {boolean} live
 */
const mostWeights = ({params, focus}, live) =>
  live && !focus && params.view === 'weights' ? MOVING_CELLS : ALL_CELLS;

/**
 * A model of the reader's own may take long to say what comes next: then it is asked for.
 * @param {State['params']} params @param {string} numbers
 */
const predicts = (params, numbers) =>
  !page.isOwn(params) || (page.own?.predicts(numbers, params) ?? false);

/** @param {State} state @param {boolean} live @param {string} numbers */
function wantOf(state, live, numbers) {
  const {params, figure} = state;
  const n = sourceOf(params).tokens(params, figure);
  return (
    WANT.measures |
    WANT.outputs |
    (predicts(params, numbers) ? WANT.prediction : 0) |
    (n > mostWeights(state, live) ? WANT.cells : WANT.weights) |
    (n > KEPT_LOGITS ? 0 : WANT.keep) |
    (live ? 0 : WANT.check)
  );
}

/**
 * @param {Store} store
 * @param {Engine} maker
 * @param {object} owner
 * @param {{made(): void, failed(error: unknown, link: string): void}} on
 */
export function createConductor(store, maker, owner, on) {
  let asked = '';
  let pool = ''; // asked: the numbers asked for last; pool: how blocks of them become cells
  let settled = false;
  let made = false; // settled: with their check; made: the numbers asked for are here
  let requests = 0;
  let since = 0; // when the figure under way was asked for; 0: none is
  let resting = 0;

  const stale = () =>
    store.state.params.pool !== pool || numbersOf(store.table, store.state.params) !== asked;
  const failed = () => !made && !since;

  /** @param {boolean} live */
  async function compute(live) {
    const {state} = store;
    const mine = ++requests;
    since = performance.now();
    asked = numbersOf(store.table, state.params);
    pool = state.params.pool;
    settled = !live;
    made = false;
    // The first bytes of a file may be long in coming.
    const waiting = page.isOwn(state.params) ? setTimeout(() => progress(0), PATIENCE + 1) : 0;
    try {
      const figure = await page.make(maker, owner, {
        link: sealed(state.link, live ? null : state.expected),
        want: wantOf(state, live, asked),
        progress,
        logits: state.params.view === 'logits',
      });
      since = 0;
      made = true;
      if (page.isOwn(state.params)) page.own?.made(state.params, figure.inputs);
      on.made();
      store.show({figure, status: {kind: 'ready', progress: 1, message: ''}});
    } catch (error) {
      if (error instanceof Superseded) return;
      since = 0;
      on.failed(error, state.link);
    } finally {
      clearTimeout(waiting);
    }
    if (mine === requests && stale()) compute(store.state.live);
  }

  /** @param {number} share */
  function progress(share) {
    if (since && performance.now() - since > PATIENCE)
      store.show({status: {kind: 'computing', progress: share, message: ''}});
  }

  const rest = () => {
    if (!settled) compute(false);
  };

  /** Makes the figure of a state, if it is not made or under way. @param {State} state */
  function update(state) {
    clearTimeout(resting);
    const overtake = !since || !state.live || performance.now() - since > OVERTAKE;
    if ((stale() || failed()) && overtake) compute(state.live);
    else if (!state.live) rest();
    if (state.live) resting = setTimeout(rest, REST);
  }

  return {
    update,
    /** Is the figure shown the one of the state? */
    get shown() {
      return made && !stale();
    },
    /** And has it its check? */
    get current() {
      return settled && this.shown;
    },
    /** Ends the figure under way; nothing is made until the next update. */
    giveUp() {
      clearTimeout(resting);
      page.dismiss(owner);
      asked = '';
      since = 0;
    },
    destroy() {
      clearTimeout(resting);
      page.dismiss(owner);
    },
  };
}
