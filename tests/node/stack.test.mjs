// The modules have room enough on their stack, whatever compiler made them: what runs over its end
// runs into other data, and nobody is told.
import assert from 'node:assert/strict';
import {readFileSync, readdirSync} from 'node:fs';
import {join} from 'node:path';
import test from 'node:test';
import {longestLink} from 'made/constants.js';
import {ClassSheet} from '../../web/engine/answers.js';
import {WANT, load} from '../../web/engine/engine.js';
import {OwnModel} from '../../web/engine/own.js';
import {drawPicture, wantOfPicture} from '../../web/engine/taken.js';
import {ANNA, MODEL_ANSWERS, OF_MODEL, QUESTION, SHAPES} from './lib/answer-shapes.mjs';
import {run} from './lib/engine.mjs';
import {MAILS} from './lib/mail-shapes.mjs';
import {scratchFolder} from './lib/scratch.mjs';
import {watchStack} from './lib/stack.mjs';

const file = path => readFileSync(new URL(`../../${path}`, import.meta.url));

const STACK = Number(/^stack=(\d+)/m.exec(file('build.sh'))[1]); // bytes
const MOST = STACK / 4; // of them: other compilers take more
const TAKEN = 10_000; // at least, or nothing was watched

const trained = file('web/model.bin');

const LONG = [
  `1;${'k=1;'.repeat(longestLink / 4 - 1)}`,
  `1;source=model;text1=${'~41'.repeat(4000)}`,
  `1;seed=3;question=${'~41'.repeat(600)};ask1=first~p11~gt~0.5`,
];

const figures = ['1;seed=3', '1;figure=mean;seed=3', '1;figure=cross;seed=3;op=noise'];
const ofModel = [
  '1;source=model',
  '1;source=model;figure=mean;value=next',
  '1;source=model;op=patch',
];

function readAndMade(engine, links) {
  for (const link of LONG) engine.decode(link);
  for (const link of links) {
    const {source} = engine.compute(link, WANT.measures | WANT.check | WANT.prediction);
    engine.ask('first~p11~gt~2~rest~p11');
    engine.cell(1, 2, 1);
    if (source.kind !== 'model') continue;
    engine.word(1, 'after', 0);
    engine.heads();
  }
}

function judged(engine) {
  const sheet = new ClassSheet(engine);
  const pair = `${ANNA.replace(/;check=\w+$/, '')};pair=${'eps~3d0.3~3b'.repeat(100)}eps~3d0.5`;
  const models = MODEL_ANSWERS.map(({link}) => link).join('\n');
  const all = [...SHAPES, ...MAILS].map(([, text]) => [QUESTION, text]);
  for (const [question, text] of [...all, [OF_MODEL, models], [QUESTION, pair]]) {
    sheet.ask(question);
    assert.ok(sheet.begin(new TextEncoder().encode(text), {}).count, text);
    while (sheet.step() !== 'end');
  }
}

function drawn(engine) {
  for (const link of [...figures, ...ofModel]) {
    engine.compute(link, wantOfPicture(engine, link));
    assert.ok(drawPicture(engine, 0, 'https://example.org/').length > 10_000);
  }
}

async function opened(engine) {
  const folder = join(scratchFolder('stack'), 'written');
  assert.equal(run(['model', '--export', folder]).status, 0);
  const files = readdirSync(folder).map(name => ({
    name,
    file: new Blob([readFileSync(join(folder, name))]),
  }));
  const own = new OwnModel(engine, files, true);
  await own.describe();
  await own.identify();
  own.use();
  const link = `1;source=model;model=${own.name};text1=The_whale;text2=It;text3=A_ship`;
  await engine.computeInSteps(link, WANT.measures | WANT.check, () => Promise.resolve());
}

/** What each module does that goes deep. */
const MODULES = {
  ninefold: engine => readAndMade(engine, figures),
  'ninefold-model': engine => readAndMade(engine, [...figures, ...ofModel]),
  'ninefold-picture': drawn,
  async 'ninefold-whole'(engine) {
    readAndMade(engine, [...figures, ...ofModel]);
    judged(engine);
    drawn(engine);
    await opened(engine);
  },
};

for (const [name, work] of Object.entries(MODULES))
  test(`${name}.wasm never takes more than a quarter of its stack`, async () => {
    const bytes = file(`build/${name}.wasm`);
    const engine = await load(bytes);
    const taken = watchStack(engine, bytes, STACK);
    if (name !== 'ninefold') engine.bringModel(trained);
    await work(engine);
    assert.ok(taken() > TAKEN && taken() < MOST, `${taken()} bytes`);
  });
