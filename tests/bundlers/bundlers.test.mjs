// The npm package with the bundlers that its README names and the quick tests leave out: Vite 8,
// in development and built, with React, and webpack 5; and as publint and arethetypeswrong see it.
// Vite 8 and arethetypeswrong need Node 20.19: where node is older, only the rest is tried.
import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import {cpSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {join} from 'node:path';
import {test} from 'node:test';
import {fileURLToPath, pathToFileURL} from 'node:url';
import {panels} from '../node/lib/engine.mjs';
import {settled, useHost, visit} from '../hosts/lib/host.mjs';
import {PACKAGE, project, run} from '../hosts/lib/project.mjs';

const HERE = fileURLToPath(new URL('./node_modules', import.meta.url));
const require = createRequire(import.meta.url);
const [major, minor] = process.versions.node.split('.').map(Number);
const isRecent = major > 20 || (major === 20 && minor >= 19);

const examples = Object.fromEntries(
  [
    ...readFileSync(join(PACKAGE, 'README.md'), 'utf8').matchAll(
      /^```\w+\n(?:\/\/|<!--|#) ([\w.]+\.\w+)[^]*?^```$/gm,
    ),
  ].map(([all, name]) => [name, all.replace(/^```\w+\n|```$/g, '')]),
);
/** Ways of finding a package that know no ES modules: the profile leaves them out. */
const OLD = ['node10', 'node16-cjs'];
const ICON = '<link rel="icon" href="data:,">\n';
const LINK = '1;seed=7';
const MODEL = '1;source=model';
const TWO = `${ICON}<script type="module" src="./main.js"></script>
<nine-fold link="${LINK}"></nine-fold><nine-fold link="${MODEL}"></nine-fold>`;
const files = {'main.js': examples['main.js'], 'index.html': TWO};

/** A project with the packages of this folder in place of the quick tests'. */
function projectHere(name, all) {
  const folder = project(name, all);
  rmSync(join(folder, 'node_modules/vite'), {force: true});
  for (const tool of readdirSync(HERE).filter(tool => !/^[.]|^ninefold$/.test(tool)))
    symlinkSync(join(HERE, tool), join(folder, 'node_modules', tool));
  return folder;
}

const viteOf = folder => join(folder, 'node_modules/vite/bin/vite.js');

function builtByVite(folder) {
  run(folder, viteOf(folder), 'build', '--base', './', '--logLevel', 'warn');
  return join(folder, 'dist');
}

/**
 * @param {string} folder
 * @param {string} [entry]
 * @param {string} [html] of the page
 * @returns {Promise<string>} what it says beside "built"
 */
async function builtByWebpack(folder, entry = './main.js', html = TWO) {
  const webpack = require('webpack');
  const stats = await new Promise((done, fail) =>
    webpack(
      {
        mode: 'production',
        context: folder,
        entry,
        output: {path: join(folder, 'dist'), filename: 'main.js', publicPath: 'auto'},
        performance: {hints: false},
      },
      (error, stats) => (error ? fail(error) : done(stats)),
    ),
  );
  writeFileSync(join(folder, 'dist/index.html'), html);
  return stats.toString({all: false, errors: true, warnings: true});
}

const host = useHost({fill: () => {}});
const put = (name, from) => cpSync(from, join(host.folder, name), {recursive: true});

/** Do both figures stand, without a fault of the page? */
async function assertShown(path, links = [LINK, MODEL]) {
  const {page, context, faults} = await visit(host, path);
  for (const [i, link] of links.entries()) {
    const one = page.locator('nine-fold').nth(i);
    await one.scrollIntoViewIfNeeded();
    assert.equal(await settled(one), panels(link).check);
  }
  assert.deepEqual(faults, []);
  await context.close();
}

test('webpack 5 finds the files by itself', async () => {
  const folder = projectHere('webpack', files);
  assert.equal(await builtByWebpack(folder), '');
  put('webpack', join(folder, 'dist'));
  await assertShown('webpack/');
});

const numbers = script => ({
  'numbers.js': examples['numbers.js'],
  'index.html': `${ICON}<output></output><script type="module" src="./${script}"></script>`,
});

/** Does the engine alone say the check of the example's link? */
async function assertComputed(path) {
  const {page, context, faults} = await visit(host, path);
  await page.locator('output').getByText(panels(LINK).check).waitFor();
  await context.close();
  assert.deepEqual(faults, []);
}

test('webpack 5 finds the file of the engine alone', async () => {
  const all = numbers('main.js');
  const folder = projectHere('webpack-numbers', all);
  assert.equal(await builtByWebpack(folder, './numbers.js', all['index.html']), '');
  put('webpack-numbers', join(folder, 'dist'));
  await assertComputed('webpack-numbers/');
});

if (isRecent) {
  test('Vite 8 finds the file of the engine alone', async () => {
    put('numbers', builtByVite(projectHere('numbers', numbers('numbers.js'))));
    await assertComputed('numbers/');
  });

  test('Vite 8 builds an app', async () => {
    put('built', builtByVite(projectHere('built', files)));
    await assertShown('built/');
  });

  test('Vite 8 serves an app in development', async () => {
    const folder = projectHere('developing', files);
    const {createServer} = await import(pathToFileURL(join(HERE, 'vite/dist/node/index.js')).href);
    const server = await createServer({root: folder, logLevel: 'silent', server: {port: 0}});
    try {
      await server.listen();
      await assertShown(server.resolvedUrls.local[0]);
    } finally {
      await server.close();
    }
  });

  const react = () =>
    projectHere('react', {
      'figure.tsx': examples['figure.tsx'],
      'index.html': `${ICON}<main></main><script type="module" src="./figure.tsx"></script>`,
      'tsconfig.json': JSON.stringify({
        compilerOptions: {
          strict: true,
          noEmit: true,
          jsx: 'react-jsx',
          target: 'es2022',
          module: 'esnext',
          moduleResolution: 'bundler',
          lib: ['es2023', 'dom'],
          types: [],
        },
        files: ['figure.tsx'],
      }),
    });

  test('the example for React is strict TypeScript, and shows a figure with its check', async () => {
    const folder = react();
    const tsc = fileURLToPath(new URL('../node_modules/.bin/tsc', import.meta.url));
    execFileSync(tsc, ['-p', folder], {encoding: 'utf8', stdio: 'pipe'});
    put('react', builtByVite(folder));
    const {page, context, faults} = await visit(host, 'react/');
    const {check} = panels(LINK);
    const one = page.locator('nine-fold');
    assert.equal(await settled(one), check);
    await page.locator('output', {hasText: check}).waitFor();
    assert.equal(await one.evaluate(element => element.theme), 'light');
    await one.getByRole('slider', {name: 'Epsilon of the middle column'}).press('PageUp');
    await page.locator('output').filter({hasNotText: check}).waitFor();
    assert.equal(await page.locator('output').textContent(), await settled(one));
    assert.deepEqual(faults, []);
    await context.close();
  });

  test('arethetypeswrong finds nothing, of ES modules only', () => {
    const tool = join(HERE, '@arethetypeswrong/cli/dist/index.js');
    const names = ['ninefold', 'ninefold-model', 'ninefold-picture', 'ninefold-whole'];
    const modules = names.map(name => `${name}.wasm`);
    const files = [...modules, 'model.bin', 'package.json'];
    const words = ['--pack', PACKAGE, '--profile', 'esm-only', '--format', 'json'];
    const said = run(HERE, tool, ...words, '--exclude-entrypoints', ...files);
    const {analysis} = JSON.parse(said);
    assert.deepEqual(Object.keys(analysis.entrypoints).sort(), ['.', './engine.js', './react']);
    const wrong = analysis.problems.filter(({resolutionKind: kind}) => !OLD.includes(kind));
    assert.deepEqual(wrong, []);
  });
}

test('publint finds nothing', async () => {
  const {publint} = await import('publint');
  const {messages} = await publint({pkgDir: PACKAGE, strict: true});
  assert.deepEqual(messages, []);
});
