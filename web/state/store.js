// The only writer of state. A change names keys; the link it makes is read by the engine's codec,
// so that every value that ever stands here was accepted there.

import {OF_QUESTION, asks} from './answering.js';
import {withoutOthers} from '../engine/sources.js';

/**
 * @typedef {import('../engine/core.js').Figure} Figure
 * @typedef {import('../engine/core.js').Remark} Remark
 * @typedef {import('../engine/core.js').Decoded} Decoded
 * @typedef {import('../engine/page-engine.js').Row} Row
 * @typedef {import('../engine/page-engine.js').Reader} Reader
 * @typedef {{panel: number, query: number, key: number, pinned: boolean}} Focus
 * @typedef {{kind: 'loading' | 'computing' | 'ready' | 'error', progress: number, message: string,
 *   link?: string, fault?: import('../engine/core.js').Fault | null}} Status
 *   link: of an error, what it is about; fault: of one of the engine, for what is not words
 * @typedef {{params: Record<string, string>, link: string, ignored: Remark[], dismissed: boolean,
 *   expected: string | null, doubtful: boolean, figure: Figure | null, status: Status,
 *   focus: Focus | null, bars: boolean, zoom: number | null, live: boolean, moved: string,
 *   start: Record<string, string>, canUndo: boolean, canRedo: boolean, changed: boolean,
 *   swapped?: () => string}} State
 *   ignored: what was said of the link when it was opened; dismissed: the reader has seen that;
 *   expected: the check that the numbers should have; doubtful: the link had one, but not all of it
 *   could be used; moved: the keys that the last change set, separated by spaces; '' after opening
 *   a link, undo and redo; start: the parameters of the link that was opened, which every reset
 *   leads back to; swapped: of the second of two figures, the link in which it is the first
 * @typedef {{link: string, expected: string | null}} Step
 */

/** The steps that undo and redo go to. */
class History {
  /** @type {Step[]} */
  #past = [];
  /** @type {Step[]} */
  #future = [];
  /** @type {Step} what undo would come back to if something changed now */
  settled = {link: '1', expected: null};
  /** @type {Step} */
  opened = this.settled;

  get canUndo() {
    return this.#past.length > 0;
  }

  get canRedo() {
    return this.#future.length > 0;
  }

  /** Has nothing been opened or changed yet? */
  get isUntouched() {
    return !this.#past.length && this.settled.link === '1';
  }

  copy() {
    const same = new History();
    same.#past = [...this.#past];
    same.#future = [...this.#future];
    same.settled = this.settled;
    same.opened = this.opened;
    return same;
  }

  /** @param {Step} step what stands now @param {boolean} again it belongs to the step before */
  settle(step, again) {
    if (step.link === this.settled.link) return;
    if (!again) this.#past.push(this.settled);
    this.#future = [];
    this.settled = step;
  }

  /** @param {Step} step @param {boolean} first there is nothing to come back to */
  open(step, first) {
    if (!first) this.settle(step, false);
    this.settled = this.opened = step;
  }

  /** One step back: what stands is what comes next then. */
  back() {
    const step = this.#past.pop();
    if (step) this.#future.push(this.settled);
    return step;
  }

  forth() {
    const step = this.#future.pop();
    if (step) this.#past.push(this.settled);
    return step;
  }
}

/** ms: keys that move the same control and follow so closely are one step to undo. */
const TOGETHER = 800;

const NOTHING = {keys: '', at: -Infinity};

/**
 * What of a state makes the numbers; all else is only how they are shown.
 * @param {Row[]} table
 * @param {Record<string, string>} params
 */
export function numbersOf(table, params) {
  return table
    .filter(row => row.part !== 'view')
    .map(row => params[row.key])
    .join(';');
}

/**
 * A state of which nothing is known but its parameters.
 * @param {Record<string, string>} params
 * @returns {State}
 */
export const blank = params => ({
  params,
  link: '1',
  ignored: [],
  dismissed: false,
  expected: null,
  doubtful: false,
  figure: null,
  status: {kind: 'loading', progress: 0, message: ''},
  focus: null,
  bars: false,
  zoom: null,
  live: false,
  moved: '',
  start: params,
  canUndo: false,
  canRedo: false,
  changed: false,
});

/** @param {Row[]} table @param {Record<string, string>} params */
export function linkOf(table, params) {
  const changed = table.filter(({key, default: initial}) => params[key] !== initial);
  return ['1', ...changed.map(({key}) => `${key}=${params[key]}`)].join(';');
}

export class Store {
  /** @type {Reader} */
  #reader;
  /** @type {State} */
  #state;
  #history = new History();
  /** @type {Set<(state: State, before: State) => void>} */
  #listeners = new Set();
  #changing = ''; // the keys that are being changed
  #last = NOTHING; // what was settled last

  /** @param {Reader} reader */
  constructor(reader) {
    this.#reader = reader;
    this.table = reader.table();
    this.#state = blank(Object.fromEntries(this.table.map(row => [row.key, row.default])));
  }

  get state() {
    return this.#state;
  }

  /** @param {Partial<State>} patch */
  #publish(patch) {
    const before = this.#state;
    const {canUndo, canRedo} = this.#history;
    const state = {...before, ...patch, canUndo, canRedo};
    state.changed = state.link !== this.#begun(state.params).link;
    this.#state = state;
    for (const listener of this.#listeners) listener(this.#state, before);
  }

  /** What a link says. @param {string} link */
  read(link) {
    return this.#reader.decode(link);
  }

  /** @returns {Step} */
  #step() {
    const {link, expected} = this.#state;
    return {link, expected};
  }

  /** @param {Step} step */
  #stand(step) {
    const {state: params, link} = this.#reader.decode(step.link);
    this.#history.settled = {link, expected: step.expected};
    this.#last = NOTHING;
    this.#publish({params, link, expected: step.expected, live: false, moved: ''});
  }

  /** Makes the state that stands a step to come back to. @param {boolean} byKeys */
  #settle(byKeys) {
    const {keys, at} = this.#last;
    const again = byKeys && this.#changing === keys && performance.now() - at < TOGETHER;
    this.#history.settle(this.#step(), again);
    this.#last = {keys: byKeys ? this.#changing : '', at: performance.now()};
    this.#publish({live: false});
  }

  /** @param {Record<string, string>} params */
  #hasNumbersOf(params) {
    return numbersOf(this.table, params) === numbersOf(this.table, this.#state.params);
  }

  /**
   * Who changes anything of a figure that asks something answers it: from then on the state names
   * the question that was opened, so that its link is an answer wherever it is opened again. Who
   * changes the question itself does not answer it.
   * @param {Record<string, string>} patch
   * @returns {Record<string, string>}
   */
  #answering(patch) {
    const {start, params} = this.#state;
    if (Object.keys(patch).some(key => OF_QUESTION.includes(key))) return params.of ? {of: ''} : {};
    const isNamed = start.source !== 'model' || start.model;
    if (params.of || !asks(params) || !asks(start) || !isNamed) return {};
    return {of: this.#reader.nameOf(linkOf(this.table, start))};
  }

  /**
   * A link as it would be opened, and what answers would name it by.
   * @param {string} said
   */
  peek(said) {
    const {link, state: params, lossless} = this.#reader.decode(said);
    return {link, params, lossless, name: this.#reader.nameOf(link)};
  }

  /**
   * Changes some parameters; a value that is not accepted changes nothing. `live` while a slider is
   * held: the step to undo is made when it is let go.
   * @param {Record<string, string>} patch
   * @param {{live?: boolean, moved?: string}} [how] moved: what the hand moved, if not those keys
   * @returns {Remark[]} what was not accepted
   */
  set(patch, {live = false, moved = Object.keys(patch).join(' ')} = {}) {
    const had = this.#state;
    const source = patch.source ?? had.params.source;
    const wanted = {...had.params, ...this.#answering(patch), ...patch, ...withoutOthers(source)};
    const {state: params, link, ignored} = this.#reader.decode(linkOf(this.table, wanted));
    const refused = ignored.filter(remark => !remark.harmless);
    if (!refused.length) {
      const expected = this.#hasNumbersOf(params) ? had.expected : null;
      this.#changing = moved;
      this.#publish({params, link, expected, live, moved, ...(!live && {ignored: []})});
    }
    if (!live) this.#settle(false);
    return refused;
  }

  /** A slider or a key was let go, or a text left. @param {boolean} [byKeys] */
  settle(byKeys = false) {
    if (this.#state.live) this.#settle(byKeys);
  }

  /** Replaces every parameter by what a link says. @param {string} link */
  open(link) {
    const {state: params, link: canonical, ignored, check, lossless} = this.#reader.decode(link);
    const expected = lossless ? check : null;
    const first = this.#state.status.kind === 'loading' && this.#history.isUntouched;
    this.#history.open({link: canonical, expected}, first);
    this.#publish({
      params,
      link: canonical,
      expected,
      start: params,
      doubtful: check !== expected,
      ignored,
      dismissed: false,
      live: false,
      moved: '',
    });
  }

  /** @returns {() => void} brings back what stands now, with its own undo and redo */
  keep() {
    this.settle();
    const had = this.#history.copy();
    const {doubtful, start} = this.#state;
    return () => {
      this.#history = had.copy();
      this.#stand(had.settled);
      this.#publish({doubtful, start});
    };
  }

  /**
   * Reads the link that stands once more: what it means may have a name now, as a model that has
   * arrived.
   */
  reread() {
    const {link, state: start} = this.#reader.decode(this.#history.opened.link);
    this.#history.opened = {...this.#history.opened, link};
    this.#publish({start});
    this.#stand(this.#step());
  }

  undo() {
    this.settle();
    const step = this.#history.back();
    if (step) this.#stand(step);
  }

  redo() {
    this.settle();
    const step = this.#history.forth();
    if (step) this.#stand(step);
  }

  /** Puts some parameters back to what the link said that was opened. @param {string[]} keys */
  reset(keys) {
    this.set(Object.fromEntries(keys.map(key => [key, this.#state.start[key]])));
  }

  /**
   * Where Reset leads: to the link that was opened, but with what its reader wrote since.
   * @param {Record<string, string>} params
   * @returns {Step}
   */
  #begun(params) {
    const {opened} = this.#history;
    const {by, words, choice} = params;
    if (!by && !words && choice === '0') return opened;
    const {state} = this.#reader.decode(opened.link);
    return {...opened, link: linkOf(this.table, {...state, of: params.of, by, words, choice})};
  }

  /** Goes back to the figure of the link that was opened. */
  restart() {
    const begun = this.#begun(this.#state.params);
    if (this.#state.link === begun.link) return;
    this.#settle(false);
    this.#history.settle(begun, false);
    this.#stand(begun);
  }

  /**
   * What is no parameter: the figure, how far it is, where the reader looks.
   * @param {Partial<Pick<State,
   *   'figure' | 'status' | 'focus' | 'bars' | 'zoom' | 'dismissed'>>} patch
   */
  show(patch) {
    this.#publish(patch);
  }

  /** @param {(state: State, before: State) => void} listener @returns {() => void} ends it */
  subscribe(listener) {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }
}
