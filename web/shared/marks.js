// Marks in the figure those panels that a sentence speaks of, while the sentence is pointed at.
import {tableOf} from '../base/lookup.js';
import {adoptStyle} from '../base/styles.js';

const style = `
.fig-area.marking .fig-plot:not(.spoken) { background: color-mix(in srgb, var(--paper) 62%, transparent); }
.fig-area.marking .fig-plot.spoken { outline: 3px solid var(--accent); outline-offset: -3px; }
`;

/** @type {Record<string, number[]>} */
const SETS = tableOf({d1: [0, 4, 8], all: [0, 1, 2, 3, 4, 5, 6, 7, 8]});

/**
 * The panels of a place, as statements name it; none where it is no place. The engine's own rule is
 * `places_of` in src/engine/ask.c; tests/node/page-rules.test.mjs holds both equal.
 * @param {string} place
 * @returns {number[]}
 */
function panelsAt(place) {
  if (place in SETS) return SETS[place];
  const [, kind, a, b] = /^([prcb])([1-3])([1-3]?)$/.exec(place) ?? [];
  const i = Number(a) - 1;
  if (kind === 'p') return b ? [3 * i + Number(b) - 1] : [];
  if (kind === 'b' && !b) return [9 + i];
  return kind && !b ? [0, 1, 2].map(k => (kind === 'r' ? 3 * i + k : 3 * k + i)) : [];
}

/** The panels that statements, separated by ;, speak of. @param {string} statements */
export const panelsOf = statements => new Set(statements.split(/[;~]/).flatMap(panelsAt));

/** @param {ShadowRoot} root @param {Set<number> | null} panels */
export function mark(root, panels) {
  const area = /** @type {HTMLElement | null} */ (root.querySelector('.fig-area'));
  if (!area) return;
  adoptStyle(area, style);
  area.classList.toggle('marking', panels !== null);
  for (const plot of root.querySelectorAll('.fig-plot'))
    plot.classList.toggle(
      'spoken',
      Boolean(panels?.has(Number(/** @type {HTMLElement} */ (plot).dataset.panel))),
    );
}

/**
 * Marks while the element has the focus or the pointer moves over it. It waits for a move, because
 * after a change of page the pointer may rest over an element that nobody points at.
 * @param {HTMLElement} element
 * @param {ShadowRoot} root
 * @param {() => Set<number>} panels
 */
export function marksWhilePointed(element, root, panels) {
  const on = () => mark(root, panels());
  const off = () => mark(root, null);
  for (const event of ['pointermove', 'focusin']) element.addEventListener(event, on);
  for (const event of ['pointerleave', 'focusout']) element.addEventListener(event, off);
}
