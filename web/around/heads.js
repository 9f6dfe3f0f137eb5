// The map of layers and heads: a square each, as dark as the head does what is asked for; choosing
// one studies it.
import {h, say} from '../base/dom.js';
import {tableOf} from '../base/lookup.js';

/**
 * @typedef {import('../engine/engine.js').Head} Head
 * @typedef {import('../state/store.js').State} State
 */

const WEIGHT = 'the weight there, 1 at most';
const NATS = 'nats (KL divergence)';

/** @type {[keyof Head, string, string][]} trait, in words, and what its number is */
const TRAITS = [
  ['first', 'looks at the first token', WEIGHT],
  ['previous', 'looks at the token before', WEIGHT],
  ['diag', 'looks at itself', WEIGHT],
  ['induction', 'continues repetitions', WEIGHT],
  ['effect', 'moves the prediction if its rows are made even', NATS],
];

const STEPS = tableOf({
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
});

/** @param {{choose(layer: number, head: number): void}} on */
export function createHeads(on) {
  /** @type {Head[]} */
  let heads = [];
  /** @type {keyof Head} */
  let trait = 'first';
  let chosen = '';
  /** @type {Map<string, HTMLButtonElement>} */
  const squares = new Map();
  const grid = h('div', {
    class: 'grid',
    role: 'radiogroup',
    'aria-label': 'Layers and heads',
    onkeydown: move,
  });
  const about = h('p', {class: 'help'});
  const choose = () => {
    trait = /** @type {keyof Head} */ (traits.value);
    paint();
  };
  const traits = h(
    'select',
    {'aria-label': 'What the map shows', onchange: choose},
    ...TRAITS.map(([key, label]) => h('option', {value: key}, label)),
  );
  const label = h('label', {class: 'head'}, h('span', {class: 'label'}, 'How much it '), traits);
  const element = h('div', {class: 'heads', hidden: true}, label, grid, about);

  const name = (/** @type {number} */ layer, /** @type {number} */ head) => `${layer}.${head}`;

  /** @param {KeyboardEvent} event */
  function move(event) {
    const step = STEPS[/** @type {keyof typeof STEPS} */ (event.key)];
    if (!step) return;
    event.preventDefault();
    const [layer, head] = chosen.split('.').map(Number);
    const to = name(layer + step[0], head + step[1]);
    squares.get(to)?.focus();
    squares.get(to)?.click();
  }

  /** @param {Head} it */
  const square = ({layer, head}) =>
    h('button', {
      type: 'button',
      role: 'radio',
      class: 'square',
      onclick: () => on.choose(layer, head),
    });

  function build() {
    squares.clear();
    heads.forEach(it => squares.set(name(it.layer, it.head), square(it)));
    grid.style.setProperty('--heads', String(1 + Math.max(...heads.map(({head}) => head))));
    grid.replaceChildren(...squares.values());
  }

  function paint() {
    const unit = TRAITS.find(([key]) => key === trait)?.[2];
    const most = trait === 'effect' ? Math.max(1e-9, ...heads.map(it => it.effect)) : 1;
    for (const it of heads) {
      const button = squares.get(name(it.layer, it.head));
      const isChosen = chosen === name(it.layer, it.head);
      if (!button) continue;
      const text = `Layer ${it.layer}, head ${it.head}: ${(it[trait] ?? 0).toFixed(2)}`;
      button.title = text;
      button.setAttribute('aria-label', text);
      button.setAttribute('aria-checked', String(isChosen));
      button.tabIndex = isChosen ? 0 : -1;
      button.style.setProperty(
        '--share',
        `${Math.round(100 * Math.min(1, Math.max(0, (it[trait] ?? 0) / most)))}%`,
      );
      if (isChosen) say(about, `${text}, ${unit}. Layers go down, heads across.`);
    }
  }

  return {
    element,
    /** @param {Head[]} next none: there is nothing to choose from @param {State} state */
    show(next, {figure}) {
      element.hidden = !next.length;
      if (!next.length) return;
      chosen = name(figure?.source?.layer ?? 0, figure?.source?.head ?? 0);
      const fresh = next.length !== heads.length;
      heads = next;
      if (fresh) build();
      paint();
    },
  };
}
