import assert from 'node:assert/strict';
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {after, before, test} from 'node:test';
import {runInNewContext} from 'node:vm';
import {gunzipSync} from 'node:zlib';
import {singleFile} from './single-file.mjs';

const PAGE = `<!doctype html><meta charset="utf-8">
<body><p>words</p>
<script type="module" src="./main.js"></script>
<script type="module" src="./two.js"></script>
</body>`;

let folder, page;
const at = name => join(folder, name);
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'single-'));
  writeFileSync(at('index.html'), PAGE);
  writeFileSync(at('all.js'), 'started("$& </script>")');
  writeFileSync(at('data.bin'), Uint8Array.of(0, 255, 128, 10));
  page = singleFile(at('index.html'), at('all.js'), [at('data.bin')]);
});
after(() => rmSync(folder, {recursive: true}));

const inside = name => page.match(new RegExp(`<script type="application/gzip" data-file="${name}">([^<]*)</script>`))?.[1];

/** What the page's own lines do, with as much of a browser as they need. */
function run() {
  const added = [];
  const document = {
    querySelector: selector => {
      const text = inside(selector.match(/"(.*)"/)[1]);
      return text ? {textContent: text} : null;
    },
    createElement: () => ({}),
    body: {append: script => added.push(script)},
  };
  const window = {};
  runInNewContext(page.match(/<script>([^]*)<\/script>\n<\/body>/)[1],
    {window, document, atob, Uint8Array, Blob, Response, DecompressionStream, TextDecoder});
  return {added, file: window.ninefoldFile};
}

test('the page holds its script and its files, packed, and names no other file', () => {
  assert.deepEqual([...gunzipSync(Buffer.from(inside('data.bin'), 'base64'))], [0, 255, 128, 10]);
  assert.equal(gunzipSync(Buffer.from(inside('all.js'), 'base64')).toString(), 'started("$& </script>")');
  assert.doesNotMatch(page, /(src|href)=/);
  assert.match(page, /<p>words<\/p>/);
});

test('it unpacks them: the script is started as a module, a file is had by its name, one that is not there is null', async () => {
  const {added, file} = run();
  assert.deepEqual([...new Uint8Array(await file('data.bin'))], [0, 255, 128, 10]);
  assert.equal(await file('model.bin'), null);
  await new Promise(done => setTimeout(done, 50));
  assert.deepEqual(added, [{type: 'module', textContent: 'started("$& </script>")'}]);
});

test('a page that starts no script is an error', () => {
  writeFileSync(at('index.html'), '<p>words</p>');
  assert.throws(() => singleFile(at('index.html'), at('all.js'), []), /starts no script/);
});
