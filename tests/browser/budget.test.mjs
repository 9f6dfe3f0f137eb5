// What the page costs its reader: bytes, requests, and what Lighthouse thinks of it.
import assert from 'node:assert/strict';
import {createServer} from 'node:net';
import {test} from 'node:test';
import {brotliCompressSync} from 'node:zlib';
import lighthouse from 'lighthouse';
import {drive, launch, open, useBrowser} from './lib/browser.mjs';

const MOST_BYTES = 80 * 1024;
const LEAST_SCORE = 0.95;
const RUNS = 3;      // the best counts: performance is a measurement of time, which other work on the machine spoils
const START = 4000;  // ms: a browser that has just been started is busy with itself

const shared = useBrowser();

const name = url => new URL(url).pathname;

test('without the model, what the page loads is at most 80 KB in brotli', async t => {
  const {nine, page, context} = await open(shared, {link: null});
  const responses = [];
  page.on('response', response => responses.push(response));
  await nine.open('');
  const sizes = {};
  for (const response of responses)
    if (/^https?:/.test(response.url())) sizes[name(response.url())] = brotliCompressSync(await response.body()).length;
  await context.close();
  const {'/model.bin': model, ...rest} = sizes, total = Object.values(rest).reduce((sum, size) => sum + size, 0);
  t.diagnostic(`${total} bytes in ${Object.keys(rest).length} files, and the model's ${model}`);
  assert.ok(rest['/'] && rest['/main.js'] && rest['/ninefold-model.wasm'] && model, `all that is needed was seen: ${Object.keys(sizes)}`);
  assert.ok(total <= MOST_BYTES, `${total} bytes: ${JSON.stringify(rest)}`);
});

drive('the icon is there', shared, {}, async (nine, page) => {
  const icon = await page.locator('link[rel~=icon]').first().evaluate(async link => {
    const response = await fetch(link.href);
    return {status: response.status, type: response.headers.get('content-type'), size: (await response.arrayBuffer()).byteLength};
  });
  assert.equal(icon.status, 200);
  assert.match(icon.type, /^image\//);
  assert.ok(icon.size > 0, 'an icon, and not an empty one');
});

drive('a link without the model does not load it', shared, {link: null}, async (nine, page) => {
  const asked = [];
  page.on('request', request => asked.push(name(request.url())));
  await nine.open('1;seed=3');
  assert.ok(!asked.includes('/model.bin'), asked.join(' '));
  assert.equal(new Set(asked).size, asked.length, `nothing is asked for twice: ${asked.join(' ')}`);
});

// ---- Lighthouse ------------------------------------------------------------------------------------------------

const freePort = () => new Promise(done => {
  const probe = createServer().listen(0, '127.0.0.1', () => {
    const {port} = probe.address();
    probe.close(() => done(port));
  });
});

/** One run: scores by category, and what cost points. @param {string} address */
async function judge(address) {
  const port = await freePort(), browser = await launch([`--remote-debugging-port=${port}`]);
  try {
    await new Promise(done => setTimeout(done, START));
    const onlyCategories = ['performance', 'accessibility', 'best-practices', 'seo'];
    const {lhr} = await lighthouse(address, {port, logLevel: 'error', onlyCategories});
    const scores = Object.fromEntries(onlyCategories.map(key => [key, lhr.categories[key].score]));
    const weak = Object.values(lhr.audits).filter(({score, scoreDisplayMode}) => score !== null && score < 0.9 && scoreDisplayMode !== 'informative');
    return {scores, weak: weak.map(({id, displayValue}) => `${id} ${displayValue ?? ''}`.trim()), error: lhr.runtimeError};
  } finally {
    await browser.close();
  }
}

test('Lighthouse gives at least 95 for performance, accessibility, best practices and SEO', async t => {
  const runs = [];
  for (let best = 0; best < LEAST_SCORE && runs.length < RUNS; best = Math.max(...runs.map(({scores}) => scores.performance)))
    runs.push(await judge(shared.server.address));
  const {scores, weak, error} = runs.sort((a, b) => b.scores.performance - a.scores.performance)[0];
  t.diagnostic(`performance ${runs.map(run => run.scores.performance).join(', ')}; ${weak.join('; ')}`);
  assert.ok(!error && Object.values(scores).every(score => score >= LEAST_SCORE), JSON.stringify({scores, weak, error}));
});
