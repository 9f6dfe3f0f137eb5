// What a file calls its tokens, heads and layer: it stands along axes, in titles and in all that is
// saved, and no number depends on it.
import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import test from 'node:test';
import {load} from '../../web/engine/engine.js';
import {TensorFile} from '../../web/engine/tensors.js';
import {aboutOf, textsOf} from './lib/drawn.mjs';
import {run} from './lib/engine.mjs';
import {readNpz} from './lib/npz.mjs';
import {scratchFolder} from './lib/scratch.mjs';
import {says} from './lib/words.mjs';

const folder = scratchFolder('labels');
const at = name => join(folder, name);
const TOKENS = ['The', ' captain', ' saw', 'ε ≠ 🐋', ''];
const LINK = '1;source=tensors;head=1;axes=tokens';

execFileSync('/usr/bin/python3', [
  '-c',
  `import json, zipfile, numpy as np
rng = np.random.default_rng(3)
at = lambda name: ${JSON.stringify(folder)} + '/' + name
t = ${JSON.stringify(TOKENS)}
make = lambda n, heads=3: {c: rng.normal(size=(heads, n, 8)).astype('f4') for c in 'qkv'}
base = make(5)
def save(name, **more): np.savez_compressed(at(name), **{**base, **more})
save('plain.npz')
save('texts.npz', tokens=t, heads=['L2H1', 'L2H7', 'L2H9'], layer='model.layers.2')
save('big.npz', tokens=np.array(t, '>U9'), heads=np.array([1, 7, 300], '>i2'), layer=np.uint8(2))
save('bytes.npz', tokens=np.array([[x.encode() for x in t]]), heads=[b'L2H1', b'L2H7', b'L2H9'])
save('rows.npz', tokens=np.array([x.encode() for x in t])[None], layer=-1, head=1, n_heads=3)
save('few.npz', tokens=t[:3], heads=np.arange(4))
save('alone.npz', tokens='The captain', n_tokens=5)
save('objects.npz', tokens=np.array(t, object))
save('long.npz', tokens=['x' * 201] * 5)
np.savez(at('damaged.npz'), **base, tokens=t)
with open(at('damaged.npz'), 'r+b') as file:
    whole = file.read()
    file.seek(whole.index(b'tokens.npy') + 200)
    file.write(b'x')
save('odd.npz', tokens=['a\\x1b[1mb', 'c\\u202ed', 'e\\nf', 'g\\x00h', '\\udc80'.encode('utf-16', 'surrogatepass').decode('utf-16', 'replace')])
save('unsigned.npz', tokens=np.uint16([50256, 0, 9, 10, 65535]), heads=np.array([2**64 - 1, 2**63, 7], '>u8'), layer=np.uint8(200))
save('signed.npz', tokens=np.array([-1, 127, -128, 5, 10], 'i1'), heads=np.array([-2**63, 2**63 - 1, 0], 'i8'))
def save_claimed(name, descr):
    header = str({'descr': descr, 'fortran_order': False, 'shape': (5,)}).encode()
    size = 5 * int('0' + descr.lstrip('<>|iuOV'))
    save(name)
    with zipfile.ZipFile(at(name), 'a') as z:
        z.writestr('tokens.npy', b'\\x93NUMPY\\1\\0' + len(header).to_bytes(2, 'little') + header + bytes([1]) * size)
for i, descr in enumerate(['<i16', '|O', '|O8', '<i0', '<u3', '<i', '', '<']): save_claimed(f'claimed{i}.npz', descr)
three = {}
for i, n in enumerate((4, 6, 5), 1):
    three |= {f'{c}{i}': x for c, x in make(n).items()} | {f'tokens{i}': [f'{i}.{j}' for j in range(n)]}
np.savez(at('three.npz'), **three)
def save_tokens(name, *keys):
    more = {key: [f'{key}.{j}' for j in range(5)] for key in keys}
    np.savez(at(name), **more, **{f'{c}{i}': x for i in (1, 2, 3) for c, x in base.items()})
save_tokens('turned.npz', 'tokens2', 'tokens3', 'tokens1')
save_tokens('second.npz', 'tokens2')
save_tokens('mixed.npz', 'tokens2', 'tokens', 'tokens12', 'my.tokens_3')
save_tokens('ordered.npz', 'a.tokens', 'b.tokens', 'c.tokens')
save('other.npz', tokens2=t)
def to_safetensors(name, arrays, metadata):
    entries, data = {}, b''
    for key, a in arrays.items():
        entries[key] = {'dtype': 'F32', 'shape': list(a.shape), 'data_offsets': [len(data), len(data) + a.nbytes]}
        data += a.tobytes()
    header = json.dumps({'__metadata__': metadata, **entries}).encode()
    open(at(name), 'wb').write(len(header).to_bytes(8, 'little') + header + data)
lists = {'tokens': json.dumps(t), 'heads': json.dumps(['L2H1', 7, 'L2H9']), 'layer': '2', 'format': 'pt'}
to_safetensors('meta.safetensors', base, lists)
to_safetensors('broken.safetensors', base, {'tokens': '["a", "b"', 'heads': json.dumps(['x' * 3000] * 3)})
to_safetensors('keys.safetensors', base, {'n_heads': '3', 'num_layer': '12', 'tokens_seen': '9', 'tokens12': '5', 'model.layer': '2', 'Layer': '2', 'layers': '1'})
to_safetensors('keyed.safetensors', base, {'tokens2': '[1]', 'tokens1': json.dumps(t)})
to_safetensors('one-long.safetensors', base, {**lists, 'heads': json.dumps(['a', 'é' * 401, 'b', 'c'], ensure_ascii=False)})
to_safetensors('just.safetensors', base, {'heads': json.dumps(['a', 'é' * 400, 'b'])})
to_safetensors('number.safetensors', base, {'tokens': 5})
w = np.tril(np.ones((3, 5, 5))) / np.arange(1, 6)[:, None]
np.savez(at('ready.npz'), attention=w, tokens=t, heads=['a', 'b', 'c'], layer=4)
np.savez(at('ready-few.npz'), attention=w, tokens=t[:2])
np.savez(at('ready-plain.npz'), attention=w)
np.savez(at('ready-some.npz'), attention=w, heads=['a', '', 'c'])
np.savez(at('ready-long.npz'), attention=w, heads=['ε' * 150, 'b', 'c'])
np.savez(at('ready-below.npz'), attention=-w, tokens=t[:2])
`,
]);

const using = (command, file, link = LINK, ...more) => {
  const made = run([command, link, '--tensors', at(file), ...more]);
  assert.equal(made.status, 0, made.error);
  return made;
};
const panelsOf = (file, link) => JSON.parse(using('panels', file, link).out);

const NAMED = [
  ['texts.npz', TOKENS, 'model.layers.2', 'L2H7'],
  ['big.npz', TOKENS, '2', '7'],
  ['bytes.npz', TOKENS, undefined, 'L2H7'],
  ['rows.npz', TOKENS, undefined, undefined],
  ['unsigned.npz', ['50256', '0', '9', '10', '65535'], '200', '9223372036854775808'],
  ['signed.npz', ['', '127', '', '5', '10'], undefined, '9223372036854775807'],
  ['meta.safetensors', TOKENS, '2', '7'],
  ['plain.npz', null, undefined, undefined],
];

for (const [file, tokens, layer, head] of NAMED)
  test(`the names in ${file} are the figure's, and its numbers are the same`, () => {
    const {error} = using('panels', file);
    assert.equal(error, '');
    const made = panelsOf(file);
    assert.deepEqual(made.inputs[0].tokens, tokens);
    assert.deepEqual([made.source.layerName, made.source.headName], [layer, head]);
    const plain = panelsOf('plain.npz');
    assert.deepEqual([made.link, made.check], [plain.link, plain.check]);
    assert.deepEqual(made.panels[0].weights, plain.panels[0].weights);
  });

test('each input has the tokens of its number', () => {
  const {inputs} = panelsOf('three.npz', `${LINK};figure=cross`);
  assert.deepEqual(
    inputs.map(({tokens}) => [tokens.length, tokens[0], tokens.at(-1)]),
    [
      [4, '1.0', '1.3'],
      [6, '2.0', '2.5'],
      [5, '3.0', '3.4'],
    ],
  );
});

test('the number behind the word says whose tokens they are, and without one their order', () => {
  for (const [file, ...first] of [
    ['turned.npz', 'tokens1.0', 'tokens2.0', 'tokens3.0'],
    ['second.npz', undefined, 'tokens2.0', undefined],
    ['mixed.npz', 'tokens.0', 'tokens2.0', 'my.tokens_3.0'],
    ['ordered.npz', 'a.tokens.0', 'b.tokens.0', 'c.tokens.0'],
  ]) {
    const {inputs} = panelsOf(file, `${LINK};figure=cross`);
    assert.deepEqual(
      inputs.map(({tokens}) => tokens?.[0]),
      first,
      file,
    );
  }
  assert.equal(panelsOf('other.npz').inputs[0].tokens, null);
});

test('keys of metadata are the words themselves', () => {
  assert.equal(using('panels', 'keys.safetensors').error, '');
  const {inputs, source} = panelsOf('keys.safetensors');
  assert.deepEqual([inputs[0].tokens, source.layerName], [null, undefined]);
  assert.deepEqual(panelsOf('keyed.safetensors').inputs[0].tokens, TOKENS);
});

test('what is saved as NPZ has them, and opens as tensors again', () => {
  using('panels', 'texts.npz', LINK, '--npz', at('saved.npz'));
  const saved = readNpz(readFileSync(at('saved.npz')));
  assert.deepEqual(saved.tokens1.texts, TOKENS);
  assert.equal(JSON.parse(saved.source.text).headName, 'L2H7');
  const again = panelsOf('saved.npz');
  assert.deepEqual(again.inputs[0].tokens, TOKENS);
  assert.equal(again.check, panelsOf('texts.npz').check);
});

test('a picture has them along its axes, and says which layer and head it is of', () => {
  const svg = using('picture', 'texts.npz').out;
  const texts = textsOf(svg);
  for (const shown of ['The', 'captain', 'saw', 'ε ≠ 🐋', '␣'])
    assert.equal(texts.filter(text => text === shown).length, 6, shown);
  assert.match(texts.join('\n'), /Layer model\.layers\.2, head L2H7 \(1 of 3\), counted from 0/);
  assert.equal(aboutOf(svg).source.headName, 'L2H7');
  const positions = textsOf(using('picture', 'plain.npz').out);
  assert.equal(positions.filter(text => text === '3').length, 6);
});

test('the module reads the same names, and takes them with the tensors', async () => {
  const bytes = readFileSync(new URL('../../build/ninefold-whole.wasm', import.meta.url));
  const engine = await load(bytes);
  for (const file of ['texts.npz', 'meta.safetensors', 'plain.npz', 'few.npz']) {
    const open = new TensorFile(await load(bytes), readFileSync(at(file)));
    const {leftOut, keyHeads, ...tensors} = open.gather(open.list.proposed);
    engine.bring(tensors);
    const {inputs, source} = engine.compute(LINK);
    const own = panelsOf(file);
    assert.deepEqual([inputs, source], [own.inputs, own.source], `${file} ${keyHeads}`);
    assert.equal(leftOut !== '', file === 'few.npz');
    open.close();
  }
});

test('who brings fewer labels than there are tokens has the others without', async () => {
  const engine = await load(
    readFileSync(new URL('../../build/ninefold-whole.wasm', import.meta.url)),
  );
  const x = new Float32Array(16);
  const tensors = {heads: 1, d: 8, inputs: [{tokens: 2, q: x, k: x, v: x}]};
  for (const [labels, tokens] of [
    [
      ['', '', 'a'],
      ['a', ''],
    ],
    [
      ['2', '7', 'a', 'b', 'c', 'd'],
      ['a', 'b'],
    ],
    [['2', '7'], null],
  ]) {
    engine.bring({...tensors, labels});
    const {inputs, source} = engine.compute('1;source=tensors');
    assert.deepEqual(inputs[0].tokens, tokens);
    assert.equal(source.headName, labels[1] || undefined);
  }
});

test('names that do not fit are left out, and it is said', () => {
  for (const [file, ...said] of [
    [
      'few.npz',
      /"heads" are left out.* it has 4 texts or numbers, and 3 are/,
      /"tokens" are left out.* it has 3 texts or numbers, and 5 are/,
    ],
    ['long.npz', /"tokens" are left out.* may take at most 800 bytes each, and one takes more\./],
    ['alone.npz', /"tokens" are left out.* it has 1 texts or numbers, and 5 are/],
    ['damaged.npz', /"tokens" are left out.* holds no texts or whole numbers that can be read/],
    ['objects.npz', /"tokens" are left out.* holds no texts or whole numbers that can be read/],
    [
      'broken.safetensors',
      /"heads" are left out.* may take at most 800 bytes each/,
      /"tokens" are left out.* it has 1 texts or numbers, and 5/,
    ],
    ['one-long.safetensors', /"heads" are left out.* may take at most 800 bytes each/],
    ['ready-few.npz', /"tokens" are left out.* it has 2 texts or numbers, and 5 are/],
  ]) {
    const {error} = using('panels', file, '1;source=tensors');
    for (const words of said) assert.match(error, says(words));
    assert.equal(error.split('\n').length, 2, error);
  }
  const {inputs, source} = panelsOf('one-long.safetensors');
  assert.deepEqual([inputs[0].tokens, source.headName], [TOKENS, undefined]);
  assert.equal(panelsOf('just.safetensors').source.headName, 'é'.repeat(400));
  const {status, error} = run(['panels', LINK, '--tensors', at('number.safetensors')]);
  assert.equal(status, 1);
  assert.match(error, says(/__metadata__ holds something else than texts/));
});

test('types that no names can have are read as none', () => {
  for (let i = 0; i < 8; i++) {
    const {error} = using('panels', `claimed${i}.npz`);
    if (i < 6)
      assert.match(
        error,
        says(/"tokens" are left out.* holds no texts or whole numbers that can be read/),
      );
    else assert.equal(error, '');
    assert.deepEqual(panelsOf(`claimed${i}.npz`).inputs[0].tokens, null);
  }
});

test('names hold nothing that acts on who reads them', () => {
  const {tokens} = panelsOf('odd.npz').inputs[0];
  assert.deepEqual(tokens.slice(0, 4), ['a[1mb', 'cd', 'e\nf', 'g']);
});

test('ready weights without names have no members for them', () => {
  const link = '1;source=tensors';
  for (const file of ['ready-plain.npz', 'ready-few.npz', 'ready-some.npz']) {
    const made = panelsOf(file, link);
    assert.deepEqual([made.layerName, made.tokenNames], [undefined, undefined], file);
    assert.deepEqual(
      made.heads.map(head => ('name' in head ? head.name : null)),
      file === 'ready-some.npz' ? ['a', null, 'c'] : [null, null, null],
    );
    assert.ok(!('layerName' in aboutOf(using('picture', file, link).out)));
  }
});

test('a long name of a head is cut by letters, and its number stays', () => {
  const texts = textsOf(using('picture', 'ready-long.npz', '1;source=tensors').out);
  assert.ok(
    texts.some(text => /^Head ε+… \(0\)$/.test(text)),
    texts.join(),
  );
});

test('of weights that cannot be used nothing is said of the names beside them', () => {
  const {status, error} = run(['panels', '1;source=tensors', '--tensors', at('ready-below.npz')]);
  assert.equal(status, 1);
  assert.match(error, says(/holds numbers below 0/));
  assert.doesNotMatch(error, says(/left out/));
});

test('ready weights have them, too', () => {
  const {layerName, tokenNames, heads} = panelsOf('ready.npz', '1;source=tensors');
  assert.deepEqual([layerName, tokenNames], ['4', TOKENS]);
  assert.deepEqual(
    heads.map(({name}) => name),
    ['a', 'b', 'c'],
  );
  const svg = using('picture', 'ready.npz', '1;source=tensors').out;
  const texts = textsOf(svg);
  for (const title of ['Head a (0)', 'Head b (1)', 'Head c (2)']) assert.ok(texts.includes(title));
  // three heads stand two and one: beside two panels, and below two
  assert.equal(texts.filter(text => text === 'captain').length, 4);
  assert.ok(
    texts.some(text => text.startsWith('ready.npz, attention, layer 4: 5 tokens')),
    texts.join(),
  );
  assert.equal(aboutOf(svg).layerName, '4');
});
