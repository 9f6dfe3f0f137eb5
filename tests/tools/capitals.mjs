// Runs files of tests in a build that says everything in capitals. All must pass there, except those
// that are listed: their subject is the words. Each of these must fail, so that the list cannot grow
// beyond what it is for.
//
//     node tests/tools/capitals.mjs FILE...       last line: "N passed, N failed"
import {relative} from 'node:path';
import {run} from 'node:test';
import {fileURLToPath} from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** @type {Record<string, string[]>} of a file the tests that cannot hold in capitals, and why */
const SHOW_WORDS = {
  // compares a build in capitals with the usual one, which is in capitals here
  'tests/node/causes.test.mjs': [
    'what a link did not say well has the same causes in any words',
    'the command line says the same in any words',
  ],
};

let passed = 0;
let failed = 0;

/** @param {string} what */
function complain(what) {
  failed++;
  console.log(`not ok: ${what}`);
}

/** @param {string} path */
async function runFile(path) {
  const file = relative(root, path);
  const listed = new Set(SHOW_WORDS[file]);
  for await (const {type, data} of run({files: [path], concurrency: false})) {
    const {name, nesting, skip, details} = data;
    if (nesting > 0 || (type !== 'test:pass' && type !== 'test:fail')) continue;
    const isGood = type === 'test:pass' && skip === undefined;
    const {message} = details?.error?.cause ?? details?.error ?? {};
    if (listed.delete(name)) {
      if (isGood) complain(`${file}: ${name}: is listed, and shows no words`);
    } else if (isGood) passed++;
    else complain(`${file}: ${name}: ${message ?? 'skipped'}`);
  }
  for (const name of listed) complain(`${file}: ${name}: there is no such test`);
}

for (const path of process.argv.slice(2)) await runFile(path);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
