// The memories of a page's engines, which nothing else tells of.
import {readFileSync} from 'node:fs';

const MODULE = readFileSync(new URL('../../../build/ninefold.wasm', import.meta.url));

const {memory} = new WebAssembly.Instance(new WebAssembly.Module(MODULE)).exports;

/**
 * Bytes of some of a page's engines as they begin: one reads links, one makes figures, and where
 * the curve is shown one makes it. How much each takes is for the compiler to say.
 */
export const engines = (/** @type {number} */ count) => count * memory.buffer.byteLength;

/**
 * @typedef {import('playwright-core').Page} Page
 * @typedef {import('playwright-core').Frame} Frame
 */

/** Keeps hold of each that is made, without keeping it alive. @param {Page} page */
export const KEEP_MEMORIES = page =>
  page.addInitScript(() => {
    globalThis.memories = [];
    const instantiate = WebAssembly.instantiate;
    WebAssembly.instantiate = async (...args) => {
      const made = await instantiate.apply(WebAssembly, args);
      const {memory} = (made.instance ?? made).exports;
      if (memory) globalThis.memories.push(new WeakRef(memory));
      return made;
    };
  });

/** How many bytes they hold once all garbage is collected. @param {Page | Frame} where */
export async function memoryOf(where) {
  const page = 'page' in where ? where.page() : where;
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  await session.detach();
  const sizeOf = memories => memories.map(memory => memory.deref()?.buffer.byteLength ?? 0);
  const sizes = await where.evaluate(`(${sizeOf})(globalThis.memories)`);
  return sizes.reduce((sum, size) => sum + size, 0);
}
