// Parts of the page that are fetched when they are first needed. What does not come is told, with
// what it is needed for, and what was told is taken back when it comes after all.
import {noPiece, patiently, slowPiece} from './trouble.js';

/**
 * @typedef {import('./notice.js').Problem} Problem
 * @typedef {<T>(what: string, load: () => Promise<T>) => Promise<T>} Bring
 *   what: it is needed for. That it did not come has been told when this fails.
 */

/** A part of the page that did not come; the reader has been told. */
export class Missing extends Error {}

/** Does the server that these scripts came from answer? */
const isReachable = () =>
  fetch(import.meta.url, {method: 'HEAD', cache: 'no-store'}).then(() => true, () => false);

/**
 * @param {{tell(problem: Problem): void, take(problem: Problem | undefined): void}} notice
 * @returns {Bring}
 */
export function createBring(notice) {
  /** @type {Map<string, Problem>} */
  const said = new Map();

  /** @param {string} what @param {Problem} problem */
  function tell(what, problem) {
    said.set(what, problem);
    notice.tell(problem);
  }

  return async (what, load) => {
    try {
      const piece = await patiently(load(), () => tell(what, slowPiece(what)));
      notice.take(said.get(what));
      return piece;
    } catch (error) {
      console.error(error);
      tell(what, noPiece(what, await isReachable()));
      throw new Missing('A part of this page did not come.');
    }
  };
}
