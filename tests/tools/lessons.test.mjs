// Whatever a lesson says of a figure is asked of the engine: every number, and every claim that is
// marked. No number stands there unmarked.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {test} from 'node:test';
import {load} from '../../web/engine/engine.js';
import {changed} from '../../web/engine/link-text.js';
import {ORDER, claims, source, steps} from '../../web/site/lessons.mjs';

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
    'ε (=|is) [\\d.e-]+',
    'larger than 1\\?',
    'at 0\\.[13] (it|only)',
    '[15]e-\\d+',
    '(Value|Query) at 0 ',
    'nats: 0 means',
    'bar from 0 to 1 ',
    'close to 0,? |close to 1 |never becomes exactly 0,|far below 1,',
  ].join('|'),
  'g',
);

/** What is asked of the reader, where numbers are bounds and guesses. */
const ASKED = /<predict [^]*?<\/predict>|<task>[^]*?<\/task>/g;

const GUESS = /<guess( right)?>/g;
const written = html => html.replace(/<predict ask="([^"]*)">/g, '$1 ').replace(/<[^>]*>/g, ' ');
const wordsIn = html => written(html).match(/\S+/g).length;

for (const name of ORDER) {
  const html = source(name);
  const all = steps(html);
  const links = all.map(({link}) => link);

  test(`${name}: every number and every claim is what the engine finds`, () => {
    const said = claims(html);
    assert.ok(said.length >= 7, `${said.length} claims`);
    for (const {of, value, text} of said) {
      const number = found(engine.compute(of ?? links[0], ALL), value);
      if (/^[\d.]+$/.test(text))
        assert.ok(
          Math.abs(number - text) <= close(text),
          `${of} ${value}: it says ${text}, and it is ${number}`,
        );
      else assert.doesNotMatch(value, /^prediction/, 'a prediction is said as a number');
    }
  });

  test(`${name}: its links are accepted whole, and their statements can be judged`, () => {
    assert.ok(all.length >= 4);
    for (const {link, asks} of all) {
      const {ignored, state} = engine.decode(link);
      assert.deepEqual(ignored, [], link);
      assert.ok(state.question.length > 10, link);
      engine.compute(link, ALL);
      for (const statement of asks)
        assert.notEqual(engine.ask(statement).holds, null, `${link} ${statement}`);
    }
  });

  test(`${name}: each step asks for a prediction, of which one is right, before it tells`, () => {
    for (const {inside} of all) {
      const guesses = [...inside.matchAll(GUESS)].map(([, right]) => Boolean(right));
      assert.ok(guesses.length >= 2 && guesses.length <= 4, inside);
      assert.equal(guesses.filter(Boolean).length, 1, inside);
      assert.match(inside, /<h2>[^]*<predict ask="[^"]*\?">[^]*<task>[^]*<answer>/);
    }
  });

  test(`${name}: no statement is met when its figure opens, each can be met, and by what is there`, () => {
    assert.ok(all.filter(({met}) => met).length >= 2);
    for (const {link, parts, met, asks, tries} of all) {
      assert.equal(Boolean(asks.length), Boolean(met), link);
      if (!asks.length) continue;
      const [key, value] = met.split('=');
      const {state} = engine.decode(link);
      const offers = {eps: parts.includes('slider'), text1: parts.includes('text')};
      assert.ok(state.show.split('~').includes(key), `${link} does not show ${key}`);
      assert.ok(offers[key] ?? tries.includes(met), `${link}: nothing sets ${key}`);
      const no = asks.map(() => false);
      assert.deepEqual(holding(link, asks), no, link);
      const yes = asks.map(() => true);
      assert.deepEqual(holding(changed(link, `${key}=${value}`), asks), yes, met);
    }
  });

  test(`${name}: what a step sets is understood, and a figure shows what its task needs`, () => {
    for (const {link, tries} of all) {
      assert.match(link, /;show=/, link);
      for (const set of tries)
        assert.deepEqual(engine.decode(changed(link, set)).ignored, [], `${link} ${set}`);
    }
  });

  test(`${name}: at most 900 words, and no measured number stands there without its test`, () => {
    const count = wordsIn(html);
    assert.ok(count > 300 && count <= 900, `${count} words`);
    const told = html.replace(ASKED, ' ').replace(/<data [^>]*>[^]*?<\/data>/g, ' ');
    const text = written(told).replaceAll(/\s+/g, ' ').replace(SETTINGS, ' ');
    assert.deepEqual(text.match(/\d[\d.]*/g) ?? [], []);
  });
}

test('the list of lessons gives no answer away', async () => {
  const {lessons} = await import('../../web/site/lessons.mjs');
  const {pages} = lessons(engine, '');
  const [index] = pages;
  assert.equal((index.body.match(/<li>/g) ?? []).length, 4);
  const about = pages.slice(1).map(({description}) => description);
  for (const text of about) {
    assert.ok(index.body.includes(text), text);
    assert.match(text, /\?$/, 'it asks');
    assert.doesNotMatch(text, /\d\.\d|no weight|nothing|same|decide/);
  }
});
