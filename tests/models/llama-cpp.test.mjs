// Models of the reader's own against llama.cpp: the logits of small random models of each family,
// and what the trained model says next, from the same GGUF files.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {after, test} from 'node:test';
import {getLlama} from 'node-llama-cpp';
import {run} from '../node/lib/engine.mjs';
import {tokenizerEntries} from '../node/lib/gguf.mjs';
import {exportedGguf} from '../node/lib/own-exported.mjs';
import {BYTES, SAMPLES, makeModel, writeGguf} from '../node/lib/own-models.mjs';
import {chances, runModel} from '../node/lib/own-reference.mjs';
import {scratchFolder} from '../node/lib/scratch.mjs';
import {bytesTokenizer, pieceOf} from '../node/lib/vocabularies.mjs';

const root = scratchFolder('ninefold-llama');
const tokenizer = bytesTokenizer();
const llama = await getLlama({
  gpu: false,
  build: 'never',
  skipDownload: true,
  maxThreads: 1,
  logLevel: 'error',
});
after(() => llama.dispose());

/** Keys and values are kept as float32 only without flash attention. */
const CONTEXT = {
  contextSize: 64,
  threads: 1,
  flashAttention: false,
  experimentalKvCacheKeyType: 'F32',
  experimentalKvCacheValueType: 'F32',
};

/** @param {string} path @param {(model: any) => Promise<void>} use */
async function withModel(path, use) {
  const model = await llama.loadModel({modelPath: path, gpuLayers: 0});
  await use(model);
  await model.dispose();
}

/** The logits after every token. @param {any} model @param {number[]} pieces */
async function logitsOf(model, pieces) {
  const context = await model.createContext(CONTEXT);
  const generateNext = {logits: true, probabilities: true};
  const out = await context
    .getSequence()
    .controlledEvaluate(pieces.map(piece => [piece, {generateNext}]));
  await context.dispose();
  return out.map(({next}) => {
    const all = [];
    for (const [piece, x] of next.logits) all[Number(piece)] = x;
    return all;
  });
}

/** @param {string} path @param {string} link */
function figureOf(path, link) {
  const {status, out, error} = run(['panels', '--model', path, link]);
  assert.equal(status, 0, error);
  return JSON.parse(out);
}

/** Ninefold's chances of its likeliest pieces, and llama.cpp's. */
function assertGuesses(prediction, logits, tolerance) {
  const falling = chances(logits).sort((a, b) => b - a);
  prediction.before.forEach(({token, p}, i) => {
    const off = Math.abs(p - falling[i]) / falling[i];
    assert.ok(off < tolerance, `"${token}", guess ${i}: ${p}, and there ${falling[i]}`);
  });
}

const LINK = '1;source=model;layer=1;text1=the_cat_sat_and_the_rat';

// llama.cpp adds float32 in another order: logits of up to 16 are off by 3e-6 as measured, a chance
// by as much of itself. Its GELU is a table of 16-bit numbers of the tanh form, for gpt_neox too,
// whose models mean erf: the reference takes it over for these two, and so is not what Ninefold
// computes; there 1e-2 is allowed Ninefold's own chances (measured: 6e-3 and 1e-3 of a logit). At a
// tie of that table one number may go the other way.
const LOGITS = {gpt2: 1e-3, gpt_neox: 1e-3};
const CHANCES = {gpt2: 2e-2, gpt_neox: 5e-3};

for (const [name, sample] of Object.entries(SAMPLES)) {
  if (name === 'mistral') continue; // llama.cpp calls it llama, and its window is not in the file
  test(`${name}: the logits after every token`, async () => {
    const model = makeModel(sample, 90);
    const path = writeGguf(join(root, `${name}.gguf`), model);
    const {inputs, panels} = figureOf(path, LINK);
    const pieces = inputs[0].tokens.map(token => pieceOf(token, tokenizer));
    const feed = sample.feed === 'gated' ? 'gated' : 'halves';
    const expected = runModel({...model, sample: {...sample, feed}}, pieces).logits;
    await withModel(path, async theirs => {
      const logits = await logitsOf(theirs, pieces);
      logits.forEach((row, i) =>
        row.forEach((x, piece) => {
          const off = Math.abs(x - expected[i][piece]);
          assert.ok(off < (LOGITS[name] ?? 1e-5), `token ${i}, piece ${piece}: off by ${off}`);
        }),
      );
      assertGuesses(panels[0].prediction, logits.at(-1), CHANCES[name] ?? 3e-5);
    });
  });
}

// llama.cpp takes no vocabulary without a piece for each byte: it is given another, and pieces.
test('the trained model: what it says next', async () => {
  const others = bytesTokenizer();
  for (let piece = 260; piece < 512; piece++) others.model.vocab[`piece ${piece}`] = piece;
  const {folder, gguf} = exportedGguf(root, tokenizerEntries(others, BYTES));
  const {vocab} = JSON.parse(readFileSync(join(folder, 'tokenizer.json'), 'utf8')).model;
  const numberOf = token => vocab[token.replaceAll(' ', '▁')];
  await withModel(gguf, async theirs => {
    for (const text of ['The_captain_saw_the_whale', 'It_was_the_best_of_times', 'I']) {
      const {inputs, panels} = figureOf(folder, `1;source=model;layer=3;text1=${text}`);
      const pieces = inputs[0].tokens.map(numberOf);
      const logits = await logitsOf(theirs, pieces);
      assertGuesses(panels[0].prediction, logits.at(-1), 1e-4);
    }
  });
});
