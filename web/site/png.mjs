// The picture that stands for a figure where its link is shared: its nine panels, 1200 by 630, as
// a PNG.

import {deflateSync} from 'node:zlib';
import {colorAt} from '../figure/colors.js';

const WIDTH = 1200;
const HEIGHT = 630;
const SIDE = 184;
const GAP = 14;
const BAR = 22;
const COLORS = 250;
const PAPER = 250;
const EDGE = 251; // numbers in the palette: the colour map, and what is around it

const shades = Array.from({length: COLORS}, (_, i) => colorAt('figure', i / (COLORS - 1)));
const palette = [...shades, [252, 252, 251], [150, 156, 164]];
const indexOf = weight => Math.round(Math.min(1, Math.max(0, weight)) * (COLORS - 1));

// ---- PNG ---------------------------------------------------------------------------------------------------------

const CRC = Uint32Array.from({length: 256}, (_, n) => {
  for (let bit = 0; bit < 8; bit++) n = n & 1 ? 0xedb88320 ^ (n >>> 1) : n >>> 1;
  return n;
});

const crcOf = bytes =>
  ~bytes.reduce((crc, byte) => CRC[(crc ^ byte) & 255] ^ (crc >>> 8), -1) >>> 0;

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crcOf(body), 4);
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
}

/** A PNG of `pixels`, which are numbers of palette colours, row by row. */
function png(width, height, pixels, colors) {
  const head = Buffer.alloc(13);
  const rows = Buffer.alloc((width + 1) * height); // each row has its filter first: none
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 3], 8); // bits a pixel; palette
  for (let y = 0; y < height; y++)
    rows.set(pixels.subarray(y * width, (y + 1) * width), y * (width + 1) + 1);
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('PLTE', Buffer.from(colors.flat())),
    chunk('IDAT', deflateSync(rows, {level: 9})),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

// ---- Panels --------------------------------------------------------------------------------------------------------

function fill(pixels, x, y, width, height, indexAt) {
  for (let j = 0; j < height; j++)
    for (let i = 0; i < width; i++) pixels[(y + j) * WIDTH + x + i] = indexAt(i, j);
}

/** A panel with its top left corner at x, y, in an edge of one pixel. */
function drawPanel(pixels, {weights, rows, columns}, x, y) {
  fill(pixels, x - 1, y - 1, SIDE + 2, SIDE + 2, () => EDGE);
  fill(pixels, x, y, SIDE, SIDE, (i, j) => {
    const row = Math.floor((j * rows) / SIDE);
    const column = Math.floor((i * columns) / SIDE);
    return indexOf(weights[row * columns + column]);
  });
}

/** Nine panels and the colour bar beside them. */
export function preview(panels) {
  const pixels = new Uint8Array(WIDTH * HEIGHT).fill(PAPER);
  const all = 3 * SIDE + 2 * GAP;
  const x = Math.floor((WIDTH - all - 2 * GAP - BAR) / 2);
  const y = Math.floor((HEIGHT - all) / 2);
  const step = SIDE + GAP;
  panels.forEach((panel, at) =>
    drawPanel(pixels, panel, x + step * (at % 3), y + step * Math.floor(at / 3)),
  );
  fill(pixels, x + all + 2 * GAP - 1, y - 1, BAR + 2, all + 2, () => EDGE);
  fill(pixels, x + all + 2 * GAP, y, BAR, all, (_, j) => indexOf(1 - j / (all - 1)));
  return png(WIDTH, HEIGHT, pixels, palette);
}
