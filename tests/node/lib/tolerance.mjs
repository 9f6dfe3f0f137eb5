// How far float32 may be from the reference, and why.
//
// One rounding moves a number by at most UNIT of its size. A sum of t terms, added one after the
// other, is off by at most t UNIT times the sum of the absolute terms. From there every bound
// follows by calculus; none is tuned.

const UNIT = 2 ** -24;
const STEPS = 16; // roundings outside the long sums: factors, square root, exponential, inverse of the row sum

// Exponentials below this are kept at it, so that no weight underflows: it is added, not lost.
const LEAST = 1e-30;
const SUBNORMAL = 2 ** -126; // below this float32 has no digits to spare

const largest = list => list.reduce((a, b) => (a > b ? a : b), 0);
const sum = list => list.reduce((total, x) => total + x, 0);

/** Relative error of anything made by the sums of this figure: over channels, heads and tokens. */
const relative = (source, terms) => (source.d + source.heads + terms + STEPS) * UNIT;

/**
 * Bound of a logit's error. A following head's keys also carry the relative error of the softmax
 * they were made by.
 */
function logitBounds(attention, source) {
  const {size, value} = attention.logits;
  const inherited = attention.reads
    ? 2 * largest(logitBounds({logits: attention.reads}, source).flat())
    : 0;
  const share = relative(source, value[0].length) + inherited;
  return size.map(row => row.map(x => share * x + SUBNORMAL));
}

// If logits are off by at most e, each weight keeps within a factor exp(2e): numerator and row
// sum, e each.
const factorOf = error => Math.expm1(2 * Math.min(error, 300)) + STEPS * UNIT;

function weightBounds(attention, logitBound) {
  return attention.weights.map((row, i) => {
    const factor = factorOf(largest(logitBound[i]));
    return row.map(w => Math.min(1, Math.max(w, LEAST) * factor));
  });
}

// sum_j (moved_ij + share w_ij + LEAST) |v_jc|
function outputBounds(panel, source) {
  const moved = weightBounds(panel.own, logitBounds(panel.own, source));
  const share = relative(source, panel.values.length);
  const sizes = panel.values.map(row => row.map(x => x.size));
  return panel.own.weights.map((row, i) => {
    const bound = new Array(source.d).fill(SUBNORMAL);
    for (let j = 0; j < row.length; j++) {
      const w = moved[i][j] + share * row[j] + LEAST;
      for (let c = 0; c < source.d; c++) bound[c] += w * sizes[j][c];
    }
    return bound;
  });
}

// Nine panels share at most three baselines.
const baseBounds = new WeakMap();

function outputBoundsOfBase(base, source) {
  if (!baseBounds.has(base)) baseBounds.set(base, outputBounds(base, source));
  return baseBounds.get(base);
}

/**
 * What the specification allows a weight, and whether it is the strict case. Masked cells do not
 * count.
 */
export function weightTolerance(panel, d, isAllowed) {
  const allowed = cells =>
    largest(cells.flatMap((row, i) => row.filter((_, j) => isAllowed(i, j))).map(Math.abs));
  const strict = allowed(panel.logits.value) <= 40 && d <= 64;
  const bound = Math.max(allowed(panel.logits.terms), panel.reads ? allowed(panel.reads.terms) : 0);
  return {strict, tolerance: strict ? 2e-6 : 2e-6 * Math.max(1, bound / 10) * Math.max(1, d / 64)};
}

const length = vector => Math.sqrt(vector.reduce((total, x) => total + x * x, 0));

// Largest relative error of the tokens' outputs that count.
function turnBound(output, bound, rows) {
  return largest(rows.map(i => (length(output[i]) > 0 ? length(bound[i]) / length(output[i]) : 0)));
}

function outputMeasureBounds(panel, bounds, rows) {
  const before = turnBound(panel.base.output, bounds.base, rows);
  const ratios = rows.map(
    i => length(bounds.output[i]) / (length(panel.base.output[i]) || Infinity),
  );
  const ratio = largest(
    rows.map(i => length(panel.output[i]) / (length(panel.base.output[i]) || Infinity)),
  );
  return {
    norm: largest(ratios) + 2 * before * ratio,
    cosine: 2 * (turnBound(panel.output, bounds.output, rows) + before),
  };
}

function share(list) {
  const total = sum(list);
  return list.map(x => x / total);
}

// p and q are off by factors exp(a), exp(b): sum p log(p/q) by at most a (sum p |log(p/q)| + 1) +
// b.
function divergenceBound(p, q, a, b) {
  const [from, to] = [share(p), share(q)];
  return a * (sum(from.map((x, j) => (x > 0 ? x * Math.abs(Math.log(x / to[j])) : 0))) + 1) + b;
}

function spreadBounds(panel, bounds, rows) {
  const {weights, reference} = panel;
  const errors = rows.map(({i, columns}) => {
    const p = columns.map(j => weights[i][j]);
    const q = reference && columns.map(j => reference.weights[i][j]);
    const a = 2 * factorOf(largest(bounds.logits[i]));
    const b = reference ? 2 * factorOf(largest(bounds.reference[i])) : 0;
    const entropy = columns.length > 1 ? a * (1 + 1 / Math.log(columns.length)) : 0;
    return {entropy, kl: reference ? divergenceBound(p, q, a, b) : 0};
  });
  return {entropy: largest(errors.map(e => e.entropy)), kl: largest(errors.map(e => e.kl))};
}

function weightMeasureBounds(panel, bounds, source) {
  const cell = largest(bounds.weights.flat());
  const before = panel.reference
    ? largest(weightBounds(panel.reference, logitBounds(panel.reference, source)).flat())
    : 0;
  const means = ['first', 'diag', 'near', 'far', 'off', 'rest', 'level', 'uniform'].map(key => [
    key,
    cell,
  ]);
  return {
    ...Object.fromEntries(means),
    change: cell + before,
    rowsum: largest(bounds.weights.map(sum)),
  };
}

// The engine knows the logarithm of a weight by the exponent it was made from: of a weight p of a row
// whose largest is `most`, some log(p / most). Between the two lie the roundings of the power, of
// the row's factor and of the exponent, for this weight and for the one that the factor is read
// from; and the float32 product with a weight.
const FIXED = 8;
const OF_EXPONENT = 5;

function logErrors(list) {
  const most = largest(list);
  const sizes = list.map(x => Math.log(most / x));
  return list.map((_, j) => (FIXED + OF_EXPONENT * (sizes[j] + sizes[0])) * UNIT);
}

/**
 * How far entropy, divergence and change may be from their definitions on the engine's own weights.
 * A change is a difference of two floats, rounded once.
 */
export function formulaBounds({w, reference}, rows) {
  const errors = rows.map(({i, columns}) => {
    const p = columns.map(j => w[i][j]);
    const total = sum(p);
    const mean = list => sum(list.map((x, j) => (x * p[j]) / total));
    const own = mean(logErrors(p));
    const others = reference ? mean(logErrors(columns.map(j => reference[i][j]))) : 0;
    return {entropy: columns.length > 1 ? own / Math.log(columns.length) : 0, kl: own + others};
  });
  return {
    entropy: largest(errors.map(e => e.entropy)),
    kl: largest(errors.map(e => e.kl)),
    change: UNIT,
  };
}

/**
 * Bounds of a panel's logits, weights, output (by cell), and of each measure. `rows`: {i, columns}
 * with allowed keys.
 */
export function boundsOf(panel, source, rows) {
  const logits = logitBounds(panel, source);
  const bounds = {
    logits,
    weights: weightBounds(panel, logits),
    output: outputBounds(panel, source),
    base: outputBoundsOfBase(panel.base, source),
    reference: panel.reference && logitBounds(panel.reference, source),
  };
  const measures = {
    ...weightMeasureBounds(panel, bounds, source),
    ...spreadBounds(panel, bounds, rows),
    ...outputMeasureBounds(
      panel,
      bounds,
      rows.map(({i}) => i),
    ),
  };
  return {...bounds, measures};
}
