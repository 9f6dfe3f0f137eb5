// Play: epsilon moves by itself, and comes back.
import assert from 'node:assert/strict';
import {drive, eventually, useBrowser} from './lib/browser.mjs';

const shared = useBrowser();
const LINK = '1;seed=3';

const play = page => page.getByRole('button', {name: /^(Play|Stop)$/});

drive(
  'play sweeps epsilon, comes back, and is one step to undo',
  shared,
  {link: LINK},
  async (nine, page) => {
    await nine.watchFigures();
    await play(page).click();
    const middle = async () => {
      const going = Number(await nine.part('eps', 1));
      return going < 1 && going > 1e-3;
    };
    await eventually(middle, true, 'it is on its way');
    await page.waitForFunction(
      () =>
        document.querySelector('nine-fold').shadowRoot.querySelector('.play[aria-pressed=true]') ===
        null,
      null,
      {timeout: 60_000},
    );
    await nine.settle();
    assert.equal(await nine.link(), LINK, 'it comes back to where it was');
    assert.ok((await nine.figuresSeen()) > 20, 'it moves');
  },
);

drive(
  'play stops where it is at a touch, a key, or Stop',
  shared,
  {link: LINK},
  async (nine, page) => {
    for (const stop of [
      async () => {
        await nine.epsilon().focus();
        await page.keyboard.press('Escape');
      },
      async () => {
        const {x, y} = await nine.cell(0, 1, 0);
        await page.mouse.click(x, y);
      },
      () => play(page).click(),
    ]) {
      const before = await nine.part('eps', 1);
      await play(page).click();
      await eventually(
        async () => ![before, '1'].includes(await nine.part('eps', 1)),
        true,
        'it moves',
      );
      await stop();
      const stopped = await nine.part('eps', 1);
      for (let frames = 0; frames < 10; frames++) await nine.drawn(); // it moves with each
      assert.equal(await nine.part('eps', 1), stopped);
      assert.equal(await play(page).innerText(), 'Play');
    }
  },
);

drive(
  'with reduced motion play shows a few figures, one after the other',
  shared,
  {link: LINK, context: {reducedMotion: 'reduce'}},
  async (nine, page) => {
    await nine.element.evaluate(element => {
      globalThis.shown = [];
      (function look() {
        const eps = element.figure.link.match(/eps=[^;]*/)?.[0] ?? '';
        const last = globalThis.shown.at(-1);
        if (last?.eps !== eps) globalThis.shown.push({eps, at: performance.now()});
        requestAnimationFrame(look);
      })();
    });
    await play(page).click();
    await page.getByRole('button', {name: 'Stop'}).waitFor();
    await page.getByRole('button', {name: 'Play'}).waitFor();
    const shown = await page.evaluate(() => globalThis.shown);
    const stands = shown.slice(2).map(({at}, i) => at - shown[i + 1].at);
    assert.ok(
      shown.length >= 5 && shown.length <= 9,
      `${shown.length} figures: ${shown.map(({eps}) => eps)}`,
    );
    assert.ok(
      stands.every(time => time > 500),
      `each stands long enough to be looked at: ${stands}`,
    );
  },
);
