// The same figure through every door: page, command line, the C library as it is installed, Node,
// and a notebook, told as the documents tell it. All give the same check.
import assert from 'node:assert/strict';
import {execFileSync, spawnSync} from 'node:child_process';
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {before, test} from 'node:test';
import {fileURLToPath} from 'node:url';
import {platforms} from '../../web/embed/platforms.js';
import {panels, run as runProgram} from '../node/lib/engine.mjs';
import {framed, settled, useHost, visit} from './lib/host.mjs';
import {project, run} from './lib/project.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const LINKS = [
  '1;seed=7',
  '1;figure=mean;n=14~15~16',
  '1;op=noise;eps=0.3~0.03~3e-3;seed=5',
  '1;source=model;eps=0.3~0.03~3e-3;text1=The_rain_fell_on_the_sea.',
  '1;source=model;figure=cross;layer=1;head=3;text2=No',
  '1;seed=4;op=patch;eps=1~0.5~0.1',
  '1;source=model;op=patch;value=next;text2=The_sun_shone.',
  '1;source=model;also=0.3~2.7;op=mean',
];

const host = useHost();

const ofCommandLine = link => /;check=(\w+)\n$/.exec(runProgram(['seal', link]).out)[1];

async function ofPage(link, html) {
  const src = `${host.site.address}index.html#${link}`;
  host.put('page.html', `<!doctype html><link rel="icon" href="data:,">${html(src)}`);
  const {page, context, faults} = await visit(host, 'page.html');
  const check = await settled(framed(page));
  await context.close();
  assert.deepEqual(faults, [], link);
  return check;
}

const frame = src => `<iframe src="${src}" title="Nine panels" width="700" height="700"></iframe>`;

/** Blocks of HTML as a document prints them, and led to where the site is here. */
const pagesIn = path =>
  [...readFileSync(join(ROOT, path), 'utf8').matchAll(/^```html\n([^]*?)^```$/gm)].map(([, html]) =>
    html.replaceAll('https://example.org/nine/', host.site.address),
  );

// ---- The installed library -----------------------------------------------------------------------

const PROGRAM = `#include <ninefold.h>
#include <stdio.h>
#include <string.h>

static unsigned char model[1 << 20];

int main(int count, char **words) {
    static nf_params params;
    FILE *file = fopen(words[1], "rb");
    nf_engine *engine = nf_open();
    size_t size = file ? fread(model, 1, sizeof model, file) : 0;
    if (nf_bring_model(engine, model, size) != NF_OK) return 1;
    for (int i = 2; i < count; i++) {
        nf_decode(words[i], strlen(words[i]), &params, NULL, NULL);
        if (nf_compute(engine, &params, NF_CHECK) != NF_OK) return 1;
        printf("%016llx\\n", (unsigned long long)nf_check(engine));
    }
    nf_close(engine);
    return 0;
}
`;

/** The checks of all links. */
function ofLibrary() {
  const folder = project('library', {'checks.c': PROGRAM});
  const prefix = join(folder, 'local');
  const sh = (script, ...words) =>
    execFileSync('bash', ['-ec', script, prefix, ...words], {cwd: folder, encoding: 'utf8'});
  execFileSync('./build.sh', ['install', prefix], {cwd: ROOT, stdio: 'pipe'});
  sh('export PKG_CONFIG_PATH=$0/lib/pkgconfig; cc checks.c $(pkg-config --cflags --libs ninefold)');
  const all = 'LD_LIBRARY_PATH=$0/lib ./a.out $0/share/ninefold/model.bin "$@"';
  return sh(all, ...LINKS)
    .trim()
    .split('\n');
}

// ---- Node ----------------------------------------------------------------------------------------

const MODULE = `import {readFile} from 'node:fs/promises';
import {load} from 'ninefold/engine.js';

const file = name => readFile(new URL(import.meta.resolve('ninefold/' + name)));
const engine = await load(await file('ninefold-model.wasm'));
engine.bringModel(await file('model.bin'));
for (const link of process.argv.slice(2)) console.log(engine.compute(link).check);
`;

const ofNode = () =>
  run(project('checks', {'checks.mjs': MODULE}), 'checks.mjs', ...LINKS)
    .trim()
    .split('\n');

// ---- A notebook ----------------------------------------------------------------------------------

const hasIPython = name => spawnSync(name, ['-c', 'import IPython']).status === 0;
const PYTHON = ['python3', '/usr/bin/python3'].find(hasIPython);

// What a notebook does with cells: each runs in the shell of IPython, and what its last line gives
// is shown in the forms that it has.
const NOTEBOOK = `
import json, sys
from IPython.core.interactiveshell import InteractiveShell
shell = InteractiveShell.instance()
shown = []
for cell in json.load(sys.stdin):
    done = shell.run_cell(cell)
    done.raise_error()
    shown.append(shell.display_formatter.format(done.result)[0])
print()
print(json.dumps(shown))
`;

/** What cells show, by type. @returns {Record<string, string>[]} */
function notebook(cells) {
  const env = {...process.env, IPYTHONDIR: join(host.folder, 'ipython')};
  const how = {cwd: ROOT, input: JSON.stringify(cells), encoding: 'utf8', env};
  return JSON.parse(execFileSync(PYTHON, ['-c', NOTEBOOK], how).trim().split('\n').at(-1));
}

const [, FRAME_CELL] = platforms
  .flatMap(({steps}) => steps)
  .map(step => /^In a notebook: (.*\))\.$/.exec(step))
  .find(Boolean);
const [, PYTHON_CELL] = /## In a notebook\n[^]*?```python\n([^]*?)```/.exec(
  readFileSync(join(ROOT, 'src/cli/README.md'), 'utf8'),
);

// --------------------------------------------------------------------------------------------------

let expected;
before(() => {
  expected = LINKS.map(ofCommandLine);
  assert.equal(new Set(expected).size, LINKS.length);
});

test('the installed C library', () => assert.deepEqual(ofLibrary(), expected));

test('Node', () => assert.deepEqual(ofNode(), expected));

test('the page', async () => {
  for (const [i, link] of LINKS.entries()) assert.equal(await ofPage(link, frame), expected[i]);
});

test('a notebook that shows the page in a frame', async () => {
  for (const i of [0, 3]) {
    const html = src => notebook([FRAME_CELL.replace('ADDRESS', () => src)])[0]['text/html'];
    assert.equal(await ofPage(LINKS[i], html), expected[i]);
  }
});

test('a notebook that asks the command line', () => {
  assert.equal(PYTHON_CELL.split('"1;seed=7"').length, 2);
  const shown = notebook(LINKS.map(link => PYTHON_CELL.replace('1;seed=7', () => link)));
  const {first} = panels(LINKS[0]).panels[0].measures;
  assert.equal(shown[0]['text/plain'], `('${expected[0]}', ${first})`);
  assert.deepEqual(
    shown.map(forms => /^\('(\w+)'/.exec(forms['text/plain'])[1]),
    expected,
  );
  const wrong = PYTHON_CELL.replace('1;seed=7', '1;sed=7');
  assert.throws(() => notebook([wrong]), /sed: read \\?"7\\?", no parameter has this name/);
});

for (const path of ['README.md', 'web/site/PUBLISHING.md'])
  test(`what ${path} has for a page of one's own`, async () => {
    const [html, ...more] = pagesIn(path);
    assert.deepEqual(more, []);
    host.put('own.html', `<!doctype html><link rel="icon" href="data:,">\n${html}`);
    const {page, context, faults} = await visit(host, 'own.html');
    const element = page.locator('nine-fold');
    await element.scrollIntoViewIfNeeded();
    assert.equal(await settled(element), expected[0]);
    const frames = await page.locator('iframe').count();
    assert.equal(frames, html.split('<iframe').length - 1);
    for (let i = 0; i < frames; i++) {
      await page.locator('iframe').nth(i).scrollIntoViewIfNeeded();
      assert.equal(await settled(framed(page, i)), expected[0]);
    }
    await context.close();
    assert.deepEqual(faults, []);
  });
