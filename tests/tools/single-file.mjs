// Makes one self-contained page of a site:   node single-file.mjs SITE PAGE.html [--without FILE]...
//
// Modules become entries of an import map whose addresses are data: URLs, so they need no server, no bundler and no
// origin: the page works from disk and in a sandboxed iframe. What is taken in, by the forms a page is written with:
//
//     <script type="module" src="./main.js">        and   import ... from './x.js', export ... from, import('./x.js')
//     <link rel="stylesheet" href="style.css">      and   <link href="icon.svg">, <img src="picture.png">
//     new URL('ninefold.wasm', import.meta.url)     in a module: an address to fetch
//
// A file to fetch that is left out (--without), or that the site does not have, is fetched as an empty one. A file
// of the site that no page or module names in these forms is not inside: that is said, since it is seldom meant.

import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const TYPES = {
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
};

const IMPORT = /(\bfrom\s*|\bimport\s*\(?\s*)(['"])\.\/([\w.-]+\.js)\2/g;
const ADDRESS = /\bnew URL\(\s*(['"])(?:\.\/)?([\w.-]+)\1\s*,\s*import\.meta\.url\s*\)/g;
const SCRIPT = /<script type="module" src="(?:\.\/)?([\w.-]+)"><\/script>/g;
const STYLE = /<link rel="stylesheet" href="(?:\.\/)?([\w.-]+)">/g;
const INLINE = /(<script type="module">)([^]*?)(<\/script>)/g;
const OTHER = /(<(?:link|img)\b[^>]*?\b(?:href|src)=")(?:\.\/)?([\w.-]+)"/g;

/** A specifier that no file has, for the import map. */
const named = (file) => `site/${file}`;

const dataUrl = (file, bytes) =>
  `data:${TYPES[extname(file)] ?? 'application/octet-stream'};base64,${Buffer.from(bytes).toString('base64')}`;

/** The page of `site`, a folder with an index.html, as one string of HTML; `unused` is told of what is not in it. */
export function singleFile(site, without = [], unused = (_files) => {}) {
  const files = new Set(readdirSync(site));
  const used = new Set(without);
  const known = (file) => {
    if (!files.has(file)) throw new Error(`${site} has no ${file}`);
    used.add(file);
    return file;
  };
  const read = (file) => readFileSync(join(site, known(file)));
  const address = (file) => (files.has(file) && !without.includes(file) ? dataUrl(file, read(file)) : 'data:,');
  const linked = (code) =>
    code
      .replace(IMPORT, (_, before, quote, file) => before + quote + named(known(file)) + quote)
      .replace(ADDRESS, (_, quote, file) => `new URL(${quote}${address(file)}${quote})`);

  const modules = [...files].filter((file) => extname(file) === '.js').sort();
  const module = (file) => [named(file), dataUrl(file, linked(read(file).toString()))];
  const imports = Object.fromEntries(modules.map(module));
  const map = `<script type="importmap">${JSON.stringify({ imports })}</script>\n`;

  const page = read('index.html')
    .toString()
    .replace(STYLE, (_, file) => `<style>\n${read(file)}</style>`)
    .replace(OTHER, (_, before, file) => `${before}${address(file)}"`)
    .replace(SCRIPT, (_, file) => `<script type="module">import './${file}';</script>`)
    .replace(INLINE, (_, open, code, close) => open + linked(code) + close)
    .replace('<script type="module"', () => `${map}<script type="module"`); // it must stand before the first module
  unused([...files].filter((file) => !used.has(file)));
  return page;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [site, page, ...rest] = process.argv.slice(2);
  const without = rest.filter((word) => word !== '--without');
  const say = (names) => names.length && console.error(`${page} does not hold ${names.join(', ')}: nothing names it`);
  writeFileSync(page, singleFile(site, without, say));
}
