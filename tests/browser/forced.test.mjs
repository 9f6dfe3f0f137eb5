// Where the reader's system chooses the colours: what only a colour tells is still seen.
import assert from 'node:assert/strict';
import {drive, useBrowser} from './lib/browser.mjs';

const shared = useBrowser();
const MODEL = '1;source=model';

/** Pixels of an element at shares of its box. @param {[number, number][]} shares across, down */
async function within(nine, locator, shares) {
  await locator.scrollIntoViewIfNeeded();
  const {x, y, width, height} = await locator.boundingBox();
  const places = shares.map(([across, down]) => ({x: x + across * width, y: y + down * height}));
  return nine.pixels(places);
}

const shares = count => [...Array(count).keys()].map(i => (i + 0.5) / count);
const distinct = pixels => new Set(pixels.map(String)).size;

/** The colour of a button, beside its words. */
async function colorOf(nine, button) {
  await button.scrollIntoViewIfNeeded();
  const {x, y, height} = await button.boundingBox();
  return String(await nine.pixels([{x: x + 4, y: y + height / 2}]));
}

/** Is the chosen button of a group of another colour than the others? */
async function chosenIsSeen(nine, group) {
  const chosen = await colorOf(nine, group.locator('input:checked + span'));
  const others = [];
  const rest = group.locator('input:not(:checked) + span').filter({visible: true});
  for (const button of await rest.all()) others.push(await colorOf(nine, button));
  return others.length > 0 && !others.includes(chosen);
}

/** @param {string} what @param {string | null} link @param {(nine, page) => Promise<void>} body */
function inBoth(what, link, body) {
  for (const colorScheme of ['light', 'dark'])
    drive(
      `${what}: ${colorScheme}`,
      shared,
      {link, context: {forcedColors: 'active', colorScheme}},
      body,
    );
}

const PRINTED = `${MODEL};style=paper`; // strips are drawn only there

inBoth('the bar and the squares that explain strips have their colours', PRINTED, async nine => {
  const ramp = nine.element.locator('.fig-bar .ramp');
  const squares = nine.element.locator('.fig-key i');
  const colors = await within(
    nine,
    ramp,
    shares(10).map(at => [0.5, at]),
  );
  assert.ok(distinct(colors) >= 9, `${distinct(colors)} along the bar`);
  assert.equal(await squares.count(), 2);
  for (const square of await squares.all()) {
    const [inside, beside] = await within(nine, square, [
      [0.5, 0.5],
      [1.3, 0.5],
    ]);
    assert.notDeepEqual(inside, beside);
  }
});

inBoth('a slider has its track, and the task its bar', MODEL, async nine => {
  for (const at of [0.02, 0.9]) {
    const column = await within(
      nine,
      nine.epsilon(),
      shares(28).map(down => [at, down]),
    );
    assert.ok(distinct(column) > 1, `the track at ${at}`);
  }
  const meter = nine.element.locator('.prompt .meter');
  const [done, left] = await within(nine, meter, [
    [0.05, 0.5],
    [0.9, 0.5],
  ]);
  assert.notDeepEqual(done, left, 'how much it holds');
});

inBoth('what is chosen is seen', MODEL, async (nine, page) => {
  await nine.openMore();
  const choices = nine
    .controls()
    .getByRole('radiogroup')
    .filter({has: page.locator('label')});
  assert.ok((await choices.count()) > 8);
  for (const group of await choices.all())
    assert.ok(await chosenIsSeen(nine, group), await group.getAttribute('aria-label'));
});

inBoth('the map of heads has its shades', MODEL, async (nine, page) => {
  const colors = [];
  const map = page.getByRole('radiogroup', {name: 'Layers and heads'});
  await map.waitFor();
  await page.getByRole('combobox', {name: 'What the map shows'}).selectOption('first');
  for (const square of await map.getByRole('radio').all())
    colors.push(...(await within(nine, square, [[0.5, 0.5]])));
  assert.equal(colors.length, 32);
  assert.ok(distinct(colors) > 8, `${distinct(colors)} shades`);
});

inBoth('the head that a reading shows is seen to be chosen', null, async (nine, page) => {
  await page.goto(`${nine.address}?reading=sink`);
  await nine.settle();
  const heads = page.getByRole('radiogroup', {name: 'The head in the figure'});
  await heads.waitFor();
  assert.ok(await chosenIsSeen(nine, heads));
});

inBoth('a tool that is open still shows its word', '1;seed=3', async (nine, page) => {
  await nine.pin(4, 7, 2);
  const tool = nine.readout().getByRole('button', {name: 'Arithmetic'});
  await tool.click();
  await page.getByRole('group', {name: /^From query .* to their weight$/}).waitFor();
  await page.mouse.move(2, 2);
  const word = tool.locator('span');
  const [above] = await within(nine, word, [[0.5, 0.02]]);
  const across = await within(
    nine,
    word,
    shares(60).map(at => [at, 0.5]),
  );
  assert.equal(String(above), await colorOf(nine, tool), 'around the word as beside it');
  assert.ok(distinct(across) > 1, 'the word is seen');
});
