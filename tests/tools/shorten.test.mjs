import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findParser, shorten } from './shorten.mjs';

const parser = findParser();

/** What a module exports, before and after. */
const load = (code) => import(`data:text/javascript,${encodeURIComponent(code)}`);

/** The module does the same and is shorter; its exports are functions without arguments, or values. */
async function same(code) {
  const short = shorten(code, parser), [before, after] = [await load(code), await load(short)];
  assert.ok(short.length < code.length, short);
  assert.deepEqual(Object.keys(after), Object.keys(before));
  for (const name of Object.keys(before)) {
    const [a, b] = [before[name], after[name]].map((it) => (typeof it === 'function' ? it() : it));
    assert.deepEqual(b, a, `${name} of ${short}`);
  }
  return short;
}

test('there is a parser', () => assert.ok(parser));

test('names change, and what they mean does not', async () => {
  const short = await same(`
    const outside = 2;
    export function sums() { const first = outside, second = 3; return (third => first + second * third)(4); }
    export const shadowed = () => { const value = 1; { const value = 2; if (value === 2) return [value, (() => value)()]; } return value; };
    export function late() { const early = () => later(); function later() { return 'later'; } return early(); }
    export function loops() { let total = 0; for (const [index, entry] of [5, 6].entries()) total += index * entry;
      for (let index = 0; index < 3; index++) total += index; for (const key in { a: 1 }) total += key; return total; }
    export function caught() { try { throw new Error('why'); } catch (problem) { return problem.message; } }
    export const named = () => [3].map(function again(number) { return number ? again(number - 1) + 1 : 0; });
  `);
  assert.doesNotMatch(short, /second|shadowed\s*=\s*value|problem|number/);
});

test('properties keep their names, also where a variable shares it', async () => {
  const short = await same(`
    export const shorthand = () => { const width = 1, height = 2; return { width, height, both: { width } }; };
    export const taken = () => { const { width, height: tall = 5, ...others } = { width: 1, more: 3 }; return [width, tall, others]; };
    export const defaults = () => (({ width = 4, list: [first = 7] = [] } = {}) => ({ width, first }))();
    export const members = () => { const list = [1]; const word = 'length'; return [list.length, list[word], { [word]: word }, { word() { return word; } }.word()]; };
    export const made = () => { class Thing { #secret = 3; open = 4; static kind = 'k'; get twice() { return this.#secret * 2 + this.open; } has(thing) { return #secret in thing; } }
      const thing = new Thing(); return [thing.twice, thing.open, Thing.kind, thing.has(thing)]; };
  `);
  assert.match(short, /width:\w+,height:\w+/);
});

test('texts, templates and expressions stay as they are', async () => {
  const short = await same(String.raw`
    export const template = () => { const name = 'x  y'; return ${'`a  ${name}\n  // no comment ${`b ${name}`}  `'}; };
    export const pattern = () => { const text = 'a  /b'; return [text.replace(/  \//g, '-'), 4 / 2 / 1, /[/  ]/.test(text)]; };
    export const signs = () => { let count = 1; return [count++ + ++count, count - -count, - -count, typeof count, void 0, 'a' in { a: 1 }]; };
    export const global = () => { const word = [typeof Map, Math.max(1, 2)]; return word; };
    export const lines = () => {
      let total = 1 // no semicolon
      total++
      const more = [total]
      return more
    };
    export const labelled = () => { outer: for (const row of [1, 2]) for (const cell of [3, 4]) { if (cell === 4) continue outer; if (row === 2) break outer; } return 1; };
  `);
  assert.match(short, /x {2}y/);
});

test('no short name hides a global or a name of the module', async () => {
  await same(`
    const a = 'a', b = 'b';
    export const c = () => { const first = 1, second = 2, third = 3; return [a, b, first, second, third]; };
    export const d = () => { const e = 'e'; return [e, typeof f, (g => g + a)('g')]; };
  `);
});

test('what it does not know is an error', () => {
  assert.throws(() => shorten('export function old() { var x = 1; return x; }', parser), /var/);
});
