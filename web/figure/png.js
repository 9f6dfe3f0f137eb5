// What a PNG says of itself: how large it is, and what the picture it was drawn from says.

const SIGNATURE_AND_HEADER = 33; // bytes: what follows may hold chunks of ours
const INCH = 0.0254; // metres
const UNITS = 96; // of a picture, in an inch

const TABLE = Uint32Array.from({length: 256}, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? 0xedb88320 ^ (crc >>> 1) : crc >>> 1;
  return crc;
});

/** @param {Uint8Array} bytes */
const crcOf = bytes =>
  ~bytes.reduce((crc, byte) => TABLE[(crc ^ byte) & 255] ^ (crc >>> 8), -1) >>> 0;

/** @param {string} name @param {Uint8Array} data */
function chunk(name, data) {
  const bytes = new Uint8Array(12 + data.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, data.length);
  bytes.set(new TextEncoder().encode(name), 4);
  bytes.set(data, 8);
  view.setUint32(8 + data.length, crcOf(bytes.subarray(4, 8 + data.length)));
  return bytes;
}

/** Pixels to a metre, across and down. @param {number} scale pixels to a unit */
function sized(scale) {
  const data = new Uint8Array(9);
  const view = new DataView(data.buffer);
  const density = Math.round((UNITS * scale) / INCH);
  view.setUint32(0, density);
  view.setUint32(4, density);
  view.setUint8(8, 1); // the unit is the metre
  return chunk('pHYs', data);
}

/** A text of any language, not compressed. @param {string} keyword @param {string} text */
const said = (keyword, text) =>
  chunk('iTXt', new TextEncoder().encode(`${keyword}\0\0\0\0\0${text}`));

/** @type {Record<string, string>} */
const SIGNS = {amp: '&', lt: '<', gt: '>', quot: '"'};

/** The text of an element that holds nothing else. @param {string} svg @param {string} element */
function textIn(svg, element) {
  const from = svg.indexOf(`<${element}>`) + element.length + 2;
  return svg.slice(from, svg.indexOf('<', from)).replace(/&(\w+);/g, (_, name) => SIGNS[name]);
}

/**
 * @param {Uint8Array} png
 * @param {string} svg that it was drawn from
 * @param {number} scale
 * @returns {Uint8Array<ArrayBuffer>[]}
 */
export function withMetadata(png, svg, scale) {
  const about = textIn(svg, 'metadata');
  return [
    png.slice(0, SIGNATURE_AND_HEADER),
    sized(scale),
    said('Title', textIn(svg, 'title')),
    said('Software', JSON.parse(about).program),
    said('Ninefold', about),
    png.slice(SIGNATURE_AND_HEADER),
  ];
}
