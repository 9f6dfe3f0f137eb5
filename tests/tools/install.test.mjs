// What `./build.sh install` puts somewhere: a program and a library that C and C++ use as the
// header's example does, with the same checks; and `uninstall` takes all of it away.
import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import {existsSync, readFileSync, readdirSync, statSync} from 'node:fs';
import {join} from 'node:path';
import {test} from 'node:test';
import {fileURLToPath} from 'node:url';
import {run} from '../node/lib/engine.mjs';
import {scratchFolder} from '../node/lib/scratch.mjs';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const SCRATCH = scratchFolder('installed');
const PREFIX = join(SCRATCH, 'local');

const sh = (script, cwd = SCRATCH) =>
  execFileSync('bash', ['-ec', script], {cwd, encoding: 'utf8'});
const filesOf = folder =>
  readdirSync(folder, {recursive: true})
    .filter(name => !statSync(join(folder, name)).isDirectory())
    .sort();

sh(`./build.sh install ${PREFIX}`, ROOT);

const SET = `export PKG_CONFIG_PATH=${PREFIX}/lib/pkgconfig LD_LIBRARY_PATH=${PREFIX}/lib`;
const FLAGS = '$(pkg-config --cflags --libs ninefold)';

test('a program, a library of both kinds, a header, and what belongs to them', () => {
  assert.deepEqual(filesOf(PREFIX), [
    'bin/ninefold',
    'include/ninefold.h',
    'lib/libninefold.a',
    'lib/libninefold.so',
    'lib/libninefold.so.0',
    'lib/pkgconfig/ninefold.pc',
    'share/ninefold/example.c',
    'share/ninefold/model.bin',
  ]);
  const version = sh(`${SET}; pkg-config --modversion ninefold`).trim();
  assert.equal(sh(`${PREFIX}/bin/ninefold --version`), `ninefold ${version}\n`);
  const header = readFileSync(join(PREFIX, 'include/ninefold.h'), 'utf8');
  const [major, minor, patch] = version.split('.').map(Number);
  const number = 10000 * major + 100 * minor + patch;
  assert.match(header, new RegExp(`NF_VERSION "${version}"\n.* NF_VERSION_NUMBER ${number} `));
  for (const file of ['web/package.json', '.github/CITATION.cff'])
    assert.match(readFileSync(join(ROOT, file), 'utf8'), new RegExp(`version"?: "?${version}`));
});

test('the library shows no names but its own, and needs no mathematics of the system', () => {
  for (const [script, least] of [
    [`nm --defined-only -g ${PREFIX}/lib/libninefold.a`, 50],
    [`nm -D --defined-only ${PREFIX}/lib/libninefold.so`, 50],
  ]) {
    const names = sh(script)
      .split('\n')
      .map(line => /^[0-9a-f]+ [A-Z] (\S+)$/.exec(line)?.[1])
      .filter(Boolean);
    assert.ok(names.length > least, `${names.length}`);
    assert.deepEqual(
      names.filter(name => !name.startsWith('nf_')),
      [],
    );
  }
  assert.doesNotMatch(sh(`nm -D ${PREFIX}/lib/libninefold.so`), / U (exp|log|pow|sin|cos|sqrt)f?@/);
});

const EXAMPLE = readFileSync(join(ROOT, 'include/example.c'), 'utf8');

test('the example has at most 40 lines, and says how it is compiled', () => {
  assert.ok(EXAMPLE.trimEnd().split('\n').length <= 40);
  assert.ok(EXAMPLE.includes(`cc example.c ${FLAGS} -o example`));
});

for (const [name, compile] of [
  ['C', `cc -std=c99 -Wall -Wextra -Werror ${PREFIX}/share/ninefold/example.c ${FLAGS}`],
  ['C, as it is written', `cp ${PREFIX}/share/ninefold/example.c . && cc example.c ${FLAGS}`],
  [
    'C++',
    `c++ -std=c++17 -Wall -Werror -x c++ ${PREFIX}/share/ninefold/example.c -x none ${FLAGS}`,
  ],
  [
    'C, statically',
    `cc ${PREFIX}/share/ninefold/example.c -I${PREFIX}/include ${PREFIX}/lib/libninefold.a`,
  ],
])
  test(`the example gives the checks of the command line: ${name}`, () => {
    sh(`${SET}; ${compile} -o example`);
    for (const link of ['1;seed=7', '1;figure=mean;seed=7', '1;n=9;op=noise;eps=2']) {
      const out = sh(`${SET}; ./example '${link}'`).split('\n');
      assert.equal(out[0], run(['seal', link]).out.trim());
      assert.equal(
        out.filter(line => /^row \d, column \d: first [\d.]+|nan$/.test(line)).length,
        9,
      );
    }
    assert.throws(() => sh(`${SET}; ./example '1;sed=7'`), /not all of this link/);
  });

test('uninstall takes it away, and nothing else', () => {
  const installed = filesOf(PREFIX);
  const said = sh(`touch ${PREFIX}/lib/other && ./build.sh uninstall ${PREFIX}`, ROOT);
  assert.deepEqual(
    said.trim().split('\n').sort(),
    installed.map(name => `removed ${join(PREFIX, name)}`),
  );
  assert.deepEqual(filesOf(PREFIX), ['lib/other']);
  assert.ok(!existsSync(join(PREFIX, 'share/ninefold')));
  assert.equal(
    sh(`./build.sh uninstall ${PREFIX}`, ROOT),
    `nothing of Ninefold is installed in ${PREFIX}\n`,
  );
});

test('below DESTDIR, with the prefix that it will have', () => {
  const below = join(SCRATCH, 'below');
  sh(`DESTDIR=${below} ./build.sh install /opt/nine`, ROOT);
  assert.match(
    readFileSync(join(below, 'opt/nine/lib/pkgconfig/ninefold.pc'), 'utf8'),
    /^prefix=\/opt\/nine\n/,
  );
});
