// What the bench says of itself: what got slower, and tables that are those of the documentation.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {test} from 'node:test';
import {DOCUMENT, measured, partsOf} from '../bench/lib/document.mjs';
import {LAST, reportIn} from '../bench/lib/report.mjs';
import {since} from '../bench/lib/since.mjs';

const about = (middle, part = 0.02) => ({
  low: middle * (1 - part),
  middle,
  high: middle * (1 + part),
});
const report = (figures, machine = 'a machine') => ({
  machine,
  tables: {
    ratios: {columns: ['n = 1', 'n = 2'], unit: 'x', better: 'more', rows: {one: figures.ratios}},
    times: {columns: [''], unit: 'ms', better: 'less', rows: {two: figures.times}},
  },
});
const BEFORE = report({ratios: [about(10), about(20)], times: [about(5)]});

test('the tables of the documentation are those of the last run', () => {
  assert.equal(partsOf(readFileSync(DOCUMENT, 'utf8')).made, measured(reportIn(LAST)));
});

test('what changed by more than a tenth is said to be slower or quicker', () => {
  const now = report({ratios: [about(8), about(23)], times: [about(5.2)]});
  assert.deepEqual(since(now, BEFORE), [
    'slower: ratios; one; n = 1: 10x then, 8.0x now',
    'quicker: ratios; one; n = 2: 20x then, 23x now',
    '3 figures compared with the last run',
  ]);
  const later = report({ratios: [about(10), about(20)], times: [about(6)]});
  assert.deepEqual(since(later, BEFORE), [
    'slower: times; two: 5.0 ms then, 6.0 ms now',
    '3 figures compared with the last run',
  ]);
});

test('a difference that the spread of both runs covers is none', () => {
  const now = report({ratios: [about(8.5, 0.2), about(20)], times: [about(5)]});
  assert.deepEqual(since(now, BEFORE), ['3 figures compared with the last run']);
});

test('times of another machine are not compared, and a figure that was not there is left out', () => {
  const now = report({ratios: [about(8), null], times: [about(50)]}, 'another machine');
  assert.deepEqual(since(now, BEFORE), [
    'slower: ratios; one; n = 1: 10x then, 8.0x now',
    '1 figures compared with the last run; times are not, that was a machine',
  ]);
});
