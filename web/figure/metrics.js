// Sizes that the whole layout is built from, and boxes.

/**
 * @typedef {import('./layout.js').LayoutInput} LayoutInput
 * @typedef {import('./layout.js').Box} Box
 * @typedef {import('./layout.js').Place} Place
 * @typedef {ReturnType<typeof metricsOf>} Metrics
 */

const LINE = 1.3; // line height of titles and headers, of their letters

const FOOT = 1.35;
const TWO_FEET = 2.5; // height of the measures under a panel, of their letters: side by side, one under the other
const EVEN = 0.62; // the shorter side of a panel that is not square is at least so much of the longer

/** The longest pairs of measures that are common, without and with predictions. */
const FEET = ['uniform 0.000  first 0.000', 'length 1e−10  prediction 0.000'];
const APART = 5; // pixels between the measures of neighbours, at least

/**
 * @param {number} x
 * @param {number} y
 * @param {number} width
 * @param {number} height
 * @returns {Box}
 */
export const boxOf = (x, y, width, height) => ({x, y, width, height});

/** @param {Box} box whose edges fall on pixels */
export const rounded = ({x, y, width, height}) =>
  boxOf(Math.round(x), Math.round(y), Math.round(width), Math.round(height));

/** @param {number[]} all */
export const sum = all => all.reduce((a, b) => a + b, 0);

/** @param {string[][]} all @returns {number} lines of the longest */
export const most = all => Math.max(...all.map(lines => lines.length));

/** @param {LayoutInput} wanted @param {number} font @param {boolean} narrow */
export function metricsOf(wanted, font, narrow) {
  const strip = narrow ? 4 : font * 0.85;
  const gap = narrow ? 2 : 3;
  const foot = font - 1;
  return {
    font,
    narrow,
    foot,
    line: font * LINE,
    stacked: narrow,
    strip,
    gap,
    stripZone: wanted.strips * (strip + gap),
    footLine: foot * FOOT,
    footRoom: foot * (narrow ? TWO_FEET : FOOT),
    between: narrow ? 9 : font * 1.75,
    rowGap: narrow ? 13 : font * 1.2,
    small: narrow ? 0.66 : wanted.follows && wanted.isOfOne ? 0.9 : 0.62, // an untouched panel's side, of a panel's
    measure: (/** @type {string} */ text) => wanted.measure(text, font),
  };
}

/**
 * Where the two measures of a panel do not fit beside each other, they stand one under the other;
 * and smaller, where even one is too wide.
 * @param {Metrics} m
 * @param {LayoutInput} wanted
 * @param {number[]} widths of columns
 * @returns {Metrics}
 */
export function footed(m, wanted, widths) {
  const room = Math.min(...widths) + m.stripZone + m.between * 0.6;
  const pair = FEET.slice(0, wanted.feet).map(text => wanted.measure(text, m.foot));
  const stacked = m.narrow || room < Math.max(...pair);
  if (!stacked) return {...m, stacked, footRoom: m.footLine};
  const predicts = wanted.feet > 1 && wanted.showsValue; // that is said of Value alone
  const alone = wanted.measure(predicts ? 'prediction 0.000' : 'uniform 0.000', m.foot);
  const most = Math.min(...widths) + m.stripZone + m.between - APART;
  const foot = m.foot * Math.min(1, most / alone);
  return {...m, stacked, foot, footRoom: foot * TWO_FEET};
}

/**
 * The sides of a panel alone, as shares of the longer.
 * @param {[number, number]} size rows and columns
 */
export const shapeOf = ([rows, columns]) =>
  [rows, columns].map(n => Math.max(n / Math.max(rows, columns), EVEN));

/**
 * The sides of rows and columns of panels, as shares of the longest: square where queries and keys
 * are of one input.
 * @param {LayoutInput} wanted
 */
export function shares({sizes}) {
  if (sizes.slice(0, 9).every(([rows, columns]) => rows === columns))
    return {down: [1, 1, 1], across: [1, 1, 1]};
  const down = [0, 3, 6].map(i => sizes[i][0]);
  const across = [0, 1, 2].map(i => sizes[i][1]);
  const longest = Math.max(...down, ...across);
  const share = (/** @type {number} */ n) => Math.max(n / longest, EVEN);
  return {down: down.map(share), across: across.map(share)};
}

/** @param {Metrics} m @param {LayoutInput} wanted @param {Box} box @returns {Box[]} */
export const stripsOf = (m, wanted, box) =>
  Array.from({length: wanted.strips}, (_, i) =>
    boxOf(box.x + box.width + m.gap + i * (m.strip + m.gap), box.y, m.strip, box.height),
  );

/**
 * A panel with its title over it and its measures under it.
 * @param {Metrics} m
 * @param {Box} box
 * @param {string[]} lines
 * @param {{below: number, width: number}} room for labels, for words
 */
export function placeOf(m, box, lines, {below, width}) {
  const height = lines.length * m.line;
  const left = box.x + box.width / 2 - width / 2;
  return {
    box,
    lines,
    size: m.font,
    strips: /** @type {Box[]} */ ([]),
    title: boxOf(left, box.y - height - 3, width, height),
    foot: boxOf(left, box.y + box.height + below + 2, width, m.footRoom),
  };
}

/** Where a panel ends, its strips included. @param {Place} place */
export function endOf({strips, box}) {
  const last = strips[strips.length - 1] ?? box;
  return last.x + last.width;
}
