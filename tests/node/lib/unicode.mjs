// What src/model/unicode_tables.c says of all characters.
import {readFileSync} from 'node:fs';

const source = readFileSync(
  new URL('../../../src/model/unicode_tables.c', import.meta.url),
  'utf8',
);
const COUNT = 0x110000;

/** Which version of Unicode it is, as "17.0". */
export const version = /Unicode ([0-9.]+)/.exec(source)?.[1] ?? '';

/** Numbers in bytes of seven bits, the lowest first. @param {string} name @returns {number[]} */
function numbersOf(name) {
  const bytes = new RegExp(`${name}\\[\\] = \\{([^}]*)\\}`).exec(source)?.[1] ?? '';
  const numbers = [];
  let [value, scale] = [0, 1];
  for (const byte of bytes.split(',').map(Number)) {
    value += (byte & 127) * scale;
    scale *= 128;
    if (byte > 127) continue;
    numbers.push(value);
    [value, scale] = [0, 1];
  }
  return numbers;
}

/** The class of each character. */
export function charClasses() {
  const classes = new Uint8Array(COUNT);
  let code = 0;
  const numbers = numbersOf('unicode_classes'); // the lengths of runs, then their classes
  const count = numbers.length / 2;
  for (const [i, length] of numbers.slice(0, count).entries()) {
    classes.fill(numbers[count + i], code, code + length);
    code += length;
  }
  return classes;
}
