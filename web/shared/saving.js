// "Save": the figure as a file. One that is in the making is waited for: no file is ever empty.
import {h} from '../base/dom.js';
import {toldShare} from './copy.js';
import {createMenu} from './menu.js';
import {notSaved, saves, waiting} from './messages.js';
import {reason} from './trouble.js';

/**
 * @typedef {import('../state/store.js').State} State
 * @typedef {import('../state/settled.js').Tell} Tell
 * @typedef {(state: State, tell: Tell) => Promise<string | Blob>} Make
 *   tell hears how far the file is
 * @typedef {Record<'png' | 'csv' | 'json', Make>} Save
 */

/** @type {[keyof Save, string, string][]} ending, label, type */
const KINDS = [
  ['png', 'Picture (PNG)', 'image/png'],
  ['csv', 'Numbers (CSV)', 'text/csv'],
  ['json', 'Numbers (JSON)', 'application/json'],
];

/** @param {Blob} blob @param {string} name */
function download(blob, name) {
  const address = URL.createObjectURL(blob);
  h('a', {href: address, download: name}).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/**
 * @param {{save: Save, now(): State, settled: import('../state/settled.js').Settling}} needs
 *   now: what is looked at, of two figures the second
 * @param {(message: string) => void} tell
 */
export function createSaveMenu({save, now, settled}, tell) {
  /** @param {import('./messages.js').Progress} words @returns {Tell} */
  const progress = words => share => tell(toldShare(words, share));

  /** @param {typeof KINDS[0]} kind */
  async function write([ending, , type]) {
    const {why} = await settled.wait(progress(waiting.figure));
    if (why) throw new Error(why);
    const state = now();
    const content = await save[ending](state, progress(waiting.file));
    download(new Blob([content], {type}), `ninefold-${state.figure?.check}.${ending}`);
  }

  /** One at a time. @param {typeof KINDS[0]} kind */
  async function start(kind) {
    menu.close();
    for (const button of buttons) button.disabled = true;
    const said = await write(kind).then(
      () => '',
      error => notSaved(reason(error)),
    );
    tell(said);
    for (const button of buttons) button.disabled = false;
  }

  const buttons = KINDS.map(kind =>
    h('button', {type: 'button', class: 'quiet', onclick: () => start(kind)}, kind[1]),
  );
  const menu = createMenu('Save');
  const note = h('p', {class: 'note', hidden: true}, saves.second);
  menu.items.append(note, ...buttons);
  return {
    element: menu.element,
    /** @param {boolean} isPair */
    show(isPair) {
      note.hidden = !isPair;
    },
  };
}
