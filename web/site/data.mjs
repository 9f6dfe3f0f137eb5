// Modules of the site that are made, not written:   node data.mjs SITE
//
//   table.js           the table of parameters
//   help.js            what each of them is, in a sentence
//   kinds.js           the kinds of figure, and the operations
//   readings-data.js   the five descriptions: what engine.ask() judges live, and what is known of any head
//   measures.js        what a statement can measure, and in words what stands under panels
//   measure-names.js   all measures in words
//   constants.js       numbers and names that the engine and the page share
//   causes.js          all causes, those of answers among them
//   statuses.js        what a step of the engine answers
//   settings.js        the version, the public address of the site ($NINEFOLD_URL) and who is cited
//                      ($NINEFOLD_AUTHORS, with "and" between), if they were said; which kinds
//                      of figure have a page there

import {execFileSync} from 'node:child_process';
import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {ownPages} from './figures.mjs';
import {PROGRAM, ask, publicAddress, root} from './shell.mjs';

// What a sentence is, without what the engine found when the site was made.
const sentenceOf = ({text, test, with: change = '', slack, refutes, any, reason}) => ({
  text,
  test,
  with: change,
  slack,
  refutes,
  any,
  reason,
});

/** With its check: whoever opens it sees it reproduced. */
const sealed = link => execFileSync(PROGRAM, ['seal', link], {encoding: 'utf8'}).trim();

export const readings = () =>
  ask('readings').map(({name, question, link, sentences}) => ({
    name,
    question,
    link: sealed(link),
    sentences: sentences.map(sentenceOf),
  }));

const constants = ask('constants');
const rows = ask('params');

/** Objects that are alike, as lists: what is fetched has each name once, not in each of them. */
function inRows(objects) {
  const names = Object.keys(objects[0]);
  const lists = objects.map(object => JSON.stringify(names.map(name => object[name])));
  const one = names.map((name, i) => `${name}: row[${i}]`).join(', ');
  return `[\n ${lists.join(',\n ')},\n].map(\n  (/** @type {any[]} */ row) => ({${one}}),\n)`;
}

/** A text in a comment of its own, before what it is about. */
const commented = text => `/** ${text[0].toUpperCase()}${text.slice(1)}. */`;

const wanted = () =>
  constants.want.map(({key, bit, help}) => `  ${commented(help)}\n  ${key}: ${bit},\n`).join('');

/** The keys of measures that stand under panels: `chosenFor` in web/figure/summary.js. */
const underPanels = () =>
  new Set(['first', 'diag', ...ask('kinds').kinds.flatMap(kind => kind.measures.split(' '))]);

/** What some measures are, by their keys. */
function labels(isWanted) {
  const some = ask('measures').filter(isWanted);
  return JSON.stringify(Object.fromEntries(some.map(({key, label}) => [key, label])), null, 1);
}

const union = names => names.map(name => `'${name}'`).join(' | ');

const VERSION = JSON.parse(readFileSync(root('web/package.json'), 'utf8')).version;

/** Names of modules and what is in them. */
export function modules() {
  return {
    'package.json': '{"type": "module"}\n', // for Node, which tests them
    'table.js': `// The table of parameters; made from src/engine/params.def.
export const table = ${inRows(rows.map(({help, ...row}) => row))};
`,
    'help.js': `// What each row of the table of parameters is; made from src/engine/params.def.

/** @type {Record<string, string>} by its key */
export const help = ${JSON.stringify(Object.fromEntries(rows.map(({key, help}) => [key, help])), null, 1)};
`,
    'kinds.js': `// Kinds of figure and operations, a row each, and the names in their titles; made from src/engine/kinds.def.
export const {kinds, operations, names} = ${JSON.stringify(ask('kinds'), null, 1)};
`,
    'readings-data.js': `// The five descriptions, sentence by sentence; made from src/engine/readings.c.
//
// \`test\` holds statements separated by ;, all of which must hold, each within \`slack\`;
// \`with\` is what to change \
in the
// link for this sentence, or empty; where \`refutes\`, a test that holds speaks against the
// sentence.

/**
 * @typedef {{text: string, test: string, with: string, slack: number, refutes: boolean, any:
 *   string, \
reason: string}} Sentence
 * @typedef {{name: string, question: string, link: string, sentences: Sentence[]}} Reading
 */

/** @type {Reading[]} */
export const readings = ${JSON.stringify(readings(), null, 1)};
`,
    'constants.js': `// Numbers and names that the engine and the page share; made from include/ninefold.h.

/** What to make of a figure: add up what is wanted. */
export const WANT = /** @type {const} */ ({
${wanted()}});

/** What panel_number answers, in this order. */
export const NUMBERS = ${JSON.stringify(constants.panelNumbers)};

/** Behind those, of what it answers the address. */
export const ARRAYS = ${JSON.stringify(constants.panelArrays)};

/** Why something was not accepted or could not be made, by its number; not why an answer was not. */
export const CAUSES = ${JSON.stringify(constants.causes.map(cause => (constants.answerCauses.includes(cause) ? '' : cause)))};

/** What was used instead of what was read, by its number. */
export const USES = ${JSON.stringify(constants.uses)};

/** What panel_cell answers, in this order. */
export const CELL = ${JSON.stringify(constants.cellNumbers)};

export const PANELS = ${constants.panels};
export const BASELINES = ${constants.baselines};
export const GUESSES = ${constants.guesses};

/** Characters of a link that are read. */
export const longestLink = ${constants.linkMax};

/** Other heads that a link names. */
export const mostOthers = ${constants.alsoMax};

/**
 * Names of measures; \`build/ninefold measures\` and the package's REFERENCE.md say what each is.
 * @typedef {${union(ask('measures').map(({key}) => key))}} Measure
 */
`,
    'measures.js': `// What statements measure; made from include/ninefold.h.

/** All measures, in the order of the engine. @type {import('./constants.js').Measure[]} */
export const measures = ${JSON.stringify(ask('measures').map(({key}) => key))};

/** What those are that stand under panels. @type {Record<string, string>} */
export const shown = ${labels(({key}) => underPanels().has(key))};
`,
    'measure-names.js': `// What measures are called; made from include/ninefold.h.

/** @type {Record<string, string>} by its key */
export const names = ${labels(() => true)};
`,
    'causes.js': `// Why something was not accepted or could not be made; made from include/ninefold.h.

/** All causes, by their number. */
export const CAUSES = ${JSON.stringify(constants.causes)};
`,
    'statuses.js': `// What a step of the engine answers. Each by itself, so that only those are sent that are asked for.

${constants.statuses.map((name, i) => `export const ${name.slice(3)} = ${i};\n`).join('')}`,
    'settings.js': `// Settings of the build.

export const version = ${JSON.stringify(VERSION)};

/** Who is cited, as BibTeX has it; empty if that was not said. */
export const authors = ${JSON.stringify(process.env.NINEFOLD_AUTHORS?.trim() ?? '')};

/**
 * Where the site is, with a slash at the end; empty if that was not said: then it is wherever it
 * is served.
 */
export const address = ${JSON.stringify(publicAddress())};

/** The kinds of figure that have a page of their own there, named as they are. */
export const ownPages = ${JSON.stringify(ownPages)};
`,
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    const files = {...modules(), 'package.json': '{"type": "module"}\n'}; // for Node before 20.19
    for (const [name, text] of Object.entries(files))
      writeFileSync(join(process.argv[2], name), text);
  } catch (error) {
    console.error(`build.sh: ${error.message}`);
    process.exitCode = 1;
  }
}
