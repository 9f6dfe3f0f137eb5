// `pair`: a second figure in a link. `check` judges both.
import assert from 'node:assert/strict';
import test from 'node:test';
import {panels, run} from './lib/engine.mjs';
import {judge, sealed} from './lib/judged.mjs';
import {spell} from '../../web/controls/text.js';
import {says} from './lib/words.mjs';

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
    assert.match(line.why, says(why));
  }
});

test('what is not accepted of the second figure is named', () => {
  const line = judged(`${paired(A, 'sink=99')};check=${FIRST}`);
  assert.equal(line.status, 'invalid');
  assert.match(line.why, says(/second figure: sink: .*20/));
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

const ASKED = `${A};pair=${spell('sink=5')};question=When~3f;show=eps`;

/** What a teacher is told of one answer: its status, and the causes of notes. */
function noted(question, second) {
  const answer = ASKED.replace(/pair=[^;]*/, `pair=${spell(second)}`).replace(/;question.*/, '');
  const {of} = JSON.parse(run(['check', '--question', question, '--json'], '1;n=4').out);
  const line = `${answer};of=${of};check=${FIRST}`;
  const {out} = run(['check', '--question', question, '--json'], line);
  const [{status, right, notes}] = JSON.parse(out).answers;
  return [status, right, notes.map(({cause, row}) => (row ? `${cause}:${row}` : cause)).join(' ')];
}

test('of an answer both figures are judged, and what may not differ in the second', () => {
  const moved = (said, check) => noted(ASKED, `${said};check=${check}`);
  assert.deepEqual(moved(B, SECOND), ['reproduced', true, '']);
  assert.deepEqual(moved(B, '0123456789abcdef'), ['differs', false, 'other-check']);
  assert.deepEqual(noted(ASKED, B), ['unchecked', false, 'without-check']);
  assert.deepEqual(noted(ASKED, 'sink=99'), ['invalid', false, 'not-a-number:sink']);
  const seeded = checkOf('1;n=5;heads=2;sink=5;seed=2');
  assert.deepEqual(moved('sink=5;seed=2', seeded), ['reproduced', false, 'moved-setting:seed']);
});
