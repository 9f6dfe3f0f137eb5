// Files of tensors of the reader's own, read by an engine of its own: which arrays there are, and the
// numbers of those that are chosen. Fetched when the first one is opened.
import {EngineError} from './core.js';
import {drawn} from './taken.js';

/**
 * @typedef {import('./core.js').Core} Engine
 * @typedef {import('../types/engine.js').Tensors} Tensors
 * @typedef {{name: string, type: string, shape: string, sizes: number[], isRead: boolean,
 *   canBeReady: boolean, holdsNames: boolean, isTooLarge: boolean}} Listed
 *   an array: shape as "(12, 64, 64)"; isRead: it can be chosen, as its numbers are of a type that
 *   can be read and not too many; canBeReady: by its shape it can be weights; holdsNames: of tokens,
 *   heads or the layer
 * @typedef {[number, number, number]} Trio the numbers of Query, Key and Value in a list of arrays
 * @typedef {{low: number, high: number, count: number, notFinite: number}} Range
 *   low and high are of those that are finite, and 0 where none is
 * @typedef {{arrays: Listed[], proposed: Trio[] | null, ready: number, why: string}} List
 *   ready: the array that is taken for ready weights, or -1; why: there are no arrays, or nothing is
 *   proposed
 * @typedef {{heads: number, tokens: number, notFinite: number, causal: boolean, leftOut: string}}
 *   Ready weights; causal: no query looks at a key after it; leftOut: which names were not used
 * @typedef {{file: string, keyHeads: number}} About what was brought: the file's name, and how many
 *   heads Key and Value have in it
 */

const MOST_NUMBERS = 1 << 26; // of an array: a small file may claim to unpack to any number
const MOST = 1 << 29; // bytes of a file: it is in memory, with what is read of it

/** @param {Omit<Listed, 'isTooLarge' | 'shape'>} array @returns {Listed} */
function withSize(array) {
  const shape = `(${array.sizes.join(', ')})`;
  const isTooLarge = array.sizes.reduce((product, size) => product * size, 1) > MOST_NUMBERS;
  const fits = (/** @type {boolean} */ can) => can && !isTooLarge;
  return {
    ...array,
    shape,
    isTooLarge,
    isRead: fits(array.isRead),
    canBeReady: fits(array.canBeReady),
  };
}

/** A file that is opened; `close` it. */
export class TensorFile {
  #engine;
  #at;
  /** @type {List} */
  list;

  /**
   * @param {Engine} engine of the module that has everything, and of no other use until it is closed
   * @param {Uint8Array} bytes
   */
  constructor(engine, bytes) {
    const {call} = engine;
    const to = call.allocate(bytes.length);
    if (to) new Uint8Array(engine.memory.buffer, to, bytes.length).set(bytes);
    this.#engine = engine;
    this.#at = to && call.file_open(to, bytes.length);
    if (!this.#at) throw new EngineError('There is not enough memory for this file.');
    const {arrays, ...more} = this.#said(call.file_list(engine.session, this.#at));
    this.list = {...more, arrays: arrays.map(withSize)};
  }

  /** @param {number} length */
  #said(length) {
    const said = JSON.parse(this.#engine.text(length));
    if (said.why && !said.arrays) throw new EngineError(said.why);
    return said;
  }

  /** @param {number} at @param {number} count */
  #floats(at, count) {
    return new Float32Array(this.#engine.memory.buffer, at, count).slice();
  }

  /** Texts with a zero behind each. @param {number} at @param {number} count */
  #texts(at, count) {
    const bytes = new Uint8Array(this.#engine.memory.buffer, at);
    const decoder = new TextDecoder();
    let from = 0;
    return Array.from({length: count}, () => {
      const end = bytes.indexOf(0, from);
      const text = decoder.decode(bytes.subarray(from, end));
      from = end + 1;
      return text;
    });
  }

  /**
   * The numbers of an array, and what they are like.
   * @param {number} index
   * @param {boolean} [isWanted] the numbers, too
   * @returns {Range & {numbers: Float32Array | null}}
   */
  read(index, isWanted = false) {
    const {call, session} = this.#engine;
    const {at, ...range} = this.#said(call.file_read(session, this.#at, index));
    const numbers = isWanted ? this.#floats(at, range.count) : null;
    call.release(at);
    return {...range, numbers};
  }

  /**
   * The tensors of a choice; fails with an EngineError that says why they do not go together.
   * @param {Trio[]} choice
   * @returns {Tensors & {keyHeads: number, leftOut: string}} leftOut: which names of the file are
   *   not used, and why
   */
  gather(choice) {
    const {call, session, memory} = this.#engine;
    const words = [choice.length, ...choice.flat()];
    const to = call.allocate(4 * words.length);
    if (!to) throw new EngineError('There is not enough memory for these tensors.');
    new Int32Array(memory.buffer, to, words.length).set(words);
    const length = call.file_gather(session, this.#at, to);
    call.release(to);
    const {inputs, labels, ...more} = this.#said(length);
    const {heads, d} = more;
    const tokens = inputs.reduce(
      (/** @type {number} */ sum, /** @type {any} */ of) => sum + of.tokens,
      0,
    );
    return {
      ...more,
      labels: labels ? this.#texts(labels, 1 + heads + tokens) : [],
      inputs: inputs.map((/** @type {Record<string, number>} */ {tokens, q, k, v}) => {
        const [first, second, third] = [q, k, v].map(at => this.#floats(at, heads * tokens * d));
        return {tokens, q: first, k: second, v: third};
      }),
    };
  }

  /** Reads an array as ready weights, for `drawReady`. @param {number} index @returns {Ready} */
  readReady(index) {
    const {call, session} = this.#engine;
    return this.#said(call.ready_read(session, this.#at, index));
  }

  /**
   * The picture of the ready weights read last, as SVG.
   * @param {string} link whose view, scale and colours it has
   * @param {string} name what they are called
   */
  drawReady(link, name) {
    this.#engine.decode(link);
    return drawn(this.#engine, name, length =>
      this.#engine.call.ready_draw(this.#engine.session, this.#at, length),
    );
  }

  /** Frees all. */
  close() {
    this.#engine.call.file_close(this.#at);
    this.#engine.close();
  }
}

/**
 * Reads a file into an engine of its own, whose memory goes with it.
 * @param {Engine} maker that figures are made by, of the level `whole`
 * @param {Blob} file
 */
export async function openTensors(maker, file) {
  if (file.size > MOST)
    throw new EngineError(
      'This file has more than 512 MiB, which is too much for a page; write the heads that are ' +
        'studied into one of their own, or use the command line.',
    );
  const bytes = new Uint8Array(await file.arrayBuffer());
  return new TensorFile(await maker.fresh(), bytes);
}
