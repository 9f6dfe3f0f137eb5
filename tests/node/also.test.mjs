// also=: other heads that change along with the one under study when the model goes on. Compared
// with a pass in double precision over the trained model's own numbers.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import test from 'node:test';
import {logitsWith} from './lib/also-reference.mjs';
import {panels, run} from './lib/engine.mjs';
import {divergence, runModel} from './lib/own-reference.mjs';
import {scratchFolder} from './lib/scratch.mjs';
import {says} from './lib/words.mjs';

const TEXTS = ['The_captain_saw_the_wh', 'It_was_late', 'We_walked_along_the_shore'];
const texts = TEXTS.map((text, i) => `text${i + 1}=${text}`).join(';');
const MODEL = `1;source=model;${texts}`;

// ---- The trained model's numbers ---------------------------------------------------------------

const folder = join(scratchFolder('ninefold-also'), 'model');
assert.equal(run(['model', '--export', folder]).status, 0);

const json = name => JSON.parse(readFileSync(join(folder, name), 'utf8'));

/** The matrices and vectors of its file, by their names there. */
function tensorsIn(file) {
  const bytes = readFileSync(file);
  const start = 8 + Number(bytes.readBigUInt64LE());
  const {__metadata__, ...entries} = JSON.parse(bytes.subarray(8, start).toString());
  return Object.fromEntries(
    Object.entries(entries).map(
      ([
        name,
        {
          shape,
          data_offsets: [from, to],
        },
      ]) => {
        const at = new Float32Array(
          bytes.buffer.slice(bytes.byteOffset + start + from).slice(0, to - from),
        );
        return [name, {weight: {rows: shape[0], columns: shape[1] ?? 1, at}}];
      },
    ),
  );
}

function trainedModel() {
  const config = json('config.json');
  const of = tensorsIn(join(folder, 'model.safetensors'));
  const layers = Array.from({length: config.num_hidden_layers}, (_, l) => {
    const part = name => of[`model.layers.${l}.${name}.weight`];
    return {
      firstNorm: part('input_layernorm'),
      query: part('self_attn.q_proj'),
      key: part('self_attn.k_proj'),
      value: part('self_attn.v_proj'),
      join: part('self_attn.o_proj'),
      secondNorm: part('post_attention_layernorm'),
      gate: part('mlp.gate_proj'),
      up: part('mlp.up_proj'),
      down: part('mlp.down_proj'),
    };
  });
  return {
    sample: {
      width: config.hidden_size,
      heads: config.num_attention_heads,
      groups: config.num_key_value_heads,
      channels: config.head_dim,
      epsilon: config.rms_norm_eps,
      base: config.rope_theta,
      rotary: config.head_dim,
      feed: 'gated',
      scaling: null,
      window: 0,
      isParallel: false,
    },
    tokens: of['model.embed_tokens.weight'],
    layers,
    last: of['model.norm.weight'],
  };
}

const model = trainedModel();
const {vocab} = json('tokenizer.json').model;
const pieces = panels(MODEL).inputs.map(({tokens}) =>
  tokens.map(token => vocab[token.replaceAll(' ', '▁')]),
);
const runs = pieces.map(list => runModel(model, list));

// ---- Against double precision --------------------------------------------------------------------

// Logits are sums of 96 products of float32 after four layers: over the cases below they are off by
// less than 5e-7 of the largest, and twice as much is allowed. A divergence is a mean of differences
// of logits, which each are off by at most twice that; its second order is the square.
const LOGIT_ERROR = 1e-6;

function bound(before, after) {
  const most = Math.max(...before.map(Math.abs), ...after.map(Math.abs));
  const error = 2 * LOGIT_ERROR * most;
  return error * Math.min(2, Math.sqrt(2 * Math.max(0, divergence(before, after)))) + error ** 2;
}

const DEFAULTS = {
  ...{figure: 'modify', op: 'scale', over: 'heads', seed: 1, share: 'head', also: []},
  ...{mask: 'causal', window: 8, weights: 'softmax', temp: 1, bias: [0, 0, 0]},
};

/** What a link asks for, in numbers. */
function asked(rest) {
  const keys = Object.fromEntries(rest.split(';').map(pair => pair.split('=')));
  const set = {...DEFAULTS, eps: '0.5~1e-3~1e-10', ...keys};
  return {
    ...set,
    ...{layer: Number(set.layer), head: Number(set.head), seed: Number(set.seed)},
    ...{temp: Number(set.temp), window: Number(set.window)},
    bias: keys.bias ? [0, 1, 2].map(() => Number(keys.bias)) : DEFAULTS.bias,
    eps: set.eps.split('~').map(Number),
    also: keys.also.split('~').map(place => place.split('.').map(Number)),
  };
}

const CASES = [
  'layer=2;head=7;also=0.3',
  'layer=2;head=7;also=2.1~3.4;op=scale;eps=0.5~0~2',
  'layer=0;head=3;also=0.4~1.0~2.7~3.6;op=mean',
  'layer=1;head=0;also=0.3~1.5;op=blend;over=tokens;eps=0.2~0.9~1',
  'layer=3;head=2;also=0.0~1.1~2.2;op=noise;eps=0.5~1~2;seed=7',
  'layer=2;head=5;also=1.5~2.6;op=patch;eps=1~0.5~0.25',
  'layer=2;head=0;also=1.4~2.3;figure=mean;over=channels',
  'layer=2;head=6;also=0.3~3.1;figure=cross',
  'layer=2;head=7;also=0.4;mask=none;weights=sigmoid;bias=-2;temp=2;eps=0.5~0.1~3',
  'layer=1;head=2;also=0.1;mask=window;window=3;weights=softmax1;op=mean;over=tokens',
];

let moved = 0;

for (const rest of CASES)
  test(`several heads change at once, as double precision has it: ${rest}`, () => {
    const of = asked(rest);
    const nine = panels(`${MODEL};${rest}`).panels;
    nine.forEach(({prediction}, index) => {
      const text = of.figure === 'modify' ? 0 : Math.floor(index / 3);
      const before = logitsWith(model, pieces, runs, of, null, text);
      const after = logitsWith(model, pieces, runs, of, index);
      const alone = logitsWith(model, pieces, runs, {...of, also: []}, index);
      assert.equal(prediction.divergence.length, pieces[text].length);
      prediction.divergence.forEach((kl, i) => {
        const expected = divergence(before[i], after[i]);
        const allowed = bound(before[i], after[i]);
        assert.ok(
          Math.abs(kl - expected) <= allowed,
          `panel ${index}, token ${i}: ${kl}, not ${expected} within ${allowed}`,
        );
        moved += Math.abs(divergence(before[i], alone[i]) - expected) > 10 * allowed;
      });
    });
  });

test('what one head does alone was told from it', () => assert.ok(moved > 500, `${moved}`));

// ---- Known truths --------------------------------------------------------------------------------

const said = link => panels(link).panels.map(({prediction}) => prediction);
const shown = ({panels: nine, baselines}) =>
  [...nine, ...baselines].map(({weights, measures}) => ({weights, measures}));

test('the panels stay those of the head, whatever changes with it', () => {
  const alone = panels('1;source=model;op=mean');
  const also = panels('1;source=model;op=mean;also=0.3~2.1~3.0');
  assert.deepEqual(shown(also), shown(alone));
  assert.ok(
    also.panels.every(({prediction}, i) => prediction.kl !== alone.panels[i].prediction.kl),
  );
  assert.deepEqual(
    also.baselines.map(({prediction}) => prediction),
    alone.baselines.map(({prediction}) => prediction),
  );
});

test('a head that changes along with itself changes once, to the bit', () => {
  for (const rest of [
    'layer=2;head=7',
    'layer=0;head=3;op=noise;eps=1',
    'layer=1;head=4;figure=cross',
  ])
    for (const look of ['', ';mask=none;weights=softmax1;temp=0.5']) {
      const [, layer, head] = /layer=(.);head=(.)/.exec(rest);
      const link = `1;source=model;${rest}${look}`;
      assert.deepEqual(said(`${link};also=${layer}.${head}`), said(link), link);
    }
});

test('what changes nothing moves nothing, exactly', () => {
  for (const rest of ['eps=1', 'op=blend;eps=0', 'op=noise;response=4;eps=0'])
    for (const {kl, divergence: all} of said(`1;source=model;${rest};also=0.3~3.1`))
      assert.ok(kl === 0 && all.every(x => x === 0), rest);
});

test('where the source is no model, other heads are not asked for', () => {
  const {check, panels: nine} = panels('1;n=5');
  const with_ = panels('1;n=5;also=0.3');
  assert.deepEqual([with_.check, with_.panels], [check, nine]);
});

// ---- Links ---------------------------------------------------------------------------------------

const seal = link => run(['seal', link]).out.trim();
const checkOf = link => seal(link).slice(-16);

test('a list is written in the order of layers and heads', () => {
  const links = ['also=3.1~0.3~3.0', 'also=0.3~3.0~3.1', 'also=003.1~3.00~0.003'];
  assert.deepEqual(
    links.map(list => seal(`1;source=model;${list}`)),
    Array(3).fill(seal('1;source=model;also=0.3~3.0~3.1')),
  );
  assert.match(seal('1;source=model;also=3.1~0.3'), /;also=0[.]3~3[.]1;check=\w{16}$/);
});

test('the check covers what is said, however much is made beside it', () => {
  const link = '1;source=model;figure=mean;also=3.4';
  assert.notEqual(checkOf(link), checkOf('1;source=model;figure=mean')); // the panels are the same
  assert.notEqual(checkOf(link), checkOf('1;source=model;figure=mean;also=3.5'));
  assert.equal(panels(link).check, checkOf(link));
  assert.match(run(['check', seal(link)]).out, /^reproduced/);
  assert.match(run(['check', seal(link).replace('also=3.4', 'also=3.5')]).out, /^differs/);
});

const ignoredIn = list => panels(`1;source=model;also=${list}`).ignored.map(({cause}) => cause);

test('what is no list of heads is named, and none is changed then', () => {
  const sixteen = Array.from({length: 16}, (_, i) => `0.${i % 8}`.replace('0', i < 8 ? '0' : '1'));
  assert.deepEqual(ignoredIn(sixteen.join('~')), []);
  assert.deepEqual(ignoredIn([...sixteen, '2.0'].join('~')), ['not-heads']);
  for (const list of [
    '0.3~0.3',
    '0.3~00.3',
    '3',
    '0.3~',
    '~0.3',
    '1.256',
    '256.1',
    '0.3.1',
    '-1.0',
    '0.x',
    '1e0.1',
  ])
    assert.deepEqual(ignoredIn(list), ['not-heads'], list);
  assert.equal(panels('1;source=model;also=0.3~0.3').check, panels('1;source=model').check);
});

test('a head that the model does not have is refused, with its place', () => {
  for (const [list, said] of [
    ['4.0', /Layer 4.*4/],
    ['3.8', /Head 8.*8/],
    ['0.3~9.1', /Layer 9.*4/],
  ]) {
    const {status, out, error} = run(['panels', `1;source=model;also=${list}`]);
    assert.deepEqual([status, out], [1, ''], list);
    assert.match(error, says(said));
  }
});

// ---- A model of the reader's own ------------------------------------------------------------------

test('the trained model, written as a folder and opened, gives the same checks', () => {
  for (const rest of CASES) {
    const link = seal(`${MODEL};${rest}`);
    const {status, out, error} = run(['check', '--model', folder, link]);
    assert.deepEqual([status, error], [0, ''], link);
    assert.match(out, /^reproduced/);
  }
});

test('and says the same, token by token', () => {
  for (const rest of [CASES[1], CASES[3], CASES[7]]) {
    const link = `${MODEL};${rest}`;
    const opened = JSON.parse(run(['panels', '--model', folder, link]).out);
    assert.deepEqual(
      opened.panels.map(({prediction}) => prediction),
      said(link),
      rest,
    );
  }
});

test('a head that an opened model does not have is refused, with its place', () => {
  const link = '1;source=model;layer=1;also=0.3~4.0';
  const {status, out, error} = run(['seal', '--model', folder, link]);
  assert.deepEqual([status, out], [1, '']);
  assert.match(error, says(/Layer 4.*4/));
});
