// --tensors: files that NumPy writes, in all types, orders and compressions, give the numbers that
// NumPy reads; what cannot be used is refused in one sentence.
import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import {createHash} from 'node:crypto';
import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import test from 'node:test';
import {python} from '../../web/own/tensor-python.js';
import {run} from './lib/engine.mjs';
import {readNpz} from './lib/npz.mjs';
import {scratchFolder} from './lib/scratch.mjs';
import {says} from './lib/words.mjs';

const folder = scratchFolder('tensors');
const at = name => join(folder, name);

/** Writes files with NumPy; `write` is Python that has `at`, `np` and a random `rng`. */
function numpy(write) {
  const head = `import json, sys, numpy as np
rng = np.random.default_rng(7)
at = lambda name: ${JSON.stringify(folder)} + '/' + name
`;
  return execFileSync('/usr/bin/python3', ['-c', head + write], {encoding: 'utf8'});
}

/** The arrays that the command line makes of a file. */
function taken(file, link = '1;source=tensors', ...more) {
  const out = at('out.npz');
  const {status, error} = run(['panels', link, '--tensors', at(file), '--npz', out, ...more]);
  assert.equal(status, 0, `${file}: ${error}`);
  return readNpz(readFileSync(out));
}

const refused = (file, ...words) => {
  const {status, out, error} = run(['panels', '1;source=tensors', '--tensors', at(file), ...words]);
  assert.deepEqual([status, out], [1, ''], file);
  assert.match(error, /^ninefold: [^\n]+\.\n$/);
  return error;
};

const TYPES = ['<f4', '>f4', '<f8', '>f8', '<f2', '>f2'];

test('all types, orders and compressions that NumPy has', () => {
  numpy(`
for i, kind in enumerate(${JSON.stringify(TYPES)}):
    for order in 'CF':
        for save in (np.savez, np.savez_compressed):
            parts = {name: np.array(rng.normal(size=(2, 5, 6)), kind, order=order) for name in 'qkv'}
            name = f'{i}{order}{save.__name__}'
            save(at(name + '.npz'), **parts)
            np.savez(at(name + '.read.npz'), **{n: np.ascontiguousarray(p, '<f4') for n, p in parts.items()})
`);
  for (const i of TYPES.keys())
    for (const order of 'CF')
      for (const save of ['savez', 'savez_compressed']) {
        const made = taken(`${i}${order}${save}.npz`);
        const read = readNpz(readFileSync(at(`${i}${order}${save}.read.npz`)));
        for (const name of 'qkv')
          assert.deepEqual(made[`${name}1`].data, read[name].data, `${TYPES[i]} ${order} ${save}`);
      }
});

/** Python that writes safetensors: `to_safetensors(name, arrays, pad)`; their types by name. */
const SAFETENSORS = `
TYPES = {'f2': 'F16', 'f4': 'F32', 'f8': 'F64', 'u2': 'BF16'}
def to_safetensors(name, arrays, pad=''):
    entries, data = {}, b''
    for key, a in arrays.items():
        bytes = np.ascontiguousarray(a).tobytes()
        entries[key] = {'dtype': TYPES[a.dtype.str[1:]], 'shape': list(a.shape), 'data_offsets': [len(data), len(data) + len(bytes)]}
        data += bytes
    header = (pad + json.dumps({**entries, '__metadata__': {'format': 'pt'}}) + pad).encode()
    open(at(name), 'wb').write(len(header).to_bytes(8, 'little') + header + data)
`;

test('all types that safetensors has for such numbers', () => {
  numpy(`${SAFETENSORS}
for kind in ('f2', 'f4', 'f8', 'u2'):
    parts = {n: rng.normal(size=(2, 5, 6)) for n in 'qkv'}
    if kind == 'u2':
        parts = {n: (a.astype('f4').view('u4') >> 16).astype('u2') for n, a in parts.items()}
        read = {n: (a.astype('u4') << 16).view('f4') for n, a in parts.items()}
    else:
        parts = {n: a.astype('<' + kind) for n, a in parts.items()}
        read = {n: a.astype('f4') for n, a in parts.items()}
    to_safetensors(kind + '.safetensors', parts, pad=' ' * 7 if kind == 'f8' else '')
    np.savez(at(kind + '.read.npz'), **read)
`);
  for (const kind of ['f2', 'f4', 'f8', 'u2']) {
    const made = taken(`${kind}.safetensors`);
    const read = readNpz(readFileSync(at(`${kind}.read.npz`)));
    for (const name of 'qkv') assert.deepEqual(made[`${name}1`].data, read[name].data, kind);
  }
});

test('one array in a .npy, by its name or by names that say nothing', () => {
  numpy(`
np.save(at('one.npy'), rng.normal(size=(5, 6)))
np.savez(at('abc.npz'), a=np.ones((5, 6)), b=np.zeros((5, 6)), c=2 * np.ones((5, 6)))
`);
  const words = refused('one.npy');
  assert.match(words, says(/names of this file's arrays do not say .* It has "" \(5, 6\)\./));
  assert.match(refused('abc.npz'), says(/It has "a" \(5, 6\), "b" \(5, 6\), "c" \(5, 6\)\./));
  const {q1, k1, v1} = taken('abc.npz', '1;source=tensors', '--arrays', 'c,a,b');
  assert.deepEqual([q1.data[0], k1.data[0], v1.data[0]], [2, 1, 0]);
  assert.match(refused('abc.npz', '--arrays', 'a,b'), says(/takes three names, as q,k,v/));
  assert.match(refused('abc.npz', '--arrays', 'a,b,d'), says(/has no array "d"/));
});

test('fewer heads of Key and Value are shared, and three inputs are told by their numbers', () => {
  numpy(`
parts = {}
for i, n in enumerate((4, 6, 5)):
    parts[f'q{i + 1}'] = rng.normal(size=(6, n, 8)).astype('f4')
    parts[f'k{i + 1}'] = rng.normal(size=(2, n, 8)).astype('f4')
    parts[f'v{i + 1}'] = rng.normal(size=(2, n, 8)).astype('f4')
np.savez_compressed(at('grouped.npz'), **parts)
`);
  const made = taken('grouped.npz', '1;source=tensors;head=5;figure=cross');
  const read = readNpz(readFileSync(at('grouped.npz')));
  for (const [i, n] of [4, 6, 5].entries()) {
    assert.deepEqual(made[`q${i + 1}`].shape, [6, n, 8]);
    assert.deepEqual(made[`q${i + 1}`].data, read[`q${i + 1}`].data);
    for (const c of 'kv')
      for (let head = 0; head < 6; head++) {
        const own = Math.floor(head / 3);
        const slice = (from, which) =>
          from[`${c}${i + 1}`].data.slice(which * n * 8, (which + 1) * n * 8);
        assert.deepEqual(slice(made, head), slice(read, own), `${c}${i + 1} ${head}`);
      }
  }
});

test('attention from saved tensors is what NumPy computes in double precision', () => {
  const told = numpy(`
q, k, v = (rng.normal(size=(4, 128, 32)).astype('f4') * s for s in (1.5, 1.5, 1))
np.savez(at('attention.npz'), q=q, k=k[:2], v=v[:2])
head = 3
x = q[head].astype(float) @ k[head // 2].astype(float).T / np.sqrt(32)
x = np.where(np.tril(np.ones((128, 128))) > 0, x, -np.inf)
w = np.exp(x - x.max(1, keepdims=True))
w /= w.sum(1, keepdims=True)
np.savez(at('expected.npz'), w=w.astype('f4'))
print(np.abs(x[np.isfinite(x)]).max())
`);
  const made = taken('attention.npz', '1;source=tensors;head=3;eps=1').w0.data;
  const expected = readNpz(readFileSync(at('expected.npz'))).w.data;
  const tolerance = 4e-7 * (1 + Number(told));
  const off = made.reduce((most, w, i) => Math.max(most, Math.abs(w - expected[i])), 0);
  assert.ok(off <= tolerance, `${off} is more than ${tolerance}`);
  assert.equal(made.length, 128 * 128);
});

const ROTARY = `
def turned(x, pairs, width, base):
    x = x.astype(float)
    n, half = x.shape[1], width // 2
    angle = np.arange(n)[:, None] / base ** (2 * np.arange(half) / width)
    c, s = np.cos(angle), np.sin(angle)
    a, b = (slice(0, width, 2), slice(1, width, 2)) if pairs else (slice(0, half), slice(half, width))
    out = x.copy()
    out[..., a], out[..., b] = x[..., a] * c - x[..., b] * s, x[..., b] * c + x[..., a] * s
    return out
`;

test('rotary positions applied here or there give what NumPy computes in double precision', () => {
  const tolerances = JSON.parse(
    numpy(`${ROTARY}
q, k, v = (rng.normal(size=(4, 128, 32)).astype('f4') * s for s in (1.5, 1.5, 1))
k, v, told = k[:2], v[:2], {}
np.savez(at('before.npz'), q=q, k=k, v=v)
for name, given in {'half.32.10000': (False, 32, 1e4), 'pairs.16.500000': (True, 16, 5e5)}.items():
    there = {'q': turned(q, *given), 'k': turned(k, *given), 'v': v}
    np.savez(at(name + '.npz'), **there)
    for mask in ('causal', 'none'):
        x = there['q'] @ np.repeat(there['k'], 2, 0).swapaxes(1, 2) / np.sqrt(32)
        told[name] = 4e-7 * (1 + np.abs(x).max())
        if mask == 'causal': x = np.where(np.tril(np.ones((128, 128))) > 0, x, -np.inf)
        w = np.exp(x - x.max(-1, keepdims=True))
        np.save(at(name + mask + '.npy'), (w / w.sum(-1, keepdims=True)).astype('f8'))
print(json.dumps(told))
`),
  );
  for (const [rotary, tolerance] of Object.entries(tolerances))
    for (const mask of ['causal', 'none']) {
      const expected = new Float64Array(
        readFileSync(at(`${rotary}${mask}.npy`)).buffer.slice(-8 * 4 * 128 * 128),
      );
      for (let head = 0; head < 4; head++)
        for (const [file, more] of [
          ['before.npz', `;rotary=${rotary}`],
          [`${rotary}.npz`, ''],
        ]) {
          const link = `1;source=tensors;mask=${mask};head=${head};eps=1${more}`;
          const made = taken(file, link).w0.data;
          const own = expected.subarray(head * 128 * 128, (head + 1) * 128 * 128);
          const off = made.reduce((most, w, i) => Math.max(most, Math.abs(w - own[i])), 0);
          assert.ok(off <= tolerance && off > 0, `${link}: ${off} is more than ${tolerance}`);
        }
    }
});

test('vectors of the trained model, turned here, give its weights bit for bit', () => {
  const out = at('model.npz');
  const {status} = run(['panels', '1;source=model;op=blend;eps=0.5~0.25~0', '--npz', out]);
  assert.equal(status, 0);
  const model = readNpz(readFileSync(out));
  const link = '1;source=tensors;rotary=half.16.10000;head=7;op=blend;eps=0.5~0.25~0';
  const made = taken('model.npz', link, '--arrays', 'q1,k1,v1');
  for (let panel = 0; panel < 9; panel++)
    assert.deepEqual(made[`w${panel}`].data, model[`w${panel}`].data, `w${panel}`);
});

test('a sealed link names the tensors, and is reproduced by these and no others', () => {
  numpy(`
for name in ('these', 'others'):
    np.savez(at(name + '.npz'), **{n: rng.normal(size=(2, 4, 6)).astype('f4') for n in 'qkv'})
`);
  const link = '1;source=tensors;head=1';
  const sealed = run(['seal', link, '--tensors', at('these.npz')]).out.trim();
  assert.match(sealed, /^1;source=tensors;head=1;file=[0-9a-f]{8};check=[0-9a-f]{16}$/);
  const {q, k, v} = readNpz(readFileSync(at('these.npz')));
  const words = Uint32Array.of(1, 2, 6, 4);
  const hash = createHash('sha256').update(words);
  for (const {data} of [q, k, v])
    hash.update(new Uint8Array(data.buffer, data.byteOffset, data.byteLength));
  assert.equal(/file=(\w+)/.exec(sealed)[1], hash.copy().digest('hex').slice(0, 8));
  assert.match(run(['check', sealed, '--tensors', at('these.npz')]).out, /^reproduced/);
  assert.match(run(['check', sealed, '--tensors', at('others.npz')]).out, /^unchecked/);
  const turned = run(['seal', `${link};rotary=pairs.4.10000`, '--tensors', at('these.npz')]).out;
  assert.match(turned, /;rotary=pairs\.4\.10000;file=[0-9a-f]{8};check=[0-9a-f]{16}\n$/);
  hash.update('pairs.4.10000');
  assert.equal(/file=(\w+)/.exec(turned)[1], hash.digest('hex').slice(0, 8));
  assert.match(run(['check', sealed]).out, says(/^unchecked.*none has been brought/));
});

test('what cannot be used is refused in one sentence', () => {
  numpy(`
base = {n: rng.normal(size=(2, 4, 6)) for n in 'qkv'}
def also(name, **more): np.savez_compressed(at(name), **{**base, **more})
also('ints.npz', k=np.ones((2, 4, 6), int))
also('nan.npz', v=np.where(np.arange(48).reshape(2, 4, 6) % 40 == 31, np.nan, 1))
also('large.npz', q=np.full((2, 4, 6), 1e39))
also('many.npz', q=np.full((2, 4, 6), 2e4))
also('tokens.npz', k=np.ones((2, 5, 6)))
also('batch.npz', q=np.ones((2, 2, 4, 6)))
also('objects.npz', q=np.full((2, 4, 6), None, object))
also('records.npz', q=np.zeros((2, 4, 6), [('a', '<f4'), ('b', '<i4')]))
np.savez(at('wide.npz'), **{n: np.ones((2, 4, 300)) for n in 'qkv'})
np.savez(at('short.npz'), **{n: np.ones((2, 1, 6)) for n in 'qkv'})
`);
  writeFileSync(at('text.npz'), 'no file');
  writeFileSync(at('empty.npz'), '');
  for (const [file, words] of [
    ['ints.npz', /"k" .*no float16, bfloat16, float32 or float64/],
    [
      'nan.npz',
      /"v" holds numbers that are not finite: 1 in all, the first at head 1, token 1, channel 1,/,
    ],
    ['large.npz', /"q" holds numbers that are not finite as float32: 48 in all/],
    ['many.npz', /Query of input 1 has at element 0 a number .* beyond 1e4 in size/],
    ['tokens.npz', /"k" has the shape \(2, 5, 6\), and Query .* another number of tokens/],
    ['batch.npz', /"q" has the shape \(2, 2, 4, 6\); allowed are/],
    ['objects.npz', /"q" .*no float16/],
    ['records.npz', /"q" .*holds records and not numbers/],
    ['wide.npz', /300 channels a head; allowed are 1 to 256/],
    ['short.npz', /1 tokens in an input; allowed are 2 to 16384/],
    ['text.npz', /no \.npy, \.npz or safetensors file/],
    ['empty.npz', /no \.npy, \.npz or safetensors file/],
    ['absent.npz', /there is no such file/],
  ])
    assert.match(refused(file), says(words), file);
  const {status, error} = run(['panels', '1;source=tensors', '--tensors']);
  assert.deepEqual(
    [status, says(/^ninefold: panels: FILE must follow "--tensors"\./).test(error)],
    [2, true],
  );
});

// The libraries that the document's program calls are too large to be here. These stand for what it
// takes from them: a layer whose three projections give what is written down below.
const LIBRARIES = `
import os, sys, types
os.chdir(at(''))

class Tensor(np.ndarray):
    def unflatten(self, last, sizes): return self.reshape(self.shape[:last] + sizes)
    def transpose(self, a, b): return self.swapaxes(a, b)
    def float(self): return self.astype('f4')
    def numpy(self): return np.asarray(self)

class Projection:
    def __init__(self, heads): self.made = rng.normal(size=(1, 5, heads * 6)).view(Tensor)
    def register_forward_hook(self, hook): self.hook = hook
    def run(self): self.hook(self, (), self.made)

block = types.SimpleNamespace(q_proj=Projection(4), k_proj=Projection(2), v_proj=Projection(2))
layers = [types.SimpleNamespace(self_attn=other) for other in (None, None, block)]

class Model:
    config = types.SimpleNamespace(head_dim=6)
    model = types.SimpleNamespace(layers=layers)
    def __call__(self, input_ids):
        for projection in (block.q_proj, block.k_proj, block.v_proj): projection.run()

class Tokenizer:
    def __call__(self, text, return_tensors): return {'input_ids': np.arange(5)[None]}
    def decode(self, i): return f'token {i}'

class NoGrad:
    def __enter__(self): pass
    def __exit__(self, *_): pass

loads = lambda what: types.SimpleNamespace(from_pretrained=lambda name: what)
sys.modules['torch'] = types.SimpleNamespace(no_grad=NoGrad)
sys.modules['transformers'] = types.SimpleNamespace(
    AutoModelForCausalLM=loads(Model()),
    AutoTokenizer=loads(Tokenizer()))
`;

test('the program that saves a layer of a model saves its heads', () => {
  const text = readFileSync(new URL('../../src/cli/README.md', import.meta.url), 'utf8');
  const [program, ...more] = [...text.matchAll(/^```python\n(import numpy[^]*?)^```$/gm)];
  assert.deepEqual(more, []);
  assert.equal(program[1], python, 'the page has the program of the document');
  numpy(`${LIBRARIES}
${program[1]}
apart = lambda projection: projection.made[0].reshape(5, -1, 6).swapaxes(0, 1)
np.savez('wanted.npz', **{n: np.asarray(apart(getattr(block, n + '_proj'))).astype('f4') for n in 'qkv'})
`);
  const wanted = readNpz(readFileSync(at('wanted.npz')));
  const made = taken('figure.npz');
  assert.deepEqual(made.q1, wanted.q);
  assert.deepEqual(
    made.tokens1.texts,
    [0, 1, 2, 3, 4].map(i => `token ${i}`),
  );
  assert.equal(JSON.parse(made.source.text).layerName, '2');
  for (const part of 'kv')
    for (let head = 0; head < 4; head++) {
      const shared = Math.floor(head / 2);
      assert.deepEqual(
        made[`${part}1`].data.slice(30 * head, 30 * head + 30),
        wanted[part].data.slice(30 * shared, 30 * shared + 30),
      );
    }
});
