// The words of the text as handles: pointed at, tapped or reached by keys, their rows are chosen in
// the panels, and the other words are shaded by the attention they get.
import assert from 'node:assert/strict';
import {drive, eventually, useBrowser} from './lib/browser.mjs';

const shared = useBrowser();
const UNTOUCHED = 9;
const PHONE = {
  viewport: {width: 390, height: 844},
  hasTouch: true,
  isMobile: true,
  deviceScaleFactor: 2,
};

const words = nine => nine.element.locator('.tokens button').filter({visible: true});

/** Words that have a mark, as `20 query`. */
const marked = nine =>
  words(nine).evaluateAll(all =>
    all.flatMap((word, i) => (word.className ? [`${i} ${word.className}`] : [])),
  );

/** How dark each word is, from 0 to 1. */
const shares = nine =>
  words(nine).evaluateAll(all =>
    all.map(word => parseFloat(word.style.getPropertyValue('--share')) / 100),
  );

/** The row of a panel, and its largest cell. */
async function rowOf(nine, panel, query) {
  const {panels, baselines} = await nine.figure({weights: true});
  const {weights, columns} = panel < UNTOUCHED ? panels[panel] : baselines[panel - UNTOUCHED];
  const row = weights.slice(query * columns, (query + 1) * columns);
  return {row, most: row.indexOf(Math.max(...row))};
}

/** Where the cross-hair stands: query and key of each panel that has one, and whether it is kept. */
const crosses = nine =>
  nine.element.evaluate(({shadowRoot, figure}) =>
    [...shadowRoot.querySelectorAll('.fig-cross:not([hidden])')].map(cross => {
      const at = name => parseFloat(cross.style.getPropertyValue(name)) / 100;
      const {rows, columns} = figure.panels[0];
      const kept = cross.classList.contains('pinned') ? ' kept' : '';
      return `${Math.round(at('--y') * rows)} ${Math.round(at('--x') * columns)}${kept}`;
    }),
  );
const ten = text => Array(10).fill(text);

async function assertShaded(nine, panel, query) {
  const {row} = await rowOf(nine, panel, query);
  const seen = await shares(nine);
  row.forEach((weight, key) =>
    assert.ok(Math.abs(seen[key] ** 2 - weight) < 0.011, `${key}: ${seen[key]} for ${weight}`),
  );
}

drive(
  'a word that is pointed at chooses its row in all panels, and shades the others',
  shared,
  {},
  async (nine, page) => {
    const last = (await words(nine).count()) - 1;
    const {most} = await rowOf(nine, UNTOUCHED, last);
    await words(nine).nth(last).hover();
    await eventually(() => crosses(nine), ten(`${last} ${most}`));
    assert.deepEqual(await marked(nine), [`${most} key`, `${last} query`]);
    await assertShaded(nine, UNTOUCHED, last);
    assert.match(await nine.readout().innerText(), /“the”[^]*“wh”/);
    await page.mouse.move(2, 2);
    await eventually(() => crosses(nine), []);
    assert.ok(
      (await shares(nine)).every(share => share === 0),
      'no word is dark any more',
    );
  },
);

drive('a click keeps a word, another on it lets go', shared, {}, async (nine, page) => {
  const {most} = await rowOf(nine, UNTOUCHED, 16);
  await words(nine).nth(16).click();
  await words(nine).nth(3).hover();
  await eventually(() => crosses(nine), ten(`16 ${most} kept`));
  assert.equal(await words(nine).nth(16).getAttribute('aria-pressed'), 'true');
  await words(nine).nth(16).click();
  await page.mouse.move(2, 2);
  await eventually(() => crosses(nine), []);
});

drive('words are shaded by the panel that is looked at, at every ε', shared, {}, async nine => {
  const query = 20;
  await nine.pin(2, query, 0);
  await assertShaded(nine, 2, query);
  await words(nine).nth(12).click();
  await nine.drawn();
  const {most} = await rowOf(nine, 2, 12);
  await eventually(() => crosses(nine), ten(`12 ${most} kept`));
  await assertShaded(nine, 2, 12);
  await nine.show('1;source=model;eps=0.7~0.3~1');
  await assertShaded(nine, 2, 12);
});

drive(
  'words are reached and kept by keys alone, and say what they look at',
  shared,
  {},
  async (nine, page) => {
    const focused = () =>
      nine.element.evaluate(({shadowRoot}) => shadowRoot.activeElement?.getAttribute('aria-label'));
    const bar = page.getByRole('toolbar', {name: /^Words of the text/});
    assert.equal(await bar.getByRole('button').count(), 21);
    await page.getByRole('textbox', {name: 'The text it reads'}).focus();
    await page.keyboard.press('Tab');
    const {row, most} = await rowOf(nine, UNTOUCHED, 20);
    await eventually(focused, 'the, looks at wh 52 %, ⟨begin⟩ 29 %, c 12 %');
    assert.equal(Math.round(100 * row[most]), 52);
    await eventually(() => crosses(nine), ten(`20 ${most}`));
    await page.keyboard.press('ArrowLeft');
    const {most: next} = await rowOf(nine, UNTOUCHED, 19);
    await eventually(() => crosses(nine), ten(`19 ${next}`));
    await page.keyboard.press('Enter');
    await eventually(() => crosses(nine), ten(`19 ${next} kept`));
    await page.keyboard.press('Home');
    await eventually(() => crosses(nine), ten('0 0 kept'));
    assert.match(await focused(), /^⟨begin⟩, looks at ⟨begin⟩ 100 %$/);
    await page.keyboard.press('Escape');
    await eventually(() => crosses(nine), ten('0 0'));
    await page.keyboard.press('Tab');
    await eventually(() => crosses(nine), []);
    await page.keyboard.press('Shift+Tab');
    await eventually(
      focused,
      'the, looks at wh 52 %, ⟨begin⟩ 29 %, c 12 %',
      'one stop for all words',
    );
  },
);

drive(
  'on a phone a tap keeps a word in sight, and the read-out above the slider',
  shared,
  {context: PHONE},
  async (nine, page) => {
    const {most} = await rowOf(nine, UNTOUCHED, 20);
    const last = words(nine).nth(20);
    await nine.element.evaluate(({shadowRoot}) => {
      shadowRoot.querySelector('.tokens').scrollLeft = 1e4;
    });
    await last.tap();
    await eventually(() => crosses(nine), ten(`20 ${most} kept`));
    const inWindow = async locator => {
      const {x, y, width, height} = await locator.boundingBox();
      return x >= 0 && y >= 0 && x + width <= 390 && y + height <= 844;
    };
    assert.ok(await inWindow(nine.readout()), 'the read-out');
    assert.ok(await inWindow(last), 'the word');
    const slider = await nine.epsilon().boundingBox();
    const {y, height} = await nine.readout().boundingBox();
    assert.ok(y + height <= slider.y, 'nothing lies over the read-out');
    await nine.pin(7, 2, 1);
    await eventually(() => marked(nine), ['1 key', '2 query']);
    await page.evaluate(() => scrollTo(0, 0));
    const chosen = await words(nine).nth(2).boundingBox();
    assert.ok(chosen.x >= 0 && chosen.x + chosen.width <= 390, 'the strip follows');
  },
);

drive(
  'the word that has the focus keeps it, whatever text comes',
  shared,
  {link: '1;source=model;text1=one_two_three_one_two'},
  async nine => {
    await words(nine).last().focus();
    for (const text of ['one_two', 'one_two_three_four_one_two_three']) {
      await nine.element.evaluate(({shadowRoot}) => {
        const place = shadowRoot.querySelector('.tokens');
        globalThis.had = [];
        new MutationObserver(() => {
          globalThis.had.push(place.contains(shadowRoot.activeElement));
        }).observe(place, {childList: true, subtree: true, characterData: true});
      });
      await nine.show(`1;source=model;text1=${text}`);
      const had = await nine.page.evaluate(() => globalThis.had);
      assert.ok(had.length > 0 && had.every(Boolean), `${text}: ${had}`);
    }
  },
);

drive(
  'a shorter text takes the place of one whose last word is kept',
  shared,
  {},
  async (nine, page) => {
    const last = (await words(nine).count()) - 1;
    await words(nine).nth(last).click();
    await eventually(async () => (await marked(nine)).length, 2);
    await page.getByRole('textbox', {name: 'The text it reads'}).fill('The rain stopped');
    await eventually(async () => (await words(nine).count()) < last, true);
    await nine.settle();
    assert.equal(await words(nine).last().getAttribute('tabindex'), '0', 'Tab leads there');
  },
);

for (const colorScheme of ['light', 'dark'])
  drive(
    `forced colours, ${colorScheme}: the chosen word and what the others get are seen`,
    shared,
    {context: {forcedColors: 'active', colorScheme}},
    async nine => {
      await words(nine).nth(20).hover();
      await eventually(async () => (await marked(nine)).length, 2);
      const at = async (i, across, down) => {
        const {x, y, width, height} = await words(nine).nth(i).boundingBox();
        return {x: x + across * width, y: y + down * height};
      };
      const [ground, chosen, much, none] = (
        await nine.pixels([
          await at(1, 0.5, 0.15),
          await at(20, 0.5, 0.15),
          await at(0, 0.2, 0.9),
          await at(1, 0.6, 0.9),
        ])
      ).map(String);
      assert.notEqual(chosen, ground, 'the chosen word has a colour of its own');
      assert.notEqual(much, none, 'a bar under a word that gets much');
      assert.equal(none, ground, 'no bar under one that gets little');
    },
  );
