// Documents of the repository that readers of the site need, as pages. What is for readers of the
// sources alone is left out: the section "In the sources".

import {readFileSync} from 'node:fs';
import {dirname, join, normalize} from 'node:path';
import {htmlOf} from './markdown.mjs';
import {code} from './parts.mjs';
import {root} from './shell.mjs';

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
];

/** The page that a link of a document leads to, or null if the site has none. */
function leadsFrom(file) {
  const pageOf = path => DOCUMENTS.find(document => document.file === path)?.path ?? null;
  return to => {
    if (/^https:/.test(to)) return null;
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

export const documents = () =>
  DOCUMENTS.map(page => ({
    ...page,
    body: htmlOf(forReaders(readFileSync(root(page.file), 'utf8')), {
      link: leadsFrom(page.file),
      code: pageNamed,
    }),
  }));
