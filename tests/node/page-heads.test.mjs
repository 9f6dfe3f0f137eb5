// What is said of a head in the map: what it does, by how much of its weight goes where.
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {habitsOf} from '../../web/around/heads.js';
import {map} from '../../web/around/messages.js';

const head = traits => ({
  layer: 0,
  head: 0,
  first: 0,
  previous: 0,
  diag: 0,
  induction: 0,
  effect: 0,
  ...traits,
});
const said = (traits, others = []) => {
  const one = head(traits);
  return habitsOf(one, [one, ...others.map(head)]);
};

test('a head rests where more than half of its weight is on the first token', () => {
  assert.equal(said({first: 0.51}), map.rests);
  assert.equal(said({first: 0.49}), map.nothing);
});

test('what else it does is judged by the weight that is not on the first token', () => {
  assert.equal(said({previous: 0.45}), map.previous);
  assert.equal(said({previous: 0.35}), map.nothing);
  assert.equal(said({first: 0.7, induction: 0.15}), `${map.rests}, ${map.induction}`);
  assert.equal(said({first: 0.45, diag: 0.35}), map.diag);
});

test('a tenth of all weight is no habit, however much of the rest it is', () => {
  assert.equal(said({first: 0.9, previous: 0.09}), map.rests);
  assert.equal(said({first: 1, diag: 0}), map.rests);
});

test('one head moves the prediction most, or none does', () => {
  assert.equal(said({effect: 2}, [{effect: 1}]), map.most);
  assert.equal(said({effect: 1}, [{effect: 2}]), map.nothing);
  assert.equal(said({effect: 0}, [{effect: 0}]), map.nothing);
});

test('what was not measured is no habit', () => {
  const bare = {layer: 0, head: 1, first: 0.8, effect: 0};
  assert.equal(habitsOf(bare, [bare]), map.rests);
});
