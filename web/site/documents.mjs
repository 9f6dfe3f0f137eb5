// Documents of the repository that readers of the site need, as pages. What is for readers of the
// sources alone is left out: the section "In the sources".

import {readFileSync} from 'node:fs';
import {dirname, join, normalize} from 'node:path';
import {htmlOf} from './markdown.mjs';
import {code, escaped} from './parts.mjs';
import {repository, root} from './shell.mjs';

const PAPER = 'https://arxiv.org/abs/2410.13708';

/** Where the sources are, as far as the build was told. @param {string} address */
const whereSources = address =>
  address && `\n<p>They are at <a href="${escaped(address)}">${escaped(address)}</a>.</p>`;

const DOCUMENTS = [
  {
    file: 'web/README.md',
    path: 'using.html',
    title: 'Using the page of Ninefold',
    description:
      'Reading cells, keys for all of it, taking a figure along as a link, readings to judge, and ' +
      'questions to ask and to answer.',
  },
  {
    file: 'src/GLOSSARY.md',
    path: 'glossary.html',
    title: 'Glossary of Ninefold',
    description: 'What words mean here: head, Query, weight, panel, operation, link, check.',
  },
  {
    file: 'src/engine/NUMERICS.md',
    path: 'numerics.html',
    title: 'What Ninefold computes',
    description:
      'Where Query, Key and Value come from, what is done to them, in which order numbers are ' +
      'added up, and why the bits are the same on every machine.',
  },
  {
    file: 'src/engine/SPEED.md',
    path: 'speed.html',
    title: 'How quick Ninefold is',
    description:
      'Nine panels beside other engines, the product beside the most that the machine does, the ' +
      'trained model, and how all of it was measured.',
  },
  {
    file: 'src/engine/LINKS.md',
    path: 'links.html',
    title: 'Links of Ninefold',
    description:
      'How a link is written and read, what its check says, what is told of what is not ' +
      'understood, and how a link puts statements to the test.',
  },
  {
    file: 'src/train/README.md',
    path: 'model.html',
    title: 'The trained model of Ninefold',
    description:
      'A small transformer that was trained to be looked at: its shape, its texts, its heads, and ' +
      'what it cannot show.',
  },
  {
    file: 'web/site/PUBLISHING.md',
    path: 'publishing.html',
    title: 'Publishing and embedding Ninefold',
    description:
      'How to put the site on a server, which headers it needs, and how to embed a figure in ' +
      'pages of your own.',
  },
  {
    file: 'web/site/ABOUT.md',
    path: 'about.html',
    title: 'About Ninefold',
    description:
      'The paper whose figures it follows, the model that it ships, how it is checked to the bit, ' +
      'what is kept where, its licence and its sources.',
    end: whereSources,
  },
];

/** The page that a link of a document leads to, or null: the site has none. The paper is its own. */
function leadsFrom(file) {
  const pageOf = path => DOCUMENTS.find(document => document.file === path)?.path ?? null;
  return to => {
    if (/^https:/.test(to)) return to === PAPER ? to : null;
    const [path, place] = to.split('#');
    const page = path ? pageOf(normalize(join(dirname(file), path))) : '';
    return page === null ? null : page + (place ? `#${place}` : '');
  };
}

const A_PAGE = /^build\/site\/(\w+\.html)$/;

/** A page of the site by its own name leads there. */
const pageNamed = text => {
  const [, page] = A_PAGE.exec(text) ?? [];
  return page ? `<a href="${page}">${code(page)}</a>` : null;
};

const forReaders = text => text.split('\n## In the sources\n')[0];

const bodyOf = file =>
  htmlOf(forReaders(readFileSync(root(file), 'utf8')), {link: leadsFrom(file), code: pageNamed});

/** @param {string} [sources] the address of the sources, '' where it was not said */
export const documents = (sources = repository()) =>
  DOCUMENTS.map(({end = () => '', ...page}) => ({...page, body: bodyOf(page.file) + end(sources)}));
