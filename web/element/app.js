// Puts the parts of one element together: state goes down to all of them, changes come back up
// through the store alone.
import {createArrival} from './arrival.js';
import {createConductor} from '../state/conductor.js';
import {createControls} from '../controls/controls.js';
import {createDrafts} from '../state/drafts.js';
import {windowOf} from '../base/dom.js';
import {EngineError} from '../engine/engine.js';
import {createMap} from '../around/map.js';
import {createParts} from './parts.js';
import {Missing, createBring} from '../shared/pieces.js';
import {createRooms} from './rooms.js';
import {listenToKeys} from '../controls/shortcuts.js';
import {broken, reason} from '../shared/trouble.js';
import {createSettled} from '../state/settled.js';
import {logitsOf, makeWhole, nameOfModel} from '../engine/works.js';

/**
 * @typedef {import('../state/store.js').State} State
 * @typedef {import('../state/store.js').Store} Store
 * @typedef {import('../engine/engine.js').Engine} Engine
 * @typedef {import('../state/store.js').Figure} Figure
 * @typedef {import('./shell.js').Shell} Shell
 * @typedef {Awaited<ReturnType<typeof import('./waiting.js').createWaiting>>} Waiting
 * @typedef {ReturnType<typeof createApp>} App
 * @typedef {'open' | 'replace' | 'push'} Change by a link, by a slider or text, by a choice
 * @typedef {{settled(change: Change): void, writing(): void, unsettled(): void, back(): void,
 *   failed(error: unknown): void, restart(): void}} On
 *   writing: a text has been read that is still being written
 */

const ABOUT_A_TEXT = /^Text \d /; // is said under its field

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
 * What the reader does ends what plays by itself; its own button does so without.
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
 * @param {{shell: Shell, root: ShadowRoot, waiting: Waiting, store: Store, maker: Engine, opening:
 *   string}} with_
 * @param {On} on
 */
export function createApp({shell, root, waiting: {picture, to}, store, maker, opening}, on) {
  let mine = false; // was the last change made here, and not by a link?
  let due = false; // is a figure promised?
  let announced = {link: '', check: '', params: store.state.params};

  const owner = {};
  const now = () => store.state;
  const act = {
    set(/** @type {Record<string, string>} */ patch, /** @type {boolean} */ live) {
      mine = true;
      return store.set(patch, {live});
    },
    settle: (/** @type {boolean} */ byKeys) => store.settle(byKeys),
    reset(/** @type {string[]} */ keys) {
      mine = true;
      store.reset(keys);
    },
    undo() {
      mine = true;
      store.undo();
    },
    redo() {
      mine = true;
      store.redo();
    },
    restart() {
      mine = true;
      store.restart();
    },
  };

  // ---- Computing ----

  const conductor = createConductor(store, maker, owner, {
    made() {
      if (!arrival.missed) shell.notice.tell(null);
    },
    failed,
  });

  /** @param {unknown} error @param {string} link of which no figure came */
  function failed(error, link) {
    const message = reason(error);
    store.show({status: {kind: 'error', progress: 0, message, link}});
    if (error instanceof EngineError)
      shell.notice.tell(
        ABOUT_A_TEXT.test(message) ? null : {message, actions: waysOut(store.state.params)},
      );
    else report(error);
    on.failed(error);
  }

  /** What helps against the refusal of a figure. @param {Record<string, string>} params */
  function waysOut({source, model: named}) {
    const isOther = source === 'model' && named !== nameOfModel();
    return isOther
      ? [
          {
            label: 'Use the model that is here',
            act: () => {
              act.set({model: ''}, false);
            },
          },
        ]
      : [];
  }

  /** @param {unknown} error */
  function report(error) {
    if (error instanceof Missing) return; // that was told where it was asked for
    console.error(error);
    shell.notice.tell(broken(error, on.restart));
  }

  const byHand = () => {
    act.set({source: 'synthetic'}, false);
  };
  const arrival = createArrival(
    {store, opening, open, byHand, tell: shell.notice.tell},
    {unsettled, failed: on.failed},
  );

  /** @param {string} link */
  function open(link) {
    mine = false;
    store.open(link);
  }

  /** @returns {() => void} brings back what stands now */
  function keep() {
    const back = store.keep();
    return () => {
      mine = false;
      back();
    };
  }

  // ---- The parts ----

  const bring = createBring(shell.notice);
  const row = store.table.filter(({key}) => key === 'eps')[0];
  const host = /** @type {HTMLElement} */ (root.host);
  const checkNow = () => (conductor.current ? (now().figure?.check ?? null) : null);
  const settled = createSettled({now, isSettled: () => checkNow() !== null, draw});
  const common = {bring, failed: report, draw};
  const parts = createParts(shell, {
    host,
    row,
    save: picture.save,
    now,
    act,
    opening,
    settled,
    check: checkNow,
    drafts: createDrafts(host),
    ...common,
  });
  const map = createMap(maker, {
    visible: () => !shell.controls.hidden,
    settled: () => conductor.current,
    choose: (layer, head) => {
      act.set({layer: String(layer), head: String(head)}, false);
    },
    ...common,
  });
  to.hear = {
    focus: focus => store.show({focus}),
    bars: bars => store.show({bars}),
    zoom: zoom => store.show({zoom}),
    logits: (figure, panel) => logitsOf(maker, figure, panel),
    whole: (figure, tell) => makeWhole(maker, figure, tell),
    bring,
  };

  const rooms = createRooms({
    host,
    root,
    shell,
    now,
    act,
    check: checkNow,
    settled,
    open,
    keep,
    opening,
    table: store.table,
    maker,
    ...common,
  });

  const controls = createControls(store.table, act, {heads: map.element});
  shell.controls.replaceChildren(controls.element);

  const shown = [...parts.list, picture, map, shell.notice, controls, rooms, settled];

  /**
   * The many controls behind "More" are not what the first figure should wait for: one section
   * after the other.
   */
  function buildControls() {
    if (controls.build(now())) idly(buildControls);
  }
  const drawNow = () => {
    for (const part of shown)
      try {
        part.show(now());
      } catch (error) {
        report(error);
      }
  };
  const drawSoon = framed(windowOf(host), drawNow);
  function draw() {
    drawSoon();
  }

  // ---- What happens when ----

  /** What stands is no longer what was announced. */
  function unsettled() {
    due = true;
    on.unsettled();
  }

  let noted = ''; // the link that was told of while a text is written

  /** @param {State} state */
  function noteWriting({live, moved, link}) {
    const isText = store.table.some(({key, kind}) => key === moved && kind === 'text');
    if (!live || !isText || link === noted || !conductor.shown) return;
    noted = link;
    on.writing();
  }

  function announce() {
    const {link, params, figure, live} = now();
    const check = figure?.check ?? '';
    if (live || !check || !conductor.current) return;
    const same = announced.link === link && announced.check === check;
    const back = same && due;
    due = false;
    if (back) on.back();
    if (same) return;
    const change = mine ? changeSince(store, announced.params) : 'open';
    const first = !announced.check;
    announced = {link, check, params};
    on.settled(change);
    if (first) idly(buildControls);
  }

  const unsubscribe = store.subscribe((state, before) => {
    draw();
    const follow = state.params !== before.params || state.live !== before.live;
    if (follow && arrival.isHereFor(state)) conductor.follow(state);
    else if (follow) conductor.giveUp();
    if (state.link !== before.link && !conductor.current) unsettled();
    noteWriting(state);
    announce();
  });
  const unkey = listenToKeys(root, act);
  const unhand = listenToHands(root, parts.stopPlaying);

  return {
    get state() {
      return store.state;
    },
    get current() {
      return conductor.current;
    },
    open,
    draw: drawNow,
    opened() {
      while (controls.build(now()));
      draw();
    },
    report,
    dismiss: () => store.show({dismissed: true}),
    destroy() {
      arrival.destroy();
      unsubscribe();
      unkey();
      unhand();
      conductor.destroy();
      rooms.destroy();
      parts.destroy();
    },
  };
}
