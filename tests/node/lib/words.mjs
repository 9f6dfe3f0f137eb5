// What is said, in a test whose subject is something else. A build that says everything in capitals
// (tests/tools/capitals.mjs) is asked for the same words in capitals.
const CAPITALS = process.env.CAPITALS === 'yes';

/** @param {RegExp} words that a message holds */
export const says = words =>
  CAPITALS ? new RegExp(words.source, `${words.flags.replace('i', '')}i`) : words;

/** @param {string} words all that is said @param {string} said */
export const saysJust = (words, said) =>
  CAPITALS ? words.toUpperCase() === said.toUpperCase() : words === said;

/** @param {string} words that a test looks for in what is said */
export const asSaid = words => (CAPITALS ? words.toUpperCase() : words);
