// What all elements of a page share, web/engine/page-engine.js: the engines, the model, and figures in
// turn. Each test has a page of its own.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import test from 'node:test';
import {bringTensors} from '../../web/engine/bring.js';
import {arithmeticOf} from '../../web/engine/cell.js';
import {EngineError, WANT} from '../../web/engine/core.js';
import {LEVEL} from '../../web/engine/levels.js';
import {NoModule, PageEngine, Superseded} from '../../web/engine/page-engine.js';

const file = path => readFileSync(new URL(`../../${path}`, import.meta.url));
const NAMES = ['base', 'model', 'picture', 'whole'];
const compiled = await Promise.all(
  ['ninefold', 'ninefold-model', 'ninefold-picture', 'ninefold-whole'].map(name =>
    WebAssembly.compile(file(`build/${name}.wasm`)),
  ),
);
const model = new Uint8Array(file('web/model.bin'));

/**
 * A page whose files are counted as they are fetched; it leaves nothing open behind the test.
 * `files`: what some of them are instead, by the names of the levels, and `file` for the model.
 */
function pageFor(t, files = {}) {
  const fetched = [];
  const counted = (name, usual) => async () => {
    fetched.push(name);
    return (files[name] ?? usual)();
  };
  const page = new PageEngine({
    modules: NAMES.map((name, level) => counted(name, () => compiled[level])),
    model: counted('file', () => model),
  });
  t.after(() => page.reset());
  return {page, fetched};
}

const task = (link, more = {}) => ({
  link,
  want: WANT.weights | WANT.check,
  logits: false,
  progress() {},
  ...more,
});

const LONG = '1;n=400'; // takes some steps

test('the engine is fetched once, and is here from then on', async t => {
  const {page, fetched} = pageFor(t);
  assert.equal(page.isHere, false);
  const [one, other] = await Promise.all([page.open(), page.open(LEVEL.model)]);
  assert.equal(one, other);
  assert.notEqual(one.reader, one.maker);
  assert.deepEqual([page.isHere, fetched], [true, ['base']]);
});

test('what did not come is fetched again when it is asked for again', async t => {
  const answers = [() => Promise.reject(new Error('the connection failed')), () => compiled[0]];
  const {page} = pageFor(t, {base: () => answers.shift()()});
  await assert.rejects(page.open(), /the connection failed/);
  assert.equal(page.isHere, false);
  await page.open();
  assert.equal(page.isHere, true);
});

test('a page that is one file has one of the modules, and says if it has none', async t => {
  const none = () => null;
  const levelOf = async (files, level) => (await pageFor(t, files).page.open(level)).maker.level;
  assert.equal(await levelOf({base: none}), LEVEL.model);
  assert.equal(await levelOf({base: none, model: none}), LEVEL.picture);
  assert.equal(await levelOf({base: none, model: none, picture: none}), LEVEL.whole);
  assert.equal(await levelOf({model: none}, LEVEL.model), LEVEL.picture);
  const some = {model: none, picture: none, whole: none};
  assert.equal(await levelOf(some, LEVEL.whole), LEVEL.base);
  const {page} = pageFor(t, {...some, base: none});
  await assert.rejects(page.open(), {message: 'the page came without its engine'});
});

test('what asks for more is served by an engine of that level, and goes on with the model', async t => {
  const {page, fetched} = pageFor(t);
  const {maker} = await page.open();
  await page.reach(LEVEL.base);
  assert.deepEqual([maker.level, fetched], [LEVEL.base, ['base']]);
  await page.openModel();
  const {check} = await page.make(maker, {}, task('1;source=model'));
  assert.deepEqual(await Promise.all([page.reach(LEVEL.whole), page.reach(LEVEL.whole)]), [
    maker,
    maker,
  ]);
  assert.equal(maker.level, LEVEL.whole);
  assert.equal((await page.make(maker, {}, task('1;source=model'))).check, check);
  await page.reach(LEVEL.model);
  assert.equal(maker.level, LEVEL.whole, 'one of a higher level stays');
});

test('an engine of a higher level that is there takes the model', async t => {
  const {page, fetched} = pageFor(t);
  const maker = await page.reach(LEVEL.whole);
  await page.openModel();
  assert.deepEqual([maker.takesModel, fetched], [true, ['whole', 'file']]);
});

test('a page of one file that lacks a level says so, and stays as it was', async t => {
  const {page} = pageFor(t, {whole: () => null});
  const {maker} = await page.open();
  await assert.rejects(page.reach(LEVEL.whole), NoModule);
  assert.equal((await page.make(maker, {}, task('1;n=5'))).link, '1;n=5');
});

test('a module that is none of ours is refused as something else', async t => {
  const empty = () => WebAssembly.compile(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0));
  const {page} = pageFor(t, {base: empty});
  await assert.rejects(page.open(), {message: 'what came in its place is something else'});
});

test('with the model its links are called by its name, in the engines that were there', async t => {
  const {page, fetched} = pageFor(t);
  const {reader, maker} = await page.open();
  const links = page.readerOf(reader);
  assert.equal(links.decode('1;source=model').state.model, '');
  assert.equal(maker.takesModel, false);
  const [name, again] = await Promise.all([page.openModel(), page.openModel()]);
  assert.match(name, /^[0-9a-f]{8}$/);
  assert.deepEqual([again, page.modelName, maker.takesModel], [name, name, true]);
  assert.deepEqual(fetched, ['base', 'file', 'model']);
  assert.equal(links.decode('1;source=model').link, `1;source=model;model=${name}`);
  assert.equal(links.decode('1;source=model;model=00000000').state.model, '00000000');
  assert.equal(links.decode('1;n=5').link, '1;n=5');
  assert.ok(links.table().some(({key}) => key === 'eps'));
});

test('a model that did not come is fetched again when it is asked for again', async t => {
  const answers = [() => Promise.reject(new Error('404')), () => model];
  const {page, fetched} = pageFor(t, {file: () => answers.shift()()});
  await assert.rejects(page.openModel(), /404/);
  assert.equal(page.modelName, '');
  await page.openModel();
  assert.deepEqual(
    fetched.filter(name => name !== 'file'),
    ['model'],
  );
});

test('made anew, a page knows nothing of what it had', async t => {
  const {page, fetched} = pageFor(t);
  await page.openModel();
  const {maker} = await page.open();
  const figure = await page.make(maker, {}, task(LONG));
  page.reset();
  assert.deepEqual([page.isHere, page.modelName], [false, '']);
  assert.equal(page.logitsOf(maker, figure, 0), null);
  assert.notEqual((await page.open()).maker, maker);
  assert.deepEqual(fetched, ['model', 'file', 'base']);
});

test('of one owner the newest figure is made, and the others are given up', async t => {
  const {page} = pageFor(t);
  const {maker} = await page.open();
  const owner = {};
  const first = page.make(maker, owner, task(LONG));
  const second = page.make(maker, owner, task('1;n=5'));
  await assert.rejects(first, Superseded);
  assert.equal((await second).link, '1;n=5');
});

test('owners have their turns one after the other, and hear how far it is', async t => {
  const {page} = pageFor(t);
  const {maker} = await page.open();
  const done = [];
  const shares = [];
  const made = (link, more) => page.make(maker, {}, task(link, more)).then(() => done.push(link));
  await Promise.all([made(LONG, {progress: share => shares.push(share)}), made('1;n=6')]);
  assert.deepEqual(done, [LONG, '1;n=6']);
  assert.ok(shares.length > 0 && shares.every(share => share >= 0 && share <= 1));
  assert.deepEqual(
    [...shares].sort((a, b) => a - b),
    shares,
  );
});

test('what is given up while it waits or while it is made fails as superseded', async t => {
  const {page} = pageFor(t);
  const {maker} = await page.open();
  const [running, waiting, nobody] = [{}, {}, {}];
  let steps = 0;
  const counted = task('1;n=1500', {progress: () => steps++});
  const [one, other] = [running, waiting].map(owner => page.make(maker, owner, counted));
  for (const owner of [waiting, running, nobody]) page.dismiss(owner);
  await assert.rejects(one, Superseded);
  await assert.rejects(other, Superseded);
  assert.equal((await page.make(maker, {}, task('1;n=5'))).link, '1;n=5', 'the queue goes on');
  assert.ok(steps <= 1, `${steps} steps were made of what nobody wanted`);
});

test('a figure that cannot be made keeps none of the others from being made', async t => {
  const {page} = pageFor(t);
  const {maker} = await page.open();
  const [refused, made] = ['1;source=tensors', '1;n=5'].map(link =>
    page.make(maker, {}, task(link)),
  );
  await assert.rejects(refused, {name: 'EngineError'});
  assert.equal((await made).link, '1;n=5');
});

test('logits are those of the figure, which is made again if it is small', async t => {
  const {page} = pageFor(t);
  const {maker} = await page.open();
  const small = await page.make(maker, {}, task('1;n=5'));
  const large = await page.make(maker, {}, task(LONG));
  const other = await page.make(maker, {}, task('1;n=6', {logits: true}));
  await page.breath(); // the queue is told of the last figure's end before this comes back
  assert.equal(page.logitsOf(maker, large, 0), null, 'it would take too long');
  const logits = page.logitsOf(maker, small, 8);
  maker.compute('1;n=5');
  assert.deepEqual(logits, maker.logits(8));
  assert.equal(page.logitsOf(maker, small, 8), logits, 'known the second time');
  assert.equal(page.logitsOf(maker, small, 12), null);
  assert.equal(page.logitsOf(maker, other, 9).length, 36, 'asked for while it was made');
  assert.deepEqual(
    [small, other].map(figure => page.stands(figure)),
    [true, false],
  );
  const anew = t.mock.method(maker, 'compute');
  assert.equal(page.logitsOf(maker, small, 7).length, 25);
  assert.equal(anew.mock.callCount(), 0, 'it is the one that the engine has');
  assert.equal(page.logitsOf(maker, {...small}, 0), null, 'a figure of somebody else');
});

test('the engine is asked about the figure it has, and makes it only if it has another', async t => {
  const {page} = pageFor(t);
  const {maker} = await page.open();
  const figure = await page.make(maker, {}, task('1;n=5', {want: WANT.weights | WANT.measures}));
  const about = {link: '1;n=5', want: WANT.weights | WANT.measures, figure};
  const given = [];
  const ask = (pause, it) => {
    given.push(it === figure);
    return maker.ask('first~p11~gt~0').holds;
  };
  const who = {maker, owner: {}};
  assert.equal(await page.consult(who, about, ask), true);
  assert.equal(await page.consult(who, {...about, figure: null}, ask), true);
  assert.equal(await page.consult(who, about, ask), true);
  assert.deepEqual(given, [true, false, false]);
});

test('what was made again for its logits alone is made whole before it is asked about', async t => {
  const {page} = pageFor(t);
  const {maker} = await page.open();
  const link = '1;n=5;d=32;heads=2';
  const want = WANT.weights | WANT.measures | WANT.check | WANT.keep;
  const figure = await page.make(maker, {}, task(link, {want}));
  await page.make(maker, {}, task('1;n=6;d=32;heads=2', {want}));
  await page.breath();
  assert.equal(page.logitsOf(maker, figure, 8).length, 25);
  const asked = () => maker.ask('first~p11~gt~0');
  const {holds, why} = await page.consult({maker, owner: {}}, {link, want, figure}, asked);
  assert.equal(holds, true, why);
});

test('the arithmetic of a cell is that of its own figure, also after another one', async t => {
  const {page} = pageFor(t);
  const {maker} = await page.open();
  const figure = await page.make(maker, {}, task('1;n=5'));
  const asked = () =>
    page.ask({maker, owner: {}}, figure, engine =>
      arithmeticOf(engine, {panel: 4, query: 3, key: 1}),
    );
  const own = await asked();
  assert.equal(own.weight, figure.panels[4].weights[3 * 5 + 1]);
  await page.make(maker, {}, task('1;n=5;seed=2'));
  assert.deepEqual(await asked(), own);
});

test('a whole figure has three baselines, and weights only where they can be printed', async t => {
  const {page} = pageFor(t);
  const {maker} = await page.open();
  const whole = async link =>
    page.makeWhole(maker, await page.make(maker, {}, task(link)), () => {});
  const small = await whole('1;n=5');
  assert.deepEqual([small.baselines.length, small.panels[0].weights.length], [3, 25]);
  const mixed = await whole('1;figure=mean;n=8~1025~8');
  assert.deepEqual(
    mixed.panels.map(({weights}) => weights !== null),
    [...[true, true, true], ...[false, false, false], ...[true, true, true]],
  );
  assert.match(mixed.check, /^[0-9a-f]{16}$/);
});

test('where there is no room for all weights the rest of a whole figure is made', async t => {
  const {page} = pageFor(t);
  const {maker} = await page.open();
  const figure = await page.make(maker, {}, task('1;n=5'));
  const made = maker.computeInSteps.bind(maker);
  const refusing = error =>
    t.mock.method(maker, 'computeInSteps', (link, want, pause) => {
      if (want & WANT.weights) throw error;
      return made(link, want, pause);
    });
  refusing(new EngineError('There is not enough memory.'));
  const whole = await page.makeWhole(maker, figure, () => {});
  assert.deepEqual([whole.check, whole.panels[0].weights], [figure.check, null]);
  refusing(new Error('something else'));
  await assert.rejects(
    page.makeWhole(maker, figure, () => {}),
    /something else/,
  );
});

test('logits that the engine cannot give now are asked for again later', async t => {
  const {page} = pageFor(t);
  const {maker} = await page.open();
  const figure = await page.make(maker, {}, task('1;n=5'));
  const busy = t.mock.method(maker, 'logits', () => {
    throw new EngineError('There is not enough memory for the logits of this panel.');
  });
  assert.equal(page.logitsOf(maker, figure, 0), null);
  busy.mock.restore();
  assert.equal(page.logitsOf(maker, figure, 0).length, 25);
});

test('memory that little is used of is given back, unless a large figure may be asked about', async t => {
  const {page} = pageFor(t);
  const {maker} = await page.open();
  const renewed = t.mock.method(maker, 'renew');
  const timesAfter = async link => {
    await page.make(maker, {}, task(link));
    return renewed.mock.callCount();
  };
  assert.equal(await timesAfter('1;n=5'), 0, 'as much as at first');
  t.mock.getter(maker, 'memorySize', () => 2 ** 30);
  t.mock.getter(maker, 'memoryInUse', () => 2 ** 27);
  assert.equal(await timesAfter('1;n=5'), 0, 'an eighth is in use');
  t.mock.getter(maker, 'memoryInUse', () => 2 ** 26);
  assert.equal(await timesAfter(LONG), 1, 'before it, and not after it');
  assert.equal(await timesAfter('1;n=5'), 3, 'before it and after it');
  renewed.mock.mockImplementation(() => Promise.reject(new RangeError('no memory')));
  assert.equal((await page.make(maker, {}, task('1;n=6'))).link, '1;n=6', 'it goes on as it is');
});

test('measuring all heads gives way to a figure', async t => {
  const {page} = pageFor(t);
  await page.openModel();
  const {maker} = await page.open();
  const figure = await page.make(maker, {}, task('1;source=model', {want: WANT.measures}));
  const heads = await page.measureHeads(maker, figure);
  assert.deepEqual(heads, await maker.headsInSteps(async () => {}));
  const giving = page.measureHeads(maker, figure);
  const made = page.make(maker, {}, task('1;n=5'));
  await assert.rejects(giving, Superseded);
  assert.equal((await made).link, '1;n=5');
});

test('figures made beside the last one leave it to be asked about, and give way to others', async t => {
  const {page} = pageFor(t);
  await page.openModel();
  const {maker} = await page.open();
  const figure = await page.make(maker, {}, task('1;source=model'));
  const links = ['1;source=model;eps=1', '1;n=5', '1;n=6', LONG];
  const want = WANT.measures | WANT.prediction;
  const made = [];
  const series = (owner, list) =>
    page.makeSeries(maker, owner, {links: list, want}, ({link, panels}, i) =>
      made.push([i, link, panels[0].measures.first]),
    );
  await series({}, links);
  const alone = links.map(link => maker.compute(link, want).panels[0].measures.first);
  assert.deepEqual(
    made.map(([i, , first]) => [i, first]),
    [...alone.entries()],
  );
  await page.make(maker, {}, task('1;source=model'));
  made.length = 0;
  const giving = series({}, links);
  const other = page.make(maker, {}, task('1;n=7'));
  await assert.rejects(giving, Superseded);
  assert.equal((await other).link, '1;n=7');
  assert.ok(made.length < links.length);
  assert.equal(page.stands(figure), false);
  const last = await other;
  await series({}, ['1;n=8']);
  assert.equal(page.stands(last), true);
});

test('work that gives way does so to figures and not to its like', async t => {
  const {page} = pageFor(t);
  const {maker} = await page.open();
  const told = [];
  const series = name =>
    page.makeSeries(maker, {}, {links: ['1;n=5', '1;n=6'], want: WANT.measures}, () =>
      told.push(name),
    );
  await Promise.all([series('first'), series('second')]);
  assert.deepEqual(told, ['first', 'first', 'second', 'second']);
});

test('an engine beside the first that could not be started is tried again', async t => {
  const {page} = pageFor(t);
  const {maker} = await page.open();
  const twin = t.mock.method(maker, 'twin', () => Promise.reject(new RangeError('no memory')));
  const series = () =>
    page.makeSeries(maker, {}, {links: ['1;n=5'], want: WANT.measures}, () => {});
  await assert.rejects(series(), /no memory/);
  twin.mock.restore();
  await series();
});

// ---- What the reader brings --------------------------------------------------------------------

test('tensors of the reader are held by the engine that takes them, and have names', async t => {
  const {page, fetched} = pageFor(t);
  const numbers = Float32Array.from({length: 12}, (_, i) => (i % 5) - 2);
  const tensors = {heads: 1, d: 4, inputs: [{tokens: 3, q: numbers, k: numbers, v: numbers}]};
  const about = {file: 'head.npz', keyHeads: 1};
  assert.equal(page.tensors, null);
  const give = engine => bringTensors(engine, tensors);
  await page.bringTensors(give, {tokens: 3, about}, 'half.4.10000');
  const {names, tokens} = page.tensors;
  assert.deepEqual(
    [tokens, page.tensors.about, [...names.keys()]],
    [3, about, ['', 'half.4.10000']],
  );
  const [plain, turned] = names.values();
  for (const name of [plain, turned]) assert.match(name, /^[0-9a-f]{8}$/);
  assert.notEqual(plain, turned);
  assert.ok(fetched.includes('whole'), fetched.join());
  const {maker} = await page.open();
  const of = task('1;source=tensors', {want: WANT.check});
  const {check} = await page.make(maker, {}, of);
  await maker.renew();
  assert.equal((await page.make(maker, {}, of)).check, check, 'they are there in a new memory too');
});

test('a model of the reader takes the place of the last one, and measures its heads', async t => {
  const {page} = pageFor(t);
  const {maker} = await page.open(LEVEL.model);
  const told = [];
  const own = name => ({
    name,
    use: () => told.push(`use ${name}`),
    close: () => told.push(`close ${name}`),
    heads: async link => [link],
  });
  await page.adopt(own('12345678'));
  assert.equal(page.own.name, '12345678');
  assert.equal(page.isOwn({source: 'model', model: '12345678'}), true);
  assert.equal(page.isOwn({source: 'model', model: '87654321'}), false);
  assert.equal(page.isOwn({source: 'tensors', model: '12345678'}), false);
  const link = '1;source=model;model=12345678;text1=a';
  assert.deepEqual(await page.measureHeads(maker, {link}), [link]);
  await page.adopt(own('87654321'));
  await page.adopt(null);
  assert.equal(page.own, null);
  const expected = ['use 12345678', 'close 12345678', 'use 87654321', 'close 87654321'];
  assert.deepEqual(told, expected);
});
