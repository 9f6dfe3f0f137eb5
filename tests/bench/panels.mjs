// What nine panels cost: Ninefold's module against other ways to the same matrices, and against
// the machine. Every figure is a ratio of processor times, the median of rounds in which the
// contestants took turns; one thread each.
import {takeTurns} from './lib/clock.mjs';
import {loadKernels} from './lib/kernels.mjs';
import {EPSILONS, Ours} from './lib/ours.mjs';
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

function contestantsOf(ours, rivals) {
  const contestants = {ours: ours.whole(WANT.weights)};
  for (const [name, rival] of Object.entries(rivals))
    for (const way of ['nine', 'shared'])
      if (rival[way]) contestants[`${name}, ${way}`] = {run: () => rival[way]()};
  return contestants;
}

async function againstOthers(n) {
  const task = makeTask(n);
  const ours = await Ours.open(task);
  const rivals = await openRivals(task, ours);
  const contestants = contestantsOf(ours, rivals);
  const ratio = await takeTurns(contestants, LENGTHS[n]);
  for (const rival of Object.values(rivals)) await rival.close();
  return Object.fromEntries(Object.keys(contestants).map(name => [name, ratio(name, 'ours')]));
}

/** The product's multiply-adds a second, as a share of those of the peak's fastest shape. */
async function againstPeak(n, kernels) {
  const product = kernels.product(n);
  const shapes = Object.fromEntries(kernels.peaks.map((peak, shape) => [`shape ${shape}`, peak]));
  const ratio = await takeTurns({...shapes, product}, {rounds: 25, least: 0.004});
  const shares = Object.entries(shapes).map(
    ([name, {multiplies}]) => (ratio(name, 'product') * product.multiplies) / multiplies,
  );
  return Math.min(...shares);
}

async function againstItself(n) {
  const ours = await Ours.open(makeTask(n));
  const kept = await Ours.open(makeTask(n));
  const other = await Ours.open(makeTask(n));
  const [first, , last] = EPSILONS;
  const middle = epsilon => ({epsilons: [first, epsilon, last]});
  const ratio = await takeTurns(
    {
      whole: ours.whole(WANT.weights | WANT.keep),
      epsilon: kept.slider([middle(0.2), middle(0.3)]),
      temperature: other.slider([{temperature: 2}, {temperature: 3}]),
    },
    LENGTHS[n],
  );
  return {epsilon: ratio('epsilon', 'whole'), temperature: ratio('temperature', 'whole')};
}

async function streaming() {
  const half = await Ours.open(makeTask(2048));
  const full = await Ours.open(makeTask(4096));
  const stored = await Ours.open(makeTask(2048));
  const ratio = await takeTurns(
    {
      half: half.whole(WANT.cells),
      full: full.whole(WANT.cells),
      stored: stored.whole(WANT.weights),
    },
    {rounds: 5, least: 0.05},
  );
  return {doubled: ratio('full', 'half'), stored: ratio('half', 'stored')};
}

// ---- Telling -----------------------------------------------------------------------------------

const times = value => `${value < 10 ? value.toFixed(1) : value.toFixed(0)}x`;
const share = value => `${(100 * value).toFixed(0)}%`;

function row(label, cells) {
  console.log(label.padEnd(74) + cells.map(cell => cell.padStart(8)).join(''));
}

function tellOthers(results) {
  row(
    'time of the others / time of Ninefold                                  n =',
    SIZES.map(String),
  );
  for (const name of Object.keys(results[SIZES[0]]).filter(name => name !== 'ours'))
    row(
      `  ${name}`,
      SIZES.map(n => times(results[n][name])),
    );
}

function tellOurs(peaks, own, stream) {
  row(
    'multiply-adds a second of the product / of the peak',
    SIZES.map(n => share(peaks[n])),
  );
  row(
    'time after one epsilon moved, logits kept / time of everything',
    SIZES.map(n => share(own[n].epsilon)),
  );
  row(
    'time after the temperature moved, logits kept / time of everything',
    SIZES.map(n => share(own[n].temperature)),
  );
  row('time of pooled cells at n = 4096 / at n = 2048', ['', '', '', times(stream.doubled)]);
  row('time of pooled cells / of all weights stored', ['', '', '', share(stream.stored)]);
}

const NOTES = `
Counted for Ninefold: begin and step, from Query and Key in the module's memory to all weights in the module's memory:
vectors and packed keys, one product on and below the diagonal, row maxima, the four softmaxes that differ among nine
panels. Not counted: reading the link, handing tensors over, copying weights out.
nine: each panel by a product and a softmax of its own. shared: one product, four softmaxes. onnxruntime-web's time has
its copies of inputs and results, which its interface makes; tfjs-wasm's results stay where they are. Plain JavaScript
leaves cells above the diagonal alone as well. The product counts the multiply-adds on and below the diagonal only; the
peak is the fastest of seven loops of SIMD multiplications and additions, in 8 to 14 independent chains.
d = ${D}, causal, three epsilons.
`;

function tellAims(results, peaks) {
  const aims = [256, 1024].flatMap(n => [
    [
      `n = ${n}: 20 times onnxruntime-web as nine calls`,
      results[n]['onnxruntime-web, nine'],
      20,
      times,
    ],
    [
      `n = ${n}: 4 times onnxruntime-web with a shared product`,
      results[n]['onnxruntime-web, shared'],
      4,
      times,
    ],
    [`n = ${n}: 60% of the peak in the product`, peaks[n], 0.6, share],
  ]);
  for (const [aim, value, least, print] of aims)
    console.log(
      `${aim.padEnd(58)} ${print(value).padStart(6)}  ${value >= least ? 'reached' : 'not reached'}`,
    );
}

async function each(measure) {
  const results = {};
  for (const n of SIZES) results[n] = await measure(n);
  return results;
}

const kernels = await loadKernels();
const peaks = await each(n => againstPeak(n, kernels));
const results = await each(againstOthers);
const own = await each(againstItself);
const stream = await streaming();
tellOthers(results);
console.log();
tellOurs(peaks, own, stream);
console.log(NOTES);
tellAims(results, peaks);
