// A cell's arithmetic: each step, recomputed here in single precision from the operands that the
// engine shows before it, is the number that it shows after it.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import test from 'node:test';
import {EngineError, load} from '../../web/engine/engine.js';
import {exp2, log2e, sumOf} from './lib/single.mjs';
import {says} from './lib/words.mjs';

const built = name => readFileSync(new URL(`../../build/${name}`, import.meta.url));
const f = Math.fround;

const engine = await load(built('ninefold-model.wasm'));
engine.bringModel(readFileSync(new URL('../../web/model.bin', import.meta.url)));

const WHALE = 'text1=The_captain_saw_the_whale._The_captain_saw_the';
const LINKS = [
  `1;source=model;layer=2;head=7;eps=0.7~0.3~1e-3;${WHALE}`,
  '1;source=model;op=noise;eps=0.5~1~0',
  '1;source=model;value=next;eps=0.1~2~1e-10',
  '1;figure=mean;n=14~15~16;d=36;temp=0.7',
  '1;figure=cross;n=33~9~20;mask=none;weights=softmax1;noise=2',
  '1;n=40;mask=window;window=5;weights=softmax1;op=blend',
  '1;n=30;weights=sigmoid;bias=-2~1~0;eps=0.5~3~0',
];

function assertProducts({q, k, products, sums, product}, what) {
  let sum = 0;
  q.forEach((x, c) => {
    assert.equal(products[c], f(x * k[c]), `${what}: product ${c}`);
    sum = f(sum + products[c]);
    assert.equal(sums[c], sum, `${what}: sum ${c}`);
  });
  assert.equal(product, sum, `${what}: the last sum`);
}

/** In double precision, up to the slope. */
function assertScale({q, root, temperature, divisor, multiplier, scale, slope}, what) {
  assert.equal(root, Math.sqrt(q.length), `${what}: root`);
  assert.equal(divisor, root * temperature, `${what}: divisor`);
  assert.equal(scale, multiplier / divisor, `${what}: scale`);
  assert.equal(slope, f(scale * log2e), `${what}: slope`);
}

function assertSoftmax(cell, what) {
  const {product, largest, slope, exponent, power, powers, unseen, sum, factor, weight} = cell;
  assert.equal(exponent, f(f(product - largest) * slope), `${what}: exponent`);
  assert.equal(power, exp2(exponent), `${what}: power`);
  assert.equal(
    unseen,
    cell.normaliser === 1 ? exp2(f(f(0 - largest) * slope)) : 0,
    `${what}: unseen`,
  );
  assert.equal(sum, f(sumOf(powers) + unseen), `${what}: sum`);
  assert.equal(factor, f(1 / sum), `${what}: one over it`);
  assert.equal(weight, f(power * factor), `${what}: weight`);
}

function assertSigmoid({product, slope, shift, exponent, power, sum, weight}, what) {
  assert.equal(exponent, f(f(product * slope) + shift), `${what}: exponent`);
  assert.equal(power, exp2(-Math.abs(exponent)), `${what}: power`);
  assert.equal(sum, f(1 + power), `${what}: sum`);
  assert.equal(weight, f((exponent < 0 ? power : 1) / sum), `${what}: weight`);
}

for (const link of LINKS)
  test(`each step of a cell follows from those before it: ${link}`, () => {
    const {panels, baselines} = engine.compute(link);
    let seen = 0;
    for (const [index, panel] of [...panels, ...baselines].entries()) {
      if (index >= 9 && panel.row !== index - 9) continue;
      const {rows, columns, weights} = panel;
      for (let query = 0; query < rows; query += 3)
        for (let key = 0; key < columns; key += 2) {
          const what = `panel ${index}, ${query} ${key}`;
          const cell = engine.cell(index, query, key);
          assertProducts(cell, what);
          assertScale(cell, what);
          assert.equal(cell.weight, weights[query * columns + key], `${what}: the panel’s weight`);
          if (!cell.seen) continue;
          seen++;
          if (cell.normaliser === 2) assertSigmoid(cell, what);
          else assertSoftmax(cell, what);
        }
    }
    assert.ok(seen > 200, `${seen} cells`);
  });

test('the row’s largest product is the largest of its cells that are seen', () => {
  const {rows} = engine.compute(LINKS[0]).panels[1];
  for (let query = 0; query < rows; query++) {
    const cells = Array.from({length: query + 1}, (_, key) => engine.cell(1, query, key));
    const most = Math.max(...cells.map(({product}) => product));
    assert.deepEqual(new Set(cells.map(({largest}) => largest)), new Set([most]));
    assert.deepEqual(
      cells.map(({power}) => power),
      Array.from(cells[0].powers.subarray(0, query + 1)),
    );
  }
});

test('what scales the logits is in the scale: epsilon, the width and the temperature', () => {
  engine.compute('1;n=8;d=64;eps=0.3~1~2;temp=0.5');
  const scale = panel => engine.cell(panel, 3, 1).scale;
  assert.deepEqual([9, 0, 4, 8].map(scale), [0.25, 0.3 / (8 * 0.5), 0.25, 0.25]);
});

test('a following head made by hand has Value’s epsilon and copy in its scale', () => {
  engine.compute('1;n=9;value=next;copy=2;eps=0.5~1~3;temp=0.7');
  const cells = [6, 7, 8, 9].map(panel => engine.cell(panel, 3, 1));
  assert.deepEqual(
    cells.map(({multiplier}) => multiplier),
    [1, 2, 6, 1],
  );
  assert.deepEqual(
    cells.map(({temperature}) => temperature),
    [0.7, 0.7, 0.7, 0.7],
  );
});

test('a cell that is not there is refused', () => {
  engine.compute('1;n=8');
  const refused = (...at) => assert.throws(() => engine.cell(...at), EngineError);
  for (const at of [
    [0, 8, 0],
    [0, 0, 8],
    [0, -1, 0],
    [12, 0, 0],
    [10, 0, 0],
  ])
    refused(...at);
  assert.throws(() => engine.cell(0, 8, 0), says(/query 0 to 7 and key 0 to 7/));
});
