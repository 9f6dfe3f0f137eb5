// What the page says, and what it does, when a part of it does not come or goes away.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {createServer} from 'node:http';
import {join} from 'node:path';
import {test} from 'node:test';
import {SITE, assertFaults, drive, open, useBrowser} from './lib/browser.mjs';
import {KEEP_WEBGL, NO_WEBGL} from './lib/webgl.mjs';
import {panels} from '../node/lib/engine.mjs';

const shared = useBrowser();
const LINK = '1;seed=3';

const status = page => page.locator('nine-fold').locator('.notices').first();

/** A sentence for people: not a class name, a stack or a code alone. */
function assertSentence(text, mustHave) {
  assert.match(text, mustHave);
  assert.match(text, /^[A-Z“][^\n]{15,300}[.:]/, `a sentence: ${text}`);
  assert.doesNotMatch(text, /undefined|null|TypeError|CompileError|\[object|\bat \w+ \(/, text);
}

// ---- Something does not come -------------------------------------------------------------------

/** Keeps a file from arriving until `mend` is called. */
function broken(file, how) {
  const state = {
    mended: false,
    prepare: page =>
      page.route(`**/${file}`, route => (state.mended ? route.continue() : how(route))),
  };
  return state;
}

const abort = route => route.abort('failed');
const missing = route => route.fulfill({status: 404, body: 'not found'});
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

// ---- The page's own scripts --------------------------------------------------------------------

/** A question whose figure is not the one that the bare address opens. */
const TASK = '1;seed=7;n=5;question=What_is_this;ask1=first~p31~gt~0.95';

const main = () => readFileSync(join(SITE, 'main.js'), 'utf8');
const script = make => route => route.fulfill({contentType: 'text/javascript', body: make()});
const WAYS = [
  ['is missing', missing, [/404/, /console/]],
  ['does not arrive', abort, [/main.js/, /console/]],
  ['is cut off', script(() => main().slice(0, 400)), [/exception/]],
  ['is a page', route => route.fulfill({contentType: 'text/html', body: '<p>Sign in'}), [/MIME/]],
  [
    'is of the day before, and its parts are gone',
    script(() => main().replace(/chunk-\w+\.js/, 'chunk-GONEGONE.js')),
    [/404/, /console/],
  ],
];

for (const [way, how, expect] of WAYS)
  drive(
    `main.js ${way}: no figure is shown of a link that nobody has read, but a sentence`,
    shared,
    {link: null, prepare: broken('main.js', how).prepare, expect},
    async (nine, page) => {
      await page.goto(`${nine.address}#${TASK}`);
      await page.getByText(/which have not started here/).waitFor();
      assertSentence(await page.locator('nine-fold').innerText(), /reload the page/);
      assert.equal(await nine.element.evaluate(element => element.shadowRoot), null);
    },
  );

const press = (role, name) => page => page.getByRole(role, {name}).click();
const unfold = text => page => page.getByText(text).click();
const named = (role, name) => page => page.getByRole(role, {name, exact: true}).first();

/** Parts that are fetched when they are needed: file, for what, what asks for it, what it shows. */
const PIECES = [
  ['share', 'citing', press('button', 'Cite'), named('textbox', 'BibTeX')],
  ['dialog', 'embedding', press('button', 'Embed'), named('dialog')],
  ['answers', 'the answers', unfold('Why do Query and Key look alike?'), named('math'), 2],
  [
    'making',
    'making a question',
    press('button', /^Make a question/),
    named('group', 'Make a question'),
  ],
  ['pane', 'the readings', press('button', /^Can you trust/), named('navigation', 'Descriptions')],
  ['numbers', 'the table', unfold('Numbers of a panel as a table'), named('table')],
  ['play', 'playing', press('button', /^Play/), page => page.locator('.play[aria-pressed=true]')],
];

for (const [file, what, act, there, again = 1] of PIECES) {
  const piece = broken(`${file}-*.js`, missing);
  const expect = [/404/, /console/];
  drive(
    `what is needed for ${what} is gone: to be reloaded, and a second try works`,
    shared,
    {link: LINK, prepare: piece.prepare, expect},
    async (nine, page) => {
      await act(page);
      const problem = status(page).locator('.problem p');
      await problem.filter({hasText: `needed for ${what},`}).waitFor();
      assertSentence(await problem.innerText(), /the page was updated. Reload it/);
      assert.doesNotMatch(await problem.innerText(), /connection|out of date/);
      assert.equal(await page.getByRole('button', {name: 'Reload the page'}).count(), 1);
      piece.mended = true;
      for (let i = 0; i < again; i++) await act(page);
      await there(page).waitFor();
      await problem.waitFor({state: 'hidden'});
    },
  );
}

drive(
  'what was said of a part that is missing stands when another figure is made',
  shared,
  {link: LINK, prepare: broken('share-*.js', missing).prepare, expect: [/404/, /console/]},
  async (nine, page) => {
    await page.getByRole('button', {name: 'Cite'}).click();
    const problem = status(page).locator('.problem p').filter({hasText: 'needed for citing,'});
    await problem.waitFor();
    const before = (await nine.figure()).link;
    await nine.epsilon().press('ArrowLeft');
    await nine.settle();
    assert.notEqual((await nine.figure()).link, before);
    assert.equal(await problem.count(), 1);
    await page.getByRole('button', {name: 'Close', exact: true}).click();
    await problem.waitFor({state: 'detached'});
  },
);

const phone = {viewport: {width: 390, height: 844}};
drive(
  'on a phone what is said of a part that is missing comes into sight',
  shared,
  {
    link: LINK,
    context: phone,
    prepare: broken('share-*.js', missing).prepare,
    expect: [/404/, /console/],
  },
  async (nine, page) => {
    await page.getByRole('button', {name: 'Cite'}).click();
    const problem = status(page).locator('.problem p');
    await problem.filter({hasText: 'needed for citing,'}).waitFor();
    const {y, height} = await problem.boundingBox();
    assert.ok(y >= 0 && y + height <= phone.viewport.height, `from ${y}, ${height} high`);
  },
);

drive(
  'without a connection a part that is needed says that, and no more',
  shared,
  {link: LINK, expect: [/share/, /console/, /chunk/]},
  async (nine, page) => {
    await page.route('**/*.js', abort);
    await page.getByRole('button', {name: 'Cite'}).click();
    await status(page)
      .filter({hasText: /citing, did not come: the connection failed/})
      .waitFor();
  },
);

drive(
  'a question that cannot be shown is named',
  shared,
  {link: TASK, prepare: broken('asking-*.js', missing).prepare, expect: [/404/, /console/]},
  (nine, page) => status(page).filter({hasText: 'for the question of this link,'}).waitFor(),
);

const pane = broken('pane-*.js', missing);
drive(
  'readings that do not come stay in the address, so that reloading brings them',
  shared,
  {link: null, prepare: pane.prepare, expect: [/404/, /console/]},
  async (nine, page) => {
    await page.goto(`${nine.address}?reading=mean`);
    await status(page).filter({hasText: 'needed for the readings,'}).waitFor();
    await nine.settle();
    assert.match(page.url(), /reading=mean/);
    pane.mended = true;
    await page.getByRole('button', {name: 'Reload the page'}).click();
    await named('navigation', 'Descriptions')(page).waitFor();
    assert.match(page.url(), /reading=mean/);
  },
);

const map = broken('heads-*.js', missing);
drive(
  'a map of heads that does not load says so, and can be tried again',
  shared,
  {link: '', prepare: map.prepare, expect: [/404/, /console/]},
  async (nine, page) => {
    const refused = nine.element.getByText('The map of heads could not be made.');
    await refused.waitFor();
    await status(page).filter({hasText: 'needed for the map of heads,'}).waitFor();
    map.mended = true;
    await nine.element.getByRole('button', {name: 'Try again'}).first().click();
    await nine.element.getByRole('radiogroup', {name: 'Layers and heads'}).waitFor();
    assert.equal(await refused.count(), 0);
    assert.equal((await status(page).innerText()).trim(), '');
  },
);

drive(
  'in a frame that cannot hear the page around it that is said, and the figure comes',
  shared,
  {link: null, prepare: broken('frame-*.js', missing).prepare, expect: [/404/, /console/]},
  async (nine, page) => {
    await page.goto(`${nine.address}?embed#${LINK}`);
    await page.getByText(/do not hear each other/).waitFor();
    await nine.settle();
    assert.equal((await nine.figure()).check, panels(LINK).check);
  },
);

// ---- What the browser does not have ------------------------------------------------------------

const FULL = page =>
  page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });

drive(
  'with a full storage the theme is chosen all the same',
  shared,
  {link: LINK, prepare: FULL},
  async (nine, page) => {
    await page.getByRole('button', {name: /^Theme/}).click();
    await page.getByRole('button', {name: 'Theme: dark'}).waitFor();
    assert.equal(await nine.element.getAttribute('theme'), 'dark');
    assert.equal((await status(page).innerText()).trim(), '');
  },
);

drive(
  'a theme that is set from outside stands on the button',
  shared,
  {link: LINK},
  async (nine, page) => {
    for (const theme of ['dark', 'light', 'auto']) {
      await nine.element.evaluate((element, theme) => element.setAttribute('theme', theme), theme);
      await page.getByRole('button', {name: `Theme: ${theme}`}).waitFor();
    }
  },
);

/** Sheets that cannot be made by a script, as in browsers of some years ago. */
const NO_SHEETS = page =>
  page.addInitScript(() => {
    globalThis.CSSStyleSheet = class {
      constructor() {
        throw new TypeError('Illegal constructor');
      }
    };
  });

/** Where parts of the figure stand. */
const standing = nine =>
  nine.element.evaluate(({shadowRoot}) =>
    ['.bar', '.fig-area', '.hand', '.check'].map(name => {
      const {x, y, width, height} = shadowRoot.querySelector(name).getBoundingClientRect();
      return [name, x, y, width, height];
    }),
  );

drive(
  'where style sheets cannot be made by script the figure looks the same',
  shared,
  {link: LINK},
  async (nine, page) => {
    const usual = await standing(nine);
    await NO_SHEETS(page);
    await page.reload();
    await nine.settle();
    assert.deepEqual(await standing(nine), usual);
    await page.getByRole('button', {name: 'Cite'}).click();
    await named('textbox', 'BibTeX')(page).waitFor();
  },
);

const COURSE = `<!doctype html><title>A course</title><link rel="icon" href="data:,">
<nine-fold link="${LINK}">A picture of it</nine-fold>
<script type="module" src="nine-fold.js"></script>`;

/** A page whose rules allow no style, in a browser that makes no sheets. */
async function withoutStyle(page) {
  await NO_SHEETS(page);
  await page.route('**/course.html', route =>
    route.fulfill({
      contentType: 'text/html',
      headers: {'Content-Security-Policy': "style-src 'none'"},
      body: COURSE,
    }),
  );
}

drive(
  'where it can have no style it says so, shows what the page has for that, and is not ready',
  shared,
  {link: null, prepare: withoutStyle, expect: [/console/]},
  async (nine, page) => {
    await page.goto(`${nine.address}course.html`);
    await page.getByText('The figure cannot be shown here').waitFor();
    assert.ok(await page.getByText('A picture of it').isVisible());
    const failed = link =>
      nine.element.evaluate((element, link) => {
        if (link) element.link = link;
        return element.ready.then(
          () => 'shown',
          error => error.message,
        );
      }, link);
    assert.match(await failed(''), /style/);
    assert.match(await failed('1;seed=4'), /style/);
  },
);

// ---- Another document --------------------------------------------------------------------------

/** Documents of this page's own: of a frame that a script writes, and of a window. */
const PLACES = {
  frame: () => {
    const frame = Object.assign(document.createElement('iframe'), {width: 900, height: 900});
    document.body.prepend(frame);
    return frame.contentDocument;
  },
  window: () => open('', '', 'width=900,height=900').document,
};

/** Runs in the page: what is seen of the element where it stands. */
async function seenOf(element) {
  const {check} = await element.ready;
  const {shadowRoot, link} = element;
  const view = element.ownerDocument.defaultView;
  const frame = () => new Promise(view.requestAnimationFrame);
  await frame();
  await frame();
  const canvas = shadowRoot.querySelector('canvas');
  const {width, height} = canvas;
  const {data} = canvas.getContext('2d').getImageData(0, 0, width, height);
  const {display} = view.getComputedStyle(shadowRoot.querySelector('.bar'));
  return {check, display, drawn: data.some(byte => byte), link};
}

/** Runs in the page: there, with another link, back again; and a new one there. */
async function travel(place, seenOf) {
  const element = document.querySelector('nine-fold');
  const home = element.parentNode;
  const there = place();
  const seen = [await seenOf(element)];
  there.body.append(element);
  seen.push(await seenOf(element));
  element.link = '1;seed=4';
  seen.push(await seenOf(element));
  home.append(element);
  seen.push(await seenOf(element));
  const fresh = Object.assign(document.createElement('nine-fold'), {link: '1;seed=9'});
  there.body.append(fresh);
  seen.push(await seenOf(fresh));
  return seen;
}

for (const [place, make] of Object.entries(PLACES))
  drive(
    `an element that is moved into a ${place} is drawn there, and again when it is back`,
    shared,
    {link: LINK},
    async (nine, page) => {
      const seen = await page.evaluate(`(${travel})(${make}, ${seenOf})`);
      const expected = link => ({check: panels(link).check, display: 'flex', drawn: true, link});
      assert.deepEqual(seen, [LINK, LINK, '1;seed=4', '1;seed=4', '1;seed=9'].map(expected));
    },
  );

drive(
  'in a document that no window shows it is not ready, and it is when it comes out',
  shared,
  {link: LINK, expect: [/console: .*no window/]},
  async nine => {
    const [failed, check] = await nine.element.evaluate(async element => {
      const home = element.parentNode;
      document.implementation.createHTMLDocument('nowhere').body.append(element);
      const failed = await element.ready.then(
        () => 'shown',
        error => error.message,
      );
      home.append(element);
      return [failed, (await element.ready).check];
    });
    assert.match(failed, /window/);
    assert.equal(check, panels(LINK).check);
  },
);

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
    assert.match(await nine.element.locator('.proof').innerText(), /^Not checked/);
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

drive(
  'an error of another script is not told',
  shared,
  {link: LINK, expect: [/exception: broken on purpose/]},
  async (nine, page) => {
    await page.evaluate(
      () =>
        new Promise(done => {
          addEventListener('error', () => done(null), {once: true});
          setTimeout(() => {
            throw new Error('broken on purpose');
          });
        }),
    );
    assert.equal((await status(page).innerText()).trim(), '');
  },
);

drive(
  'an error of its own script is told in a sentence, the figure works on, and starting again ends it',
  shared,
  {link: LINK, expect: [/exception: .*not a function/, /console/]},
  async (nine, page) => {
    await nine.element.evaluate(element => {
      Object.defineProperty(element, 'setAttribute', {value: null, configurable: true});
    });
    const fail = async () => {
      await page.getByRole('button', {name: /^Theme/}).click();
      await status(page)
        .filter({hasText: /went wrong/})
        .waitFor();
    };
    await fail();
    assertSentence(await status(page).innerText(), /may be out of date/);
    await nine.epsilon().press('PageUp');
    await nine.settle();
    assert.equal(await nine.part('eps', 1), '0.5');
    await fail();
    await nine.element.evaluate(element => {
      delete element.setAttribute;
    });
    await page.getByRole('button', {name: 'Start again'}).click();
    await nine.settle();
    assert.equal(await nine.part('eps', 1), '0.5', 'where it was');
    assert.equal((await status(page).innerText()).trim(), '');
  },
);

drive(
  'without JavaScript the page says what it would need',
  shared,
  {link: null, context: {javaScriptEnabled: false}},
  async (nine, page) => {
    await page.goto(nine.address);
    assertSentence(
      (await page.locator('noscript, body').last().innerText())
        .split('\n')
        .find(line => /JavaScript/.test(line)) ?? '',
      /JavaScript/,
    );
  },
);

// ---- WebGL -------------------------------------------------------------------------------------

/** The colours of some cells, to compare pictures by. */
const look = nine =>
  nine.colorsAt(
    [0, 4, 8],
    [
      [1, 0],
      [7, 7],
      [12, 3],
      [15, 15],
    ],
  );

drive(
  'without WebGL the picture is the same',
  shared,
  {link: LINK, prepare: NO_WEBGL},
  async nine => {
    const there = await look(nine);
    assert.ok(new Set(there.map(String)).size > 3, `a picture: ${there}`);
    await nine.epsilon().press('PageUp');
    await nine.settle();
    assert.notDeepEqual(await look(nine), there, 'it follows');
  },
);

const THROWS = page =>
  page.addInitScript(() => {
    const get = HTMLCanvasElement.prototype.getContext;
    HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
      if (kind === 'webgl2') throw new Error('forbidden');
      return get.call(this, kind, ...rest);
    };
  });

drive(
  'a browser that throws where it has no WebGL draws the same',
  shared,
  {link: LINK, prepare: THROWS},
  async nine => {
    assert.ok(new Set((await look(nine)).map(String)).size > 3);
  },
);

const NO_CANVAS = page =>
  page.addInitScript(() => {
    HTMLCanvasElement.prototype.getContext = () => null;
  });

drive(
  'without any canvas that is said in the panels, and the numbers can be read',
  shared,
  {link: LINK, prepare: NO_CANVAS},
  async (nine, page) => {
    await nine.plot(0).getByText('Not drawn here: see the table').waitFor();
    assert.equal((await nine.figure()).check, panels(LINK).check);
    await page.getByText('Numbers of a panel as a table').click();
    await page.getByRole('table').first().waitFor();
    await nine.epsilon().press('PageUp');
    await nine.settle();
    assert.equal((await status(page).innerText()).trim(), '');
  },
);

drive(
  'a lost WebGL context comes back by itself, and nothing is missing meanwhile',
  shared,
  {link: LINK, prepare: KEEP_WEBGL},
  async (nine, page) => {
    const before = await look(nine);
    assert.equal(
      await page.evaluate(() => new Set(globalThis.contexts).size),
      1,
      'one context is in use',
    );
    await page.evaluate(
      () =>
        new Promise(done => {
          // after the page itself has heard of it
          globalThis.contexts[0].canvas.addEventListener('webglcontextlost', () => done(null));
          globalThis.lost = globalThis.contexts[0].getExtension('WEBGL_lose_context');
          globalThis.lost.loseContext();
        }),
    );
    assert.deepEqual(await look(nine), before, 'while it is lost');
    await nine.epsilon().press('PageUp');
    await nine.settle();
    const moved = await look(nine);
    assert.notDeepEqual(moved, before, 'it follows while it is lost');
    const drawn = await page.evaluate(() => globalThis.picturesByWebGL);
    await page.evaluate(() => globalThis.lost.restoreContext());
    await page.waitForFunction(drawn => globalThis.picturesByWebGL > drawn, drawn);
    assert.deepEqual(await look(nine), moved, 'after it was restored');
    await nine.epsilon().press('PageDown');
    await nine.settle();
    assert.deepEqual(await look(nine), before);
    assert.equal(
      await page.evaluate(() => globalThis.contexts.some(context => context.isContextLost())),
      false,
    );
  },
);

drive(
  'elements of a page share one WebGL context',
  shared,
  {link: LINK, prepare: KEEP_WEBGL},
  async (nine, page) => {
    await page.evaluate(async () => {
      for (let i = 0; i < 20; i++)
        document.body.append(
          Object.assign(document.createElement('nine-fold'), {link: `1;seed=${i}`}),
        );
      for (const element of document.querySelectorAll('nine-fold')) await element.ready;
    });
    await nine.drawn();
    assert.equal(await page.evaluate(() => new Set(globalThis.contexts).size), 1);
  },
);
