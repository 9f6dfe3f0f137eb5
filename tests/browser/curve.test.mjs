// The curve over epsilon under the figure: its lines where the numbers are, its handles by hand and
// by keys, and where it stands.
import assert from 'node:assert/strict';
import {alongEpsilon, epsilonScale} from '../../web/controls/scale.js';
import {assertAccessible} from './lib/axe.mjs';
import {drive, eventually, useBrowser} from './lib/browser.mjs';

const shared = useBrowser();
const NOISE = '1;seed=3;op=noise;eps=3~0.2~0.02';

const curveOf = nine => nine.element.locator('.curve');
const handle = (nine, column) => nine.page.getByRole('slider', {name: `ε of the ${column} column`});

/** Waits until the curve is there, and of the state that stands. */
async function curveDrawn(nine) {
  await nine.element.locator('.curve-place').scrollIntoViewIfNeeded();
  await nine.element.locator('.curve:not(.stale)').waitFor();
  await nine.drawn();
}

/** Where epsilons and values are, in the window. */
async function places(nine) {
  await nine.element.locator('.curve-plot').scrollIntoViewIfNeeded();
  await nine.drawn();
  const {x, width} = await nine.element.locator('.curve-plot .ticks').boundingBox();
  const edges = await nine.element.locator('.curve-y').evaluateAll(all =>
    all.map(one => {
      const {top, bottom} = one.getBoundingClientRect();
      return [(top + bottom) / 2, Number(one.textContent.replace('−', '-'))];
    }),
  );
  const [[top, high], , [bottom, low]] = edges;
  return {
    across: eps => x + (width * alongEpsilon(eps)) / epsilonScale.steps,
    down: value => bottom - ((bottom - top) * (value - low)) / (high - low),
  };
}

/** The colours of the lines, as [r, g, b]. */
const inks = nine =>
  nine.element
    .locator('.curve-key i')
    .evaluateAll(all =>
      all.map(one => getComputedStyle(one).color.match(/\d+/g).slice(0, 3).map(Number)),
    );

const near = (a, b) => a.every((x, i) => Math.abs(x - b[i]) < 40);

const [REACH, HEIGHT] = [8, 3]; // CSS pixels: a dash or a dot is within so far
const SPOTS = (2 * REACH + 1) * (2 * HEIGHT + 1);

/** A field of places around one. @param {number} x @param {number} y */
const spotsAround = (x, y) =>
  Array.from({length: SPOTS}, (_, i) => ({
    x: x - REACH + (i % (2 * REACH + 1)),
    y: y - HEIGHT + Math.floor(i / (2 * REACH + 1)),
  }));

/** What the panels of the left column have of `first`, at each of some epsilons. */
async function valuesAt(nine, epsilons) {
  const all = [];
  for (const eps of epsilons) {
    await nine.show(`1;seed=3;op=noise;eps=${eps}`);
    const {panels} = await nine.figure();
    all.push([0, 3, 6].map(i => panels[i].measures.first));
  }
  await nine.show(NOISE);
  await curveDrawn(nine);
  return all;
}

for (const colorScheme of ['light', 'dark'])
  drive(
    `the lines are drawn where single figures’ measures are: ${colorScheme}`,
    shared,
    {link: NOISE, context: {colorScheme, deviceScaleFactor: 2}},
    async nine => {
      const epsilons = [1e-8, 0.004, 0.1, 0.5, 1, 1.7, 6];
      const values = await valuesAt(nine, epsilons);
      const {across, down} = await places(nine);
      const colors = await inks(nine);
      const all = epsilons.flatMap((eps, i) =>
        values[i].map((value, line) => ({eps, value, line})),
      );
      const spots = all.flatMap(({eps, value}) => spotsAround(across(eps), down(value)));
      const pixels = await nine.pixels(spots);
      for (const [i, {eps, line}] of all.entries()) {
        const own = pixels.slice(i * SPOTS, (i + 1) * SPOTS);
        const found = own.filter(pixel => near(pixel, colors[line]));
        assert.ok(found.length > 2, `line ${line} at ${eps}: ${found.length} pixels`);
      }
    },
  );

drive(
  'a handle is dragged, and its column follows; undo brings it back',
  shared,
  {link: '1;seed=3'},
  async (nine, page) => {
    await curveDrawn(nine);
    const {across} = await places(nine);
    const plot = await nine.element.locator('.curve-plot').boundingBox();
    const y = plot.y + plot.height / 2;
    await page.mouse.move(across(0.5), y);
    await page.mouse.down();
    for (const eps of [0.4, 0.2, 0.05]) await page.mouse.move(across(eps), y);
    await eventually(async () => (await nine.value('eps')).split('~').slice(1), ['1e-3', '1e-10']);
    await page.mouse.up();
    await nine.settle();
    const moved = Number(await nine.part('eps', 0));
    assert.ok(Math.abs(moved - 0.05) < 0.003, String(moved));
    assert.equal(await handle(nine, 'left').innerText(), String(moved));
    const {panels} = await nine.figure();
    const [query, key, value] = [0, 3, 6].map(i => panels[i].measures.first.toFixed(3));
    assert.equal(
      await handle(nine, 'left').getAttribute('aria-valuetext'),
      `${moved}: Query ${query}, Key ${key}, Value ${value}`,
    );
    await page.keyboard.press('Control+z');
    await eventually(() => nine.value('eps'), null);
  },
);

drive('keys move a handle as they move a slider', shared, {link: '1;seed=3'}, async nine => {
  await curveDrawn(nine);
  const middle = handle(nine, 'middle');
  await middle.focus();
  for (const [key, eps] of [
    ['PageUp', '0.5'],
    ['End', '10'],
    ['ArrowRight', '10'],
    ['Home', '0'],
    ['ArrowUp', '1e-10'],
  ]) {
    await middle.press(key);
    await nine.settle();
    assert.equal(await nine.part('eps', 1), eps, key);
    assert.equal(await middle.innerText(), eps);
  }
});

drive(
  'what is drawn is chosen, is in the link, and is no part of the check',
  shared,
  {link: '1;seed=3'},
  async nine => {
    await curveDrawn(nine);
    const {check} = await nine.figure();
    const select = curveOf(nine).getByRole('combobox', {name: 'What is drawn over ε'});
    assert.equal(await select.inputValue(), 'first');
    await select.selectOption('norm');
    await eventually(() => nine.value('curve'), 'norm');
    await nine.settle();
    assert.equal((await nine.figure()).check, check);
    await curveDrawn(nine);
    assert.match(await curveOf(nine).innerText(), /\b10\b/, 'Value’s output is ten times as long');
    await nine.show('1;curve=prediction');
    await eventually(
      () => curveOf(nine).getByRole('status').innerText(),
      'No curve: this has no value here.',
    );
  },
);

drive('where there is no epsilon, it is said', shared, {link: '1;figure=mean'}, async nine => {
  await nine.element.locator('.curve-place').scrollIntoViewIfNeeded();
  const said = () => curveOf(nine).getByRole('status').innerText();
  await eventually(said, 'No curve: a mean has no ε.');
  assert.equal(await handle(nine, 'left').count(), 0);
  await nine.show('1;n=600');
  await eventually(said, 'No curve: with more than 512 tokens it would take too long.');
  await nine.show('1;figure=cross');
  await eventually(said, 'No curve: a mean has no ε.');
});

drive(
  'what a link locks or hides holds for the curve too',
  shared,
  {link: '1;lock=eps~curve'},
  async nine => {
    await curveDrawn(nine);
    assert.equal(await handle(nine, 'left').getAttribute('aria-disabled'), 'true');
    await handle(nine, 'left').press('ArrowRight');
    assert.equal(await nine.value('eps'), null);
    assert.ok(await curveOf(nine).getByRole('combobox').isDisabled());
    await nine.show('1;show=curve');
    await eventually(() => handle(nine, 'left').count(), 0);
    assert.ok(await curveOf(nine).isVisible());
    await nine.show('1;show=eps');
    await eventually(() => curveOf(nine).isVisible(), false);
  },
);

drive(
  'in a page of others the curve is there only where a link names it',
  shared,
  {link: '1;n=5'},
  async (nine, page) => {
    await page.evaluate(() => {
      for (const link of ['1;n=6', '1;n=6;show=eps~curve']) {
        const frame = Object.assign(document.createElement('iframe'), {
          ...{src: `./?embed#${link}`, title: link, width: 900, height: 1200},
        });
        document.body.append(frame);
      }
    });
    const inside = title =>
      page.frameLocator(`iframe[title="${title}"]`).locator('nine-fold .curve');
    const named = inside('1;n=6;show=eps~curve');
    await page.locator('iframe').last().scrollIntoViewIfNeeded();
    await page
      .frameLocator('iframe[title="1;n=6;show=eps~curve"]')
      .locator('nine-fold .curve-place')
      .scrollIntoViewIfNeeded();
    await named.waitFor();
    await page.locator('iframe').first().scrollIntoViewIfNeeded();
    const other = page.frameLocator('iframe[title="1;n=6"]').locator('nine-fold');
    await other.evaluate(element => element.ready);
    assert.equal(await other.locator('.curve').count(), 0);
  },
);

for (const [name, context] of Object.entries({
  light: {},
  dark: {colorScheme: 'dark'},
  phone: {viewport: {width: 390, height: 844}, hasTouch: true, isMobile: true},
}))
  drive(
    `axe finds nothing wrong with the curve: ${name}`,
    shared,
    {link: '1;seed=3', context},
    async (nine, page) => {
      await curveDrawn(nine);
      await handle(nine, 'left').focus();
      await assertAccessible(page, name);
    },
  );

drive(
  'on a phone what is drawn is written out, however long it is',
  shared,
  {
    link: '1;seed=3;curve=peak',
    context: {viewport: {width: 390, height: 844}, hasTouch: true, isMobile: true},
  },
  async nine => {
    await curveDrawn(nine);
    const {chosen, seen, right, sticksOut} = await curveOf(nine)
      .locator('.curve-choice')
      .evaluate(choice => ({
        chosen: choice.querySelector('select').selectedOptions[0].text,
        seen: choice.firstChild.innerText,
        right: choice.getBoundingClientRect().right,
        sticksOut: choice.scrollWidth - choice.clientWidth,
      }));
    assert.match(chosen, /^Largest weight of a row over that of an even row, from the fifth/);
    assert.equal(seen, chosen);
    assert.ok(right <= 390 && sticksOut === 0, `${right} ${sticksOut}`);
  },
);

const HOW = 'Drag the circles, or Tab to one and press arrow keys.';

for (const [link, isSaid] of [
  ['1;n=5', true],
  ['1;n=5;lock=eps', false],
])
  drive(
    `how handles are moved is said ${isSaid ? 'where they may be' : 'of none that is locked'}`,
    shared,
    {link},
    async nine => {
      await curveDrawn(nine);
      await curveOf(nine).getByText('Query and Key are one line').waitFor();
      assert.equal(await curveOf(nine).getByText(HOW).isVisible(), isSaid);
    },
  );
