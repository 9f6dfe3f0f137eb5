// The page for a class judges by the very same C as `check --question`, and shows its rows in order.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import test from 'node:test';
import {ClassSheet} from '../../web/engine/answers.js';
import {load} from '../../web/engine/engine.js';
import {joined} from '../../web/class/reading.js';
import {counted, shownRows} from '../../web/class/rows.js';
import {run} from './lib/engine.mjs';
import {ANNA, BEN, CHANGED, OF_CHOICES, QUESTION, SHAPES} from './lib/answer-shapes.mjs';

const file = path => readFileSync(new URL(`../../${path}`, import.meta.url));
const engine = await load(file('build/ninefold-whole.wasm'));
engine.bringModel(file('web/model.bin'));
const sheet = new ClassSheet(engine);

const bytesOf = pasted => new Uint8Array(Buffer.from(pasted));

/** All rows that the module finds, as {rows, csv, quoted, without}. */
function byModule(question, pasted, limits = {}) {
  sheet.ask(question);
  const head = sheet.head();
  const {count, quoted, without} = sheet.begin(bytesOf(pasted), limits);
  const rows = [];
  for (let step = sheet.step(); step !== 'end'; step = sheet.step())
    if (step !== 'more') rows.push(step);
  assert.equal(rows.length, count);
  return {rows, csv: [head, ...rows.map(row => row.csv)].join('\n'), quoted, without};
}

const byProgram = (question, pasted, form, ...more) =>
  run(['check', '--question', question, form, ...more], pasted).out;

/** The same question, answers and verdicts, word for word and digit for digit. */
function assertSame(question, pasted) {
  const {rows, csv, quoted, without} = byModule(question, pasted);
  const {answers, quoted: asked, withoutLink} = JSON.parse(byProgram(question, pasted, '--json'));
  assert.deepEqual(
    rows.map(({csv: _, ...row}) => row),
    answers,
  );
  assert.deepEqual([quoted, without], [asked, withoutLink]);
  assert.equal(csv, byProgram(question, pasted, '--csv').trimEnd());
  return rows;
}

test('every shape of answers gives the same rows as the command line, as JSON and as CSV', () => {
  let rows = 0;
  for (const [, pasted] of SHAPES) rows += assertSame(QUESTION, pasted).length;
  assert.ok(rows > SHAPES.length, `${rows}`);
});

test('what was changed is named in the same words', () => {
  const notes = new Set();
  for (const [, question, pasted] of CHANGED) {
    const {of} = JSON.parse(byProgram(question, '1;n=4', '--json'));
    const text = pasted
      .replaceAll('OF', of)
      .replace(/<([^>]*)>/g, (_, link) => run(['seal', link]).out.trim());
    for (const row of assertSame(question, text)) for (const {cause} of row.notes) notes.add(cause);
  }
  assert.ok(notes.size >= 14, [...notes].join());
});

test('the limit of work is the same by default, and can be lifted', () => {
  const costly = '1;n=16384;d=256;heads=64;figure=mean;mask=none;check=0123456789abcdef';
  const [row] = byModule(QUESTION, costly).rows;
  assert.equal(row.status, 'too costly');
  const [other] = byModule(QUESTION, ANNA, {mostWork: 0}).rows;
  assert.equal(other.status, 'too costly');
});

test('the right choice is told to the judge', () => {
  const link = `1;n=5;d=32;heads=2;by=Anna;choice=2;words=x`;
  const answer = run(['seal', '--question', OF_CHOICES, link]).out.trim();
  const rightBy = choice => byModule(OF_CHOICES, answer, {choice}).rows[0].right;
  assert.deepEqual([0, 1, 2].map(rightBy), [true, false, true]);
});

test('a link that asks nothing is no question, and the next one is taken all the same', () => {
  assert.match(sheet.ask('1;n=5').question.why, /asks nothing/i);
  assert.match(sheet.ask(ANNA).question.why, /is an answer/i);
  assert.equal(byModule(QUESTION, ANNA).rows[0].right, true);
});

test('an answer together with its question is the same answer', () => {
  const [{together, link}] = byModule(QUESTION, ANNA).rows;
  assert.equal(link, ANNA);
  assert.match(together, /question=.*ask1=.*lock=.*of=.*check=/);
  const [again] = byModule(QUESTION, together).rows;
  assert.deepEqual([again.right, again.remarks, again.link], [true, '', together]);
});

test('rows are chosen and put in order without losing any', () => {
  const {rows} = byModule(QUESTION, `Zoë: ${ANNA}\n${BEN}\n${ANNA}\n1;n=4\nhello`);
  const seen = (filter, order) => shownRows(rows, {only: 'all', name: '', ...filter}, order);
  const inOrder = {by: 'row', falling: false};
  assert.deepEqual(seen({}, inOrder), rows);
  assert.deepEqual(
    seen({}, {by: 'who', falling: true}).map(({who}) => who),
    ['Ben Ott', 'Anna Meier', 'Anna Meier', ''],
  );
  assert.deepEqual(
    seen({}, {by: 'ask1', falling: false}).map(({row}) => row),
    [2, 1, 3, 4].sort((a, b) => {
      const of = row => rows[row - 1].statements[0].number ?? -Infinity;
      return of(a) - of(b) || a - b;
    }),
  );
  assert.deepEqual(
    seen({name: 'ANNA'}, inOrder).map(({row}) => row),
    [1, 3],
  );
  assert.deepEqual(
    seen({name: 'zoe'}, inOrder).map(({row}) => row),
    [1],
  );
  assert.equal(seen({only: 'right'}, inOrder).length + seen({only: 'wrong'}, inOrder).length, 4);
  const {right, again, statuses} = counted(rows);
  assert.deepEqual([right, again], [2, 1]);
  assert.equal(
    statuses.reduce((sum, [, number]) => sum + number, 0),
    rows.length,
  );
});

test('files stand one behind the other, each on a line of its own', () => {
  const files = [ANNA, BEN].map((text, i) => ({name: `${i}`, bytes: bytesOf(text)}));
  const text = Buffer.from(joined(files, '')).toString();
  assert.deepEqual(text.trim().split('\n'), [ANNA, BEN]);
  assert.throws(() => joined([{name: '', bytes: new Uint8Array(17 << 20)}], ''), /16 MiB/);
});
