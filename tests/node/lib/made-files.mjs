// Files as large as published models are, of random weights that are made when they are asked for:
// no disk holds them. They are read as a Blob is.
import {bytesOf, headerOf} from './own-models.mjs';
import {seeded} from './random-links.mjs';
import {bytesTokenizer} from './vocabularies.mjs';

const PERIOD = 524287; // numbers until they are the same again: a prime, so that no rows are alike
const SIZE = 0.06; // of the largest: about what trained weights have

/** Bytes of random numbers, which are repeated. @param {string} type */
function pattern(type) {
  const random = seeded(7);
  const draw = () => (random.chance(0.5) ? -1 : 1) * random.number(SIZE / 64, SIZE);
  return bytesOf(Float32Array.from({length: PERIOD}, draw), type);
}

/** What a file holds from one byte to another. */
class Made {
  /** @param {{bytes: Buffer, size: number}} header @param {Buffer} repeated */
  constructor({bytes, size}, repeated) {
    this.header = bytes;
    this.repeated = repeated;
    this.size = bytes.length + size;
    this.largest = 0; // bytes that were read at once
  }

  /** @param {number} from @param {number} to */
  slice(from, to) {
    this.largest = Math.max(this.largest, to - from);
    return {arrayBuffer: () => Promise.resolve(this.bytes(from, to))};
  }

  /** @param {number} from @param {number} to */
  bytes(from, to) {
    const out = new Uint8Array(to - from);
    const start = this.header.length;
    out.set(this.header.subarray(from, Math.min(to, start)));
    for (let at = Math.max(from, start); at < to;) {
      const place = (at - start) % this.repeated.length;
      const piece = this.repeated.subarray(place, place + to - at);
      out.set(piece, at - from);
      at += piece.length;
    }
    return out.buffer;
  }
}

/**
 * The files of a model, in one part.
 * @param {object} config
 * @param {[name: string, type: string, shape: number[], ...any][]} tensors of one type
 */
export function madeFiles(config, tensors) {
  const [, type] = tensors[0];
  const text = (/** @type {object} */ value) => new Blob([JSON.stringify(value)]);
  return [
    {name: 'config.json', file: text(config)},
    {name: 'tokenizer.json', file: text(bytesTokenizer())},
    {name: 'model.safetensors', file: new Made(headerOf(tensors), pattern(type))},
  ];
}
