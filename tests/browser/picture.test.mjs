// The figure under hand: cross-hair, pin, bars, zoom and joints by mouse, by touch and by keys.
import assert from 'node:assert/strict';
import {assertAccessible} from './lib/axe.mjs';
import {drive, eventually, useBrowser} from './lib/browser.mjs';
import {arrays, panels} from '../node/lib/engine.mjs';

const shared = useBrowser();
const LINK = '1;seed=3';
const PHONE = {
  viewport: {width: 360, height: 740},
  hasTouch: true,
  isMobile: true,
  deviceScaleFactor: 2,
};

/** Numbers of a text, as they stand there; a minus is a minus however it is set. */
const numbersIn = text =>
  (text.replaceAll('−', '-').match(/-?\d+(\.\d+)?(e-?\d+)?/g) ?? []).map(Number);
const holds = (text, number, within = 6e-5) =>
  numbersIn(text).some(one => Math.abs(one - number) <= within + 1e-3 * Math.abs(number));

/** In how many panels the cross-hair stands. */
const crosses = nine => nine.element.locator('.fig-cross').filter({visible: true}).count();
const barsOpen = nine =>
  nine.element.locator('.fig-bars:not([hidden])').filter({visible: true}).count();
const standing = nine => nine.element.locator('.fig-plot').filter({visible: true}).count();

/** Which panel has the keyboard, or null. */
const visited = nine =>
  nine.element.evaluate(element => element.shadowRoot.activeElement?.dataset?.panel ?? null);

// ---- Mouse -------------------------------------------------------------------------------------

drive('the pointer reads one cell in every panel', shared, {link: LINK}, async (nine, page) => {
  const own = panels(LINK);
  const [query, key] = [9, 4];
  const weight = id => own.panels[id].weights[query][key];
  await nine.hover(1, query, key);
  await eventually(() => crosses(nine), 10);
  const said = await nine.readout().innerText();
  for (const number of [query, key])
    assert.ok(numbersIn(said).includes(number), `${number} in "${said}"`);
  assert.ok(holds(said, weight(1)), `the weight ${weight(1)} in "${said}"`);
  assert.ok(
    holds(said, weight(1) - own.baselines[0].weights[query][key]),
    `the change in "${said}"`,
  );
  for (let id = 0; id < 9; id++) {
    const under = await nine.under(id);
    assert.ok(holds(under, weight(id)), `${weight(id)} under panel ${id}: "${under}"`);
  }
  await page.mouse.move(2, 2);
  await nine.drawn();
  await eventually(() => crosses(nine), 0);
});

drive('the read-out has the logit', shared, {link: LINK}, async nine => {
  const logit = arrays(LINK).s1;
  await nine.hover(1, 9, 4);
  const said = await nine.readout().innerText();
  const value = logit.data[9 * 16 + 4];
  assert.ok(holds(said, value, 0.006), `${value} in "${said}"`);
});

drive('a masked cell is said to be masked', shared, {link: LINK}, async nine => {
  await nine.hover(4, 3, 12);
  assert.match(await nine.readout().innerText(), /mask/);
});

drive(
  'a click pins, another moves it, one on the same cell lets go',
  shared,
  {link: LINK},
  async (nine, page) => {
    await nine.pin(4, 7, 2);
    await nine.hover(0, 1, 1);
    assert.ok(
      numbersIn(await nine.readout().innerText()).includes(7),
      'it stays where it was pinned',
    );
    await nine.pin(4, 10, 3);
    assert.ok(numbersIn(await nine.readout().innerText()).includes(10));
    await nine.pin(4, 10, 3);
    await page.mouse.move(2, 2);
    await nine.drawn();
    await eventually(() => crosses(nine), 0);
  },
);

drive(
  'what is pinned stays pinned while the slider moves, and follows it',
  shared,
  {link: LINK},
  async nine => {
    await nine.pin(1, 9, 4);
    const before = await nine.readout().innerText();
    await nine.epsilon().press('PageUp');
    await nine.settle();
    const after = await nine.readout().innerText();
    const weight = panels(await nine.link()).panels[1].weights[9][4];
    assert.notEqual(after, before);
    assert.ok(holds(after, weight), `${weight} in "${after}"`);
  },
);

drive('a row opens as bars in all panels, and closes', shared, {link: LINK}, async nine => {
  await nine.bars(4, 7);
  await eventually(() => barsOpen(nine), 10);
  await nine.readout().getByRole('button', {name: 'Row as bars', pressed: true}).click();
  await eventually(() => barsOpen(nine), 0);
  await eventually(() => crosses(nine), 10, 'the pin is still there');
  await nine.readout().getByRole('button', {name: 'Release'}).click();
  await eventually(() => nine.readout().getByRole('button').filter({visible: true}).count(), 0);
});

const TOKENS = '1;source=model;axes=tokens;style=paper';
const NOT_ALL = 'Along the axes: positions from 0, because not every token fits.';
const marks = (nine, kind) =>
  nine.element.locator(`.fig-marks .${kind}`).filter({visible: true}).allTextContents();
const shown = token => token.trim();

/** In CSS pixels, how far labels are apart less how large they are: at least 0. */
const slack = nine =>
  nine.element.locator('.fig-marks .query').evaluateAll(all => {
    const heights = all.map(mark => Number(mark.getAttribute('y')));
    const apart = heights
      .slice(1)
      .map((y, i) => y - heights[i])
      .filter(step => step > 0);
    return Math.min(...apart) - Number(all[0].getAttribute('font-size'));
  });

drive('along the axes stand all tokens, and fit', shared, {link: TOKENS}, async nine => {
  const tokens = (await nine.figure()).inputs[0].tokens.map(shown);
  const three = [...tokens, ...tokens, ...tokens];
  assert.deepEqual(await marks(nine, 'query'), three);
  assert.deepEqual(await marks(nine, 'key'), three);
  assert.ok((await slack(nine)) >= 0, `${await slack(nine)}`);
  assert.equal(await nine.element.getByText(NOT_ALL).count(), 0);
});

const TOKENS_ON_A_PHONE = {link: TOKENS, context: PHONE};

drive(
  'where tokens do not fit, positions stand there and it is said',
  shared,
  TOKENS_ON_A_PHONE,
  async nine => {
    const queries = await marks(nine, 'query');
    assert.ok(queries.length > 6 && queries.every(text => /^\d+$/.test(text)), queries.join(' '));
    await nine.element.getByText(NOT_ALL).waitFor();
    await nine.zoom(1);
    const {tokens} = (await nine.figure()).inputs[0];
    assert.deepEqual(await marks(nine, 'query'), tokens.map(shown), 'one panel has room for them');
    assert.equal(await nine.element.getByText(NOT_ALL).count(), 0);
  },
);

drive(
  'bars have no tokens beside them: their height is no query',
  shared,
  {link: `${LINK};axes=positions`},
  async nine => {
    const beside = nine.element.locator('.fig-marks .query').filter({visible: true});
    await nine.zoom(4);
    assert.ok((await beside.count()) > 2);
    await nine.bars(4, 7);
    await eventually(() => beside.count(), 0);
  },
);

drive('bars are as high as the weights', shared, {link: LINK}, async nine => {
  await nine.bars(1, 9);
  const weights = panels(LINK).panels[1].weights[9];
  const heights = await nine.barHeights(1, 16);
  assert.ok(
    heights.some(height => height > 0.05),
    'bars are there',
  );
  weights.forEach((weight, j) =>
    assert.ok(Math.abs(heights[j] - weight) < 0.01, `bar ${j}: ${heights[j]}, weight ${weight}`),
  );
});

/** How high the line over a panel's bars is, step by step, as shares of the panel. */
const lineHeights = (nine, panel) =>
  nine
    .plot(panel)
    .locator('.fig-bars path.was')
    .evaluate(path =>
      [...path.getAttribute('d').matchAll(/[ML][\d.]+ ([\d.]+)/g)].map(([, y]) => 1 - y),
    );

drive(
  'the line over bars is the untouched head, also in an enlarged panel',
  shared,
  {link: LINK},
  async nine => {
    const untouched = panels(LINK).baselines[0].weights[9];
    const isThere = async () => {
      const heights = await lineHeights(nine, 1);
      const off = untouched.map((weight, j) => Math.abs(heights[j] - weight));
      return heights.length === 16 && Math.max(...off) < 1e-3;
    };
    await nine.bars(1, 9);
    await eventually(isThere, true, 'among the nine');
    await nine.readout().getByRole('button', {name: 'Enlarge'}).click();
    await nine.drawn();
    await eventually(() => standing(nine), 1);
    await eventually(isThere, true, 'enlarged');
  },
);

drive(
  'where tokens are many, the line has as many steps as there are bars',
  shared,
  {link: '1;n=400'},
  async nine => {
    await nine.bars(7, 300);
    const heights = await lineHeights(nine, 7);
    const bars = await nine.barHeights(7, heights.length);
    assert.ok(heights.length > 100);
    const off = heights.map((high, j) => Math.abs(high - bars[j]));
    assert.ok(Math.max(...off) < 2e-3, 'Value’s weights are the untouched ones');
  },
);

drive(
  'one panel is enlarged by its corner, and the nine come back',
  shared,
  {link: LINK},
  async (nine, page) => {
    const small = await nine.panelBox(5);
    await nine.plot(5).hover();
    await page
      .getByRole('button', {name: /^Enlarge: Modifying Key with/})
      .filter({visible: true})
      .last()
      .click();
    await nine.drawn();
    await eventually(() => standing(nine), 1);
    const large = await nine.panelBox(5);
    assert.ok(
      large.width > 2 * small.width && Math.abs(large.width - large.height) < 2,
      `${small.width} to ${large.width} by ${large.height}`,
    );
    await page.keyboard.press('Escape');
    await nine.drawn();
    await eventually(async () => [await standing(nine), await nine.panelBox(5)], [10, small]);
  },
);

drive('joined panels are the same, and say why', shared, {link: LINK}, async (nine, page) => {
  const joints = page.getByRole('button', {name: /The same picture/}).filter({visible: true});
  const own = panels(LINK);
  const names = await joints.evaluateAll(all =>
    all.map(one => ({a: Number(one.dataset.a), b: Number(one.dataset.b), why: one.title})),
  );
  const same = (a, b) =>
    JSON.stringify((own.panels[a] ?? own.baselines[0]).weights) ===
    JSON.stringify((own.panels[b] ?? own.baselines[0]).weights);
  for (const {a, b} of names) assert.ok(same(a, b), `${a} and ${b}`);
  for (const [a, b] of [
    [0, 3],
    [1, 4],
    [2, 5],
    [6, 7],
    [7, 8],
  ]) {
    const joint = names.find(one => one.a === a && one.b === b);
    assert.match(
      joint?.why ?? '',
      a < 6 ? /one factor on the same logits/ : /Value never enters these weights/,
      `${a} = ${b}`,
    );
  }
  await joints.first().click();
  await page
    .getByText(/one factor on the same logits|Value never enters these weights/)
    .filter({visible: true})
    .first()
    .waitFor();
});

drive(
  'where nothing was changed, the sign between two panels says so',
  shared,
  {link: '1;seed=3;eps=0.5~1~1e-10'},
  async (nine, page) => {
    const why = (a, b) => nine.element.locator(`.fig-join [data-a="${a}"][data-b="${b}"]`);
    await why(4, 7).click();
    const [name, other] = ['Modifying Key with ε = 1', 'Modifying Value with ε = 1'];
    const said =
      `${name} shows the same as ${other}. Nothing was changed in one of them: ε is 1. ` +
      'Value never enters the weights of the other.';
    await nine.readout().getByText(said, {exact: true}).waitFor();
    assert.equal(await why(1, 4).getAttribute('title'), 'Nothing was changed: ε is 1.');
  },
);

drive(
  'panels of one title are told apart by their column',
  shared,
  {link: '1;seed=3;eps=1'},
  async (nine, page) => {
    const name = 'Modifying Value with ε = 1 (middle column)';
    assert.equal(await nine.plot(7).getAttribute('aria-label'), name);
    const summary = async () =>
      (await nine.summary(7)).description.split('. ').filter(one => /same/.test(one));
    await eventually(summary, ['The same picture as Modifying Query with ε = 1 (left column)']);
    await nine.openTables();
    await page.getByRole('combobox', {name: 'Panel'}).selectOption(name);
    await page.getByRole('table', {name}).waitFor();
  },
);

drive(
  'the wheel scrolls the page, also over the panels',
  shared,
  {link: LINK, context: {viewport: {width: 900, height: 500}}},
  async (nine, page) => {
    await nine.hover(1, 5, 2);
    await page.mouse.wheel(0, 300);
    await page.waitForFunction(() => scrollY > 100);
  },
);

// ---- Touch -------------------------------------------------------------------------------------

drive(
  'a tap reads a cell, bars and zoom by finger',
  shared,
  {link: LINK, context: PHONE},
  async nine => {
    await nine.pin(1, 9, 4);
    await eventually(() => crosses(nine), 10);
    assert.ok(holds(await nine.readout().innerText(), panels(LINK).panels[1].weights[9][4]));
    await nine.readout().getByRole('button', {name: 'Row as bars'}).tap();
    await eventually(() => barsOpen(nine), 10);
    await nine.readout().getByRole('button', {name: 'Enlarge'}).tap();
    await nine.drawn();
    await eventually(() => standing(nine), 1);
    await nine.readout().getByRole('button', {name: 'All nine'}).tap();
    await nine.drawn();
    await eventually(() => standing(nine), 10);
    await nine.readout().getByRole('button', {name: 'Release'}).tap();
    await eventually(() => crosses(nine), 0);
  },
);

drive(
  'a swipe over the panels scrolls the page and pins nothing',
  shared,
  {link: LINK, context: PHONE},
  async (nine, page) => {
    await nine.plot(4).scrollIntoViewIfNeeded();
    const {x, y} = await nine.cell(4, 8, 3);
    const before = await page.evaluate(() => scrollY);
    const session = await page.context().newCDPSession(page);
    const touch = (type, points) =>
      session.send('Input.dispatchTouchEvent', {type, touchPoints: points});
    const ended = await page.evaluateHandle(() => ({
      event: new Promise(done => addEventListener('scrollend', () => done(null))),
    }));
    await touch('touchStart', [{x, y}]);
    for (let step = 1; step <= 10; step++) {
      await touch('touchMove', [{x, y: y - 20 * step}]);
      await nine.drawn();
    }
    await touch('touchEnd', []);
    await ended.evaluate(({event}) => event);
    assert.ok(await page.evaluate(before => Math.abs(scrollY - before) > 50, before));
    await nine.drawn();
    assert.equal(await crosses(nine), 0);
  },
);

drive(
  'the slider is moved by a finger',
  shared,
  {link: LINK, context: PHONE},
  async (nine, page) => {
    await nine.epsilon().scrollIntoViewIfNeeded();
    const {x, y, width, height} = await nine.epsilon().boundingBox();
    await page.touchscreen.tap(x + 0.7 * width, y + height / 2);
    await nine.settle();
    const value = Number(await nine.part('eps', 1));
    assert.ok(value > 5e-3 && value < 1, `${value}`);
    assert.equal((await nine.figure()).check, panels(await nine.link()).check);
  },
);

// ---- Keys --------------------------------------------------------------------------------------

drive('arrows move the cross-hair, and it is said', shared, {link: LINK}, async (nine, page) => {
  await nine.plot(0).focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowRight');
  await nine.drawn();
  const own = panels(LINK);
  const said = await nine.readout().innerText();
  assert.ok(holds(said, own.panels[0].weights[14][1]), said);
  const live = await nine.element
    .locator('[aria-live=polite]')
    .evaluateAll(all => all.map(one => one.textContent).join());
  assert.match(live, /query 14.*key 1/);
  await page.keyboard.press('End');
  await nine.drawn();
  assert.match(await nine.readout().innerText(), /mask/);
  await page.keyboard.press('Home');
  await nine.drawn();
  assert.ok(holds(await nine.readout().innerText(), own.panels[0].weights[14][0]));
});

drive(
  'the keyboard goes from panel to panel, opens bars, enlarges, and goes back step by step',
  shared,
  {link: LINK},
  async (nine, page) => {
    await nine.plot(0).focus();
    await page.keyboard.press('Shift+ArrowRight');
    await eventually(() => visited(nine), '1');
    await page.keyboard.press('Shift+ArrowDown');
    await eventually(() => visited(nine), '4');
    await page.keyboard.press('9');
    await eventually(() => visited(nine), '8');
    await page.keyboard.press('0');
    await eventually(() => visited(nine), '9');
    await page.keyboard.press('5');
    await page.keyboard.press('b');
    await nine.drawn();
    await eventually(() => barsOpen(nine), 10);
    await page.keyboard.press('z');
    await nine.drawn();
    await eventually(() => standing(nine), 1);
    await eventually(() => visited(nine), '4', 'the keyboard stays in the enlarged panel');
    await page.keyboard.press('6');
    await nine.drawn();
    await eventually(() => visited(nine), '5');
    await page.keyboard.press('Escape');
    await nine.drawn();
    await eventually(
      async () => [await standing(nine), await barsOpen(nine), await visited(nine)],
      [10, 10, '5'],
    );
    await page.keyboard.press('Escape');
    await nine.drawn();
    await eventually(async () => [await barsOpen(nine), await crosses(nine)], [0, 10]);
  },
);

drive(
  'a table opens by a key, and a joint explains itself',
  shared,
  {link: LINK},
  async (nine, page) => {
    await nine.plot(0).focus();
    await page.keyboard.press('=');
    await nine.drawn();
    assert.match(await nine.readout().innerText(), /one factor on the same logits/);
    await page.keyboard.press('7');
    await page.keyboard.press('t');
    await page.getByRole('table').filter({visible: true}).waitFor();
    assert.match(await page.getByRole('table').first().innerText(), /Value with ε = 0\.5/);
  },
);

drive('keys that mean nothing here reach the page', shared, {link: LINK}, async (nine, page) => {
  await page.evaluate(() => {
    globalThis.heard = [];
    addEventListener('keydown', event =>
      globalThis.heard.push([event.key, event.defaultPrevented]),
    );
  });
  await nine.plot(0).focus();
  for (const key of ['PageDown', 'n', 'F2', 'Escape']) await page.keyboard.press(key);
  await nine.epsilon().focus();
  await page.keyboard.press('n');
  assert.deepEqual(await page.evaluate(() => globalThis.heard), [
    ['PageDown', false],
    ['n', false],
    ['F2', false],
    ['Escape', false],
    ['n', false],
  ]);
});

drive(
  'where so many tokens share a row that all cells look alike, a button tells them apart',
  shared,
  {link: '1;n=256;sink=0;local=0'},
  async (nine, page) => {
    const told = page.getByText('drawn alike').filter({visible: true});
    const scale = nine.readout().getByRole('button', {name: 'Scale each row by its largest'});
    const is = async () => [await told.count(), await scale.getAttribute('aria-pressed')];
    const last = Array.from({length: 40}, (_, key) => [255, 4 * key + 40]);
    const shades = async () => new Set((await nine.colorsAt([0], last)).map(String)).size;
    assert.deepEqual(await is(), [1, 'false']);
    const before = await shades();
    await scale.focus();
    await page.keyboard.press('Enter');
    await eventually(() => nine.value('range'), 'row');
    await eventually(is, [0, 'true'], 'it stays where it was, to be pressed again');
    const after = await shades();
    assert.ok(after >= 2 * before, `${before} shades in a row before, ${after} after`);
    await assertAccessible(page, 'each row is scaled');
    await page.keyboard.press('Control+z');
    await eventually(() => nine.value('range'), null);
    await eventually(is, [1, 'false'], 'it is one step to undo');
    for (const link of ['1;n=64', '1;n=256;view=logits', '1;n=256;range=log']) {
      await nine.show(link);
      assert.equal(await told.count(), 0, link);
      assert.equal(await scale.count(), 0, link);
    }
    await nine.show('1;n=256;lock=range');
    assert.deepEqual([await told.count(), await scale.count()], [0, 0], 'it is not the reader’s');
  },
);

// ---- The lines under the figure -----------------------------------------------------------------

const TOLD = [
  ['1;n=5', /The top right is empty: no token looks ahead/, /“=” stands between panels/, true],
  ['1;n=5;style=paper', /The top right is 0: no token looks ahead/, /“=” stands/, false],
  [
    '1;n=5;mask=none;op=noise;eps=1~0.5~0.2',
    /the left edge is the first token/,
    /“=” stands/,
    true,
  ],
  ['1;n=5;figure=mean', /The top right is empty/, /“=” stands between panels/, false],
];

for (const [link, square, same, isSaid] of TOLD)
  drive(
    `the lines under the figure say what ${link} shows, and nothing else`,
    shared,
    {link},
    async (nine, page) => {
      await page.locator('.fig-hint').getByText(square).waitFor();
      assert.equal(await page.locator('.fig-key').getByText(same).count(), Number(isSaid));
      const ahead = /The top right/.test(await page.locator('.fig-hint').innerText());
      assert.equal(ahead, !link.includes('mask=none'));
    },
  );
