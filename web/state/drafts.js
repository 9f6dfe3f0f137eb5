// What is written in a field and does not stand in the page's address, kept over a reload: the last
// letters, and a text that could not be read. Only the element that the address is of keeps any.
import {isTiedTo} from './tied.js';

/**
 * @typedef {{keep(key: string, text: string | null): void, take(key: string): string | null}}
 *   Drafts
 *   keep: null keeps nothing; take: what was kept at this address, once
 */

const BEGINNING = 'ninefold-';

/** @param {string} key */
const nameOf = key => `${BEGINNING}${key}`;

/**
 * The page has written its address anew, in the middle of a word perhaps: what was kept at the one
 * before is kept at this one.
 * @param {string} before
 */
export function moveDrafts(before) {
  try {
    for (const name of Object.keys(sessionStorage).filter(one => one.startsWith(BEGINNING))) {
      const {at, text} = JSON.parse(sessionStorage.getItem(name) ?? '{}');
      if (at === before) sessionStorage.setItem(name, JSON.stringify({at: location.href, text}));
    }
  } catch {
    // Without storage nothing was kept.
  }
}

/** @param {Element} host the element @returns {Drafts} */
export function createDrafts(host) {
  return {
    keep(key, text) {
      if (!isTiedTo(host)) return;
      try {
        if (text === null) sessionStorage.removeItem(nameOf(key));
        else sessionStorage.setItem(nameOf(key), JSON.stringify({at: location.href, text}));
      } catch {
        // Without storage, or with a full one, what the address says is kept.
      }
    },
    take(key) {
      if (!isTiedTo(host)) return null;
      try {
        const {at, text} = JSON.parse(sessionStorage.getItem(nameOf(key)) ?? '{}');
        sessionStorage.removeItem(nameOf(key));
        return at === location.href ? String(text) : null;
      } catch {
        return null;
      }
    },
  };
}

/** @type {Drafts} */
export const NO_DRAFTS = {keep() {}, take: () => null};
