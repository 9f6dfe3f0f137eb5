// The page around the one element: its address, and the reader's choice of light or dark.
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

const element = document.querySelector('nine-fold');
if (element instanceof NineFold) {
  rememberTheme(element);
  tieToAddress(element, OPENING);
}
