// The site as it is published: its static pages, their previews, the page that repairs addresses, and the modules that
// are made. It is served from a folder inside another one, as many hosts do.
import assert from 'node:assert/strict';
import {cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {after, before, test} from 'node:test';
import {fileURLToPath} from 'node:url';
import {runInNewContext} from 'node:vm';
import {inflateSync} from 'node:zlib';
import {load} from '../../web/engine.js';
import {serve} from './serve.mjs';
import {modules, readings} from './site/data.mjs';
import {home, repaired} from './site/missing.mjs';
import {files} from './site/pages.mjs';
import {FORMULAS, formula} from './site/reference.mjs';
import {ask, publicAddress} from './site/shell.mjs';

const ROOT = fileURLToPath(new URL('../../', import.meta.url)), UNDER = 'courses/nine';
const made = await files(''), pages = Object.keys(made).filter(path => path.endsWith('.html') && path !== '404.html');
const engine = await load(readFileSync(join(ROOT, 'build/ninefold.wasm')));

let parent, server;
before(async () => {
  parent = mkdtempSync(join(tmpdir(), 'host-'));
  cpSync(join(ROOT, 'build/site'), join(parent, UNDER), {recursive: true});
  for (const [path, bytes] of Object.entries(made)) {
    mkdirSync(dirname(join(parent, UNDER, path)), {recursive: true});
    writeFileSync(join(parent, UNDER, path), bytes);
  }
  server = await serve(parent, 0);
});
after(() => {
  server.close();
  rmSync(parent, {recursive: true});
});

const unescaped = text => text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
const meta = (html, name) => unescaped(new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)">`).exec(html)?.[1] ?? '');
const addresses = html => [...html.matchAll(/<[^>]* (?:href|src)="([^"]*)"/g)].map(([, address]) => unescaped(address));
const readable = html => unescaped(html.replace(/<style>[^]*?<\/style>|<script[^]*?<\/script>/g, '').replace(/<[^>]*>/g, ''));

// ---- Under a sub-path of a plain file server ---------------------------------------------------------------------------

test('every address on every page leads to something, from wherever the site is served', async () => {
  const start = `${server.address}${UNDER}/index.html`, seen = new Set(), open = [start, ...pages.map(path => `${server.address}${UNDER}/${path}`)];
  while (open.length) {
    const page = open.pop().replace(/#.*/, '');
    if (seen.has(page)) continue;
    seen.add(page);
    const response = await fetch(page);
    assert.equal(response.status, 200, page);
    if (!response.headers.get('content-type').startsWith('text/html')) continue;
    for (const address of addresses(await response.text())) {
      assert.doesNotMatch(address, /^(\/|https?:)/, `${page}: ${address}`); // of this site, and relative
      if (!address.startsWith('data:') && !address.startsWith('#')) open.push(new URL(address, page).href);
    }
  }
  for (const path of pages) assert.ok(seen.has(`${server.address}${UNDER}/${path}`), path);
  assert.ok(seen.size > pages.length + 8, [...seen].join('\n'));
});

test('the places that addresses speak of inside a page are there', () => {
  for (const path of pages) for (const address of addresses(made[path])) {
    const [to, place] = address.split('#'), target = to === '' ? path : join(dirname(path), to);
    if (place && !target.endsWith('index.html')) assert.ok(made[target].includes(`id="${place}"`), `${path}: ${address}`);
  }
});

test('what is built is what is made here', () => {
  for (const path of Object.keys(made)) assert.ok(statSync(join(ROOT, 'build/site', path)).size > 0, path);
  assert.deepEqual(readdirSync(join(ROOT, 'build/site/readings')).length, 2 * readings().length + 1);
});

// ---- Pages -----------------------------------------------------------------------------------------------------------

/** Fails where tags do not nest. */
function nests(html, path) {
  const open = [], alone = /^(meta|link|img|br|!doctype)$/i;
  for (const [, close, name] of html.replace(/<style>[^]*?<\/style>|<script[^]*?<\/script>/g, '').matchAll(/<(\/?)([a-z!0-9]+)[^>]*>/gi)) {
    if (alone.test(name)) continue;
    if (!close) open.push(name);
    else assert.equal(open.pop(), name, `${path}: </${name}>`);
  }
  return open;
}

test('each page has a title, a description and a preview of its own, and works without scripts', () => {
  const own = pages.filter(path => path !== 'index.html');
  for (const what of ['og:title', 'og:description']) assert.equal(new Set(own.map(path => meta(made[path], what))).size, own.length, what);
  for (const path of own) {
    const html = made[path], description = meta(html, 'description');
    assert.equal(unescaped(/<title>([^<]+)<\/title>/.exec(html)[1]), meta(html, 'og:title'), path);
    assert.equal(description, meta(html, 'og:description'), path);
    assert.ok(description.length >= 50 && description.length <= 320, `${path}: ${description.length} ${description}`);
    assert.deepEqual(nests(html, path), [], path);
    const scripts = path.startsWith('lessons/') ? html.replace('<script type="module" src="../nine-fold.js"></script>', '') : html; // works without it, too
    assert.doesNotMatch(scripts, /<script|undefined|NaN|\[object/, path);
    assert.equal([...html.matchAll(/<h1>/g)].length, 1, path);
  }
  assert.equal(meta(made['index.html'], 'og:image'), 'figures/modify.png');
  assert.match(made['index.html'], /<script type="module"/);
});

test('each reading is there in words: every sentence with its verdicts, its reason and its tests', () => {
  for (const {name, question, link, sentences} of ask('readings')) {
    const html = made[`readings/${name}.html`], text = readable(html);
    assert.ok(text.includes(question) && html.includes(`href="../index.html#${link}"`), name);
    assert.ok(text.includes(`Of its ${sentences.length} sentences ${sentences.filter(({verdict}) => verdict).length} are true`), name);
    const rows = html.split('<tr>').slice(2);
    assert.equal(rows.length, sentences.length);
    sentences.forEach(({text: said, verdict, any, reason, test: tests, with: change}, at) => {
      const row = readable(rows[at]);
      assert.ok(row.includes(said) && row.includes(`${any}. ${reason}`), `${name}: ${said}`);
      assert.equal(/<b class="(\w+)">/.exec(rows[at])[1], String(verdict), said);
      for (const statement of tests.split(';')) assert.ok(row.includes(statement), statement);
      if (change) assert.deepEqual(engine.decode(/#([^"]*)"/.exec(rows[at])[1]).ignored, [], said);
    });
  }
});

test('where the settings are the real head\'s own, it stands beside the one that was built', () => {
  const real = Object.keys(made).filter(path => /^readings\/[a-z]+\.html$/.test(path) && made[path].includes('the real head</a>'));
  assert.deepEqual(real.sort(), ['readings/mean.html', 'readings/sink.html']);
  const verdicts = [...made['readings/sink.html'].matchAll(/<b class="(true|false)">/g)].map(([, verdict]) => verdict);
  assert.equal(verdicts.length, 20);
});

test('each figure opens at its own state, and its page says what its check is', () => {
  for (const figure of ['modify', 'mean', 'cross']) {
    const html = made[`figures/${figure}.html`], link = /class="open" href="\.\.\/index\.html#([^"]*)"/.exec(html)[1], {state, ignored} = engine.decode(link);
    assert.deepEqual([state.figure, state.source, ignored], [figure, 'model', []]);
    assert.match(html, /check <code>[0-9a-f]{16}<\/code>/);
    assert.equal(html.split('<tr>').length - 2, figure === 'modify' ? 10 : 12);
  }
});

// ---- Previews ----------------------------------------------------------------------------------------------------------

/** {width, height, at(x, y) -> [r, g, b]} of a PNG with a palette. */
function picture(bytes) {
  const chunks = {};
  for (let at = 8; at < bytes.length; at += 12 + bytes.readUInt32BE(at)) chunks[bytes.toString('latin1', at + 4, at + 8)] = bytes.subarray(at + 8, at + 8 + bytes.readUInt32BE(at));
  const [width, height] = [chunks.IHDR.readUInt32BE(0), chunks.IHDR.readUInt32BE(4)], rows = inflateSync(chunks.IDAT);
  const at = (x, y) => { const index = rows[y * (width + 1) + 1 + x]; return [...chunks.PLTE.subarray(3 * index, 3 * index + 3)]; };
  return {width, height, at, filters: Array.from({length: height}, (_, y) => rows[y * (width + 1)])};
}

/** The figure's colours again: six stops at equal distances, straight lines between them. */
function expectedColor(w) {
  const stops = [[18, 36, 95], [63, 116, 181], [188, 205, 224], [249, 207, 163], [236, 123, 54], [125, 10, 24]], at = Math.min(4, Math.floor(w * 5));
  return stops[at].map((x, c) => x + (stops[at + 1][c] - x) * (w * 5 - at));
}

test('previews are 1200 by 630, and at the centre of every cell they have the colour of its weight', () => {
  for (const {name, link} of ask('readings')) {
    const {width, height, at, filters} = picture(made[`readings/${name}.png`]), {panels} = engine.compute(link);
    assert.deepEqual([width, height, Math.max(...filters)], [1200, 630, 0]);
    panels.forEach(({weights, rows, columns}, panel) => {
      const [left, top] = [285 + 198 * (panel % 3), 25 + 198 * Math.floor(panel / 3)];
      for (let i = 0; i < rows; i++) for (let j = 0; j < columns; j++) {
        const seen = at(left + Math.floor(((j + 0.5) * 184) / columns), top + Math.floor(((i + 0.5) * 184) / rows)), expected = expectedColor(weights[i * columns + j]);
        for (let c = 0; c < 3; c++) assert.ok(Math.abs(seen[c] - expected[c]) <= 3, `${name} panel ${panel} cell ${i},${j}: ${seen}, not ${expected.map(Math.round)}`);
      }
    });
    assert.deepEqual(at(2, 2), [252, 252, 251]);
  }
});

// ---- Addresses whose # was written %23 -----------------------------------------------------------------------------------

const BETTER = [
  ['https://example.org/nine/index.html%231;n=5;check=0123456789abcdef', 'https://example.org/nine/index.html#1;n=5;check=0123456789abcdef'],
  ['https://example.org/nine/%231;n=5', 'https://example.org/nine/#1;n=5'],
  ['https://example.org/%2523' + '1%253Bn%253D5', 'https://example.org/#1%253Bn%253D5'],
  ['https://example.org/nine/%25252' + '31;n=5', 'https://example.org/nine/#1;n=5'],
  ['https://example.org/nine/index.html%231;question=A~23B%23C', 'https://example.org/nine/index.html#1;question=A~23B%23C'],
  ['https://example.org/nine/%231;n=5&seed=7?x=1', 'https://example.org/nine/#1;n=5&seed=7?x=1'],
];
const NOTHING = ['https://example.org/nine/missing.html', 'https://example.org/a%23b/c', 'https://example.org/nine/?q=%231;n=5', 'https://example.org/nine/#%231;n=5', 'https://example.org/nine/file.js%231;n=5'];

test('the part before %23 is the page, and the part after it the link', () => {
  for (const [wrong, right] of BETTER) {
    assert.equal(repaired(wrong), right);
    assert.equal(engine.decode(repaired(wrong)).lossless, !/x=1/.test(wrong), wrong);
  }
  for (const address of NOTHING) assert.equal(repaired(address), null, address);
});

test('from an address that names nothing the start of the site is found', () => {
  for (const [href, start] of [['https://example.org/nine/x.html', 'https://example.org/nine/'], ['https://example.org/nine/readings/x.html?a#b', 'https://example.org/nine/'],
    ['https://example.org/nine/index.html%231;n=5/6', 'https://example.org/nine/'], ['https://example.org/x', 'https://example.org/']]) assert.equal(home(href), start);
});

/** Runs the script of the page as a browser does that was sent it for `href`: where it goes, and what it shows. */
function visit(html, href) {
  const gone = [], elements = {}, element = () => ({children: [], replaceChildren(...all) { this.children = all; }, remove() { this.gone = true; }});
  const document = {getElementById: id => (elements[id] ??= element()), createElement: element};
  runInNewContext(/<script>([^]*)<\/script>/.exec(html)[1], {location: {href, replace: to => gone.push(to)}, document});
  return {gone, hint: elements.hint, home: elements.home};
}

test('the page for what is missing goes to the right address, and shows it as a link', () => {
  const html = made['404.html'];
  for (const [wrong, right] of BETTER) {
    const {gone, hint} = visit(html, wrong);
    assert.deepEqual([gone, hint.children[1].href, hint.children[1].textContent], [[right], right, right]);
  }
  for (const address of NOTHING) assert.deepEqual([visit(html, address).gone, visit(html, address).hint.gone], [[], true], address);
  assert.match(readable(html), /put # in the place of the first %23/); // without scripts
  assert.deepEqual(nests(html, '404.html'), []);
});

test('the server answers for a link with %23 with that page, wherever the site is, and a browser is sent on', async () => {
  const href = `${server.address}${UNDER}/index.html%231;figure=mean;n=4`, response = await fetch(href), html = await response.text();
  assert.deepEqual([response.status, response.headers.get('content-type')], [404, 'text/html; charset=utf-8']);
  const [to] = visit(html, href).gone;
  assert.equal(to, `${server.address}${UNDER}/index.html#1;figure=mean;n=4`);
  assert.equal((await fetch(to)).status, 200);
  assert.equal(visit(html, `${server.address}${UNDER}/readings/nothing.html`).home.href, `${server.address}${UNDER}/`);
});

// ---- The public address ----------------------------------------------------------------------------------------------

test('with a public address previews and canonical links are absolute, and nothing else changes', async () => {
  const there = await files('https://example.org/nine/'), html = there['readings/sink.html'];
  assert.equal(meta(html, 'og:image'), 'https://example.org/nine/readings/sink.png');
  assert.equal(meta(html, 'og:url'), 'https://example.org/nine/readings/sink.html');
  assert.match(html, /<link rel="canonical" href="https:\/\/example\.org\/nine\/readings\/sink\.html">/);
  assert.equal(meta(there['index.html'], 'og:image'), 'https://example.org/nine/figures/modify.png');
  assert.equal(meta(there['index.html'], 'og:url'), 'https://example.org/nine/');
  assert.match(there['404.html'], /<a id="home" href="https:\/\/example\.org\/nine\/">/);
  const bare = text => text.replace(/<link rel="canonical"[^>]*>\n|<meta property="og:(url|image)"[^>]*>\n/g, '');
  for (const path of pages) assert.equal(bare(there[path]), bare(made[path]), path);
});

test('the public address is a folder, or refused with what is allowed', () => {
  assert.equal(publicAddress(''), '');
  for (const said of ['https://example.org', 'https://example.org/', 'http://localhost:8000/nine', 'https://example.org/~ann/nine/'])
    assert.equal(publicAddress(said), `${said.replace(/\/$/, '')}/`);
  for (const said of ['example.org', 'ftp://example.org/', 'https://', 'https://example.org/?a', 'https://example.org/#1', 'https://example.org/a b', '"><script>'])
    assert.throws(() => publicAddress(said), /NINEFOLD_URL: read .* allowed: the address of a folder/, said);
});

// ---- What is made for the page ---------------------------------------------------------------------------------------

const imported = async name => import(`data:text/javascript,${encodeURIComponent(modules()[name])}`);

test('the readings that the page gets, judged by the module, come to the verdicts of the command line', async () => {
  const {readings: all} = await imported('readings-data.js'), expected = ask('readings');
  assert.deepEqual(all.map(({name, question, link}) => [name, question, link]), expected.map(({name, question, link}) => [name, question, `${link};check=${engine.check(link)}`]));
  all.forEach(({link, sentences}, reading) => sentences.forEach(({text, test: tests, with: change, slack, refutes, any, reason}, at) => {
    const known = expected[reading].sentences[at];
    const fields = link.split(';').filter(field => !change || !field.startsWith(`${change.split('=')[0]}=`));
    engine.compute([...fields, change].filter(Boolean).join(';'));
    const verdicts = tests.split(';').map(statement => engine.ask(statement, slack)), deciding = verdicts.find(({holds}) => !holds) ?? verdicts[0];
    assert.deepEqual([text, any, reason, deciding.holds !== refutes, deciding.number, deciding.bound], [known.text, known.any, known.reason, known.verdict, known.number, known.bound]);
  }));
});

test('settings hold the version of the package', async () => {
  const {version, address} = await imported('settings.js');
  assert.equal(version, JSON.parse(readFileSync(join(ROOT, 'web/package.json'), 'utf8')).version);
  assert.equal(address, publicAddress());
});

// ---- The reference ---------------------------------------------------------------------------------------------------

test('the reference has every key with its range, every measure with its formula, and statements that can be read', () => {
  const html = made['reference.html'], text = readable(html), measures = ask('measures');
  for (const {key, help, default: initial, kind, range, words} of ask('params')) {
    const row = readable(html.split('<tr>').find(part => part.includes(`id="${key}"`)));
    assert.ok(row.includes(help) && row.includes(initial), key);
    for (const allowed of kind === 'choice' ? words.split(' ') : range.slice(kind === 'text' || kind === 'words' ? 1 : 0)) assert.ok(row.includes(String(allowed)), `${key}: ${allowed}`);
  }
  assert.deepEqual(measures.map(({key}) => key), Object.keys(FORMULAS));
  for (const {key, help} of measures) assert.ok(html.includes(formula(FORMULAS[key])) && text.includes(help), key);
  const examples = [...html.slice(html.indexOf('id="statements"')).matchAll(/<th scope="row"><code>([^<]*~[^<]*)<\/code>/g)].map(([, example]) => example);
  assert.equal(examples.length, 7);
  for (const example of examples) assert.deepEqual(engine.decode(`1;ask1=${example}`).ignored, [], example);
});

test('formulas are set with their letters and indices', () => {
  assert.equal(formula('largest A_i max_j w_ij over rows i ≥ 4'), 'largest <i>A</i><sub>i</sub> max<sub>j</sub> <i>w</i><sub>ij</sub> over rows <i>i</i> ≥ 4');
  for (const text of Object.values(FORMULAS)) assert.doesNotMatch(formula(text), /_|<i>.<\/i>.*<i><\/i>/);
});
