// What need not be made again.

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
