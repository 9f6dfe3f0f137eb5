// What the page says, and what it does, when a file it needs or the model does not come, and when a
// figure cannot be made.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {createServer} from 'node:http';
import {join} from 'node:path';
import {test} from 'node:test';
import {SITE, assertFaults, drive, open, useBrowser} from './lib/browser.mjs';
import {abort, assertSentence, broken, missing, status} from './lib/failing.mjs';
import {panels} from '../node/lib/engine.mjs';
const shared = useBrowser();
const LINK = '1;seed=3';

const garbage = route => route.fulfill({status: 200, body: 'not what was asked for'});

for (const [way, how, expect] of [
  ['does not arrive', abort, [/ninefold.wasm/, /console/]],
  ['is missing', missing, [/404/, /console/]],
  ['is something else', garbage, []],
]) {
  const file = broken('ninefold.wasm', how);
  drive(
    `the engine ${way}: a sentence, and trying again works`,
    shared,
    {link: null, prepare: file.prepare, expect},
    async (nine, page) => {
      await page.goto(`${nine.address}#${LINK}`);
      const again = page.getByRole('button', {name: /again/i});
      await again.waitFor();
      assertSentence(await status(page).innerText(), /engine|calculat|comput/i);
      file.mended = true;
      await again.click();
      await nine.settle();
      assert.equal((await nine.figure()).check, panels(LINK).check);
      await status(page)
        .filter({hasText: /engine/i})
        .waitFor({state: 'hidden'});
    },
  );
}

const NOT_THERE = [
  [
    'ninefold.wasm',
    LINK,
    'The engine that computes the figure could not be started: the server answered 404 for /ninefold.wasm.',
  ],
  [
    'model.bin',
    '1;source=model',
    'The trained model did not arrive: the server answered 404 for /model.bin.',
  ],
];

for (const [name, link, sentence] of NOT_THERE) {
  const file = broken(name, missing);
  drive(
    `ready without ${name} fails in a sentence; asked again, it tries again`,
    shared,
    {link: null, prepare: file.prepare, expect: [/404/, /console/]},
    async (nine, page) => {
      await page.goto(`${nine.address}#${link}`);
      const asked = () =>
        nine.element.evaluate(element =>
          element.ready.then(
            ({check}) => check,
            ({name, message, cause}) => [name, message, cause instanceof Error],
          ),
        );
      for (let i = 0; i < 3; i++) assert.deepEqual(await asked(), ['Error', sentence, true]);
      file.mended = true;
      assert.equal(await asked(), panels(link).check);
    },
  );
}

for (const [way, how, expect] of [
  ['does not arrive', abort, [/model.bin/, /console/]],
  ['is missing', missing, [/404/, /console/]],
  ['is something else', garbage, []],
]) {
  const file = broken('model.bin', how);
  drive(
    `the model ${way}: a sentence, heads made by hand still work, and trying again too`,
    shared,
    {link: null, prepare: file.prepare, expect},
    async (nine, page) => {
      await page.goto(nine.address);
      const without = page.getByRole('button', {name: /hand|without/i}).first();
      await without.waitFor();
      assertSentence(await status(page).innerText(), /model/i);
      await without.click();
      await nine.settle();
      assert.equal(await nine.value('source'), null, 'a synthetic head');
      file.mended = true;
      await nine.element.evaluate(element => {
        element.link = '1;source=model';
      });
      await nine.settle();
      assert.equal((await nine.figure()).check, panels('1;source=model').check);
    },
  );
}

const flipped = name => {
  const bytes = readFileSync(join(SITE, name));
  bytes[bytes.length >> 1] ^= 4;
  return bytes;
};

for (const [name, link, what] of [
  ['ninefold.wasm', LINK, /engine/],
  ['ninefold-model.wasm', '', /engine/],
  ['model.bin', '', /model/],
]) {
  const file = broken(name, route => route.fulfill({body: flipped(name)}));
  drive(
    `one bit of ${name} changed: it is not used, and it is said that the file is another one`,
    shared,
    {link: null, prepare: file.prepare},
    async (nine, page) => {
      await page.goto(`${nine.address}#${link}`);
      const problem = status(page).locator('.problem p');
      await problem
        .filter({hasText: `${name} is not the file that this page was made with`})
        .waitFor();
      assertSentence(await problem.innerText(), what);
      assert.doesNotMatch(await problem.innerText(), /connection/);
      assert.equal(await page.getByRole('button', {name: 'Reload the page'}).count(), 1);
    },
  );
}

/** A page of http, of another machine, may not compute hashes: the browser itself does it. */
async function withoutHashes(page) {
  await page.addInitScript(() => Object.defineProperty(crypto, 'subtle', {value: undefined}));
  await page.route('**/ninefold.wasm', route => route.fulfill({body: flipped('ninefold.wasm')}));
}

drive(
  'where a page may not compute hashes another file is found all the same',
  shared,
  {link: '', prepare: withoutHashes, expect: [/integrity/, /SRI/]},
  async (nine, page) => {
    await page.goto(`${nine.address}?another#${LINK}`);
    await status(page)
      .filter({hasText: 'ninefold.wasm is not the file that this page was made'})
      .waitFor();
  },
);

/** The site on a host that sent another engine once, and told browsers to keep it. */
async function forgetful(origin) {
  let first = true;
  const server = createServer(async ({url}, response) => {
    const isOld = first && url.endsWith('ninefold.wasm');
    first &&= !isOld;
    if (isOld) {
      response.writeHead(200, {'Cache-Control': 'max-age=86400'}).end('the engine of another day');
      return;
    }
    const answer = await fetch(new URL(url, origin));
    const type = answer.headers.get('content-type');
    response.writeHead(answer.status, {'Content-Type': type});
    response.end(Buffer.from(await answer.arrayBuffer()));
  });
  await new Promise(done => {
    server.listen(0, '127.0.0.1', done);
  });
  return {address: `http://127.0.0.1:${server.address().port}/`, close: () => server.close()};
}

test('what a cache has kept from another day is fetched anew, and nothing is said', async () => {
  const server = await forgetful(shared.server.address);
  const {nine, page, context, faults} = await open({...shared, server}, {link: LINK});
  assert.equal((await nine.figure()).check, panels(LINK).check);
  assert.equal((await status(page).innerText()).trim(), '');
  assertFaults(faults, []);
  await context.close();
  server.close();
});

/** What never comes, until it is let go. */
function held(files) {
  let release = () => {};
  const free = new Promise(done => {
    release = done;
  });
  const wait = async route => {
    await free;
    await route.continue();
  };
  return {prepare: page => page.route(`**/${files}`, wait), release: () => release()};
}

const BOTH = '{ninefold-model.wasm,model.bin}';
const HELD = [
  ['ninefold.wasm', LINK, /Still waiting for the engine .*\(ninefold.wasm\)/],
  [BOTH, '', /Still waiting for the engine .*\(ninefold-model.wasm and model.bin\)/],
  ['model.bin', '', /Still waiting for the trained model \(model.bin\)/],
  ['share-*.js', LINK, /Still waiting for .* needed for citing/],
];

for (const [files, link, told] of HELD) {
  const {prepare, release} = held(files);
  drive(
    `while ${files} does not come it is said what is waited for, and then no longer`,
    shared,
    {link: null, prepare},
    async (nine, page) => {
      await page.goto(`${nine.address}#${link}`);
      if (/share/.test(files)) await page.getByRole('button', {name: 'Cite'}).click();
      await status(page).filter({hasText: told}).waitFor();
      assertSentence(await status(page).locator('.problem p').innerText(), told);
      release();
      await nine.settle();
      await status(page).filter({hasText: told}).waitFor({state: 'hidden'});
      assert.equal((await status(page).innerText()).trim(), '');
    },
  );
}

// ---- The model and its figures -------------------------------------------------------------------

/** How often the model was asked for, while it does not arrive. */
function modelAsked(page) {
  const asked = [];
  page.on('request', request => {
    if (request.url().endsWith('model.bin')) asked.push(request.url());
  });
  return asked;
}

/**
 * The network comes back; what is asked for then has been asked for before what is asked for after
 * it.
 */
async function comeOnline(page) {
  const [later] = await Promise.all([
    page.waitForRequest(/later$/),
    page.evaluate(async () => {
      dispatchEvent(new Event('online'));
      await new Promise(done => setTimeout(done));
      await fetch('index.html?later');
    }),
  ]);
  await later.response();
}

const away = broken('model.bin', abort);
drive(
  'the model is asked for again when the network comes back',
  shared,
  {link: null, prepare: away.prepare, expect: [/model.bin/, /console/]},
  async (nine, page) => {
    await page.goto(nine.address);
    await status(page).filter({hasText: /model/i}).waitFor();
    away.mended = true;
    await comeOnline(page);
    await nine.settleAt((await nine.element.evaluate(element => element.ready)).link);
    assert.match(await nine.link(), /^1;source=model;head=7;.*;model=/);
    const asked = modelAsked(page);
    await comeOnline(page);
    assert.deepEqual(asked, [], 'once it is here, no more');
  },
);

for (const [way, act] of [
  [
    'a head made by hand was chosen',
    page => page.getByRole('button', {name: /hand/i}).first().click(),
  ],
  [
    'its element has left the page',
    page => page.evaluate(() => document.querySelector('nine-fold').remove()),
  ],
])
  drive(
    `the model is not asked for again where ${way}`,
    shared,
    {link: null, prepare: broken('model.bin', abort).prepare, expect: [/model.bin/, /console/]},
    async (nine, page) => {
      await page.goto(nine.address);
      await status(page).filter({hasText: /model/i}).waitFor();
      await act(page);
      const asked = modelAsked(page);
      await comeOnline(page);
      assert.deepEqual(asked, []);
    },
  );

drive(
  'a link to another model is not checked, and says so',
  shared,
  {link: null},
  async (nine, page) => {
    await page.goto(`${nine.address}#1;source=model;model=00000000;check=0123456789abcdef`);
    await status(page).filter({hasText: /model/i}).waitFor();
    assertSentence(await status(page).innerText(), /model/i);
    await nine.element
      .locator('.proof')
      .filter({hasText: /^Not checked/})
      .waitFor();
  },
);

drive(
  'a figure that cannot be made is refused in a sentence, and the last one stays',
  shared,
  {link: LINK},
  async (nine, page) => {
    await nine.element.evaluate(element => {
      element.link = '1;source=tensors;file=0123abcd';
    });
    await status(page)
      .filter({hasText: /tensors|file/i})
      .waitFor();
    assertSentence(await status(page).innerText(), /tensors|file/i);
    assert.equal((await nine.figure()).panels[0].rows, 16, 'the last figure stays');
    await nine.element.evaluate(element => {
      element.link = '1;seed=4';
    });
    await nine.settle();
    assert.equal((await nine.figure()).check, panels('1;seed=4').check);
  },
);
