// Colour maps as data, and the one lookup that both renderers, the colour bar and the saved
// picture read.
//
// A map is a row of colours at equal distances, straight lines between them. The lookup has so
// many steps that two neighbours never differ by more than 1 of 255: what rounds differently on a
// graphics card still shows the same colour.
import {tableOf} from '../base/lookup.js';

/**
 * A lookup has this many colours; a position t in 0..1 has the colour number round(t * (STEPS -
 * 1)).
 */
export const STEPS = 2048;

// viridis and cividis: every fifth of the 256 colours that their authors gave away (CC0); the rest
// is within 1 of 255.
const VIRIDIS = `440154 46085c 471063 481769 481d6f 482475 472a7a 46307e 453781 433d84 414287 3f4889 3d4e8a 3a538b 38598c 355e8d
  33638d 31688e 2e6d8e 2c718e 2a768e 297b8e 27808e 25848e 23898e 218e8d 20928c 1f978b 1e9c89 1fa188 21a585 24aa83 28ae80
  2eb37c 35b779 3dbc74 46c06f 50c46a 5ac864 65cb5e 70cf57 7cd250 89d548 95d840 a2da37 b0dd2f bddf26 cae11f d8e219 e5e419
  f1e51d fde725`;
const CIVIDIS = `00224e 002656 002a5f 002d68 003070 083370 163770 203a6f 273e6e 2e416d 34456c 3a486c 3f4c6c 444f6c 49536c 4e566c
  535a6d 575d6d 5c616e 60646f 656870 696b71 6d6f72 727274 767676 7a7a78 7e7d78 838179 888578 8d8878 928c78 969077 9b9476
  a09875 a59c74 aaa073 afa471 b5a86f baac6d bfb06b c4b468 c9b965 cfbd62 d4c15f dac65b dfca57 e5cf52 ead34c f0d846 f6dd3f
  fce236 fee838`;

/** @type {Record<string, string>} */
const MAPS = tableOf({
  // dark blue, medium blue, light greyish blue, light orange, orange, dark red: at 0, 0.2, 0.4,
  // 0.6, 0.8 and 1
  figure: '12245f 3f74b5 bccde0 f9cfa3 ec7b36 7d0a18',
  viridis: VIRIDIS,
  cividis: CIVIDIS,
  greys: 'f4f4f4 1a1a1a',
  // Differences: brown is less, teal is more, and nothing changed is the light middle.
  signed: '5a3308 a66a1f dcb774 f5f4ee 74c4b8 1f877d 04413b',
});

/** @param {string} text @returns {[number, number, number]} */
const parse = text => [
  parseInt(text.slice(0, 2), 16),
  parseInt(text.slice(2, 4), 16),
  parseInt(text.slice(4), 16),
];

/** @type {Record<string, Uint8ClampedArray<ArrayBuffer>>} */
const made = {};

/** @param {[number, number, number][]} stops */
function fill(stops) {
  const bytes = new Uint8ClampedArray(4 * STEPS);
  for (let i = 0; i < STEPS; i++) {
    const along = (i / (STEPS - 1)) * (stops.length - 1);
    const from = Math.min(Math.floor(along), stops.length - 2);
    for (let c = 0; c < 3; c++)
      bytes[4 * i + c] = stops[from][c] + (stops[from + 1][c] - stops[from][c]) * (along - from);
    bytes[4 * i + 3] = 255;
  }
  return bytes;
}

/**
 * STEPS colours, four bytes each. @param {string} map figure, viridis, cividis, greys or signed
 */
export function lookup(map) {
  const known = map in MAPS ? map : 'figure';
  return (made[known] ??= fill(MAPS[known].split(/\s+/).map(parse)));
}

/**
 * The colour at a position of the map, 0..1; beyond its ends that of the end.
 * @param {string} map
 * @param {number} t
 * @returns {[number, number, number]}
 */
export function colorAt(map, t) {
  const at = 4 * Math.round(Math.min(Math.max(t, 0), 1) * (STEPS - 1));
  const colors = lookup(map);
  return [colors[at], colors[at + 1], colors[at + 2]];
}

/**
 * The whole map as a gradient of CSS.
 * @param {string} map
 * @param {string} direction as in "to top"
 */
export function gradient(map, direction) {
  const stops = Array.from({length: 33}, (_, i) => `rgb(${colorAt(map, i / 32).join(' ')})`);
  return `linear-gradient(${direction}, ${stops.join(', ')})`;
}
