// What a cell should look like, worked out from the weights of the command line or of the element:
// the definitions on the colour bar, written a second time. From the page's own code come only the
// stops of the colour maps.
import assert from 'node:assert/strict';

const DECADES = 6;
const NICE = [1, 1.5, 2, 3, 4, 5, 6, 8, 10];

const log10 = x => Math.log10(x);
const clamp = t => Math.min(1, Math.max(0, t));
const isAllowed = (mask, window, i, j) =>
  mask === 'none' || (j <= i && (mask !== 'window' || j > i - window));

/** @param {number[][]} stops colours at equal distances @param {number} t */
function mix(stops, t) {
  const along = clamp(t) * (stops.length - 1);
  const from = Math.min(Math.floor(along), stops.length - 2);
  const part = along - from;
  return stops[from].map((channel, c) => channel * (1 - part) + stops[from + 1][c] * part);
}

/** The least round number that is not below x. */
function roundUp(x) {
  const power = 10 ** Math.floor(log10(x));
  return NICE.map(step => step * power).find(step => step >= x * (1 - 1e-9));
}

/**
 * The nine matrices that a view shows; null where a cell has nothing to show.
 * @returns {(number | null)[][][]}
 */
export function shown(
  {panels, references, logits},
  {view, mask = 'causal', window = 8, style = 'plain'},
) {
  return panels.map((weights, p) =>
    weights.map((row, i) =>
      row.map((w, j) => {
        const allowed = isAllowed(mask, window, i, j);
        if (style === 'plain' && !allowed) return null;
        if (view === 'weights') return w;
        if (view === 'logits') return allowed ? logits[p][i][j] : null;
        if (view === 'change') return Math.fround(w - references[p][i][j]);
        const count = row.filter((_, key) => isAllowed(mask, window, i, key)).length;
        return allowed ? Math.fround(w - 1 / count) : 0;
      }),
    ),
  );
}

/** Everything that is shown but the first column where that is left out. */
function values(matrices, rest) {
  return matrices.flat().flatMap(row => row.filter((v, j) => v !== null && !(rest && j === 0)));
}

/** From which number to which the colours go. @returns {[number, number]} */
function ends(matrices, {view, range, style = 'plain'}) {
  const all = values(matrices, range === 'rest');
  const high = Math.max(...all);
  const low = Math.min(...all);
  if (view === 'logits') return logitEnds(low, high);
  const isOfData = range === 'unit' && style === 'plain' && view !== 'weights';
  if (range !== 'rest' && !isOfData) return view === 'weights' ? [0, 1] : [-1, 1];
  const most = Math.min(1, roundUp(Math.max(high, -low, isOfData ? 0.01 : 1e-6)));
  return view === 'weights' ? [0, most] : [-most, most];
}

/**
 * Multiples of the bar's step: the least of 1, 2, 5 times a power of ten that takes at most six of
 * them.
 */
function logitEnds(low, high) {
  const sixth = (high - low) / 6;
  const power = 10 ** Math.floor(log10(sixth));
  const step = [1, 2, 5, 10].map(m => m * power).find(m => m >= sixth * (1 - 1e-9));
  return [Math.floor(low / step + 1e-9) * step, Math.ceil(high / step - 1e-9) * step];
}

/** Where a value stands on the bar, or null for a cell without colour. */
function position(value, row, [low, high], {view, range}) {
  const signed = view === 'change' || view === 'uniform';
  if (value === null) return null;
  if (range === 'row')
    return inRow(
      value,
      row.filter(v => v !== null),
      view,
    );
  if (range === 'log' && view !== 'logits') {
    const size = clamp(1 + log10(Math.abs(value)) / DECADES);
    return signed ? 0.5 + (Math.sign(value) * size) / 2 : value === 0 ? null : size;
  }
  return (value - low) / (high - low);
}

function inRow(value, row, view) {
  if (view === 'logits')
    return (value - Math.min(...row)) / (Math.max(...row) - Math.min(...row) || 1);
  const share = value / (Math.max(...row.map(Math.abs)) || 1);
  return view === 'weights' ? share : 0.5 + share / 2;
}

/**
 * @param {(number | null)[][][]} matrices see `shown`
 * @param {{view: string, range: string, nine: number, style?: string}} how the first `nine` matrices say what the
 *   colours span; what
 *   stands beside them is drawn by the same bar
 * @param {number[][]} stops of the map that this view uses
 * @returns {(number[] | null)[][][]} a colour a cell; null: none
 */
export function colorsOf(matrices, how, stops) {
  const span = ends(matrices.slice(0, how.nine), how);
  return matrices.map(matrix =>
    matrix.map(row =>
      row.map(value => {
        const t = position(value, row, span, how);
        return t === null ? null : mix(stops, t);
      }),
    ),
  );
}

/**
 * The stops of a map, as the page's own data spells them.
 * @param {string} source of colors.js
 * @param {string} name
 */
export function stopsOf(source, name) {
  const named = new RegExp(`\\b${name}: (?:'([0-9a-f ]+)'|([A-Z]+))`).exec(source);
  assert.ok(named, `colors.js has a map called ${name}`);
  const text = named[1] ?? new RegExp(`const ${named[2]} = \`([^\`]+)\``).exec(source)[1];
  return text
    .trim()
    .split(/\s+/)
    .map(color => [0, 2, 4].map(at => parseInt(color.slice(at, at + 2), 16)));
}
