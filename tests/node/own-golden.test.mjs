// Golden links of models of the reader's own, by the command line and by the module that the page
// has for them; tests/engines has them in three browsers.
import assert from 'node:assert/strict';
import {readFileSync, readdirSync} from 'node:fs';
import {basename, join} from 'node:path';
import test from 'node:test';
import {WANT, load} from '../../web/engine/engine.js';
import {OwnModel} from '../../web/engine/own.js';
import {ownLinks, writeOwnModels} from '../tools/own-goldens.mjs';
import {run} from './lib/engine.mjs';
import {scratchFolder} from './lib/scratch.mjs';

const models = writeOwnModels(scratchFolder('ninefold-golden'));
const links = ownLinks();
const module = readFileSync(new URL('../../build/ninefold-whole.wasm', import.meta.url));

const checkIn = link => link.slice(-16);

test('every model has golden links, and as a folder and as GGUF the same checks', () => {
  assert.deepEqual(
    [...links.keys()],
    models.map(({name}) => name),
  );
  for (const [name, own] of links) {
    assert.ok(own.length >= 12, name);
    const gguf = links.get(`${name}.gguf`);
    if (!gguf || name === 'llama3') continue; // whose frequencies GGUF divides by factors of float32
    assert.deepEqual(gguf.map(checkIn), own.map(checkIn), name);
  }
  const all = [...links.values()].flat();
  for (const part of ['figure=mean', 'figure=cross', 'value=next', 'share=group', 'op=noise'])
    assert.ok(
      all.some(link => link.includes(`;${part}`)),
      part,
    );
});

test('the command line reproduces them', () => {
  for (const {name, path} of models) {
    const own = links.get(name) ?? [];
    const {out, error} = run(['check', '--model', path, '-'], own.join('\n'));
    const rows = out
      .trimEnd()
      .split('\n')
      .map(line => line.slice(0, 10));
    assert.deepEqual(
      rows,
      own.map(() => 'reproduced'),
      `${name}: ${out} ${error}`,
    );
  }
});

/** @param {string} path */
function filesOf(path) {
  const names = path.endsWith('.gguf') ? [''] : readdirSync(path);
  return names.map(name => {
    const file = join(path, name);
    return {name: basename(file), file: new Blob([readFileSync(file)])};
  });
}

test('so does the module that the page fetches for them', async () => {
  const engine = await load(module);
  for (const {name, path} of models) {
    const own = new OwnModel(engine, filesOf(path), !path.endsWith('.gguf'));
    await own.describe();
    await own.identify();
    own.use();
    for (const link of links.get(name) ?? []) {
      const {check} = await engine.computeInSteps(link, WANT.check, () => Promise.resolve());
      assert.equal(check, checkIn(link), `${name}: ${link}`);
    }
    own.close();
  }
  engine.close();
});
