// Tensors of one's own, into the engine's memory: fetched by the page when the first ones are brought.
import * as STATUS from 'made/statuses.js';
import {EngineError, noMemory} from './core.js';

/**
 * @typedef {import('./core.js').Core} Core
 * @typedef {import('../types/engine.js').Tensors} Tensors
 */

/** They are copied. @param {Core} engine @param {Tensors} tensors */
export function bringTensors(engine, tensors) {
  const {call} = engine;
  if (!engine.takesTensors)
    throw new EngineError(
      'This module takes no tensors of your own: load ninefold-whole.wasm, which does.',
    );
  const {inputs, heads, d, labels} = tensors;
  /** @type {number[]} */
  const taken = [];
  const place = (
    /** @type {ArrayLike<number>} */ numbers,
    /** @type {typeof Float32Array | typeof Int32Array | typeof Uint8Array} */ Type,
  ) => {
    const at = call.allocate(Type.BYTES_PER_ELEMENT * numbers.length);
    taken.push(at);
    if (!at) throw noMemory('these tensors');
    new Type(engine.memory.buffer, at, numbers.length).set(numbers);
    return at;
  };
  const sizes = inputs.every(({tokens: n, q, k, v}) =>
    [q, k, v].every(x => x.length === heads * n * d),
  );
  if (!sizes)
    throw new EngineError(`Every tensor must hold ${heads} heads by its tokens by ${d} numbers.`);
  try {
    const all = inputs.reduce((sum, {tokens}) => sum + tokens, 1 + heads);
    const none = '\0'.repeat(all); // those that are missing are ''
    const names = labels && place(new TextEncoder().encode(labels.join('\0') + none), Uint8Array);
    const at = inputs
      .slice(0, 3)
      .flatMap(({tokens, q, k, v}) => [tokens, ...[q, k, v].map(x => place(x, Float32Array))]);
    const words = [inputs.length, heads, d, names ?? 0, ...at];
    engine.goUsual();
    if (call.bring(engine.session, place(words, Int32Array)) !== STATUS.OK) throw engine.refusal();
  } finally {
    taken.forEach(address => call.release(address));
  }
}
