// What of a link is its question, and what an answer: an answer leaves the question out, and names
// it instead.
import {without} from '../engine/link-text.js';

/** @typedef {Record<string, string>} Params */

/** What an answer leaves to its question, as src/answers/question.c says. */
export const OF_QUESTION = [
  'question',
  ...[1, 2, 3, 4, 5, 6, 7, 8].map(i => `ask${i}`),
  'show',
  'lock',
  'choices',
  'write',
];

/** What an answer alone says. */
export const OF_ANSWER = ['of', 'by', 'choice', 'words'];

/** @param {Params} params */
export const asks = params =>
  OF_QUESTION.some(key => !/^(show|lock)$/.test(key) && params[key] && params[key] !== 'off');

/** An answer as it is handed in. @param {string} link */
export const answerOf = link => without(link, ...OF_QUESTION);

/** A question as it is given out. @param {string} link */
export const questionOf = link => without(link, ...OF_ANSWER);
