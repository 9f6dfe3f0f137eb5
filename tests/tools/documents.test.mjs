// README and the documents beside it: short enough to be read, and true where a test can tell.
// Links lead somewhere, files that are named are there, and commands do what they are said to do.
import assert from 'node:assert/strict';
import {execFile, execFileSync} from 'node:child_process';
import {createHash} from 'node:crypto';
import {existsSync, readFileSync, readdirSync, statSync} from 'node:fs';
import {dirname, join, normalize} from 'node:path';
import {test} from 'node:test';
import {promisify} from 'node:util';
import {fileURLToPath} from 'node:url';
import {C, WEB} from '../node/lib/rooms.mjs';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const read = path => readFileSync(join(ROOT, path), 'utf8');
const filesIn = folder =>
  readdirSync(join(ROOT, folder), {recursive: true}).map(name => join(folder, name));

const FOLDERS = ['.github', 'include', 'src', 'web', 'tests'];
const FILES = [
  'README.md',
  'LICENSE',
  'build.sh',
  'index.html',
  ...FOLDERS.flatMap(filesIn),
].filter(path => !path.includes('node_modules'));
const DOCUMENTS = FILES.filter(path => path.endsWith('.md'));
const README = read('README.md');

/** What stands in the code of a document: in blocks of these languages, and in lines. */
const blocksOf = (text, language) =>
  [...text.matchAll(new RegExp(`^\`\`\`${language}\n([^]*?)^\`\`\`$`, 'gm'))].map(
    ([, code]) => code,
  );
const codeOf = text =>
  [...text.replace(/^```[^]*?^```$/gm, '').matchAll(/`([^`\n]+)`/g)].map(([, code]) => code);

// ---- README ------------------------------------------------------------------------------------

test('README has at most 130 lines and 1,000 words', () => {
  const lines = README.trimEnd().split('\n').length;
  const words = README.match(/\S+/g).length;
  assert.ok(lines <= 130, `${lines} lines`);
  assert.ok(words <= 1000, `${words} words`);
});

test('README shows a picture of the page, of at most 150 KB, and says what it shows', () => {
  const [, words, path] = /!\[([^\]]+)\]\(([^)]+)\)/.exec(README);
  const picture = readFileSync(join(ROOT, path));
  assert.equal(picture.toString('latin1', 1, 4), 'PNG');
  assert.ok(picture.length <= 150_000, `${picture.length} bytes`);
  assert.ok(words.length > 40, words);
});

test('README leads to every document', () => {
  for (const path of DOCUMENTS.filter(path => path !== 'README.md'))
    assert.ok(README.includes(`](${path})`), path);
});

test('the paper has the same title and number wherever it is named', () => {
  const title = 'On the Role of Attention Heads in Large Language Model Safety';
  for (const path of ['README.md', '.github/CITATION.cff', 'index.html']) {
    assert.ok(read(path).replace(/\s+/g, ' ').includes(title), path);
    assert.ok(read(path).includes('https://arxiv.org/abs/2410.13708'), path);
  }
});

// ---- Links, files, commands --------------------------------------------------------------------

/** The name that a heading has in links. */
const anchorOf = heading =>
  heading
    .toLowerCase()
    .replace(/[^\w\s-]/g, '')
    .replace(/\s/g, '-');
const anchorsOf = text => [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading]) => anchorOf(heading));

test('links lead to files and headings that are there', () => {
  let followed = 0;
  for (const path of DOCUMENTS)
    for (const [, to] of read(path).matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^https:/.test(to)) continue;
      const [file, place] = to.split('#');
      const target = file ? normalize(join(dirname(path), file)) : path;
      assert.ok(FILES.includes(target), `${path}: ${to}`);
      if (place) assert.ok(anchorsOf(read(target)).includes(place), `${path}: ${to}`);
      followed++;
    }
  assert.ok(followed >= 20, `${followed} links`);
});

const SOURCE = /[\w.-]*[\w-]\.(?:c|h|def|js|mjs|sh|tsv|txt|sha256|cff|md)(?![\w-])/g;

/** Names of files in a text, with the folders before them. */
const namesIn = text =>
  [...text.matchAll(new RegExp(`(?:[\\w.-]+/)*${SOURCE.source}`, 'g'))].map(([name]) => name);

/** Files that a build or a command makes, and those of readers. */
const MADE =
  /^build\/|^NAME|^(?:nine-fold|element|main|reveal)\.js$|^ninefold\/|\/nine-fold\.js$|(?:answers|links|prompts|heads)\.txt$/;

test('files that are named are there', () => {
  let named = 0;
  for (const path of DOCUMENTS.filter(path => path !== 'web/package.README.md'))
    for (const name of namesIn(read(path).replace(/https?:\/\/\S+|\.\/(?=build\.sh)/g, ''))) {
      if (MADE.test(name)) continue;
      const isThere = FILES.some(file => file === name || file.endsWith(`/${name}`));
      assert.ok(
        isThere || FILES.includes(normalize(join(dirname(path), name))),
        `${path}: ${name}`,
      );
      named++;
    }
  assert.ok(named > 100, `${named} names`);
});

test('what is said to be in a file is in it', () => {
  const found = DOCUMENTS.flatMap(path => [
    ...read(path).matchAll(/`([^`]+)` in `([\w./-]+\.\w+)`/g),
  ]);
  assert.ok(found.length >= 8, `${found.length} places`);
  for (const [, name, file] of found) assert.ok(read(file).includes(name), `${name} in ${file}`);
});

test('folders that are named are there, and so is what the build makes', () => {
  for (const path of DOCUMENTS)
    for (const code of codeOf(read(path)).filter(code =>
      /^(src|web|tests|build|include)\//.test(code),
    ))
      if (!/[*{ ]/.test(code) && !/^build\/(asan|shots)/.test(code))
        assert.ok(existsSync(join(ROOT, code)), `${path}: ${code}`);
});

/** Commands of a document, without what is said behind them. */
const commandsOf = text =>
  [...blocksOf(text, 'sh').flatMap(block => block.split('\n')), ...codeOf(text)]
    .map(line => line.replace(/\s+#.*$/, ''))
    .filter(line => /^(?:\w+=\S+ )?(?:\.\/build\.sh|build\/ninefold)(?: |$)/.test(line));

const isWhole = command =>
  !/LINK|FILE|[<|>]| -$/.test(command) && /^build\/ninefold /.test(command);

test('commands of the command line run, each as it is written', async () => {
  const whole = new Set(DOCUMENTS.flatMap(path => commandsOf(read(path)).filter(isWhole)));
  assert.ok(whole.size >= 8, [...whole].join('\n'));
  const shell = command => promisify(execFile)('sh', ['-c', command], {cwd: ROOT, maxBuffer: 1e8});
  for (const command of whole) assert.notEqual((await shell(command)).stdout, '', command);
});

test('what build.sh is asked for is what it can do', () => {
  const script = read('build.sh');
  const listOf = name =>
    new RegExp(`^${name}="([^"]*)"`, 'm').exec(read('tests/tools/suites.sh'))[1];
  const suites = listOf('all_suites');
  const allowed = ['--all', ...suites.split(' '), ...listOf('long_suites').split(' ')];
  for (const path of DOCUMENTS)
    for (const command of commandsOf(read(path)).filter(line => line.includes('./build.sh'))) {
      const [, what = 'build', rest = ''] = /build\.sh(?: (\w+))?(.*)$/.exec(command);
      assert.match(script, new RegExp(`^${what}\\)`, 'm'), `${path}: ${command}`);
      const words = rest.trim().split(' ').filter(Boolean);
      if (what === 'test') for (const suite of words) assert.ok(allowed.includes(suite), command);
      if (what === 'one' && words.length) assert.ok(FILES.includes(words[0]), command);
    }
  const about = rowsOf(read('web/site/ABOUT.md'), 'suite | what must hold');
  assert.equal(about.map(([suite]) => suite).join(' '), suites);
  const [listed] = /browser engines.*$/m.exec(read('.github/CONTRIBUTING.md'));
  assert.equal(listed, suites);
});

test('the link that README checks is reproduced', () => {
  const [command] = commandsOf(README).filter(line => line.startsWith('build/ninefold check'));
  assert.match(execFileSync('sh', ['-c', command], {cwd: ROOT, encoding: 'utf8'}), /^reproduced/);
});

test('variables that tests are said to read are read', () => {
  const sources = FILES.filter(path => /^tests\/.*\.mjs$/.test(path)).map(read);
  const named = [...read('.github/CONTRIBUTING.md').matchAll(/^\| `([A-Z]+)=/gm)];
  assert.equal(named.length, 4);
  for (const [, name] of named)
    assert.ok(
      sources.some(text => text.includes(`process.env.${name}`)),
      name,
    );
});

// ---- Facts -------------------------------------------------------------------------------------

/** The rows of a table of a document, by its head. */
function rowsOf(text, head) {
  const [, table] = text.split(`| ${head} |`);
  const lines = table.slice(table.indexOf('\n|')).trim().split('\n');
  const end = lines.findIndex(line => !line.startsWith('|'));
  return (end < 0 ? lines : lines.slice(0, end)).slice(1).map(line =>
    line
      .split('|')
      .slice(1, -1)
      .map(cell => cell.trim().replaceAll('`', '')),
  );
}

test('the rooms are drawn as they are', () => {
  const text = read('src/ARCHITECTURE.md');
  const drawn = rowsOf(text, '`src/` | takes from | what it is');
  assert.deepEqual(
    Object.fromEntries(drawn.map(([room, from]) => [room, from.split(', ').filter(Boolean)])),
    C,
  );
  const web = rowsOf(text, '`web/`, from the ground up | what it is');
  assert.deepEqual(
    web.map(([room]) => room),
    WEB,
  );
});

test('each folder of tests is told of', () => {
  const folders = readdirSync(join(ROOT, 'tests')).filter(
    name => name !== 'node_modules' && statSync(join(ROOT, 'tests', name)).isDirectory(),
  );
  for (const folder of folders)
    assert.ok(read('src/ARCHITECTURE.md').includes(`| \`tests/${folder}\` |`), folder);
});

test('the glossary begins with twenty words', () => {
  assert.equal(rowsOf(read('src/GLOSSARY.md'), 'word | meaning').length, 20);
});

test('numbers in the documents are those of the sources', () => {
  const [, longest] = /#define NF_LINK_MAX (\d+)/.exec(read('include/ninefold.h'));
  const inWords = Number(longest).toLocaleString('en');
  assert.ok(read('src/engine/LINKS.md').includes(`up to ${inWords} characters`), inWords);
  const links = read('tests/golden/format-1.txt').trim().split('\n').length;
  for (const path of ['src/engine/LINKS.md', 'src/engine/NUMERICS.md', 'web/site/ABOUT.md'])
    assert.match(read(path), new RegExp(`\\b${links}\\s+links`), path);
  const model = createHash('sha256').update(readFileSync(join(ROOT, 'web/model.bin')));
  assert.ok(read('src/train/README.md').includes(`\`${model.digest('hex').slice(0, 8)}\``));
});

test('every operation, kind and source is explained', () => {
  const text = read('src/engine/NUMERICS.md');
  const keys = pattern => [...read('src/engine/kinds.def').matchAll(pattern)].map(([, key]) => key);
  const named = head => rowsOf(text, head).map(([key]) => key);
  assert.deepEqual(named("`op` | X'"), keys(/^OPERATION\((\w+)/gm));
  assert.deepEqual(
    named('`figure` | panel in row r, column c | what is done'),
    keys(/^KIND\((\w+), "/gm),
  );
});

test('CITATION.cff has what version 1.2 asks for, and the version of the package', () => {
  const text = read('.github/CITATION.cff');
  const fields = Object.fromEntries(
    [...text.matchAll(/^([a-z-]+): "?(.+?)"?$/gm)].map(([, key, value]) => [key, value]),
  );
  assert.equal(fields['cff-version'], '1.2.0');
  for (const key of ['message', 'title']) assert.ok(fields[key], key);
  assert.match(text, /^authors:\n {2}- name: /m);
  const reference = text.slice(text.indexOf('\nreferences:'));
  for (const key of ['- type', 'title', 'authors', 'url'])
    assert.match(reference, new RegExp(`^ +${key}:`, 'm'));
  assert.equal(fields.version, JSON.parse(read('web/package.json')).version);
});
