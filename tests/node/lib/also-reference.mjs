// What a model says next when several of its heads are changed at once, in double precision: each
// head on the vectors that it then has.
import {changedRows, mixed, placeOf, placed, runModel, weightsOf} from './own-reference.mjs';
import {noiseOf} from './normals.mjs';

/**
 * @typedef {import('./own-models.mjs').Model} Model
 * @typedef {import('./own-reference.mjs').Run} Run
 * @typedef {import('./own-reference.mjs').Heads} Heads
 * @typedef {import('./own-reference.mjs').Asked & {also: [number, number][], seed: number,
 *   mask: string, share: string, window: number, weights: string, temp: number, bias: number[]}} Asked
 * @typedef {number[][]} Rows
 */

/** @param {Rows} own X + s rms(X) N @param {number} s */
function disturbed(own, s, {seed = 0, component = 0, input = 0}) {
  const [n, d] = [own.length, own[0].length];
  const rms = Math.sqrt(own.flat().reduce((sum, x) => sum + x * x, 0) / (n * d));
  const normal = noiseOf(seed, component, input, n * d);
  return own.map((row, i) => row.map((x, c) => x + s * rms * normal[i * d + c]));
}

/** @param {Asked} asked @param {number} i @param {number} j */
function sees({mask, window}, i, j) {
  if (mask === 'none') return true;
  return j <= i && (mask === 'causal' || j > i - window);
}

/** The weights of the head under study, as the link has it look. */
function weightsAsked(
  /** @type {Model['sample']} */ s,
  /** @type {Rows} */ query,
  /** @type {Rows} */ key,
  /** @type {Asked} */ asked,
  bias = 0,
) {
  const keys = placed(s, key);
  return placed(s, query).map((q, i) => {
    const x = keys.map(
      k =>
        q.reduce((sum, value, c) => sum + value * k[c], 0) / (Math.sqrt(s.channels) * asked.temp),
    );
    const e = x.map((value, j) => (sees(asked, i, j) ? Math.exp(value) : 0));
    if (asked.weights === 'sigmoid')
      return x.map((value, j) => (sees(asked, i, j) ? 1 / (1 + Math.exp(-value - bias)) : 0));
    const total = e.reduce((a, b) => a + b, asked.weights === 'softmax1' ? 1 : 0);
    return e.map(value => (total ? value / total : 0));
  });
}

const COMPONENTS = /** @type {const} */ (['query', 'key', 'value']);

/**
 * The logits after each token, in a panel or, without one, of the head that is only looked at.
 * @param {Model} model @param {number[][]} texts @param {Run[]} runs @param {Asked} asked
 * @param {number | null} index @param {number} [text] whose head is only looked at
 */
export function logitsWith(model, texts, runs, asked, index, text = 0) {
  const {sample: s} = model;
  const {
    from,
    to,
    changed,
    op,
    s: strength,
  } = index === null
    ? {from: text, to: text, changed: [], op: asked.op, s: 1}
    : placeOf(asked, index);
  const isOwn = (/** @type {number} */ layer, /** @type {number} */ head) =>
    layer === asked.layer && head === asked.head;
  const isChanged = (/** @type {number} */ layer, /** @type {number} */ head) =>
    isOwn(layer, head) ||
    (index !== null && asked.also.some(([l, h]) => l === layer && h === head));

  /** @param {Heads} heads as they are in this run */
  function outputOf(/** @type {number} */ layer, /** @type {number} */ head, heads) {
    const own = isOwn(layer, head);
    const [query, key, value] = COMPONENTS.map((component, i) => {
      const input = own && i > 0 ? to : from;
      const all = input === from ? heads[component] : runs[input].layers[layer][component];
      if (!changed.includes(i)) return all[head];
      if (op === 'noise')
        return disturbed(all[head], strength, {seed: asked.seed, component: i, input});
      const others = runs[1].layers[layer][component];
      return changedRows(all, others, {...asked, head}, op, strength);
    });
    const weights = own
      ? weightsAsked(s, query, key, asked, asked.bias[from])
      : weightsOf(s, query, key);
    return mixed(weights, value);
  }

  /** Of a head that only shares what a changed one reads. @param {Heads} heads */
  function besides(/** @type {number} */ layer, /** @type {number} */ head, heads) {
    const each = s.heads / s.groups;
    const first = Math.floor(head / each) * each;
    const group = Array.from({length: each}, (_, i) => first + i);
    const by = group.findLast(h => isChanged(layer, h));
    if (asked.share !== 'group' || by === undefined || !changed.some(i => i > 0)) return null;
    const input = isOwn(layer, by) ? to : from;
    const all = input === from ? heads : runs[input].layers[layer];
    const [key, value] = [1, 2].map(i =>
      changed.includes(i)
        ? changedRows(
            all[COMPONENTS[i]],
            runs[1].layers[layer][COMPONENTS[i]],
            {...asked, head},
            op,
            strength,
          )
        : all[COMPONENTS[i]][head],
    );
    return mixed(weightsOf(s, heads.query[head], key), value);
  }

  return runModel(model, texts[from], (layer, outputs, heads) =>
    outputs.map((own, head) =>
      isChanged(layer, head) ? outputOf(layer, head, heads) : (besides(layer, head, heads) ?? own),
    ),
  ).logits;
}
