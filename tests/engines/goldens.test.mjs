// All golden links, in each of the three kinds of browser: a link made in one is reproduced in
// every other.
import assert from 'node:assert/strict';
import {mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {basename, join} from 'node:path';
import {after, before, test} from 'node:test';
import {fileURLToPath} from 'node:url';
import {serve} from '../../web/site/serve.mjs';
import {writeOwnModels} from '../tools/own-goldens.mjs';
import {BROWSERS, reportOf} from './browsers.mjs';

const linesOf = name =>
  readFileSync(new URL(`../golden/${name}`, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n');
const all = linesOf('format-1.txt').length;
const tensors = linesOf('format-1-tensors.txt').length;
const ofModel = linesOf('format-1.txt').filter(link => link.includes(';model=')).length;

/** What must have been computed: nothing is left out unsaid. */
const COUNTS = {
  'ninefold.wasm: format-1.txt': all - ofModel,
  'ninefold-model.wasm: format-1.txt': all,
  'ninefold-whole.wasm: format-1.txt': Math.ceil(all / 7),
  'ninefold-whole.wasm: format-1-tensors.txt': tensors,
  'own models': linesOf('own.txt').length,
  'names by new modules': 100,
  'the element': 5,
};

/** The models that golden links are of, where the page finds them. */
function writeModels() {
  const folder = fileURLToPath(new URL('../../build/test/own/', import.meta.url));
  rmSync(folder, {recursive: true, force: true});
  mkdirSync(folder, {recursive: true});
  const models = writeOwnModels(folder).map(({name, path}) => {
    const own = basename(path);
    const files = statSync(path).isDirectory()
      ? readdirSync(path).map(file => `${own}/${file}`)
      : [own];
    return {name, files};
  });
  writeFileSync(join(folder, 'models.json'), JSON.stringify(models));
}

let server;
before(async () => {
  writeModels();
  server = await serve(fileURLToPath(new URL('../..', import.meta.url)), 0);
});
after(() => server.close());

for (const [name, {is, isNot}] of Object.entries(BROWSERS))
  test(`golden links in ${name}`, async t => {
    const {agent, error, results} = await reportOf(
      name,
      `${server.address}tests/engines/page.html`,
    );
    assert.equal(error, undefined);
    assert.match(agent, is);
    assert.doesNotMatch(agent, isNot);
    assert.deepEqual(
      Object.fromEntries(results.map(result => [result.name, result.count])),
      COUNTS,
    );
    assert.ok(results.at(-1).ofModel > 0, 'the element was given links of the model');
    for (const result of results)
      await t.test(result.name, () => assert.deepEqual(result.differing, []));
  });
