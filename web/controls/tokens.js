// The words that a text was read as. Each is a handle: pointed at, tapped or reached by keys, its
// row is chosen in the panels, as by the cross-hair, and the others are shaded by the attention that
// they get from it in the panel that is looked at.
import {h, say, unique} from '../base/dom.js';
import {percent, tokenText} from '../base/format.js';
import {tableOf} from '../base/lookup.js';
import {PANELS, panelsOf, weightsOf} from '../figure/view.js';
import {tokens as said} from './words.js';

/**
 * @typedef {import('../state/store.js').State} State
 * @typedef {import('../state/store.js').Focus} Focus
 * @typedef {NonNullable<State['figure']>} Figure
 * @typedef {{now(): State, look(focus: Focus | null): void}} Looking
 *   look: chooses a cell, or lets it go
 */

const NAMED = 3; // of the words that one looks at, so many are named

/** A space at a token's edge would be lost to the eye. @param {string} token */
const visible = token => token.replace(/\n/g, '⏎').replace(/^ | $/g, '\u2423') || '\u2423';

/** What a query gives to each key; null where that is not known. @param {Figure} figure */
function weightsFrom(figure, /** @type {number} */ id, /** @type {number} */ query) {
  const panel = panelsOf(figure)[id];
  const grid = panel && weightsOf(panel);
  if (!grid || grid.rows !== panel.rows || query < 0 || query >= grid.rows) return null;
  return grid.values.subarray(query * grid.columns, (query + 1) * grid.columns);
}

/**
 * The panel whose rows the words of a text choose: the one that is looked at, else the untouched
 * head.
 * @param {State} state
 * @param {number} input
 */
export function panelOf({focus, zoom, figure}, input) {
  const all = figure ? panelsOf(figure) : [];
  const isOf = (/** @type {number | null | undefined} */ id) => all[id ?? -1]?.queryInput === input;
  const looked = [zoom, focus?.panel, PANELS + input].find(isOf);
  return looked ?? all.findIndex(panel => panel?.queryInput === input);
}

/** The keys of a row, the one with the most first. @param {ArrayLike<number>} row */
const ordered = row =>
  Array.from(row, (weight, key) => ({weight, key})).sort((a, b) => b.weight - a.weight);

/**
 * Query and key that are looked at, and what each word of this text gets from that query.
 * @param {State} state
 * @param {number} input
 */
export function lookedAt({focus, figure}, input) {
  const panel = figure && focus ? panelsOf(figure)[focus.panel] : null;
  const isRow = panel?.queryInput === input;
  const isColumn = panel?.keyInput === input;
  return {
    query: focus && isRow ? focus.query : -1,
    key: focus && isColumn ? focus.key : -1,
    pinned: focus?.pinned ?? false,
    row: figure && focus && isColumn ? weightsFrom(figure, focus.panel, focus.query) : null,
  };
}

/** Where a key leads among the words. @type {Record<string, (at: number, last: number) => number>} */
const STEPS = tableOf({
  ArrowLeft: at => at - 1,
  ArrowRight: at => at + 1,
  Home: () => 0,
  End: (_, last) => last,
});

/**
 * What the hand does on the words.
 * @param {HTMLElement} element
 * @param {number} input
 * @param {Looking} looking
 */
function listen(element, input, {now, look}) {
  const indexOf = (/** @type {EventTarget | null} */ target) =>
    [...element.children].findIndex(word => target instanceof Node && word.contains(target));

  /** The row of a word, at the key that it looks at most. @param {number} query */
  function choose(query, pinned = false) {
    const state = now();
    const {focus, figure} = state;
    const panel = panelOf(state, input);
    if (!figure || query < 0 || panel < 0) return;
    const stays = focus?.panel === panel && focus.query === query;
    const [most] = ordered(weightsFrom(figure, panel, query) ?? [0]);
    const key = stays ? focus.key : most.key;
    if (!stays || focus.pinned !== pinned) look({panel, query, key, pinned});
  }

  const isPinned = () => now().focus?.pinned ?? false;
  const isFree = (/** @type {PointerEvent} */ {pointerType}) =>
    pointerType !== 'touch' && !isPinned();
  const on = (/** @type {string} */ name, /** @type {(event: any) => void} */ heard) =>
    element.addEventListener(name, heard);

  on('pointermove', event => {
    if (isFree(event)) choose(indexOf(event.target));
  });
  on('pointerleave', event => {
    if (isFree(event)) look(null);
  });
  on('click', event => {
    const query = indexOf(event.target);
    const byKeys = event.detail === 0;
    const again = isPinned() && lookedAt(now(), input).query === query;
    if (again && !byKeys) look(null);
    else choose(query, !again);
  });
  on('focusin', event => {
    if (event.target.matches(':focus-visible')) choose(indexOf(event.target), isPinned());
  });
  on('focusout', event => {
    if (!element.contains(event.relatedTarget) && !isPinned()) look(null);
  });
  on('keydown', event => {
    const {children} = element;
    const at = indexOf(event.target);
    if (event.ctrlKey || event.altKey || event.metaKey || at < 0) return;
    const to = children[STEPS[event.key]?.(at, children.length - 1) ?? -1];
    if (event.key === 'Escape' && isPinned()) choose(at);
    else if (event.key in STEPS) /** @type {HTMLElement | undefined} */ (to)?.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
}

/** The word that is chosen, or that Tab goes to, stays in sight. @param {HTMLElement} strip */
function keepInSight(strip, /** @type {HTMLElement} */ word) {
  const {left, right} = strip.getBoundingClientRect();
  const box = word.getBoundingClientRect();
  if (box.left < left) strip.scrollLeft -= left - box.left;
  else if (box.right > right) strip.scrollLeft += box.right - right;
}

/**
 * The words a text was read as.
 * @param {number} input
 * @param {Looking} looking
 */
export function createTokens(input, looking) {
  const keys = h('p', {class: 'said keys', id: unique()}, said.keys);
  const element = h('div', {
    class: 'tokens',
    role: 'toolbar',
    'aria-label': said.label,
    'aria-describedby': keys.id,
  });
  listen(element, input, looking);
  /** @type {HTMLButtonElement[]} */
  const words = [];
  let written = '';
  let shown = ''; // what was chosen
  /** @type {{figure: Figure | null, panel: number}} what names were last made of */
  let named = {figure: null, panel: -1};

  /** The word that has the focus stays, if need be as the last one. @param {string[]} list */
  function write(list) {
    const now = JSON.stringify(list);
    if (now === written) return;
    written = now;
    shown = '';
    named.figure = null;
    const last = list.length - 1;
    const at = words.findIndex(word => word.matches(':focus'));
    const before = words.splice(last, Math.max(at - last, 0));
    for (const word of [...before, ...words.splice(list.length)]) word.remove();
    while (words.length < list.length)
      words.push(element.appendChild(h('button', {type: 'button'})));
    words.forEach((word, i) => {
      word.removeAttribute('aria-label'); // named anew with the figure
      say(word, visible(list[i]));
    });
  }

  /** What each is called: the word, and what it looks at. @param {string[]} list */
  function name(list, /** @type {State} */ state) {
    const {figure, live} = state;
    const panel = panelOf(state, input);
    const keys = figure?.inputs?.[panelsOf(figure)[panel]?.keyInput ?? -1]?.tokens;
    if (live || !figure || !keys || (figure === named.figure && panel === named.panel)) return;
    named = {figure, panel};
    words.forEach((word, query) => {
      const most = ordered(weightsFrom(figure, panel, query) ?? []).slice(0, NAMED);
      const looked = most.filter(({weight}) => weight >= 0.005);
      const text = looked.map(({weight, key}) => said.gets(tokenText(keys[key]), percent(weight)));
      word.setAttribute('aria-label', said.name(tokenText(list[query]), text));
    });
  }

  /** @param {ReturnType<typeof lookedAt>} at */
  function mark({query, key, pinned, row}) {
    const chosen = words[query]; // none where these are the words of a newer, shorter text
    const stop = chosen ? query : words.length - 1;
    element.classList.toggle('shaded', row !== null);
    words.forEach((word, i) => {
      word.className = i === query ? 'query' : i === key ? 'key' : '';
      word.setAttribute('aria-pressed', String(pinned && i === query));
      word.tabIndex = i === stop ? 0 : -1;
      // By the root, so that small shares are seen.
      word.style.setProperty('--share', `${Math.round(100 * Math.sqrt(row?.[i] ?? 0))}%`);
    });
    if (chosen) keepInSight(element, chosen);
  }

  return {
    element,
    keys,
    /** @param {string[] | null} list null: they are not known @param {State} state */
    show(list, state) {
      element.hidden = !list && state.figure !== null;
      if (!list) return;
      write(list);
      name(list, state);
      const at = lookedAt(state, input);
      const key = JSON.stringify(at);
      if (key === shown) return;
      shown = key;
      mark(at);
    },
  };
}
