// The line under the figure that says what the strips beside the panels and the words under them
// mean.
import {h} from '../base/dom.js';
import {key} from './messages.js';
import {meaningsOf} from './summary.js';
import {nextHead} from './view.js';

/**
 * @typedef {{text: string, as?: 'word' | 'norm' | 'divergence'}} Run as: a word that is explained,
 *   or after the colour of a strip
 */

/** Do some panels show the same? Before there is a figure, most likely. */
const areSame = (/** @type {import('./view.js').Figure | null} */ figure) =>
  !figure || new Set(figure.panels.map(({same}) => same)).size < figure.panels.length;

/**
 * What ends a phrase is part of its run, so that no line begins with it.
 * @param {import('./view.js').Figure | null} figure
 * @param {import('./view.js').Params} params
 * @param {{numbered: boolean, pooled: boolean}} drawn numbered: there are positions where tokens are
 *   asked for; pooled: there are more cells than are drawn
 * @returns {Run[]}
 */
export function keyOf(figure, params, {numbered, pooled}) {
  const predicts = figure
    ? figure.panels.some(panel => panel.prediction)
    : params.source === 'model';
  const meanings = meaningsOf(params, predicts);
  const head = nextHead(figure, params);
  /** @type {Run[]} */
  const strips = predicts
    ? [
        {text: key.lengthFirst, as: 'norm'},
        {text: key.moved, as: 'divergence'},
      ]
    : [{text: key.length, as: 'norm'}];
  /** @type {Run[]} */
  const explained = meanings.flatMap(({name, meaning}, i) => [
    {text: name, as: 'word'},
    {text: i < meanings.length - 1 ? key.meaning(meaning) : key.lastMeaning(meaning)},
  ]);
  const isPlain = params.style === 'plain';
  const own = key.own[isPlain ? 'plain' : 'paper'][Number(predicts)];
  /** @type {Run[]} */
  const more = [
    ...(head ? [{text: key.aboutHead(head, own)}] : []),
    ...(pooled ? [{text: key.pooled(params.pool)}] : []),
    ...(numbered ? [{text: key.numbered}] : []),
  ];
  if (isPlain)
    return [
      ...(predicts ? [{text: key.says}] : [{text: key.underEach}, ...explained]),
      ...(areSame(figure) ? [{text: key.same}] : []),
      ...more,
    ];
  return [{text: key.beside}, ...strips, {text: key.under}, ...explained, ...more];
}

/** @param {HTMLElement} element @param {Run[]} runs */
export function writeKey(element, runs) {
  const text = JSON.stringify(runs);
  if (element.dataset.text === text) return;
  element.dataset.text = text;
  const nodes = (/** @type {Run} */ {text, as}) =>
    as === 'word' ? [h('b', {}, text)] : as ? [h('i', {class: as}), text] : [text];
  element.replaceChildren(...runs.flatMap(nodes));
}
