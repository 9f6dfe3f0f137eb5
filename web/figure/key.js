// The line under the figure that says what the strips beside the panels and the words under them
// mean.
import {h} from '../base/dom.js';
import {meaningsOf} from './summary.js';
import {nextHead} from './view.js';

/**
 * @typedef {{text: string, as?: 'word' | 'norm' | 'divergence'}} Run as: a word that is explained,
 *   or after the colour of a strip
 */

const LENGTH = 'length of its output (line: the untouched head’s; full: twice that)';
const MOVED = 'how far the model’s prediction moves (0.001 to 10 nats, by powers of ten)';

/**
 * What is to be known of panels that show a head of the next layer.
 * @param {string} head
 * @param {boolean} predicts
 */
const aboutNext = (head, predicts) =>
  ` Value’s panels show ${head}, which reads what this head ` +
  `puts out: their change is to ${head} itself as it reads the untouched output; strips and ` +
  `${predicts ? 'prediction' : 'length'} are this head’s.`;

const NUMBERED = ' Along the axes: positions from 0, because not every token fits.';

/**
 * What ends a phrase is part of its run, so that no line begins with it.
 * @param {import('./view.js').Figure | null} figure
 * @param {import('./view.js').Params} params
 * @param {boolean} numbered are there positions where tokens are asked for?
 * @returns {Run[]}
 */
export function keyOf(figure, params, numbered) {
  const predicts = figure
    ? figure.panels.some(panel => panel.prediction)
    : params.source === 'model';
  const meanings = meaningsOf(params, predicts);
  const head = nextHead(figure, params);
  /** @type {Run[]} */
  const moved = [{text: `${MOVED}. `, as: 'divergence'}];
  /** @type {Run[]} */
  const words = meanings.flatMap(({name, meaning}, i) => [
    {text: name, as: 'word'},
    {text: ` ${meaning}${i < meanings.length - 1 ? '; ' : '.'}`},
  ]);
  return [
    {text: 'Beside each panel, query by query: '},
    {text: `${LENGTH}${predicts ? '; ' : '. '}`, as: 'norm'},
    ...(predicts ? moved : []),
    {text: 'Under it: '},
    ...words,
    ...(head ? [{text: aboutNext(head, predicts)}] : []),
    ...(numbered ? [{text: NUMBERED}] : []),
  ];
}

/** @param {HTMLElement} element @param {Run[]} runs */
export function writeKey(element, runs) {
  const key = JSON.stringify(runs);
  if (element.dataset.text === key) return;
  element.dataset.text = key;
  const nodes = (/** @type {Run} */ {text, as}) =>
    as === 'word' ? [h('b', {}, text)] : as ? [h('i', {class: as}), text] : [text];
  element.replaceChildren(...runs.flatMap(nodes));
}
