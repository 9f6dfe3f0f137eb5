// A kind of figure and an operation are a row of src/engine/kinds.def each. Whatever else asks for
// one by its name or its number would have to be found and changed for every new row, so here it
// fails; what may name one is listed.
import assert from 'node:assert/strict';
import {readFileSync, readdirSync} from 'node:fs';
import {test} from 'node:test';
import {fileURLToPath} from 'node:url';

const root = path => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const made = readFileSync(root('build/made/kinds.js'), 'base64');
const {kinds, operations} = await import(`data:text/javascript;base64,${made}`);

const keys = [...new Set([...kinds, ...operations].map(({key}) => key))].join('|');
assert.ok(kinds.length >= 3 && operations.length >= 5);

/** What names one by right: the file, and how the line begins. */
const ALLOWED = [
  // The arithmetic of each operation.
  ['src/engine/perturb.c', '[OP_'],
  // The state's figure and operation are turned into their rows.
  ['src/engine/kinds.c', 'return &kinds[whole_of(params, P_figure)];'],
  ['src/engine/kinds.c', 'return takes_operation(kind) ? whole_of(params, P_op)'],
  ['web/engine/kinds.js', '(find(operations, kindOf(params).operation || params.op)'],
  // A list on the command line gives the operation its values.
  ['src/cli/lists.c', 'return refuse_item(OPERATIONS_UNREAD, item, nf_get_row(P_op)->words);'],
  ['src/cli/table.c', 'set_whole(&s->params, P_op, r->lists.op[i]);'],
  ['src/cli/effects.c', 'set_whole(params, P_op, line->change.op);'],
  // Without such a list it is the default.
  [
    'src/cli/effects.c',
    'if (!asked->ops) asked->op[asked->ops++] = (int)nf_get_row(P_op)->initial[0];',
  ],
  // Names of other things: a description of the original's figures, and a measure's key.
  ['src/engine/readings.c', '{"mean", '],
  // How blocks of cells are pooled.
  ['web/figure/view.js', 'export const isOfMeans = '],
  ['web/figure/messages.js', 'export const POOLED = '],
  // What a press of a button sets.
  ['web/around/answers.js', 'link: {figure: '],
  ['web/element/parts.js', 'next: () => act.set({figure: '],
  // The figures that the site shows.
  ['web/site/figures.mjs', 'name: '],
];

/** Text without comments, with as many lines. Strings that hold two slashes lose their end. */
const withoutComments = text =>
  text
    .replace(/\/\*[^]*?\*\//g, comment => comment.replace(/[^\n]/g, ''))
    .replace(/(^|[^:'"`])\/\/.*$/gm, '$1');

const NAMED = {
  // FIGURE_mean, OP_blend; the number of a word, by its row; and the word itself in quotes.
  src: new RegExp(`\\b(FIGURE|OP)_(${keys})\\b|\\bP_(figure|op)\\b|"(${keys})"`),
  web: new RegExp(`['"\`](${keys})['"\`]|\\bparams\\??\\.op\\b`),
};

const NAME = {src: /\.[ch]$/, web: /\.m?js$/};

function namesIn(folder) {
  const files = readdirSync(root(folder), {recursive: true}).filter(name =>
    NAME[folder].test(name),
  );
  return files.flatMap(name => {
    const path = `${folder}/${name}`;
    const lines = withoutComments(readFileSync(root(path), 'utf8')).split('\n');
    return lines.flatMap((line, i) =>
      NAMED[folder].test(line) ? [{path, line: line.trim(), number: i + 1}] : [],
    );
  });
}

const found = [...namesIn('src'), ...namesIn('web')];
const isAllowed = ({path, line}, [file, start]) => path === file && line.startsWith(start);

test('nothing beside the table asks for a kind of figure or an operation by its name', () => {
  const wrong = found.filter(one => !ALLOWED.some(allowed => isAllowed(one, allowed)));
  assert.deepEqual(
    wrong.map(({path, number, line}) => `${path}:${number}: ${line}`),
    [],
  );
});

test('what may name one does so', () => {
  const idle = ALLOWED.filter(allowed => !found.some(one => isAllowed(one, allowed)));
  assert.deepEqual(idle, []);
});
