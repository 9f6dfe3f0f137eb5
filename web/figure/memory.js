// What need not be made again.

/**
 * @typedef {import('./view.js').Figure} Figure
 * @typedef {ReturnType<typeof createMemory>} Memory
 */

/** Values that are made again only when something they are made from is another. */
export function createMemory() {
  /** @type {Map<string, {from: unknown[], value: any}>} */
  const known = new Map();

  /** @template T @param {string} name @param {unknown[]} from @param {() => T} make @returns {T} */
  function keep(name, from, make) {
    const had = known.get(name);
    if (had && had.from.every((one, i) => one === from[i])) return had.value;
    const value = make();
    known.set(name, {from, value});
    return value;
  }
  return {keep};
}

/**
 * Logits are made anew each time they are asked for, so they are kept as long as the figure they are of.
 * @param {((panel: number) => Float32Array | null) | undefined} make
 */
export function createLogits(make) {
  /** @type {WeakMap<Figure, Map<number, Float32Array>>} */
  const known = new WeakMap();

  /** @param {number} panel */
  function made(panel) {
    try { return make?.(panel) ?? null; } catch { return null; } // the engine may be busy with the next figure
  }

  return (/** @type {Figure | null} */ figure) => (/** @type {number} */ panel) => {
    if (!figure) return null;
    const of = known.get(figure) ?? new Map(), logits = of.get(panel) ?? made(panel);
    if (logits) known.set(figure, of.set(panel, logits));
    return logits;
  };
}
