// How much memory models of the reader's own take, whose files are larger than all of it: their
// engine cannot have more.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import test from 'node:test';
import {WANT, load} from '../../web/engine/engine.js';
import {OwnModel} from '../../web/engine/own.js';
import {capped as withCap} from './lib/capped.mjs';
import {runShell} from './lib/engine.mjs';
import {madeFiles} from './lib/made-files.mjs';
import {PUBLISHED} from './lib/own-published.mjs';
import {scratchFolder} from './lib/scratch.mjs';
import {sparseFolder} from './lib/sparse.mjs';
import {says} from './lib/words.mjs';

const MOST = 300e6;
const whole = readFileSync(new URL('../../build/ninefold-whole.wasm', import.meta.url));
const module = withCap(whole, MOST);
const shown = WANT.cells | WANT.measures | WANT.check;

/** Text of so many tokens: of each byte one. @param {number} tokens @param {number} from */
const textOf = (tokens, from) =>
  Array.from({length: tokens}, (_, i) => 'bcdfgjklmnpqrsuvwxyz'[(i * i + from) % 20]).join('');

/** @param {number} tokens */
const textsOf = tokens => [1, 2, 3].map(i => `text${i}=${textOf(tokens, i)}`).join(';');

/** What opening a model and making a figure came to. */
async function figureOf(config, tensors, link, want, of = module) {
  const engine = await load(of);
  const files = madeFiles(config, tensors);
  const own = new OwnModel(engine, files, true);
  await own.describe();
  await own.identify();
  own.use();
  const named = `1;source=model;model=${own.name};${link}`;
  const figure = await engine.computeInSteps(named, want, () => Promise.resolve());
  return {figure, memory: engine.memory.buffer.byteLength, file: files[2].file};
}

test('7 billion weights at 3 x 32 tokens take less than 300 MB, in the module of the page', async () => {
  const {config, tensors} = PUBLISHED['meta-llama/Llama-2-7b-hf'];
  const plain = tensors(config).filter(([, type]) => type === 'F16'); // without the frequencies
  const link = `layer=0;head=5;${textsOf(32)}`;
  const {figure, memory, file} = await figureOf(config, plain, link, shown);
  assert.deepEqual(
    figure.inputs.map(({count}) => count),
    [32, 32, 32],
  );
  assert.ok(file.size > 13.4e9 && file.size > 2 ** 32, 'no module could hold it');
  assert.ok(memory < MOST, `${memory} bytes`);
  assert.ok(file.largest > 8e6 && file.largest < 32e6, `${file.largest} bytes at once`);
  const {first, entropy} = figure.baselines[0].measures;
  assert.ok(first > 0.001 && first < 0.5 && entropy > 0.5, 'weights that are no numbers, or zeros');
});

test('an engine with less memory than a figure needs says so', async () => {
  const {config, tensors} = PUBLISHED['openai-community/gpt2'];
  const plain = tensors(config).filter(([, , , buffer]) => !buffer);
  const small = withCap(whole, 30e6);
  await assert.rejects(
    figureOf(config, plain, `layer=0;head=3;${textsOf(1024)}`, shown, small),
    ({name, message}) => name === 'EngineError' && says(/memory/).test(message),
  );
});

test('3 x 1,024 tokens of a small shape take less than 300 MB', async () => {
  const {config, tensors} = PUBLISHED['openai-community/gpt2'];
  const plain = tensors(config).filter(([, , , buffer]) => !buffer);
  const link = `layer=0;head=3;${textsOf(1024)}`;
  const {figure, memory, file} = await figureOf(config, plain, link, shown);
  assert.deepEqual(
    figure.inputs.map(({count}) => count),
    [1024, 1024, 1024],
  );
  assert.ok(memory < MOST, `${memory} bytes`);
  assert.ok(file.size > MOST, 'the file is larger');
});

test('predictions of 3 x 1,024 tokens take no more, the feed-forward part made in blocks', async () => {
  const {config, tensors} = PUBLISHED['openai-community/gpt2'];
  const small = {...config, n_layer: 1, n_embd: 192, n_head: 3, vocab_size: 260};
  const plain = tensors(small).filter(([, , , buffer]) => !buffer);
  const link = `layer=0;head=1;${textsOf(1024)}`;
  const {figure, memory} = await figureOf(small, plain, link, shown | WANT.prediction);
  assert.ok(figure.panels[0].prediction.kl > 0);
  assert.ok(memory < MOST, `${memory} bytes`);
});

test('the command line keeps within 300 MB of addresses, the program included', () => {
  const to = join(scratchFolder('ninefold-memory'), 'llama');
  const path = sparseFolder(to, PUBLISHED['meta-llama/Llama-2-7b-hf']);
  const link = `1;source=model;layer=0;head=1;${textsOf(32)}`;
  const capped = kilobytes =>
    runShell(`ulimit -v ${kilobytes}; "$0" seal --model '${path}' '${link}'`);
  const {status, out, error} = capped(Math.round(MOST / 1024));
  assert.equal(status, 0, error);
  assert.match(out.toString(), /;check=\w{16}$/m);
  assert.notEqual(capped(60_000).status, 0, 'a limit of 60 MB is not noticed');
});
