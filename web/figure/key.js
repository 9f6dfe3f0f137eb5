// The line under the figure that says what the strips beside the panels and the words under them mean.
import {h} from '../dom.js';
import {meaningsOf} from './summary.js';

/**
 * @typedef {{text: string, as?: 'word' | 'norm' | 'divergence'}} Run as: a word that is explained, or after the colour of a strip
 */

/**
 * @param {import('./view.js').Figure | null} figure
 * @param {import('./view.js').Params} params
 * @returns {Run[]}
 */
export function keyOf(figure, params) {
  const predicts = figure ? figure.panels.some(panel => panel.prediction) : params.source === 'model';
  /** @type {Run[]} */
  const moved = [{text: '; '}, {text: 'how far the model’s prediction moves (0.001 to 10 nats, by powers of ten)', as: 'divergence'}];
  /** @type {Run[]} */
  const strips = [{text: 'Beside each panel, query by query: '},
    {text: 'length of its output (line: the untouched head’s; full: twice that)', as: 'norm'}, ...predicts ? moved : []];
  /** @type {Run[]} */
  const words = meaningsOf(params, predicts).flatMap(({name, meaning}, i) =>
    [{text: i ? '; ' : ''}, {text: name, as: 'word'}, {text: ` ${meaning}`}]);
  return [...strips, {text: '. Under it: '}, ...words, {text: '.'}];
}

/** @param {HTMLElement} element @param {Run[]} runs */
export function writeKey(element, runs) {
  const key = JSON.stringify(runs);
  if (element.dataset.text === key) return;
  element.dataset.text = key;
  const nodes = (/** @type {Run} */ {text, as}) => (as === 'word' ? [h('b', {}, text)] : as ? [h('i', {class: as}), text] : [text]);
  element.replaceChildren(...runs.flatMap(nodes));
}
