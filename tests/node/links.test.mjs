// The link format through the command line: reading, writing, remarks and checks.
import assert from 'node:assert/strict';
import test from 'node:test';
import {panels, run} from './lib/engine.mjs';
import {randomLinks, seeded, spellings} from './lib/random-links.mjs';
import {says, saysJust} from './lib/words.mjs';

const SMALL = {n: 2, heads: 1}; // most of what follows is about the link, not about what it shows

const canonical = link => panels(link).link;

/** The canonical link of one that must be read without a remark. */
function clean(link) {
  const {link: written, ignored} = panels(link);
  assert.deepEqual(ignored, [], link);
  return written;
}

// ---- Writing -----------------------------------------------------------------------------------

test('the link 1 alone is all defaults, and says so in one character', () => {
  assert.equal(clean('1'), '1');
  const {panels: nine, baselines} = panels('1');
  assert.equal(nine.length, 9);
  assert.equal(baselines[0].weights.length, 16);
  assert.equal(
    clean(
      '1;figure=modify;source=synthetic;mask=causal;weights=softmax;op=scale;n=16;eps=0.5~1e-3~1e-10',
    ),
    '1',
  );
});

test('what is written reads back as itself, over all options', () => {
  for (const {link} of randomLinks(201, 200, SMALL)) {
    const written = clean(link);
    assert.equal(clean(written), written, link);
  }
});

test('a written link holds only what survives every chat and mail program', () => {
  for (const {link} of randomLinks(202, 100, SMALL))
    assert.match(clean(link), /^1(;[a-z0-9]+=[A-Za-z0-9.~_-]*[A-Za-z0-9])*$/, link);
});

test('all spellings of a link mean the same', () => {
  const random = seeded(203);
  for (const {link} of randomLinks(204, 25, SMALL)) {
    const written = clean(link);
    for (const [name, spelling] of Object.entries(spellings(random, link)))
      assert.equal(clean(spelling), written, `${name}: ${spelling}`);
  }
});

test('numbers are written in their shortest form', () => {
  const shortest = {
    '0.50': '0.5',
    '5e-1': '0.5',
    '0.0010': '1e-3',
    '2.500': '2.5',
    '00.25': '0.25',
    '1.0': '1',
    '0.0': '0',
  };
  for (const [spelling, short] of Object.entries(shortest))
    assert.equal(/eps=([^~;]*)/.exec(clean(`1;eps=${spelling}~7~8;n=2`))[1], short, spelling);
});

test('numbers in statements too', () => {
  const written =
    'ask1=first~p31~gt~0.95;ask2=diag~p12~ge~1~diag~p11~-0.05;ask3=cell~p11~7~0~lt~1e-4';
  const spelt =
    'ask1=first~p31~gt~0.950;ask2=diag~p12~ge~1.0~diag~p11~-5e-2;ask3=cell~p11~07~0.0~lt~0.0001';
  assert.equal(clean(`1;n=9;${spelt}`), `1;n=9;${written}`);
});

test('three equal values are written once, and one stands for three', () => {
  assert.equal(canonical('1;sink=3~3~3;n=4'), canonical('1;n=4~4~4;sink=3'));
});

test('numbers of every size come back with the same bits', () => {
  const random = seeded(205);
  for (let i = 0; i < 100; i++) {
    const value = random.byRatio(1e-10, 10);
    const eps = /eps=([^~;]*)/.exec(clean(`1;n=2;eps=${value}~7~8`))[1];
    assert.equal(Number(eps), value);
    assert.ok(eps.length <= String(value).length, `${eps} is longer than ${value}`);
  }
});

test('texts come back: spaces, other bytes, a full stop at the end', () => {
  const written = clean('1;n=2;question=Was_ist_h~c3~b6her~2c_A_oder_B~2e');
  assert.match(written, /question=Was_ist_h~c3~b6her~2c_A_oder_B~2e$/);
  assert.equal(clean('1;n=2;question=Was ist h%C3%B6her%2C A oder B~2E'), written);
});

// ---- Remarks -----------------------------------------------------------------------------------

/**
 * What is wrong, the key and text the remark must name, what its reason must mention, and what is
 * used instead.
 */
const WRONG = [
  ['n=1', 'n', '1', /2.*16384/, '16'],
  ['n=16385', 'n', '16385', /2.*16384/, '16'],
  ['n=4.5', 'n', '4.5', /whole/, '16'],
  ['n=4~5', 'n', '4~5', /three/, '16'],
  ['n=4~5~6~7', 'n', '4~5~6~7', /three/, '16'],
  ['n=', 'n', '', /./, '16'],
  ['d=31', 'd', '31', /32.*256/, '64'],
  ['d=48~48~48', 'd', '48~48~48', /./, '64'],
  ['sink=-1', 'sink', '-1', /0.*20/, null],
  ['sink=20.5', 'sink', '20.5', /0.*20/, null],
  ['sink=1e999', 'sink', '1e999', /./, null],
  ['sink=nan', 'sink', 'nan', /./, null],
  ['sink=inf', 'sink', 'inf', /./, null],
  ['sink=0x3', 'sink', '0x3', /./, null],
  ['sink=1~2~x', 'sink', '1~2~x', /./, null],
  ['width=0.1', 'width', '0.1', /0\.2.*8/, null],
  ['floor=9', 'floor', '9', /0.*8/, null],
  ['noise=5', 'noise', '5', /0.*4/, null],
  ['agree=1.01', 'agree', '1.01', /0.*1/, null],
  ['bias=-21', 'bias', '-21', /-20.*20/, '0'],
  ['eps=11', 'eps', '11', /0.*10/, null],
  ['eps=-1e-3', 'eps', '-1e-3', /0.*10/, null],
  ['agree=-0.1', 'agree', '-0.1', /0.*1/, null],
  ['response=4.1', 'response', '4.1', /0.*4/, '1'],
  ['copy=8.5', 'copy', '8.5', /0.*8/, null],
  ['window=0', 'window', '0', /1.*16384/, null],
  ['seed=4294967296', 'seed', '4294967296', /0.*4294967295/, null],
  ['seed=-1', 'seed', '-1', /0.*4294967295/, null],
  ['heads=65', 'heads', '65', /1.*64/, null],
  ['figure=Mean', 'figure', 'Mean', /modify.*mean.*cross/, 'modify'],
  ['mask=casual', 'mask', 'casual', /causal.*none.*window/, 'causal'],
  ['weights=softmax2', 'weights', 'softmax2', /softmax.*softmax1.*sigmoid/, 'softmax'],
  ['op=zero', 'op', 'zero', /scale.*mean.*blend.*noise/, 'scale'],
  ['over=layers', 'over', 'layers', /heads.*tokens.*channels/, 'heads'],
  ['value=previous', 'value', 'previous', /this.*next/, 'this'],
  ['show=seed~sed', 'show', 'seed~sed', /at most 600 characters; "sed" is none/, 'all controls'],
  ['lock=eps~', 'lock', 'eps~', /"" is none/, 'nothing'],
  ['text1=caf~e9', 'text1', 'caf~e9', /4000 bytes, in UTF-8/, "the model's own text"],
  [
    `ask1=first~p31~gt~0.5${'0'.repeat(80)}`,
    'ask1',
    `first~p31~gt~0.5${'0'.repeat(80)}`,
    /80 characters/,
    'nothing',
  ],
  ['sinc=3', 'sinc', '3', /./, null],
  ['Sink=3', 'Sink', '3', /./, null],
];

test('every value that is not accepted is named, with what was read, why, and what is used', () => {
  for (const [wrong, key, read, why, used] of WRONG) {
    const {link, ignored} = panels(`1;temp=2;${wrong}`);
    assert.equal(ignored.length, 1, `${wrong}: ${JSON.stringify(ignored)}`);
    assert.equal(ignored[0].key, key, wrong);
    assert.equal(ignored[0].read, read, wrong);
    assert.match(`${ignored[0].why}; ${ignored[0].more}`, says(why), wrong);
    if (used !== null) assert.ok(saysJust(used, ignored[0].used), wrong);
    assert.equal(link, '1;temp=2', `${wrong}: still used`);
  }
});

test('what is used instead is the default, and the rest of the link counts', () => {
  const {link, ignored} = panels('1;n=4;sink=99;temp=2');
  assert.equal(link, canonical('1;n=4;temp=2'));
  assert.equal(ignored.length, 1);
});

test('a key said twice is named, and the first one counts or the last, but it says which', () => {
  const {link, ignored} = panels('1;n=4;n=5');
  assert.equal(ignored.length, 1);
  assert.equal(ignored[0].key, 'n');
  assert.equal(link, canonical(`1;n=${ignored[0].used}`));
});

test('a head beyond the heads is judged after all keys are read', () => {
  assert.deepEqual(panels('1;head=5;n=2;heads=6').ignored, []);
  for (const link of ['1;n=2;heads=4;head=5', '1;n=2;head=5;heads=4']) {
    const {ignored} = panels(link);
    assert.equal(ignored.length, 1, link);
    assert.deepEqual([ignored[0].key, ignored[0].read], ['head', '5']);
    assert.match(ignored[0].why, says(/heads.*[34]/));
    assert.equal(ignored[0].used, 'auto');
  }
});

test('several mistakes are all named, in order', () => {
  const {ignored} = panels('1;n=2;figure=x;bogus=1;sink=99');
  assert.deepEqual(
    ignored.map(remark => remark.key),
    ['figure', 'bogus', 'sink'],
  );
});

test('a newer version is remarked on', () => {
  const {ignored} = panels('2;n=4');
  assert.equal(ignored.length, 1);
  assert.match(JSON.stringify(ignored[0]), /2/);
});

test('a link of more than 16,000 characters is refused with a sentence', () => {
  const filler = length => `1;n=2;question=${'a'.repeat(length)}`;
  assert.equal(panels(filler(4000)).ignored.length, 0);
  assert.equal(run(['panels', filler(15_900), '--json']).status, 0);
  const {status, out, error} = run(['panels', filler(16_001), '--json']);
  assert.equal(status, 1);
  assert.equal(out, '');
  assert.match(error, says(/16000/));
});

test('a figure over the memory limit is refused with the need, at once', () => {
  const {status, out, error} = run(['panels', '1;n=16384;heads=1', '--npz', '/dev/null'], '', 1);
  assert.equal(status, 1);
  assert.equal(out, '');
  assert.match(error, says(/\d(\.\d)? GiB/));
});

test('weights of more than 2^20 cells a panel are not printed, their measures are', () => {
  const {panels: nine} = panels('1;n=1025;d=32;heads=1');
  for (const {rows, weights, measures} of nine) {
    assert.deepEqual([rows, weights], [1025, null]);
    assert.ok(Math.abs(measures.level - 1 / 1025) < 1e-6);
  }
});
