// Every built page says what it may load and run, and nothing in it needs more than it says.
import assert from 'node:assert/strict';
import {createHash} from 'node:crypto';
import {readFileSync, readdirSync} from 'node:fs';
import {join} from 'node:path';
import {test} from 'node:test';
import {fileURLToPath} from 'node:url';
import {withPolicy} from '../../web/site/policy.mjs';

const BUILD = fileURLToPath(new URL('../../build/', import.meta.url));
const SITE = readdirSync(join(BUILD, 'site'), {recursive: true}).map(file => join('site', file));
const FILES = ['ninefold.html', 'ninefold-model.html'];
const PAGES = [...SITE, ...FILES].filter(file => file.endsWith('.html'));
const ALWAYS = {
  'default-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
  'require-trusted-types-for': ["'script'"],
  'trusted-types': ["'none'"],
};
const RUNS = ['', 'module', 'text/javascript'];

const read = page => readFileSync(join(BUILD, page), 'utf8');
const sha256 = text => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const isHash = source => source.startsWith("'sha");

/** What the page says: its sources by directive. */
function policyOf(html) {
  const said = [...html.matchAll(/<meta http-equiv="Content-Security-Policy" content="([^"]*)">/g)];
  assert.equal(said.length, 1);
  return Object.fromEntries(
    said[0][1].split('; ').map(part => {
      const [name, ...sources] = part.split(' ');
      return [name, sources];
    }),
  );
}

/** The elements of a name, one after the other as the browser reads them: attributes and text. */
function* elementsOf(html, name) {
  const start = new RegExp(`<${name}((?: [^>]*)?)>`, 'g');
  for (let found = start.exec(html); found; found = start.exec(html)) {
    const end = html.indexOf(`</${name}`, start.lastIndex);
    const type = / type="([^"]*)"/.exec(found[1])?.[1] ?? '';
    const from = / src=/.test(found[1]);
    yield {type, from, text: html.slice(start.lastIndex, end)};
    start.lastIndex = end;
  }
}

const scriptsOf = html => [...elementsOf(html, 'script')];
const inline = html => scriptsOf(html).filter(({type, from}) => !from && RUNS.includes(type));
const markup = html => html.replace(/(<(script|style)[^>]*>)[^]*?(?=<\/\2)/g, '$1');

test('each page has a policy before all that it is about, and sends nobody its address', () => {
  assert.ok(PAGES.length >= 22, `${PAGES.length} pages`);
  for (const page of PAGES) {
    const html = read(page);
    const policy = policyOf(html);
    const [first] = html.split('<meta http-equiv="Content-Security-Policy"');
    assert.doesNotMatch(first, /<(script|style|link|img|body|base)/, page);
    assert.match(html, /<meta name="referrer" content="no-referrer">/, page);
    for (const [name, sources] of Object.entries(ALWAYS))
      assert.deepEqual(policy[name], sources, `${page}: ${name}`);
  }
});

const hashesOf = elements => elements.map(({text}) => sha256(text));

test('each script and style that stands in a page is named by its hash, and no other', () => {
  for (const page of PAGES) {
    const html = read(page);
    const policy = policyOf(html);
    const isFigure = html.includes('<nine-fold');
    const styles = isFigure ? ["'unsafe-inline'"] : hashesOf([...elementsOf(html, 'style')]);
    assert.deepEqual(policy['script-src'].filter(isHash), hashesOf(inline(html)), page);
    assert.deepEqual(policy['style-src'], styles, page);
    assert.doesNotMatch(JSON.stringify(policy['script-src']), /'unsafe-|\*|data:|blob:/, page);
    assert.doesNotMatch(markup(html), /<[^>]* (style|on\w+)=|"javascript:/, page);
  }
});

test('a page runs files only if it starts one, and WebAssembly only for figures', () => {
  for (const page of PAGES) {
    const html = read(page);
    const {'script-src': scripts, 'connect-src': fetched} = policyOf(html);
    const starts = scriptsOf(html).some(({from}) => from);
    assert.equal(
      scripts.some(source => /^('self'|https?:)$/.test(source)),
      starts,
      page,
    );
    assert.equal(fetched !== undefined, starts, page);
    const computes = html.includes('<nine-fold') || page.endsWith('/class.html');
    assert.equal(scripts.includes("'wasm-unsafe-eval'"), computes, page);
  }
});

test('a page without the line that it goes behind is an error', () => {
  assert.throws(() => withPolicy('<!doctype html><p>words</p>'), /has no line <meta charset/);
});
