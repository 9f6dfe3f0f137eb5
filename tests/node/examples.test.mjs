// The named examples of the page: each shows what it says of itself, of all heads on that text.
import assert from 'node:assert/strict';
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import test, {after} from 'node:test';
import {EXAMPLES} from '../../web/around/examples-list.js';
import {OPENING} from '../../web/element/nine-fold.js';
import {changed} from '../../web/engine/link-text.js';
import {panels, readings, run} from './lib/engine.mjs';

const folder = mkdtempSync(join(tmpdir(), 'examples-'));
after(() => rmSync(folder, {recursive: true}));

const [opening, sink, previous, induction, caption] = EXAMPLES;
const mean = numbers => numbers.reduce((a, b) => a + b) / numbers.length;
const first = list => list[0].token;

/** The head that a figure studies, as layer.head. */
const studied = ({source: {layer, head}}) => `${layer}.${head}`;

/** What every head of the model has of a measure, on the text that a figure was read from. */
function headsOn({inputs}, key) {
  const [{tokens, begin}] = inputs;
  const file = join(folder, 'text.txt');
  writeFileSync(file, `${tokens.slice(begin).join('').trim()}\n`);
  const {status, out} = run(['heads', '1;source=model', '--texts', file, '--json']);
  assert.equal(status, 0);
  return JSON.parse(out)
    .heads.map(head => ({name: `${head.layer}.${head.head}`, value: head[key]}))
    .sort((a, b) => b.value - a.value);
}

test('each example is a link that is read as it is written, or a reading', () => {
  assert.equal(EXAMPLES.length, 5);
  for (const {name, see, link, reading} of EXAMPLES.slice(1)) {
    assert.ok(name && see.length < 60, name); // a line over the text
    if (reading) assert.ok(readings().some(one => one.name === reading));
    else assert.deepEqual(panels(link).ignored, [], link);
  }
  assert.deepEqual([opening.link, opening.reading], [undefined, undefined]);
});

test('the opening: with its Query turned down “captain” is likelier than “whale”', () => {
  const {panels: nine} = panels(OPENING);
  assert.match(opening.see, /Query.*“whale”.*“captain”/);
  assert.equal(first(nine[1].prediction.before), ' wh');
  for (const column of [1, 2]) assert.equal(first(nine[column].prediction.after), ' c');
});

test('the head that rests holds the first token as no other head does', () => {
  const figure = panels(sink.link);
  const [most] = headsOn(figure, 'first');
  assert.equal(most.name, studied(figure));
  const {first: held} = figure.baselines[0].measures;
  assert.ok(held > 0.95 && Math.abs(held - most.value) < 0.02, `${held} ${most.value}`);
});

test('the head that looks one token back does so as no other head does', () => {
  const figure = panels(previous.link);
  const [most, next] = headsOn(figure, 'previous');
  assert.equal(most.name, studied(figure));
  assert.ok(most.value > 0.9 && next.value < 0.5, `${most.value} ${next.value}`);
  const {near} = figure.baselines[0].measures;
  assert.ok(Math.abs(near - most.value) < 1e-6, `${near} ${most.value}`);
  const {before, after} = figure.panels[1].prediction;
  assert.notEqual(first(before), first(after)); // what the head did is missed
});

/** The rows of the second “one two”, untouched, without what rests on the first token. */
function repeated({inputs, baselines}) {
  const {tokens} = inputs[0];
  const start = tokens.lastIndexOf(' one');
  const period = start - tokens.indexOf(' one');
  const rows = baselines[0].weights.slice(start);
  return rows.map((row, i) => ({rest: row.slice(1), follows: start + i - period}));
}

test('the head that continues what repeats looks at what followed, as one other head does', () => {
  const figure = panels(induction.link);
  const rows = repeated(figure);
  assert.equal(rows.length, 4);
  for (const {rest, follows} of rows) assert.equal(rest.indexOf(Math.max(...rest)), follows);
  const all = [];
  for (let layer = 0; layer < 4; layer++)
    for (let head = 0; head < 8; head++) {
      const other = panels(changed(induction.link, `layer=${layer}`, `head=${head}`));
      const values = repeated(other).map(({rest, follows}) => rest[follows]);
      all.push({name: `${layer}.${head}`, value: mean(values)});
    }
  const [one, two, three] = all.sort((a, b) => b.value - a.value);
  assert.ok([one.name, two.name].includes(studied(figure)), `${one.name} ${two.name}`);
  assert.ok(two.value > 3 * three.value, `${two.value} ${three.value}`);
  assert.equal(first(figure.panels[0].prediction.before), ' th');
});

test('the caption that is wrong has as many sentences as it says, and some are false', () => {
  const {sentences} = readings().find(({name}) => name === caption.reading);
  assert.equal(sentences.length, 10);
  assert.match(caption.see, /^Ten sentences/);
  assert.ok(sentences.some(({verdict}) => !verdict));
});
