// The npm package in a Vite app, in a VitePress site, in a plain folder, and with an address of its
// own for the engine.
import assert from 'node:assert/strict';
import {cpSync, rmSync} from 'node:fs';
import {join} from 'node:path';
import {test} from 'node:test';
import {panels} from '../node/lib/engine.mjs';
import {colors, settled, useHost, visit} from './lib/host.mjs';
import {MODULES, PACKAGE, appBuilt, project, run} from './lib/project.mjs';

const LINK = '1;figure=mean;n=9~10~11';
const MODEL = '1;source=model';

const element = link => `<nine-fold link="${link}"></nine-fold>`;
const html = script =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>An app</title><link rel="icon" href="data:,">\
${element(LINK)}${element(MODEL)}${script}`;

const host = useHost({
  fill: folder => {
    cpSync(appBuilt(html), join(folder, 'app'), {recursive: true});
    const words = project('words', {
      '.vitepress/config.mjs': `export default {
  base: '/words/',
  title: 'A site',
  head: [['link', {rel: 'icon', href: 'data:,'}]],
  vue: {template: {compilerOptions: {isCustomElement: tag => tag === 'nine-fold'}}},
  vite: {build: {target: 'es2022'}},
};\n`,
      '.vitepress/theme/index.js':
        "import theme from 'vitepress/theme';\nimport 'ninefold';\nexport default theme;\n",
      'index.md': `# A lesson\n\n${element(LINK)}\n\n${element(MODEL)}\n`,
    });
    run(words, join(MODULES, 'vitepress/bin/vitepress.js'), 'build');
    cpSync(join(words, '.vitepress/dist'), join(folder, 'words'), {recursive: true});
    cpSync(PACKAGE, join(folder, 'static/ninefold'), {recursive: true});
    const names = ['ninefold', 'ninefold-model', 'ninefold-picture', 'ninefold-whole'];
    const modules = names.map(name => `${name}.wasm`);
    for (const name of [...modules, 'model.bin']) {
      cpSync(join(PACKAGE, name), join(folder, 'elsewhere', name));
      rmSync(join(folder, 'static/ninefold', name));
    }
    cpSync(PACKAGE, join(folder, 'plain/ninefold'), {recursive: true});
  },
  pages: {
    'plain/index.html': html('<script type="module" src="ninefold/nine-fold.js"></script>'),
    'static/index.html':
      html(`<script type="module">import {filesAt} from './ninefold/nine-fold.js'; \
filesAt('../elsewhere');</script>`),
  },
});

for (const [what, path] of [
  ['a Vite app', 'app/'],
  ['a VitePress site, whose pages are made where there is no document', 'words/'],
  ['a plain folder', 'plain/'],
  ['an engine that lies elsewhere', 'static/'],
])
  test(what, async () => {
    const {page, context, faults, requests} = await visit(host, path);
    for (const [i, link] of [LINK, MODEL].entries()) {
      const one = page.locator('nine-fold').nth(i);
      await one.scrollIntoViewIfNeeded();
      assert.equal(await settled(one), panels(link).check);
      assert.ok((await colors(one)) > 8);
    }
    const engine = requests.filter(url => /ninefold-model[^/]*\.wasm$/.test(url));
    assert.equal(engine.length, 1, 'fetched once, as a file');
    if (path === 'static/') assert.match(engine[0], /\/elsewhere\//);
    assert.deepEqual(faults, []);
    await context.close();
  });

test('ready of an element in no document fails with a sentence, and holds in one', async () => {
  const {page, context, faults} = await visit(host, 'plain/');
  const seen = await page.evaluate(async link => {
    const late = (at, done) => setTimeout(done, 10_000, `${at}: nothing came`);
    const said = (one, at) =>
      Promise.race([
        new Promise(done => late(at, done)),
        one.ready.then(
          ({check}) => check,
          ({message}) => message,
        ),
      ]);
    const one = document.createElement('nine-fold');
    const all = [];
    one.link = link;
    all.push(await said(one, 'never put into a document'));
    document.body.append(one);
    all.push(await said(one, 'put into it'));
    one.link = '1;seed=5';
    const leaving = said(one, 'taken out while it is made');
    one.remove();
    all.push(await leaving);
    const early = document.createElement('nine-fold');
    early.link = link;
    const asked = said(early, 'asked for before it is put into a document');
    document.body.append(early);
    all.push(await asked);
    one.link = link;
    document.body.append(one);
    const moved = said(one, 'moved while it is made');
    document.body.prepend(one);
    return [...all, await moved];
  }, LINK);
  const {check} = panels(LINK);
  const none =
    'This <nine-fold> is in no document, so its figure is not \
made: put it into one and ask again.';
  assert.deepEqual(seen, [none, check, none, check, check]);
  assert.deepEqual(faults, []);
  await context.close();
});

test('link and theme are properties and attributes, whichever is set, and by whomever', async () => {
  const {page, context, faults} = await visit(host, 'plain/');
  const one = page.locator('nine-fold').first();
  await settled(one);
  const both = () =>
    one.evaluate(element => [
      element.getAttribute('link'),
      element.link,
      element.getAttribute('theme'),
      element.theme,
    ]);
  assert.deepEqual(await both(), [LINK, LINK, null, 'auto']);
  const seen = await one.evaluate(async element => {
    element.link = '1;seed=5;n=9';
    element.theme = 'dark';
    const set = [element.getAttribute('link'), element.getAttribute('theme')];
    await element.ready;
    element.setAttribute('link', '1;seed=6');
    element.setAttribute('theme', 'pink');
    return [set, element.link, element.theme];
  });
  assert.deepEqual(seen, [['1;seed=5;n=9', 'dark'], '1;seed=6', 'auto']);
  await one.getByRole('slider', {name: 'Epsilon of the middle column'}).press('PageUp');
  await page.waitForFunction(() =>
    /eps=/.test(document.querySelector('nine-fold').getAttribute('link')),
  );
  const [attribute, property] = await both();
  assert.equal(attribute, property);
  await one.evaluate(element => element.setAttribute('link', '1;seed=6'));
  assert.equal((await both())[1], '1;seed=6', 'what the reader did is undone');
  assert.deepEqual(faults, []);
  await context.close();
});

test('an error of the app that a bundler put together with the element is not its own', async () => {
  const {page, context} = await visit(host, 'app/');
  const one = page.locator('nine-fold').first();
  await settled(one);
  const told = await page.evaluate(async () => {
    const {src: filename} = document.querySelector('script[src]');
    dispatchEvent(new ErrorEvent('error', {error: new Error('of the app'), filename}));
    return document.querySelector('nine-fold').shadowRoot.querySelector('.problem').textContent;
  });
  assert.equal(told, '');
  await context.close();
});
