// What a panel says in words and in two numbers: under it, and to those who do not see it.
import {kindOf} from '../engine/kinds.js';
import {numberText, percent, tokenText} from '../base/format.js';
import {likeliest, shown} from '../engine/likely.js';
import {shown as measured} from 'made/measures.js';
import {meanings, summary} from './messages.js';
import {namesOf} from './names.js';
import {reasonOf} from './reasons.js';
import {
  PANELS,
  allowedKeys,
  isNext,
  isOfMeans,
  isPooled,
  isValue,
  nextHead,
  panelsOf,
  weightsOf,
} from './view.js';

/**
 * @typedef {import('./view.js').Figure} Figure
 * @typedef {import('./view.js').Panel} Panel
 * @typedef {import('./view.js').Params} Params
 * @typedef {{name: string, text: string}} Measure
 */

/** What a word under the panels means. @param {string} name */
const meaningOf = name =>
  name in meanings
    ? meanings[/** @type {keyof typeof meanings} */ (name)]
    : measured[name].replace('{head}', meanings.untouched);

/**
 * The two measures of one of the nine panels that matter. Value's weights alone would mislead: what
 * Value moves is the output, and the weights of a head that reads it.
 * @param {number} id
 * @param {Params} params
 * @param {boolean} predicts
 * @returns {string[]}
 */
function chosenFor(id, params, predicts) {
  const moved = predicts ? 'prediction' : 'length';
  if (isNext(id, params)) return ['change', moved];
  if (isValue(id, params)) return ['length', predicts ? moved : 'change'];
  const [masked, unmasked] = kindOf(params).measures.split(' ');
  return params.mask === 'none' ? ['diag', unmasked] : ['first', masked];
}

/** @param {Figure} figure @param {number} id @param {Params} params @returns {Measure[]} */
export function measuresOf(figure, id, params) {
  const panel = panelsOf(figure)[id];
  if (!panel) return [];
  const names =
    id >= PANELS
      ? [params.mask === 'none' ? 'diag' : 'first']
      : chosenFor(id, params, Boolean(panel.prediction));
  const {measures, prediction} = panel;
  const all = {...measures, length: measures.norm, prediction: prediction?.kl};
  return names.map(name => ({name, text: numberText(all[/** @type {keyof typeof all} */ (name)])}));
}

/**
 * What stands under a panel: two measures, or, in plain style, the word that the model says next.
 * @param {Figure} figure
 * @param {number} id
 * @param {Params} params
 * @param {import('../engine/likely.js').WordsOf} wordsOf
 * @returns {Measure[]}
 */
export function underOf(figure, id, params, wordsOf) {
  const panel = panelsOf(figure)[id];
  const isUntouched = id >= PANELS;
  const same = isUntouched ? figure.panels.findIndex(one => one.queryInput === id - PANELS) : id;
  const words = params.style === 'plain' && panel && same >= 0 ? wordsOf(figure, same) : null;
  if (!words) return measuresOf(figure, id, params);
  const [word, p] = likeliest(isUntouched ? words.before : words.after);
  return [{name: `“${shown(word)}”`, text: percent(p)}];
}

/**
 * What the words used under the panels mean, each once.
 * @param {Params} params
 * @param {boolean} predicts
 */
export function meaningsOf(params, predicts) {
  const [first, last] = [0, PANELS - 1].map(id => chosenFor(id, params, predicts));
  return [...new Set([...first, ...last])].map(name => ({name, meaning: meaningOf(name)}));
}

/** The first other panel with the very same weights. @param {Figure} figure @param {number} id */
function twinOf(figure, id) {
  const all = panelsOf(figure);
  const panel = all[id];
  return all.findIndex((other, i) => i !== id && other && panel && other.same === panel.same);
}

/**
 * The strongest cell; of the queries with a choice, or of all. Of means it is not known.
 * @param {Panel} panel
 * @param {Params} params
 * @param {number} choice keys that a query must have
 */
function strongest(panel, params, choice) {
  const grid = weightsOf(panel);
  if (!grid || (isOfMeans(params) && isPooled(grid, panel))) return null;
  const best = {weight: -1, query: 0, key: 0};
  const down = panel.rows / grid.rows;
  const across = panel.columns / grid.columns;
  for (let i = 0; i < grid.rows; i++) {
    const query = Math.ceil(i * down);
    const [from, to] = allowedKeys(params, query, panel.columns);
    if (to - from < choice) continue;
    for (let j = 0; j < grid.columns; j++) {
      const weight = grid.values[i * grid.columns + j];
      if (weight > best.weight) Object.assign(best, {weight, query, key: Math.ceil(j * across)});
    }
  }
  return best.weight < 0 ? null : best;
}

/** @param {Figure} figure @param {number} input @param {number} position */
function named(figure, input, position) {
  const token = figure.inputs?.[input]?.tokens?.[position];
  return token === undefined ? String(position) : summary.token(position, tokenText(token));
}

/** @param {Figure} figure @param {Panel} panel @param {Params} params @returns {string[]} */
function strongestText(figure, panel, params) {
  const first = strongest(panel, params, 1);
  const chosen = strongest(panel, params, 2);
  const cellOf = (/** @type {NonNullable<typeof first>} */ {query, key, weight}) => ({
    query: named(figure, panel.queryInput, query),
    key: named(figure, panel.keyInput, key),
    weight: numberText(weight, 2),
  });
  if (!first) return [];
  return chosen && chosen.query !== first.query
    ? [summary.strongestOfChoice(cellOf(first), cellOf(chosen))]
    : [summary.strongest(cellOf(first))];
}

/** @param {Figure} figure @param {number} id @param {Params} params @returns {string} */
export function summaryOf(figure, id, params) {
  const panel = panelsOf(figure)[id];
  if (!panel) return '';
  const {measures: m, rows, columns, prediction} = panel;
  const twin = twinOf(figure, id);
  const head = isNext(id, params) ? nextHead(figure, params) : '';
  const say = (
    /** @type {(x: string, head: string) => string} */ sentence,
    /** @type {number | null | undefined} */ x,
  ) => (x === null || x === undefined ? [] : [sentence(numberText(x, 2), head)]);
  const changed = [
    ...say(head ? summary.changeOfHead : summary.change, m.change),
    ...say(head ? summary.lengthOfThis : summary.length, m.norm),
  ];
  return [
    ...(head ? [summary.ofHead(head)] : []),
    summary.size(rows, columns),
    ...strongestText(figure, panel, params),
    ...say(summary.firstColumn, m.first),
    ...say(summary.diagonal, m.diag),
    ...(id < PANELS ? changed : []),
    ...say(summary.prediction, prediction?.kl),
    ...(twin < 0
      ? []
      : [summary.same(namesOf(figure, params)[twin]), reasonOf(figure, params, id, twin)]),
  ].join(' ');
}
