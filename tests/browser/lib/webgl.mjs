// Browsers without WebGL, and browsers whose contexts are watched: scripts that run before the
// page.

/** getContext of both kinds of canvas, replaced. @param {import('playwright-core').Page} page */
export const NO_WEBGL = page =>
  page.addInitScript(() => {
    for (const Canvas of [HTMLCanvasElement, globalThis.OffscreenCanvas]) {
      const get = Canvas.prototype.getContext;
      Canvas.prototype.getContext = function (kind, ...rest) {
        return /webgl/.test(kind) ? null : get.call(this, kind, ...rest);
      };
    }
  });

/**
 * Runs in the page: from now on the card loses what is sent to it by a call, and tells nobody.
 * @param {string} call
 */
export const LOSING = call => {
  WebGL2RenderingContext.prototype[call] = () => {};
};

/** Runs in the page: of all numbers of a panel only those of its last row arrive. */
export const LOSING_ROWS = () => {
  const {texSubImage3D} = WebGL2RenderingContext.prototype;
  WebGL2RenderingContext.prototype.texSubImage3D = function (...all) {
    const [target, level, x, , layer, columns, rows, depth, format, type, values] = all;
    const last = values.subarray((rows - 1) * columns);
    const place = [target, level, x, rows - 1, layer, columns, 1, depth];
    texSubImage3D.call(this, ...place, format, type, last);
  };
};

/**
 * Keeps every WebGL context that the page makes, in `contexts`, to lose it; and counts what
 * canvases got from one, in
 * `picturesByWebGL`.
 * @param {import('playwright-core').Page} page
 */
export const KEEP_WEBGL = page =>
  page.addInitScript(() => {
    globalThis.contexts = [];
    globalThis.picturesByWebGL = 0;
    const {drawImage} = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.drawImage = function (from, ...rest) {
      if (globalThis.contexts.some(({canvas}) => canvas === from)) globalThis.picturesByWebGL++;
      return drawImage.call(this, from, ...rest);
    };
    for (const Canvas of [HTMLCanvasElement, globalThis.OffscreenCanvas]) {
      const get = Canvas.prototype.getContext;
      Canvas.prototype.getContext = function (kind, ...rest) {
        const context = get.call(this, kind, ...rest);
        if (context && /webgl/.test(kind)) globalThis.contexts.push(context);
        return context;
      };
    }
  });
