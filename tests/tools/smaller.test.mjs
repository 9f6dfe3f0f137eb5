// Style sheets in built scripts lose white space and comments, and nothing else.
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {smaller} from '../../web/site/smaller.mjs';

test('white space and comments of a sheet go; quotes, values and what is put in stay', () => {
  const sheet = `
/* it's said */
.a, .b > .c { margin: 0 auto; grid-template-areas: 'top  top' "one; two"; }
@media (min-width: 940px) { .d :hover { width: calc(100% - 2px); border: \${x} \${y}; } }
`;
  assert.equal(
    smaller(`const s=\`${sheet}\`;`),
    'const s=`.a,.b > .c{margin:0 auto;grid-template-areas:\'top  top\' "one; two"}' +
      '@media (min-width:940px){.d :hover{width:calc(100% - 2px);border:${x} ${y}}}`;',
  );
});

test('what is no sheet stays as it is', () => {
  for (const script of [
    '`two words: {a: 1;  }`',
    '`a  b`',
    '"  .a { }  "',
    '`<p>  .a { b; } </p>`',
  ])
    assert.equal(smaller(script), script);
});
