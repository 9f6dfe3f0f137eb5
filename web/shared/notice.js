// What the reader should know and nobody asked for: what of a link was not accepted, what went
// wrong and what to do.
import {filled, h} from '../base/dom.js';
import {icon} from '../base/icons.js';
import {harmless as cleaned, shortened} from '../base/foreign.js';
import {remarks as words} from './messages.js';

/**
 * @typedef {import('../state/store.js').State} State
 * @typedef {{message: string, actions: {label: string, act(): void}[], stays?: boolean}} Problem
 *   stays: it is of no figure, so that none takes it back
 */

/** What was read, in the direction of its own writing. @param {string} read */
const apart = read => h('bdi', {}, shortened(read));

/** @param {import('../engine/core.js').Remark} remark @returns {(Node | string)[]} */
function remark({cause, key, read, why, more, use, used, harmless}) {
  const parts = {read: apart(read), key: apart(key), why: cleaned(why), more: cleaned(more)};
  if (use === 'link') return filled(words.linkLeftOut, parts);
  if (cause === 'other-format') return filled(words.otherFormat, parts);
  const told = filled(more ? words.readWithMore : words.read, parts);
  if (harmless) return told;
  return [...told, ' ', use === 'nothing' ? words.leftOut : words.used(cleaned(used))];
}

/**
 * Is it told? Marks around a link and a missing format change nothing that a reader could miss.
 * @param {import('../engine/core.js').Remark} remark
 */
const isTold = ({key, read, harmless}) =>
  !harmless || (key === 'link' ? /[\p{L}\p{N}]/u.test(read) : key !== 'format');

/** @param {{dismiss(): void}} on */
export function createNotice(on) {
  const closing = (/** @type {() => void} */ onclick) =>
    h(
      'button',
      {type: 'button', class: 'quiet', 'aria-label': 'Close', title: 'Close', onclick},
      icon('close'),
    );
  const said = h('ul', {});
  const close = closing(() => on.dismiss());
  const heading = h('p', {});
  const remarks = h('div', {class: 'remarks', hidden: true}, heading, close, said);
  const problem = h('div', {class: 'problem', hidden: true});
  const progress = h('progress', {max: 1, 'aria-label': 'Computing', class: 'idle'});
  let shown = '';
  /** @type {Problem | null} */
  let standing = null;

  /** @param {Problem | null} it */
  function tell(it) {
    standing = it;
    problem.hidden = !it;
    const button = (/** @type {Problem['actions'][0]} */ {label, act}) =>
      h('button', {type: 'button', class: 'quiet', onclick: act}, label);
    const parts = it
      ? [h('p', {}, it.message), ...it.actions.map(button), closing(() => tell(null))]
      : [];
    problem.replaceChildren(...parts);
  }

  return {
    element: h('div', {class: 'notices', role: 'status'}, remarks, problem),
    progress,
    tell,
    /** For who has just asked for something, and may be far from here. */
    bringIntoSight() {
      problem.scrollIntoView({block: 'nearest'});
    },
    /** A figure was made: what was told of one is over. */
    figureMade() {
      if (!standing?.stays) tell(null);
    },
    /** It is over, if nothing else has been told since. @param {Problem | undefined} it */
    take(it) {
      if (it && it === standing) tell(null);
    },

    /** @param {State} state */
    show({ignored, dismissed, status}) {
      const told = ignored.filter(isTold);
      const now = JSON.stringify(told);
      if (now !== shown) {
        const isLoss = told.some(({harmless}) => !harmless);
        heading.textContent = isLoss ? words.someLost : words.noneLost;
        said.replaceChildren(...told.map(one => h('li', {}, ...remark(one))));
      }
      shown = now;
      remarks.hidden = dismissed || !told.length;
      progress.className = status.kind === 'computing' ? '' : 'idle';
      if (status.kind === 'computing') progress.value = status.progress;
    },
  };
}
