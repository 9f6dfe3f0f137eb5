// Words that came from a link, a file or a page of others, and are said back.

/**
 * What is not seen but acts: controls, separators of lines and paragraphs, and what turns the
 * direction of writing.
 */
const CONTROLS = /[\0-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** It turns and hides nothing of what stands around it. @param {string} text */
export const harmless = text => text.replace(CONTROLS, '\ufffd');

const MOST = 80; // letters of what was read that are said back

/** What was read may be anything, and of any length. @param {string} read */
export function shortened(read) {
  const letters = Array.from(read);
  return harmless(letters.length > MOST ? `${letters.slice(0, MOST).join('')}…` : read);
}

/** @param {string} read */
export const quoted = read => `“${shortened(read)}”`;
