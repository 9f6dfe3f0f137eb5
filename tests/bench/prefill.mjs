// A model of the reader's own, read through, beside those who load it whole: wllama, which is
// llama.cpp in WebAssembly, in Chromium, and llama.cpp itself. The same GGUF file of random F32
// weights, 96 tokens that were not read before, one thread; processor time, in turns, of a layer, since a
// figure of the last layer does not need what comes after it. Ours has reading and the nine panels
// in it, theirs has not.
import {execFileSync} from 'node:child_process';
import {readFileSync} from 'node:fs';
import {createServer} from 'node:http';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {launch} from '../browser/lib/browser.mjs';
import {WANT, load} from '../../web/engine/engine.js';
import {OwnModel} from '../../web/engine/own.js';
import {SAMPLES, makeModel, writeGguf} from '../node/lib/own-models.mjs';
import {bytesTokenizer} from '../node/lib/vocabularies.mjs';
import {scratchFolder} from '../node/lib/scratch.mjs';
import {seconds, spreadOf} from './lib/clock.mjs';
import {tell} from './lib/report.mjs';

const LAYERS = 6;
const SHAPE = {width: 768, heads: 12, groups: 12, channels: 64, rotary: 64, hidden: 2048};
const TOKENS = 96;
const ROUNDS = 9;
const AGAIN = 4; // figures of a round: the browser's clock has steps of 10 ms
const here = path => fileURLToPath(new URL(path, import.meta.url));
const packages = here('../models/node_modules');

/** Letters, each a token. @param {number} count @param {number} turn no two begin alike */
const textOf = (count, turn) =>
  Array.from(
    {length: count},
    (_, i) => 'bcdfgjklmnpqrsuvwxyz'[(Math.imul(i + 1000 * turn, 2654435761) >>> 20) % 20],
  ).join('');

/** A figure of the last layer: three texts, as many tokens as one of theirs. */
const linkOf = (name, turn) =>
  `1;source=model;model=${name};layer=${LAYERS - 1};head=0;` +
  [1, 2, 3].map(i => `text${i}=${textOf(TOKENS / 3, 3 * turn + i)}`).join(';');

if (`${process.platform} ${process.arch}` !== 'linux x64') {
  console.log('beside llama.cpp nothing is measured: its package is for Linux on x86-64 alone');
  process.exit(0);
}
const sample = {...SAMPLES.llama, ...SHAPE, layers: LAYERS, context: 512};
const path = writeGguf(join(scratchFolder('ninefold-bench'), 'model.gguf'), makeModel(sample, 1));

// ---- In Chromium ---------------------------------------------------------------------------------

/** Runs in the page: the file in both. */
async function opened() {
  const {ours, Wllama} = window;
  const file = await (await fetch('/model.gguf')).blob();
  const wllama = new Wllama({default: '/wllama.wasm'}, {suppressNativeLog: true});
  await wllama.loadModel([file], {n_threads: 1, n_gpu_layers: 0, n_ctx: 512, n_parallel: 1});
  const bytes = await file.arrayBuffer();
  const slice = (from, to) => ({arrayBuffer: () => Promise.resolve(bytes.slice(from, to))});
  const inMemory = await ours({size: bytes.byteLength, slice});
  Object.assign(window, {wllama, inMemory, inFile: await ours(file)});
  return !wllama.isMultithread();
}

/** Runs in the page: what is read, and of how many tokens. */
async function readByTheirs([text, letter]) {
  const {timings} = await window.wllama.createCompletion({
    prompt: text,
    max_tokens: 1,
    logit_bias: {[letter]: 100}, // half a character, of random weights, it could not hand over
  });
  return timings.prompt_n;
}

const SCRIPT = `
import {WANT, load} from ${JSON.stringify(here('../../web/engine/engine.js'))};
import {OwnModel} from ${JSON.stringify(here('../../web/engine/own.js'))};
import {Wllama} from ${JSON.stringify(join(packages, '@wllama/wllama/esm/index.js'))};
window.Wllama = Wllama;
window.ours = async file => {
  const bytes = await (await fetch('/ninefold-whole.wasm')).arrayBuffer();
  const engine = await load(await WebAssembly.compile(bytes));
  const own = new OwnModel(engine, [{name: 'model.gguf', file}], false);
  await own.describe();
  await own.identify();
  own.use();
  const pause = () => Promise.resolve();
  return link => engine.computeInSteps(link.replace('NAME', own.name), WANT.check, pause);
};
`;

async function serving() {
  const bundle = execFileSync('esbuild', ['--bundle', '--format=esm', '--log-level=error'], {
    input: SCRIPT,
    cwd: here('../..'),
  });
  const files = {
    '/': ['text/html', '<!doctype html><script type="module" src="/ours.js"></script>'],
    '/ours.js': ['text/javascript', bundle],
    '/model.gguf': ['application/octet-stream', readFileSync(path)],
    '/wllama.wasm': [
      'application/wasm',
      readFileSync(join(packages, '@wllama/wllama/esm/wasm/wllama.wasm')),
    ],
    '/ninefold-whole.wasm': [
      'application/wasm',
      readFileSync(here('../../build/ninefold-whole.wasm')),
    ],
  };
  const server = createServer(({url}, answer) => {
    const [type, body] = files[url] ?? ['text/plain', ''];
    answer.writeHead(body ? 200 : 404, {'Content-Type': type}).end(body);
  });
  await new Promise(done => server.listen(0, '127.0.0.1', done));
  return server;
}

/** Seconds of processor time of all of the browser's processes. */
async function usedBy(session) {
  const {processInfo} = await session.send('SystemInfo.getProcessInfo');
  return processInfo.reduce((sum, {cpuTime}) => sum + cpuTime, 0);
}

/** Seconds of that while it runs. @param {(turn: number) => Promise<unknown>} run */
async function usedWhile(session, run, turn) {
  const from = await usedBy(session);
  for (let again = 0; again < AGAIN; again++) await run(AGAIN * turn + again);
  return (await usedBy(session)) - from;
}

async function besideWllama() {
  const [server, browser] = [await serving(), await launch()];
  const session = await browser.newBrowserCDPSession();
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${server.address().port}/`);
  await page.waitForFunction(() => 'ours' in window);
  if (!(await page.evaluate(opened))) throw new Error('wllama has several threads');
  const letter = bytesTokenizer().model.vocab.b;
  const mine = name => turn =>
    page.evaluate(([name, link]) => window[name](link).then(() => 0), [name, linkOf('NAME', turn)]);
  const theirs = async turn => {
    const count = await page.evaluate(readByTheirs, [textOf(TOKENS, turn), letter]);
    if (Math.abs(count - TOKENS) > 1) throw new Error(`wllama read ${count} tokens`);
  };
  const ratios = {inMemory: [], inFile: []};
  for (let turn = 0; turn <= ROUNDS; turn++) {
    const others = (await usedWhile(session, theirs, turn)) / LAYERS;
    for (const [name, all] of Object.entries(ratios))
      all.push(others / ((await usedWhile(session, mine(name), turn)) / (LAYERS - 1)));
  }
  await browser.close();
  server.close();
  const spread = all => [spreadOf(all.slice(1))]; // the first is cold
  return {inMemory: spread(ratios.inMemory), inFile: spread(ratios.inFile)};
}

// ---- Natively ------------------------------------------------------------------------------------

/** Seconds of processor time of this process, all its threads. */
const used = () => {
  const {user, system} = process.cpuUsage();
  return (user + system) / 1e6;
};

/** As a Blob, which in Node is slower. @param {Buffer} bytes */
const inMemory = ({buffer, byteOffset, length}) => ({
  size: length,
  slice: (from, to) => ({
    arrayBuffer: () => Promise.resolve(buffer.slice(byteOffset + from, byteOffset + to)),
  }),
});

async function besideLlama() {
  const {getLlama} = await import(join(packages, 'node-llama-cpp/dist/index.js'));
  const llama = await getLlama({
    gpu: false,
    build: 'never',
    skipDownload: true,
    maxThreads: 1,
    logLevel: 'error',
  });
  const model = await llama.loadModel({modelPath: path, gpuLayers: 0});
  const context = await model.createContext({contextSize: 512, threads: 1, batchSize: 512});
  const sequence = context.getSequence();
  const engine = await load(readFileSync(here('../../build/ninefold-whole.wasm')));
  const own = new OwnModel(
    engine,
    [{name: 'model.gguf', file: inMemory(readFileSync(path))}],
    false,
  );
  await own.describe();
  await own.identify();
  own.use();
  const ratios = [];
  for (let turn = 0; turn <= ROUNDS; turn++) {
    let from = seconds();
    await engine.computeInSteps(linkOf(own.name, turn), WANT.check, () => Promise.resolve());
    const mine = (seconds() - from) / (LAYERS - 1);
    const tokens = model.tokenize(textOf(TOKENS, turn));
    await sequence.clearHistory();
    from = used();
    await sequence.evaluateWithoutGeneratingNewTokens(tokens);
    ratios.push((used() - from) / LAYERS / mine);
  }
  own.close();
  await llama.dispose();
  return spreadOf(ratios.slice(1));
}

const {inMemory: kept, inFile} = await besideWllama();
const rows = {
  'wllama in Chromium, weights in memory': kept,
  'wllama in Chromium, and Ninefold reads its file': inFile,
  'llama.cpp natively, weights in memory': [await besideLlama()],
};
tell('models of one’s own, 96 tokens through a layer: time of the others by time of Ninefold', {
  columns: [''],
  unit: 'x',
  better: 'more',
  rows,
});
