// The example of the page for teachers, as it stands there, in a platform that speaks SCORM 1.2:
// what a student does in the figure becomes a score there.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {test} from 'node:test';
import {fileURLToPath} from 'node:url';
import {unescaped} from '../../web/site/parts.mjs';
import {eventually} from '../browser/lib/browser.mjs';
import {panels} from '../node/lib/engine.mjs';
import {settled, useHost, visit} from './lib/host.mjs';

const root = path => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const SCORM = 'tests/platforms/node_modules/scorm-again/dist/scorm12.min.js';

const taught = readFileSync(root('build/site/embedding.html'), 'utf8');
const codes = [...taught.matchAll(/<pre><code>([^]*?)<\/code><\/pre>/g)].map(([, text]) =>
  unescaped(text),
);
const example = codes.find(text => text.includes('LMSInitialize'));

const host = useHost();

/** What the platform has of its student. */
const keptOf = page =>
  page.evaluate(() => {
    const {core, suspend_data: link} = globalThis.API.cmi;
    return {score: core.score.raw, status: core.lesson_status, link};
  });

/** Puts the example into the host, with the site's own address, and a page around it. */
function putExample(around, address = '') {
  const here = `${host.server.address}nine/`;
  host.put('scorm12.js', readFileSync(root(SCORM), 'utf8'));
  host.put(
    'package/index.html',
    example.replace(/src="[^"?]*index\.html/, `src="${here}index.html`),
  );
  host.put(
    'platform.html',
    `<!doctype html><html lang="en"><title>A platform</title><link rel="icon" href="data:,">
${around}<iframe src="${address}package/index.html" width="1000" height="900"></iframe>`,
  );
}

const PLATFORM = `<script src="scorm12.js"></script>
<script>window.API = new Scorm12API({autocommit: false});</script>`;

/** The height of the figure's frame, which is 900 as it is written. */
const height = page =>
  page
    .frameLocator('iframe')
    .locator('iframe')
    .evaluate(frame => frame.clientHeight);

test('the example is short', () => {
  const lines = example.split('\n');
  assert.ok(lines.length <= 20, `${lines.length} lines`);
  for (const line of lines.filter(one => !one.includes('src=')))
    assert.ok(line.length <= 100, line);
});

test('the example hands score, verdict and the whole figure on to SCORM 1.2', async () => {
  putExample(PLATFORM);
  const {page, context, faults} = await visit(host, 'platform.html');
  const figure = page.frameLocator('iframe').frameLocator('iframe').locator('nine-fold');
  await settled(figure);
  await eventually(
    () => keptOf(page).then(({score, status}) => [score, status]),
    ['0', 'incomplete'],
  );
  const slider = figure.getByRole('slider', {name: 'Epsilon of the middle column'});
  for (let i = 0; i < 40 && (await keptOf(page)).status !== 'passed'; i++) {
    await slider.press('ArrowLeft');
    const check = await settled(figure);
    await eventually(async () => (await keptOf(page)).link.endsWith(`;check=${check}`), true);
  }
  const {score, status, link} = await keptOf(page);
  assert.deepEqual([score, status], ['100', 'passed']);
  assert.equal(link.split(';check=')[1], panels(link).check, 'the link can be checked again');
  assert.ok((await height(page)) !== 900, 'the frame has the height that it told');
  assert.deepEqual(faults, []);
  await context.close();
});

test('where the window around it is of another origin, the example goes on without a platform', async () => {
  putExample(PLATFORM, host.server.address);
  const elsewhere = host.server.address.replace('127.0.0.1', 'localhost');
  const {page, context, faults} = await visit(host, `${elsewhere}platform.html`);
  const figure = page.frameLocator('iframe').frameLocator('iframe').locator('nine-fold');
  await settled(figure);
  await eventually(async () => (await height(page)) !== 900, true, 'it follows the height');
  assert.equal((await keptOf(page)).status, 'not attempted', 'nothing was handed on');
  assert.deepEqual(faults, []);
  await context.close();
});
