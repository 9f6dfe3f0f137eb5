// What a reader may ask next. The answers are fetched with the first question that is opened.
import {h} from '../base/dom.js';

/** @typedef {import('../state/store.js').State} State */

const QUESTIONS = [
  'Why do Query and Key look alike?',
  'What does Value move, then?',
  'Why are 0.001 and 1e-10 the same?',
  'What does averaging heads do?',
];

/**
 * @param {(patch: Record<string, string>) => void} set
 * @param {Pick<import('../shared/needs.js').PartNeeds, 'bring' | 'failed'> & {opened(): void}} on
 */
export function createExplanations(set, on) {
  const all = QUESTIONS.map(question =>
    h('details', {class: 'answer'}, h('summary', {}, question)),
  );
  const element = h(
    'div',
    {class: 'answers', role: 'group', 'aria-label': 'Why it looks like this'},
    ...all,
  );
  /** @type {ReturnType<typeof import('./answers.js').createAnswers> | null} */
  let answers = null;
  let asked = false;

  async function opened() {
    if (!asked) {
      asked = true;
      try {
        const {createAnswers} = await on.bring('the answers', () => import('./answers.js'));
        answers = createAnswers(element, all, set);
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
      answers?.show(state);
    },
  };
}
