// What a teacher pastes or drops, as the bytes that are judged.
import {reading as words} from './messages.js';

/** @typedef {{name: string, bytes: Uint8Array}} Given */

const MEGABYTE = 1 << 20;
const MOST = 16; // megabytes of all answers, as on the command line

/** @param {Uint8Array} bytes @param {number[]} start */
const begins = (bytes, start) => start.every((byte, i) => bytes[i] === byte);

const letters = (/** @type {string} */ text) => [...text].map(letter => letter.charCodeAt(0));

/** A file in UTF-16 says so by its first two bytes. @param {Uint8Array} bytes */
function inUtf8(bytes) {
  const label = begins(bytes, [0xff, 0xfe])
    ? 'utf-16le'
    : begins(bytes, [0xfe, 0xff])
      ? 'utf-16be'
      : '';
  return label ? new TextEncoder().encode(new TextDecoder(label).decode(bytes)) : bytes;
}

/** What is wrong with a file, or ''. @param {Given} given */
function wrongWith({name, bytes}) {
  if (begins(bytes, [...letters('PK'), 3, 4])) return words.packed(name);
  return begins(bytes, letters('%PDF')) ? words.printed(name) : '';
}

/** @param {File} file @returns {Promise<Given>} fails with what is wrong with it */
export async function readFile(file) {
  const given = {name: file.name, bytes: new Uint8Array(await file.arrayBuffer())};
  const wrong = wrongWith(given);
  if (wrong) throw new Error(wrong);
  return {...given, bytes: inUtf8(given.bytes)};
}

/**
 * All of it, one behind the other, with a line between. Fails with a sentence if that is too much.
 * @param {Given[]} files
 * @param {string} pasted
 */
export function joined(files, pasted) {
  const parts = [new TextEncoder().encode(pasted), ...files.map(({bytes}) => bytes)];
  const size = parts.reduce((sum, {length}) => sum + length + 1, 0);
  if (size > MOST * MEGABYTE) throw new Error(words.tooLong(MOST));
  const all = new Uint8Array(size).fill(letters('\n')[0]);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length + 1;
  }
  return all;
}
