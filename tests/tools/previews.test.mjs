// The pictures that stand for readings where their links are shared, read again by a decoder of
// its own.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {test} from 'node:test';
import {inflateSync} from 'node:zlib';
import {load} from '../../web/engine/engine.js';
import {ask, root} from '../../web/site/shell.mjs';

const engine = await load(readFileSync(root('build/ninefold.wasm')));

/** {width, height, colorAt(x, y) -> [r, g, b], filters: one a row} of a PNG with a palette. */
function picture(bytes) {
  const chunks = {};
  for (let start = 8, length; start < bytes.length; start += 12 + length) {
    length = bytes.readUInt32BE(start);
    chunks[bytes.toString('latin1', start + 4, start + 8)] = bytes.subarray(
      start + 8,
      start + 8 + length,
    );
  }
  const width = chunks.IHDR.readUInt32BE(0);
  const height = chunks.IHDR.readUInt32BE(4);
  const rows = inflateSync(chunks.IDAT);
  const colorAt = (x, y) => {
    const index = rows[y * (width + 1) + 1 + x];
    return [...chunks.PLTE.subarray(3 * index, 3 * index + 3)];
  };
  return {
    width,
    height,
    colorAt,
    filters: Array.from({length: height}, (_, y) => rows[y * (width + 1)]),
  };
}

/** The figure's colours again: six stops at equal distances, straight lines between them. */
function expectedColor(w) {
  const stops = [
    [18, 36, 95],
    [63, 116, 181],
    [188, 205, 224],
    [249, 207, 163],
    [236, 123, 54],
    [125, 10, 24],
  ];
  const below = Math.min(4, Math.floor(w * 5));
  return stops[below].map((x, c) => x + (stops[below + 1][c] - x) * (w * 5 - below));
}

const SIDE = 184;
const STEP = 198;
const LEFT = 285;
const TOP = 25; // of panels in a preview, in pixels

/** Fails where the centre of a cell has another colour than that of its weight. */
function assertCells(colorAt, {weights, rows, columns}, at, name) {
  const left = LEFT + STEP * (at % 3);
  const top = TOP + STEP * Math.floor(at / 3);
  for (let i = 0; i < rows; i++)
    for (let j = 0; j < columns; j++) {
      const x = left + Math.floor(((j + 0.5) * SIDE) / columns);
      const y = top + Math.floor(((i + 0.5) * SIDE) / rows);
      const seen = colorAt(x, y);
      const expected = expectedColor(weights[i * columns + j]);
      const same = seen.every((part, c) => Math.abs(part - expected[c]) <= 3);
      assert.ok(
        same,
        `${name} panel ${at} cell ${i},${j}: ${seen}, not ${expected.map(Math.round)}`,
      );
    }
}

test('previews are 1200 by 630, and at the centre of every cell they have the colour of its weight', () => {
  for (const {name, link} of ask('readings')) {
    const {width, height, colorAt, filters} = picture(
      readFileSync(root(`build/site/readings/${name}.png`)),
    );
    const {panels} = engine.compute(link);
    assert.deepEqual([width, height, Math.max(...filters)], [1200, 630, 0]);
    panels.forEach((panel, at) => assertCells(colorAt, panel, at, name));
    assert.deepEqual(colorAt(2, 2), [252, 252, 251]);
  }
});
