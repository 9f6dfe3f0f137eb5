// The page around the one element: its address, and the reader's choice of light or dark. In a frame, or with ?embed,
// there is nothing around it.
import {NineFold, OPENING, tieToAddress} from './nine-fold.js';

const KEY = 'ninefold-theme';

/** The choice of last time, if this browser lets a page remember. @param {NineFold} element */
function rememberTheme(element) {
  try {
    const theme = localStorage.getItem(KEY);
    if (theme) element.setAttribute('theme', theme);
    new MutationObserver(() => localStorage.setItem(KEY, element.getAttribute('theme') ?? 'auto'))
      .observe(element, {attributeFilter: ['theme']});
  } catch {
    // Without storage each visit begins with what the system prefers.
  }
}

/** A strict policy stops the style that stands in the page, but not one that a script adopts. */
function restoreStyle() {
  const inside = document.querySelector('style');
  if (!inside || inside.sheet) return;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(inside.textContent ?? '');
  document.adoptedStyleSheets = [sheet];
}

/** What the page around this one says waits until it can be heard. @param {NineFold} element */
function joinPageAround(element) {
  /** @type {MessageEvent[]} */
  const early = [], wait = (/** @type {MessageEvent} */ message) => { early.push(message); };
  addEventListener('message', wait);
  import('./embed/frame.js').then(({embed}) => {
    removeEventListener('message', wait);
    embed(element, early);
  });
}

const embedded = parent !== window || new URLSearchParams(location.search).has('embed');
const element = document.querySelector('nine-fold');
if (element instanceof NineFold) {
  restoreStyle();
  if (embedded) joinPageAround(element);
  else rememberTheme(element);
  tieToAddress(element, OPENING);
}
