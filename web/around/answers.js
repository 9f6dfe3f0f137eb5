// Four short answers, each with its formula and with the numbers of the figure that is shown.
// Fetched with the first question that is opened.
import {hasEpsilon, isOfMeans, operationOf, takesOperation} from '../engine/kinds.js';
import {three} from '../base/lists.js';
import {h, say} from '../base/dom.js';
import {readable} from '../base/format.js';
import {nextHead} from '../figure/view.js';
import * as words from './answers-messages.js';
import {adoptStyle} from '../base/styles.js';
import {formula, fraction, id, mean, num, op, power, row, sub, sum} from '../base/math.js';

/**
 * @typedef {import('../state/store.js').State} State
 * @typedef {import('../state/store.js').Figure} Figure
 * @typedef {{body: (Node | string)[], live(state: State): string, fits(state: State): boolean,
 *   link: Record<string, string>}} Answer
 *   link: what to change where the figure does not fit
 */

const style = `
.answer p, .answer .quiet { max-width: 62ch; margin-bottom: 10px; }
.answer math { margin: 4px 0 12px; font-size: 1.1em; }
.answer .live { font-weight: 600; font-variant-numeric: tabular-nums; }
`;

const QUERY = [0, 1, 2];
const KEY = [3, 4, 5];
const VALUE = [6, 7, 8];

/** @param {number | null | undefined} x */
function short(x) {
  if (x === null || x === undefined) return '–';
  if (x === 0) return '0';
  return Math.abs(x) < 1e-3
    ? x.toExponential(0).replace('e+', 'e')
    : String(Number(x.toPrecision(2)));
}

/**
 * Largest difference of two panels' weights; null where they are not all here.
 * @param {Figure} figure
 * @param {number} a
 * @param {number} b
 */
function difference({panels}, a, b) {
  const [v, w] = [panels[a].weights, panels[b].weights];
  if (panels[a].same === panels[b].same) return 0;
  return v && w ? v.reduce((most, x, i) => Math.max(most, Math.abs(x - w[i])), 0) : null;
}

/** Epsilon of a column, as printed or as readers write it. @param {State['params']} params @param {number} column */
function epsilonIn({eps, style}, column) {
  const spelled = three(eps)[column];
  return style === 'plain' ? readable(spelled) : spelled;
}

/**
 * A number of a column, with its epsilon where there is one.
 * @param {State} state
 * @param {number | null | undefined} x
 * @param {number} column
 */
const numberAt = ({params}, x, column) =>
  hasEpsilon(params) ? words.numbers.at(short(x), epsilonIn(params, column)) : short(x);

const modified = (/** @type {State} */ {params}) => takesOperation(params);

/** Does it matter how small epsilon is? @param {State} state */
function epsilonActs({params}) {
  return hasEpsilon(params) && (operationOf(params).isFactor || Number(params.response) > 0);
}

/** @type {(state: State) => string} */
function alike({params, figure}) {
  if (!figure) return '';
  const {isFactor} = operationOf(params);
  const {same, sameUnchanged, differ, differWithoutFactor} = words.alike;
  const all = QUERY.map(i => difference(figure, i, KEY[i]));
  if (all.every(x => x === 0)) return isFactor ? same : sameUnchanged;
  if (all.includes(null)) return '';
  const most = short(Math.max(.../** @type {number[]} */ (all)));
  return isFactor ? differ(most) : differWithoutFactor(most);
}

/** @type {(state: State) => string} */
function moved(state) {
  const panels = state.figure?.panels;
  if (!panels) return '';
  const each = (
    /** @type {(panel: Figure['panels'][number]) => number | null | undefined} */ number,
  ) => {
    const told = VALUE.map((i, column) => numberAt(state, number(panels[i]), column));
    return words.numbers.list([...new Set(told)]);
  };
  const head = nextHead(state.figure, state.params);
  const {length, prediction, next} = words.moved;
  return [
    length(each(panel => panel.measures.norm)),
    ...(panels[VALUE[0]].prediction ? [prediction(each(panel => panel.prediction?.kl))] : []),
    ...(head
      ? [
          next(
            head,
            each(panel => panel.measures.change),
          ),
        ]
      : []),
  ].join(' ');
}

/** @type {(state: State) => string} */
function even(state) {
  const panels = state.figure?.panels;
  if (!panels) return '';
  const all = (/** @type {import('../engine/core.js').Measure} */ measure) =>
    words.numbers.list(QUERY.map(i => numberAt(state, panels[i].measures[measure], i)));
  return operationOf(state.params).isFactor
    ? words.even.factor(all('uniform'))
    : words.even.other(all('change'));
}

/** @type {(state: State) => string} */
function averaged({figure, params}) {
  if (!figure || !figure.baselines.length) return '';
  const [query, key, value] = figure.panels.map(panel => short(panel.measures.first));
  const untouched = short(figure.baselines[0].measures.first);
  const head = nextHead(figure, params);
  const shares = {untouched, query, key, value};
  return head ? words.averaged.next(shares, head) : words.averaged.here(shares);
}

const q = () => id('q');
const k = () => id('k');
const e = () => id('ε');
const dot = () => op('·');
const w = () => sub(id('w'), row(id('i'), id('j')));

/**
 * In the order of the questions; made anew for each element, since they hold nodes.
 * @returns {Answer[]}
 */
const answers = () => [
  {
    fits: modified,
    link: {figure: 'modify', op: 'scale'},
    live: alike,
    body: [
      h(
        'p',
        {},
        'A token is looked at the more, the larger its logit is beside those of the others. A logit is the product of one ' +
          'token’s query and the other’s key, and a factor on either of them is the same factor on it:',
      ),
      formula(
        row(op('('), e(), q(), op(')'), dot(), k()),
        op('='),
        row(q(), dot(), op('('), e(), k(), op(')')),
        op('='),
        row(e(), op('('), q(), dot(), k(), op(')')),
      ),
    ],
  },
  {
    fits: modified,
    link: {figure: 'modify', op: 'scale'},
    live: moved,
    body: [
      h(
        'p',
        {},
        'The weights are made of queries and keys alone. Values are what is carried along ' +
          'them, so in its own layer Value changes no weight, whatever is done to it. What changes ' +
          'is what the head hands on:',
      ),
      formula(sub(id('o'), id('i')), op('='), sum(id('j')), w(), sub(id('v'), id('j'))),
    ],
  },
  {
    fits: epsilonActs,
    link: {figure: 'modify', op: 'scale'},
    live: even,
    body: [
      h(
        'p',
        {},
        'Softmax sees only how far the logits are apart. Multiplied by a small ε they all ' +
          'come together, and each of the tokens that may be looked at gets the same share. Rows ' +
          'that are even already cannot become more so. If no logit ' +
          'is larger than B in size, then with a causal mask',
      ),
      formula(
        row(op('|'), w(), op('−'), fraction(num('1'), row(id('i'), op('+'), num('1'))), op('|')),
        op('≤'),
        fraction(
          row(power(id('e'), row(num('2'), e(), id('B'))), op('−'), num('1')),
          row(id('i'), op('+'), num('1')),
        ),
      ),
    ],
  },
  {
    fits: ({params}) => isOfMeans(params),
    link: {figure: 'mean'},
    live: averaged,
    body: [
      h(
        'p',
        {},
        'The heads of a layer look for different things. The mean of their queries keeps what they share; the less ' +
          'that is, the nearer the rows come to even ones. Value’s mean once more leaves every weight of this layer as it was. (These are ' +
          'means of the heads’ queries, keys and values, not of their outputs.)',
      ),
      formula(mean(q()), op('='), fraction(num('1'), id('H')), sum(id('h')), sub(q(), id('h'))),
    ],
  },
];

/**
 * What is inside a question, and what its answer is of the figure that is shown.
 * @param {HTMLDetailsElement} question
 * @param {Answer} answer
 * @param {(patch: Record<string, string>) => void} set
 */
function createAnswer(question, {body, live, fits, link}, set) {
  const now = h('p', {class: 'live'});
  const show = h('button', {type: 'button', class: 'quiet', onclick: () => set(link)}, 'Show it');
  question.append(...body, now, show);
  return {
    /** @param {State} state */
    show(state) {
      if (!question.open) return;
      const here = fits(state);
      now.hidden = !here;
      show.hidden = here;
      if (here) say(now, live(state));
    },
  };
}

/**
 * @param {HTMLElement} place where they stand
 * @param {HTMLDetailsElement[]} questions in their order
 * @param {(patch: Record<string, string>) => void} set
 */
export function createAnswers(place, questions, set) {
  adoptStyle(place, style);
  const all = answers().map((answer, i) => createAnswer(questions[i], answer, set));
  return {
    /** @param {State} state */
    show: state => all.forEach(answer => answer.show(state)),
  };
}
