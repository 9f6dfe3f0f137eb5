// Reads a PNG of eight bits a channel, RGB or RGBA, not interlaced: its pixels as RGBA, its chunks.
import {inflateSync} from 'node:zlib';

/** @returns {{name: string, data: Buffer}[]} */
export function chunksOf(bytes) {
  const chunks = [];
  for (let at = 8; at < bytes.length;) {
    const length = bytes.readUInt32BE(at);
    chunks.push({
      name: bytes.toString('latin1', at + 4, at + 8),
      data: bytes.subarray(at + 8, at + 8 + length),
    });
    at += 12 + length;
  }
  return chunks;
}

function paeth(a, b, c) {
  const [pa, pb, pc] = [b - c, a - c, a + b - 2 * c].map(Math.abs);
  if (pa <= pb && pa <= pc) return a;
  return pb <= pc ? b : c;
}

/** What each of the five filters adds to a byte: of the bytes left, above and above left. */
const FILTERS = [() => 0, a => a, (a, b) => b, (a, b) => (a + b) >> 1, paeth];

function unfiltered(raw, height, stride, channels) {
  const out = Buffer.alloc(height * stride);
  for (let y = 0; y < height; y++) {
    const filter = FILTERS[raw[y * (stride + 1)]];
    for (let x = 0; x < stride; x++) {
      const at = y * stride + x;
      const left = x >= channels ? out[at - channels] : 0;
      const above = y ? out[at - stride] : 0;
      const corner = y && x >= channels ? out[at - stride - channels] : 0;
      out[at] = raw[y * (stride + 1) + 1 + x] + filter(left, above, corner);
    }
  }
  return out;
}

/** @returns {{width: number, height: number, at(x: number, y: number): number[]}} */
export function readPng(bytes) {
  const chunks = chunksOf(bytes);
  const {data: header} = chunks.find(({name}) => name === 'IHDR');
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const channels = {2: 3, 6: 4}[header[9]];
  const packed = chunks.filter(({name}) => name === 'IDAT').map(({data}) => data);
  const all = unfiltered(inflateSync(Buffer.concat(packed)), height, width * channels, channels);
  return {
    width,
    height,
    at: (x, y) => [...all.subarray((y * width + x) * channels, (y * width + x + 1) * channels)],
  };
}
