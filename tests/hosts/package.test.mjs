// The npm package in a Vite app, in a VitePress site, in a plain folder, with an address of its own for the engine, and its
// types in a strict project.
import assert from 'node:assert/strict';
import {cpSync, rmSync} from 'node:fs';
import {join} from 'node:path';
import {test} from 'node:test';
import {panels} from '../node/lib/engine.mjs';
import {colors, settled, useHost, visit} from './lib/host.mjs';
import {MODULES, PACKAGE, project, run, viteBuilt} from './lib/project.mjs';

const LINK = '1;figure=mean;n=9~10~11', MODEL = '1;source=model';

const element = link => `<nine-fold link="${link}"></nine-fold>`;
const html = script =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>An app</title><link rel="icon" href="data:,">\
${element(LINK)}${element(MODEL)}${script}`;

const host = useHost({fill: folder => {
  const app = project('app', {
    'index.html': html('<script type="module" src="/main.js"></script>'),
    'main.js': "import {NineFold} from 'ninefold';\nconsole.log(NineFold.name);\n",
  });
  cpSync(viteBuilt(app), join(folder, 'app'), {recursive: true});
  const words = project('words', {
    '.vitepress/config.mjs': `export default {
  base: '/words/',
  title: 'A site',
  head: [['link', {rel: 'icon', href: 'data:,'}]],
  vue: {template: {compilerOptions: {isCustomElement: tag => tag === 'nine-fold'}}},
  vite: {build: {target: 'es2022'}},
};\n`,
    '.vitepress/theme/index.js': "import theme from 'vitepress/theme';\nimport 'ninefold';\nexport default theme;\n",
    'index.md': `# A lesson\n\n${element(LINK)}\n\n${element(MODEL)}\n`,
  });
  run(words, join(MODULES, 'vitepress/bin/vitepress.js'), 'build');
  cpSync(join(words, '.vitepress/dist'), join(folder, 'words'), {recursive: true});
  cpSync(PACKAGE, join(folder, 'static/ninefold'), {recursive: true});
  for (const name of ['ninefold.wasm', 'ninefold-model.wasm', 'model.bin']) {
    cpSync(join(PACKAGE, name), join(folder, 'elsewhere', name));
    rmSync(join(folder, 'static/ninefold', name));
  }
  cpSync(PACKAGE, join(folder, 'plain/ninefold'), {recursive: true});
}, pages: {
  'plain/index.html': html('<script type="module" src="ninefold/nine-fold.js"></script>'),
  'static/index.html': html(`<script type="module">import {filesAt} from './ninefold/nine-fold.js'; \
filesAt('../elsewhere');</script>`),
}});

for (const [what, path] of [['a Vite app', 'app/'],
  ['a VitePress site, whose pages are made where there is no document', 'words/'], ['a plain folder', 'plain/'],
  ['an engine that lies elsewhere', 'static/']])
  test(what, async () => {
    const {page, context, faults, requests} = await visit(host, path);
    for (const [i, link] of [LINK, MODEL].entries()) {
      const one = page.locator('nine-fold').nth(i);
      await one.scrollIntoViewIfNeeded();
      assert.equal(await settled(one), panels(link).check);
      assert.ok(await colors(one) > 8);
    }
    const engine = requests.filter(url => /ninefold-model[^/]*\.wasm$/.test(url));
    assert.equal(engine.length, 1, 'fetched once, as a file');
    if (path === 'static/') assert.match(engine[0], /\/elsewhere\//);
    assert.deepEqual(faults, []);
    await context.close();
  });

test('an error of the app that a bundler put together with the element is not its own', async () => {
  const {page, context} = await visit(host, 'app/'), one = page.locator('nine-fold').first();
  await settled(one);
  const told = await page.evaluate(async () => {
    const {src: filename} = document.querySelector('script[src]');
    dispatchEvent(new ErrorEvent('error', {error: new Error('of the app'), filename}));
    return document.querySelector('nine-fold').shadowRoot.querySelector('.problem').textContent;
  });
  assert.equal(told, '');
  await context.close();
});

test('the types are those of what is there', async () => {
  const folder = project('types', {
    'use.ts': `import {NineFold, OPENING, filesAt, tieToAddress} from 'ninefold';
import {Engine, EngineError, load} from 'ninefold/engine.js';
filesAt('/static/');
const one = document.querySelector('nine-fold')!;
const weights: Float32Array | null = (await one.ready).panels[0]!.weights;
tieToAddress(one, OPENING);
const engine: Engine = await load(new Uint8Array());
export const all = [NineFold, EngineError, weights, engine.compute('1').check];
`,
    'wrong.ts': "import {NineFold} from 'ninefold';\nexport const link: number = new NineFold().link;\n",
  });
  const flags = ['--strict', '--noEmit', '--target', 'es2022', '--module', 'nodenext', '--moduleResolution', 'nodenext',
    '--types', ''];
  const tsc = file => run(folder, join(MODULES, 'typescript/bin/tsc'), ...flags, file);
  tsc('use.ts');
  assert.throws(() => tsc('wrong.ts'), error => /not assignable to type 'number'/.test(error.stdout));
  const package_ = await import(join(PACKAGE, 'nine-fold.js')), engine = await import(join(PACKAGE, 'engine.js'));
  for (const name of ['NineFold', 'OPENING', 'filesAt', 'tieToAddress']) assert.ok(name in package_, name);
  for (const name of ['decode', 'compute', 'ask', 'bringModel'])
    assert.equal(typeof engine.Engine.prototype[name], 'function', name);
});
