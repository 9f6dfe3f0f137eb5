// Times that can be compared on a machine with other things to do: the processor time of this
// thread alone, which WASI knows and Node's own clocks do not, and contestants that take turns.
import {spawnSync} from 'node:child_process';

const memory = new WebAssembly.Memory({initial: 1});
const clock = await openClock();

async function openClock() {
  process.removeAllListeners('warning'); // WASI is experimental, and says so when it is imported
  const {WASI} = await import('node:wasi');
  const wasi = new WASI({version: 'preview1'});
  wasi.initialize({exports: {memory}});
  return wasi.wasiImport.clock_time_get;
}

const THREAD_CPUTIME = 3;

/** Seconds that this thread has computed. */
export function seconds() {
  clock(THREAD_CPUTIME, 1n, 0);
  return Number(new BigUint64Array(memory.buffer, 0, 1)[0]) / 1e9;
}

/**
 * Seconds that the processor spent on a program, its start included, and what it printed. Whatever
 * it exits with, its time counts.
 * @param {string} program
 * @param {string[]} words
 */
export function processSeconds(program, words) {
  const command = 'TIMEFORMAT="%U %S"; time "$0" "$@" 2>/dev/null';
  const told = {encoding: 'utf8', maxBuffer: 1 << 28};
  const {stdout, stderr} = spawnSync('bash', ['-c', command, program, ...words], told);
  const parts = stderr.trim().split(' ');
  return {stdout, seconds: parts.reduce((sum, part) => sum + Number(part), 0)};
}

/** Below which a share of the values lies; between two of them, in proportion. */
function quantile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  const at = share * (sorted.length - 1);
  const below = Math.floor(at);
  const above = sorted[Math.min(below + 1, sorted.length - 1)];
  return sorted[below] + (at - below) * (above - sorted[below]);
}

export const median = values => quantile(values, 0.5);

/** What was measured several times: its median, and between what half of the values lie. */
export const spreadOf = values => ({
  low: quantile(values, 0.25),
  middle: median(values),
  high: quantile(values, 0.75),
});

/**
 * Seconds that one run takes: as many runs as fill `least` seconds, each with its preparation,
 * which is not counted. A contestant in another process has a clock of its own.
 */
async function time({prepare = () => {}, run, time: own}, least) {
  if (own) return own(least);
  let total = 0;
  let runs = 0;
  while (total < least || runs === 0) {
    await prepare();
    const from = seconds();
    const pending = run();
    if (pending) await pending;
    total += seconds() - from;
    runs++;
  }
  return total / runs;
}

const WARM_UP = 0.7; // seconds; the fast code that V8 makes on another thread is late when the machine is busy

async function warmUp({prepare = () => {}, run, time: own}) {
  if (own) {
    await own(WARM_UP);
    return;
  }
  for (const from = performance.now(); performance.now() - from < WARM_UP * 1e3;) {
    await prepare();
    await run();
  }
}

/**
 * @typedef {object} Contestant
 * @property {() => unknown} [prepare]
 * @property {() => unknown} [run]
 * @property {(least: number) => Promise<number>} [time] instead of both: the seconds of one run
 */

/**
 * Lets contestants take turns, once each is warm.
 * @param {Record<string, Contestant>} contestants
 * @param {{rounds: number, least: number}} length least: the seconds a turn takes at least
 * @returns {Promise<(over: string, under: string) => number[]>} for each round, one's time by
 *   another's
 */
export async function roundsOf(contestants, {rounds, least}) {
  const times = Object.fromEntries(Object.keys(contestants).map(name => [name, []]));
  for (const contestant of Object.values(contestants)) await warmUp(contestant);
  for (let round = 0; round < rounds; round++)
    for (const [name, contestant] of Object.entries(contestants))
      times[name].push(await time(contestant, least));
  return (over, under) => times[over].map((taken, round) => taken / times[under][round]);
}

/**
 * The same, for who needs the median alone.
 * @param {Record<string, Contestant>} contestants
 * @param {{rounds: number, least: number}} length
 * @returns {Promise<(over: string, under: string) => number>}
 */
export async function takeTurns(contestants, length) {
  const ratios = await roundsOf(contestants, length);
  return (over, under) => median(ratios(over, under));
}
