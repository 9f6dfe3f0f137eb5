// The second figure of a link. A is what the link is of without `pair`; B has what `pair` says it
// has other than A, and is looked at as A is. What the reader changes is B.
import {createConductor} from '../state/conductor.js';
import {fieldsOf, valueIn} from '../engine/link-text.js';
import {spell, unspell} from '../controls/text.js';
import {linkOf} from '../state/store.js';
import {withoutOthers} from '../engine/sources.js';

/**
 * @typedef {import('../state/store.js').State} State
 * @typedef {import('../state/store.js').Store} Store
 * @typedef {import('../engine/core.js').Remark} Remark
 * @typedef {Record<string, string>} Params
 * @typedef {{params: Params, link: string, expected: string | null, refused: Remark[]}} Second
 */

/** What a pair says where B is as A: one key that both have. @param {Params} a */
const sameAs = a => `figure=${a.figure}`;

/** @param {Store} store */
export function createReading(store) {
  const {table} = store;
  const numbers = new Set(table.filter(({part}) => part !== 'view').map(({key}) => key));
  /** @type {Map<string, Second>} */
  const known = new Map();

  /** @param {Params} params those of A, with its pair @returns {Second} */
  function secondOf(params) {
    const key = linkOf(table, params);
    const had = known.get(key);
    if (had) return had;
    const said = `1;${unspell(params.pair)}`;
    const {state, ignored} = store.read(said);
    const own = fieldsOf(said).filter(([name]) => numbers.has(name));
    const other = Object.fromEntries(own.map(([name]) => [name, state[name]]));
    const {state: read, link} = store.read(linkOf(table, {...params, pair: '', ...other}));
    const refused = ignored.filter(({harmless}) => !harmless);
    const check = valueIn(said, 'check');
    const made = {params: read, link, expected: refused.length ? null : check || null, refused};
    if (known.size > 20) known.clear();
    known.set(key, made);
    return made;
  }

  /** What b has other than a, as a link without its number. @param {Params} a @param {Params} b */
  const apart = (a, b) =>
    [...numbers]
      .filter(key => a[key] !== b[key])
      .map(key => `${key}=${b[key]}`)
      .join(';') || sameAs(a);

  /**
   * The link of one figure with another in its pair, and with the check of that.
   * @param {Params} one
   * @param {Params} other
   * @param {string | null | undefined} check
   */
  function together(one, other, check) {
    const said = apart(one, other);
    return linkOf(table, {...one, pair: spell(check ? `${said};check=${check}` : said)});
  }

  return {numbers, secondOf, apart, together};
}

/**
 * B as a state, with its own figure.
 * @param {Store} store
 * @param {(params: Params) => Second} secondOf
 */
function createSecond(store, secondOf) {
  /** @type {Pick<State, 'figure' | 'status'>} */
  let own = {figure: null, status: {kind: 'loading', progress: 0, message: ''}};
  const seen = () => {
    const {state} = store;
    const {params, link, expected} = secondOf(state.params);
    const start = state.start.pair ? secondOf(state.start).params : state.start;
    return {...state, params, link, expected, start, ...own};
  };
  return {
    table: store.table,
    get state() {
      return seen();
    },
    /** @param {Partial<State>} patch */
    show({figure = own.figure, status = own.status, ...rest}) {
      own = {figure, status};
      store.show(rest); // all parts are told
    },
  };
}

/** Some keys of a patch. @param {Params} patch @param {(key: string) => boolean} fits */
const keysOf = (patch, fits) =>
  Object.fromEntries(Object.entries(patch).filter(([key]) => fits(key)));

/**
 * Changes B; how it is looked at, both.
 * @param {Store} store
 * @param {ReturnType<typeof createReading>} reading
 * @param {Params} params of B
 * @param {Params} patch
 * @param {boolean} live
 * @returns {Remark[]} what was not accepted
 */
function change(store, {numbers, apart}, params, patch, live) {
  const more = keysOf(patch, key => !numbers.has(key));
  const changed = keysOf(patch, key => numbers.has(key));
  const moved = Object.keys(patch).join(' ');
  if (!Object.keys(changed).length) return store.set(more, {live, moved});
  const source = changed.source ?? params.source;
  const wanted = {...params, ...changed, ...withoutOthers(source)};
  const {state: b, ignored} = store.read(linkOf(store.table, {...wanted, pair: ''}));
  const refused = ignored.filter(({harmless}) => !harmless);
  if (!refused.length)
    return store.set({...more, pair: spell(apart(store.state.params, b))}, {live, moved});
  if (!live) store.settle();
  return refused;
}

/**
 * @param {Store} store
 * @param {import('../engine/core.js').Core} maker
 * @param {{made(): void, failed(error: unknown): State['status'],
 *   isHereFor(state: State, missed: (error: unknown) => void): boolean}} on
 *   failed: tells it; missed hears that what the figure needs does not come
 */
export function createPairing(store, maker, on) {
  const reading = createReading(store);
  const {numbers, secondOf, apart, together} = reading;
  const second = createSecond(store, secondOf);
  const asStore = /** @type {Store} */ (/** @type {unknown} */ (second));
  const failed = (/** @type {unknown} */ error, /** @type {string} */ link) =>
    second.show({status: {...on.failed(error), link}});
  const conductor = createConductor(asStore, maker, {}, {made: on.made, failed});
  /** The link of B with A in its pair. */
  function swapped() {
    const {params, figure} = store.state;
    return together(second.state.params, params, figure?.check);
  }
  const seen = () => ({...second.state, swapped});
  const update = () => {
    const b = seen();
    const missed = (/** @type {unknown} */ error) => failed(error, b.link);
    if (store.state.params.pair && on.isHereFor(b, missed)) conductor.update(b);
  };
  const unsubscribe = store.subscribe((state, before) => {
    if (state.params !== before.params || state.live !== before.live) update();
  });

  return {
    seen,
    update,
    /** The keys that A and B differ in. */
    apart: () => [...numbers].filter(key => store.state.params[key] !== seen().params[key]),
    isCurrent: () => conductor.current,
    /** What the link says wrongly of B. */
    refused: () => secondOf(store.state.params).refused,
    /** The link of both, with B's check once that is known. */
    link() {
      const {params, figure} = seen();
      const check = conductor.current ? figure?.check : null;
      return together(store.state.params, params, check);
    },
    /** @param {Params} patch @param {boolean} live */
    set: (patch, live) => change(store, reading, seen().params, patch, live),
    swap: () =>
      store.set({...seen().params, pair: spell(apart(seen().params, store.state.params))}),
    keepA: () => store.set({pair: ''}),
    keepB: () => store.set({...seen().params, pair: ''}),
    destroy() {
      unsubscribe();
      conductor.destroy();
    },
  };
}
