// Numbers taken along for NumPy: the page writes the bytes of the command line, and they are what
// the figure is made of.
import assert from 'node:assert/strict';
import {spawnSync} from 'node:child_process';
import {createHash} from 'node:crypto';
import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {test} from 'node:test';
import {WANT, load} from '../../web/engine/engine.js';
import {arraysOf, sizeOfArrays, wantOfArrays} from '../../web/engine/taken.js';
import {csvOf, jsonOf} from '../../web/figure/export.js';
import {panels, run} from './lib/engine.mjs';
import {readNpz} from './lib/npz.mjs';
import {readPng} from './lib/png.mjs';
import {scratchFolder} from './lib/scratch.mjs';

const file = path => readFileSync(new URL(`../../${path}`, import.meta.url));
const engine = await load(file('build/ninefold-picture.wasm'));
engine.bringModel(file('web/model.bin'));

const scratch = scratchFolder('taken');
const FILE = join(scratch, 'figure.npz');

/** @param {string} link @param {string[]} more */
function byProgram(link, ...more) {
  const {status, error} = run(['panels', link, '--npz', FILE, ...more]);
  assert.equal(status, 0, error);
  return readFileSync(FILE);
}

function byModule(link, distributions) {
  const {ignored, link: read} = engine.decode(link);
  engine.compute(read, wantOfArrays(engine));
  return Buffer.concat([...arraysOf(engine, JSON.stringify(ignored), distributions)]);
}

const hash = bytes => createHash('sha256').update(bytes).digest('hex');

const LINKS = [
  '1;seed=3',
  '1;source=model',
  '1;figure=mean;n=5~7~6',
  '1;source=model;figure=cross;text2=Odd_~22~2c_words.',
  '1;source=model;op=mean;value=next',
  'Look at 1;seed=3;eps=banana;n=4~~;question=Why_"me".',
];

for (const link of LINKS)
  for (const distributions of [false, true])
    test(`the module's file is the command line's: ${link}, ${distributions}`, () => {
      const own = byProgram(link, ...(distributions ? ['--distributions'] : []));
      assert.equal(hash(byModule(link, distributions)), hash(own));
      const about = sizeOfArrays(engine, link, distributions);
      assert.ok(about > own.length / 2 && about < 3 * own.length + 1e5, `${about}, ${own.length}`);
    });

test('the arrays are what the figure says of itself', () => {
  const link = '1;source=model;layer=1;head=3;op=blend;eps=0.5~0.25~0;response=2';
  const f = readNpz(byProgram(link, '--distributions'));
  const figure = panels(link);
  assert.deepEqual([f.link.text, f.check.text], [figure.link, figure.check]);
  assert.deepEqual([[...f.layer.data], [...f.head.data]], [[1], [3]]);
  assert.deepEqual([...f.eps.data].slice(0, 3), [0.5, 0.25, 0]);
  assert.deepEqual([...f.strength.data].slice(3, 6), [0.25, 0.0625, 0]);
  assert.deepEqual(f.tokens1.texts, figure.inputs[0].tokens);
  assert.deepEqual(
    f.titles.texts.slice(0, 9),
    figure.panels.map(({title}) => title),
  );
  assert.deepEqual(JSON.parse(f.source.text), figure.source);
  figure.panels.forEach(({measures, prediction, weights}, id) => {
    const row = [...f.measures.data.subarray(22 * id, 22 * (id + 1))];
    const numbers = row.map(x => (Number.isNaN(x) ? null : x));
    assert.deepEqual(
      Object.fromEntries(f.measure_names.texts.map((key, i) => [key, numbers[i]])),
      measures,
    );
    assert.equal(f.prediction.data[id], prediction.kl);
    assert.deepEqual([...f[`divergence${id}`].data], prediction.divergence);
    assert.deepEqual([...f[`w${id}`].data], weights.flat());
    const [tokens, pieces] = f[`p${id}`].shape;
    const last = [...f[`p${id}`].data.subarray((tokens - 1) * pieces)];
    const [{token, p}] = prediction.after;
    assert.equal(Math.max(...last), p);
    assert.equal(f.pieces.texts[last.indexOf(p)], token);
  });
});

// ---- With NumPy --------------------------------------------------------------------------------

const PYTHON = ['python3', '/usr/bin/python3'].find(
  name => spawnSync(name, ['-c', 'import numpy, matplotlib, pandas']).status === 0,
);

function python(script, ...words) {
  const {status, stdout, stderr} = spawnSync(PYTHON, ['-c', script, ...words], {cwd: scratch});
  assert.equal(status, 0, stderr.toString());
  return stdout.toString();
}

test('NumPy reads every array, and rotary positions turn q and k as readme says', () => {
  byProgram('1;source=model;eps=1', '--distributions');
  const said = python(`
import numpy as np
f = np.load('figure.npz')
n = len([f[name] for name in f.files])
q, k = (f[x][int(f['head'])].astype(float) for x in ('q1', 'k1'))
tokens, d = q.shape
angle = np.arange(tokens)[:, None] * 10000.0 ** (-2 * np.arange(d // 2) / d)
def turned(x):
    a, b, c, s = x[:, :d // 2], x[:, d // 2:], np.cos(angle), np.sin(angle)
    return np.hstack([a * c - b * s, a * s + b * c])
logits = turned(q) @ turned(k).T / np.sqrt(d)
wrong = np.abs(logits - f['s9']).max()
kl = (f['p9'] * np.log(f['p9'] / f['p1'])).sum(1)
print(n, wrong < 1e-4, np.abs(kl - f['divergence1']).max() < 1e-9, 'base 10000' in str(f['readme']))
`);
  assert.match(said, /^\d\d\d? True True True\n$/);
});

/** The lines of Python that a document says are run here. @param {string} path */
function linesOf(path) {
  const text = file(path).toString();
  const [, script] = /```python\n((?:(?!```)[^])*?np\.load\([^]*?)```/.exec(text);
  return script;
}

test('the lines of the documentation read the arrays', () => {
  const {check} = panels('1;seed=3;eps=0.2');
  byProgram('1;seed=3;eps=0.2');
  const said = python(linesOf('src/cli/README.md'));
  assert.ok(said.startsWith(`${check} Modifying Query with ε = 2e-1 0 `), said);
});

test('the lines of the documentation read every file, and draw it', () => {
  const link = '1;source=model;text1=Item_~237~2c_~3d1~2b1~2c_-2_~40home_~22a~22';
  byProgram(link);
  const want = WANT.weights | WANT.measures | WANT.check | WANT.prediction | WANT.allBaselines;
  const figure = engine.compute(link, want);
  const {state} = engine.decode(figure.link);
  writeFileSync(join(scratch, 'figure.csv'), csvOf(state, figure));
  writeFileSync(join(scratch, 'figure.json'), jsonOf(state, figure));
  const same = `
assert p11.shape == f["w0"].shape and np.allclose(p11, f["w0"], atol=1e-9)
assert np.allclose(figure["panels"][0]["weights"], f["w0"], atol=1e-9)
first = table.groupby("panel").first()
names = list(f["measure_names"])
for i, name in enumerate(["p11", "p12", "p13", "p21", "p22", "p23", "p31", "p32", "p33"]):
    assert np.isclose(first.loc[name, "kl"], f["measures"][i, names.index("kl")], rtol=1e-14, atol=0), name
    assert np.isclose(first.loc[name, "prediction"], f["prediction"][i], rtol=1e-14, atol=0), name
print("same")
`;
  assert.equal(
    python(`import matplotlib\nmatplotlib.use("Agg")\n${linesOf('web/README.md')}${same}`),
    'same\n',
  );
  for (const name of ['npz.png', 'csv.png', 'json.png'])
    assert.ok(readPng(readFileSync(join(scratch, name))).width > 300, name);
});
