// Titles of panels, rows and columns: before the engine is there, and broken into lines that fit. The word that stands
// in italics is between asterisks, as the engine writes it.
import {tableOf} from '../lookup.js';
import {labelOf} from './range.js';

/**
 * @typedef {{titles: string[], rows: string[], columns: string[]}} Titles twelve, three and three
 * @typedef {(text: string) => number} Measure width in the size of the text to be set
 */

const COMPONENTS = ['*Query*', '*Key*', '*Value*'], INPUTS = [1, 2, 3];

/** As the paper writes an epsilon: 5e-1. @param {string} spelled */
function scientific(spelled) {
  const x = Number(spelled);
  return x === 0 ? '0' : x === 1 ? '1' : x.toExponential().replace('+', '');
}

const meanOf = (/** @type {string} */ name) => `Taking the Mean of ${name}`;

/** What epsilon comes to in each column: its power 0 is 1. @param {Record<string, string>} params */
function epsilonsOf({eps, response}) {
  const all = eps.split('~');
  return [0, 1, 2].map(i => (Number(response) ? `ε = ${scientific(all[i] ?? all[0])}` : 'ε⁰ = 1'));
}

/**
 * What the operation does to a component, in the words before and after it; after all three.
 * @type {Record<string, [before: string, after: string, afterAll: string]>}
 */
const OPERATIONS = tableOf({
  scale: ['Modifying ', '', ''],
  mean: [meanOf(''), '', ''],
  blend: ['Blending ', ' towards Its Mean', ' towards Their Means'],
  noise: ['Adding Noise to ', '', ''],
});

/**
 * Value that is seen in the next layer shows the weights of another head than this one.
 * @param {string} name
 * @param {Record<string, string>} params
 */
const whereSeen = (name, {value}) =>
  (name === '*Value*' && value === 'next' ? 'Following Head after ' : '');

/**
 * The headers of a figure that is not there yet: what src/caption.c writes.
 * @param {Record<string, string>} params
 */
function headersOf(params) {
  const {figure, op} = params;
  if (figure === 'modify') {
    const [before, after] = OPERATIONS[op];
    const rows = COMPONENTS.map(name => whereSeen(name, params) + before + name + after);
    return {rows, columns: isMean(params) ? INPUTS.map(() => 'at any ε') : epsilonsOf(params)};
  }
  if (figure === 'mean') {
    const columns = COMPONENTS.map(name => whereSeen(name, params) + meanOf(name));
    return {rows: INPUTS.map(i => `Input ${i}`), columns};
  }
  const mean = (/** @type {string} */ name) => INPUTS.map(i => `${meanOf(name)} (Input ${i})`);
  return {rows: mean('*Query*'), columns: mean('*Key*')};
}

/** A component replaced by its mean, whatever epsilon is. @param {Record<string, string>} params */
const isMean = ({figure, op}) => figure === 'modify' && op === 'mean';

/** @param {Record<string, string>} params @returns {Titles} */
function awaited(params) {
  const {rows, columns} = headersOf(params);
  const title = (/** @type {string} */ row, /** @type {string} */ column) => (isMean(params) ? row : params.figure === 'modify' ? `${row} with ${column}`
    : params.figure === 'mean' ? `${column} (${row})` : `${row} by ${column}`);
  const untouched = INPUTS.map(i => (params.figure === 'modify' ? 'The head untouched' : `The head untouched (Input ${i})`));
  return {rows, columns, titles: [...rows.flatMap(row => columns.map(column => title(row, column))), ...untouched]};
}

/** @param {string} op */
const modified = op => {
  const [before, , after] = OPERATIONS[op];
  return `The Attention Weight after ${before}Query, Key and Value${after}`;
};

/** @type {Record<string, string>} */
export const CAPTIONS = tableOf({
  modify: modified('scale'),
  mean: 'The Mean Operation For Query, Key and Value',
  cross: 'The Mean Operation For Query and Key Across Inputs',
});

/** The engine's caption is of the weights. @param {import('./view.js').Figure | null} figure @param {Record<string, string>} params */
export function captionOf(figure, params) {
  const awaitedCaption = params.figure === 'modify' ? modified(params.op) : CAPTIONS[params.figure];
  const caption = figure?.caption ?? awaitedCaption, shown = labelOf(params.view);
  if (params.view === 'weights') return caption;
  return params.figure === 'modify' ? caption.replace(labelOf('weights'), shown) : `${caption}: ${shown}`;
}

/** @param {import('./view.js').Figure | null} figure @param {Record<string, string>} params @returns {Titles} */
export function titlesOf(figure, params) {
  const made = awaited(params);
  if (!figure) return made;
  const titles = figure.panels.map(panel => panel.title);
  return {titles: [...titles, ...made.titles.slice(9)], rows: [0, 3, 6].map(i => figure.panels[i].rowHeader),
    columns: [0, 1, 2].map(i => figure.panels[i].columnHeader)};
}

/** @param {string} text */
export const plain = text => text.replaceAll('*', '');

/** Runs of upright and italic text. @param {string} text @returns {{text: string, italic: boolean}[]} */
export const runsOf = text => text.split('*').map((run, i) => ({text: run, italic: i % 2 === 1})).filter(run => run.text);

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
    if (widest < least) { least = widest; best = lines; }
  }
  return best ?? [words.join(' ')];
}

const LEVELS = 4;

// While a slider moves, the lines of a title stay what they are: an epsilon is taken to be as wide as it gets.
const WIDEST = 'ε\u00a0=\u00a08.88e-10';

/** The same said shorter, in the order in which it is given up. @param {string} text */
function shorter(text) {
  const bare = text.replaceAll('Taking the Mean of ', '').replace('Head after', 'Head:')
    .replace('Adding Noise to', 'Noise on');
  return [text, text.replaceAll('Taking the Mean', 'Mean'), bare,
    bare.replace('Modifying ', '').replace('The head untouched', 'Untouched').replace('Following Head', 'Next')
      .replace(' towards Its Mean', '').replace(/ \(Input (\d)\)/g, ' $1')];
}

/**
 * A text in lines that fit a width; null if it does not.
 * @param {string} text
 * @param {number} width
 * @param {number} most lines
 * @param {Measure} measure
 */
export function fit(text, width, most, measure) {
  // A space within parentheses or beside an equals sign never breaks.
  const words = text.replace(/\(Input (\d)\)/g, '(Input\u00a0$1)').replace(/ = /g, '\u00a0=\u00a0').split(' ');
  const steady = (/** @type {string} */ line) => measure(line.replace(/ε\u00a0=\u00a0\S+$/, WIDEST));
  for (let count = 1; count <= most; count++) {
    const lines = broken(words, count, steady);
    if (lines.every(line => steady(plain(line)) <= width)) return lines;
  }
  return null;
}

/**
 * Several texts, all said equally short, so that each fits its width; at worst the last word of each.
 * @param {string[]} texts
 * @param {number[]} widths
 * @param {number} most lines
 * @param {Measure} measure
 */
export function fitAll(texts, widths, most, measure) {
  for (let level = 0; level < LEVELS; level++) {
    const lines = texts.map((text, i) => fit(shorter(text)[level], widths[i], most, measure));
    if (lines.every(one => one)) return /** @type {string[][]} */ (lines);
  }
  return texts.map(text => [text.split(' ').pop() ?? '']);
}
