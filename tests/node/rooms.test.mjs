// Rooms: each folder of src and web takes from those named before it, never the other way. The
// order is in lib/rooms.mjs.
import assert from 'node:assert/strict';
import {readFileSync, readdirSync} from 'node:fs';
import {dirname, normalize} from 'node:path';
import {test} from 'node:test';
import {fileURLToPath} from 'node:url';
import {C, WEB} from './lib/rooms.mjs';

const root = path => fileURLToPath(new URL(`../../${path}`, import.meta.url));

const filesIn = (folder, pattern) =>
  readdirSync(root(folder), {recursive: true})
    .filter(name => pattern.test(name))
    .map(name => `${folder}/${name}`);

const roomOf = path => path.split('/')[1];

/** Rooms that a file takes something from, with the line that says so. */
function taken(file, pattern, target) {
  const lines = readFileSync(root(file), 'utf8').matchAll(pattern);
  return [...lines].map(([line, path]) => ({file, line, room: roomOf(target(file, path))}));
}

function assertAllowed(all, isAllowed) {
  const wrong = all.filter(
    ({file, room}) => room !== roomOf(file) && !isAllowed(roomOf(file), room),
  );
  assert.deepEqual(
    wrong.map(({file, line}) => `${file}: ${line.trim()}`),
    [],
  );
}

test('a file of C includes what is in its own room or in one that its room may take from', () => {
  const files = filesIn('src', /\.(c|h)$/);
  const all = files.flatMap(file =>
    taken(file, /^#include "([a-z]+\/.*)"$/gm, (_, path) => `src/${path}`),
  );
  assert.ok(all.length > 20, `${all.length} includes were found`);
  assert.deepEqual([...new Set(files.map(roomOf))].sort(), Object.keys(C).sort());
  assertAllowed(all, (from, to) => C[from].includes(to));
});

test('a module of the page imports from its own room or from one further down', () => {
  const files = filesIn('web', /\.(m?js|d\.ts)$/).filter(file => roomOf(file) !== 'lessons');
  const pattern = /(?:from |import\(|import )\s*'(\.{1,2}\/[^']*)'/g;
  const all = files.flatMap(file =>
    taken(file, pattern, (from, path) => normalize(`${dirname(from)}/${path}`)),
  );
  assert.ok(all.length > 500, `${all.length} imports were found`);
  assert.deepEqual([...new Set(files.map(roomOf))].sort(), [...WEB].sort());
  assertAllowed(all, (from, to) => WEB.indexOf(to) < WEB.indexOf(from));
});
