// How far the reader is with the task of the first screen, as numbers and sentences: it knows no
// elements.
import {operationOf, takesOperation} from '../engine/kinds.js';
import {three} from '../base/lists.js';
import {percent, readable} from '../base/format.js';
import {valueIn} from '../engine/link-text.js';
import {byWord, shown} from '../engine/likely.js';
import {task} from './messages.js';

/**
 * @typedef {import('../state/store.js').State} State
 * @typedef {'start' | 'raised' | 'met'} Stage
 * @typedef {NonNullable<State['figure']>} Figure
 * @typedef {import('../engine/likely.js').WordsOf} WordsOf
 * @typedef {{eps: string, share: number, word: string}} Place
 *   share: what is to be brought below the half. That is the chance of a word that the model says
 *   next, or, where word is '', the weight of the first token
 * @typedef {{most: Place, least: Place}} Sweep  what has been seen while epsilon moves by itself
 * @typedef {{offered: boolean, stage: Stage, toRaise: boolean, share: number | null,
 *   word: string, met: string, played: string}} Progress
 *   toRaise: it began below the half; share, word: as of a Place
 */

const HALF = 0.5;
const UNTOUCHED = 1; // the epsilon that changes nothing
const ROWS = 4; // fewer, and the first of them holds a half of even rows, or nearly
const COLUMN = 1; // the middle one: its epsilon is the slider at hand
const PANEL = COLUMN; // Query in that column, in the first row
const ROW = [0, 1, 2]; // panels: Query in all columns

/**
 * A word that the untouched model says with more than a half, and with less where Query is turned
 * down in some column; '' where there is none.
 * @param {Figure} figure
 * @param {WordsOf} wordsOf
 */
function wordToLose(figure, wordsOf) {
  const words = wordsOf(figure, PANEL);
  if (!words) return '';
  const [[word, p]] = byWord(words.before);
  const isLost = (/** @type {number} */ panel) => chanceOf(word, wordsOf(figure, panel)) < HALF;
  return p > HALF && ROW.some(isLost) ? word : '';
}

/**
 * How likely a word is with a panel's output. Of one that is not among the likeliest no more is
 * known than that it is none of them: then it is as the least of those, which is less than a half.
 * @param {string} word
 * @param {import('../engine/likely.js').Words | null} words
 */
function chanceOf(word, words) {
  const all = byWord(words?.after ?? []);
  return all.get(word) ?? Math.min(...all.values());
}

/**
 * Can the task be met here? Until there is a figure, most likely.
 * @param {State} state
 * @param {string} word that is to be lost
 */
function fits({params, figure: made}, word) {
  const {weights, mask, response} = params;
  const head = made?.baselines[0];
  return (
    takesOperation(params) &&
    operationOf(params).isFactor &&
    weights === 'softmax' &&
    mask === 'causal' &&
    Number(response) > 0 &&
    (word !== '' || !head || (head.rows >= ROWS && (head.measures.first ?? 0) > HALF))
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
function advanced({stage, toRaise}, {eps, share}, moved) {
  const isUp = share > HALF && (!toRaise || Number(eps) >= UNTOUCHED);
  if (stage === 'start' && isUp) return 'raised';
  if (stage === 'raised' && share < HALF) return moved === 'eps' ? 'met' : 'start';
  return stage;
}

/** @param {Sweep | null} seen @param {Place} here @returns {Sweep} */
const widened = (seen, here) => ({
  most: seen && seen.most.share >= here.share ? seen.most : here,
  least: seen && seen.least.share <= here.share ? seen.least : here,
});

/** What was seen while epsilon moved; '' where nothing fell. @param {Sweep} seen */
function toldOf({most, least}) {
  const [from, to] = [most, least].map(({eps, share}) => ({
    eps: readable(eps),
    share: percent(share),
  }));
  if (from.share === to.share) return '';
  return most.word ? task.playedWord(from, to, shown(most.word)) : task.played(from, to);
}

/** What is said when it is met. @param {Place} here */
function doneAt({eps, share, word}) {
  const there = percent(share);
  const met = word
    ? task.metWord(readable(eps), there, shown(word))
    : task.met(readable(eps), there);
  return `${met} ${task.why}`;
}

/**
 * @param {string} usual epsilon in a link that says nothing of it
 * @param {WordsOf} [wordsOf] what the model says next
 */
export function createTask(usual, wordsOf = () => null) {
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
   * Epsilon and the share in the figure shown, which may be older than the state.
   * @param {Figure} figure
   * @param {string} word
   * @returns {Place | null}
   */
  function placeOf(figure, word) {
    const {link, panels} = figure;
    const {first} = panels[PANEL].measures;
    const share = word ? chanceOf(word, wordsOf(figure, PANEL)) : first;
    const eps = valueIn(link, 'eps') || usual;
    return share === null ? null : {eps: three(eps)[COLUMN], share, word};
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
    if (reached === 'met' && stage !== 'met') met = doneAt(here);
    stage = reached;
    if (stage === 'start') toRaise ||= here.share < HALF;
  }

  /**
   * @param {State} state
   * @param {boolean} watched the slider moves by itself: that is no achievement
   * @returns {Progress}
   */
  return function advance(state, watched) {
    notice(state);
    const {
      params: {eps},
      figure,
    } = state;
    const word = figure && takesOperation(state.params) ? wordToLose(figure, wordsOf) : '';
    const offered = fits(state, word);
    const here = offered && figure ? placeOf(figure, word) : null;
    if (here && watched) sweep = widened(sweep, here);
    else if (here) {
      if (sweep) endSweep(sweep, eps);
      judge(here, state.moved);
    }
    if (watched || eps !== playedTo) played = '';
    return {offered, stage, toRaise, share: here?.share ?? null, word, met, played};
  };
}
