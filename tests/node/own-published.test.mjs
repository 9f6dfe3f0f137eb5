// Folders as they are published: their configurations, names, shapes and the buffers that nobody
// needs. In their own sizes, as headers of files without contents; and in small ones, with weights,
// whose figures are those of double precision.
import assert from 'node:assert/strict';
import {
  closeSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import {join} from 'node:path';
import test from 'node:test';
import {run} from './lib/engine.mjs';
import {
  SAMPLES,
  fileOf,
  headerOf,
  makeModel,
  tensorsInFile,
  writeFolder,
} from './lib/own-models.mjs';
import {runModel} from './lib/own-reference.mjs';
import {scratchFolder} from './lib/scratch.mjs';
import {bytesTokenizer, pieceOf} from './lib/vocabularies.mjs';

const root = scratchFolder('ninefold-published');

/** @typedef {[name: string, dtype: string, shape: number[]]} Published */

const ofGpt2 = dtype => c => [
  ['wte.weight', dtype, [c.vocab_size, c.n_embd]],
  ['wpe.weight', dtype, [c.n_positions, c.n_embd]],
  ...layersOf(c.n_layer, i => [
    [`h.${i}.ln_1.weight`, dtype, [c.n_embd]],
    [`h.${i}.ln_1.bias`, dtype, [c.n_embd]],
    [`h.${i}.attn.bias`, dtype, [1, 1, c.n_positions, c.n_positions], 'buffer'],
    [`h.${i}.attn.c_attn.weight`, dtype, [c.n_embd, 3 * c.n_embd]],
    [`h.${i}.attn.c_attn.bias`, dtype, [3 * c.n_embd]],
    [`h.${i}.attn.c_proj.weight`, dtype, [c.n_embd, c.n_embd]],
    [`h.${i}.attn.c_proj.bias`, dtype, [c.n_embd]],
    [`h.${i}.ln_2.weight`, dtype, [c.n_embd]],
    [`h.${i}.ln_2.bias`, dtype, [c.n_embd]],
    [`h.${i}.mlp.c_fc.weight`, dtype, [c.n_embd, 4 * c.n_embd]],
    [`h.${i}.mlp.c_fc.bias`, dtype, [4 * c.n_embd]],
    [`h.${i}.mlp.c_proj.weight`, dtype, [4 * c.n_embd, c.n_embd]],
    [`h.${i}.mlp.c_proj.bias`, dtype, [c.n_embd]],
  ]),
  ['ln_f.weight', dtype, [c.n_embd]],
  ['ln_f.bias', dtype, [c.n_embd]],
];

const ofPythia = dtype => c => [
  ['gpt_neox.embed_in.weight', dtype, [c.vocab_size, c.hidden_size]],
  ...layersOf(c.num_hidden_layers, i => {
    const at = `gpt_neox.layers.${i}.`;
    const [width, hidden, channels] = [
      c.hidden_size,
      c.intermediate_size,
      c.hidden_size / c.num_attention_heads,
    ];
    return [
      [`${at}input_layernorm.weight`, dtype, [width]],
      [`${at}input_layernorm.bias`, dtype, [width]],
      [`${at}post_attention_layernorm.weight`, dtype, [width]],
      [`${at}post_attention_layernorm.bias`, dtype, [width]],
      [
        `${at}attention.bias`,
        'BOOL',
        [1, 1, c.max_position_embeddings, c.max_position_embeddings],
        'buffer',
      ],
      [`${at}attention.masked_bias`, dtype, [], 'buffer'],
      [`${at}attention.rotary_emb.inv_freq`, dtype, [(channels * c.rotary_pct) / 2], 'buffer'],
      [`${at}attention.query_key_value.weight`, dtype, [3 * width, width]],
      [`${at}attention.query_key_value.bias`, dtype, [3 * width]],
      [`${at}attention.dense.weight`, dtype, [width, width]],
      [`${at}attention.dense.bias`, dtype, [width]],
      [`${at}mlp.dense_h_to_4h.weight`, dtype, [hidden, width]],
      [`${at}mlp.dense_h_to_4h.bias`, dtype, [hidden]],
      [`${at}mlp.dense_4h_to_h.weight`, dtype, [width, hidden]],
      [`${at}mlp.dense_4h_to_h.bias`, dtype, [width]],
    ];
  }),
  ['gpt_neox.final_layer_norm.weight', dtype, [c.hidden_size]],
  ['gpt_neox.final_layer_norm.bias', dtype, [c.hidden_size]],
  ['embed_out.weight', dtype, [c.vocab_size, c.hidden_size]],
];

/** Llama and what has its names. */
const ofLlama =
  (dtype, {hasBiases = false, hasFrequencies = false} = {}) =>
  c => {
    const channels = c.hidden_size / c.num_attention_heads;
    const shared = channels * c.num_key_value_heads;
    return [
      ['model.embed_tokens.weight', dtype, [c.vocab_size, c.hidden_size]],
      ...layersOf(c.num_hidden_layers, i => {
        const at = `model.layers.${i}.`;
        const biases = [
          [`${at}self_attn.q_proj.bias`, dtype, [c.hidden_size]],
          [`${at}self_attn.k_proj.bias`, dtype, [shared]],
          [`${at}self_attn.v_proj.bias`, dtype, [shared]],
        ];
        return [
          [`${at}self_attn.q_proj.weight`, dtype, [c.hidden_size, c.hidden_size]],
          [`${at}self_attn.k_proj.weight`, dtype, [shared, c.hidden_size]],
          [`${at}self_attn.v_proj.weight`, dtype, [shared, c.hidden_size]],
          ...(hasBiases ? biases : []),
          [`${at}self_attn.o_proj.weight`, dtype, [c.hidden_size, c.hidden_size]],
          ...(hasFrequencies
            ? [[`${at}self_attn.rotary_emb.inv_freq`, 'F32', [channels / 2], 'buffer']]
            : []),
          [`${at}mlp.gate_proj.weight`, dtype, [c.intermediate_size, c.hidden_size]],
          [`${at}mlp.up_proj.weight`, dtype, [c.intermediate_size, c.hidden_size]],
          [`${at}mlp.down_proj.weight`, dtype, [c.hidden_size, c.intermediate_size]],
          [`${at}input_layernorm.weight`, dtype, [c.hidden_size]],
          [`${at}post_attention_layernorm.weight`, dtype, [c.hidden_size]],
        ];
      }),
      ['model.norm.weight', dtype, [c.hidden_size]],
      ...(c.tie_word_embeddings ? [] : [['lm_head.weight', dtype, [c.vocab_size, c.hidden_size]]]),
    ];
  };

const layersOf = (count, make) => Array.from({length: count}, (_, i) => make(i)).flat();

/** What stands in every configuration of Llama's that is published. */
const LLAMA = {
  architectures: ['LlamaForCausalLM'],
  hidden_act: 'silu',
  initializer_range: 0.02,
  model_type: 'llama',
  pretraining_tp: 1,
  rms_norm_eps: 1e-5,
  rope_scaling: null,
  use_cache: true,
};

/** By the names of the hub: as published, and how many weights they are said to have. */
const PUBLISHED = {
  'openai-community/gpt2': {
    config: {
      activation_function: 'gelu_new',
      architectures: ['GPT2LMHeadModel'],
      attn_pdrop: 0.1,
      bos_token_id: 50256,
      embd_pdrop: 0.1,
      eos_token_id: 50256,
      initializer_range: 0.02,
      layer_norm_epsilon: 1e-5,
      model_type: 'gpt2',
      n_ctx: 1024,
      n_embd: 768,
      n_head: 12,
      n_layer: 12,
      n_positions: 1024,
      resid_pdrop: 0.1,
      summary_activation: null,
      summary_first_dropout: 0.1,
      summary_proj_to_labels: true,
      summary_type: 'cls_index',
      summary_use_proj: true,
      task_specific_params: {'text-generation': {do_sample: true, max_length: 50}},
      vocab_size: 50257,
    },
    tensors: ofGpt2('F32'),
    weights: 124439808,
    facts: {family: 'gpt2', heads: 12, keyHeads: 12, headWidth: 64, rotary: 0, tied: true},
    sample: SAMPLES.gpt2,
  },
  'EleutherAI/pythia-70m': {
    config: {
      architectures: ['GPTNeoXForCausalLM'],
      bos_token_id: 0,
      eos_token_id: 0,
      hidden_act: 'gelu',
      hidden_size: 512,
      initializer_range: 0.02,
      intermediate_size: 2048,
      layer_norm_eps: 1e-5,
      max_position_embeddings: 2048,
      model_type: 'gpt_neox',
      num_attention_heads: 8,
      num_hidden_layers: 6,
      rotary_emb_base: 10000,
      rotary_pct: 0.25,
      tie_word_embeddings: false,
      torch_dtype: 'float16',
      transformers_version: '4.24.0',
      use_cache: true,
      use_parallel_residual: true,
      vocab_size: 50304,
    },
    tensors: ofPythia('F16'),
    weights: 70426624,
    facts: {family: 'gpt_neox', heads: 8, keyHeads: 8, headWidth: 64, rotary: 16, tied: false},
    sample: SAMPLES.gpt_neox,
  },
  'meta-llama/Llama-2-7b-hf': {
    config: {
      ...LLAMA,
      _name_or_path: 'meta-llama/Llama-2-7b-hf',
      bos_token_id: 1,
      eos_token_id: 2,
      hidden_size: 4096,
      intermediate_size: 11008,
      max_position_embeddings: 4096,
      num_attention_heads: 32,
      num_hidden_layers: 32,
      num_key_value_heads: 32,
      tie_word_embeddings: false,
      torch_dtype: 'float16',
      transformers_version: '4.31.0.dev0',
      vocab_size: 32000,
    },
    tensors: ofLlama('F16', {hasFrequencies: true}),
    parts: 2,
    weights: 6738415616,
    facts: {family: 'llama', heads: 32, keyHeads: 32, headWidth: 128, rotary: 128, tied: false},
    sample: {...SAMPLES.llama, groups: 4},
  },
  'TinyLlama/TinyLlama-1.1B-Chat-v1.0': {
    config: {
      ...LLAMA,
      attention_bias: false,
      bos_token_id: 1,
      eos_token_id: 2,
      hidden_size: 2048,
      intermediate_size: 5632,
      max_position_embeddings: 2048,
      num_attention_heads: 32,
      num_hidden_layers: 22,
      num_key_value_heads: 4,
      rope_theta: 10000.0,
      tie_word_embeddings: false,
      torch_dtype: 'bfloat16',
      transformers_version: '4.35.0',
      vocab_size: 32000,
    },
    tensors: ofLlama('BF16'),
    weights: 1100048384,
    facts: {family: 'llama', heads: 32, keyHeads: 4, headWidth: 64, rotary: 64, tied: false},
    sample: SAMPLES.llama,
  },
  'HuggingFaceTB/SmolLM-135M': {
    config: {
      ...LLAMA,
      attention_bias: false,
      attention_dropout: 0.0,
      bos_token_id: 0,
      eos_token_id: 0,
      hidden_size: 576,
      intermediate_size: 1536,
      max_position_embeddings: 2048,
      mlp_bias: false,
      num_attention_heads: 9,
      num_hidden_layers: 30,
      num_key_value_heads: 3,
      rope_theta: 10000.0,
      tie_word_embeddings: true,
      torch_dtype: 'float32',
      transformers_version: '4.42.3',
      vocab_size: 49152,
    },
    tensors: ofLlama('F32'),
    weights: 134515008,
    facts: {family: 'llama', heads: 9, keyHeads: 3, headWidth: 64, rotary: 64, tied: true},
    sample: {...SAMPLES.llama, isTied: true, groups: 1},
  },
  'Qwen/Qwen2-0.5B': {
    config: {
      architectures: ['Qwen2ForCausalLM'],
      attention_dropout: 0.0,
      bos_token_id: 151643,
      eos_token_id: 151643,
      hidden_act: 'silu',
      hidden_size: 896,
      initializer_range: 0.02,
      intermediate_size: 4864,
      max_position_embeddings: 131072,
      max_window_layers: 24,
      model_type: 'qwen2',
      num_attention_heads: 14,
      num_hidden_layers: 24,
      num_key_value_heads: 2,
      rms_norm_eps: 1e-6,
      rope_theta: 1000000.0,
      sliding_window: 131072,
      tie_word_embeddings: true,
      torch_dtype: 'bfloat16',
      transformers_version: '4.40.1',
      use_cache: true,
      use_sliding_window: false,
      vocab_size: 151936,
    },
    tensors: ofLlama('BF16', {hasBiases: true}),
    weights: 494032768,
    facts: {family: 'qwen2', heads: 14, keyHeads: 2, headWidth: 64, rotary: 64, tied: true},
    sample: {...SAMPLES.qwen2, base: 1000000},
  },
};

let folders = 0;

/** @param {object} config */
function newFolder(config) {
  const path = join(root, `folder-${folders++}`);
  mkdirSync(path);
  writeFileSync(join(path, 'config.json'), JSON.stringify(config, null, 2));
  writeFileSync(join(path, 'tokenizer.json'), JSON.stringify(bytesTokenizer()));
  return path;
}

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

/** A file of this header, and of holes behind it. */
function writeSparse(path, tensors) {
  const {bytes, size} = headerOf(tensors);
  const file = openSync(path, 'w');
  writeSync(file, bytes);
  ftruncateSync(file, bytes.length + size);
  closeSync(file);
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

function panelsOf(path, layer, head) {
  const link = `1;source=model;layer=${layer};head=${head};text1=${TEXT}`;
  const {status, out, error} = run(['panels', '--model', path, link]);
  assert.equal(status, 0, error);
  return JSON.parse(out);
}

/** How far weights are from the reference's; masked cells count too. */
const farthest = (rows, expected) =>
  Math.max(...rows.flatMap((row, i) => row.map((w, j) => Math.abs(w - expected[i][j]))));

// Weights are at most 1 and come from logits of some 10 that are off by 4e-6 of the largest.
const TOLERANCE = 4e-5;

function assertFigures(path, model, plain) {
  const tokenizer = bytesTokenizer();
  let pieces = null;
  for (let head = 0; head < model.sample.heads; head++) {
    const made = panelsOf(path, 1, head);
    pieces ??= made.inputs[0].tokens.map(token => pieceOf(token, tokenizer));
    const {weights} = runModel(model, pieces).layers[1];
    const off = farthest(made.baselines[0].weights, weights[head]);
    assert.ok(off < TOLERANCE, `head ${head} is off by ${off}`);
    assert.equal(made.check, panelsOf(plain, 1, head).check, `head ${head}`);
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
    assert.equal(panelsOf(bare, 1, 1).check, panelsOf(whole, 1, 1).check, name);
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
  assert.equal(panelsOf(snapshot, 1, 1).link, panelsOf(plain, 1, 1).link);
});

test('tensors are found in any of the types that folders have', () => {
  const model = makeModel(SAMPLES.llama, 73);
  const checks = ['F32', 'F16', 'BF16'].map(
    type => panelsOf(writeFolder(join(root, `in-${type}`), model, {type}), 1, 1).check,
  );
  assert.equal(new Set(checks).size, 1, checks.join(' '));
});
