// What stands until the engine has arrived: the same parts with the same sizes, out of reach, so
// that nothing moves when it does. The state is a guess: the engine's reading of the link replaces
// it.
import {guess, rows} from '../around/guess.js';
import {createParts} from './parts.js';
import {NO_DRAFTS} from '../state/drafts.js';
import {offersOf} from '../state/limits.js';
import {createPicture} from '../figure/picture.js';
import {homeOf} from '../state/home.js';
import {blank} from '../state/store.js';
import {page} from '../engine/page-engine.js';

/**
 * @typedef {import('../state/store.js').State} State
 * @typedef {import('../figure/picture.js').On} On
 */

const EPSILON = rows.filter(({key}) => key === 'eps')[0];

/**
 * Where only some parts are shown, no others are seen meanwhile. What does not come now is fetched
 * again, and told of, once the engine is here. Small panels come with the engine: until then a place
 * for them is kept by the large ones.
 * @param {HTMLElement} host
 * @param {HTMLElement} stage
 */
async function withhold(host, stage) {
  const parts = host.getAttribute('parts');
  if (parts === null || parts.split(' ').includes('small')) return;
  await import('../around/few.js').then(
    few => few.withhold(stage),
    () => {},
  );
}

/**
 * Nobody can ask: what is out of reach has no buttons.
 * @type {import('../state/settled.js').Settling}
 */
const UNSETTLED = {known: () => null, wait: () => new Promise(() => {})};

const nothing = () => Promise.reject(new Error('Nothing can be used yet.'));

const idle = {set: () => [], settle() {}, reset() {}, undo() {}, redo() {}, restart() {}};

/**
 * Readings are of figures as they are printed.
 * @param {HTMLElement} host
 * @param {State} state
 * @returns {State}
 */
export const asSeen = (host, state) =>
  host.hasAttribute('reading') ? {...state, params: {...state.params, style: 'paper'}} : state;

/**
 * Makes the parts that stand until the engine has arrived. The picture is kept afterwards; what the
 * reader does in it goes to `hear`, once that is set.
 * @param {import('./shell.js').Shell} shell
 * @param {HTMLElement} host
 * @param {{state: State, opening: string}} shown opening: the link of the page's own figure
 * @param {boolean} brief the engine is here: only the picture is made
 */
async function made(shell, host, {state, opening}, brief) {
  /** @type {{hear: On | null}} */
  const to = {hear: null};
  // The first loads much; another is made at one go.
  const slice = brief ? async () => {} : () => page.breath();
  await page.breath();
  const picture = createPicture(
    shell.picture,
    {
      set: patch => to.hear?.set(patch),
      focus: focus => to.hear?.focus(focus),
      bars: open => to.hear?.bars(open),
      zoom: panel => to.hear?.zoom(panel),
      logits: (figure, panel) => to.hear?.logits(figure, panel) ?? null,
      words: (figure, panel) => to.hear?.words(figure, panel) ?? null,
      whole: async (figure, tell) => to.hear?.whole(figure, tell) ?? figure,
      ask: (figure, question) => to.hear?.ask(figure, question) ?? nothing(),
      bring: (...asked) => (to.hear?.bring ?? nothing)(...asked),
    },
    () => homeOf(host),
    shell.room,
  );
  shell.compose(state.params, host.hasAttribute('reading') || host.hasAttribute('making'));
  await slice();
  const needs = {
    host,
    row: EPSILON,
    save: picture.save,
    now: () => state,
    both: () => state,
    act: idle,
    look() {},
    check: () => null,
    settled: UNSETTLED,
    words: () => null,
    drafts: NO_DRAFTS,
    opening,
    read() {},
    draw() {},
    bring: nothing,
    failed() {},
  };
  const parts = brief ? null : createParts(shell, needs);
  for (const part of parts?.list ?? []) part.show(state);
  shell.offer(offersOf(rows, state.params));
  await withhold(host, shell.stage);
  await slice();
  picture.measure();
  await slice();
  picture.show(asSeen(host, state));
  shell.reachable(brief);
  return {
    picture,
    to,
    end() {
      shell.reachable(true);
      parts?.destroy();
    },
  };
}

/**
 * Made in slices, so that the page answers meanwhile, and seen when it is whole, so that nothing
 * moves.
 * @param {import('./shell.js').Shell} shell
 * @param {HTMLElement} host
 * @param {string} link
 * @param {string} opening the link of the page's own figure
 */
export async function createWaiting(shell, host, link, opening) {
  const brief = page.isHere;
  shell.seen(false);
  try {
    return await made(shell, host, {state: blank(guess(link)), opening}, brief);
  } finally {
    shell.seen(true);
  }
}
