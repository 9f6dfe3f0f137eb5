// What can be opened beside the figure, and is fetched then: the readings, a question that a link asks, the making of one.

/**
 * @typedef {import('../store.js').State} State
 * @typedef {{show(state: State): void, hide(): void, visit?(name: string): void}} Room
 * @typedef {{host: HTMLElement, root: ShadowRoot, top: HTMLElement, side: HTMLElement, now(): State, draw(): void,
 *   act: import('./parts.js').Act, check(): string | null, open(link: string): void, keep(): () => void, opening: string, failed(error: unknown): void,
 *   entries: import('./shell.js').Shell['entries'], table: import('../store.js').Row[], maker: import('../engine.js').Engine}} Needs  top, side: where rooms stand;
 *   keep: what stands now, to be brought back
 */

const ROOMS = {
  reading: () => import('../readings/room.js'),
  asking: () => import('../questions/asking.js'),
  making: () => import('../questions/making.js'),
};

/** @param {State['params']} params */
const asks = params => Object.keys(params).some(key => /^(question|ask\d)$/.test(key) && params[key]);

/** @param {Needs} needs */
export function createRooms(needs) {
  const {host, draw} = needs;
  /** @type {Record<string, Promise<Room> | undefined>} */
  const coming = {};
  /** @type {Record<string, Room>} */
  const here = {};

  /** @param {keyof typeof ROOMS} name */
  function fetchRoom(name) {
    return coming[name] ??= ROOMS[name]().then(module => here[name] = module.createRoom(needs), error => {
      delete coming[name];
      host.removeAttribute(name);
      throw error;
    });
  }

  /** @param {keyof typeof ROOMS & keyof Needs['entries']} name @param {(room: Room) => void} act */
  function lead(name, act) { needs.entries[name].onclick = () => { fetchRoom(name).then(act).catch(needs.failed); }; }
  lead('reading', room => room.visit?.('sink'));
  lead('making', () => host.setAttribute('making', ''));
  const watch = new MutationObserver(draw);
  watch.observe(host, {attributeFilter: ['reading', 'making']});
  return {
    /** @param {State} state */
    show(state) {
      const reading = host.hasAttribute('reading');
      const wanted = {reading, asking: !reading && asks(state.params), making: !reading && host.hasAttribute('making')};
      for (const name of /** @type {(keyof typeof ROOMS)[]} */ (Object.keys(ROOMS))) {
        if (wanted[name] && !coming[name]) fetchRoom(name).then(draw, needs.failed);
        if (wanted[name]) here[name]?.show(state);
        else here[name]?.hide();
      }
    },
    destroy() { watch.disconnect(); },
  };
}
