// What golden links mean is committed beside their checks, key by key: whatever changes, the line that fails names it.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import test from 'node:test';
import {fileURLToPath} from 'node:url';
import {load} from '../../web/engine.js';
import {linksOf, stateLines, tableLines} from '../tools/golden-states.mjs';

const path = name => fileURLToPath(new URL(`../../${name}`, import.meta.url));
const lines = name => readFileSync(path(`tests/golden/${name}`), 'utf8').replace(/\n$/, '').split('\n');

const links = [...linksOf(path('tests/golden/format-1.txt')), ...linksOf(path('tests/golden/format-1-tensors.txt'))];
const [header, ...frozen] = lines('format-1-states.tsv').map(line => line.split('\t'));
const [names, ...now] = (await stateLines(links)).map(line => line.split('\t'));
const table = lines('format-1-table.tsv').map(line => line.split('\t')), rows = tableLines().map(line => line.split('\t'));

test('golden links mean what they meant, key by key', () => {
  assert.equal(frozen.length, links.length);
  links.forEach((link, at) => header.forEach((key, column) => {
    assert.equal(now[at][names.indexOf(key)], frozen[at][column], `${key} of ${link}`);
  }));
});

test('keys that joined since leave them as they were', () => {
  const initial = Object.fromEntries(rows.map(([key, , , , value]) => [key, value]));
  for (const key of names.filter(name => !header.includes(name)))
    links.forEach((link, at) => assert.equal(now[at][names.indexOf(key)], initial[key], `${key} of ${link}`));
});

test('no key is gone, and none has another kind, range or default', () => {
  for (const row of table) assert.deepEqual(rows.find(([key]) => key === row[0]), row);
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
  const unsaid = table.map(([key]) => key).filter(key => values(key).every(value => value === initial[key]));
  assert.deepEqual(unsaid, ['file'], 'no golden link says these');
});
