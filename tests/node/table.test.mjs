// `table`: numbers of many figures, a line for each panel, are those that `panels` gives of each.
import assert from 'node:assert/strict';
import test from 'node:test';
import {panels, run} from './lib/engine.mjs';
import {says} from './lib/words.mjs';

/** The lines of `table --json`. */
function lines(...args) {
  const {status, out, error} = run(['table', ...args, '--json']);
  assert.deepEqual([status, error], [0, ''], args.join(' '));
  return out.trim().split('\n').map(JSON.parse);
}

const COMPONENTS = ['query', 'key', 'value'];
const panelOf = (figure, name) =>
  figure.panels.find(({row, column}) => `p${row + 1}${column + 1}` === name);

test('each line is a panel of its own link, number by number', () => {
  const link = '1;source=model;text1=The_rain_fell';
  const all = lines(
    ...[link, '--heads', '2.7,0.3', '--op', 'scale,mean', '--eps', '0,1e-3,1,2'],
    ...['--measures', 'first,kl,norm,prediction,says'],
  );
  assert.equal(all.length, 2 * 3 * (4 + 1));
  for (const {link: own, panel, layer, head, component, op, eps, ...numbers} of all) {
    const figure = panels(own);
    const made = panelOf(figure, panel);
    assert.equal(figure.link, own);
    assert.deepEqual([figure.source.layer, figure.source.head], [layer, head]);
    assert.equal(COMPONENTS[made.row], component);
    const [, said = ''] = /;eps=([^;]*)/.exec(own) ?? [];
    if (op === 'scale') assert.equal(Number(said), eps, own);
    assert.equal(op === 'mean', eps === null);
    assert.deepEqual(numbers, {
      first: made.measures.first,
      kl: made.measures.kl,
      norm: made.measures.norm,
      prediction: made.prediction.kl,
      says: made.prediction.after[0].token,
      ignored: [],
    });
  }
});

test('the order is head, operation, component, epsilon', () => {
  const all = lines('1;n=4;heads=3', '--heads', '2,0', '--op', 'noise,scale', '--component', 'k,q');
  assert.deepEqual(
    all.map(({head, op, component, eps}) => [head, op, component, eps].join()),
    [2, 0].flatMap(head =>
      ['noise', 'scale'].flatMap(op =>
        ['query', 'key'].flatMap(component =>
          [0.5, 1e-3, 1e-10].map(eps => [head, op, component, eps].join()),
        ),
      ),
    ),
  );
});

test('without lists a line for each panel of the link', () => {
  for (const link of ['1;n=4', '1;n=4;figure=mean', '1;n=4;figure=cross']) {
    const all = lines(link);
    const figure = panels(link);
    assert.equal(all.length, 9);
    all.forEach((line, i) =>
      assert.equal(line.diag, figure.panels[i].measures.diag, `${link} ${line.panel}`),
    );
  }
  assert.equal(lines('1;n=4;figure=mean', '--component', 'v').length, 3);
});

test('a curve has its ends and goes by ratio', () => {
  const all = lines('1;n=4', '--eps', '1e-10..10/60', '--component', 'q', '--measures', 'first');
  const eps = all.map(line => line.eps);
  assert.deepEqual([eps.length, eps[0], eps[59]], [60, 1e-10, 10]);
  const ratio = 1e11 ** (1 / 59);
  for (let i = 1; i < 60; i++) assert.ok(Math.abs(eps[i] / eps[i - 1] / ratio - 1) < 2e-3);
  assert.ok(all[0].first < all[59].first);
});

test('every head of the shipped model, three components, two operations, in two seconds', () => {
  const args = ['table', '1;source=model', '--heads', 'all', '--op', 'scale,mean'];
  const {status, out} = run([...args, '--measures', 'first,prediction'], '', 2);
  assert.equal(status, 0);
  assert.equal(out.trim().split('\n').length, 1 + 32 * 3 * (3 + 1));
});

test('CSV has the same numbers, a head, and what of a link was not used', () => {
  const {status, out, error} = run(['table', '1;n=4;epsilon=2', '--measures', 'first,rest']);
  const [head, ...rows] = out.trim().split('\n');
  assert.equal(head, 'link,panel,layer,head,component,op,eps,first,rest,remarks');
  assert.equal(status, 0);
  assert.match(error, says(/epsilon/));
  const all = run(['table', '1;n=4', '--measures', 'first,rest', '--json']).out.trim().split('\n');
  rows.forEach((row, i) => {
    const {link, panel, head, component, op, eps, first, rest} = JSON.parse(all[i]);
    const [before, remarks] = row.split(',"epsilon: ');
    assert.deepEqual(
      before.split(',').map(cell => (cell && Number.isFinite(Number(cell)) ? Number(cell) : cell)),
      [`"${link}"`, panel, '', head, component, op, eps, first, rest],
    );
    assert.match(remarks, says(/^read ""2"", no parameter has this name/));
  });
  assert.equal(run(['table', '1;n=4;epsilon=2', '--strict']).status, 1);
});

test('links come from standard input, and one that cannot be made stops none', () => {
  const {status, out, error} = run(
    ['table', '-', '--component', 'q', '--measures', 'first'],
    '1;n=4\n1;source=tensors\n1;n=5\n',
  );
  assert.equal(status, 1);
  assert.equal(out.trim().split('\n').length, 1 + 3 + 3);
  assert.match(error, says(/none has been brought/));
});

test('what is said of one of several links begins with it, and a single one is not repeated', () => {
  const refused = '1;source=tensors';
  const remarked = '1;n=4;epsilon=2';
  const args = ['--component', 'q', '--measures', 'first'];
  for (const {error} of [
    run(['table', '-', ...args], `1;n=5\n${refused}\n${remarked}\n1;n=4\n`),
    run(['table', '1;n=5', refused, remarked, '1;n=4', ...args]),
  ]) {
    const [first, second, ...more] = error.trim().split('\n');
    assert.match(first, says(/^ninefold: 1;source=tensors: .*none has been brought/));
    assert.match(second, says(/^ninefold: 1;n=4;epsilon=2: .*no parameter has this name/));
    assert.deepEqual(more, []);
  }
  assert.ok(!run(['table', refused, ...args]).error.includes(refused));
  const long = `1;epsilon=${'2'.repeat(1000)}`;
  const said = run(['table', '-', ...args], long).error.slice('ninefold: '.length);
  assert.equal(said.slice(0, 202), `${long.slice(0, 200)}: `);
});

test('of a link without a model it is said that what is said next is empty', () => {
  const link = '1;n=4;heads=2';
  for (const measure of ['prediction', 'says']) {
    const {status, out, error} = run(['table', link, '--measures', measure, '--json']);
    assert.equal(status, 0);
    assert.match(error, says(/^ninefold: prediction and says are of source=model/));
    for (const line of out.trim().split('\n')) assert.equal(JSON.parse(line)[measure], null);
  }
  assert.equal(run(['table', link, '--measures', 'first']).error, '');
  assert.equal(run(['table', '1;source=model', '--measures', 'prediction,says']).error, '');
});

test('the help says of an option what it does of that command', () => {
  const help = (command, option) =>
    run([command, '--help'])
      .out.split('\n')
      .filter(line => line.startsWith(`${option} `))
      .map(line => line.slice(option.length).trim());
  assert.deepEqual(help('table', '--op'), ['operations, as scale,mean']);
  assert.deepEqual(help('table', '--json'), ['answers in JSON']);
  assert.deepEqual(help('check', '--json'), ['with --question: answers in JSON']);
  assert.deepEqual(help('group', '--op'), ['the operation, scale unless said']);
  assert.deepEqual(help('group', '--component'), ['one of q, k, v; q unless said']);
  assert.match(help('group', '--eps').join(), /^the epsilon, from 0 to 10; [^.]*$/);
  assert.match(help('group', '--size').join(), /from 1 to 17/);
  assert.equal(run(['group', '1;source=model', '--size', '18']).status, 2);
});

test('a list that cannot be read is named, with what is allowed', () => {
  for (const [args, words] of [
    [['--eps', '0..1/5'], /--eps: read "0..1\/5", .* by ratio from one above 0 to another/],
    [['--heads', '2.x'], /--heads: read "2.x", allowed: all, or/],
    [['--heads'], /table: LIST must follow "--heads"/],
    [['--op', 'scale,melt'], /--op: read "melt", allowed: scale mean/],
    [['--component', 'q,r'], /--component: read "r", allowed: q, k, v/],
    [['--eps', '11'], /--eps: read "11", allowed: at most 1000 numbers from 0 to 10/],
    [['--eps', '0..1/5'], /--eps: read "0..1\/5"/],
    [['--eps', '1..2/2000'], /--eps: read "1..2\/2000"/],
    [['--measures', 'first,best'], /--measures: read "best"/],
    [['--colour', 'x'], /"--colour" is not an option of table/],
  ]) {
    const {status, out, error} = run(['table', '1;n=4', ...args]);
    assert.deepEqual([status, out], [2, ''], args.join(' '));
    assert.match(error, says(words));
  }
  for (const [link, heads, words] of [
    ['1;source=model', '7', /of a model each is a layer and a head/],
    ['1;n=4', '2.7', /no layers/],
    ['1;source=model', '9.0', /Layer 9 is asked for/],
  ]) {
    const {status, error} = run(['table', link, '--heads', heads]);
    assert.equal(status, 1, link);
    assert.match(error, says(words));
  }
  const {status, error} = run(['table', '1;figure=mean', '--eps', '1']);
  assert.equal(status, 1);
  assert.match(error, says(/figure=modify.*figure=mean/));
});

test('panels and heads take links from standard input, a document for each', () => {
  const input = '1;source=model;seed=2\n\n1;source=model;text1=The_sun\n';
  for (const command of ['panels', 'heads']) {
    const one = link => run([command, link, '--json']).out;
    const {status, out} = run([command, '-', '--json'], input);
    assert.equal(status, 0);
    assert.equal(out, one('1;source=model;seed=2') + one('1;source=model;text1=The_sun'));
    const bad = run([command, '-', '--json'], '1;source=model\n1;source=tensors\n1;source=model');
    assert.equal(bad.status, 1);
    assert.equal(bad.out, one('1;source=model').repeat(2));
    assert.equal(run([command, '-'], '\n').status, 1);
  }
  const {status, error} = run(['panels', '-', '--npz', 'x.npz'], '1;n=4');
  assert.equal(status, 2);
  assert.match(error, says(/--npz is of one link/));
});
