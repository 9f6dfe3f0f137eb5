// Browsers without WebGL, and browsers whose contexts are watched: scripts that run before the page.

/** getContext of both kinds of canvas, replaced. @param {import('playwright-core').Page} page */
export const NO_WEBGL = page => page.addInitScript(() => {
  for (const Canvas of [HTMLCanvasElement, globalThis.OffscreenCanvas]) {
    const get = Canvas.prototype.getContext;
    Canvas.prototype.getContext = function (kind, ...rest) { return /webgl/.test(kind) ? null : get.call(this, kind, ...rest); };
  }
});

/** Keeps every WebGL context that the page makes, in `contexts`, to lose it. @param {import('playwright-core').Page} page */
export const KEEP_WEBGL = page => page.addInitScript(() => {
  globalThis.contexts = [];
  for (const Canvas of [HTMLCanvasElement, globalThis.OffscreenCanvas]) {
    const get = Canvas.prototype.getContext;
    Canvas.prototype.getContext = function (kind, ...rest) {
      const context = get.call(this, kind, ...rest);
      if (context && /webgl/.test(kind)) globalThis.contexts.push(context);
      return context;
    };
  }
});
