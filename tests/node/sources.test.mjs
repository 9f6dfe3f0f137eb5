// What the page knows of sources are rows, one for each word of `source` in the table.
import assert from 'node:assert/strict';
import {readFileSync, readdirSync} from 'node:fs';
import test from 'node:test';
import {table} from 'made/table.js';
import {sourceOf, withoutOthers} from '../../web/engine/sources.js';

const web = new URL('../../web/', import.meta.url);
const WORDS = table.find(({key}) => key === 'source').words.split(' ');
const sourcesOf = name => table.find(({key}) => key === name).sources;

test('each source has a row, and what names its data means something to it alone', () => {
  for (const source of WORDS) {
    const {names, useOurs} = sourceOf({source});
    for (const name of names) assert.deepEqual(sourcesOf(name), [source]);
    assert.equal(Boolean(useOurs), names.length > 0);
  }
});

test('a change of source keeps its own names and empties all others', () => {
  const all = WORDS.flatMap(source => sourceOf({source}).names).sort();
  for (const source of WORDS) {
    const own = sourceOf({source}).names;
    const emptied = withoutOthers(source);
    assert.deepEqual(
      Object.keys(emptied).sort(),
      all.filter(key => !own.includes(key)),
    );
    assert.ok(Object.values(emptied).every(value => value === ''));
  }
});

test('tokens are known from the link, or from the figure before', () => {
  const before = {panels: [{rows: 3}, {rows: 7}]};
  assert.equal(sourceOf({source: 'synthetic'}).tokens({n: '5~9~2'}, before), 9);
  assert.equal(sourceOf({source: 'model'}).tokens({}, before), 7);
  assert.equal(sourceOf({source: 'model'}).tokens({}, null), 0);
});

const ROOMS = ['around', 'controls', 'element', 'figure', 'state'];

test('no condition of these rooms asks for tensors by their name', () => {
  for (const name of ROOMS.flatMap(room =>
    readdirSync(new URL(room, web)).map(one => `${room}/${one}`),
  ))
    for (const line of readFileSync(new URL(name, web), 'utf8').split('\n'))
      if (/[!=]== 'tensors'/.test(line)) assert.fail(`${name}: ${line}`);
});
