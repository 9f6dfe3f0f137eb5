// Elements in one call: h('button', {class: 'quiet', onclick: go}, 'Go').

/**
 * @typedef {Record<string, string | number | boolean | null | ((event: any) => void)>} Attributes
 */

/**
 * An attribute that is false or null is left out; one that starts with "on" is an event to listen
 * to.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Attributes} [attributes]
 * @param {(Node | string)[]} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name.slice(2), value);
    else if (value !== false && value !== null)
      element.setAttribute(name, value === true ? '' : String(value));
  }
  element.append(...children);
  return element;
}

/**
 * Writes only what differs: an untouched text node keeps selections and announces nothing.
 * @param {Node} node
 * @param {string} text
 */
export function say(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/**
 * A sentence whose places, in braces, are filled with texts or elements.
 * @param {string} sentence such as '“{read}” is left out.'
 * @param {Record<string, Node | string>} parts by the names of places
 */
export const filled = (sentence, parts) =>
  sentence.split(/\{(\w+)\}/).map((part, i) => (i % 2 ? parts[part] : part));

let names = 0;

/** A name no other element of the page has, for labels and descriptions. */
export const unique = () => `n${++names}`;

/**
 * Not always that of this script: an element may be moved into a frame or into another window.
 * @param {Element} element
 */
export const windowOf = element => element.ownerDocument.defaultView ?? window;
