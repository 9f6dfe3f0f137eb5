// The trained model, through the command line: what its heads do, what it says next, and what it
// does with odd links.
import assert from 'node:assert/strict';
import {createHash} from 'node:crypto';
import {readFileSync} from 'node:fs';
import test from 'node:test';
import {brotliCompressSync} from 'node:zlib';
import {arrays, panels, run} from './lib/engine.mjs';
import {PROMPTS} from './lib/prompts.mjs';
import {says} from './lib/words.mjs';

const source = path => readFileSync(new URL(`../../${path}`, import.meta.url));
const sum = list => list.reduce((a, b) => a + b, 0);
const mean = list => sum(list) / list.length;

/** A text as links spell it. */
const spelt = text =>
  [...Buffer.from(text)]
    .map((byte, i, all) => {
      const c = String.fromCharCode(byte);
      const last = i === all.length - 1;
      if (/[A-Za-z0-9]/.test(c) || (!last && /[.-]/.test(c))) return c;
      return c === ' ' && !last ? '_' : `~${byte.toString(16).padStart(2, '0')}`;
    })
    .join('');

/** Links of three texts each. */
const linksOf = (texts, rest = '') =>
  Array.from({length: Math.ceil(texts.length / 3)}, (_, i) =>
    texts
      .slice(3 * i, 3 * i + 3)
      .reduce((link, text, at) => `${link};text${at + 1}=${spelt(text)}`, `1;source=model${rest}`),
  );

/** The weights of the untouched head on each text. */
const untouched = (texts, rest) =>
  linksOf(texts, rest)
    .flatMap(link => panels(link).baselines)
    .slice(0, texts.length)
    .map(({weights}) => weights);

// ---- The file ----------------------------------------------------------------------------------

test('the model file is at most 450 KB compressed, and its name is its hash', () => {
  const file = source('web/model.bin');
  assert.ok(
    brotliCompressSync(file).length <= 450 * 1024,
    `${brotliCompressSync(file).length} bytes`,
  );
  const name = createHash('sha256').update(file).digest('hex').slice(0, 8);
  assert.equal(panels('1;source=model').link, `1;source=model;model=${name}`);
});

// ---- Heads -------------------------------------------------------------------------------------

// The sink is told from rows 4 and up: those before have little else to look at.
const sinkOf = weights => mean(weights.slice(4).map(row => row[0]));

test('the head that is shown rests on the first token: default texts', () => {
  const masses = panels('1;source=model').baselines.map(({weights}) => sinkOf(weights));
  assert.ok(mean(masses) >= 0.93, `${masses}`);
  const {layer, layers} = panels('1;source=model').source;
  assert.ok(layer + 1 < layers, 'no layer follows it');
});

const trainers = source('src/train/prompts.c')
  .toString()
  .match(/(?<=^ +").*(?=",$)/gm);

for (const [name, prompts] of [
  ['prompts nobody chose it on', PROMPTS],
  ['the prompts it was chosen on', trainers],
])
  test(`the head that is shown rests on the first token: ${name}`, () => {
    const all = untouched(prompts);
    const masses = all.map(sinkOf);
    assert.ok(prompts.length >= 40 && new Set(prompts).size === prompts.length);
    assert.ok(
      all.every(weights => weights.length >= 8 && weights.length <= 40),
      `${all.map(w => w.length)}`,
    );
    assert.ok(mean(masses) >= 0.9, `${mean(masses)}: ${masses.map(x => x.toFixed(2))}`);
  });

test('a head looks at the token before', () => {
  const before = weights => mean(weights.slice(1).map((row, i) => row[i]));
  assert.ok(mean(untouched(PROMPTS, ';layer=1;head=0').map(before)) >= 0.9);
});

const headsOf = link => JSON.parse(run(['heads', link, '--json']).out);

test('heads measures every head of every layer, and one continues repetitions', () => {
  const {heads, link, inputs} = headsOf('1;source=model;figure=mean;layer=3;value=next');
  assert.deepEqual(
    heads.map(({layer, head}) => 8 * layer + head),
    Array.from({length: 32}, (_, i) => i),
  );
  assert.match(link, /figure=mean.*value=next.*layer=3/);
  assert.deepEqual(
    inputs.map(({count}) => count),
    panels('1;source=model').inputs.map(({count}) => count),
  );
  assert.ok(Math.max(...heads.map(({induction}) => induction)) >= 0.5);
  for (const head of heads)
    assert.deepEqual(Object.keys(head), [
      'layer',
      'head',
      'first',
      'diag',
      'previous',
      'induction',
      'entropy',
      'effect',
    ]);
});

test('what heads measures is what panels measure', () => {
  const {heads} = headsOf('1;source=model;text2=It_was_late');
  for (const {layer, head, ...measured} of heads.filter((_, i) => i % 5 === 0)) {
    const link = `1;source=model;layer=${layer};head=${head};text2=It_was_late`;
    const {baselines, panels: nine} = panels(`${link};figure=mean`);
    for (const [key, name] of [
      ['first', 'first'],
      ['diag', 'diag'],
      ['previous', 'near'],
      ['entropy', 'entropy'],
    ])
      assert.ok(
        Math.abs(measured[key] - mean(baselines.map(({measures}) => measures[name]))) < 1e-5,
        `${link} ${key}`,
      );
    assert.ok(nine.every(({prediction}) => prediction.kl >= 0));
  }
});

test('heads without --json is a table; of another source, or of no link, it is refused in a sentence', () => {
  const {status, out} = run(['heads', '1;source=model']);
  assert.equal(status, 0);
  assert.equal(
    out.split('\n').filter(line => /^ +\d+ +\d+( +-?\d+\.\d{4}){6}$/.test(line)).length,
    32,
  );
  for (const link of [
    '1',
    '1;source=tensors',
    '1;source=model;text1=_',
    '1;source=model;model=00000000',
    'no link at all',
  ]) {
    const {status: exit, out: printed, error} = run(['heads', link, '--json']);
    assert.deepEqual([exit, printed], [1, ''], link);
    assert.match(error, says(/^ninefold: .+\.\n$/));
  }
  for (const words of [
    [],
    ['--json'],
    ['1;source=model', '--other'],
    ['1;source=model', '--json', '1'],
  ])
    assert.equal(run(['heads', ...words]).status, 2, words.join(' '));
});

// ---- Known truths ------------------------------------------------------------------------------

test('at epsilon 1e-10 rows of Query and Key are uniform to 1e-6', () => {
  for (const link of [
    ...linksOf(PROMPTS.slice(0, 9)),
    '1;source=model;layer=0;head=4',
    '1;source=model;layer=3;head=6',
  ])
    for (const at of [2, 5]) assert.ok(panels(link).panels[at].measures.uniform <= 1e-6, link);
});

test('Value is the baseline bit for bit in its own layer, moves the next one, and what the model says', () => {
  for (const rest of [
    '',
    ';layer=0;head=4',
    ';layer=1;head=0',
    ';layer=2;head=1;op=mean;over=tokens',
  ]) {
    const link = `1;source=model${rest}`;
    const {panels: nine, baselines} = panels(link);
    const next = panels(`${link};value=next`);
    assert.equal(next.source.next >= 0, true);
    for (const at of [6, 7, 8]) {
      assert.deepEqual(nine[at].weights, baselines[0].weights, link);
      assert.ok(nine[at].prediction.kl > 0, link);
      assert.ok(
        next.panels[at].measures.change > 1e-6,
        `${link} ${at}: ${next.panels[at].measures.change}`,
      );
    }
  }
});

const UNCHANGED = [
  'eps=1',
  'op=blend;eps=0;mask=none;weights=sigmoid',
  'op=noise;eps=0;layer=3',
  'op=mean;response=0;eps=3;over=heads;figure=cross',
];

test('what changes nothing leaves the prediction as it was, exactly', () => {
  for (const link of UNCHANGED.slice(0, 3).map(rest => `1;source=model;${rest}`))
    for (const {
      prediction: {kl, divergence, before, after},
    } of panels(link).panels) {
      assert.ok(kl === 0 && divergence.every(x => x === 0), link);
      assert.deepEqual(before, after);
    }
  assert.ok(panels(`1;source=model;${UNCHANGED[3]}`).panels.every(({prediction: {kl}}) => kl > 0)); // and what does, does not
});

test('a prediction is of five tokens, from the likeliest down, and its kl that of the last token', () => {
  for (const link of [
    '1;source=model',
    '1;source=model;figure=mean',
    '1;source=model;figure=cross',
    '1;source=model;value=next',
  ]) {
    const {panels: nine, baselines} = panels(link);
    for (const {
      prediction: {kl, divergence, before, after},
      rows,
    } of [...nine, ...baselines]) {
      assert.equal(divergence.length, rows);
      assert.equal(divergence.at(-1), kl);
      assert.ok(divergence.every(x => x >= 0));
      for (const guesses of [before, after]) {
        assert.deepEqual(
          guesses.map(({p}) => p),
          guesses.map(({p}) => p).sort((a, b) => b - a),
        );
        assert.ok(guesses.length === 5 && sum(guesses.map(({p}) => p)) < 1 && guesses[4].p > 0);
        assert.equal(new Set(guesses.map(({token}) => token)).size, 5);
      }
    }
  }
});

test("crossed, the queries' text goes on: what it said before is what its own baseline says", () => {
  const {panels: nine, baselines} = panels('1;source=model;figure=cross');
  nine.forEach(({prediction, rows}, at) => {
    assert.deepEqual(prediction.before, baselines[Math.floor(at / 3)].prediction.after);
    assert.equal(prediction.divergence.length, rows);
  });
});

test('the end of a text is read wherever the text stands in a link', () => {
  const read = link => panels(link).panels[0].prediction;
  const SETTINGS = 'source=model;layer=0;head=3;eps=0';
  const WORDS = 'Please_close_the_door_behind_you';
  for (const end of ['.', '?', '...', ')', '"', "'"]) {
    const text = `text1=${WORDS}${end}`;
    assert.deepEqual(read(`1;${SETTINGS};${text}`), read(`1;${text};${SETTINGS}`), text);
  }
  assert.equal(read(`1;${SETTINGS};text1=${WORDS}.`).kl.toFixed(4), '0.5411');
});

test('where the source is no model there are no tokens, layers and predictions', () => {
  const {source: kind, inputs, panels: nine} = panels('1;n=4~5~6;mask=none');
  assert.deepEqual(kind, {
    kind: 'synthetic',
    head: 0,
    heads: 32,
    layer: null,
    layers: null,
    next: null,
    counterfactual: '',
    note: '',
  });
  assert.deepEqual(
    inputs,
    [4, 5, 6].map(count => ({count, begin: 0, tokens: null})),
  );
  assert.ok(nine.every(({prediction}) => prediction === null));
});

// ---- Operations before the rotation ------------------------------------------------------------

const D = 16;

/** Vectors of one head, tokens by D, of an array (heads, tokens, D). */
const vectorsOf = ({shape: [, n], data}, head) =>
  Array.from({length: n}, (_, i) =>
    Array.from(data.subarray((head * n + i) * D, (head * n + i + 1) * D)),
  );

const MEANS = {
  heads: array =>
    vectorsOf(array, 0).map((row, i) =>
      row.map((_, c) => mean(Array.from({length: 8}, (__, h) => vectorsOf(array, h)[i][c]))),
    ),
  tokens: (array, head) =>
    vectorsOf(array, head).map((_, i, all) => all[0].map((__, c) => mean(all.map(row => row[c])))),
  channels: (array, head) => vectorsOf(array, head).map(row => row.map(() => mean(row))),
};

/** Rotary positions: the pair (c, c + D/2) of token i turns by i 10000^(-2c/D). */
const turned = vectors =>
  vectors.map((row, i) =>
    row.map((_, at) => {
      const c = at % (D / 2);
      const angle = i * 10000 ** ((-2 * c) / D);
      const [a, b] = [row[c], row[c + D / 2]];
      return at < D / 2
        ? a * Math.cos(angle) - b * Math.sin(angle)
        : a * Math.sin(angle) + b * Math.cos(angle);
    }),
  );

const logitsOf = (q, k) =>
  turned(q).map(row => turned(k).map(key => sum(row.map((x, c) => x * key[c])) / Math.sqrt(D)));

const blended = (vectors, means, s) =>
  vectors.map((row, i) => row.map((x, c) => (1 - s) * x + s * means[i][c]));

function closeTo({shape: [n, m], data}, expected, what) {
  assert.deepEqual([n, m], [expected.length, expected[0].length], what);
  const size = Math.max(1, ...expected.flat().map(Math.abs));
  expected
    .flat()
    .forEach((x, at) =>
      assert.ok(Math.abs(x - data[at]) < 1e-5 * size, `${what} ${at}: ${data[at]}, not ${x}`),
    );
}

for (const over of Object.keys(MEANS))
  test(`a mean over ${over} is taken of vectors that no position has turned yet`, () => {
    const link = `1;source=model;layer=1;head=5;over=${over};text1=It_was_late;text2=We_walked_along_the_shore`;
    const mixed = arrays(`${link};op=blend;eps=0.5~0.25~1`);
    const crossed = arrays(`${link};figure=cross`);
    const averaged = arrays(`${link};figure=mean`);
    const whole = name => vectorsOf(mixed[name], 5);
    const means = name => MEANS[over](mixed[name], 5);
    [0.5, 0.25, 1].forEach((s, column) => {
      closeTo(
        mixed[`s${column}`],
        logitsOf(blended(whole('q1'), means('q1'), s), whole('k1')),
        `Query, ${s}`,
      );
      closeTo(
        mixed[`s${column + 3}`],
        logitsOf(whole('q1'), blended(whole('k1'), means('k1'), s)),
        `Key, ${s}`,
      );
    });
    closeTo(crossed.s1, logitsOf(means('q1'), means('k2')), 'crossed');
    closeTo(averaged.s3, logitsOf(means('q2'), whole('k2')), 'mean of Query 2');
  });

// ---- Texts -------------------------------------------------------------------------------------

test('tokens are the text as it is read, after a begin token', () => {
  const texts = ['It rained.', '“Café”  — naïve…', 'x'];
  const {inputs, baselines} = panels(linksOf(texts)[0]);
  assert.deepEqual(
    inputs.map(({tokens}) => tokens[0]),
    Array(3).fill('⟨begin⟩'),
  );
  assert.deepEqual(
    inputs.map(({tokens}) => tokens.slice(1).join('')),
    [' It rained.', ' "Cafe" -- naive...', ' x'],
  );
  inputs.forEach(({count, tokens}, i) =>
    assert.deepEqual([count, tokens.length], [baselines[i].rows, count]),
  );
});

test('a text that cannot be read is refused in one sentence that names it', () => {
  const long = 'the rain fell on the fields '.repeat(12);
  for (const [text, words] of [
    ['   ', /Text 2 holds nothing to read; leave it out/],
    ['日本', /Text 2 holds "日" \(character 1\)/],
    ['so 😀', /Text 2 holds "😀" \(character 4\)/],
    ['“é” 日本', /Text 2 holds "日" \(character 5\)/],
    ['Привет', /"П"/],
    [long, /Text 2 is longer than the 63 tokens/],
    [`“é” ${long}`, new RegExp(`from "(.+)" \\(character (\\d+)\\) on it does not fit`)],
    ['a\u0007b', /Text 2/],
  ]) {
    const {status, out, error} = run(['panels', `1;source=model;text2=${spelt(text)}`, '--json']);
    assert.deepEqual([status, out], [1, ''], text);
    assert.match(error, says(words));
    assert.match(error, says(/^ninefold: [^.]+\.\n$/));
    const [, quoted, at] = /from "(.+)" \(character (\d+)\)/.exec(error) ?? [];
    if (quoted)
      assert.equal(
        [...text]
          .slice(at - 1)
          .join('')
          .slice(0, quoted.length),
        quoted,
      );
  }
});

test('a text of 63 tokens is read, of 64 not', () => {
  const text = count => `1;source=model;text1=${'1'.repeat(count)}`; // a digit is a token, and a space stands in front
  assert.equal(panels(text(62)).inputs[0].count, 64);
  assert.equal(run(['panels', text(63)]).status, 1);
});

// ---- Settings ----------------------------------------------------------------------------------

test('keys that mean nothing to a model disturb nothing', () => {
  const strange =
    'n=5~6~7;d=32;heads=3;sink=3;local=1;width=2;floor=1;noise=1;agree=1;bias=4;window=3;copy=3;file=0123abcd;seed=9';
  const {link, ignored, check, ...plain} = panels('1;source=model');
  const {link: long, ...odd} = panels(`1;source=model;${strange};head=auto`);
  assert.deepEqual(odd, {...plain, ignored, check});
  assert.ok(long.includes('heads=3'));
  assert.equal(panels('1;source=model;heads=3;head=7;layer=2').check, check); // the head is the model's seventh, not one of three
});

test('what the model was not trained with is said in a sentence', () => {
  const told = rest => panels(`1;source=model${rest}`).source.counterfactual;
  assert.equal(told(''), '');
  assert.equal(told(';op=mean;over=tokens;figure=cross;value=next'), '');
  for (const [rest, words] of [
    [';mask=none', 'no mask'],
    [';weights=softmax1', 'softmax1'],
    [';weights=sigmoid;bias=-3', 'sigmoid'],
    [';temp=2', 'temperature 2'],
    [';mask=window;window=4', 'a window of 4 tokens'],
  ])
    assert.match(told(rest), says(new RegExp(`^[A-Z][^.]+: ${words}\\.$`)));
});

test('source tells the head, its layer and the one that follows', () => {
  const told = rest => {
    const {kind, head, layer, next} = panels(`1;source=model${rest}`).source;
    return {kind, head, layer, next};
  };
  assert.deepEqual(told(';layer=1;head=3;value=next;next=5'), {
    kind: 'model',
    head: 3,
    layer: 1,
    next: 5,
  });
  assert.deepEqual(told(';layer=1;head=3;next=5'), {kind: 'model', head: 3, layer: 1, next: null});
  assert.deepEqual(told(';layer=1'), {kind: 'model', head: 0, layer: 1, next: null});
});

test("a file of arrays has the model's vectors, tokens by width", () => {
  const data = arrays('1;source=model;text1=It_was_late');
  const {inputs} = panels('1;source=model;text1=It_was_late');
  inputs.forEach(({count}, i) => assert.deepEqual(data[`q${i + 1}`].shape, [8, count, 16]));
});
