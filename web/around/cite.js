// A figure as it is cited: with its link, its check, and what is needed to compute it again.

import {formatOf} from '../engine/link-text.js';

/**
 * @typedef {{link: string, check: string | null, address: string, version: string, date: string}}
 *   Cited
 *   `link` is sealed: with its check, if it is to have one; `address` the page's public one, or
 *   empty; `date` as 2025-03-02
 */

const TITLE = 'Ninefold: nine attention panels';

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
export function citation({link, check, address, version, date}) {
  const where = address ? `${address.replace(/#.*/, '')}#${link}` : link;
  const made = `Ninefold ${version}, link format ${formatOf(link)}, ${check ? `check ${check}` : 'without a check'}`;
  return {
    plain: `${TITLE}. ${made}. ${where} (${date}).`,
    bibtex: `@misc{ninefold-${check ? check.slice(0, 8) : date},
  title = {{${TITLE}}},
  year = {${date.slice(0, 4)}},
  howpublished = {\\url{${url(where)}}},
  note = {${braced(made)}; accessed ${date}}
}
`,
  };
}
