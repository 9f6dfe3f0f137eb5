// `pair`: a second figure in a link. `check` judges both.
import assert from 'node:assert/strict';
import test from 'node:test';
import {panels} from './lib/engine.mjs';
import {judge, sealed} from './lib/judged.mjs';
import {spell} from '../../web/controls/text.js';

const A = '1;n=5;heads=2;sink=3';
const B = 'sink=5;eps=0.9~0.8~0.7';
const checkOf = link => panels(link).check;
const SECOND = checkOf('1;n=5;heads=2;sink=5;eps=0.9~0.8~0.7');
const FIRST = checkOf(A);
const paired = (a, said) => `${a};pair=${spell(said)}`;
const judged = link => judge([link]).lines[0];

test('a pair changes no check of its first figure', () => {
  assert.equal(sealed(paired(A, B)).slice(-16), FIRST);
  assert.notEqual(FIRST, SECOND);
});

test('both figures are reproduced', () => {
  const {status, why, link} = judged(`${paired(A, `${B};check=${SECOND}`)};check=${FIRST}`);
  assert.deepEqual([status, why], ['reproduced', '']);
  assert.ok(link.includes(`check~3d${SECOND}`), link);
});

test('a value that is the default counts in the second figure', () => {
  const said = `sink=8;check=${checkOf('1;n=5;heads=2')}`;
  assert.equal(judged(`${paired(A, said)};check=${FIRST}`).status, 'reproduced');
});

test('how it is looked at is no matter of the second figure, nor a pair within it', () => {
  const said = `${B};view=logits;pair=seed~3d9;check=${SECOND}`;
  assert.equal(judged(`${paired(A, said)};check=${FIRST}`).status, 'reproduced');
});

test('the worse of the two is what is said of the link', () => {
  const other = '0123456789abcdef';
  for (const [a, b, status, why] of [
    [FIRST, other, 'differs', new RegExp(`second figure: .*${other}.*${SECOND}`)],
    [other, SECOND, 'differs', new RegExp(`^[^;]*${other}[^;]*${FIRST}[^;]*$`)],
    [FIRST, '', 'unchecked', /second figure: /],
  ]) {
    const said = b ? `${B};check=${b}` : B;
    const line = judged(`${paired(A, said)};check=${a}`);
    assert.equal(line.status, status);
    assert.match(line.why, why);
  }
});

test('what is not accepted of the second figure is named', () => {
  const line = judged(`${paired(A, 'sink=99')};check=${FIRST}`);
  assert.equal(line.status, 'invalid');
  assert.match(line.why, /second figure: sink: .*20/);
});

test('statements are put to the first figure', () => {
  const said = spell(`${B};check=${SECOND}`);
  const ask = `ask1=first~p11~in~${panels(A).panels[0].measures.first - 1e-6}~1`;
  const {asks, status} = judged(`${A};pair=${said};${ask};check=${FIRST}`);
  assert.equal(status, 'reproduced');
  assert.deepEqual(
    asks.map(({verdict}) => verdict),
    ['holds'],
  );
  assert.notEqual(
    panels(`${A};${B}`.replace('sink=3;', '')).panels[0].measures.first,
    asks[0].number,
  );
});
