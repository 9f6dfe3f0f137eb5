// From samples to what is drawn: which values, between which bounds, and what is said of them.
import {EPSILONS} from '../engine/curve.js';
import {readable} from '../base/format.js';
import {curve} from './curve-messages.js';

/**
 * @typedef {import('../engine/curve.js').Samples} Samples
 * @typedef {import('../engine/curve.js').Sample} Sample
 * @typedef {[number, number]} Point an epsilon, and a value there
 */

const NEARLY = 0.01; // of the height: what differs by less is level to the eye
const WHOLE = 0.2; // a share that reaches so far is drawn between 0 and 1

/**
 * The points of a component: those of the curve, and those of the columns.
 * @param {Sample[]} samples
 * @param {[number, Sample][]} own of each column: its epsilon, and what its panel has
 * @param {string} key of a measure
 * @returns {Point[]} from the smallest epsilon on, each once; without those that have no value
 */
export function pointsOf(samples, own, key) {
  const all = new Map(EPSILONS.map((eps, i) => [eps, samples[i]?.[key] ?? null]));
  for (const [eps, sample] of own) all.set(eps, sample[key] ?? null);
  return [...all]
    .flatMap(([eps, value]) => (value === null ? [] : [/** @type {Point} */ ([eps, value])]))
    .sort(([a], [b]) => a - b);
}

/** The next number above of 1, 2, 2.5, 4, 5 and their tenfolds. @param {number} x */
function round(x) {
  const ten = 10 ** Math.floor(Math.log10(x));
  const times = [1, 2, 2.5, 4, 5, 10].find(one => one * ten >= x * (1 - NEARLY / 10)) ?? 10;
  return Number((times * ten).toPrecision(2));
}

/**
 * From where to where the values are drawn: from 0, or as far below it.
 * @param {number[]} values
 * @returns {[number, number]}
 */
export function boundsOf(values) {
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
  if (high <= 1 && high >= WHOLE) return [low < 0 ? -1 : 0, 1];
  if (high === 0 && low === 0) return [0, 1];
  return [low < 0 ? -round(-low) : 0, high > 0 ? round(high) : 0];
}

/** @param {Point[]} points @param {number} most */
const areLevel = (points, most) =>
  points.every(([, value]) => Math.abs(value - points[0][1]) <= most);

/** @param {Point[]} a @param {Point[]} b */
const areOne = (a, b) => a.length > 0 && a.every(([, value], i) => value === b[i]?.[1]);

/** Up to which epsilon all lines are level. @param {Point[][]} lines @param {number} most */
function endOfLevel(lines, most) {
  const ends = lines.map(points => {
    const end = points.findIndex(([, value]) => Math.abs(value - points[0][1]) > most);
    return end < 0 ? Infinity : (points[end - 1]?.[0] ?? 0);
  });
  return Math.min(...ends);
}

/**
 * What is to be seen, in words.
 * @param {Point[][]} lines of Query, Key and Value
 * @returns {string}
 */
export function sayingOf(lines) {
  const [query, key, value] = lines;
  const [low, high] = boundsOf(lines.flat().map(([, y]) => y));
  const most = NEARLY * (high - low);
  if (lines.every(points => areLevel(points, 0))) return curve.all;
  const end = endOfLevel(lines, most);
  const said = [
    end >= 1e-3 && end < 1 ? curve.level(readable(String(Number(end.toPrecision(1))))) : '',
    areOne(query, key) ? curve.one : '',
    areLevel(value, 0) ? curve.flat : '',
  ];
  return said.filter(Boolean).join(' ');
}
