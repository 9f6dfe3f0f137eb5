// A course page with 12 elements and 20 frames: every figure is the right one wherever the reader scrolls, and none is
// blank when it is seen. Browsers keep 16 WebGL contexts to a page.
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {panels} from '../node/lib/engine.mjs';
import {KEEP_WEBGL} from '../browser/lib/webgl.mjs';
import {colors, framed, settled, useHost, visit} from './lib/host.mjs';

const ELEMENTS = 12, FRAMES = 20, SEVERAL = 8; // colours: a blank canvas has none, an empty grid one or two
const elementLink = i => ['1;seed=', '1;figure=mean;n=9~10~11;seed=', '1;figure=cross;n=9;weights=sigmoid;bias=-2;seed='][i % 3] + i;
const frameLink = i => (i % 4 ? `1;seed=${100 + i};eps=0.3~0.03~3e-3` : `1;source=model;eps=0.${i / 4 + 1}~1e-3~1e-5`);

const row = (i, site) => `<h2>Week ${i + 1}</h2><p>Words of the course.</p>
${i < ELEMENTS ? `<nine-fold link="${elementLink(i)}"></nine-fold>` : ''}
<iframe src="${site}index.html#${frameLink(i)}" title="Figure ${i}" width="100%" height="700" ${i % 2 ? 'sandbox="allow-scripts"' : ''}></iframe>`;

const course = site => `<!doctype html><html lang="en"><meta charset="utf-8"><title>A course</title><link rel="icon" href="data:,">
<script type="module" src="nine/nine-fold.js"></script>
<body style="max-width: 760px; margin: auto">${Array.from({length: FRAMES}, (_, i) => row(i, site)).join('\n')}`;

const host = useHost();

async function look(page, locator, link) {
  await locator.scrollIntoViewIfNeeded();
  await page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))));
  assert.equal(await settled(locator), panels(link).check, link);
  const seen = await colors(locator);
  assert.ok(seen >= SEVERAL, `${link}: ${seen} colours`);
}

async function lookAt(page, i) {
  if (i < ELEMENTS) await look(page, page.locator('nine-fold').nth(i), elementLink(i));
  await page.locator('iframe').nth(i).scrollIntoViewIfNeeded();
  await look(page, framed(page, i), frameLink(i));
}

test(`${ELEMENTS} elements and ${FRAMES} frames, scrolled to the end and back`, {timeout: 400_000}, async t => {
  host.put('index.html', course(host.site.address));
  const warnings = [];
  const {page, context, faults} = await visit(host, 'index.html', {prepare: async page => {
    await KEEP_WEBGL(page);
    page.on('console', message => { if (message.type() === 'warning') warnings.push(message.text()); });
  }});
  const begun = await page.evaluate(() => [...document.querySelectorAll('nine-fold')].filter(one => one.figure).length);
  assert.ok(begun < ELEMENTS / 2, `${begun} began before they were near`);
  for (let i = 0; i < FRAMES; i++) await lookAt(page, i);
  assert.equal(await page.evaluate(() => globalThis.contexts.length), 1, 'one context serves all elements');
  for (let i = FRAMES - 1; i >= 0; i--) await lookAt(page, i);
  assert.ok(await page.evaluate(() => globalThis.contexts.length) <= FRAMES, 'taken anew only after all had gone');
  const open = await Promise.all(page.frames().map(frame => frame.evaluate(() =>
    globalThis.contexts.filter(context => !context.isContextLost()).length)));
  t.diagnostic(`contexts in use at the end: ${open.join(' ')}; warnings of the browser: ${warnings.length} ${[...new Set(warnings)]}`);
  assert.ok(open.reduce((a, b) => a + b) <= 5, `frames out of sight have given theirs back: ${open}`);
  assert.deepEqual(faults, []);
  await context.close();
});

test('the twelfth element costs less than a fifth of the first, in time and in memory', async t => {
  host.put('empty.html', '<!doctype html><title>Empty</title><link rel="icon" href="data:,"><body style="max-width: 760px">');
  const {page, context} = await visit(host, 'empty.html');
  const session = await context.newCDPSession(page), costs = [];
  await session.send('Performance.enable');
  const metrics = async () => {
    await session.send('HeapProfiler.collectGarbage');
    const {metrics: all} = await session.send('Performance.getMetrics');
    return Object.fromEntries(all.map(({name, value}) => [name, value]));
  };
  for (let i = 0, before = await metrics(); i < ELEMENTS; i++) {
    const time = await page.evaluate(async link => {
      const from = performance.now();
      await import('/nine/nine-fold.js');
      const element = document.createElement('nine-fold');
      element.setAttribute('link', link);
      document.body.append(element);
      element.scrollIntoView();
      await element.ready;
      return performance.now() - from;
    }, elementLink(3 * i));
    await page.waitForTimeout(800); // what is left for idle times counts as memory
    const after = await metrics();
    costs.push({time, memory: after.JSHeapUsedSize - before.JSHeapUsedSize});
    before = after;
  }
  const middle = of => costs.slice(-3).map(cost => cost[of]).sort((a, b) => a - b)[1]; // of the last three: a scavenge may fall on one
  const first = costs[0], last = {time: middle('time'), memory: middle('memory')}, share = of => last[of] / first[of];
  t.diagnostic(`time ${first.time.toFixed(0)} and ${last.time.toFixed(0)} ms until ready, heap ${Math.round(first.memory / 1e3)} and ${Math.round(last.memory / 1e3)} KB`);
  assert.ok(share('time') < 0.2 && share('memory') < 0.2, JSON.stringify({first, last}));
  await context.close();
});
