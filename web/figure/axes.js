// The labels along the axes of panels, only where they differ from the panel beside: every token,
// in letters as small as that takes, or as many positions as fit.

import {tokenText} from '../base/format.js';

/**
 * @typedef {import('./layout.js').LayoutInput} LayoutInput
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
 * @param {LayoutInput['measure']} measure
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
 * @typedef {{wanted: LayoutInput, ids: number[], across: number, size: number}} Frame
 *   ids: panels that are drawn, row by row; across: how many stand side by side; size: of the
 *   letters
 * @typedef {{at: number, text: string}} Label  at: pixels from the panel's edge
 */

/**
 * The tokens of an input, where they are what the axes show.
 * @param {LayoutInput} wanted
 * @param {number} input
 */
const namesOf = (wanted, input) => (wanted.axes === 'tokens' ? wanted.labels[input] : null);

/**
 * Letters as large as the narrowest cell that has a token leaves room for.
 * @param {Omit<Frame, 'size'>} frame
 * @param {number[]} widths of the columns
 * @param {number[]} heights of the rows
 * @param {number} small font size
 */
function sizeOf({wanted, ids, across}, widths, heights, small) {
  const pitches = ids.flatMap((id, i) => {
    const [rows, columns] = wanted.sizes[id];
    return [heights[Math.floor(i / across)] / rows, widths[i % across] / columns];
  });
  const isNamed = ids.some(id => wanted.inputs[id].some(input => namesOf(wanted, input)));
  const most = isNamed ? Math.floor((4 * Math.min(...pitches)) / CLOSEST) / 4 : Infinity;
  return Math.min(Math.max(8, small - 1), most);
}

/**
 * Has a row labels below? The last one has, and each that stands above other keys.
 * @param {Frame} frame
 * @param {number} row
 */
function hasBelow({wanted, ids, across}, row) {
  const under = ids.slice((row + 1) * across);
  const keysOf = (/** @type {number} */ id) => wanted.inputs[id][1];
  const own = ids.slice(row * across, (row + 1) * across);
  return !under.length || own.some((id, column) => keysOf(id) !== keysOf(under[column]));
}

/** @param {Frame} frame @param {Label[]} labels */
const shortened = ({wanted, size}, labels) =>
  labels.map(({at, text}) => ({at, text: cut(text, size, wanted.measure)}));

/** @param {Frame} frame @param {number} id @param {number} height */
function rowLabels(frame, id, height) {
  const {wanted, size} = frame;
  const names = namesOf(wanted, wanted.inputs[id][0]);
  return shortened(frame, labelled(wanted.sizes[id][0], height, names, size * CLOSE));
}

/** @param {Frame} frame @param {number} id @param {number} width */
function columnLabels(frame, id, width) {
  const {wanted, size} = frame;
  const names = namesOf(wanted, wanted.inputs[id][1]);
  const count = wanted.sizes[id][1];
  const apart = wanted.measure(String(count), size) * 1.5;
  return shortened(frame, labelled(count, width, names, apart));
}

/** @param {Frame} frame @param {Label[]} labels */
const widest = ({wanted, size}, labels) =>
  Math.max(0, ...labels.map(({text}) => wanted.measure(text, size)));

/**
 * Room below a panel: tokens stand upright.
 * @param {Frame} frame
 * @param {number} id
 * @param {number} width
 */
const roomBelow = (frame, id, width) =>
  namesOf(frame.wanted, frame.wanted.inputs[id][1])
    ? widest(frame, columnLabels(frame, id, width))
    : frame.size * 1.1;

/**
 * @param {Frame} frame
 * @param {number} id
 * @param {import('./layout.js').Box} box
 * @returns {Mark[]}
 */
const marksBeside = (frame, id, {x, y, height}) =>
  rowLabels(frame, id, height).map(({at, text}) => ({
    x: x - 6,
    y: y + at,
    text,
    align: 'end',
    upright: false,
    size: frame.size,
  }));

/**
 * @param {Frame} frame
 * @param {number} id
 * @param {import('./layout.js').Box} box
 * @returns {Mark[]}
 */
function marksBelow(frame, id, {x, y, width, height}) {
  const {wanted, size} = frame;
  const isNamed = namesOf(wanted, wanted.inputs[id][1]) !== null;
  return columnLabels(frame, id, width).map(({at, text}) => ({
    x: x + at,
    y: y + height + (isNamed ? 4 : 4 + size / 2),
    text,
    align: isNamed ? 'end' : 'middle',
    upright: isNamed,
    size,
  }));
}

/**
 * @param {LayoutInput} wanted
 * @param {number[]} widths of the columns
 * @param {number[]} heights of the rows
 * @param {number} small font size
 * @param {number} [only] the panel, if it stands alone
 * @returns {Axes}
 */
export function axesOf(wanted, widths, heights, small, only) {
  if (wanted.axes === 'none')
    return {left: 0, below: heights.map(() => 0), letters: small, marks: () => []};
  const ids = only === undefined ? [0, 1, 2, 3, 4, 5, 6, 7, 8] : [only];
  const across = only === undefined ? 3 : 1;
  const size = sizeOf({wanted, ids, across}, widths, heights, small);
  const frame = {wanted, ids, across, size};
  const lefts = heights.map((height, row) =>
    widest(frame, rowLabels(frame, ids[row * across], height)),
  );
  const below = heights.map((_, row) => {
    if (!hasBelow(frame, row)) return 0;
    return (
      Math.max(...widths.map((width, i) => roomBelow(frame, ids[row * across + i], width))) + 4
    );
  });
  const marks = (/** @type {(Place | null)[]} */ places) =>
    ids.flatMap((id, i) => {
      const place = places[id];
      if (!place) return [];
      const beside = i % across ? [] : marksBeside(frame, id, place.box);
      const isOver = hasBelow(frame, Math.floor(i / across));
      return [...beside, ...(isOver ? marksBelow(frame, id, place.box) : [])];
    });
  return {left: Math.max(...lefts) + 8, below, letters: size, marks};
}
