// Every lesson as whoever reads it may have to: by keys alone, on a phone, dark, in the colours of
// the system, without scripts. Each page is watched for errors and for requests that leave it.
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {ORDER, source, steps} from '../../web/site/lessons.mjs';
import {unspell} from '../../web/controls/text.js';
import {assertAccessible} from './lib/axe.mjs';
import {assertFaults, eventually, open, useBrowser} from './lib/browser.mjs';
import {standsSeen, tabTo} from './lib/focus.mjs';
import {misplaced} from './lib/placed.mjs';

const shared = useBrowser();

/**
 * Each lesson as a part of a test, all on one page.
 * @param {string} what
 * @param {object} context of the browser
 * @param {(nine, page, lesson: {name: string, all: ReturnType<typeof steps>}) =>
 *   Promise<void>} body
 */
function inEach(what, context, body) {
  test(what, async t => {
    const {nine, page, context: opened, faults} = await open(shared, {link: null, context});
    for (const name of ORDER)
      await t.test(name, async () => {
        await page.goto(`${nine.address}lessons/${name}.html`);
        await body(nine, page, {name, all: steps(source(name))});
        assertFaults(faults, []);
      });
    await opened.close();
  });
}

const stepOf = (page, at) => page.locator(`#step-${at + 1}`);
const isAt = (page, at, all) => page.getByText(`Step ${at + 1} of ${all.length}: `).waitFor();
const told = (page, at) => stepOf(page, at).locator('.state').textContent();
const isRight = (page, at) =>
  stepOf(page, at).getByText('You said so before you saw it: right.').waitFor();

// ---- By keys alone -----------------------------------------------------------------------------

const MIDDLE = /^(Epsilon|ε) of the middle column/; // under the figure, or on its curve

/** Waits for the figure of the link that stands, and not for its picture. */
const computed = page =>
  page.waitForFunction(() => {
    const {figure, link} = document.querySelector('nine-fold');
    return figure?.check && figure.link === link;
  });

/** From a step to its figure. */
async function toFigure(page, at) {
  const name = 'To the figure of this step';
  await tabTo(page, name, one => one.step === `step-${at + 1}` && one.name === name);
  await page.keyboard.press('Enter');
}

const BACK = 'Back to the text of this step';

/** And back to the step, whose heading has the focus then. */
async function toText(page, at) {
  await tabTo(page, BACK, one => one.name === BACK);
  await page.keyboard.press('Enter');
  const {tag, step} = await standsSeen(page);
  assert.deepEqual([tag, step], ['H2', `step-${at + 1}`]);
}

/** Moves ε by its arrows to the value that meets the task: in fives as long as that is far. */
async function slide(nine, page, value) {
  await tabTo(page, 'ε', one => MIDDLE.test(one.name));
  const left = async () => Math.log(Number(value) / Number(await nine.part('eps', 1)));
  const isDown = (await left()) < 0;
  for (let way = await left(); way && way < 0 === isDown; way = await left()) {
    const presses = Math.abs(way) > 0.4 ? 5 : 1;
    for (let i = 0; i < presses; i++)
      await page.keyboard.press(isDown ? 'ArrowLeft' : 'ArrowRight');
    await computed(page);
  }
}

/** Writes the text that meets the task. */
async function write(page, text) {
  await tabTo(page, 'the text', one => one.tag === 'TEXTAREA');
  await page.keyboard.press('Control+a');
  await page.keyboard.type(text);
}

/** Does what a step's task asks for. */
async function doTask(nine, page, at, {met, tries}) {
  const [key, value] = met.split('=');
  if (tries.includes(met)) {
    await tabTo(page, met, one => one.set === met);
    await page.keyboard.press('Enter');
    await standsSeen(page);
  } else {
    await toFigure(page, at);
    if (key === 'eps') await slide(nine, page, value.split('~')[1]);
    else await write(page, unspell(value));
    await toText(page, at);
  }
  await eventually(async () => /^Done\. met: /.test(await told(page, at)), true, met);
}

/** Low: Tab scrolls to what stands further down in the figure, which must not turn to another step. */
const LOW = {viewport: {width: 1280, height: 600}};

inEach('by keys alone, from the first step to the next lesson', LOW, async (nine, page, lesson) => {
  const {name, all} = lesson;
  await isAt(page, 0, all);
  await nine.rest();
  await tabTo(page, 'the end of the figure', one => one.name === BACK);
  await isAt(page, 0, all);
  for (const [at, step] of all.entries()) {
    const guess = one => one.step === `step-${at + 1}` && one.isRight;
    await tabTo(page, `the guess of step ${at + 1}`, guess);
    await page.keyboard.press(at % 2 ? 'Enter' : 'Space');
    await isRight(page, at);
    assert.ok(guess(await standsSeen(page)), 'the focus stays');
    await isAt(page, at, all);
    await computed(page);
    if (step.met) await doTask(nine, page, at, step);
    await isAt(page, at, all);
  }
  await tabTo(page, 'what comes next', one => /^Next: /.test(one.name));
  const next = ORDER[ORDER.indexOf(name) + 1];
  await page.keyboard.press('Enter');
  await page.waitForURL(next ? `**/lessons/${next}.html` : '**/readings/index.html');
});

// ---- On a phone --------------------------------------------------------------------------------

/** Is the beginning of its last line in sight, and nothing over it? Runs in the page. */
function isSeen(element) {
  const {left, bottom} = element.getBoundingClientRect();
  return element.contains(document.elementFromPoint(left + 20, bottom - 8));
}

const PHONE = {viewport: {width: 390, height: 844}, hasTouch: true, isMobile: true};

const picture = nine => nine.element.getByRole('img', {name: /^Nine panels, small: /});

/** How much of the figure's picture is in the window, as a share. Runs in the page. */
function shareInSight(picture) {
  const box = picture.getBoundingClientRect();
  const around = document.querySelector('.living').getBoundingClientRect();
  const top = Math.max(box.top, around.top, 0);
  const bottom = Math.min(box.bottom, around.bottom, innerHeight);
  return Math.max(bottom - top, 0) / box.height;
}

inEach(
  'on a phone, dark: the figure stays while each step is read, and nothing is wider',
  {...PHONE, colorScheme: 'dark'},
  async (nine, page, {name, all}) => {
    for (const at of all.keys()) {
      await stepOf(page, at).locator('.predict button[data-right]').tap();
      await isRight(page, at);
      await isAt(page, at, all);
      for (const part of ['h2', '.task', '.answer p']) {
        await stepOf(page, at)
          .locator(part)
          .first()
          .evaluate(one => one.scrollIntoView({block: 'end'}));
        await nine.settle();
        const share = await picture(nine).evaluate(shareInSight);
        assert.ok(share > 0.7, `${share} of the figure beside ${part} of step ${at + 1}`);
      }
      assert.deepEqual(await page.evaluate(misplaced), [], `step ${at + 1}`);
    }
    await assertAccessible(page, `${name}, dark`);
  },
);

for (const [what, viewport] of [
  ['a low phone', {width: 375, height: 548}],
  ['a phone held across', {width: 844, height: 390}],
])
  inEach(
    `on ${what} the figure stays in sight, and follows`,
    {...PHONE, viewport},
    async (nine, page, {all}) => {
      for (const at of all.keys()) {
        const task = stepOf(page, at).locator('.task');
        await task.evaluate(one => one.scrollIntoView({block: 'end'}));
        await isAt(page, at, all);
        await computed(page);
        const share = await picture(nine).evaluate(shareInSight);
        assert.ok(share > 0.5, `${share} of the figure beside the task of step ${at + 1}`);
        assert.equal(await task.evaluate(isSeen), true, `the task of step ${at + 1}`);
      }
      assert.deepEqual(await page.evaluate(misplaced), []);
    },
  );

inEach(
  'backwards by keys nothing is under the figure, on a phone',
  PHONE,
  async (nine, page, {all}) => {
    await isAt(page, 0, all);
    await page.getByRole('link', {name: 'All lessons'}).last().focus();
    const first = one => one.step === 'step-1' && one.tag === 'BUTTON' && !one.isRight;
    await tabTo(page, 'the first step', first, 'Shift+Tab');
  },
);

// ---- Colours -----------------------------------------------------------------------------------

const luminance = ([red, green, blue]) => 0.2126 * red + 0.7152 * green + 0.0722 * blue;

inEach('dark, on a desktop', {colorScheme: 'dark'}, async (nine, page, {name, all}) => {
  for (const at of all.keys()) {
    await stepOf(page, at).locator('.predict button').first().click();
    await stepOf(page, at).locator('.answer p').waitFor();
  }
  await nine.settle();
  const [paper] = await nine.pixels([{x: 4, y: 400}]);
  assert.ok(luminance(paper) < 60, `its ground is ${paper}`);
  await assertAccessible(page, name);
});

/** All of a lesson in one window, which is looked at once. */
const TALL = {viewport: {width: 1280, height: 3600}};

inEach(
  'in colours of the system: the guess is told by more than a colour',
  {forcedColors: 'active', ...TALL},
  async (nine, page, {name, all}) => {
    for (const at of all.keys())
      await stepOf(page, at).locator('.predict button[data-right]').click();
    await nine.settle();
    const guesses = await page.locator('.predict button').evaluateAll(buttons =>
      buttons.map(one => {
        const {x, y, height} = one.getBoundingClientRect();
        return {edge: {x: x - 1, y: y + height / 2}, isChosen: one.ariaPressed === 'true'};
      }),
    );
    const edges = (await nine.pixels(guesses.map(({edge}) => edge))).map(String);
    const [other] = edges.filter((_, i) => !guesses[i].isChosen);
    assert.equal(guesses.filter(({isChosen}) => isChosen).length, all.length);
    for (const [i, {isChosen}] of guesses.entries())
      assert.equal(edges[i] !== other, isChosen, `a frame around guess ${i + 1}, if it is chosen`);
    await assertAccessible(page, name);
  },
);

// ---- Without scripts ---------------------------------------------------------------------------

const plain = html =>
  html
    .replace(/<[^>]*>/g, '')
    .replace(/\s+/g, ' ')
    .trim();

const inside = (html, tag) => plain(new RegExp(`<${tag}[^>]*>([^]*?)</${tag}>`).exec(html)[1]);

inEach(
  'without scripts each step is there whole',
  {javaScriptEnabled: false},
  async (nine, page, {all}) => {
    assert.ok(await page.locator('noscript p').isVisible(), 'why nothing can be moved');
    assert.equal(await page.getByRole('button').count(), 0, 'nothing that cannot be pressed');
    for (const [at, step] of all.entries()) {
      const element = stepOf(page, at);
      await element.locator('summary').click();
      const text = (await element.innerText()).replace(/\s+/g, ' ');
      const asked = /<predict ask="([^"]*)"/.exec(step.inside)[1];
      const guesses = [...step.inside.matchAll(/<guess[^>]*>(.*)<\/guess>/g)].map(
        ([, guess]) => guess,
      );
      for (const said of [
        ...['h2', 'p', 'task', 'answer'].map(tag => inside(step.inside, tag)),
        `Predict first: ${asked} ${guesses.join(' / ')}`,
      ])
        assert.ok(text.includes(said), `“${said}” in “${text}”`);
      const image = element.locator('.still img');
      await image.scrollIntoViewIfNeeded();
      const isShown = () => image.evaluate(one => one.complete && one.naturalWidth > 200);
      await eventually(isShown, true, `the picture of step ${at + 1}`);
      assert.ok((await image.boundingBox()).width > 300);
    }
  },
);
