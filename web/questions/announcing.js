// An answer, told to whoever listens: pages of others hand a score on by it. It is told once the
// statements of the link have been judged on the figure that stands, with that figure's check, and
// again after each change of the figure, of the choice or of the words.

import {parsed, sentenceOf} from './words.js';
import {unspell} from '../controls/text.js';
import {asked, stateOf} from './judging.js';
import {answerOf, questionOf} from '../state/answering.js';
import {asksForReply, isOpen, offeredIn} from './choices.js';
import {sealed} from '../engine/link-text.js';

/**
 * @typedef {import('../state/store.js').State} State
 * @typedef {import('../engine/core.js').Verdict} Verdict
 * @typedef {{statement: string, sentence: string, holds: boolean | null, number: number | null,
 *   bound: number | null, said: string}} Asked
 *   a statement as links write it and in words; holds: null where it cannot be judged; said: what
 *   came of it, in words
 * @typedef {{question: string, asked: Asked[], met: number, choices: string[], choice: number,
 *   words: string, complete: boolean, link: string, check: string, answer: string}} Answer
 *   met: how many statements hold; choice: which of the choices was taken, from 1, or 0; complete:
 *   do all hold, and is nothing that was asked for missing? link: the whole figure; answer: as it is
 *   handed in, with the name of its question in place of the question, and with its check
 * @typedef {Pick<import('../shared/needs.js').PaneContext, 'host' | 'check' | 'peek'>} Needs
 *   check: of the state's numbers, if known
 */

/**
 * The state as an answer that is handed in. Until something is set it does not name its question.
 * @param {State} state @param {string} check @param {Needs['peek']} peek
 */
function handedIn({params, link}, check, peek) {
  const named = params.of ? [] : [`of=${peek(questionOf(link)).name}`];
  return sealed(peek([answerOf(link), ...named].join(';')).link, check);
}

/**
 * @param {State} state @param {string} check @param {Record<string, Verdict>} verdicts
 * @returns {Omit<Answer, 'answer'>}
 */
function toldOf({params, link, figure}, check, verdicts) {
  const all = asked(params).map(key => {
    const statement = params[key];
    const verdict = verdicts[statement];
    const {holds, number, bound} = verdict;
    const [, said] = stateOf({statement, verdict, figure});
    const sentence = sentenceOf(parsed(statement), figure);
    return {statement, sentence, holds, number, bound, said};
  });
  const met = all.filter(({holds}) => holds).length;
  return {
    question: unspell(params.question),
    asked: all,
    met,
    choices: offeredIn(params),
    choice: Number(params.choice),
    words: unspell(params.words),
    complete: met === all.length && !isOpen.choice(params) && !isOpen.words(params),
    link,
    check,
  };
}

/** @param {Needs} needs */
export function createAnnouncing({host, check, peek}) {
  let told = '';
  return {
    /** @param {State} state @param {Record<string, Verdict>} verdicts by statement */
    tell(state, verdicts) {
      const statements = asked(state.params).map(key => state.params[key]);
      const known = check();
      const isAsked = statements.length > 0 || asksForReply(state.params);
      const isJudged = statements.every(text => verdicts[text]);
      if (state.live || !known || !isAsked || !isJudged) return;
      const answer = {...toldOf(state, known, verdicts), answer: handedIn(state, known, peek)};
      const now = JSON.stringify(answer);
      if (now === told) return;
      told = now;
      host.dispatchEvent(new CustomEvent('answer', {bubbles: true, detail: answer}));
    },
  };
}
