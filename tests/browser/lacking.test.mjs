// What the page does where the browser lacks something: storage, style sheets, WebGL, a canvas; and
// where a page that is one file lacks a part of the engine.
import assert from 'node:assert/strict';
import {join} from 'node:path';
import {pathToFileURL} from 'node:url';
import {SITE, drive, useBrowser} from './lib/browser.mjs';
import {ORDER} from '../../web/site/lessons.mjs';
import {status} from './lib/failing.mjs';
import {KEEP_WEBGL, NO_WEBGL} from './lib/webgl.mjs';
import {panels} from '../node/lib/engine.mjs';
const shared = useBrowser();
const LINK = '1;seed=3';

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

/** Storage that is not even there to be asked, as with cookies switched off. */
const REFUSED = page =>
  page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(globalThis, name, {
        get() {
          throw new DOMException('refused', 'SecurityError');
        },
      });
  });

drive(
  'a lesson goes on where storage is refused',
  shared,
  {link: null, prepare: REFUSED},
  async (nine, page) => {
    await page.goto(`${nine.address}lessons/${ORDER[0]}.html`);
    for (const at of [1, 2]) {
      const step = page.locator(`#step-${at}`);
      await page.getByText(new RegExp(`^Step ${at} of `)).waitFor();
      await step.locator('.predict button[data-right]').click();
      await step.getByText('You said so before you saw it: right.').waitFor();
      await page.getByRole('button', {name: 'Next step'}).click();
    }
    await page.getByText(/^Step 3 of /).waitFor();
    assert.equal(
      await page.evaluate(() => {
        try {
          return String(globalThis.localStorage);
        } catch ({name}) {
          return name;
        }
      }),
      'SecurityError',
    );
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
    await page.getByRole('textbox', {name: 'BibTeX', exact: true}).first().waitFor();
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

// ---- A page that is one file -------------------------------------------------------------------

const DISK = {link: null, expect: [/^foreign: file:.*ninefold-model.html$/]};
const ONE_FILE = 'This page is one file and cannot do that; its site can.';

drive(
  'one file says that it opens nothing of the reader’s own',
  shared,
  DISK,
  async (nine, page) => {
    await page.goto(`${pathToFileURL(join(SITE, 'ninefold-model.html'))}#${LINK}`);
    await nine.settle();
    for (const name of ['Open a model of your own', 'Show Query, Key and Value of your own']) {
      await page.getByRole('button', {name}).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText(ONE_FILE).waitFor();
      await dialog
        .getByRole('button', {name: /^Choose/})
        .first()
        .waitFor({state: 'hidden'});
      await dialog.getByRole('button', {name: 'Close'}).click();
      await dialog.waitFor({state: 'hidden'});
    }
  },
);
