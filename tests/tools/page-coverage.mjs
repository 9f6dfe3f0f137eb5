// How much of the page's modules that need no browser is run by their tests in Node:
//   node tests/tools/page-coverage.mjs
//
// Node writes down what V8 has run, as ranges of characters. A line is covered if some of its code
// was run in one of the tests; lines that are empty or a comment do not count.
import {execFileSync} from 'node:child_process';
import {mkdtempSync, readFileSync, readdirSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

const LEAST = 95; // percent of the lines of each

const MODULES = [
  'web/around/task.js',
  'web/controls/choices.js',
  'web/engine/link-text.js',
  'web/engine/queue.js',
  'web/engine/page-engine.js',
  'web/figure/axes.js',
  'web/figure/layout.js',
  'web/figure/range.js',
  'web/figure/view.js',
  'web/state/limits.js',
  'web/state/store.js',
];

const TESTS = ['layout', 'range', 'store', 'task', 'view', 'words', 'shared-engine'];

/**
 * What V8 says of each script that the tests have loaded, once for each of their processes.
 * @param {string} folder that is filled
 * @returns {{url: string, functions: {ranges: Range[]}[]}[]}
 */
function scriptsRun(folder) {
  const tests = TESTS.map(name => `tests/node/page-${name}.test.mjs`);
  const env = {...process.env, NODE_V8_COVERAGE: folder};
  delete env.NODE_TEST_CONTEXT; // or else, within another test, they would report to that one
  execFileSync(process.execPath, ['--test', ...tests], {cwd: root, env, stdio: 'pipe'});
  return readdirSync(folder).flatMap(
    name => JSON.parse(readFileSync(join(folder, name), 'utf8')).result,
  );
}

/** @typedef {{startOffset: number, endOffset: number, count: number}} Range */

/**
 * Which characters of a script were run in one process. Ranges lie in each other, and the innermost
 * holds.
 * @param {number} length
 * @param {{ranges: Range[]}[]} functions
 */
function charactersRun(length, functions) {
  const run = new Uint8Array(length);
  const size = range => range.endOffset - range.startOffset;
  const ranges = functions.flatMap(one => one.ranges).sort((one, other) => size(other) - size(one));
  for (const {startOffset, endOffset, count} of ranges)
    run.fill(count > 0 ? 1 : 0, startOffset, endOffset);
  return run;
}

/**
 * The lines that hold code, each with whether some of it was run in any process.
 * @param {string} text
 * @param {Uint8Array[]} runs
 */
function linesOf(text, runs) {
  let at = 0;
  return text.split('\n').flatMap((line, i) => {
    const from = at + line.search(/\S|$/);
    const to = at + line.length;
    at = to + 1;
    const isCode = /^\s*[^\s/*]/.test(line);
    const isRun = runs.some(run => run.subarray(from, to).includes(1));
    return isCode ? [{number: i + 1, isRun}] : [];
  });
}

/** @param {string} module @param {ReturnType<typeof scriptsRun>} scripts */
function coverageOf(module, scripts) {
  const text = readFileSync(join(root, module), 'utf8');
  const own = scripts.filter(({url}) => url.endsWith(`/${module}`));
  const runs = own.map(({functions}) => charactersRun(text.length, functions));
  const lines = linesOf(text, runs);
  const missed = lines.filter(({isRun}) => !isRun).map(({number}) => number);
  return {module, missed, percent: 100 * (1 - missed.length / lines.length)};
}

const folder = mkdtempSync(join(tmpdir(), 'ninefold-coverage-'));
try {
  const scripts = scriptsRun(folder);
  const all = MODULES.map(module => coverageOf(module, scripts));
  for (const {module, missed, percent} of all)
    console.log(
      `  ${module} ${percent.toFixed(1)}%${missed.length ? `, not ${missed.join()}` : ''}`,
    );
  const failed = all.filter(({percent}) => percent < LEAST);
  for (const {module} of failed)
    console.log(`FAILED: less than ${LEAST}% of the lines of ${module}`);
  console.log(`${all.length - failed.length} passed, ${failed.length} failed`);
  process.exitCode = failed.length ? 1 : 0;
} finally {
  rmSync(folder, {recursive: true});
}
