// The input of layout.js, made from the state: sizes, titles, labels; and a function that measures
// the width of a text.
import {inputsOf, isOfOneInput, kindOf} from '../engine/kinds.js';
import {seesNext} from '../engine/titles.js';
import {titlesOf} from './titles.js';
import {ALL, panelsOf} from './view.js';

/**
 * @typedef {import('./view.js').Figure} Figure
 * @typedef {import('./view.js').Params} Params
 * @typedef {import('./layout.js').LayoutInput} LayoutInput
 */

const REMEMBERED = 4000; // texts whose width is kept
const USUAL_WIDTH = 0.55; // of a letter, of its height: where nothing can be measured

/** @param {() => string} family of the fonts that are used */
export function createRuler(family) {
  const context = document.createElement('canvas').getContext('2d');
  /** @type {Map<string, number>} */
  const known = new Map();
  return (/** @type {string} */ text, /** @type {number} */ size) => {
    const key = `${size} ${text}`;
    const had = known.get(key);
    if (had !== undefined) return had;
    if (!context) return text.length * size * USUAL_WIDTH;
    context.font = `${size}px ${family()}`;
    if (known.size > REMEMBERED) known.clear();
    const width = context.measureText(text).width * 1.02; // italics and hinting may be a little wider
    known.set(key, width);
    return width;
  };
}

/** Before there is a figure: as many tokens as the link says, or some. @param {Params} params */
function expected({n, source}) {
  const all = (source === 'synthetic' && n ? n : '16').split('~').map(Number);
  return [0, 1, 2].map(i => all[i] ?? all[0]);
}

/**
 * Which inputs queries and keys of a panel are of, before there is a figure.
 * @param {Params} params
 * @param {number} id
 * @returns {[number, number]}
 */
const inputsAt = (params, id) => (id >= 9 ? [id % 3, id % 3] : inputsOf(params, id));

/**
 * @param {Figure | null} figure
 * @param {Params} params
 * @param {{width: number, tallest: number, zoom: number | null, bar: LayoutInput['bar'], measure:
 *   LayoutInput['measure'], under?: number, letters?: number}} rest
 * @returns {LayoutInput}
 */
export function layoutInputOf(figure, params, rest) {
  const all = figure ? panelsOf(figure) : Array(ALL).fill(null);
  const lengths = expected(params);
  /** @type {[number, number][]} */
  const inputs = all.map((panel, id) =>
    panel ? [panel.queryInput, panel.keyInput] : inputsAt(params, id),
  );
  const predicts = figure
    ? figure.panels.some(panel => panel.prediction)
    : params.source === 'model';
  const isPlain = params.style === 'plain';
  const isOfOne = isOfOneInput(params);
  const follows = seesNext(params);
  return {
    under: 0,
    letters: 1,
    ...rest,
    isOfOne,
    follows,
    isLarge: isPlain && isOfOne && !follows,
    showsValue: kindOf(params).component !== 'neither',
    titles: titlesOf(figure, params),
    headers: isPlain || params.titles === 'headers',
    axes: params.axes,
    sizes: all.map((panel, id) =>
      panel ? [panel.rows, panel.columns] : [lengths[inputs[id][0]], lengths[inputs[id][1]]],
    ),
    inputs,
    same: all.map((panel, id) => panel?.same ?? -1 - id),
    labels: [0, 1, 2].map(input => figure?.inputs?.[input]?.tokens ?? null),
    strips: isPlain ? 0 : predicts ? 2 : 1,
    feet: predicts ? (isPlain ? 0 : 2) : 1,
  };
}

/**
 * The tallest a panel may be, so that the nine fit into a height.
 * @param {number} width
 * @param {number} height
 */
export function tallestOf(width, height) {
  return Math.min(Math.max((height - 170) / 3 - 58, 110), Math.max(width / 3, 110));
}
