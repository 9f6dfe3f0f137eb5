// What a model says next, in statements: pieces of text, which links spell as bytes in hexadecimal.
import {shown} from '../engine/likely.js';
import {pieces as words} from './messages.js';

/** @typedef {import('../state/store.js').Figure} Figure */

/** The measure of what a model says, which is none of a panel's own. */
export const PREDICTION = 'prediction';

const PANELS = 9;

/** Is a statement about the likeliest piece? @param {string} statement */
export const isOfPiece = statement => statement.startsWith('says~');

/** Does a statement need what a model says next? @param {string} statement */
export const isOfModel = statement =>
  isOfPiece(statement) || statement.split('~').includes(PREDICTION);

/** @param {string} text */
export const spelledPiece = text =>
  [...new TextEncoder().encode(text)].map(byte => byte.toString(16).padStart(2, '0')).join('');

/** A piece in words: within a sentence, and told from the end of another word. @param {string} text */
const named = text => (/^\p{L}/u.test(text) ? words.inside(text) : words.word(shown(text)));

/** @param {string} digits */
export function pieceOf(digits) {
  const bytes = Uint8Array.from(digits.match(/../g) ?? [], pair => parseInt(pair, 16));
  try {
    return named(new TextDecoder('utf-8', {fatal: true, ignoreBOM: true}).decode(bytes));
  } catch {
    return words.bytes(digits); // a piece may be a part of a character
  }
}

/**
 * What the model says with a panel, in words; '' where that is not known.
 * @param {Figure | null} figure
 * @param {number} panel
 */
export function saidIn(figure, panel) {
  const said = figure?.panels[panel]?.prediction?.after[0];
  return panel < PANELS && said ? named(said.token) : '';
}

/**
 * Pieces that the model may say, the likeliest ones of any panel; spelled, and in words.
 * @param {Figure | null} figure
 * @returns {[string, string][]}
 */
export function likelyPieces(figure) {
  const all = (figure?.panels ?? []).flatMap(({prediction}) =>
    prediction ? [...prediction.after, ...prediction.before] : [],
  );
  const whole = all.map(({token}) => token).filter(token => token && !token.includes('\ufffd'));
  return [...new Set(whole)].map(token => [spelledPiece(token), named(token)]);
}
