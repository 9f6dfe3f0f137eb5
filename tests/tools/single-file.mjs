// Makes one self-contained page:   node single-file.mjs INDEX.html SCRIPT.js PAGE.html [FILE]...
//
// The script, a module that imports nothing, and the files it fetches lie in the page packed, gzip in base64, so that the
// page works from disk, in a sandboxed iframe and without a network. A few lines unpack them: the script is started,
// the files are had from `ninefoldFile(name)`, which web/files.js asks where it is defined.

import {readFileSync, writeFileSync} from 'node:fs';
import {basename} from 'node:path';
import {fileURLToPath} from 'node:url';
import {gzipSync} from 'node:zlib';

const BESIDE = /^<footer>.*<\/footer>\n|\n<a href=[^\n]*(?=<\/noscript>)/gm; // what only a site has
const SCRIPTS = /^<script type="module" src="[^"]*"><\/script>\n/gm;

function packed(file) {
  const bytes = gzipSync(readFileSync(file), {level: 9}).toString('base64');
  return `<script type="application/gzip" data-file="${basename(file)}">${bytes}</script>\n`;
}

/** Runs in the page, where it stands as it is written here. @param {string} main */
function unpack(main) {
  window.ninefoldFile = async (name) => {
    const element = document.querySelector(`script[data-file="${name}"]`);
    if (!element) return null;
    const bytes = Uint8Array.from(atob(element.textContent), (letter) => letter.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
    return new Response(stream).arrayBuffer();
  };
  window.ninefoldFile(main).then((code) => {
    const script = Object.assign(document.createElement('script'), { type: 'module', textContent: new TextDecoder().decode(code) });
    document.body.append(script);
  });
}

/** The page `index` as one string of HTML. */
export function singleFile(index, script, files) {
  const page = readFileSync(index, 'utf8'), scripts = page.match(SCRIPTS);
  if (!scripts) throw new Error(`${index} starts no script by a line <script type="module" src="..."></script>`);
  const inside = [script, ...files].map(packed).join('') + `<script>(${unpack})('${basename(script)}');</script>\n`;
  return page.replace(SCRIPTS, '').replace(BESIDE, '').replace('</body>', () => `${inside}</body>`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [index, script, page, ...files] = process.argv.slice(2);
  writeFileSync(page, singleFile(index, script, files));
}
