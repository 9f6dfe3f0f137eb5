// What "Save" offers: the figure as a picture, its numbers, and the page itself. A figure that is
// in the making is waited for: no file is ever empty. Fetched when it is first opened.
import {h} from '../base/dom.js';
import {adoptStyle} from '../base/styles.js';
import {menuStyle} from '../shared/menu-style.js';
import {toldShare} from '../shared/copy.js';
import {notSaved, waiting} from '../shared/messages.js';
import {reason} from '../shared/trouble.js';
import {isTied} from '../state/tied.js';
import {fileOf} from './save-files.js';
import {saving} from './save-messages.js';

/**
 * @typedef {import('./save-files.js').Ending} Ending
 * @typedef {import('../state/store.js').State} State
 * @typedef {import('../state/settled.js').Tell} Tell
 * @typedef {{save: import('../shared/needs.js').Save, settled: import('../state/settled.js').Settling,
 *   now(): State, both(): State, close(): void}} Needs
 *   now: what is changed, of two figures the second; both: the first, with the link of both
 */

const style = `
.save { display: grid; grid-template-columns: auto 250px; gap: 12px 22px; padding: 8px; font-size: var(--fine); white-space: normal; }
.save > :first-child { grid-row: span 2; }
.save h3 { margin: 0 0 4px; font-size: inherit; color: var(--ink); }
.save .offer { display: grid; grid-template-columns: 5.4em minmax(0, 1fr); gap: 2px 10px; align-items: center; }
.menu .items .save .quiet { justify-self: stretch; text-align: center; font-weight: 600; border-color: var(--line); }
.save .offer select { justify-self: start; }
.save label { display: flex; gap: 7px; align-items: center; min-height: 24px; cursor: pointer; }
.save label input { margin: 0; width: 16px; height: 16px; flex: none; accent-color: var(--accent); }
.save .also { margin: 6px 0 0; }
.which { padding: 8px 8px 0; font-size: var(--fine); white-space: normal; }
.which label { display: flex; flex-wrap: wrap; gap: 4px 10px; align-items: center; font-weight: 600; color: var(--ink); }
.which .help { margin: 4px 0 0; }
@media (max-width: 700px) {
  .menu .items:has(.save) { position: fixed; inset: auto 8px 8px; width: auto; max-height: calc(100vh - 16px); overflow: auto; }
  .save { grid-template-columns: minmax(0, 1fr); }
  .save > :first-child { grid-row: auto; }
}
`;

const SIZES = [1, 2, 3, 4];
const USUAL_SIZE = 3; // about 300 pixels to the inch

/** What of a picture may be left out, and in which words. */
const PARTS = {
  hints: 'what explains it: strips, measures, “=”',
  about: 'link, check, text, head and settings',
  untouched: 'the untouched head',
  caption: 'the caption',
};

/** @param {Blob} blob @param {string} name */
export function download(blob, name) {
  const address = URL.createObjectURL(blob);
  h('a', {href: address, download: name}).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** @param {string} words @param {boolean} checked */
function createChoice(words, checked) {
  const input = h('input', {type: 'checkbox', checked});
  return {input, element: h('label', {}, input, words)};
}

/** @param {string} heading @param {...Node} content */
const group = (heading, ...content) =>
  h('div', {role: 'group', 'aria-label': heading}, h('h3', {}, heading), ...content);

/** @param {...Node[]} all a button and what is said of it, each */
const offers = (...all) => h('div', {class: 'offer'}, ...all.flat());

/** What a reader chooses of a file. */
function createChoices() {
  const parts = Object.entries(PARTS).map(([name, words]) => ({
    name,
    ...createChoice(words, true),
  }));
  const size = h(
    'select',
    {'aria-label': 'Size of the PNG'},
    ...SIZES.map(scale =>
      h('option', {value: scale, selected: scale === USUAL_SIZE}, saving.size(scale, 96 * scale)),
    ),
  );
  const whole = createChoice('NPZ with the chance of every next piece', false);
  return {
    size,
    parts: h('div', {class: 'also'}, 'On it:', ...parts.map(({element}) => element)),
    whole: h('div', {class: 'also'}, whole.element),
    chosen: () => ({
      parts: new Set(parts.filter(({input}) => input.checked).map(({name}) => name)),
      scale: Number(size.value),
      distributions: whole.input.checked,
    }),
  };
}

/**
 * Which of two figures is saved, or both. Each holds the other in its link.
 * @param {Pick<Needs, 'now' | 'both'>} needs
 */
function createWhich({now, both}) {
  const words = Object.entries(saving.which);
  const select = h(
    'select',
    {},
    ...words.map(([value, text]) => h('option', {value, selected: value === 'b'}, text)),
  );
  const element = h(
    'div',
    {class: 'which'},
    h('label', {}, saving.figure, select),
    h('p', {class: 'help'}, saving.together),
  );
  return {
    element,
    show() {
      element.hidden = !now().swapped;
    },
    /** @returns {{state: State, name: string}[]} name: with which the file's begins */
    chosen() {
      const b = now();
      if (!b.swapped) return [{state: b, name: 'ninefold'}];
      const all = [
        {state: both(), name: 'ninefold-a'},
        {state: {...b, link: b.swapped()}, name: 'ninefold-b'},
      ];
      return select.value === 'both' ? all : [all[select.value === 'a' ? 0 : 1]];
    },
  };
}

/**
 * @param {HTMLElement} place where it will stand
 * @param {Needs} needs
 * @param {(message: string) => void} tell
 */
export function fillSaveMenu(place, {save, settled, now, both, close}, tell) {
  adoptStyle(place, menuStyle);
  adoptStyle(place, style);
  const choices = createChoices();
  const which = createWhich({now, both});

  /** @param {import('../shared/messages.js').Progress} words @returns {Tell} */
  const progress = words => share => tell(toldShare(words, share));

  /** @param {Ending} ending */
  async function write(ending) {
    const chosen = choices.chosen();
    const {why} = await settled.wait(progress(waiting.figure));
    if (why) throw new Error(why);
    const told = progress(waiting.file);
    for (const {state, name} of which.chosen()) {
      const file = await fileOf(ending, {state, choices: chosen, save, tell: told});
      download(file, `${name}-${state.figure?.check}.${ending}`);
    }
  }

  /** One at a time. @param {Ending} ending */
  async function start(ending) {
    close();
    for (const button of buttons) button.disabled = true;
    const said = await write(ending).then(
      () => '',
      error => notSaved(reason(error)),
    );
    tell(said);
    for (const button of buttons) button.disabled = false;
  }

  /** @type {HTMLButtonElement[]} */
  const buttons = [];

  /** @param {Ending} ending @param {string | HTMLElement} about */
  function offer(ending, about) {
    const name = ending.toUpperCase();
    const button = h(
      'button',
      {type: 'button', class: 'quiet', onclick: () => start(ending)},
      name,
    );
    buttons.push(button);
    return [button, typeof about === 'string' ? h('span', {}, about) : about];
  }

  place.replaceChildren(
    which.element,
    h(
      'div',
      {class: 'save'},
      group(
        'Picture',
        offers(offer('svg', 'sharp at any size, for print'), offer('png', choices.size)),
        choices.parts,
      ),
      group(
        'Numbers',
        offers(
          offer('npz', 'all arrays, for NumPy'),
          offer('csv', 'a table, for spreadsheets'),
          offer('json', 'all of it, for programs'),
        ),
        choices.whole,
      ),
      ...(isTied()
        ? [
            group(
              'Page',
              offers(offer('html', 'one file that opens this figure, without a network')),
            ),
          ]
        : []),
    ),
  );

  return {
    /** Called whenever it is opened. */
    show() {
      choices.whole.hidden = now().params.source !== 'model';
      which.show();
    },
  };
}
