// How long functions are:   node tests/tools/function-lengths.mjs
//
// Lines of each function that has a name, from the line it begins in to the brace that ends it.
// Three numbers have a limit, for C and for JavaScript: the median, the 95th percentile and the
// longest. Of a limit that is passed the longest functions are named.
import {readFileSync, readdirSync} from 'node:fs';
import {fileURLToPath} from 'node:url';
import {parsers} from 'prettier/plugins/acorn';

/**
 * @typedef {{file: string, name: string, lines: number}} Measured
 * @typedef {{median: number, p95: number, most: number}} Spread
 */

const root = fileURLToPath(new URL('../..', import.meta.url));

/** @type {Record<string, Partial<Spread>>} */
const LIMITS = {C: {median: 7, p95: 20, most: 35}, JavaScript: {p95: 33, most: 90}};

const NAMED = 12; // the longest so many are named

/** @param {string} folder @param {RegExp} pattern */
const sources = (folder, pattern) =>
  readdirSync(`${root}/${folder}`, {recursive: true})
    .filter(name => pattern.test(name))
    .map(name => ({
      file: `${folder}/${name}`,
      text: readFileSync(`${root}/${folder}/${name}`, 'utf8'),
    }));

/** @param {string} text @param {number} from @param {number} to */
const linesIn = (text, from, to) => text.slice(from, to).split('\n').length;

/** Every node of a syntax tree. @param {any} node @returns {Iterable<any>} */
function* nodesOf(node) {
  if (typeof node?.type === 'string') yield node;
  for (const part of Object.values(node ?? {}))
    if (part !== null && typeof part === 'object') yield* nodesOf(part);
}

const isFunction = node => /^(FunctionExpression|ArrowFunctionExpression)$/.test(node?.type);

/**
 * A function with the name it is declared by; null of all else, also of a function that is handed
 * over.
 */
function declared(node) {
  if (node.type === 'FunctionDeclaration') return {name: node.id?.name ?? 'default', body: node};
  if (node.type === 'VariableDeclarator' && isFunction(node.init))
    return {name: node.id.name, body: node.init};
  const isMethod = node.type === 'MethodDefinition' || (node.type === 'Property' && node.method);
  return isMethod ? {name: node.key.name, body: node.value} : null;
}

/** @param {{file: string, text: string}} source @returns {Measured[]} */
export function functionsOfScript({file, text}) {
  const found = [...nodesOf(parsers.acorn.parse(text, {}))].map(declared).filter(Boolean);
  return found.map(({name, body: {range}}) => ({
    file,
    name,
    lines: linesIn(text, range[0], range[1]),
  }));
}

// What holds no braces that count: comments, texts, characters, and lines of the preprocessor with
// those that they go on in.
const SILENT = /\/\*[^]*?\*\/|\/\/.*|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|^[ \t]*#(?:\\\n|.)*/gm;

/** @param {string} text */
const blanked = text => text.replace(SILENT, silent => silent.replace(/[^\n]/g, ' '));

/** Where the brace that is opened here is closed. @param {string} text @param {number} at */
function closing(text, at) {
  for (let i = at, depth = 0; i < text.length; i++) {
    depth += text[i] === '{' ? 1 : text[i] === '}' ? -1 : 0;
    if (depth === 0) return i;
  }
  return text.length;
}

/**
 * A name and what it takes, with the brace of a body behind it, and what stands before it back to
 * the last end.
 */
const HEADER = /(?:^|[;}])\s*((?:[\w*]+\s+|\*)+?\**(\w+)\([^;{}]*\)\s*)$/;

/** @param {{file: string, text: string}} source @returns {Measured[]} */
export function functionsOfC({file, text}) {
  const code = blanked(text);
  const found = [];
  for (let open = code.indexOf('{'), done = 0; open >= 0; open = code.indexOf('{', done)) {
    const [, header, name] = HEADER.exec(code.slice(done, open)) ?? [];
    const before = done;
    done = closing(code, open) + 1;
    if (!name || before > open) continue;
    found.push({file, name, lines: linesIn(code, open - header.length, done)});
  }
  return found;
}

/** @param {Measured[]} functions longest last @returns {Spread} */
function spreadOf(functions) {
  const at = share => functions[Math.floor(share * (functions.length - 1))].lines;
  return {median: at(0.5), p95: at(0.95), most: at(1)};
}

/**
 * @param {string} language
 * @param {Measured[]} functions
 * @returns {number} limits that are passed
 */
function judge(language, functions) {
  const sorted = [...functions].sort((one, other) => one.lines - other.lines);
  const spread = spreadOf(sorted);
  const passed = Object.entries(LIMITS[language]).filter(([name, limit]) => spread[name] > limit);
  const {median, p95, most} = spread;
  console.log(
    `  ${language}: ${sorted.length} functions, median ${median}, p95 ${p95}, longest ${most}`,
  );
  for (const [name, limit] of passed)
    console.log(`FAILED: ${language}: the ${name} of lines is ${spread[name]}, at most ${limit}`);
  if (passed.length)
    for (const {file, name, lines} of sorted.slice(-NAMED).reverse())
      console.log(`  ${lines} lines: ${name} in ${file}`);
  return passed.length;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const failed =
    judge(
      'C',
      ['src', 'include'].flatMap(folder => sources(folder, /\.[ch]$/)).flatMap(functionsOfC),
    ) + judge('JavaScript', sources('web', /\.js$/).flatMap(functionsOfScript));
  const limits = Object.values(LIMITS).flatMap(Object.keys).length;
  console.log(`${limits - failed} passed, ${failed} failed`);
  process.exitCode = failed ? 1 : 0;
}
