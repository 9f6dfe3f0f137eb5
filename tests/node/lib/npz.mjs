// Reads .npz: a zip of .npy files, stored or deflated, of little-endian numbers or of texts.
import {inflateRawSync} from 'node:zlib';

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;

// The end record carries a comment of unknown length, so it is looked for from the back.
function endRecord(bytes) {
  for (let at = bytes.length - 22; at >= 0; at--) if (bytes.readUInt32LE(at) === END) return at;
  throw new Error('not a zip: no end record');
}

// The sizes in the central directory count: a writer that streams leaves those of the local header
// at zero.
function entryAt(bytes, at) {
  if (bytes.readUInt32LE(at) !== ENTRY) throw new Error(`zip: no directory entry at ${at}`);
  const nameLength = bytes.readUInt16LE(at + 28);
  return {
    method: bytes.readUInt16LE(at + 10),
    crc: bytes.readUInt32LE(at + 16),
    packed: bytes.readUInt32LE(at + 20),
    size: bytes.readUInt32LE(at + 24),
    local: bytes.readUInt32LE(at + 42),
    name: bytes.toString('utf8', at + 46, at + 46 + nameLength),
    next: at + 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32),
  };
}

function unpack(bytes, entry) {
  if (bytes.readUInt32LE(entry.local) !== LOCAL)
    throw new Error(`zip: no local header for ${entry.name}`);
  const start =
    entry.local + 30 + bytes.readUInt16LE(entry.local + 26) + bytes.readUInt16LE(entry.local + 28);
  const packed = bytes.subarray(start, start + entry.packed);
  if (entry.method !== 0 && entry.method !== 8)
    throw new Error(`zip: ${entry.name} is packed by method ${entry.method}`);
  const data = entry.method === 8 ? inflateRawSync(packed) : packed;
  if (data.length !== entry.size)
    throw new Error(`zip: ${entry.name} has ${data.length} bytes, not ${entry.size}`);
  if (crc32(data) !== entry.crc) throw new Error(`zip: checksum of ${entry.name} is wrong`);
  return data;
}

const CRC_TABLE = Uint32Array.from({length: 256}, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  return crc >>> 0;
});

// Node 18 has no zlib.crc32.
function crc32(data) {
  let crc = 0xffffffff;
  for (let i = 0; i < data.length; i++) crc = CRC_TABLE[(crc ^ data[i]) & 255] ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}

function shapeOf(header, name) {
  const shape = /'shape':\s*\(([\d,\s]*)\)/.exec(header);
  if (!/'fortran_order':\s*False/.test(header) || !shape)
    throw new Error(`${name}: only C order is read, not ${header.trim()}`);
  return shape[1]
    .split(',')
    .map(part => part.trim())
    .filter(Boolean)
    .map(Number);
}

const NUMBERS = {'<f4': Float32Array, '<f8': Float64Array, '<i4': Int32Array};

/** Texts of so many code points each, zeros behind the shorter ones. */
function textsOf(bytes, letters, count) {
  const codes = new Uint32Array(new Uint8Array(bytes).buffer);
  return Array.from({length: count}, (_, i) => {
    const own = [...codes.subarray(i * letters, (i + 1) * letters)];
    while (own.at(-1) === 0) own.pop();
    return String.fromCodePoint(...own);
  });
}

function readNpy(bytes, name) {
  if (bytes.toString('latin1', 0, 6) !== '\x93NUMPY') throw new Error(`${name}: not an .npy file`);
  const long = bytes[6] >= 2; // from version 2 on the header's length takes four bytes
  const start = (long ? 12 : 10) + (long ? bytes.readUInt32LE(8) : bytes.readUInt16LE(8));
  const header = bytes.toString('latin1', long ? 12 : 10, start);
  const [, type] = /'descr': '([^']*)'/.exec(header) ?? [];
  const shape = shapeOf(header, name);
  const count = shape.reduce((product, side) => product * side, 1);
  const [, letters] = /^<U(\d+)$/.exec(type) ?? [];
  const Numbers = letters ? Uint32Array : NUMBERS[type];
  if (!Numbers) throw new Error(`${name}: ${type} is not read`);
  const size = count * Number(letters ?? 1) * Numbers.BYTES_PER_ELEMENT;
  if (bytes.length !== start + size)
    throw new Error(`${name}: ${bytes.length - start} bytes for shape ${shape}`);
  const body = bytes.subarray(start);
  if (!letters) return {shape, data: new Numbers(new Uint8Array(body).buffer)}; // the copy aligns it
  const texts = textsOf(body, Number(letters), count);
  return shape.length ? {shape, texts} : {shape, text: texts[0]};
}

/**
 * By name, without `.npy`.
 * @returns {Record<string, {shape: number[], data?: Float32Array, text?: string,
 *   texts?: string[]}>}
 */
export function readNpz(bytes) {
  const end = endRecord(bytes);
  const arrays = {};
  let at = bytes.readUInt32LE(end + 16);
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left--) {
    const entry = entryAt(bytes, at);
    const name = entry.name.replace(/\.npy$/, '');
    arrays[name] = readNpy(unpack(bytes, entry), name);
    at = entry.next;
  }
  return arrays;
}
