// The trained model as `model --export` writes it, and the same as a GGUF file.
import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {run} from './engine.mjs';
import {ggufFile, settingsInGguf, tokenizerEntries} from './gguf.mjs';
import {permuted} from './own-models.mjs';

/**
 * The tensors of a folder: [name, shape, numbers].
 * @param {string} folder @returns {[string, number[], Float32Array][]}
 */
function tensorsOf(folder) {
  const bytes = readFileSync(join(folder, 'model.safetensors'));
  const start = 8 + Number(bytes.readBigUInt64LE());
  const header = JSON.parse(bytes.subarray(8, start).toString());
  return Object.entries(header)
    .filter(([name]) => name !== '__metadata__')
    .map(
      ([
        name,
        {
          shape,
          data_offsets: [from, to],
        },
      ]) => {
        const own = bytes.subarray(start + from, start + to);
        return [name, shape, new Float32Array(new Uint8Array(own).buffer)];
      },
    );
}

/**
 * Writes numbers over the first ones of a tensor of a folder.
 * @param {string} folder @param {string} tensor @param {number[]} numbers
 */
export function overwrite(folder, tensor, numbers) {
  const path = join(folder, 'model.safetensors');
  const bytes = readFileSync(path);
  const start = 8 + Number(bytes.readBigUInt64LE());
  const [from] = JSON.parse(bytes.subarray(8, start).toString())[tensor].data_offsets;
  numbers.forEach((number, i) => bytes.writeFloatLE(number, start + from + 4 * i));
  writeFileSync(path, bytes);
}

const IN_GGUF = {
  embed_tokens: 'token_embd',
  norm: 'output_norm',
  input_layernorm: 'attn_norm',
  'self_attn.q_proj': 'attn_q',
  'self_attn.k_proj': 'attn_k',
  'self_attn.v_proj': 'attn_v',
  'self_attn.o_proj': 'attn_output',
  post_attention_layernorm: 'ffn_norm',
  'mlp.gate_proj': 'ffn_gate',
  'mlp.up_proj': 'ffn_up',
  'mlp.down_proj': 'ffn_down',
};

/** @param {string} name */
function nameInGguf(name) {
  const [, layer, part] = /^model\.(?:layers\.(\d+)\.)?(.*)\.weight$/.exec(name) ?? [];
  return `${layer ? `blk.${layer}.` : ''}${IN_GGUF[part]}.weight`;
}

/** The exported folder as llama.cpp's converter writes it. @param {string} folder @param {string} path @param {import('./gguf.mjs').Entry[]} tokenizer */
function asGguf(folder, path, tokenizer) {
  const config = JSON.parse(readFileSync(join(folder, 'config.json'), 'utf8'));
  const channels = config.head_dim;
  const settings = settingsInGguf({
    family: 'llama',
    layers: config.num_hidden_layers,
    context: config.max_position_embeddings,
    width: config.hidden_size,
    hidden: config.intermediate_size,
    heads: config.num_attention_heads,
    groups: config.num_key_value_heads,
    channels,
    rotary: channels,
    base: config.rope_theta,
    epsilon: config.rms_norm_eps,
  });
  const tensors = tensorsOf(folder).map(([name, shape, at]) => {
    const [rows, columns] = shape;
    const isTurned = /\.[qk]_proj\./.test(name);
    const {weight} = isTurned ? permuted({weight: {rows, columns, at}}, channels) : {weight: {at}};
    return [nameInGguf(name), shape, weight.at];
  });
  writeFileSync(path, ggufFile([...settings, ...tokenizer], tensors));
}

/** The tokenizer that was exported. @param {string} folder */
function ownTokenizer(folder) {
  const file = JSON.parse(readFileSync(join(folder, 'tokenizer.json'), 'utf8'));
  const facts = {model: 'llama', bos_token_id: 0, add_bos_token: true, add_space_prefix: true};
  return tokenizerEntries(file, facts, 96);
}

/**
 * Both, in this folder.
 * @param {string} root @param {import('./gguf.mjs').Entry[]} [tokenizer] another than its own
 */
export function exportedGguf(root, tokenizer) {
  const [folder, gguf] = [join(root, 'exported'), join(root, 'exported.gguf')];
  const {status, error} = run(['model', '--export', folder]);
  if (status) throw new Error(error);
  asGguf(folder, gguf, tokenizer ?? ownTokenizer(folder));
  return {folder, gguf};
}
