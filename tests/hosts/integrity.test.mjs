// The script whose hash a page names: it runs, with all that it fetches, and does not if a byte of
// either was changed.
import assert from 'node:assert/strict';
import {cpSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {test} from 'node:test';
import {panels} from '../node/lib/engine.mjs';
import {colors, settled, useHost, visit} from './lib/host.mjs';

const LINK = '1;source=model';
const changed = file => {
  const bytes = readFileSync(file);
  bytes[bytes.length - 9] ^= 1;
  writeFileSync(file, bytes);
};

const host = useHost({
  fill: folder => {
    for (const [name, file] of [
      ['script', 'element.js'],
      ['engine', 'ninefold-model.wasm'],
      ['model', 'model.bin'],
    ]) {
      cpSync(join(folder, 'nine'), join(folder, name), {recursive: true});
      changed(join(folder, name, file));
    }
    const html = readFileSync(join(folder, 'nine/embedding.html'), 'utf8');
    const integrity = /integrity="(sha384-[\w+/=]+)"/.exec(html.replaceAll('&quot;', '"'))[1];
    for (const name of ['nine', 'script', 'engine', 'model'])
      writeFileSync(
        join(folder, `${name}.html`),
        `<!doctype html><html lang="en"><title>A page</title><link rel="icon" href="data:,">
      <script type="module" src="${name}/element.js" crossorigin="anonymous" integrity="${integrity}"></script>\
<nine-fold link="${LINK}"><img src="nine/figures/modify.png" alt="A picture"></nine-fold>`,
      );
  },
});

test('it runs under the hash that the page for teachers names, and fetches no other script', async () => {
  const {page, context, faults, requests} = await visit(host, 'nine.html');
  const element = page.locator('nine-fold');
  assert.equal(await settled(element), panels(LINK).check);
  assert.ok((await colors(element)) > 8);
  assert.deepEqual(requests.filter(url => url.endsWith('.js')).length, 1);
  assert.deepEqual(faults, []);
  await context.close();
});

test('changed by a byte, it does not, and the picture stays', async () => {
  const {page, context, faults} = await visit(host, 'script.html');
  assert.equal(await page.evaluate(() => customElements.get('nine-fold')), undefined);
  assert.ok(await page.locator('nine-fold img').isVisible());
  assert.match(faults.join(), /integrity/);
  await context.close();
});

for (const [name, told] of [
  ['engine', /engine .*could not be started/],
  ['model', /model did not arrive/],
])
  test(`nor if the ${name} was changed, and the reader is told`, async () => {
    const {page, context, faults} = await visit(host, `${name}.html`);
    await page.locator('nine-fold').getByText(told).first().waitFor();
    const text = await page.locator('nine-fold').getByText(told).first().innerText();
    assert.match(text, /is not the file that this page was made with/);
    assert.deepEqual(faults, []);
    await context.close();
  });
