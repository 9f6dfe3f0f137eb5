// `group`: heads that together move what the model says next, one after the other, are those that
// `table` says of every head, one change at a time.
import assert from 'node:assert/strict';
import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import test from 'node:test';
import {panels, run} from './lib/engine.mjs';
import {scratchFolder} from './lib/scratch.mjs';
import {says} from './lib/words.mjs';

const LINK = '1;source=model';
const folder = scratchFolder('group');
const mean = numbers => numbers.reduce((a, b) => a + b) / numbers.length;

function group(...args) {
  const {status, out, error} = run(['group', ...args, '--json']);
  assert.deepEqual([status, error], [0, ''], args.join(' '));
  return JSON.parse(out);
}

const nameOf = ({layer, head}) => `${layer}.${head}`;
const TEXTS = panels(LINK).inputs.map(({tokens}) => tokens.slice(1).join('').trim());
const spell = text => [...Buffer.from(text)].map(byte => `~${byte.toString(16)}`).join('');

/** What every head would add to those that are taken, largest first: a mean over the three texts. */
function effects(taken, {op = 'scale', component = 'q', eps = '0'}) {
  const also = taken.length ? `;also=${taken.join('~')}` : '';
  const links = TEXTS.map(text => `${LINK};text1=${spell(text)}${also}`);
  const words = ['--heads', 'all', '--op', op, '--component', component, '--eps', eps];
  const {out} = run(['table', ...links, ...words, '--measures', 'prediction', '--json']);
  const all = {};
  for (const line of out.trim().split('\n').map(JSON.parse))
    (all[nameOf(line)] ??= []).push(line.prediction);
  return Object.entries(all)
    .filter(([name]) => !taken.includes(name))
    .map(([name, each]) => ({name, effect: mean(each)}))
    .sort((a, b) => b.effect - a.effect);
}

for (const [args, change] of [
  [[], {}],
  [['--op', 'mean', '--component', 'v'], {op: 'mean', component: 'v'}],
  [['--component', 'k', '--eps', '0.25', '--size', '3'], {component: 'k', eps: '0.25'}],
])
  test(`each step takes the head that moves the prediction most: ${args.join(' ')}`, () => {
    const {group: members, texts, tokens} = group(LINK, ...args);
    assert.deepEqual([members.length, texts, tokens], [args.includes('--size') ? 3 : 5, 3, 'last']);
    const taken = [];
    for (const member of members) {
      const [most] = effects(taken, change);
      assert.equal(nameOf(member), most.name);
      assert.ok(Math.abs(member.effect - most.effect) < 1e-9, `${member.effect} ${most.effect}`);
      taken.push(most.name);
    }
  });

test('the link of a step is the figure in which all of them change', () => {
  const {group: members} = group(`${LINK};text2=It_was_late`, '--op', 'blend', '--eps', '0.5');
  members.forEach(({link, effect}, i) => {
    const {link: read, ignored, source, panels: nine} = panels(link);
    assert.deepEqual([read, ignored], [link, []]);
    assert.deepEqual([source.layer, source.head], [members[i].layer, members[i].head]);
    const also = members.slice(0, i).map(nameOf).sort();
    assert.equal(/also=([\d.~]+)/.exec(link)?.[1] ?? '', also.join('~'));
    assert.ok(nine[0].prediction.kl > 0 && effect > 0);
  });
});

test('heads that the link changes already stay, and are not taken again', () => {
  const {group: all} = group(LINK, '--size', '3');
  const [first, second, third] = all;
  const {group: rest} = group(`${LINK};also=${nameOf(first)}`, '--size', '2');
  assert.deepEqual(rest.map(nameOf), [second, third].map(nameOf));
  assert.deepEqual(
    rest.map(({effect}) => effect),
    [second.effect, third.effect],
  );
});

test('a file of texts is read each time, and a text that is left out is named once', () => {
  const file = join(folder, 'texts.txt');
  writeFileSync(file, 'The rain fell.\n日本\nA bird sang in the tree\n');
  const {status, out, error} = run([
    'group',
    LINK,
    '--size',
    '2',
    '--texts',
    file,
    '--tokens',
    'all',
    '--json',
  ]);
  assert.equal(status, 1);
  assert.equal(error.match(/日/g).length, 1, error);
  const {texts, tokens, group: members} = JSON.parse(out);
  assert.deepEqual([texts, tokens, members.length], [2, 'all', 2]);
  assert.ok(members.every(({effect, spread}) => effect > 0 && spread > 0));
});

test('it says that the groups of the paper are found otherwise', () => {
  const {status, out} = run(['group', LINK, '--size', '1']);
  assert.equal(status, 0);
  const [head, line, effect, note] = out.trim().split('\n');
  assert.match(head, /^step +layer +head +effect +spread +link$/);
  assert.match(line, /^ +1 +2 +7 +\d[.]\d{4} +\d[.]\d{4} {2}1;source=model;.*$/);
  assert.match(effect, says(/^effect .*all above it.* 3 texts$/));
  assert.match(note, says(/2410\.13708 \(Sahara\).*subspaces/));
  assert.match(group(LINK, '--size', '1').note, says(/Sahara/));
});

test('CSV has a line for each head, with what of the link had no effect', () => {
  const {status, out} = run(['group', `${LINK};mask=none`, '--size', '2', '--csv']);
  assert.equal(status, 0);
  const [head, ...lines] = out.trim().split('\n');
  assert.equal(head, 'link,step,layer,head,effect,spread,figure,remarks');
  assert.equal(lines.length, 2);
  lines.forEach((line, i) => {
    assert.match(line, new RegExp(`^"1;source=model;mask=none;model=\\w{8}",${i + 1},\\d,\\d,`));
    assert.match(line, says(/"settings of the link without effect on heads: mask\."$/));
  });
});

test('what cannot be searched is refused in a sentence', () => {
  for (const [words, status] of [
    [['1'], 1],
    [[`${LINK};banana=1`, '--strict'], 1],
    [[`${LINK};mask=none`, '--strict'], 1],
    [[`${LINK};also=0.0~0.1~0.2~0.3~0.4~0.5~0.6~0.7~1.0~1.1~1.2~1.3~1.4`], 1],
    [[LINK, '--size', '0'], 2],
    [[LINK, '--size', '18'], 2],
    [[LINK, '--size', '2.5'], 2],
    [[LINK, '--size'], 2],
    [[LINK, '--op', 'scale,mean'], 2],
    [[LINK, '--component', 'q,k'], 2],
    [[LINK, '--eps', '0,1'], 2],
    [[LINK, '--sort', 'effect'], 2],
    [[], 2],
  ]) {
    const said = run(['group', ...words]);
    assert.deepEqual([said.status, said.out], [status, ''], words.join(' '));
    assert.match(said.error, /^ninefold: .+\n/);
  }
});
