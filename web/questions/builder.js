// A statement made by choosing: panel, measure, comparison, number. It is read back as a sentence
// before it is added.
import {measures} from 'made/measures.js';
import {h, say} from '../base/dom.js';
import {DIFFERENCES, OPS, picking, refusals} from './messages.js';
import {stateForMaker} from './judging.js';
import {PREDICTION, likelyPieces} from './pieces.js';
import {blank, measureIn, placeIn, sentenceOf, spelled} from './words.js';

/**
 * @typedef {import('./words.js').Statement} Statement
 * @typedef {import('../state/store.js').Figure} Figure
 * @typedef {import('../state/store.js').State} State
 * @typedef {import('../engine/core.js').Verdict} Verdict
 * @typedef {[string, string][]} Options value, words
 */

/** @type {Options} */
const KINDS = [
  ['measure', 'A measure and a number'],
  ['compare', 'A measure and another one'],
  ['diff', 'Two panels'],
  ['cell', 'One cell'],
  ['says', 'What the model says next'],
];

const NINE = 9; // panels, before the heads untouched

const PANELS = ['p11', 'p12', 'p13', 'p21', 'p22', 'p23', 'p31', 'p32', 'p33'];
const SETS = ['r1', 'r2', 'r3', 'c1', 'c2', 'c3', 'd1', 'all'];

/** A number to begin with. @type {Record<Statement['kind'], string>} */
const USUAL = {measure: '0.5', compare: '2', diff: '1e-6', cell: '0.5', says: ''};

/** Those that are chosen from a list; the others are numbers. @type {(keyof Statement)[]} */
const CHOSEN = ['kind', 'place', 'measure', 'op', 'other', 'otherPlace', 'piece'];

/** In the order in which they stand. @type {(keyof Statement)[]} */
const PARTS = [
  'kind',
  'place',
  'measure',
  'query',
  'key',
  'piece',
  'op',
  'number',
  'high',
  'other',
  'otherPlace',
  'offset',
];

/**
 * Which fields a kind of statement has.
 * @type {Record<keyof Statement, (statement: Statement) => boolean>}
 */
const FIELDS = {
  kind: () => true,
  place: () => true,
  number: ({kind}) => kind !== 'says',
  op: ({kind}) => kind !== 'says',
  measure: ({kind}) => kind !== 'cell' && kind !== 'says',
  high: ({op}) => op === 'in',
  other: ({kind}) => kind === 'compare',
  otherPlace: ({kind}) => kind === 'compare' || kind === 'diff',
  offset: ({kind}) => kind === 'compare',
  query: ({kind}) => kind === 'cell',
  key: ({kind}) => kind === 'cell',
  piece: ({kind}) => kind === 'says',
};

/** @type {Record<keyof Statement, string>} */
const LABELS = {
  kind: 'Compare',
  place: 'Panel',
  measure: 'Measure',
  op: 'is',
  number: 'Number',
  high: 'and',
  other: 'times this measure',
  otherPlace: 'of panel',
  offset: 'plus',
  query: 'Query',
  key: 'Key',
  piece: 'Says next',
};

/**
 * The nine, and the head untouched of each input that they are of.
 * @param {Figure | null} figure
 */
function panelsOf(figure) {
  const inputs = new Set(
    (figure?.panels ?? []).flatMap(({queryInput, keyInput}) => [queryInput, keyInput]),
  );
  return [...PANELS, ...[0, 1, 2].filter(input => inputs.has(input)).map(input => `b${input + 1}`)];
}

/** The measures that a figure has, in words. @param {Figure | null} figure @returns {Options} */
function measuresOf(figure) {
  const keys = likelyPieces(figure).length ? [...measures, PREDICTION] : measures;
  return keys.map(key => [key, measureIn(key)]);
}

/**
 * What can be chosen.
 * @param {keyof Statement} name
 * @param {Statement} statement
 * @param {Figure | null} figure
 * @returns {Options | null}
 */
function optionsOf(name, {kind, place}, figure) {
  const panels = panelsOf(figure);
  const places = (/** @type {string[]} */ all) =>
    /** @type {Options} */ (all.map(one => [one, placeIn(figure, one)]));
  const pieces = likelyPieces(figure);
  if (name === 'kind') return KINDS.filter(([kind]) => kind !== 'says' || pieces.length);
  if (name === 'piece') return kind === 'says' ? pieces : null;
  if (name === 'op')
    return /** @type {Options} */ (
      Object.entries(OPS).filter(([op]) => op !== 'in' || kind === 'measure')
    );
  if (name === 'place')
    return places(kind === 'diff' || kind === 'cell' ? panels : [...panels, ...SETS]);
  if (name === 'otherPlace' && kind === 'diff') return places(panels.filter(one => one !== place));
  if (name === 'otherPlace') return [['', 'the same panel'], ...places(panels)];
  if (name === 'measure' && kind === 'diff')
    return /** @type {Options} */ (Object.entries(DIFFERENCES));
  return name === 'measure' || name === 'other' ? measuresOf(figure) : null;
}

/** @param {keyof Statement} name @param {Statement} statement */
function labelOf(name, {kind}) {
  if (name === 'number' && kind === 'compare') return 'so many';
  return name === 'otherPlace' && kind === 'diff' ? 'and panel' : LABELS[name];
}

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
const POSITION = /^\d+$/;

/** The number that a percentage means, or any. @param {string} read */
const likely = read =>
  /^\d+(\.\d+)? ?%$/.test(read) ? Number((parseFloat(read) / 100).toPrecision(6)) : 0.3;

/** What is wrong with what was typed, or nothing. @param {Statement} statement */
function wrongIn(statement) {
  const is = (/** @type {keyof Statement} */ name) => FIELDS[name](statement);
  for (const name of PARTS.filter(name => is(name) && !CHOSEN.includes(name))) {
    const read = statement[name];
    const place = name === 'query' || name === 'key';
    if ((place ? POSITION : NUMBER).test(read) || (name === 'offset' && !read)) continue;
    const label = labelOf(name, statement);
    return place ? refusals.position(label, read) : refusals.number(label, read, likely(read));
  }
  const {number, high} = statement;
  const turned = is('high') && Number(number) > Number(high);
  return turned ? refusals.range(number, high) : '';
}

/**
 * A choice or a number field under its label.
 * @param {keyof Statement} name
 * @param {{chosen(value: string): void, gone(value: string): void}} on
 *   chosen: by the reader; gone: what was chosen is offered no more, and this is taken instead
 */
function createPart(name, on) {
  const chosen = CHOSEN.includes(name);
  const control = chosen
    ? h('select', {onchange: () => on.chosen(control.value)})
    : h('input', {
        class: 'number',
        inputmode: 'decimal',
        autocomplete: 'off',
        oninput: () => on.chosen(control.value.trim().replace(',', '.')),
      });
  const label = h('span', {});
  const element = h('label', {class: chosen && name !== 'op' ? 'wide' : ''}, label, control);
  let offered = '';

  /** @param {Options} options */
  function offer(options) {
    const now = JSON.stringify(options);
    if (now !== offered)
      control.replaceChildren(...options.map(([value, words]) => h('option', {value}, words)));
    offered = now;
  }

  return {
    element,
    /** @param {Statement} statement @param {Figure | null} figure */
    show(statement, figure) {
      const words = labelOf(name, statement);
      const options = optionsOf(name, statement, figure);
      element.hidden = !FIELDS[name](statement);
      say(label, words);
      control.setAttribute('aria-label', words); // without the words of its options
      if (options) offer(options);
      const had = statement[name];
      const isGone = options !== null && options.every(([value]) => value !== had);
      const chosen = isGone ? options[0][0] : had;
      if (control.value !== chosen) control.value = chosen;
      if (isGone) on.gone(chosen);
    },
  };
}

/** @param {number} panel */
const placeOf = panel =>
  panel < NINE ? `p${Math.floor(panel / 3) + 1}${(panel % 3) + 1}` : `b${panel - NINE + 1}`;

/** Tells when another cell is held in the figure. */
function createPicking() {
  let last = '';
  /** @param {State} state @returns {State['focus']} null if it is the same one, or none */
  return ({focus}) => {
    const held = focus?.pinned ? [focus.panel, focus.query, focus.key].join() : '';
    const isNew = held !== last;
    last = held;
    return isNew && held ? focus : null;
  };
}

/** The sentence that is added, and what comes of it in the figure that stands. */
function createPreview() {
  const sentence = h('p', {role: 'status'});
  const now = h('p', {class: 'now', 'aria-live': 'polite'});
  const element = h('div', {class: 'wide preview'}, sentence, now);
  return {
    element,
    /** @param {Statement} statement @param {Figure | null} figure @param {Verdict | undefined} verdict */
    show(statement, figure, verdict) {
      const [kind, told] = wrongIn(statement)
        ? ['waiting', '']
        : stateForMaker({statement: spelled(statement), verdict, figure});
      element.className = ['wide', 'preview', kind].join(' ');
      say(sentence, sentenceOf(statement, figure));
      say(now, told);
    },
  };
}

/**
 * @param {{add(text: string): string, drafted(): void}} on add: tells what is wrong with it, or
 *   nothing; drafted: what would be added is another statement
 */
export function createBuilder({add, drafted}) {
  let statement = {...blank(), place: 'p12'}; // which the slider moves
  /** @type {Figure | null} */
  let figure = null;
  /** @type {Record<string, Verdict>} */
  let verdicts = {};
  /** @type {'place' | 'otherPlace'} of two panels, the one that is picked next */
  let next = 'place';
  const picked = createPicking();
  const hint = h('p', {class: 'help wide'});
  const preview = createPreview();
  const note = h('p', {class: 'note', role: 'alert'});
  let isChosen = false; // by the reader, since something was added
  const parts = PARTS.map(name =>
    createPart(name, {
      chosen(value) {
        isChosen = true;
        change({[name]: value});
      },
      gone: value => change({[name]: value}),
    }),
  );
  function press() {
    const wrong = wrongIn(statement) || add(spelled(statement));
    say(note, wrong);
    isChosen &&= wrong !== '';
  }
  const button = h(
    'button',
    {type: 'button', class: 'quiet', onclick: press},
    'Add this statement',
  );

  /** @param {Partial<Statement>} patch */
  function change(patch) {
    statement = {...statement, ...patch, ...(patch.kind && {number: USUAL[patch.kind]})};
    if (statement.kind !== 'measure' && statement.op === 'in') statement.op = 'gt';
    if (patch.kind) next = 'place';
    say(note, '');
    draw();
    drafted();
  }

  /** @param {NonNullable<State['focus']>} cell */
  function pick({panel, query, key}) {
    const isPair = statement.kind === 'diff';
    change({[next]: placeOf(panel), query: String(query), key: String(key)});
    next = isPair && next === 'place' ? 'otherPlace' : 'place';
  }

  function draw() {
    for (const part of parts) part.show(statement, figure);
    say(hint, picking[statement.kind] ?? picking.panel);
    preview.show(statement, figure, verdicts[spelled(statement)]);
  }

  return {
    element: h(
      'div',
      {class: 'parts', role: 'group', 'aria-label': 'A new statement'},
      hint,
      ...parts.map(({element}) => element),
      preview.element,
      h('div', {class: 'wide'}, button, note),
    ),
    /** Was a statement chosen, and not added? @param {string[]} taken those of the question */
    isLeft: taken => isChosen && !taken.includes(spelled(statement)),
    /** What would be added; none where something is wrong with it. @returns {string[]} */
    draft: () => (wrongIn(statement) ? [] : [spelled(statement)]),
    /** @param {State} state @param {Record<string, Verdict>} judged by statement */
    show(state, judged) {
      ({figure} = state);
      verdicts = judged;
      const cell = picked(state);
      if (cell) pick(cell);
      else draw();
    },
  };
}
