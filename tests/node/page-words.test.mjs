// Words of the controls, what a link leaves to its reader, and links as text:
// web/controls/choices.js, web/state/limits.js, web/engine/link-text.js.
import assert from 'node:assert/strict';
import test from 'node:test';
import {table} from 'made/table.js';
import {choice, place} from '../../web/controls/choices.js';
import {
  changed,
  fieldsOf,
  formatOf,
  sealed,
  seemsOfModel,
  valueIn,
  without,
} from '../../web/engine/link-text.js';
import {
  isControl,
  limitOf,
  linkOfLimits,
  matters,
  offersOf,
  permitted,
} from '../../web/state/limits.js';

const rowOf = key => table.find(row => row.key === key);
const DEFAULTS = Object.fromEntries(table.map(row => [row.key, row.default]));
const params = more => ({...DEFAULTS, ...more});

// ---- Words

test('every choice of the table has words of its own', () => {
  for (const {key, kind, words} of table)
    for (const word of kind === 'choice' ? words.split(' ') : []) {
      assert.notEqual(choice(key, word), word, `${key}=${word}`);
      assert.match(choice(key, word), /^[A-Z0-9]/, `${key}=${word}`);
    }
});

test('a word that is not known stands for itself, also one that every object has', () => {
  for (const word of ['later', 'valueOf', 'constructor', '__proto__'])
    assert.deepEqual([choice('mask', word), choice(word, 'causal')], [word, 'causal']);
});

test('the three values of epsilon are columns, those of all else inputs', () => {
  assert.deepEqual(
    [0, 1, 2].map(i => place('eps', i)),
    ['Left', 'Middle', 'Right'],
  );
  assert.deepEqual(
    [0, 2].map(i => place('n', i)),
    ['Input 1', 'Input 3'],
  );
});

// ---- Limits

test('what a link does not name is free', () => {
  assert.equal(limitOf(params(), 'eps'), 'free');
  assert.equal(limitOf(params({lock: 'eps~op'}), 'eps'), 'locked');
  assert.equal(limitOf(params({show: 'op'}), 'eps'), 'hidden');
  assert.equal(limitOf(params({show: 'eps', lock: 'eps'}), 'eps'), 'locked');
  assert.equal(limitOf(params({show: 'op', lock: 'eps'}), 'eps'), 'hidden', 'hidden is stronger');
  assert.equal(limitOf(params({lock: 'epsilon'}), 'eps'), 'free', 'a name is a whole word');
  assert.ok(permitted(params()).shown('anything'));
});

test('what is written of limits is read as them', () => {
  const keys = table.filter(isControl).map(({key}) => key);
  for (const word of ['free', 'locked', 'hidden']) {
    const limits = keys.map((key, i) => [key, i % 3 === 1 ? word : 'free']);
    const read = params(linkOfLimits(limits));
    assert.deepEqual(
      keys.map(key => [key, limitOf(read, key)]),
      limits,
      word,
    );
  }
  const free = keys.map(key => [key, 'free']);
  assert.deepEqual(linkOfLimits(free), {show: '', lock: ''});
  const none = linkOfLimits(keys.map(key => [key, 'hidden']));
  assert.deepEqual(none, {show: 'question', lock: ''});
  assert.ok(keys.every(key => limitOf(params(none), key) === 'hidden'));
});

test('a row means something where its source, kind, operation and companions do', () => {
  const means = (key, more) => matters(rowOf(key), params(more));
  const cases = [
    ['n', {}, true],
    ['n', {source: 'model'}, false],
    ['layer', {source: 'model'}, true],
    ['layer', {}, false],
    ['window', {}, false],
    ['window', {mask: 'window'}, true],
    ['bias', {weights: 'sigmoid'}, true],
    ['bias', {}, false],
    ['copy', {}, false],
    ['copy', {value: 'next'}, true],
    ['copy', {value: 'next', source: 'model'}, false],
    ['next', {value: 'next', source: 'model'}, true],
    ['over', {}, false],
    ['over', {op: 'mean'}, true],
    ['over', {figure: 'mean'}, true],
    ['op', {figure: 'mean'}, false],
    ['eps', {figure: 'cross'}, false],
    ['eps', {op: 'noise'}, true],
    ['seed', {figure: 'cross'}, true],
    ['seed', {source: 'model'}, false],
    ['seed', {source: 'model', op: 'noise'}, true],
    ['text2', {source: 'model'}, false],
    ['text2', {source: 'model', figure: 'mean'}, true],
    ['text2', {source: 'model', op: 'patch'}, true],
  ];
  for (const [key, more, expected] of cases)
    assert.equal(means(key, more), expected, `${key} ${JSON.stringify(more)}`);
});

test('statements, question and words beside the figure are no controls', () => {
  const not = table.filter(row => !isControl(row)).map(({key}) => key);
  const words = 'question ask1 ask8 show lock choices write of by choice words model file named';
  for (const key of words.split(' ')) assert.ok(not.includes(key), key);
  assert.ok(isControl(rowOf('eps')) && isControl(rowOf('text1')));
});

test('what is offered beside the figure leads to nothing that the link keeps from its reader', () => {
  const offers = more => offersOf(table, params(more));
  const all = {more: true, why: true, leads: true, curve: false};
  const few = {...all, why: false, leads: false};
  assert.deepEqual(offers(), all);
  assert.deepEqual(offers({show: 'eps'}), {...few, more: false});
  assert.deepEqual(offers({show: 'eps~seed'}), few);
  assert.deepEqual(offers({show: 'eps~layer'}).more, false, 'what means nothing here is nothing');
  assert.deepEqual(offers({lock: 'op'}), {...all, why: false});
});

test('in a page of others the curve is there only where a link names it', () => {
  const isThere = more => offersOf(table, params(more)).curve;
  assert.deepEqual([{}, {curve: 'first'}, {show: 'eps'}, {show: 'eps~curve'}].map(isThere), [
    false,
    false,
    false,
    true,
  ]);
});

// ---- Links as text

test('a link is a format and fields', () => {
  assert.deepEqual([formatOf('1;n=5'), formatOf('2'), formatOf('')], ['1', '2', '']);
  assert.deepEqual(fieldsOf('1;n=5;text1=a=b;show'), [
    ['n', '5'],
    ['text1', 'a=b'],
    ['show', ''],
  ]);
  assert.deepEqual(fieldsOf('1'), []);
});

test('a value is that of the whole key, up to the next field', () => {
  const link = '1;next=3;n=5~6~7;text1=a=b;op=';
  assert.equal(valueIn(link, 'n'), '5~6~7');
  assert.equal(valueIn(link, 'text1'), 'a=b');
  for (const key of ['op', 'ext', 'seed', '']) assert.equal(valueIn(link, key), '', key);
  assert.equal(valueIn(undefined, 'n'), '');
});

test('keys are left out and changed, and with a change the check goes', () => {
  const link = '1;n=5;op=mean;check=00ff';
  assert.equal(without(link, 'op'), '1;n=5;check=00ff');
  assert.equal(without(link, 'n', 'op', 'check', 'seed'), '1');
  assert.equal(changed(link, 'n=7'), '1;op=mean;n=7');
  assert.equal(changed(link, 'op=blend', 'eps=2'), '1;n=5;op=blend;eps=2');
  assert.equal(changed(link, ''), '1;n=5;op=mean', 'nothing but the check');
});

test('a check is put behind a link, and none leaves it as it is', () => {
  assert.equal(sealed('1;n=5', 'abc'), '1;n=5;check=abc');
  assert.equal(sealed('1;n=5', null), '1;n=5');
  assert.equal(sealed('1', ''), '1');
});

test('whether a link needs the model is seen before it is read', () => {
  assert.ok(seemsOfModel('Look: “1;source=model;layer=2”.'));
  assert.ok(!seemsOfModel('1;source=synthetic;n=5'));
});
