// Models of the reader's own as the page opens them, web/engine/own.js: what is read of their files,
// what is found, and that figures are the command line's.
import assert from 'node:assert/strict';
import {readFileSync, readdirSync} from 'node:fs';
import {join} from 'node:path';
import test from 'node:test';
import {EngineError, WANT, load} from '../../web/engine/engine.js';
import {OwnModel} from '../../web/engine/own.js';
import {run} from './lib/engine.mjs';
import {exportedGguf} from './lib/own-exported.mjs';
import {SAMPLES, makeModel, writeFolder} from './lib/own-models.mjs';
import {scratchFolder} from './lib/scratch.mjs';
import {says} from './lib/words.mjs';

const built = name => readFileSync(new URL(`../../build/${name}`, import.meta.url));
const shipped = readFileSync(new URL('../../web/model.bin', import.meta.url));
const folder = join(scratchFolder('ninefold'), 'written');

function said(...words) {
  const {status, out, error} = run(words);
  assert.equal(status, 0, error);
  return out.trim();
}

said('model', '--export', folder);

/** Files that count what is read of them. */
class Counted extends Blob {
  read = 0;
  largest = 0;

  slice(from, to) {
    this.read += to - from;
    this.largest = Math.max(this.largest, to - from);
    return super.slice(from, to);
  }
}

const fileAt = path => new Counted([readFileSync(path)]);

const filesIn = (path = folder) =>
  readdirSync(path).map(name => ({name, file: fileAt(join(path, name))}));

const engineWhole = () => load(built('ninefold-whole.wasm'));

async function opened(files, isFolder = true) {
  const engine = await engineWhole();
  const own = new OwnModel(engine, files, isFolder);
  await own.describe();
  await own.identify();
  own.use();
  return {engine, own};
}

const TEXTS = 'text1=The_whale~2e;text2=It_was_dark;text3=A_captain_and_a_ship';
const nothing = () => Promise.resolve();

test('a folder is described as the command line describes it, and has the same name', async () => {
  const {own} = await opened(filesIn());
  const {begin, ...described} = own.facts;
  const {begin: _, ...expected} = JSON.parse(said('model', folder, '--json'));
  assert.deepEqual(described, expected);
  assert.equal(begin, true);
  assert.ok(own.facts.reads.length === 4 && own.facts.readsAll > own.facts.reads[3]);
  const link = said('seal', '--model', folder, `1;source=model;${TEXTS}`);
  assert.match(link, new RegExp(`;model=${own.name};`));
});

test('figures of it have the check of the command line, beside those of the shipped model', async () => {
  const {engine, own} = await opened(filesIn());
  engine.bringModel(shipped);
  for (const more of ['layer=1;head=3', 'layer=3;head=0;figure=mean', 'layer=0;head=2;op=noise']) {
    const link = `1;source=model;model=${own.name};${more};${TEXTS}`;
    const [, check] = /check=(\w+)/.exec(said('seal', '--model', folder, link));
    const figure = await engine.computeInSteps(link, WANT.check | WANT.prediction, nothing);
    assert.equal(figure.check, check, more);
    assert.equal(figure.panels[0].prediction.before.length, 5);
    const usual = engine.compute(`1;source=model;${more};${TEXTS}`, WANT.check);
    assert.equal(usual.check, check, 'it is the same model');
    assert.doesNotMatch(usual.link, new RegExp(own.name));
  }
  const plain = said('seal', '1;n=9');
  assert.equal(engine.check('1;n=9'), plain.slice(-16));
});

test('models of every family have the checks of the command line', async () => {
  const root = scratchFolder('ninefold');
  for (const [name, sample] of Object.entries(SAMPLES)) {
    const path = writeFolder(join(root, name), makeModel(sample, 5));
    const {engine, own} = await opened(filesIn(path));
    assert.equal(own.shares, own.facts.keyHeads < own.facts.heads);
    const link = `1;source=model;model=${own.name};layer=1;head=2;text1=ab;text2=cd;text3=e`;
    const {check} = await engine.computeInSteps(link, WANT.check, nothing);
    assert.equal(check, said('seal', '--model', path, link).slice(-16), name);
  }
});

test('a GGUF file of the trained model has its checks', async () => {
  const {gguf} = exportedGguf(scratchFolder('ninefold'));
  const {engine, own} = await opened([{name: 'model.gguf', file: fileAt(gguf)}], false);
  assert.equal(own.facts.format, 'gguf');
  const link = `1;source=model;model=${own.name};layer=2;head=5;${TEXTS}`;
  const {check} = await engine.computeInSteps(link, WANT.check, nothing);
  assert.equal(check, said('seal', `1;source=model;layer=2;head=5;${TEXTS}`).slice(-16));
});

test('a GGUF file may have a long name', async () => {
  const {gguf} = exportedGguf(scratchFolder('ninefold'));
  for (const letter of ['x', 'ü', '鯨']) {
    const {own} = await opened([{name: `${letter.repeat(80)}-x.gguf`, file: fileAt(gguf)}], false);
    const long = [{name: `${letter.repeat(245)}.gguf`, file: fileAt(gguf)}];
    assert.equal((await opened(long, false)).own.name, own.name);
  }
});

test('every head is measured, in one pass from the first layer to the last', async () => {
  const files = filesIn();
  const {engine, own} = await opened(files);
  const link = `1;source=model;model=${own.name};layer=1;head=3;${TEXTS}`;
  await engine.computeInSteps(link, WANT.check, nothing);
  const {file} = files.find(({name}) => name === 'model.safetensors');
  const before = file.read;
  const heads = await own.heads(link, nothing);
  const read = file.read - before;
  assert.ok(read < own.facts.readsAll, `${read} bytes`);
  const plain = said('heads', `1;source=model;${TEXTS}`, '--json');
  const expected = JSON.parse(plain).heads;
  assert.deepEqual(
    heads,
    expected.map(head => ({...head, induction: null, effect: null})),
  );
});

test('another head of a layer that was reached reads nothing of the layers before', async () => {
  const files = filesIn();
  const {engine, own} = await opened(files);
  const {file} = files.find(({name}) => name === 'model.safetensors');
  const figureOf = (layer, head) =>
    engine.computeInSteps(
      `1;source=model;model=${own.name};layer=${layer};head=${head};${TEXTS}`,
      WANT.check,
      nothing,
    );
  await figureOf(3, 0);
  const before = file.read;
  await figureOf(3, 5);
  assert.equal(file.read, before);
  assert.ok(file.largest < file.size, 'it is never read whole');
});

test('what is missing is named, before anything large is read', async () => {
  const without = name => filesIn().filter(file => file.name !== name);
  for (const name of ['config.json', 'tokenizer.json', 'model.safetensors']) {
    const files = without(name);
    await assert.rejects(opened(files), error => {
      assert.ok(error instanceof EngineError);
      assert.match(error.message, says(new RegExp(`${name} is missing from this folder\\.`)));
      return true;
    });
    const read = files.reduce((sum, {file}) => sum + file.read, 0);
    assert.ok(read < 60_000, `${read} bytes`);
  }
});

test('weights as a program are refused with the line that converts them', async () => {
  const files = filesIn().filter(({name}) => name !== 'model.safetensors');
  files.push({name: 'pytorch_model.bin', file: new Counted(['x'])});
  await assert.rejects(opened(files), error => {
    assert.match(error.message, says(/save_pretrained\('\.', safe_serialization=True\)/));
    return true;
  });
});

test('a file that cannot be read any more is one sentence, and the engine goes on', async () => {
  const files = filesIn();
  const {engine, own} = await opened(files);
  const lost = files.find(({name}) => name === 'model.safetensors').file;
  lost.slice = () => ({arrayBuffer: () => Promise.reject(new Error('changed'))});
  const link = `1;source=model;model=${own.name};layer=1;head=0;${TEXTS}`;
  await assert.rejects(engine.computeInSteps(link, WANT.check, nothing), error => {
    assert.match(error.message, says(/could not be read; it may have been moved or changed/));
    return true;
  });
  assert.equal(engine.check('1;n=9'), said('seal', '1;n=9').slice(-16));
  delete lost.slice;
  const {check} = await engine.computeInSteps(link, WANT.check, nothing);
  assert.match(check, /^\w{16}$/);
});

test('a file that became shorter is refused, before the engine takes what is not there', async () => {
  for (const name of ['config.json', 'tokenizer.json', 'model.safetensors']) {
    const files = filesIn();
    const {file} = files.find(one => one.name === name);
    file.slice = (from, to) => new Blob([new Uint8Array(to - from - 1)]);
    await assert.rejects(opened(files), error => {
      assert.ok(error instanceof EngineError);
      assert.match(error.message, says(new RegExp(`${name} cannot be read`)));
      return true;
    });
  }
});

test('once it is closed, links of it are of a model that is not here', async () => {
  const {engine, own} = await opened(filesIn());
  const link = `1;source=model;model=${own.name};layer=1;head=0;${TEXTS}`;
  await engine.computeInSteps(link, WANT.check, nothing);
  const before = engine.memoryInUse;
  own.close();
  assert.ok(engine.memoryInUse < before / 4, `${before} and then ${engine.memoryInUse} bytes`);
  await assert.rejects(engine.computeInSteps(link, WANT.check, nothing), EngineError);
  engine.bringModel(shipped);
  await assert.rejects(engine.computeInSteps(link, WANT.check, nothing), ({fault}) => {
    assert.equal(fault.cause, 'other-model');
    return true;
  });
});

test('a damaged file is refused in a sentence', async () => {
  const files = filesIn();
  const at = files.findIndex(({name}) => name === 'model.safetensors');
  files[at].file = new Counted([await files[at].file.slice(0, 1000).arrayBuffer()]);
  await assert.rejects(opened(files), error => {
    assert.match(error.message, says(/model\.safetensors: The file ends within its header/));
    return true;
  });
});
