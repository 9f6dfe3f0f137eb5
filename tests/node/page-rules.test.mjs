// Rules that both the engine and the page have, held equal. The page has its own because it asks
// them for every row it draws, or before there is a figure: which keys a query may look at, which
// panels a place names, and when several tests hold.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import test from 'node:test';
import {WANT, load} from '../../web/engine/engine.js';
import {changed} from '../../web/engine/link-text.js';
import {FULL} from '../../web/engine/statements.js';
import {allowedKeys} from '../../web/figure/view.js';
import {judged} from '../../web/readings/judged.js';
import {panelsOf} from '../../web/shared/marks.js';
import {readings} from './lib/engine.mjs';

const file = path => readFileSync(new URL(`../../${path}`, import.meta.url));
const engine = await load(file('build/ninefold.wasm'));

const MASKS = ['none', 'causal', 'window'];
const SIZES = ['7', '5~9~7', '2~3~12'];

test('the page masks the keys that the engine masks, in every shape of panel', () => {
  let cells = 0;
  for (const mask of MASKS)
    for (const n of SIZES)
      for (const window of mask === 'window' ? ['1', '2', '4', '30'] : ['8']) {
        // A sigmoid gives every key that may be looked at a weight above 0, and all others 0.
        const link = `1;figure=cross;weights=sigmoid;mask=${mask};n=${n};window=${window};d=32`;
        const params = engine.decode(link).state;
        for (const {rows, columns, weights} of engine.compute(link, WANT.weights).panels)
          for (let i = 0; i < rows; i++) {
            const [from, to] = allowedKeys(params, i, columns);
            const row = Array.from(weights.subarray(i * columns, (i + 1) * columns));
            const seen = row.map(weight => weight > 0);
            assert.deepEqual(
              seen,
              row.map((_, j) => j >= from && j < to),
              `${link}, row ${i} of ${rows} by ${columns}`,
            );
            cells += columns;
          }
      }
  assert.ok(cells > 5000, `${cells} cells`);
});

const ONE_TO_THREE = [1, 2, 3];
const PLACES = [
  ...ONE_TO_THREE.flatMap(row => ONE_TO_THREE.map(column => `p${row}${column}`)),
  ...['b', 'r', 'c'].flatMap(kind => ONE_TO_THREE.map(at => kind + at)),
  'd1',
  'all',
];

/** Panels that decide a statement about a place, over many figures and measures. */
function decidingAt(place) {
  const deciding = new Set();
  for (let seed = 1; seed <= 12; seed++) {
    engine.compute(`1;figure=cross;n=6~7~5;d=32;heads=4;seed=${seed}`, FULL);
    for (const measure of ['first', 'diag', 'off', 'entropy', 'level', 'uniform'])
      for (const by of ['lt', 'gt'])
        deciding.add(engine.ask(`${measure}~${place}~${by}~0.5`).panel);
  }
  return [...deciding].sort((a, b) => a - b);
}

test('a place names the same panels to the page and to the engine', () => {
  for (const place of PLACES)
    assert.deepEqual(
      [...panelsOf(place)].sort((a, b) => a - b),
      decidingAt(place),
      place,
    );
});

test('what is no place names no panel, and is refused', () => {
  for (const place of [
    'p',
    'p1',
    'p44',
    'p111',
    'b',
    'b4',
    'b11',
    'r0',
    'c',
    'd2',
    'ALL',
    'constructor',
  ]) {
    assert.deepEqual([...panelsOf(place)], [], place);
    assert.equal(engine.ask(`first~${place}~lt~2`).holds, null, place);
  }
});

test('several tests hold to the page exactly if they hold to the engine', () => {
  let several = 0;
  for (const {name, link, sentences} of readings())
    for (const sentence of sentences) {
      engine.compute(changed(link, sentence.with ?? ''), FULL);
      const {verdict, number, bound} = judged(engine, sentence);
      assert.equal(verdict, sentence.verdict, `${name}: ${sentence.text}`);
      assert.deepEqual(
        [number, bound].map(x => x?.toPrecision(6)),
        [sentence.number, sentence.bound].map(x => x?.toPrecision(6)),
        `${name}: ${sentence.text}`,
      );
      several += sentence.test.includes(';');
    }
  assert.ok(several > 5, `${several} sentences with several tests`);
});
