// Parts of the page that are fetched when they are first needed. What does not come is told, with
// what it is needed for, and what was told is taken back when it comes after all.
import {noPiece, patiently, slowPiece} from './trouble.js';

/**
 * @typedef {import('./notice.js').Problem} Problem
 * @typedef {<T>(what: string, load: () => Promise<T>, unasked?: boolean) => Promise<T>} Bring
 *   what: it is needed for; unasked: by no click, so that nothing is scrolled. That it did not come
 *   has been told when this fails.
 */

/** A part of the page that did not come; the reader has been told. */
export class Missing extends Error {}

/** Does the server that these scripts came from answer? */
const isReachable = () =>
  fetch(import.meta.url, {method: 'HEAD', cache: 'no-store'}).then(() => true, () => false);

/** @param {ReturnType<typeof import('./notice.js').createNotice>} notice @returns {Bring} */
export function createBring(notice) {
  /** @type {Map<string, Problem>} */
  const said = new Map();

  return async (what, load, unasked = false) => {
    const tell = (/** @type {Problem} */ problem) => {
      said.set(what, problem);
      notice.tell(problem);
      if (!unasked) notice.bringIntoSight();
    };
    try {
      const piece = await patiently(load(), () => tell(slowPiece(what)));
      notice.take(said.get(what));
      return piece;
    } catch (error) {
      console.error(error);
      tell(noPiece(what, await isReachable()));
      throw new Missing('A part of this page did not come.');
    }
  };
}
