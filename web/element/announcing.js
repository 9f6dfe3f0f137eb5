// Tells the page around the element what stands: once a figure has its check, and not of each step
// on the way there.

/**
 * @typedef {import('../state/store.js').State} State
 * @typedef {import('../state/store.js').Store} Store
 * @typedef {'open' | 'replace' | 'push'} Change by a link, by a slider or text, by a choice
 * @typedef {{settled(change: Change): void, writing(): void, unsettled(): void,
 *   back(): void}} Hearer
 *   writing: a text has been read that is still being written; back: what was announced stands
 *   again
 * @typedef {{isCurrent(): boolean, isShown(): boolean, isMine(): boolean}} Ask
 *   isCurrent: has the figure of this state its check? isShown: is that figure shown?
 *   isMine: was the last change made here, and not by a link?
 */

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

/** @param {Store} store @param {Ask} ask @param {Hearer} on */
export function createAnnouncing(store, ask, on) {
  let due = false; // is a figure promised?
  let noted = ''; // the link that was told of while a text is written
  let announced = {link: '', check: '', params: store.state.params};

  /** What stands is no longer what was announced. */
  function unsettled() {
    due = true;
    on.unsettled();
  }

  /** @param {State} state */
  function noteWriting({live, moved, link}) {
    const isText = store.table.some(({key, kind}) => key === moved && kind === 'text');
    if (!live || !isText || link === noted || !ask.isShown()) return;
    noted = link;
    on.writing();
  }

  /** @param {State} state */
  function announce({link, params, figure, live}) {
    const check = figure?.check ?? '';
    if (live || !check || !ask.isCurrent()) return;
    const same = announced.link === link && announced.check === check;
    const back = same && due;
    due = false;
    if (back) on.back();
    if (same) return;
    const change = ask.isMine() ? changeSince(store, announced.params) : 'open';
    announced = {link, check, params};
    on.settled(change);
  }

  return {
    unsettled,
    /** @param {State} state @param {State} before */
    follow(state, before) {
      if (state.link !== before.link && !ask.isCurrent()) unsettled();
      noteWriting(state);
      announce(store.state);
    },
  };
}
