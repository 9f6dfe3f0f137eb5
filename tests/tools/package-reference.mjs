// The reference that the npm package carries, as Markdown:   node package-reference.mjs >FILE
//
// The site's page of links, statements and measures, the messages of a frame as they are published,
// and the words that programs go by.
import {readFileSync} from 'node:fs';
import {CAUSES} from '../../build/made/causes.js';
import {USES} from '../../build/made/constants.js';
import {unescaped} from '../../web/site/parts.mjs';
import {reference} from '../../web/site/reference.mjs';
import {root} from '../../web/site/shell.mjs';

/** Words of a line, without what Markdown has no sign for. @param {string} html */
const words = html =>
  unescaped(
    html
      .replace(/<\/?code>/g, '`')
      .replace(/<\/?b>/g, '**')
      .replace(/<sub>/g, '_')
      .replace(/<[^>]+>/g, ''),
  )
    .replace(/\s+/g, ' ')
    .trim();

/** @param {string} row of a table */
function line(row) {
  const cells = [...row.matchAll(/<t[hd][^>]*>([^]*?)<\/t[hd]>/g)].map(([, cell]) => words(cell));
  return `| ${cells.map(cell => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

/** @param {string} html */
function tableOf(html) {
  const [head, ...rows] = html
    .match(/<tr[^>]*>[^]*?<\/tr>|(?<=<thead>)<th>[^]*?(?=<\/thead>)/g)
    .map(line);
  return [head, head.replace(/(?<=\| )(?:[^|]|(?<=\\)\|)+(?= \|)/g, '---'), ...rows].join('\n');
}

/** @type {[RegExp, (html: string) => string][]} */
const BLOCKS = [
  [/^<table/, tableOf],
  [/^<h1/, html => `# ${words(html)}`],
  [/^<h2/, html => `## ${words(html)}`],
  [/^<p/, html => words(html)],
];

/** The pieces of a page; paragraphs that lead to other pages of the site are left out. */
function markdown(html) {
  const pieces = html.match(/<(table|h1|h2|p)\b[^>]*>[^]*?<\/\1>/g);
  const own = pieces.filter(piece => !/^<p[^]*href=/.test(piece));
  return own.map(piece => BLOCKS.find(([starts]) => starts.test(piece))[1](piece)).join('\n\n');
}

const [, messages] = /\n(## Messages\n[^]*?)\n## /.exec(
  readFileSync(root('web/site/PUBLISHING.md'), 'utf8'),
);

const listed = list =>
  list
    .filter(Boolean)
    .map(word => `\`${word}\``)
    .join(', ');

console.log(`${markdown(reference().body)}

## Causes

\`fault.cause\` of an \`EngineError\`, and \`cause\` of what is in \`ignored\` and of a verdict, is one of
these: ${listed(CAUSES)}.

\`use\`, of what is in \`ignored\`, says what is used instead: ${listed(USES)}.

${messages.trim()}`);
