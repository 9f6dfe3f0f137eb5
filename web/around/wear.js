// Styles that come with what is opened later, once for each element that opens it.

/** @type {Map<string, CSSStyleSheet>} */
const sheets = new Map();

/** @param {HTMLElement} place in a shadow root @param {string} style */
export function wear(place, style) {
  const root = place.getRootNode();
  if (!(root instanceof ShadowRoot)) return;
  const sheet = sheets.get(style) ?? new CSSStyleSheet();
  if (!sheets.has(style)) { sheet.replaceSync(style); sheets.set(style, sheet); }
  if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
}
