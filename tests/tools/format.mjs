// Every source in one layout:   node tests/tools/format.mjs [--write]
//
// C as .clang-format says, by clang-format as a WebAssembly module, so that all machines have the
// same one; JavaScript as .prettierrc says. clang-format leaves the lines of comments as they are,
// because it would pour tables and drawings into paragraphs, so C is looked through for lines that
// are too long. Without --write this names the files that differ, and fails.
import {readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';
import {format as formatC} from '@wasm-fmt/clang-format';
import * as prettier from 'prettier';

const root = fileURLToPath(new URL('../..', import.meta.url));
const write = process.argv.includes('--write');

const style = readFileSync(`${root}/.clang-format`, 'utf8');
const options = await prettier.resolveConfig(`${root}/web/page/main.js`);

const SOURCE = /\.(c|h|def|js|mjs|ts)$/;
const LEFT_OUT = ['node_modules', 'found']; // what others wrote, and what fuzzing kept

/** Those in a folder and in the folders in it. @param {string} folder @returns {string[]} */
const sourcesIn = folder =>
  readdirSync(`${root}/${folder}`, {withFileTypes: true}).flatMap(entry => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return LEFT_OUT.includes(entry.name) ? [] : sourcesIn(path);
    return SOURCE.test(path) ? [path] : [];
  });

/** @param {string} name @param {string} text */
function laidOut(name, text) {
  if (/\.(c|h|def)$/.test(name)) return formatC(text, name.replace(/\.def$/, '.h'), style);
  return prettier.format(text, {...options, filepath: name});
}

const COLUMNS = 100;

/**
 * The number of the first line that is too long, from 1; 0 if there is none.
 * @param {string} text
 */
const tooLong = text => text.split('\n').findIndex(line => [...line].length > COLUMNS) + 1;

let differ = 0,
  all = 0;
for (const name of ['src', 'include', 'web', 'tests'].flatMap(sourcesIn)) {
  const text = readFileSync(`${root}/${name}`, 'utf8'),
    wanted = await laidOut(name, text);
  all++;
  const long = /\.(c|h|def)$/.test(name) ? tooLong(wanted) : 0;
  if (text === wanted && !long) continue;
  if (long) console.log(`FAILED: ${name}: line ${long} has more than ${COLUMNS} columns`);
  if (write) writeFileSync(`${root}/${name}`, wanted);
  if (!write && text !== wanted)
    console.log(`FAILED: ${name} is laid out differently: ./build.sh format`);
  if (!write || long) differ++;
}
console.log(`${all - differ} passed, ${differ} failed`);
process.exitCode = differ ? 1 : 0;
