// What a question asks for beside statements: one of some choices, and words. In a link choices are
// separated by a slash.
import {spell, unspell} from '../controls/text.js';

/** @typedef {Record<string, string>} Params */

const [LEAST, MOST] = [2, 5]; // as src/answers/question.h has them

/** As a link has them, however many. @param {string} spelled @returns {string[]} */
export const choicesIn = spelled =>
  spelled
    ? unspell(spelled)
        .split('/')
        .map(choice => choice.trim())
    : [];

/** @param {string[]} choices */
export const choicesOut = choices => spell(choices.map(choice => choice.trim()).join('/'));

/** May a reader choose among them? @param {string[]} choices */
export const areChoices = choices =>
  choices.length >= LEAST && choices.length <= MOST && choices.every(Boolean);

/** What a reader chooses among: nothing where a link has what may not be offered. @param {Params} params */
export function offeredIn({choices}) {
  const all = choicesIn(choices);
  return areChoices(all) ? all : [];
}

/** @param {Params} params */
export const asksForReply = params => offeredIn(params).length > 0 || params.write === 'on';

/** What a question asks for, and an answer has not. */
export const isOpen = {
  /** @param {Params} params */
  choice(params) {
    const offered = offeredIn(params);
    return offered.length > 0 && !offered[Number(params.choice) - 1];
  },
  /** @param {Params} params */
  words: ({write, words}) => write === 'on' && words === '',
};
