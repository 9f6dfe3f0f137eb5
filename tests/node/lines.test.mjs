// Lines as they come in, and rows as they go out.
import assert from 'node:assert/strict';
import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {tmpdir} from 'node:os';
import test from 'node:test';
import {PROGRAM, run, runShell} from './lib/engine.mjs';
import {judge, sealed} from './lib/judged.mjs';

const GOOD = sealed('1;n=5;heads=2;ask1=level~p11~eq~0.2');

test('lines end as any system ends them, and a byte order mark is no part of the first', () => {
  const names = ['Anna', 'Ben', 'Cem', 'Dora'];
  for (const end of ['\n', '\r\n', '\r', '\r\r\n'])
    for (const mark of ['', '\ufeff']) {
      const text = names.map(name => `${name}: ${GOOD}${end}`).join('');
      const {exit, lines} = judge(['-'], mark + text), who = lines.map(line => line.who);
      assert.deepEqual([exit, ...who], [0, ...names], JSON.stringify(mark + end));
    }
});

test('input that holds no line, or cannot be read, is said, and is a failure', () => {
  const assertSaid = ({status, error}, sentence) =>
    assert.deepEqual([status, `${error}`], [1, `ninefold: standard input ${sentence}.\n`]);
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
  for (const args of [['check', '-'], ['check', '--csv', '-'], ['seal', '-']]) {
    const lines = Array.from({length: 20}, (_, i) => `1;n=5;seed=${i}`);
    const {rows, signal} = await interrupted(args, lines);
    const header = args.includes('--csv') ? 1 : 0;
    assert.deepEqual([rows.length, signal], [lines.length + header, 'SIGINT'], args.join(' '));
  }
});

test('what cannot be written ends the work', () => {
  const {status, error} = runShell('yes "1;n=5" | "$0" check - >/dev/full');
  assert.equal(status, 1);
  assert.match(`${error}`, /what was to be printed could not be written\.\n$/);
});
