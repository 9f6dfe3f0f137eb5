// Words are no interface. A build whose messages are all in capitals answers as the usual one does:
// only its sentences differ. `./build.sh test --all` puts the page to that test as well.
import assert from 'node:assert/strict';
import {execFileSync, spawnSync} from 'node:child_process';
import {readFileSync, readdirSync} from 'node:fs';
import {join} from 'node:path';
import test from 'node:test';
import {fileURLToPath} from 'node:url';
import {scratchFolder} from './lib/scratch.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = scratchFolder('ninefold');

const USUAL = join(root, 'build/ninefold');
const LOUD = join(folder, 'ninefold');

const sourcesIn = room =>
  readdirSync(join(root, 'src', room))
    .filter(name => name.endsWith('.c'))
    .map(name => `src/${room}/${name}`);

const files = ['engine', 'model', 'data', 'answers', 'picture', 'cli'].flatMap(sourcesIn);
const flags = ['-std=c11', '-O1', '-ffp-contract=off', '-Iinclude', '-Isrc', '-DNF_CAPITALS'];
execFileSync('gcc', [...flags, ...files, 'build/model_file.c', '-o', LOUD], {cwd: root});

const run = (program, words) => spawnSync(program, words, {encoding: 'utf8', cwd: root});

/** Of each kind of remark one. */
const LINKS = [
  '1;eps=0.5~99~1',
  '1;eps=99',
  '1;n=1',
  '1;head=x',
  '1;heads=4;head=4',
  '1;figure=x',
  '1;text2=~zz',
  '1;question=~zz',
  '1;model=x',
  '1;show=sed',
  '1;ask3=best~p11~gt~0',
  '1;ask3=first~p11~in~1~0',
  '1;n=4;n=5',
  '1;sed=7',
  '1;n',
  '1;check=12',
  '2;n=4',
  'n=4',
  'See 1;n=4 here',
  '1;n=4...',
  '1;n=14 15 16',
  'See 1;question=Go.',
];

const ignoredBy = (program, link) =>
  JSON.parse(run(program, ['panels', link, '--json']).stdout).ignored;

/** Without its sentences. */
const coded = ({why, more, used, ...rest}) => ({...rest, used: rest.use === 'value' ? used : ''});

test('what a link did not say well has the same causes in any words', () => {
  for (const link of LINKS) {
    const [usual, loud] = [USUAL, LOUD].map(program => ignoredBy(program, link));
    assert.ok(usual.length, link);
    assert.deepEqual(loud.map(coded), usual.map(coded), link);
    for (const [i, {why, more, used, use}] of usual.entries()) {
      assert.equal(loud[i].why.toLowerCase(), why.toLowerCase(), link);
      assert.notEqual(loud[i].why, why, 'they are in capitals');
      assert.equal(loud[i].more, more.toUpperCase(), link);
      if (use !== 'value') assert.equal(loud[i].used, used.toUpperCase(), link);
    }
  }
});

/** The first cell of each row: what became of the line. */
const statuses = (program, lines) =>
  run(program, ['check', ...lines])
    .stdout.split('\n')
    .map(row => row.split('\t').slice(0, 2).join());

test('lines of a class are told apart in any words', () => {
  const lines = [
    ...LINKS,
    'Anna: 1;n=4',
    'Ben nothing',
    'Cem ',
    '1;source=model;text1=~e6~97~a5',
    '1;source=tensors',
    `1;question=${'a'.repeat(17_000)}`,
  ];
  assert.deepEqual(statuses(LOUD, lines), statuses(USUAL, lines));
  const told = run(LOUD, ['check', 'nothing']).stdout;
  assert.match(told, /^invalid\t.*THERE IS NO LINK IN IT/);
});

/** What the command line says of its own, each with a line that has it said. */
const SAID = [
  ['check', '1;n=4;check=0000000000000000'],
  ['check', '1;n=4', '1;n=5'],
  ['check', '1;n=16384;ask1=cell~p11~1~1~gt~0', '--most-work', '0'],
  ['check', '1', '--most-work', 'x'],
  ['seal', 'Anna: 1;n=4', '--strict'],
  ['seal', '1;n=4;check=0000000000000000'],
  ['seal', '-'],
  ['panels', ''],
  ['panels', '1;n=4;sed=7', '--strict'],
  ['panels', 'See 1;n=4 here', '--json'],
  ['panels', '1;n=4', '--npz', '/'],
  ['heads', '1;n=4'],
  ['nothing'],
  ['panels', '1', '2'],
];

test('the command line says the same in any words', () => {
  for (const words of SAID) {
    const [usual, loud] = [USUAL, LOUD].map(program => run(program, words));
    assert.equal(loud.status, usual.status, words.join(' '));
    const [told, shouted] = [usual, loud].map(({stdout, stderr}) => `${stdout}${stderr}`);
    assert.equal(shouted.toLowerCase(), told.toLowerCase(), words.join(' '));
    assert.notEqual(shouted, told, words.join(' '));
  }
});

// Tables of their own: readings, measures, what the header's constants are, and how the command line
// is used. What tells of a model of the reader's own has its words beside it.
const WORDED = /^(readings|measure|constants|main|usage|own)\.c$/;

test('no source has a sentence of its own: all stand in messages.def', () => {
  const found = ['engine', 'model', 'data', 'answers', 'picture', 'cli', 'wasm'].flatMap(room =>
    sourcesIn(room)
      .filter(path => !WORDED.test(path.replace(/.*\//, '')))
      .flatMap(path => {
        const code = readFileSync(join(root, path), 'utf8').replace(
          /\/\*[^]*?\*\/|_Static_assert\([^]*?\);/g,
          '',
        );
        const texts = code.match(/"(?:[^"\\\n]|\\.)*"/g) ?? [];
        return texts
          .filter(text => /[a-z]{2,},? [a-z]{2,},? [a-z]{2,}/.test(text))
          .map(text => `${path}: ${text}`);
      }),
  );
  assert.deepEqual(found, []);
});

/** All words of the list, with what stands in braces. */
function allWords() {
  const list = readFileSync(join(root, 'src/engine/messages.def'), 'utf8');
  const [...sentences] = list.matchAll(
    /^(?:MESSAGE|MODEL_MESSAGE|USE|PHRASE|SENTENCE|OF_FILE|OF_MODEL)\(\w+,\s*((?:"(?:[^"\\]|\\.)*"\s*)+)\)/gm,
  );
  return sentences.map(([, words]) => words.replace(/"\s*"/g, '').replace(/^"|"\s*$/g, ''));
}

test('what stands in braces is known', () => {
  const known = 'number,quoted,text,other,input,character,row,words,low,high'.split(',');
  const [...names] = allWords()
    .join('')
    .matchAll(/\{([^}]*)\}/g);
  assert.ok(names.length > 200, `${names.length}`);
  for (const [, name] of names) assert.ok(/^[012]$/.test(name) || known.includes(name), name);
});

test('no part of the page compares a sentence of the engine', () => {
  const spoken = allWords()
    .flatMap(words => words.split(/\{[^}]*\}/))
    .map(part => part.trim())
    .filter(part => part.split(' ').length > 2);
  assert.ok(spoken.length > 200, `${spoken.length}`);
  const code = name =>
    readFileSync(join(root, 'web', name), 'utf8').replace(/\/\*[^]*?\*\/|\/\/.*$/gm, '');
  const scripts = readdirSync(join(root, 'web'), {recursive: true})
    .filter(name => name.endsWith('.js'))
    .map(name => [name, code(name)]);
  const readers = scripts.flatMap(([name, text]) =>
    spoken.filter(part => text.includes(part)).map(part => `${name}: ${part}`),
  );
  assert.deepEqual(readers, []);
});
