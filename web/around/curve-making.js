// What the curve over epsilon is drawn from: made beside the figure when that stands, and anew
// where anything but epsilon has changed.
import {EngineError} from '../engine/core.js';
import {makeCurve, noSamples} from '../engine/curve.js';
import {hasEpsilon} from '../engine/kinds.js';
import {Superseded, page} from '../engine/page-engine.js';
import {numbersOf} from '../state/store.js';
import {curve as words} from './curve-messages.js';

/**
 * @typedef {import('../state/store.js').State} State
 * @typedef {import('../engine/curve.js').Samples} Samples
 * @typedef {{samples: Samples | null, isStale: boolean, refused: string}} Made
 *   samples: null while there are none; isStale: they are of another state; refused: why there are
 *   none
 */

const SLOW = 0.5; // seconds: of what says so late what comes next the curve would take some ten, too
const MOST = 512; // tokens: of more the curve would take some ten seconds

/** @param {import('./curve-place.js').Needs} needs */
export function createMaking({maker, table, settled, draw, failed}) {
  const owner = {};
  /** @type {{key: string, samples: Samples | null}} */
  let known = {key: '', samples: null};
  let begun = {key: '', samples: noSamples()};
  let asking = '';
  let refused = '';

  /** @param {string} key @param {string} link */
  async function ask(key, link) {
    asking = key;
    if (begun.key !== key) begun = {key, samples: noSamples()};
    const mine = begun;
    try {
      await makeCurve(maker, owner, link, mine.samples);
      known = mine;
    } catch (error) {
      const isOver = error instanceof Superseded;
      if (!isOver) refused = key;
      if (!isOver && !(error instanceof EngineError)) failed(error);
    } finally {
      if (asking === key) asking = '';
    }
    draw();
  }

  /** Why there is none. @param {State} state @param {string} key */
  function reason({params, figure}, key) {
    if (!hasEpsilon(params)) return words.noEpsilon;
    const tokens = Math.max(0, ...(figure?.inputs.map(({count}) => count) ?? []));
    if (tokens > MOST) return words.tooLong(MOST);
    if (page.isOwn(params) && (page.own?.secondsOfPredictions(params) ?? 0) > SLOW)
      return words.ownIsSlow;
    return refused === key ? words.failed : '';
  }

  return {
    /** @param {State} state @returns {Made} */
    of(state) {
      const key = numbersOf(table, {...state.params, eps: ''});
      const why = reason(state, key);
      const isStale = key !== known.key;
      if (isStale && !why && key !== asking && settled()) ask(key, state.link);
      return {samples: known.samples, isStale, refused: why};
    },
    destroy: () => page.dismiss(owner),
  };
}
