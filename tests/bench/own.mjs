// Models of the reader's own, read through in WebAssembly: how near the products of a layer come to
// the most multiplications that the machine does, conversion included; and a whole layer with all
// that belongs to it - reading from memory, norms, attention, GELU. Random weights in the shapes of
// published models; processor time of this thread, in turns with the peak.
import {readFileSync} from 'node:fs';
import {roundsOf, spreadOf} from './lib/clock.mjs';
import {loadKernels} from './lib/kernels.mjs';
import {tell} from './lib/report.mjs';
import {WANT, load} from '../../web/engine/engine.js';
import {OwnModel} from '../../web/engine/own.js';
import {madeFiles} from '../node/lib/made-files.mjs';
import {PUBLISHED} from '../node/lib/own-published.mjs';

const TOKENS = [32, 96]; // of all texts together; the products shall have 65 and 80 % of the peak
const ROUNDS = {rounds: 5, least: 0.05};
const F32 = 0;
const BF16 = 2;
const Q4_K = 4;
const PRODUCTS = [
  {name: 'GPT-2 small, F32', type: F32, inputs: 768, outputs: 3072, byInputs: true},
  {name: '1.1 billion, BF16', type: BF16, inputs: 2048, outputs: 5632, byInputs: false},
  {name: '1.1 billion, Q4_K', type: Q4_K, inputs: 2048, outputs: 5632, byInputs: false},
];
const SHAPES = {
  'GPT-2 small, F32': 'openai-community/gpt2',
  '1.1 billion, BF16': 'TinyLlama/TinyLlama-1.1B-Chat-v1.0',
};
const module = new WebAssembly.Module(
  readFileSync(new URL('../../build/ninefold-whole.wasm', import.meta.url)),
);
const nothing = () => Promise.resolve();

/** Letters, each a token: no text is that of another turn. */
const textOf = (tokens, turn) =>
  Array.from({length: tokens}, (_, i) => 'bcdfgjklmnpqrsuvwxyz'[(i * i + turn) % 20]).join('');

/** Three texts of so many tokens together. */
function textsOf(tokens, turn) {
  const each = Math.floor(tokens / 3);
  return [tokens - 2 * each, each, each]
    .map((count, i) => `text${i + 1}=${textOf(count, turn + 3 * i)}`)
    .join(';');
}

async function opened(name) {
  const {config, tensors} = PUBLISHED[name];
  const engine = await load(module);
  const plain = tensors(config).filter(([, , , buffer]) => !buffer);
  const own = new OwnModel(engine, madeFiles(config, plain), true);
  await own.describe();
  await own.identify();
  own.use();
  const bytes = plain[0][1] === 'F32' ? 4 : 2;
  const {reads} = own.facts;
  return {engine, own, weights: (reads[1] - reads[0]) / bytes};
}

/** The way from Query, Key and Value of the first layer to those of the second. */
function layer({engine, own, weights}, tokens) {
  let turn = 0;
  const at = number =>
    engine.computeInSteps(
      `1;source=model;model=${own.name};layer=${number};head=0;${textsOf(tokens, turn)}`,
      WANT.check,
      nothing,
    );
  return {prepare: () => (turn++, at(0)), run: () => at(1), multiplies: weights * tokens};
}

const kernels = await loadKernels();

/** The share of the peak: by the fastest of its shapes. */
async function shareOf(ours) {
  const peaks = Object.fromEntries(kernels.peaks.map((peak, i) => [`peak ${i}`, peak]));
  const ratios = await roundsOf({ours, ...peaks}, ROUNDS);
  const shares = kernels.peaks.map(({multiplies}, i) =>
    spreadOf(ratios(`peak ${i}`, 'ours').map(ratio => (ratio / multiplies) * ours.multiplies)),
  );
  return shares.reduce((least, share) => (share.middle < least.middle ? share : least));
}

async function row(contestant) {
  const all = [];
  for (const tokens of TOKENS) all.push(await shareOf(contestant(tokens)));
  return all;
}

const rows = {};
for (const {name, ...of} of PRODUCTS)
  rows[`${name}: products with weights, conversion included`] = await row(tokens =>
    kernels.weights(of, tokens),
  );
for (const [name, published] of Object.entries(SHAPES)) {
  const model = await opened(published);
  rows[`${name}: all that belongs to a layer, reading from memory included`] = await row(tokens =>
    layer(model, tokens),
  );
  model.own.close();
}
const columns = TOKENS.map(tokens => `${tokens} tokens`);
tell('models of one’s own: multiply-adds a second, of the peak', {
  columns,
  unit: '%',
  better: 'more',
  rows,
});
