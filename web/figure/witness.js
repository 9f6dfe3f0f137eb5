// Did the graphics card draw what it was given? Some lose what is sent to their textures, now and then, and tell nobody
// (WebKit on Linux): the figure then shows no numbers, or those of an earlier one. So its pixels are looked at.
import {colorOf} from './range.js';

/**
 * @typedef {import('./renderer.js').Cells} Cells
 * @typedef {import('./range.js').Scale} Scale
 */

const FAR = 8; // of 255: more than rounding makes of a colour

/** @param {Uint8Array} pixel its first four @param {[number, number, number] | null} color null: nothing is drawn there */
const isNear = (pixel, color) =>
  color
    ? color.every((channel, i) => Math.abs(channel - pixel[i]) <= FAR) && pixel[3] === 255
    : pixel[3] === 0;

/** The pixel in the middle of a cell. @param {number} cell @param {number} cells @param {number} pixels */
const middle = (cell, cells, pixels) => Math.floor(((cell + 0.5) / cells) * pixels);

/**
 * The last row of each panel, where every cell may have a weight.
 * @param {WebGL2RenderingContext} gl just drawn with
 * @param {Cells[]} panels
 * @param {Scale} scale
 */
export function isDrawn(gl, panels, scale) {
  return panels.every(({grid: {rows, columns, values}, x, y, width, height}) => {
    const pixels = new Uint8Array(4 * width);
    const line = y + middle(rows - 1, rows, height);
    gl.readPixels(
      x,
      gl.drawingBufferHeight - 1 - line,
      width,
      1,
      gl.RGBA,
      gl.UNSIGNED_BYTE,
      pixels,
    );
    return values
      .subarray((rows - 1) * columns)
      .every((value, cell) =>
        isNear(pixels.subarray(4 * middle(cell, columns, width)), colorOf(scale, value)),
      );
  });
}
