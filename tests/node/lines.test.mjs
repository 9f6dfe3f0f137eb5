// Lines as they come in, rows as they go out, what a line may take, and --strict.
import assert from 'node:assert/strict';
import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {tmpdir} from 'node:os';
import test from 'node:test';
import {PROGRAM, run, runShell} from './lib/engine.mjs';
import {judge, sealed} from './lib/judged.mjs';
import {says, saysJust} from './lib/words.mjs';

const GOOD = sealed('1;n=5;heads=2;ask1=level~p11~eq~0.2');

test('lines end as any system ends them, and a byte order mark is no part of the first', () => {
  const names = ['Anna', 'Ben', 'Cem', 'Dora'];
  for (const end of ['\n', '\r\n', '\r', '\r\r\n'])
    for (const mark of ['', '\ufeff']) {
      const text = names.map(name => `${name}: ${GOOD}${end}`).join('');
      const {exit, lines} = judge(['-'], mark + text);
      const who = lines.map(line => line.who);
      assert.deepEqual([exit, ...who], [0, ...names], JSON.stringify(mark + end));
    }
});

test('input that holds no line, or cannot be read, is said, and is a failure', () => {
  const assertSaid = ({status, error}, sentence) => {
    assert.equal(status, 1);
    assert.ok(saysJust(`ninefold: standard input ${sentence}.\n`, `${error}`), `${error}`);
  };
  for (const command of ['check', 'seal', 'check --csv']) {
    for (const input of ['', '\n', '\r\n \r\n', '\ufeff'])
      assertSaid(runShell(`"$0" ${command} -`, input), `holds no line to ${command.split(' ')[0]}`);
    assertSaid(runShell(`"$0" ${command} - <${tmpdir()}`), 'cannot be read: Is a directory');
    assertSaid(runShell(`"$0" ${command} - <&-`), 'cannot be read: Bad file descriptor');
  }
});

/** Hands in each line when the row of the one before is there, then interrupts: all rows. */
async function interrupted(args, lines) {
  const program = spawn(PROGRAM, args);
  let rows = '';
  program.stdout.setEncoding('utf8');
  for (const line of lines) {
    const row = once(program.stdout, 'data');
    program.stdin.write(`${line}\n`);
    rows += (await row)[0];
  }
  program.kill('SIGINT');
  const [, signal] = await once(program, 'exit');
  return {rows: rows.split('\n').filter(Boolean), signal};
}

const TOO_LONG = {timeout: 60000}; // a row that is not written would be waited for without end

test('each row is written when it is judged: no interruption loses one', TOO_LONG, async () => {
  for (const args of [
    ['check', '-'],
    ['check', '--csv', '-'],
    ['seal', '-'],
  ]) {
    const lines = Array.from({length: 20}, (_, i) => `1;n=5;seed=${i}`);
    const {rows, signal} = await interrupted(args, lines);
    const header = args.includes('--csv') ? 1 : 0;
    assert.deepEqual([rows.length, signal], [lines.length + header, 'SIGINT'], args.join(' '));
  }
});

test('what cannot be written ends the work', () => {
  const {status, error} = runShell('yes "1;n=5" | "$0" check - >/dev/full');
  assert.equal(status, 1);
  assert.match(`${error}`, says(/what was to be printed could not be written\.\n$/));
});

test('how far the work is stands on a terminal, and nowhere else', () => {
  const long = "'1;n=16384;d=256;heads=1'";
  const onTerminal = command => `${runShell(`script -qec "$0 ${command}" /dev/null`).out}`;
  assert.match(onTerminal(`check '1;n=4' ${long}`), says(/\rline 2: \d+ % {3}\r {40}\runchecked/));
  assert.match(
    onTerminal(`check ${long} ${long.replace('heads', 'seed=2;heads')} >/dev/null`),
    says(/\rline 1: \d+ % {3}\r[^]*\rline 2: \d+ % {3}\r {40}\r2 lines: 2 unchecked/),
  );
  assert.match(onTerminal(`seal ${long} | cat`), says(/\rline 1: \d+ % /));
  assert.doesNotMatch(onTerminal(`check ${long} 2>/dev/null`), / %/);
  assert.equal(run(['check', '1;n=16384;d=256;heads=1']).error, '');
});

// ---- Lines that take too much ------------------------------------------------------------------

const COSTLY = [
  '1;figure=mean;n=16384;d=256;heads=64;mask=none;weights=sigmoid;value=next;ask1=own~all~gt~0.5',
  '1;n=16384;d=256;heads=64;mask=none;op=blend;value=next',
  '1;n=16384;d=256;mask=none;ask1=first~p11~gt~0.5',
];
const TAKES = says(
  new RegExp(
    '^it takes ([0-9.]+) billion multiplications, allowed: 300; ' +
      '--most-work ([0-9.]+) allows it$',
  ),
);

test('a line that would take minutes is not judged, and those before and after it are', () => {
  const answers = [GOOD, ...COSTLY.map(link => `Mallory: ${link}`), GOOD];
  const {exit, lines, below} = judge(['-'], answers.join('\n'));
  assert.equal(exit, 1);
  assert.deepEqual(
    lines.map(({status}) => status),
    ['reproduced', 'too costly', 'too costly', 'too costly', 'reproduced'],
  );
  for (const {who, why, link, asks} of lines.slice(1, 4)) {
    assert.deepEqual([who, asks], ['Mallory', []]);
    assert.equal(TAKES.exec(why)[1], TAKES.exec(why)[2], why);
    assert.ok(COSTLY.includes(link), link);
  }
  assert.match(below, says(/^5 lines: 2 reproduced, 3 too costly; ask1 /));
  assert.match(
    run(['check', '--csv', COSTLY[0]]).out,
    says(/\n"too costly","","1;[^"]*","it takes [^"]*",,,,,,,,\n$/),
  );
});

test('what a row says would allow it does, and less does not', () => {
  const statusOf = (...args) => judge(args).lines[0].status;
  for (const link of [
    '1;n=300',
    '1;n=400;d=32;heads=1',
    '1;n=900;op=noise',
    '1;figure=cross;n=177;ask1=first~p11~gt~0.5',
  ]) {
    const [{status, why}] = judge(['--most-work', '0', link]).lines;
    const least = Number(says(/--most-work ([\d.]+) allows it$/).exec(why)[1]);
    assert.equal(status, 'too costly');
    assert.equal(statusOf('--most-work', String(least), link), 'unchecked', why);
    assert.equal(statusOf(link, '--most-work', String(0.98 * least)), 'too costly', why);
    assert.equal(statusOf(link), 'unchecked');
  }
});

test('a limit is a number of billions', () => {
  for (const word of ['x', '-1', '1e10', '', '1,5']) {
    const {status, out, error} = run(['check', '--most-work', word, '1;n=4']);
    assert.deepEqual([status, out], [2, ''], word);
    const words = `ninefold: --most-work: read "${word}", allowed: a number of billions, 0 to 1e9.`;
    assert.ok(saysJust(words, error.split('\n')[0]), error);
  }
  for (const args of [
    ['check', '1', '--most-work'],
    ['seal', '--most-work', '1', '1'],
  ])
    assert.equal(run(args).status, 2);
});

test('statements about baselines that no panel shows are judged', () => {
  const {
    lines: [line],
  } = judge(['1;n=5~7~9;ask1=level~b2~gt~0.1;ask2=level~b3~gt~0.1;ask3=level~p11~lt~2~level~b3']);
  assert.deepEqual(
    line.asks.map(({verdict}) => verdict),
    ['holds', 'holds', 'holds'],
  );
});

// ---- Strictly ----------------------------------------------------------------------------------

/** What is not read as it is written, to what is lost by it: false of what keeps its meaning. */
const REMARKED = {
  '1;n=4;epsilon=0.5': true,
  '1;n=4;Eps=0.5': true,
  '1;n=1000000': true,
  '1;n=4;eps=0.5~0.1': true,
  '2;n=4;seed=3': true,
  'seed=3;n=4': false,
  '1;source=model;n=1': true,
  '1;n=4;seed=1;seed=2': true,
};
const EXACT = [
  '1;n=4',
  'https://example.org/nine/#1;n=4',
  '1;n=4.0',
  '1&n=4',
  '1%3Bn=4',
  '1;source=model',
];
const SEALED = sealed('1;n=4');
EXACT.push(SEALED);
const REFUSED =
  /^ninefold: (not all of|how) this link .*\nninefold: nothing is made of it: --strict /;

test('--strict makes nothing of a link that is not read as it is written', () => {
  for (const [link, lossy] of Object.entries(REMARKED)) {
    for (const command of ['panels', 'heads']) {
      const {status, out, error} = run([command, link, '--strict', '--json']);
      assert.deepEqual([status, out], [1, ''], `${command} ${link}`);
      assert.match(error, says(REFUSED));
    }
    for (const command of ['check', 'seal']) {
      assert.equal(run([command, '--strict', link]).status, 1, `${command} ${link}`);
      assert.equal(run([command, link]).status, lossy ? 1 : 0, `${command} ${link}`);
    }
    assert.equal(run(['seal', link, '--strict']).out, '');
  }
  for (const link of EXACT)
    for (const command of ['panels', 'check', 'seal', ...(link.includes('model') ? ['heads'] : [])])
      for (const args of [
        [command, '--strict', link],
        [command, link, '--strict'],
      ])
        assert.equal(
          run(args).status,
          command === 'check' && link !== SEALED ? 1 : 0,
          args.join(' '),
        );
});

test('check --strict takes nothing but what is reproduced', () => {
  const [reproduced, cut] = [GOOD, GOOD.replace(/;check=.*/, '')];
  const elsewhere = '1;source=model;model=deadbeef;check=46c03a8a7a5170c5';
  for (const [link, strictly] of [
    [reproduced, 0],
    [cut, 1],
    [elsewhere, 1],
  ]) {
    assert.equal(run(['check', link]).status, 0, link);
    assert.equal(run(['check', '--strict', link]).status, strictly, link);
  }
});

test('an answer has one form, and what is typed in vain is named', () => {
  for (const [words, said] of [
    [['heads', '1;source=model', '--json', '--csv'], /one form/],
    [['group', '1;source=model', '--csv', '--json'], /one form/],
    [['table', '1;n=4', '--csv', '--json'], /one form/],
    [['panels', '1;n=4', '--distributions'], /--npz FILE/],
    [['picture', '-'], /of one link/],
  ]) {
    const {status, out, error} = run(words);
    assert.deepEqual([status, out], [2, ''], words.join(' '));
    assert.match(error.split('\n')[0], says(said), words.join(' '));
  }
});

test('columns hold nothing but what they say where no terminal is', () => {
  const [first, second] = run(['check', `Anna: ${GOOD}`]).out.split('\t');
  assert.deepEqual([first, second], ['reproduced', 'Anna']);
  assert.match(run(['check', GOOD.replace(/.{4}$/, 'abcd')]).out, /^differs\t\t/);
});

test('a picture into - is printed, as without -o', () => {
  const printed = run(['picture', '1;n=4', '-o', '-']).out;
  assert.match(printed, /^<svg|^<\?xml/);
  assert.equal(printed, run(['picture', '1;n=4']).out);
});

test('words beside a link: check --strict has a column for them, the others refuse them', () => {
  const line = `Anna: ${GOOD} (Monday)`;
  const {
    exit,
    lines: [{who}],
  } = judge(['--strict', line]);
  assert.deepEqual([exit, who], [0, 'Anna: Monday']);
  for (const command of ['panels', 'heads', 'seal']) {
    const {status, out, error} = run([command, '--strict', line]);
    assert.deepEqual([status, out], [1, ''], command);
    assert.match(
      error,
      says(command === 'seal' ? /there is more than the link/ : /left out.*"Anna: "/),
    );
  }
});
