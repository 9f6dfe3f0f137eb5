// Words that a model says next, each with its chance: what is said of such a list.

/**
 * @typedef {{word: string, p: number}} Likely
 * @typedef {{before: Likely[], after: Likely[]}} Words untouched, and with a panel's output
 * @typedef {(figure: import('./core.js').Figure, panel: number) => Words | null} WordsOf
 *   null where the model says none
 */

/** Pieces that begin the same word are one. @param {Likely[]} list */
export function byWord(list) {
  /** @type {Map<string, number>} */
  const all = new Map();
  for (const {word, p} of list) all.set(word, (all.get(word) ?? 0) + p);
  return all;
}

/** The likeliest word and its chance. @param {Likely[]} list @returns {[string, number]} */
export const likeliest = list => [...byWord(list)].sort(([, a], [, b]) => b - a)[0];

/** What a word is called where it stands alone. @param {string} word */
export const shown = word => word.replaceAll('\n', '⏎').trim() || '␣';
