// Documents as pages: every word of them is there, as what it is, and what is not read is refused.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {test} from 'node:test';
import {fileURLToPath} from 'node:url';
import {documents} from '../../web/site/documents.mjs';
import {htmlOf} from '../../web/site/markdown.mjs';
import {unescaped} from '../../web/site/parts.mjs';

const read = path => readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8');
const leads = {link: to => (to.endsWith('.md') ? to.replace('.md', '.html') : null)};

const KINDS = {
  '# A *': '<h1>A *</h1>',
  '## What is `said`?': '<h2 id="what-is-said">What is <code>said</code>?</h2>',
  'two\nlines': '<p>two\nlines</p>',
  '- one\n  more\n- two': '<ul>\n<li>one more</li>\n<li>two</li>\n</ul>',
  '1. one\n2. two': '<ol>\n<li>one</li>\n<li>two</li>\n</ol>',
  '    a < b\n    **c**': '<pre><code>a &lt; b\n**c**</code></pre>',
  '```sh\n# a\n\nb\n```\nc': '<pre><code># a\n\nb</code></pre>\n<p>c</p>',
  '| | |\n| --- | --- |\n| a | `b` |':
    '<div class="scroll"><table>\n<tbody><tr><th scope="row">a</th><td><code>b</code></td></tr></tbody></table></div>',
  '| a | b |\n| --- | --- |\n| c | d |':
    '<div class="scroll"><table><thead><tr><th>a</th><th>b</th></tr></thead>\n' +
    '<tbody><tr><th scope="row">c</th><td>d</td></tr></tbody></table></div>',
  'a **b c** & [d](e.md), [f](g.c)': '<p>a <b>b c</b> &amp; <a href="e.html">d</a>, f</p>',
  '`**a** [b](c.md) <i>`': '<p><code>**a** [b](c.md) &lt;i&gt;</code></p>',
};

test('each kind of block, and what stands in lines', () => {
  for (const [text, html] of Object.entries(KINDS)) assert.equal(htmlOf(text, leads), html, text);
});

const STRANGE = [
  '> a',
  '![a](b.png)',
  '<b>a</b>',
  '* a',
  '#### a',
  'a *b* c',
  'a _b_ c',
  'a\n===\n',
];

test('what is not read is refused, and named', () => {
  for (const text of STRANGE)
    assert.throws(() => htmlOf(text, leads), /Markdown: [^]* is none that is read here/, text);
});

/** The words of a text, without signs of Markdown or HTML. */
const wordsOf = text => text.replace(/[`*|#]|\]\([^)]*\)|\[|^[-\d]\.? /gm, ' ').match(/\S+/g);

test('every word of a document is on its page, but for what is about the sources', () => {
  const all = documents('');
  assert.equal(all.length, 8);
  for (const {path, file, body} of all) {
    const [said] = read(file).split('\n## In the sources\n');
    const shown = unescaped(body.replace(/<\/?(?!example)[a-z][^>]*>/g, ' '));
    const plain = text =>
      wordsOf(text)
        .join('')
        .replace(/build\/site\/|-{3,}|^(sh|html)$/g, '');
    const without = read => plain(read.replace(/^```\w*$/gm, ''));
    assert.equal(without(shown), without(said), path);
  }
});
