// Figures of a model that is read through from its files: the trained model, written as a folder,
// gives there the tokens, heads and checks that it gives itself; which model a link is of; and what
// is said where it is another one.
import assert from 'node:assert/strict';
import {cpSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import test from 'node:test';
import {run} from './lib/engine.mjs';
import {seeded} from './lib/random-links.mjs';
import {scratchFolder} from './lib/scratch.mjs';
import {says} from './lib/words.mjs';

const root = scratchFolder('ninefold');
const folder = join(root, 'written');

function succeed(words, input) {
  const {status, out, error} = run(words, input);
  assert.equal(status, 0, error);
  return out;
}

succeed(['model', '--export', folder]);

const random = seeded(13);
const ASCII = Array.from({length: 95}, (_, i) => String.fromCharCode(32 + i));
const LETTERS = [...'etaoin shrdlu ETA.,;:!? 0123456789 \'"()-'];

function text() {
  const from = random.chance(0.5) ? ASCII : LETTERS;
  const letter = () => (random.chance(0.2) ? ' ' : random.pick(from));
  return Array.from({length: random.whole(1, 45)}, letter)
    .join('')
    .replace(/^ *$/, 'a');
}

const spelt = words =>
  [...words]
    .map(c => (/[A-Za-z0-9]/.test(c) ? c : `~${c.charCodeAt(0).toString(16).padStart(2, '0')}`))
    .join('');

const texts = () => [1, 2, 3].map(i => `text${i}=${spelt(text())}`).join(';');

const everyHead = Array.from({length: 32}, (_, i) => `layer=${i >> 3};head=${i & 7}`);
const settings = [
  'op=scale',
  'figure=mean',
  'figure=cross;over=tokens',
  'op=noise;seed=4',
  'op=patch;eps=1',
  'op=blend;weights=softmax1;mask=window;window=5',
  'begin=off',
];

const links = [
  ...everyHead.map(head => `1;source=model;${head};${texts()}`),
  ...everyHead.map(head => `1;source=model;${head};${random.pick(settings)};${texts()}`),
  ...settings.map(more => `1;source=model;${more};layer=2;head=0`), // the texts of the model's own
];

/** What a link comes to, without the name of its model. */
const checks = (...options) =>
  succeed(['seal', ...options, '-'], links.join('\n'))
    .trimEnd()
    .split('\n')
    .map(line => line.replace(/;model=\w+/, ''));

test('the trained model, read from a folder, gives the same checks for any text of ASCII', () => {
  const [shipped, through] = [checks(), checks('--model', folder)];
  assert.equal(shipped.length, links.length);
  shipped.forEach((line, i) => assert.equal(through[i], line, links[i]));
});

const panelsOf = (link, ...options) => JSON.parse(succeed(['panels', ...options, link]));

test('the same tokens, weights and predictions, and the same following heads', () => {
  const following = ['layer=0;head=3', 'layer=2;head=1;next=4;figure=mean', 'layer=1;begin=off'];
  const next = following.map(more => `1;source=model;value=next;${more};${texts()}`);
  for (const link of [...links.slice(0, 40), ...next]) {
    const [shipped, through] = [panelsOf(link), panelsOf(link, '--model', folder)];
    assert.deepEqual(through.inputs, shipped.inputs, link);
    assert.deepEqual(through.panels, shipped.panels, link); // what it says next, too
  }
});

test('what a text holds beyond that is read alike, or refused', () => {
  const odd =
    '1;source=model;layer=1;head=1;text1=~e2~80~9cIt~e2~80~99s~e2~80~9d~09_~0a_yes~e2~80~a6';
  assert.deepEqual(panelsOf(odd, '--model', folder).inputs, panelsOf(odd).inputs);
  const {status, error} = run(['panels', '--model', folder, '1;source=model;text2=a~ce~b1']);
  assert.equal(status, 1);
  assert.match(
    error,
    says(/Text 2 holds "α" \(character 2\), for which this model has no piece\./),
  );
  const long = run(['panels', '--model', folder, `1;source=model;text1=${'1~20'.repeat(40)}`]);
  assert.match(
    long.error,
    says(/Text 1 is longer than the 63 tokens that the model can read: from/),
  );
  const empty = run(['panels', '--model', folder, '1;source=model;text3=_~20']);
  assert.match(empty.error, says(/Text 3 holds nothing to read/));
});

test('the same heads', () => {
  const headsOf = (...options) =>
    JSON.parse(succeed(['heads', ...options, '1;source=model', '--json'])).heads;
  const [shipped, through] = [headsOf(), headsOf('--model', folder)];
  assert.equal(through.length, 32);
  shipped.forEach((head, i) =>
    assert.deepEqual(through[i], {...head, induction: null, effect: null}),
  );
  const change = ['--op', 'mean', '--component', 'v'];
  assert.deepEqual(headsOf('--model', folder, ...change), headsOf(...change));
});

const nameOf = path =>
  /;model=(\w{8})/.exec(succeed(['seal', '--model', path, '1;source=model']))[1];

/** A copy of the folder with one byte of the tensors changed. */
function changed(at) {
  const path = join(root, `changed-${at}`);
  cpSync(folder, path, {recursive: true});
  const file = join(path, 'model.safetensors');
  const bytes = readFileSync(file);
  const start = 8 + Number(bytes.readBigUInt64LE());
  bytes[start + at] ^= 64;
  writeFileSync(file, bytes);
  return path;
}

const ROW = 4 * 96; // bytes of the embedding of a piece
const THREE = '3'.charCodeAt(0) - 31; // the piece of this character

test('a link names its model; a change in the middle of a tensor is seen by the check alone', () => {
  const name = nameOf(folder);
  assert.match(name, /^[0-9a-f]{8}$/);
  const link = `1;source=model;layer=3;head=1;model=${name}`;
  const sealed = succeed(['seal', '--model', folder, link]).trim();
  assert.equal(run(['check', '--model', folder, sealed]).status, 0);
  const begin = changed(2);
  assert.notEqual(nameOf(begin), name);
  const {out} = run(['check', '--model', begin, sealed]);
  assert.match(out, says(/^unchecked\t.*The link is of the model/));
  const middle = changed(THREE * ROW + 2);
  assert.equal(nameOf(middle), name);
  const three = succeed(['seal', '--model', folder, `${link};text1=3`]).trim();
  const {out: judged} = run(['check', '--model', middle, three, sealed]);
  assert.match(
    judged,
    /^differs\s.*\nreproduced\s/,
    'where the piece is read, and where it is not',
  );
});

test('a link to a model that is not here says which one, and what opens it', () => {
  const link = '1;source=model;model=12345678;named=Llama~2d7b;check=0123456789abcdef';
  for (const options of [[], ['--model', folder]]) {
    const {out, status} = run(['check', ...options, link]);
    assert.equal(status, 0);
    assert.match(
      out,
      says(/^unchecked\t.*the model 12345678, called "Llama-7b", and the one here is/),
    );
    assert.match(out, says(/--model PATH opens a model of yours/));
  }
  const {error} = run(['panels', '1;source=model;model=12345678']);
  assert.match(
    error,
    says(/The link is of the model 12345678, and the one here is \w{8}\. --model PATH/),
  );
});

test("a class's answers about it are judged by what it gives", () => {
  const settings = `1;source=model;layer=1;head=2;model=${nameOf(folder)}`;
  const asked = `${settings};eps=1;question=Blur_it;ask1=level~p11~lt~2;ask2=change~p11~gt~0.1`;
  const question = `${asked};show=eps`;
  const answers = ['0', '1'].map((eps, i) => `${question.replace('eps=1', `eps=${eps}`)};by=${i}`);
  const sealed = succeed(
    ['seal', '--model', folder, '--question', question, '-'],
    answers.join('\n'),
  );
  const judge = (...options) =>
    run(['check', '--question', question, '--json', ...options], sealed);
  const {answers: rows} = JSON.parse(judge('--model', folder).out);
  const seen = rows.map(({status, right, statements}) => [status, right, statements[1].holds]);
  assert.deepEqual(seen, [
    ['reproduced', true, true],
    ['reproduced', false, false],
  ]);
  const without = judge();
  assert.deepEqual(
    JSON.parse(without.out).answers.map(({status}) => status),
    ['unchecked', 'unchecked'],
  );
  cpSync(folder, join(root, 'cut'), {recursive: true});
  writeFileSync(join(root, 'cut', 'tokenizer.json'), '{}');
  assert.equal(judge('--model', join(root, 'cut')).status, 1);
});

test('the trained model is still itself beside one of yours', () => {
  const link = succeed(['seal', '1;source=model;layer=1;head=2']).trim();
  assert.match(succeed(['check', '--model', folder, link]), /^reproduced/);
});

test('what cannot be opened or written is said', () => {
  const {status, error} = run(['panels', '--model', join(root, 'nowhere'), '1;source=model']);
  assert.equal(status, 1);
  assert.match(error, says(/nowhere is not there\./));
  assert.equal(run(['panels', '1;source=model', '--model']).status, 2);
  const again = run(['model', '--export', folder]);
  assert.equal(again.status, 1);
  assert.match(again.error, says(/config\.json could not be written: File exists\./));
});
