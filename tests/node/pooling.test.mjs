// Pooled cells against all weights of their blocks, each row of which is asked for by itself: its
// powers come with the arithmetic of a cell. POOLED says how many tokens there are.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import test from 'node:test';
import {WANT, load} from '../../web/engine/engine.js';
import {seeded} from './lib/random-links.mjs';

const N = Number(process.env.POOLED ?? 600);
const CELLS = 50; // of each link, at random
const UNIT = 2 ** -24; // what one rounding to single precision moves a number by

const engine = await load(readFileSync(new URL('../../build/ninefold.wasm', import.meta.url)));

const small = `n=${N}~${N - 77}~${N};d=32;heads=2;local=4;noise=1`;
const LINKS = [
  'op=scale;eps=0.5~0.4~0.3',
  'op=mean;over=heads',
  'op=mean;over=channels;mask=none',
  'op=blend;eps=0.9~0.3~0.1;mask=window;window=99',
  'op=noise;eps=2~0.5~0.1;weights=softmax1',
  'op=patch;eps=1~0.5~0.2;weights=sigmoid',
  'figure=mean;over=tokens',
  'figure=cross',
];

/** The weights of a row; asked for by a key that the query sees. */
function weightsOf({columns}, id, query) {
  const {normaliser, powers, factor} = engine.cell(id, query, Math.min(query, columns - 1));
  return normaliser === 2 ? powers : powers.map(power => power * factor);
}

/** The first of `count` rows or columns that is in a cell. */
const firstIn = (cell, cells, count) => Math.ceil((cell * count) / cells);

/** All weights of a block: its rows, each a list. */
function blockOf(panel, id, row, column) {
  const top = firstIn(row, panel.cellRows, panel.rows);
  const bottom = firstIn(row + 1, panel.cellRows, panel.rows);
  const left = firstIn(column, panel.cellColumns, panel.columns);
  const right = firstIn(column + 1, panel.cellColumns, panel.columns);
  return Array.from({length: bottom - top}, (_, i) =>
    Array.from(weightsOf(panel, id, top + i).subarray(left, right)),
  );
}

const largestOf = block => Math.max(...block.flat());
const meanOf = block => block.flat().reduce((sum, w) => sum + w, 0) / block.flat().length;

/** Cells at random, every other one on the diagonal or beside it, where a mask ends. */
function chosen(random, {cellRows, cellColumns}) {
  return Array.from({length: CELLS}, (_, i) => {
    const row = random.whole(0, cellRows - 1);
    const near = Math.min(Math.max(row + random.whole(-1, 0), 0), cellColumns - 1);
    return [
      random.whole(0, 8),
      row,
      i % 2 ? near : random.whole(0, Math.min(row, cellColumns - 1)),
    ];
  });
}

for (const [i, link] of LINKS.entries())
  test(`${link}: cells of ${N} tokens are what their weights say`, () => {
    const state = `1;${small};${link}`;
    const at = chosen(seeded(i + 1), engine.compute(state, WANT.cells).panels[0]);
    const made = [`${state}`, `${state};pool=mean`].map(text => engine.compute(text, WANT.cells));
    let apart = 0;
    for (const [id, row, column] of at) {
      const panel = made[0].panels[id];
      const block = blockOf(panel, id, row, column);
      const [largest, mean] = made.map(
        figure => figure.panels[id].cells[row * panel.cellColumns + column],
      );
      const where = `panel ${id}, cell ${row},${column}`;
      const expected = meanOf(block);
      const allowed = (block.length + block[0].length) * UNIT * expected;
      assert.equal(largest, largestOf(block), `${where}: the largest`);
      assert.ok(Math.abs(mean - expected) <= allowed, `${where}: ${mean} is not ${expected}`);
      apart += Number(largest > mean);
    }
    assert.ok(apart > CELLS / 4, `only ${apart} cells tell the two apart`);
  });
