// Pages of others, with Ninefold in them: a folder of theirs with the site in nine/, served from
// an origin, and the site alone from another one. Headers that a host sends can be added; what a
// page does wrong is collected.
import assert from 'node:assert/strict';
import {cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {createServer} from 'node:http';
import {tmpdir} from 'node:os';
import {dirname, extname, join, normalize} from 'node:path';
import {after, before} from 'node:test';
import {PATIENCE, SITE, eventually, launch} from '../../browser/lib/browser.mjs';
import {isAtRest} from '../../browser/lib/ninefold.mjs';

const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.wasm': 'application/wasm',
  '.png': 'image/png',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
};

/** A plain file server, with headers of one's own; `asked` are the paths. */
function serveFolder(folder, headers = {}) {
  const asked = [];
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url, 'http://x').pathname);
    const file = normalize(join(folder, path.replace(/\/$/, '/index.html')));
    asked.push(path);
    try {
      const body = readFileSync(file);
      response
        .writeHead(200, {
          'Content-Type': TYPES[extname(file)] ?? 'application/octet-stream',
          ...headers,
        })
        .end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  return new Promise(done =>
    server.listen(0, '127.0.0.1', () =>
      done({
        address: `http://127.0.0.1:${server.address().port}/`,
        asked,
        close() {
          server.closeAllConnections();
          server.close();
        },
      }),
    ),
  );
}

/**
 * A host for the tests of a file: `pages` are its files by their path.
 * @param {{pages?: Record<string, string>, siteHeaders?: object, fill?(folder: string): void}} how
 */
export function useHost({
  pages = {},
  siteHeaders = {'Access-Control-Allow-Origin': '*'},
  fill,
} = {}) {
  const host = {};
  before(async () => {
    host.folder = mkdtempSync(join(tmpdir(), 'host-'));
    cpSync(SITE, join(host.folder, 'nine'), {recursive: true});
    for (const [path, text] of Object.entries(pages)) put(host.folder, path, text);
    await fill?.(host.folder);
    host.server = await serveFolder(host.folder);
    host.site = await serveFolder(SITE, siteHeaders);
    host.browser = await launch();
  });
  after(async () => {
    await host.browser?.close();
    host.server?.close();
    host.site?.close();
    rmSync(host.folder, {recursive: true});
  });
  host.put = (path, text) => put(host.folder, path, text);
  return host;
}

function put(folder, path, text) {
  mkdirSync(dirname(join(folder, path)), {recursive: true});
  writeFileSync(join(folder, path), text);
}

/**
 * Opens a page of the host; `faults` are errors of any frame in it, and requests to neither of the
 * two origins.
 */
export async function visit(host, path, {context: settings = {}, prepare, wait = 'load'} = {}) {
  const context = await host.browser.newContext({
    viewport: {width: 1280, height: 800},
    ...settings,
  });
  context.setDefaultTimeout(PATIENCE);
  const page = await context.newPage();
  const faults = [];
  const requests = [];
  const address = /^(file|http):/.test(path) ? path : host.server.address + path;
  const known = [host.server.address, host.site.address, new URL('/', address).href];
  context.on('weberror', error => faults.push(`exception: ${error.error().message}`));
  context.on('console', message => {
    if (message.type() === 'error') faults.push(`console: ${message.text()}`);
  });
  context.on('request', request => {
    requests.push(request.url());
    if (
      !/^(data|blob|about|file):/.test(request.url()) &&
      !known.some(origin => request.url().startsWith(origin))
    )
      faults.push(`foreign: ${request.url()}`);
  });
  context.on('response', response => {
    if (response.status() >= 400) faults.push(`${response.status()}: ${response.url()}`);
  });
  await prepare?.(page);
  await page.goto(address, {waitUntil: wait});
  return {page, context, faults, requests};
}

/**
 * Waits until the figure of an element stands, with its check.
 * @param {import('playwright-core').Locator} element
 */
export async function settled(element) {
  const end = Date.now() + PATIENCE;
  for (;;) {
    const stands = one =>
      one.figure?.check && one.figure.link === one.link ? one.figure.check : '';
    const check = await element.evaluate(stands).catch(() => '');
    if (check) return check;
    assert.ok(Date.now() < end, 'the figure did not come');
    await new Promise(done => setTimeout(done, 50));
  }
}

/**
 * Waits until all is there that an element makes last: words for those who do not see it, and its
 * controls.
 * @param {import('playwright-core').Locator} element
 */
export const rested = element => eventually(() => element.evaluate(isAtRest), true);

/**
 * How many colours the canvas of an element shows: none is what a blank one has. A figure that was
 * just made is drawn
 * with the next frame.
 * @param {import('playwright-core').Locator} element
 */
export const colors = element =>
  element.evaluate(async one => {
    await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
    const canvas = one.shadowRoot.querySelector('canvas');
    const {width, height} = canvas;
    const {data} = canvas.getContext('2d').getImageData(0, 0, width, height);
    const seen = new Set();
    for (let i = 0; i < data.length; i += 4 * 97)
      if (data[i + 3]) seen.add((data[i] << 16) | (data[i + 1] << 8) | data[i + 2]);
    return seen.size;
  });

/**
 * The element in a frame of the page.
 * @param {import('playwright-core').Page} page
 * @param {number} [index]
 */
export const framed = (page, index = 0) =>
  page.frameLocator('iframe').nth(index).locator('nine-fold');
