// The likely pieces of a prediction as whole words, as the untouched model goes on with them.
import {page} from './page-engine.js';

/**
 * @typedef {import('./core.js').Figure} Figure
 * @typedef {import('./core.js').Core} Engine
 */

const MOST = 1000; // words that are remembered

/**
 * The word of each text and piece, by the engine that was asked.
 * @type {WeakMap<Engine, Map<string, string>>}
 */
const asked = new WeakMap();

/** @param {Engine} maker @returns {Map<string, string>} */
function knownTo(maker) {
  const known = asked.get(maker) ?? new Map();
  asked.set(maker, known);
  return known;
}

/**
 * @param {Engine} maker
 * @param {Figure} figure
 * @param {number} panel
 * @param {'before' | 'after'} when
 * @param {number} which of the likely pieces
 */
function wordOf(maker, figure, panel, when, which) {
  const {prediction, queryInput} = figure.panels[panel];
  const {token} = /** @type {import('./core.js').Prediction} */ (prediction)[when][which];
  const key = `${figure.inputs[queryInput].tokens?.join('')}\n${token}`;
  const known = knownTo(maker);
  const word = known.get(key);
  if (word !== undefined) return word;
  if (!page.stands(figure)) return token; // the engine has gone on to another figure
  if (known.size > MOST) known.clear();
  const whole = maker.word(panel, when, which);
  known.set(key, whole);
  return whole;
}

/**
 * The words that the pieces of a panel's prediction begin, in their order.
 * @param {Engine} maker
 * @param {Figure} figure
 * @param {number} panel
 */
export function nextWords(maker, figure, panel) {
  const {prediction} = figure.panels[panel];
  if (!prediction) return null;
  const all = (/** @type {'before' | 'after'} */ when) =>
    prediction[when].map(({p}, i) => ({word: wordOf(maker, figure, panel, when, i), p}));
  return {before: all('before'), after: all('after')};
}
