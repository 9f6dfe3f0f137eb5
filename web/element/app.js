// Puts the parts of one element together: state goes down to all of them, changes come back up
// through the store alone.
import {createAnnouncing} from './announcing.js';
import {Arrival} from './arrival.js';
import {createConductor} from '../state/conductor.js';
import {createCurvePlace} from '../around/curve-place.js';
import {createDrafts} from '../state/drafts.js';
import {windowOf} from '../base/dom.js';
import {EngineError} from '../engine/core.js';
import {createMap} from '../around/map.js';
import {createPairPlace} from '../around/pair-place.js';
import {isOffered} from '../around/next-words.js';
import {createOwnPlace} from './own-place.js';
import {createParts} from './parts.js';
import {Missing, createBring} from '../shared/pieces.js';
import {createPanes} from './panes.js';
import {homeOf} from '../state/home.js';
import {listenToKeys} from '../controls/shortcuts.js';
import {broken, reason} from '../shared/trouble.js';
import {createSettled} from '../state/settled.js';
import {numbersOf} from '../state/store.js';
import {nextWords} from '../engine/next-words.js';
import {page} from '../engine/page-engine.js';
import {sourceOf} from '../engine/sources.js';
import {createTensorPlace} from './tensor-place.js';
import {asSeen} from './waiting.js';

/**
 * @typedef {import('../state/store.js').State} State
 * @typedef {import('../state/store.js').Store} Store
 * @typedef {import('../engine/core.js').Core} Engine
 * @typedef {import('./shell.js').Shell} Shell
 * @typedef {Awaited<ReturnType<typeof import('./waiting.js').createWaiting>>} Waiting
 * @typedef {ReturnType<typeof createApp>} App
 * @typedef {import('./announcing.js').Change} Change
 * @typedef {ReturnType<typeof createPairPlace>} Pairs
 * @typedef {import('./announcing.js').Hearer &
 *   {failed(error: unknown): void, restart(): void}} On
 */

/**
 * Is it said under the field of a text?
 * @param {import('../engine/core.js').Fault | null} fault
 */
const isAboutText = fault => /^text\d$/.test(fault?.row ?? '');

/**
 * At most one drawing a frame of that window, with the newest state.
 * @param {Window} view
 * @param {() => void} draw
 */
function framed(view, draw) {
  let waiting = 0;
  return () => {
    waiting ||= view.requestAnimationFrame(() => {
      waiting = 0;
      draw();
    });
  };
}

/**
 * Ends Play whenever the reader does something, but for its own button, which ends it itself.
 * @param {ShadowRoot} root
 * @param {() => void} stop
 * @returns {() => void} ends it
 */
function listenToHands(root, stop) {
  const hear = (/** @type {Event} */ event) => {
    const onButton = event.target instanceof Element && event.target.closest('.play');
    const pressing =
      !(event instanceof KeyboardEvent) || event.key === ' ' || event.key === 'Enter';
    if (!(onButton && pressing)) stop();
  };
  const kinds = ['pointerdown', 'keydown'];
  for (const kind of kinds) root.addEventListener(kind, hear);
  return () => {
    for (const kind of kinds) root.removeEventListener(kind, hear);
  };
}

/**
 * What the reader can do.
 * @param {Store} store
 * @param {Pick<Pairs, 'set' | 'reset'>} pairs
 * @param {<A extends unknown[], R>(act: (...given: A) => R) => (...given: A) => R} byReader
 */
function actsOf(store, pairs, byReader) {
  return {
    set: byReader((/** @type {Record<string, string>} */ patch, /** @type {boolean} */ live) =>
      pairs.set(patch, live),
    ),
    settle: (/** @type {boolean} */ byKeys) => store.settle(byKeys),
    reset: byReader((/** @type {string[]} */ keys) => pairs.reset(keys)),
    undo: byReader(() => store.undo()),
    redo: byReader(() => store.redo()),
    restart: byReader(() => store.restart()),
  };
}

/**
 * What changes the state: the reader's hand, or a link. Which of them did it last is known.
 * @param {Store} store
 * @param {Pick<Pairs, 'set' | 'reset'>} pairs
 */
function createHand(store, pairs) {
  let mine = false;
  /** @template {unknown[]} A @template R @param {(...given: A) => R} act */
  const byReader =
    act =>
    (/** @type {A} */ ...given) => {
      mine = true;
      return act(...given);
    };
  const act = actsOf(store, pairs, byReader);
  return {
    act,
    isMine: () => mine,
    /** @param {string} link */
    open(link) {
      mine = false;
      store.open(link);
    },
    /** @returns {() => void} brings back what stands now */
    keep() {
      const back = store.keep();
      return () => {
        mine = false;
        back();
      };
    },
  };
}

/**
 * @typedef {ReturnType<typeof createHand>} Hand
 * @typedef {{act: Hand['act'], choose(): void}} Ways choose: a file of tensors
 */

/**
 * What helps against the refusal of a figure.
 * @param {Record<string, string>} params
 * @param {Ways} ways
 */
function waysOut(params, {act, choose}) {
  const {isBrought, isOther, useOurs, names} = sourceOf(params);
  const useIt = {label: useOurs, act: () => void act.set({[names[0]]: ''}, false)};
  return [
    ...(isBrought ? [{label: 'Choose the file', act: choose}] : []),
    ...(isOther(params) ? [useIt] : []),
  ];
}

/**
 * What is said when something fails.
 * @param {Ways & {store: Store, notice: Shell['notice']}} page
 * @param {On} on
 */
function createFailures({store, notice, ...ways}, on) {
  /** @param {unknown} error */
  function report(error) {
    if (error instanceof Missing) return; // that was told where it was asked for
    console.error(error);
    notice.tell(broken(error, on.restart));
  }

  /** @param {unknown} error @param {string} link of which no figure came */
  function failed(error, link) {
    const message = reason(error);
    const fault = error instanceof EngineError ? error.fault : null;
    store.show({status: {kind: 'error', progress: 0, message, link, fault}});
    if (!(error instanceof EngineError)) report(error);
    else if (isAboutText(fault)) notice.tell(null);
    else notice.tell({message, actions: waysOut(store.state.params, ways)});
    on.failed(error);
  }

  return {report, failed};
}

/**
 * Draws parts from the state that stands: of two figures from what is changed, or, as parts say,
 * from the whole. A part that fails keeps none of the others from it.
 * @param {Window} view
 * @param {Pick<Pairs, 'seen' | 'both'>} pairs
 * @param {(error: unknown) => void} report
 */
function createDrawing(view, pairs, report) {
  /** @type {{whole?: boolean, show(state: State): void}[]} */
  const parts = [];
  function now() {
    const seen = pairs.seen();
    const both = pairs.both();
    for (const part of parts)
      try {
        part.show(part.whole ? both : seen);
      } catch (error) {
        report(error);
      }
  }
  return {
    now,
    soon: framed(view, now),
    /** @param {typeof parts} list */
    add(...list) {
      parts.push(...list);
    },
  };
}

/** Of a cell's arithmetic: a newer question takes the place of an older one. */
const ASKING = {};

/**
 * What the picture asks for and tells.
 * @param {Store} store
 * @param {Hand['act']} act
 * @param {Engine} maker
 * @param {import('../shared/pieces.js').Bring} bring
 * @returns {NonNullable<Waiting['to']['hear']>}
 */
const hearerOf = (store, act, maker, bring) => ({
  set: patch => void act.set(patch, false),
  focus: focus => store.show({focus}),
  bars: bars => store.show({bars}),
  zoom: zoom => store.show({zoom}),
  logits: (figure, panel) => page.logitsOf(maker, figure, panel),
  words: (figure, panel) => nextWords(maker, figure, panel),
  ask: (figure, question) => page.ask({maker, owner: ASKING}, figure, question),
  whole: (figure, tell) => page.makeWhole(maker, figure, tell),
  bring,
});

/**
 * The controls behind "More", which are fetched when it is first opened.
 * @param {HTMLElement} place
 * @param {HTMLElement[]} heads the map of heads, if it stands among them
 * @param {{store: Store, act: Hand['act'], bring: import('../shared/pieces.js').Bring}} needs
 */
function placeControls(place, heads, {store, act, bring}) {
  /** @type {ReturnType<typeof import('../controls/controls.js').createControls> | null} */
  let controls = null;
  return {
    /** @param {State} state */
    show(state) {
      controls?.show(state);
    },
    async open() {
      if (controls) return;
      const {createControls} = await bring(
        'more settings',
        () => import('../controls/controls.js'),
      );
      controls ??= createControls(store.table, act, {heads});
      controls.show(store.state);
      place.replaceChildren(controls.element);
      controls.dress();
    },
  };
}

/**
 * Where the element's attribute says that only some parts are shown, what sees to that is fetched.
 * @param {HTMLElement} host
 * @param {Shell} shell
 * @param {Pick<import('../shared/needs.js').PartNeeds, 'bring' | 'draw' | 'failed'> &
 *   {maker: Engine}} needs
 */
function createFewPlace(host, shell, {maker, bring, draw, failed}) {
  /** @type {{show(state: State): void} | null} */
  let few = null;
  let fetched = false;
  async function fetchIt() {
    fetched = true;
    const {createFew} = await bring('showing some parts', () => import('../around/few.js'), true);
    few = createFew(host, shell.stage, maker);
    draw();
  }
  return {
    show(/** @type {State} */ state) {
      if (!fetched && host.hasAttribute('parts')) fetchIt().catch(failed);
      few?.show(state);
    },
  };
}

/**
 * What the reader can do, where to choose tensors of one's own asks for their file.
 * @param {Hand['act']} act
 * @param {() => void} ask
 * @returns {Hand['act']}
 */
const askingForTensors = (act, ask) => ({
  ...act,
  set(patch, live) {
    if (!patch.source || !sourceOf(patch).isBrought) return act.set(patch, live);
    ask();
    return [];
  },
});

/**
 * The map of heads: beside the figure where that has room for it, else among the controls.
 * @param {With} given
 * @param {Hand['act']} act
 * @param {Omit<Parameters<typeof createMap>[1], 'visible' | 'choose'>} on
 */
function placeMap({shell, maker}, act, on) {
  const isInSight = isOffered();
  const map = createMap(maker, {
    visible: () => isInSight || !shell.controls.hidden,
    choose(layer, head) {
      act.set({layer: String(layer), head: String(head)}, false);
    },
    ...on,
  });
  if (isInSight) shell.heads.replaceChildren(map.element);
  return {map, among: isInSight ? [] : [map.element]};
}

/**
 * All that is shown, each in its place of the shell.
 * @param {With & {host: HTMLElement}} given
 * @param {{hand: Hand, pairs: Pairs, hearer: NonNullable<Waiting['to']['hear']>,
 *   bring: import('../shared/pieces.js').Bring, report(error: unknown): void, draw(): void,
 *   isCurrent(): boolean, again(): void, stop(): void}} tools
 */
function createShown(given, {hand, pairs, hearer, bring, report, draw, isCurrent, again, stop}) {
  const {shell, root, host, waiting, store, maker, opening} = given;
  const {act, open, keep} = hand;
  const {seen: now, both} = pairs;
  const check = () => (isCurrent() ? (store.state.figure?.check ?? null) : null);
  const settled = createSettled({
    now: both,
    all: pairs.all,
    isSettled: () => check() !== null,
    draw,
  });
  const common = {bring, failed: report, draw};
  const shared = {host, now, both, act, opening, settled, check, ...common};
  const row = store.table.filter(({key}) => key === 'eps')[0];
  const {save} = waiting.picture;
  const words = (/** @type {NonNullable<State['figure']>} */ figure, /** @type {number} */ panel) =>
    nextWords(maker, figure, panel);
  const look = (/** @type {State['focus']} */ focus) =>
    store.show({focus, bars: now().bars && focus?.pinned === true});
  const read = (/** @type {string} */ name) => panes.visit(name);
  const own = {row, save, words, look, read, drafts: createDrafts(host), compare: pairs.button};
  const parts = createParts(shell, {...own, ...shared});
  const {map, among} = placeMap(given, act, {settled: isCurrent, ...common});
  const curve = createCurvePlace(shell.curve, {
    maker,
    table: store.table,
    settled: isCurrent,
    now,
    act,
    ...common,
  });
  waiting.to.hear = hearer;
  const peek = (/** @type {string} */ said) => store.peek(said);
  const panes = createPanes({
    root,
    shell,
    open,
    peek,
    keep,
    table: store.table,
    maker,
    ...shared,
    now: both,
  });
  const owned = createOwnPlace({
    root,
    place: shell.texts,
    entry: shell.own,
    numbers: () => numbersOf(store.table, now().params),
    now,
    act,
    again,
    stop,
    ...common,
  });
  const picture = {show: (/** @type {State} */ state) => waiting.picture.show(asSeen(host, state))};
  const few = createFewPlace(host, shell, {maker, ...common});
  const tensors = createTensorPlace({root, table: store.table, now, act, again, ...common});
  shell.tensors.onclick = () => tensors.open();
  const choosing = askingForTensors(act, () => void tensors.open());
  const controls = placeControls(shell.controls, among, {store, act: choosing, bring});
  return {
    list: [
      ...parts.list,
      picture,
      few,
      map,
      curve,
      shell.notice,
      controls,
      pairs,
      panes,
      settled,
      owned,
    ],
    parts,
    owned,
    curve,
    panes,
    controls,
    tensors,
  };
}

/**
 * @typedef {{shell: Shell, root: ShadowRoot, waiting: Waiting, store: Store, maker: Engine,
 *   opening: string}} With
 */

/**
 * @param {With} given
 * @param {{bring: import('../shared/pieces.js').Bring, draw(): void,
 *   report(error: unknown): void}} tools
 * @param {() => Pick<import('../around/pair.js').Needs, 'on' | 'made' | 'isHereFor'>} later
 *   what there is once the element is whole
 */
function pairsOf({store, maker, shell, root}, {bring, draw, report}, later) {
  const home = () => homeOf(root.host);
  /** @param {unknown} error @returns {State['status']} */
  function failed(error) {
    const message = reason(error);
    shell.notice.tell({message, actions: []});
    return {kind: 'error', progress: 0, message};
  }
  const needs = () => ({store, maker, place: shell.pair, home, failed, ...later()});
  return createPairPlace(store, shell.pair, needs, {bring, failed: report, draw});
}

/**
 * To give up what is in the making, and to try once more.
 * @param {Store} store
 * @param {ReturnType<typeof createConductor>} conductor
 */
const attemptsOf = (store, conductor) => ({
  stop() {
    conductor.giveUp();
    store.show({status: {kind: 'ready', progress: 1, message: ''}});
  },
  again() {
    conductor.giveUp();
    conductor.update(store.state);
  },
});

/** @param {With} given @param {On} on */
export function createApp(given, on) {
  const {shell, root, store, maker, opening} = given;
  const {notice} = shell;
  const host = /** @type {HTMLElement} */ (root.host);
  const bring = createBring(notice);
  const pairs = pairsOf(given, {bring, draw: () => draw(), report: error => report(error)}, () => ({
    on: hearer,
    made,
    isHereFor: (state, missed) => arrival.isHereFor(state, missed),
  }));
  const hand = createHand(store, pairs);
  const {act, open} = hand;
  const choose = () => void shown.tensors.open();
  const {report, failed} = createFailures({store, act, notice, choose}, on);
  const hearer = hearerOf(store, act, maker, bring);
  const made = () => {
    if (!arrival.missed) notice.figureMade();
  };
  const conductor = createConductor(store, maker, {}, {made, failed});
  const isCurrent = () => conductor.current && pairs.isCurrent();
  const announcing = createAnnouncing(
    store,
    {isCurrent, isShown: () => conductor.shown, isMine: hand.isMine},
    on,
  );
  const byHand = () => {
    act.set({source: 'synthetic'}, false);
  };
  const arrival = new Arrival(
    {store, opening, open, byHand, tell: notice.tell},
    {unsettled: announcing.unsettled, failed: on.failed},
  );
  const drawing = createDrawing(windowOf(host), pairs, report);
  const draw = drawing.soon;
  const {stop, again} = attemptsOf(store, conductor);
  const tools = {hand, pairs, hearer, bring, report, draw, isCurrent, again, stop};
  const shown = createShown({...given, host}, tools);
  drawing.add(...shown.list);

  const unsubscribe = store.subscribe((state, before) => {
    draw();
    const isOther = state.params !== before.params || state.live !== before.live;
    if (isOther && arrival.isHereFor(state)) conductor.update(state);
    else if (isOther) conductor.giveUp();
    announcing.follow(state, before);
  });
  const unkey = listenToKeys(root, {...act, full: shown.parts.full});
  const unhand = listenToHands(root, shown.parts.stopPlaying);

  return {
    get state() {
      return store.state;
    },
    get current() {
      return conductor.current;
    },
    open,
    /** Tries once more what has failed. */
    again() {
      if (arrival.isHereFor(store.state)) again();
    },
    draw: drawing.now,
    /** "More" is open. Fails if what stands there did not come, which is told. */
    async opened() {
      draw();
      await shown.controls.open().catch(error => {
        report(error);
        throw error;
      });
    },
    report,
    dismiss: () => store.show({dismissed: true}),
    destroy() {
      arrival.destroy();
      unsubscribe();
      unkey();
      unhand();
      conductor.destroy();
      shown.panes.destroy();
      shown.tensors.destroy();
      shown.parts.destroy();
      shown.curve.destroy();
      shown.owned.destroy();
      pairs.destroy();
    },
  };
}
