// The page's address: read when it opens and changes, written when the state has settled. (What a link means is the
// engine's codec alone.)

const WRITTEN = {ninefold: 1}; // of an entry of the history: its address was written here, and came from nobody
const PAUSE = 350; // ms between two writes: of more than 100 in 30 s browsers drop some

/** The link in the page's address, after # or as ?s=; '' if there is none. */
export function linkOfPage() {
  if (location.hash.length > 1) return location.hash;
  return new URLSearchParams(location.search).has('s') ? location.search : '';
}

const READING = 'reading';

/** The reading that is open in the page's address, ?reading=sink; null if none is. */
const readingOfPage = () => new URLSearchParams(location.search).get(READING);

/** The page's query with a reading open, or with none. @param {string | null} reading */
function searchWith(reading) {
  const search = new URLSearchParams(location.search);
  search.delete('s');
  if (reading === null) search.delete(READING); else search.set(READING, reading);
  return String(search) && `?${search}`;
}

/** Whose links stand in the page's address: in a page of others nobody's. @type {Element | null} */
let tied = null;

/** Does the page show the links of its address? A page of others does not. */
export const isTied = () => tied !== null;

/** @param {Element} element */
export const isTiedTo = element => tied === element;

/** Did the reader open a link? Not where this page wrote its address itself, which browsers remember beyond a reload. */
export const isOpenedLink = () =>
  isTied() && parent === window && linkOfPage() !== '' && !history.state?.ninefold;

/** What a link says of a key. @param {string | undefined} link @param {string} key */
export const valueIn = (link, key) => link?.split(';').find(field => field.startsWith(`${key}=`))?.slice(key.length + 1) ?? '';

/** @param {string} link @param {string | null} check */
export const sealed = (link, check) => (check ? `${link};check=${check}` : link);

/**
 * Ties the element to the address of its page, both ways.
 * @param {import('./nine-fold.js').NineFold} element
 * @param {string} opening the link of the bare address
 */
export function tieToAddress(element, opening) {
  tied = element;
  let written = linkOfPage(), timer = 0, last = -Infinity, push = false;
  const opened = () => element.getAttribute(READING);

  function write() {
    timer = 0;
    last = performance.now();
    const link = `#${element.link}`;
    if (link === written && opened() === readingOfPage()) return;
    const address = location.pathname + searchWith(opened()) + link;
    try {
      if (push && parent === window) history.pushState(WRITTEN, '', address); // the Back of a page around it is not ours
      else history.replaceState(WRITTEN, '', address);
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
    writeSoon();
  });
  element.addEventListener('writing', writeSoon);
  function writeSoon() { timer ||= setTimeout(write, Math.max(0, last + PAUSE - performance.now())); }

  /** @param {string} link @param {string | null} reading */
  function show(link, reading) {
    if (reading === null) element.removeAttribute(READING);
    else if (reading !== opened()) element.setAttribute(READING, reading);
    if (link || reading === null) element.link = link || opening;
    else import('./readings/judged.js').then(({readingOf}) => { element.link = readingOf(reading).link; }, () => { element.link = opening; });
  }

  function read() {
    const link = linkOfPage(), reading = readingOfPage();
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
