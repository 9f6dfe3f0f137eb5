// A cell opened into its arithmetic: query and key, their products and the sums so far, and from the
// last sum to the weight. Every number is the engine's own, and follows from those that stand before
// it: root, divisor and scale in double precision, all others in single. It is fetched when a cell
// is first opened.
import {h, say} from '../base/dom.js';
import {typeset} from '../base/format.js';
import {adoptStyle} from '../base/styles.js';
import {channel, digits, masked, pooled, power, rows, steps, title} from './arithmetic-messages.js';
import {attribute, svg} from './panels.js';
import {barsPath} from './strips.js';
export {arithmeticOf} from '../engine/cell.js';

/**
 * @typedef {import('../types/engine.js').Cell} Cell
 * @typedef {{name: string, sum: string, why: string, result: number, written?: string}} Step
 *   written: its result, spelled, where it is no number of single precision
 * @typedef {{query: string, key: string, keys: string[], head: string, pooled: string}} Names
 *   a place and a word; keys: of all; head: whose weight it is, '' of the head under study; pooled:
 *   how many cells are drawn as one, '' where each is drawn
 */

const SOFTMAX_1 = 1;
const SIGMOID = 2;
const SEPARATE = 64; // bars that are more stand side by side without gaps
const FEW_DIGITS = 4;
const MOST_DIGITS = 9; // tell any two numbers of single precision apart

/** As few digits as only this number of single precision has. @param {number} x */
function exactly(x) {
  for (let count = 1; count < MOST_DIGITS; count++) {
    const text = Number(x.toPrecision(count));
    if (Math.fround(text) === x) return String(text);
  }
  return String(Number(x.toPrecision(MOST_DIGITS)));
}

/** @param {number} x */
const roughly = x => String(Number(x.toPrecision(FEW_DIGITS)));

/** @param {boolean} isExact @returns {(x: number) => string} */
const writer = isExact => x => typeset(isExact ? exactly(x) : roughly(x));

/**
 * What the sum of products is multiplied by. Its parts are no numbers of single precision: they are
 * made from settings alone.
 * @param {Cell} cell
 * @param {boolean} isExact
 * @returns {Step[]}
 */
function scaleSteps({q, root, temperature, divisor, multiplier, scale, slope}, isExact) {
  const text = (/** @type {number} */ x) => typeset(isExact ? String(x) : roughly(x));
  return [
    {...steps.root(q.length), result: root, written: text(root)},
    {...steps.divisor(text(root), text(temperature)), result: divisor, written: text(divisor)},
    {...steps.scale(text(multiplier), text(divisor)), result: scale, written: text(scale)},
    {...steps.slope(text(scale)), result: slope},
  ];
}

/** From the last sum of products to the weight. @param {Cell} cell @param {boolean} isExact @returns {Step[]} */
function stepsOf(cell, isExact) {
  const text = writer(isExact);
  const {product, largest, exponent, unseen, sum, factor, weight, normaliser} = cell;
  const seen = cell.powers.filter(x => x > 0).length;
  const isWithOne = normaliser === SOFTMAX_1;
  const told = isWithOne ? steps.exponentBesideNothing : steps.exponent;
  const scaling = scaleSteps(cell, isExact);
  if (normaliser === SIGMOID)
    return [
      ...scaling,
      {...steps.shifted(text(product), text(cell.slope), text(cell.shift)), result: exponent},
      {...steps.powerOfSize(text(exponent)), result: cell.power},
      {...steps.one(text(cell.power)), result: sum},
      {...steps.quotient(exponent < 0 ? text(cell.power) : '1', text(sum)), result: weight},
    ];
  return [
    ...scaling,
    {...told(text(product), text(largest), text(cell.slope)), result: exponent},
    {...steps.power(text(exponent)), result: cell.power},
    {...(isWithOne ? steps.sumAndOne(seen, text(unseen)) : steps.sum(seen)), result: sum},
    {...steps.factor(text(sum)), result: factor},
    {...steps.weight(text(cell.power), text(factor)), result: weight},
  ];
}

/** Numbers as bars up and down from the middle. @param {Float32Array} numbers */
function barsOf(numbers) {
  const most = numbers.reduce((so, x) => Math.max(so, Math.abs(x)), 0) || 1;
  const heights = Array.from(numbers, x => 0.5 + x / most / 2);
  return barsPath(heights, 0.5, numbers.length <= SEPARATE);
}

/** A row of numbers as a strip, and the number that it comes to. @param {string} name */
function createStrip(name) {
  const path = svg('path', {});
  const line = svg('path', {class: 'zero', d: 'M0 .5H1'});
  const strip = svg(
    'svg',
    {viewBox: '0 0 1 1', preserveAspectRatio: 'none', 'aria-hidden': 'true'},
    line,
    path,
  );
  const last = h('b', {});
  return {
    element: h('div', {class: 'strip'}, h('span', {}, name), /** @type {any} */ (strip), last),
    show(/** @type {Float32Array} */ numbers, comesTo = '') {
      attribute(path, 'd', barsOf(numbers));
      say(last, comesTo);
    },
  };
}

/** @param {string[]} heads @param {string[][]} lines the first of each line names it */
function tableOf(heads, lines) {
  const head = h('tr', {}, ...heads.map(text => h('th', {scope: 'col'}, text)));
  const body = lines.map(([first, ...rest]) =>
    h('tr', {}, h('th', {scope: 'row'}, first), ...rest.map(text => h('td', {}, text))),
  );
  const table = h('table', {}, h('thead', {}, head), h('tbody', {}, ...body));
  return h(
    'div',
    {class: 'scroll', tabindex: 0, role: 'group', 'aria-label': heads.join(', ')},
    table,
  );
}

/** All numbers of the strips. @param {Cell} cell @param {Names} names */
function tablesOf({q, k, products, sums, powers, normaliser}, {keys}) {
  const text = writer(true);
  const channels = Array.from(q, (x, c) => [
    String(c),
    ...[x, k[c], products[c], sums[c]].map(text),
  ]);
  const tables = [tableOf([channel, ...Object.values(rows)], channels)];
  if (normaliser !== SIGMOID)
    tables.push(
      tableOf(
        [power.key, power.power],
        Array.from(powers, (x, key) => [keys[key] ?? String(key), text(x)]),
      ),
    );
  return tables;
}

/** @param {Step} step @param {(x: number) => string} text */
const stepLine = ({name, sum, why, result, written}, text) =>
  h(
    'li',
    {},
    h('span', {class: 'name'}, name),
    h('span', {class: 'sum'}, sum),
    h('b', {}, `= ${written ?? text(result)}`),
    ...(why ? [h('small', {}, why)] : []),
  );

const style = `
.fig-steps { margin-top: 8px; padding: 12px 14px; border: 1px solid var(--line); border-radius: 10px; background: var(--panel); font-variant-numeric: tabular-nums; }
.fig-steps .head { display: flex; flex-wrap: wrap; gap: 4px 16px; justify-content: space-between; align-items: center; font-weight: 600; }
.fig-steps label { display: flex; gap: 6px; align-items: center; min-height: 24px; font-weight: 400; }
.fig-steps input { width: 16px; height: 16px; margin: 0; accent-color: var(--accent); }
.fig-steps .both { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 330px), 1fr)); gap: 10px 40px; margin-top: 10px; align-items: start; }
.fig-steps .strips { display: grid; gap: 8px; }
.fig-steps .strip { display: grid; grid-template-columns: 104px minmax(0, 1fr) 4em; gap: 10px; align-items: center; }
.fig-steps .strip span, .fig-steps small, .fig-steps .name { color: var(--quiet); }
.fig-steps svg { width: 100%; height: 34px; }
.fig-steps svg path { fill: var(--accent); }
.fig-steps svg .zero { fill: none; stroke: var(--quiet); stroke-width: 1px; vector-effect: non-scaling-stroke; }
.fig-steps p { margin: 8px 0 0; color: var(--quiet); font-size: var(--fine); }
.fig-steps p:empty { display: none; }
.fig-steps ol { margin: 0; padding: 0; list-style: none; display: grid; gap: 6px; }
.fig-steps li { display: grid; grid-template-columns: 84px minmax(0, 1fr) auto; gap: 0 12px; align-items: baseline; }
.fig-steps li .sum { overflow-wrap: anywhere; }
.fig-steps li small { grid-column: 2 / -1; font-size: var(--fine); line-height: 1.35; }
.fig-steps li:last-child { padding-top: 6px; border-top: 1px solid var(--line); }
.fig-steps .tables { display: flex; flex-wrap: wrap; gap: 10px 24px; margin-top: 12px; }
.fig-steps .tables:empty { display: none; }
.fig-steps .scroll { max-width: 100%; max-height: 46vh; overflow: auto; border: 1px solid var(--line); border-radius: 6px; }
.fig-steps table { border-collapse: collapse; font-size: var(--fine); }
.fig-steps th, .fig-steps td { padding: 2px 9px; text-align: end; font-weight: 400; white-space: pre; }
.fig-steps th { color: var(--quiet); }
.fig-steps thead th { position: sticky; top: 0; background: var(--panel); }
@media (forced-colors: active) { .fig-steps svg { forced-color-adjust: none; } }
@media print { .fig-steps { display: none; } }
`;

export function createArithmetic() {
  const heading = h('span', {});
  const box = h('input', {type: 'checkbox', onchange: () => draw()});
  const head = h('div', {class: 'head'}, heading, h('label', {}, box, digits));
  const strips = Object.entries(rows).map(([, name]) => createStrip(name));
  const list = h('ol', {});
  const note = h('p', {});
  const tables = h('div', {class: 'tables'});
  const left = h('div', {class: 'strips'}, ...strips.map(strip => strip.element));
  const both = h('div', {class: 'both'}, left, h('div', {}, list, note));
  const element = h('div', {class: 'fig-steps', role: 'group'}, head, both, tables);
  /** @type {{cell: Cell, names: Names} | null} */
  let shown = null;

  function draw() {
    if (!shown) return;
    const {cell, names} = shown;
    const text = writer(box.checked);
    const numbers = [cell.q, cell.k, cell.products, cell.sums];
    strips.forEach((strip, i) => strip.show(numbers[i], i === 3 ? text(cell.product) : ''));
    list.replaceChildren(
      ...(cell.seen ? stepsOf(cell, box.checked).map(step => stepLine(step, text)) : []),
    );
    say(note, cell.seen ? names.pooled && pooled(names.pooled) : masked);
    tables.replaceChildren(...(box.checked ? tablesOf(cell, names) : []));
  }

  return {
    element,
    /** @param {Cell} cell @param {Names} names */
    show(cell, names) {
      adoptStyle(element, style);
      const text = title(names.query, names.key, names.head);
      say(heading, text);
      attribute(element, 'aria-label', text);
      shown = {cell, names};
      draw();
    },
  };
}
