// Every page of the site keeps its own policy, whatever is done in it, which refuses the rest.
import assert from 'node:assert/strict';
import {readdirSync} from 'node:fs';
import {join} from 'node:path';
import {test} from 'node:test';
import {pathToFileURL} from 'node:url';
import {SITE, assertFaults, eventually, open, useBrowser} from './lib/browser.mjs';
import {panels} from '../node/lib/engine.mjs';

const shared = useBrowser();
const PAGES = readdirSync(SITE, {recursive: true})
  .filter(file => file.endsWith('.html'))
  .sort();
const LINK = '1;seed=3';
const ASKING = `${LINK};question=Where_is_half~3f;ask1=first~p12~gt~0.5`;

/** A test in which nothing happens that a page's policy refuses. */
function keeping(name, how, body) {
  test(name, async () => {
    const violations = [];
    const prepare = async page => {
      const tell = event => globalThis.violated(`${event.effectiveDirective} ${event.blockedURI}`);
      await page.exposeBinding('violated', (_, violation) => {
        violations.push(violation);
      });
      await page.addInitScript(`addEventListener('securitypolicyviolation', ${tell});`);
    };
    const {nine, page, context, faults} = await open(shared, {...how, prepare});
    try {
      await body(nine, page, violations);
      assert.deepEqual(violations, []);
      assertFaults(faults, how.expect ?? []);
    } finally {
      await context.close();
    }
  });
}

/** Waits for all figures of the page, each of which begins when it is near. */
async function allFigures(page) {
  for (const figure of await page.locator('nine-fold').all()) {
    await figure.scrollIntoViewIfNeeded();
    await figure.evaluate(element => element.ready);
  }
}

keeping('no page needs what its policy refuses', {link: null}, async (nine, page) => {
  assert.ok(PAGES.length >= 20, `${PAGES.length} pages`);
  for (const path of PAGES) {
    await page.goto(`${nine.address}${path}`);
    assert.equal(await page.evaluate(() => document.styleSheets.length), 1, path);
    await allFigures(page);
  }
});

keeping('the page for teachers fills in its own address', {link: null}, async (nine, page) => {
  await page.goto(`${nine.address}embedding.html`);
  const codes = await page.locator('code').allInnerTexts();
  assert.equal(codes.filter(code => code.includes('example.org')).length, 0);
  assert.ok(codes.some(code => code.includes(`src="${nine.address}`)));
});

keeping(
  'an address whose # was written %23 is repaired',
  {link: null, expect: [/404/, /console/]},
  async (nine, page) => {
    await page.goto(`${nine.address}index.html%231;seed=3`);
    await page.waitForURL(/index\.html#1;seed=3/);
    await nine.settle();
  },
);

// ---- All that can be done ----------------------------------------------------------------------

const dialog = page => page.getByRole('dialog', {name: 'Embed this figure'});

async function save(nine, page) {
  for (const kind of ['SVG', 'PNG', 'NPZ', 'CSV', 'JSON']) {
    await nine.openSave();
    const button = nine.element.getByRole('button', {name: new RegExp(kind)});
    const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
    assert.match(download.suggestedFilename(), new RegExp(`\\.${kind.toLowerCase()}$`));
  }
}

/** Each form of "Embed", with the figure in its preview. */
async function embed(page, forms) {
  await page.getByRole('button', {name: 'Embed'}).click();
  await dialog(page).getByLabel('Where').selectOption('Plain HTML'); // which takes every form
  for (const [form, frame] of forms) {
    await dialog(page).getByRole('radio', {name: form}).check();
    const seen = frame ? page.frameLocator('iframe[title=Preview]') : dialog(page);
    const figure = () => seen.locator('nine-fold').evaluate(element => element.figure?.check);
    await eventually(() => figure().catch(() => null), panels(LINK).check, form);
  }
  await dialog(page).getByRole('button', {name: 'Close'}).click();
}

const FORMS = [
  ['Frame', true],
  ['Element', false],
  ['One file', true],
  ['npm package', false],
];

keeping('figures are saved, cited, embedded and changed', {link: LINK}, async (nine, page) => {
  await save(nine, page);
  await page.getByRole('button', {name: 'Cite'}).click();
  await page.getByRole('group', {name: 'Link and citation'}).waitFor();
  await embed(page, FORMS);
  await nine.openMore();
  await nine.openTables();
  await nine.pin(1, 2, 1);
  await nine.hover(4, 3, 1);
  await page.getByRole('button', {name: /^Theme/}).click();
  await nine.epsilon().press('PageUp');
  await nine.settle();
});

keeping('what is fetched later is opened', {link: ASKING}, async (nine, page) => {
  await page.getByRole('group', {name: 'The question'}).getByText('not yet').waitFor();
  await nine.open(LINK);
  await page.getByRole('button', {name: 'Make a question of this figure'}).click();
  await page.getByRole('group', {name: 'Make a question'}).waitFor();
  await page.goto(`${nine.address}?reading=sink`);
  await page.getByRole('radio', {name: 'The real head'}).check();
  await nine.settle();
  await nine.open('1;source=model');
  await nine.openMore();
  await page.getByRole('radio', {name: /^Layer 1, head 0\b/}).click();
  await nine.settle();
});

const DISK = {link: null, expect: [/^foreign: file:.*ninefold-model.html$/]};

keeping('one file from a disk is saved, embedded and changed', DISK, async (nine, page) => {
  await page.goto(`${pathToFileURL(join(SITE, 'ninefold-model.html'))}#${LINK}`);
  await nine.settle();
  await save(nine, page);
  await embed(page, FORMS);
  await nine.show('1;source=model');
  assert.equal((await nine.figure()).check, panels('1;source=model').check);
});

// ---- What is refused ---------------------------------------------------------------------------

keeping(
  'nothing is run or fetched that the page did not come with',
  {link: LINK, expect: [/./]},
  async (nine, page, violations) => {
    const refused = await page.evaluate(async () => {
      const other = Object.assign(new URL(location.href), {port: '4999', hash: ''}).href;
      const script = fields => Object.assign(document.createElement('script'), fields);
      const later = act =>
        new Promise((done, fail) => {
          // a driver's own script may do more
          setTimeout(() => {
            try {
              done(act());
            } catch (error) {
              fail(error);
            }
          });
        });
      const tries = [
        () => script({text: 'globalThis.ran = 1'}),
        () => script({src: other}),
        () => {
          document.body.innerHTML += '<p>words</p>';
        },
        () => new Function('return 1')(),
        () => import(other),
        () => fetch(other),
      ];
      const results = await Promise.allSettled(tries.map(later));
      return results.map(({status}) => status);
    });
    assert.deepEqual(refused, Array(6).fill('rejected'));
    const directives = async () => [...new Set(violations.map(one => one.split(' ')[0]))].sort();
    await eventually(directives, ['connect-src', 'require-trusted-types-for', 'script-src-elem']);
    violations.length = 0;
  },
);
