// share=group: a changed Key or Value is put into every head that reads it, for predictions, which
// the check then covers. Compared with a pass in double precision (lib/own-reference.mjs).
import assert from 'node:assert/strict';
import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import test from 'node:test';
import {run} from './lib/engine.mjs';
import {SAMPLES, makeModel, writeFolder} from './lib/own-models.mjs';
import {divergence, panelOf, runModel} from './lib/own-reference.mjs';
import {scratchFolder} from './lib/scratch.mjs';
import {bytesTokenizer, pieceOf} from './lib/vocabularies.mjs';

const root = scratchFolder('ninefold-share');
const tokenizer = bytesTokenizer();
const TEXTS = ['the_cat_sat', 'a_dog_and_the_bird', 'the_the'];
const texts = TEXTS.map((text, i) => `text${i + 1}=${text}`).join(';');

/** @param {string} name */
function written(name) {
  const model = makeModel(SAMPLES[name], 41);
  return {model, path: writeFolder(join(root, name), model)};
}

const llama = written('llama');
const mistral = written('mistral');
const gpt2 = written('gpt2');

/** @param {string[]} words */
function succeed(words) {
  const {status, out, error} = run(words);
  assert.equal(status, 0, error);
  return out;
}

/** @param {string} path @param {string} link */
const figure = (path, link) => JSON.parse(succeed(['panels', '--model', path, link]));

/** @param {string} path @param {string} link */
const checkOf = (path, link) =>
  /;check=(\w{16})/.exec(succeed(['seal', '--model', path, link]))?.[1];

// A logit of these models is a sum of some 32 products of float32 after three layers: off by less
// than 4e-6 of the largest (tests/c/through_test.c measures 1.5e-6), here by another half for what
// the panel's own output is off. A divergence is a mean of differences of logits, which each are
// off by at most twice that; its second order is the square.
const LOGIT_ERROR = 6e-6;

/** @param {number[]} before @param {number[]} after */
function bound(before, after) {
  const most = Math.max(...before, ...after, -Math.min(...before, ...after));
  const error = 2 * LOGIT_ERROR * most;
  return error * Math.min(2, Math.sqrt(2 * divergence(before, after))) + error ** 2;
}

const CASES = [
  'op=scale;eps=0.5~0~2',
  'op=scale;eps=3~1~0.1;head=3',
  'op=mean;over=heads;head=1',
  'op=blend;over=tokens;eps=0.2~0.9~1;head=2',
  'op=patch;eps=1~0.5~0;head=0',
  'figure=mean;over=channels;head=3',
  'figure=cross;over=heads;head=1',
];

/** @param {string} more @param {number} layer @param {string} share */
function asked(more, layer, share) {
  const keys = Object.fromEntries(more.split(';').map(pair => pair.split('=')));
  const eps = (keys.eps ?? '0.5~1e-3~1e-10').split('~').map(Number);
  const set = {figure: 'modify', op: 'scale', over: 'heads', head: 0, ...keys};
  return {...set, head: Number(set.head), eps, layer, share};
}

/** @param {{model: any, path: string}} of @param {string} more @param {number} layer */
function compare({model, path}, more, layer) {
  const link = `1;source=model;layer=${layer};${more};${texts}`;
  const made = figure(path, `${link};share=group`);
  const pieces = made.inputs.map(input => input.tokens.map(token => pieceOf(token, tokenizer)));
  const runs = pieces.map(list => runModel(model, list));
  let moved = 0;
  made.panels.forEach((panel, index) => {
    const {from, logits} = panelOf(model, pieces, runs, asked(more, layer, 'group'), index);
    const alone = panelOf(model, pieces, runs, asked(more, layer, 'head'), index).logits;
    panel.prediction.divergence.forEach((kl, i) => {
      const before = runs[from].logits[i];
      const expected = divergence(before, logits[i]);
      const allowed = bound(before, logits[i]);
      assert.ok(
        Math.abs(kl - expected) <= allowed,
        `${more}, panel ${index}, token ${i}: ${kl}, not ${expected} within ${allowed}`,
      );
      moved += Math.abs(divergence(before, alone[i]) - expected) > 10 * allowed ? 1 : 0;
    });
  });
  assert.ok(moved > 10, `${more}: what one head does could not be told from it`);
}

test('predictions are those of all heads that share, as double precision has them', () => {
  for (const more of CASES) compare(llama, more, 1);
  compare(llama, 'op=scale;eps=0.5~0~2', 0);
  compare(llama, 'figure=mean;head=2', 2);
  compare(mistral, 'figure=cross;head=2;mask=window;window=7', 1); // as it was trained
});

test('a Query is not shared, and what changes nothing moves nothing', () => {
  const link = `1;source=model;layer=1;head=2;eps=0.5~1~0;${texts}`;
  const [head, group] = ['head', 'group'].map(share =>
    figure(llama.path, `${link};share=${share}`),
  );
  const said = ({panels}) => panels.map(panel => panel.prediction);
  assert.deepEqual(said(group).slice(0, 3), said(head).slice(0, 3));
  for (const index of [1, 4, 7])
    assert.ok(
      said(group)[index].divergence.every(kl => kl === 0),
      `panel ${index}`,
    );
  for (const index of [3, 5, 6, 8])
    assert.notEqual(said(group)[index].kl, said(head)[index].kl, `panel ${index}`);
  const shown = ({panels}) => panels.map(({weights, measures}) => ({weights, measures}));
  assert.deepEqual(shown(group), shown(head), 'the panels are those of the head');
});

/** The same folder with one weight changed in the middle of a tensor. */
function altered(of, name) {
  const path = writeFolder(join(root, 'altered'), of.model);
  const file = join(path, 'model.safetensors');
  const bytes = readFileSync(file);
  const start = 8 + Number(bytes.readBigUInt64LE());
  const {
    data_offsets: [begin, end],
  } = JSON.parse(bytes.subarray(8, start).toString())[name];
  assert.ok(end - begin > 3 * 4096, 'its middle is outside what the name covers');
  bytes[start + Math.round((begin + end) / 8) * 4 + 2] ^= 64;
  writeFileSync(file, bytes);
  return path;
}

test('the check covers what is said where heads share, and nothing else changes', () => {
  const link = `1;source=model;layer=1;head=1;${texts}`;
  const alone = checkOf(llama.path, link);
  const shared = checkOf(llama.path, `${link};share=group`);
  assert.notEqual(shared, alone);
  const path = altered(llama, 'lm_head.weight');
  assert.equal(checkOf(path, link), alone, 'panels do not depend on what comes after');
  assert.notEqual(checkOf(path, `${link};share=group`), shared);
  assert.equal(checkOf(gpt2.path, link), checkOf(gpt2.path, `${link};share=group`), 'none shares');
  const sealed = succeed(['seal', '--model', llama.path, `${link};share=group`]).trim();
  assert.match(succeed(['check', '--model', llama.path, sealed]), /^reproduced/);
  assert.match(run(['check', '--model', path, sealed]).out, /^differs/);
});

test('the check is the same however much is made beside it', () => {
  const link = `1;source=model;layer=0;head=3;figure=cross;share=group;${texts}`;
  assert.equal(figure(mistral.path, link).check, checkOf(mistral.path, link));
});
