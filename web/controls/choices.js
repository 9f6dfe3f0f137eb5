// The words of choices, and of the three values of a list: what the table of the engine leaves to
// the page. Fetched with the controls behind "More".
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
  pool: {max: 'The largest', mean: 'The mean'},
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
