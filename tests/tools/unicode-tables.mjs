// Writes src/model/unicode_tables.c from what this Node knows of Unicode:
//
//     node tests/tools/unicode-tables.mjs >src/model/unicode_tables.c && ./build.sh format
//
// JavaScript tells neither a character's combining class nor which pairs compose. Both follow from
// how strings are normalised: two marks change places exactly if the first one's class is above the
// second one's, and neither is 0.

const LAST = 0x10ffff;
const HANGUL = [0xac00, 0xd7a3]; // composed by arithmetic
const CLASSES = [
  // in the order of `enum char_class` in src/model/unicode.h
  /^[\p{L}]$/u,
  /^[\p{Nd}\p{Nl}]$/u,
  /^\p{No}$/u,
  /^[\p{Alphabetic}\p{M}\p{Pc}\p{Join_Control}]$/u,
];

/** @type {string[]} All characters, by their numbers; "" for halves of surrogate pairs. */
const all = Array.from({length: LAST + 1}, (_, code) =>
  code >= 0xd800 && code < 0xe000 ? '' : String.fromCodePoint(code),
);

/** @param {string} text */
const codes = text => Array.from(text, c => /** @type {number} */ (c.codePointAt(0)));

/** @param {string} character 0: of no class; else the place in CLASSES, from 1 */
const classOf = character => CLASSES.findIndex(pattern => pattern.test(character)) + 1;

/**
 * Runs of characters with the same value.
 * @param {number[]} values
 */
function runsOf(values) {
  /** @type {{length: number, value: number}[]} */
  const runs = [];
  for (const value of values) {
    const last = runs.at(-1);
    if (last?.value === value) last.length++;
    else runs.push({length: 1, value});
  }
  return runs;
}

/** @param {string} a @param {string} b */
const changePlaces = (a, b) => a !== b && (a + b).normalize('NFD') === b + a;

/** The least combining class above 0 is that of U+0334; the greatest one that of U+0345. */
const isMark = (/** @type {string} */ c) =>
  c.normalize('NFD') === c && (changePlaces(c, '\u0334') || changePlaces('\u0345', c));

/** The rank of each character's combining class among all such classes, from 1; 0 for class 0. */
function ranks() {
  const marks = all.filter(c => c !== '' && isMark(c));
  /** @type {string[]} one mark of each class, in their order */
  const classes = [];
  for (const mark of marks) {
    if (classes.some(c => !changePlaces(c, mark) && !changePlaces(mark, c))) continue;
    classes.splice(classes.filter(c => changePlaces(mark, c)).length, 0, mark);
  }
  const rankOf = (/** @type {string} */ mark) =>
    classes.filter(c => changePlaces(mark, c)).length + 1;
  const values = new Array(LAST + 1).fill(0);
  for (const mark of marks) values[codes(mark)[0]] = rankOf(mark);
  return values;
}

/**
 * What each character decomposes into: one or two characters, the first of which may decompose
 * further; and whether these compose again.
 */
function decompositions() {
  const whole = all
    .map((character, code) => ({character, code, parts: character.normalize('NFD')}))
    .filter(
      ({character, code, parts}) =>
        parts !== character && !(code >= HANGUL[0] && code <= HANGUL[1]),
    );
  const made = new Map(whole.map(({character, parts}) => [parts, character]));
  return whole.map(({character, code, parts}) => {
    const composes = parts.normalize('NFC') === character;
    const [last] = codes(parts).slice(-1);
    const front = String.fromCodePoint(...codes(parts).slice(0, -1));
    const first = composes ? front.normalize('NFC') : (made.get(front) ?? front);
    if (codes(parts).length === 1) return {code, first: last, second: 0, composes};
    if (codes(first).length !== 1) throw new Error(`no pair makes U+${code.toString(16)}`);
    return {code, first: codes(first)[0], second: last, composes};
  });
}

/** A number in bytes of seven bits, the lowest first; the eighth bit says that more follow. */
function bytesOf(/** @type {number} */ value) {
  const bytes = [];
  for (; value > 127; value = Math.floor(value / 128)) bytes.push((value % 128) + 128);
  return [...bytes, value];
}

/** @param {number} value */
const signed = value => (value < 0 ? -2 * value - 1 : 2 * value);

/** @param {number[]} values */
function runTable(values) {
  const runs = runsOf(values);
  const lengths = runs.flatMap(run => bytesOf(run.length));
  return {count: runs.length, bytes: [...lengths, ...runs.map(run => run.value)]};
}

function decompositionTable() {
  const parts = decompositions();
  const first = {code: 0, first: 0, second: 0};
  const pairs = parts.map((d, i) => ({d, before: parts[i - 1] ?? first}));
  const bytes = [
    ...pairs.map(({d, before}) => d.code - before.code),
    ...pairs.map(({d, before}) => signed(d.first - before.first)),
    ...pairs.map(({d, before}) => signed(d.second - before.second) * 2 + Number(d.composes)),
  ].flatMap(bytesOf);
  return {count: parts.length, bytes};
}

/** @param {string} name @param {{count: number, bytes: number[]}} table */
const array = (name, {count, bytes}) =>
  `const int ${name}_count = ${count};\n` + `const uint8_t ${name}[] = {${bytes.join(', ')}};\n`;

process.stdout.write(`/* Unicode ${process.versions.unicode}, as Node ${process.versions.node} \
knows it. Made by
 * tests/tools/unicode-tables.mjs; what the bytes mean is told in unicode.c. */
#include "unicode.h"

/* Do not edit. */
${array('unicode_classes', runTable(all.map(classOf)))}
${array('unicode_ranks', runTable(ranks()))}
${array('unicode_parts', decompositionTable())}`);
