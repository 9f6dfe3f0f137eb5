// Style sheets of shadow roots and pages: one for each document, which all elements in it share.
// They need no permission from a strict policy, as a <style> would; it stands in for them where a
// browser cannot make a sheet by script.
import {h} from './dom.js';

/** @typedef {ShadowRoot | Document} Root */

const NO_STYLE = 'neither this browser nor the rules of this page allow its style';

/** @type {WeakMap<Document, Map<string, CSSStyleSheet>>} */
const sheets = new WeakMap();

/**
 * A sheet is of the document whose window made it, and no other may use it.
 * @param {Document} document
 * @param {string} style
 */
function made(document, style) {
  const view = /** @type {Window & typeof globalThis} */ (document.defaultView);
  const sheet = new view.CSSStyleSheet();
  sheet.replaceSync(style);
  return sheet;
}

/** @param {Document} document @param {string} style */
function sheetOf(document, style) {
  const known = sheets.get(document) ?? new Map();
  sheets.set(document, known);
  if (!known.has(style)) known.set(style, made(document, style));
  return /** @type {CSSStyleSheet} */ (known.get(style));
}

/** @param {Root} root @param {string} style */
function adopt(root, style) {
  const sheet = sheetOf(root.ownerDocument ?? /** @type {Document} */ (root), style);
  if (!root.adoptedStyleSheets.includes(sheet))
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
}

/** @param {Root} root @param {string} style */
function insert(root, style) {
  const place = 'head' in root ? root.head : root;
  if ([...place.querySelectorAll('style')].some(one => one.textContent === style)) return;
  const element = h('style', {}, style);
  place.append(element);
  if (!element.sheet) throw new Error(NO_STYLE);
}

/**
 * Once for each root, however often it is asked for.
 * @param {Node} place in the root, or itself
 * @param {string} style
 */
export function wear(place, style) {
  const root = /** @type {Root} */ (place.getRootNode());
  if (root.nodeType === Node.ELEMENT_NODE) return; // it is in no page
  try {
    adopt(root, style);
  } catch {
    insert(root, style);
  }
}

/** What was worn in another document is left there. @param {ShadowRoot} root */
export function undress(root) {
  if ('adoptedStyleSheets' in root) root.adoptedStyleSheets = [];
}
