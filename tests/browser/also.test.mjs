// Other heads that change along with the one under study, chosen behind "More".
import assert from 'node:assert/strict';
import {assertAccessible} from './lib/axe.mjs';
import {drive, eventually, useBrowser} from './lib/browser.mjs';
import {panels} from '../node/lib/engine.mjs';

const shared = useBrowser();

const field = page => page.getByRole('group', {name: 'Other heads', exact: true});
const left = (page, layer, head) =>
  field(page).getByRole('button', {name: `Leave layer ${layer}, head ${head} as it is`});
const add = page => field(page).getByRole('button', {name: 'Change it, too'});
const caption = nine => nine.element.locator('.fig-caption').innerText();
const kl = figure => figure.panels.map(({prediction}) => prediction.kl);

const ONE = '1;source=model;layer=2;head=7;also=0.3';

/** Chooses a head; whether it may be added. */
async function choose(page, layer, head) {
  await field(page).getByRole('combobox', {name: 'Layer of another head'}).selectOption(layer);
  await field(page).getByRole('combobox', {name: 'Another head', exact: true}).selectOption(head);
  return add(page).isEnabled();
}

drive(
  'a link names its other heads; one is left out, and undone',
  shared,
  {link: ONE},
  async (nine, page) => {
    const before = await nine.link();
    await nine.openMore();
    assert.match(await caption(nine), /predictions with layer[.]head 0[.]3 changed, too$/);
    const printed = panels(before).panels.map(({prediction}) => prediction.kl);
    assert.deepEqual(kl(await nine.figure()), printed);
    await left(page, 0, 3).click();
    await nine.settle();
    assert.equal(await nine.value('also'), null);
    assert.doesNotMatch(await caption(nine), /changed, too/);
    assert.notDeepEqual(kl(await nine.figure()), printed);
    await page.getByRole('button', {name: 'Undo', exact: true}).click();
    await nine.settleAt(before);
    await eventually(() => left(page, 0, 3).count(), 1);
  },
);

drive(
  'more are chosen, by keys too, with the check of the command line',
  shared,
  {link: '1;source=model;layer=2;head=7'},
  async (nine, page) => {
    await nine.openMore();
    assert.equal(await choose(page, '2', '7'), false, 'the head under study changes already');
    for (const [layer, head] of ['31', '03']) {
      assert.equal(await choose(page, layer, head), true);
      await add(page).press('Enter');
      await nine.settle();
    }
    assert.equal(await nine.value('also'), '0.3~3.1');
    assert.equal(await choose(page, '0', '3'), false, 'it is listed');
    assert.equal((await nine.figure()).check, panels(await nine.link()).check);
    assert.deepEqual(await field(page).locator('.chosen button').allInnerTexts(), [
      'Layer 0, head 3 ×',
      'Layer 3, head 1 ×',
    ]);
    await assertAccessible(page, 'other heads are chosen');
    await field(page).getByRole('button', {name: 'Reset Other heads'}).click();
    await nine.settle();
    assert.equal(await nine.value('also'), null);
  },
);

drive(
  'what a link locks stays as it is, what it does not show is not there, and sixteen are all',
  shared,
  {link: `${ONE};lock=also`},
  async (nine, page) => {
    await nine.openMore();
    assert.ok(await left(page, 0, 3).isDisabled());
    assert.ok(await field(page).getByRole('combobox').first().isDisabled());
    assert.ok(await add(page).isDisabled());
    await nine.show(`${ONE};show=layer`);
    await eventually(() => field(page).count(), 0);
    assert.match(await caption(nine), /changed, too$/, 'it is said all the same');
    const sixteen = [0, 1].flatMap(layer =>
      [0, 1, 2, 3, 4, 5, 6, 7].map(head => `${layer}.${head}`),
    );
    await nine.show(`1;source=model;layer=2;head=7;also=${sixteen.join('~')}`);
    await field(page)
      .getByText('16 other heads change, which is as many as a link names.')
      .waitFor();
    assert.ok(await add(page).isHidden());
    await left(page, 1, 7).click();
    await nine.settle();
    assert.ok(await add(page).isVisible());
  },
);
