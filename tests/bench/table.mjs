// What the command line takes for numbers of many figures: `ninefold table` of every head of the
// trained model, each of three components changed by two operations. Processor time of the program,
// its start included, of several runs.
import {fileURLToPath} from 'node:url';
import {processSeconds, spreadOf} from './lib/clock.mjs';
import {tell} from './lib/report.mjs';

const PROGRAM = fileURLToPath(new URL('../../build/ninefold', import.meta.url));
const RUNS = 9;
const AIM = 2; // seconds
const HEADS = 32;
const CHANGES = 3 * (3 + 1); // components by three epsilons of scale, and by mean, which has none
const SWEEP = ['table', '1;source=model', '--heads', 'all', '--op', 'scale,mean'];

const measures = ['first', 'entropy', 'kl', 'change'].join();
const TASKS = {
  'four measures': ['--measures', measures],
  'all measures': [],
  'four measures and the predictions': ['--measures', `${measures},prediction`],
};

/** Seconds of a run, all of whose lines are there. @param {string[]} options */
function timed(options) {
  const {seconds, stdout} = processSeconds(PROGRAM, [...SWEEP, '--component', 'q,k,v', ...options]);
  const lines = stdout.trim().split('\n').length - 1; // below their heading
  if (lines !== HEADS * CHANGES) throw new Error(`${lines} lines, not ${HEADS * CHANGES}`);
  return seconds;
}

const spreadOfRuns = options => spreadOf(Array.from({length: RUNS}, () => timed(options)));
const rows = Object.fromEntries(
  Object.entries(TASKS).map(([name, options]) => [name, [spreadOfRuns(options)]]),
);
tell('`ninefold table`: 32 heads, 3 components, 2 operations', {
  columns: [''],
  unit: 's',
  better: 'less',
  rows,
});
const slowest = Math.max(...Object.values(rows).map(([{high}]) => high));
console.log(`every head within ${AIM} s: ${slowest <= AIM ? 'reached' : 'not reached'}`);
