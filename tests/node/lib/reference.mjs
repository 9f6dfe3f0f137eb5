// The nine panels again, from the mathematics alone: double precision, cell by cell, nothing
// shared, nothing in tiles.
//
// A source is {d, head, heads, inputs: [{n, q, k, v}]}, the arrays of shape (heads, n, d) in one
// run. A matrix is a list of rows. Beside each value goes its `size`: the sum of the absolute
// terms that made it, which says how much rounding in float32 may have moved it.
import {noiseOf} from './normals.mjs';

const COMPONENTS = ['q', 'k', 'v'];

const range = count => Array.from({length: count}, (_, i) => i);
const sum = list => list.reduce((total, x) => total + x, 0);

function matrix(n, m, cell) {
  const rows = [];
  for (let i = 0; i < n; i++) {
    const row = new Array(m);
    for (let j = 0; j < m; j++) row[j] = cell(i, j);
    rows.push(row);
  }
  return rows;
}

// ---- Vectors -----------------------------------------------------------------------------------

/** One component of one input: X[head][token][channel], and the head under study. */
function component(source, input, which) {
  const {n, [which]: data} = source.inputs[input];
  const at = (head, token, channel) => data[(head * n + token) * source.d + channel];
  return {n, d: source.d, heads: source.heads, own: (i, c) => at(source.head, i, c), at};
}

const plain = value => ({value, size: Math.abs(value)});

function averaged(count, at) {
  let [value, size] = [0, 0];
  for (let index = 0; index < count; index++) {
    value += at(index);
    size += Math.abs(at(index));
  }
  return {value: value / count, size: size / count};
}

function averageCell(x, over, i, c) {
  if (over === 'heads') return averaged(x.heads, head => x.at(head, i, c));
  if (over === 'tokens') return averaged(x.n, token => x.own(token, c));
  return averaged(x.d, channel => x.own(i, channel));
}

// The mean over tokens is the same for every token, that over channels for every channel: each is
// made once.
function averages(x, over) {
  if (over === 'heads') return matrix(x.n, x.d, (i, c) => averageCell(x, over, i, c));
  const list = range(over === 'tokens' ? x.d : x.n).map(at => averageCell(x, over, at, at));
  return matrix(x.n, x.d, (i, c) => list[over === 'tokens' ? c : i]);
}

const untouched = x => matrix(x.n, x.d, (i, c) => plain(x.own(i, c)));

function scaled(x, s) {
  return matrix(x.n, x.d, (i, c) => plain(s * x.own(i, c)));
}

function blended(x, s, over) {
  const target = averages(x, over);
  return matrix(x.n, x.d, (i, c) => ({
    value: (1 - s) * x.own(i, c) + s * target[i][c].value,
    size: Math.abs((1 - s) * x.own(i, c)) + Math.abs(s) * target[i][c].size,
  }));
}

function disturbed(x, s, normal) {
  const rms = Math.sqrt(averaged(x.n * x.d, i => x.own(Math.floor(i / x.d), i % x.d) ** 2).value);
  return matrix(x.n, x.d, (i, c) => {
    const added = s * rms * normal[i * x.d + c];
    return {value: x.own(i, c) + added, size: Math.abs(x.own(i, c)) + Math.abs(added)};
  });
}

/** Towards y of another input; a row that it does not have stays as it is. */
function patched(x, y, s) {
  return matrix(x.n, x.d, (i, c) =>
    i >= y.n
      ? plain(x.own(i, c))
      : {
          value: (1 - s) * x.own(i, c) + s * y.own(i, c),
          size: Math.abs((1 - s) * x.own(i, c)) + Math.abs(s * y.own(i, c)),
        },
  );
}

/** s = epsilon ^ response; a response of 0 means 1 whatever epsilon is. */
export function strength(epsilon, response) {
  if (response === 0) return 1;
  return epsilon === 0 ? 0 : epsilon ** response;
}

function modified(source, options, which, column) {
  const x = component(source, 0, COMPONENTS[which]);
  const s = strength(options.eps[column], options.response);
  if (options.op === 'scale') return scaled(x, s);
  if (options.op === 'mean') return averages(x, options.over);
  if (options.op === 'blend') return blended(x, s, options.over);
  if (options.op === 'patch') return patched(x, component(source, 1, COMPONENTS[which]), s);
  if (options.op === 'noise') return disturbed(x, s, noiseOf(options.seed, which, 0, x.n * x.d));
  throw new Error(`no reference for the operation ${options.op}`);
}

// ---- Logits, weights, outputs ------------------------------------------------------------------

export function isAllowed(options, i, j) {
  if (options.mask === 'none') return true;
  return j <= i && (options.mask === 'causal' || j > i - options.window);
}

// `terms`: the absolute terms of the dot product as it is added up; `size`: also those that made
// its factors.
function logitCell(q, k, divisor) {
  let [value, terms, size] = [0, 0, 0];
  for (let c = 0; c < q.length; c++) {
    value += q[c].value * k[c].value;
    terms += Math.abs(q[c].value * k[c].value);
    size += q[c].size * k[c].size;
  }
  return {value: value / divisor, terms: terms / divisor, size: size / divisor};
}

function logits(q, k, options) {
  const divisor = Math.sqrt(q[0].length) * options.temp;
  const cells = matrix(q.length, k.length, (i, j) => logitCell(q[i], k[j], divisor));
  const part = name => cells.map(row => row.map(cell => cell[name]));
  return {value: part('value'), terms: part('terms'), size: part('size')};
}

// Weights of one row: from its logits where allowed, nothing elsewhere.
function weightsOf(row, allowed, kind, bias) {
  const kept = row.filter((_, j) => allowed[j]);
  const top = Math.max(...kept, kind === 'softmax1' ? 0 : -Infinity);
  const below = kind === 'softmax1' ? Math.exp(-top) : 0;
  const total = below + sum(kept.map(x => Math.exp(x - top)));
  const weight =
    kind === 'sigmoid' ? x => 1 / (1 + Math.exp(-x - bias)) : x => Math.exp(x - top) / total;
  return row.map((x, j) => (allowed[j] ? weight(x) : 0));
}

function attend(value, options, kind, bias) {
  return value.map((row, i) =>
    weightsOf(
      row,
      row.map((_, j) => isAllowed(options, i, j)),
      kind,
      bias,
    ),
  );
}

// sum_j w_j v_jc, for the values of v or for their sizes.
function weighted(w, v, c, part) {
  let total = 0;
  for (let j = 0; j < w.length; j++) total += w[j] * v[j][c][part];
  return total;
}

const product = (w, v) => matrix(w.length, v[0].length, (i, c) => weighted(w[i], v, c, 'value'));

/** k2_j = copy * sum_m S_jm v'_m, S a softmax of the head's untouched, masked logits. */
function followingKeys(untouchedLogits, v, options) {
  const s = attend(untouchedLogits.value, options, 'softmax', 0);
  return matrix(s.length, v[0].length, (j, c) => ({
    value: options.copy * weighted(s[j], v, c, 'value'),
    size: options.copy * weighted(s[j], v, c, 'size'),
  }));
}

// ---- Panels ------------------------------------------------------------------------------------
//
// A panel is {logits, weights, own, values, output, reference, base}: `own` is the attention of
// the head itself, which makes the output, and what is drawn but for a following head; `reference`
// is what the weights are compared with (null: nothing), `base` the baseline whose output the
// output is compared with; `reads`, of a following head, the logits by which the first head made
// its keys.

const three = value => (Array.isArray(value) ? value : [value, value, value]);

function attentionOf(made, options, bias) {
  return {logits: made, weights: attend(made.value, options, options.weights, bias)};
}

function followingHead(base, v, options) {
  const keys = followingKeys(base.logits, v, options);
  return {...attentionOf(logits(base.q, keys, options), options, base.bias), reads: base.logits};
}

function baselineOf(source, input, options) {
  const bias = options.bias[input];
  const [q, k, v] = COMPONENTS.map(which => untouched(component(source, input, which)));
  const own = attentionOf(logits(q, k, options), options, bias);
  const base = {
    input,
    q,
    k,
    v,
    bias,
    ...own,
    own,
    values: v,
    output: product(own.weights, v),
    reference: own,
  };
  return Object.assign(base, {base});
}

/**
 * A Value panel shows the weights of this head, or of a following head that reads what this one
 * put out.
 */
function valuePanel(base, values, options) {
  const next = options.value === 'next';
  const drawn = next ? followingHead(base, values, options) : base.own;
  const reference = next ? followingHead(base, base.v, options) : base.own;
  return {
    ...drawn,
    own: base.own,
    values,
    output: product(base.own.weights, values),
    reference,
    base,
  };
}

// A panel of `modify` and `mean`: one component of one input is something else.
function changedPanel(base, which, changed, options) {
  if (which === 2) return valuePanel(base, changed, options);
  const [q, k] = which === 0 ? [changed, base.k] : [base.q, changed];
  const own = attentionOf(logits(q, k, options), options, base.bias);
  return {
    ...own,
    own,
    values: base.v,
    output: product(own.weights, base.v),
    reference: base.own,
    base,
  };
}

function crossPanel(means, bases, row, column, options) {
  const {q} = means[row];
  const {k} = means[column];
  const own = attentionOf(logits(q, k, options), options, bases[row].bias);
  const values = bases[column].v;
  const reference = row === column ? bases[row].own : null;
  return {...own, own, values, output: product(own.weights, values), reference, base: bases[row]};
}

function panelAt(source, bases, means, options, row, column) {
  if (options.figure === 'modify')
    return changedPanel(bases[0], row, modified(source, options, row, column), options);
  if (options.figure === 'cross') return crossPanel(means, bases, row, column, options);
  return changedPanel(bases[row], column, means[row][COMPONENTS[column]], options);
}

const meansOf = (source, input, over) =>
  Object.fromEntries(
    COMPONENTS.map(which => [which, averages(component(source, input, which), over)]),
  );

/**
 * Baselines and the nine panels in row order. `given` is complete; single values stand for all
 * three.
 */
export function figureOf(source, given) {
  const options = {...given, eps: three(given.eps), bias: three(given.bias)};
  const inputs = options.figure === 'modify' ? 1 : 3; // `modify` is about input 1 alone
  const bases = range(inputs).map(input => baselineOf(source, input, options));
  const means =
    options.figure === 'modify' ? [] : bases.map(({input}) => meansOf(source, input, options.over));
  const panels = range(9).map(at =>
    panelAt(source, bases, means, options, Math.floor(at / 3), at % 3),
  );
  return {options, baselines: bases, panels};
}
