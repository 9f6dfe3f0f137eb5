// What a reader may ask next. The answers are fetched with the first question that is opened.
import {h, say} from '../base/dom.js';

/**
 * @typedef {import('../state/store.js').State} State
 * @typedef {import('./answers.js').Answer} Answer
 */

const QUESTIONS = [
  'Why do Query and Key look alike?',
  'What does Value move, then?',
  'Why are 0.001 and 1e-10 the same?',
  'What does averaging heads do?',
];

/** @param {string} question @param {(patch: Record<string, string>) => void} set */
function createQuestion(question, set) {
  const now = h('p', {class: 'live'});
  const element = h('details', {class: 'answer'}, h('summary', {}, question));
  const show = h(
    'button',
    {type: 'button', class: 'quiet', onclick: () => answer && set(answer.link)},
    'Show it',
  );
  /** @type {Answer | null} */
  let answer = null;
  return {
    element,
    /** @param {Answer} it */
    fill(it) {
      answer = it;
      element.append(...it.body, now, show);
    },
    /** @param {State} state */
    show(state) {
      if (!answer || !element.open) return;
      const here = answer.fits(state);
      now.hidden = !here;
      show.hidden = here;
      if (here) say(now, answer.live(state));
    },
  };
}

/**
 * @param {(patch: Record<string, string>) => void} set
 * @param {Pick<import('../shared/needs.js').PartNeeds, 'bring' | 'failed'> & {opened(): void}} on
 */
export function createExplanations(set, on) {
  const all = QUESTIONS.map(question => createQuestion(question, set));
  const element = h(
    'div',
    {class: 'answers', role: 'group', 'aria-label': 'Why it looks like this'},
    ...all.map(question => question.element),
  );
  let asked = false;

  async function opened() {
    if (!asked) {
      asked = true;
      try {
        const {createAnswers} = await on.bring('the answers', () => import('./answers.js'));
        createAnswers(element).forEach((answer, i) => all[i].fill(answer));
      } catch (error) {
        asked = false;
        on.failed(error);
      }
    }
    on.opened();
  }

  element.addEventListener('toggle', opened, true); // it does not bubble
  return {
    element,
    /** @param {State} state */
    show(state) {
      all.forEach(question => question.show(state));
    },
  };
}
