// The command line as a function: the engine is only ever reached through it.
import {spawnSync} from 'node:child_process';
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {readNpz} from './npz.mjs';
import {scratchFolder} from './scratch.mjs';

export const PROGRAM =
  process.env.NINEFOLD ?? fileURLToPath(new URL('../../../build/ninefold', import.meta.url));
const LARGEST_ANSWER = 1 << 28; // 2^20 cells a panel, nine panels, some ten characters each

const scratch = scratchFolder('ninefold');

// A crash is an exception, whatever was asked. That a program ends before it has read all of its
// input is none.
function ended(done, what) {
  if (done.error && done.error.code !== 'EPIPE') throw done.error;
  if (done.signal) throw new Error(`${what} ended by ${done.signal}: ${done.stderr}`);
  return {status: done.status, out: done.stdout, error: done.stderr};
}

/**
 * Runs the command line: {status, out, error}, bytes. More than `seconds` of processor time, which
 * is
 * the same however busy the machine is, is an exception.
 */
export function runBytes(args, input = '', seconds = 600) {
  const command = ['-c', `ulimit -t ${seconds}; exec "$0" "$@"`, PROGRAM, ...args];
  const done = spawnSync('sh', command, {input, maxBuffer: LARGEST_ANSWER});
  return ended(done, `ninefold ${args.join(' ')}`);
}

/** The same by a line for a shell, which has the program as "$0". */
export const runShell = (script, input = '') =>
  ended(spawnSync('bash', ['-c', script, PROGRAM], {input, maxBuffer: LARGEST_ANSWER}), script);

/** The same as text. */
export function run(args, input = '', seconds = 600) {
  const {status, out, error} = runBytes(args, input, seconds);
  return {status, out: out.toString(), error: error.toString()};
}

function answer(args) {
  const {status, out, error} = run(args);
  if (status !== 0) throw new Error(`ninefold ${args.join(' ')} left with ${status}: ${error}`);
  return out;
}

// Weights are printed with as many digits as float32 needs to come back, no more.
const asFloats = panel =>
  panel && {...panel, weights: panel.weights && panel.weights.map(row => row.map(Math.fround))};

function parsed(text) {
  const figure = JSON.parse(text);
  return {
    ...figure,
    baselines: figure.baselines.map(asFloats),
    followers: figure.followers.map(asFloats),
    panels: figure.panels.map(asFloats),
  };
}

/** What `panels LINK --json` says: {link, check, ignored, baselines, panels}. */
export const panels = link => parsed(answer(['panels', link, '--json']));

const FILE = join(scratch, 'panels.npz');

/** The arrays of a link by name: w0..w8, s0..s8, o0..o8, q1, k1, v1, ... */
export function arrays(link) {
  answer(['panels', link, '--npz', FILE]);
  return readNpz(readFileSync(FILE));
}

/** Both from one call. */
export function panelsAndArrays(link) {
  const figure = parsed(answer(['panels', link, '--json', '--npz', FILE]));
  return {figure, data: readNpz(readFileSync(FILE))};
}

export const readings = () => JSON.parse(answer(['readings', '--json']));
export const table = () => JSON.parse(answer(['params', '--json']));

/** Unperturbed Query, Key and Value of a figure, as the reference takes them. */
export function sourceOf(data, options) {
  const [heads, , d] = data.q1.shape;
  const inputs = [1, 2, 3].map(
    i =>
      data[`q${i}`] && {
        n: data[`q${i}`].shape[1],
        q: data[`q${i}`].data,
        k: data[`k${i}`].data,
        v: data[`v${i}`].data,
      },
  );
  return {d, heads, head: options.head === 'auto' ? 0 : options.head, inputs};
}

export const rowsOf = ({shape: [n, m], data}) =>
  Array.from({length: n}, (_, i) => Array.from(data.subarray(i * m, (i + 1) * m)));

// ---- The table ---------------------------------------------------------------------------------

const isNumber = text => text !== '' && Number.isFinite(Number(text));

function valueOf({default: spelling}) {
  const parts = spelling.split('~').map(part => (isNumber(part) ? Number(part) : part));
  return parts.length > 1 ? parts : parts[0];
}

let known; // the table is read once: a thousand links share it

/** What each option is when a link does not name it: number, word, or list of three. */
export function defaults() {
  known ??= Object.fromEntries(table().map(row => [row.key, valueOf(row)]));
  return known;
}
