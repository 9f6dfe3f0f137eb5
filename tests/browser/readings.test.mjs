// The second screen: descriptions to be checked, how one comes to them and leaves them, and how they
// stand beside the figure. What is judged of them: verdicts.test.mjs.
import assert from 'node:assert/strict';
import {assertAccessible} from './lib/axe.mjs';
import {drive, eventually, useBrowser} from './lib/browser.mjs';
import {
  choose,
  enter,
  judged,
  marked,
  readings,
  sentences,
  showAll,
  topic,
} from './lib/readings.mjs';
import {says} from '../node/lib/words.mjs';

const shared = useBrowser();

drive(
  'one quiet line leads to it, and Back leads out again',
  shared,
  {link: '1;seed=3'},
  async (nine, page) => {
    const entries = await page.evaluate(() => history.length);
    await enter(nine, page);
    await page.waitForURL(/\?reading=sink#1$/);
    assert.equal(await page.evaluate(() => history.length), entries + 1);
    await page
      .getByText(
        'Five descriptions of the same two figures. Each was written from a picture. Check them.',
      )
      .waitFor();
    assert.equal((await nine.figure()).verdict, 'reproduced');
    await page.goBack();
    await nine.settleAt('1;seed=3');
    assert.equal(await page.getByRole('heading', {name: /Can you trust/}).count(), 0);
    assert.equal(new URL(page.url()).search, '');
    await page.goForward();
    await nine.settleAt('1');
    await page.getByRole('heading', {name: /Can you trust/}).waitFor();
    await page.getByRole('button', {name: 'Leave'}).click();
    await page.waitForURL(url => url.search === '');
  },
);

drive(
  'Leave brings back the figure that stood before, with its undo, whatever was visited',
  shared,
  {link: '1;source=model;text1=Call_me'},
  async (nine, page) => {
    await nine.epsilon().press('PageUp');
    await nine.settle();
    const before = await nine.link();
    await enter(nine, page);
    await choose(nine, page, readings[3]);
    await page.getByRole('button', {name: 'Leave'}).click();
    await nine.settleAt(before);
    await page.waitForURL(url => url.search === '' && url.hash === `#${before}`);
    assert.equal(
      await page.getByRole('textbox', {name: 'The text it reads'}).inputValue(),
      'Call me',
    );
    await page.getByRole('button', {name: 'Undo', exact: true}).click();
    await nine.settle();
    assert.equal(await nine.value('eps'), null);
    assert.equal(
      await page.getByRole('button', {name: 'Undo', exact: true}).isDisabled(),
      true,
      'nothing of the readings is left to undo',
    );
  },
);

drive(
  'Leave gives the opening where a reload forgot what stood before',
  shared,
  {link: '1;seed=3'},
  async (nine, page) => {
    await enter(nine, page);
    await page.waitForURL(/reading=sink/);
    await page.reload();
    await nine.settle();
    await page.getByRole('button', {name: 'Leave'}).click();
    await page.waitForFunction(() =>
      /^1;source=model/.test(document.querySelector('nine-fold').link),
    );
    await nine.settle();
  },
);

drive(
  'the address brings back the description and what was moved',
  shared,
  {link: null},
  async (nine, page) => {
    await page.goto(`${nine.address}?reading=fade`);
    await nine.settleAt(readings[4].link);
    await page.goto(`${nine.address}?reading=mean#1;figure=mean;seed=9;n=14~15~16`);
    await nine.settleAt('1;figure=mean;seed=9;n=14~15~16');
    assert.equal(await topic(page, readings[1].question).getAttribute('aria-current'), 'page');
  },
);

drive(
  'a name that no description has is named, with those that there are',
  shared,
  {link: null},
  async (nine, page) => {
    await page.goto(`${nine.address}?reading=banana`);
    await page
      .getByText(
        'There is no description “banana”; there are sink, mean, mirror, blur, fade. Shown instead: sink.',
      )
      .waitFor();
  },
);

drive(
  'pointing at a sentence marks the panels it speaks of',
  shared,
  {link: '1'},
  async (nine, page) => {
    await enter(nine, page);
    await sentences(page).nth(3).hover();
    await eventually(() => marked(nine), [6, 7, 8]);
    await sentences(page).nth(5).getByRole('button', {name: 'True'}).focus();
    await sentences(page).nth(5).hover();
    await eventually(() => marked(nine), [0, 3]);
    await page.mouse.move(5, 5);
    await eventually(() => marked(nine), []);
  },
);

drive(
  'a sentence that asks for another setting shows it, and leads back',
  shared,
  {link: '1'},
  async (nine, page) => {
    await enter(nine, page);
    await choose(nine, page, readings[4]);
    await showAll(page);
    await page.getByRole('button', {name: 'Show this one: value=this'}).click();
    await nine.settle();
    assert.equal(await nine.value('value'), null);
    await page.getByRole('button', {name: 'Back to the description’s own setting'}).click();
    await nine.settleAt(readings[4].link);
  },
);

drive(
  'the two that say the opposite stand as a pair, with the paper’s operation',
  shared,
  {link: '1'},
  async (nine, page) => {
    await enter(nine, page);
    const pair = page.getByRole('complementary', {name: 'The pair'});
    assert.equal(await pair.isVisible(), false);
    await topic(page, readings[3].question).click();
    const numbers = () => pair.locator('tbody').getByRole('cell').allInnerTexts();
    const isPair = async () => {
      const [a, b, c, d, e, f, , g, h] = (await numbers()).map(Number);
      const isTenth = x => Math.abs(x - 0.1) < 0.005;
      return a < b && b < c && d > e && e > f && isTenth(g) && isTenth(h);
    };
    await eventually(isPair, true); // each of the two is computed in its turn
  },
);

drive('each description says where it comes from', shared, {link: '1'}, async (nine, page) => {
  await enter(nine, page);
  const told = page.getByRole('group', {name: 'The description, sentence by sentence'});
  await told
    .getByText(
      /written by looking at a picture of .?The Attention Weight after Modifying Query, Key and Value/,
    )
    .waitFor();
  await topic(page, readings[1].question).click();
  await told
    .getByText(/written by looking at a picture of .?The Mean Operation For Query, Key and Value/)
    .waitFor();
  assert.equal(
    await told.getByRole('link', {name: 'arXiv 2410.13708'}).getAttribute('href'),
    'https://arxiv.org/abs/2410.13708',
  );
});

drive(
  'what a weight is, is said by the normaliser, before anything is predicted',
  shared,
  {link: '1'},
  async (nine, page) => {
    await enter(nine, page);
    const shares = page.getByText(/Weights are shares of a row’s attention: 1 is all of it\.$/);
    const alone = page.getByText(
      /Each weight stands alone between 0 and 1: those of a row need not sum to 1\.$/,
    );
    for (const reading of readings) {
      await choose(nine, page, reading);
      const sigmoid = Number(reading.link.includes('weights=sigmoid'));
      await eventually(
        async () => [await shares.count(), await alone.count()],
        [1 - sigmoid, sigmoid],
        reading.link,
      );
    }
    await nine.show('1;weights=softmax1');
    await page.getByText(/1 is all of it, and a row may leave a part of it unused\.$/).waitFor();
  },
);

const PHONE = {viewport: {width: 360, height: 740}, hasTouch: true, isMobile: true};

drive(
  'on a phone the figure is seen at once, and the slider while sentences are read',
  shared,
  {link: null, context: PHONE},
  async (nine, page) => {
    await page.goto(`${nine.address}?reading=fade`);
    await nine.settleAt(readings[4].link);
    assert.ok((await nine.panelBox(0)).y < 740, 'under the title and the topics');
    const current = await topic(page, readings[4].question).boundingBox();
    assert.ok(current.x >= 0 && current.x + current.width <= 360, 'the topic that is shown');
    for (const at of [0, 3]) {
      await sentences(page)
        .nth(at)
        .getByRole('button', {name: 'True'})
        .evaluate(button => button.scrollIntoView({block: 'center'}));
      const slider = await nine.epsilon().boundingBox();
      assert.ok(
        slider.y > 600 && slider.y + slider.height <= 740,
        `at sentence ${at}: ${slider.y}`,
      );
    }
  },
);

/** The colours of a cell in the small panels, and in the figure. */
const small = (nine, panel, query, key) =>
  nine.element.evaluate(
    ({shadowRoot, figure}, [panel, query, key]) => {
      const canvas = shadowRoot.querySelectorAll('.glance canvas')[panel];
      const {rows, columns} = figure.panels[panel];
      const [x, y] = [
        ((key + 0.5) / columns) * canvas.width,
        ((query + 0.5) / rows) * canvas.height,
      ].map(Math.floor);
      return [...canvas.getContext('2d').getImageData(x, y, 1, 1).data.slice(0, 3)];
    },
    [panel, query, key],
  );

const ON_PHONE = {link: null, context: PHONE};

drive(
  'on a phone the nine panels stay in sight, small and live, while sentences are judged',
  shared,
  ON_PHONE,
  async (nine, page) => {
    await page.goto(`${nine.address}?reading=sink`);
    await sentences(page).nth(6).waitFor(); // they come as a piece of their own, and move the figure
    await nine.settle();
    const cells = [
      [0, 7, 0],
      [1, 3, 1],
      [6, 15, 0],
      [8, 4, 4],
    ];
    const glance = nine.element.locator('.glance');
    const places = [];
    for (const [panel, query, key] of cells) {
      await nine.plot(panel).evaluate(plot => plot.scrollIntoView({block: 'center'})); // not behind the slider
      places.push((await nine.pixels([await nine.cell(panel, query, key)]))[0]);
    }
    for (const [at, cell] of cells.entries())
      assert.deepEqual(await small(nine, ...cell), places[at], cell.join());
    assert.notDeepEqual(places[0], places[1]);
    for (const [height, sticks] of [
      [740, true],
      [640, true],
      [600, false],
    ]) {
      await page.setViewportSize({width: 360, height});
      await sentences(page)
        .nth(6)
        .evaluate(item => item.scrollIntoView({block: 'center'}));
      const box = await glance.boundingBox();
      const slider = await nine.epsilon().boundingBox();
      assert.equal(Boolean(box), sticks, `at ${height}`);
      if (!box) continue;
      assert.equal(box.y, 0, `at ${height}`);
      assert.ok(
        slider.y - 16 - box.height >= 300,
        `${slider.y} - ${box.height} at ${height}: room for sentences`,
      );
    }
    await page.setViewportSize({width: 360, height: 740});
    const before = await small(nine, 1, 7, 0);
    await nine.epsilon().press('PageUp');
    await nine.settle();
    assert.notDeepEqual(await small(nine, 1, 7, 0), before, 'it follows the slider');
  },
);

for (const context of [{colorScheme: 'dark'}, PHONE])
  drive(
    `axe: ${context.colorScheme ?? 'phone'}, before and after`,
    shared,
    {link: '1', context},
    async (nine, page) => {
      await enter(nine, page);
      await assertAccessible(page, 'before');
      await showAll(page);
      await judged(page);
      await assertAccessible(page, 'after');
      assert.ok(
        await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
        'nothing sticks out',
      );
    },
  );

drive(
  'on a phone the real head’s map leaves the page its width',
  shared,
  {link: '1', context: {viewport: {width: 390, height: 844}}},
  async (nine, page) => {
    await enter(nine, page);
    await page.getByRole('radio', {name: 'The real head'}).check();
    await eventually(() => nine.value('source'), 'model');
    await nine.settle();
    await nine.element.locator('.heads-place .heads').first().waitFor({state: 'attached'});
    const columns = await nine.element
      .locator('.layout')
      .evaluate(layout => getComputedStyle(layout).gridTemplateColumns.split(' ').length);
    assert.equal(columns, 1);
  },
);
