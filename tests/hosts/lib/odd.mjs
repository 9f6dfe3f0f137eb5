// Messages that say nothing a figure could do, each as an expression of what is posted.

const set = fields => `{ninefold: 1, type: 'set', ${fields}}`;
const GOOD = "link: '1;n=4', theme: 'dark'";

// Of no kind that is known, or not quite of ours.
const OTHERS = [
  'undefined',
  'null',
  'true',
  '0',
  'NaN',
  '-0',
  '1n',
  "''",
  "'text'",
  "'1;n=4'",
  "'slide:'",
  '[]',
  '{}',
  '[1]',
  `[${set(GOOD)}]`,
  'new Date()',
  '/set/',
  "new Error('set')",
  'new Map([["ninefold", 1], ["type", "set"]])',
  "new Set(['set'])",
  'new ArrayBuffer(8)',
  'new Float64Array(1e6)',
  "new Blob(['1;n=4'])",
  'new ImageData(1, 1)',
  "'a'.repeat(1e7)",
  `JSON.stringify(${set(GOOD)})`,
  `{type: 'set', ${GOOD}}`,
  `Object.assign(new Date(), ${set(GOOD)})`,
];

// Ours, but of no format that is known.
const FORMATS = [
  `{ninefold: 2, type: 'set', ${GOOD}}`,
  `{ninefold: '1', type: 'set', ${GOOD}}`,
  `{ninefold: true, type: 'set', ${GOOD}}`,
  `{ninefold: [1], type: 'set', ${GOOD}}`,
  `{ninefold: {valueOf: 1, toString: 1}, type: 'set', ${GOOD}}`,
];

// Ours, but of a type that is not known.
const TYPES = [
  '',
  'type: null',
  "type: ''",
  "type: 'else'",
  "type: 'SET'",
  "type: ['set']",
  "type: new String('set')",
  'type: {toString: 1, valueOf: 1}',
  "type: '__proto__'",
  "type: 'toString'",
  "type: 'constructor'",
  "type: 'a'.repeat(1e7)",
].map(type => `{ninefold: 1, ${type}${type && ', '}${GOOD}}`);

// A link or a theme that is none.
const FIELDS = [
  '',
  'link: 5',
  'link: null',
  'link: true',
  "link: ['1;n=4']",
  "link: {length: 5, 0: '1'}",
  "link: new String('1;n=4')",
  'link: {toString: 1, valueOf: 1}',
  'link: new Date()',
  'link: 1n',
  'theme: 1',
  'theme: null',
  "theme: 'pink'",
  "theme: ['dark']",
  "theme: new String('dark')",
  'theme: {toString: 1, valueOf: 1}',
  'theme: {toString: null, valueOf: null}',
  "theme: 'dark\\n'",
  "theme: '__proto__'",
  "theme: 'dark'.repeat(3e6)",
  'theme: Object.create(null)',
  '__proto__: null, theme: {}',
  "['__proto__']: {link: '1;n=4'}",
].map(set);

// A name that is none, beside nothing else.
const NAMES = [
  set("thema: 'dark'"),
  set("thema: 'dark', __proto__: null"),
  `{ninefold: 1, type: 'get', ${GOOD}}`,
  `{ninefold: 1, type: 'keys', link: '1;n=4'}`,
  `{ninefold: 1, type: 'get', ['b'.repeat(1e6)]: 1}`,
];

// What refers to itself, lies deep, or is large.
const ITSELF = `(() => {
  const all = ${set('')};
  all.link = all.theme = all;
  return all;
})()`;
const DEEP = `(() => {
  let deep = {};
  for (let i = 0; i < 300; i++) deep = {theme: deep};
  return ${set('theme: deep')};
})()`;
const MANY = "Object.fromEntries(Array.from({length: 1e5}, (_, i) => ['ninefold' + i, 1]))";

const NOT_OURS = [...OTHERS, MANY];
const OURS = [...FORMATS, ...TYPES, ...FIELDS, ...NAMES, ITSELF, DEEP];

/** Each with whether it is said to Ninefold, so that it is answered. */
export const ODD = [
  ...NOT_OURS.map(odd => ({odd, isOurs: false})),
  ...OURS.map(odd => ({odd, isOurs: true})),
];
