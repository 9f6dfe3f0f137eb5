// The page for a class judges by the very same C as `check --question`, and shows its rows in order.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import test from 'node:test';
import {ClassSheet} from '../../web/engine/answers.js';
import {load} from '../../web/engine/engine.js';
import {cells} from '../../web/class/messages.js';
import {joined} from '../../web/class/reading.js';
import {rightness, shownRows} from '../../web/class/rows.js';
import {counted, told} from '../../web/class/sum.js';
import {panels, run} from './lib/engine.mjs';
import {
  ANNA,
  BEN,
  CHANGED,
  MODEL_ANSWERS,
  OF_CHOICES,
  OF_MODEL,
  QUESTION,
  SHAPES,
} from './lib/answer-shapes.mjs';
import {MAILS} from './lib/mail-shapes.mjs';
import {asLine} from './lib/sum.mjs';
import {saysJust} from './lib/words.mjs';

const file = path => readFileSync(new URL(`../../${path}`, import.meta.url));
const engine = await load(file('build/ninefold-whole.wasm'));
engine.bringModel(file('web/model.bin'));
const sheet = new ClassSheet(engine);

const COSTLY = '1;n=16384;d=256;heads=64;figure=mean;mask=none;check=0123456789abcdef';
const NO_TENSORS = '1;source=tensors;check=0123456789abcdef';

const bytesOf = pasted => new Uint8Array(Buffer.from(pasted));

/** All rows that the module finds, as {rows, csv, quoted, damaged, skipped, without, rightChoice}. */
function byModule(question, pasted, limits = {}) {
  const {choices} = sheet.ask(question).question;
  const head = sheet.head();
  const {count, ...beside} = sheet.begin(bytesOf(pasted), limits);
  const rows = [];
  for (let step = sheet.step(); step !== 'end'; step = sheet.step())
    if (step !== 'more') rows.push(step);
  assert.equal(rows.length, count);
  const rightChoice = choices.length ? (limits.choice ?? 0) : null;
  return {rows, csv: [head, ...rows.map(row => row.csv)].join('\n'), ...beside, rightChoice};
}

const byProgram = (question, pasted, form, ...more) =>
  run(['check', '--question', question, form, ...more], pasted);

/** The same sum below the same rows, of which each is right or not in the same word. */
function assertSameSum({rows, ...beside}, {out, error}) {
  const {answers, right} = JSON.parse(out);
  assert.equal(counted(rows).right, right);
  assert.equal(rows.length, answers.length);
  const line = asLine(told(rows, beside));
  assert.ok(saysJust(line, error), `the page: ${line}the command line: ${error}`);
  for (const row of rows) {
    const [, word] = /^\d+,"[^"]*","([^"]*)"/.exec(row.csv);
    assert.equal(cells.rightness[rightness(row)].replace('✓ ', ''), word);
  }
}

/** The same question, answers, verdicts and sum, word for word and digit for digit. */
function assertSame(question, pasted) {
  const byPage = byModule(question, pasted);
  const printed = byProgram(question, pasted, '--json');
  const {rows, csv, quoted, damaged, skipped, without} = byPage;
  const {answers, ...said} = JSON.parse(printed.out);
  assert.deepEqual(
    rows.map(({csv: _, ...row}) => row),
    answers,
  );
  assert.deepEqual(
    [quoted, damaged, skipped, without],
    [said.quoted, said.damaged, said.skipped, said.withoutLink],
  );
  assert.equal(csv, byProgram(question, pasted, '--csv').out.trimEnd());
  assertSameSum(byPage, printed);
  return rows;
}

/** Answers as they are handed in. @param {string} question @param {string[]} links */
const sealedFor = (question, links) =>
  run(['seal', '--question', question, '-'], links.join('\n')).out;

/** What is pasted, with the question's name and with checks. */
function sealedIn(question, pasted) {
  const {of} = sheet.ask(question).question;
  const sealed = (_, link) => run(['seal', link]).out.trim();
  return pasted.replaceAll('OF', of).replace(/<([^>]*)>/g, sealed);
}

test('every shape of answers gives the same rows as the command line, as JSON and as CSV', () => {
  let rows = 0;
  for (const [, pasted] of [...SHAPES, ...MAILS]) rows += assertSame(QUESTION, pasted).length;
  assert.ok(rows > SHAPES.length, `${rows}`);
});

test('what was changed is named in the same words', () => {
  const notes = new Set();
  for (const [, question, pasted] of CHANGED) {
    const rows = assertSame(question, sealedIn(question, pasted));
    for (const row of rows) for (const {cause} of row.notes) notes.add(cause);
  }
  assert.ok(notes.size >= 14, [...notes].join());
});

test('below the rows stands the same sum, whatever the answers came to and in which order', () => {
  const all = CHANGED.filter(([, question]) => question === QUESTION)
    .map(([, , pasted]) => sealedIn(QUESTION, pasted))
    .reverse();
  const mails = `From: Anna <a@x.org>\n\n> ${QUESTION}\n${ANNA}\n\nFrom: Ben <b@x.org>\n\n${BEN}`;
  const pasted = [COSTLY, NO_TENSORS, ...all, mails, 'no link'].join('\n');
  const byPage = byModule(QUESTION, pasted);
  const sum = told(byPage.rows, byPage);
  const statuses = '\\d+ reproduced, \\d+ differs, \\d+ unchecked, \\d+ invalid, \\d+ too costly';
  assert.match(sum, new RegExp(`^Answers: \\d+, right: \\d+; ${statuses}; handed in again: \\d`));
  assert.match(sum, /; the same as another’s: \d; the question itself, quoted: 1; lines without/);
  assertSameSum(byPage, byProgram(QUESTION, pasted, '--json'));
});

test('the sum says which choice counts as right', () => {
  const links = [1, 2].map(choice => `1;n=5;d=32;heads=2;by=Anna;choice=${choice};words=x`);
  const answers = sealedFor(OF_CHOICES, links);
  for (const choice of [0, 1, 2]) {
    const byPage = byModule(OF_CHOICES, answers, {choice});
    const said = choice ? ['--choice', String(choice)] : [];
    assertSameSum(byPage, byProgram(OF_CHOICES, answers, '--json', ...said));
    const words = choice ? `right choice: ${choice}` : 'any choice counts as right';
    assert.ok(told(byPage.rows, byPage).includes(`; ${words}`), words);
  }
});

test('what a model says next is judged the same, right and wrong', () => {
  const links = MODEL_ANSWERS.map(({link}) => link);
  const rows = assertSame(OF_MODEL, sealedFor(OF_MODEL, links));
  assert.deepEqual(
    rows.map(row => ({right: rightness(row), holds: row.statements.map(({holds}) => holds)})),
    MODEL_ANSWERS.map(({right, holds}) => ({right, holds})),
  );
  rows.forEach(({statements: [says, moves]}, i) => {
    const {after, kl} = panels(links[i]).panels[1].prediction;
    assert.equal(says.holds, after[0].token === ' c', `${links[i]}: ${after[0].token}`);
    assert.deepEqual([moves.number, moves.holds], [kl, kl > 0.1], links[i]);
  });
});

test('what a model says next is unknown where there is none, and such an answer is not right', () => {
  const asked = '1;n=5;question=x;ask1=says~p11~is~2054;ask2=prediction~p11~gt~0.1';
  const [row] = assertSame(asked, sealedFor(asked, ['1;n=5;by=Anna']));
  assert.deepEqual(
    [row.status, rightness(row), ...row.statements.map(({holds}) => holds)],
    ['reproduced', 'no', null, null],
  );
});

test('the limit of work is the same by default, and can be lifted', () => {
  const [row] = byModule(QUESTION, COSTLY).rows;
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
    statuses.reduce((sum, {number}) => sum + number, 0),
    rows.length,
  );
});

test('files stand one behind the other, each on a line of its own', () => {
  const files = [ANNA, BEN].map((text, i) => ({name: `${i}`, bytes: bytesOf(text)}));
  const text = Buffer.from(joined(files, '')).toString();
  assert.deepEqual(text.trim().split('\n'), [ANNA, BEN]);
  assert.throws(() => joined([{name: '', bytes: new Uint8Array(17 << 20)}], ''), /16 MiB/);
});
