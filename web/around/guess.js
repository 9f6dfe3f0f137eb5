// What a link most likely says, before the engine that reads links has arrived. Nothing is taken
// over but what the table allows: no other word of a link, which anyone may write, ever stands in a
// state.
import {longestLink} from 'made/constants.js';
import {table} from 'made/table.js';

/** @typedef {import('../state/store.js').Row} Row */

const NUMBER = /^-?\d+(\.\d+)?(e-?\d+)?$/;
const LIMITING = /^(show|lock)$/;
const TEXT = /^([A-Za-z0-9._-]|~[0-9a-f]{2})*$/;

export const rows = /** @type {Row[]} */ (table);

const DEFAULTS = Object.fromEntries(rows.map(row => [row.key, row.default]));

/** @param {Row} row @param {string} part */
function isNumber({kind, range: [low, high]}, part) {
  const value = Number(part);
  const inRange = value >= low && value <= high;
  return NUMBER.test(part) && inRange && (kind !== 'whole' || Number.isInteger(value));
}

/**
 * Only texts and what is shown or locked are looked at before the engine is here.
 * @param {Row} row
 * @param {string} value
 */
function isAllowed(row, value) {
  const {
    kind,
    key,
    count,
    words,
    range: [, high],
  } = row;
  const parts = value.split('~');
  if (kind === 'text') return TEXT.test(value) && value.replace(/~../g, '.').length <= high;
  const areKeys = () => parts.every(part => Object.hasOwn(DEFAULTS, part));
  if (kind === 'words') return LIMITING.test(key) && areKeys();
  if (kind === 'choice') return words.split(' ').includes(value);
  if (parts.length !== 1 && parts.length !== count) return false;
  return words.split(' ').includes(value) || parts.every(part => isNumber(row, part));
}

/**
 * The parameters of a link; the first value of a key counts.
 * @param {string} link
 * @returns {Record<string, string>}
 */
export function guess(link) {
  const params = {...DEFAULTS};
  const fields = link.slice(0, longestLink).replace(/^[#?]/, '').split(';');
  for (const field of fields.reverse()) {
    const [key, value = ''] = field.split('=');
    const row = rows.find(one => one.key === key);
    if (row && value && isAllowed(row, value)) params[key] = value;
  }
  return params;
}
