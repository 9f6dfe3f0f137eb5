// The page's address: read when it opens and changes, written when the state has settled. (What a link means is the
// engine's codec alone.)
import {address as published} from 'made/settings.js';

const PAUSE = 350; // ms between two writes: of more than 100 in 30 s browsers drop some

/** The link in the page's address, after # or as ?s=; '' if there is none. */
export function linkOfPage() {
  if (location.hash.length > 1) return location.hash;
  return new URLSearchParams(location.search).has('s') ? location.search : '';
}

/** The folder of the page that shows links: where this script came from. */
const home = () => new URL('./', import.meta.url).href;

/** The page that shows links to others: where the site was said to be, or else is. */
function pageForLinks() {
  if (published) return published;
  const own = location.href.replace(/[?#].*$/, ''), site = home();
  return own.startsWith(site) && !own.slice(site.length).includes('/') ? own : site;
}

/** @param {string} link @param {string | null} check */
export const sealed = (link, check) => (check ? `${link};check=${check}` : link);

/** @param {string} link @param {string | null} check */
export const addressOf = (link, check) => `${pageForLinks()}#${sealed(link, check)}`;

/** Can others open this address? @param {string} address */
export function isPublic(address) {
  const {protocol, hostname} = new URL(address);
  return protocol.startsWith('http') && !/^(localhost|127\.|\[::1\]|.*\.localhost$)/.test(hostname);
}

/**
 * Ties the element to the address of its page, both ways.
 * @param {import('./nine-fold.js').NineFold} element
 * @param {string} opening the link of the bare address
 */
export function tieToAddress(element, opening) {
  let written = linkOfPage(), timer = 0, last = -Infinity, push = false;

  function write() {
    timer = 0;
    last = performance.now();
    const link = `#${element.link}`;
    if (link === written) return;
    const address = location.pathname + (new URLSearchParams(location.search).has('s') ? '' : location.search) + link;
    try {
      if (push && parent === window) history.pushState(null, '', address); // the Back of a page around it is not ours
      else history.replaceState(null, '', address);
      written = link;
    } catch {
      // A page without an origin, or a browser that has had enough: the link can still be copied.
    }
    push = false;
  }

  element.addEventListener('change', event => {
    const {step} = /** @type {CustomEvent} */ (event).detail;
    if (step === 'open') return; // what a link said is no news to the address it came from
    push ||= step === 'push';
    timer ||= setTimeout(write, Math.max(0, last + PAUSE - performance.now()));
  });
  addEventListener('hashchange', () => {
    if (linkOfPage() === written) return;
    written = linkOfPage();
    element.link = written || opening;
  });
  if (written) element.link = written;
}
