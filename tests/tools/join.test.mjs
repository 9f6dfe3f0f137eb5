import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { joined } from './join.mjs';

/** A folder of modules, joined into another one; `main.js` and `nine-fold.js` are always there. */
function site(modules) {
  const folder = mkdtempSync(join(tmpdir(), 'join-'));
  const all = { 'main.js': "import './nine-fold.js';\n", 'nine-fold.js': '', ...modules };
  for (const [file, code] of Object.entries(all)) writeFileSync(join(folder, file), code);
  try {
    const files = joined(folder);
    for (const [file, code] of files) writeFileSync(join(folder, file.replace(/\.js$/, '.mjs')), code.replaceAll(".js'", ".mjs'"));
    return { folder, files, load: (file) => import(pathToFileURL(join(folder, file)).href) };
  } catch (error) {
    rmSync(folder, { recursive: true });
    throw error;
  }
}

const WORDS = {
  'nine-fold.js': `// what it is
import {double as twice, FOUR} from './numbers.js';
import {say} from './say.js';
export {FOUR} from './numbers.js';
const word = 'same name as elsewhere';
export class Nine { size() { return twice(FOUR) + 1; } word() { return say(word); } }
export const later = () => import('./later.js');
`,
  'numbers.js': '/** @type {import("./say.js")} */\nexport const FOUR = Number([4, 4].length + 2), FIVE = 5;\nexport function double(x) { return 2 * x; }\n',
  'say.js': "const word = '<';\nexport const say = text => word + text;\n",
  'later.js': "import {say} from './say.js';\nimport {FIVE} from './numbers.js';\nexport async function tell() { return say(FIVE); }\n",
};

test('joined modules do what they did apart, each with its own names', async () => {
  const { folder, files, load } = site(WORDS);
  assert.deepEqual([...files.keys()].sort(), ['later.js', 'main.js', 'nine-fold.js']);
  assert.doesNotMatch(files.get('nine-fold.js'), /what it is|@type/, 'comments stay behind');
  const { Nine, FOUR, later } = await load('nine-fold.mjs');
  assert.equal(new Nine().size(), 9);
  assert.equal(new Nine().word(), '<same name as elsewhere');
  assert.equal(FOUR, 4);
  assert.equal(await (await later()).tell(), '<5');
  rmSync(folder, { recursive: true });
});

test('a module that two files need is made once', async () => {
  const { folder, files, load } = site({
    'nine-fold.js': "export const lazily = () => import('./a.js');\n",
    'main.js': "import {made} from './once.js';\nexport const here = made;\n",
    'a.js': "import {made} from './once.js';\nexport const there = made;\n",
    'once.js': 'export const made = {};\n',
  });
  assert.equal([...files.values()].filter((code) => code.includes('made = {}')).length, 1);
  const { here } = await load('main.mjs'), { there } = await (await (await load('nine-fold.mjs')).lazily());
  assert.equal(here, there);
  rmSync(folder, { recursive: true });
});

test('what cannot be joined is an error that says so', () => {
  const broken = (modules, said) => assert.throws(() => site(modules), said);
  broken({ 'nine-fold.js': "import * as all from './x.js';\n", 'x.js': '' }, /no form of import or export/);
  broken({ 'nine-fold.js': "export default 3;\n" }, /no form of import or export/);
  broken({ 'nine-fold.js': "export let x = 3;\n" }, /no form of import or export/);
  broken({ 'nine-fold.js': "import {x} from './x.js';\n", 'x.js': 'const x = 1;\n' }, /imports x, which x.js does not export/);
  broken({ 'nine-fold.js': "import {x} from './x.js';\n", 'x.js': "import {y} from './nine-fold.js';\n" }, /in a circle: nine-fold.js > x.js > nine-fold.js/);
  broken({ 'nine-fold.js': "import {x} from './missing.js';\n" }, /missing\.js/);
});
