// Where on a slider a value stands. Epsilon has a scale of its own: most of the way is 1 to 1e-3,
// where things happen.

/**
 * @typedef {{steps: number, at(value: number): number,
 *   value(position: number, exact?: boolean): number, stops: number[]}} Scale
 *   Positions are whole numbers from 0 to steps. Stops are values that hold the thumb, unless
 *   `exact`, and that Page Up and Page Down go to.
 */

const STEPS = 400;

/** Epsilon's way: [position, value], by ratio in between; before the first there is only 0. */
const WAY = [
  [48, 1e-10],
  [116, 1e-3],
  [360, 1],
  [STEPS, 10],
];
const STOPS = [0, 1e-10, 1e-3, 0.5, 1, 10];
const HOLD = 4; // positions to either side of a stop that mean the stop

/** As few digits as tell neighbouring positions apart. @param {number} x */
const round = x => Number(x.toPrecision(x < 1e-3 ? 1 : x.toExponential().startsWith('1') ? 3 : 2));

/**
 * The stretch of the way that ends at or after a point.
 * @param {(point: number[]) => boolean} reached
 */
function stretch(reached) {
  const to = Math.max(1, WAY.findIndex(reached));
  return [...WAY[to - 1], ...WAY[to]];
}

/** Where on its way an epsilon stands, between positions too. @param {number} value */
export function alongEpsilon(value) {
  if (value < WAY[0][1]) return value > 0 ? WAY[0][0] : 0;
  const [from, low, until, high] = stretch(([, end]) => value <= end);
  return from + ((until - from) * Math.log(value / low)) / Math.log(high / low);
}

/** @type {Scale} */
export const epsilonScale = {
  steps: STEPS,
  stops: STOPS,
  at: value => Math.round(alongEpsilon(value)),
  value(position, exact = false) {
    if (position < WAY[0][0]) return position < WAY[0][0] / 2 ? 0 : WAY[0][1];
    const held = STOPS.find(stop => Math.abs(this.at(stop) - position) <= (exact ? 0 : HOLD));
    if (held !== undefined) return held;
    const [from, low, until, high] = stretch(([end]) => position <= end);
    return round(low * (high / low) ** ((position - from) / (until - from)));
  },
};

/** @param {number} low @param {number} high @param {number} step @returns {Scale} */
function linearScale(low, high, step) {
  const steps = Math.round((high - low) / step);
  const digits = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  return {
    steps,
    stops: [],
    at: value => Math.round((value - low) / step),
    value: position => Number((low + position * step).toFixed(digits)),
  };
}

/**
 * By ratio, through values of two digits.
 * @param {number} low above 0
 * @param {number} high
 * @param {boolean} whole
 * @returns {Scale}
 */
function ratioScale(low, high, whole) {
  const ratio = high / low;
  const within = (/** @type {number} */ x) => Math.min(high, Math.max(low, x));
  const tidy = (/** @type {number} */ x) =>
    whole ? Math.round(x) : Number(within(x).toPrecision(2));
  const values = [
    ...new Set(
      Array.from({length: STEPS / 2 + 1}, (_, i) => tidy(low * ratio ** ((2 * i) / STEPS))),
    ),
  ];
  return {
    steps: values.length - 1,
    stops: [],
    at(value) {
      const above = values.findIndex(x => x >= value);
      if (above <= 0) return above < 0 ? values.length - 1 : 0;
      return value / values[above - 1] < values[above] / value ? above - 1 : above;
    },
    value: position => values[position],
  };
}

/**
 * The scale of a row of the table.
 * @param {import('../state/store.js').Row} row
 * @returns {Scale}
 */
export function scaleOf({key, kind, range: [low, high], step}) {
  if (key === 'eps') return epsilonScale;
  if (kind === 'log') return ratioScale(low, high, false);
  if (kind === 'whole' && low > 0 && high / low > 1000) return ratioScale(low, high, true);
  return linearScale(low, high, kind === 'whole' && high > 1e6 ? Math.ceil(high / 1e3) : step);
}

/** As links spell it: 0.5, 1e-3, 1e-10. @param {number} value */
export function spelled(value) {
  if (value === 0 || (Math.abs(value) >= 0.01 && Math.abs(value) < 1e6)) return String(value);
  return value.toExponential().replace('e+', 'e');
}
