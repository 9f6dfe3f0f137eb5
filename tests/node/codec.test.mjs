// Ten thousand random states, written and read: by the command line, by the WebAssembly module,
// and by lib/meaning.mjs, which shares nothing with the codec but the table.
import assert from 'node:assert/strict';
import {createHash} from 'node:crypto';
import {readFileSync} from 'node:fs';
import test from 'node:test';
import {fileURLToPath} from 'node:url';
import {load} from '../../web/engine/engine.js';
import {run, table} from './lib/engine.mjs';
import {meaningOf, meaningOfState} from './lib/meaning.mjs';
import {seeded} from './lib/random-links.mjs';
import {randomState} from './lib/random-states.mjs';
import {saysJust} from './lib/words.mjs';

const path = name => fileURLToPath(new URL(`../../${name}`, import.meta.url));
const MODULE = readFileSync(path('build/ninefold-whole.wasm'));
const MODEL = readFileSync(path('web/model.bin'));
const TABLE = table();
const STATES = 10000;
const SENTENCES = [
  'The_ship_went_down',
  'And_God_said',
  'It_was_a_quiet~2c_cold_night~2e',
  'Call_me~2c_if_you_can',
]; // what the model reads
const DEFAULTS = Object.fromEntries(
  TABLE.map(row => [row.key, meaningOf(TABLE, row.key, row.default)]),
);

// Enough for one input of three tokens and one of five: the third is the second again.
function tensors() {
  const random = seeded(601);
  const numbers = count => Float32Array.from({length: count}, () => random.number(-2, 2));
  const input = tokens => ({
    tokens,
    q: numbers(24 * tokens),
    k: numbers(24 * tokens),
    v: numbers(24 * tokens),
  });
  return {heads: 3, d: 8, inputs: [input(3), input(5)]};
}

/** The digits by which a link names tensors, as ninefold.h defines them. */
function fileOf({heads, d, inputs}) {
  const hash = createHash('sha256');
  hash.update(Uint32Array.from([inputs.length, heads, d, ...inputs.map(({tokens}) => tokens)]));
  for (const {q, k, v} of inputs) for (const numbers of [q, k, v]) hash.update(numbers);
  return hash.digest('hex').slice(0, 8);
}

/** An engine that has data for every source, and the name of its model. */
async function complete() {
  const engine = await load(MODULE);
  engine.bringModel(MODEL);
  engine.bring(tensors());
  return {engine, model: engine.decode('1;source=model').state.model};
}

// ---- All states, once through everything -------------------------------------------------------

/** What a link says, by the other reading: the meaning of each of its values, and the defaults. */
function meant(link) {
  const pairs = link
    .split(';')
    .slice(1)
    .map(pair => pair.split('='));
  return {
    ...DEFAULTS,
    ...Object.fromEntries(pairs.map(([key, value]) => [key, meaningOf(TABLE, key, value)])),
  };
}

function randomStates(random, model) {
  const draw = () => {
    const kind = random.next();
    const share = random.pick([0.1, 0.3, 0.8]);
    if (kind < 0.9) return randomState(random, TABLE, share, {source: 'synthetic'});
    const said = {head: String(random.whole(0, 2)), file: fileOf(tensors())};
    if (kind < 0.98)
      return randomState(random, TABLE, share, {...said, rotary: '', source: 'tensors'});
    const texts = Object.fromEntries(
      ['text1', 'text2', 'text3'].map(key => [key, random.pick(SENTENCES)]),
    );
    return randomState(random, TABLE, share, {
      ...said,
      ...texts,
      source: 'model',
      model,
      layer: '2',
      next: '5',
      also: random.pick(['', '3.1~0.4', '0.0']),
    });
  };
  return Array.from({length: STATES}, draw);
}

/** Canonical links with their checks, by the command line; null where it has no data. */
function sealed(links) {
  const known = links.filter(link => !link.includes(';source=tensors'));
  const {status, out, error} = run(['seal', '-'], known.join('\n'));
  assert.deepEqual([status, error], [0, '']);
  const lines = out.trimEnd().split('\n');
  assert.equal(lines.length, known.length);
  return links.map(link => (link.includes(';source=tensors') ? null : lines.shift()));
}

const {engine, model} = await complete();
const links = randomStates(seeded(602), model);
const decoded = links.map(link => engine.decode(link));
const written = decoded.map(({link}) => link);
const withChecks = sealed(links);

test('10,000 random states mean what they say, key by key', () => {
  links.forEach((link, at) => {
    assert.deepEqual(decoded[at].ignored, [], link);
    assert.deepEqual(meaningOfState(TABLE, decoded[at].state), meant(link), link);
  });
});

test('what is written of them is canonical, safe in any chat and mail, and reads back as the same state', () => {
  const order = TABLE.map(({key}) => key);
  written.forEach((link, at) => {
    assert.match(link, /^1(;[a-z]+[0-9]*=[A-Za-z0-9.~_-]*[A-Za-z0-9])*$/);
    const again = engine.decode(link);
    const said = meant(link);
    const keys = link
      .split(';')
      .slice(1)
      .map(pair => pair.split('=')[0]);
    assert.deepEqual(
      [again.link, again.ignored, again.state],
      [link, [], decoded[at].state],
      links[at],
    );
    assert.deepEqual(
      keys,
      order.filter(key => said[key] !== DEFAULTS[key]),
      `${link} says what needs no saying`,
    );
  });
});

test('command line and WebAssembly write the same link of every state', () => {
  withChecks.forEach(
    (line, at) => line && assert.equal(line.replace(/;check=[0-9a-f]{16}$/, ''), written[at]),
  );
});

test('what is written has the check of what was read', async () => {
  const other = (await complete()).engine; // it has made nothing that it could fall back on
  const counts = {synthetic: 0, tensors: 0, model: 0};
  withChecks.forEach((line, at) => {
    const expected = line ? line.slice(-16) : engine.check(links[at]);
    assert.equal(other.check(written[at]), expected, links[at]);
    counts[decoded[at].state.source]++;
  });
  assert.ok(counts.tensors > STATES / 20 && counts.model > STATES / 100, JSON.stringify(counts));
});

test('a link is of the tensors that it names, and of any if it names none', () => {
  const file = fileOf(tensors());
  const other = file.replace(/.$/, digit => (digit === '0' ? '1' : '0'));
  const check = engine.check('1;source=tensors');
  assert.equal(
    engine.compute(`1;source=tensors;file=${file};check=${check}`).verdict,
    'reproduced',
  );
  const told = `The link is of the tensors ${other}, and those here are ${file}.`;
  assert.throws(
    () => engine.compute(`1;source=tensors;file=${other};check=${check}`),
    ({message}) => saysJust(told, message),
  );
});

test('the states were not all the same few', () => {
  assert.ok(new Set(written).size > 0.9 * STATES);
  const checks = withChecks.filter(Boolean).map(line => line.slice(-16));
  assert.ok(checks.length > 0.9 * STATES);
  assert.ok(new Set(checks).size > 0.85 * checks.length); // settings of the view change no check
  for (const {key} of TABLE) {
    const said = written.filter(link => link.includes(`;${key}=`)).length;
    assert.ok(said > STATES / 50, `${key} is said in ${said} links only`);
  }
});

// ---- How long links are ------------------------------------------------------------------------

const SLIDERS = TABLE.filter(
  ({kind, key}) => ['choice', 'whole', 'number', 'log'].includes(kind) && key !== 'source',
);

/** Where a slider or a row of buttons stands: a step of its row, or three of them. */
function moved(random, row) {
  if (row.kind === 'choice') return random.pick(row.words.split(' '));
  const [low, high] = row.range;
  const steps = Math.floor((high - low) / row.step);
  const byRatio = () =>
    Number(Math.max(low, random.byRatio(Math.max(low, 1e-10), high)).toPrecision(3));
  const one = () =>
    String(
      row.kind === 'log'
        ? byRatio()
        : Number((low + row.step * random.whole(0, steps)).toPrecision(12)),
    );
  return row.count === 3 && random.chance(0.5) ? [one(), one(), one()].join('~') : one();
}

/**
 * Links with one to four changed controls, of a synthetic head or of the model reading the
 * reader's own sentence.
 */
function changed(random) {
  const source = random.pick([
    '1',
    `1;source=model;model=${model}`,
    `1;source=model;model=${model};text1=Where_does_the_head_look_when_it_rains`,
  ]);
  const sliders = Array.from({length: random.whole(1, 4)}, () => random.pick(SLIDERS));
  const rows = new Map(sliders.map(row => [row.key, moved(random, row)]));
  return [source, ...[...rows].map(([key, value]) => `${key}=${value}`)].join(';');
}

test('a link with one to four changed controls has at most 120 characters in the middle, its check with it', t => {
  const random = seeded(603);
  const link = () => `${engine.decode(changed(random)).link};check=0123456789abcdef`;
  const lengths = Array.from({length: 2000}, () => link().length);
  lengths.sort((a, b) => a - b);
  t.diagnostic(
    `median ${lengths[1000]}, shortest ${lengths[0]}, nine in ten up to ${lengths[1800]}, longest ${lengths[1999]}`,
  );
  assert.ok(
    lengths[1000] <= 120 && lengths[1999] <= 500,
    `median ${lengths[1000]}, longest ${lengths[1999]}`,
  );
});

test('all sliders moved at once still fit in 500 characters', () => {
  const random = seeded(604);
  for (let i = 0; i < 200; i++) {
    const {link} = engine.decode(
      ['1', ...SLIDERS.map(row => `${row.key}=${moved(random, row)}`)].join(';'),
    );
    assert.ok(`${link};check=0123456789abcdef`.length <= 500, link);
  }
});
