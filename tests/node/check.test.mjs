// `check`: does each link reproduce, and do its statements hold? And the manners of the command
// line.
import assert from 'node:assert/strict';
import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import test from 'node:test';
import {arrays, panels, run} from './lib/engine.mjs';
import {judge, sealed} from './lib/judged.mjs';
import {randomLinks} from './lib/random-links.mjs';
import {scratchFolder} from './lib/scratch.mjs';
import {says, saysJust} from './lib/words.mjs';

// One hexadecimal digit of the check changed.
const spoilt = link => link.replace(/.$/, digit => (digit === '0' ? '1' : '0'));

test('a link with its check is reproduced, over all options', () => {
  const links = randomLinks(401, 60, {n: 6, heads: 3}).map(({link}) => sealed(link));
  const {exit, lines} = judge(links);
  assert.equal(exit, 0);
  assert.deepEqual(
    lines.map(({status}) => status),
    links.map(() => 'reproduced'),
  );
  assert.deepEqual(
    lines.map(({link}) => link),
    links,
  );
});

test('seal writes the canonical link with its check', () => {
  const links = randomLinks(402, 10, {n: 5, heads: 2}).map(({link}) => link);
  const {status, out} = run(['seal', '-'], links.join('\n'));
  assert.equal(status, 0);
  assert.deepEqual(out.trim().split('\n'), links.map(sealed));
});

test('another check differs, and both values are told', () => {
  const link = sealed('1;n=4;heads=2');
  const {
    exit,
    lines: [line],
  } = judge([spoilt(link)]);
  assert.deepEqual([exit, line.status], [1, 'differs']);
  assert.ok(
    line.why.includes(link.slice(-16)) && line.why.includes(spoilt(link).slice(-16)),
    line.why,
  );
});

test('every option that changes a figure changes its check', () => {
  const base = '1;n=8;heads=3;value=next;weights=sigmoid;op=blend;mask=window;window=3';
  const changes = [
    'seed=8',
    'd=48',
    'head=1',
    'sink=3',
    'local=1',
    'width=2',
    'floor=2',
    'noise=2',
    'agree=1',
    'bias=1',
    'temp=2',
    'over=tokens',
    'eps=0.4~1e-3~1e-10',
    'response=0.5',
    'copy=2',
    'figure=mean',
    'figure=cross',
  ];
  const checks = [base, ...changes.map(change => `${base};${change}`)].map(
    link => panels(link).check,
  );
  for (const change of [
    'mask=none',
    'weights=softmax',
    'op=noise',
    'value=this',
    'window=2',
    'n=7',
    'heads=4',
  ]) {
    const key = change.split('=')[0];
    checks.push(panels(base.replace(new RegExp(`;${key}=[^;]*`), `;${change}`)).check);
  }
  assert.equal(new Set(checks).size, checks.length);
});

test('what a link only shows never enters the check', () => {
  const {check} = panels('1;n=4');
  for (const view of ['view=logits', 'colors=viridis', 'question=Why', 'ask1=first~p31~gt~0.95'])
    assert.equal(panels(`1;n=4;${view}`).check, check, view);
});

test('a link without a check, or of data that is not here, is unchecked', () => {
  const {exit, lines} = judge([
    '1;n=4',
    '1;source=model;model=00000000;check=0123456789abcdef',
    '1;source=tensors;check=0123456789abcdef',
  ]);
  assert.equal(exit, 0);
  assert.deepEqual(
    lines.map(({status}) => status),
    ['unchecked', 'unchecked', 'unchecked'],
  );
});

test('a link that is not read whole is invalid, and says what was wrong', () => {
  for (const [link, words] of [
    ['1;n=1', /n.*"1".*2.*16384/],
    ['1;nn=4', /nn/],
    ['1;n=4;check=12', /check/],
    ['hello', /./],
    ['1;n=4;ask1=first~p41~gt~0.95', /ask1/],
    [`1;question=${'a'.repeat(17000)}`, /16000/],
  ]) {
    const {exit, lines} = judge([link]);
    assert.deepEqual([exit, lines.length, lines[0].status], [1, 1, 'invalid'], link.slice(0, 40));
    assert.match(lines[0].why, says(words));
  }
});

test('a full stop after a link is forgiven', () => {
  const {exit, lines} = judge([`${sealed('1;n=4')}.`]);
  assert.deepEqual([exit, lines[0].status], [0, 'reproduced']);
});

test('a check and statements behind a space in place of a semicolon are read, as is said', () => {
  const link = sealed('1;n=5;heads=2;ask1=level~p11~gt~0');
  const spaced = link.replaceAll(';', ' ');
  const {exit, lines} = judge([spaced, spoilt(spaced), spaced.replace(' check=', '%09check=')]);
  assert.equal(exit, 1);
  assert.deepEqual(
    lines.map(({status}) => status),
    ['reproduced', 'differs', 'reproduced'],
  );
  for (const {why, asks} of lines) {
    assert.match(
      why,
      says(/check: read "[0-9a-f]{16}", white space before it is taken for the ";"/),
    );
    assert.deepEqual(
      asks.map(({verdict}) => verdict),
      ['holds'],
    );
  }
});

// ---- A class's answers -------------------------------------------------------------------------

const PAGE = 'https://example.org/nine/#';
const GOOD = sealed('1;n=5;heads=2;ask1=level~p11~eq~0.2;ask2=first~p31~gt~0.9');
const BARE = GOOD.replace(/;check=.*/, '');

test('a class hands in sixty answers on standard input', () => {
  const answers = Array.from(
    {length: 60},
    (_, i) => `Student ${i}: ${PAGE}${i % 3 ? GOOD : spoilt(GOOD)}`,
  );
  const {exit, lines, below} = judge(['-'], `${answers.join('\r\n')}\r\n\r\n`);
  assert.equal(exit, 1);
  assert.deepEqual(
    lines.map(({status, who}) => [status, who]),
    answers.map((_, i) => [i % 3 ? 'reproduced' : 'differs', `Student ${i}`]),
  );
  assert.ok(lines.every(({asks}) => asks.map(({verdict}) => verdict).join() === 'fails,holds'));
  const counts =
    '60 lines: 40 reproduced, 20 differs; ask1 holds in 0, fails in 60; ask2 holds in 60, fails in 0\n';
  assert.ok(saysJust(counts, below), below);
});

/** Lines as they come out of mails, chats, forms and tables: what is read, of whom. */
const HANDED_IN = [
  [`Anna Meier: ${PAGE}${GOOD}`, 'reproduced', 'Anna Meier'],
  [`${PAGE}${GOOD} (Ben Ott)`, 'reproduced', 'Ben Ott'],
  [`"2024-11-03 10:22","Cem Öz","${PAGE}${GOOD}"`, 'reproduced', '2024-11-03 10:22 Cem Öz'],
  [`Dora\t${PAGE}${GOOD}\t4 points`, 'reproduced', 'Dora 4 points'],
  [`> 5. [${PAGE}${GOOD}](${PAGE}${GOOD}) - Eva`, 'reproduced', '5. Eva'],
  [`Finn, ${PAGE}${GOOD} <${PAGE}${GOOD}>.`, 'reproduced', 'Finn'],
  [
    `Gül: https://eu.safelinks.example.com/?url=${encodeURIComponent(PAGE + GOOD)}&data=05%7C01&reserved=0`,
    'reproduced',
    'Gül',
  ],
  [`<p>Hanna <a href="${PAGE}${GOOD}">`, 'reproduced', 'p Hanna a'],
  [`“${GOOD}” says Ida.`, 'reproduced', 'says Ida.'],
  [`Jo: ${BARE}`, 'unchecked', 'Jo', /no check; computed: [0-9a-f]{16}/],
  [`Kim: ${PAGE}${spoilt(GOOD)}`, 'differs', 'Kim', /it says [0-9a-f]{16}, computed: [0-9a-f]{16}/],
  [`Leo: ${PAGE}${BARE.slice(0, -8)}…`, 'invalid', 'Leo', /ellipsis is where a link was cut/],
  [
    `Mia: ${PAGE}${GOOD} or ${PAGE}${GOOD.replace('n=5', 'n=6')}`,
    'invalid',
    'Mia: or',
    /not part of the link/,
  ],
  [
    `Nils: ${PAGE}${GOOD.replace('n=5', 'n=1')}`,
    'invalid',
    'Nils',
    /^n: read "1", allowed: a whole number from 2 to 16384/,
  ],
  [
    `Ole: ${PAGE}2;n=5`,
    'invalid',
    'Ole',
    /format: read "2", this is not a format that is known here/,
  ],
  ['Pia: I forgot', 'invalid', 'Pia: I forgot', /^there is no link in it$/],
  [GOOD, 'reproduced', ''],
  ['1', 'unchecked', '', /no check/],
];

test('names and words beside links are told apart from them, whatever they were pasted from', () => {
  const {lines, below} = judge(['-'], HANDED_IN.map(([line]) => line).join('\n'));
  assert.equal(lines.length, HANDED_IN.length);
  HANDED_IN.forEach(([line, status, who, why], at) => {
    assert.deepEqual([lines[at].status, lines[at].who], [status, who], line);
    if (why) assert.match(lines[at].why, says(why), line);
    else assert.deepEqual([lines[at].why, lines[at].link], ['', GOOD], line);
  });
  assert.match(
    below,
    says(
      /^18 lines: 10 reproduced, 1 differs, 2 unchecked, 5 invalid; ask1 holds in 0, fails in 12; ask2 holds in 12, /,
    ),
  );
});

test('the words of one answer reach no other column, line or terminal', () => {
  const {lines} = judge(['-'], `\x1b[31mAnna\x07: ${GOOD}\n1;n=5;%0a%1b[2J=4\nBen\x00: ${GOOD}`);
  assert.deepEqual(
    lines.map(({status, who}) => [status, who]),
    [
      ['reproduced', '31mAnna'],
      ['invalid', ''],
      ['reproduced', 'Ben'],
    ],
  );
  assert.doesNotMatch(JSON.stringify(lines), /\\u001b|\\u0007/);
});

test('text in UTF-16 is named as such', () => {
  const {status, out, error} = run(['check', '-'], Buffer.from(`\ufeff${GOOD}\n`, 'utf16le'));
  assert.deepEqual([status, out], [1, '']);
  assert.match(error, says(/UTF-16.*UTF-8/));
});

// Fields as RFC 4180 quotes them.
const fieldsOf = line =>
  [...`${line},`.matchAll(/("(?:[^"]|"")*"|[^,]*),/g)].map(([, field]) =>
    field.startsWith('"') ? field.slice(1, -1).replaceAll('""', '"') : field,
  );

test('--csv gives a table: a header, a line each, as many fields in each', () => {
  const links = [
    sealed('1;n=4;ask1=level~p11~gt~0.1;ask2=level~p11~gt~0.9'),
    'Ann "the, cat": 1;n=4;window="a,b"',
    '1;n=4',
    '=cmd() 1;n=4',
  ];
  const {status, out} = run(['check', '--csv', '-'], links.join('\n'));
  const [header, ...rows] = out.trim().split(/\r?\n/).map(fieldsOf);
  assert.equal(status, 1);
  assert.deepEqual(header.slice(0, 6), ['status', 'who', 'link', 'why', 'ask1', 'ask2']);
  assert.deepEqual(
    rows.map(([first]) => first),
    ['reproduced', 'invalid', 'unchecked', 'unchecked'],
  );
  assert.deepEqual(
    rows.map(([, who]) => who),
    ['', 'Ann the cat', '', ''],
  );
  assert.deepEqual(
    rows.map(([, , link]) => link),
    [links[0], links[1], '1;n=4', '1;n=4'],
  );
  assert.ok(
    rows.every(row => row.length === header.length),
    out,
  );
  assert.match(rows[0][4], /holds/);
  assert.match(rows[0][5], /fails/);
});

test('no spreadsheet runs what was handed in', () => {
  const signs = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];
  const before = [
    '',
    ' ',
    '\t',
    '\u200b',
    '\u00a0',
    '\u3000',
    '\ufeff',
    '\u2009\u2060',
    '\u202e',
    '\x1b',
    ' \u200b \u00a0',
  ];
  const formulas = signs.flatMap(sign => before.map(blank => blank + sign));
  const lines = formulas.flatMap(formula => [`${formula}1+1 1;n=4`, `${formula}2`]);
  const rows = run(['check', '--csv', '-'], lines.join('\n')).out.trim().split('\n').slice(1);
  let disarmed = 0;
  assert.equal(rows.length, lines.length);
  for (const line of rows)
    for (const field of fieldsOf(line)) {
      assert.doesNotMatch(field, /^[\s\u200b-\u200d\u2060\ufeff?]*[=+@＝＋－＠-]/, line);
      disarmed += field.startsWith("'");
    }
  const named = lines.length - before.length; // no name has an ASCII =
  assert.ok(disarmed >= named, `${disarmed} of ${named}`);
  assert.match(run(['check', '--csv', 'a=b 1;n=4']).out, /\n"unchecked",""/);
});

test('what is in a link is nobody who handed it in', () => {
  const links = [
    '1;seed=7;n=5;question=a,b"c',
    '1;n=5;question=What is <this>, Ben?',
    '1;n=5;question="Anna" (Ben)|Cem',
    '1;n=5;window="a,b"',
    '1&n=5&question=a,b',
    '1;n=5;question=a,%22b%22',
    '1%3Bn%3D5%3Bquestion%3Da,b%2522c',
    '1;n=5;question=a%2Cb"c',
    '1&amp;n=5&amp;question=a,b,c',
  ];
  const names = {'': '', 'Ott, Jo: ': 'Ott Jo', [`Jo ${PAGE}`]: 'Jo', '"Jo","': 'Jo'};
  for (const link of links)
    for (const [before, who] of Object.entries(names))
      assert.equal(judge([before + link]).lines[0].who, who, before + link);
  assert.equal(judge(['5 apples']).lines[0].who, '5 apples');
  assert.equal(judge(['Anna: seed=7;n=5']).lines[0].who, 'Anna');
});

test('a long name is cut where it is seen to be', () => {
  const {
    lines: [line],
  } = judge([`${'Žofie '.repeat(200)} 1;n=5`]);
  assert.match(line.who, /^(Žofie ){20}.*[^\ufffd?]\.\.\.$/);
});

test('what of a link was not used is said on standard error too', () => {
  for (const command of ['panels', 'heads']) {
    const {status, out, error} = run([command, '1;source=model;eps=banana;n=1', '--json']);
    assert.equal(status, 0);
    assert.deepEqual(
      JSON.parse(out).ignored.map(({key}) => key),
      ['eps', 'n'],
    );
    assert.match(
      error,
      says(
        /^ninefold: not all of this link could be used: eps: read "banana", allowed: .*; n: read "1", .*\.\n$/,
      ),
    );
    assert.equal(run([command, '1;source=model']).error, '');
  }
});

test('what is read otherwise, and words beside a link, are said on standard error', () => {
  const around = 'Look at 1;source=model;seed=7 n=5 (task 3).';
  for (const command of ['panels', 'heads', 'seal']) {
    const {status, error} = run([command, around]);
    assert.equal(status, 0, command);
    const told =
      'ninefold: how this link was read: n: read "5", white space before it is ' +
      'taken for the ";" that belongs there, used: 5.\n' +
      'ninefold: left out, as no part of the link: "Look at ", " (task 3).".\n';
    const idle = 'ninefold: settings of the link without effect on heads: seed, n.\n';
    assert.ok(saysJust(told + (command === 'heads' ? idle : ''), error), `${command}: ${error}`);
    assert.equal(run([command, '"1;source=model".']).error, '', command);
  }
  const {status, error} = run(['panels', 'See 1;n=4;question=Why.']);
  assert.equal(status, 0);
  assert.match(
    error,
    says(/^ninefold: not all of this link could be used: link: read ".", taken for the end/),
  );
});

test('a file of arrays says what of the link was not used', () => {
  const link = 'See 1;n=4;heads=2;eps=banana;question=Why.';
  const {ignored} = panels(link);
  assert.deepEqual(JSON.parse(arrays(link).ignored.text), ignored);
  assert.equal(ignored.length, 3);
  assert.equal(arrays('1;n=4;heads=2').ignored.text, '[]');
});

test('usage errors end with 2, say what is wrong, and how the command is used', () => {
  for (const [args, words] of [
    [[], /^usage:/],
    [['nonsense'], /^ninefold: "nonsense" is none of these commands:\nusage:/],
    [['panels'], /^ninefold: panels: LINK is missing\.\nusage:\n {2}ninefold panels LINK/],
    [['panels', '1', '--foo'], /^ninefold: "--foo" is not an option of panels\./],
    [['panels', '1', '--npz'], /^ninefold: panels: FILE must follow "--npz"\./],
    [['panels', '1', '--tensors'], /^ninefold: panels: FILE must follow "--tensors"\./],
    [['panels', '1', '1;seed=2'], /^ninefold: panels: "1;seed=2" is one word too many\./],
    [['check'], /^ninefold: check: LINK is missing\./],
    [['check', '--csv'], /^ninefold: check: LINK is missing\./],
    [['check', '--question'], /^ninefold: check: LINK must follow "--question"\./],
    [['check', '--question', '1', 'a', 'b'], /^ninefold: check: "b" is one word too many\./],
    [['readings', 'x'], /^ninefold: readings: "x" is one word too many\./],
    [['model'], /^ninefold: model: PATH is missing\./],
  ]) {
    const {status, out, error} = run(args);
    assert.deepEqual([status, out], [2, ''], args.join(' '));
    assert.match(error, says(words));
    const isWhole = !args.length || args[0] === 'nonsense';
    assert.equal(error.match(/^ {2}ninefold /gm).length > 10, isWhole, args.join(' '));
  }
});

test('each command has help of its own, and the whole says how it ends', () => {
  const {status, out} = run(['--help']);
  assert.equal(status, 0);
  assert.equal(run(['help']).out, out);
  const names = [...new Set(out.match(/^ {2}ninefold ([a-z]+)/gm).map(line => line.slice(11)))];
  assert.ok(names.length >= 11, names.join());
  assert.match(out, says(/Exit status: 0 done; 1 .*; 2 /));
  for (const name of names) {
    const help = run([name, '--help']);
    assert.deepEqual([help.status, help.error], [0, ''], name);
    const told = help.out.match(/^--[a-z-]+/gm) ?? [];
    const taken = new Set(help.out.match(/--[a-z-]+(?=[ \]])/g));
    assert.deepEqual([...told].sort(), [...taken].sort(), name);
  }
  assert.match(run(['--version']).out, /^ninefold \d+\.\d+\.\d+\n$/);
});

test('the name of a file in place of a link is answered by how its lines are read', () => {
  const folder = scratchFolder('check');
  const file = join(folder, 'links.txt');
  writeFileSync(file, '1;n=4\n');
  for (const command of ['check', 'seal', 'table']) {
    const {status, error} = run([command, file]);
    assert.equal(status, 1);
    assert.match(error, says(/links\.txt is a file, and no link; .* are read by - </));
    assert.ok(error.endsWith(`- <${file}\n`), error);
    for (const other of [folder, join(folder, 'none'), '1;n=4'])
      assert.doesNotMatch(run([command, other]).error, says(/is a file/), other);
  }
});
