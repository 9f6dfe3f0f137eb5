// Whatever a lesson says of a figure is asked of the engine: every number, and every claim that is
// marked. No number stands there unmarked.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {test} from 'node:test';
import {load} from '../../web/engine/engine.js';
import {ORDER, claims, links, solutions, source} from '../../web/site/lessons.mjs';

const root = path => new URL(`../../${path}`, import.meta.url);
const engine = await load(readFileSync(root('build/ninefold-model.wasm')));
engine.bringModel(readFileSync(root('web/model.bin')));
const ALL = 1 | 2 | 4 | 16 | 128; // weights, measures, check, outputs, predictions

/** Half a unit of the last digit. */
const close = text => 0.5 * 10 ** -(text.split('.')[1]?.length ?? 0);

function found(figure, value) {
  const [what, place] = value.split('~');
  const [, row, column] = /^p(\d)(\d)$/.exec(place) ?? [];
  const id = 3 * (row - 1) + (column - 1);
  if (what === 'prediction') return figure.panels[id].prediction.kl;
  const {holds, number, why} = engine.ask(value);
  assert.equal(holds, true, `${value}: ${number} ${why}`);
  return number;
}

function holding(link, asked) {
  const {ignored} = engine.compute(link, ALL);
  assert.deepEqual(ignored, [], link);
  return asked.map(statement => engine.ask(statement).holds);
}

/** Numbers that are not measured: those that are set, and what a unit means. */
const SETTINGS = new RegExp(
  [
    'ε = [\\d.e-]+',
    'from 1 to 0',
    'at 0\\.[13] (it|only)',
    'factor ε is 1,',
    'larger than 1\\?',
    '1e-3',
    '1e-10',
    'nats: 0 means',
  ].join('|'),
  'g',
);

for (const name of ORDER) {
  const html = source(name);
  test(`${name}: every number and every claim is what the engine finds`, () => {
    const said = claims(html);
    assert.ok(said.length >= 7, `${said.length} claims`);
    for (const {of, value, text} of said) {
      const number = found(engine.compute(of ?? links(html)[0], ALL), value);
      if (/^[\d.]+$/.test(text))
        assert.ok(
          Math.abs(number - text) <= close(text),
          `${of} ${value}: it says ${text}, and it is ${number}`,
        );
      else assert.doesNotMatch(value, /^prediction/, 'a prediction is said as a number');
    }
  });

  test(`${name}: its links are accepted whole, its questions can be judged, and it asks before it tells`, () => {
    const all = links(html);
    assert.ok(all.length >= 4);
    for (const link of all) {
      const {ignored, state} = engine.decode(link);
      assert.deepEqual(ignored, [], link);
      engine.compute(link, ALL);
      for (const key of ['ask1', 'ask2'])
        if (state[key]) assert.notEqual(engine.ask(state[key]).holds, null, `${link} ${key}`);
    }
    assert.ok(all.filter(link => /;question=/.test(link)).length >= 4);
    assert.ok([...html.matchAll(/<details><summary>The answer/g)].length >= 4);
  });

  test(`${name}: no statement is met when its figure opens, each can be met, and by what is shown`, () => {
    const all = links(html);
    const met = solutions(html);
    assert.ok(met.filter(Boolean).length >= 2);
    all.forEach((link, at) => {
      const {state} = engine.decode(link);
      const asked = ['ask1', 'ask2'].map(key => state[key]).filter(Boolean);
      assert.equal(Boolean(asked.length), Boolean(met[at]), link);
      if (!asked.length) return;
      const [key, value] = met[at].split('=');
      assert.ok(state.show.split('~').includes(key), `${link} does not show ${key}`);
      assert.deepEqual(
        holding(link, asked),
        asked.map(() => false),
        link,
      );
      const others = link.split(';').filter(field => !field.startsWith(`${key}=`));
      assert.deepEqual(
        holding([...others, `${key}=${value}`].join(';'), asked),
        asked.map(() => true),
        met[at],
      );
    });
  });

  test(`${name}: a figure shows what its task needs, and nothing else`, () => {
    for (const link of links(html)) assert.match(link, /;show=/, link);
  });

  test(`${name}: no measured number stands there without its test`, () => {
    const unmarked = html.replace(/<data [^>]*>[^]*?<\/data>|<[^>]*>/g, ' ');
    const text = unmarked.replace(SETTINGS, ' ');
    assert.deepEqual(text.match(/\d[\d.]*/g) ?? [], []);
  });
}
