// Statements of every form about random figures, judged by the engine, by the command line, and by
// lib/statements.mjs from the weights alone.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import test from 'node:test';
import {fileURLToPath} from 'node:url';
import {WANT, load} from '../../web/engine/engine.js';
import {defaults, run} from './lib/engine.mjs';
import {measuresOf, referencesOf, shapeMeasuresOf} from './lib/measures.mjs';
import {randomLinks, seeded} from './lib/random-links.mjs';
import {statement} from './lib/random-states.mjs';
import {isAllowed} from './lib/reference.mjs';
import {COMPARISONS, MEASURES, SETS, judge, nameOf, parse} from './lib/statements.mjs';
import {says} from './lib/words.mjs';

const engine = await load(
  readFileSync(fileURLToPath(new URL('../../build/ninefold.wasm', import.meta.url))),
);
const ALL = WANT.weights | WANT.measures | WANT.allBaselines;
const SAME = 1e-9; // sums in double precision in another order; no statement here is decided by so little

// ---- Figures as plain data, measured from their weights ----------------------------------------

const rowsOf = ({weights, rows, columns}) =>
  Array.from({length: rows}, (_, i) => Array.from(weights.slice(i * columns, (i + 1) * columns)));
const meanOf = list => (list.length ? list.reduce((a, b) => a + b, 0) / list.length : null);
const known = list => Array.from(list).filter(x => !Number.isNaN(x));

/**
 * A panel measured here; what takes more than the weights shown (outputs, exponents, a following
 * head untouched) as the engine has it: reference.test.mjs says how far that may be off.
 */
function measured(panel, w, reference, allowed) {
  const own = measuresOf({w, allowed, reference, output: w, untouched: w});
  const shape = shapeMeasuresOf({w, allowed});
  const {entropy, kl, change} = panel.measures;
  const ties = shape.ontop === undefined ? {ontop: panel.measures.ontop} : {};
  const ofOutput = {norm: meanOf(known(panel.norm)), cosine: meanOf(known(panel.cosine))};
  return {weights: w, measures: {...own, ...shape, ...ties, entropy, kl, change, ...ofOutput}};
}

/** Panels 0..8 and baselines 9..11; null where the figure has none. */
function figuresOf(link, options, want) {
  const {panels, baselines} = engine.compute(link, want);
  const allowed = (i, j) => isAllowed(options, i, j);
  const weights = [...panels, ...baselines].map(rowsOf);
  const references = [
    ...referencesOf(
      options,
      weights.slice(9).map(w => ({weights: w})),
    ),
    ...weights.slice(9),
  ];
  const figures = [...panels, ...baselines].map((panel, at) =>
    measured(panel, weights[at], references[at], allowed),
  );
  return Array.from({length: 12}, (_, at) => figures[at] ?? null);
}

const LENGTHS = [2, 3, 5, 9, 12, [4, 7, 5], [12, 3, 6], [5, 6, 6]];

function forRandomFigures(seed, count, check) {
  const random = seeded(seed);
  for (const [at, n] of LENGTHS.entries())
    for (const {link, options: said} of randomLinks(seed + at, count, {n, d: 32, heads: 2})) {
      const options = {...defaults(), ...said};
      const want = random.chance(0.8) ? ALL : ALL & ~WANT.allBaselines;
      check(random, figuresOf(link, options, want), link);
    }
}

// ---- Statements that hold about as often as not ------------------------------------------------

const short = x => String(Number(x.toPrecision(4))).replace('e+', 'e');
const beside = (random, x) =>
  short(x * random.pick([0.5, 0.9, 1, 1.1, 2]) + random.pick([-0.3, -0.01, 0, 0.01, 0.3]));

function anyPlace(random) {
  const one = random.chance(0.6);
  const at = random.whole(0, 11);
  const set = random.pick(Object.keys(SETS));
  return one ? {name: nameOf(at), at} : {name: set, at: SETS[set][0]};
}

function comparedWith(random, value) {
  if (random.chance(0.75)) return `${random.pick(COMPARISONS)}~${beside(random, value)}`;
  return `in~${[beside(random, value), beside(random, value)].sort((a, b) => a - b).join('~')}`;
}

function ofMeasure(random, figures) {
  const key = random.pick(MEASURES);
  const {name, at} = anyPlace(random);
  const value = figures[at]?.measures[key] ?? 0;
  if (random.chance(0.5)) return `${key}~${name}~${comparedWith(random, value)}`;
  const second = random.pick(MEASURES);
  const factor = random.pick([0.5, 1, 2, -1]);
  const by = random.pick(COMPARISONS);
  if (random.chance(0.4)) return `${key}~${name}~${by}~${factor}~${second}`;
  const to = random.whole(0, 11);
  const offset = short(
    value - factor * (figures[to]?.measures[second] ?? 0) + random.pick([-0.1, 0.1]),
  );
  return `${key}~${name}~${by}~${factor}~${second}~${nameOf(to)}${random.chance(0.7) ? `~${offset}` : ''}`;
}

const ofPair = random =>
  [
    random.pick(['diff', 'gap']),
    anyPlace(random).name,
    nameOf(random.whole(0, 11)),
    comparedWith(random, random.number(0, 0.5)),
  ].join('~');

function ofCell(random, figures) {
  const {name, at} = anyPlace(random);
  const i = random.whole(0, 9);
  const j = random.whole(0, i);
  return `cell~${name}~${i}~${j}~${comparedWith(random, figures[at]?.weights[i]?.[j] ?? 0)}`;
}

const anyStatement = (random, figures) =>
  random.pick([ofMeasure, ofMeasure, ofMeasure, ofPair, ofCell])(random, figures);

// ---- Judging -----------------------------------------------------------------------------------

const close = (a, b) => Math.abs(a - b) <= SAME * Math.max(1, Math.abs(b));

/** Whether rounding could decide: a margin of next to nothing that is not nothing. */
const isClose = ({inside, holds, value}, slack) =>
  holds !== null &&
  inside + slack !== 0 &&
  Math.abs(inside + slack) <= 1e3 * SAME * Math.max(1, Math.abs(value));

function checkVerdict(text, figures, slack, where) {
  const verdict = engine.ask(text, slack);
  const places = judge(text, figures, slack);
  if (places.some(place => isClose(place, slack))) return 'close';
  if (places.some(({holds}) => holds === null)) {
    assert.equal(verdict.holds, null, where);
    assert.ok(verdict.why.length > 10, where);
    return 'unknown';
  }
  assert.equal(
    verdict.holds,
    places.every(({holds}) => holds),
    `${where}: ${JSON.stringify(verdict)}`,
  );
  const least = Math.min(...places.map(({inside}) => inside));
  const deciding = places.find(({at}) => at === verdict.panel);
  assert.ok(
    deciding && close(deciding.inside, least),
    `${where}: ${verdict.panel} does not decide`,
  );
  assert.ok(
    close(verdict.number, deciding.value) && close(verdict.bound, deciding.bound),
    `${where}: ${JSON.stringify([verdict, deciding])}`,
  );
  return verdict.holds ? 'holds' : 'fails';
}

test('statements of every form are judged as an independent evaluation of the weights judges them', t => {
  const seen = {holds: 0, fails: 0, unknown: 0, close: 0};
  const of = {};
  forRandomFigures(801, 45, (random, figures, link) => {
    for (let i = 0; i < 24; i++) {
      const text = anyStatement(random, figures);
      const slack = random.pick([0, 0, 0, 0.02, 0.3]);
      const outcome = checkVerdict(text, figures, slack, `${link};ask1=${text} (slack ${slack})`);
      seen[outcome]++;
      const [subject, place] = text.split('~');
      const words = [subject, place in SETS ? place : place[0], parse(text).by ?? 'in'];
      for (const word of words)
        (of[word] ??= {holds: 0, fails: 0, unknown: 0, close: 0})[outcome]++;
    }
  });
  t.diagnostic(JSON.stringify(seen));
  assert.ok(
    seen.holds > 2000 && seen.fails > 2000 && seen.unknown > 500 && seen.close < seen.holds / 10,
    JSON.stringify(seen),
  );
  for (const word of [
    ...MEASURES,
    'diff',
    'gap',
    'cell',
    'in',
    'gt',
    'ge',
    'lt',
    'le',
    'p',
    'b',
    ...Object.keys(SETS),
  ])
    assert.ok(of[word]?.holds >= 5 && of[word]?.fails >= 5, `${word}: ${JSON.stringify(of[word])}`);
});

test('what is exactly so is equal, at least and at most, and neither above nor below', () => {
  const exact = [
    ['1', 'diff~p31~p33', 0],
    ['1', 'gap~r3~b1', 0],
    ['1', 'above~all', 0],
    ['1', 'change~r3', 0],
    ['1', 'kl~b1', 0],
    ['1', 'cell~all~0~0', 1],
    ['1', 'cell~c2~3~9', 0],
    ['1;mask=none;n=8;eps=0', 'uniform~r1', 0],
    ['1;mask=none;n=8;eps=0', 'cell~p11~2~5', 0.125],
    ['1;mask=none;n=8;eps=0', 'level~p11', 0.125],
    ['1;weights=sigmoid;eps=0;mask=none', 'cell~p22~4~4', 0.5],
    ['1', 'norm~b1', 1],
    ['1;mask=none;sink=0;noise=0;local=9', 'ontop~r3', 1],
  ];
  for (const [link, subject, value] of exact) {
    engine.compute(link, ALL);
    const holds = Object.fromEntries(
      COMPARISONS.map(by => [by, engine.ask(`${subject}~${by}~${value}`).holds]),
    );
    assert.deepEqual(
      holds,
      {gt: false, ge: true, lt: false, le: true, eq: true},
      `${link};ask1=${subject}~eq~${value}`,
    );
    assert.equal(engine.ask(`${subject}~in~${value}~${value}`).holds, true, subject);
    assert.equal(engine.ask(`${subject}~eq~${value + 1e-9}`).holds, false, subject);
    assert.equal(engine.ask(`${subject}~eq~${value + 0.01}`, 0.02).holds, true, subject);
    assert.equal(
      engine.ask(`${subject}~gt~${value}`, 0.02).holds,
      true,
      `${subject}: within slack`,
    );
  }
});

test('a measure compared with itself is equal to itself', () => {
  engine.compute('1;n=9', ALL);
  for (const key of MEASURES)
    for (const place of ['p11', 'p23', 'r1', 'all']) {
      const expected = engine.ask(`${key}~${place}~ge~0`).holds === null ? null : true;
      for (const by of ['eq', 'ge', 'le'])
        assert.equal(
          engine.ask(`${key}~${place}~${by}~1~${key}`).holds,
          expected,
          `${key}~${place}~${by}~1~${key}`,
        );
    }
});

test('what cannot be judged says why', () => {
  const cases = [
    ['1;n=5', 'cell~p11~5~0~lt~1', /outside the panel/],
    ['1;figure=cross;n=5~6~7', 'diff~p11~p22~lt~1', /different sizes/],
    ['1;figure=cross', 'kl~p12~lt~1', /nothing here to measure/],
    ['1;figure=cross;n=5~6~7', 'mirror~all~lt~1', /nothing here to measure/],
    ['1;n=5', 'first~p41~lt~1', /cannot be read/],
  ];
  for (const [link, text, why] of cases) {
    engine.compute(link, ALL);
    const verdict = engine.ask(text);
    assert.deepEqual([verdict.holds, verdict.number, verdict.bound], [null, null, null], text);
    assert.match(verdict.why, says(why));
  }
  engine.compute('1', WANT.weights | WANT.measures);
  assert.match(engine.ask('first~b2~gt~0').why, says(/not in this figure/));
  engine.compute('1', WANT.measures);
  assert.match(engine.ask('cell~p11~3~0~gt~0').why, says(/cells are not kept/));
});

test('the command line judges as the page does', () => {
  const random = seeded(802);
  const asked = [];
  for (const {link} of randomLinks(803, 40, {n: 6, d: 32, heads: 2})) {
    const figures = figuresOf(link, {...defaults(), n: 6}, ALL);
    const texts = Array.from({length: 8}, () => anyStatement(random, figures));
    asked.push({
      link: `${link};${texts.map((text, at) => `ask${at + 1}=${text}`).join(';')}`,
      verdicts: texts.map(text => engine.ask(text).holds),
    });
  }
  const {out} = run(['check', '-'], asked.map(({link}) => link).join('\n'));
  const MEANS = {fails: false, holds: true, unknown: null};
  const told = out
    .trimEnd()
    .split('\n')
    .map(line =>
      line
        .split('\t')[2]
        .split('; ')
        .map(text => MEANS[text.split(/[ :]/)[2]]),
    );
  assert.deepEqual(
    told,
    asked.map(({verdicts}) => verdicts),
  );
});

// ---- The grammar -------------------------------------------------------------------------------

const PIECES = [
  ...MEASURES.slice(0, 4),
  'diff',
  'gap',
  'cell',
  'p11',
  'p33',
  'b1',
  'b4',
  'r2',
  'c3',
  'd1',
  'd2',
  'all',
  'gt',
  'le',
  'in',
  'eq',
  'ne',
  '0',
  '1',
  '-1',
  '0.5',
  '.5',
  '5.',
  '1e-3',
  '1e',
  '-',
  '',
  '16383',
  '16384',
  '1.5',
  'n',
  'P11',
  'x',
];

/** A statement with one part changed, dropped, doubled or put in. */
function mutated(random) {
  const parts = statement(random).split('~');
  const at = random.whole(0, parts.length - 1);
  const piece = random.pick(PIECES);
  const edits = [
    () => [piece],
    () => [],
    () => [parts[at], parts[at]],
    () => [parts[at], piece],
    () => [parts[at].slice(1)],
    () => [parts[at]],
  ];
  return [...parts.slice(0, at), ...random.pick(edits)(), ...parts.slice(at + 1)].join('~');
}

test('a statement is read exactly if the grammar allows it, and refused with what is allowed', () => {
  const random = seeded(804);
  const seen = {read: 0, refused: 0};
  for (let i = 0; i < 5000; i++) {
    const text = mutated(random);
    const {ignored, state} = engine.decode(`1;ask1=${text};n=4`);
    if (parse(text) || text === '') {
      assert.deepEqual(ignored, [], text);
      seen.read++;
    } else {
      assert.deepEqual(
        [ignored.length, ignored[0]?.key, ignored[0]?.read, state.ask1],
        [1, 'ask1', text, ''],
        text,
      );
      assert.match(ignored[0].why, says(/allowed/), text);
      seen.refused++;
    }
  }
  assert.ok(seen.read > 1000 && seen.refused > 1000, JSON.stringify(seen));
});
