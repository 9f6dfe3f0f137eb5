// Models as they are published: their configurations, and the names, types and shapes of their
// tensors, with the buffers that nobody needs.
import {SAMPLES} from './own-models.mjs';

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
export const PUBLISHED = {
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
