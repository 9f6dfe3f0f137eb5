// The files that the scripts fetch: they lie beside the scripts, where a page says, or inside a
// page that is one file.

import {isHtml} from '../base/came.js';

/**
 * Such a page says how to get them (web/site/single-file.mjs).
 * @typedef {{ninefoldFile?: (name: string) => Promise<ArrayBuffer | null>}} Inside
 */

const MOVED =
  'not the file; filesAt() says where it is, and in the development server of Vite 5 ' +
  "it stays beside the script by optimizeDeps: {exclude: ['ninefold']}";

/** Another file came than the one that these scripts were built with. */
export class Altered extends Error {}

const OTHER =
  'is not the file that this page was made with: it was changed on its way, ' +
  'or the page was updated';

/** @type {URL | null} */
let folder = null;

/**
 * Says where the engine and the model are, for pages whose scripts were moved by a bundler.
 * @param {string | URL} address of their folder, with or without a slash at the end
 */
export function filesAt(address) {
  folder = new URL(String(address).replace(/\/?$/, '/'), document.baseURI);
}

/**
 * Where a file is if the page said so. (Bundlers know `new URL('name', import.meta.url)` by its
 * spelling.)
 * @param {string} name
 */
export const beside = name => folder && new URL(name, folder);

/**
 * The hashes of the files that scripts were built with: build.sh puts them into the scripts of the
 * site, and into element.js, whose own hash pages name.
 * @typedef {{ninefoldHashes?: Record<string, string>}} Vouching
 */
const known = /** @type {Vouching} */ (globalThis).ninefoldHashes;

/** @param {URL} address */
const nameOf = address => address.pathname.replace(/.*\//, '');

/** @type {Set<string>} */
const underway = new Set();

/** Names of the files that are being fetched now. */
export const awaited = () => [...underway];

/** @param {URL} address @param {RequestInit} how @returns {Promise<ArrayBuffer>} */
async function whole(address, how) {
  const answer = await fetch(address, how).catch(() => null);
  const {pathname} = address;
  if (answer && !answer.ok) throw new Error(`the server answered ${answer.status} for ${pathname}`);
  const bytes = await answer?.arrayBuffer().catch(() => null);
  if (!bytes) throw new Error(`the connection failed for ${pathname}`); // "Failed to fetch"
  return bytes;
}

/** @param {ArrayBuffer} bytes @returns {Promise<string>} as an integrity is written */
async function integrityOf(bytes) {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-384', bytes));
  return `sha384-${btoa(String.fromCharCode(...hash))}`;
}

/**
 * Fails if the file is another one. Pages of http may not compute hashes: there the browser does,
 * and says of another file what it says of a connection that failed.
 * @param {URL} address
 * @param {string} integrity
 */
async function checked(address, integrity) {
  if (!crypto.subtle) return whole(address, {integrity});
  const bytes = await whole(address, {});
  if ((await integrityOf(bytes)) !== integrity) throw new Error(OTHER);
  return bytes;
}

/**
 * A file with a hash. Another one may be of another day, kept by a cache: that is renewed, which
 * also tells whether there is a connection and a file.
 * @param {URL} address
 * @param {string} integrity
 */
async function vouched(address, integrity) {
  const first = await checked(address, integrity).catch(() => null);
  if (first) return first;
  await whole(address, {cache: 'reload'});
  return checked(address, integrity).catch(() => {
    throw new Altered(`${nameOf(address)} ${OTHER}`);
  });
}

/** @param {URL} address */
async function unvouched(address) {
  const bytes = await whole(address, {});
  if (isHtml(bytes)) throw new Error(`what came from ${address} is HTML and ${MOVED}`);
  return bytes;
}

/** @param {URL} address */
async function fetched(address) {
  const name = nameOf(address);
  const integrity = known?.[name];
  underway.add(name);
  try {
    return await (integrity ? vouched(address, integrity) : unvouched(address));
  } finally {
    underway.delete(name);
  }
}

/**
 * @param {URL} address
 * @returns {Promise<ArrayBuffer | null>} null where a page that is one file came without it
 */
export async function fetchFile(address) {
  const {ninefoldFile: inside} = /** @type {Inside} */ (globalThis);
  return inside ? inside(nameOf(address)) : fetched(address);
}
