// Every measure of a panel, each from its definition, on plain lists of rows.
//
// `w` is n rows by m columns, `allowed(i, j)` the mask, `reference` the weights to compare with,
// or null.

const sum = list => list.reduce((total, x) => total + x, 0);
const meanOrNull = list => (list.length ? sum(list) / list.length : null);
const largest = list => (list.length ? list.reduce((a, b) => Math.max(a, b), -Infinity) : null);

/** All cells with what the definitions ask about them. */
function cellsOf(w, allowed) {
  return w.flatMap((row, i) =>
    row.map((weight, j) => ({i, j, weight, allowed: allowed(i, j), apart: Math.abs(i - j)})),
  );
}

const meanWhere = (cells, test) => meanOrNull(cells.filter(test).map(cell => cell.weight));

/** Of each row that has an allowed key: its number, its weights, and those of its allowed cells. */
function rowsOf(w, allowed) {
  const rows = w.map((row, i) => ({
    i,
    row,
    columns: row.map((_, j) => j).filter(j => allowed(i, j)),
  }));
  return rows
    .filter(({columns}) => columns.length)
    .map(entry => ({...entry, kept: entry.columns.map(j => entry.row[j])}));
}

function normalised(list) {
  const total = sum(list);
  return list.map(x => x / total);
}

function entropyOf(kept) {
  const terms = normalised(kept).map(p => (p > 0 ? -p * Math.log(p) : 0));
  return sum(terms) / Math.log(kept.length);
}

function divergence(kept, reference) {
  const q = normalised(reference);
  return sum(normalised(kept).map((p, j) => (p > 0 ? p * Math.log(p / q[j]) : 0)));
}

const length = vector => Math.sqrt(vector.reduce((total, x) => total + x * x, 0));
const dot = (a, b) => sum(a.map((x, c) => x * b[c]));

/** Means over tokens of the length of the output over the untouched one's, and of their cosine. */
function outputMeasures(rows, output, untouched) {
  const pairs = rows
    .map(({i}) => [output[i], untouched[i]])
    .filter(([, before]) => length(before) > 0);
  const turned = pairs.filter(([after]) => length(after) > 0);
  return {
    norm: meanOrNull(pairs.map(([after, before]) => length(after) / length(before))),
    cosine: meanOrNull(
      turned.map(([after, before]) => dot(after, before) / (length(after) * length(before))),
    ),
  };
}

function weightMeasures(w, allowed, rows) {
  const cells = cellsOf(w, allowed);
  const short = Math.min(w.length, w[0].length);
  return {
    first: meanOrNull(rows.filter(({i}) => i >= 1).map(({row}) => row[0])),
    diag: meanOrNull(rows.filter(({i}) => i >= 1 && i < short).map(({i, row}) => row[i])),
    near: meanWhere(cells, cell => cell.allowed && cell.apart === 1),
    far: meanWhere(cells, cell => cell.allowed && cell.apart >= w.length / 2),
    off: meanWhere(cells, cell => cell.allowed && cell.i !== cell.j),
    rest: meanWhere(cells, cell => cell.allowed && cell.i !== cell.j && cell.j >= 1),
    level: meanWhere(cells, () => true),
    entropy: meanOrNull(rows.filter(({kept}) => kept.length >= 2).map(({kept}) => entropyOf(kept))),
    rowsum: meanOrNull(rows.map(({row}) => sum(row))),
    uniform: largest(rows.flatMap(({kept}) => kept.map(x => Math.abs(x - 1 / kept.length)))),
  };
}

function differences(w, rows, reference) {
  if (!reference) return {kl: null, change: null};
  return {
    kl: meanOrNull(
      rows.map(({i, kept, columns}) =>
        divergence(
          kept,
          columns.map(j => reference[i][j]),
        ),
      ),
    ),
    change: largest(w.flatMap((row, i) => row.map((x, j) => Math.abs(x - reference[i][j])))),
  };
}

export function measuresOf({w, allowed, reference, output, untouched}) {
  const rows = rowsOf(w, allowed);
  return {
    ...weightMeasures(w, allowed, rows),
    ...differences(w, rows, reference),
    ...outputMeasures(rows, output, untouched),
  };
}

// ---- The measures that the readings need besides -----------------------------------------------

// Ranks from 1, ties sharing their mean rank.
function ranks(list) {
  return list.map(x => {
    const below = list.filter(y => y < x).length;
    const same = list.filter(y => y === x).length;
    return below + (same + 1) / 2;
  });
}

/** Spearman's rank correlation; null if one of the lists is all the same. */
function spearman(a, b) {
  const center = list => list.map(x => x - sum(list) / list.length);
  const [x, y] = [center(ranks(a)), center(ranks(b))];
  const size = length(x) * length(y);
  return size > 0 ? dot(x, y) / size : null;
}

const isTied = list => list.indexOf(largest(list)) !== list.lastIndexOf(largest(list));

// Only a square has a mirror image.
const mirrored = w =>
  w.length === w[0].length ? w.flatMap((row, i) => row.map((x, j) => Math.abs(x - w[j][i]))) : [];

// Mean weight at each distance from the diagonal, from 0 to half the rows.
function profile(w, allowed) {
  const cells = cellsOf(w, allowed).filter(cell => cell.allowed && cell.apart <= w.length / 2);
  const steps = [...new Set(cells.map(cell => cell.apart))].sort((a, b) => a - b);
  return steps.map(apart => meanWhere(cells, cell => cell.apart === apart));
}

/**
 * `ontop` is undefined where a row's largest weight is in two places: the definition does not say
 * which of them counts.
 */
export function shapeMeasuresOf({w, allowed}) {
  const rows = rowsOf(w, allowed);
  const own = rows.filter(({i}) => i < w[0].length);
  const steps = profile(w, allowed);
  const {diag, far} = weightMeasures(w, allowed, rows);
  const late = rows.filter(({i}) => i >= 4);
  return {
    above: largest(
      cellsOf(w, allowed)
        .filter(({i, j}) => j > i)
        .map(cell => cell.weight),
    ),
    mirror: largest(mirrored(w)),
    ontop: rows.some(({kept}) => isTied(kept))
      ? undefined
      : meanOrNull(own.map(({i, row}) => (row[i] === largest(row) ? 1 : 0))),
    own: own.length ? -largest(own.map(({i, row}) => -row[i] / sum(row))) : null,
    fall: spearman(
      rows.map(({row}) => largest(row)),
      rows.map(({i}) => i),
    ),
    peak: largest(late.map(({row, kept}) => largest(row) * kept.length)),
    rise: largest(steps.slice(1).map((x, step) => x - steps[step])),
    contrast: diag === null || far === null ? null : diag - far,
  };
}

/**
 * The weights that each of the nine panels is compared with, of the baselines as they were
 * printed; null: none of them.
 */
export function referencesOf(options, baselines) {
  return Array.from({length: 9}, (_, at) => {
    const [row, column] = [Math.floor(at / 3), at % 3];
    const isValue =
      options.figure === 'modify' ? row === 2 : options.figure === 'mean' && column === 2;
    if (isValue && options.value === 'next') return null; // a following head, which reads what was not changed
    if (options.figure === 'cross' && row !== column) return null;
    return baselines[options.figure === 'modify' ? 0 : row].weights;
  });
}
