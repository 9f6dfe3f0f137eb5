import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { singleFile } from './single-file.mjs';

const SITE = {
  'index.html': `<!doctype html><meta charset="utf-8"><link rel="icon" href="icon.svg">
<link rel="stylesheet" href="style.css">
<script type="module" src="./main.js"></script>`,
  'main.js': `import { two } from './two.js';
import {
  three,
} from "./three.js";
const later = () => import('./two.js');
export const sum = two + three, bytes = new URL('data.bin', import.meta.url), link = new URL('./x', 'http://x.org');`,
  'two.js': `export { three } from './three.js';\nexport const two = 2;`,
  'three.js': 'export const three = 3;',
  'style.css': 'body { margin: 0 }',
  'icon.svg': '<svg/>',
  'data.bin': 'bytes',
};

let site;
before(() => {
  site = mkdtempSync(join(tmpdir(), 'site-'));
  for (const [file, text] of Object.entries(SITE)) writeFileSync(join(site, file), text);
});
after(() => rmSync(site, { recursive: true }));

const decode = (url) => Buffer.from(url.split(',')[1], 'base64').toString();
const imports = (page) => JSON.parse(page.match(/<script type="importmap">(.*)<\/script>/)[1]).imports;

test('modules import each other through the map, and nothing else in them changes', () => {
  const map = imports(singleFile(site));
  assert.deepEqual(Object.keys(map), ['site/main.js', 'site/three.js', 'site/two.js']);
  assert.equal(decode(map['site/two.js']), SITE['two.js'].replace('./', 'site/'));
  const main = decode(map['site/main.js']);
  assert.match(main, /import \{ two \} from 'site\/two\.js';\nimport \{\n {2}three,\n\} from "site\/three\.js";/);
  assert.match(main, /import\('site\/two\.js'\)/);
  assert.match(main, /new URL\('\.\/x', 'http:\/\/x\.org'\)/);
});

test('the map stands before the first module, and no address of another file is left', () => {
  const page = singleFile(site);
  assert.ok(page.indexOf('importmap') < page.indexOf(`<script type="module">import 'site/main.js';</script>`));
  assert.match(page, /<style>\nbody \{ margin: 0 \}<\/style>/);
  assert.equal(decode(page.match(/href="(data:image\/svg\+xml[^"]*)"/)[1]), '<svg/>');
  assert.doesNotMatch(page, /(src|href)="(?!data:)/);
});

test('a file to fetch is inside, or empty if it is left out', async () => {
  const fetched = async (page) => {
    const address = decode(imports(page)['site/main.js']).match(/new URL\('(data:[^']*)'\)/)[1];
    return (await fetch(address)).text();
  };
  assert.equal(await fetched(singleFile(site)), 'bytes');
  assert.equal(await fetched(singleFile(site, ['data.bin'])), '');
});

test('a file that nothing names is told of', () => {
  const told = [];
  writeFileSync(join(site, 'lost.bin'), '');
  singleFile(site, [], (files) => told.push(...files));
  assert.deepEqual(told, ['lost.bin']);
});

test('a module that is not there is an error', () => {
  writeFileSync(join(site, 'index.html'), SITE['index.html'].replace('main.js', 'mian.js'));
  assert.throws(() => singleFile(site), /no mian\.js/);
});
