// The labels along the axes of panels, only where they differ from the panel beside: every token,
// in letters as small as that takes, or as many positions as fit.

import {tokenText} from '../base/format.js';

/**
 * @typedef {import('./layout.js').Wish} Wish
 * @typedef {import('./layout.js').Mark} Mark
 * @typedef {import('./layout.js').Place} Place
 * @typedef {{left: number, below: number[], letters: number,
 *   marks(places: (Place | null)[]): Mark[]}} Axes
 *   left, below: room beside and below the panels; letters: their size
 */

const CLOSE = 1.12; // positions are at least so many font sizes apart
const CLOSEST = 1.02; // and so are tokens, which are all there

/** CSS pixels: letters that can still be read. */
export const SMALLEST = 7;
const LONGEST = 9; // a label takes at most so many font sizes

/** @param {number} least @returns {number} a step that reads well */
function roundStep(least) {
  const power = 10 ** Math.floor(Math.log10(Math.max(least, 1)));
  return [1, 2, 5, 10].map(m => m * power).find(step => step >= least) ?? 10 * power;
}

/**
 * A label cut to a length.
 * @param {string} text
 * @param {number} size
 * @param {Wish['measure']} measure
 */
function cut(text, size, measure) {
  let said = text;
  while (said.length > 1 && measure(said, size) > LONGEST * size)
    said = `${said.slice(0, said.endsWith('…') ? -2 : -1)}…`;
  return said;
}

/**
 * Which cells of an axis have a label, and what it says. No token is left out: the others would be
 * read as another text.
 * @param {number} count
 * @param {number} length in pixels
 * @param {string[] | null} tokens
 * @param {number} apart how far positions are
 */
function labelled(count, length, tokens, apart) {
  const cell = length / count;
  const step = tokens ? 1 : roundStep(apart / cell);
  const text = (/** @type {number} */ i) => (tokens ? tokenText(tokens[i] ?? '') : String(i));
  return Array.from({length: Math.ceil(count / step)}, (_, i) => ({
    at: (i * step + 0.5) * cell,
    text: text(i * step),
  }));
}

/**
 * @param {Wish} wish
 * @param {number[]} widths of the columns
 * @param {number[]} heights of the rows
 * @param {number} small font size
 * @param {number} [only] the panel, if it stands alone
 * @returns {Axes}
 */
export function axesOf(wish, widths, heights, small, only) {
  const nothing = {left: 0, below: heights.map(() => 0), letters: small, marks: () => []};
  if (wish.axes === 'none') return nothing;
  const {measure} = wish;
  const tokens = wish.axes === 'tokens';
  const labels = (/** @type {number} */ input) => (tokens ? wish.labels[input] : null);
  const widest = (/** @type {{text: string}[]} */ all) =>
    Math.max(0, ...all.map(one => measure(one.text, size)));
  const ids = only === undefined ? [0, 1, 2, 3, 4, 5, 6, 7, 8] : [only];
  const across = only === undefined ? 3 : 1;
  const pitches = ids.flatMap((id, i) => {
    const [rows, columns] = wish.sizes[id];
    return [heights[Math.floor(i / across)] / rows, widths[i % across] / columns];
  });
  const isNamed = ids.some(id => wish.inputs[id].some(labels));
  const most = isNamed ? Math.floor((4 * Math.min(...pitches)) / CLOSEST) / 4 : Infinity;
  const size = Math.min(Math.max(8, small - 1), most);
  // A row has labels below where the row under it has other keys, and the last one.
  const own = heights.map(
    (_, r) =>
      r === heights.length - 1 ||
      ids
        .slice(r * across, (r + 1) * across)
        .some((id, c) => wish.inputs[id][1] !== wish.inputs[ids[(r + 1) * across + c]][1]),
  );

  const short = (/** @type {{at: number, text: string}} */ {at, text}) => ({
    at,
    text: cut(text, size, measure),
  });
  const rowsOf = (/** @type {number} */ id, /** @type {number} */ height) =>
    labelled(wish.sizes[id][0], height, labels(wish.inputs[id][0]), size * CLOSE).map(short);
  const columnsOf = (/** @type {number} */ id, /** @type {number} */ width) => {
    const words = labels(wish.inputs[id][1]);
    const count = wish.sizes[id][1];
    return labelled(count, width, words, measure(String(count), size) * 1.5).map(short);
  };
  const left = Math.max(...heights.map((height, r) => widest(rowsOf(ids[r * across], height)))) + 8;
  const below = heights.map((_, r) =>
    !own[r]
      ? 0
      : Math.max(
          ...widths.map((width, c) => {
            const id = ids[r * across + c];
            return labels(wish.inputs[id][1]) ? widest(columnsOf(id, width)) : size * 1.1;
          }),
        ) + 4,
  );

  const marks = (/** @type {(Place | null)[]} */ places) =>
    ids.flatMap((id, i) => {
      const place = places[id];
      const r = Math.floor(i / across);
      if (!place) return [];
      const {x, y, width, height} = place.box;
      const words = labels(wish.inputs[id][1]);
      /** @type {Mark[]} */
      const beside =
        i % across
          ? []
          : rowsOf(id, height).map(({at, text}) => ({
              x: x - 6,
              y: y + at,
              text,
              align: 'end',
              upright: false,
              size,
            }));
      /** @type {Mark[]} */
      const under = own[r]
        ? columnsOf(id, width).map(({at, text}) => ({
            x: x + at,
            y: y + height + (words ? 4 : 4 + size / 2),
            text,
            align: words ? 'end' : 'middle',
            upright: words !== null,
            size,
          }))
        : [];
      return [...beside, ...under];
    });
  return {left, below, letters: size, marks};
}
