// The memories of a page's engines, which nothing else tells of.

/** Keeps hold of each that is made, without keeping it alive. @param {import('playwright-core').Page} page */
export const KEEP_MEMORIES = page => page.addInitScript(() => {
  globalThis.memories = [];
  const instantiate = WebAssembly.instantiate;
  WebAssembly.instantiate = async (...args) => {
    const made = await instantiate.apply(WebAssembly, args), {memory} = (made.instance ?? made).exports;
    if (memory) globalThis.memories.push(new WeakRef(memory));
    return made;
  };
});

/** How many bytes they hold once all garbage is collected. @param {import('playwright-core').Page | import('playwright-core').Frame} where */
export async function memoryOf(where) {
  const page = 'page' in where ? where.page() : where, session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  await session.detach();
  return where.evaluate(() => globalThis.memories.reduce((sum, memory) => sum + (memory.deref()?.buffer.byteLength ?? 0), 0));
}
