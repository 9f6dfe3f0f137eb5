// The files that the scripts fetch: they lie beside the scripts, where a page says, or inside a page that is one file.

import {isHtml} from './came.js';

/** Such a page says how to get them (tests/tools/single-file.mjs). @typedef {{ninefoldFile?: (name: string) => Promise<ArrayBuffer | null>}} Inside */

const MOVED = 'not the file; filesAt() says where it is, and in the development server of Vite 5 '
  + "it stays beside the script by optimizeDeps: {exclude: ['ninefold']}";

/** @type {URL | null} */
let folder = null;

/**
 * Says where the engine and the model are, for pages whose scripts were moved by a bundler.
 * @param {string | URL} address of their folder, with or without a slash at the end
 */
export function filesAt(address) { folder = new URL(String(address).replace(/\/?$/, '/'), document.baseURI); }

/** Where a file is if the page said so. (Bundlers know `new URL('name', import.meta.url)` by its spelling.) @param {string} name */
export const beside = name => folder && new URL(name, folder);

/**
 * The one script whose hash pages name (element.js) vouches for what it fetches: build.sh puts these hashes in.
 * @typedef {{ninefoldHashes?: Record<string, string>}} Vouching
 */
const known = /** @type {Vouching} */ (globalThis).ninefoldHashes;

/** @param {URL} address */
const nameOf = address => address.pathname.replace(/.*\//, '');

/**
 * @param {URL} address
 * @returns {Promise<ArrayBuffer | null>} null where a page that is one file came without it
 */
export async function fetchFile(address) {
  const {ninefoldFile: inside} = /** @type {Inside} */ (globalThis);
  if (inside) return inside(nameOf(address));
  const response = await fetch(address, known && {integrity: known[nameOf(address)]});
  if (!response.ok) throw new Error(`the server answered ${response.status}`);
  const bytes = await response.arrayBuffer();
  if (!known && isHtml(bytes)) throw new Error(`what came from ${address} is HTML and ${MOVED}`);
  return bytes;
}
