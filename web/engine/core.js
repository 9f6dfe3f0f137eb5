// What the page asks of the engine: a link in, a plain result out. engine.js adds what only programs
// ask, and each piece of the page that is fetched later what only that piece asks (bring.js, cell.js,
// answers.js, tensors.js and others). Nothing outside this folder calls the engine or touches its memory.
//
// What crosses is text (links and what is said of them: made and read in C), numbers by name, and
// arrays, which are copied out. No offset into a C structure is written here.

import {
  ARRAYS,
  BASELINES,
  CAUSES,
  GUESSES,
  NUMBERS,
  PANELS,
  USES,
  WANT,
  longestLink,
} from 'made/constants.js';
import {measures} from 'made/measures.js';
import * as STATUS from 'made/statuses.js';
import {isBytes, notWasm} from '../base/came.js';
import {createCopies} from './copies.js';
import {LEVEL, levelOf} from './levels.js';
import {captionFor, titlesAt} from './titles.js';
export {WANT};

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
 * @typedef {import('../types/engine.js').Cell} Cell
 * @typedef {import('../types/engine.js').Given} Given
 * @typedef {{file: number, offset: number, size: number}} Range of one of the files that belong to
 *   what was brought, in bytes
 * @typedef {{name: string, session: number, read(range: Range): Promise<Uint8Array>}} Own
 *   a model of the reader's own, in a session beside the usual one: links that name it are of it
 */

const AROUND = 4; // times the longest link: an address or a mail may stand around it

/**
 * What the engine says of a fault: it gives causes, and what was used instead, by their number.
 * @template {{cause: any, use?: any}} T
 * @param {T} said
 * @returns {T}
 */
const inWords = said => ({
  ...said,
  cause: CAUSES[said.cause],
  ...(said.use !== undefined && {use: USES[said.use]}),
});

/** What cannot be made is refused in one sentence, `message`. */
export class EngineError extends Error {
  /**
   * That of the class is lost where scripts are made small.
   * @readonly
   */
  name = /** @type {const} */ ('EngineError');

  /** @param {string} message @param {Fault | null} [fault] what the engine refused, for programs */
  constructor(message, fault = null) {
    super(message);
    this.fault = fault;
  }
}

/** @param {string} what @internal */
export const noMemory = what => new EngineError(`There is not enough memory for ${what}.`);

/** What was given, in a few words. @param {unknown} value @internal */
export function given(value) {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, 80));
  return value && typeof value === 'object' ? 'an object' : String(value);
}

/** @param {unknown} text @param {string} what @param {string} example @returns {string} */
function textOf(text, what, example) {
  if (typeof text === 'string') return text;
  throw new EngineError(`${what} is a text, as "${example}"; given was ${given(text)}.`);
}

/** @param {BufferSource | Response} source */
async function received(source) {
  if (typeof Response === 'undefined' || !(source instanceof Response))
    return {bytes: source, where: 'what was given'};
  const {ok, status, url} = source;
  const where = url || 'the response';
  if (!ok)
    throw new EngineError(`The engine was not loaded: the server answered ${status} for ${where}.`);
  return {bytes: await source.arrayBuffer(), where};
}

/**
 * @param {typeof Core} Made the class of the engine
 * @param {Given | Promise<Given>} source
 * @internal
 */
export async function loadAs(Made, source) {
  const loaded = await source;
  if (loaded instanceof WebAssembly.Module)
    return Made.over(await WebAssembly.instantiate(loaded), loaded);
  const {bytes, where} = await received(/** @type {BufferSource | Response} */ (loaded));
  if (!isBytes(bytes))
    throw new EngineError(
      'load() takes the bytes of ninefold.wasm, a WebAssembly.Module, or what ' +
        `fetch() gives; given was ${given(bytes)}.`,
    );
  const other = notWasm(bytes);
  if (other)
    throw new EngineError(`The engine was not loaded: ${where} is not WebAssembly but ${other}.`);
  const {instance, module} = await WebAssembly.instantiate(bytes);
  return Made.over(instance, module);
}

/** @param {Given | Promise<Given>} source @internal */
export const load = source => loadAs(Core, source);

/**
 * What is to be read of a text. One that is far too long for a link is not copied: its beginning,
 * filled up, is too long as well, and the engine refuses that in the same words.
 * @param {string} text
 * @param {number} most characters of a link
 * @internal
 */
export function shortened(text, most) {
  return text.length <= AROUND * most ? text : text.slice(0, most).padEnd(AROUND * most, '0');
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** What is marked as internal others may not rely on: the package's types do not have it. */
export class Core {
  #copies = createCopies();
  /** @type {Uint8Array | null} */
  #model = null;
  /** @type {((engine: Core) => void) | null} */
  #bring = null;
  /** @type {Own | null} */
  #own = null;
  #usual = 0; // the session of all links that are not of that one

  /** @internal @type {WebAssembly.Module} */
  module;
  /** @internal @type {WebAssembly.Memory} */
  memory;
  /** @internal @type {Record<string, (...args: number[]) => number>} */
  call;
  /** @internal */
  session;
  /** How many links were read: work in steps ends when another one is. @internal */
  begun = 0;

  /** What it can do: a number of levels.js. @internal */
  level;
  /** @readonly @type {readonly Measure[]} */
  measureNames;

  /**
   * @protected load() makes it; types of a server have no name for these
   * @param {any} instance of WebAssembly
   * @param {any} module of the instance
   */
  constructor(instance, module) {
    this.module = module;
    this.memory = /** @type {WebAssembly.Memory} */ (instance.exports.memory);
    this.call = /** @type {any} */ (instance.exports);
    this.call._initialize();
    this.session = this.#usual = this.call.session_open();
    if (!this.session) throw new EngineError('There is not enough memory to start.');
    this.level = levelOf(this.call);
    this.measureNames = measures;
  }

  /**
   * @param {WebAssembly.Instance} instance
   * @param {WebAssembly.Module} module of the instance
   * @internal
   */
  static over(instance, module) {
    return new this(instance, module);
  }

  /** Whether it takes a model, as `ninefold-model.wasm` does. */
  get takesModel() {
    return this.level >= LEVEL.model;
  }

  /** Whether it takes tensors of your own, as `ninefold-whole.wasm` does. */
  get takesTensors() {
    return 'bring' in this.call;
  }

  /** All calls are of the usual session from then on. @internal */
  goUsual() {
    this.session = this.#usual;
  }

  /**
   * Has links that name a model of the reader's own be of that one. Only `computeInSteps` reads it.
   * @param {Own | null} own
   * @internal
   */
  adopt(own) {
    this.#own = own;
    this.goUsual(); // the one before may be closed
    this.begun++;
  }

  /**
   * Reads a link. Throws only if it is no text.
   * @param {string} link
   * @returns {Decoded}
   */
  decode(link) {
    const said = textOf(link, 'A link', '1;seed=7');
    this.begun++;
    const decoded = this.#decodeIn(this.#usual, said);
    const own = this.#own?.name === decoded.state.model && decoded.state.source === 'model';
    return own && this.#own ? this.#decodeIn(this.#own.session, said) : decoded;
  }

  /** @param {number} session which all calls are of from then on @param {string} said */
  #decodeIn(session, said) {
    this.session = session;
    const length = this.say(shortened(said, longestLink));
    const decoded = JSON.parse(this.text(this.call.decode(session, length)));
    return {...decoded, ignored: decoded.ignored.map(inWords)};
  }

  /**
   * What answers name a link by, as their question.
   * @param {string} link
   * @internal
   */
  nameOf(link) {
    this.decode(link);
    return this.text(this.call.link_name(this.session));
  }

  /**
   * The figure of a link, made in one go. What of the link cannot be read is no error: the figure
   * is of the rest, as `decode` reads it, and `ignored` names it. Throws an EngineError if it cannot
   * be made.
   * @param {string} link
   * @param {number} [want] a sum of WANT; without it weights, measures and the check
   * @returns {Figure}
   */
  compute(link, want = WANT.weights | WANT.measures | WANT.check) {
    const decoded = this.decode(link);
    let status = this.call.begin(this.session, want);
    while (status === STATUS.MORE) status = this.call.step(this.session);
    if (status !== STATUS.OK) throw this.refusal();
    return this.#figure(decoded, want);
  }

  /**
   * The same in steps of some milliseconds. `pause` is called between them with the share that is
   * done; it may wait, or throw to give up. A link read meanwhile ends it with an EngineError.
   * @param {string} link
   * @param {number} want
   * @param {(progress: number) => Promise<void>} pause
   * @returns {Promise<Figure>}
   */
  async computeInSteps(link, want, pause) {
    const decoded = this.decode(link);
    const begun = this.begun;
    const rest = async () => {
      await pause(this.call.progress(this.session));
      if (begun !== this.begun) throw new EngineError('Another figure was asked for meanwhile.');
    };
    let status = this.call.begin(this.session, want);
    for (let from = now(); status === STATUS.MORE || status === STATUS.READ;) {
      if (status === STATUS.READ) status = await this.#feed(rest);
      else status = this.call.step(this.session);
      if (now() - from < 5) continue;
      await rest();
      from = now();
    }
    if (status !== STATUS.OK) throw this.refusal();
    return this.#figure(decoded, want);
  }

  /**
   * Judges a statement, as `first~p31~gt~0.95`, about the figure made last.
   * @param {string} statement
   * @param {number} [slack] how far off a number may be
   * @returns {Verdict}
   */
  ask(statement, slack = 0) {
    const said = textOf(statement, 'A statement', 'first~p31~gt~0.95');
    return inWords(JSON.parse(this.text(this.call.ask(this.session, this.say(said), slack))));
  }

  /**
   * What the figure made last weighs its panel's rows by: rows by columns, before the mask.
   * @param {number} panel 0 to 8, baselines 9 to 11, followers 12 to 14
   * @returns {Float32Array}
   */
  logits(panel) {
    const {rows, columns} = this.numbersOf(panel);
    return this.filled(Float32Array, rows * columns, at =>
      this.call.panel_logits(this.session, panel, at),
    );
  }

  /**
   * What each head of the model does with the texts of the figure made last, a head at a time:
   * `pause` is called after each and may wait, or throw to give up.
   * @param {(head: Head) => Promise<void>} pause
   * @returns {Promise<Head[]>}
   */
  async headsInSteps(pause) {
    const heads = [];
    const begun = this.begun;
    for (let head = this.head(0); head; head = this.head(heads.length)) {
      heads.push(head);
      await pause(head);
      if (begun !== this.begun) throw new EngineError('Another figure was asked for meanwhile.');
    }
    return heads;
  }

  /**
   * The model, `model.bin`, for links with `source=model`, which name it from then on.
   * @param {Uint8Array | ArrayBuffer} model
   */
  bringModel(model) {
    if (!this.takesModel)
      throw new EngineError('ninefold.wasm takes no model: load ninefold-model.wasm, which does.');
    const file = model instanceof ArrayBuffer ? new Uint8Array(model) : model;
    const at = this.call.allocate(file.length);
    if (!at) throw noMemory('the model');
    new Uint8Array(this.memory.buffer, at, file.length).set(file);
    this.goUsual();
    const status = this.call.bring_model(this.session, at, file.length);
    this.call.release(at);
    if (status !== STATUS.OK) throw this.refusal();
    this.#model = file;
  }

  /**
   * Goes on with what another engine has, which is not used any more.
   * @param {Core} other
   */
  #become(other) {
    const {module, memory, call, session, level} = other;
    this.close();
    this.begun++;
    Object.assign(this, {module, memory, call, session, level});
    this.#usual = session;
    this.#own = null;
  }

  /**
   * Goes on as an engine that can do more, with its model and the tensors it holds, but without a
   * figure.
   * @param {Core} other
   * @internal
   */
  rise(other) {
    this.#equip(other);
    this.#become(other);
  }

  /**
   * Has tensors brought, and once more wherever it goes on in another memory.
   * @param {(engine: Core) => void} bring
   * @internal
   */
  hold(bring) {
    bring(this);
    this.#bring = bring;
  }

  /** @param {Core} other */
  #equip(other) {
    if (this.#model) other.bringModel(this.#model);
    if (this.#bring) other.hold(this.#bring);
  }

  /** Bytes of its memory, which grows with large figures and never shrinks. */
  get memorySize() {
    return this.memory.buffer.byteLength;
  }

  /** Those of them that are in use. */
  get memoryInUse() {
    return this.call.in_use();
  }

  /**
   * Another engine in a memory of its own: with its model and the tensors it holds, but without a
   * figure.
   * @internal
   */
  async twin() {
    const other = await load(this.module);
    this.#equip(other);
    return other;
  }

  /** Another engine that nothing was brought to. @internal */
  fresh() {
    return load(this.module);
  }

  /** Goes on in a new, small memory, with its model and the tensors it holds, without a figure. */
  async renew() {
    this.rise(await load(this.module));
  }

  /** Frees its memory: nothing more is to be asked of it. */
  close() {
    this.call.session_close(this.#usual);
  }

  /**
   * Reads what the engine waits for, and gives it that.
   * @param {() => Promise<void>} rest may throw, to give up
   */
  async #feed(rest) {
    const at = this.call.wanted(this.session);
    const [file, offset, size] = new Float64Array(this.memory.buffer, at, 3);
    const bytes = await this.#own?.read({file, offset, size}).catch(() => null);
    await rest();
    return this.hand(bytes, size, at => this.call.give(this.session, at));
  }

  /**
   * Hands so many bytes of a file to what takes them, which copies what it needs.
   * @param {Uint8Array | null | undefined} bytes other than so many: they cannot be had
   * @param {number} size
   * @param {(at: number) => number} take 0: they cannot be had
   * @returns {number} the status
   * @internal
   */
  hand(bytes, size, take) {
    if (bytes?.length !== size) return take(0);
    const at = this.call.allocate(size + 1); // none of no bytes
    if (!at) throw noMemory('what was read');
    new Uint8Array(this.memory.buffer, at, size).set(bytes);
    const status = take(at);
    this.call.release(at);
    return status;
  }

  /** Puts a text where the engine reads it. @param {string} text @internal */
  say(text) {
    const bytes = encoder.encode(text);
    const at = this.call.input_buffer(this.session, bytes.length);
    if (!at) throw noMemory('this text');
    new Uint8Array(this.memory.buffer, at, bytes.length).set(bytes);
    return bytes.length;
  }

  /**
   * The answer of this many bytes; -1 where there was no memory for all of it.
   * @param {number} length
   * @internal
   */
  text(length) {
    if (length < 0) throw noMemory('this answer');
    return decoder.decode(
      new Uint8Array(this.memory.buffer, this.call.answer(this.session), length),
    );
  }

  /**
   * @param {Decoded} decoded
   * @param {number} want
   * @returns {Figure}
   */
  #figure(decoded, want) {
    const check = want & WANT.check ? this.text(this.call.check(this.session)) : null;
    const comparable = check && decoded.check && decoded.lossless; // else it is not the figure the link meant
    const verdict = !comparable ? 'unchecked' : check === decoded.check ? 'reproduced' : 'differs';
    this.#copies.startFigure();
    const source = JSON.parse(this.text(this.call.source(this.session)));
    const all = (/** @type {number} */ first, /** @type {number} */ length) =>
      Array.from({length}, (_, i) => this.#panel(first + i, decoded.state, source)).filter(
        panel => panel !== null,
      );
    const inputs = JSON.parse(this.text(this.call.inputs(this.session)));
    return {
      link: decoded.link,
      check,
      verdict,
      ignored: decoded.ignored,
      caption: captionFor(decoded.state),
      source,
      inputs,
      panels: all(0, PANELS),
      baselines: all(PANELS, BASELINES),
      followers: all(PANELS + BASELINES, BASELINES),
    };
  }

  /**
   * The whole numbers of a panel and the addresses of its arrays, by name: -1 where there is no
   * such panel.
   * @param {number} index
   * @internal
   */
  numbersOf(index) {
    const numbers = [...NUMBERS, ...ARRAYS].map((name, what) => [
      name,
      this.call.panel_number(this.session, index, what),
    ]);
    return /** @type {Record<string, number>} */ (Object.fromEntries(numbers));
  }

  /**
   * A new array that the engine fills in.
   * @template {Float32Array | Float64Array} T
   * @param {{new (buffer: ArrayBufferLike, at: number, count: number): T,
   *   BYTES_PER_ELEMENT: number}} Type
   * @param {number} count of no meaning where the engine refuses: it writes nothing then
   * @param {(at: number) => number} fill
   * @returns {T}
   * @internal
   */
  filled(Type, count, fill) {
    const at = this.call.allocate(Type.BYTES_PER_ELEMENT * Math.max(count, 1));
    if (!at) throw noMemory('these numbers');
    try {
      if (fill(at) !== STATUS.OK) throw this.refusal();
      return /** @type {T} */ (new Type(this.memory.buffer, at, count).slice());
    } finally {
      this.call.release(at);
    }
  }

  /**
   * @param {number} index
   * @param {Decoded['state']} state of the figure
   * @param {Source} source
   * @returns {Panel | null}
   */
  #panel(index, state, source) {
    const n = this.numbersOf(index);
    if (n.rows < 0) return null;
    const {row, column, rows, columns, queryInput, keyInput, same, cellRows, cellColumns} = n;
    return {
      ...titlesAt(state, index, source),
      row,
      column,
      rows,
      columns,
      queryInput,
      keyInput,
      same,
      cellRows,
      cellColumns,
      weights: this.#matrix(n.weights, [rows, columns, n.stride]),
      cells: this.#matrix(n.cells, [cellRows, cellColumns, cellColumns]),
      norm: this.#doubles(n.norm, rows),
      cosine: this.#doubles(n.cosine, rows),
      measures: this.#measures(n.measures),
      prediction: this.#prediction(index, rows),
    };
  }

  /** @param {number} index @param {number} rows @returns {Prediction | null} */
  #prediction(index, rows) {
    const divergence =
      this.takesModel && this.#doubles(this.call.panel_divergence(this.session, index), rows);
    if (!divergence) return null;
    const names = this.text(this.call.panel_guesses(this.session, index)).split('\n');
    const guesses = names.map((token, i) => ({
      token,
      p: this.call.panel_guess(this.session, index, i),
    }));
    return {
      kl: divergence[rows - 1],
      divergence,
      before: guesses.slice(0, GUESSES),
      after: guesses.slice(GUESSES),
    };
  }

  /**
   * The word that a likely piece of a panel's prediction begins, as the untouched model goes on.
   * @param {number} panel of the figure that was computed last
   * @param {'before' | 'after'} when
   * @param {number} which of the likely pieces
   * @returns {string} the piece itself where no words are made, as of a model of your own
   */
  word(panel, when, which) {
    return this.text(
      this.call.panel_word(this.session, panel, which + (when === 'after' ? GUESSES : 0)),
    );
  }

  /** What the engine says it cannot make. @internal */
  refusal() {
    const {message, fault} = JSON.parse(this.text(this.call.refusal(this.session)));
    return new EngineError(message, inWords(fault));
  }

  /** @param {number} index @returns {Head | null} @internal */
  head(index) {
    const said = this.text(this.call.head(this.session, index));
    return said ? JSON.parse(said) : null;
  }

  /** @param {number} at @param {[number, number, number]} shape */
  #matrix(at, shape) {
    return this.#copies.matrix(this.memory.buffer, at, shape);
  }

  /** @param {number} at @param {number} count */
  #doubles(at, count) {
    return this.#copies.doubles(this.memory.buffer, at, count);
  }

  /** @param {number} at */
  #measures(at) {
    const values = new Float64Array(this.memory.buffer, at, this.measureNames.length);
    const numbers = Array.from(values, value => (Number.isNaN(value) ? null : value));
    const named = Object.fromEntries(this.measureNames.map((name, i) => [name, numbers[i]]));
    return /** @type {Panel['measures']} */ (named);
  }
}

function now() {
  return performance.now();
}
