// Who answers a question: what is asked and what answers it are in sight together, nothing else
// claims to be the task, nothing is offered that the answer may not have, and words once written
// are not lost.
import assert from 'node:assert/strict';
import {drive, eventually, useBrowser} from './lib/browser.mjs';

const shared = useBrowser();
const ASKED =
  '1;source=model;eps=0.5~1~1e-10;question=Lower_epsilon;ask1=first~p12~in~0.45~0.55;ask2=norm~p32~gt~0.35;' +
  'show=eps;choices=It_rises~2fIt_falls~2fIt_stays;write=on';
const FREE = ASKED.replace(';show=eps', '');
const question = page => page.getByRole('group', {name: 'The question'});
const map = nine => nine.element.locator('.heads').first();
const headline = nine => nine.element.locator('.point');

for (const [width, height] of [
  [1280, 800],
  [1920, 1080],
])
  drive(
    `statements and slider are in a window of ${width} by ${height} together`,
    shared,
    {link: ASKED, context: {viewport: {width, height}}},
    async (nine, page) => {
      await nine.settle();
      const [asked, slider] = await Promise.all([
        question(page).boundingBox(),
        nine.epsilon().boundingBox(),
      ]);
      assert.ok(asked.y >= 0, `the question begins at ${asked.y}`);
      const end = slider.y + slider.height;
      assert.ok(end <= height, `the slider ends at ${end}`);
    },
  );

drive(
  'a question is the only task, and offers no head that an answer may not have',
  shared,
  {link: ASKED},
  async (nine, page) => {
    await nine.settle();
    await question(page).getByRole('radio', {name: 'It falls'}).check();
    await nine.settle();
    assert.equal(await headline(nine).isVisible(), false);
    assert.equal(await map(nine).isVisible(), false);
    await nine.show(FREE);
    await eventually(() => map(nine).isVisible(), true);
    await nine.show('1;source=model');
    await eventually(() => headline(nine).isVisible(), true);
  },
);

drive(
  'Reset takes the figure back, and leaves the name and the words',
  shared,
  {link: ASKED},
  async (nine, page) => {
    const field = name => question(page).getByLabel(name);
    const reset = page.getByRole('button', {name: 'Reset'});
    await field('In your words').fill('It scales the logits.');
    await field('Your name').fill('Ada');
    await field('Your name').blur();
    await nine.settle();
    await eventually(() => reset.isDisabled(), true); // the figure is as it was
    const number = page.getByRole('textbox', {name: 'Epsilon of the middle column, as a number'});
    await number.fill('0.3');
    await number.press('Enter');
    await eventually(() => nine.part('eps', 1), '0.3');
    await reset.click();
    await eventually(() => nine.part('eps', 1), '1');
    assert.equal(await field('Your name').inputValue(), 'Ada');
    assert.equal(await field('In your words').inputValue(), 'It scales the logits.');
    await page.getByRole('button', {name: 'Undo'}).click();
    await eventually(() => nine.part('eps', 1), '0.3');
  },
);
