// The rows of "What comes next".
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {rowsOf} from '../../web/around/next-words.js';

const likely = (word, p) => ({word, p});

test('the likeliest words of both come first, and who is missing from one is null there', () => {
  const rows = rowsOf({
    before: [likely(' whale', 0.9), likely(' same', 0.02)],
    after: [likely(' captain', 0.34), likely(' whale', 0.25)],
  });
  assert.deepEqual(rows, [
    {word: ' whale', before: 0.9, after: 0.25},
    {word: ' captain', before: null, after: 0.34},
    {word: ' same', before: 0.02, after: null},
  ]);
});

test('pieces that begin the same word are one row, and there are five at most', () => {
  const many = [' a', ' b', ' c', ' d', ' e', ' f'].map((word, i) => likely(word, 0.1 - i / 100));
  const before = [likely(' whale', 0.5), likely(' whale', 0.25)];
  const rows = rowsOf({before, after: many});
  assert.equal(rows.length, 5);
  assert.deepEqual(rows[0], {word: ' whale', before: 0.75, after: null});
});
