import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {request} from 'node:http';
import {fileURLToPath} from 'node:url';
import {after, before, test} from 'node:test';
import {brotliDecompressSync, gunzipSync} from 'node:zlib';
import {serve} from '../../web/site/serve.mjs';

let server;
before(async () => (server = await serve(fileURLToPath(new URL('.', import.meta.url)), 0)));
after(() => server.close());

/** The status of a path as it is written; fetch() would tidy it first. */
const status = path =>
  new Promise((done, fail) => {
    request(server.address, {path}, response => done(response.resume().statusCode))
      .on('error', fail)
      .end();
  });

/** Body and encoding as they were sent; fetch() would unpack them. */
const packed = async accepted => {
  const headers = accepted === null ? {} : {'Accept-Encoding': accepted};
  const response = await new Promise((done, fail) => {
    request(server.address + 'golden.mjs', {headers}, done)
      .on('error', fail)
      .end();
  });
  const body = Buffer.concat(await response.toArray());
  return {body, encoding: response.headers['content-encoding'], vary: response.headers.vary};
};

test('a file comes with its type and may be read from a page without an origin', async () => {
  const response = await fetch(server.address + 'golden.mjs');
  assert.equal(response.status, 200);
  assert.equal(response.headers.get('content-type'), 'text/javascript; charset=utf-8');
  assert.equal(response.headers.get('access-control-allow-origin'), '*');
  assert.match(await response.text(), /engine\.check/);
});

test('what is not in the folder is not found', async () => {
  assert.equal(await status('/missing.js'), 404);
  assert.equal(await status('/'), 404);
  for (const path of [
    '/../package.json',
    '/%2e%2e/package.json',
    '/..%2fpackage.json',
    '/%',
    '//',
    '/%00',
  ]) {
    assert.equal(await status(path), 404, path);
  }
});

test('two servers find two ports', async () => {
  const other = await serve('.', 0);
  assert.notEqual(other.address, server.address);
  other.close();
});

test('text is compressed for those who ask, and for nobody else', async () => {
  const plain = readFileSync(fileURLToPath(new URL('golden.mjs', import.meta.url)));
  const none = body => body;
  const cases = [
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['br;q=0, gzip;q=0.5', 'gzip', gunzipSync],
    ['deflate', undefined, none],
    [null, undefined, none],
  ];
  for (const [accepted, encoding, unpack] of cases) {
    const sent = await packed(accepted);
    assert.equal(sent.encoding, encoding, accepted);
    assert.equal(sent.vary, 'Accept-Encoding', accepted);
    assert.ok(encoding === undefined || sent.body.length < plain.length, accepted);
    assert.deepEqual(unpack(sent.body), plain, accepted);
  }
});
