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

test('the example hands score, verdict and the whole figure on to SCORM 1.2', async () => {
  assert.ok(example.split('\n').length <= 28, 'it is short');
  host.put('scorm12.js', readFileSync(root(SCORM), 'utf8'));
  const here = `${host.server.address}nine/`;
  host.put(
    'package/index.html',
    example.replace(/src="[^"?]*index\.html/, `src="${here}index.html`),
  );
  host.put(
    'platform.html',
    `<!doctype html><html lang="en"><title>A platform</title><link rel="icon" href="data:,">
<script src="scorm12.js"></script><script>window.API = new Scorm12API({autocommit: false});</script>
<iframe src="package/index.html" width="1000" height="900"></iframe>`,
  );
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
  const height = () =>
    page
      .frameLocator('iframe')
      .locator('iframe')
      .evaluate(frame => frame.clientHeight);
  assert.ok((await height()) !== 900, 'the frame has the height that it told');
  assert.deepEqual(faults, []);
  await context.close();
});
