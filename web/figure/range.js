// What the colours span: from which number to which, straight or by powers of ten, and what is
// said of it on the bar.
import {colorAt} from './colors.js';
import {readable, typeset} from '../base/format.js';
import {tableOf} from '../base/lookup.js';

/**
 * @typedef {{values: Float32Array, rows: number, columns: number}} Grid row by row
 * @typedef {{at: number, text: string}} Tick at a position 0..1 of the bar
 * @typedef {{map: string, log: boolean, signed: boolean, low: number, high: number, label: string,
 *   mode: string, ticks: Tick[]}} Scale
 *   low and high are powers of ten if `log`
 */

/** Stands in a grid where there is nothing to show; such cells are left transparent. */
export const NOTHING = -3.4028234663852886e38;
const LEAST = -1e38;

const DECADES = 6; // powers of ten that the logarithmic scale shows below 1

/** @param {number} x @param {number} digits @param {boolean} signed */
const tickText = (x, digits, signed) =>
  (signed && x > 0 ? '+' : '') + typeset(x === 0 && signed ? '0' : x.toFixed(digits));

/**
 * The least of 1, 2 or 5 times a power of ten that is not less than x.
 * @param {number} x
 * @param {number[]} [of]
 */
function nice(x, of = [1, 2, 5, 10]) {
  const power = 10 ** Math.floor(Math.log10(x));
  return power * (of.find(m => m * power >= x * (1 - 1e-9)) ?? 10);
}

/** @param {number} low @param {number} high @param {boolean} signed @returns {Tick[]} */
function evenTicks(low, high, signed) {
  const step = nice((high - low) / 6);
  const digits = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  const first = Math.ceil(low / step - 1e-9);
  const count = Math.floor(high / step + 1e-9) - first + 1;
  return Array.from({length: count}, (_, i) => (first + i) * step).map(x => ({
    at: (x - low) / (high - low),
    text: tickText(x, digits, signed),
  }));
}

/** @param {boolean} signed @param {boolean} printed as 1e-3 @returns {Tick[]} */
function powerTicks(signed, printed) {
  const powers = Array.from({length: DECADES + 1}, (_, i) => i - DECADES);
  const text = (/** @type {number} */ p) => typeset(p && printed ? `1e${p}` : readable(`1e${p}`));
  if (!signed) return powers.map(p => ({at: 1 + p / DECADES, text: text(p)}));
  const half = powers.filter(p => p % 2 === 0 && p > -DECADES);
  return [
    ...half.map(p => ({at: -p / DECADES / 2, text: `−${text(p)}`})).reverse(),
    {at: 0.5, text: '0'},
    ...half.map(p => ({at: 1 + p / DECADES / 2, text: `+${text(p)}`})),
  ].sort((a, b) => a.at - b.at);
}

const UNIT_TICKS = ['0.0', '0.2', '0.4', '0.6', '0.8', '1.0'].map((text, i) => ({at: i / 5, text}));

/**
 * Smallest and largest of what there is, without the first column if `rest`.
 * @param {Grid[]} grids
 * @param {boolean} rest
 */
function extent(grids, rest) {
  let low = Infinity;
  let high = -Infinity;
  for (const {values, rows, columns} of grids)
    for (let i = 0; i < rows; i++)
      for (let at = i * columns + (rest ? 1 : 0), end = (i + 1) * columns; at < end; at++) {
        const v = values[at];
        if (v < low && v > LEAST) low = v;
        if (v > high) high = v;
      }
  return low <= high ? {low, high} : {low: 0, high: 1};
}

const LEAST_DIFFERENCE = 0.01; // what is less is not blown up to full colours

const ROUND = [1, 1.5, 2, 3, 4, 5, 6, 8, 10];

/** Ends that do not move with every step of a slider. @param {{low: number, high: number}} range */
function rounded({low, high}) {
  const step = nice(Math.max(high - low, 1e-6) / 6);
  return {low: Math.floor(low / step + 1e-9) * step, high: Math.ceil(high / step - 1e-9) * step};
}

/** @typedef {Pick<Scale, 'low' | 'high' | 'mode' | 'ticks'> & {log?: boolean}} Span */

/** @param {boolean} signed @param {boolean} printed @returns {Span} */
const spanOfPowers = (signed, printed) => ({
  low: -DECADES,
  high: 0,
  log: true,
  mode: 'by powers of ten',
  ticks: powerTicks(signed, printed),
});

/** @param {Grid[]} grids @param {string} range @param {boolean} printed @returns {Span} */
function spanOfWeights(grids, range, printed) {
  if (range === 'log') return spanOfPowers(false, printed);
  if (range === 'row') return {low: 0, high: 1, mode: 'each row by its largest', ticks: UNIT_TICKS};
  if (range !== 'rest') return {low: 0, high: 1, mode: '', ticks: UNIT_TICKS};
  const high = Math.min(nice(Math.max(extent(grids, true).high, 1e-6), ROUND), 1);
  return {low: 0, high, mode: 'without the first column', ticks: evenTicks(0, high, false)};
}

/**
 * Differences as large as there are; as printed, as large as there can be.
 * @param {Grid[]} grids
 * @param {string} range
 * @param {boolean} printed
 * @returns {Span}
 */
function spanOfDifferences(grids, range, printed) {
  if (range === 'log') return spanOfPowers(true, printed);
  if (range === 'row')
    return {low: -1, high: 1, mode: 'each row by its largest', ticks: evenTicks(-1, 1, true)};
  const rest = range === 'rest';
  if (printed && !rest) return {low: -1, high: 1, mode: '', ticks: evenTicks(-1, 1, true)};
  const {low, high} = extent(grids, rest);
  const most = nice(Math.max(-low, high, rest ? 1e-6 : LEAST_DIFFERENCE), ROUND);
  return {
    low: -most,
    high: most,
    mode: rest ? 'without the first column' : '',
    ticks: evenTicks(-most, most, true),
  };
}

/** @param {Grid[]} grids @param {string} range @returns {Span} */
function spanOfLogits(grids, range) {
  if (range === 'row')
    return {low: 0, high: 1, mode: 'each row from its smallest to its largest', ticks: UNIT_TICKS};
  const {low, high} = rounded(extent(grids, range === 'rest'));
  const mode =
    range === 'rest'
      ? 'without the first column'
      : range === 'log'
        ? 'not by powers of ten: some are negative'
        : '';
  return {low, high, mode, ticks: evenTicks(low, high, true)};
}

const LABELS = tableOf({
  weights: 'Attention Weight',
  logits: 'Logit',
  change: 'Difference to the Untouched Head',
  uniform: 'Difference to Uniform Rows',
});

/** What a view shows. @param {string} view */
export const labelOf = view => LABELS[/** @type {keyof typeof LABELS} */ (view)] ?? LABELS.weights;

/**
 * @param {{view: string, range: string, colors: string, style?: string}} params
 * @param {Grid[]} grids every number that is shown, before rows are scaled
 * @returns {Scale}
 */
export function scaleOf({view, range, colors, style}, grids) {
  const signed = view === 'change' || view === 'uniform';
  const printed = style !== 'plain';
  const span = signed
    ? spanOfDifferences(grids, range, printed)
    : view === 'logits'
      ? spanOfLogits(grids, range)
      : spanOfWeights(grids, range, printed);
  return {map: signed ? 'signed' : colors, log: false, signed, label: labelOf(view), ...span};
}

/**
 * Where a value stands on the bar, 0 at the low end and 1 at the high one; outside beyond.
 * @param {Scale} scale
 * @param {number} value
 */
export function positionOf({log, signed, low, high}, value) {
  if (!log) return (value - low) / (high - low);
  if (value === 0) return signed ? 0.5 : 0;
  const size = (Math.log10(Math.abs(value)) - low) / (high - low);
  return signed ? 0.5 + 0.5 * Math.sign(value) * Math.max(size, 0) : size;
}

/**
 * Cells without a value, and exact zeros where powers of ten are shown, are transparent.
 * @param {Scale} scale
 * @param {number} value
 */
export const isEmpty = (scale, value) =>
  value < LEAST || (value === 0 && scale.log && !scale.signed);

/**
 * The colour of a value: what every cell of every renderer has at its centre. null: transparent.
 * @param {Scale} scale
 * @param {number} value as it stands in the grid
 */
export const colorOf = (scale, value) =>
  isEmpty(scale, value) ? null : colorAt(scale.map, positionOf(scale, value));

/**
 * How many cells lie beyond the ends of the scale, and how many are not empty or exactly 0.
 * @param {Scale} scale
 * @param {Grid} grid
 */
export function countOff({log, low, high}, {values}) {
  const least = log ? 10 ** low : low;
  const most = log ? 10 ** high : high;
  let off = 0;
  let of = 0;
  for (let i = 0; i < values.length; i++) {
    const v = values[i];
    if (v === 0 || v < LEAST) continue;
    const size = log && v < 0 ? -v : v;
    of++;
    if (size < least || size > most) off++;
  }
  return {off, of};
}
