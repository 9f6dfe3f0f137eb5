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
  fetch(import.meta.url, {method: 'HEAD', cache: 'no-store'}).then(
    () => true,
    () => false,
  );

const NAMED = /dynamically imported module: (\S+)$/;

/**
 * Loads a script that may have failed to come before. Chromium before 156 remembers that for good,
 * but names the script: by another address it is asked for again.
 * @template T
 * @param {() => Promise<T>} load
 * @param {Map<string, number>} missed how often each script did not come
 * @returns {Promise<T>}
 */
async function loadAgain(load, missed) {
  try {
    return await load();
  } catch (error) {
    const [, address = ''] = NAMED.exec(String(error)) ?? [];
    const times = missed.get(address) ?? 0;
    missed.set(address, times + 1);
    if (!address || times === 0) throw error;
    return import(/* @vite-ignore */ `${address}?again=${times}`);
  }
}

/** @param {ReturnType<typeof import('./notice.js').createNotice>} notice @returns {Bring} */
export function createBring(notice) {
  /** @type {Map<string, Problem>} */
  const said = new Map();
  /** @type {Map<string, number>} */
  const missed = new Map();

  return async (what, load, unasked = false) => {
    const tell = (/** @type {Problem} */ problem) => {
      said.set(what, problem);
      notice.tell(problem);
      if (!unasked) notice.bringIntoSight();
    };
    try {
      const piece = await patiently(loadAgain(load, missed), () => tell(slowPiece(what)));
      notice.take(said.get(what));
      return piece;
    } catch (error) {
      console.error(error);
      tell(noPiece(what, await isReachable()));
      throw new Missing('A part of this page did not come.');
    }
  };
}
