// Style sheets inside built scripts without their comments and white space, which esbuild leaves as
// they are written: node smaller.mjs FILE...
import {readFileSync, writeFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';

/** A text between backticks that begins as a style sheet does: with a rule, or with a comment. */
const SHEET = /`\s*(?:\/\*|[.:@][\w-])[^`]*\{[^`]*\}\s*`/g;

/** What stays as it is: texts in quotes, and what a script puts in. */
const KEPT = /('[^'\n]*'|"[^"\n]*"|\$\{[^}]*\})/;

const withoutComments = text => text.replace(/\/\*[^]*?\*\//g, '');
const withoutSpace = text =>
  text
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,]) ?/g, '$1')
    .replace(/: /g, ':')
    .replace(/;\}/g, '}');

/** All sheets of a script, smaller. @param {string} script */
export const smaller = script =>
  script.replace(SHEET, sheet =>
    withoutComments(sheet)
      .split(KEPT)
      .map((part, i) => (i % 2 ? part : withoutSpace(part)))
      .join('')
      .replace(/^`\s+/, '`'),
  );

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const file of process.argv.slice(2))
    writeFileSync(file, smaller(readFileSync(file, 'utf8')));
