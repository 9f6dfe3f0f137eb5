// What all elements of a page share: the compiled engine twice (one reads links, one makes
// figures, so that reading never interrupts making), the model, and the queue of figures to make.
import {EngineError, WANT, load} from './engine.js';
import {beside, fetchFile} from './files.js';
import {bringModel, fetchModel} from './model.js';
import {PANELS} from 'made/constants.js';
import {table} from 'made/table.js';

/**
 * @typedef {import('./engine.js').Engine} Engine
 * @typedef {import('./engine.js').Figure} Figure
 * @typedef {{key: string, label: string, kind: 'choice' | 'whole' | 'number' | 'log' | 'text' |
 *   'words', count: number,
 *   range: [number, number], default: string, step: number, words: string, unit: string, sources:
 *   string[],
 *   touches: string, everyone: boolean, help: string}} Row of the table of parameters
 * @typedef {{table(): Row[], decode(link: string): import('./engine.js').Decoded}} Reader
 * @typedef {(pause: () => Promise<void>) => unknown} Work
 * @typedef {{work: Work, done(result: any): void, fail(error: unknown): void, dismissed: boolean}}
 *   Job
 */

const MOST_CELLS = 1 << 20; // of a panel whose weights are printed as text
/** What is printed of every figure. */
const WHOLE = WANT.measures | WANT.check | WANT.prediction | WANT.allBaselines;
const SMALL = 128; // tokens: a figure that is made faster than anyone notices
const LARGE = 64 << 20; // bytes of memory that are worth giving back,
const SHARE = 1 / 8; // where less than this share of them is in use

/** A newer figure was asked for by the same element. */
export class Superseded extends Error {}

/** @type {Promise<{reader: Engine, maker: Engine}> | null} */
let engines = null;
let here = false;
/** @type {Promise<string> | null} */
let model = null;
let modelName = '';

// A message comes back sooner than a timer, and lets the page answer and draw in between.
/** @type {MessageChannel | null} */
let channel = null;
/** @type {(() => void)[]} */
const paused = [];

function openChannel() {
  const opened = new MessageChannel();
  opened.port1.onmessage = () => paused.shift()?.();
  return opened;
}

/** Lets the page answer and draw before the work goes on. */
export const breath = () =>
  new Promise(resolve => {
    channel ??= openChannel();
    paused.push(() => resolve(null));
    channel.port2.postMessage(null);
  });

const NO_ENGINE = 'what came in its place is something else';

/** @param {URL} address */
async function fetchModule(address) {
  const bytes = await fetchFile(address);
  return (
    bytes &&
    WebAssembly.compile(bytes).catch(() => {
      throw new Error(NO_ENGINE);
    })
  );
}

/** @param {WebAssembly.Module} module */
async function started(module) {
  try {
    return await load(module);
  } catch (error) {
    if (error instanceof EngineError) throw error;
    throw new Error(error instanceof RangeError ? 'there is not enough memory for it' : NO_ENGINE);
  }
}

const fetchSmaller = () =>
  fetchModule(beside('ninefold.wasm') ?? new URL('ninefold.wasm', import.meta.url));
const fetchLarger = () =>
  fetchModule(beside('ninefold-model.wasm') ?? new URL('ninefold-model.wasm', import.meta.url));

/**
 * The smaller module does all but the model. A page that is one file comes with one of them.
 * @param {boolean} withModel
 */
async function start(withModel) {
  const module = withModel
    ? ((await fetchLarger()) ?? (await fetchSmaller()))
    : ((await fetchSmaller()) ?? (await fetchLarger()));
  if (!module) throw new Error('the page came without its engine');
  const both = {reader: await started(module), maker: await started(module)};
  here = true;
  return both;
}

/** Has the engine arrived? Then an element needs nothing to stand in its place meanwhile. */
export const engineHere = () => here;

/** Fetches and compiles the engine, once a page; after a failure the next call tries again. */
export function openEngine(withModel = false) {
  engines ??= start(withModel).catch(error => {
    engines = null;
    throw error;
  });
  return engines;
}

async function startModel() {
  const opening = openEngine(true);
  const bytes = await fetchModel();
  const {maker} = await opening;
  const module = maker.takesModel ? null : await fetchLarger();
  modelName = await enqueue({}, async pause => {
    last = null;
    if (module) maker.become(await started(module));
    const name = bringModel(maker, bytes);
    await pause();
    return name;
  });
  return modelName;
}

/** Fetches the model, once a page. @returns {Promise<string>} what links call it */
export function openModel() {
  model ??= startModel().catch(error => {
    model = null;
    throw error;
  });
  return model;
}

/** What links call the model that is here; '' before it is. */
export const nameOfModel = () => modelName;

/** Reads links for a store. @param {Engine} reader @returns {Reader} */
export function readerOf(reader) {
  return {
    table: () => /** @type {Row[]} */ (table),
    decode(link) {
      const decoded = reader.decode(link);
      const unnamed = modelName && decoded.state.source === 'model' && !decoded.state.model;
      if (!unnamed) return decoded;
      const {link: named, state} = reader.decode(`${decoded.link};model=${modelName}`);
      return {...decoded, link: named, state};
    },
  };
}

/** One job an owner. @type {Map<object, Job>} */
const jobs = new Map();
let busy = false;

/** @param {Job} job */
async function workOff(job) {
  const pause = async () => {
    await breath();
    if (job.dismissed) throw new Superseded();
  };
  try {
    job.done(await job.work(pause));
  } catch (error) {
    job.fail(error);
  }
}

async function workAllOff() {
  busy = true;
  for (const [owner, job] of jobs) {
    await workOff(job);
    if (jobs.get(owner) === job) jobs.delete(owner);
  }
  busy = false;
}

/** @param {object} owner @param {Work} work @returns {Promise<any>} */
function enqueue(owner, work) {
  dismiss(owner);
  return new Promise((done, fail) => {
    jobs.set(owner, {work, done, fail, dismissed: false});
    if (!busy) workAllOff();
  });
}

/**
 * What the engine can still be asked about the figure it made last, and what was asked.
 * @type {WeakMap<Figure, Map<number, Float32Array | null>>}
 */
const logits = new WeakMap();
/** @type {Figure | null} */
let last = null;

/** @param {Figure} figure */
const isQuick = ({panels}) => panels.every(({rows, columns}) => Math.max(rows, columns) <= SMALL);

/**
 * A large figure makes the engine's memory grow, which never shrinks. Once little of it is in use,
 * the engine begins anew, unless the last figure may be asked about and takes time to make again.
 * @param {Engine} maker
 */
async function giveBack(maker) {
  const spare = maker.memorySize > LARGE && maker.memoryInUse < SHARE * maker.memorySize;
  if (!spare || (last && !isQuick(last))) return;
  last = null;
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
export function make(maker, owner, task) {
  return enqueue(owner, async pause => {
    last = null;
    await giveBack(maker);
    const figure = await maker.computeInSteps(task.link, task.want, share => {
      task.progress(share);
      return pause();
    });
    last = figure;
    logits.set(figure, new Map());
    if (task.logits)
      for (let panel = 0; panel < PANELS + figure.baselines.length; panel++)
        logitsOf(maker, figure, panel);
    await giveBack(maker);
    return figure;
  });
}

/** Are weights few enough to be printed? @param {{rows: number, columns: number}} panel */
const isPrinted = ({rows, columns}) => rows * columns <= MOST_CELLS;

/**
 * A figure with all that the command line prints of it: three baselines, and the weights of panels
 * that are not too large. Where none are printed, or there is no room for them, none are made.
 * @param {Engine} maker
 * @param {Figure} figure
 * @param {(share: number) => void} progress
 * @returns {Promise<Figure>}
 */
export async function makeWhole(maker, figure, progress) {
  const made = (/** @type {number} */ more) =>
    make(maker, {}, {link: figure.link, want: WHOLE | more, logits: false, progress});
  const withoutWeights = (/** @type {unknown} */ error) => {
    if (error instanceof EngineError) return made(0);
    throw error;
  };
  const least = Math.min(...figure.inputs.map(({count}) => count));
  const isAnyPrinted = isPrinted({rows: least, columns: least});
  const whole = await (isAnyPrinted ? made(WANT.weights).catch(withoutWeights) : made(0));
  const printed = (/** @type {import('./engine.js').Panel} */ panel) =>
    isPrinted(panel) ? panel : {...panel, weights: null};
  return {...whole, panels: whole.panels.map(printed), baselines: whole.baselines.map(printed)};
}

/** The same numbers, made twice? @param {Figure | null} one @param {Figure} other */
const isSame = (one, other) =>
  one === other ||
  (one !== null && one.check !== null && one.link === other.link && one.check === other.check);

/**
 * A panel's logits before the mask; null when another figure has been made since, and this one is
 * too large to be made
 * again at once.
 * @param {Engine} maker @param {Figure} figure @param {number} panel @returns {Float32Array | null}
 */
export function logitsOf(maker, figure, panel) {
  const known = logits.get(figure);
  if (!known || panel >= PANELS + figure.baselines.length) return null;
  if (!known.has(panel)) {
    if (!isSame(last, figure) && !again(maker, figure)) return null;
    try {
      known.set(panel, maker.logits(panel));
    } catch {
      return null;
    } // it may be busy with the heads, or out of memory
  }
  return known.get(panel) ?? null;
}

/** Makes a small figure once more. @param {Engine} maker @param {Figure} figure */
function again(maker, figure) {
  if (busy || !isQuick(figure)) return false;
  maker.compute(figure.link, WANT.keep);
  last = figure;
  return true;
}

/**
 * Asks the engine about a figure, in turn; it is made again if another one has been made since.
 * @template T
 * @param {{maker: Engine, owner: object}} who
 * @param {{link: string, want: number, figure: Figure | null}} about figure: of that link, if it
 *   has all that is asked for
 * @param {(pause: () => Promise<void>, figure: Figure) => T | Promise<T>} ask
 * @returns {Promise<T>}
 */
export function consult({maker, owner}, {link, want, figure}, ask) {
  return enqueue(owner, async pause => {
    if (figure && last === figure) return ask(pause, figure);
    last = null;
    await giveBack(maker);
    return ask(pause, await maker.computeInSteps(link, want, pause));
  });
}

/**
 * What each head of the model does with the texts of a figure. It takes a while, and gives way to
 * figures.
 * @param {Engine} maker
 * @param {Figure} figure
 * @returns {Promise<import('./engine.js').Head[]>}
 */
export function measureHeads(maker, figure) {
  return consult({maker, owner: {}}, {link: figure.link, want: WANT.measures, figure}, pause =>
    maker.headsInSteps(async () => {
      await pause();
      if (jobs.size > 1) throw new Superseded();
    }),
  );
}

/** Gives up what an owner asked for. @param {object} owner */
export function dismiss(owner) {
  const job = jobs.get(owner);
  if (!job) return;
  job.dismissed = true;
  job.fail(new Superseded());
  jobs.delete(owner);
}
