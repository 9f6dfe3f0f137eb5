// What the controls say to readers. The table of the engine gives labels and help; here is what it
// leaves to the page.
import {labelOfKind} from '../engine/kinds.js';
import {tableOf} from '../base/lookup.js';

/**
 * The words of choices, where the word that links use does not speak for itself.
 * @type {Record<string, Record<string, string>>}
 */
const CHOICES = tableOf({
  source: {synthetic: 'Made by hand', tensors: 'Your tensors', model: 'Real model'},
  mask: {causal: 'Causal', none: 'None', window: 'Window'},
  weights: {softmax: 'Softmax', softmax1: 'Softmax + 1', sigmoid: 'Sigmoid'},
  over: {heads: 'Heads', tokens: 'Tokens', channels: 'Channels'},
  value: {this: 'This layer', next: 'The next layer'},
  view: {weights: 'Weights', logits: 'Logits', change: 'Change', uniform: 'Against uniform'},
  colors: {figure: 'Figure', viridis: 'Viridis', cividis: 'Cividis', greys: 'Greys'},
  range: {unit: '0 to 1', row: 'Each row', log: 'Logarithmic', rest: 'Without first column'},
  style: {plain: 'Plain', paper: 'As printed'},
  titles: {panels: 'Each panel', headers: 'Rows and columns'},
  axes: {none: 'None', positions: 'Positions', tokens: 'Tokens'},
  line: {off: 'Off', on: 'On'},
  write: {off: 'Off', on: 'On'},
  begin: {auto: 'Automatic', on: 'On', off: 'Off'},
  share: {head: 'This head', group: 'All that share it'},
});

/** @param {string} key @param {string} word */
export function choice(key, word) {
  const words = CHOICES[key];
  const label = labelOfKind(key, word) ?? word;
  return words && Object.hasOwn(words, word) ? words[word] : label;
}

/** What the three values of a list stand for. @param {string} key @param {number} index */
export function place(key, index) {
  return key === 'eps' ? ['Left', 'Middle', 'Right'][index] : `Input ${index + 1}`;
}

/** What the fields of texts say. */
export const texts = {
  only: 'The text it reads',
  /** @param {number} input from 1 */
  label: input => `Text ${input}`,
  /** @param {string} why */
  refused: why => `This text is not read: ${why}.`,
  /** @param {number} most characters of one byte */
  tooLong: most =>
    `This text is not read: it is too long for a link, which holds ${most} plain characters; ` +
    'accented or non-Latin ones count as two or more.',
  /** @param {number} most characters of a link */
  linkTooLong: most =>
    `This text is not read: with it the whole link would be longer than ${most} characters.`,
  /** @param {string} why a sentence */
  earlierStays: why => `${why} The figure still shows the earlier text.`,
};

/** The words of a text as handles. */
export const tokens = {
  label: 'Words of the text: what each looks at',
  keys: 'Arrows go along, Enter keeps a word, Escape lets go.',
  /** @param {string} word @param {string} share */
  gets: (word, share) => `${word} ${share}`,
  /** @param {string} word @param {string[]} looked at, with shares, the most first */
  name: (word, looked) => (looked.length ? `${word}, looks at ${looked.join(', ')}` : word),
};

/** What a slider says. */
export const sliders = {
  /** @param {string} label @param {string} which of three */
  label: (label, which) => `${label}, ${which}`,
  /** @param {string} value @param {string} means */
  means: (value, means) => `${value}; ${means}`,
  /** @param {string} share */
  first: share => `the first token holds ${share}`,
  keys: 'Arrows move it, Page Up and Page Down go to the next mark.',
  /** @param {string} label */
  asNumber: label => `${label}, as a number`,
  /** @param {string} label */
  reset: label => `Reset ${label}`,
  /** @param {string} read @param {string} why @param {string} kept */
  refused: (read, why, kept) => `${read} is no value here; ${why}. ${kept} is kept.`,
  /** @param {string} why @param {string} kept */
  refusedNothing: (why, kept) => `Nothing is no value here; ${why}. ${kept} is kept.`,
};
