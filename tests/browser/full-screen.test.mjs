// Full screen: sentence, figure and readout over the whole screen; leaving it, all stands as it
// stood.
import assert from 'node:assert/strict';
import {drive, eventually, useBrowser} from './lib/browser.mjs';
import {assertAccessible} from './lib/axe.mjs';

const shared = useBrowser();
const LARGE = {viewport: {width: 1920, height: 1080}};

const button = page => page.getByRole('button', {name: 'Full screen'});
const isFull = page => page.evaluate(() => document.fullscreenElement !== null);

/** Where what can be seen of these stands. */
const boxes = (nine, selector) =>
  nine.element.evaluate(
    ({shadowRoot}, selector) =>
      [...shadowRoot.querySelectorAll(selector)]
        .map(one => one.getBoundingClientRect().toJSON())
        .filter(({width}) => width > 0),
    selector,
  );

const ALL = '.fig-plot, .fig-title, .fig-caption, .fig-read, .text, .point, .buttons, .curve-place';
const sidesOf = all => all.map(({width}) => width);
const sides = async nine => sidesOf(await boxes(nine, '.fig-plot'));

/** The style is fetched with the first use: then what it hides is gone. */
async function fill(nine, page, act) {
  await act();
  await eventually(() => isFull(page), true);
  await eventually(async () => (await boxes(nine, '.under')).length, 0);
  await nine.drawn();
}

async function leave(nine, page, act) {
  await act();
  await eventually(() => isFull(page), false);
  await eventually(async () => (await boxes(nine, '.under')).length, 1);
  await nine.drawn();
}

/** How large letters in the figure are, in pixels. */
const letters = nine =>
  nine.element.evaluate(({shadowRoot}) =>
    ['.fig-head', '.fig-foot', '.fig-caption', '.fig-read'].map(part =>
      parseFloat(getComputedStyle(shadowRoot.querySelector(part)).fontSize),
    ),
  );

// On the page a large window has no room left for the readout.
for (const [context, least] of [
  [{}, 1.2],
  [LARGE, 0.95],
])
  drive(
    `sentence, figure and readout fill ${context.viewport?.width ?? 1280} pixels, and nothing has moved afterwards`,
    shared,
    {context},
    async (nine, page) => {
      await nine.rest();
      const before = await boxes(nine, ALL);
      const small = await sides(nine);
      const usual = await letters(nine);
      const {width, height} = page.viewportSize();
      await fill(nine, page, () => button(page).click());
      assert.equal(await button(page).getAttribute('aria-pressed'), 'true');
      await eventually(
        async () => (await sides(nine)).every((side, i) => side >= least * small[i]),
        true,
        'panels are as large as the screen allows',
      );
      (await letters(nine)).forEach((size, i) => assert.ok(size > usual[i], `${size} ${usual[i]}`));
      for (const part of ['.fig-plot', '.fig-caption', '.fig-read', '.text textarea']) {
        const all = await boxes(nine, part);
        assert.equal(all.length, part === '.fig-plot' ? 10 : 1, part);
        for (const {left, right, top, bottom} of all)
          assert.ok(left >= 0 && top >= 0 && right <= width && bottom <= height, part);
      }
      await assertAccessible(page, 'full screen');
      await leave(nine, page, () => page.keyboard.press('Escape'));
      assert.equal(await button(page).getAttribute('aria-pressed'), 'false');
      await eventually(() => boxes(nine, ALL), before);
    },
  );

drive(
  'a key fills the screen and leaves it, but no letter of a text does',
  shared,
  {},
  async (nine, page) => {
    const field = page.getByRole('textbox', {name: 'The text it reads'});
    await field.fill('The roo');
    await page.keyboard.press('f');
    assert.equal(await field.inputValue(), 'The roof');
    assert.equal(await isFull(page), false);
    await nine.plot(4).focus();
    await fill(nine, page, () => page.keyboard.press('f'));
    await leave(nine, page, () => page.keyboard.press('f'));
  },
);

/** Runs before the page: a browser that cannot, or one that will not when asked. */
const refusing = {
  'cannot fill the screen': () => {
    Object.defineProperty(Document.prototype, 'fullscreenEnabled', {get: () => false});
  },
  'refuses when asked': () => {
    Element.prototype.requestFullscreen = () => Promise.reject(new TypeError('refused'));
  },
};

for (const [how, refuse] of Object.entries(refusing))
  drive(
    `where the browser ${how} it is not offered`,
    shared,
    {prepare: page => page.addInitScript(refuse)},
    async (nine, page) => {
      if (how.startsWith('refuses')) await button(page).click();
      await eventually(() => button(page).isVisible(), false);
      await nine.plot(4).focus();
      await page.keyboard.press('f');
      assert.equal(await isFull(page), false);
    },
  );
