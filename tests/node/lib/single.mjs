// The engine's single precision, written a second time: powers of two, and the sum of a row, in the
// order that NUMERICS.md says.
const f = Math.fround;

export const log2e = 1.4426950408889634;

/** The polynomial for 2^x where |x| <= 1/2, the highest power first. */
const POLYNOMIAL = [
  1.535336188e-4, 1.33988744e-3, 9.618437358e-3, 5.550332471e-2, 2.402264791e-1, 6.931472028e-1, 1,
].map(f);

const nearest = x => {
  const whole = Math.round(x);
  return Math.abs(x - whole) === 0.5 && whole % 2 ? whole - 1 : whole; // halves go to even numbers
};

/** 2^t for t <= 0. @param {number} t of single precision */
export function exp2(t) {
  const limited = Math.max(t, -100);
  const whole = nearest(limited);
  const x = f(limited - whole);
  const fraction = POLYNOMIAL.reduce((so, next) => f(f(so * x) + next));
  return fraction * 2 ** whole;
}

/** Sixteen sums side by side, and then by halves. @param {Float32Array} row */
export function sumOf(row) {
  let sums = Array(16).fill(0);
  for (let at = 0; at < row.length; at += 16)
    sums = sums.map((sum, i) => f(sum + (row[at + i] ?? 0)));
  while (sums.length > 1) {
    const half = sums.length / 2;
    sums = sums.slice(0, half).map((sum, i) => f(sum + sums[half + i]));
  }
  return sums[0];
}
