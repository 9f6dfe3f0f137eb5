// Where the colour bar stands: upright at the right over the full height, or lying where there is
// no room for that.
import {boxOf, sum} from './metrics.js';
import {fit} from './titles.js';

/**
 * @typedef {import('./layout.js').Wish} Wish
 * @typedef {import('./layout.js').Box} Box
 * @typedef {import('./layout.js').Bar} Bar
 * @typedef {import('./metrics.js').Metrics} Metrics
 */

/** Room for the ticks below a lying bar. */
export const TICKS = 18;

/**
 * An upright bar's parts from the left.
 * @param {Wish} wish
 * @param {Metrics} m
 * @param {number} lines of its label
 */
function parts(wish, m, lines) {
  const ticks = Math.max(...wish.bar.ticks.map(text => wish.measure(text, m.foot)));
  return {gap: m.font * 1.5, bar: m.font, ticks: ticks + 8, label: lines * m.line + 2};
}

/** What the label says: what is shown and how, and what is off the scale. @param {Wish} wish */
const textsOf = ({bar: {label, mode, off}}) =>
  [label + (mode ? `, ${mode}` : ''), off].filter(text => text);

/** How much an upright bar takes of the width. @param {Wish} wish @param {Metrics} m */
export const barRoom = (wish, m) =>
  m.narrow ? 0 : sum(Object.values(parts(wish, m, textsOf(wish).length)));

/** @param {Wish} wish @param {Metrics} m @param {number} length */
function linesOf(wish, m, length) {
  return textsOf(wish).flatMap(text => fit(text, length, 4, m.measure) ?? [text]);
}

/**
 * @param {Wish} wish
 * @param {Metrics} m
 * @param {number} x
 * @param {{top: number, bottom: number}} span
 * @returns {Bar}
 */
export function uprightBar(wish, m, x, {top, bottom}) {
  const length = bottom - top;
  const lines = linesOf(wish, m, length);
  const {gap, bar, ticks, label} = parts(wish, m, lines.length);
  const box = boxOf(x + gap, top, bar, length);
  return {box, upright: true, lines, label: boxOf(box.x + bar + ticks, top, label, length)};
}

/**
 * Label, bar, and ticks below.
 * @param {Wish} wish
 * @param {Metrics} m
 * @param {{x: number, y: number, width: number}} room
 * @returns {Bar}
 */
export function lyingBar(wish, m, {x, y, width}) {
  const lines = linesOf(wish, m, width);
  const label = boxOf(x, y, width, lines.length * m.line);
  return {box: boxOf(x, y + label.height + 3, width, 9), upright: false, lines, label};
}
