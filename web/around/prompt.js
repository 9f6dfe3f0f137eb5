// The one invitation of the first screen, what it says when it is met, and one thing to do next. It watches the numbers.
import {h, say} from '../dom.js';
import {three} from '../controls/lists.js';

/**
 * @typedef {import('../store.js').State} State
 * @typedef {'start' | 'raised' | 'met'} Stage
 * @typedef {{eps: string, first: number}} Place
 * @typedef {{most: Place, least: Place}} Sweep  what has been seen while epsilon moves by itself
 */

const HALF = 0.5;
const ROWS = 4;   // fewer, and the first of them holds a half of even rows, or nearly
const MIDDLE = 1; // panel: Query in the middle column
const MEAN = 0;   // panel: the mean of Query, input 1

const WHY = 'A small factor brings all logits together, until every token gets the same.';
const ON_VALUE = 'Averaging Value, on the right, changes no weight at all.';
const TASK = 'Lower ε until the left edge of the middle Query panel (the first token) holds less than half.';
const NEXT = 'Next: average all heads’ queries instead';
const FIRST = 'Raise ε to 1, where the head is untouched. Then:';

const COMPONENTS = 'Query, Key and Value, a row each,';
const MEANS = {heads: 'the mean over all heads', tokens: 'the mean over all tokens',
  channels: 'the mean of its own numbers'};

/** What the nine panels are, where there is no task. @param {Record<string, string>} params */
function aboutOf({figure, op, over}) {
  const mean = MEANS[/** @type {keyof typeof MEANS} */ (over)];
  if (figure === 'mean') return `A row for each input. In the columns its Query, Key or Value is replaced by ${mean}.`;
  if (figure === 'cross') return `Queries of one input look at the keys of another, both replaced by ${mean}.`;
  if (op === 'mean') return `${COMPONENTS} are replaced by ${mean}.`;
  if (op === 'blend') return `${COMPONENTS} are blended towards ${mean}: the larger ε, the more.`;
  return `${COMPONENTS} are ${op === 'noise' ? 'disturbed by noise of ε times their size' : 'multiplied by ε'}.`;
}

/** @param {number} x */
const percent = x => `${Math.round(100 * x)} %`;

/** Can the task be met here? Until there is a figure, most likely. @param {State} state */
function fits({params: {figure, op, weights, mask}, figure: made}) {
  const head = made?.baselines[0];
  return figure === 'modify' && op === 'scale' && weights === 'softmax' && mask === 'causal'
    && (!head || (head.rows >= ROWS && (head.measures.first ?? 0) > HALF));
}

/**
 * It is met by moving epsilon across the half, not by standing below it, nor by another text or a step back.
 * @param {Stage} stage
 * @param {number} first
 * @param {string} moved what the reader moved last
 * @returns {Stage}
 */
function advance(stage, first, moved) {
  if (stage === 'start' && first > HALF) return 'raised';
  if (stage === 'raised' && first < HALF) return moved === 'eps' ? 'met' : 'start';
  return stage;
}

/** @param {Sweep | null} seen @param {Place} here @returns {Sweep} */
const widened = (seen, here) => ({
  most: seen && seen.most.first >= here.first ? seen.most : here,
  least: seen && seen.least.first <= here.first ? seen.least : here,
});

/** @param {Sweep} seen */
const toldOf = ({most, least}) =>
  `From ε = ${most.eps} to ${least.eps} the first token’s share of Query fell from ${percent(most.first)} to ${percent(least.first)}.`;

/** How much of a row the first column holds, against the half. */
function createMeter() {
  const bar = h('span', {class: 'meter', 'aria-hidden': 'true'}, h('span', {class: 'fill'}), h('span', {class: 'half'}));
  const number = h('span', {}, '\u00a0'); // as high as it will be
  /** @param {number} first */
  function show(first) {
    say(number, `it holds ${percent(first)}`);
    bar.style.setProperty('--share', String(first));
  }
  return {element: h('p', {class: 'now'}, bar, number), show};
}

/** @param {{next(): void}} on what the one thing offered next does */
export function createPrompt(on) {
  /** @type {Stage} */
  let stage = 'start';
  let met = '', played = '', studied = '';
  /** @type {Sweep | null} */
  let sweep = null;
  let asked = false; // to raise it first, since it began below the half
  const about = h('p', {class: 'about'}), before = h('p', {class: 'before'}), task = h('p', {class: 'task'});
  const meter = createMeter(), well = h('p', {class: 'well', role: 'status'});
  const next = h('button', {type: 'button', class: 'quiet', onclick: () => on.next()}, NEXT);
  const element = h('div', {class: 'prompt'}, about, before, task, meter.element);
  const answer = h('div', {class: 'answered'}, well, next); // apart from the task: what appears must not move the slider

  /** No task, but what is shown; and what came of the thing offered next. @param {State} state */
  function tell({params, figure}) {
    const first = figure?.panels[MEAN]?.measures.first ?? null;
    about.hidden = element.hidden = false;
    element.classList.remove('open');
    for (const part of [before, task, meter.element, next]) part.hidden = true;
    say(about, aboutOf(params));
    answer.hidden = params.figure !== 'mean' || met === '' || first === null;
    if (first !== null) say(well, `The first token of input 1 keeps ${percent(first)} with Query’s mean. ${ON_VALUE}`);
  }

  /** @param {Place} here @param {string} moved */
  function judge(here, moved) {
    const reached = advance(stage, here.first, moved);
    if (reached === 'met' && stage !== 'met') met = `Done: at ε = ${here.eps} it is down to ${percent(here.first)}. ${WHY}`;
    stage = reached;
    if (sweep) played = toldOf(sweep);
    sweep = null;
  }

  /** @param {Place} here */
  function watch(here) { sweep = widened(sweep, here); }

  /** @param {State} state @param {boolean} watched */
  function invite({params, figure, moved, live}, watched) {
    const first = figure?.panels[MIDDLE]?.measures.first ?? null;
    element.hidden = task.hidden = false;
    element.classList.toggle('pending', !figure); // room is kept for what most likely comes
    meter.element.hidden = first === null && figure !== null;
    if (first !== null) meter.show(first);
    if (first !== null) (watched ? watch : judge)({eps: three(params.eps)[MIDDLE], first}, moved);
    if (watched || live) played = '';
    element.dataset.stage = stage;
    element.classList.toggle('open', figure !== null && stage !== 'met'); // then the strip that it speaks of is marked
    if (first !== null && stage === 'start') asked ||= first < HALF;
    before.hidden = !asked && figure !== null;
    before.classList.toggle('done', stage !== 'start');
    element.classList.toggle('below', stage === 'start' && (asked || !figure)); // then this is what is to be done first
    say(before, `${FIRST} `);
    say(task, TASK);
    say(well, played || met);
    next.hidden = stage !== 'met';
    answer.hidden = next.hidden && !played;
  }

  return {
    element,
    answer,
    /** @param {State} state @param {boolean} watched the slider moves by itself: that is no achievement */
    show(state, watched) {
      const {source, layer, head, text1, question} = state.params;
      const study = `${source} ${layer} ${head} ${text1}`; // another head or text, another story
      if (study !== studied) [studied, stage, met, played, sweep, asked] = [study, 'start', '', '', null, false];
      about.hidden = true;
      if (question) element.hidden = answer.hidden = true; // it stands above the figure
      else if (fits(state)) invite(state, watched);
      else tell(state);
    },
  };
}
