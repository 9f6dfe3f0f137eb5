// What a figure and its panels are called: the words of kinds.def, with the names in braces
// replaced. For the library and the command line src/engine/caption.c does the same. The word that
// stands in italics is between asterisks.
import {names} from 'made/kinds.js';
import {three} from '../base/lists.js';
import {BASELINES, PANELS} from 'made/constants.js';
import {componentOf, epsilonIn, inputsOf, kindOf, wordsOf} from './kinds.js';

/**
 * @typedef {Record<string, string>} Params
 * @typedef {Pick<import('../types/engine.js').Source, 'layer' | 'head' | 'next'>} Source
 */

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

/** Is Value seen in the next layer? @param {Params} params */
export const seesNext = params => params.value === 'next' && kindOf(params).component !== 'neither';

/**
 * The head under study, or the one that follows it; by numbers where there are two to be told apart.
 * @param {Params} params
 * @param {Source | null} source
 * @param {boolean} follows
 */
function headOf(params, source, follows) {
  const {layer = null, head = null, next = null} = (seesNext(params) && source) || {};
  const which = follows ? next : head;
  if (layer === null || which === null) return follows ? names.following : names.one;
  return names.layer + (layer + Number(follows)) + names.head + which;
}

/**
 * What the names in braces stand for in a panel.
 * @param {Params} params
 * @param {number} panel
 * @param {Source | null} source
 * @param {boolean} isShort
 * @returns {Record<string, string>}
 */
function named(params, panel, source, isShort) {
  const input = (panel - PANELS) % BASELINES;
  const [query, key] = panel < PANELS ? inputsOf(params, panel) : [input, input];
  const component = componentOf(params, panel);
  const isSeen = panel < PANELS && component === 2 && seesNext(params);
  const head = headOf(params, source, panel >= PANELS + BASELINES);
  const whose = headOf(params, source, false);
  const isTold = isSeen && !isShort && whose !== names.one;
  return {
    component: (COMPONENTS[component] ?? '') + (isTold ? names.of + whose : ''),
    head,
    query: COMPONENTS[0],
    key: COMPONENTS[1],
    input: String(query + 1),
    'key input': String(key + 1),
    epsilon: epsilonOf(params, panel),
    seen: isSeen ? headOf(params, source, true) + names.after : '',
  };
}

/**
 * The title of a panel, and of its row and column; `short` without what all of its kind begin with.
 * @param {Params} params
 * @param {number} panel 0 to 8, baselines 9 to 11, followers 12 to 14
 * @param {Source | null} [source] of the figure that is made
 */
export function titlesAt(params, panel, source = null) {
  const {untouched} = names;
  const ofBaseline = {title: untouched, row: untouched, column: untouched};
  const {title, row, column} = panel < PANELS ? wordsOf(params) : ofBaseline;
  const filled = (/** @type {string} */ words, isShort = false) =>
    words
      .replace(/[[\]]/g, '')
      .replace(/\{([^}]*)\}/g, (_, name) => named(params, panel, source, isShort)[name]);
  const short = (/** @type {string} */ words) => filled(words.replace(/\[[^\]]*\]/g, ''), true);
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
