// Two figures beside each other, A and B, or what B has more than A. Fetched when there are two.
import {adoptStyle} from '../base/styles.js';
import {h, say} from '../base/dom.js';
import {numberText, readable, signedText, tokenText} from '../base/format.js';
import {createPicture} from '../figure/picture.js';
import {namesOf} from '../figure/names.js';
import {FOLLOWERS, PANELS, panelsOf, weightsOf} from '../figure/view.js';
import {createPairing} from './pairing.js';
import {pair as words} from './pair-messages.js';
import {style} from './pair-style.js';
import {unspell} from '../controls/text.js';

/**
 * @typedef {import('../state/store.js').State} State
 * @typedef {import('../state/store.js').Figure} Figure
 * @typedef {{store: import('../state/store.js').Store, maker: import('../engine/core.js').Core,
 *   place: HTMLElement, on: import('../figure/picture.js').On, home:
 *   () => import('../state/home.js').Home, made(): void, failed(error: unknown): State['status'],
 *   isHereFor(state: State, missed: (error: unknown) => void): boolean}} Needs
 * @typedef {import('../figure/view.js').Panel} Panel
 * @typedef {{figure: Figure | null, why: string, most: number, panel: number}} Apart
 *   most: the largest difference, in which panel
 */

/** A picture that leaves no room for others. */
const NO_ROOM = {under: () => 0, filled: () => 0, leave() {}};

/** @param {Float32Array} a @param {Float32Array} b */
const minus = (a, b) => Float32Array.from(b, (x, i) => x - a[i]);

const sizeOf = (/** @type {Panel} */ {rows, columns}) => `${rows} × ${columns}`;

/**
 * What a panel of B has more than that of A, cell by cell; or why that is not drawn.
 * @param {Panel} a
 * @param {Panel} b
 * @returns {Float32Array | string}
 */
function cellsApart(a, b) {
  if (sizeOf(a) !== sizeOf(b)) return words.shapes(sizeOf(a), sizeOf(b));
  const [before, after] = [weightsOf(a), weightsOf(b)];
  const isWhole = after?.values.length === b.rows * b.columns;
  return isWhole && before ? minus(before.values, after.values) : words.many;
}

/** @param {Float32Array} values */
const largest = values => values.reduce((most, x) => Math.max(most, Math.abs(x)), 0);

/**
 * B's figure with the difference of both in the place of its weights; why there is none, where
 * shapes differ.
 * @param {Figure} a
 * @param {Figure} b
 * @param {string[]} names of B's panels
 * @returns {Apart}
 */
export function differenceOf(a, b, names) {
  const [all, others] = [panelsOf(a), panelsOf(b)];
  const made = others.map((panel, id) => {
    const other = all[id];
    if (!panel || !other) return null;
    const weights = cellsApart(other, panel);
    const isTwin = (/** @type {Panel | null} */ one, /** @type {number} */ i) =>
      one?.same === panel.same && all[i]?.same === other.same;
    return {...panel, same: others.findIndex(isTwin), weights, norm: null, prediction: null};
  });
  const why = made.map(one => one?.weights).find(weights => typeof weights === 'string');
  if (typeof why === 'string') return {figure: null, why, most: 0, panel: 0};
  const sizes = made.map(one => largest(/** @type {Float32Array} */ (one?.weights ?? [])));
  const nine = sizes.slice(0, PANELS);
  const most = Math.max(...nine);
  const figure = /** @type {Figure} */ (
    /** @type {unknown} */ ({
      ...b,
      apart: words.difference,
      said: sizes.map((size, id) => words.summary(names[id], numberText(size, 4))),
      panels: made.slice(0, PANELS),
      baselines: made.slice(PANELS, FOLLOWERS).filter(Boolean),
      followers: made.slice(FOLLOWERS).filter(Boolean),
    })
  );
  return {figure, why: '', most, panel: nine.indexOf(most)};
}

/** The verdict on B's check. @param {State} b @returns {[string, string]} kind and words */
function verdictOf({figure, expected}) {
  if (!figure?.check || !expected) return ['', ''];
  return figure.check === expected
    ? ['reproduced', words.reproduced]
    : ['differs', words.differs(expected, figure.check)];
}

const button = (/** @type {string} */ text, /** @type {() => void} */ onclick) =>
  h('button', {type: 'button', class: 'quiet', onclick}, text);

/**
 * What can be done with two figures.
 * @param {ReturnType<typeof createPairing>} pairing
 * @param {(isApart: boolean) => void} choose
 */
function createHead(pairing, choose) {
  const sides = [
    button(words.a, () => choose(false)),
    button(words.difference, () => choose(true)),
  ];
  const element = h(
    'div',
    {class: 'pair-head'},
    h('h2', {}, words.title),
    h('span', {role: 'group', 'aria-label': words.shows}, sides[0], ' ', sides[1]),
    button(words.swap, () => pairing.swap()),
    button(words.keepA, () => pairing.keepA()),
    button(words.keepB, () => pairing.keepB()),
  );
  return {
    element,
    /** @param {boolean} isApart */
    show(isApart) {
      sides.forEach((side, i) => side.setAttribute('aria-pressed', String(isApart === (i === 1))));
    },
  };
}

/** @param {string} key @param {string} value as links spell it */
const spoken = (key, value) =>
  (/^text/.test(key) ? unspell(value) : value.split('~').map(readable).join(', ')) || words.nothing;

/**
 * What is said of two figures: what they differ in, by how much, and what B's check proved.
 * @param {ReturnType<typeof createPairing>} pairing
 * @param {import('../state/store.js').Row[]} table
 */
function createSaid(pairing, table) {
  const list = h('ul', {});
  const verdict = h('p', {role: 'status'});
  const why = h('p', {class: 'pair-why', role: 'status'});
  const cell = h('p', {class: 'pair-cell', 'aria-live': 'polite'});
  const labels = new Map(table.map(({key, label}) => [key, label]));
  let said = '';

  /** @param {State} a @param {State} b */
  function linesOf({params: a}, {params: b}) {
    const lines = pairing
      .apart()
      .map(key => words.other(labels.get(key) ?? key, spoken(key, a[key]), spoken(key, b[key])));
    const refused = pairing.refused().map(remark => words.refused(remark.key, remark.why));
    return [...(lines.length ? lines : [words.same]), ...refused];
  }

  return {
    element: h('div', {class: 'pair-said'}, list, why, cell, verdict),
    why,
    cell,
    /** @param {State} a @param {State} b */
    show(a, b) {
      const lines = linesOf(a, b);
      if (lines.join('\n') !== said) list.replaceChildren(...lines.map(line => h('li', {}, line)));
      said = lines.join('\n');
      const [kind, text] = verdictOf(b);
      verdict.className = kind;
      say(verdict, pairing.isCurrent() ? text : '');
    },
  };
}

/**
 * What is said of the difference.
 * @param {Apart | null} it
 * @param {State} a
 * @param {State} b
 */
function aboutDifference(it, a, b) {
  const isRefused = [a, b].some(({status}) => status.kind === 'error');
  if (!it || it.why) return it?.why ?? (isRefused ? words.notMade : words.coming);
  const {figure, params} = b;
  const name = namesOf(figure, params)[it.panel];
  return it.most ? words.largest(name, numberText(it.most, 4)) : words.none;
}

/** Is the cell that is looked at one of A's too? @param {State} state */
function fits({focus, figure}) {
  const panel = focus && figure && panelsOf(figure)[focus.panel];
  return Boolean(panel && focus.query < panel.rows && focus.key < panel.columns);
}

/** @param {Figure} figure @param {number} input @param {number} at */
function placeOf({inputs}, input, at) {
  const token = inputs?.[input]?.tokens?.[at];
  return token === undefined ? String(at) : `${at} ${tokenText(token)}`;
}

/** A place as B has it, and as A does where it is another token. @param {string[]} places */
const placesOf = ([inA, inB]) => (inA === inB ? inB : words.token(inB, inA));

/** What both figures have in a cell. @param {State} a @param {State} b */
function aboutCell({figure: a}, {figure: b, focus}) {
  if (!a || !b || !focus) return words.read;
  const {panel: id, query, key} = focus;
  const both = [a, b].map(figure => /** @type {Panel} */ (panelsOf(figure)[id]));
  const [inA, inB] = both.map(
    panel => /** @type {Float32Array} */ (weightsOf(panel)?.values)[query * panel.columns + key],
  );
  const place = (/** @type {'queryInput' | 'keyInput'} */ input, /** @type {number} */ at) =>
    placesOf([a, b].map((figure, i) => placeOf(figure, both[i][input], at)));
  return words.cell({
    query: place('queryInput', query),
    key: place('keyInput', key),
    a: numberText(inA, 4),
    b: numberText(inB, 4),
    more: signedText(inB - inA, 4),
  });
}

/** What is not looked at in a difference: a row as bars, one panel large. */
const AT_REST = {bars: false, zoom: null};

/** @param {Needs} needs */
export function createPair({store, maker, place, on, home, ...told}) {
  const pairing = createPairing(store, maker, told);
  let isApart = false;
  const head = createHead(pairing, is => {
    isApart = is;
    store.show({});
  });
  const said = createSaid(pairing, store.table);
  const named = {class: 'pair-top', role: 'group', 'aria-label': words.label};
  const area = h('div', {class: 'pair-picture'});
  place.replaceChildren(h('div', named, head.element, said.element), area);
  adoptStyle(place, style);
  const picture = createPicture(area, on, home, NO_ROOM);
  /** @type {{a: Figure, b: Figure, it: Apart} | null} */
  let known = null;

  /** @param {Figure | null} a @param {State} b */
  function apart(a, {figure: b, params}) {
    if (!a || !b) return null;
    if (known?.a !== a || known.b !== b) known = {a, b, it: differenceOf(a, b, namesOf(b, params))};
    return known.it;
  }

  /** @param {State} a @param {State} b */
  function showDifference(a, b) {
    const it = apart(a.figure, b);
    say(said.why, aboutDifference(it, a, b));
    area.hidden = !it?.figure;
    const params = {...b.params, view: 'change', range: 'unit'};
    if (!it?.figure) return say(said.cell, '');
    const focus = fits(b) ? b.focus : null;
    say(said.cell, aboutCell(a, {...b, focus}));
    picture.show({...b, ...AT_REST, focus, params, figure: it.figure});
  }

  pairing.update();
  return {
    ...pairing,
    /** @param {State} a */
    show(a) {
      if (!a.params.pair) return;
      const b = pairing.seen();
      said.show(a, b);
      head.show(isApart);
      area.classList.toggle('apart', isApart);
      if (isApart) {
        showDifference(a, b);
        return;
      }
      area.hidden = false;
      say(said.why, '');
      say(said.cell, '');
      picture.show({...a, focus: fits(a) ? a.focus : null});
    },
    destroy() {
      pairing.destroy();
      picture.destroy();
      place.replaceChildren();
    },
  };
}
