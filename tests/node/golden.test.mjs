// What golden links mean is committed beside their checks, key by key: whatever changes, the line
// that fails names it.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import test from 'node:test';
import {fileURLToPath} from 'node:url';
import {load} from '../../web/engine/engine.js';
import {linksOf, stateLines, tableLines} from '../tools/golden-states.mjs';

const path = name => fileURLToPath(new URL(`../../${name}`, import.meta.url));
const lines = name =>
  readFileSync(path(`tests/golden/${name}`), 'utf8')
    .replace(/\n$/, '')
    .split('\n');

const links = [
  ...linksOf(path('tests/golden/format-1.txt')),
  ...linksOf(path('tests/golden/format-1-tensors.txt')),
];
const [header, ...frozen] = lines('format-1-states.tsv').map(line => line.split('\t'));
const [names, ...now] = (await stateLines(links)).map(line => line.split('\t'));
const table = lines('format-1-table.tsv').map(line => line.split('\t'));
const rows = tableLines().map(line => line.split('\t'));

test('golden links mean what they meant, key by key', () => {
  assert.equal(frozen.length, links.length);
  links.forEach((link, at) =>
    header.forEach((key, column) => {
      assert.equal(now[at][names.indexOf(key)], frozen[at][column], `${key} of ${link}`);
    }),
  );
});

test('keys that joined since leave them as they were', () => {
  const initial = Object.fromEntries(rows.map(([key, , , , value]) => [key, value]));
  for (const key of names.filter(name => !header.includes(name)))
    links.forEach((link, at) =>
      assert.equal(now[at][names.indexOf(key)], initial[key], `${key} of ${link}`),
    );
});

/** Which numbers, or how many bytes, "0 to 63 or auto" allows; whatever else it says. */
function rangeOf(allowed) {
  const [, low, high, rest] = /^(\S+) to (\S+)(.*)$/.exec(allowed);
  return {low: Number(low), high: Number(high), rest};
}

/** Old links cannot notice words that were appended, or a range that was widened. */
function isGrown(kind, frozen, allowed) {
  if (kind === 'choice') return `${allowed} `.startsWith(`${frozen} `);
  const [was, is] = [frozen, allowed].map(rangeOf);
  return is.low <= was.low && is.high >= was.high && is.rest === was.rest;
}

test('no key is gone, none has another kind or default, and what was allowed still is', () => {
  for (const [key, kind, count, allowed, initial] of table) {
    const now = rows.find(row => row[0] === key);
    assert.deepEqual([now[1], now[2], now[4]], [kind, count, initial], key);
    assert.ok(isGrown(kind, allowed, now[3]), `${key} allowed ${allowed}, and now ${now[3]}`);
  }
});

test('a word that is gone or renamed, and a range that shrank, are found', () => {
  assert.ok(
    isGrown('choice', 'scale mean', 'scale mean blend') &&
      isGrown('whole', '0 to 63 or auto', '0 to 255 or auto'),
  );
  assert.ok(
    !isGrown('choice', 'scale mean', 'scale means') &&
      !isGrown('choice', 'scale mean', 'mean scale'),
  );
  assert.ok(
    !isGrown('whole', '0 to 63 or auto', '0 to 62 or auto') &&
      !isGrown('whole', '0 to 63 or auto', '0 to 63'),
  );
  assert.ok(!isGrown('number', '0 to 1', '0.5 to 1'));
});

test('golden links are canonical, with the check that stands beside their meaning', async () => {
  const engine = await load(readFileSync(path('build/ninefold-model.wasm')));
  links.forEach((link, at) => {
    const {link: written, check, lossless} = engine.decode(link);
    assert.deepEqual([`${written};check=${check}`, check, lossless], [link, frozen[at][0], true]);
  });
});

test('there are golden links of every source, figure and key', () => {
  const values = key => frozen.map(line => line[header.indexOf(key)]);
  const initial = Object.fromEntries(table.map(([key, , , , value]) => [key, value]));
  for (const source of ['synthetic', 'tensors', 'model'])
    assert.ok(values('source').filter(value => value === source).length >= 30, source);
  for (const figure of ['modify', 'mean', 'cross'])
    assert.ok(values('figure').filter(value => value === figure).length >= 30, figure);
  const unsaid = table
    .map(([key]) => key)
    .filter(key => values(key).every(value => value === initial[key]));
  assert.deepEqual(unsaid, ['file'], 'no golden link says these');
});
