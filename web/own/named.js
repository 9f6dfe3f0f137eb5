// What a model or a file is called in a link: its own name, as far as a link has room.
import {harmless} from '../base/foreign.js';

const LONGEST = 60; // bytes of a name in links

/** Whole characters, as many as fit. @param {string} name */
export function fitting(name) {
  const encoder = new TextEncoder();
  const letters = Array.from(harmless(name).trim());
  while (encoder.encode(letters.join('')).length > LONGEST) letters.pop();
  return letters.join('');
}
