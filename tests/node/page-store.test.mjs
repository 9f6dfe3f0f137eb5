// The only writer of the page's state, web/state/store.js, over the engine's own reading of links.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import test from 'node:test';
import {table} from 'made/table.js';
import {load} from '../../web/engine/engine.js';
import {Store, blank, numbersOf} from '../../web/state/store.js';

const engine = await load(readFileSync(new URL('../../build/ninefold.wasm', import.meta.url)));
const reader = {table: () => table, decode: link => engine.decode(link)};
const CHECK = '0123456789abcdef';

/** A store that has opened a link, as the page does before anything else. */
function opened(link = '1') {
  const store = new Store(reader);
  store.open(link);
  store.show({status: {kind: 'ready', progress: 1, message: ''}});
  return store;
}

const standing = ({state: {link, canUndo, canRedo, changed}}) => [link, canUndo, canRedo, changed];

test('before a link is opened every parameter is as in the table', () => {
  const {state} = new Store(reader);
  assert.deepEqual(
    Object.keys(state.params),
    table.map(({key}) => key),
  );
  assert.deepEqual(state, blank(state.params));
  assert.deepEqual(
    [state.params.eps, state.link, state.status.kind],
    ['0.5~1e-3~1e-10', '1', 'loading'],
  );
});

test('a link is opened in its canonical form, and its check is what is expected', () => {
  const {state} = opened(`1;n=5;seed=1;check=${CHECK}`);
  assert.deepEqual([state.link, state.params.n, state.expected], ['1;n=5', '5', CHECK]);
  assert.deepEqual([state.doubtful, state.dismissed, state.canUndo], [false, false, false]);
  assert.equal(state.start, state.params);
});

test('of a link that was not read whole no check is expected, and it is doubtful', () => {
  const {state} = opened(`1;n=5;sed=7;check=${CHECK}`);
  assert.deepEqual([state.expected, state.doubtful], [null, true]);
  assert.deepEqual(
    state.ignored.map(({key}) => key),
    ['sed'],
  );
});

test('a change makes a step that undo takes back and redo brings again', () => {
  const store = opened('1;n=5');
  assert.deepEqual(store.set({seed: '7'}), []);
  assert.deepEqual(standing(store), ['1;seed=7;n=5', true, false, true]);
  assert.deepEqual([store.state.moved, store.state.live], ['seed', false]);
  store.undo();
  assert.deepEqual(standing(store), ['1;n=5', false, true, false]);
  assert.equal(store.state.moved, '');
  store.redo();
  assert.deepEqual(standing(store), ['1;seed=7;n=5', true, false, true]);
  store.undo();
  store.set({seed: '8'});
  assert.deepEqual(standing(store), ['1;seed=8;n=5', true, false, true], 'a change ends redo');
});

test('undo and redo where there is nothing to go to change nothing', () => {
  const store = opened('1;n=5');
  const before = store.state;
  store.undo();
  store.redo();
  assert.equal(store.state, before);
});

test('while a slider is held there is no step, and one when it is let go', () => {
  const store = opened();
  for (const seed of ['2', '3', '4']) store.set({seed}, {live: true});
  assert.deepEqual([store.state.live, store.state.canUndo], [true, false]);
  store.settle();
  assert.deepEqual(standing(store), ['1;seed=4', true, false, true]);
  store.settle();
  store.undo();
  assert.equal(store.state.link, '1');
});

test('a slider that is let go where it was makes no step', () => {
  const store = opened();
  store.set({seed: '2'}, {live: true});
  store.set({seed: '1'}, {live: true});
  store.settle();
  assert.deepEqual(standing(store), ['1', false, false, false]);
});

test('keys that move one control in quick succession are one step, those of two are two', () => {
  const store = opened();
  const press = patch => {
    store.set(patch, {live: true});
    store.settle(true);
  };
  press({seed: '2'});
  press({seed: '3'});
  press({n: '5'});
  assert.equal(store.state.link, '1;seed=3;n=5');
  store.undo();
  assert.equal(store.state.link, '1;seed=3');
  store.undo();
  assert.equal(store.state.link, '1');
});

test('keys after a rest are a step of their own', t => {
  const store = opened();
  let now = 1000;
  t.mock.method(performance, 'now', () => now);
  for (const [seed, rest] of [
    ['2', 0],
    ['3', 799],
    ['4', 800],
  ]) {
    now += rest;
    store.set({seed}, {live: true});
    store.settle(true);
  }
  store.undo();
  assert.equal(store.state.link, '1;seed=3');
  store.undo();
  assert.equal(store.state.link, '1');
});

test('a value that is not accepted changes nothing, and is said', () => {
  const store = opened('1;n=5');
  const [refused] = store.set({seed: 'seven'});
  assert.deepEqual([refused.key, refused.read], ['seed', 'seven']);
  assert.deepEqual(standing(store), ['1;n=5', false, false, false]);
  assert.deepEqual(store.state.ignored, [], 'that is for who set it');
});

test('a check is expected as long as only the look changes', () => {
  const store = opened(`1;n=5;check=${CHECK}`);
  store.set({colors: 'greys'});
  assert.equal(store.state.expected, CHECK);
  store.set({seed: '7'});
  assert.equal(store.state.expected, null);
  store.undo();
  assert.deepEqual([store.state.link, store.state.expected], ['1;n=5;colors=greys', CHECK]);
  const params = store.state.params;
  assert.equal(numbersOf(table, params), numbersOf(table, {...params, view: 'logits'}));
  assert.notEqual(numbersOf(table, params), numbersOf(table, {...params, n: '6'}));
});

test('the name of a model goes with the model', () => {
  const store = opened('1;source=model;model=0a1b2c3d');
  assert.equal(store.state.params.model, '0a1b2c3d');
  store.set({source: 'synthetic'});
  assert.equal(store.state.params.model, '');
});

test('remarks about a link go when something is changed, not while it is being changed', () => {
  const store = opened('1;sed=7');
  store.set({seed: '2'}, {live: true});
  assert.equal(store.state.ignored.length, 1);
  store.set({seed: '2'});
  assert.equal(store.state.ignored.length, 0);
});

test('another link is a step, the same one is not', () => {
  const store = opened('1;n=5');
  store.open('1;n=5');
  assert.equal(store.state.canUndo, false);
  store.open('1;n=6');
  assert.deepEqual(standing(store), ['1;n=6', true, false, false]);
  store.undo();
  assert.deepEqual(
    standing(store),
    ['1;n=5', false, true, true],
    'which is not what was opened last',
  );
});

test('while the page is loading another link takes the place of the first', () => {
  const store = new Store(reader);
  store.open('1');
  store.open('1;n=6');
  assert.deepEqual(standing(store), ['1;n=6', false, false, false]);
});

test('a reset leads back to what was opened, not to the table', () => {
  const store = opened('1;seed=3;n=5');
  store.set({seed: '9', n: '7'});
  store.reset(['seed']);
  assert.deepEqual([store.state.params.seed, store.state.params.n], ['3', '7']);
  store.restart();
  assert.deepEqual(standing(store), ['1;seed=3;n=5', true, false, false]);
  store.restart();
  store.undo();
  assert.equal(store.state.link, '1;seed=3;n=7', 'once more was no step');
});

test('a slider that is still held is a step before the whole is started again', () => {
  const store = opened('1;n=5');
  store.set({seed: '4'}, {live: true});
  store.restart();
  assert.deepEqual([store.state.link, store.state.live], ['1;n=5', false]);
  store.undo();
  assert.equal(store.state.link, '1;seed=4;n=5');
});

test('what was kept comes back with its own steps, as often as it is asked for', () => {
  const store = opened(`1;n=5;check=${CHECK}`);
  store.set({seed: '2'});
  store.undo();
  const back = store.keep();
  for (const other of ['1;n=8', '1;n=9']) {
    store.open(other);
    store.set({colors: 'greys'});
    back();
    assert.deepEqual(standing(store), ['1;n=5', false, true, false]);
    assert.deepEqual([store.state.expected, store.state.start.n], [CHECK, '5']);
  }
  store.redo();
  assert.equal(store.state.link, '1;seed=2;n=5');
});

test('a link may mean more once a model is here, and is read again', () => {
  let name = '';
  const naming = {
    ...reader,
    decode(link) {
      const unnamed = name && link.includes('source=model') && !link.includes('model=0');
      return engine.decode(unnamed ? `${link};model=${name}` : link);
    },
  };
  const store = new Store(naming);
  store.open('1;source=model');
  name = '0a1b2c3d';
  store.reread();
  assert.deepEqual(standing(store), ['1;source=model;model=0a1b2c3d', false, false, false]);
  assert.equal(store.state.start.model, name);
});

test('listeners hear of each change what was before, and nothing after they have left', () => {
  const store = opened();
  const heard = [];
  const leave = store.subscribe((state, before) => heard.push([before.zoom, state.zoom]));
  store.show({zoom: 4});
  store.show({zoom: null});
  leave();
  store.show({zoom: 1});
  assert.deepEqual(heard, [
    [null, 4],
    [4, null],
  ]);
});
