// The same cells by Canvas 2D: where there is no WebGL 2, while its context is lost, and for
// saving.
import {h} from '../base/dom.js';
import {STEPS, lookup} from './colors.js';
import {isEmpty, positionOf} from './range.js';

/**
 * @typedef {import('./renderer.js').Cells} Cells
 * @typedef {import('./range.js').Grid} Grid
 * @typedef {import('./range.js').Scale} Scale
 */

/**
 * A straight scale, as positionOf has it, in the steps of the shader: with its rounding the same
 * colour comes out.
 * @param {Uint32Array} pixels
 * @param {Float32Array} values
 * @param {Scale} scale
 * @param {Uint32Array} colors
 */
function paintStraight(pixels, values, {low, high}, colors) {
  const {fround} = Math;
  const from = fround(low);
  const slope = fround((STEPS - 1) / (high - low));
  const last = STEPS - 1;
  for (let i = 0; i < values.length; i++) {
    const v = values[i];
    const at = fround(fround(fround(v - from) * slope) + 0.5);
    pixels[i] = v < -1e38 ? 0 : colors[at < 0 ? 0 : at > last ? last : at | 0];
  }
}

/**
 * @param {Uint32Array} pixels
 * @param {Float32Array} values
 * @param {Scale} scale
 * @param {Uint32Array} colors
 */
function paintPowers(pixels, values, scale, colors) {
  for (let i = 0; i < values.length; i++) {
    const t = Math.min(Math.max(positionOf(scale, values[i]), 0), 1);
    pixels[i] = isEmpty(scale, values[i]) ? 0 : colors[Math.round(t * (STEPS - 1))];
  }
}

/**
 * What was painted last of an array.
 * @type {WeakMap<Float32Array, {key: string, image: HTMLCanvasElement}>}
 */
const known = new WeakMap();

/**
 * One pixel a cell. Each picture has a canvas of its own, which never changes: browsers may read
 * what was drawn from it only when they show the page, and would find there whatever came later.
 * @param {Grid} grid @param {Scale} scale
 */
function picture(grid, scale) {
  const {rows, columns, values} = grid;
  const {map, log, signed, low, high} = scale;
  const key = [rows, columns, map, log, signed, low, high].join(' ');
  const had = known.get(values);
  if (had?.key === key) return had.image;
  const image = painted(grid, scale);
  known.set(values, {key, image});
  return image;
}

/** @param {Grid} grid @param {Scale} scale */
function painted({values, rows, columns}, scale) {
  const canvas = h('canvas', {width: columns, height: rows});
  const image = new ImageData(columns, rows);
  const paint = scale.log ? paintPowers : paintStraight;
  paint(
    new Uint32Array(image.data.buffer),
    values,
    scale,
    new Uint32Array(lookup(scale.map).buffer),
  );
  canvas.getContext('2d', {willReadFrequently: true})?.putImageData(image, 0, 0);
  return canvas;
}

/**
 * Draws panels into a canvas, each cell as large as its panel allows.
 * @param {CanvasRenderingContext2D} to
 * @param {Cells[]} panels
 * @param {Scale} scale
 */
export function drawWithCanvas(to, panels, scale) {
  to.imageSmoothingEnabled = false;
  for (const {grid, x, y, width, height} of panels) {
    to.clearRect(x, y, width, height);
    to.drawImage(picture(grid, scale), x, y, width, height);
  }
}
