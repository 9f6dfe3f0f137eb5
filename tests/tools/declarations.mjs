// The types of the npm package:   node tests/tools/declarations.mjs FOLDER
//
// tsc makes them from the comments of the sources. What the package does not export, and nothing of
// it speaks of, is left out; so is what a comment marks as internal.
import {execFileSync} from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join, relative, resolve} from 'node:path';
import {fileURLToPath} from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** What the package exports, in web/. What is of the element is written by hand, beside it. */
const EXPORTED = ['element/public.d.ts', 'element/react.d.ts', 'engine/engine.d.ts'];

const SOURCES = ['web/element/nine-fold.js', 'web/engine/engine.js'];

const OPTIONS = {
  extends: join(root, 'tests/tsconfig.json'),
  compilerOptions: {
    noEmit: false,
    declaration: true,
    emitDeclarationOnly: true,
    stripInternal: true,
    rootDir: root,
    paths: {'made/*': [join(root, 'build/made/*')]},
  },
  include: [],
  files: SOURCES.map(name => join(root, name)),
};

/** All declarations of the sources, as files of a folder laid out as the sources are. */
function declare(folder) {
  const project = join(folder, 'tsconfig.json');
  const compilerOptions = {...OPTIONS.compilerOptions, outDir: folder};
  writeFileSync(project, JSON.stringify({...OPTIONS, compilerOptions}));
  execFileSync(join(root, 'tests/node_modules/.bin/tsc'), ['-p', project], {stdio: 'inherit'});
  for (const name of EXPORTED.filter(name => existsSync(join(root, 'web', name))))
    copyFileSync(join(root, 'web', name), join(folder, 'web', name));
}

const SPECIFIER = /(?<=\bfrom |\bimport\(|\bmodule )(['"])([^'"]+)\1/g;

/** The file that a specifier names, null if it is another package's. @param {string} from the file it stands in @param {string} name */
function target(from, name, folder) {
  if (!/^(\.|made\/)/.test(name)) return null; // another package's
  const made = /^made\/(.*)\.js$/.exec(name);
  if (made) return join(folder, 'build/made', `${made[1]}.d.ts`);
  return resolve(dirname(from), name.replace(/\.js$/, '.d.ts'));
}

/** The files that are reached from some, these included. */
function reached(files, folder) {
  const all = new Set(files);
  for (const file of all)
    for (const [, , name] of readFileSync(file, 'utf8').matchAll(SPECIFIER)) {
      const other = target(file, name, folder);
      if (other) all.add(other);
    }
  return [...all];
}

/** Where a file of the sources is in the package. */
const placeOf = (file, folder) => relative(folder, file).replace(/^(web|build)\//, '');

/** A file's text, with specifiers that hold where it is in the package. */
function moved(file, folder) {
  const from = dirname(placeOf(file, folder));
  return readFileSync(file, 'utf8').replace(SPECIFIER, (said, quote, name) => {
    if (!name.startsWith('made/')) return said;
    return `${quote}${relative(from, name)}${quote}`;
  });
}

const folder = mkdtempSync(join(tmpdir(), 'ninefold-types-'));
try {
  declare(folder);
  const exported = EXPORTED.map(name => join(folder, 'web', name));
  for (const file of reached(exported, folder)) {
    const to = join(process.argv[2], placeOf(file, folder));
    mkdirSync(dirname(to), {recursive: true});
    writeFileSync(to, moved(file, folder));
  }
} finally {
  rmSync(folder, {recursive: true});
}
