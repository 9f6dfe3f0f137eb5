// The controls of one row of the table: sliders for numbers, buttons for choices, a field for
// texts.
import {help as helpOf} from 'made/help.js';
import {h, say, unique} from '../base/dom.js';
import {three, withPart} from '../base/lists.js';
import {meaningOf} from './epsilon.js';
import {createSlider} from './slider.js';
import {spell, unspell} from './text.js';
import {choice, place} from './choices.js';
import {createOthers} from './others.js';
import {AS_OPENED, sliders} from './words.js';

/**
 * @typedef {import('../state/store.js').Row} Row
 * @typedef {import('../state/store.js').State} State
 * @typedef {import('../engine/core.js').Remark} Remark
 * @typedef {import('../shared/needs.js').Set} Act
 * @typedef {{element: HTMLElement, show(state: State, locked: boolean): void}} Field
 * @typedef {{disabled: boolean, high: number, meaning(index: number): string}} How
 */

/** The largest value that means something now. @param {Row} row @param {State} state */
function highest({key, range}, {figure, params}) {
  const source = figure?.source;
  if (key === 'head')
    return params.source === 'synthetic'
      ? Number(params.heads) - 1
      : (source?.heads ?? range[1] + 1) - 1;
  if (key === 'next') return (source?.heads ?? range[1] + 1) - 1;
  if (key === 'layer') return (source?.layers ?? range[1] + 1) - (params.value === 'next' ? 2 : 1); // a head must follow
  return range[1];
}

/** What "auto" stands for in the figure shown. @param {string} key @param {State} state */
function automatic(key, {figure}) {
  const value = /** @type {Record<string, unknown> | undefined} */ (figure?.source)?.[key];
  return typeof value === 'number' ? String(value) : '0';
}

/**
 * A row of the table as a labelled group.
 * @param {Row} row
 * @param {Act} act
 * @param {(Node | string)[]} parts
 */
function group(row, act, parts) {
  const label = unique();
  const help = unique();
  const back = h(
    'button',
    {
      class: 'quiet back',
      type: 'button',
      'aria-label': sliders.reset(row.label),
      title: AS_OPENED,
      onclick: () => act.reset([row.key]),
    },
    '↺',
  );
  const name = h('span', {id: label, class: 'label'}, row.label);
  const head = h('div', {class: 'head'}, name, ...parts.slice(0, -1), back);
  const element = h(
    'div',
    {
      class: 'field',
      role: 'group',
      'aria-labelledby': label,
      'aria-describedby': help,
      'data-row': row.key,
    },
    head,
    parts[parts.length - 1],
    h('p', {id: help, class: 'help'}, helpOf[row.key]),
  );
  return {element, back};
}

/**
 * A slider for each value a row may have; the first alone where all are the same.
 * @param {Row} row
 * @param {(index: number) => import('./slider.js').Hand} handOf
 */
function createLines(row, handOf) {
  const isNamed = row.count > 1;
  const lines = Array.from({length: row.count}, (_, index) => {
    const where = place(row.key, index);
    const label = isNamed ? sliders.label(row.label, where) : row.label;
    const slider = createSlider(row, {label, index, describedBy: null}, handOf(index));
    const name = isNamed ? h('span', {class: 'place', 'aria-hidden': 'true'}, where) : '';
    return {slider, element: h('div', {class: 'line'}, name, slider.element)};
  });
  return {
    element: h('div', {class: 'lines'}, ...lines.map(line => line.element)),
    /** @param {boolean} many */
    arrange(many) {
      lines.forEach(({element}, index) => {
        element.hidden = index > 0 && !many;
        element.classList.toggle('many', many);
      });
    },
    /** @param {string[]} parts @param {How} how */
    show(parts, {meaning, ...how}) {
      lines.forEach(({slider}, index) =>
        slider.show(parts[index], {...how, means: meaning(index)}),
      );
    },
  };
}

/** @param {string} text @param {boolean} hidden @param {() => void} onclick */
const toggle = (text, hidden, onclick) =>
  h('button', {class: 'quiet toggle', type: 'button', hidden, onclick}, text);

/** @param {Row} row @param {Act} act @returns {Field} */
function numberField(row, act) {
  let value = row.default;
  let many = false;
  /** @type {State | null} */
  let last = null;
  const current = () => (value === 'auto' && last ? automatic(row.key, last) : value);
  const set = (/** @type {string} */ next, /** @type {boolean} */ live) =>
    act.set({[row.key]: next}, live);

  const lines = createLines(row, index => ({
    settle: act.settle,
    set: (part, live) => set(many ? withPart(value, index, part) : part, live),
  }));
  const spread = toggle('three values', row.count < 2, () => {
    many = !many;
    set(many ? three(value).join('~') : three(value)[row.key === 'eps' ? 1 : 0], false);
    arrange();
  });
  const auto = toggle('auto', row.words !== 'auto', () => {
    set(value === 'auto' ? current() : 'auto', false);
  });

  function arrange() {
    spread.setAttribute('aria-pressed', String(many));
    lines.arrange(many);
  }

  const {element, back} = group(row, act, [spread, auto, lines.element]);
  arrange();
  return {
    element,
    show(state, locked) {
      last = state;
      value = state.params[row.key];
      many ||= value.includes('~');
      arrange();
      back.hidden = locked || value === state.start[row.key];
      spread.disabled = auto.disabled = locked;
      auto.setAttribute('aria-pressed', String(value === 'auto'));
      const meaning = (/** @type {number} */ column) =>
        row.key === 'eps' ? meaningOf(state, row.default, column) : '';
      lines.show(three(current()), {disabled: locked, high: highest(row, state), meaning});
    },
  };
}

/** @param {Row} row @param {Act} act @returns {Field} */
function choiceField(row, act) {
  const name = unique();
  const buttons = row.words.split(' ').map(word => {
    const input = h('input', {
      type: 'radio',
      name,
      value: word,
      'data-key': row.key,
      onchange: () => act.set({[row.key]: word}, false),
    });
    return {input, label: h('label', {}, input, h('span', {}, choice(row.key, word)))};
  });
  const {element, back} = group(row, act, [
    h(
      'div',
      {class: 'choice', role: 'radiogroup', 'aria-label': row.label},
      ...buttons.map(button => button.label),
    ),
  ]);
  return {
    element,
    show({params, start}, locked) {
      const value = params[row.key];
      back.hidden = locked || value === start[row.key];
      for (const {input} of buttons) {
        input.checked = input.value === value;
        input.disabled = locked;
      }
    },
  };
}

/** @param {Row} row @param {Act} act @returns {Field} */
function textField(row, act) {
  const input = h('textarea', {
    rows: 2,
    'data-key': row.key,
    'aria-label': row.label,
    spellcheck: 'false',
    oninput: () => act.set({[row.key]: spell(input.value)}, true),
    onchange: () => act.settle(false),
  });
  const {element, back} = group(row, act, [input]);
  return {
    element,
    show({params, start}, locked) {
      const text = unspell(params[row.key]);
      if (input.value !== text) say(input, (input.value = text));
      back.hidden = locked || params[row.key] === start[row.key];
      input.disabled = locked;
    },
  };
}

/** @param {Row} row @param {Act} act @returns {Field} */
function othersField(row, act) {
  const others = createOthers(act);
  const {element, back} = group(row, act, [others.element]);
  return {
    element,
    show(state, locked) {
      others.show(state, locked);
      back.hidden = locked || state.params[row.key] === state.start[row.key];
    },
  };
}

/** @param {Row} row @param {Act} act @returns {Field} */
export function createField(row, act) {
  if (row.kind === 'choice') return choiceField(row, act);
  if (row.kind === 'words') return othersField(row, act);
  return row.kind === 'text' ? textField(row, act) : numberField(row, act);
}
