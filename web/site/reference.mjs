// The reference of links, statements and measures, as a page: what the engine's tables say, and
// the formulas.

import {code, escaped, table} from './parts.mjs';
import {ask} from './shell.mjs';

/**
 * w is a panel of n rows by m columns, A_i how many keys row i may see, p and q are rows divided
 * by their sums.
 */
export const FORMULAS = {
  first: 'mean of w_i0 over rows i ≥ 1',
  diag: 'mean of w_ii over 1 ≤ i < min(n, m)',
  near: 'mean of w_ij over allowed cells with |i − j| = 1',
  far: 'mean of w_ij over allowed cells with |i − j| ≥ n/2',
  off: 'mean of w_ij over allowed cells with j ≠ i',
  rest: 'mean of w_ij over allowed cells with j ≥ 1 and j ≠ i',
  level: 'Σ_ij w_ij / (n m)',
  entropy:
    'mean over rows with A_i ≥ 2 of −Σ_j p_ij ln p_ij / ln A_i, where p_ij = w_ij / Σ_k w_ik',
  rowsum: 'mean over rows of Σ_j w_ij',
  kl: 'mean over rows of Σ_j p_ij ln(p_ij / q_ij), q_ij of the untouched head',
  change: 'largest |w_ij − u_ij|, u_ij of the untouched head',
  uniform: 'largest |w_ij − 1/A_i| over allowed cells',
  norm: 'mean over tokens of |O_i| / |U_i|, U_i the output of the untouched head',
  cosine: 'mean over tokens of O_i · U_i / (|O_i| |U_i|)',
  above: 'largest w_ij over j > i',
  mirror: 'largest |w_ij − w_ji|, where n = m',
  ontop: 'share of rows i < m whose largest weight is w_ii, and no other as large',
  own: 'smallest w_ii / Σ_k w_ik over rows i < m',
  fall: "Spearman's rank correlation of max_j w_ij with i; equal weights share their mean rank",
  peak: 'largest A_i max_j w_ij over rows i ≥ 4',
  rise: 'largest a_k+1 − a_k for k + 1 ≤ n/2, where a_k is the mean of w_ij over allowed cells with |i − j| = k',
  contrast: 'diag − far',
};

const LETTERS = /(max|[A-Za-zΣ])_(k\+1|[a-z0-9]+)|\b([ijkmn])\b/g;
const UPRIGHT = ['max', 'Σ'];

const letter = name => (UPRIGHT.includes(name) ? name : `<i>${name}</i>`);

/** A formula with its letters in italics and their indices below. */
export const formula = text =>
  escaped(text).replace(LETTERS, (_, name, index, alone) =>
    alone ? `<i>${alone}</i>` : `${letter(name)}<sub>${index}</sub>`,
  );

const FORMS = [
  ['first~p31~gt~0.95', 'MEASURE~PLACE~COMPARISON~NUMBER', 'the measure there is above 0.95'],
  ['diag~p11~in~0.6~0.7', 'MEASURE~PLACE~in~NUMBER~NUMBER', 'it is in the range, ends included'],
  [
    'diag~p11~gt~2~rest',
    'MEASURE~PLACE~COMPARISON~FACTOR~MEASURE',
    'it is above twice another measure of the same panel',
  ],
  [
    'diag~p12~ge~1~diag~p11~0.05',
    'MEASURE~PLACE~COMPARISON~FACTOR~MEASURE~PANEL~OFFSET',
    'it is at least once a measure of another panel, plus 0.05; the offset may be left out',
  ],
  [
    'diff~p11~p21~lt~1e-6',
    'diff~PLACE~PANEL~COMPARISON~NUMBER',
    'the largest difference between cells of two panels is below 1e-6; also as a range',
  ],
  [
    'gap~p11~p12~le~0.03',
    'gap~PLACE~PANEL~COMPARISON~NUMBER',
    'the mean of their differences is at most 0.03; also as a range',
  ],
  [
    'cell~p11~7~0~lt~0.5',
    'cell~PLACE~QUERY~KEY~COMPARISON~NUMBER',
    'query 7 gives key 0 less than a half, both counted from 0; also as a range',
  ],
  [
    'prediction~p11~gt~0.1',
    'prediction~PLACE~COMPARISON~NUMBER',
    'what the model says next is more than 0.1 nats from what it says untouched; unknown without a model',
  ],
  [
    'says~p11~is~2054',
    'says~PLACE~is~BYTES',
    'the likeliest next piece is " T": its bytes in hexadecimal, lower case; unknown without a model',
  ],
];

// ---- Tables ---------------------------------------------------------------------------------------------------------

/** A row of cells, the first of which names it; `id` is what links to it say. */
function rowOf([name, ...cells], id) {
  const place = id ? ` id="${id}"` : '';
  return `<tr><th scope="row"${place}>${name}</th>${cells.map(cell => `<td>${cell}</td>`).join('')}</tr>`;
}

const choices = words =>
  words
    .split(' ')
    .map(word => `<code>${word}</code>`)
    .join(' ');

/** What a key takes, in words. */
function takes({kind, count, range: [least, most], words}) {
  if (kind === 'choice' || (kind === 'words' && words)) return choices(words);
  if (kind === 'text' || kind === 'words') return `at most ${most} bytes`;
  const also = words ? `, or <code>${words}</code>` : '';
  const each = count === 3 ? '; one or three' : '';
  return `${kind === 'whole' ? 'whole, ' : ''}${least} to ${most}${also}${each}`;
}

function parameters() {
  const rows = ask('params').map(({key, label, help, default: initial, sources, ...allowed}) => {
    const matters = sources.length === 3 ? 'all' : sources.join(', ');
    const what = `<b>${escaped(label)}</b>. ${escaped(help)}`;
    return rowOf([code(key), what, takes(allowed), code(initial || '–'), matters], key);
  });
  return table(['key', 'what it is', 'takes', 'when not said', 'matters to'], rows.join('\n'));
}

function measures() {
  const rows = ask('measures').map(({key, help}) =>
    rowOf([code(key), escaped(help), formula(FORMULAS[key])], `measure-${key}`),
  );
  return table(['measure', 'what it is', 'formula'], rows.join('\n'));
}

function statements() {
  const rows = FORMS.map(([example, form, holds]) =>
    rowOf([code(example), code(form), escaped(holds)]),
  );
  return table(['for example', 'form', 'holds if'], rows.join('\n'));
}

// ---- The page -------------------------------------------------------------------------------------------------------

export const reference = () => ({
  path: 'reference.html',
  title: 'Links, statements and measures of Ninefold',
  description:
    'Every key of a link with its range and default, the grammar of statements, and every measure with ' +
    'its formula.',
  body: `
<h1>Links, statements and measures</h1>
<p>Everything a figure is stands in its link, behind the <code>#</code> of the page's address:
  <code>1;figure=mean;n=14~15~16;check=…</code>. First the number of the format, then \
<code>key=value</code> separated by <code>;</code>
  for whatever differs from what is understood when nothing is said. The order does not matter. Three values, \
<code>a~b~c</code>, are one for each
  input, or for <code>eps</code> for each column; one value stands for three. In a text <code>_</code> is a space \
and <code>~hh</code> a byte of UTF-8.
  <code>check</code> comes last: 16 hexadecimal digits over every panel's weights and outputs, so that anyone can \
see whether the figure came out the same.</p>
<p>A value that is out of range, unknown, repeated or misspelt is never passed over: you are told what was read, \
what is allowed, and what is used instead.</p>
<p><a href="using.html">Using the page</a>, <a href="links.html">how links are read</a>, \
<a href="numerics.html">what is computed</a>, <a href="model.html">what the model is</a>.</p>
<h2 id="keys">Keys</h2>
${parameters()}
<h2 id="statements">Statements</h2>
<p>A link may put up to eight statements, <code>ask1</code> to <code>ask8</code>, and \
<code>build/ninefold check</code> and the page say of each whether it holds.</p>
${statements()}
<p>A comparison is <code>gt</code> (above), <code>ge</code> (at least), <code>lt</code> (below), \
<code>le</code> (at most) or <code>eq</code> (equal).
  A panel is <code>p11</code> to <code>p33</code>, row and column, or a baseline, <code>b1</code> to <code>b3</code>: \
the head untouched, of that input. A place is a panel, or several of which the statement
  must hold for each: <code>r1</code> to <code>r3</code> (a row), <code>c1</code> to <code>c3</code> (a column), \
<code>d1</code> (the diagonal p11, p22, p33), <code>all</code> (the nine). A statement whose
  measure is the mean of nothing is neither true nor false but unknown, with the reason.</p>
<h2 id="measures">Measures</h2>
<p>A panel has <i>n</i> queries, its rows, and <i>m</i> keys, its columns; <i>w</i><sub>ij</sub> \
is what query <i>i</i> gives key <i>j</i>, both counted from 0, and 0 where the mask does not allow it.
  <i>A</i><sub>i</sub> is how many keys query <i>i</i> may see. Rows that may see none are left out of means \
over rows, and of <code>diag</code> and <code>first</code>.
  <i>O</i><sub>i</sub> is the head's output for token <i>i</i>. A mean of nothing is unknown.</p>
${measures()}
`,
});
