// Style sheets of shadow roots and pages. All elements in a document share one sheet for each style.
// Unlike a <style> element, such a sheet needs no permission from a strict policy; where a browser
// cannot make one by script, a <style> element is used.
import {h} from './dom.js';

/** @typedef {ShadowRoot | Document} Root */

const NO_STYLE = 'neither this browser nor the rules of this page allow its style';

/** @type {WeakMap<Document, Map<string, CSSStyleSheet>>} */
const sheets = new WeakMap();

/**
 * A sheet belongs to the document whose window made it; no other document can use it.
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
 * Gives a root a style, once, however often this is called.
 * @param {Node} place a node in the root, or the root itself
 * @param {string} style
 */
export function adoptStyle(place, style) {
  const root = /** @type {Root} */ (place.getRootNode());
  if (root.nodeType === Node.ELEMENT_NODE) return; // it is in no document yet
  try {
    adopt(root, style);
  } catch {
    insert(root, style);
  }
}

/** Removes all sheets, when an element moves to another document. @param {ShadowRoot} root */
export function dropStyles(root) {
  if ('adoptedStyleSheets' in root) root.adoptedStyleSheets = [];
}
