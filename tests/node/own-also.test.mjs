// also= in models of the reader's own, whose heads may share Key and Value, slide, or have biases:
// compared with a pass in double precision (lib/also-reference.mjs). That the trained model gives
// the same bits when it is opened is in also.test.mjs and tests/c/own_test.c.
import assert from 'node:assert/strict';
import {join} from 'node:path';
import test from 'node:test';
import {logitsWith} from './lib/also-reference.mjs';
import {run} from './lib/engine.mjs';
import {SAMPLES, makeModel, writeFolder} from './lib/own-models.mjs';
import {divergence, runModel} from './lib/own-reference.mjs';
import {scratchFolder} from './lib/scratch.mjs';
import {bytesTokenizer, pieceOf} from './lib/vocabularies.mjs';

const root = scratchFolder('ninefold-own-also');
const tokenizer = bytesTokenizer();
const TEXTS = ['the_cat_sat', 'a_dog_and_the_bird', 'the_the'];
const texts = TEXTS.map((text, i) => `text${i + 1}=${text}`).join(';');

// As in own-share.test.mjs: a logit of these models is off by less than 6e-6 of the largest.
const LOGIT_ERROR = 6e-6;

function bound(before, after) {
  const most = Math.max(...before.map(Math.abs), ...after.map(Math.abs));
  const error = 2 * LOGIT_ERROR * most;
  return error * Math.min(2, Math.sqrt(2 * Math.max(0, divergence(before, after)))) + error ** 2;
}

const DEFAULTS = {
  ...{figure: 'modify', op: 'scale', over: 'heads', seed: 1, share: 'head', eps: '0.5~1e-3~1e-10'},
  ...{mask: 'causal', window: 8, weights: 'softmax', temp: 1, bias: [0, 0, 0]},
};

function asked(rest) {
  const keys = Object.fromEntries(rest.split(';').map(pair => pair.split('=')));
  const set = {...DEFAULTS, ...keys};
  return {
    ...set,
    ...{layer: Number(set.layer), head: Number(set.head), window: Number(set.window)},
    eps: set.eps.split('~').map(Number),
    also: keys.also.split('~').map(place => place.split('.').map(Number)),
  };
}

const SLIDING = 'mask=window;window=7'; // as it was trained

const CASES = [
  ['llama', 'layer=1;head=2;also=0.1~2.3'],
  ['llama', 'layer=1;head=0;also=1.1~1.3;op=mean'],
  ['llama', 'layer=0;head=3;also=1.0~2.2;op=patch;eps=1~0.5~0.25'],
  ['llama', 'layer=2;head=1;also=0.0~1.2;figure=cross'],
  ['llama', 'layer=1;head=0;also=0.3~2.2;share=group;eps=0.5~0~2'],
  ['llama', 'layer=1;head=1;also=0.2~1.2;share=group;op=mean;over=tokens'],
  ['llama', 'layer=2;head=3;also=1.0;share=group;figure=mean'],
  ['mistral', `layer=1;head=2;also=0.0~2.1;${SLIDING};eps=0.5~0~2`],
  ['mistral', `layer=1;head=2;also=2.0;share=group;op=blend;eps=0.2~0.9~1;${SLIDING}`],
  ['qwen3', 'layer=2;head=0;also=0.3~1.1'],
  ['gpt2', 'layer=1;head=3;also=0.0~2.2;op=mean;over=channels'],
  ['gpt_neox', 'layer=0;head=1;also=0.2~2.0;op=blend;eps=0.2~0.9~1'],
];

const opened = new Map();

/** A sample as a model and as its folder, made once. */
function open(name) {
  if (opened.has(name)) return opened.get(name);
  const model = makeModel(SAMPLES[name], 41);
  const path = writeFolder(join(root, name), model);
  const made = {model, path};
  opened.set(name, made);
  return made;
}

function figure(path, link) {
  const {status, out, error} = run(['panels', '--model', path, link]);
  assert.equal(status, 0, error);
  return JSON.parse(out);
}

for (const [name, rest] of CASES)
  test(`several heads of an opened model change at once: ${name}, ${rest}`, () => {
    const {model, path} = open(name);
    const made = figure(path, `1;source=model;${texts};${rest}`);
    const pieces = made.inputs.map(input => input.tokens.map(token => pieceOf(token, tokenizer)));
    const runs = pieces.map(list => runModel(model, list));
    const of = asked(rest);
    let moved = 0;
    made.panels.forEach(({prediction}, index) => {
      const text = of.figure === 'modify' ? 0 : Math.floor(index / 3);
      const after = logitsWith(model, pieces, runs, of, index);
      const alone = logitsWith(model, pieces, runs, {...of, also: []}, index);
      assert.equal(prediction.divergence.length, pieces[text].length);
      prediction.divergence.forEach((kl, i) => {
        const before = runs[text].logits[i];
        const expected = divergence(before, after[i]);
        const allowed = bound(before, after[i]);
        assert.ok(
          Math.abs(kl - expected) <= allowed,
          `panel ${index}, token ${i}: ${kl}, not ${expected} within ${allowed}`,
        );
        moved += Math.abs(divergence(before, alone[i]) - expected) > 10 * allowed ? 1 : 0;
      });
    });
    assert.ok(moved > 10, 'what one head does alone was told from it');
  });

test('the panels stay those of the head, and the check covers what is said', () => {
  const {path} = open('llama');
  const link = `1;source=model;${texts};layer=1;head=2`;
  const [alone, along] = [figure(path, link), figure(path, `${link};also=2.1`)];
  const shown = ({panels}) => panels.map(({weights, measures}) => ({weights, measures}));
  assert.deepEqual(shown(along), shown(alone));
  assert.notEqual(along.check, alone.check);
  const itself = figure(path, `${link};also=1.2`);
  const said = ({panels}) => panels.map(({prediction}) => prediction);
  assert.deepEqual(said(itself), said(alone), 'a head that changes along with itself changes once');
});
