// What all elements of a page share: the compiled engine twice (one reads links, one makes
// figures, so that reading never interrupts making), the model, and the queue of figures to make.
import {BASELINES, PANELS} from 'made/constants.js';
import {table} from 'made/table.js';
import {EngineError, WANT, load} from './core.js';
import {LEVEL} from './levels.js';
import {valueIn} from './link-text.js';
import {bringModel, fetchModel} from './model.js';
import {NO_ENGINE, fetchedModules, moduleFor} from './modules.js';
import {Pauses, Queue, Superseded} from './queue.js';
export {Superseded};

/**
 * @typedef {import('./core.js').Core} Engine
 * @typedef {import('./core.js').Figure} Figure
 * @typedef {import('./core.js').Panel} Panel
 * @typedef {{key: string, label: string, kind: 'choice' | 'whole' | 'number' | 'log' | 'text' |
 *   'words', count: number, range: [number, number], default: string, step: number, words: string,
 *   unit: string, sources: string[], part: 'source' | 'figure' | 'view', isFirst: boolean}} Row
 *   of the table of parameters
 * @typedef {{table(): Row[], decode(link: string): import('./core.js').Decoded,
 *   nameOf(link: string): string}} Reader
 *   nameOf: what answers name a question by
 * @typedef {{reader: Engine, maker: Engine}} Engines
 * @typedef {import('./modules.js').Files} Files
 * @typedef {import('./own.js').OwnModel} OwnModel
 */

const MOST_CELLS = 1 << 20; // of a panel whose weights are printed as text
/** What is printed of every figure. */
const WHOLE = WANT.measures | WANT.check | WANT.prediction | WANT.allBaselines;
const SMALL = 128; // tokens: a figure that is made faster than anyone notices
const LARGE = 64 << 20; // bytes of memory that are worth giving back,
const SHARE = 1 / 8; // where less than this share of them is in use

/** @type {Files} */
const FETCHED = {modules: fetchedModules, model: fetchModel};

/** A page that is one file came without what can do this. */
export class NoModule extends Error {}

/** @param {WebAssembly.Module} module */
async function started(module) {
  try {
    return await load(module);
  } catch (error) {
    if (error instanceof EngineError) throw error;
    throw new Error(error instanceof RangeError ? 'there is not enough memory for it' : NO_ENGINE);
  }
}

/** @param {Files} files @param {number} level @returns {Promise<Engines>} */
async function start(files, level) {
  const module = await moduleFor(files, level);
  return {reader: await started(module), maker: await started(module)};
}

/** @param {Figure} figure */
const isQuick = ({panels}) => panels.every(({rows, columns}) => Math.max(rows, columns) <= SMALL);

/** Are weights few enough to be printed? @param {{rows: number, columns: number}} panel */
const isPrinted = ({rows, columns}) => rows * columns <= MOST_CELLS;

/** The numbers of the panels that a figure has. @param {Figure} figure */
const numbersOf = ({panels, baselines, followers}) => [
  ...panels.keys(),
  ...baselines.map(({row}) => PANELS + row),
  ...followers.map(({row}) => PANELS + BASELINES + row),
];

/** @param {Panel} panel */
const asPrinted = panel => (isPrinted(panel) ? panel : {...panel, weights: null});

/** The same numbers, made twice? @param {Figure | null} one @param {Figure} other */
const isSame = (one, other) =>
  one === other ||
  (one !== null && one.check !== null && one.link === other.link && one.check === other.check);

/**
 * Tensors of the reader's own.
 * @typedef {{names: Map<string, string>, tokens: number, about: import('./tensors.js').About}} Brought
 *   names: what links call them, by the rotary positions that those give them; tokens: of the
 *   longest input
 */

/** Nothing has been fetched or made yet. */
const fresh = () => ({
  /** @type {Promise<Engines> | null} */
  engines: null,
  here: false, // have the engines arrived?
  /** @type {Promise<string> | null} */
  model: null,
  modelName: '',
  /** The model of the reader's own that is open. @type {OwnModel | null} */
  own: null,
  /** The reader's own. @type {Brought | null} */
  tensors: null,
  /** The figure that the engine can still be asked about. @type {Figure | null} */
  last: null,
  isBare: false, // was that one made again for its logits, without its measures?
  /**
   * An engine for figures beside that one, which is then still to be asked about.
   * @type {{of: string, engine: Promise<Engine>} | null}
   */
  beside: null,
  /**
   * What was asked about figures: their logits by panel.
   * @type {WeakMap<Figure, Map<number, Float32Array | null>>}
   */
  logits: new WeakMap(),
});

/** The engine of one page, and its queue. */
export class PageEngine {
  #files;
  #state = fresh();
  #pauses = new Pauses();
  #queue = new Queue(() => this.breath());

  /** @param {Files} [files] */
  constructor(files = FETCHED) {
    this.#files = files;
  }

  /** Lets the page answer and draw before the work goes on. */
  breath() {
    return this.#pauses.breath();
  }

  /** Is it the figure that the engine made last? @param {Figure} figure */
  stands(figure) {
    return isSame(this.#state.last, figure);
  }

  /** Has the engine arrived? Then an element needs nothing to stand in its place meanwhile. */
  get isHere() {
    return this.#state.here;
  }

  /** What links call the model that is here; '' before it is. */
  get modelName() {
    return this.#state.modelName;
  }

  /**
   * Fetches and compiles the engine, once a page; after a failure the next call tries again.
   * @param {number} [level] of the engine that is fetched, if none is here or on its way
   */
  open(level = LEVEL.base) {
    const state = this.#state;
    const begin = async () => {
      const engines = await start(this.#files, level);
      state.here = true;
      return engines;
    };
    state.engines ??= begin().catch(error => {
      state.engines = null;
      throw error;
    });
    return state.engines;
  }

  /**
   * Has figures made by an engine of this level or a higher one from now on. It has the model that
   * was there, but no figure.
   * @param {number} level
   * @returns {Promise<Engine>}
   */
  async reach(level) {
    const {maker} = await this.open(level);
    if (maker.level >= level) return maker;
    const other = await started(await moduleFor(this.#files, level));
    if (other.level < level)
      throw new NoModule('This page is one file and cannot do that; its site can.');
    return this.#queue.add({}, () => {
      if (maker.level < level) {
        this.#state.last = null;
        maker.rise(other);
      }
      return maker;
    });
  }

  async #startModel() {
    const state = this.#state;
    const opening = this.open(LEVEL.model);
    const bytes = await this.#files.model();
    await opening;
    const maker = await this.reach(LEVEL.model);
    state.modelName = await this.#queue.add({}, async pause => {
      state.last = null;
      const name = bringModel(maker, bytes);
      await pause();
      return name;
    });
    return state.modelName;
  }

  /** Fetches the model, once a page. @returns {Promise<string>} what links call it */
  openModel() {
    const state = this.#state;
    state.model ??= this.#startModel().catch(error => {
      state.model = null;
      throw error;
    });
    return state.model;
  }

  /** The model of the reader's own that is open, or null. */
  get own() {
    return this.#state.own;
  }

  /** Are figures of these parameters of it? @param {Record<string, string>} params */
  isOwn({source, model}) {
    return source === 'model' && this.own?.name === model;
  }

  /** @param {string} link */
  #isOfOwn(link) {
    return this.own !== null && valueIn(link, 'model') === this.own.name;
  }

  /**
   * A model of the reader's own is open from then on, in place of any other.
   * @param {OwnModel | null} own null: none is
   * @returns {Promise<void>}
   */
  adopt(own) {
    return this.#queue.add({}, () => {
      this.#state.last = null;
      this.#state.own?.close();
      this.#state.own = null;
      own?.use();
      this.#state.own = own;
    });
  }

  /** The tensors of the reader's own that are here. */
  get tensors() {
    return this.#state.tensors;
  }

  /**
   * Has figures of tensors be of these from now on.
   * @param {(engine: Engine) => void} bring gives them to an engine
   * @param {Omit<Brought, 'names'>} brought
   * @param {string} rotary the positions that links will give them
   */
  async bringTensors(bring, brought, rotary) {
    const maker = await this.reach(LEVEL.whole);
    await this.#queue.add({}, () => {
      this.#state.last = null;
      this.#state.tensors = null;
      maker.hold(bring);
      const nameWith = (/** @type {string} */ given) =>
        maker.decode(`1;source=tensors${given && `;rotary=${given}`}`).state.file;
      const names = new Map(['', rotary].map(given => [given, nameWith(given)]));
      this.#state.tensors = {names, ...brought};
    });
  }

  /**
   * What a link that names none is of: a further key, or ''.
   * @param {Record<string, string>} state
   */
  #nameFor({source, model, file, rotary}) {
    const name = source === 'model' && !model ? this.modelName : '';
    const own = source === 'tensors' && !file ? this.tensors?.names.get(rotary) : '';
    return name ? `;model=${name}` : own ? `;file=${own}` : '';
  }

  /** Reads links for a store. @param {Engine} reader @returns {Reader} */
  readerOf(reader) {
    return {
      table: () => /** @type {Row[]} */ (table),
      decode: link => {
        const decoded = reader.decode(link);
        const more = this.#nameFor(decoded.state);
        if (!more) return decoded;
        const {link: named, state} = reader.decode(decoded.link + more);
        return {...decoded, link: named, state};
      },
      nameOf: link => reader.nameOf(link),
    };
  }

  /**
   * A large figure makes the engine's memory grow, which never shrinks. Once little of it is in
   * use, the engine begins anew, unless the last figure may be asked about and takes time to make
   * again.
   * @param {Engine} maker
   */
  async #giveBack(maker) {
    const {last, own} = this.#state;
    if (own) return; // its files would have to be read anew
    const spare = maker.memorySize > LARGE && maker.memoryInUse < SHARE * maker.memorySize;
    if (!spare || (last && !isQuick(last))) return;
    this.#state.last = null;
    await maker.renew().catch(() => {}); // without memory for a second one it goes on as it is
  }

  /**
   * The figure of a link. What the same owner asked for before and is not finished yet fails as
   * Superseded.
   * @param {Engine} maker
   * @param {object} owner
   * @param {{link: string, want: number, logits: boolean, progress(share: number): void}} task
   *   logits: these too, while the engine is at it
   * @returns {Promise<Figure>}
   */
  make(maker, owner, task) {
    return this.#queue.add(owner, async pause => {
      this.#state.last = null;
      await this.#giveBack(maker);
      const figure = await maker.computeInSteps(task.link, task.want, share => {
        task.progress(share);
        return pause();
      });
      this.#state.last = figure;
      this.#state.isBare = false;
      this.#state.logits.set(figure, new Map());
      if (task.logits) for (const panel of numbersOf(figure)) this.logitsOf(maker, figure, panel);
      await this.#giveBack(maker);
      return figure;
    });
  }

  /**
   * A figure with all that the command line prints of it: three baselines, and the weights of
   * panels that are not too large. Where none are printed, or there is no room for them, none are
   * made.
   * @param {Engine} maker
   * @param {Figure} figure
   * @param {(share: number) => void} progress
   * @returns {Promise<Figure>}
   */
  async makeWhole(maker, figure, progress) {
    const made = (/** @type {number} */ more) =>
      this.make(maker, {}, {link: figure.link, want: WHOLE | more, logits: false, progress});
    const withoutWeights = (/** @type {unknown} */ error) => {
      if (error instanceof EngineError) return made(0);
      throw error;
    };
    const least = Math.min(...figure.inputs.map(({count}) => count));
    const isAnyPrinted = isPrinted({rows: least, columns: least});
    const whole = await (isAnyPrinted ? made(WANT.weights).catch(withoutWeights) : made(0));
    const {panels: nine, baselines: untouched, followers: seen} = whole;
    const [panels, baselines, followers] = [nine, untouched, seen].map(all => all.map(asPrinted));
    return {...whole, panels, baselines, followers};
  }

  /**
   * A panel's logits before the mask; null when another figure has been made since, and this one
   * is too large to be made again at once.
   * @param {Engine} maker
   * @param {Figure} figure
   * @param {number} panel
   * @returns {Float32Array | null}
   */
  logitsOf(maker, figure, panel) {
    const known = this.#state.logits.get(figure);
    if (!known || !numbersOf(figure).includes(panel)) return null;
    if (!known.has(panel)) {
      if (!isSame(this.#state.last, figure) && !this.#again(maker, figure)) return null;
      try {
        known.set(panel, maker.logits(panel));
      } catch {
        return null;
      } // it may be busy with the heads, or out of memory
    }
    return known.get(panel) ?? null;
  }

  /** Makes a small figure once more. @param {Engine} maker @param {Figure} figure */
  #again(maker, figure) {
    if (this.#queue.isBusy || !isQuick(figure) || this.#isOfOwn(figure.link)) return false;
    maker.compute(figure.link, WANT.keep);
    this.#state.last = figure;
    this.#state.isBare = true;
    return true;
  }

  /**
   * Asks the engine about a figure, in turn; it is made again if another one has been made since.
   * @template T
   * @param {{maker: Engine, owner: object}} who
   * @param {{link: string, want: number | (() => number), figure: Figure | null, progress?:
   *   (share: number) => void}} about want: asked for in turn, if it is a function; figure: of that
   *   link, if it has all that is asked for
   * @param {(pause: () => Promise<void>, figure: Figure) => T | Promise<T>} ask
   * @param {boolean} [yields] it gives way to figures
   * @returns {Promise<T>}
   */
  consult({maker, owner}, {link, want, figure, progress}, ask, yields = false) {
    const work = async (/** @type {() => Promise<void>} */ pause) => {
      if (figure && this.#state.last === figure && !this.#state.isBare) return ask(pause, figure);
      this.#state.last = null;
      await this.#giveBack(maker);
      const wanted = typeof want === 'number' ? want : want();
      const made = await maker.computeInSteps(link, wanted, share => {
        progress?.(share);
        return pause();
      });
      return ask(pause, made);
    };
    return this.#queue.add(owner, work, yields);
  }

  /**
   * A pause that ends the work where a figure waits.
   * @param {() => Promise<void>} pause
   */
  #givingWay(pause) {
    return async () => {
      await pause();
      if (this.#queue.isAwaited) throw new Superseded();
    };
  }

  /**
   * An engine with the same model, whose figures leave the last one as it is.
   * @param {Engine} maker
   */
  #engineBeside(maker) {
    const {modelName, tensors, beside} = this.#state;
    const of = `${maker.level} ${modelName} ${tensors?.names.get('')}`;
    if (beside?.of === of) return beside.engine;
    const engine = maker.twin();
    this.#state.beside = {of, engine};
    engine.catch(() => {
      this.#state.beside = null;
    });
    return engine;
  }

  /**
   * Figures one after the other, beside the last one. They give way to other figures, and fail as
   * Superseded then; what came until then has been told.
   * @param {Engine} maker
   * @param {object} owner
   * @param {{links: string[], want: number}} task
   * @param {(figure: Figure, index: number) => void} made
   * @returns {Promise<void>}
   */
  makeSeries(maker, owner, {links, want}, made) {
    const work = async (/** @type {() => Promise<void>} */ pause) => {
      const isOfOwn = this.#isOfOwn(links[0] ?? '');
      if (isOfOwn) this.#state.last = null;
      const engine = isOfOwn ? maker : await this.#engineBeside(maker);
      const giveWay = this.#givingWay(pause);
      for (const [index, link] of links.entries()) {
        await giveWay();
        made(await engine.computeInSteps(link, want, giveWay), index);
      }
    };
    return this.#queue.add(owner, work, true);
  }

  /**
   * What only the engine that made a figure can say of it.
   * @template T
   * @param {{maker: Engine, owner: object}} who
   * @param {Figure} figure
   * @param {(maker: Engine) => T} question
   */
  ask(who, figure, question) {
    const about = {link: figure.link, want: WANT.keep, figure};
    return this.consult(who, about, () => question(who.maker));
  }

  /**
   * What each head of the model does with the texts of a figure. It takes a while, and gives way
   * to figures.
   * @param {Engine} maker
   * @param {Figure} figure
   * @returns {Promise<import('./core.js').Head[]>}
   */
  measureHeads(maker, figure) {
    const {own} = this;
    if (own && this.#isOfOwn(figure.link))
      return this.#queue.add(
        {},
        pause => {
          this.#state.last = null;
          return own.heads(figure.link, this.#givingWay(pause));
        },
        true,
      );
    const about = {link: figure.link, want: WANT.measures, figure};
    const measure = (/** @type {() => Promise<void>} */ pause) =>
      maker.headsInSteps(this.#givingWay(pause));
    return this.consult({maker, owner: {}}, about, measure, true);
  }

  /** Gives up what an owner asked for. @param {object} owner */
  dismiss(owner) {
    this.#queue.dismiss(owner);
  }

  /** Forgets engines, model and figures, as if nothing had been asked for. */
  reset() {
    this.#pauses.close();
    this.#pauses = new Pauses();
    this.#queue = new Queue(() => this.breath());
    this.#state = fresh();
  }
}

/** That of the page which these scripts are part of. */
export const page = new PageEngine();
