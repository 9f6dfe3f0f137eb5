// The only writer of state. A change names keys; the link it makes is read by the engine's codec,
// so that every value that ever stands here was accepted there.

/**
 * @typedef {import('../engine/engine.js').Figure} Figure
 * @typedef {import('../engine/engine.js').Remark} Remark
 * @typedef {import('../engine/engine.js').Decoded} Decoded
 * @typedef {import('../engine/works.js').Row} Row
 * @typedef {import('../engine/works.js').Reader} Reader
 * @typedef {{panel: number, query: number, key: number, pinned: boolean}} Focus
 * @typedef {{kind: 'loading' | 'computing' | 'ready' | 'error', progress: number, message: string,
 *   link?: string}} Status
 *   link: of an error, what it is about
 * @typedef {{params: Record<string, string>, link: string, ignored: Remark[], dismissed: boolean,
 *   expected: string | null, doubtful: boolean,
 *   figure: Figure | null, status: Status, focus: Focus | null, bars: boolean, zoom: number | null,
 *   live: boolean, moved: string, start: Record<string, string>, canUndo: boolean,
 *   canRedo: boolean, changed: boolean}} State
 *   ignored: what was said of the link when it was opened; dismissed: the reader has seen that;
 *   expected: the check that the numbers should have; doubtful: the link had one, but not all of
 *   it could be used;
 *   moved: the keys that were set last, none after a link or a step back;
 *   start: the parameters of the link that was opened, which every reset leads back to
 * @typedef {{link: string, expected: string | null}} Step
 * @typedef {ReturnType<typeof createStore>} Store
 */

const TOGETHER = 800; // ms: keys that move the same control and follow so closely are one step to undo

/**
 * What of a state makes the numbers; all else is only how they are shown.
 * @param {Row[]} table
 * @param {Record<string, string>} params
 */
export function numbersOf(table, params) {
  return table
    .filter(row => row.touches !== 'view')
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
function linkOf(table, params) {
  const changed = table.filter(({key, default: initial}) => params[key] !== initial);
  return ['1', ...changed.map(({key}) => `${key}=${params[key]}`)].join(';');
}

/** @param {Reader} reader */
export function createStore(reader) {
  const table = reader.table();
  const initial = Object.fromEntries(table.map(row => [row.key, row.default]));
  /** @type {Set<(state: State, before: State) => void>} */
  const listeners = new Set();
  /** @type {Step[]} */
  let past = [];
  /** @type {Step[]} */
  let future = [];
  /** @type {Step} what undo would come back to if something changed now */
  let settled = {link: '1', expected: null};
  /** @type {Step} */
  let opened = settled;
  let changing = '';
  let last = {keys: '', at: -Infinity}; // what is being changed; what the last keys changed

  let state = blank(initial);

  /** @param {Partial<State>} patch */
  function publish(patch) {
    const before = state;
    state = {...state, ...patch, canUndo: past.length > 0, canRedo: future.length > 0};
    state.changed = state.link !== opened.link;
    for (const listener of listeners) listener(state, before);
  }

  const sameNumbers = (/** @type {Record<string, string>} */ params) =>
    numbersOf(table, params) === numbersOf(table, state.params);

  /** @param {Step} step */
  function stand(step) {
    const {state: params, link} = reader.decode(step.link);
    settled = {link, expected: step.expected};
    last = {keys: '', at: -Infinity};
    publish({params, link, expected: step.expected, live: false, moved: ''});
  }

  /** Makes the state that stands a step to come back to. @param {boolean} byKeys */
  function settle(byKeys) {
    if (state.link !== settled.link) {
      const again = byKeys && changing === last.keys && performance.now() - last.at < TOGETHER;
      if (!again) past.push(settled);
      future = [];
      settled = {link: state.link, expected: state.expected};
    }
    last = {keys: byKeys ? changing : '', at: performance.now()};
    publish({live: false});
  }

  return {
    get state() {
      return state;
    },
    table,

    /**
     * Changes some parameters; a value that is not accepted changes nothing. `live` while a slider
     * is held: the step
     * to undo is made when it is let go.
     * @param {Record<string, string>} patch
     * @param {{live?: boolean}} [how]
     * @returns {Remark[]} what was not accepted
     */
    set(patch, {live = false} = {}) {
      const source = patch.source ?? state.params.source;
      const wanted = {...state.params, ...patch, ...(source !== 'model' && {model: ''})};
      const {state: params, link, ignored} = reader.decode(linkOf(table, wanted));
      const refused = ignored.filter(remark => !remark.harmless);
      if (!refused.length) {
        const expected = sameNumbers(params) ? state.expected : null;
        changing = Object.keys(patch).join(' ');
        publish({params, link, expected, live, moved: changing, ...(!live && {ignored: []})});
      }
      if (!live) settle(false);
      return refused;
    },

    /** A slider or a key was let go, or a text left. @param {boolean} [byKeys] */
    settle(byKeys = false) {
      if (state.live) settle(byKeys);
    },

    /** Replaces every parameter by what a link says. @param {string} link */
    open(link) {
      const {state: params, link: canonical, ignored, check, lossless} = reader.decode(link);
      const expected = lossless ? check : null;
      const first = state.status.kind === 'loading' && !past.length && settled.link === '1';
      if (!first && canonical !== settled.link) {
        past.push(settled);
        future = [];
      }
      settled = opened = {link: canonical, expected};
      publish({
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
    },

    /** @returns {() => void} brings back what stands now, with its own undo and redo */
    keep() {
      this.settle();
      const had = {past: [...past], future: [...future], settled, opened};
      const {doubtful, start} = state;
      return () => {
        ({past, future, opened} = had);
        stand(had.settled);
        publish({doubtful, start});
      };
    },

    /**
     * Reads the link that stands once more: what it means may have a name now, as a model that has
     * arrived.
     */
    reread() {
      const {link, state: start} = reader.decode(opened.link);
      opened = {...opened, link};
      publish({start});
      stand({link: state.link, expected: state.expected});
    },

    undo() {
      this.settle();
      const step = past.pop();
      if (step) {
        future.push(settled);
        stand(step);
      }
    },

    redo() {
      this.settle();
      const step = future.pop();
      if (step) {
        past.push(settled);
        stand(step);
      }
    },

    /** Puts some parameters back to what the link said that was opened. @param {string[]} keys */
    reset(keys) {
      this.set(Object.fromEntries(keys.map(key => [key, state.start[key]])));
    },

    /** Goes back to the link that was opened. */
    restart() {
      if (state.link === opened.link) return;
      settle(false);
      past.push(settled);
      future = [];
      stand(opened);
    },

    /**
     * What is no parameter: the figure, how far it is, where the reader looks.
     * @param {Partial<Pick<State,
     *   'figure' | 'status' | 'focus' | 'bars' | 'zoom' | 'dismissed'>>} patch
     */
    show(patch) {
      publish(patch);
    },

    /** @param {(state: State, before: State) => void} listener @returns {() => void} ends it */
    subscribe(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
