// What the reader should know and nobody asked for: what of a link was not accepted, what went wrong and what to do.
import {h} from './dom.js';
import {icon} from './icons.js';
import {remark} from './words.js';

/**
 * @typedef {import('./store.js').State} State
 * @typedef {{message: string, actions: {label: string, act(): void}[]}} Problem
 */

/** @param {{dismiss(): void}} on */
export function createNotice(on) {
  const said = h('ul', {}), close = h('button', {type: 'button', class: 'quiet', 'aria-label': 'Close', title: 'Close',
    onclick: () => on.dismiss()}, icon('close'));
  const remarks = h('div', {class: 'remarks', hidden: true}, h('p', {}, 'Not everything in this link could be used:'), close, said);
  const problem = h('div', {class: 'problem', hidden: true});
  const progress = h('progress', {max: 1, 'aria-label': 'Computing', class: 'idle'});
  let shown = '';

  return {
    element: h('div', {class: 'notices', role: 'status'}, remarks, problem),
    progress,

    /** @param {Problem | null} it */
    tell(it) {
      problem.hidden = !it;
      const buttons = it?.actions.map(({label, act}) => h('button', {type: 'button', class: 'quiet', onclick: act}, label)) ?? [];
      const away = h('button', {type: 'button', class: 'quiet', 'aria-label': 'Close', title: 'Close', onclick: () => this.tell(null)}, icon('close'));
      problem.replaceChildren(...it ? [h('p', {}, it.message), ...buttons, away] : []);
    },

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
