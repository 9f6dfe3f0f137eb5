import assert from 'node:assert/strict';
import { request } from 'node:http';
import { fileURLToPath } from 'node:url';
import { after, before, test } from 'node:test';
import { serve } from './serve.mjs';

let server;
before(async () => (server = await serve(fileURLToPath(new URL('.', import.meta.url)), 0)));
after(() => server.close());

/** The status of a path as it is written; fetch() would tidy it first. */
const status = (path) =>
  new Promise((done, fail) => {
    request(server.address, { path }, (response) => done(response.resume().statusCode)).on('error', fail).end();
  });

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
  for (const path of ['/../package.json', '/%2e%2e/package.json', '/..%2fpackage.json', '/%', '//', '/%00']) {
    assert.equal(await status(path), 404, path);
  }
});

test('two servers find two ports', async () => {
  const other = await serve('.', 0);
  assert.notEqual(other.address, server.address);
  other.close();
});
