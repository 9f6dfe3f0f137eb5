// Times that can be compared on a machine with other things to do: the processor time of this
// thread alone, which WASI knows and Node's own clocks do not, and contestants that take turns.
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

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/**
 * Seconds that one run takes: as many runs as fill `least` seconds, each with its preparation,
 * which is not counted.
 */
async function time({prepare = () => {}, run}, least) {
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

async function warmUp({prepare = () => {}, run}) {
  for (const from = performance.now(); performance.now() - from < WARM_UP * 1e3;) {
    await prepare();
    await run();
  }
}

/**
 * Lets contestants take turns, once each is warm.
 * @param {Record<string, {prepare?: () => unknown, run: () => unknown}>} contestants
 * @param {{rounds: number, least: number}} length least: the seconds a turn takes at least
 * @returns {Promise<(over: string, under: string) => number>} the median over all rounds of one's
 *   time by another's
 */
export async function takeTurns(contestants, {rounds, least}) {
  const times = Object.fromEntries(Object.keys(contestants).map(name => [name, []]));
  for (const contestant of Object.values(contestants)) await warmUp(contestant);
  for (let round = 0; round < rounds; round++)
    for (const [name, contestant] of Object.entries(contestants))
      times[name].push(await time(contestant, least));
  return (over, under) => median(times[over].map((taken, round) => taken / times[under][round]));
}
