// What nine panels cost: Ninefold's module against other ways to the same matrices, and against
// the machine. Every figure is a ratio of processor times, the median of rounds in which the
// contestants took turns; one thread each.
import {roundsOf, spreadOf} from './lib/clock.mjs';
import {loadKernels} from './lib/kernels.mjs';
import {EPSILONS, Ours} from './lib/ours.mjs';
import {inWords, tell} from './lib/report.mjs';
import {NINE, RIVALS} from './lib/rivals.mjs';
import {WANT} from '../../web/engine/engine.js';

const D = 64;
const SIZES = [64, 256, 1024, 2048];
const LENGTHS = {
  64: {rounds: 15, least: 0.004},
  256: {rounds: 15, least: 0.01},
  1024: {rounds: 7, least: 0.03},
  2048: {rounds: 3, least: 0.03},
};
const TOLERANCE = 1e-5; // float32 sums of 64 products in whatever order, and several versions of exp

// ---- The task ----------------------------------------------------------------------------------

/** Numbers between -2 and 2 that are the same in every run. */
function someNumbers(count, seed) {
  let state = seed;
  return Float32Array.from(
    {length: count},
    () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 30 - 2,
  );
}

function makeTask(n) {
  const mask = Float32Array.from({length: n * n}, (_, at) =>
    at % n <= Math.floor(at / n) ? 0 : -Infinity,
  );
  const scales = [...EPSILONS, 1].map(epsilon => epsilon / Math.sqrt(D));
  return {n, d: D, q: someNumbers(n * D, 1), k: someNumbers(n * D, 2), mask, scales};
}

function largestDifference(a, b) {
  return a.reduce(
    (most, x, i) => Math.max(most, Math.abs(x - b[i])),
    a.length === b.length ? 0 : Infinity,
  );
}

async function demandSameWeights(ours, rival, name) {
  const panels = ours.weights();
  const ways = await rival.weights();
  for (const weights of ways)
    NINE.forEach((which, panel) => {
      const difference = largestDifference(panels[panel], weights[which]);
      if (!(difference <= TOLERANCE))
        throw new Error(`panel ${panel} of ${name} is off by ${difference}`);
    });
}

// ---- Measuring ---------------------------------------------------------------------------------

async function openRivals(task, ours) {
  const rivals = {};
  for (const [name, open] of Object.entries(RIVALS)) {
    rivals[name] = await open(task);
    await demandSameWeights(ours, rivals[name], name);
  }
  return rivals;
}

/** A rival's way as a contestant: it has a clock of its own where it is another process. */
const contestant = (rival, way) =>
  rival.time ? {time: least => rival.time(way, least)} : {run: () => rival[way]()};

function contestantsOf(ours, rivals) {
  const contestants = {ours: ours.whole(WANT.weights)};
  for (const [name, rival] of Object.entries(rivals))
    for (const way of rival.ways) contestants[`${name}, ${way}`] = contestant(rival, way);
  return contestants;
}

async function againstOthers(n) {
  const task = makeTask(n);
  const ours = await Ours.open(task);
  const rivals = await openRivals(task, ours);
  const contestants = contestantsOf(ours, rivals);
  const ratios = await roundsOf(contestants, LENGTHS[n]);
  for (const rival of Object.values(rivals)) await rival.close();
  delete contestants.ours;
  return Object.fromEntries(
    Object.keys(contestants).map(name => [name, spreadOf(ratios(name, 'ours'))]),
  );
}

/** The product's multiply-adds a second, as a share of those of the peak's fastest shape. */
async function againstPeak(n, kernels) {
  const product = kernels.product(n);
  const shapes = Object.fromEntries(kernels.peaks.map((peak, shape) => [`shape ${shape}`, peak]));
  const ratios = await roundsOf({...shapes, product}, {rounds: 25, least: 0.004});
  const shares = Object.entries(shapes).map(([name, {multiplies}]) =>
    spreadOf(ratios(name, 'product').map(ratio => (ratio * product.multiplies) / multiplies)),
  );
  return {'the product': shares.reduce((a, b) => (a.middle < b.middle ? a : b))};
}

async function againstItself(n) {
  const ours = await Ours.open(makeTask(n));
  const kept = await Ours.open(makeTask(n));
  const other = await Ours.open(makeTask(n));
  const [first, , last] = EPSILONS;
  const middle = epsilon => ({epsilons: [first, epsilon, last]});
  const ratios = await roundsOf(
    {
      whole: ours.whole(WANT.weights | WANT.keep),
      epsilon: kept.slider([middle(0.2), middle(0.3)]),
      temperature: other.slider([{temperature: 2}, {temperature: 3}]),
    },
    LENGTHS[n],
  );
  return {
    'one epsilon moved, logits kept': spreadOf(ratios('epsilon', 'whole')),
    'the temperature moved, logits kept': spreadOf(ratios('temperature', 'whole')),
  };
}

async function streaming() {
  const half = await Ours.open(makeTask(2048));
  const full = await Ours.open(makeTask(4096));
  const stored = await Ours.open(makeTask(2048));
  const ratios = await roundsOf(
    {
      half: half.whole(WANT.cells),
      full: full.whole(WANT.cells),
      stored: stored.whole(WANT.weights),
    },
    {rounds: 5, least: 0.05},
  );
  return {
    'n = 4096 by n = 2048': [spreadOf(ratios('full', 'half'))],
    'by all weights stored, n = 2048': [spreadOf(ratios('half', 'stored'))],
  };
}

// ---- Telling -----------------------------------------------------------------------------------

/** Rows of a table from what was measured at each size. */
async function rowsOver(sizes, measure) {
  const rows = {};
  for (const n of sizes)
    for (const [name, spread] of Object.entries(await measure(n))) (rows[name] ??= []).push(spread);
  return rows;
}

const columns = SIZES.map(n => `n = ${n}`);

const NOTES = `Counted for Ninefold: begin and step, from Query and Key in the module's memory to all weights in the module's memory:
vectors and packed keys, one product on and below the diagonal, row maxima, the four softmaxes that differ among nine
panels. Not counted: reading the link, handing tensors over, copying weights out.
nine: each panel by a product and a softmax of its own. shared: one product, four softmaxes. onnxruntime-web's time has
its copies of inputs and results, which its interface makes; tfjs-wasm's results stay where they are. NumPy is Debian's,
native, with libopenblas0 and one thread, and writes over its own results. Plain JavaScript leaves cells above the
diagonal alone as well. The product counts the multiply-adds on and below the diagonal only; the
peak is the fastest of seven loops of SIMD multiplications and additions, in 8 to 14 independent chains.
d = ${D}, causal, three epsilons.
`;

/** What each row is to reach at the sizes, from left to right. */
const AIMS = {
  'onnxruntime-web, nine': [20, 22, 25, 27],
  'onnxruntime-web, shared': [4, 4.8, 6, 7],
  'tfjs-wasm, nine': [, 16, 18, 19],
  'tfjs-wasm, shared': [, 3, 3.7, 4],
  'plain JavaScript, nine': [, 100, 100, 100],
  'NumPy, shared': [1, 1, 1, 1],
};
const OF_PEAK = {'the product': [, , 0.85, 0.85]};

function tellAims(rows, aims, unit) {
  for (const [name, least] of Object.entries(aims))
    least.forEach((aim, at) => {
      const {middle} = rows[name][at];
      const aimed = `${name}, ${columns[at]}: at least ${inWords(aim, unit)}`;
      const verdict = middle >= aim ? 'reached' : 'not reached';
      console.log(`${aimed.padEnd(74)} ${inWords(middle, unit).padStart(8)}  ${verdict}`);
    });
}

const kernels = await loadKernels();
const peaks = await rowsOver(SIZES, n => againstPeak(n, kernels));
const others = await rowsOver(SIZES, againstOthers);
tell('time of the others by time of Ninefold', {columns, unit: 'x', better: 'more', rows: others});
tell('multiply-adds a second, of the peak', {columns, unit: '%', better: 'more', rows: peaks});
tell('time of a slider by time of everything', {
  columns,
  unit: '%',
  better: 'less',
  rows: await rowsOver(SIZES, againstItself),
});
tell('time of pooled cells', {columns: [''], unit: 'x', better: 'less', rows: await streaming()});
console.log(NOTES);
tellAims(others, AIMS, 'x');
tellAims(peaks, OF_PEAK, '%');
