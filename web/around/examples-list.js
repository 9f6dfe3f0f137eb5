// The named examples, and the menu of them. Fetched when it is first opened. What each says of
// itself is computed anew by tests/node/examples.test.mjs.
import {h} from '../base/dom.js';
import {adoptStyle} from '../base/styles.js';
import {menuStyle} from '../shared/menu-style.js';
import {guess} from './guess.js';
import {examples as words} from './examples-messages.js';

/**
 * @typedef {import('../state/store.js').State} State
 * @typedef {{name: string, see: string, link?: string, reading?: string}} Example
 *   see: what to look at; link: none for the page's own opening figure
 */

/** @type {Example[]} */
export const EXAMPLES = [
  words.opening,
  {...words.sink, link: '1;source=model'},
  {
    ...words.previous,
    link:
      '1;source=model;head=0;eps=0.7~0.3~1e-3;layer=1;' +
      'text1=The_captain_saw_the_whale._The_captain_saw_the',
  },
  {
    ...words.induction,
    link: '1;source=model;head=1;eps=0.7~0.3~1e-3;layer=2;text1=one_two_three_one_two',
  },
  {...words.caption, reading: 'sink'},
];

const style = `
.examples:has([open]) { z-index: 4; }
.examples .menu .items { top: calc(100% + 4px); bottom: auto; }
.examples .items { width: min(430px, 100cqw); max-height: 70vh; overflow-y: auto; white-space: normal; }
.examples .items .quiet { display: grid; gap: 2px; padding: 7px 10px; white-space: normal; }
.examples b { font-size: var(--label); font-weight: 600; }
.examples .items span { color: var(--quiet); font-size: var(--small); line-height: 1.35; }
`;

/**
 * All that an example sets: what its link leaves out is as usual. Colours, which a reader may need
 * so, stay.
 * @param {string} link
 */
function patchOf(link) {
  const {colors: _, ...patch} = guess(link);
  return patch;
}

const STUDIED = ['figure', 'source', 'layer', 'head', 'text1'];

/** Is it the head and the text of a link, whatever epsilon is? @param {string} link */
const studies = (link, /** @type {State['params']} */ params) => {
  const wanted = guess(link);
  return STUDIED.every(key => wanted[key] === params[key]);
};

/**
 * @param {HTMLElement} place
 * @param {import('./examples.js').Needs} needs
 * @param {(words: string) => void} chosen what is said of it
 */
export function createList(place, {act, opening, read}, chosen) {
  /** @type {Set<string>} */
  const seen = new Set();

  /** @param {Example} example */
  function choose({name, see, link = opening, reading}) {
    seen.add(link);
    chosen(words.chosen(name, see));
    if (reading) read(reading);
    else act.set(patchOf(link), false);
  }

  const button = (/** @type {Example} */ example) =>
    h(
      'button',
      {type: 'button', class: 'quiet', onclick: () => choose(example)},
      h('b', {}, example.name),
      h('span', {}, example.see),
    );
  place.replaceChildren(...EXAMPLES.map(button));
  adoptStyle(place, menuStyle);
  adoptStyle(place, style);
  return {
    /** @param {State['params']} params */
    pointOf(params) {
      const isSeen = ({link = ''}) => seen.has(link) && studies(link, params);
      return EXAMPLES.find(isSeen)?.see ?? '';
    },
  };
}
