// Models of the reader's own in Chromium, of random weights in the shapes of published ones: seconds
// from choosing the layer to nine panels, reading included and predictions not, with three texts of
// 32 tokens; and of another head of a layer that was reached. With --large also one of 13.5 GB,
// which is written to the disk and removed again.
import {mkdirSync, openSync, closeSync, rmSync, statfsSync, writeSync} from 'node:fs';
import {join} from 'node:path';
import {open, launch, SITE} from '../browser/lib/browser.mjs';
import {serve} from '../../web/site/serve.mjs';
import {madeFiles} from '../node/lib/made-files.mjs';
import {PUBLISHED} from '../node/lib/own-published.mjs';
import {scratchFolder} from '../node/lib/scratch.mjs';
import {spreadOf} from './lib/clock.mjs';
import {tell} from './lib/report.mjs';

const PIECE = 1 << 24; // bytes that are written at once
const SPARE = 2e9; // bytes of the disk that are left free
const PATIENCE = 20 * 60e3; // milliseconds
/* Shall take: of the first two any layer 2 and 7 s; of the large one layer 2 4 s and the last 50;
 * another head 0.5 s. */
const USUAL = [
  {name: 'GPT-2 small, F32, 0.5 GB', of: 'openai-community/gpt2', last: 11, rounds: 3},
  {
    name: '1.1 billion, BF16, 2.2 GB',
    of: 'TinyLlama/TinyLlama-1.1B-Chat-v1.0',
    last: 21,
    rounds: 3,
  },
];
const LARGE = [
  {name: '7 billion, F16, 13.5 GB', of: 'meta-llama/Llama-2-7b-hf', last: 31, rounds: 1},
];

/** Letters, each a token. @param {number} count @param {number} from */
const textOf = (count, from) =>
  Array.from({length: count}, (_, i) => 'bcdfgjklmnpqrsuvwxyz'[(i * i + from) % 20]).join('');

/** @param {number} turn no two have a text in common */
const textsOf = turn => [1, 2, 3].map(i => `text${i}=${textOf(32, 7 * turn + i)}`).join(';');

/** Writes a file of the model, a piece after the other. */
async function write(path, file) {
  const to = openSync(path, 'w');
  for (let at = 0; at < file.size; at += PIECE) {
    const end = Math.min(at + PIECE, file.size);
    writeSync(to, new Uint8Array(await file.slice(at, end).arrayBuffer()));
  }
  closeSync(to);
}

/** A folder as it is published, with random weights; null if the disk has no room for it. */
async function folderOf(root, published) {
  const {config, tensors} = PUBLISHED[published];
  const all = tensors(config);
  const files = madeFiles(
    config,
    all.filter(([, type, , buffer]) => !buffer && type === all[0][1]),
  );
  const bytes = files.reduce((sum, {file}) => sum + file.size, 0);
  const {bavail, bsize} = statfsSync(root);
  if (bavail * bsize < bytes + SPARE) return null;
  const folder = join(root, 'model');
  mkdirSync(folder);
  for (const {name, file} of files) await write(join(folder, name), file);
  return folder;
}

/** Runs in the page: milliseconds from a new link to its nine panels on the screen. */
async function timed(element, link) {
  const from = performance.now();
  element.link = link;
  const isThere = () => element.figure?.check && element.figure.link === element.link;
  while (!isThere()) await new Promise(requestAnimationFrame);
  await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
  return performance.now() - from;
}

/** The model in use, as a reader has it: chosen in the dialog. */
async function use(page, folder) {
  await page.getByRole('button', {name: 'Open a model of your own'}).click();
  await page.locator('dialog.own-model input.folder').setInputFiles(folder);
  await page.getByRole('button', {name: 'Use this model'}).click();
  await page.locator('.own-panel').filter({hasText: 'a model of your own'}).waitFor();
  await page.waitForFunction(() => document.querySelector('nine-fold').figure?.check);
}

/** Seconds of layer 2, of the last one, and of another head of that. */
async function measure(shared, {last, rounds}, folder) {
  const {nine, page, context} = await open(shared, {link: '1;source=model'});
  page.setDefaultTimeout(PATIENCE);
  await use(page, folder);
  const id = await nine.value('model');
  let turn = 0;
  const take = async (layer, head) => {
    const link = `1;source=model;model=${id};layer=${layer};head=${head};${textsOf(turn)}`;
    return (await nine.element.evaluate(timed, link)) / 1e3;
  };
  const [second, latest, other] = [[], [], []];
  for (let round = 0; round < rounds; round++) {
    turn++; // other texts: nothing of the round before is kept
    second.push(await take(2, 0));
    turn++;
    latest.push(await take(last, 0));
    other.push(await take(last, 5));
  }
  await context.close();
  return [second, latest, other].map(spreadOf);
}

const root = scratchFolder('ninefold-bench');
process.on('SIGINT', () => process.exit(130)); // the folder is removed then, too
const shared = {server: await serve(SITE, 0), browser: await launch()};
const rows = {};
for (const model of [...USUAL, ...(process.argv.includes('--large') ? LARGE : [])]) {
  const folder = await folderOf(root, model.of);
  if (folder) rows[model.name] = await measure(shared, model, folder);
  else console.log(`${model.name}: not measured, since ${root} has no room for it`);
  if (folder) rmSync(folder, {recursive: true});
}
await shared.browser.close();
shared.server.close();
const columns = ['layer 2', 'the last', 'a head'];
tell('models of one’s own in Chromium, until nine panels', {
  columns,
  unit: 's',
  better: 'less',
  rows,
});
