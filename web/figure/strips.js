// Outlines for what stands beside and over panels, in units of a panel: the page's SVG and the
// saved picture draw the same.

/**
 * Means of neighbours, so that there are at most `most`.
 * @param {ArrayLike<number>} values
 * @param {number} most
 */
function thinned(values, most) {
  const count = Math.min(values.length, most);
  return Array.from({length: count}, (_, i) => {
    const from = Math.floor((i * values.length) / count);
    const to = Math.floor(((i + 1) * values.length) / count);
    let sum = 0;
    for (let at = from; at < to; at++) sum += values[at];
    return sum / (to - from);
  });
}

const MOST = 256;

/** @param {number} x */
const short = x => String(Math.round(x * 1e4) / 1e4);

/**
 * An output as long as the untouched head's reaches to the middle, and one twice as long fills the
 * strip.
 * @param {number} ratio
 */
export const outputShare = ratio => ratio / 2;

/**
 * From a thousandth of a nat to ten, by powers of ten: what Value moves is small beside what Query
 * does.
 * @param {number} nats
 */
export const divergenceShare = nats => (nats > 0 ? (Math.log10(nats) + 3) / 4 : 0);

/**
 * One bar a row, from the left edge, within a unit square; a row without a number has none.
 * @param {ArrayLike<number>} values @param {(value: number) => number} share
 */
export function stripPath(values, share) {
  const rows = thinned(values, MOST);
  const end = (/** @type {number} */ v) =>
    Number.isFinite(v) ? Math.min(Math.max(share(v), 0), 1) : 0;
  return `M0 0${rows.map((v, i) => `H${short(end(v))}V${short((i + 1) / rows.length)}`).join('')}H0Z`;
}

/**
 * One bar a key, upwards or downwards from `floor`, within a unit square.
 * @param {number[]} heights positions on the bar, 0..1 @param {number} floor @param {boolean}
 *   apart with gaps between
 */
export function barsPath(heights, floor, apart) {
  const n = heights.length;
  const gap = apart ? 0.12 : 0;
  const bottom = short(1 - floor);
  const bar = (/** @type {number} */ t, /** @type {number} */ j) =>
    `M${short((j + gap) / n)} ${bottom}V${short(1 - t)}H${short((j + 1 - gap) / n)}V${bottom}Z`;
  return heights.map(bar).join('');
}

/** The tops of these bars, as one line of steps. @param {number[]} heights */
export const stepsPath = heights =>
  heights
    .map(
      (t, j) =>
        `${j ? 'L' : 'M'}${short(j / heights.length)} ${short(1 - t)}H${short((j + 1) / heights.length)}`,
    )
    .join('');
