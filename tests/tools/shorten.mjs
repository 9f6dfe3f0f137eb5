// Makes a module's code short without changing what it does: local names become one or two letters, and blanks that
// only readers need are left out. Names that others see stay: properties, what is imported and exported, globals.
//
// A local name is chosen by how many names are visible around it, so none ever hides another one: if ten names can be
// seen where a function begins, its first parameter becomes the eleventh short name.

import { execFileSync } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const RESERVED = /^(?:as|do|if|in|is|of|for|let|new|try|var|get|set)$/;
const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** The parser that emcc brings along, Debian's or the one beside emcc itself; null where there is none. */
export function findParser() {
  const require = createRequire(import.meta.url), tries = ['/usr/share/nodejs/acorn'];
  try {
    const emcc = execFileSync('sh', ['-c', 'command -v emcc'], { encoding: 'utf8' }).trim();
    tries.push(join(dirname(realpathSync(emcc)), 'node_modules/acorn'));
  } catch {
    // Where there is no emcc there may still be a parser.
  }
  for (const path of tries)
    try {
      return require(path);
    } catch {
      // The next place may have it.
    }
  return null;
}

const shortName = (n) => (n < 52 ? LETTERS[n] : shortName(Math.floor(n / 52) - 1) + LETTERS[n % 52]);

// ---- Scopes ----------------------------------------------------------------------------------------------------

const isFunction = ({ type }) => type === 'FunctionDeclaration' || type === 'FunctionExpression' || type === 'ArrowFunctionExpression';
const SCOPES = /^(?:BlockStatement|For\w*Statement|SwitchStatement|CatchClause|StaticBlock)$/;

class Scope {
  constructor(parent, node) {
    this.parent = parent;
    this.node = node;
    this.bindings = new Map(); // name -> its identifiers
    parent?.inside.push(this);
    this.inside = [];
  }
  declare(name) {
    if (!this.bindings.has(name)) this.bindings.set(name, []);
  }
  find(name) {
    return this.bindings.has(name) ? this : this.parent?.find(name);
  }
}

/** The names that a pattern binds. */
function bound(pattern) {
  switch (pattern?.type) {
    case 'Identifier': return [pattern.name];
    case 'ObjectPattern': return pattern.properties.flatMap((it) => bound(it.value ?? it.argument));
    case 'ArrayPattern': return pattern.elements.flatMap(bound);
    case 'AssignmentPattern': return bound(pattern.left);
    case 'RestElement': return bound(pattern.argument);
    default: return [];
  }
}

const children = (node) => Object.values(node).flat().filter((it) => it && typeof it.type === 'string');

/** Declares what a node binds in `scope`; `var` is not used here. */
function declare(node, scope) {
  if (node.type === 'VariableDeclaration') {
    if (node.kind === 'var') throw new Error('var is not known here');
    for (const { id } of node.declarations) for (const name of bound(id)) scope.declare(name);
  }
  if (/^(?:Function|Class)Declaration$/.test(node.type) && node.id) scope.declare(node.id.name);
  if (/^Import/.test(node.type)) for (const { local } of node.specifiers ?? []) scope.declare(local.name);
}

/** The scope of what is inside a node, its own names declared. */
function enter(node, outer) {
  if (!isFunction(node) && !SCOPES.test(node.type) && node.type !== 'ClassExpression') return outer;
  const scope = new Scope(outer, node);
  if (isFunction(node)) for (const param of node.params) for (const name of bound(param)) scope.declare(name);
  if (/Expression$/.test(node.type) && node.id) scope.declare(node.id.name);
  if (node.type === 'CatchClause') for (const name of bound(node.param)) scope.declare(name);
  for (const it of [node.init, node.left, ...(Array.isArray(node.body) ? node.body : []), ...(node.cases ?? []).flatMap((one) => one.consequent)])
    if (it) declare(it, scope);
  return scope;
}

/** Every identifier that means a variable, with its scope; `shorthand` where its name is a property's as well. */
function* variables(node, scope, shorthand = false) {
  if (node.type === 'Identifier') return yield { node, scope, shorthand };
  const inner = enter(node, scope);
  const skip = new Set();
  if (/^(?:MetaProperty|ExportSpecifier|ImportSpecifier|ImportDefaultSpecifier|BreakStatement|ContinueStatement)$/.test(node.type)) return;
  if (node.type === 'MemberExpression' && !node.computed) skip.add(node.property);
  if (/^(?:Property|MethodDefinition|PropertyDefinition)$/.test(node.type) && !node.computed) skip.add(node.key);
  if (node.type === 'LabeledStatement') skip.add(node.label);
  const isBrief = node.type === 'Property' && node.shorthand;
  for (const child of children(node)) {
    if (skip.has(child) && !(isBrief && child === node.value)) continue;
    if (isBrief && child.type === 'AssignmentPattern') {
      yield* variables(child.left, inner, true);
      yield* variables(child.right, inner);
    } else {
      yield* variables(child, node.id === child && /Declaration$/.test(node.type) ? scope : inner, isBrief);
    }
  }
}

// ---- Names -----------------------------------------------------------------------------------------------------

/** What to write where: [start, end, text]. */
function renamings(program) {
  const top = new Scope(null, program), fixed = new Set();
  for (const node of program.body) declare(node.declaration ?? node, top);
  const all = program.body.flatMap((node) => [...variables(node, top)]);
  for (const it of all) {
    const home = it.scope.find(it.node.name);
    if (home && home !== top) home.bindings.get(it.node.name).push(it);
    else fixed.add(it.node.name);
  }
  for (const name of top.bindings.keys()) fixed.add(name);
  const usable = Array.from({ length: 3000 }, (_, n) => shortName(n)).filter((name) => !fixed.has(name) && !RESERVED.test(name));
  const edits = [];
  const name = (scope, visible) => {
    const often = [...scope.bindings.values()].sort((a, b) => b.length - a.length);
    for (const uses of often) {
      const short = usable[visible++];
      for (const { node, shorthand } of uses) edits.push([node.start, node.end, shorthand ? `${node.name}:${short}` : short]);
    }
    for (const inner of scope.inside) name(inner, visible);
  };
  for (const scope of top.inside) name(scope, 0);
  return new Map(edits.map((edit) => [edit[0], edit]));
}

// ---- Blanks ----------------------------------------------------------------------------------------------------

const WORD = /[\w$#]/;

/** What must stand between two pieces of code that had blanks, and perhaps a line's end, between them. */
function between(before, after, gap) {
  const [last, first] = [before.at(-1), after[0]];
  if (/\n/.test(gap) && !/[{;,([:?=&|<>*]/.test(last) && !/[})\];,.:?]/.test(first)) return '\n'; // a line's end may end a statement
  const apart = (WORD.test(last) && WORD.test(first)) || (last === first && /[+\-/]/.test(last));
  return apart ? ' ' : '';
}

/**
 * @param {string} code a module
 * @param {typeof import('acorn')} parser
 * @returns {string}
 */
export function shorten(code, parser) {
  const options = { ecmaVersion: 2022, sourceType: 'module' }, tokens = [];
  const edits = renamings(parser.parse(code, { ...options, onToken: tokens }));
  let out = '', at = 0;
  for (const { start, end } of tokens) {
    const text = edits.get(start)?.[2] ?? code.slice(start, end), gap = code.slice(at, start);
    if (text) out += out && gap ? between(out, text, gap) + text : text;
    at = end;
  }
  return out + '\n';
}
