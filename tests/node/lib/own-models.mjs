// Small random models of each family, the same in every run, written as folders and as GGUF files.
import {mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {ggufFile, settingsInGguf, tokenizerEntries} from './gguf.mjs';
import {seeded} from './random-links.mjs';
import {bytesTokenizer} from './vocabularies.mjs';

/**
 * @typedef {{rows: number, columns: number, at: Float32Array}} Matrix rows are outputs; a vector
 *   has one column
 * @typedef {{weight: Matrix, bias?: Matrix}} Part
 * @typedef {Record<string, Part>} Layer
 * @typedef {{sample: Sample, tokens: Part, places?: Part, layers: Layer[], last: Part, out?: Part}}
 *   Model
 * @typedef {'gated' | 'erf' | 'tanh' | 'halves'} Feed
 * @typedef {{family: string, heads: number, groups: number, channels: number, width: number,
 *   hidden: number, layers: number, vocabulary: number, context: number, epsilon: number,
 *   base: number, rotary: number, feed: Feed, isTied: boolean, queryBias: boolean,
 *   joinBias: boolean, feedBias: boolean, hasHeadNorms: boolean, isParallel: boolean,
 *   window: number, scaling: null | Record<string, any>}} Sample
 */

/** @type {Sample} */
const PLAIN = {
  family: 'llama',
  heads: 4,
  groups: 4,
  channels: 8,
  width: 32,
  hidden: 48,
  layers: 3,
  vocabulary: 260,
  context: 64,
  epsilon: 1e-5,
  base: 10000,
  rotary: 8,
  feed: 'gated',
  isTied: false,
  queryBias: false,
  joinBias: false,
  feedBias: false,
  hasHeadNorms: false,
  isParallel: false,
  window: 0,
  scaling: null,
};

const BIASED = {queryBias: true, joinBias: true, feedBias: true};

/** @type {Record<string, Sample>} */
export const SAMPLES = {
  llama: {...PLAIN, groups: 2},
  llama3: {
    ...PLAIN,
    groups: 1,
    base: 500000,
    isTied: true,
    scaling: {
      rope_type: 'llama3',
      factor: 8,
      low_freq_factor: 1,
      high_freq_factor: 4,
      original_max_position_embeddings: 32,
    },
  },
  mistral: {...PLAIN, family: 'mistral', groups: 2, window: 7},
  qwen2: {...PLAIN, family: 'qwen2', groups: 2, epsilon: 1e-6, queryBias: true, isTied: true},
  qwen3: {...PLAIN, family: 'qwen3', groups: 2, channels: 12, rotary: 12, hasHeadNorms: true},
  gpt2: {...PLAIN, ...BIASED, family: 'gpt2', hidden: 128, rotary: 0, feed: 'tanh', isTied: true},
  gpt_neox: {...PLAIN, ...BIASED, family: 'gpt_neox', rotary: 2, feed: 'erf', isParallel: true},
};

/** @param {Sample} sample */
const usesLayerNorm = ({family}) => family === 'gpt2' || family === 'gpt_neox';

// ---- Numbers -------------------------------------------------------------------------------------

/** @param {ReturnType<typeof seeded>} random @param {number} rows @param {number} columns */
function numbers(random, rows, columns, size = columns > 1 ? 1.5 / Math.sqrt(columns) : 0.3) {
  const at = new Float32Array(rows * columns);
  const bits = new Uint32Array(at.buffer);
  for (let i = 0; i < at.length; i++) {
    at[i] = random.number(-size, size);
    bits[i] &= 0xffff0000; // so that BF16 holds it, and F16 too
    if (Math.abs(at[i]) < 2 ** -7) at[i] = 0;
  }
  return {rows, columns, at};
}

/** @param {ReturnType<typeof seeded>} random */
function linear(random, rows = 0, columns = 0, hasBias = false) {
  const weight = numbers(random, rows, columns);
  return hasBias ? {weight, bias: numbers(random, rows, 1)} : {weight};
}

/** A gain of about 1. @param {ReturnType<typeof seeded>} random */
function norm(random, size = 0, hasBias = false) {
  const part = linear(random, size, 1, hasBias);
  part.weight.at.forEach((x, i, at) => (at[i] = 1 + Math.round(x * 64) / 64));
  return part;
}

/** @param {Sample} s @param {ReturnType<typeof seeded>} random @returns {Layer} */
function layerOf(s, random) {
  const [inner, shared] = [s.heads * s.channels, s.groups * s.channels];
  const hasBias = usesLayerNorm(s);
  return {
    firstNorm: norm(random, s.width, hasBias),
    query: linear(random, inner, s.width, s.queryBias),
    key: linear(random, shared, s.width, s.queryBias),
    value: linear(random, shared, s.width, s.queryBias),
    ...(s.hasHeadNorms && {queryNorm: norm(random, s.channels)}),
    ...(s.hasHeadNorms && {keyNorm: norm(random, s.channels)}),
    join: linear(random, s.width, inner, s.joinBias),
    secondNorm: norm(random, s.width, hasBias),
    ...(s.feed === 'gated' && {gate: linear(random, s.hidden, s.width, s.feedBias)}),
    up: linear(random, s.hidden, s.width, s.feedBias),
    down: linear(random, s.width, s.hidden, s.feedBias),
  };
}

/** @param {Sample} sample @param {number} seed @returns {Model} */
export function makeModel(sample, seed) {
  const random = seeded(seed);
  const {vocabulary, width, context} = sample;
  return {
    sample,
    tokens: {weight: numbers(random, vocabulary, width, 1)},
    ...(sample.family === 'gpt2' && {places: {weight: numbers(random, context, width)}}),
    layers: Array.from({length: sample.layers}, () => layerOf(sample, random)),
    last: norm(random, width, usesLayerNorm(sample)),
    ...(!sample.isTied && {out: {weight: numbers(random, vocabulary, width)}}),
  };
}

// ---- Names ---------------------------------------------------------------------------------------

const LLAMA = {
  prefix: 'model.',
  tokens: 'embed_tokens',
  last: 'norm',
  out: 'lm_head',
  layer: 'layers.#.',
  firstNorm: 'input_layernorm',
  query: 'self_attn.q_proj',
  key: 'self_attn.k_proj',
  value: 'self_attn.v_proj',
  queryNorm: 'self_attn.q_norm',
  keyNorm: 'self_attn.k_norm',
  join: 'self_attn.o_proj',
  secondNorm: 'post_attention_layernorm',
  gate: 'mlp.gate_proj',
  up: 'mlp.up_proj',
  down: 'mlp.down_proj',
};

const GPT2 = {
  prefix: 'transformer.',
  tokens: 'wte',
  places: 'wpe',
  last: 'ln_f',
  out: 'lm_head',
  layer: 'h.#.',
  firstNorm: 'ln_1',
  fused: 'attn.c_attn',
  join: 'attn.c_proj',
  secondNorm: 'ln_2',
  up: 'mlp.c_fc',
  down: 'mlp.c_proj',
};

const NEOX = {
  prefix: 'gpt_neox.',
  tokens: 'embed_in',
  last: 'final_layer_norm',
  out: 'embed_out',
  layer: 'layers.#.',
  firstNorm: 'input_layernorm',
  fused: 'attention.query_key_value',
  join: 'attention.dense',
  secondNorm: 'post_attention_layernorm',
  up: 'mlp.dense_h_to_4h',
  down: 'mlp.dense_4h_to_h',
};

const GGUF = {
  prefix: '',
  tokens: 'token_embd',
  places: 'position_embd',
  last: 'output_norm',
  out: 'output',
  layer: 'blk.#.',
  firstNorm: 'attn_norm',
  query: 'attn_q',
  key: 'attn_k',
  value: 'attn_v',
  fused: 'attn_qkv',
  queryNorm: 'attn_q_norm',
  keyNorm: 'attn_k_norm',
  join: 'attn_output',
  secondNorm: 'ffn_norm',
  gate: 'ffn_gate',
  up: 'ffn_up',
  down: 'ffn_down',
};

/** @type {Record<string, Record<string, string>>} */
const NAMES = {gpt2: GPT2, gpt_neox: NEOX};

// ---- Orders of numbers ---------------------------------------------------------------------------

/** @param {Matrix} m @param {number[]} order @returns {Matrix} */
function rowsInOrder(m, order) {
  const at = order.flatMap(row => [...m.at.subarray(row * m.columns, (row + 1) * m.columns)]);
  return {rows: order.length, columns: m.columns, at: Float32Array.from(at)};
}

/** @param {Matrix} m @returns {Matrix} */
function turned({rows, columns, at}) {
  const out = new Float32Array(at.length);
  for (let i = 0; i < rows; i++)
    for (let j = 0; j < columns; j++) out[j * rows + i] = at[i * columns + j];
  return {rows: columns, columns: rows, at: out};
}

/** @param {Part} part @param {(m: Matrix) => Matrix} change @returns {Part} */
const changedPart = ({weight, bias}, change) => ({
  weight: change(weight),
  ...(bias && {bias: change(bias)}),
});

/** Rows as GGUF has Llama's Query and Key: the channels of a pair are neighbours. */
export function permuted(/** @type {Part} */ part, channels = 1) {
  const half = channels / 2;
  const order = Array.from({length: part.weight.rows}, (_, row) => {
    const channel = row % channels;
    return row - channel + (channel % 2) * half + Math.floor(channel / 2);
  });
  return changedPart(part, m => rowsInOrder(m, order));
}

/** @param {Part[]} parts */
function stacked(parts) {
  const join = (/** @type {Matrix[]} */ all) => ({
    rows: all.reduce((sum, m) => sum + m.rows, 0),
    columns: all[0].columns,
    at: Float32Array.from(all.flatMap(m => [...m.at])),
  });
  const biases = parts.flatMap(({bias}) => (bias ? [bias] : []));
  return {
    weight: join(parts.map(({weight}) => weight)),
    ...(biases.length > 0 && {bias: join(biases)}),
  };
}

/** Query, Key and Value of a head after those of the one before it. @param {Sample} s */
function byHeads({heads, channels}, /** @type {Part} */ part) {
  const order = [];
  for (let head = 0; head < heads; head++)
    for (let component = 0; component < 3; component++)
      for (let c = 0; c < channels; c++) order.push((component * heads + head) * channels + c);
  return changedPart(part, m => rowsInOrder(m, order));
}

/** @typedef {'F32' | 'F16' | 'BF16'} Type */

/** @typedef {[name: string, shape: number[], numbers: Float32Array]} Tensor */

/** @param {string} name @param {Part} part @param {boolean} isTurned @returns {Tensor[]} */
function tensorsOf(name, {weight, bias}, isTurned) {
  const shaped = (/** @type {Matrix} */ m) => (m.columns > 1 ? [m.rows, m.columns] : [m.rows]);
  const matrix = isTurned && weight.columns > 1 ? turned(weight) : weight;
  const first = /** @type {Tensor} */ ([`${name}.weight`, shaped(matrix), matrix.at]);
  return bias ? [first, [`${name}.bias`, shaped(bias), bias.at]] : [first];
}

/** The parts of a layer as they stand in a file. @param {Sample} s @param {Layer} layer */
function partsInFile(s, layer, isGguf = false) {
  const {query, key, value, ...rest} = layer;
  if (usesLayerNorm(s)) {
    const fused = stacked([query, key, value]);
    return {...rest, fused: s.family === 'gpt_neox' && !isGguf ? byHeads(s, fused) : fused};
  }
  const order = (/** @type {Part} */ part) =>
    isGguf && (s.family === 'llama' || s.family === 'mistral') ? permuted(part, s.channels) : part;
  return {...rest, query: order(query), key: order(key), value};
}

/** @param {Model} model @returns {Tensor[]} */
export function tensorsInFile(model, {isGguf = false, hasPrefix = true} = {}) {
  const {sample, layers, ...whole} = model;
  const names = isGguf ? GGUF : (NAMES[sample.family] ?? LLAMA);
  const prefix = hasPrefix ? names.prefix : '';
  const isTurned = sample.family === 'gpt2' && !isGguf;
  const ends = Object.entries({tokens: whole.tokens, places: whole.places, last: whole.last});
  return [
    ...ends.flatMap(([key, part]) =>
      part ? tensorsOf(prefix + /** @type {any} */ (names)[key], part, false) : [],
    ),
    ...layers.flatMap((layer, i) =>
      Object.entries(partsInFile(sample, layer, isGguf)).flatMap(([key, part]) => {
        const name = names.layer.replace('#', String(i)) + /** @type {any} */ (names)[key];
        return tensorsOf(prefix + name, part, isTurned);
      }),
    ),
    ...(whole.out ? tensorsOf(names.out, whole.out, false) : []),
  ];
}

// ---- Files ---------------------------------------------------------------------------------------

/** Of numbers that F16 holds, and none below its normal ones. @param {Float32Array} at */
const f16 = at =>
  Buffer.from(
    Uint16Array.from(new Uint32Array(at.slice().buffer), x =>
      x << 1 === 0 ? 0 : ((x >>> 16) & 0x8000) | ((((x >>> 13) & 0x3ffff) - (112 << 10)) & 0x7fff),
    ).buffer,
  );

/** @param {Float32Array} at */
const bf16 = at =>
  Buffer.from(Uint16Array.from(new Uint32Array(at.slice().buffer), x => x >>> 16).buffer);

/** @param {Float32Array | Buffer} at what is no numbers stays as it is @param {string} type */
export function bytesOf(at, type) {
  if (Buffer.isBuffer(at)) return at;
  if (type === 'F32') return Buffer.from(at.slice().buffer);
  return type === 'F16' ? f16(at) : bf16(at);
}

/** @type {Record<string, number>} */
const SIZES = {F32: 4, F16: 2, BF16: 2, BOOL: 1};

/**
 * What a file of these tensors begins with, and how many bytes follow.
 * @param {[name: string, type: string, shape: number[], ...any][]} tensors
 */
export function headerOf(tensors) {
  let at = 0;
  const entries = tensors.map(([name, dtype, shape]) => {
    const size = shape.reduce((a, b) => a * b, SIZES[dtype]);
    return [name, {dtype, shape, data_offsets: [at, (at += size)]}];
  });
  const all = {__metadata__: {format: 'pt'}, ...Object.fromEntries(entries)};
  const text = Buffer.from(JSON.stringify(all));
  const start = Buffer.alloc(8);
  start.writeBigUInt64LE(BigInt(text.length));
  return {bytes: Buffer.concat([start, text]), size: at};
}

/**
 * A file of tensors, each of a type of its own.
 * @param {[name: string, type: string, shape: number[], at: Float32Array | Buffer][]} tensors
 */
export const fileOf = tensors =>
  Buffer.concat([headerOf(tensors).bytes, ...tensors.map(([, type, , at]) => bytesOf(at, type))]);

/** All of one type. @param {Tensor[]} tensors @param {Type} type */
const safetensors = (tensors, type) =>
  fileOf(tensors.map(([name, shape, at]) => [name, type, shape, at]));

/** @param {Sample} s */
export function configOf(s) {
  if (s.family === 'gpt2')
    return {
      model_type: 'gpt2',
      n_embd: s.width,
      n_inner: s.hidden === 4 * s.width ? null : s.hidden,
      n_layer: s.layers,
      n_head: s.heads,
      n_positions: s.context,
      vocab_size: s.vocabulary,
      layer_norm_epsilon: s.epsilon,
    };
  const isNeox = s.family === 'gpt_neox';
  return {
    model_type: s.family,
    hidden_size: s.width,
    intermediate_size: s.hidden,
    num_hidden_layers: s.layers,
    num_attention_heads: s.heads,
    max_position_embeddings: s.context,
    vocab_size: s.vocabulary,
    tie_word_embeddings: s.isTied,
    ...(isNeox
      ? {layer_norm_eps: s.epsilon, rotary_pct: s.rotary / s.channels, rotary_emb_base: s.base}
      : {rms_norm_eps: s.epsilon, num_key_value_heads: s.groups, rope_theta: s.base}),
    ...(isNeox && {use_parallel_residual: s.isParallel}),
    ...(s.family === 'qwen3' && {head_dim: s.channels}),
    ...(s.family === 'mistral' && {sliding_window: s.window || null}),
    ...(s.scaling && {rope_scaling: s.scaling}),
  };
}

/** Writes the model as a folder; returns its path. @param {string} path @param {Model} model */
export function writeFolder(
  path,
  model,
  {type = /** @type {Type} */ ('F32'), hasPrefix = true} = {},
) {
  mkdirSync(path, {recursive: true});
  writeFileSync(join(path, 'config.json'), JSON.stringify(configOf(model.sample)));
  writeFileSync(join(path, 'tokenizer.json'), JSON.stringify(bytesTokenizer()));
  const tensors = safetensors(tensorsInFile(model, {hasPrefix}), type);
  writeFileSync(join(path, 'model.safetensors'), tensors);
  return path;
}

/** What GGUF says of such a tokenizer. */
export const BYTES = {
  model: 'gpt2',
  pre: 'gpt-2',
  bos_token_id: 256,
  eos_token_id: 256,
  add_bos_token: false,
};

/** What a frequency is divided by where it is scaled as Llama 3's. @param {Sample} s @param {number} pair */
function factorOf({scaling, base, rotary}, pair) {
  if (!scaling) return 1;
  const length = 2 * Math.PI * base ** ((2 * pair) / rotary);
  const {factor, low_freq_factor: low, high_freq_factor: high} = scaling;
  const original = scaling.original_max_position_embeddings;
  if (length > original / low) return factor;
  if (length < original / high) return 1;
  const smooth = (original / length - low) / (high - low);
  return 1 / ((1 - smooth) / factor + smooth);
}

/** Writes the model as a GGUF file of F32; returns its path. @param {string} path @param {Model} model */
export function writeGguf(path, model) {
  const entries = [...settingsInGguf(model.sample), ...tokenizerEntries(bytesTokenizer(), BYTES)];
  const {scaling, rotary} = model.sample;
  const factors = Array.from({length: rotary / 2}, (_, i) => factorOf(model.sample, i));
  /** @type {Tensor[]} */
  const divided = scaling ? [['rope_freqs.weight', [rotary / 2], Float32Array.from(factors)]] : [];
  writeFileSync(path, ggufFile(entries, [...tensorsInFile(model, {isGguf: true}), ...divided]));
  return path;
}
