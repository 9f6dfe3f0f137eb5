// What .github/CONTRIBUTING.md says of adding a parameter, an operation and a kind of figure, done
// as it stands there, in a copy of the sources that is then built: nobody else knows the three, and
// they are in links, controls, titles, the reference and the sentences for what is refused.
import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import {cpSync, existsSync, readFileSync, readdirSync, symlinkSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {test} from 'node:test';
import {fileURLToPath, pathToFileURL} from 'node:url';
import {launch, open} from '../browser/lib/browser.mjs';
import {serve} from '../../web/site/serve.mjs';
import {scratchFolder} from '../node/lib/scratch.mjs';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const COPY = scratchFolder('grown');
const FOLDERS = ['include', 'src', 'web', 'tests/tools'];
const FILES = ['build.sh', 'index.html', 'LICENSE', 'tests/tsconfig.json'];

// ---- The copy ----------------------------------------------------------------------------------

const GUIDE = readFileSync(join(ROOT, '.github/CONTRIBUTING.md'), 'utf8');

/** The lines of a change that stand before it, or after it: those with this sign, or none. */
const side = (lines, sign) =>
  lines
    .filter(line => line[0] === ' ' || line[0] === sign)
    .map(line => `${line.slice(1)}\n`)
    .join('');

/** The changes that the guide prints: file, what stands there, what takes its place. */
const CHANGES = [...GUIDE.matchAll(/^```diff\n([^]*?)^```$/gm)].flatMap(([, diff]) =>
  diff
    .split(/^--- /m)
    .slice(1)
    .flatMap(part => {
      const [file] = part.split('\n', 1);
      const hunks = part.slice(file.length + 1).split(/^@@.*\n/m);
      return hunks.map(hunk => {
        const lines = hunk.split('\n').filter(Boolean);
        return {file, was: side(lines, '-'), is: side(lines, '+')};
      });
    }),
);

function change({file, was, is}) {
  const text = readFileSync(join(COPY, file), 'utf8');
  assert.equal(text.split(was).length, 2, `${file} has once:\n${was}`);
  writeFileSync(
    join(COPY, file),
    text.replace(was, () => is),
  );
}

for (const path of [...FOLDERS, ...FILES])
  cpSync(join(ROOT, path), join(COPY, path), {recursive: true});
for (const name of ['node_modules', 'platforms'])
  // with the packages that were fetched
  symlinkSync(join(ROOT, 'tests', name), join(COPY, 'tests', name));
CHANGES.forEach(change);
execFileSync(join(COPY, 'build.sh'), ['build'], {stdio: 'pipe'});

process.env.NINEFOLD = join(COPY, 'build/ninefold');
const {arrays, panels, run} = await import('../node/lib/engine.mjs');

/** A module of the copy's page. */
const ofPage = path => import(pathToFileURL(join(COPY, path)));
const {load} = await ofPage('web/engine/engine.js');
const engine = await load(readFileSync(join(COPY, 'build/ninefold.wasm')));
const ask = command => JSON.parse(run([command, '--json']).out);

// ---- What changed ------------------------------------------------------------------------------

test('a row each, its arithmetic, and no other file', () => {
  const files = FOLDERS.flatMap(folder =>
    readdirSync(join(COPY, folder), {recursive: true, withFileTypes: true})
      .filter(entry => entry.isFile())
      .map(entry => join(entry.parentPath ?? entry.path, entry.name).slice(COPY.length + 1)),
  );
  const isOther = path =>
    !existsSync(join(ROOT, path)) ||
    !readFileSync(join(ROOT, path)).equals(readFileSync(join(COPY, path)));
  assert.ok(files.length > 200, `${files.length} files`);
  assert.deepEqual(files.filter(isOther).sort(), [
    'src/engine/figure.c',
    'src/engine/kinds.def',
    'src/engine/params.def',
    'src/engine/perturb.c',
  ]);
});

test('what links meant before they mean still', () => {
  const golden = readFileSync(join(ROOT, 'tests/golden/format-1.txt'), 'utf8').split('\n');
  const small = golden.filter(link => link && !/;n=[^;]*\d{3}/.test(link)).slice(0, 60);
  const {status, out} = run(['check', '-'], small.join('\n'));
  assert.equal(status, 0, out);
  assert.equal(out.match(/^reproduced/gm).length, small.length);
});

// ---- The engine --------------------------------------------------------------------------------

test('the command line lists them', () => {
  const rows = Object.fromEntries(ask('params').map(row => [row.key, row]));
  assert.match(rows.op.words, / reverse$/);
  assert.match(rows.figure.words, / across$/);
  assert.deepEqual(
    [rows.sharp.label, rows.sharp.range, rows.sharp.default],
    ['Sharpness', [0, 4], '1'],
  );
  const {kinds, operations} = ask('kinds');
  assert.deepEqual([kinds.at(-1).key, operations.at(-1).key], ['across', 'reverse']);
  assert.match(run(['kinds']).out, /^op=reverse .*reverse order\.$/m);
});

const LINK = '1;n=5;d=32;heads=3;sharp=2;op=reverse;eps=1~0.5~0';

test('links of them are read and written, natively and as a module', () => {
  for (const link of [LINK, '1;figure=across;n=4~5~6;d=32;heads=3']) {
    const {ignored, check, link: canonical} = panels(link);
    assert.deepEqual(ignored, []);
    assert.deepEqual([canonical, engine.decode(link).link], [link, link]);
    assert.equal(engine.check(link), check);
    assert.match(run(['check', `${link};check=${check}`]).out, /^reproduced/);
  }
});

/** A matrix of `arrays` with each row turned around. */
const turned = ({data, shape: [rows, width]}) =>
  Array.from({length: rows}, (_, i) =>
    [...data.slice(i * width, (i + 1) * width)].reverse(),
  ).flat();

test('their arithmetic is what the guide says', () => {
  const reversed = arrays(LINK);
  const untouched = arrays(LINK.replace('op=reverse;eps=1~0.5~0', 'eps=1'));
  assert.deepEqual([...reversed.o6.data], turned(untouched.o6), 'Value turned around');
  assert.deepEqual([...reversed.o8.data], [...untouched.o6.data], 'by nothing');
  assert.notDeepEqual([...reversed.w0.data], [...untouched.w0.data]);
  assert.equal(panels('1;n=5;sharp=2').check, panels('1;n=5;temp=0.5').check);
  const [across, mean] = ['across', 'mean'].map(
    figure => panels(`1;figure=${figure};n=4~5~6`).panels,
  );
  for (let at = 0; at < 9; at++)
    assert.deepEqual(across[at].weights, mean[(at % 3) * 3 + Math.floor(at / 3)].weights);
});

test('titles and captions say what was done', () => {
  const {caption, panels: nine} = engine.compute(LINK);
  assert.equal(caption, 'The Attention Weight after Reversing Query, Key and Value');
  assert.equal(nine[4].title, 'Reversing *Key* with ε = 5e-1');
  const across = engine.compute('1;figure=across;n=4~5~6');
  assert.equal(across.caption, 'The Mean Operation For Query, Key and Value, Inputs Across');
  assert.equal(across.panels[1].title, 'Taking the Mean of *Query* (Input 2)');
});

test('what is refused is told with them among what is allowed', () => {
  for (const [link, why] of [
    ['1;op=turn', /scale mean blend noise patch reverse/],
    ['1;figure=turn', /modify mean cross across/],
    ['1;sharp=5', /0.*4/],
  ]) {
    assert.match(engine.decode(link).ignored[0].why, why);
    assert.match(run(['check', link]).out, why);
  }
});

// ---- The page ----------------------------------------------------------------------------------

test('the page names them before the engine is there, and knows what acts', async () => {
  const {choice} = await ofPage('web/controls/choices.js');
  const {actsHere} = await ofPage('web/engine/kinds.js');
  const {captionFor} = await ofPage('web/engine/titles.js');
  assert.deepEqual(
    [choice('op', 'reverse'), choice('figure', 'across')],
    ['Reverse', 'Means, inputs across'],
  );
  const params = {figure: 'modify', op: 'reverse'};
  assert.deepEqual([actsHere('eps', params), actsHere('over', params)], [true, false]);
  assert.match(captionFor(params), /Reversing Query/);
});

test('the reference has them', () => {
  const html = readFileSync(join(COPY, 'build/site/reference.html'), 'utf8');
  const rowOf = key => html.split('<tr>').find(row => row.includes(`id="${key}"`));
  assert.ok(rowOf('op').includes('<code>reverse</code>'));
  assert.ok(rowOf('figure').includes('<code>across</code>'));
  assert.ok(rowOf('sharp').includes('Multiplies every logit; 1 leaves them.'));
});

test('a reader chooses them in the page', async () => {
  const server = await serve(join(COPY, 'build/site'), 0);
  const browser = await launch();
  try {
    const {nine, faults} = await open({browser, server}, {link: '1;n=5'});
    await nine.openMore();
    await nine.choose('op', 'Reverse');
    await nine.settleAt('1;n=5;op=reverse');
    const {panels: nine_, caption} = await nine.figure();
    assert.match(nine_[0].title, /^Reversing \*Query\*/);
    assert.match(caption, /Reversing/);
    assert.equal(await nine.field('sharp').getAttribute('data-row'), 'sharp');
    await nine.choose('figure', 'Means, inputs across');
    await nine.settleAt('1;figure=across;n=5;op=reverse');
    assert.deepEqual(faults, []);
  } finally {
    await browser.close();
    server.close();
  }
});
