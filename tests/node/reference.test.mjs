// Random links over all options, each computed twice: by the engine, and by the mathematics alone
// in double precision (lib/reference.mjs). lib/tolerance.mjs says how far apart they may be, and
// why. LINKS and PATCHED say how many.
import assert from 'node:assert/strict';
import test from 'node:test';
import {defaults, panelsAndArrays, rowsOf, sourceOf} from './lib/engine.mjs';
import {measuresOf, referencesOf, shapeMeasuresOf} from './lib/measures.mjs';
import {randomLinks} from './lib/random-links.mjs';
import {figureOf, isAllowed} from './lib/reference.mjs';
import {boundsOf, formulaBounds, weightTolerance} from './lib/tolerance.mjs';

const LINKS = Number(process.env.LINKS ?? 240);
const PATCHED = Number(process.env.PATCHED ?? 40); // more of the newest operation, so that the links before it stay as they are
const GROUP = 40;

// The engine takes its measures in double precision from its own float32 numbers, in another order
// than here. For entropy and divergence lib/tolerance.mjs has a bound of its own.
const SAME_NUMBERS = 1e-11;

// Weights below this (the engine keeps exponentials above some 8e-31) are noise: no logarithm is
// taken of them.
const FAINT = 1e-26;

const worst = new Map(); // kind of number -> the largest error as a share of what is allowed
const counts = {strict: 0, panels: 0, faint: 0};

/**
 * Fails if two numbers are further apart than allowed; `where()` is asked for only then, or for a
 * new record.
 */
function hold(kind, actual, expected, allowed, where) {
  const error = Math.abs(actual - expected);
  const share = error === 0 ? 0 : error / allowed;
  if (share > (worst.get(kind)?.share ?? -1)) worst.set(kind, {share, error, where: where()});
  if (share <= 1) return;
  assert.fail(
    `${where()} ${kind}: engine ${actual}, reference ${expected}, apart ${error}, allowed ${allowed}`,
  );
}

function holdMatrix(kind, actual, expected, allowed, where) {
  assert.deepEqual(
    [actual.length, actual[0].length],
    [expected.length, expected[0].length],
    `${where} ${kind}: shape`,
  );
  const limit = typeof allowed === 'number' ? () => allowed : (i, j) => allowed[i][j];
  actual.forEach((row, i) =>
    row.forEach((x, j) =>
      hold(kind, x, expected[i][j], limit(i, j), () => `${where} cell ${i},${j}`),
    ),
  );
}

function rowsWithKeys(weights, allowed) {
  const rows = weights.map((row, i) => ({
    i,
    columns: row.map((_, j) => j).filter(j => allowed(i, j)),
  }));
  return rows.filter(({columns}) => columns.length);
}

function holdMeasures(kind, actual, expected, allowed, where) {
  for (const [key, value] of Object.entries(expected)) {
    const limit = allowed(key, value);
    const name = `${kind} ${key}`;
    if (limit === null || value === undefined) continue;
    if (value === null || actual[key] === null)
      assert.equal(actual[key], value, `${where} ${name}`);
    else hold(name, actual[key], value, limit, () => where);
  }
}

// Rows that gave all their keys next to nothing have no shape to speak of.
function isFaint({weights, reference}, rows) {
  const all = w => rows.some(({i, columns}) => columns.every(j => w[i][j] < FAINT));
  const some = w => rows.some(({i, columns}) => columns.some(j => w[i][j] < FAINT));
  return {
    entropy: all(weights),
    kl: reference !== null && (all(weights) || some(reference.weights)),
  };
}

/**
 * The engine's measures against the definitions applied to the engine's own weights: the formulas
 * alone.
 */
function checkFormulas(drawn, panel, drawnReference, formula, allowed, where) {
  const {weights: w, measures} = drawn;
  const own = measuresOf({
    w,
    allowed,
    reference: drawnReference,
    output: panel.output,
    untouched: panel.base.output,
  });
  for (const key of ['norm', 'cosine', ...(drawnReference ? [] : ['kl', 'change'])])
    delete own[key];
  const close = (key, value) => SAME_NUMBERS * Math.max(1, Math.abs(value)) + (formula[key] ?? 0);
  holdMeasures('formula of', measures, {...own, ...shapeMeasuresOf({w, allowed})}, close, where);
}

/** The engine's measures against those of the reference's own panel: formulas and numbers. */
function checkMeasures(drawn, panel, {bounds, formula}, rows, allowed, where) {
  const expected = measuresOf({
    w: panel.weights,
    allowed,
    reference: panel.reference?.weights ?? null,
    output: panel.output,
    untouched: panel.base.output,
  });
  const faint = isFaint(panel, rows);
  if (faint.kl) counts.faint++;
  const limit = (key, value) =>
    faint[key]
      ? null
      : bounds.measures[key] + (formula[key] ?? 0) + SAME_NUMBERS * Math.max(1, Math.abs(value));
  holdMeasures('measure', drawn.measures, expected, limit, where);
}

function checkPanel(at, figure, source, {drawn, data, references}, link) {
  const panel = figure.panels[at];
  const where = `${link} p${Math.floor(at / 3) + 1}${(at % 3) + 1}`;
  const allowed = (i, j) => isAllowed(figure.options, i, j);
  const rows = rowsWithKeys(panel.weights, allowed);
  const {strict, tolerance} = weightTolerance(panel, source.d, allowed);
  counts.panels++;
  if (strict) counts.strict++;
  const bounds = boundsOf(panel, source, rows);
  holdMatrix(
    strict ? 'strict weights' : 'weights',
    rowsOf(data[`w${at}`]),
    panel.weights,
    tolerance,
    where,
  );
  holdMatrix('logits', rowsOf(data[`s${at}`]), panel.logits.value, bounds.logits, where);
  holdMatrix('outputs', rowsOf(data[`o${at}`]), panel.output, bounds.output, where);
  holdMatrix('printed weights', drawn.weights, rowsOf(data[`w${at}`]), 0, where);
  const formula = formulaBounds({w: drawn.weights, reference: references[at]}, rows);
  checkFormulas(drawn, panel, references[at], formula, allowed, where);
  checkMeasures(drawn, panel, {bounds, formula}, rows, allowed, where);
}

// `modify` is about input 1 alone: it has no other baseline.
function checkBaselines(figure, source, baselines, link) {
  const count = figure.options.figure === 'modify' ? 1 : 3;
  baselines.slice(0, count).forEach((drawn, input) => {
    const base = figure.baselines[input];
    const allowed = (i, j) => isAllowed(figure.options, i, j);
    const {tolerance} = weightTolerance(base, source.d, allowed);
    holdMatrix('weights', drawn.weights, base.weights, tolerance, `${link} b${input + 1}`);
    for (const key of ['kl', 'change'])
      hold(
        `baseline's ${key}`,
        drawn.measures[key],
        0,
        SAME_NUMBERS,
        () => `${link} b${input + 1}`,
      );
  });
}

function checkLink({link, options: said}) {
  const options = {...defaults(), ...said};
  const {
    data,
    figure: {panels: nine, baselines, ignored},
  } = panelsAndArrays(link);
  assert.deepEqual(ignored, [], link);
  const source = sourceOf(data, options);
  const figure = figureOf(source, options);
  const references = referencesOf(options, baselines);
  checkBaselines(figure, source, baselines, link);
  nine.forEach((drawn, at) => checkPanel(at, figure, source, {drawn, data, references}, link));
}

const links = [...randomLinks(1, LINKS), ...randomLinks(4, PATCHED, {op: 'patch'})];
for (let from = 0; from < links.length; from += GROUP)
  test(`random links ${from + 1} to ${Math.min(from + GROUP, links.length)}`, () =>
    links.slice(from, from + GROUP).forEach(checkLink));

test('the comparison was not vacuous', t => {
  for (const [kind, {share, error, where}] of [...worst].sort())
    t.diagnostic(
      `${kind}: at most ${(100 * share).toFixed(1)}% of what is allowed (${error.toExponential(2)}, ${where})`,
    );
  t.diagnostic(
    `${counts.panels} panels, ${counts.strict} strict, ${counts.faint} without kl for faint weights`,
  );
  assert.equal(counts.panels, 9 * links.length);
  assert.ok(counts.strict > counts.panels / 2, `only ${counts.strict} strict panels`);
  assert.ok(counts.faint < counts.panels / 10, `${counts.faint} panels without kl`);
});
