// The site as it is published: its static pages, the page that repairs addresses, and the modules
// that are made. It is served from a folder inside another one, as many hosts do.
import assert from 'node:assert/strict';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {after, before, test} from 'node:test';
import {fileURLToPath} from 'node:url';
import {runInNewContext} from 'node:vm';
import {load} from '../../web/engine/engine.js';
import {serve} from '../../web/site/serve.mjs';
import {modules, readings} from '../../web/site/data.mjs';
import {home, repaired} from '../../web/site/missing.mjs';
import {files} from '../../web/site/pages.mjs';
import {FORMULAS, formula} from '../../web/site/reference.mjs';
import {ask, publicAddress} from '../../web/site/shell.mjs';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const PAPER = 'https://arxiv.org/abs/2410.13708';
const UNDER = 'courses/nine';
const made = await files('', '');
const pages = Object.keys(made).filter(path => path.endsWith('.html') && path !== '404.html');
const engine = await load(readFileSync(join(ROOT, 'build/ninefold.wasm')));

let parent;
let server;
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

const unescaped = text =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
const meta = (html, name) =>
  unescaped(
    new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)">`).exec(html)?.[1] ?? '',
  );
const withoutCode = html => html.replace(/(<script[^>]*>)[^]*?(?=<\/script>)/g, '$1');
const ADDRESS = /<[^>]* (?:href|src)="([^"]*)"/g;
const addresses = html =>
  [...withoutCode(html).matchAll(ADDRESS)].map(([, address]) => unescaped(address));
const markup = html => html.replace(/<style>[^]*?<\/style>|<script[^]*?<\/script>/g, '');
const readable = html => unescaped(markup(html).replace(/<[^>]*>/g, ''));
const at = path => `${server.address}${UNDER}/${path}`;

// ---- Under a sub-path of a plain file server ---------------------------------------------------

test('every address on every page leads to something, from wherever the site is served', async () => {
  const seen = new Set();
  const open = pages.map(at);
  while (open.length) {
    const page = open.pop().replace(/#.*/, '');
    if (seen.has(page)) continue;
    seen.add(page);
    const response = await fetch(page);
    assert.equal(response.status, 200, page);
    if (!response.headers.get('content-type').startsWith('text/html')) continue;
    for (const address of addresses(await response.text())) {
      if (address === PAPER) continue;
      assert.doesNotMatch(address, /^(\/|https?:)/, `${page}: ${address}`); // of this site, and relative
      if (!address.startsWith('data:') && !address.startsWith('#'))
        open.push(new URL(address, page).href);
    }
  }
  for (const path of pages) assert.ok(seen.has(at(path)), path);
  assert.ok(seen.size > pages.length + 8, [...seen].join('\n'));
});

/** The pages of the app itself: their texts are in scripts. */
const APPS = ['index.html', 'mean.html', 'cross.html'];

test('every page is found from the first one', () => {
  const open = ['index.html'];
  const found = new Set(open);
  for (const path of open)
    for (const address of addresses(made[path])) {
      const to = join(dirname(path), address.replace(/[?#].*/, ''));
      if (!pages.includes(to) || found.has(to)) continue;
      found.add(to);
      open.push(to);
    }
  assert.deepEqual([...found].sort(), [...pages].sort());
});

test('the places that addresses speak of inside a page are there', () => {
  for (const path of pages)
    for (const address of addresses(made[path])) {
      const [to, place] = address.split('#');
      const target = to === '' ? path : join(dirname(path), to);
      if (!place || APPS.includes(target)) continue;
      assert.ok(made[target].includes(`id="${place}"`), `${path}: ${address}`);
    }
});

test('what is built is what is made here', () => {
  for (const path of Object.keys(made))
    assert.ok(statSync(join(ROOT, 'build/site', path)).size > 0, path);
  assert.deepEqual(
    readdirSync(join(ROOT, 'build/site/readings')).length,
    2 * readings().length + 1,
  );
});

// ---- Pages -------------------------------------------------------------------------------------

/** The tags that are left open; fails where they do not nest. */
function leftOpen(html, path) {
  const open = [];
  const alone = /^(meta|link|img|br|!doctype)$/i;
  for (const [, close, name] of markup(html).matchAll(/<(\/?)([a-z!0-9]+)[^>]*>/gi)) {
    if (alone.test(name)) continue;
    if (!close) open.push(name);
    else assert.equal(open.pop(), name, `${path}: </${name}>`);
  }
  return open;
}

// Scripts that a page works without, too: the element in lessons, and the site's own address in
// what teachers paste.
const LESSON = /<script type="module" src="\.\.\/(nine-fold|lesson)\.js"><\/script>/g;
const HERE = / data-somewhere="[^"]*"/;
/** The one script that a page has beside what it shows without. */
const SPARE = {
  'embedding.html': /<script type="module" src="teaching\.js"><\/script>/,
  'class.html': /<script type="module" src="\.\/class\.js"><\/script>/,
};

test('each page has a title, a description and a preview of its own, and works without scripts', () => {
  const own = pages.filter(path => !APPS.includes(path));
  for (const what of ['og:title', 'og:description'])
    assert.equal(new Set(own.map(path => meta(made[path], what))).size, own.length, what);
  for (const path of own) {
    const html = made[path];
    const description = meta(html, 'description');
    assert.equal(unescaped(/<title>([^<]+)<\/title>/.exec(html)[1]), meta(html, 'og:title'), path);
    assert.equal(description, meta(html, 'og:description'), path);
    assert.ok(
      description.length >= 50 && description.length <= 320,
      `${path}: ${description.length} ${description}`,
    );
    assert.deepEqual(leftOpen(html, path), [], path);
    const spare = path.startsWith('lessons/') ? LESSON : (SPARE[path] ?? '');
    assert.doesNotMatch(html.replace(spare, ''), /<script|undefined|NaN|\[object/, path);
    assert.equal([...html.matchAll(/<h1>/g)].length, 1, path);
  }
});

test('the app is a page for each kind of figure, whose preview shows that kind', () => {
  for (const path of APPS) {
    const figure = path === 'index.html' ? 'modify.html' : path;
    const html = made[path];
    assert.equal(meta(html, 'og:image'), `figures/${figure.replace('html', 'png')}`);
    assert.ok(made[meta(html, 'og:image')], path);
    assert.equal(meta(html, 'og:image:alt'), meta(made[`figures/${figure}`], 'og:image:alt'));
    const [, opened = '1'] = /<nine-fold(?: link="([^"]*)")?>/.exec(html);
    assert.equal(`${engine.decode(opened).state.figure}.html`, figure);
    assert.match(html, /<script type="module" src="\.\/main\.js"/);
    assert.deepEqual([...new Set(html.match(/figures\/\w+\.html/g))], [`figures/${figure}`]);
  }
  assert.equal(new Set(APPS.map(path => meta(made[path], 'og:title'))).size, APPS.length);
});

test('each reading is there in words: every sentence with its verdicts, its reason and its tests', () => {
  for (const {name, question, link, sentences} of ask('readings')) {
    const html = made[`readings/${name}.html`];
    const text = readable(html);
    assert.ok(text.includes(question) && html.includes(`href="../index.html#${link}"`), name);
    const borne = sentences.filter(({verdict}) => verdict).length;
    assert.ok(text.includes(`Of its ${sentences.length} sentences ${borne} are true`), name);
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

test("where the settings are the real head's own, it stands beside the one that was built", () => {
  const readingPages = pages.filter(path => /^readings\/[a-z]+\.html$/.test(path));
  const real = readingPages.filter(path => made[path].includes('the real head</a>'));
  assert.deepEqual(real.sort(), ['readings/mean.html', 'readings/sink.html']);
  const verdicts = [...made['readings/sink.html'].matchAll(/<b class="(true|false)">/g)].map(
    ([, verdict]) => verdict,
  );
  assert.equal(verdicts.length, 20);
});

test('each figure opens at its own state, and its page says what its check is', () => {
  for (const figure of ['modify', 'mean', 'cross']) {
    const html = made[`figures/${figure}.html`];
    const [, link] = /class="open" href="\.\.\/[a-z]+\.html#([^"]*)"/.exec(html);
    const {state, ignored} = engine.decode(link);
    assert.deepEqual([state.figure, state.source, ignored], [figure, 'model', []]);
    assert.match(html, /check <code>[0-9a-f]{16}<\/code>/);
    assert.equal(html.split('<tr>').length - 2, figure === 'modify' ? 10 : 12);
  }
});

// ---- Addresses whose # was written %23 ---------------------------------------------------------

const BETTER = [
  [
    'https://example.org/nine/index.html%231;n=5;check=0123456789abcdef',
    'https://example.org/nine/index.html#1;n=5;check=0123456789abcdef',
  ],
  ['https://example.org/nine/%231;n=5', 'https://example.org/nine/#1;n=5'],
  ['https://example.org/%2523' + '1%253Bn%253D5', 'https://example.org/#1%253Bn%253D5'],
  ['https://example.org/nine/%25252' + '31;n=5', 'https://example.org/nine/#1;n=5'],
  [
    'https://example.org/nine/index.html%231;question=A~23B%23C',
    'https://example.org/nine/index.html#1;question=A~23B%23C',
  ],
  ['https://example.org/nine/%231;n=5&seed=7?x=1', 'https://example.org/nine/#1;n=5&seed=7?x=1'],
];
const NOTHING = [
  'https://example.org/nine/missing.html',
  'https://example.org/a%23b/c',
  'https://example.org/nine/?q=%231;n=5',
  'https://example.org/nine/#%231;n=5',
  'https://example.org/nine/file.js%231;n=5',
];
const STARTS = [
  ['https://example.org/nine/x.html', 'https://example.org/nine/'],
  ['https://example.org/nine/readings/x.html?a#b', 'https://example.org/nine/'],
  ['https://example.org/nine/index.html%231;n=5/6', 'https://example.org/nine/'],
  ['https://example.org/x', 'https://example.org/'],
];

test('the part before %23 is the page, and the part after it the link', () => {
  for (const [wrong, right] of BETTER) {
    assert.equal(repaired(wrong), right);
    assert.equal(engine.decode(repaired(wrong)).lossless, !/x=1/.test(wrong), wrong);
  }
  for (const address of NOTHING) assert.equal(repaired(address), null, address);
});

test('from an address that names nothing the start of the site is found', () => {
  for (const [href, start] of STARTS) assert.equal(home(href), start);
});

/**
 * Runs the script of the page as a browser does that was sent it for `href`: where it goes, and
 * what it shows.
 */
function visit(html, href) {
  const gone = [];
  const elements = {};
  const element = () => ({
    children: [],
    replaceChildren(...all) {
      this.children = all;
    },
    remove() {
      this.gone = true;
    },
  });
  const document = {getElementById: id => (elements[id] ??= element()), createElement: element};
  const location = {href, replace: to => gone.push(to)};
  runInNewContext(/<script>([^]*)<\/script>/.exec(html)[1], {location, document});
  return {gone, hint: elements.hint, home: elements.home};
}

test('the page for what is missing goes to the right address, and shows it as a link', () => {
  const html = made['404.html'];
  for (const [wrong, right] of BETTER) {
    const {gone, hint} = visit(html, wrong);
    assert.deepEqual(
      [gone, hint.children[1].href, hint.children[1].textContent],
      [[right], right, right],
    );
  }
  for (const address of NOTHING) {
    const {gone, hint} = visit(html, address);
    assert.deepEqual([gone, hint.gone], [[], true], address);
  }
  assert.match(readable(html), /put # in the place of the first %23/); // without scripts
  assert.deepEqual(leftOpen(html, '404.html'), []);
});

test('the server answers a link with %23 by that page, wherever the site is, and a browser is sent on', async () => {
  const href = at('index.html%231;figure=mean;n=4');
  const response = await fetch(href);
  const html = await response.text();
  assert.deepEqual(
    [response.status, response.headers.get('content-type')],
    [404, 'text/html; charset=utf-8'],
  );
  const [to] = visit(html, href).gone;
  assert.equal(to, at('index.html#1;figure=mean;n=4'));
  assert.equal((await fetch(to)).status, 200);
  assert.equal(visit(html, at('readings/nothing.html')).home.href, at(''));
});

// ---- The public address ------------------------------------------------------------------------

test('with a public address previews and canonical links are absolute, and nothing else changes', async () => {
  const there = await files('https://example.org/nine/', '');
  const html = there['readings/sink.html'];
  assert.equal(meta(html, 'og:image'), 'https://example.org/nine/readings/sink.png');
  assert.equal(meta(html, 'og:url'), 'https://example.org/nine/readings/sink.html');
  assert.match(
    html,
    /<link rel="canonical" href="https:\/\/example\.org\/nine\/readings\/sink\.html">/,
  );
  assert.equal(
    meta(there['index.html'], 'og:image'),
    'https://example.org/nine/figures/modify.png',
  );
  assert.equal(meta(there['index.html'], 'og:url'), 'https://example.org/nine/');
  assert.match(there['404.html'], /<a id="home" href="https:\/\/example\.org\/nine\/">/);
  const tags = /<link rel="canonical"[^>]*>\n|<meta property="og:(url|image)"[^>]*>\n/g;
  const named = / script-src '(none|sha256-[^;]*)'/; // a script the less
  const bare = text =>
    text
      .replace(tags, '')
      .replaceAll(' home="../"', '')
      .replaceAll('>https://example.org/nine/lessons/', '>lessons/') // as it is printed
      .replace(HERE, '')
      .replace(named, '');
  assert.match(made['lessons/value.html'], /<nine-fold link="[^"]*" [^>]*home="\.\.\/">/);
  assert.doesNotMatch(there['lessons/value.html'], /home=/, 'the scripts know it');
  assert.match(made['embedding.html'], HERE);
  assert.doesNotMatch(there['embedding.html'], HERE);
  for (const path of pages) assert.equal(bare(there[path]), bare(made[path]), path);
});

const FOLDERS = [
  'https://example.org',
  'https://example.org/',
  'http://localhost:8000/nine',
  'https://example.org/~ann/nine/',
];
const NO_FOLDERS = [
  'example.org',
  'ftp://example.org/',
  'https://',
  'https://example.org/?a',
  'https://example.org/#1',
  'https://example.org/a b',
  '"><script>',
];

test('the public address is a folder, or refused with what is allowed', () => {
  assert.equal(publicAddress(''), '');
  for (const said of FOLDERS) assert.equal(publicAddress(said), `${said.replace(/\/$/, '')}/`);
  for (const said of NO_FOLDERS)
    assert.throws(
      () => publicAddress(said),
      /NINEFOLD_URL: read .* allowed: the address of a folder/,
      said,
    );
});

// ---- About -------------------------------------------------------------------------------------

test('every page leads to what is said about Ninefold, and that to the paper and its documents', () => {
  for (const path of pages) {
    const up = path.includes('/') ? '../' : '';
    assert.ok(addresses(made[path]).includes(`${up}about.html`), path);
  }
  const to = addresses(made['about.html']);
  for (const address of [PAPER, 'model.html', 'links.html', 'numerics.html'])
    assert.ok(to.includes(address), address);
});

test('where the sources are is said as far as the build was told, and no address is made up', async () => {
  const outside = html => addresses(html).filter(to => /^\w+:/.test(to) && !/^data:/.test(to));
  assert.deepEqual(outside(made['about.html']), [PAPER]);
  const where = 'https://example.org/sources/nine&more';
  const told = (await files('', where))['about.html'];
  assert.deepEqual(outside(told), [PAPER, where]);
  assert.match(readable(told), /They are at https:\/\/example\.org\/sources\/nine&more\./);
});

// ---- What is made for the page -----------------------------------------------------------------

const imported = async name =>
  import(`data:text/javascript,${encodeURIComponent(modules()[name])}`);

/**
 * What a sentence comes to in the module: the first of its statements that fails decides, else the
 * first.
 */
function judged(link, {test: tests, with: change, slack, refutes}) {
  const fields = link
    .split(';')
    .filter(field => !change || !field.startsWith(`${change.split('=')[0]}=`));
  engine.compute([...fields, change].filter(Boolean).join(';'));
  const verdicts = tests.split(';').map(statement => engine.ask(statement, slack));
  const {holds, number, bound} = verdicts.find(({holds}) => !holds) ?? verdicts[0];
  return {verdict: holds !== refutes, number, bound};
}

test('the readings that the page gets, judged by the module, come to the verdicts of the command line', async () => {
  const {readings: all} = await imported('readings-data.js');
  const expected = ask('readings');
  const sealed = link => `${link};check=${engine.check(link)}`;
  assert.deepEqual(
    all.map(({name, question, link}) => [name, question, link]),
    expected.map(({name, question, link}) => [name, question, sealed(link)]),
  );
  all.forEach(({link, sentences}, reading) =>
    sentences.forEach((sentence, at) => {
      const {text, any, reason, verdict, number, bound} = expected[reading].sentences[at];
      assert.deepEqual([sentence.text, sentence.any, sentence.reason], [text, any, reason]);
      assert.deepEqual(judged(link, sentence), {verdict, number, bound}, text);
    }),
  );
});

test('settings hold the version of the package', async () => {
  const {version, address} = await imported('settings.js');
  assert.equal(version, JSON.parse(readFileSync(join(ROOT, 'web/package.json'), 'utf8')).version);
  assert.equal(address, publicAddress());
});

// ---- The reference -----------------------------------------------------------------------------

/** What a key's row must say that it takes. */
const allowedOf = ({kind, range, words}) =>
  kind === 'choice' || (kind === 'words' && words)
    ? words.split(' ')
    : range.slice(kind === 'text' || kind === 'words' ? 1 : 0);

test('the reference has every key with its range, every measure with its formula, and statements to be read', () => {
  const html = made['reference.html'];
  const text = readable(html);
  const measures = ask('measures');
  for (const {key, help, default: initial, ...rest} of ask('params')) {
    const row = readable(html.split('<tr>').find(part => part.includes(`id="${key}"`)));
    assert.ok(row.includes(help) && row.includes(initial), key);
    for (const allowed of allowedOf(rest))
      assert.ok(row.includes(String(allowed)), `${key}: ${allowed}`);
  }
  assert.deepEqual(
    measures.map(({key}) => key),
    Object.keys(FORMULAS),
  );
  for (const {key, help} of measures)
    assert.ok(html.includes(formula(FORMULAS[key])) && text.includes(help), key);
  const forms = html.slice(html.indexOf('id="statements"'));
  const examples = [...forms.matchAll(/<th scope="row"><code>([^<]*~[^<]*)<\/code>/g)].map(
    ([, example]) => example,
  );
  assert.equal(examples.length, 9);
  for (const example of examples)
    assert.deepEqual(engine.decode(`1;ask1=${example}`).ignored, [], example);
});

test('formulas are set with their letters and indices', () => {
  assert.equal(
    formula('largest A_i max_j w_ij over rows i ≥ 4'),
    'largest <i>A</i><sub>i</sub> max<sub>j</sub> <i>w</i><sub>ij</sub> over rows <i>i</i> ≥ 4',
  );
  for (const text of Object.values(FORMULAS))
    assert.doesNotMatch(formula(text), /_|<i>.<\/i>.*<i><\/i>/);
});
