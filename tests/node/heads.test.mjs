// `heads`: what a change of a head does to what the model says next, over texts, is what `panels`
// says of each head and text alone.
import assert from 'node:assert/strict';
import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import test from 'node:test';
import {panels, run} from './lib/engine.mjs';
import {scratchFolder} from './lib/scratch.mjs';
import {says, saysJust} from './lib/words.mjs';

const LINK = '1;source=model';
const folder = scratchFolder('heads');

/** What `heads --json` says. */
function heads(...args) {
  const {status, out, error} = run(['heads', ...args, '--json']);
  assert.deepEqual([status, error], [0, ''], args.join(' '));
  return JSON.parse(out);
}

function fileOf(text) {
  const path = join(folder, 'texts.txt');
  writeFileSync(path, text);
  return path;
}

const spell = text => [...Buffer.from(text)].map(byte => `~${byte.toString(16)}`).join('');
const mean = numbers => numbers.reduce((a, b) => a + b) / numbers.length;
const spreadOf = numbers =>
  Math.sqrt(numbers.reduce((sum, x) => sum + (x - mean(numbers)) ** 2, 0) / (numbers.length - 1));
const isNear = (a, b, what) => assert.ok(Math.abs(a - b) < 1e-9, `${what}: ${a}, ${b}`);
const nameOf = ({layer, head, op, component, eps}) => `${layer}.${head} ${op} ${component} ${eps}`;
const ROWS = ['query', 'key', 'value'];

/** The panel that a line is about, of one text, with the head untouched beside it. */
function panelOf({layer, head, op, component, eps}, text, more = '') {
  const said = eps === null ? '' : `;eps=${eps}`;
  const link = `${LINK};layer=${layer};head=${head};op=${op}${said};text1=${spell(text)}${more}`;
  const {baselines, panels: nine} = panels(link);
  return {untouched: baselines[0].measures, ...nine[3 * ROWS.indexOf(component)].prediction};
}

const TEXTS = ['The rain fell', 'One two three one two three', 'Please close the door.', 'A bird'];

test('mean and spread over the texts of a file are those of panels, one by one', () => {
  const file = fileOf(`${TEXTS[0]}\r\n\n${TEXTS.slice(1).join('\n')}`);
  const args = [LINK, '--texts', file, '--op', 'scale,mean,blend', '--component', 'v,q'];
  for (const [tokens, valueOf] of [
    ['last', ({kl}) => kl],
    ['all', ({divergence}) => mean(divergence)],
  ]) {
    const {heads: lines, ...rest} = heads(...args, '--eps', '0,0.25', '--tokens', tokens);
    assert.deepEqual([rest.texts, rest.tokens], [4, tokens]);
    assert.equal(lines.length, 32 * 2 * (2 + 1 + 2));
    assert.equal(new Set(lines.map(nameOf)).size, lines.length);
    for (const line of lines.filter((_, i) => i % 37 === 0)) {
      const each = TEXTS.map(text => panelOf(line, text));
      isNear(line.effect, mean(each.map(valueOf)), nameOf(line));
      isNear(line.spread, spreadOf(each.map(valueOf)), nameOf(line));
      for (const [key, measure] of Object.entries({first: 'first', previous: 'near'}))
        isNear(line[key], mean(each.map(({untouched}) => untouched[measure])), nameOf(line));
    }
  }
});

test('without a file the texts are those of the link, and what is not said is Query, at nothing', () => {
  for (const link of [LINK, `${LINK};text2=It_was_late;begin=off`]) {
    const usual = heads(link).heads;
    const {heads: lines, texts} = heads(link, '--op', 'scale');
    assert.equal(texts, 3);
    lines.forEach((line, i) => {
      assert.deepEqual([line.op, line.component, line.eps], ['scale', 'query', 0]);
      for (const key of ['layer', 'head', 'first', 'diag', 'previous', 'entropy', 'effect'])
        assert.ok(Math.abs(line[key] - usual[i][key]) < 1e-5, `${link} ${key}`);
    });
  }
  assert.ok(heads(LINK, '--op', 'noise').heads.every(({eps, effect}) => eps === 1 && effect > 0));
  assert.equal(heads(LINK, '--texts', fileOf('One alone')).heads[0].spread, null);
});

test('lines are sorted by a column, largest or smallest first', () => {
  for (const [key, ...more] of [['effect'], ['induction'], ['entropy', '--rising']]) {
    const sorted = heads(LINK, '--sort', key, ...more).heads.map(line => line[key]);
    const plain = heads(LINK).heads.map(line => line[key]);
    const sign = more.length ? 1 : -1;
    assert.deepEqual(
      sorted,
      plain.sort((a, b) => sign * (a - b)),
    );
  }
  const bySpread = heads(LINK, '--sort', 'spread', '--component', 'q,v').heads;
  assert.equal(bySpread.length, 64);
  assert.ok(bySpread.every(({spread}, i) => i === 0 || spread <= bySpread[i - 1].spread));
});

test('a setting of the link without effect is named, and --strict makes nothing of it', () => {
  const link = `${LINK};figure=mean;seed=7;op=mean;over=tokens;eps=0.1;mask=none;layer=1;view=change`;
  for (const [args, keys] of [
    [[], ['figure', 'seed', 'mask', 'op', 'over', 'eps', 'layer']],
    [
      ['--op', 'mean'],
      ['figure', 'seed', 'mask', 'op', 'eps', 'layer'],
    ],
    [
      ['--op', 'noise'],
      ['figure', 'mask', 'op', 'over', 'eps', 'layer'],
    ],
  ]) {
    const {status, out, error} = run(['heads', link, ...args, '--json']);
    assert.equal(status, 0);
    assert.deepEqual(JSON.parse(out).unused, keys);
    const words = `ninefold: settings of the link without effect on heads: ${keys.join(', ')}. `;
    assert.ok(saysJust(words, error.replace(/\s+/g, ' ')), error);
    assert.match(run(['heads', link, ...args, '--csv']).out, says(new RegExp(keys.join(', '))));
    const strict = run(['heads', link, ...args, '--strict']);
    assert.deepEqual([strict.status, strict.out], [1, '']);
  }
  const told = run(['heads', `${LINK};text1=Hi;text2=Ho`, '--texts', fileOf(TEXTS[0])]);
  assert.match(told.error, says(/without effect on heads: text1, text2\./));
});

test('a key that an operation takes has its effect', () => {
  const over = word => heads(`${LINK}${word}`, '--op', 'mean', '--component', 'v').heads;
  const [tokens, all] = [over(';over=tokens'), over('')];
  const texts = ['The_rain', 'The_sun', 'It_is_late'];
  assert.notDeepEqual(
    tokens.map(({effect}) => effect),
    all.map(({effect}) => effect),
  );
  const link = `${LINK};over=tokens;${texts.map((text, i) => `text${i + 1}=${text}`).join(';')}`;
  const line = heads(link, '--op', 'mean', '--component', 'v').heads[11];
  const each = texts.map(text => panelOf(line, text.replaceAll('_', ' '), ';over=tokens').kl);
  isNear(line.effect, mean(each), 'over=tokens');
});

test("the paper's ranking is named where it is what is computed", () => {
  for (const [args, isNamed] of [
    [[], true],
    [['--op', 'mean,scale'], true],
    [['--eps', '1e-3', '--component', 'v'], true],
    [['--eps', '0.5'], false],
    [['--op', 'mean'], false],
    [['--op', 'blend', '--eps', '0'], false],
    [['--tokens', 'all'], false],
  ]) {
    const {ranking} = heads(LINK, ...args);
    assert.equal(says(/2410\.13708.*Ships.*subspaces/).test(ranking), isNamed, args.join(' '));
    assert.equal(says(/Ships/).test(run(['heads', LINK, ...args]).out), isNamed, args.join(' '));
  }
});

test('CSV has the same lines, and a table too', () => {
  for (const args of [
    [],
    ['--op', 'scale,mean', '--component', 'k', '--eps', '0,1e-3', '--sort', 'effect'],
  ]) {
    const {heads: lines, link} = heads(LINK, ...args);
    const [head, ...rows] = run(['heads', LINK, ...args, '--csv'])
      .out.trim()
      .split('\n');
    const [first, ...keys] = head.split(',');
    assert.deepEqual([first, keys.pop()], ['link', 'remarks']);
    rows.forEach((row, i) => {
      const [own, ...cells] = row.split(',');
      assert.deepEqual([own, cells.pop()], [`"${link}"`, '']);
      keys.forEach((key, c) => {
        const cell = isNaN(cells[c]) ? cells[c] : Number(cells[c]);
        assert.equal(cells[c] && cell, lines[i][key] ?? '', key);
      });
    });
    const table = run(['heads', LINK, ...args]).out.split('\n');
    assert.equal(table.filter(row => /^ +\d+ +\d+ /.test(row)).length, lines.length);
  }
});

test('a text that the model cannot read is left out, which is said', () => {
  const file = fileOf('The rain\n\n日本\nThe sun\n');
  const {status, out, error} = run(['heads', LINK, '--texts', file, '--json']);
  assert.equal(status, 1);
  assert.match(
    error,
    says(
      /line 3 of .*texts\.txt is not measured; read as the link's text 1 it is refused: Text 1 .*"日" \(character 1\)/,
    ),
  );
  assert.equal(JSON.parse(out).texts, 2);
  assert.deepEqual(
    JSON.parse(out).heads,
    heads(LINK, '--texts', fileOf('The rain\nThe sun\n')).heads,
  );
  for (const [text, words] of [
    ['\n', /the file of texts holds none/],
    ['日\n', /line 1 of/],
    ['\r\n\r\n日\r\n', /line 3 of/],
    ['\r\r日', /line 3 of/],
    ['x'.repeat(5000), /at most 4000 bytes/],
  ]) {
    const bad = run(['heads', LINK, '--texts', fileOf(text)]);
    assert.deepEqual([bad.status, bad.out], [1, ''], text.slice(0, 9));
    assert.match(bad.error, says(words));
  }
  assert.match(
    run(['heads', LINK, '--texts', join(folder, 'no')]).error,
    says(/no cannot be opened/),
  );
});

test('what cannot be read of an option is named, with what is allowed', () => {
  for (const [args, words] of [
    [['--sort', 'spread'], /--sort: read "spread", allowed: first .*induction.* effect\./],
    [['--op', 'scale', '--sort', 'induction'], /--sort: read "induction", .* effect spread\./],
    [['--tokens', 'first'], /--tokens: read "first", allowed: last, all/],
    [['--eps', '11'], /--eps: read "11"/],
    [['--texts'], /heads: FILE must follow "--texts"/],
    [['--heads', 'all'], /"--heads" is not an option of heads/],
  ]) {
    const {status, out, error} = run(['heads', LINK, ...args]);
    assert.deepEqual([status, out], [2, ''], args.join(' '));
    assert.match(error, says(words));
  }
  const many = ['--eps', '1e-3..1/1000', '--component', 'q,k,v', '--op', 'scale,blend,noise,patch'];
  const {status, out, error} = run(['heads', LINK, ...many]);
  assert.deepEqual([status, out], [1, '']);
  assert.match(error, says(/that is 384000 lines, and at most 262144/));
});
