// Ready attention weights in a file: shown as they are, by the command line and by the page's module,
// with what is not finite hatched and counted. Nothing can be checked of them, or changed.
import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import test from 'node:test';
import {load} from '../../web/engine/engine.js';
import {TensorFile} from '../../web/engine/tensors.js';
import {lookup} from '../../web/figure/colors.js';
import {colorOf, scaleOf} from '../../web/figure/range.js';
import {aboutOf, cellsOf, placesOf, textsOf} from './lib/drawn.mjs';
import {run} from './lib/engine.mjs';
import {scratchFolder} from './lib/scratch.mjs';
import {says} from './lib/words.mjs';

const folder = scratchFolder('ready');
const at = name => join(folder, name);
const HEADS = 5;
const TOKENS = 20;
const LINK = '1;source=tensors';

/** What NumPy wrote, as float32, with null for what is not finite. */
const wanted = JSON.parse(
  execFileSync('/usr/bin/python3', [
    '-c',
    `import json, numpy as np
rng = np.random.default_rng(4)
at = lambda name: ${JSON.stringify(folder)} + '/' + name
def attention(heads, n, causal):
    x = rng.normal(size=(heads, n, n)) * 2
    x = np.where(np.tril(np.ones((n, n))) > 0, x, -np.inf) if causal else x
    e = np.exp(x - x.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True)
w = attention(${HEADS}, ${TOKENS}, True).astype('f4')
w[1, 7, 3], w[1, 9, :4], w[2] = np.nan, np.inf, -np.inf
np.savez_compressed(at('ready.npz'), attention=w[None], other=np.ones(3))
np.save(at('one.npy'), np.asfortranarray(attention(1, 30, False)[0]))
np.savez(at('large.npz'), a=attention(1, 700, True), b=np.ones(3))
np.savez(at('two.npz'), a=attention(2, 4, True), b=attention(2, 4, True))
np.savez(at('named.npz'), a=attention(2, 4, True), attn_probs=attention(3, 4, True))
np.savez(at('layers.npz'), attentions=np.ones((3, 2, 4, 4)) / 4)
np.savez(at('checkpoint.npz'), **{'lm_head.weight': np.ones((9, 4)), 'norm.weight': np.ones(4)})
np.savez(at('late.npz'), **{'lm_head.weight': np.ones((9, 4)), 'probs': np.ones((9, 5))})
np.savez(at('lone.npz'), **{'weights': np.ones((9, 4)), 'norm': np.ones(4)})
np.savez(at('below.npz'), attn=attention(2, 4, True) - 0.5)
np.savez(at('vectors.npz'), q=rng.normal(size=(4, 4)), k=rng.normal(size=(4, 4)), v=rng.normal(size=(4, 4)))
print(json.dumps([[[float(x) if np.isfinite(x) else None for x in row] for row in head] for head in w]))
`,
  ]).toString(),
);

const using = (command, file, link = LINK, ...more) =>
  run([command, link, '--tensors', at(file), ...more]);

function good({status, out, error}) {
  assert.equal(status, 0, error);
  return out;
}

const svgOf = (file, link, ...more) => good(using('picture', file, link, ...more));

test('panels gives each head as it was saved, and counts what is not finite', () => {
  const {check, array, tokens, causal, heads} = JSON.parse(good(using('panels', 'ready.npz')));
  assert.deepEqual([check, array, tokens, causal], [null, 'attention', TOKENS, true]);
  assert.deepEqual(
    heads.map(({notFinite}) => notFinite),
    [0, 5, TOKENS * TOKENS, 0, 0],
  );
  const rounded = all => all.map(rows => rows.map(row => row.map(x => x && Math.fround(x))));
  assert.deepEqual(rounded(heads.map(({weights}) => weights)), rounded(wanted));
});

/** Cells chosen at random, always the same ones: head, query, key. */
function cellsAtRandom(count) {
  let seed = 12345;
  const next = below => (seed = (seed * 1103515245 + 12345) % 2 ** 31) % below;
  return Array.from({length: count}, () => [next(HEADS), next(TOKENS), next(TOKENS)]);
}

/** Is a point of a picture in one of the squares that are hatched? */
function isHatched(svg, x, y) {
  const [...paths] = svg.matchAll(/<path fill="url\(#nfreadyhatch0\)" d="([^"]*)"/g);
  return paths.some(([, path]) =>
    [...path.matchAll(/M([\d.]+) ([\d.]+)h([\d.]+)v([\d.]+)/g)].some(([, ...numbers]) => {
      const [left, top, wide, high] = numbers.map(Number);
      return x > left && x < left + wide && y > top && y < top + high;
    }),
  );
}

for (const looks of ['', ';view=uniform;colors=viridis', ';range=rest;colors=cividis'])
  test(`200 cells have their colour, or are hatched: ${looks || 'as it is'}`, () => {
    const svg = svgOf('ready.npz', `${LINK}${looks}`);
    const params = {view: 'weights', range: 'unit', colors: 'figure', style: 'plain'};
    for (const part of looks.split(';').filter(Boolean)) {
      const [key, value] = part.split('=');
      params[key] = value;
    }
    const shown = (head, query, key) => {
      const weight = wanted[head][query][key];
      const even = params.view === 'uniform' ? 1 / (query + 1) : 0;
      return weight === null ? null : Math.fround(weight - Math.fround(even));
    };
    const grids = wanted.map((rows, head) => ({
      rows: TOKENS,
      columns: TOKENS,
      values: Float32Array.from(
        rows.flatMap((row, i) =>
          row.map((_, j) => (j > i ? null : shown(head, i, j)) ?? -3.4028234663852886e38),
        ),
      ),
    }));
    const scale = scaleOf(params, grids);
    const places = placesOf(svg);
    assert.equal(places.length, HEADS);
    let seen = 0;
    for (const [head, query, key] of cellsAtRandom(200)) {
      const {name, x, y, width, height} = places[head];
      const color = cellsOf(svg, name)(key, query);
      const value = shown(head, query, key);
      const hatched = isHatched(svg, x + (key + 0.5) * width, y + (query + 0.5) * height);
      assert.equal(hatched, value === null, `${head} ${query} ${key}`);
      if (value === null || key > query) assert.equal(color, null, `${head} ${query} ${key}`);
      else {
        const meant = colorOf(scale, value);
        assert.ok(
          color.every((part, c) => Math.abs(part - meant[c]) <= 1),
          `${head} ${query} ${key}`,
        );
        seen++;
      }
    }
    assert.ok(seen > 40, `${seen} cells had a colour`);
    const said = textsOf(svg).join(' ');
    assert.match(said, /Hatched: 405 weights that are not finite/);
    assert.match(said, /5 not finite.*400 not finite/);
    assert.match(said, /there is no link and no check/);
    const {check, link, heads, notFinite} = aboutOf(svg);
    assert.deepEqual([check, link, heads, notFinite], [null, null, HEADS, 405]);
  });

test('long inputs are drawn by blocks, and small ones of any order are read', () => {
  assert.match(textsOf(svgOf('large.npz')).join(' '), /700 tokens.*the largest of a block/);
  assert.match(textsOf(svgOf('one.npy')).join(' '), /one\.npy: 30 tokens.*look at keys after them/);
  assert.match(textsOf(svgOf('one.npy', `${LINK};named=Mine`)).join(' '), /Mine: 30 tokens/);
});

test('the page draws the same picture', async () => {
  const engine = await load(
    readFileSync(new URL('../../build/ninefold-whole.wasm', import.meta.url)),
  );
  const file = new TensorFile(engine, readFileSync(at('ready.npz')));
  assert.deepEqual([file.list.ready, file.list.proposed], [0, null]);
  assert.deepEqual(
    file.list.arrays.map(({canBeReady}) => canBeReady),
    [true, false],
  );
  const facts = {heads: HEADS, tokens: TOKENS, notFinite: 405, causal: true, leftOut: ''};
  assert.deepEqual(file.readReady(0), facts);
  for (const link of [LINK, `${LINK};view=uniform;range=log;colors=greys`])
    assert.equal(
      Buffer.from(file.drawReady(link, 'ready.npz, attention')).toString(),
      svgOf('ready.npz', link),
    );
  file.close();
});

test('which array is meant is found by its shape or its name, or is said', () => {
  const heads = (...more) => JSON.parse(good(using('panels', ...more))).heads.length;
  assert.equal(heads('named.npz'), 3);
  assert.equal(heads('named.npz', LINK, '--arrays', 'a'), 2);
  assert.equal(JSON.parse(good(using('panels', 'vectors.npz'))).panels.length, 9);
  const refused = (...words) => {
    const {status, error} = using(...words);
    assert.equal(status, 1);
    return error;
  };
  for (const [words, said] of [
    [['panels', 'two.npz'], /do not say which is Query/],
    [
      ['picture', 'checkpoint.npz'],
      /do not say which is Query.* It has "lm_head\.weight" \(9, 4\), "norm/,
    ],
    [['picture', 'late.npz'], /"probs" has the shape \(9, 5\)/],
    [['picture', 'lone.npz'], /"weights" has the shape \(9, 4\)/],
    [['picture', 'layers.npz'], /"attentions" has the shape \(3, 2, 4, 4\)/],
    [['panels', 'below.npz'], /"attn" holds numbers below 0, the least -0\.5/],
    [['picture', 'ready.npz', LINK, '--arrays', 'other'], /"other" has the shape \(3\)/],
    [['picture', 'ready.npz', LINK, '--arrays', 'none'], /no array "none"/],
    [['panels', 'ready.npz', LINK, '--arrays', 'a,b'], /three names.*or one/],
  ])
    assert.match(refused(...words), says(said));
});

test('what needs Query, Key and Value is refused in one sentence', () => {
  for (const key of [
    'op=mean',
    'figure=mean',
    'eps=0~1~2',
    'view=logits',
    'view=change',
    'weights=sigmoid',
  ])
    for (const command of ['panels', 'picture']) {
      const {status, out, error} = using(command, 'ready.npz', `${LINK};${key}`);
      assert.deepEqual([status, out], [1, '']);
      assert.match(error, says(new RegExp(`"${key.split('=')[0]}" asks for Query, Key and Value`)));
    }
  const checked = using('check', 'ready.npz', `${LINK};file=12345678;check=0123456789abcdef`);
  assert.match(checked.out, says(/^unchecked\t.*has ready weights in their place/));
  for (const command of ['seal', 'table'])
    assert.match(using(command, 'ready.npz').error, says(/has ready weights in their place/));
  assert.match(
    using('panels', 'ready.npz', LINK, '--npz', at('x.npz')).error,
    says(/stand in ready\.npz already/),
  );
  assert.match(good(using('panels', 'ready.npz', '1;n=4')), /"check":"[0-9a-f]{16}"/);
});
