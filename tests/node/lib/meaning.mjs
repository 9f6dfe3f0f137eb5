// What a link means, read in another way than src/engine/link.c does: values by regular expression
// and Number(), texts by Buffer, one row of the table at a time. Nothing is shared with the codec
// but the table.
import {parse} from './statements.mjs';

const NUMBER = /^[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?$/;

/** So small that nothing is left of it: no value that was meant. @param {string} text */
const isLost = text => Number(text) === 0 && /[1-9]/.test(text.replace(/e.*$/i, ''));

function numberOf(row, text) {
  if (row.kind === 'whole' && row.words === 'auto' && text === 'auto') return 'auto';
  if (row.kind === 'choice') return row.words.split(' ').includes(text) ? text : null;
  const value = NUMBER.test(text) && !isLost(text) ? Number(text) : NaN;
  const [low, high] = row.range;
  if (!(value >= low && value <= high) || (value !== 0 && Math.abs(value) < 1e-300)) return null;
  return row.kind === 'whole' && !Number.isInteger(value) ? null : String(value + 0);
}

/** One value stands for three, and three of the same are one. */
function numbersOf(row, spelling) {
  const values = spelling.split('~').map(text => numberOf(row, text));
  if (values.includes(null) || !(values.length === 1 || (values.length === 3 && row.count === 3)))
    return null;
  return values.every(value => value === values[0]) ? values[0] : values.join('~');
}

/** The bytes of a text, as latin1: '_' is a space, ~hh a byte. */
function textOf(row, spelling) {
  const bytes = Buffer.from(spelling, 'latin1').toString('latin1').replaceAll('_', ' ');
  if (/~(?![0-9a-fA-F]{2})/.test(bytes)) return null;
  const text = bytes.replace(/~(..)/g, (_, code) => String.fromCharCode(parseInt(code, 16)));
  const isUtf8 =
    Buffer.from(Buffer.from(text, 'latin1').toString('utf8'), 'utf8').toString('latin1') === text;
  return isUtf8 && !text.includes('\0') && text.length <= row.range[1] ? text : null;
}

// A number in a statement may be spelt in more than one way.
const sameStatement = text =>
  text
    .split('~')
    .map(part => (NUMBER.test(part) ? String(Number(part)) : part))
    .join('~');

/** "half.64.10000": the pairs, how many channels turn, the base. */
function isRotary(spelling) {
  const [, width] = /^(?:half|pairs)\.([1-9]\d*)\.[1-9]\d{0,8}$/.exec(spelling) ?? [];
  return width !== undefined && width % 2 === 0 && width <= 256;
}

const HASHES = ['model', 'file', 'of'];

/** Up to 16 heads as layer.head, in any order, none of them twice. */
function headsOf(spelling) {
  const heads = spelling.split('~');
  if (heads.length > 16 || !heads.every(head => /^\d+[.]\d+$/.test(head))) return null;
  const places = heads.map(head => head.split('.').map(Number));
  if (places.flat().some(place => place > 255)) return null;
  const all = new Map(places.map(([layer, head]) => [256 * layer + head, `${layer}.${head}`]));
  const rising = [...all].sort(([a], [b]) => a - b).map(([, head]) => head);
  return all.size === heads.length ? rising.join('~') : null;
}

function wordsOf(row, spelling, keys) {
  if (spelling === '') return '';
  if (spelling.length > row.range[1]) return null;
  if (row.words) return row.words.split(' ').includes(spelling) ? spelling : null;
  if (HASHES.includes(row.key)) return /^[0-9a-f]{8}$/.test(spelling) ? spelling : null;
  if (row.key === 'rotary') return isRotary(spelling) ? spelling : null;
  if (/^ask\d$/.test(row.key)) return parse(spelling) ? sameStatement(spelling) : null;
  if (row.key === 'also') return headsOf(spelling);
  return spelling.split('~').every(key => keys.includes(key)) ? spelling : null;
}

/**
 * What a value (a string of bytes) of a key means, as text to compare; null if the row does not
 * accept it.
 * `table` is that of `params --json`.
 */
export function meaningOf(table, key, spelling) {
  const row = table.find(entry => entry.key === key);
  if (row.kind === 'text') return textOf(row, spelling);
  if (row.kind === 'words')
    return wordsOf(
      row,
      spelling,
      table.map(entry => entry.key),
    );
  return numbersOf(row, spelling);
}

const bytesOf = text => Buffer.from(text, 'utf8').toString('latin1');

/** The meaning of every key in a state as the codec prints it. */
export function meaningOfState(table, state) {
  return Object.fromEntries(
    table.map(({key}) => [key, meaningOf(table, key, bytesOf(state[key]))]),
  );
}
