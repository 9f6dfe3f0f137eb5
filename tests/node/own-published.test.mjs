// Folders as they are published: their configurations, names, shapes and the buffers that nobody
// needs. In their own sizes, as headers of files without contents; and in small ones, with weights,
// whose figures are those of double precision.
import assert from 'node:assert/strict';
import {mkdirSync, readdirSync, symlinkSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import test from 'node:test';
import {run} from './lib/engine.mjs';
import {fileOf, makeModel, SAMPLES, tensorsInFile, writeFolder} from './lib/own-models.mjs';
import {PUBLISHED} from './lib/own-published.mjs';
import {runModel} from './lib/own-reference.mjs';
import {scratchFolder} from './lib/scratch.mjs';
import {startFolder, writeSparse} from './lib/sparse.mjs';
import {bytesTokenizer, pieceOf} from './lib/vocabularies.mjs';

const root = scratchFolder('ninefold-published');

let folders = 0;

/** @param {object} config */
const newFolder = config => startFolder(join(root, `folder-${folders++}`), config);

const partName = (i, count) => `model-0000${i + 1}-of-0000${count}.safetensors`;

/** Tensors by files, and the index of these where there are several. */
function filesOf(path, tensors, parts = 1) {
  if (parts === 1) return [['model.safetensors', tensors]];
  const each = Math.ceil(tensors.length / parts);
  const files = Array.from({length: parts}, (_, i) => [
    partName(i, parts),
    tensors.slice(i * each, (i + 1) * each),
  ]);
  const map = files.flatMap(([file, list]) => list.map(([name]) => [name, file]));
  writeFileSync(
    join(path, 'model.safetensors.index.json'),
    JSON.stringify({metadata: {total_size: 0}, weight_map: Object.fromEntries(map)}),
  );
  return files;
}

function facts(path) {
  const {status, out, error} = run(['model', path, '--json']);
  assert.equal(status, 0, error);
  return JSON.parse(out);
}

for (const [name, of] of Object.entries(PUBLISHED))
  test(`${name}, in its own size, is what it is said to be`, () => {
    const path = newFolder(of.config);
    const tensors = of.tensors(of.config);
    for (const [file, list] of filesOf(path, tensors, of.parts))
      writeSparse(join(path, file), list);
    const found = facts(path);
    const c = of.config;
    const expected = {
      ...of.facts,
      format: 'folder',
      layers: c.n_layer ?? c.num_hidden_layers,
      width: c.n_embd ?? c.hidden_size,
      hidden: c.intermediate_size ?? 4 * c.n_embd,
      vocabulary: c.vocab_size,
      context: c.n_positions ?? c.max_position_embeddings,
      weights: of.weights,
      files: of.parts ?? 1,
      window: 0,
    };
    const same = Object.fromEntries(Object.keys(expected).map(key => [key, found[key]]));
    assert.deepEqual(same, expected);
  });

// ---- In small sizes ------------------------------------------------------------------------------

/** The published configuration with the sizes of a sample. */
function smaller(config, s) {
  const sizes =
    s.family === 'gpt2'
      ? {
          n_embd: s.width,
          n_head: s.heads,
          n_layer: s.layers,
          n_positions: s.context,
          n_ctx: s.context,
        }
      : {
          hidden_size: s.width,
          intermediate_size: s.hidden,
          num_attention_heads: s.heads,
          num_hidden_layers: s.layers,
          max_position_embeddings: s.context,
        };
  const shared = 'num_key_value_heads' in config ? {num_key_value_heads: s.groups} : {};
  return {...config, ...sizes, ...shared, vocab_size: s.vocabulary};
}

const BYTES = {F32: 4, F16: 2, BF16: 2, BOOL: 1};

/** The tensors that are published, in this order, with numbers of the sample; buffers hold noise. */
function withNumbers(published, made) {
  const numbers = new Map(made.map(([name, shape, at]) => [name, {shape, at}]));
  const list = published.map(([name, dtype, shape, buffer]) => {
    const found = numbers.get(name);
    assert.equal(Boolean(found), !buffer, name);
    if (found) assert.deepEqual(shape, found.shape, name);
    const size = BYTES[dtype] * shape.reduce((a, b) => a * b, 1);
    return [name, dtype, shape, found ? found.at : Buffer.alloc(size, 0x7f)];
  });
  assert.equal(published.filter(([, , , buffer]) => !buffer).length, numbers.size);
  return list;
}

const TEXT = 'the_cat_sat_and_the_rat';

/** The figures of some heads of a layer. */
function figuresOf(path, layer, heads) {
  const links = heads.map(
    head => `1;source=model;layer=${layer};head=${head};text1=${TEXT};text2=a;text3=a`,
  );
  const {status, out, error} = run(['panels', '--model', path, '-'], links.join('\n'));
  assert.equal(status, 0, error);
  return out.split(/\n(?=\{"link":)/).map(text => JSON.parse(text));
}

const figureOf = path => figuresOf(path, 1, [1])[0];

/** How far weights are from the reference's; masked cells count too. */
const farthest = (rows, expected) =>
  Math.max(...rows.flatMap((row, i) => row.map((w, j) => Math.abs(w - expected[i][j]))));

// Weights are at most 1 and come from logits of some 10 that are off by 4e-6 of the largest.
const TOLERANCE = 4e-5;

function assertFigures(path, model, plain) {
  const heads = Array.from({length: model.sample.heads}, (_, head) => head);
  const [made, others] = [path, plain].map(of => figuresOf(of, 1, heads));
  const pieces = made[0].inputs[0].tokens.map(token => pieceOf(token, bytesTokenizer()));
  const {weights} = runModel(model, pieces).layers[1];
  for (const head of heads) {
    const off = farthest(made[head].baselines[0].weights, weights[head]);
    assert.ok(off < TOLERANCE, `head ${head} is off by ${off}`);
    assert.equal(made[head].check, others[head].check, `head ${head}`);
  }
}

for (const [name, of] of Object.entries(PUBLISHED))
  test(`${name}, in small, with all it has, is the model that its weights are`, () => {
    const model = makeModel(of.sample, 70);
    const config = smaller(of.config, of.sample);
    const hasPrefix = of.sample.family !== 'gpt2';
    const tensors = withNumbers(of.tensors(config), tensorsInFile(model, {hasPrefix}));
    const path = newFolder(config);
    for (const [file, list] of filesOf(path, tensors, of.parts))
      writeFileSync(join(path, file), fileOf(list));
    assertFigures(path, model, writeFolder(join(root, `plain-${folders++}`), model));
  });

test('the names may have a prefix or none', () => {
  for (const name of ['llama', 'gpt2', 'gpt_neox', 'qwen2', 'mistral']) {
    const model = makeModel(SAMPLES[name], 71);
    const [whole, bare] = [true, false].map(hasPrefix =>
      writeFolder(join(root, `${name}-${hasPrefix}`), model, {hasPrefix}),
    );
    assert.equal(figureOf(bare).check, figureOf(whole).check, name);
  }
});

test('the cache of the hub, where a snapshot is links into blobs', () => {
  const model = makeModel(SAMPLES.llama, 72);
  const plain = writeFolder(join(root, 'cached'), model);
  const hub = join(root, 'models--made--up');
  const snapshot = join(hub, 'snapshots', '0123456789abcdef0123456789abcdef01234567');
  mkdirSync(snapshot, {recursive: true});
  mkdirSync(join(hub, 'refs'));
  symlinkSync(plain, join(hub, 'blobs'));
  writeFileSync(join(hub, 'refs', 'main'), '0123456789abcdef0123456789abcdef01234567');
  for (const file of readdirSync(plain))
    symlinkSync(join('..', '..', 'blobs', file), join(snapshot, file));
  assert.deepEqual(facts(snapshot), facts(plain));
  assert.equal(figureOf(snapshot).link, figureOf(plain).link);
});

test('tensors are found in any of the types that folders have', () => {
  const model = makeModel(SAMPLES.llama, 73);
  const checks = ['F32', 'F16', 'BF16'].map(
    type => figureOf(writeFolder(join(root, `in-${type}`), model, {type})).check,
  );
  assert.equal(new Set(checks).size, 1, checks.join(' '));
});
