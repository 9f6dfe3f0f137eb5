// Did the graphics card draw what it was given? Some lose what is sent to their textures, now and
// then, and tell nobody (WebKit on Linux): the figure then shows no numbers, or those of an
// earlier one. So its pixels are looked at.
import {colorOf} from './range.js';

/**
 * @typedef {import('./renderer.js').Cells} Cells
 * @typedef {import('./range.js').Scale} Scale
 */

const FAR = 2; // of 255: more than rounding makes of a colour
const LOOKED_AT = 48; // rows of a panel, and cells of a row, at most

/**
 * @param {Uint8Array} pixel its first four
 * @param {[number, number, number] | null} color null: nothing is drawn there
 */
const isNear = (pixel, color) =>
  color
    ? color.every((channel, i) => Math.abs(channel - pixel[i]) <= FAR) && pixel[3] === 255
    : pixel[3] === 0;

/**
 * The pixel in the middle of a cell.
 * @param {number} cell
 * @param {number} cells
 * @param {number} pixels
 */
const middle = (cell, cells, pixels) => Math.floor(((cell + 0.5) / cells) * pixels);

/** Of so many, some evenly, the last of all among them. @param {number} count */
function someOf(count) {
  const step = Math.ceil(count / LOOKED_AT);
  return Array.from({length: Math.ceil(count / step)}, (_, i) => count - 1 - i * step);
}

/**
 * @param {WebGL2RenderingContext} gl just drawn with
 * @param {Cells} panel
 * @param {Scale} scale
 */
function isPanelDrawn(gl, {grid: {rows, columns, values}, x, y, width, height}, scale) {
  const pixels = new Uint8Array(4 * width * height); // the lowest line first
  const low = gl.drawingBufferHeight - y - height;
  gl.readPixels(x, low, width, height, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
  const pixelOf = (/** @type {number} */ row, /** @type {number} */ column) => {
    const line = height - 1 - middle(row, rows, height);
    return pixels.subarray(4 * (line * width + middle(column, columns, width)));
  };
  const isRight = (/** @type {number} */ row, /** @type {number} */ column) =>
    isNear(pixelOf(row, column), colorOf(scale, values[row * columns + column]));
  return someOf(rows).every(row => someOf(columns).every(column => isRight(row, column)));
}

/**
 * Cells of every panel: a card may lose some of the numbers, where others are as they were.
 * @param {WebGL2RenderingContext} gl just drawn with
 * @param {Cells[]} panels
 * @param {Scale} scale
 */
export const isDrawn = (gl, panels, scale) => panels.every(panel => isPanelDrawn(gl, panel, scale));
