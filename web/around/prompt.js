// The one invitation of the first screen, what it says when it is met, and one thing to do next.
// It watches the numbers.
import {isOfMeans, kindOf, takesOperation, wordsOf} from '../engine/kinds.js';
import {h, say} from '../base/dom.js';
import {nextHead} from '../figure/view.js';
import {percent} from '../base/format.js';
import {shown} from '../engine/likely.js';
import {MEANS, aboutNext, factors, task as words} from './messages.js';
import {createTask} from './task.js';

/**
 * @typedef {import('../state/store.js').State} State
 * @typedef {import('./task.js').Progress} Progress
 */

const MEAN = 0; // panel: the mean of Query, input 1

/** What the nine panels are, where there is no task. @param {Record<string, string>} params */
function aboutOf(params) {
  const isEpsilon = Number(params.response) === 1;
  const factor = isEpsilon ? factors.epsilon : factors.power(params.response);
  return wordsOf(params).sentence.replace('{factor}', factor).replace('{mean}', MEANS[params.over]);
}

/** What Value's panels are, where they show another head. @param {State} state */
function nextOf({params, figure}) {
  const head = nextHead(figure, params);
  const place = kindOf(params).component;
  return head && place !== 'neither' ? aboutNext(place, head) : '';
}

/** How likely a word is, or how much of a row the first column holds, against the half. */
function createMeter() {
  const bar = h(
    'span',
    {class: 'meter', 'aria-hidden': 'true'},
    h('span', {class: 'fill'}),
    h('span', {class: 'half'}),
  );
  const number = h('span', {}, '\u00a0'); // as high as it will be
  /** @param {number} share @param {string} word '': of the first column */
  function show(share, word) {
    say(number, word ? words.chance(shown(word), percent(share)) : words.holds(percent(share)));
    bar.style.setProperty('--share', String(share));
  }
  return {element: h('p', {class: 'now'}, number, bar), show};
}

/**
 * @param {{next(): void, usual: string, words: import('../engine/likely.js').WordsOf}} on what the one thing
 *   offered next does; epsilon in a link that says nothing of it; what the model says next
 */
export function createPrompt(on) {
  const advance = createTask(on.usual, on.words);
  const meter = createMeter();
  const about = h('p', {class: 'about'});
  const seen = h('p', {class: 'about seen', hidden: true});
  const task = h('h2', {class: 'task'}, words.lower);
  const well = h('p', {class: 'well', role: 'status'});
  const first = h('span', {}, words.raise);
  const before = h('p', {class: 'before'}, first, ' ', h('span', {class: 'then'}, words.then));
  const next = h('button', {type: 'button', class: 'quiet', onclick: () => on.next()}, words.next);
  const element = h('div', {class: 'prompt'}, about, seen, before, task, meter.element);
  const answer = h('div', {class: 'answered'}, well, next); // apart from the task: what appears must not move the slider

  /** What stands below is being used, and must not move where the task goes. @param {boolean} is */
  function keepRoom(is) {
    if (!is) element.style.minHeight = '';
    else if (!task.hidden) element.style.minHeight = `${element.offsetHeight}px`;
  }

  /**
   * No task, but what is shown; and what came of the thing offered next.
   * @param {State} state
   * @param {string} met
   */
  function tell({params, figure, changed}, met) {
    const first = figure?.panels[MEAN]?.measures.first ?? null;
    keepRoom(takesOperation(params) && changed); // what a link opened with was never elsewhere
    about.hidden = false;
    element.classList.remove('open');
    for (const part of [before, task, meter.element, next]) part.hidden = true;
    say(about, aboutOf(params));
    answer.hidden = !isOfMeans(params) || met === '' || first === null;
    if (first !== null) say(well, words.averaged(percent(first)));
  }

  /**
   * @param {boolean} waiting for a figure: room is kept for what most likely comes
   * @param {Progress} progress
   */
  function invite(waiting, {stage, toRaise, share, word, met, played}) {
    keepRoom(false);
    about.hidden = true;
    task.hidden = false;
    element.dataset.stage = stage;
    element.classList.toggle('pending', waiting);
    say(first, word ? words.raiseWord(shown(word)) : words.raise);
    say(task, word ? words.lowerWord(shown(word)) : words.lower);
    element.classList.toggle('open', !waiting && stage !== 'met' && !word); // then the strip that it speaks of is marked
    element.classList.toggle('below', stage === 'start' && (toRaise || waiting)); // then this is what is to be done first
    before.hidden = !toRaise && !waiting;
    before.classList.toggle('done', stage !== 'start');
    meter.element.hidden = share === null && !waiting;
    if (share !== null) meter.show(share, word);
    say(well, played || met);
    next.hidden = stage !== 'met';
    answer.hidden = next.hidden && !played;
  }

  return {
    element,
    answer,
    /** @param {State} state @param {boolean} watched the slider moves by itself */
    show(state, watched) {
      const progress = advance(state, watched);
      element.hidden = answer.hidden = Boolean(state.params.question); // it stands above the figure
      if (element.hidden) return;
      say(seen, nextOf(state));
      seen.hidden = !seen.textContent;
      if (progress.offered) invite(!state.figure, progress);
      else tell(state, progress.met);
    },
  };
}
