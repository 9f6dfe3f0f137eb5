// Joins the page's modules into few files for the site:   node join.mjs WEB SITE
// Modules that the build has made are in SITE already.
//
// Forty small files are good to read and slow to fetch: each waits for the one that names it, and small files compress
// badly. So nine-fold.js takes in what it imports, main.js what only it imports, and so does each module that is imported
// when it is needed, import('./x.js'). Comments and indentation stay behind. What comes out works as what goes in, by
// the forms modules are written with here:
//
//     import {a, b as c} from './x.js';      import './x.js';      export {a, b} from './x.js';
//     export function, export async function, export class, export const A = 1, B = 2;
//
// Anything else is an error: nothing is guessed.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findParser, shorten } from './shorten.mjs';

const SHARED = 'nine-fold.js';
const ROOTS = [SHARED, 'main.js'];

const IMPORT = /^import (?:\{([^}]*)\} from )?'\.\/([\w.-]+)';$/gm;
const AGAIN = /^export \{([^}]*)\} from '\.\/([\w.-]+)';$/gm;
const EXPORT = /^export ((?:async )?function\*?|class|const) (\w+)(.*)$/gm;
const LAZY = /\bimport\('\.\/([\w.-]+)'\)/g;
const LEFT = /^(?:import|export)\b(?!\().*$|\bawait import\b(?!\('\.\/)/m;

const matches = (text, pattern) => [...text.matchAll(pattern)];
const names = (list) => list.split(',').map((name) => name.trim()).filter(Boolean);
const variable = (file) => '$' + file.replace(/\.js$/, '').replace(/\W/g, '_');

/** The further names of `const A = 1, B = 2`, in the rest of its first line: those outside of brackets. */
function further(kind, rest) {
  let outside = rest, inside;
  do outside = (inside = outside).replace(/\([^()]*\)|\[[^[\]]*\]|\{[^{}]*\}/g, ''); while (outside !== inside);
  return kind === 'const' ? matches(outside, /, (\w+) = /g).map((match) => match[1]) : [];
}

/** Code without what only its readers need. */
const bare = (code) =>
  code
    .replace(/\/\*\*[^]*?\*\//g, '')
    .replace(/^\s*\/\/.*$/gm, '')
    .replace(/^\s+/gm, '');

/** One module as a function's body, and what it names. */
function moduleOf(file, text) {
  const code = bare(text);
  const imports = matches(code, IMPORT).map(([, list, from]) => ({ from, names: names(list ?? '') }));
  const again = matches(code, AGAIN).map(([, list, from]) => ({ from, names: names(list) }));
  const exported = matches(code, EXPORT).flatMap(([, kind, name, more]) => [name, ...further(kind, more)]);
  const lazy = matches(code, LAZY).map((match) => match[1]);
  const rest = code.replace(IMPORT, '').replace(AGAIN, '').replace(EXPORT, '$1 $2$3');
  const odd = LEFT.exec(rest);
  if (odd) throw new Error(`${file}: no form of import or export that is known here: ${odd[0].trim()}`);
  return { file, imports, again, exported, lazy, body: rest.trim(), all: [...exported, ...again.flatMap((it) => it.names)] };
}

/** All modules that the roots lead to, each from the first folder that has it. */
function readAll(folders) {
  const modules = new Map();
  const visit = (file) => {
    if (modules.has(file)) return;
    const folder = folders.find((it) => existsSync(join(it, file))) ?? folders[0];
    const module = moduleOf(file, readFileSync(join(folder, file), 'utf8'));
    modules.set(file, module);
    for (const { from } of [...module.imports, ...module.again]) visit(from);
    module.lazy.forEach(visit);
  };
  ROOTS.forEach(visit);
  return modules;
}

/** What a file needs before it runs, itself last. */
function closure(modules, root) {
  const done = [], open = [];
  const visit = (file) => {
    if (done.includes(file)) return;
    if (open.includes(file)) throw new Error(`modules in a circle: ${[...open.slice(open.indexOf(file)), file].join(' > ')}`);
    open.push(file);
    const { imports, again } = modules.get(file);
    for (const { from } of [...imports, ...again]) visit(from);
    done.push(open.pop());
  };
  visit(root);
  return done;
}

/** Which file of the site each module goes to: its root's, or the shared one where several need it. */
function homes(modules) {
  const roots = [...new Set([...ROOTS, ...[...modules.values()].flatMap(({ lazy }) => lazy)])];
  const home = new Map();
  for (const root of roots)
    for (const file of closure(modules, root)) {
      const other = home.get(file) ?? root;
      home.set(file, other === root ? root : SHARED);
    }
  for (const root of roots) if (home.get(root) !== root) throw new Error(`${root} is imported both at once and when needed`);
  return { home, roots };
}

const destructured = (list) => list.map((name) => name.replace(' as ', ': ')).join(', ');

/** A module as a value: what it exports. */
function valueOf(modules, { file, imports, again, body, exported }) {
  for (const { from, names: list } of [...imports, ...again])
    for (const name of list)
      if (!modules.get(from).all.includes(name.split(' as ')[0])) throw new Error(`${file} imports ${name}, which ${from} does not export`);
  const taken = imports.filter(({ names: list }) => list.length);
  const lines = taken.map(({ from, names: list }) => `const {${destructured(list)}} = ${variable(from)};\n`);
  const given = [...exported, ...again.flatMap(({ from, names: list }) => list.map((name) => `${name}: ${variable(from)}.${name}`))];
  return `const ${variable(file)} = (() => {\n${lines.join('')}${body}\nreturn {${given.join(', ')}};\n})();\n`;
}

/** The site's modules: a map of file name to code. */
export function joined(...folders) {
  const modules = readAll(folders), { home, roots } = homes(modules), site = new Map();
  const used = (file) => [...modules.get(file).imports, ...modules.get(file).again].map(({ from }) => from);
  const asked = new Set([...modules.keys()].flatMap((file) => used(file).filter((from) => home.get(from) !== home.get(file))));
  for (const root of roots) {
    const own = [...new Set(roots.flatMap((it) => closure(modules, it)))].filter((file) => home.get(file) === root);
    const foreign = [...new Set(own.flatMap(used))].filter((file) => home.get(file) !== root);
    const head = foreign.length ? `import {${foreign.map(variable).join(', ')}} from './${SHARED}';\n` : '';
    const lent = own.filter((file) => asked.has(file)).map(variable);
    const exported = modules.get(root).all;
    const foot = [lent.length && `export {${lent.join(', ')}};\n`, exported.length && `export const {${exported.join(', ')}} = ${variable(root)};\n`];
    site.set(root, head + own.map((file) => valueOf(modules, modules.get(file))).join('') + foot.filter(Boolean).join(''));
  }
  return site;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [folder, to] = process.argv.slice(2);
  const parser = findParser();
  if (!parser) console.error(`${to}: local names stay long, since there is no acorn here (Debian: node-acorn); nothing else differs`);
  mkdirSync(to, { recursive: true });
  for (const [file, code] of joined(folder, to)) writeFileSync(join(to, file), parser ? shorten(code, parser) : code);
}
