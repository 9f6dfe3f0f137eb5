// Makes one self-contained page:   node single-file.mjs INDEX.html SCRIPT.js PAGE.html [FILE]...
//
// The script, a module that imports nothing, stands in the page as it is, so that the page's
// policy can name it by its hash. The files it fetches lie there packed, gzip in base64, and are
// had from `ninefoldFile(name)`, which web/engine/files.js asks where it is defined. So the page
// works from disk, in a sandboxed iframe and without a network.

import {readFileSync, writeFileSync} from 'node:fs';
import {basename} from 'node:path';
import {fileURLToPath} from 'node:url';
import {gzipSync} from 'node:zlib';
import {withPolicy} from './policy.mjs';

const BESIDE = /^ *<nav>.*<\/nav>\n|\n<a href=[^\n]*(?=<\/noscript>)/gm; // what only a site has
const SCRIPTS = /^<script type="module" src="[^"]*"><\/script>\n/gm;

function packed(file) {
  const bytes = gzipSync(readFileSync(file), {level: 9}).toString('base64');
  return `<script type="application/gzip" data-file="${basename(file)}">${bytes}</script>\n`;
}

/** Runs in the page, where it stands as it is written here. */
function unpack() {
  window.ninefoldFile = async name => {
    const element = document.querySelector(`script[data-file="${name}"]`);
    if (!element) return null;
    const bytes = Uint8Array.from(atob(element.textContent), letter => letter.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
    return new Response(stream).arrayBuffer();
  };
}

/** A module as it can stand in a page. @param {string} file */
function inPage(file) {
  const code = readFileSync(file, 'utf8');
  const [odd] = /<\/script|<!--/i.exec(code) ?? [];
  if (odd) throw new Error(`${file} holds ${odd}, which would end it within a page`);
  return `<script type="module">${code}</script>\n`;
}

/** The page `index` as one string of HTML. */
export function singleFile(index, script, files) {
  const page = readFileSync(index, 'utf8');
  const scripts = page.match(SCRIPTS);
  if (!scripts)
    throw new Error(
      `${index} starts no script by a line <script type="module" src="..."></script>`,
    );
  const inside = `${files.map(packed).join('')}<script>(${unpack})();</script>\n${inPage(script)}`;
  const bare = page.replace(SCRIPTS, '').replace(BESIDE, '');
  return withPolicy(bare.replace('</body>', () => `${inside}</body>`));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [index, script, page, ...files] = process.argv.slice(2);
  writeFileSync(page, singleFile(index, script, files));
}
