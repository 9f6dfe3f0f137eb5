// A figure as it is cited: with its link, its check, and what is needed to compute it again.

import {formatOf} from '../engine/link-text.js';

/**
 * @typedef {{link: string, check: string | null, address: string, version: string, date: string,
 *   authors: string}} Cited
 *   `link` is sealed: with its check, if it is to have one; `address` the page's public one, or
 *   empty; `date` as 2025-03-02; `authors` as BibTeX has them, with "and" between, or empty
 */

const TITLE = 'Ninefold: nine attention panels';

const PAPER = {
  title: 'On the Role of Attention Heads in Large Language Model Safety',
  year: '2024',
  number: '2410.13708',
};

/** The paper whose figures these are, as an entry of its own. BibTeX sorts by `key` without authors. */
const paperEntry = `@misc{arxiv-${PAPER.number},
  key = {arXiv},
  title = {{${PAPER.title}}},
  year = {${PAPER.year}},
  howpublished = {\\url{https://arxiv.org/abs/${PAPER.number}}},
  note = {arXiv:${PAPER.number}}
}
`;

/** BibTeX counts braces and treats these signs as its own. @param {string} text */
const braced = text => text.replace(/[{}\\]/g, '').replace(/[%#&_$]/g, '\\$&');

/**
 * What \url{} takes as it is: links are made of such signs, and addresses with others are escaped.
 * @param {string} text
 */
const url = text =>
  text.replace(/[^!-~]|[{}\\%]/g, c =>
    c === '%' ? '\\%' : encodeURIComponent(c).replace(/%/g, '\\%'),
  );

/**
 * @param {Cited} cited
 * @returns {{plain: string, bibtex: string}}
 */
export function citation({link, check, address, version, date, authors}) {
  const where = address ? `${address.replace(/#.*/, '')}#${link}` : link;
  const made = `Ninefold ${version}, link format ${formatOf(link)}, ${check ? `check ${check}` : 'without a check'}`;
  return {
    plain:
      `${authors ? `${authors}. ` : ''}${TITLE}. ${made}. ${where} (${date}). ` +
      `Follows figures of “${PAPER.title}”, arXiv ${PAPER.number}.`,
    bibtex: `@misc{ninefold-${check ? check.slice(0, 8) : date},
${authors ? `  author = {${braced(authors)}},\n` : ''}  key = {Ninefold},
  title = {{${TITLE}}},
  year = {${date.slice(0, 4)}},
  howpublished = {${address ? '' : 'Link of Ninefold: '}\\url{${url(where)}}},
  note = {${braced(made)}; accessed ${date}; follows figures of arXiv:${PAPER.number}}
}

${paperEntry}`,
  };
}
