// The page's address: read when it opens and changes, written when the state has settled.

import {noteAddress} from '../state/drafts.js';
import {linkOfPage, tie} from '../state/tied.js';

const WRITTEN = {ninefold: 1}; // of an entry of the history: its address was written here, and came from nobody
const PAUSE = 350; // ms between two writes: of more than 100 in 30 s browsers drop some

const READING = 'reading';

/** The reading that is open in the page's address, ?reading=sink; null if none is. */
const readingOfPage = () => new URLSearchParams(location.search).get(READING);

/** The page's query with a reading open, or with none. @param {string | null} reading */
function searchWith(reading) {
  const search = new URLSearchParams(location.search);
  search.delete('s');
  if (reading === null) search.delete(READING);
  else search.set(READING, reading);
  return String(search) && `?${search}`;
}

/**
 * Ties the element to the address of its page, both ways.
 * @param {import('./nine-fold.js').NineFold} element
 * @param {string} opening the link of the bare address
 */
export function tieToAddress(element, opening) {
  tie(element);
  let written = linkOfPage();
  let timer = 0;
  let last = -Infinity;
  let push = false;
  const opened = () => element.getAttribute(READING);

  function write() {
    timer = 0;
    last = performance.now();
    const link = `#${element.link}`;
    if (link === written && opened() === readingOfPage()) return;
    const before = location.href;
    const address = location.pathname + searchWith(opened()) + link;
    try {
      if (push && parent === window)
        history.pushState(WRITTEN, '', address); // the Back of a page around it is not ours
      else history.replaceState(WRITTEN, '', address);
      written = link;
      noteAddress(before);
    } catch {
      // A page without an origin, or a browser that has had enough: the link can still be copied.
    }
    push = false;
  }

  element.addEventListener('change', event => {
    const {step} = /** @type {CustomEvent} */ (event).detail;
    if (step === 'open') return; // what a link said is no news to the address it came from
    push ||= step === 'push';
    writeSoon();
  });
  element.addEventListener('writing', writeSoon);
  function writeSoon() {
    timer ||= setTimeout(write, Math.max(0, last + PAUSE - performance.now()));
  }

  /** @param {string} link @param {string | null} reading */
  function show(link, reading) {
    if (reading === null) element.removeAttribute(READING);
    else if (reading !== opened()) element.setAttribute(READING, reading);
    if (link || reading === null) element.link = link || opening;
    else
      import('../readings/judged.js').then(
        ({readingOf}) => {
          element.link = readingOf(reading).link;
        },
        () => {
          element.link = opening;
        },
      );
  }

  function read() {
    const link = linkOfPage();
    const reading = readingOfPage();
    if (link === written && reading === opened()) return;
    written = link;
    show(link, reading);
  }
  for (const event of ['popstate', 'hashchange']) addEventListener(event, read);
  new MutationObserver(() => {
    if (opened() === readingOfPage()) return;
    push = true;
    writeSoon();
  }).observe(element, {attributeFilter: [READING]});
  if (written || readingOfPage() !== null) show(written, readingOfPage());
}
