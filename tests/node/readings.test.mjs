// The five readings: the verdict of every sentence, and what stands behind "never" and "always".
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import test from 'node:test';
import {WANT, load} from '../../web/engine/engine.js';
import {panels, readings, rowsOf} from './lib/engine.mjs';
import {randomLinks} from './lib/random-links.mjs';

const YES = 'yes';
const ALWAYS = 'always';
const LOOSE = 'only if rows need not sum to 1';
const NEVER = 'never';
const FALSE = 'false here';

/**
 * Of each sentence, in order: words it must contain, whether this head bears it out, and whether
 * any head can.
 */
const EXPECTED = {
  sink: [
    [/lower.triangular/i, true, ALWAYS],
    [/Query and Key/i, true, ALWAYS],
    [/Value.*epsilon/i, true, ALWAYS],
    [/Value changed.*first token/i, true, YES], // the pattern; that it is no collapse, the reason says
    [/faint diagonal/i, true, YES],
    [/first column.*diagonal/i, true, YES],
    [/strong/i, false, NEVER],
    [/hardly differ/i, true, ALWAYS],
    [/band/i, false, NEVER],
    [/uniform/i, true, ALWAYS],
  ],
  mean: [
    [/top.left|corner/i, true, ALWAYS],
    [/first elements/i, false, NEVER],
    [/Input 1/i, true, YES],
    [/Query and Key/i, true, YES],
    [/first column/i, true, YES],
    [/dominates/i, false, NEVER],
  ],
  mirror: [
    [/diagonal/i, true, YES],
    [/mirror/i, true, YES],
    [/1\.0.*0\.9.*0\.7/i, true, YES],
    [/one step|neighbour/i, true, LOOSE],
    [/far/i, true, YES],
    [/smooth/i, true, YES],
    [/sharpest/i, true, YES],
    [/darkest/i, false, NEVER],
    [/mainly/i, false, FALSE],
  ],
  blur: [
    [/diagonal/i, true, YES],
    [/focus/i, true, YES],
    [/uniform/i, true, YES],
    [/1e-10/i, true, YES],
    [/between/i, true, YES],
    [/Key.*between/i, true, YES],
    [/paler/i, false, NEVER],
    [/strongest/i, true, YES],
    [/sharpest/i, false, NEVER],
  ],
};

const seen = sentences =>
  sentences.map(({text, verdict, any}) => `${verdict} | ${any} | ${text}`).join('\n');

function holdReading(reading, expected) {
  assert.equal(reading.sentences.length, expected.length, seen(reading.sentences));
  reading.sentences.forEach(({text, verdict, any, reason}, at) => {
    const [words, holds, can] = expected[at];
    assert.match(text, words);
    assert.deepEqual([verdict, any], [holds, can], `${reading.name}: ${text}`);
    if (can !== YES) assert.ok(reason.length > 10, `no reason: ${text}`);
  });
}

const all = readings();
const named = name => all.find(reading => reading.name === name);

test('there are five readings, in their order', () => {
  assert.deepEqual(
    all.map(({name}) => name),
    ['sink', 'mean', 'mirror', 'blur', 'fade'],
  );
});

test('sink: the pattern is there, but the reason says that nothing collapsed', () => {
  assert.match(named('sink').sentences[3].reason, /never.*untouched/);
});

for (const [name, expected] of Object.entries(EXPECTED))
  test(`verdicts of ${name}`, () => holdReading(named(name), expected));

test('verdicts of fade: ranges that rows summing to 1 cannot have, and four sentences more', () => {
  const {sentences} = named('fade');
  const ranges = sentences.slice(0, -4);
  const rest = sentences.slice(-4);
  assert.ok(ranges.length >= 2, seen(sentences));
  for (const {text, verdict, any} of ranges) assert.deepEqual([verdict, any], [true, LOOSE], text);
  holdReading({name: 'fade', sentences: rest}, [
    [/fades/i, true, YES],
    [/own layer/i, false, NEVER],
    [/lower/i, false, FALSE],
    [/noise/i, false, FALSE],
  ]);
});

// ---- Behind "always" and "never": many random heads --------------------------------------------

const MANY = 300;
const PAPER = [0.5, 1e-3, 1e-10];

const QUICK = {d: 32, heads: 4}; // what is claimed does not depend on them

// The module makes the same bits as the command line (tests/golden), and no process has to be
// started for each head.
const bytes = path => readFileSync(new URL(`../../${path}`, import.meta.url));
const engine = await load(bytes('build/ninefold-model.wasm'));
engine.bringModel(bytes('web/model.bin'));

const asRows = panel => ({
  ...panel,
  weights: rowsOf({shape: [panel.rows, panel.columns], data: panel.weights}),
});

function computed(link) {
  const figure = engine.compute(link, WANT.weights | WANT.measures | WANT.allBaselines);
  return {panels: figure.panels.map(asRows), baselines: figure.baselines.map(asRows)};
}

const judged = (statement, slack) => engine.ask(statement, slack).holds === true;

/**
 * The verdicts of a reading's sentences on the real head; none of these asks for another setting.
 */
function onReal({link, sentences}) {
  engine.compute(
    `${link.replace(/;check=.*/, '')};source=model`,
    WANT.weights | WANT.measures | WANT.allBaselines,
  );
  return sentences.map(
    ({test: all, slack, refutes}) => all.split(';').every(one => judged(one, slack)) !== refutes,
  );
}

function overMany(seed, fixed, check) {
  for (const {link} of randomLinks(seed, MANY, {...QUICK, ...fixed})) check(computed(link), link);
}

const flat = panel => panel.weights.flat();
const apart = (a, b) =>
  flat(a).reduce((most, w, at) => Math.max(most, Math.abs(w - flat(b)[at])), 0);
const same = (a, b) => assert.deepEqual(a.weights, b.weights);
const CAUSAL = {
  figure: 'modify',
  mask: 'causal',
  weights: 'softmax',
  op: 'scale',
  value: 'this',
  n: 16,
};

test('sink: a causal mask makes every panel lower-triangular', () => {
  overMany(301, {mask: 'causal'}, ({panels: nine}, link) => {
    for (const {weights} of nine)
      weights.forEach((row, i) =>
        assert.ok(
          row.slice(i + 1).every(w => w === 0),
          link,
        ),
      );
  });
});

test('sink: one factor on the same logits makes Query and Key alike', () => {
  overMany(302, {figure: 'modify', op: 'scale'}, ({panels: nine}) =>
    [0, 1, 2].forEach(c => same(nine[c], nine[c + 3])),
  );
});

test('sink, blur, fade: Value panels are this head untouched, whatever epsilon and operation', () => {
  overMany(303, {figure: 'modify', value: 'this'}, ({panels: nine, baselines}, link) => {
    for (const panel of nine.slice(6)) {
      same(panel, baselines[0]);
      assert.equal(panel.measures.change, 0, link);
      assert.equal(panel.measures.diag, nine[6].measures.diag, link);
    }
  });
});

test('sink: where the first token takes 0.97 of Value, no factor gives the diagonal 0.6', () => {
  let fitting = 0;
  overMany(304, {...CAUSAL, sink: 12, local: 3, noise: 1, temp: 1}, ({panels: nine}, link) => {
    if (nine[6].measures.first < 0.97) return;
    fitting++;
    for (const {measures} of nine.slice(0, 6))
      assert.ok(measures.diag < 0.6, `${link}: ${measures.diag}`);
  });
  assert.ok(fitting > MANY / 2, `only ${fitting} heads with such a first token`);
});

const largestLogit = () => engine.logits(6).reduce((most, x) => Math.max(most, Math.abs(x)), 0);

test('sink: with logits up to 20, 1e-3 and 1e-10 differ by at most 0.01, and with larger ones by more', () => {
  let fitting = 0;
  let most = 0;
  for (const {link} of randomLinks(305, MANY, {
    ...QUICK,
    ...CAUSAL,
    eps: PAPER,
    response: 1,
    temp: 1,
  })) {
    const {panels: nine} = computed(link);
    if (largestLogit() > 20) continue;
    fitting++;
    for (const at of [1, 4])
      assert.ok((most = Math.max(most, apart(nine[at], nine[at + 1]))) <= 0.01, link);
  }
  assert.ok(fitting > MANY / 2, `only ${fitting} heads with such logits`);
  assert.ok(most > 0.002, `${most}: no head comes near the bound`);
  const {panels: strong} = computed('1;n=4;sink=20;local=0;noise=0;temp=0.1');
  assert.ok(apart(strong[1], strong[2]) > 0.02, 'a logit of 200 is none that the reason speaks of');
});

test('sink: at 1e-10 rows are uniform, which with up to 50 tokens is no diagonal band, and with 51 would count as one', () => {
  let most = 0;
  overMany(306, {...CAUSAL, eps: PAPER, response: 1, temp: 1}, ({panels: nine}, link) => {
    most = Math.max(most, largestLogit());
    for (const {measures} of [nine[2], nine[5]]) {
      assert.ok(measures.uniform <= 1e-6, `${link}: ${measures.uniform}`);
      assert.ok(measures.diag < 2 * measures.rest, link);
    }
  });
  assert.ok(most < 1000, `the reason speaks of logits up to 1,000, and here is one of ${most}`);
  const band = n => computed(`1;n=${n};eps=1e-10`).panels[0].measures;
  for (let n = 3; n <= 50; n++) assert.ok(band(n).diag < 2 * band(n).rest, `${n} tokens`);
  assert.ok(band(51).diag >= 2 * band(51).rest);
});

// ---- mean --------------------------------------------------------------------------------------

const NEARLY = 0.004; // under 16 tokens: less than what one more allowed key takes from every weight, 1/15 - 1/16

test('mean: nearly uniform causal rows fall from the top left; without a mask the same heads show no corner', () => {
  let fitting = 0;
  const fixed = {
    figure: 'mean',
    weights: 'softmax',
    mask: 'causal',
    over: 'heads',
    heads: 32,
    agree: 0,
    n: [14, 15, 16],
    sink: 1,
    local: 1,
    noise: 0.05,
    temp: 8,
  };
  overMany(307, fixed, ({panels: nine}, link) => {
    const open = computed(link.replace('mask=causal', 'mask=none')).panels;
    for (const at of [0, 1, 3, 4, 6, 7])
      if (nine[at].measures.uniform <= NEARLY) {
        fitting++;
        assert.ok(nine[at].measures.fall <= -0.9, `${link}: ${nine[at].measures.fall}`);
        assert.ok(nine[at].measures.peak <= 3, `${link}: ${nine[at].measures.peak}`);
        const tops = open[at].weights.map(row => Math.max(...row));
        assert.ok(Math.max(...tops) - Math.min(...tops) <= 0.05, `${link}: ${tops}`);
      }
  });
  assert.ok(fitting > MANY / 2, `only ${fitting} nearly uniform panels`);
});

test('mean: the real head is outside: its rows are far from uniform, and its verdicts are the others', () => {
  const {panels: nine} = computed(`${named('mean').link};source=model`);
  const farthest = Math.max(...[0, 1, 3, 4, 6, 7].map(at => nine[at].measures.uniform));
  assert.ok(farthest > 100 * NEARLY, `${farthest}`);
  assert.deepEqual(onReal(named('mean')).slice(0, 2), [false, true]);
  for (const {reason} of named('mean').sentences.slice(0, 2))
    assert.match(reason, /real head.*uniform/);
});

test('sink, mean: where the real head’s verdict is against "always" or "never", the reason speaks of the real head', () => {
  for (const reading of [named('sink'), named('mean')]) {
    onReal(reading).forEach((verdict, at) => {
      const {any, reason, text} = reading.sentences[at];
      if ((any === ALWAYS && !verdict) || (any === NEVER && verdict))
        assert.match(reason, /real head/, text);
    });
  }
});

test('mean: the level of softmax rows is 1/n, whatever the head', () => {
  overMany(308, {figure: 'mean', weights: 'softmax', mask: 'causal'}, ({panels: nine}, link) => {
    for (const {weights, measures} of nine)
      assert.ok(Math.abs(measures.level - 1 / weights.length) < 1e-6, link);
  });
});

test('mean: averaging Value leaves these weights as they were', () => {
  overMany(309, {figure: 'mean', value: 'this'}, ({panels: nine, baselines}) => {
    [0, 1, 2].forEach(input => same(nine[3 * input + 2], baselines[input]));
  });
});

// ---- mirror, fade: rows that sum to 1 cannot ---------------------------------------------------

const SUMS_TO_1 = ['softmax', 'softmax1'];

test('mirror: softmax alone has a diagonal of 1.0, 0.9 and 0.7, but not what is said beside it', () => {
  const {panels: nine} = computed(
    '1;figure=cross;n=15;sink=0;local=11~7.8~5.3;width=0.9~1.1~1.2;noise=0;agree=1;mask=none',
  );
  const [one, two, three] = [0, 4, 8].map(at => nine[at].measures);
  assert.ok(
    one.diag >= 0.97 &&
      two.diag >= 0.85 &&
      two.diag <= 0.95 &&
      three.diag >= 0.65 &&
      three.diag <= 0.75,
    [one, two, three].map(({diag}) => diag).join(),
  );
  assert.ok([one, two, three].every(({near}) => near < 0.2));
});

test('fade: noise of the same strengths leaves the mean diagonal about 0.9 at every epsilon', () => {
  for (let seed = 1; seed <= 40; seed++) {
    const {panels: nine} = computed(
      `${named('fade').link.replace(/;check=.*/, '')};op=noise;seed=${seed}`,
    );
    for (const {measures} of nine.slice(0, 6))
      assert.ok(measures.diag > 0.8 && measures.diag < 1, `${seed}: ${measures.diag}`);
  }
});

// All cells add up to at most n: n - 1 of them on the diagonal after the first, 2 (n - 1) beside
// it, n (n - 1) off it.
test('mirror: rows that sum to 1 have no 0.65 on the diagonal with 0.5 beside it', () => {
  for (const [at, weights] of SUMS_TO_1.entries()) {
    overMany(310 + at, {figure: 'cross', mask: 'none', weights, n: 15}, ({panels: nine}, link) => {
      for (const {
        measures: {diag, near},
      } of nine) {
        assert.ok(14 * diag + 28 * near <= 15 * (1 + 1e-6), `${link}: ${diag}, ${near}`);
        assert.ok(!(diag >= 0.65 && near >= 0.5), link);
      }
    });
  }
});

test('fade: rows that sum to 1 have no 0.5 on the diagonal with 0.2 off it', () => {
  for (const [at, weights] of SUMS_TO_1.entries()) {
    overMany(312 + at, {figure: 'modify', mask: 'none', weights, n: 10}, ({panels: nine}, link) => {
      for (const {
        measures: {diag, off},
      } of nine) {
        assert.ok(9 * diag + 90 * off <= 10 * (1 + 1e-6), `${link}: ${diag}, ${off}`);
        assert.ok(!(diag >= 0.5 && off >= 0.2), link);
      }
    });
  }
});

test('mirror: no cross panel is of a Value, and Input 3 is the palest', () => {
  const {panels: nine} = panels(named('mirror').link);
  for (const {title} of nine) assert.match(title, /Query.*Key/);
  assert.ok(nine.every(({title}) => !title.includes('Value')));
  assert.ok(
    nine[8].measures.diag < nine[4].measures.diag && nine[4].measures.diag < nine[0].measures.diag,
  );
});
