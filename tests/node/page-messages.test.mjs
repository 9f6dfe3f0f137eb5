// Sentences of the page that have places stand whole in one list of each room, so that another
// language is another list; no other module puts words and values together.
import assert from 'node:assert/strict';
import {readFileSync, readdirSync} from 'node:fs';
import test from 'node:test';
import {parsers} from 'prettier/plugins/acorn';
import {GUESSES, OUTCOMES, tested} from '../../web/readings/messages.js';
import {bounds, places, statements} from '../../web/questions/messages.js';
import {filled} from '../../web/base/dom.js';
import {WEB} from './lib/rooms.mjs';

const web = new URL('../../web/', import.meta.url);
const LIST = /(^|\/|-)messages\.js$|^controls\/words\.js$|^shared\/trouble\.js$/;

/** What is no sentence of the page, or is for programs. */
const OTHERWISE = {
  'around/cite.js': 'a citation, which is English',
  'embed/snippets.js': 'code to paste',
  'figure/export.js': 'lines of a file that programs read',
  'figure/renderer.js': 'a shader',
  'figure/surroundings.js': 'a media query',
  'page/frame.js': 'what a program is answered',
  'page/main.js': 'a policy for the browser',
};
const ROOMS = WEB.filter(room => !['site', 'types', 'engine'].includes(room)); // engine: errors for programs

/** Every node of a syntax tree. */
function* nodesOf(node) {
  if (typeof node?.type === 'string') yield node;
  for (const part of Object.values(node ?? {}))
    if (part !== null && typeof part === 'object') yield* nodesOf(part);
}

const WORDS = /\p{L}{2,},? \p{L}{2,}|\p{L}{2,}[:,;] $|^[,;]? \p{L}{2,}/u;
const CODE = /[{}<>$]|%|px/;

/** The text of a literal, also of one that is written in several pieces; null of anything else. */
function textOf({type, value, operator, left, right}) {
  if (type === 'Literal') return typeof value === 'string' ? value : null;
  const parts =
    type === 'BinaryExpression' && operator === '+' ? [left, right].map(textOf) : [null];
  return parts.includes(null) ? null : parts.join('');
}

/** Texts that a node puts together with values. */
function textsOf({type, operator, left, right, quasis, expressions}) {
  if (type === 'TemplateLiteral' && expressions.length)
    return quasis.map(({value}) => value.cooked);
  if (type !== 'BinaryExpression' || operator !== '+') return [];
  const parts = [left, right].map(textOf);
  return parts.includes(null) ? parts.filter(part => part !== null) : [];
}

/** Lines of a module on which words and values are put together. */
function gluedIn(text) {
  const tree = parsers.acorn.parse(text, {});
  return [...nodesOf(tree)]
    .filter(node => textsOf(node).some(words => WORDS.test(words) && !CODE.test(words)))
    .map(({start}) => text.slice(0, start).split('\n').length);
}

test('words are found where they are put together with values', () => {
  const glued = [
    '`${n} of them`',
    "'It is ' + n",
    "n + ' of it'",
    '`Done: ${n}`',
    '`a ${b} ${c} of`',
  ];
  for (const code of glued) assert.deepEqual(gluedIn(`say(${code})`), [1], code);
  for (const code of ['`${n}px`', "'one ' + 'two'", '`rgb(${n})`', '`${a} ${b}`', "'A whole one.'"])
    assert.deepEqual(gluedIn(`say(${code})`), [], code);
});

test('only the list of a room puts words and values together', () => {
  const files = ROOMS.flatMap(room =>
    readdirSync(new URL(room, web))
      .filter(name => name.endsWith('.js'))
      .map(name => `${room}/${name}`),
  );
  assert.ok(files.length > 100, `${files.length} files`);
  const glued = files
    .filter(file => !LIST.test(file) && !(file in OTHERWISE))
    .flatMap(file => gluedIn(readFileSync(new URL(file, web), 'utf8')).map(at => `${file}:${at}`));
  assert.deepEqual(glued, []);
});

test('what is no list, but puts words together, does so still', () => {
  for (const file of Object.keys(OTHERWISE))
    assert.ok(gluedIn(readFileSync(new URL(file, web), 'utf8')).length, file);
});

test('a place of a sentence takes a text or an element, wherever it stands', () => {
  const node = {};
  assert.deepEqual(filled('“{key}” was {read}.', {key: 'n', read: node}), [
    '“',
    'n',
    '” was ',
    node,
    '.',
  ]);
  assert.deepEqual(filled('No place.', {}), ['No place.']);
});

test('every outcome of a prediction is a sentence that names the prediction', () => {
  const all = Object.entries(OUTCOMES).flatMap(([guess, outcome]) =>
    Object.values(outcome).map(text => [guess, text]),
  );
  for (const [guess, text] of all)
    assert.match(text, new RegExp(`^You said ${guess}[,;] [^{}]+\\.$`));
  assert.equal(new Set(all.map(([, text]) => text)).size, all.length);
  assert.deepEqual(Object.keys(GUESSES), [...Object.keys(OUTCOMES), 'unsaid']);
});

test('statements and tests are put together of their parts', () => {
  const bound = {op: 'ge', number: '2', measure: 'mean of all cells', place: '', offset: ''};
  const where = {...bound, place: places.untouched(1), offset: '-0.1'};
  assert.equal(bounds.multiple(bound), 'at least 2 times the mean of all cells');
  assert.equal(
    statements.measure(places.panel('Input 1'), 'mean sum of a row', bounds.multiple(where)),
    'In “Input 1”, the mean sum of a row is at least 2 times the mean of all cells in the head ' +
      'untouched, input 1, less 0.1.',
  );
  assert.deepEqual(
    [0, 1, 2].map(others => tested('it is so', others ? 0 : 0.02, others)),
    [
      'it is so, to within 0.02, as it was read off a picture.',
      'it is so, and one more such test holds.',
      'it is so, and 2 more such tests hold.',
    ],
  );
});
