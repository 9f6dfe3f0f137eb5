// The forward pass of a reader's own model, and the panels of a head of it, in double precision:
// written from the families' definitions, a matrix at a time, from the numbers that
// own-models.mjs made and not from any file.

/**
 * @typedef {import('./own-models.mjs').Model} Model
 * @typedef {import('./own-models.mjs').Part} Part
 * @typedef {number[][]} Rows
 * @typedef {{query: Rows[], key: Rows[], value: Rows[], weights: Rows[], output: Rows[]}} Heads
 *   by query heads; Query and Key before their positions
 * @typedef {{layers: Heads[], logits: Rows}} Run logits after every token
 * @typedef {{figure: string, op: string, over: string, eps: number[], layer: number, head: number,
 *   share: string}} Asked
 */

/** @param {Part} part @param {Rows} x @returns {Rows} */
function linear({weight: {rows, columns, at}, bias}, x) {
  return x.map(row =>
    Array.from({length: rows}, (_, i) => {
      let sum = bias ? bias.at[i] : 0;
      for (let j = 0; j < columns; j++) sum += at[i * columns + j] * row[j];
      return sum;
    }),
  );
}

/** @param {number[]} list */
const mean = list => list.reduce((sum, x) => sum + x, 0) / list.length;

/** LayerNorm where there is a bias, else RMSNorm. @param {Part} part @param {Rows} x */
function norm({weight, bias}, x, epsilon = 0) {
  return x.map(row => {
    const middle = bias ? mean(row) : 0;
    const spread = mean(row.map(value => (value - middle) ** 2));
    return row.map(
      (value, i) =>
        ((value - middle) / Math.sqrt(spread + epsilon)) * weight.at[i] + (bias?.at[i] ?? 0),
    );
  });
}

/** @param {Rows} x @param {Rows} y @returns {Rows} */
const sum = (x, y) => x.map((row, i) => row.map((value, c) => value + y[i][c]));

/** @param {Rows} x */
const columns = (x, first = 0, count = 0) => x.map(row => row.slice(first, first + count));

/** @param {Model['sample']} s @param {number} pair */
function frequency(s, pair) {
  const plain = s.base ** (-(2 * pair) / s.rotary);
  if (!s.scaling) return plain;
  const {factor, low_freq_factor: low, high_freq_factor: high} = s.scaling;
  const turns = (s.scaling.original_max_position_embeddings * plain) / (2 * Math.PI);
  if (turns > high) return plain;
  if (turns < low) return plain / factor;
  const share = (turns - low) / (high - low);
  return (1 - share) * (plain / factor) + share * plain;
}

/** Rows with their rotary positions. @param {Model['sample']} s @param {Rows} x @returns {Rows} */
export function placed(s, x) {
  const half = s.rotary / 2;
  return x.map((row, position) =>
    row.map((value, c) => {
      if (c >= s.rotary) return value;
      const angle = position * frequency(s, c % half);
      const other = c < half ? -row[c + half] : row[c - half];
      return value * Math.cos(angle) + other * Math.sin(angle);
    }),
  );
}

/** @param {Model['sample']} s @param {Rows} query @param {Rows} key with no positions yet */
export function weightsOf(s, query, key) {
  const keys = placed(s, key);
  return placed(s, query).map((q, i) => {
    const sees = (/** @type {number} */ j) => j <= i && (!s.window || j > i - s.window);
    const x = keys.map((k, j) =>
      sees(j)
        ? q.reduce((total, value, c) => total + value * k[c], 0) / Math.sqrt(s.channels)
        : -Infinity,
    );
    const most = Math.max(...x);
    const e = x.map(value => (most === -Infinity ? 0 : Math.exp(value - most)));
    const total = e.reduce((a, b) => a + b, 0);
    return e.map(value => (total ? value / total : 0));
  });
}

/** @param {Rows} weights @param {Rows} value @returns {Rows} */
export const mixed = (weights, value) =>
  weights.map(row =>
    value[0].map((_, c) => row.reduce((total, w, j) => total + w * value[j][c], 0)),
  );

/** @param {Model['sample']} s @param {Model['layers'][0]} layer @param {Rows} x @returns {Heads} */
function headsOf(s, layer, x) {
  const split = (/** @type {Part} */ part, count = 0, gain = /** @type {Part?} */ (null)) => {
    const all = linear(part, x);
    return Array.from({length: count}, (_, h) => {
      const rows = columns(all, h * s.channels, s.channels);
      return gain ? norm(gain, rows, s.epsilon) : rows;
    });
  };
  const shared = (/** @type {Rows[]} */ list) =>
    Array.from({length: s.heads}, (_, h) => list[Math.floor((h * s.groups) / s.heads)]);
  const query = split(layer.query, s.heads, layer.queryNorm);
  const key = shared(split(layer.key, s.groups, layer.keyNorm));
  const value = shared(split(layer.value, s.groups));
  const weights = query.map((rows, h) => weightsOf(s, rows, key[h]));
  return {query, key, value, weights, output: weights.map((w, h) => mixed(w, value[h]))};
}

/** The error function by its series, and far out 1. @param {number} x */
function erf(x) {
  if (Math.abs(x) > 5.9) return Math.sign(x);
  let term = x;
  let total = x;
  for (let n = 1; n < 160; n++) {
    term *= (-x * x) / n;
    total += term / (2 * n + 1);
  }
  return (2 / Math.sqrt(Math.PI)) * total;
}

/** Rounded to 16 bits, to the even one of two. @param {number} x */
function half(x) {
  const unit = 2 ** (Math.max(Math.floor(Math.log2(Math.abs(x))), -14) - 10);
  const steps = Math.round(x / unit);
  const isTie = Math.abs(x / unit - Math.trunc(x / unit)) === 0.5;
  return x === 0 ? 0 : unit * (isTie && steps % 2 ? steps - 1 : steps);
}

/** @type {Record<string, (x: number) => number>} */
const ACTS = {
  gated: x => x / (1 + Math.exp(-x)),
  erf: x => (x / 2) * (1 + erf(x / Math.SQRT2)),
  tanh: x => (x / 2) * (1 + Math.tanh(Math.sqrt(2 / Math.PI) * (x + 0.044715 * x ** 3))),
  halves: x => (Math.abs(x) < 10 ? half(ACTS.tanh(half(x))) : Math.max(x, 0)), // llama.cpp's GELU
};

/** @param {Model['sample']} s @param {Model['layers'][0]} layer @param {Rows} x */
function feed(s, layer, x) {
  const act = ACTS[s.feed];
  const up = linear(layer.up, x);
  const gate = layer.gate && linear(layer.gate, x);
  const inner = up.map((row, i) => row.map((u, c) => (gate ? u * act(gate[i][c]) : act(u))));
  return linear(layer.down, inner);
}

/**
 * The whole pass over some pieces; `change` may give other outputs of a layer's heads, of which it
 * is told what they are made from.
 * @param {Model} model @param {number[]} pieces
 * @param {(layer: number, output: Rows[], heads: Heads) => Rows[]} [change]
 * @returns {Run}
 */
export function runModel(model, pieces, change = (_, output) => output) {
  const {sample: s, tokens, places} = model;
  const row = (/** @type {Part} */ part, /** @type {number} */ i) => [
    ...part.weight.at.subarray(i * s.width, (i + 1) * s.width),
  ];
  let stream = pieces.map(piece => row(tokens, piece));
  if (places)
    stream = sum(
      stream,
      pieces.map((_, i) => row(places, i)),
    );
  const layers = model.layers.map((layer, l) => {
    const heads = headsOf(s, layer, norm(layer.firstNorm, stream, s.epsilon));
    const outputs = change(l, heads.output, heads);
    const joined = stream.map((_, i) => outputs.flatMap(output => output[i]));
    const after = sum(stream, linear(layer.join, joined));
    const second = norm(layer.secondNorm, s.isParallel ? stream : after, s.epsilon);
    stream = sum(after, feed(s, layer, second));
    return heads;
  });
  const said = norm(model.last, stream, s.epsilon);
  return {layers, logits: linear(model.out ?? tokens, said)};
}

// ---- Panels --------------------------------------------------------------------------------------

/** @param {Rows[]} all by heads @param {number} head @param {string} over @returns {Rows} */
function meanOf(all, head, over) {
  const own = all[head];
  if (over === 'heads') return own.map((row, i) => row.map((_, c) => mean(all.map(x => x[i][c]))));
  if (over === 'channels') return own.map(row => row.map(() => mean(row)));
  const middle = own[0].map((_, c) => mean(own.map(row => row[c])));
  return own.map(() => middle);
}

/** @param {Rows[]} all @param {Rows[]} others those of input 2 @param {Asked} asked @param {string} op */
export function changedRows(all, others, asked, op, s = 1) {
  const own = all[asked.head];
  const blend = (/** @type {Rows} */ to) =>
    own.map((row, i) => row.map((x, c) => (to[i] ? (1 - s) * x + s * to[i][c] : x)));
  if (op === 'scale') return own.map(row => row.map(x => s * x));
  if (op === 'patch') return blend(others[asked.head]);
  if (op === 'mean') return meanOf(all, asked.head, asked.over);
  return blend(meanOf(all, asked.head, asked.over));
}

const COMPONENTS = /** @type {const} */ (['query', 'key', 'value']);

/** What stands in a panel: its texts, its components that are changed, and how. */
export function placeOf(/** @type {Asked} */ {figure, op, eps}, index = 0) {
  const [row, column] = [Math.floor(index / 3), index % 3];
  if (figure === 'modify') return {from: 0, to: 0, changed: [row], op, s: eps[column]};
  if (figure === 'mean') return {from: row, to: row, changed: [column], op: 'mean', s: 1};
  return {from: row, to: column, changed: [0, 1], op: 'mean', s: 1};
}

/**
 * A panel of the head that is asked for: its weights and output; the text that is run on; and the
 * logits when the output, or that of all heads that share Key and Value, is put in.
 * @param {Model} model @param {number[][]} texts @param {Run[]} runs @param {Asked} asked
 */
export function panelOf(model, texts, runs, asked, index = 0) {
  const {sample: s} = model;
  const {from, to, changed, op, s: strength} = placeOf(asked, index);
  const seen = COMPONENTS.map((component, i) => {
    const of = runs[component === 'query' ? from : to].layers[asked.layer];
    const others = runs[1].layers[asked.layer];
    if (!changed.includes(i)) return of[component][asked.head];
    return changedRows(of[component], others[component], asked, op, strength);
  });
  const [query, key, value] = seen;
  const weights = weightsOf(s, query, key);
  const output = mixed(weights, value);
  const each = s.heads / s.groups;
  const isShared = asked.share === 'group' && (from !== to || changed.some(i => i > 0));
  const shares = (/** @type {number} */ h) =>
    isShared && Math.floor(h / each) === Math.floor(asked.head / each);
  const outputs = (/** @type {number} */ layer, /** @type {Rows[]} */ all) =>
    layer !== asked.layer
      ? all
      : all.map((own, h) => {
          if (h === asked.head) return output;
          const of = runs[from].layers[layer];
          return shares(h) ? mixed(weightsOf(s, of.query[h], key), value) : own;
        });
  return {weights, output, from, logits: runModel(model, texts[from], outputs).logits};
}

/** @param {number[]} logits */
export function chances(logits) {
  const most = Math.max(...logits);
  const e = logits.map(x => Math.exp(x - most));
  const total = e.reduce((a, b) => a + b, 0);
  return e.map(x => x / total);
}

/** In nats. @param {number[]} before logits @param {number[]} after */
export function divergence(before, after) {
  const [p, q] = [chances(before), chances(after)];
  return p.reduce((total, x, i) => total + (x > 0 ? x * Math.log(x / q[i]) : 0), 0);
}
