// What a folder or a file of the reader's own is, from its headers alone, and what it lacks, by
// name.
import assert from 'node:assert/strict';
import {mkdirSync, readFileSync, symlinkSync, truncateSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import test from 'node:test';
import {run} from './lib/engine.mjs';
import {overwrite} from './lib/own-exported.mjs';
import {says} from './lib/words.mjs';
import {scratchFolder} from './lib/scratch.mjs';

const root = scratchFolder('ninefold');

const CONFIG = {
  model_type: 'llama',
  hidden_size: 16,
  intermediate_size: 24,
  max_position_embeddings: 64,
  num_attention_heads: 4,
  num_key_value_heads: 2,
  num_hidden_layers: 2,
  rms_norm_eps: 1e-5,
  tie_word_embeddings: true,
  vocab_size: 40,
};

const layer = index =>
  Object.entries({
    input_layernorm: [16],
    'self_attn.q_proj': [16, 16],
    'self_attn.k_proj': [8, 16],
    'self_attn.v_proj': [8, 16],
    'self_attn.o_proj': [16, 16],
    post_attention_layernorm: [16],
    'mlp.gate_proj': [24, 16],
    'mlp.up_proj': [24, 16],
    'mlp.down_proj': [16, 24],
  }).map(([name, shape]) => [`model.layers.${index}.${name}.weight`, shape]);

const EMBEDDING = ['model.embed_tokens.weight', [40, 16]];
const NORM = ['model.norm.weight', [16]];
const TENSORS = [EMBEDDING, ...layer(0), ...layer(1), NORM];

const sizeOf = shape => shape.reduce((a, b) => a * b, 2);

/** A file of zeros in BF16, which is all that reading headers needs. */
function safetensors(tensors) {
  let at = 0;
  const entries = tensors.map(([name, shape]) => {
    const data_offsets = [at, (at += sizeOf(shape))];
    return [name, {dtype: 'BF16', shape, data_offsets}];
  });
  const header = Buffer.from(JSON.stringify(Object.fromEntries(entries)));
  const start = Buffer.alloc(8);
  start.writeBigUInt64LE(BigInt(header.length));
  return Buffer.concat([start, header, Buffer.alloc(at)]);
}

let folders = 0;

/** @param {Record<string, string | Buffer | undefined>} files */
function folderOf(files) {
  const path = join(root, `model-${folders++}`);
  mkdirSync(path);
  const all = {'config.json': JSON.stringify(CONFIG), 'tokenizer.json': '{}', ...files};
  for (const [name, bytes] of Object.entries(all))
    if (bytes !== undefined) writeFileSync(join(path, name), bytes);
  return path;
}

const whole = () => folderOf({'model.safetensors': safetensors(TENSORS)});

const PARTS = {
  'part-1.safetensors': [EMBEDDING, ...layer(0)],
  'part-2.safetensors': [...layer(1), NORM],
};

function inParts(changes = {}) {
  const map = Object.entries(PARTS).flatMap(([file, all]) => all.map(([name]) => [name, file]));
  const files = Object.entries(PARTS).map(([file, all]) => [file, safetensors(all)]);
  const index = JSON.stringify({metadata: {}, weight_map: Object.fromEntries(map)});
  return folderOf({
    ...Object.fromEntries(files),
    'model.safetensors.index.json': index,
    ...changes,
  });
}

function facts(path) {
  const {status, out, error} = run(['model', path, '--json']);
  assert.equal(status, 0, error);
  return JSON.parse(out);
}

function assertRefused(path, pattern) {
  const {status, out, error} = run(['model', path]);
  assert.equal(status, 1);
  assert.equal(out, '');
  assert.match(error, says(pattern));
  assert.equal(error.trim().split('\n').length, 1, 'one line');
}

const EXPECTED = {
  family: 'llama',
  format: 'folder',
  layers: 2,
  heads: 4,
  keyHeads: 2,
  headWidth: 4,
  width: 16,
  hidden: 24,
  vocabulary: 40,
  context: 64,
  rotary: 4,
  window: 0,
  tied: true,
  tensors: {BF16: 20},
  weights: 4560,
  tokenizer: true,
  begin: false, // it is not read for that
  reads: [1056, 4960],
  readsAll: 9088,
};

test('a folder is described, in words and as JSON', () => {
  const path = whole();
  const {bytes, files, holds, ...rest} = facts(path);
  assert.deepEqual(rest, EXPECTED);
  assert.ok(holds > 4e5 && holds < 1e6, `${holds} bytes of memory`);
  assert.equal(files, 1);
  assert.equal(bytes, readFileSync(join(path, 'model.safetensors')).length);
  const {status, out} = run(['model', path]);
  assert.equal(status, 0);
  assert.match(out, /^family {6}llama, a folder\nlayers {6}2\nheads {7}4 of 4 channels a layer\n/);
  assert.match(out, /key heads {3}2, shared by heads\n/);
  assert.match(out, /positions {3}rotary, 4 of 4 channels, base 10000\n/);
  assert.match(out, /tensors {5}20 of BF16\n/);
  assert.match(out, /reads 0\.001056 MB for layer 0, 0\.00496 MB for layer 1, and holds \d+/);
});

test('a folder in parts, and one of links into blobs as the cache has it', () => {
  const {files, ...rest} = facts(inParts());
  assert.equal(files, 2);
  assert.equal(rest.weights, EXPECTED.weights);
  const blobs = whole();
  const linked = folderOf({'config.json': undefined, 'tokenizer.json': undefined});
  for (const name of ['config.json', 'tokenizer.json', 'model.safetensors'])
    symlinkSync(join(blobs, name), join(linked, name));
  assert.deepEqual(facts(linked), facts(blobs));
});

test('what is missing is named', () => {
  assertRefused(join(root, 'nowhere'), /nowhere is not there\./);
  assertRefused(folderOf({'config.json': undefined}), /config\.json is missing from this folder\./);
  assertRefused(folderOf({}), /: model\.safetensors is missing from this folder\.$/m);
  assertRefused(inParts({'part-2.safetensors': undefined}), /part-2\.safetensors is missing/);
  const cut = [EMBEDDING, ...layer(0), ...layer(1).slice(1), NORM];
  assertRefused(
    folderOf({'model.safetensors': safetensors(cut)}),
    /"model\.layers\.1\.input_layernorm\.weight" is missing\./,
  );
  const {status, error} = run([
    'model',
    folderOf({'tokenizer.json': undefined, 'model.safetensors': safetensors(TENSORS)}),
  ]);
  assert.equal(status, 1);
  assert.match(error, says(/tokenizer\.json is missing from this folder\./));
});

test('a checkpoint that is a program is refused with the line that converts it', () => {
  const path = folderOf({'pytorch_model.bin': 'PK'});
  assertRefused(path, /pytorch_model\.bin .* safe_serialization=True/);
});

test('weights that are infinite or no numbers are counted where they are read', () => {
  const path = join(root, 'not-finite');
  assert.equal(run(['model', '--export', path]).status, 0);
  const seal = layer => run(['seal', '--model', path, `1;source=model;layer=${layer};text1=abc`]);
  overwrite(path, 'model.layers.2.self_attn.k_proj.weight', [Infinity]);
  assert.equal(seal(1).status, 0, 'what is not read is not looked at');
  overwrite(path, 'model.layers.0.mlp.up_proj.weight', [NaN, -Infinity, 1, NaN]);
  const {status, error} = seal(1);
  assert.equal(status, 1);
  assert.match(error, says(/3 of the weights that were read are infinite or no numbers/));
  assert.match(seal(2).error, says(/4 of the weights that were read are infinite or no numbers/));
});

test('what was not copied whole, or lies, is refused by the name of its file', () => {
  const path = whole();
  truncateSync(join(path, 'model.safetensors'), 3000);
  assertRefused(path, /model\.safetensors: The tensor ".*" ends beyond the end of the file/);
  truncateSync(join(path, 'model.safetensors'), 5);
  assertRefused(path, /model\.safetensors: The file is shorter/);
  const swapped = {'part-1.safetensors': safetensors(PARTS['part-2.safetensors'])};
  assertRefused(inParts(swapped), /two tensors of the name/);
  const index = JSON.stringify({weight_map: {x: '../part-1.safetensors'}});
  assertRefused(inParts({'model.safetensors.index.json': index}), /no file of this folder/);
  const family = {...CONFIG, model_type: '\u001b[31mgemma'};
  assertRefused(folderOf({'config.json': JSON.stringify(family)}), /family ".*gemma"; known here/);
});

/** A GGUF file of these entries, [key, type, bytes], and tensors, [name, shape], of F32 zeros. */
function gguf(entries, tensors) {
  const u32 = x => Buffer.from(Uint32Array.of(x).buffer);
  const u64 = x => Buffer.from(BigUint64Array.of(BigInt(x)).buffer);
  const text = x => Buffer.concat([u64(Buffer.byteLength(x)), Buffer.from(x)]);
  let at = 0;
  const infos = tensors.map(([name, shape]) => {
    const info = [text(name), u32(shape.length), ...[...shape].reverse().map(u64), u32(0), u64(at)];
    at = Math.ceil((at + 2 * sizeOf(shape)) / 32) * 32;
    return Buffer.concat(info);
  });
  const kvs = entries.map(([key, type, bytes]) => Buffer.concat([text(key), u32(type), bytes]));
  const counts = [u64(tensors.length), u64(entries.length)];
  const header = Buffer.concat([Buffer.from('GGUF'), u32(3), ...counts, ...kvs, ...infos]);
  const padding = Buffer.alloc((32 - (header.length % 32)) % 32);
  return Buffer.concat([header, padding, Buffer.alloc(at)]);
}

test('a GGUF file is described, however long its header is', () => {
  const whole = x => [4, Buffer.from(Uint32Array.of(x).buffer)];
  const text = x => [
    8,
    Buffer.concat([Buffer.from(BigUint64Array.of(BigInt(x.length)).buffer), Buffer.from(x)]),
  ];
  const strings = Array.from({length: 200000}, (_, i) => text(`token ${i}`)[1]);
  const count = Buffer.from(BigUint64Array.of(BigInt(strings.length)).buffer);
  const tokens = Buffer.concat([Buffer.from(Uint32Array.of(8).buffer), count, ...strings]);
  const layer = [
    ['attn_norm', [16]],
    ['attn_q', [16, 16]],
    ['attn_k', [16, 16]],
    ['attn_v', [16, 16]],
    ['attn_output', [16, 16]],
    ['ffn_norm', [16]],
    ['ffn_gate', [24, 16]],
    ['ffn_up', [24, 16]],
    ['ffn_down', [16, 24]],
  ].map(([name, shape]) => [`blk.0.${name}.weight`, shape]);
  const bytes = gguf(
    [
      ['general.architecture', ...text('llama')],
      ['llama.block_count', ...whole(1)],
      ['llama.embedding_length', ...whole(16)],
      ['llama.feed_forward_length', ...whole(24)],
      ['llama.attention.head_count', ...whole(2)],
      ['llama.context_length', ...whole(64)],
      ['tokenizer.ggml.tokens', 9, tokens],
    ],
    [['token_embd.weight', [40, 16]], ...layer, ['output_norm.weight', [16]]],
  );
  const path = join(root, 'model.gguf');
  writeFileSync(path, bytes);
  assert.ok(bytes.length > 3 << 20);
  const {format, heads, headWidth, vocabulary, tied, tensors} = facts(path);
  assert.deepEqual(
    {format, heads, headWidth, vocabulary, tied, tensors},
    {format: 'gguf', heads: 2, headWidth: 8, vocabulary: 40, tied: true, tensors: {F32: 11}},
  );
  truncateSync(path, 2 << 20);
  assertRefused(path, /The file ends within its header\./);
  writeFileSync(path, 'not one');
  assertRefused(path, /does not begin with GGUF/);
});
