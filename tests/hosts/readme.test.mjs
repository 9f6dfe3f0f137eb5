// The README of the npm package: each of its examples does, as it is printed, what is said of it.
import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import {join} from 'node:path';
import {test} from 'node:test';
import {pathToFileURL} from 'node:url';
import {panels} from '../node/lib/engine.mjs';
import {rested, settled, useHost, visit} from './lib/host.mjs';
import {MODULES, PACKAGE, project, run, viteBuilt} from './lib/project.mjs';

const README = readFileSync(join(PACKAGE, 'README.md'), 'utf8');
const NAME = /^(?:\/\/|<!--|#) ([\w.]+\.\w+)/;

/** Examples by the file that their first line names, or by their language. */
const examples = Object.fromEntries(
  [...README.matchAll(/^```(\w+)\n([^]*?)^```$/gm)].map(([, language, text]) => [
    NAME.exec(text)?.[1] ?? language,
    text,
  ]),
);

const CHECK = panels('1;seed=7').check;
const ICON = '<link rel="icon" href="data:,">\n'; // else browsers ask for one that is not there
const PAGE = ICON + examples['index.html'];
const [SCRIPTS] = /^<script[^]*<\/script>\n/m.exec(examples['plain.html']);
const app = name => project(name, {'main.js': examples['main.js'], 'index.html': PAGE});

const host = useHost({
  fill: folder => {
    cpSync(viteBuilt(app('vite')), join(folder, 'vite'), {recursive: true});
    const bundled = app('esbuild');
    execFileSync('sh', ['-e', '-c', examples.sh], {cwd: bundled, stdio: 'pipe'});
    cpSync(join(bundled, 'dist'), join(folder, 'esbuild'), {recursive: true});
    cpSync(PACKAGE, join(folder, 'plain/ninefold'), {recursive: true});
    writeFileSync(join(folder, 'plain/index.html'), ICON + examples['plain.html']);
    writeFileSync(join(folder, 'plain/small.html'), ICON + SCRIPTS + examples['small.html']);
  },
});

test('npm install, as the README says, copies the folder', () => {
  const [, line] = /`(npm install --install-links) FOLDER`/.exec(README);
  const folder = project('installed', {});
  rmSync(join(folder, 'node_modules'), {recursive: true});
  const offline = '--offline --no-audit --no-fund --cache .npm';
  execFileSync('sh', ['-c', `${line} ${offline} ${PACKAGE}`], {cwd: folder, stdio: 'pipe'});
  assert.ok(lstatSync(join(folder, 'node_modules/ninefold')).isDirectory());
  assert.ok(existsSync(join(folder, 'node_modules/ninefold/ninefold.wasm')));
});

/** Opens a page with the element; `told` is what it writes to the console. */
async function shown(path) {
  const told = [];
  const prepare = page => page.on('console', message => told.push(message.text()));
  const {page, context, faults} = await visit(host, path, {prepare});
  const check = await settled(page.locator('nine-fold'));
  const made = page.evaluate(() => document.querySelector('nine-fold').ready.then(() => true));
  assert.ok(await made);
  await context.close();
  return {check, faults, told};
}

for (const path of ['vite/', 'esbuild/', 'plain/', 'plain/small.html'])
  test(`a figure in a page: ${path}`, async () => {
    const {check, faults, told} = await shown(path);
    assert.deepEqual([check, faults], [CHECK, []]);
    if (path.startsWith('plain/')) return;
    const caption = 'The Attention Weight after Modifying Query, Key and Value';
    for (const line of [`1;seed=7 ${CHECK}`, `9 panels: ${caption}`])
      assert.ok(told.includes(line), told.join('\n'));
  });

test('a small figure: while it comes only its parts are seen, and it is as high as later', async () => {
  let go = () => {};
  const until = new Promise(done => {
    go = done;
  });
  const prepare = page => page.route('**/*.wasm', route => until.then(() => route.continue()));
  const {page, context, faults} = await visit(host, 'plain/small.html', {prepare});
  const one = page.locator('nine-fold');
  await one.locator('.hand').waitFor();
  for (const place of ['.texts-place', '.under', '.more-place', '.why', '.prompt-place'])
    assert.equal(await one.locator(place).isVisible(), false, place);
  const height = () => one.locator('.layout').evaluate(layout => layout.offsetHeight);
  const before = await height();
  go();
  await settled(one);
  await rested(one);
  const after = await height();
  assert.ok(Math.abs(after - before) <= 3, `${before}, then ${after}`);
  assert.deepEqual(faults, []);
  await context.close();
});

/**
 * Vite's development server for an app.
 * @param {string} folder
 * @param {(address: string) => Promise<void>} visited
 */
async function developing(folder, visited) {
  const {createServer} = await import(pathToFileURL(join(MODULES, 'vite/dist/node/index.js')));
  const where = {host: '127.0.0.1', port: 0}; // a bare machine may not know “localhost”
  const server = await createServer({root: folder, logLevel: 'silent', server: where});
  try {
    await server.listen();
    await visited(server.resolvedUrls.local[0]);
  } finally {
    await server.close();
  }
}

test('Vite 5 in development, told as the README says', async () => {
  const folder = app('developing');
  writeFileSync(join(folder, 'vite.config.js'), examples['vite.config.js']);
  await developing(folder, async address => {
    const {check, faults} = await shown(address);
    assert.deepEqual([check, faults], [CHECK, []]);
  });
});

test('Vite 5 in development, untold: what came is said, from where, and what helps', async () => {
  await developing(app('untold'), async address => {
    const {page, context} = await visit(host, address);
    const words = /^The engine that computes the figure could not be started: (.*)$/;
    const notice = page.locator('nine-fold').getByText(words);
    await notice.waitFor();
    const [, why] = words.exec(await notice.textContent());
    const file = `${address}node_modules/.vite/deps/ninefold.wasm`;
    assert.equal(
      why,
      `what came from ${file} is HTML and not the file; filesAt() says where it \
is, and in the development server of Vite 5 it stays beside the script by \
optimizeDeps: {exclude: ['ninefold']}.`,
    );
    await context.close();
  });
});

test('anywhere else: filesAt', async () => {
  const folder = project('elsewhere', {
    'elsewhere.js': examples['elsewhere.js'],
    'index.html': `${ICON}<script type="module" src="./elsewhere.js"></script>
<nine-fold link="1;seed=7"></nine-fold>`,
  });
  cpSync(viteBuilt(folder), join(host.folder, 'elsewhere'), {recursive: true});
  mkdirSync(join(host.folder, 'static/ninefold'), {recursive: true});
  cpSync(join(PACKAGE, 'ninefold.wasm'), join(host.folder, 'static/ninefold/ninefold.wasm'));
  host.server.asked.length = 0;
  const {check, faults} = await shown('elsewhere/');
  assert.deepEqual([check, faults], [CHECK, []]);
  const engines = host.server.asked.filter(path => path.endsWith('.wasm'));
  assert.deepEqual(engines, ['/static/ninefold/ninefold.wasm']);
});

test('the engine alone says what stands below it', () => {
  const folder = project('alone', {'figures.mjs': examples['figures.mjs']});
  assert.equal(run(folder, 'figures.mjs'), examples.text);
});

test('the engine in a page that Vite 5 put together', async () => {
  const html = `${ICON}<output></output><script type="module" src="./numbers.js"></script>`;
  const folder = project('numbers', {'numbers.js': examples['numbers.js'], 'index.html': html});
  cpSync(viteBuilt(folder), join(host.folder, 'numbers'), {recursive: true});
  const {page, context, faults} = await visit(host, 'numbers/');
  await page.locator('output').getByText(CHECK).waitFor();
  await context.close();
  assert.deepEqual(faults, []);
});

test('tensors of one’s own give the link and the check that stand there', () => {
  const text = examples['tensors.mjs'];
  const folder = project('tensors', {'tensors.mjs': text});
  const [, printed] = /console\.log\(.*\/\/ (.*)$/m.exec(text);
  assert.equal(run(folder, 'tensors.mjs'), `${printed}\n`);
});

test('every example is tried here, and that for React in tests/bundlers', () => {
  assert.deepEqual(Object.keys(examples), [
    'main.js',
    'index.html',
    'small.html',
    'figure.tsx',
    'vite.config.js',
    'sh',
    'elsewhere.js',
    'plain.html',
    'figures.mjs',
    'text',
    'numbers.js',
    'tensors.mjs',
  ]);
  assert.equal(README.match(/^```\w/gm).length, Object.keys(examples).length);
});
