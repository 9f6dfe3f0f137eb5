// A tokenizer as GGUF files have it, from what tokenizer.json holds.

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

/**
 * SentencePiece's scores fall with the numbers of the pieces behind the bytes; runs of its space are
 * joined last, as the merges of tokenizer.json have it.
 *
 * @param {any} file tokenizer.json @param {Record<string, any>} facts tokenizer.ggml.*
 */
export function tokenizerInGguf(file, facts) {
  const tokens = tokensOf(file);
  const entries = Object.entries(facts).map(([key, value]) => [key, scalar(value)]);
  const texts = Buffer.concat(tokens.map(token => string(token.text)));
  const types = Buffer.concat(tokens.map(token => u32(token.type)));
  entries.push(['tokens', array(TYPES.string, tokens.length, texts)]);
  entries.push(['token_type', array(TYPES.i32, tokens.length, types)]);
  if (facts.model === 'llama') {
    const scores = tokens.map(({text}, i) => (i < 259 ? 0 : /^▁▁+$/.test(text) ? -1e9 : 259 - i));
    entries.push(['scores', array(TYPES.f32, tokens.length, floats(scores))]);
  } else {
    const merges = Buffer.concat(file.model.merges.map(string));
    entries.push(['merges', array(TYPES.string, file.model.merges.length, merges)]);
  }
  return Buffer.concat([
    Buffer.from('GGUF'),
    u32(3),
    u64(0),
    u64(entries.length),
    ...entries.flatMap(([key, value]) => [
      string(`tokenizer.ggml.${key}`),
      .../** @type {Buffer[]} */ (value),
    ]),
  ]);
}
