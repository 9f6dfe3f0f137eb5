// What is written in a field and does not stand in the page's address, kept over a reload: the last
// letters, and a text that could not be read. Only the element that the address is of keeps any.
import {keep, kept} from '../base/kept.js';
import {isTiedTo} from './tied.js';

/**
 * @typedef {{keep(key: string, text: string | null): void, take(key: string): string | null}}
 *   Drafts
 *   keep: null keeps nothing; take: what was kept at this address, or the one before it, once
 */

/** @param {string} key */
const nameOf = key => `ninefold-${key}`;

/** The address that the page wrote its own over last. */
let earlier = '';

/**
 * The page writes its address anew. A reload that comes at once may still open the one before, as
 * browsers pass an address on a little later.
 * @param {string} address the one before
 */
export function noteAddress(address) {
  earlier = address;
}

const isReload = () => {
  const [{type}] = /** @type {PerformanceNavigationTiming[]} */ (
    performance.getEntriesByType('navigation')
  );
  return type === 'reload';
};

/** @param {Element} host the element @returns {Drafts} */
export function createDrafts(host) {
  return {
    keep(key, text) {
      if (!isTiedTo(host)) return;
      const draft = text === null ? null : JSON.stringify({at: [location.href, earlier], text});
      keep(nameOf(key), draft, 'sessionStorage');
    },
    take(key) {
      if (!isTiedTo(host)) return null;
      const draft = kept(nameOf(key), 'sessionStorage');
      keep(nameOf(key), null, 'sessionStorage');
      try {
        const {at, text} = JSON.parse(draft ?? '{}');
        const [last, before] = at;
        const isHere = last === location.href || (isReload() && before === location.href);
        return isHere ? String(text) : null;
      } catch {
        return null; // there is none
      }
    },
  };
}

/** @type {Drafts} */
export const NO_DRAFTS = {keep() {}, take: () => null};
