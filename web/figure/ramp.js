// Where the colour bar stands: upright at the right over the full height, or lying where there is
// no room for that.
import {boxOf, sum} from './metrics.js';
import {fit} from './titles.js';

/**
 * @typedef {import('./layout.js').LayoutInput} LayoutInput
 * @typedef {import('./layout.js').Box} Box
 * @typedef {import('./layout.js').Bar} Bar
 * @typedef {import('./metrics.js').Metrics} Metrics
 */

/** Room for the ticks below a lying bar. */
export const TICKS = 18;

/**
 * An upright bar's parts from the left.
 * @param {LayoutInput} wanted
 * @param {Metrics} m
 * @param {number} lines of its label
 */
function parts(wanted, m, lines) {
  const ticks = Math.max(...wanted.bar.ticks.map(text => wanted.measure(text, m.foot)));
  return {gap: m.font * 1.5, bar: m.font, ticks: ticks + 8, label: lines * m.line + 2};
}

/** What the label says: what is shown and how, and what is off the scale. @param {LayoutInput} wanted */
const textsOf = ({bar: {label, mode, off}}) =>
  [label + (mode ? `, ${mode}` : ''), off].filter(text => text);

/** How much an upright bar takes of the width. @param {LayoutInput} wanted @param {Metrics} m */
export const barRoom = (wanted, m) =>
  m.narrow ? 0 : sum(Object.values(parts(wanted, m, textsOf(wanted).length)));

/** @param {LayoutInput} wanted @param {Metrics} m @param {number} length */
function linesOf(wanted, m, length) {
  return textsOf(wanted).flatMap(text => fit(text, length, 4, m.measure) ?? [text]);
}

/**
 * @param {LayoutInput} wanted
 * @param {Metrics} m
 * @param {number} x
 * @param {{top: number, bottom: number}} span
 * @returns {Bar}
 */
export function uprightBar(wanted, m, x, {top, bottom}) {
  const length = bottom - top;
  const lines = linesOf(wanted, m, length);
  const {gap, bar, ticks, label} = parts(wanted, m, lines.length);
  const box = boxOf(x + gap, top, bar, length);
  return {box, upright: true, lines, label: boxOf(box.x + bar + ticks, top, label, length)};
}

/**
 * Label, bar, and ticks below.
 * @param {LayoutInput} wanted
 * @param {Metrics} m
 * @param {{x: number, y: number, width: number}} room
 * @returns {Bar}
 */
export function lyingBar(wanted, m, {x, y, width}) {
  const lines = linesOf(wanted, m, width);
  const label = boxOf(x, y, width, lines.length * m.line);
  return {box: boxOf(x, y + label.height + 3, width, 9), upright: false, lines, label};
}
