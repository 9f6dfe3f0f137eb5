// What the page costs its reader: bytes, requests, and what Lighthouse thinks of it.
import assert from 'node:assert/strict';
import {statSync} from 'node:fs';
import {test} from 'node:test';
import {brotliCompressSync} from 'node:zlib';
import {drive, open, useBrowser} from './lib/browser.mjs';
import {judge} from './lib/lighthouse.mjs';

const MOST_BYTES = 110 * 1024;
const LEAST_SCORE = 0.95;

const shared = useBrowser();

const name = url => new URL(url).pathname;

test('without the model, what the page loads is at most 110 KB in brotli', async t => {
  const {nine, page, context} = await open(shared, {link: null});
  const responses = [];
  page.on('response', response => responses.push(response));
  await nine.open('');
  const sizes = {};
  for (const response of responses)
    if (/^https?:/.test(response.url()))
      sizes[name(response.url())] = brotliCompressSync(await response.body()).length;
  await context.close();
  const {'/model.bin': model, ...rest} = sizes;
  const total = Object.values(rest).reduce((sum, size) => sum + size, 0);
  t.diagnostic(`${total} bytes in ${Object.keys(rest).length} files, and the model's ${model}`);
  assert.ok(
    rest['/'] && rest['/main.js'] && rest['/ninefold-model.wasm'] && model,
    `all that is needed was seen: ${Object.keys(sizes)}`,
  );
  assert.ok(total <= MOST_BYTES, `${total} bytes: ${JSON.stringify(rest)}`);
});

// Their script stands in them as it is, so that their policy can name it by its hash; what it reads is
// packed.
for (const [file, most] of [
  ['ninefold.html', 530_000],
  ['ninefold-model.html', 1_130_000],
])
  test(`${file} has at most ${most / 1000} KB`, t => {
    const {size} = statSync(new URL(`../../build/${file}`, import.meta.url));
    t.diagnostic(`${size} bytes`);
    assert.ok(size <= most, `${size} bytes`);
  });

drive('the icon is there', shared, {}, async (nine, page) => {
  const width = await page
    .locator('link[rel~=icon]')
    .first()
    .evaluate(async link => {
      const icon = Object.assign(new Image(), {src: link.href});
      await icon.decode();
      return icon.naturalWidth;
    });
  assert.ok(width > 0, 'an icon, and not an empty one');
});

drive('a link without the model does not load it', shared, {link: null}, async (nine, page) => {
  const asked = [];
  page.on('request', request => asked.push(name(request.url())));
  await nine.open('1;seed=3');
  assert.ok(!asked.includes('/model.bin'), asked.join(' '));
  assert.equal(new Set(asked).size, asked.length, `nothing is asked for twice: ${asked.join(' ')}`);
});

// Performance is a matter of time, and is measured by tests/bench/page.mjs.
test('Lighthouse gives at least 95 for accessibility, best practices and SEO', async t => {
  const {
    scores: {performance, ...others},
    weak,
    error,
  } = await judge(shared.server.address);
  t.diagnostic(`performance ${performance}; ${weak.join('; ')}`);
  assert.ok(
    !error && Object.values(others).every(score => score >= LEAST_SCORE),
    JSON.stringify({others, weak, error}),
  );
});
