// Texts as links spell them: a space is '_', and every byte outside A-Z a-z 0-9 . - is '~hh' of
// its UTF-8.

const encoder = new TextEncoder();
const decoder = new TextDecoder();

const PLAIN = /[A-Za-z0-9.-]/;

/** @param {number} byte */
const escaped = byte => '~' + byte.toString(16).padStart(2, '0');

/** @param {number} byte */
function spelled(byte) {
  const letter = String.fromCharCode(byte);
  return letter === ' ' ? '_' : PLAIN.test(letter) ? letter : escaped(byte);
}

/** A link may stand before a full stop, so a text never ends in one. @param {string} text */
export function spell(text) {
  const link = Array.from(encoder.encode(text), spelled).join('');
  return /[.-]$/.test(link) ? link.slice(0, -1) + escaped(link.charCodeAt(link.length - 1)) : link;
}

/** @param {string} link */
export function unspell(link) {
  /** @type {number[]} */
  const bytes = [];
  for (let i = 0; i < link.length; i++) {
    if (link[i] === '~') bytes.push(parseInt(link.slice(i + 1, (i += 2) + 1), 16));
    else bytes.push(link[i] === '_' ? 32 : link.charCodeAt(i));
  }
  return decoder.decode(Uint8Array.from(bytes));
}
