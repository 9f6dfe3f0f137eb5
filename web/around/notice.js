// What the reader should know and nobody asked for: what of a link was not accepted, what went wrong and what to do.
import {h} from '../dom.js';
import {icon} from '../controls/icons.js';
import {harmless, shortened} from '../foreign.js';

/**
 * @typedef {import('../store.js').State} State
 * @typedef {{message: string, actions: {label: string, act(): void}[]}} Problem
 */

/** @param {string} read */
export const quoted = read => `“${shortened(read)}”`;

/** What was read, in the direction of its own writing. @param {string} read */
const apart = read => h('bdi', {}, shortened(read));

/** @param {import('../engine.js').Remark} remark @returns {(Node | string)[]} */
function remark({key, read, why, used}) {
  if (key === 'format' && used !== '1')
    return ['This link is of format ', apart(read), ', which is not known here. What format 1 also '
      + 'has is shown; check it against where the link is from.'];
  const instead = used === 'nothing' ? 'It is left out.' : `Used instead: ${used || 'nothing'}.`;
  return ['“', apart(key), '” was read as “', apart(read), `”; ${harmless(`${why}. ${instead}`)}`];
}

/** @param {{dismiss(): void}} on */
export function createNotice(on) {
  const closing = (/** @type {() => void} */ onclick) =>
    h('button', {type: 'button', class: 'quiet', 'aria-label': 'Close', title: 'Close', onclick}, icon('close'));
  const said = h('ul', {}), close = closing(() => on.dismiss());
  const remarks = h('div', {class: 'remarks', hidden: true},
    h('p', {}, 'Not everything in this link could be used:'), close, said);
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
    const parts = it ? [h('p', {}, it.message), ...it.actions.map(button), closing(() => tell(null))] : [];
    problem.replaceChildren(...parts);
  }

  return {
    element: h('div', {class: 'notices', role: 'status'}, remarks, problem),
    progress,
    tell,
    /** For who has just asked for something, and may be far from here. */
    bringIntoSight() { problem.scrollIntoView({block: 'nearest'}); },
    /** It is over, if nothing else has been told since. @param {Problem | undefined} it */
    take(it) { if (it && it === standing) tell(null); },

    /** @param {State} state */
    show({ignored, status}) {
      const now = JSON.stringify(ignored);
      if (now !== shown) said.replaceChildren(...ignored.map(one => h('li', {}, ...remark(one))));
      shown = now;
      remarks.hidden = !ignored.length;
      progress.className = status.kind === 'computing' ? '' : 'idle';
      if (status.kind === 'computing') progress.value = status.progress;
    },
  };
}
