// Nothing that somebody else wrote - a link, a name, a file, an argument - acts on a terminal,
// whatever the command.
import assert from 'node:assert/strict';
import {join} from 'node:path';
import test from 'node:test';
import {runBytes, runShell} from './lib/engine.mjs';
import {seeded} from './lib/random-links.mjs';
import {says} from './lib/words.mjs';
import {scratchFolder} from './lib/scratch.mjs';

const folder = scratchFolder('ninefold');

/** What a terminal acts on, as bytes: titles, colours, turned text, ends of lines, half letters. */
const HOSTILE = [
  ...[
    '\x1b]0;pwned\x07',
    '\x1b[31m',
    '\x1b[2J',
    '\x07',
    '\b',
    '\r',
    '\v',
    '\f',
    '\x7f',
    '\x00',
    '\x1c',
    '\u009b31m',
    '\u009d0;pwned\u009c',
    '\u0080',
    '\u0085',
    '\u0090',
    '\u200e',
    '\u200f',
    '\u061c',
    '\u202a',
    '\u202d',
    '\u202e',
    '\u202c',
    '\u2066',
    '\u2067',
    '\u2068',
    '\u2069',
    '\u2028',
    '\u2029',
  ].map(text => Buffer.from(text)),
  ...[
    '9b',
    '9d',
    '80',
    'ff',
    'c3',
    'c2',
    'e280',
    'e280c2',
    'f09f98',
    'eda080',
    'c080',
    'f8888080',
  ].map(hex => Buffer.from(hex, 'hex')),
];

const LINKS = [
  '1;n=5;seed=7',
  '1;n=5;seed=7;question=What_is_this;ask1=first~p31~gt~0.9',
  '2;n=5',
  '1;source=model;text1=The_sea',
  '1;n=4;check=0123456789abcdef',
  '1;n=4;key=3;n=x',
  'no link',
  '1;source=tensors',
  '1;source=model;layer=9',
  '1;n=4;lock=eps~n',
  '1;n=5;eps=0.5~0.1;text2=x',
  '1;source=model;text1=%e9%81%93',
];
const WRITTEN = [
  '%1b',
  '%c2%9b',
  '%9b',
  '%e2%80%ae',
  '~1b',
  '~c2~9b',
  '~e2~80~ae',
  '~9b',
  '&#27;',
  '\\u001b',
];
const AROUND = [
  ['', ''],
  ['Anna Meier: ', ''],
  ['', ' (Ben)'],
  ['"Cem","', '"'],
  ['https://example.org/#', ''],
];

const random = seeded(2026);

/** A link among words, and at one to three places of it something hostile. */
function hostileLine() {
  let line = Buffer.from(random.pick(AROUND).join(random.pick(LINKS)));
  for (let i = random.whole(1, 3); i > 0; i--) {
    const at = random.whole(0, line.length);
    const what = random.chance(0.8) ? random.pick(HOSTILE) : Buffer.from(random.pick(WRITTEN));
    line = Buffer.concat([line.subarray(0, at), what, line.subarray(at)]);
  }
  return line;
}

const lines = Array.from({length: 3000}, hostileLine);
const strict = new TextDecoder('utf-8', {fatal: true});
// Without tab and line feed.
const CONTROLS = /[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u;

/** Fails if any of these bytes would act on a terminal; tabs may be the program's own. */
function assertPlain(bytes, what, tabs = true) {
  let text;
  assert.doesNotThrow(() => {
    text = strict.decode(bytes);
  }, `not UTF-8: ${what}`);
  const at = (tabs ? text : text.replaceAll('\t', '\0')).search(CONTROLS);
  const found = JSON.stringify(text.slice(Math.max(0, at - 40), at + 20));
  assert.equal(at, -1, `${found} of ${what}`);
}

function assertPlainRun({status, out, error}, what) {
  assertPlain(out, `${what}, standard output`);
  assertPlain(error, `${what}, standard error`, false);
  return {status, out, error};
}

const input = Buffer.concat(lines.flatMap(line => [line, Buffer.from('\n')]));

test('lines on standard input act on no terminal', () => {
  const asked = 'check --question 1;n=5;choices=a/b;write=on;ask1=first~p11~gt~0';
  for (const command of [
    'check -',
    'check --csv -',
    'check --strict -',
    'seal -',
    asked,
    `${asked} --csv`,
    `${asked} --json`,
  ]) {
    const {out, error} = assertPlainRun(runBytes(command.split(' '), input), command);
    assert.ok(out.length + error.length > 50 * lines.length, `${command} says too little`);
  }
});

test('there are as many columns in every row, whatever is in it', () => {
  const rows = runBytes(['check', '-'], input).out.toString().trimEnd().split('\n');
  for (const row of rows) assert.equal(row.split('\t').length, 5, row);
});

// Arguments end at a zero byte, and Node passes none that are not UTF-8: a shell does.
const octal = byte => `\\${byte.toString(8).padStart(3, '0')}`;
const quoted = bytes =>
  `$'${[...bytes]
    .filter(byte => byte !== 0)
    .map(octal)
    .join('')}'`;

/** Every command, with what somebody else wrote in each place where it takes anything. */
const COMMANDS = [
  'panels @ --json',
  'panels @ --strict',
  `panels '1;n=3' --npz ${folder}/none/@`,
  'panels 1 @',
  'heads @',
  'heads @ --json',
  'heads @ --strict',
  'check @',
  'check --csv @ @',
  'check --most-work @ 1',
  'check --question @ /dev/null',
  "check --question '1;n=5;ask1=first~p11~gt~0' @",
  'table @ --measures first',
  'table @ --measures first,says --json',
  'table 1 --heads @',
  'table 1 --eps @ --op @',
  'seal --question @ 1',
  'seal @',
  'seal --strict @',
  'readings @',
  'params @',
  'measures @',
  '@',
  '--@',
];

test('arguments act on no terminal', () => {
  for (const command of COMMANDS)
    for (const line of lines.slice(0, 30)) {
      const script = `"$0" ${command.replaceAll('@', () => quoted(line))}`;
      assertPlainRun(runShell(script), script);
    }
});

test('JSON says what it escapes', () => {
  const read = '\u202e\u009b\u061c\u2028';
  for (const command of ['panels', 'heads']) {
    const done = runBytes([command, `1;source=model;n=${read}`, '--json']);
    const {out, error} = assertPlainRun(done, command);
    assert.equal(JSON.parse(out.toString()).ignored[0].read, read);
    assert.match(error.toString(), says(/n: read "\\u202e\\u009b\\u061c\\u2028", allowed/));
  }
});

test('what is no control is printed as it is', () => {
  const name = 'Zoë Žižek 李 ئەلى \u{1f600}\u00a0x\u200dy';
  const {out} = runBytes(['check', `${name}: 1;n=4`]);
  assert.ok(out.toString().includes(name), out.toString());
});
