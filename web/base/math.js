// Formulas in MathML, made as elements.

const MATHML = 'http://www.w3.org/1998/Math/MathML';

/** @param {string} tag @param {(Node | string)[]} children */
function m(tag, ...children) {
  const element = document.createElementNS(MATHML, tag);
  element.append(...children);
  return element;
}

export const id = (/** @type {string} */ name) => m('mi', name);
export const op = (/** @type {string} */ sign) => m('mo', sign);
export const num = (/** @type {string} */ digits) => m('mn', digits);
export const row = (/** @type {Node[]} */ ...parts) => m('mrow', ...parts);
export const sub = (/** @type {Node} */ base, /** @type {Node} */ below) => m('msub', base, below);
export const power = (/** @type {Node} */ base, /** @type {Node} */ above) =>
  m('msup', base, above);
export const mean = (/** @type {Node} */ base) => m('mover', base, op('¯'));
export const fraction = (/** @type {Node} */ above, /** @type {Node} */ below) =>
  m('mfrac', above, below);
export const sum = (/** @type {Node} */ below) => m('munder', op('∑'), below);

/** A formula on a line of its own. @param {Node[]} parts */
export function formula(...parts) {
  const element = m('math', ...parts);
  element.setAttribute('display', 'block');
  return element;
}
