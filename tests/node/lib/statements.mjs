// The grammar of statements and what they mean, written from its description in include/ninefold.h
// alone: one regular expression for each form, and an evaluator over figures as plain data.
//
// `figures` holds the panels 0..8 and the baselines 9..11, each {measures, weights: rows}, or null
// where there is none.

export const MEASURES = [
  'first',
  'diag',
  'near',
  'far',
  'off',
  'rest',
  'level',
  'entropy',
  'rowsum',
  'kl',
  'change',
  'uniform',
  'norm',
  'cosine',
  'above',
  'mirror',
  'ontop',
  'own',
  'fall',
  'peak',
  'rise',
  'contrast',
];
export const COMPARISONS = ['gt', 'ge', 'lt', 'le', 'eq'];

const PANELS = [0, 1, 2, 3, 4, 5, 6, 7, 8];
export const SETS = {
  r1: [0, 1, 2],
  r2: [3, 4, 5],
  r3: [6, 7, 8],
  c1: [0, 3, 6],
  c2: [1, 4, 7],
  c3: [2, 5, 8],
  d1: [0, 4, 8],
  all: PANELS,
};

export const nameOf = place =>
  place < 9 ? `p${Math.floor(place / 3) + 1}${(place % 3) + 1}` : `b${place - 8}`;

const ONES = Object.fromEntries(Array.from({length: 12}, (_, place) => [nameOf(place), [place]]));
const placesOf = name => SETS[name] ?? ONES[name];

// ---- Grammar -----------------------------------------------------------------------------------

const either = words => `(?:${words.join('|')})`;
const number = '-?(?:\\d+\\.?\\d*|\\.\\d+)(?:[eE]-?\\d+)?';
const measure = either(MEASURES);
const compare = either(COMPARISONS);
const one = either(Object.keys(ONES));
const place = either([...Object.keys(ONES), ...Object.keys(SETS)]);
const range = `in~(?<low>${number})~(?<high>${number})`;
const bound = `(?<by>${compare})~(?<bound>${number})`;
const second = `(?:~(?<second>${measure})(?:~(?<at>${one})(?:~(?<offset>${number}))?)?)?`;

const FORMS = [
  new RegExp(`^(?<measure>${measure})~(?<place>${place})~(?:${range}|${bound}${second})$`),
  new RegExp(`^(?<pair>diff|gap)~(?<place>${place})~(?<other>${one})~(?:${range}|${bound})$`),
  new RegExp(
    `^cell~(?<place>${place})~(?<row>${number})~(?<column>${number})~(?:${range}|${bound})$`,
  ),
];

const isIndex = text =>
  text === undefined ||
  (Number.isInteger(Number(text)) && Number(text) >= 0 && Number(text) <= 16383);

/**
 * The parts of a statement by name, or null if it is none. Links spell it in at most 80 letters,
 * the last a letter or digit.
 */
export function parse(text) {
  if (!/^[A-Za-z0-9.~-]{1,79}[A-Za-z0-9]$/.test(text)) return null;
  const groups = FORMS.map(form => form.exec(text)?.groups).find(Boolean);
  if (!groups || !isIndex(groups.row) || !isIndex(groups.column)) return null;
  return groups.low !== undefined && Number(groups.low) > Number(groups.high) ? null : {...groups};
}

// ---- Meaning -----------------------------------------------------------------------------------

function apart(a, b) {
  const same =
    a && b && a.weights.length === b.weights.length && a.weights[0].length === b.weights[0].length;
  return same
    ? a.weights.flatMap((row, i) => row.map((w, j) => Math.abs(w - b.weights[i][j])))
    : null;
}

const mean = list => list.reduce((a, b) => a + b, 0) / list.length;

/** What a statement's subject is in one panel; null where it is nothing. */
function valueIn(said, at, figures) {
  const panel = figures[at];
  if (!panel) return null;
  if (said.measure) return panel.measures[said.measure];
  if (!said.pair) return panel.weights[Number(said.row)]?.[Number(said.column)] ?? null;
  const differences = apart(panel, figures[ONES[said.other]]);
  if (!differences) return null;
  return said.pair === 'gap' ? mean(differences) : differences.reduce((a, b) => Math.max(a, b), 0);
}

function boundIn(said, at, figures) {
  if (!said.second) return Number(said.bound);
  const other = figures[said.at ? ONES[said.at] : at]?.measures[said.second] ?? null;
  return other === null ? null : Number(said.bound) * other + Number(said.offset ?? 0);
}

// How far inside what is said a value is; negative outside.
function insideOf(said, value, to) {
  if (said.low !== undefined) return Math.min(value - Number(said.low), Number(said.high) - value);
  return {
    gt: value - to,
    ge: value - to,
    lt: to - value,
    le: to - value,
    eq: -Math.abs(value - to),
  }[said.by];
}

function judgeAt(said, at, figures, slack) {
  const value = valueIn(said, at, figures);
  const to = said.low === undefined ? boundIn(said, at, figures) : 0;
  if (value === null || to === null) return {at, holds: null};
  const inside = insideOf(said, value, to);
  const strict = slack === 0 && (said.by === 'gt' || said.by === 'lt');
  const nearer =
    value - Number(said.low) < Number(said.high) - value ? Number(said.low) : Number(said.high);
  return {
    at,
    value,
    inside,
    bound: said.low === undefined ? to : nearer,
    holds: strict ? inside > 0 : inside >= -slack,
  };
}

/**
 * Every place a statement speaks of: {at, value, bound, inside, holds}; `holds` is null where
 * there is nothing to judge.
 */
export function judge(text, figures, slack = 0) {
  const said = parse(text);
  return said && placesOf(said.place).map(at => judgeAt(said, at, figures, slack));
}
