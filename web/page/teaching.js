// The page for teachers: what is to be pasted names this site, and can be copied at a press. Without
// this script it names a place holder, and is copied by hand.
import {h, say} from '../base/dom.js';
import {teaching as words} from './teaching-messages.js';

/** Copies, and where the page may not, selects. @param {HTMLElement} code */
async function copy(code) {
  const text = code.textContent ?? '';
  try {
    await navigator.clipboard.writeText(text);
    return words.copied;
  } catch {
    getSelection()?.selectAllChildren(code);
    return words.selected;
  }
}

/** @param {HTMLElement} code */
function offerCopy(code) {
  const told = h('span', {role: 'status'});
  const act = async () => say(told, await copy(code));
  const button = h('button', {type: 'button', class: 'copy', onclick: act}, words.copy);
  code.parentElement?.after(h('p', {class: 'copying'}, button, ' ', told));
}

const codes = /** @type {HTMLElement[]} */ ([...document.querySelectorAll('pre > code')]);
const somewhere = document.querySelector('main [data-somewhere]')?.getAttribute('data-somewhere');
for (const code of codes) {
  if (somewhere && location.protocol.startsWith('http'))
    say(code, (code.textContent ?? '').replaceAll(somewhere, new URL('.', location.href).href));
  offerCopy(code);
}
