// Models of the reader's own: opened from files that are read a range at a time, and never held.
// Fetched when the first one is opened.
import * as STATUS from 'made/statuses.js';
import {EngineError, WANT} from './core.js';
import {changed} from './link-text.js';

/**
 * @typedef {import('./core.js').Core} Engine
 * @typedef {import('./core.js').Range} Range
 * @typedef {{name: string, file: Blob}} Listed
 * @typedef {{family: string, format: 'folder' | 'gguf', layers: number, heads: number,
 *   keyHeads: number, headWidth: number, width: number, vocabulary: number, context: number,
 *   tensors: Record<string, number>, weights: number, bytes: number, files: number,
 *   tokenizer: boolean, begin: boolean, holds: number, reads: number[], readsAll: number}} Facts
 *   bytes: of its files; holds: what a figure of three texts of 32 tokens takes of memory; reads:
 *   bytes that are read until Query, Key and Value of each layer are there; readsAll: and all
 *   predictions; begin: its tokenizer puts a token before each text, known once it has its name
 */

const SOON = 5000; // ms: a read that comes later than this after another one is of another figure
const USUAL_PACE = 4e7; // work a ms: of a laptop's core, until it has been measured

/** @param {Blob} file @param {number} from @param {number} size */
const bytesOf = async (file, from, size) =>
  new Uint8Array(await file.slice(from, from + size).arrayBuffer());

/**
 * Work of reading so many bytes for so many tokens: with 32 tokens a byte takes about as long to be
 * read as to be multiplied.
 * @param {number} bytes
 * @param {number} tokens
 */
const workOf = (bytes, tokens) => bytes * (32 + tokens);

/** @param {Range} one @param {Range} other */
const isSame = (one, other) =>
  one.file === other.file && one.offset === other.offset && one.size === other.size;

/** How fast models are read through, as measured so far. */
class Pace {
  #work = 0;
  #ms = 0;
  #last = {at: -Infinity, work: 0};
  tokens = 96; // of the texts that are read

  /** @param {number} bytes that are read now */
  read(bytes) {
    const now = performance.now();
    const took = now - this.#last.at;
    if (took < SOON) {
      this.#work += this.#last.work;
      this.#ms += took;
    }
    this.#last = {at: now, work: workOf(bytes, this.tokens)};
  }

  /** Seconds. @param {number} bytes @param {number} tokens */
  secondsFor(bytes, tokens) {
    const pace = this.#ms > 100 ? this.#work / this.#ms : USUAL_PACE;
    return workOf(bytes, tokens) / pace / 1000;
  }
}

export class OwnModel {
  #engine;
  #files;
  #opening;
  #session = 0;
  #pace = new Pace();
  /** What is read ahead. @type {{range: Range, bytes: Promise<Uint8Array>} | null} */
  #ahead = null;
  #reached = {texts: '', layer: -1};
  /** What the figure made last says of its head, and of what that reads. @type {Record<string, string>} */
  studied = {
    named: '',
    layer: 'auto',
    head: 'auto',
    text1: '',
    text2: '',
    text3: '',
    begin: 'auto',
    share: 'head',
  };
  #asked = ''; // the numbers of the figure whose predictions were asked for
  /** What links call it. */
  name = '';
  /** @type {Facts} */
  facts = /** @type {any} */ (null);

  /** @param {Engine} engine of the level `whole` @param {Listed[]} files @param {boolean} isFolder */
  constructor(engine, files, isFolder) {
    this.#engine = engine;
    this.#opening = engine.call.own_open(isFolder ? 1 : 0);
    if (!this.#opening) throw new EngineError('There is not enough memory to open a model.');
    this.#files = this.#list(files);
  }

  /** The files that the engine may ask for, by its numbers. @param {Listed[]} files */
  #list(files) {
    const engine = this.#engine;
    /** @type {Blob[]} */
    const all = [];
    for (const {name, file} of files) {
      const length = engine.say(name);
      const number = engine.call.own_list(engine.session, this.#opening, length, file.size);
      if (number >= 0) all[number] = file;
    }
    return all;
  }

  /** Three numbers that the engine wrote. @param {number} at @returns {Range} */
  #rangeAt(at) {
    const [file, offset, size] = new Float64Array(this.#engine.memory.buffer, at, 3);
    return {file, offset, size};
  }

  /** @param {Range} range */
  #read = ({file, offset, size}) => bytesOf(this.#files[file], offset, size);

  /** Gives what is being opened the bytes it waits for; null: they cannot be had. */
  async #feed() {
    const {call, session} = this.#engine;
    const range = this.#rangeAt(call.own_wanted(session, this.#opening));
    const bytes = await this.#read(range).catch(() => null);
    return this.#engine.hand(bytes, range.size, at => call.own_take(this.#opening, at));
  }

  /** @param {boolean} isAll to its name; else until it is described */
  async #goOn(isAll) {
    const {call} = this.#engine;
    let status = STATUS.READ;
    while (status === STATUS.READ) {
      status = call.own_go(this.#opening, isAll ? 1 : 0);
      if (status === STATUS.READ && (await this.#feed()) === STATUS.OK) continue;
      if (status === STATUS.OK) return;
      status = STATUS.BAD_MODEL;
    }
    const {session} = this.#engine;
    throw new EngineError(this.#engine.text(call.own_why(session, this.#opening)));
  }

  /** Reads what it is; fails with an EngineError that says why it is none that can be used. */
  async describe() {
    await this.#goOn(false);
    this.#learn();
  }

  #learn() {
    const {call, session} = this.#engine;
    this.facts = JSON.parse(this.#engine.text(call.own_facts(session, this.#opening)));
  }

  /** Reads its tokenizer, and the ends of its tensors, for its name. */
  async identify() {
    await this.#goOn(true);
    this.#learn();
    const at = this.#engine.call.own_name(this.#opening);
    this.name = String.fromCharCode(...new Uint8Array(this.#engine.memory.buffer, at, 8));
  }

  /** What links without a layer are of. */
  get usualLayer() {
    return Math.min(2, this.facts.layers - 1);
  }

  /** @param {Record<string, string>} params */
  #layerOf({layer}) {
    return layer === 'auto' ? this.usualLayer : Math.min(Number(layer), this.facts.layers - 1);
  }

  /** Do several heads read the same Key and Value? */
  get shares() {
    return this.facts.keyHeads < this.facts.heads;
  }

  /** Has links that name it be of it. */
  use() {
    const {call} = this.#engine;
    this.#session = call.session_open();
    const {session} = this.#engine; // with the trained model, whose texts links without any mean
    if (!this.#session || call.own_bring(this.#session, this.#opening, session) !== STATUS.OK)
      throw new EngineError('There is not enough memory for this model.');
    this.#engine.adopt({name: this.name, session: this.#session, read: this.#readAhead});
  }

  /** Reads what the engine wants, and meanwhile what it will want next. @param {Range} range */
  #readAhead = async range => {
    this.#pace.read(range.size);
    const ahead = this.#ahead;
    const bytes = await (ahead && isSame(ahead.range, range) ? ahead.bytes : this.#read(range));
    const at = this.#engine.call.own_next(this.#session, this.#opening);
    const next = at ? this.#rangeAt(at) : null;
    this.#ahead = next && {range: next, bytes: this.#read(next)};
    this.#ahead?.bytes.catch(() => {}); // it is told when it is wanted
    return bytes;
  };

  /**
   * Every head: the model is read from its first layer to its last.
   * @param {string} link of which the texts count
   * @param {() => Promise<void>} pause may throw, to give up
   * @returns {Promise<import('./core.js').Head[]>}
   */
  async heads(link, pause) {
    const {call} = this.#engine;
    const all = [];
    for (let layer = 0; layer < this.facts.layers; layer++) {
      const at = changed(link, `layer=${layer}`, 'head=0', 'value=this', 'next=auto');
      await this.#engine.computeInSteps(at, WANT.outputs, pause);
      for (let head = 0; head < this.facts.heads; head++)
        all.push(JSON.parse(this.#engine.text(call.own_head(this.#session, head))));
    }
    return all;
  }

  /** Frees what it holds. Nothing must be under way. */
  close() {
    const {call} = this.#engine;
    if (this.#session) {
      this.#engine.adopt(null);
      call.session_close(this.#session);
    }
    call.own_close(this.#opening);
    this.#ahead = null;
  }

  // ---- What it takes ----------------------------------------------------------------------------

  /** @param {Record<string, string>} params */
  #textsOf = ({text1, text2, text3, begin}) => [text1, text2, text3, begin].join('\n');

  /** A figure was made. @param {Record<string, string>} params @param {{count: number}[]} inputs */
  made(params, inputs) {
    const texts = this.#textsOf(params);
    const before = this.#reached.texts === texts ? this.#reached.layer : -1;
    this.#reached = {texts, layer: Math.max(before, this.#layerOf(params))};
    this.#pace.tokens = inputs.reduce((sum, {count}) => sum + count, 0);
    this.studied = Object.fromEntries(Object.keys(this.studied).map(key => [key, params[key]]));
  }

  /** The head that was studied last. */
  get place() {
    const {head} = this.studied;
    return {layer: this.#layerOf(this.studied), head: head === 'auto' ? 0 : Number(head)};
  }

  /** Bytes that a figure reads. @param {Record<string, string>} params */
  bytesFor(params) {
    const {reads} = this.facts;
    const layer = this.#layerOf(params);
    const reached = this.#reached.texts === this.#textsOf(params) ? this.#reached.layer : -1;
    return Math.max(reads[layer] - (reads[reached] ?? 0), 0);
  }

  /** Seconds until it is there. @param {Record<string, string>} params */
  secondsFor(params) {
    return this.#pace.secondsFor(this.bytesFor(params), this.#pace.tokens);
  }

  /**
   * Seconds until its predictions are there: the layers after it, with all changed outputs.
   * @param {Record<string, string>} params
   */
  secondsOfPredictions(params) {
    const {reads, readsAll} = this.facts;
    const bytes = readsAll - (reads[this.#layerOf(params)] ?? 0);
    return this.#pace.secondsFor(bytes, 4 * this.#pace.tokens);
  }

  /** Seconds for a map of all heads. */
  secondsOfMap() {
    return this.#pace.secondsFor(this.facts.reads.at(-1) ?? 0, this.#pace.tokens);
  }

  /** Has predictions of this figure made, however long they take. @param {string} numbers */
  askForPredictions(numbers) {
    this.#asked = numbers;
  }

  /** @param {string} numbers of a figure @param {Record<string, string>} params */
  predicts(numbers, params) {
    return this.#asked === numbers || this.secondsOfPredictions(params) < 2;
  }
}
