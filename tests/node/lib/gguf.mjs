// GGUF files: their tensors, a model's settings, and a tokenizer from what tokenizer.json holds.

const TYPES = {u32: 4, i32: 5, f32: 6, bool: 7, string: 8, array: 9};
const NORMAL = 1;
const CONTROL = 3;
const USER = 4;
const BYTE = 6;

/** @param {number} value */
function u32(value) {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

/** @param {number} value */
function u64(value) {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value));
  return bytes;
}

/** @param {number} value */
const f32 = value => Buffer.from(new Float32Array([value]).buffer);

/** @param {number[]} values */
const floats = values => Buffer.from(new Float32Array(values).buffer);

/** @param {string} text */
const string = text => Buffer.concat([u64(Buffer.byteLength(text)), Buffer.from(text)]);

/** @param {any} value */
function scalar(value) {
  if (typeof value === 'boolean') return [u32(TYPES.bool), Buffer.from([Number(value)])];
  if (typeof value === 'number') return [u32(TYPES.u32), u32(value)];
  return [u32(TYPES.string), string(value)];
}

/** @param {number} type @param {number} count @param {Buffer} bytes */
const array = (type, count, bytes) => [u32(TYPES.array), u32(type), u64(count), bytes];

/** Pieces by their numbers, with the types that GGUF gives them. @param {any} file */
function tokensOf(file) {
  /** @type {{text: string, type: number}[]} */
  const tokens = [];
  for (const [text, number] of Object.entries(file.model.vocab))
    tokens[/** @type {number} */ (number)] = {
      text,
      type: /^<0x[0-9A-F]{2}>$/.test(text) ? BYTE : NORMAL,
    };
  for (const {id, content, special} of file.added_tokens)
    tokens[id] = {text: content, type: special ? CONTROL : USER};
  return tokens;
}

/** @typedef {[key: string, value: Buffer[]]} Entry */

/**
 * SentencePiece's scores fall with the numbers of the pieces behind the bytes; runs of its space are
 * joined last, as the merges of tokenizer.json have it.
 *
 * @param {any} file tokenizer.json @param {Record<string, any>} facts tokenizer.ggml.*
 * @param {number} [first] the first piece that is joined from others
 * @returns {Entry[]}
 */
export function tokenizerEntries(file, facts, first = 259) {
  const tokens = tokensOf(file);
  const entries = Object.entries(facts).map(([key, value]) => [key, scalar(value)]);
  const texts = Buffer.concat(tokens.map(token => string(token.text)));
  const types = Buffer.concat(tokens.map(token => u32(token.type)));
  entries.push(['tokens', array(TYPES.string, tokens.length, texts)]);
  entries.push(['token_type', array(TYPES.i32, tokens.length, types)]);
  if (facts.model === 'llama') {
    const scores = tokens.map(({text}, i) =>
      i < first ? 0 : /^▁▁+$/.test(text) ? -1e9 : first - i,
    );
    entries.push(['scores', array(TYPES.f32, tokens.length, floats(scores))]);
  } else {
    const merges = Buffer.concat(file.model.merges.map(string));
    entries.push(['merges', array(TYPES.string, file.model.merges.length, merges)]);
  }
  return entries.map(([key, value]) => [`tokenizer.ggml.${key}`, /** @type {Buffer[]} */ (value)]);
}

/** @param {any} file tokenizer.json @param {Record<string, any>} facts tokenizer.ggml.* */
export const tokenizerInGguf = (file, facts) => ggufFile(tokenizerEntries(file, facts), []);

/** What the description of a model is, as GGUF has it. @param {any} s a sample @returns {Entry[]} */
export function settingsInGguf(s) {
  const name = s.family === 'gpt_neox' ? 'gptneox' : s.family;
  const hasLayerNorm = name === 'gptneox' || name === 'gpt2';
  const norm = hasLayerNorm ? 'layer_norm_epsilon' : 'layer_norm_rms_epsilon';
  const whole = {
    block_count: s.layers,
    context_length: s.context,
    embedding_length: s.width,
    feed_forward_length: s.hidden,
    'attention.head_count': s.heads,
    ...(!hasLayerNorm && {
      'attention.head_count_kv': s.groups,
      'attention.key_length': s.channels,
      'attention.value_length': s.channels,
    }),
    ...(s.rotary && {'rope.dimension_count': s.rotary}),
    ...(s.window && {'attention.sliding_window': s.window}),
    ...(name === 'gptneox' && {use_parallel_residual: s.isParallel}),
  };
  const real = {[`attention.${norm}`]: s.epsilon, ...(s.rotary && {'rope.freq_base': s.base})};
  return [
    ['general.architecture', scalar(name)],
    .../** @type {Entry[]} */ (
      Object.entries(whole).map(([key, value]) => [`${name}.${key}`, scalar(value)])
    ),
    .../** @type {Entry[]} */ (
      Object.entries(real).map(([key, x]) => [`${name}.${key}`, [u32(TYPES.f32), f32(x)]])
    ),
  ];
}

const ALIGNMENT = 32;

/** @param {number} length */
const padding = length => Buffer.alloc((ALIGNMENT - (length % ALIGNMENT)) % ALIGNMENT);

/**
 * @param {Entry[]} entries
 * @param {[name: string, shape: number[], numbers: Float32Array][]} tensors of F32
 */
export function ggufFile(entries, tensors) {
  let at = 0;
  const data = tensors.map(([, , numbers]) => {
    const bytes = Buffer.from(numbers.slice().buffer);
    return Buffer.concat([bytes, padding(bytes.length)]);
  });
  const infos = tensors.map(([name, shape], i) => {
    const offset = at;
    at += data[i].length;
    return [string(name), u32(shape.length), ...[...shape].reverse().map(u64), u32(0), u64(offset)];
  });
  const header = Buffer.concat([
    Buffer.from('GGUF'),
    u32(3),
    u64(tensors.length),
    u64(entries.length),
    ...entries.flatMap(([key, value]) => [string(key), ...value]),
    ...infos.flat(),
  ]);
  return Buffer.concat([header, ...(tensors.length ? [padding(header.length), ...data] : [])]);
}
