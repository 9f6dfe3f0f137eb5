// Every example of the documents runs as it is printed there, and prints what stands below it. Here
// are those of the command line; the lists say which there must be, and who tries the others.
import assert from 'node:assert/strict';
import {spawnSync} from 'node:child_process';
import {mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {test} from 'node:test';
import {fileURLToPath} from 'node:url';
import {scratchFolder} from '../node/lib/scratch.mjs';
import {saysJust} from '../node/lib/words.mjs';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const read = path => readFileSync(join(ROOT, path), 'utf8');

/** Documents that are read by others than who changes Ninefold. */
const DOCUMENTS = [
  'README.md',
  ...readdirSync(join(ROOT, 'src'), {recursive: true})
    .filter(name => name.endsWith('.md'))
    .map(name => `src/${name}`),
  'web/README.md',
  'web/package.README.md',
  'web/site/PUBLISHING.md',
].sort();

/**
 * The examples of a document: blocks between fences, by their language, and indented ones, which
 * are commands if their first line is one, else links or drawings.
 */
function examplesOf(path) {
  const text = read(path);
  const fenced = [...text.matchAll(/^```(\w+)\n([^]*?)^```$/gm)];
  const indented = text.replace(/^```[^]*?^```$/gm, '').match(/(?<=\n\n)(?: {4}.*\n)+/g);
  return [
    ...fenced.map(([, language, block]) => ({kind: language, block})),
    ...(indented ?? []).map(block => ({kind: kindOf(block), block: block.replace(/^ {4}/gm, '')})),
  ];
}

function kindOf(block) {
  if (/^ {4}(?:\$ )?build\/ninefold /.test(block)) return 'commands';
  return /^ {4}1;/.test(block) ? 'links' : 'drawing';
}

// ---- The command line ----------------------------------------------------------------------------

const folder = scratchFolder('examples');

const shell = line =>
  spawnSync('bash', ['-c', line], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 1e8,
    env: {...process.env, HOME: folder},
  });

symlinkSync(join(ROOT, 'build'), join(folder, 'build'));

// What readers have: texts, answers that came, links that were handed in, a model.
const [ANNA] = /^ {4}(1;.*;by=Anna_Meier.*)$/m.exec(read('src/engine/LINKS.md'));
const BEN = '1;seed=2;n=6;eps=0.8;of=508a1810;by=Ben_Ott;choice=1;check=3b30d01607ab6d74';
const FILES = {
  'prompts.txt': 'The rain fell.\nPlease close the door.\n',
  'answers.txt': `From: Anna\nHello, here it is:\n${ANNA.trim()}\nAnna\n\nFrom: Ben\n${BEN}\n`,
  'links.txt': `Anna Meier: 1;seed=3;n=5;ask1=first~p31~gt~0.95;check=ef391f211e8f3cce
Ben Ott: 1;seed=3;n=5;ask1=first~p31~gt~0.9999;check=3f2a9c01d4e5b677
Cem: 1;n=1
`,
};
for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, name), text);
mkdirSync(join(folder, 'models'));
assert.equal(shell('build/ninefold model --export models/SmolLM-135M').status, 0);

/** Commands of a block, each with the lines that are printed below it. */
function commandsIn({kind, block}) {
  const lines = block.trimEnd().split('\n');
  const all = [];
  for (const line of lines) {
    const [, command] = /^(?:\$ )?(build\/ninefold .*?)(?:\s+# .*)?$/.exec(line) ?? [];
    if (command) all.push({command, printed: []});
    else if (kind === 'commands') all.at(-1).printed.push(line);
  }
  return all;
}

const commands = DOCUMENTS.flatMap(path =>
  examplesOf(path)
    .filter(({kind}) => kind === 'commands' || kind === 'sh')
    .flatMap(commandsIn)
    .map(one => ({...one, path})),
);

/** Commands that must have an example; in this order they stand in the documents. */
const MUST = {
  'README.md': ['readings', 'heads', 'panels', 'seal', 'check'],
  'src/cli/README.md': [
    ...['picture', 'picture', 'picture'],
    ...['table', 'table', 'heads', 'heads --texts', 'group', 'check --question', 'check -'],
    ...['model', 'seal --model', 'heads --model'],
  ],
  'src/train/README.md': ['panels'],
};

test('the command line has the examples that it must have', () => {
  for (const [path, names] of Object.entries(MUST)) {
    const own = commands.filter(one => one.path === path).map(({command}) => command);
    assert.deepEqual(own.length, names.length, `${path}: ${own.join('\n')}`);
    names.forEach((name, i) => {
      const [word, option = ''] = name.split(' ');
      assert.ok(`${own[i]} `.startsWith(`build/ninefold ${word} `), `${own[i]}: ${name}`);
      assert.ok(own[i].split(' ').includes(option) || !option, `${own[i]}: ${name}`);
    });
  }
  assert.equal(commands.length, Object.values(MUST).flat().length);
});

/** Columns of a line: between tabs, or where they are printed, between two spaces or more. */
const columnsOf = line =>
  line
    .split(/\t|\s{2,}/)
    .map(cell => cell.trim())
    .filter(Boolean);

/** Whether a line came as it is printed; a column that ends in .. is only begun there. */
function assertPrinted(line, printed) {
  const columns = columnsOf(line);
  columnsOf(printed).forEach((cell, i) => {
    const isBegun = cell.endsWith('..');
    const begun = isBegun ? columns[i]?.slice(0, cell.length - 2) : columns[i];
    assert.ok(saysJust(isBegun ? cell.slice(0, -2) : cell, begun ?? ''), line);
  });
}

for (const {command, printed, path} of commands)
  test(`${path}: ${command.slice(0, 60)}`, () => {
    const {status, stdout, stderr} = shell(command);
    const [, file] = />(\S+)$/.exec(command) ?? [];
    const out = file ? readFileSync(join(folder, file), 'utf8') : stdout;
    assert.notEqual(out, '', `${command}: ${stderr}`);
    assert.ok(status === 0 || printed.length, stderr);
    const lines = (stdout + stderr).trim().split('\n');
    if (printed.length) assert.equal(lines.length, printed.length, lines.join('\n'));
    printed.forEach((line, i) => assertPrinted(lines[i], line));
  });

// ---- All others ----------------------------------------------------------------------------------

test('links that stand alone can be read, and are reproduced where they have a check', () => {
  const links = examplesOf('src/engine/LINKS.md')
    .filter(({kind}) => kind === 'links')
    .flatMap(({block}) => block.trim().split('\n'));
  assert.equal(links.length, 4);
  for (const link of links) {
    const {stdout} = shell(`build/ninefold check '${link}'`);
    assert.match(stdout, link.includes('check=') ? /^reproduced/ : /^unchecked/, link);
    assert.equal(shell(`build/ninefold seal --strict '${link}'`).status, 0, link);
  }
});

/** How many examples of each kind a document has, and where they are tried. */
const HERE = 'tests/tools/examples.test.mjs';
const DOORS = 'tests/hosts/doors.test.mjs';
const README = 'tests/hosts/readme.test.mjs';
const TAKEN = 'tests/node/taken.test.mjs';
const TENSORS = 'tests/node/tensors.test.mjs';
const NOTEBOOK = 'tests/papers/notebook.test.mjs';
const TRIED = {
  'README.md': {sh: [2, HERE], html: [1, DOORS]},
  'src/cli/README.md': {
    commands: [6, HERE],
    python: [4, DOORS, NOTEBOOK, TENSORS, TAKEN],
    sh: [1, HERE],
  },
  'src/engine/LINKS.md': {links: [3, HERE]},
  'src/train/README.md': {sh: [1, HERE]},
  'web/README.md': {python: [1, TAKEN]},
  'web/package.README.md': {
    ...{js: [6, README], html: [3, README], tsx: [1, README]},
    ...{sh: [1, README], text: [1, README]},
  },
  'web/site/PUBLISHING.md': {html: [1, DOORS]},
};

test('no example is without a test', () => {
  const found = {};
  for (const path of DOCUMENTS)
    for (const {kind} of examplesOf(path)) {
      if (kind === 'drawing') continue;
      found[path] ??= {};
      found[path][kind] = (found[path][kind] ?? 0) + 1;
    }
  const numbers = Object.entries(TRIED).map(([path, kinds]) => [
    path,
    Object.fromEntries(Object.entries(kinds).map(([kind, [count]]) => [kind, count])),
  ]);
  assert.deepEqual(found, Object.fromEntries(numbers));
  for (const [path, kinds] of Object.entries(TRIED))
    for (const file of Object.values(kinds).flatMap(([, ...files]) => files))
      assert.ok(read(file).includes(path.replace(/^.*package\./, '')), `${path}: ${file}`);
});

test('every command has an example, or is named in the table of all', () => {
  const usage = shell('build/ninefold --help').stdout;
  const names = new Set([...usage.matchAll(/^ {2}ninefold ([a-z]+) /gm)].map(([, name]) => name));
  assert.ok(names.size >= 10);
  const tables = ['params', 'measures', 'kinds', 'constants'];
  for (const name of names)
    assert.ok(
      commands.some(({command}) => `${command} `.startsWith(`build/ninefold ${name} `)) ||
        (tables.includes(name) && read('src/cli/README.md').includes(`\`${name}\``)),
      name,
    );
});
