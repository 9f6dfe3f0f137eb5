// The files that the scripts fetch: they lie beside the scripts, or inside a page that is one file.

/** Such a page says how to get them (tests/tools/single-file.mjs). @typedef {{ninefoldFile?: (name: string) => Promise<ArrayBuffer | null>}} Inside */

/**
 * @param {URL} address
 * @returns {Promise<ArrayBuffer | null>} null where a page that is one file came without it
 */
export async function fetchFile(address) {
  const {ninefoldFile: inside} = /** @type {Inside} */ (globalThis);
  if (inside) return inside(address.pathname.replace(/.*\//, ''));
  const response = await fetch(address);
  if (!response.ok) throw new Error(`the server answered ${response.status}`);
  return response.arrayBuffer();
}
