// What opens beside the figure, and is fetched only then: the readings, a question that a link
// asks, the making of one. Each is a pane.
//
// Which pane is open is said by the element's attributes `reading` and `making`, which this module
// and the page's address write, and by a link's question. Panes are told by `show` and `hide`, the
// shell by `reading`.
import {asks} from '../state/answering.js';
import {offersOf} from '../state/limits.js';

/**
 * @typedef {import('../state/store.js').State} State
 * @typedef {import('../shared/needs.js').Pane} Pane
 * @typedef {import('../shared/needs.js').PaneContext} Needs
 * @typedef {import('../shared/needs.js').PaneControl} PaneControl
 * @typedef {Omit<Needs, 'top' | 'side' | 'control'> & {shell: import('./shell.js').Shell}} SharedContext
 *   what all panes are given
 */

const PANES = {
  reading: () => import('../readings/pane.js'),
  asking: () => import('../questions/asking.js'),
  making: () => import('../questions/making.js'),
};

/** What each is for. */
const NAMES = {
  reading: 'the readings',
  asking: 'the question of this link',
  making: 'making a question',
};

/** @param {SharedContext} shared */
export function createPanes(shared) {
  const {
    host,
    draw,
    table,
    shell: {top, side, entries, offer, compose, reading: tellReading},
  } = shared;
  /** @type {Record<string, Promise<Pane> | undefined>} */
  const coming = {};
  /** @type {Record<string, Pane>} */
  const here = {};
  /**
   * Those that did not come: they are tried again when they are asked for again.
   * @type {Set<string>}
   */
  const missed = new Set();

  /** @param {keyof typeof PANES} name @returns {PaneControl} */
  const controlOf = name => ({
    open(which) {
      host.setAttribute(name, which);
    },
    close() {
      host.removeAttribute(name);
      show(shared.now());
      if (name !== 'asking') entries[name].focus();
    },
  });

  /** @param {keyof typeof PANES} name */
  function fetchPane(name) {
    const arrived = (/** @type {{createPane(needs: Needs): Pane}} */ {createPane}) =>
      (here[name] = createPane({...shared, top, side, control: controlOf(name)}));
    return (coming[name] ??= shared.bring(NAMES[name], PANES[name]).then(arrived, error => {
      delete coming[name];
      missed.add(name);
      throw error;
    }));
  }

  /** @param {keyof typeof entries} name @param {(pane: Pane) => void} act */
  const enter = (name, act) => fetchPane(name).then(act).catch(shared.failed);
  const visited = (/** @type {string} */ reading) => (/** @type {Pane} */ pane) =>
    pane.visit?.(reading);
  entries.reading.onclick = () => enter('reading', visited('sink'));
  entries.making.onclick = () => enter('making', () => controlOf('making').open(''));
  const watch = new MutationObserver(draw);
  watch.observe(host, {attributeFilter: ['reading', 'making']});

  /** @param {State} state */
  function show(state) {
    const reading = host.hasAttribute('reading');
    const wanted = {
      reading,
      asking: !reading && (asks(state.params) || state.params.of !== ''),
      making: !reading && host.hasAttribute('making'),
    };
    const stays = coming.making && {leads: true}; // who makes a question goes on making it
    const more = {...stays, ...(reading && {curve: false})};
    offer({...offersOf(table, state.params), ...more});
    tellReading(reading && Boolean(here.reading));
    compose(state.params, reading || wanted.making);
    for (const name of /** @type {(keyof typeof PANES)[]} */ (Object.keys(PANES))) {
      if (!wanted[name]) missed.delete(name);
      else if (!coming[name] && !missed.has(name)) fetchPane(name).then(draw, shared.failed);
      if (wanted[name]) here[name]?.show(state);
      else here[name]?.hide();
    }
  }

  return {
    show,
    whole: true,
    /** @param {string} reading */
    visit(reading) {
      enter('reading', visited(reading));
    },
    destroy() {
      watch.disconnect();
    },
  };
}
