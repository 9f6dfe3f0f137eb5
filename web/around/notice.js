// What the reader should know and nobody asked for: what of a link was not accepted, what went wrong and what to do.
import {h} from '../dom.js';
import {icon} from '../controls/icons.js';

/**
 * @typedef {import('../store.js').State} State
 * @typedef {{message: string, actions: {label: string, act(): void}[]}} Problem
 */

const MOST = 80; // letters of what was read that are said back

/** What was read may be anything, and of any length. @param {string} read */
export function quoted(read) {
  const start = read.length > MOST ? `${read.slice(0, MOST)}…` : read;
  return `“${start.replace(/[\0-\x1f]/g, '\ufffd')}”`;
}

/** @param {import('../engine.js').Remark} remark */
function remark({key, read, why, used}) {
  if (key === 'format' && used !== '1')
    return `This link is of format ${read}, which is not known here. What format 1 also has is shown; check it against where the link is from.`;
  const instead = used === 'nothing' ? 'It is left out.' : `Used instead: ${used || 'nothing'}.`;
  return `“${key}” was read as ${quoted(read)}; ${why}. ${instead}`;
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

  /** @param {Problem | null} it */
  function tell(it) {
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

    /** @param {State} state */
    show({ignored, status}) {
      const sentences = ignored.map(remark);
      if (sentences.join() !== shown) said.replaceChildren(...sentences.map(sentence => h('li', {}, sentence)));
      shown = sentences.join();
      remarks.hidden = !sentences.length;
      progress.className = status.kind === 'computing' ? '' : 'idle';
      if (status.kind === 'computing') progress.value = status.progress;
    },
  };
}
