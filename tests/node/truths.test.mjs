// What must be true of attention whatever the head: each known truth, over many random heads.
import assert from 'node:assert/strict';
import test from 'node:test';
import {arrays, panels, rowsOf} from './lib/engine.mjs';
import {randomLinks} from './lib/random-links.mjs';
import {isAllowed, strength} from './lib/reference.mjs';

const ROUNDING = 1e-6; // a weight of float32 after an exponential and a division by its row sum: some 4e-7 at most
const ONE = [1, 1, 1];

function forRandomLinks(seed, count, fixed, check) {
  for (const {options, link} of randomLinks(seed, count, fixed)) check(link, options);
}

/** Calls `check(weight, i, j)` for the allowed cells of a panel. */
function eachAllowed({weights}, options, check) {
  const mask = {mask: 'causal', window: 8, ...options};
  weights.forEach((row, i) => row.forEach((w, j) => isAllowed(mask, i, j) && check(w, i, j)));
}

const bits = numbers => Buffer.from(Float32Array.from(numbers.flat()).buffer).toString('hex');
const sameBits = (a, b, what) => assert.equal(bits(a), bits(b), what);

function near(actual, expected, tolerance, what) {
  const off = Math.abs(actual - expected);
  assert.ok(off <= tolerance, `${what}: ${actual}, not ${expected} within ${tolerance}`);
}

// ---- Limits of small epsilon -------------------------------------------------------------------

const VANISHING = {figure: 'modify', op: 'scale', eps: [1e-10, 0, 1e-9], response: 1, temp: 1};

test('a vanishing factor leaves 1/(i+1) under a causal mask', () => {
  forRandomLinks(101, 40, {...VANISHING, weights: 'softmax', mask: 'causal'}, (link, options) => {
    for (const panel of panels(link).panels.slice(0, 6))
      eachAllowed(panel, options, (w, i) => near(w, 1 / (i + 1), ROUNDING, link));
  });
});

test('a vanishing factor leaves 1/m without a mask', () => {
  forRandomLinks(102, 40, {...VANISHING, weights: 'softmax', mask: 'none'}, (link, options) => {
    for (const panel of panels(link).panels.slice(0, 6))
      eachAllowed(panel, options, w => near(w, 1 / panel.weights[0].length, ROUNDING, link));
  });
});

test('a vanishing factor leaves one half under sigmoid without bias', () => {
  forRandomLinks(103, 40, {...VANISHING, weights: 'sigmoid', bias: 0}, (link, options) => {
    for (const panel of panels(link).panels.slice(0, 6))
      eachAllowed(panel, options, w => near(w, 0.5, ROUNDING, link));
  });
});

test('a factor s leaves |w - 1/(i+1)| within (exp(2sB) - 1)/(i+1), and Value panels give the B', () => {
  forRandomLinks(
    104,
    40,
    {figure: 'modify', op: 'scale', weights: 'softmax', mask: 'causal', value: 'this'},
    (link, options) => {
      const figure = panels(link);
      const data = arrays(link);
      const [eps, response] = [options.eps ?? [0.5, 1e-3, 1e-10], options.response ?? 1];
      const logits = rowsOf(data.s6).flatMap((row, i) => row.slice(0, i + 1));
      const bound = logits.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
      figure.panels.slice(0, 6).forEach((panel, at) => {
        const moved = Math.expm1(2 * strength(eps[at % 3], response) * bound);
        eachAllowed(panel, options, (w, i) =>
          near(w, 1 / (i + 1), moved / (i + 1) + ROUNDING, link),
        );
      });
    },
  );
});

// ---- Rows --------------------------------------------------------------------------------------

const rowSums = link =>
  panels(link).panels.flatMap(({weights}, at) =>
    weights.map((row, i) => ({
      sum: row.reduce((a, b) => a + b, 0),
      some: row.some(w => w > 0),
      what: `${link} panel ${at} row ${i}`,
    })),
  );

test('rows of softmax sum to 1, unless no key is allowed', () => {
  forRandomLinks(105, 60, {weights: 'softmax'}, link => {
    for (const {sum, some, what} of rowSums(link)) near(sum, some ? 1 : 0, 2 * ROUNDING, what);
  });
});

test('rows of softmax1 sum to at most 1', () => {
  forRandomLinks(106, 60, {weights: 'softmax1'}, link => {
    for (const {sum, what} of rowSums(link)) assert.ok(sum <= 1 + 2 * ROUNDING, `${what}: ${sum}`);
  });
});

test('a row without an allowed key is all +0 and left out of the means', () => {
  const {panels: nine} = panels('1;figure=cross;mask=window;window=3;n=16~5~16');
  const {weights, measures} = nine[1]; // queries of 16 tokens against 5 keys: rows 7 and up see none
  assert.ok(
    weights
      .slice(7)
      .flat()
      .every(w => Object.is(w, 0)),
  );
  assert.ok(weights.slice(0, 7).every(row => row.some(w => w > 0)));
  near(measures.rowsum, 1, ROUNDING, 'rowsum');
});

// The keys from the smallest weight before to the largest; where weights before are the same, any
// order will do.
function fallsBack(before, after) {
  const keys = before.map((_, j) => j).sort((a, b) => before[a] - before[b] || after[a] - after[b]);
  return keys.findIndex((key, at) => at > 0 && after[key] < after[keys[at - 1]]);
}

test('a factor never changes the order within a row', () => {
  forRandomLinks(107, 150, {figure: 'modify', op: 'scale', value: 'this'}, link => {
    const {panels: nine, baselines} = panels(link);
    nine.slice(0, 6).forEach(({weights}, at) =>
      weights.forEach((row, i) => {
        assert.equal(fallsBack(baselines[0].weights[i], row), -1, `${link} panel ${at} row ${i}`);
      }),
    );
  });
});

test('masked cells are +0, never -0', () => {
  let masked = 0;
  forRandomLinks(108, 60, {}, (link, options) => {
    const data = arrays(link);
    const mask = {mask: 'causal', window: 8, ...options};
    for (let at = 0; at < 9; at++)
      rowsOf(data[`w${at}`]).forEach((row, i) =>
        row.forEach((w, j) => {
          if (isAllowed(mask, i, j)) return;
          masked++;
          assert.ok(
            Object.is(w, 0),
            `${link} panel ${at} cell ${i} ${j}: ${Object.is(w, -0) ? '-0' : w}`,
          );
        }),
      );
  });
  assert.ok(masked > 10000, `only ${masked} masked cells seen`);
});

// ---- Bit for bit -------------------------------------------------------------------------------

function sameArrays(one, other, names, what) {
  const [a, b] = [arrays(one), arrays(other)];
  for (const name of names) sameBits(rowsOf(a[name]), rowsOf(b[name]), `${name} of ${what}`);
}

const names = (letters, rows) => letters.flatMap(letter => rows.map(at => `${letter}${at}`));
const ALL = [0, 1, 2, 3, 4, 5, 6, 7, 8];

test('blend with s = 1 equals mean', () => {
  forRandomLinks(109, 40, {figure: 'modify', op: 'blend', eps: ONE}, link => {
    sameArrays(link, link.replace('op=blend', 'op=mean'), names(['w', 'o'], ALL), link);
  });
});

test('a response of 0 makes s = 1 whatever epsilon is', () => {
  forRandomLinks(110, 20, {figure: 'modify', op: 'blend', eps: [0, 0.3, 10], response: 0}, link => {
    sameArrays(link, link.replace('op=blend', 'op=mean'), names(['w', 'o'], ALL), link);
  });
});

function sameAsBaseline(link) {
  const {panels: nine, baselines} = panels(link);
  nine.forEach(({weights}, at) => sameBits(weights, baselines[0].weights, `${link} panel ${at}`));
}

test('scale with s = 1 equals the baseline', () => {
  forRandomLinks(111, 40, {figure: 'modify', op: 'scale', eps: ONE, value: 'this'}, sameAsBaseline);
});

for (const [op, seed, links, response] of [
  ['blend', 112, 40, 0.5],
  ['noise', 113, 20, 2],
])
  test(`${op} with s = 0 equals the baseline`, () => {
    const fixed = {figure: 'modify', op, eps: [0, 0, 0], response, value: 'this'};
    forRandomLinks(seed, links, fixed, sameAsBaseline);
  });

test('Value changes nothing in its own layer: its panels equal the baseline', () => {
  forRandomLinks(114, 60, {figure: 'modify', value: 'this'}, link => {
    const {panels: nine, baselines} = panels(link);
    for (const at of [6, 7, 8])
      sameBits(nine[at].weights, baselines[0].weights, `${link} panel ${at}`);
  });
  forRandomLinks(115, 40, {figure: 'mean', value: 'this'}, link => {
    const {panels: nine, baselines} = panels(link);
    for (const at of [2, 5, 8])
      sameBits(nine[at].weights, baselines[(at - 2) / 3].weights, `${link} panel ${at}`);
  });
});

test('Query and Key panels are the same under scale', () => {
  forRandomLinks(116, 60, {figure: 'modify', op: 'scale'}, link => {
    const data = arrays(link);
    for (const at of [0, 1, 2])
      for (const letter of ['w', 'o', 's'])
        sameBits(
          rowsOf(data[letter + at]),
          rowsOf(data[letter + (at + 3)]),
          `${link} ${letter}${at}`,
        );
  });
});

// ---- The synthetic head ------------------------------------------------------------------------

const SHAPE = {figure: 'modify', noise: 0, temp: 1, value: 'this', op: 'scale'};

test('without content a logit is local - floor on the diagonal, and sink more in the first column', () => {
  forRandomLinks(117, 40, {...SHAPE, n: 12, sink: 5, local: 3.5, floor: 1.25}, link => {
    const logits = rowsOf(arrays(link).s6);
    for (let i = 1; i < logits.length; i++) {
      near(logits[i][i], 3.5 - 1.25, 1e-4, `${link} diagonal ${i}`);
      near(logits[i][0] - logits[0][i], 5, 1e-4, `${link} sink, query ${i}`);
    }
  });
});

test('without content and sink, panels across inputs are mirror images', () => {
  forRandomLinks(118, 20, {figure: 'cross', noise: 0, sink: 0, over: 'heads', agree: 1}, link => {
    const data = arrays(link);
    for (const [at, mirror] of [
      [1, 3],
      [2, 6],
      [5, 7],
    ]) {
      const back = rowsOf(data[`s${mirror}`]);
      rowsOf(data[`s${at}`]).forEach((row, i) =>
        row.forEach((x, j) => near(x, back[j][i], 1e-3, `${link} s${at} ${i} ${j}`)),
      );
    }
  });
});

test('where all heads agree, their mean changes nothing', () => {
  forRandomLinks(
    119,
    20,
    {figure: 'mean', noise: 0, over: 'heads', agree: 1, value: 'this'},
    link => {
      const {panels: nine} = panels(link);
      for (const {measures} of nine) near(measures.change, 0, 1e-4, link);
    },
  );
});
