// Which panels stand beside each other: for the signs between those that show the same, and for
// the keyboard.
import {endOf} from './metrics.js';
import {PANELS, untouchedColumns} from './view.js';

/**
 * @typedef {import('./layout.js').Place} Place
 * @typedef {import('./layout.js').Join} Join
 */

/**
 * Pairs side by side, and pairs one over the other.
 * @param {number[]} nearest untouched heads beside each row
 * @param {boolean} narrow
 * @returns {{across: [number, number][], down: [number, number][]}}
 */
function pairs(nearest, narrow) {
  const nine = Array.from({length: PANELS}, (_, i) => i);
  /** @type {[number, number][]} */
  const untouched = narrow
    ? []
    : nearest.flatMap((id, row) => (nearest.lastIndexOf(id) === row ? [[id, 3 * row]] : []));
  return {
    across: [
      ...untouched,
      ...nine.filter(i => i % 3 < 2).map(i => /** @type {[number, number]} */ ([i, i + 1])),
    ],
    down: nine.slice(0, 6).map(i => [i, i + 3]),
  };
}

/**
 * Neighbours that show the same, and where the sign between them stands.
 * @param {{same: number[], isOfOne: boolean, follows: boolean}} wanted
 * @param {(Place | null)[]} places
 * @param {{narrow: boolean, between: number}} metrics
 * @returns {Join[]}
 */
export function joinsOf({same, isOfOne, follows}, places, {narrow, between}) {
  const {across, down} = pairs(untouchedColumns(isOfOne, follows)[0], narrow);
  const both = (/** @type {[number, number]} */ [a, b]) => {
    const one = places[a];
    const other = places[b];
    return one && other && same[a] === same[b] ? [{a, b, one, other}] : [];
  };
  // The gap beside an untouched panel comes before the headers and labels of the nine.
  // A large one ends above the row that shows the same: then no sign would stand between them.
  const isLevel = (/** @type {{one: Place, other: Place}} */ {one, other}) =>
    other.box.y + other.box.height / 2 < one.box.y + one.box.height;
  const sideways = across
    .flatMap(both)
    .filter(isLevel)
    .map(({a, b, one, other}) => ({
      a,
      b,
      x: (endOf(one) + (a >= PANELS ? endOf(one) + between : other.box.x)) / 2,
      y: other.box.y + other.box.height / 2,
    }));
  const under = down
    .flatMap(both)
    .map(({a, b, one, other}) => ({
      a,
      b,
      x: one.box.x + one.box.width / 2,
      y: (one.foot.y + one.foot.height + Math.min(other.title.y, other.box.y)) / 2,
    }));
  return [...sideways, ...under];
}

/**
 * The panel one step away; the untouched ones stand at the left.
 * @param {number[][]} untouched in columns, the nearest first
 * @param {number} panel
 * @param {[number, number]} step down and across
 */
export function beside(untouched, panel, [down, across]) {
  const at = untouched.findIndex(ids => ids.includes(panel));
  const row = (at < 0 ? Math.floor(panel / 3) : untouched[at].lastIndexOf(panel)) + down;
  const column = (at < 0 ? panel % 3 : -1 - at) + across;
  if (!(row >= 0 && row < 3 && column < 3)) return null;
  const to = column < 0 ? untouched[-1 - column]?.[row] : 3 * row + column;
  return to === panel ? null : (to ?? null);
}
