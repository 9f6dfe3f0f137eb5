// What is cited brings the figure back.
import assert from 'node:assert/strict';
import test from 'node:test';
import {citation} from '../../web/around/cite.js';
import {run} from './lib/engine.mjs';
import {randomLinks} from './lib/random-links.mjs';

const FACTS = {
  address: 'https://example.org/nine/',
  version: '0.1.0',
  date: '2025-03-02',
  authors: '',
};
const cited = link => ({link, check: link.slice(-16)});

test('the link in a citation, plain or BibTeX, is reproduced', () => {
  const links = randomLinks(901, 20, {n: 4, d: 32, heads: 2}).map(({link}) => link);
  const sealed = run(['seal', '-'], links.join('\n')).out.trimEnd().split('\n');
  for (const line of sealed) {
    const {plain, bibtex} = citation({...FACTS, ...cited(line)});
    const [, inUrl] = /\\url\{(.*)\}\}/.exec(bibtex);
    assert.equal(inUrl, `https://example.org/nine/#${line}`);
    assert.ok(plain.includes(inUrl), plain);
    assert.equal(run(['check', inUrl]).out.split(/\s/)[0], 'reproduced');
    assert.equal(
      run(['check', plain]).out.split(/\s/)[0],
      'reproduced',
      'the whole citation, as it is pasted',
    );
  }
});

test('both name check, format and version, and when it was', () => {
  const {plain, bibtex} = citation({
    ...FACTS,
    ...cited('1;figure=mean;n=14~15~16;check=3f2a9c01d4e5b677'),
  });
  assert.equal(
    plain,
    'Ninefold: nine attention panels. Ninefold 0.1.0, link format 1, check 3f2a9c01d4e5b677. ' +
      'https://example.org/nine/#1;figure=mean;n=14~15~16;check=3f2a9c01d4e5b677 (2025-03-02). ' +
      'Follows figures of “On the Role of Attention Heads in Large Language Model Safety”, arXiv 2410.13708.',
  );
  assert.equal(
    bibtex,
    `@misc{ninefold-3f2a9c01,
  key = {Ninefold},
  title = {{Ninefold: nine attention panels}},
  year = {2025},
  howpublished = {\\url{https://example.org/nine/#1;figure=mean;n=14~15~16;check=3f2a9c01d4e5b677}},
  note = {Ninefold 0.1.0, link format 1, check 3f2a9c01d4e5b677; accessed 2025-03-02; follows figures of arXiv:2410.13708}
}

@misc{arxiv-2410.13708,
  key = {arXiv},
  title = {{On the Role of Attention Heads in Large Language Model Safety}},
  year = {2024},
  howpublished = {\\url{https://arxiv.org/abs/2410.13708}},
  note = {arXiv:2410.13708}
}
`,
  );
});

test('without a check that is said, and without an address the link stands alone', () => {
  const {plain, bibtex} = citation({...FACTS, address: '', link: '1;n=5', check: null});
  assert.match(plain, /link format 1, without a check\. 1;n=5 \(2025-03-02\)\. Follows /);
  assert.match(bibtex, /^@misc\{ninefold-2025-03-02,\n/);
  assert.match(bibtex, /\{Link of Ninefold: \\url\{1;n=5\}\}/);
});

test('an address of any kind leaves the BibTeX entry whole', () => {
  for (const address of [
    'https://example.org/~ann/a_b/#1;n=3',
    'https://example.org/100%25/',
    'file:///pages/ann {x}/nine\\fold.html',
    'https://exämple.org/',
  ]) {
    const {bibtex} = citation({...FACTS, address, ...cited('1;n=5;check=3f2a9c01d4e5b677')});
    let depth = 0;
    for (const c of bibtex.replace(/\\%/g, '')) {
      if (c === '{') depth++;
      if (c === '}') depth--;
      assert.ok(depth >= 0, bibtex);
    }
    assert.equal(depth, 0, bibtex);
    assert.equal(bibtex.split('\n').length, 16);
    assert.doesNotMatch(bibtex.replace(/\\%/g, ''), /[%\\](?!url)|n=3/);
  }
});

test('authors and the paper are named where the build was told, and each entry is whole', () => {
  const facts = {...FACTS, ...cited('1;n=5;check=3f2a9c01d4e5b677')};
  const {plain, bibtex} = citation({...facts, authors: 'Ada Example and Ben & Co'});
  assert.match(plain, /^Ada Example and Ben & Co\. Ninefold/);
  assert.match(bibtex, /\n {2}author = \{Ada Example and Ben \\& Co\},\n/);
  assert.doesNotMatch(citation(facts).bibtex, /author/);
  assert.deepEqual(bibtex.match(/^@misc\{[^,]+,$/gm), [
    '@misc{ninefold-3f2a9c01,',
    '@misc{arxiv-2410.13708,',
  ]);
  assert.equal(bibtex.match(/^\}$/gm).length, 2);
});
