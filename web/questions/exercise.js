// Several questions, given out together: each keeps its own link, and all of them stand in one list.
import {h, say} from '../base/dom.js';
import {keep, kept} from '../base/kept.js';
import {unspell} from '../controls/text.js';
import {asks, questionOf} from '../state/answering.js';
import {handedOut, homeOf, noteOf} from '../state/home.js';
import {createCopy} from '../shared/copy.js';
import {listOf, pageOf} from './exercise-page.js';
import {exercise as words} from './messages.js';

/**
 * @typedef {import('../state/store.js').State} State
 * @typedef {{link: string, title: string}} Asked
 */

const KEPT = 'ninefold-exercise';

/** What was kept, if it can be read. @returns {Asked[]} */
function keptItems() {
  try {
    const all = JSON.parse(kept(KEPT) ?? '[]');
    return all.filter(
      (/** @type {any} */ one) => typeof one?.link === 'string' && typeof one.title === 'string',
    );
  } catch {
    return [];
  }
}

/** @param {string} text @param {string} name */
function download(text, name) {
  const href = URL.createObjectURL(new Blob([text], {type: 'text/html'}));
  h('a', {href, download: name}).click();
  setTimeout(() => URL.revokeObjectURL(href), 1000);
}

/** @param {string} name */
const fileName = name =>
  `${name.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '') || 'exercise'}.html`;

/** @param {string} text @param {() => void} onclick */
const button = (text, onclick) => h('button', {type: 'button', class: 'quiet', onclick}, text);

/**
 * @param {import('../shared/needs.js').PaneContext} needs
 * @param {() => boolean} isWrong does the form say anything that a link cannot have?
 */
export function createExercise({host, now}, isWrong) {
  let items = keptItems();
  const {field, told, put} = createCopy(words.copy);
  const list = h('ol', {'aria-label': words.legend});
  const note = h('p', {class: 'note', role: 'alert'});
  const name = h('input', {type: 'text', class: 'address', value: words.usual});

  /** The questions with the addresses at which they are opened. */
  const handed = () =>
    items.map(({link, title}, i) => ({
      title: title || words.untitled(i + 1),
      address: handedOut(host, link, null).text,
    }));

  /** Others may not be able to open what begins with the address of this machine. */
  const noted = (/** @type {string} */ said) =>
    [said, noteOf(homeOf(host))].filter(Boolean).join(' ');

  const out = h(
    'div',
    {class: 'answer-row'},
    button(words.copy, () => void put(listOf(handed()), noted(words.copied))),
    button(words.save, () => {
      const called = name.value.trim() || words.usual;
      download(pageOf(called, handed()), fileName(called));
      say(told, noted(''));
    }),
    told,
    field,
  );
  const named = h('label', {}, h('span', {}, words.name), name);

  /** @param {Asked[]} next */
  function set(next) {
    items = next;
    keep(KEPT, items.length ? JSON.stringify(items) : null);
    draw();
  }

  function add() {
    const {params, link} = now();
    const asked = {link: questionOf(link), title: unspell(params.question).trim().split('\n')[0]};
    const isThere = items.some(item => item.link === asked.link);
    const there = isThere ? words.there : '';
    say(note, !asks(params) ? words.empty : isWrong() ? words.unfinished : there);
    if (!note.textContent) set([...items, asked]);
  }

  /** @param {Asked} item @param {number} i */
  function row(item, i) {
    const title = item.title || words.untitled(i + 1);
    const remove = button('Remove', () => set(items.filter(one => one !== item)));
    remove.setAttribute('aria-label', words.remove(title));
    return h('li', {}, h('span', {dir: 'auto'}, title), ' ', remove);
  }

  function draw() {
    list.replaceChildren(...items.map(row));
    list.hidden = out.hidden = named.hidden = !items.length;
    say(note, '');
    say(told, '');
  }

  draw();
  return {
    element: h(
      'fieldset',
      {class: 'exercise'},
      h('legend', {}, words.legend),
      h('p', {class: 'help'}, words.help),
      h('div', {class: 'answer-row'}, button(words.add, add)),
      note,
      list,
      named,
      out,
    ),
  };
}
