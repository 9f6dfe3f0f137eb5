// The engine of the npm package, as it is given away: what its types promise is there, and what it
// cannot use is refused in one sentence.
import assert from 'node:assert/strict';
import {readFileSync, readdirSync} from 'node:fs';
import {createServer} from 'node:http';
import test from 'node:test';
import {CAUSES} from '../../build/made/causes.js';
import {USES} from '../../build/made/constants.js';
import {repository} from '../../web/site/shell.mjs';
import {manifest} from '../tools/package.mjs';
import {asSaid} from './lib/words.mjs';

const given = name => new URL(`../../build/package/${name}`, import.meta.url);
const bytes = name => readFileSync(given(name));
const {EngineError, WANT, load} = await import(given('engine.js'));
const typesOf = name => readFileSync(given(`types/${name}.d.ts`), 'utf8');

const smaller = await load(bytes('ninefold.wasm'));
const larger = await load(bytes('ninefold-model.wasm'));

/** Refused with an EngineError in one sentence, which is this. */
const refused = (act, message) => {
  assert.match(message, /^[^\n]+\.$/);
  const expected = {name: 'EngineError', message};
  if (act instanceof Promise) return assert.rejects(act, expected);
  return assert.throws(act, expected);
};

// ---- What is promised

/** The methods of an engine that its types name. */
function promised() {
  const methods = ['core', 'engine'].flatMap(name => {
    const declared = typesOf(`engine/${name}`);
    const body = declared.slice(declared.search(/class (Core|Engine) /));
    return [...body.matchAll(/^ {4}(\w+)\(/gm)].map(([, method]) => method);
  });
  assert.ok(methods.length >= 17, methods.join());
  return [...new Set(methods)].filter(name => name !== 'constructor');
}

test('every method and measure that the types name is there', () => {
  const methods = promised();
  for (const name of methods) assert.equal(typeof larger[name], 'function', name);
  const union = /type Measure =([^;]*);/.exec(typesOf('made/constants'))[1];
  assert.deepEqual(union.match(/\w+/g), larger.measureNames);
  assert.deepEqual(Object.keys(larger.compute('1').panels[0].measures), larger.measureNames);
});

test('what is wanted is made, and nothing else', () => {
  larger.bringModel(bytes('model.bin'));
  const made = (link, want) => larger.compute(link, want).panels[0];
  assert.equal(made('1', WANT.measures).weights, null);
  assert.equal(made('1', WANT.weights).weights.length, 256);
  assert.equal(made('1', WANT.weights).measures.first, null);
  assert.equal(made('1', WANT.outputs).norm.length, 16);
  assert.equal(made('1', WANT.cells).cells.length, 256);
  assert.equal(larger.compute('1', WANT.weights).check, null);
  assert.equal(made('1;source=model').prediction, null);
  assert.equal(made('1;source=model', WANT.prediction).prediction.after.length, 5);
});

test('an error keeps its name where scripts are made small', () => {
  const error = new EngineError('No.');
  assert.deepEqual([error.name, String(error)], ['EngineError', 'EngineError: No.']);
  assert.ok(error instanceof Error && /^EngineError: No\./.test(error.stack));
});

// ---- What is refused

test('the smaller module takes no model, and says which one does', () => {
  assert.deepEqual([smaller.takesModel, larger.takesModel], [false, true]);
  refused(
    () => smaller.bringModel(bytes('model.bin')),
    'ninefold.wasm takes no model: load ninefold-model.wasm, which does.',
  );
});

test('the two smaller modules take no tensors, and say which one does', async () => {
  const x = new Float32Array(16);
  const tensors = {heads: 1, d: 8, inputs: [{tokens: 2, q: x, k: x, v: x}]};
  for (const engine of [smaller, larger]) {
    assert.equal(engine.takesTensors, false);
    refused(
      () => engine.bring(tensors),
      'This module takes no tensors of your own: load ninefold-whole.wasm, which does.',
    );
    assert.throws(
      () => engine.compute('1;source=tensors'),
      ({fault}) => fault.cause === 'no-tensors',
    );
  }
  const whole = await load(bytes('ninefold-whole.wasm'));
  whole.bring(tensors);
  assert.equal(whole.compute('1;source=tensors').panels[0].rows, 2);
  whole.close();
});

test('the model may come as an array of bytes or as a buffer', async () => {
  const {check} = larger.compute('1;source=model');
  const file = bytes('model.bin');
  const another = await load(bytes('ninefold-model.wasm'));
  another.bringModel(file.buffer.slice(file.byteOffset, file.byteOffset + file.length));
  assert.equal(another.compute('1;source=model').check, check);
  another.close();
});

const no = 'The engine was not loaded';
const HTML = '\ufeff \n<!DOCTYPE html><title>Not found</title>';

test('what is loaded and is no WebAssembly is named, with its address', async () => {
  const server = createServer((request, response) => {
    const status = request.url === '/gone.wasm' ? 404 : 200;
    response.writeHead(status, {'Content-Type': 'application/wasm'});
    response.end(request.url === '/other.wasm' ? 'WASM' : HTML);
  });
  await new Promise(done => server.listen(0, '127.0.0.1', done));
  const at = name => `http://127.0.0.1:${server.address().port}/${name}.wasm`;
  try {
    await refused(load(fetch(at('gone'))), `${no}: the server answered 404 for ${at('gone')}.`);
    await refused(load(fetch(at('page'))), `${no}: ${at('page')} is not WebAssembly but HTML.`);
    await refused(
      load(await fetch(at('other'))),
      `${no}: ${at('other')} is not WebAssembly but something else.`,
    );
  } finally {
    server.closeAllConnections();
    server.close();
  }
  await refused(load(new Response(HTML)), `${no}: the response is not WebAssembly but HTML.`);
  await refused(
    load(new TextEncoder().encode(HTML)),
    `${no}: what was given is not WebAssembly but HTML.`,
  );
  await refused(
    load(new ArrayBuffer(0)),
    `${no}: what was given is not WebAssembly but something else.`,
  );
});

test('what is nothing to load is named', async () => {
  const takes =
    'load() takes the bytes of ninefold.wasm, a WebAssembly.Module, or what fetch() ' + 'gives';
  await refused(load('/ninefold.wasm'), `${takes}; given was "/ninefold.wasm".`);
  await refused(load(undefined), `${takes}; given was undefined.`);
});

test('what loads still does: bytes, a part of a buffer, a module, a response', async () => {
  const file = bytes('ninefold.wasm');
  const around = new Uint8Array(file.length + 9);
  around.set(file, 5);
  const part = around.subarray(5, 5 + file.length);
  const module = await WebAssembly.compile(file);
  for (const source of [part, module, new Response(file)]) {
    const engine = await load(source);
    assert.equal(engine.check('1;seed=7'), smaller.check('1;seed=7'));
    engine.close();
  }
});

test('a link or a statement that is no text is refused, and changes nothing', () => {
  const before = smaller.compute('1;seed=3;n=5');
  for (const [link, said] of [
    [undefined, 'undefined'],
    [null, 'null'],
    [7, '7'],
  ])
    for (const name of ['compute', 'decode', 'check'])
      refused(() => smaller[name](link), `A link is a text, as "1;seed=7"; given was ${said}.`);
  refused(
    () => smaller.ask(undefined),
    'A statement is a text, as "first~p31~gt~0.95"; given was undefined.',
  );
  assert.equal(smaller.ask('level~p11~gt~0').number, before.panels[0].measures.level);
});

test('a text that is no link is reported: the figure is that of the link 1', () => {
  const {link, check, verdict, ignored} = smaller.compute('rubbish');
  assert.deepEqual([link, check, verdict], ['1', smaller.check('1'), 'unchecked']);
  const [{key, read, used}, ...more] = ignored;
  assert.deepEqual([key, read, used, more], ['format', 'rubbish', '1', []]);
  assert.equal(smaller.decode('rubbish').lossless, false);
  assert.equal(smaller.decode('1;seed=7').lossless, true);
});

test('what is wanted is a sum of WANT, and nothing else is taken for one', async () => {
  const why = 'What is wanted is a sum of WANT; given was';
  for (const [want, said] of [
    ['check', '"check"'],
    [null, 'null'],
    [0.5, '0.5'],
  ]) {
    refused(() => smaller.compute('1', want), `${why} ${said}.`);
    await refused(
      smaller.computeInSteps('1', want, async () => {}),
      `${why} ${said}.`,
    );
  }
});

test('before a figure was computed, that is why nothing is known of it', async () => {
  const engine = await load(bytes('ninefold.wasm'));
  const {holds, cause, why} = engine.ask('first~p31~gt~0.95');
  const nothing = asSaid('Nothing has been computed yet.');
  assert.deepEqual([holds, cause, why], [null, 'nothing-computed', nothing]);
  refused(() => engine.logits(0), nothing);
  engine.close();
});

/** What each method is called with, where it takes something. */
const GIVEN = {
  ask: ['first~p31~gt~0.95'],
  bring: [{heads: 1, d: 1, inputs: []}],
  bringModel: [new Uint8Array(8)],
  check: ['1'],
  compute: ['1'],
  computeInSteps: ['1', WANT.check, async () => {}],
  decode: ['1'],
  headsInSteps: [async () => {}],
};

test('an engine that was closed says so, whatever it is asked; it may be closed twice', async () => {
  const engine = await load(bytes('ninefold-whole.wasm'));
  engine.compute('1');
  engine.close();
  engine.close();
  for (const name of promised().filter(method => method !== 'close'))
    await assert.rejects(
      async () => engine[name](...(GIVEN[name] ?? [0, 0, 0])),
      {name: 'EngineError', message: 'This engine was closed.'},
      name,
    );
  for (const name of ['memorySize', 'memoryInUse'])
    refused(() => engine[name], 'This engine was closed.');
});

test('an engine that is closed while it computes says so', async () => {
  const engine = await load(bytes('ninefold.wasm'));
  const stepped = engine.computeInSteps('1;n=600', WANT.measures, async () => engine.close());
  await refused(stepped, 'This engine was closed.');
});

test('an engine that is closed while it begins anew stays closed', async () => {
  const engine = await load(bytes('ninefold.wasm'));
  const renewed = engine.renew();
  engine.close();
  await refused(renewed, 'This engine was closed.');
  refused(() => engine.decode('1'), 'This engine was closed.');
});

// ---- How it is put together

test('bundlers are told of imports that they cannot follow', () => {
  const scripts = readdirSync(given('.')).filter(name => name.endsWith('.js'));
  const open = scripts.flatMap(
    name => String(bytes(name)).match(/\bimport\((?!["'])[^]{0,60}/g) ?? [],
  );
  assert.ok(open.length > 0);
  for (const place of open) assert.match(place, /^import\(\s*\/\* @vite-ignore \*\//);
});

test('its reference has every key, measure, cause and use, and the messages of a frame', () => {
  const reference = String(bytes('REFERENCE.md'));
  assert.match(String(bytes('README.md')), /`REFERENCE\.md`, beside this file/);
  const names = [...reference.matchAll(/(?<=^\| |[ ,:]+)`([\w-]+)`/gm)].map(([, name]) => name);
  const all = [
    ...Object.keys(smaller.decode('1').state),
    ...smaller.measureNames,
    ...[...CAUSES, ...USES].filter(Boolean),
    ...['change', 'failed', 'misunderstood', 'answer', 'height', 'set', 'get', 'keys'],
  ];
  assert.ok(all.length > 150, `${all.length} names`);
  for (const name of all) assert.ok(names.includes(name), name);
  assert.match(reference, /^\| `peak` \| .* \| largest A_i max_j w_ij over rows i ≥ 4 \|$/m);
  assert.doesNotMatch(reference, /<\/?[a-z]|&[a-z]+;|undefined/);
  for (const form of ['says~PLACE~is~BYTES', 'prediction~PLACE~COMPARISON~NUMBER'])
    assert.ok(reference.includes(`\`${form}\``), form);
  const statements = /^## Statements$[^]*?^## /m.exec(reference)?.[0] ?? '';
  const examples = [...statements.matchAll(/^\| `([^`]*~[^`]*)` \|/gm)].map(([, said]) => said);
  assert.ok(examples.length >= 8, `${examples.length} examples`);
  for (const said of examples) {
    const {ignored, state} = smaller.decode(`1;ask1=${said}`);
    assert.deepEqual([ignored, state.ask1], [[], said]);
  }
});

// ---- Where it is from

test('the package says where it is at home only if the build was told', () => {
  const at = (homepage, sources) => manifest({homepage, sources});
  const {homepage, repository: sources, keywords, sideEffects, engines} = at('', '');
  assert.deepEqual([homepage, sources], [undefined, undefined]);
  assert.ok(keywords.length > 3 && engines.node);
  assert.deepEqual(sideEffects, ['./nine-fold.js']);
  const home = 'https://example.org/nine/';
  const url = 'https://example.org/ninefold.git';
  const told = at(home, url);
  assert.deepEqual([told.homepage, told.repository], [home, {type: 'git', url}]);
  assert.equal(repository(''), '');
  const allowed = /NINEFOLD_REPOSITORY: read .* allowed: an https address/;
  for (const said of [
    'example.org/n',
    'http://example.org/n',
    'https://example.org',
    'https://a@b/c',
    'https://a/b c',
  ])
    assert.throws(() => repository(said), allowed, said);
});
