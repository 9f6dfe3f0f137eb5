// The page's engine, web/engine/engine.js over both modules: what it hands out is what the command
// line prints.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import test from 'node:test';
import {ARRAYS, CELL, NUMBERS, WANT as MADE, longestLink, mostOthers} from 'made/constants.js';
import * as STATUS from 'made/statuses.js';
import {guess} from '../../web/around/guess.js';
import {EngineError, load, WANT} from '../../web/engine/engine.js';
import {arrays, panels, run} from './lib/engine.mjs';
import {says, saysJust} from './lib/words.mjs';

const file = path => readFileSync(new URL(`../../${path}`, import.meta.url));
const model = file('web/model.bin');
const ALL = WANT.weights | WANT.measures | WANT.check | WANT.prediction | WANT.allBaselines;

async function opened(name, bytes = model) {
  const engine = await load(file(`build/${name}.wasm`));
  if (bytes) engine.bringModel(bytes);
  return engine;
}

const LINKS = [
  '1;source=model',
  '1;source=model;figure=mean;value=next;layer=1;head=0',
  '1;source=model;figure=cross;text2=So_it_was',
  '1;source=model;op=mean;mask=none;weights=sigmoid;text1=~e2~80~9cYes~e2~80~9d~2c_he_said',
  '1;figure=mean;n=4~5~6',
];

const rowsOf = ({weights, rows, columns}) =>
  Array.from({length: rows}, (_, i) =>
    Array.from(weights.subarray(i * columns, (i + 1) * columns)),
  );

function samePanel(made, printed, what) {
  assert.deepEqual(rowsOf(made), printed.weights, what);
  assert.deepEqual(made.measures, printed.measures, what);
  const {prediction} = made;
  assert.deepEqual(
    prediction && {...prediction, divergence: Array.from(prediction.divergence)},
    printed.prediction,
    what,
  );
}

for (const name of ['ninefold-model', 'scalar'])
  test(`${name}.wasm: figures, tokens, predictions and heads as the command line prints them`, async () => {
    const engine = await opened(name);
    for (const link of LINKS) {
      const made = engine.compute(link, ALL);
      const printed = panels(link);
      for (const key of ['link', 'check', 'source', 'inputs', 'ignored'])
        assert.deepEqual(made[key], printed[key], `${link} ${key}`);
      const expected = [...printed.panels, ...printed.baselines];
      [...made.panels, ...made.baselines].forEach((panel, i) =>
        samePanel(panel, expected[i], `${link} ${i}`),
      );
      const heads = link.includes('model')
        ? JSON.parse(run(['heads', link, '--json']).out).heads
        : [];
      assert.deepEqual(engine.heads(), heads, link);
    }
  });

test('a prediction is made only if it was asked for', async () => {
  const engine = await opened('ninefold-model');
  assert.ok(engine.compute('1;source=model').panels.every(({prediction}) => prediction === null));
  assert.ok(engine.compute('1', ALL).panels.every(({prediction}) => prediction === null));
});

test('logits are those of the file of arrays', async () => {
  const engine = await opened('ninefold-model');
  for (const link of [
    '1;source=model;figure=cross',
    '1;source=model;value=next',
    '1;n=5~7~4;figure=cross',
    '1;n=70;view=logits',
  ]) {
    const data = arrays(link);
    engine.compute(link);
    for (let at = 0; at < 9; at++)
      assert.deepEqual(engine.logits(at), data[`s${at}`].data, `${link} ${at}`);
  }
  engine.compute('1;n=5');
  assert.equal(engine.logits(9).length, 25);
  for (const at of [-1, 10, 12]) assert.throws(() => engine.logits(at), EngineError, `${at}`);
});

test('outputs and vectors are those of the file of arrays', async () => {
  const engine = await opened('ninefold-model');
  for (const link of [
    '1;source=model;eps=0.5',
    '1;n=5~7~4;figure=cross',
    '1;n=70;d=36;heads=3;head=2;op=noise',
  ]) {
    const data = arrays(link);
    const {source, inputs} = engine.compute(link, WANT.outputs);
    for (let at = 0; at < 9; at++)
      assert.deepEqual(engine.output(at), data[`o${at}`].data, `${link} ${at}`);
    ['query', 'key', 'value'].forEach((component, c) => {
      const {data: all, shape} = data[`${'qkv'[c]}2`];
      const size = shape[1] * shape[2];
      assert.deepEqual(shape, [source.heads, inputs[1].count, size / shape[1]]);
      const {head} = source;
      const own = all.slice(head * size, (head + 1) * size);
      assert.deepEqual(engine.vectors(1, component, head), own, `${link} ${component}`);
    });
  }
  for (const act of [
    () => engine.output(12),
    () => engine.vectors(3, 'query', 0),
    () => engine.vectors(0, 'quarry', 0),
    () => engine.vectors(0, 'key', 3),
  ])
    assert.throws(act, EngineError);
  engine.compute('1', WANT.check);
  assert.throws(
    () => engine.output(0),
    ({message}) => saysJust('No outputs of this panel were made.', message),
  );
});

test('the whole prediction holds the guesses, and adds up to 1', async () => {
  const engine = await opened('ninefold-picture');
  const {panels: made} = engine.compute('1;source=model;eps=1e-3', WANT.prediction);
  made.forEach(({prediction, rows}, at) => {
    for (const [whose, guesses] of [
      [9, prediction.before],
      [at, prediction.after],
    ]) {
      const p = engine.distribution(whose, rows - 1);
      const likely = [...p.keys()].sort((i, j) => p[j] - p[i] || i - j).slice(0, 5);
      assert.deepEqual(
        likely.map(i => ({token: engine.piece(i), p: p[i]})),
        guesses,
      );
      assert.ok(Math.abs(p.reduce((sum, one) => sum + one) - 1) < 1e-12);
    }
  });
  assert.throws(() => engine.distribution(4, made[4].rows), EngineError);
  assert.equal(engine.piece(1e6), '');
  engine.compute('1', WANT.prediction);
  const none = 'The figure made last is not of a model: it says nothing.';
  assert.throws(() => engine.distribution(4, 0), {message: none});
  const likeliest = await opened('ninefold-model');
  likeliest.compute('1;source=model', WANT.prediction);
  const larger = 'A whole prediction needs ninefold-picture.wasm.';
  assert.throws(() => likeliest.distribution(4, 0), {message: larger});
  assert.equal(likeliest.piece(0), '');
  const smaller = await opened('ninefold', null);
  smaller.compute('1');
  assert.throws(() => smaller.distribution(4, 0), {message: none});
  assert.equal(smaller.piece(0), '');
});

test('in steps: the same figure and the same heads, and a newer figure ends them', async () => {
  const engine = await opened('ninefold-model');
  const whole = engine.compute(LINKS[1], ALL);
  const heads = engine.heads();
  const seen = [];
  engine.compute('1;source=model;text1=Other_words');
  const progress = [];
  const figure = await engine.computeInSteps(LINKS[1], ALL, async share => {
    progress.push(share);
  });
  assert.deepEqual(figure, whole);
  assert.deepEqual(
    await engine.headsInSteps(async head => {
      seen.push(head);
    }),
    heads,
  );
  assert.deepEqual(seen, heads);
  await assert.rejects(
    engine.headsInSteps(async () => {
      engine.decode('1');
    }),
    EngineError,
  );
});

test('there is no model until one is brought, and one that is damaged, cut or no model changes nothing', async () => {
  const engine = await opened('ninefold-model', null);
  assert.throws(
    () => engine.compute('1;source=model'),
    ({message}) => saysJust('The link speaks of a trained model, and there is none here.', message),
  );
  assert.deepEqual(engine.heads(), []);
  engine.bringModel(model);
  const {check} = engine.compute('1;source=model');
  const damaged = Uint8Array.from(model, (byte, i) => (i === 1000 ? byte ^ 1 : byte));
  for (const [bytes, words] of [
    [damaged, /damaged/],
    [model.subarray(0, model.length - 1), /shorter or longer/],
    [model.subarray(0, 7), /not a model file/],
    [new Uint8Array(0), /not a model file/],
    [file('build/ninefold.wasm'), /not a model file/],
  ])
    assert.throws(
      () => engine.bringModel(bytes),
      error =>
        error instanceof EngineError &&
        says(/^This model [^.]+\.$/).test(error.message) &&
        says(words).test(error.message),
    );
  assert.equal(engine.compute('1;source=model').check, check);
  engine.bringModel(model);
  assert.equal(engine.compute('1;source=model').check, check);
});

test('a text that cannot be read leaves the engine as it was', async () => {
  const engine = await opened('ninefold-model');
  const before = engine.compute('1;source=model', ALL);
  for (const text of ['_~20', '~d0~b6', 'a'.repeat(200)]) {
    assert.throws(
      () => engine.compute(`1;source=model;text1=${text}`),
      error => error instanceof EngineError && says(/^Text 1 [^.]+\.$/).test(error.message),
    );
    assert.deepEqual(engine.heads(), []);
  }
  assert.deepEqual(engine.compute('1;source=model', ALL), before);
});

// ---- Memory ------------------------------------------------------------------------------------

const LONGEST = Number(/#define NF_LINK_MAX (\d+)/.exec(file('include/ninefold.h'))[1]);

test('a text far too long is refused as one a little too long, and not copied', async () => {
  const engine = await opened('ninefold', null);
  const before = engine.memorySize;
  const long = length => `1;n=4;text1=${'a'.repeat(length)}`;
  const other = `#${long(1e8)}`;
  const {
    ignored: [{read, why}],
  } = engine.decode(long(LONGEST));
  for (const text of [long(1e8), other, `${'?'.repeat(1e8)}#1;n=5`, '\0'.repeat(1e8)]) {
    const {readable, lossless, link, ignored} = engine.decode(text);
    assert.deepEqual([readable, lossless, link, ignored[0].why], [false, false, '1', why]);
    const beginning = text.replace('#1', '1').slice(0, read.length);
    assert.equal(ignored[0].read, beginning, 'its beginning is quoted');
  }
  assert.equal(engine.memorySize, before);
  assert.equal(engine.decode('1;seed=7').link, '1;seed=7');
});

test('before the engine is here a link is read as far as the engine reads it', () => {
  const texts = [1, 2, 3].map(i => `text${i}=${'a'.repeat(4000)}`).join(';');
  const question = 'a'.repeat(LONGEST - `1;${texts};question=;seed=7`.length);
  const link = `1;${texts};question=${question};seed=7`;
  assert.equal(link.length, LONGEST);
  assert.equal(guess(link).seed, '7');
  assert.equal(guess(`${link.replace('question=', 'question=a')}`).seed, '1');
});

test('a link is found among words of up to three times the longest', async () => {
  const engine = await opened('ninefold', null);
  for (const length of [LONGEST, 3 * LONGEST])
    assert.equal(engine.decode(`https://x.org/?${'a'.repeat(length)}#1;seed=7`).link, '1;seed=7');
});

test('after a large figure an engine goes on in a small memory, with its model', async () => {
  const engine = await opened('ninefold-model');
  const initial = engine.memorySize;
  const link = '1;source=model';
  const {check} = engine.compute(link);
  const {memoryInUse: usual} = engine;
  engine.compute('1;n=2048', WANT.weights | WANT.keep);
  engine.compute(link);
  assert.ok(engine.memorySize > 4 * initial, `${engine.memorySize}`);
  assert.ok(engine.memoryInUse < 2 * usual, `${engine.memoryInUse} bytes in use, before ${usual}`);
  await engine.renew();
  assert.equal(engine.memorySize, initial);
  assert.deepEqual([engine.compute(link).check, engine.memorySize], [check, initial]);
  await engine.renew();
  assert.equal(engine.compute(link).check, check, 'and once more');
});

test('the constants of the page are those that the command line prints of ninefold.h', async () => {
  const {want, statuses, panelNumbers, panelArrays, cellNumbers, linkMax, alsoMax} = JSON.parse(
    run(['constants', '--json']).out,
  );
  assert.deepEqual(WANT, Object.fromEntries(want.map(({key, bit}) => [key, bit])));
  assert.equal(WANT, MADE);
  const bits = want.map(({bit}) => bit);
  assert.equal(
    bits.reduce((all, bit) => all | bit, 0),
    2 ** bits.length - 1,
    'a bit each',
  );
  assert.deepEqual(
    statuses.map(name => STATUS[name.slice(3)]),
    [...statuses.keys()],
  );
  assert.deepEqual(
    [NUMBERS, ARRAYS, CELL, longestLink, mostOthers],
    [panelNumbers, panelArrays, cellNumbers, linkMax, alsoMax],
  );
  const lines = run(['constants']).out.trim().split('\n');
  assert.equal(lines.length, want.length + statuses.length + 5);
});

test('the module answers each number of a panel by its place, and no other', async () => {
  const engine = await opened('ninefold', null);
  const made = engine.compute('1;figure=cross;n=4~5~6', WANT.weights | WANT.cells);
  const number = (panel, what) => engine.call.panel_number(engine.session, panel, what);
  const named = panel =>
    Object.fromEntries(NUMBERS.map((name, what) => [name, number(panel, what)]));
  const {stride, ...first} = named(5);
  for (const [name, value] of Object.entries(first))
    assert.equal(value, made.panels[5][name], name);
  assert.deepEqual([first.row, first.column, first.rows, first.columns], [1, 2, 5, 6]);
  assert.ok(stride >= first.columns);
  assert.deepEqual(
    [number(5, NUMBERS.length + ARRAYS.length), number(5, -1), number(12, 0)],
    [-1, -1, -1],
  );
});
