// How far the reader is with the task of the first screen, as numbers and sentences: it knows no
// elements.
import {operationOf, takesOperation} from '../engine/kinds.js';
import {three} from '../base/lists.js';
import {percent} from '../base/format.js';
import {valueIn} from '../engine/link-text.js';

/**
 * @typedef {import('../state/store.js').State} State
 * @typedef {'start' | 'raised' | 'met'} Stage
 * @typedef {{eps: string, first: number}} Place
 * @typedef {{most: Place, least: Place}} Sweep  what has been seen while epsilon moves by itself
 * @typedef {{offered: boolean, stage: Stage, toRaise: boolean, first: number | null, met: string,
 *   played: string}} Progress
 *   toRaise: it began below the half; first: what is to be brought below the half
 */

const HALF = 0.5;
const UNTOUCHED = 1; // the epsilon that changes nothing
const ROWS = 4; // fewer, and the first of them holds a half of even rows, or nearly
const COLUMN = 1; // the middle one: its epsilon is the slider at hand
const PANEL = COLUMN; // Query in that column, in the first row

const WHY =
  'A small factor brings all logits together, until a row spreads evenly over the tokens it may look at: ' +
  'over few at the top, over many at the bottom.';

/** Can the task be met here? Until there is a figure, most likely. @param {State} state */
function fits({params, figure: made}) {
  const {weights, mask, response} = params;
  const head = made?.baselines[0];
  return (
    takesOperation(params) &&
    operationOf(params).isFactor &&
    weights === 'softmax' &&
    mask === 'causal' &&
    Number(response) > 0 &&
    (!head || (head.rows >= ROWS && (head.measures.first ?? 0) > HALF))
  );
}

/**
 * It is met by moving epsilon across the half, not by standing below it, nor by another text or a
 * step back.
 * @param {{stage: Stage, toRaise: boolean}} task
 * @param {Place} here
 * @param {string} moved what the reader moved last
 * @returns {Stage}
 */
function advanced({stage, toRaise}, {eps, first}, moved) {
  const isUp = first > HALF && (!toRaise || Number(eps) >= UNTOUCHED);
  if (stage === 'start' && isUp) return 'raised';
  if (stage === 'raised' && first < HALF) return moved === 'eps' ? 'met' : 'start';
  return stage;
}

/** @param {Sweep | null} seen @param {Place} here @returns {Sweep} */
const widened = (seen, here) => ({
  most: seen && seen.most.first >= here.first ? seen.most : here,
  least: seen && seen.least.first <= here.first ? seen.least : here,
});

/** What was seen while epsilon moved; '' where nothing fell. @param {Sweep} seen */
const toldOf = ({most, least}) =>
  percent(most.first) === percent(least.first)
    ? ''
    : `From ε = ${most.eps} to ${least.eps} the first token’s share of Query fell from ${percent(most.first)} to ${percent(least.first)}.`;

/** @param {string} usual epsilon in a link that says nothing of it */
export function createTask(usual) {
  /** @type {Stage} */
  let stage = 'start';
  /** @type {Sweep | null} */
  let sweep = null;
  let toRaise = false;
  let met = '';
  let played = '';
  let playedTo = '';
  let studied = '';

  function begin() {
    [stage, sweep, toRaise, met, played] = ['start', null, false, '', ''];
  }

  /**
   * Starts anew for another head or text, for another link, and after a reset.
   * @param {State} state
   */
  function notice({params: {source, layer, head, text1}, changed, moved}) {
    const study = `${source} ${layer} ${head} ${text1}`;
    const opened = !changed && !moved;
    if (opened || study !== studied) begin();
    studied = study;
  }

  /**
   * Epsilon and the first token's share in the figure shown, which may be older than the state.
   * @param {NonNullable<State['figure']>} figure
   * @returns {Place | null}
   */
  function placeOf({link, panels}) {
    const {first} = panels[PANEL].measures;
    const eps = valueIn(link, 'eps') || usual;
    return first === null ? null : {eps: three(eps)[COLUMN], first};
  }

  /**
   * Ends Play. What it showed is said until epsilon is moved.
   * @param {Sweep} seen
   * @param {string} eps
   */
  function endSweep(seen, eps) {
    [played, playedTo, sweep] = [toldOf(seen), eps, null];
    if (stage === 'raised') stage = 'start';
  }

  /** @param {Place} here @param {string} moved */
  function judge(here, moved) {
    const reached = advanced({stage, toRaise}, here, moved);
    if (reached === 'met' && stage !== 'met')
      met = `Done: at ε = ${here.eps} it is down to ${percent(here.first)}. ${WHY}`;
    stage = reached;
    if (stage === 'start') toRaise ||= here.first < HALF;
  }

  /**
   * @param {State} state
   * @param {boolean} watched the slider moves by itself: that is no achievement
   * @returns {Progress}
   */
  return function advance(state, watched) {
    notice(state);
    const {eps} = state.params;
    const offered = fits(state);
    const here = offered && state.figure ? placeOf(state.figure) : null;
    if (here && watched) sweep = widened(sweep, here);
    else if (here) {
      if (sweep) endSweep(sweep, eps);
      judge(here, state.moved);
    }
    if (watched || eps !== playedTo) played = '';
    return {offered, stage, toRaise, first: here?.first ?? null, met, played};
  };
}
