// A browser, a server for build/site, and tests that fail on anything the page does wrong beside
// what they look at: an error on the console, an exception, a request that fails or that leaves
// the page's own origin.
import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import {after, before, test} from 'node:test';
import {fileURLToPath} from 'node:url';
import {isDeepStrictEqual} from 'node:util';
import {chromium} from 'playwright-core';
import {serve} from '../../../web/site/serve.mjs';
import {Ninefold} from './ninefold.mjs';

export const SITE =
  process.env.SITE ?? fileURLToPath(new URL('../../../build/site', import.meta.url));
const EXECUTABLE =
  process.env.CHROMIUM ??
  execFileSync('sh', ['-c', 'command -v chromium'], {encoding: 'utf8'}).trim();
const DESKTOP = {width: 1280, height: 800};
export const PATIENCE = Number(process.env.PATIENCE ?? 20_000); // milliseconds; the machine may be busy with other suites
const LATE = Boolean(process.env.LATE); // scripts come some frames later: shows waits that are met too early
const FRAMES_LATE = 20;

/**
 * Chromium as it is on a machine without a display; with a profile to look into, if one is named.
 */
export function launch(args = [], profile = '') {
  const how = {executablePath: EXECUTABLE, args: ['--no-sandbox', ...args]};
  return profile ? chromium.launchPersistentContext(profile, how) : chromium.launch(how);
}

/** @param {import('playwright-core').BrowserContext} context @param {string} origin */
function collectFaults(context, origin) {
  const faults = [];
  context.on('weberror', error => faults.push(`exception: ${error.error().message}`));
  context.on('console', message => {
    if (message.type() === 'error') faults.push(`console: ${message.text()}`);
  });
  context.on('response', response => {
    if (response.status() >= 400) faults.push(`${response.status()}: ${response.url()}`);
  });
  context.on('requestfailed', request => {
    const why = request.failure()?.errorText;
    if (why !== 'net::ERR_ABORTED') faults.push(`${why}: ${request.url()}`); // by leaving the page while something was on its way
  });
  context.on('request', request => {
    const {origin: asked, protocol} = new URL(request.url());
    if (asked !== origin && protocol !== 'data:' && protocol !== 'blob:')
      faults.push(`foreign: ${request.url()}`);
  });
  return faults;
}

/** One browser and one server for the tests of a file. */
export function useBrowser() {
  const shared = {};
  before(async () => {
    shared.server = await serve(SITE, 0);
    shared.browser = await launch();
  });
  after(async () => {
    await shared.browser?.close();
    shared.server?.close();
  });
  return shared;
}

/** Runs in the page: waits until it has drawn so many frames. @param {number} count */
export async function framesDrawn(count) {
  for (let i = 0; i < count; i++) await new Promise(requestAnimationFrame);
}

/** What is asked for comes after so many frames. @param {number} frames */
export const comeLate = frames => async (/** @type {import('playwright-core').Route} */ route) => {
  const gone = () => null; // the page may have gone meanwhile
  await route.request().frame().evaluate(framesDrawn, frames).catch(gone);
  await route.continue().catch(gone);
};

/**
 * A page of its own, with its faults.
 * @param {{browser: import('playwright-core').Browser, server: {address: string}}} shared
 * @param {{link?: string | null, context?: object, prepare?: (page) => Promise<void>}} [how]
 *   `prepare` runs
 *   before the page is opened; `link` null opens nothing
 */
export async function open({browser, server}, {link = '', context: settings = {}, prepare} = {}) {
  const context = await browser.newContext({viewport: DESKTOP, ...settings});
  context.setDefaultTimeout(PATIENCE);
  if (LATE) await context.route(/\.(js|wasm)$/, comeLate(FRAMES_LATE));
  const page = await context.newPage();
  const faults = collectFaults(context, new URL(server.address).origin);
  await prepare?.(page);
  const nine = new Ninefold(page, server.address);
  if (link !== null)
    await nine.open(link).catch(error => {
      throw new Error(`${error.message}\n${faults.join('\n')}`);
    });
  return {nine, page, context, faults};
}

/**
 * A test of one page. What it cannot help, such as the model that it keeps from loading, it names
 * in `expect`: each
 * must be found among the faults, and nothing else may.
 * @param {string} name
 * @param {object} shared
 * @param {{expect?: RegExp[], [other: string]: any}} how see `open`
 * @param {(nine: Ninefold, page: import('playwright-core').Page, t:
 *   import('node:test').TestContext) => Promise<void>} body
 */
export function drive(name, shared, how, body) {
  test(name, async t => {
    const {nine, page, context, faults} = await open(shared, how);
    try {
      await body(nine, page, t);
      assertFaults(faults, how.expect ?? []);
    } catch (error) {
      error.message += faults.length ? `\nfaults of the page:\n${faults.join('\n')}` : ''; // they may be the reason
      throw error;
    } finally {
      await context.close();
    }
  });
}

/** @param {string[]} faults @param {RegExp[]} expected */
export function assertFaults(faults, expected) {
  assert.deepEqual(
    faults.filter(fault => !expected.some(pattern => pattern.test(fault))),
    [],
    'faults of the page',
  );
  for (const pattern of expected)
    assert.ok(
      faults.some(fault => pattern.test(fault)),
      `no fault like ${pattern}`,
    );
}

/**
 * Waits until what is looked at is as expected: pages answer a frame later, or more where the
 * machine is busy. It must not
 * be so already before what it waits for has happened.
 * @template T
 * @param {() => Promise<T>} look
 * @param {T} expected
 * @param {string} [message]
 */
export async function eventually(look, expected, message) {
  let seen = await look();
  for (
    let end = Date.now() + PATIENCE;
    !isDeepStrictEqual(seen, expected) && Date.now() < end;
    seen = await look()
  )
    await new Promise(done => setTimeout(done, 30));
  assert.deepEqual(seen, expected, message);
}
