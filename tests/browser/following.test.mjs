// Value seen in the next layer, where its panels show another head: what is shown, and what that is
// compared with, is said wherever something is said of them. And words that follow the operation.
import assert from 'node:assert/strict';
import {drive, eventually, useBrowser} from './lib/browser.mjs';
import {panels} from '../node/lib/engine.mjs';
import {signedText} from '../../web/base/format.js';

const shared = useBrowser();
const LINK = '1;source=model;value=next';
const OWN = panels(LINK);
const {source} = OWN;
const [UNTOUCHED] = OWN.followers;
const HEAD = `layer ${source.layer + 1}, head ${source.next}`;
const STUDIED = `layer ${source.layer}, head ${source.head}`;
const TITLED = `Layer ${source.layer + 1}, Head ${source.next}`;
const VALUE = [6, 7, 8];

/** A number as the page writes it. */
const shown = (x, digits) => x.toFixed(digits);
const textOf = locator => locator.innerText();

const FOLLOWED = {link: LINK};

drive('a cell of Value’s is one of the head shown', shared, FOLLOWED, async (nine, page) => {
  const {weights} = OWN.panels[7];
  await nine.hover(7, 6, 2);
  const slots = () =>
    nine
      .readout()
      .locator('.fig-values small')
      .evaluateAll(all =>
        Object.fromEntries(
          all.map(({textContent, nextSibling: {textContent: value}}) => [textContent, value]),
        ),
      );
  await eventually(async () => (await slots())[HEAD], shown(weights[6][2], 4));
  const change = weights[6][2] - UNTOUCHED.weights[6][2];
  assert.equal((await slots()).change, signedText(change, 4));
  await nine.hover(4, 6, 2);
  const changing = async () => Object.keys(await slots()).filter(name => /head|change/.test(name));
  await eventually(changing, ['change']);
  await nine.plot(7).focus();
  await page.keyboard.press('ArrowUp');
  const heard = () => nine.element.locator('[aria-live=polite]').allInnerTexts();
  await eventually(async () => (await heard()).some(text => text.endsWith(` in ${HEAD}`)), true);
});

drive(
  'where changes are shown, Value’s panels show theirs to that head untouched',
  shared,
  {link: `${LINK};view=change`},
  async nine => {
    for (const id of VALUE) {
      assert.equal(await nine.plot(id).locator('.fig-note').isVisible(), false);
      await nine.hover(id, 6, 2);
      const change = OWN.panels[id].weights[6][2] - UNTOUCHED.weights[6][2];
      const text = nine.readout().getByText(signedText(change, 4), {exact: true});
      await text.waitFor();
    }
  },
);

drive('that head stands untouched beside its panels', shared, FOLLOWED, async (nine, page) => {
  const untouched = page.getByRole('application', {name: `${TITLED} untouched`});
  await untouched.waitFor();
  const told = new RegExp(`^These are the weights of ${HEAD},`);
  await eventually(async () => told.test((await nine.summary(12)).description), true);
  const {y, height} = await nine.panelBox(12);
  const value = await nine.panelBox(6);
  assert.ok(y >= value.y && y + height <= value.y + value.height, 'beside Value’s row');
  await nine.hover(12, 6, 2);
  const weight = nine.readout().getByText(shown(UNTOUCHED.weights[6][2], 4), {exact: true});
  await weight.waitFor();
  await nine.plot(6).focus();
  await page.keyboard.press('Shift+ArrowLeft');
  await eventually(() => untouched.evaluate(plot => plot.matches(':focus')), true);
  await page.keyboard.press('Shift+ArrowRight');
  await eventually(() => nine.plot(6).evaluate(plot => plot.matches(':focus')), true);
  await nine.show('1;source=model');
  assert.equal(await untouched.count(), 0);
});

drive('the map marks the head in which Value is seen', shared, FOLLOWED, async (nine, page) => {
  const square = (layer, head) =>
    page.getByRole('radio', {name: new RegExp(`^Layer ${layer}, head ${head}:`)});
  const names = new RegExp(`^${TITLED.replace('Head', 'head')}: .*; Value is seen here$`);
  const seen = page.getByRole('radio', {name: /Value is seen here/});
  await seen.waitFor();
  assert.match(await seen.getAttribute('aria-label'), names);
  assert.equal(await seen.isChecked(), false);
  assert.equal(await square(source.layer, source.head).isChecked(), true);
  const outline = one => one.evaluate(square => getComputedStyle(square).outlineStyle);
  assert.deepEqual(
    [await outline(seen), await outline(square(source.layer, source.head))],
    ['dashed', 'solid'],
  );
  await nine.show('1;source=model');
  await eventually(() => seen.count(), 0);
});

const badge = nine => textOf(nine.element.locator('.badge'));

const PRINTED = {link: `${FOLLOWED.link};style=paper`}; // measures stand under its panels

drive('under the figure stand the head and its reference', shared, PRINTED, async nine => {
  assert.equal(await badge(nine), `Real model: ${STUDIED}; Value seen in ${HEAD}`);
  const reference = `${HEAD} untouched`;
  const key = await textOf(nine.element.locator('.fig-key'));
  for (const words of [`Value’s panels show ${HEAD}`, `their change is to ${reference}`])
    assert.ok(key.includes(words), key);
  const {change} = OWN.panels[6].measures;
  assert.match(await nine.under(6), new RegExp(`^change ${shown(change, 3)}`));
});

drive('a summary says whose weights they are', shared, FOLLOWED, async (nine, page) => {
  const reads = /the weights of (.+), which reads what this head puts out/;
  const described = async panel => (await nine.summary(panel)).description;
  await eventually(async () => reads.exec(await described(6))?.[1], HEAD);
  const summary = await described(6);
  const change = shown(OWN.panels[6].measures.change, 2);
  const said = `Largest change to ${HEAD} untouched: ${change}.`;
  assert.ok(summary.includes(said), summary);
  assert.doesNotMatch(await described(3), new RegExp(HEAD));
  await nine.openTables();
  await nine.table(6);
  await page.getByRole('table', {name: `weights of ${HEAD}`}).waitFor();
});

drive('so do the words beside the slider', shared, FOLLOWED, async (nine, page) => {
  const words = page.locator('.prompt .seen').filter({visible: true});
  const said =
    `Value’s row shows ${HEAD}, which reads what this head puts out. It is compared with ` +
    `${HEAD} untouched.`;
  assert.deepEqual(await words.allInnerTexts(), [said]);
  await nine.show(`${LINK};eps=0.4`);
  assert.deepEqual(await words.allInnerTexts(), [said]);
  await nine.show('1;source=model');
  assert.deepEqual(await words.allInnerTexts(), []);
});

const lives = nine =>
  nine.element.locator('.answers .live').filter({visible: true}).allInnerTexts();

drive('the answers say which head moves', shared, FOLLOWED, async (nine, page) => {
  await nine.openExplanations();
  const changes = VALUE.map(id => `${Number(OWN.panels[id].measures.change.toPrecision(2))} at ε`);
  const [, value] = await lives(nine);
  assert.ok(value.includes(`Value’s panels show ${HEAD}, which reads this output`), value);
  for (const change of changes) assert.ok(value.includes(change), `${change} in ${value}`);
  assert.equal(await page.getByText('Value’s panels are the untouched head').count(), 0);
  await nine.show(`${LINK};figure=mean`);
  const {first} = panels(`${LINK};figure=mean`).panels[2].measures;
  await nine.drawn();
  const averaged = (await lives(nine)).join(' ');
  const held = Number(first.toPrecision(2));
  const words = `in ${HEAD}, which reads the output, ${held} with Value’s`;
  assert.ok(averaged.includes(words), averaged);
});

const ROW = `“${TITLED} after Modifying Value of Layer ${source.layer}, Head ${source.head}”`;
const STATEMENTS = {
  'change~p32~gt~0.5':
    `In ${ROW} (middle column), which shows ${HEAD}, the largest ` +
    `difference to ${HEAD} as it reads the untouched output is above 0.5.`,
  'norm~r3~gt~0.5':
    `In every panel of ${ROW}, which shows ${HEAD}, the mean length of ` +
    "a token's output from the head under study over that of the untouched head is above 0.5.",
  'first~all~lt~2':
    `In every panel, of which Value’s show ${HEAD}, the mean weight on the first ` +
    'token is below 2.',
  'change~p12~gt~0.5':
    'In “Modifying Query” (middle column), the largest difference to the ' +
    'untouched head is above 0.5.',
};
const ASKED = Object.keys(STATEMENTS)
  .map((statement, i) => `ask${i + 1}=${statement}`)
  .join(';');

drive(
  'a statement about Value’s panels says whose change it speaks of',
  shared,
  {link: `${LINK};${ASKED}`},
  async (nine, page) => {
    const items = page.getByRole('group', {name: 'The question'}).getByRole('listitem');
    const sentences = () => items.locator('> span:first-child').allInnerTexts();
    await eventually(sentences, Object.values(STATEMENTS));
  },
);

const BY_HAND = '1;n=9;value=next';

drive('by hand it is the following head', shared, {link: BY_HAND}, async nine => {
  const {change} = panels(BY_HAND).panels[6].measures;
  assert.match(await badge(nine), /Value seen in the following head$/);
  assert.match(await nine.under(6), new RegExp(`^change ${shown(change, 3)}\\s+length`));
});

// ---- Words that follow the operation -----------------------------------------------------------

const MIXED = {
  blend: 'are blended towards the mean over all heads by ε: 0 leaves them, 1 replaces them.',
  noise: 'are disturbed by noise of ε times their size.',
};

for (const [op, words] of Object.entries(MIXED))
  drive(`${op}: what is said follows it`, shared, {link: `1;n=9;op=${op}`}, async (nine, page) => {
    const about = `Query, Key and Value, a row each, ${words}`;
    await page.getByText(about).filter({visible: true}).waitFor();
    await nine.openExplanations();
    const [alike, , small] = await lives(nine);
    assert.match(alike, /for what is done to them is no factor\.$/);
    const {change} = panels(`1;n=9;op=${op}`).panels[0].measures;
    const told =
      'Here nothing is multiplied: the smaller ε, the less is mixed in. The largest ' +
      `difference to the untouched head is ${Number(change.toPrecision(2))} at ε = 0.5`;
    assert.ok(small.startsWith(told), small);
    await nine.show(`1;n=9;op=${op};eps=0`);
    const [same] = await lives(nine);
    assert.equal(same, 'Here the two rows are the same numbers, for nothing was changed in them.');
  });
