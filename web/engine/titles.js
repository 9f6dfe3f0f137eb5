// What a figure and its panels are called: the words of kinds.def, with the names in braces
// replaced. For the library and the command line src/engine/caption.c does the same. The word that
// stands in italics is between asterisks.
import {names} from 'made/kinds.js';
import {PANELS} from 'made/constants.js';
import {three} from '../base/lists.js';
import {componentOf, epsilonIn, inputsOf, wordsOf} from './kinds.js';

/** @typedef {Record<string, string>} Params */

const COMPONENTS = names.components.map(name => `*${name}*`);

/** As the paper writes an epsilon: 5e-1. @param {string} spelled */
function scientific(spelled) {
  const x = Number(spelled);
  return x === 0 ? '0' : x === 1 ? '1' : x.toExponential().replace('+', '');
}

/**
 * What epsilon comes to in a panel: its power 0 is 1.
 * @param {Params} params
 * @param {number} panel
 */
const epsilonOf = (params, panel) =>
  Number(params.response)
    ? `ε = ${scientific(three(params.eps)[epsilonIn(params, panel)])}`
    : 'ε⁰ = 1';

/**
 * What the names in braces stand for in a panel.
 * @param {Params} params
 * @param {number} panel
 * @returns {Record<string, string>}
 */
function named(params, panel) {
  const isBaseline = panel >= PANELS;
  const [query, key] = isBaseline ? [panel - PANELS, panel - PANELS] : inputsOf(params, panel);
  const component = componentOf(params, panel);
  return {
    component: COMPONENTS[component] ?? '',
    query: COMPONENTS[0],
    key: COMPONENTS[1],
    input: String(query + 1),
    'key input': String(key + 1),
    epsilon: epsilonOf(params, panel),
    seen: component === 2 && params.value === 'next' ? names.seen : '',
  };
}

/**
 * The title of a panel, and of its row and column; `short` without what all of its kind begin with.
 * @param {Params} params
 * @param {number} panel 0 to 8, baselines 9 to 11
 */
export function titlesAt(params, panel) {
  const {untouched} = names;
  const ofBaseline = {title: untouched, row: untouched, column: untouched};
  const {title, row, column} = panel < PANELS ? wordsOf(params) : ofBaseline;
  const stand = named(params, panel);
  const filled = (/** @type {string} */ words) =>
    words.replace(/[[\]]/g, '').replace(/\{([^}]*)\}/g, (_, name) => stand[name]);
  const short = (/** @type {string} */ words) => filled(words.replace(/\[[^\]]*\]/g, ''));
  return {
    title: filled(title),
    rowHeader: filled(row),
    columnHeader: filled(column),
    shortRowHeader: short(row),
    shortColumnHeader: short(column),
  };
}

/** The caption of a figure, which is of the weights. @param {Params} params */
export const captionFor = params => wordsOf(params).caption;
