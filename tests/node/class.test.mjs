// `check --question`: a class's answers, however they come, and what a teacher must know of them.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import test from 'node:test';
import {run} from './lib/engine.mjs';
import {CHANGED, OF_CHOICES, QUESTION, SHAPES, ANNA, BEN} from './lib/answer-shapes.mjs';
import {MAILS, inBase64, mail} from './lib/mail-shapes.mjs';
import {seeded} from './lib/random-links.mjs';
import {says, saysJust} from './lib/words.mjs';

/** What `check --question --json` says. */
function judged(question, pasted, ...more) {
  const {status, out, error} = run(['check', '--question', question, '--json', ...more], pasted);
  return {exit: status, below: error, ...JSON.parse(out)};
}

const sealedFor = (question, links) =>
  run(['seal', '--question', question, '-'], links.join('\n')).out.trim().split('\n');

const nameOf = ({cause, row}) => (row ? `${cause}:${row}` : cause);

const rowsOf = ({answers}) =>
  answers.map(({who, status, right, again, notes}) => [
    who,
    status,
    !right ? 'no' : again ? 'again' : 'right',
    notes.map(nameOf).join(' '),
  ]);

test('there are at least forty shapes, and each has a name of its own', () => {
  const names = [...SHAPES, ...MAILS, ...CHANGED].map(([name]) => name);
  assert.ok(SHAPES.length >= 40, `${SHAPES.length}`);
  assert.equal(new Set(names).size, names.length);
});

test('one answer is one row, whatever it was handed in by', async t => {
  for (const [name, pasted, rows] of [...SHAPES, ...MAILS])
    await t.test(name, () => {
      const expected = rows.map(([who, status, right, causes = '']) => [
        who,
        status,
        right,
        causes,
      ]);
      assert.deepEqual(rowsOf(judged(QUESTION, pasted)), expected);
    });
});

/** The canonical link with its own check. */
const sealedAsItIs = link => run(['seal', link]).out.trim();

test('what was changed is never right, and is named', async t => {
  for (const [name, question, pasted, rows] of CHANGED)
    await t.test(name, () => {
      const {of} = judged(question, '1;n=4');
      const text = pasted
        .replaceAll('OF', of)
        .replace(/<([^>]*)>/g, (_, link) => sealedAsItIs(link));
      assert.deepEqual(rowsOf(judged(question, text)), rows);
    });
});

test('an answer is short, opens alone, and says nothing of the question but its name', () => {
  const random = seeded(15);
  const links = Array.from({length: 101}, (_, i) => {
    const eps = [0, 1, 2].map(() => Number(random.number(0, 1).toPrecision(2))).join('~');
    return `${QUESTION.replace('eps=1', `eps=${eps}`)};by=Student_Number_${i}`;
  });
  const answers = sealedFor(QUESTION, links);
  const lengths = answers.map(({length}) => length).sort((a, b) => a - b);
  assert.ok(lengths[50] <= 200, `${lengths[50]} characters in the median`);
  for (const answer of answers) assert.doesNotMatch(answer, /question|ask|show|lock/);
  const {exit, answers: rows} = judged(QUESTION, answers.join('\n'));
  assert.equal(exit, 0);
  assert.deepEqual(
    rows.map(({who, status}) => [who, status]),
    links.map((_, i) => [`Student Number ${i}`, 'reproduced']),
  );
});

test('the table has a column for all that was asked', () => {
  const answer = sealedFor(OF_CHOICES, [`${OF_CHOICES};by=Anna;choice=2;words=So_it_is`]);
  const text = run(['check', '--question', OF_CHOICES, '-'], answer[0]).out;
  assert.deepEqual(text.trim().split('\t'), [
    'reproduced',
    'right',
    'Anna',
    '2 Key',
    'So it is',
    '',
    answer[0],
  ]);
  const csv = run(['check', '--csv', '--question', OF_CHOICES], answer[0]).out.split('\n');
  assert.equal(csv[0], 'row,status,right,who,beside,choice,words,remarks,link');
  assert.equal(csv[1], `1,"reproduced","right","Anna","","2 Key","So it is","","${answer[0]}"`);
  const asked = run(['check', '--csv', '--question', QUESTION], ANNA).out.split('\n');
  assert.equal(asked[0], 'row,status,right,who,beside,ask1,ask2,remarks,link');
  assert.match(
    asked[1],
    /,holds \([\d.]+ against 0.6 at p11\),holds \([\d.]+ against 0.5 at p31\),/,
  );
});

test('the teacher may say which choice is right', () => {
  const answer = `1;n=5;d=32;heads=2;by=Anna;choice=2;words=x`;
  const [sealed] = sealedFor(OF_CHOICES, [answer]);
  const [wrong, right] = ['1', '2'].map(
    choice => judged(OF_CHOICES, sealed, '--choice', choice).answers[0],
  );
  assert.deepEqual([wrong.right, right.right], [false, true]);
  assert.deepEqual([wrong.notes.map(({cause}) => cause), right.notes], [['wrong-choice'], []]);
  assert.match(wrong.remarks, says(/choice 2 was made, and 1 is right/));
  assert.equal(run(['check', '--question', QUESTION, '--choice', '6']).status, 2);
});

test('who names somebody else than the link does is seen beside it', () => {
  const {answers} = judged(QUESTION, `Cem: ${ANNA}`);
  assert.deepEqual([answers[0].who, answers[0].beside], ['Anna Meier', 'Cem']);
});

test('below the table stands what came of all, and how many lines held no link', () => {
  const {below, right, withoutLink} = judged(QUESTION, `Hello\n${ANNA}\n${BEN}\n${ANNA}\n\nbye`);
  const words = 'answers: 3, right: 2; 3 reproduced; handed in again: 1; lines without a link: 2\n';
  assert.ok(saysJust(words, below), below);
  assert.deepEqual([right, withoutLink], [2, 2]);
});

test('the question is no row where a reply quotes it and answers it, and else is one', () => {
  const quotedIn = text => {
    const {answers, quoted} = judged(QUESTION, text);
    return [answers.map(({who}) => who), quoted];
  };
  const reply = `On Monday you wrote:\n> ${QUESTION}\nMy answer:\n${ANNA}`;
  assert.deepEqual(quotedIn(reply), [['Anna Meier'], 1]);
  const {below} = judged(QUESTION, reply);
  assert.match(below, says(/; the question itself, quoted: 1; lines without a link: 2/));
  const cem = `From: Cem <c@x.org>\n\n> ${QUESTION}\n> > ${QUESTION}\n`;
  const mails = `From: Anna <a@x.org>\n\n${ANNA}\n> ${QUESTION}\n${cem}`;
  assert.deepEqual(quotedIn(mails), [['Anna Meier', 'Cem', 'Cem'], 1]);
  for (const kept of [`> Dora: ${QUESTION}`, QUESTION])
    assert.deepEqual(quotedIn(`${kept}\n${ANNA}`)[1], 0, kept);
});

test('attachments that are no text are counted', () => {
  const skippedIn = start => {
    const [, mail] = MAILS.find(([name]) => name.startsWith(start));
    const {skipped, below} = judged(QUESTION, mail);
    assert.equal(says(/; attachments that are no text: \d/).test(below), skipped > 0, below);
    return skipped;
  };
  assert.equal(skippedIn('attachments around an answer'), 3);
  assert.equal(skippedIn('base64 in which a line is damaged'), 0);
});

test('damaged base64 is counted, and what stands behind it keeps its line', () => {
  const whole = inBase64([], `${BEN}\n${'Grüße '.repeat(40)}`);
  const lines = text => text.split('\n').length;
  const damagedIn = text => {
    const {answers, damaged, below} = judged(QUESTION, `${text}\n\n${ANNA}`);
    const said = says(new RegExp(`; lines of base64 that are damaged: ${damaged}[;\n]`));
    assert.equal(said.test(below), damaged > 0, below);
    assert.deepEqual(
      answers.map(({who, right, line}) => [who, right, line]),
      [
        ['Ben Ott', true, 4],
        ['Anna Meier', true, lines(text) + 2],
      ],
    );
    return damaged;
  };
  assert.equal(damagedIn(whole), 0);
  assert.equal(damagedIn(whole.replace(/.{4}(?=\n.*$)/, '?$&')), 1);
  assert.equal(damagedIn(whole.replace(/.(?=\n.*\n.*$)/, '').slice(0, -1)), 2);
});

test('an attached picture of eleven megabytes costs less than a second', () => {
  const random = seeded(16);
  const picture = Uint8Array.from({length: 17 << 19}, () => 256 * random.next());
  const attached = inBase64(['Content-Type: image/jpeg'], picture);
  const text = mail('Cem', `${attached}\n\n${ANNA}\n`);
  assert.ok(text.length > 11e6);
  const {status, out} = run(['check', '--question', QUESTION], text, 1);
  assert.equal(status, 0);
  assert.match(out, /^reproduced\tright\tAnna Meier\t[^\n]*\n$/);
});

test('why a statement is unknown is one field of CSV', () => {
  const asked = '1;d=32;heads=2;question=x;ask1=cell~p11~1~1~gt~0';
  const large = `${asked};n=8192;by=Anna`; // its cells are not kept
  const [answer] = sealedFor(asked, [large]);
  for (const words of [['--question', asked, answer], [large]]) {
    const options = words.slice(0, -1);
    const {out} = run(['check', '--csv', ...options, '-'], words.at(-1));
    assert.match(out, /,"unknown: [^"]*,[^"]*"/, options.join(' '));
  }
});

test('without its question an answer says which one it is to', () => {
  assert.match(run(['check', ANNA]).out, says(/it answers the question d6171626/));
  assert.doesNotMatch(run(['check', '1;n=4']).out, says(/answers the question/));
});

test('a limit of work is of each answer, and those behind it are judged', () => {
  const {answers} = judged(QUESTION, `${ANNA}\n${BEN}`, '--most-work', '0');
  assert.deepEqual(
    answers.map(({status}) => status),
    ['too costly', 'too costly'],
  );
});

test('the question and the answer that LINKS.md shows belong together', () => {
  const text = readFileSync(new URL('../../src/engine/LINKS.md', import.meta.url), 'utf8');
  const [question] = /^ {4}1;.*question=.*$/m.exec(text);
  const [answer] = /^ {4}1;.*;of=.*$/m.exec(text);
  const {answers} = judged(question.trim(), answer.trim());
  assert.deepEqual(
    answers.map(({right, link}) => [right, link]),
    [[true, answer.trim()]],
  );
});

test('a question is a link that asks, read whole, and no answer', () => {
  for (const [link, words] of [
    ['1;n=5', /it asks nothing/],
    ['1;show=eps;lock=n', /it asks nothing/],
    [ANNA, /it is an answer/],
    ['1;n=5;choices=a', /its choices are not two to five, each with words/],
    ['1;n=5;choices=a~2fb~2fc~2fd~2fe~2ff;question=x', /not two to five/],
    ['1;n=5;choices=a~2f~2fb', /each with words/],
    ['1;n=1;question=x', /n: read "1"/],
    ['hello', /no link/],
  ]) {
    const {status, out, error} = run(['check', '--question', link], ANNA);
    assert.deepEqual([status, out], [1, ''], link);
    assert.match(error, says(words));
    assert.equal(run(['seal', '--question', link, '1']).status, 1, link);
  }
});

test('what holds no answer is said', () => {
  const {status, error} = run(['check', '--question', QUESTION], 'nothing here\n');
  assert.equal(status, 1);
  assert.match(error, says(/there is no link in what was read/));
  const gone = run(['check', '--question', QUESTION, '/nowhere/answers.txt']);
  assert.equal(gone.status, 1);
  assert.match(gone.error, says(/\/nowhere\/answers.txt cannot be opened/));
  const wide = run(['check', '--question', QUESTION], Buffer.from(`\ufeff${ANNA}`, 'utf16le'));
  assert.match(wide.error, says(/UTF-16.*UTF-8/));
});

test('no name and no words run in a spreadsheet or act on a terminal', () => {
  const hostile = ['=1+1', '+cmd()', '@x', '\x1b[31m', '\u202e=x'];
  const spelt = text =>
    [...Buffer.from(text)].map(byte => `~${byte.toString(16).padStart(2, '0')}`).join('');
  const links = hostile.map(
    text => `1;n=5;d=32;heads=2;by=${spelt(text)};choice=1;words=${spelt(text)}`,
  );
  const answers = sealedFor(OF_CHOICES, links).join('\n');
  for (const form of [[], ['--csv']]) {
    const {out} = run(['check', '--question', OF_CHOICES, ...form], answers);
    assert.doesNotMatch(out, /[\0-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e]/);
    if (form.length) assert.doesNotMatch(out, /"[^"a-zA-Z0-9']*[=+@-]/);
  }
});

test('five hundred answers take less than twenty seconds', () => {
  const random = seeded(500);
  const links = Array.from(
    {length: 500},
    (_, i) => `1;n=6;d=32;heads=3;sink=4;eps=${random.number(0, 1).toPrecision(3)};by=Student_${i}`,
  );
  const answers = sealedFor(QUESTION, links);
  const {status, out} = run(['check', '--question', QUESTION], answers.join('\n'), 20);
  assert.equal(status, 0);
  assert.equal(out.trim().split('\n').length, 500);
});
