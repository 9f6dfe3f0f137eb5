import assert from 'node:assert/strict';
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {after, before, test} from 'node:test';
import {runInNewContext} from 'node:vm';
import {gunzipSync} from 'node:zlib';
import {singleFile} from '../../web/site/single-file.mjs';

const PAGE = `<!doctype html>
<meta charset="utf-8">
<body><p>words</p>
<script type="module" src="./main.js"></script>
<script type="module" src="./two.js"></script>
</body>`;

let folder;
let page;
const at = name => join(folder, name);
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'single-'));
  writeFileSync(at('index.html'), PAGE);
  writeFileSync(at('all.js'), 'started("$& <script src=x>")');
  writeFileSync(at('data.bin'), Uint8Array.of(0, 255, 128, 10));
  page = singleFile(at('index.html'), at('all.js'), [at('data.bin')]);
});
after(() => rmSync(folder, {recursive: true}));

const inside = name =>
  page.match(
    new RegExp(`<script type="application/gzip" data-file="${name}">([^<]*)</script>`),
  )?.[1];

/** What the page's own lines define, with as much of a browser as they need. */
function run() {
  const querySelector = selector => {
    const textContent = inside(selector.match(/"(.*)"/)[1]);
    return textContent ? {textContent} : null;
  };
  const window = {};
  const document = {querySelector};
  runInNewContext(page.match(/<script>([^]*?)<\/script>/)[1], {
    window,
    document,
    atob,
    Uint8Array,
    Blob,
    Response,
    DecompressionStream,
  });
  return window.ninefoldFile;
}

test('the page holds its script as it is, and its files packed, and names no other file', () => {
  assert.deepEqual([...gunzipSync(Buffer.from(inside('data.bin'), 'base64'))], [0, 255, 128, 10]);
  const script = /<script type="module">([^]*?)<\/script>\n<\/body>/;
  assert.equal(script.exec(page)[1], 'started("$& <script src=x>")');
  assert.doesNotMatch(page.replace(script, ''), /(src|href)=/);
  assert.match(page, /<p>words<\/p>/);
});

test('a file is had by its name, and one that is not there is null', async () => {
  const file = run();
  assert.deepEqual([...new Uint8Array(await file('data.bin'))], [0, 255, 128, 10]);
  assert.equal(await file('model.bin'), null);
});

test('a script that could not stand in a page is an error', () => {
  for (const text of ['"</script>"', '"</SCRIPT"', '1 <!--2']) {
    writeFileSync(at('odd.js'), text);
    const make = () => singleFile(at('index.html'), at('odd.js'), []);
    assert.throws(make, /would end it within a page/);
  }
});

test('a page that starts no script is an error', () => {
  writeFileSync(at('index.html'), '<p>words</p>');
  assert.throws(() => singleFile(at('index.html'), at('all.js'), []), /starts no script/);
});
