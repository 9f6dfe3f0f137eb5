// What the page says, and what it does, when its own scripts do not come or fail.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {SITE, drive, useBrowser} from './lib/browser.mjs';
import {abort, assertSentence, broken, missing, status} from './lib/failing.mjs';
import {panels} from '../node/lib/engine.mjs';
const shared = useBrowser();
const LINK = '1;seed=3';

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
  ['controls', 'more settings', press('button', /^More$/), page => page.locator('[data-row="op"]')],
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
    await nine.element.locator('.curve-place').scrollIntoViewIfNeeded();
    await nine.element.locator('.curve').waitFor(); // it would miss a part of its own
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

/** Heads cannot be measured while `failing` is set. Runs in the page. */
function failingHeads() {
  globalThis.failing = true;
  const instantiate = WebAssembly.instantiate;
  WebAssembly.instantiate = async (...args) => {
    const made = await instantiate.apply(WebAssembly, args);
    const {exports} = made.instance ?? made;
    const head = (...given) => {
      if (globalThis.failing) throw new WebAssembly.RuntimeError('broken on purpose');
      return exports.head(...given);
    };
    const instance = {exports: {...exports, head}};
    return made.instance ? {...made, instance} : instance;
  };
}

drive(
  'a map of heads that cannot be made says so, and can be tried again',
  shared,
  {link: '', prepare: page => page.addInitScript(failingHeads), expect: [/broken on purpose/]},
  async (nine, page) => {
    const refused = nine.element.getByText('The map of heads could not be made.');
    await refused.waitFor();
    await status(page).filter({hasText: 'went wrong'}).waitFor();
    await page.evaluate(() => {
      globalThis.failing = false;
    });
    await nine.element.getByRole('button', {name: 'Try again'}).first().click();
    await nine.element.getByRole('radiogroup', {name: 'Layers and heads'}).waitFor();
    assert.equal(await refused.count(), 0);
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

// ---- Errors ------------------------------------------------------------------------------------

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
