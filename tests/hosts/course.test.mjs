// A course page with 12 elements and 20 frames: every figure is the right one wherever the reader
// scrolls, and none is blank when it is seen. Browsers keep 16 WebGL contexts to a page.
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {panels} from '../node/lib/engine.mjs';
import {costsOf, typical} from '../browser/lib/costs.mjs';
import {KEEP_WEBGL} from '../browser/lib/webgl.mjs';
import {colors, framed, settled, useHost, visit} from './lib/host.mjs';

const ELEMENTS = 12;
const FRAMES = 20;
const SEVERAL = 8; // colours: a blank canvas has none, an empty grid one or two
const elementLink = i =>
  ['1;seed=', '1;figure=mean;n=9~10~11;seed=', '1;figure=cross;n=9;weights=sigmoid;bias=-2;seed='][
    i % 3
  ] + i;
const frameLink = i =>
  i % 4 ? `1;seed=${100 + i};eps=0.3~0.03~3e-3` : `1;source=model;eps=0.${i / 4 + 1}~1e-3~1e-5`;

const row = (i, site) => `<h2>Week ${i + 1}</h2><p>Words of the course.</p>
${i < ELEMENTS ? `<nine-fold link="${elementLink(i)}"></nine-fold>` : ''}
<iframe src="${site}index.html#${frameLink(i)}" title="Figure ${i}" width="100%" height="700" \
${i % 2 ? 'sandbox="allow-scripts"' : ''}></iframe>`;

const course = site =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>A course</title><link rel="icon" href="data:,">
<script type="module" src="nine/nine-fold.js"></script>
<body style="max-width: 760px; margin: auto">${Array.from({length: FRAMES}, (_, i) => row(i, site)).join('\n')}`;

const host = useHost();

async function look(page, locator, link) {
  await locator.scrollIntoViewIfNeeded();
  assert.equal(await settled(locator), panels(link).check, link);
  const seen = await colors(locator);
  assert.ok(seen >= SEVERAL, `${link}: ${seen} colours`);
}

async function lookAt(page, i) {
  if (i < ELEMENTS) await look(page, page.locator('nine-fold').nth(i), elementLink(i));
  await page.locator('iframe').nth(i).scrollIntoViewIfNeeded();
  await look(page, framed(page, i), frameLink(i));
}

test(
  `${ELEMENTS} elements and ${FRAMES} frames, scrolled to the end and back`,
  {timeout: 400_000},
  async t => {
    host.put('index.html', course(host.site.address));
    const warnings = [];
    const order = Array.from({length: FRAMES}, (_, i) => i);
    const {page, context, faults} = await visit(host, 'index.html', {
      prepare: async page => {
        await KEEP_WEBGL(page);
        page.on('console', message => {
          if (message.type() === 'warning') warnings.push(message.text());
        });
      },
    });
    const begun = await page.evaluate(
      () => [...document.querySelectorAll('nine-fold')].filter(one => one.figure).length,
    );
    assert.ok(begun < ELEMENTS / 2, `${begun} began before they were near`);
    // A context that was given back while no element was near is taken anew: one at a time serves
    // all of them.
    const inUse = () =>
      page.evaluate(() => globalThis.contexts.filter(context => !context.isContextLost()).length);
    for (const i of [...order, ...[...order].reverse()]) {
      await lookAt(page, i);
      assert.ok((await inUse()) <= 1, 'one context serves all elements');
    }
    assert.ok(
      (await page.evaluate(() => globalThis.contexts.length)) <= FRAMES,
      'taken anew only after all had gone',
    );
    const open = await Promise.all(
      page
        .frames()
        .map(frame =>
          frame.evaluate(
            () => globalThis.contexts.filter(context => !context.isContextLost()).length,
          ),
        ),
    );
    t.diagnostic(
      `contexts in use at the end: ${open.join(' ')}; ` +
        `warnings of the browser: ${warnings.length} ${[...new Set(warnings)]}`,
    );
    assert.ok(
      open.reduce((a, b) => a + b) <= 5,
      `frames out of sight have given theirs back: ${open}`,
    );
    assert.deepEqual(faults, []);
    await context.close();
  },
);

// In time as well: tests/bench/page.mjs.
test('the twelfth element takes less than a fifth of the memory of the first', async t => {
  host.put(
    'empty.html',
    '<!doctype html><title>Empty</title><link rel="icon" href="data:,"><body style="max-width: 760px">',
  );
  const {page, context} = await visit(host, 'empty.html');
  const costs = await costsOf(
    page,
    Array.from({length: ELEMENTS}, (_, i) => elementLink(3 * i)),
    '/nine/nine-fold.js',
  );
  const [first, last] = [costs[0], typical(costs.slice(-3))].map(({memory}) => memory);
  t.diagnostic(`heap ${Math.round(first / 1e3)} and ${Math.round(last / 1e3)} KB`);
  assert.ok(last < first / 5, `${first} and ${last} bytes`);
  await context.close();
});
