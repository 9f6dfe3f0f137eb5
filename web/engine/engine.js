// The engine as programs use it: all that the page asks of it, and what else a program may ask.
//
//   const engine = await load(fetch('ninefold.wasm'));
//   const figure = engine.compute('1;figure=mean;seed=7');
//   figure.panels[0].weights[2 * figure.panels[0].columns + 1]
import {WANT} from 'made/constants.js';
import {bringTensors} from './bring.js';
import {arithmeticOf} from './cell.js';
import {Core, EngineError, given, loadAs} from './core.js';
export {EngineError, WANT};

/**
 * @typedef {import('../types/engine.js').Fault} Fault
 * @typedef {import('../types/engine.js').Remark} Remark
 * @typedef {import('../types/engine.js').Decoded} Decoded
 * @typedef {import('../types/engine.js').Measure} Measure
 * @typedef {import('../types/engine.js').Panel} Panel
 * @typedef {import('../types/engine.js').Prediction} Prediction
 * @typedef {import('../types/engine.js').Guess} Guess
 * @typedef {import('../types/engine.js').Source} Source
 * @typedef {import('../types/engine.js').Input} Input
 * @typedef {import('../types/engine.js').Head} Head
 * @typedef {import('../types/engine.js').Figure} Figure
 * @typedef {import('../types/engine.js').Verdict} Verdict
 * @typedef {import('../types/engine.js').Tensors} Tensors
 * @typedef {import('../types/engine.js').Cell} Cell
 * @typedef {import('../types/engine.js').Given} Given
 */

const COMPONENTS = ['query', 'key', 'value']; // in the order of ninefold.h

/** @returns {never} */
function refuseAsClosed() {
  throw new EngineError('This engine was closed.');
}

/** In place of what an engine that was closed is made of. */
const CLOSED = /** @type {any} */ (new Proxy({}, {get: refuseAsClosed, has: refuseAsClosed}));

/** @param {number} want */
function refuseOtherWants(want) {
  if (Number.isInteger(want)) return;
  throw new EngineError(`What is wanted is a sum of WANT; given was ${given(want)}.`);
}

/**
 * `ninefold.wasm`; or `ninefold-model.wasm`, which takes a model as well; or `ninefold-picture.wasm`,
 * which also has whole predictions; or `ninefold-whole.wasm`, which does all there is: as bytes, compiled, or as `fetch` gives it. What is not WebAssembly is
 * refused with an EngineError that says what it is.
 * @param {Given | Promise<Given>} source
 */
export async function load(source) {
  return /** @type {Engine} */ (await loadAs(Engine, source));
}

/** What is marked as internal others may not rely on: the package's types do not have it. */
export class Engine extends Core {
  /**
   * The figure of a link, made in one go. What of the link cannot be read is no error: the figure
   * is of the rest, as `decode` reads it, and `ignored` names it. Throws an EngineError if it cannot
   * be made.
   * @override
   * @param {string} link
   * @param {number} [want] a sum of WANT; without it weights, measures and the check
   * @returns {Figure}
   */
  compute(link, want = WANT.weights | WANT.measures | WANT.check) {
    refuseOtherWants(want);
    return super.compute(link, want);
  }

  /**
   * The same in steps of some milliseconds. `pause` is called between them with the share that is
   * done; it may wait, or throw to give up. A link read meanwhile ends it with an EngineError.
   * @override
   * @param {string} link
   * @param {number} want
   * @param {(progress: number) => Promise<void>} pause
   * @returns {Promise<Figure>}
   */
  async computeInSteps(link, want, pause) {
    refuseOtherWants(want);
    return super.computeInSteps(link, want, pause);
  }

  /** @override @param {Core} other @internal */
  rise(other) {
    if (this.call === CLOSED) {
      other.close();
      refuseAsClosed();
    }
    super.rise(other);
  }

  /**
   * Frees its memory. Whatever is asked of it then throws an EngineError; it may be closed again.
   * @override
   */
  close() {
    if (this.call === CLOSED) return;
    super.close();
    Object.assign(this, {call: CLOSED, memory: CLOSED, module: CLOSED});
  }

  /**
   * Tensors of your own, for links with `source=tensors`; `ninefold-whole.wasm` takes them. They
   * are copied.
   * @param {Tensors} tensors
   */
  bring(tensors) {
    bringTensors(this, tensors);
  }

  /**
   * The check of a link's figure. That is a figure of its own, made for its check alone: `ask`,
   * `output` and the like speak of it from then on.
   * @param {string} link
   * @returns {string} 16 hexadecimal digits
   */
  check(link) {
    return /** @type {string} */ (this.compute(link, WANT.check).check);
  }

  /**
   * What a panel puts out in place of its head: rows by the head's width d. The figure must have
   * been asked for `WANT.outputs` or `WANT.measures`.
   * @param {number} panel 0 to 8, baselines 9 to 11; a follower has none
   * @returns {Float32Array}
   */
  output(panel) {
    const {rows} = this.numbersOf(panel);
    return this.filled(Float32Array, rows * this.call.head_width(this.session), at =>
      this.call.panel_output(this.session, panel, at),
    );
  }

  /**
   * How a weight of the figure made last came about, each number as the engine made it.
   * @param {number} panel 0 to 8, baselines 9 to 11, followers 12 to 14
   * @param {number} query from 0
   * @param {number} key from 0
   * @returns {Cell}
   */
  cell(panel, query, key) {
    return arithmeticOf(this, {panel, query, key});
  }

  /**
   * The untouched vectors that the figure made last is of: tokens by the head's width d.
   * @param {number} input 0 to 2
   * @param {'query' | 'key' | 'value'} component
   * @param {number} head from 0; `source.head` of a figure is the one it shows
   * @returns {Float32Array}
   */
  vectors(input, component, head) {
    const tokens = JSON.parse(this.text(this.call.inputs(this.session)))[input]?.count ?? 0;
    return this.filled(Float32Array, tokens * this.call.head_width(this.session), at =>
      this.call.vectors(this.session, input, COMPONENTS.indexOf(component), head, at),
    );
  }

  /** Has it whole predictions? The smaller module with a model names the likeliest pieces only. */
  get #saysAll() {
    return 'panel_distribution' in this.call;
  }

  /**
   * The whole of a panel's prediction: the probability of each piece of the model's vocabulary as
   * the next one. The figure must have been asked for `WANT.prediction`, and the module is
   * `ninefold-picture.wasm` or `ninefold-whole.wasm`.
   * @param {number} panel 0 to 8, baselines 9 to 11: what the untouched model says
   * @param {number} token of the panel's queries, from 0
   * @returns {Float64Array}
   */
  distribution(panel, token) {
    if (this.takesModel && !this.#saysAll)
      throw new EngineError('A whole prediction needs ninefold-picture.wasm.');
    const pieces = this.#saysAll ? this.call.pieces(this.session) : 0;
    if (!pieces) throw new EngineError('The figure made last is not of a model: it says nothing.');
    return this.filled(Float64Array, pieces, at =>
      this.call.panel_distribution(this.session, panel, token, at),
    );
  }

  /**
   * The text of a piece of the vocabulary, with the space in front of a word.
   * @param {number} number from 0, as `distribution` counts them
   * @returns {string} '' where there is no such piece
   */
  piece(number) {
    return this.#saysAll ? this.text(this.call.piece(this.session, number)) : '';
  }

  /**
   * Every head of the model, on the texts of the figure made last; none if that is of another
   * source.
   * @returns {Head[]}
   */
  heads() {
    const heads = [];
    for (let head = this.head(0); head; head = this.head(heads.length)) heads.push(head);
    return heads;
  }
}
