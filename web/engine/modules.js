// The files of the engine's modules, one for each level.
import {beside, fetchFile} from './files.js';

/**
 * What a page gets the engine from.
 * @typedef {{modules: (() => Promise<WebAssembly.Module | null>)[], model(): Promise<Uint8Array>}}
 *   Files
 *   modules: by level, null where a page that is one file came without it
 */

export const NO_ENGINE = 'what came in its place is something else';

/** @param {URL} address */
async function fetchModule(address) {
  const bytes = await fetchFile(address);
  return (
    bytes &&
    WebAssembly.compile(bytes).catch(() => {
      throw new Error(`what came for ${address.pathname} is something else`);
    })
  );
}

/** Those of the page's own site, or where it says. */
export const fetchedModules = [
  () => fetchModule(beside('ninefold.wasm') ?? new URL('ninefold.wasm', import.meta.url)),
  () =>
    fetchModule(beside('ninefold-model.wasm') ?? new URL('ninefold-model.wasm', import.meta.url)),
  () =>
    fetchModule(
      beside('ninefold-picture.wasm') ?? new URL('ninefold-picture.wasm', import.meta.url),
    ),
  () =>
    fetchModule(beside('ninefold-whole.wasm') ?? new URL('ninefold-whole.wasm', import.meta.url)),
];

/**
 * The module of a level. Where a page came without it, one that does more, or else the one that
 * does the most.
 * @param {Files} files
 * @param {number} level
 */
export async function moduleFor({modules}, level) {
  const after = modules.slice(level);
  const before = modules.slice(0, level).reverse();
  for (const get of [...after, ...before]) {
    const module = await get();
    if (module) return module;
  }
  throw new Error('the page came without its engine');
}
