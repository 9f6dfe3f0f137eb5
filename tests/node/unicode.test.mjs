// The tables of Unicode that tokenizers use, against Node's own. Node may be older or newer:
// characters that one of the two does not know yet are not compared.
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {charClasses, version} from './lib/unicode.mjs';

const OTHER = 0;
const EXPRESSIONS = [
  /^\p{L}$/u,
  /^[\p{Nd}\p{Nl}]$/u,
  /^\p{No}$/u,
  /^[\p{Alphabetic}\p{M}\p{Pc}\p{Join_Control}]$/u,
];

test('characters are letters, digits, other numbers and parts of words as for Node', () => {
  const classes = charClasses();
  const isNewer = Number(process.versions.unicode) > Number(version);
  let compared = 0;
  for (let code = 0; code < classes.length; code++) {
    if (code >= 0xd800 && code < 0xe000) continue;
    const character = String.fromCodePoint(code);
    if (/\p{Cn}/u.test(character)) continue;
    const theirs = EXPRESSIONS.findIndex(expression => expression.test(character)) + 1;
    if (isNewer && classes[code] === OTHER) continue;
    assert.equal(classes[code], theirs, `U+${code.toString(16)}`);
    compared++;
  }
  assert.ok(compared > 140000, `${compared} compared`);
});
