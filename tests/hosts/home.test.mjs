// Where links lead that an element hands out in somebody else's page: to the address that `home`
// says, never to a script.
import assert from 'node:assert/strict';
import {cpSync, readFileSync, readdirSync} from 'node:fs';
import {join} from 'node:path';
import {test} from 'node:test';
import {eventually} from '../browser/lib/browser.mjs';
import {siteFor} from '../browser/lib/site.mjs';
import {panels} from '../node/lib/engine.mjs';
import {settled, useHost, visit} from './lib/host.mjs';
import {PACKAGE, appBuilt} from './lib/project.mjs';

const LINK = '1;seed=7';
const CHECK = panels(LINK).check;
const SEALED = `${LINK};check=${CHECK}`;
const HOME = 'https://example.org/nine/';

const REFUSED = [
  'javascript:alert(1)',
  'data:text/html,x',
  'https://example.org/nine/?a=b',
  'https://example.org/nine/#1',
  'https://me:word@example.org/',
  'http://[',
];
const OTHERS = ['../figures', 'figures.html', 'https://example.org/nine'];
const HOMES = [HOME, '', ...REFUSED, ...OTHERS]; // of the elements of each page
const element = home =>
  `<nine-fold loading="eager" link="${LINK}"${home && ` home="${home}"`}></nine-fold>`;
const html = script => `<!doctype html><html lang="en"><meta charset="utf-8"><title>An app</title>
<link rel="icon" href="data:,">${script}${HOMES.map(element).join('\n')}`;

let assets = '';
const host = useHost({
  fill: folder => {
    cpSync(appBuilt(html), join(folder, 'app'), {recursive: true});
    assets = join(folder, 'app/assets');
    cpSync(PACKAGE, join(folder, 'plain/nf'), {recursive: true});
    const told = siteFor(HOME);
    cpSync(told.folder, join(folder, 'told/nine'), {recursive: true});
    told.remove();
  },
  pages: {
    'told/index.html': html('<script type="module" src="nine/nine-fold.js"></script>'),
    'tied/index.html': html(`<script type="module">
import {NineFold, OPENING, tieToAddress} from '../plain/nf/nine-fold.js';
tieToAddress(document.querySelectorAll('nine-fold')[1], OPENING);
</script>`),
    'plain/index.html': html(`<script type="importmap">
{"imports": {"ninefold": "./nf/nine-fold.js"}}
</script>
<script type="module">import 'ninefold';</script>`),
  },
});

const CLIPBOARD = {permissions: ['clipboard-read', 'clipboard-write']};

/** One of the page's elements, once its figure stands, and ways to ask it for links. */
async function opened(path, index) {
  const {page, context, faults} = await visit(host, path, {context: CLIPBOARD});
  const one = page.locator('nine-fold').nth(index);
  const button = name => one.getByRole('button', {name, exact: true});
  await settled(one);
  const text = name => one.getByRole('textbox', {name, exact: true});
  return {
    page,
    one,
    faults,
    close: () => context.close(),
    told: words => one.getByText(words).filter({visible: true}).first().waitFor(),
    async copied() {
      await button('Copy link').click();
      await one.getByText(/^Copied\./).waitFor();
      return page.evaluate(() => navigator.clipboard.readText());
    },
    async cited() {
      await button('Cite').click();
      return Promise.all(['Link', 'Citation', 'BibTeX'].map(name => text(name).inputValue()));
    },
    async embed() {
      await button('Embed').click();
      await one.getByLabel('Where').selectOption('Plain HTML'); // which takes every form
    },
    async pasted(form) {
      await one.getByRole('radio', {name: form}).check();
      return text('Text to paste').filter({visible: true}).inputValue();
    },
    /** The lines that stand in the picture that is saved. */
    async saved() {
      await one
        .locator('summary')
        .filter({hasText: /^Save$/})
        .click();
      const [file] = await Promise.all([page.waitForEvent('download'), button('SVG').click()]);
      const svg = readFileSync(await file.path(), 'utf8');
      return [...svg.matchAll(/<text[^>]*>([^<]*)</g)].map(([, text]) => text);
    },
    printed: () => one.locator('.fig-link').textContent(),
  };
}

const PAGES = [
  ['a Vite app', 'app/'],
  ['a plain page with an import map', 'plain/'],
];

for (const [what, path] of PAGES)
  test(`${what}: whatever hands out a link begins with the home's address`, async () => {
    const here = await opened(path, 0);
    const address = `${HOME}#${SEALED}`;
    assert.equal(await here.copied(), address);
    const [link, citation, bibtex] = await here.cited();
    assert.equal(link, address);
    for (const text of [citation, bibtex]) assert.ok(text.includes(address), text);
    assert.equal(await here.printed(), `${HOME}#${SEALED}`);
    assert.ok((await here.saved()).includes(address), 'in the picture');
    await here.embed();
    const frame = await here.pasted('Frame');
    assert.match(frame, new RegExp(`^<iframe src="${HOME}#${SEALED}"`));
    const preview = here.one.locator('.preview nine-fold');
    assert.equal(await settled(preview), CHECK, 'previewed without asking another origin');
    const npm = await here.pasted('npm package');
    assert.ok(npm.includes(`home="${HOME}"`) && npm.includes(`href="${HOME}#${SEALED}"`), npm);
    for (const text of [link, citation, bibtex, frame, npm])
      assert.ok(!/\.js[#"]/.test(text) && !text.includes(host.server.address), text);
    assert.deepEqual(here.faults, []);
    await here.close();
  });

const NONE = 'No address is set where figures are opened (“home” of <nine-fold>)';
const ALONE = 'so this is the link alone, to go behind the # of any copy of Ninefold.';

for (const [what, path] of PAGES)
  test(`${what}, without a home: the link alone, and one sentence that says why`, async () => {
    const here = await opened(path, 1);
    assert.equal(await here.copied(), SEALED);
    await here.told(`Copied. ${NONE}, ${ALONE}`);
    const [link, citation, bibtex] = await here.cited();
    assert.equal(link, SEALED);
    await here.told(new RegExp(`^${NONE.replace(/[()]/g, '\\$&')}, ${ALONE}$`));
    assert.match(bibtex, /howpublished = \{Link of Ninefold: \\url\{1;seed=7;check=/);
    assert.ok(citation.includes(` ${SEALED} (`), citation);
    assert.equal(await here.printed(), `${SEALED}\n${NONE}, ${ALONE}`);
    assert.ok((await here.saved()).includes(SEALED), 'in the picture');
    await here.embed();
    await here.told(`${NONE}, so only the npm package has a text to paste here.`);
    await here.one.getByRole('textbox', {name: 'Text to paste'}).waitFor({state: 'hidden'});
    const pasted = await here.pasted('npm package');
    assert.ok(pasted.startsWith("import 'ninefold';"), pasted);
    assert.ok(pasted.endsWith(`\n<nine-fold link="${SEALED}"></nine-fold>`), pasted);
    assert.deepEqual(here.faults, []);
    await here.close();
  });

test('a home that cannot be one is named, with what is allowed and what happens', async () => {
  for (const home of REFUSED) {
    const here = await opened('plain/', HOMES.indexOf(home));
    assert.equal(await here.copied(), SEALED, home);
    await here.told(`Copied. “home” of <nine-fold> was read as “${home}”, where an http or https \
address without user name, ? and # is allowed, ${ALONE}`);
    assert.doesNotMatch((await here.cited()).join(), /javascript|data:|example\.org/, home);
    assert.deepEqual(here.faults, []);
    await here.close();
  }
});

test('a home is read as an address in its page; a folder may do without its slash', async () => {
  const {address} = host.server;
  const pages = [`${address}figures/`, `${address}plain/figures.html`, HOME];
  for (const [i, home] of OTHERS.entries()) {
    const here = await opened('plain/', HOMES.indexOf(home));
    assert.equal(await here.copied(), `${pages[i]}#${SEALED}`);
    await here.close();
  }
});

test('without a home that can be used it is the address that the build was told', async () => {
  const here = await opened('told/', HOMES.indexOf(''));
  assert.equal(await here.copied(), `${HOME}#${SEALED}`);
  assert.equal(await here.printed(), `${HOME}#${SEALED}`);
  await here.close();
  const refused = await opened('told/', HOMES.indexOf(REFUSED[0]));
  assert.equal(await refused.copied(), `${HOME}#${SEALED}`);
  await refused.told(/^Copied\. “home” of .* is allowed; used instead: https:\/\/example\./);
  assert.equal(await refused.printed(), `${HOME}#${SEALED}`);
  await refused.close();
});

test('the published site hands out a figure by the page that previews its kind', async () => {
  const here = await opened('told/', HOMES.indexOf(''));
  for (const figure of ['mean', 'cross']) {
    const link = `1;figure=${figure};seed=7`;
    await here.one.evaluate((element, link) => {
      element.link = link;
      return element.ready;
    }, link);
    assert.equal(await here.copied(), `${HOME}${figure}.html#${link};check=${panels(link).check}`);
  }
  await here.one.evaluate(element => {
    element.link = '1;figure=nothing;seed=7';
    return element.ready;
  });
  assert.equal(await here.copied(), `${HOME}#${SEALED}`, 'what is no kind has no page');
  const elsewhere = await opened('plain/', HOMES.indexOf('https://example.org/nine'));
  assert.equal(await elsewhere.copied(), `${HOME}#${SEALED}`, 'of others nothing is known');
  for (const {close} of [here, elsewhere]) await close();
});

test('without a home it is a page that shows the links of its own address', async () => {
  const here = await opened('tied/?a=b', HOMES.indexOf(''));
  assert.equal(await here.copied(), `${host.server.address}tied/#${SEALED}`);
  await here.told('Copied. It opens on this machine only: others cannot open this address.');
  await here.close();
});

test('the property reflects, also where it was set before the script came', async () => {
  const here = await opened('plain/', 1);
  const {page, one} = here;
  const homes = await one.evaluate((element, home) => {
    const seen = [element.home];
    element.home = home;
    return [...seen, element.home, element.getAttribute('home')];
  }, HOME);
  assert.deepEqual(homes, ['', HOME, HOME]);
  await eventually(here.printed, `${HOME}#${SEALED}`);
  assert.equal(
    await page.evaluate(home => {
      const early = document.createElement('nine-fold');
      Object.defineProperty(early, 'home', {value: home, configurable: true}); // as upgrades find it
      document.body.append(early);
      return early.getAttribute('home');
    }, HOME),
    HOME,
  );
  await here.close();
});

test('a Vite build takes the element once, and no script as a file', () => {
  const scripts = readdirSync(assets).filter(name => name.endsWith('.js'));
  const textOf = name => readFileSync(join(assets, name), 'utf8');
  const elements = scripts.filter(name => textOf(name).includes('attachShadow'));
  assert.equal(elements.length, 1, elements.join());
  const files = readdirSync(assets).filter(name => !name.endsWith('.js'));
  const endings = files.map(name => name.replace(/.*\./, '')).sort();
  assert.deepEqual(endings, ['bin', 'wasm', 'wasm', 'wasm', 'wasm'], 'the chain of modules');
});
