// What can be opened beside the figure, and is fetched then: the readings, a question that a link
// asks, the making of one.
//
// Which one is open is said by the element's attributes `reading` and `making`, which are written
// here and by the page's address, and by a link's question. Rooms hear of it by show and hide, the
// shell by `reading`.
import {offersOf} from '../state/limits.js';

/**
 * @typedef {import('../state/store.js').State} State
 * @typedef {import('../shared/needs.js').Room} Room
 * @typedef {import('../shared/needs.js').RoomNeeds} Needs
 * @typedef {import('../shared/needs.js').Door} Door
 * @typedef {Omit<Needs, 'top' | 'side' | 'door'> & {shell: import('./shell.js').Shell}} Hall what
 *   all rooms share
 */

const ROOMS = {
  reading: () => import('../readings/room.js'),
  asking: () => import('../questions/asking.js'),
  making: () => import('../questions/making.js'),
};

/** What each is for. */
const NAMES = {
  reading: 'the readings',
  asking: 'the question of this link',
  making: 'making a question',
};

/** @param {State['params']} params */
const asks = params =>
  Object.keys(params).some(key => /^(question|ask\d)$/.test(key) && params[key]);

/** @param {Hall} hall */
export function createRooms(hall) {
  const {
    host,
    draw,
    table,
    shell: {top, side, entries, offer, reading: tellReading},
  } = hall;
  /** @type {Record<string, Promise<Room> | undefined>} */
  const coming = {};
  /** @type {Record<string, Room>} */
  const here = {};
  /**
   * Those that did not come: they are tried again when they are asked for again.
   * @type {Set<string>}
   */
  const missed = new Set();

  /** @param {keyof typeof ROOMS} name @returns {Door} */
  const doorOf = name => ({
    open(which) {
      host.setAttribute(name, which);
    },
    close() {
      host.removeAttribute(name);
      show(hall.now());
      if (name !== 'asking') entries[name].focus();
    },
  });

  /** @param {keyof typeof ROOMS} name */
  function fetchRoom(name) {
    const arrived = (/** @type {{createRoom(needs: Needs): Room}} */ {createRoom}) =>
      (here[name] = createRoom({...hall, top, side, door: doorOf(name)}));
    return (coming[name] ??= hall.bring(NAMES[name], ROOMS[name]).then(arrived, error => {
      delete coming[name];
      missed.add(name);
      throw error;
    }));
  }

  /** @param {keyof typeof entries} name @param {(room: Room) => void} act */
  function lead(name, act) {
    entries[name].onclick = () => {
      fetchRoom(name).then(act).catch(hall.failed);
    };
  }
  lead('reading', room => room.visit?.('sink'));
  lead('making', () => doorOf('making').open(''));
  const watch = new MutationObserver(draw);
  watch.observe(host, {attributeFilter: ['reading', 'making']});

  /** @param {State} state */
  function show(state) {
    const reading = host.hasAttribute('reading');
    const wanted = {
      reading,
      asking: !reading && asks(state.params),
      making: !reading && host.hasAttribute('making'),
    };
    offer({...offersOf(table, state.params), ...(coming.making && {leads: true})}); // who makes a question goes on making it
    tellReading(reading && Boolean(here.reading));
    for (const name of /** @type {(keyof typeof ROOMS)[]} */ (Object.keys(ROOMS))) {
      if (!wanted[name]) missed.delete(name);
      else if (!coming[name] && !missed.has(name)) fetchRoom(name).then(draw, hall.failed);
      if (wanted[name]) here[name]?.show(state);
      else here[name]?.hide();
    }
  }

  return {
    show,
    destroy() {
      watch.disconnect();
    },
  };
}
