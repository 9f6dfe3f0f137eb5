// Puts the parts of one element together: state goes down to all of them, changes come back up through the store alone.
import {createConductor} from './conductor.js';
import {createControls} from './controls/controls.js';
import {EngineError} from './engine.js';
import {createMap} from './around/map.js';
import {NoModel} from './model.js';
import {createParts} from './around/parts.js';
import {createRooms} from './around/rooms.js';
import {listenToKeys} from './controls/shortcuts.js';
import {broken, noModel, reason} from './around/trouble.js';
import {logitsOf, makeWhole, nameOfModel, openModel} from './works.js';

/**
 * @typedef {import('./store.js').State} State
 * @typedef {import('./store.js').Store} Store
 * @typedef {import('./engine.js').Engine} Engine
 * @typedef {import('./store.js').Figure} Figure
 * @typedef {import('./around/shell.js').Shell} Shell
 * @typedef {Awaited<ReturnType<typeof import('./around/waiting.js').createWaiting>>} Waiting
 * @typedef {ReturnType<typeof createApp>} App
 * @typedef {'open' | 'replace' | 'push'} Change by a link, by a slider or text, by a choice
 * @typedef {{settled(change: Change): void, unsettled(): void, failed(error: unknown): void, restart(): void}} On
 */

const HAND_MADE = '1'; // the link of a head that needs no model
const ABOUT_A_TEXT = /^Text \d /; // is said under its field

/** At most one drawing a frame, with the newest state. @param {() => void} draw */
function framed(draw) {
  let waiting = 0;
  return () => { waiting ||= requestAnimationFrame(() => { waiting = 0; draw(); }); };
}

/** When nothing else is to be done. @param {() => void} act */
function idly(act) {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(act, {timeout: 1000});
  else setTimeout(act, 200);
}

/**
 * Sliders and texts lead through many states, of which a history is not to remember each.
 * @param {Store} store
 * @param {Record<string, string>} before
 * @returns {Change}
 */
function changeSince({table, state}, before) {
  const changed = table.filter(({key}) => state.params[key] !== before[key]);
  return changed.some(({kind}) => kind === 'choice' || kind === 'words') ? 'push' : 'replace';
}

/**
 * @param {{shell: Shell, root: ShadowRoot, waiting: Waiting, store: Store, maker: Engine, opening: string}} with_
 * @param {On} on
 */
export function createApp({shell, root, waiting: {picture, to}, store, maker, opening}, on) {
  let mine = false;                    // was the last change made here, and not by a link?
  let announced = {link: '', check: '', params: store.state.params};
  /** @type {'away' | 'coming' | 'here'} */
  let model = 'away';
  let gone = false;
  let standIn = '';                      // the link of the model that a head made by hand stands in for

  const owner = {};
  const now = () => store.state;
  const act = {
    set(/** @type {Record<string, string>} */ patch, /** @type {boolean} */ live) {
      mine = true;
      return store.set(patch, {live});
    },
    settle: (/** @type {boolean} */ byKeys) => store.settle(byKeys),
    reset(/** @type {string[]} */ keys) { mine = true; store.reset(keys); },
    undo() { mine = true; store.undo(); },
    redo() { mine = true; store.redo(); },
    restart() { mine = true; store.restart(); },
  };

  // ---- Computing ----

  const conductor = createConductor(store, maker, owner, {made() { if (!standIn) shell.notice.tell(null); }, failed});

  /** @param {unknown} error */
  function failed(error) {
    const message = reason(error);
    store.show({status: {kind: 'error', progress: 0, message}});
    if (error instanceof EngineError)
      shell.notice.tell(ABOUT_A_TEXT.test(message) ? null : {message, actions: waysOut(store.state.params)});
    else report(error);
    on.failed(error);
  }

  /** What helps against the refusal of a figure. @param {Record<string, string>} params */
  function waysOut({source, model: named}) {
    const isOther = source === 'model' && named !== nameOfModel();
    return isOther ? [{label: 'Use the model that is here', act: () => { act.set({model: ''}, false); }}] : [];
  }

  /** @param {unknown} error */
  function report(error) {
    console.error(error);
    shell.notice.tell(broken(error, on.restart));
  }

  /** A figure of the model waits for it. @param {State} state */
  function follow(state) {
    if (state.params.source !== 'model' || model === 'here') conductor.follow(state);
    else if (model === 'away') fetchModel();
  }

  /** Its own arrival, or what the reader chooses instead, ends the wait for a network. */
  const stopWaiting = () => removeEventListener('online', fetchModel);

  async function fetchModel() {
    stopWaiting();
    model = 'coming';
    on.unsettled();
    try {
      await openModel();
      if (gone) return;
      model = 'here';
      const back = store.state.link === HAND_MADE ? standIn : '';
      standIn = '';
      shell.notice.tell(null);
      if (back) open(back);
      else store.reread();
    } catch (error) {
      if (gone) return;
      model = 'away';
      withoutModel(error);
    }
  }

  /**
   * The page's own opening goes on with a head made by hand; a link of the reader's is not replaced unasked.
   * @param {unknown} error
   */
  function withoutModel(error) {
    const again = error instanceof NoModel ? null : fetchModel;
    const replaced = store.state.link === opening || standIn !== '';
    if (replaced && !standIn) { standIn = store.state.link; open(HAND_MADE); }
    shell.notice.tell(noModel(error, {again, byHand, replaced}));
    if (again) addEventListener('online', again);
    if (!replaced) { store.show({status: {kind: 'error', progress: 0, message: String(error)}}); on.failed(error); }
  }

  function byHand() {
    stopWaiting();
    standIn = '';
    shell.notice.tell(null);
    act.set({source: 'synthetic'}, false);
  }

  /** @param {string} link */
  function open(link) { mine = false; store.open(link); }

  /** @returns {() => void} brings back what stands now */
  function keep() {
    const back = store.keep();
    return () => { mine = false; back(); };
  }

  // ---- The parts ----

  const row = store.table.filter(({key}) => key === 'eps')[0], host = /** @type {HTMLElement} */ (root.host);
  const checkNow = () => (conductor.current ? now().figure?.check ?? null : null);
  const parts = createParts(shell, {host, row, save: picture.save, now, act, opening, draw, failed: report,
    check: checkNow});
  const map = createMap(maker, {visible: () => !shell.controls.hidden, settled: () => conductor.current, draw,
    choose: (layer, head) => { act.set({layer: String(layer), head: String(head)}, false); }});
  to.hear = {focus: focus => store.show({focus}), bars: bars => store.show({bars}), zoom: zoom => store.show({zoom}),
    logits: (figure, panel) => logitsOf(maker, figure, panel),
    whole: figure => makeWhole(maker, figure)};

  const rooms = createRooms({host, root, shell, now, draw, act, check: checkNow, open, keep, opening, failed: report, table: store.table, maker});

  const controls = createControls(store.table, act, {heads: map.element});
  shell.controls.replaceChildren(controls.element);

  const shown = [...parts.list, picture, map, shell.notice, controls, rooms];

  /** The many controls behind "More" are not what the first figure should wait for: one section after the other. */
  function buildControls() { if (controls.build(now())) idly(buildControls); }
  const drawNow = () => {
    for (const part of shown)
      try { part.show(now()); } catch (error) { report(error); }
  };
  const drawSoon = framed(drawNow);
  function draw() { drawSoon(); }

  // ---- What happens when ----

  function announce() {
    const {link, params, figure, live} = now(), check = figure?.check ?? '';
    if (live || !check || !conductor.current) return;
    if (announced.link === link && announced.check === check) return;
    const change = mine ? changeSince(store, announced.params) : 'open', first = !announced.check;
    announced = {link, check, params};
    on.settled(change);
    if (first) idly(buildControls);
  }

  const unsubscribe = store.subscribe((state, before) => {
    draw();
    if (state.params !== before.params || state.live !== before.live) follow(state);
    if (state.link !== before.link && !conductor.current) on.unsettled();
    announce();
  });
  const unkey = listenToKeys(root, act);
  const stopPlaying = (/** @type {Event} */ event) => {
    const onButton = event.target instanceof Element && event.target.closest('.play');
    const pressing = !(event instanceof KeyboardEvent) || event.key === ' ' || event.key === 'Enter';
    if (!(onButton && pressing)) parts.stopPlaying(); // the button stops it itself
  };
  root.addEventListener('pointerdown', stopPlaying);
  root.addEventListener('keydown', stopPlaying);

  return {
    get state() { return store.state; },
    get current() { return conductor.current; },
    open,
    draw: drawNow,
    opened() {
      while (controls.build(now()));
      draw();
    },
    report,
    dismiss: () => store.show({ignored: []}),
    destroy() {
      gone = true;
      stopWaiting();
      unsubscribe();
      unkey();
      root.removeEventListener('pointerdown', stopPlaying);
      root.removeEventListener('keydown', stopPlaying);
      conductor.destroy();
      rooms.destroy();
      parts.destroy();
    },
  };
}
