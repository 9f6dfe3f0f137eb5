// Titles of panels, rows and columns: before the engine is there, and broken into lines that fit.
// The word that stands in italics is between asterisks, as the engine writes it.
import {readable} from '../base/format.js';
import {isOfOneInput, takesOperation} from '../engine/kinds.js';
import {captionFor, titlesAt} from '../engine/titles.js';
import {SHORTER, alsoChanged} from './messages.js';
import {labelOf} from './range.js';
import {ALL, PANELS} from './view.js';

/**
 * @typedef {{titles: string[], rows: string[], columns: string[]}} Titles fifteen, three and three
 * @typedef {Record<string, string>} Params
 * @typedef {(text: string) => number} Measure width in the size of the text to be set
 */

/**
 * The titles of a figure that may not be there yet.
 * @param {Pick<import('./view.js').Figure, 'source'> | null} figure
 * @param {Params} params its own
 * @returns {Titles}
 */
export function titlesOf(figure, params) {
  const at = Array.from({length: ALL}, (_, panel) => titlesAt(params, panel, figure?.source));
  const shown = (/** @type {string} */ title, /** @type {number} */ panel) =>
    panel >= PANELS && isOfOneInput(params) ? title.replace(/ \(.*/, '') : title;
  const inStyle = (/** @type {string[]} */ all) => all.map(title => styled(title, params));
  return {
    titles: inStyle(at.map(({title}, panel) => shown(title, panel))),
    rows: inStyle([0, 3, 6].map(panel => at[panel].rowHeader)),
    columns: inStyle([0, 1, 2].map(panel => at[panel].columnHeader)),
  };
}

/**
 * The engine's caption is of the weights.
 * @param {import('./view.js').Figure | null} figure
 * @param {Record<string, string>} params
 */
export function captionOf(figure, params) {
  const along = params.source === 'model' && params.also ? alsoChanged(params.also) : '';
  return captionOfView(figure, params) + along;
}

/** @param {import('./view.js').Figure | null} figure @param {Record<string, string>} params */
function captionOfView(figure, params) {
  const caption = figure?.caption ?? captionFor(params);
  const shown = labelOf(params.view);
  if (params.view === 'weights') return caption;
  return takesOperation(params)
    ? caption.replace(labelOf('weights'), shown)
    : `${caption}: ${shown}`;
}

/**
 * A title of the engine in the style of a link: as printed, ε = 1e-3; plain, ε = 0.001.
 * @param {string} title
 * @param {Record<string, string>} params
 */
export const styled = (title, {style}) =>
  style === 'plain' ? title.replace(/(?<=ε = )\S+/, readable) : title;

/** @param {string} text */
export const plain = text => text.replaceAll('*', '');

/**
 * Runs of upright and italic text.
 * @param {string} text
 * @returns {{text: string, italic: boolean}[]}
 */
export const runsOf = text =>
  text
    .split('*')
    .map((run, i) => ({text: run, italic: i % 2 === 1}))
    .filter(run => run.text);

/**
 * Breaks into `count` lines as even as they go.
 * @param {string[]} words
 * @param {number} count
 * @param {Measure} measure
 * @returns {string[]}
 */
function broken(words, count, measure) {
  if (count === 1 || words.length === 1) return [words.join(' ')];
  /** @type {string[] | null} */
  let best = null;
  let least = Infinity;
  for (let i = 1; i < words.length; i++) {
    const lines = [words.slice(0, i).join(' '), ...broken(words.slice(i), count - 1, measure)];
    const widest = Math.max(...lines.map(line => measure(plain(line))));
    if (widest < least) {
      least = widest;
      best = lines;
    }
  }
  return best ?? [words.join(' ')];
}

// While a slider moves, the lines of a title stay what they are: an epsilon is taken to be as wide
// as it gets.
const WIDEST = 'ε\u00a0=\u00a08.88e-10';

/** A title with the words of a list put shorter. @param {string} text @param {[string, string][]} words */
const shorter = (text, words) =>
  words.reduce((said, [long, short]) => said.replaceAll(long, short), text);

/**
 * A text in lines that fit a width; null if it does not.
 * @param {string} text
 * @param {number} width
 * @param {number} most lines
 * @param {Measure} measure
 */
export function fit(text, width, most, measure) {
  // A space before such a number or beside an equals sign never breaks.
  const words = text
    .replace(/(Input|Layer|Head) (?=\d)/g, '$1\u00a0')
    .replace(/ = /g, '\u00a0=\u00a0')
    .split(' ');
  const steady = (/** @type {string} */ line) =>
    measure(line.replace(/ε\u00a0=\u00a0\S+$/, WIDEST));
  for (let count = 1; count <= most; count++) {
    const lines = broken(words, count, steady);
    if (lines.every(line => steady(plain(line)) <= width)) return lines;
  }
  return null;
}

/**
 * Several texts, all said equally short, so that each fits its width; at worst the last word of
 * each.
 * @param {string[]} texts
 * @param {number[]} widths
 * @param {number} most lines
 * @param {Measure} measure
 */
export function fitAll(texts, widths, most, measure) {
  for (const words of SHORTER) {
    const lines = texts.map((text, i) => fit(shorter(text, words), widths[i], most, measure));
    if (lines.every(one => one)) return /** @type {string[][]} */ (lines);
  }
  return texts.map(text => [text.split(' ').pop() ?? '']);
}
