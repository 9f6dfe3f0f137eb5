// The map of layers and heads: a square each, as dark as the head does what is asked for; choosing
// one studies it.
import {h, say} from '../base/dom.js';
import {tableOf} from '../base/lookup.js';
import {seesNext} from '../engine/titles.js';
import {map} from './messages.js';

/**
 * @typedef {import('../engine/core.js').Head} Head
 * @typedef {import('../state/store.js').State} State
 */

/** @typedef {[keyof Head, string, (value: string) => string]} Trait in words, and its number in words */

/** @type {Trait[]} */
const TRAITS = [
  ['effect', 'moves the prediction', map.nats],
  ['first', 'looks at the first token', map.weight],
  ['previous', 'looks at the token before', map.weight],
  ['diag', 'looks at itself', map.weight],
  ['induction', 'continues repetitions', map.weight],
];

/**
 * What a head does, where it does much of it. Where it rests on the first token it has nothing else
 * to look for: what it does otherwise is judged by the rest of its weight.
 * @type {[keyof Head, string][]}
 */
const HABITS = [
  ['previous', map.previous],
  ['diag', map.diag],
  ['induction', map.induction],
];
const RESTING = 0.5; // of all weight
const MUCH = 0.4; // of the weight that is not on the first token

const SOME = 0.1; // of all weight: what is less is no habit

const isMuch = (/** @type {number} */ weight, /** @type {number} */ rest) =>
  weight > SOME && weight / rest > MUCH;

/** @param {Head} head @param {Head[]} all @returns {string} */
export function habitsOf(head, all) {
  const rest = Math.max(1 - (head.first ?? 0), 1e-6);
  const does = HABITS.filter(([key]) => isMuch(head[key] ?? 0, rest)).map(([, words]) => words);
  const said = [
    ...((head.first ?? 0) > RESTING ? [map.rests] : []),
    ...does,
    ...(head.effect > 0 && all.every(({effect}) => effect <= head.effect) ? [map.most] : []),
  ];
  return said.join(', ') || map.nothing;
}

const STEPS = tableOf({
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
});

/** @param {number} layer @param {number} head */
const nameOf = (layer, head) => `${layer}.${head}`;

/**
 * @typedef {{head: Head, does: string, trait: Trait, most: number, isChosen: boolean,
 *   isSeen: boolean}} Look
 *   does: its habits; most: the value of the darkest; isSeen: Value's panels show this head
 */

/** @param {HTMLButtonElement} square @param {Look} look */
function paint(square, {head, does, trait: [key, label], most, isChosen, isSeen}) {
  const value = head[key] ?? 0;
  const measured = map.measured(label, value.toFixed(2));
  const named = map.square(head.layer, head.head, does, measured);
  const text = isSeen ? map.seen(named) : named;
  square.classList.toggle('seen', isSeen);
  square.title = text;
  square.setAttribute('aria-label', text);
  square.setAttribute('aria-checked', String(isChosen));
  square.tabIndex = isChosen ? 0 : -1;
  const share = Math.min(1, Math.max(0, value / most));
  square.style.setProperty('--share', `${Math.round(100 * share)}%`);
}

/**
 * The squares, of which one is chosen, by a click or by arrows.
 * @param {(layer: number, head: number) => void} choose
 */
function createGrid(choose) {
  let chosen = '';
  /** @type {Map<string, HTMLButtonElement>} */
  const squares = new Map();
  /** @type {Head[]} */
  let known = [];
  /** @type {string[]} */
  let habits = []; // of the known heads
  const element = h('div', {
    class: 'grid',
    role: 'radiogroup',
    'aria-label': 'Layers and heads',
    onkeydown: move,
  });

  /** @param {KeyboardEvent} event */
  function move(event) {
    const step = STEPS[/** @type {keyof typeof STEPS} */ (event.key)];
    if (!step) return;
    event.preventDefault();
    const [layer, head] = chosen.split('.').map(Number);
    const to = squares.get(nameOf(layer + step[0], head + step[1]));
    to?.focus();
    to?.click();
  }

  /** @param {Head} it */
  const square = ({layer, head}) =>
    h('button', {
      type: 'button',
      role: 'radio',
      class: 'square',
      onclick: () => choose(layer, head),
    });

  return {
    element,

    /** @param {Head[]} heads */
    build(heads) {
      squares.clear();
      heads.forEach(it => squares.set(nameOf(it.layer, it.head), square(it)));
      element.style.setProperty('--heads', String(1 + Math.max(...heads.map(({head}) => head))));
      element.replaceChildren(...squares.values());
    },

    /**
     * @param {Head[]} heads
     * @param {Trait} trait
     * @param {string} name of the one that is chosen
     * @param {string} seen the one that Value's panels show, '' where that is the chosen one
     */
    paint(heads, trait, name, seen) {
      chosen = name;
      if (heads !== known) habits = heads.map(head => habitsOf(head, heads));
      known = heads;
      const most = trait[0] === 'effect' ? Math.max(1e-9, ...heads.map(it => it.effect)) : 1;
      heads.forEach((head, i) => {
        const own = nameOf(head.layer, head.head);
        const button = squares.get(own);
        const [isChosen, isSeen] = [chosen === own, seen === own];
        if (button) paint(button, {head, does: habits[i], trait, most, isChosen, isSeen});
      });
    },
  };
}

/** @param {{choose(layer: number, head: number): void}} on */
export function createHeads(on) {
  /** @type {Head[]} */
  let heads = [];
  let [chosen, seen] = ['', ''];
  const grid = createGrid(on.choose);
  const habits = h('p', {class: 'habits'});
  const about = h('p', {class: 'help'});
  const traits = h(
    'select',
    {'aria-label': 'What the map shows', onchange: draw},
    ...TRAITS.map(([key, label]) => h('option', {value: key}, label)),
  );
  const title = h('h2', {class: 'label'}, map.title);
  const label = h('label', {class: 'head'}, h('span', {}, map.trait), traits);

  /** Not of every model all of them are measured. @param {Head[]} next */
  function offer(next) {
    const isKnown = (/** @type {string} */ key) =>
      typeof next[0][/** @type {keyof Head} */ (key)] === 'number';
    for (const option of traits.options) option.hidden = !isKnown(option.value);
    if (!isKnown(traits.value)) traits.value = 'first';
  }

  function draw() {
    const trait = TRAITS.find(([key]) => key === traits.value) ?? TRAITS[0];
    const [key, , inWords] = trait;
    grid.paint(heads, trait, chosen, seen);
    const head = heads.find(it => nameOf(it.layer, it.head) === chosen);
    if (!head) return;
    say(habits, map.habits(head.layer, head.head, habitsOf(head, heads)));
    say(about, map.chosen(inWords((head[key] ?? 0).toFixed(2))));
  }

  const element = h(
    'div',
    {class: 'heads', hidden: true},
    title,
    grid.element,
    habits,
    label,
    about,
  );
  return {
    element,
    /** @param {Head[]} next none: there is nothing to choose from @param {State} state */
    show(next, {figure, params}) {
      element.hidden = !next.length;
      if (!next.length) return;
      const {layer, head, next: follower} = figure?.source ?? {};
      chosen = nameOf(layer ?? 0, head ?? 0);
      seen = seesNext(params) ? nameOf((layer ?? 0) + 1, follower ?? -1) : '';
      if (next !== heads) {
        grid.build(next); // as many heads may be of another model, in other layers
        offer(next);
      }
      heads = next;
      draw();
    },
  };
}
