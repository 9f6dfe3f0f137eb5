// Controls as hands use them: keys, pointer, number fields, choices, lists of three; undo, redo,
// reset, lock and show.
import assert from 'node:assert/strict';
import {drive, eventually, useBrowser} from './lib/browser.mjs';
import {panels} from '../node/lib/engine.mjs';

const shared = useBrowser();
const LINK = '1;seed=3';

/** The figure that stands is the command line's figure of the link that stands. */
async function assertTrue(nine) {
  await nine.settle();
  const link = await nine.link();
  const {check} = await nine.figure();
  assert.equal(check, panels(link).check, link);
}

// ---- The slider at hand ------------------------------------------------------------------------

drive(
  'keys move the slider by small steps, Page Up and Page Down by stops',
  shared,
  {link: LINK},
  async (nine, page) => {
    await nine.epsilon().focus();
    const seen = [];
    for (const key of [
      'ArrowRight',
      'ArrowLeft',
      'ArrowLeft',
      'PageUp',
      'PageUp',
      'PageUp',
      'PageDown',
      'PageDown',
      'PageDown',
    ]) {
      await page.keyboard.press(key);
      seen.push(await nine.part('eps', 1));
    }
    assert.ok(
      Number(seen[0]) > 1e-3 && Number(seen[0]) < 2e-3,
      `one step up from 1e-3 is ${seen[0]}`,
    );
    assert.equal(Number(seen[1]), 1e-3);
    assert.ok(
      Number(seen[2]) < 1e-3 && Number(seen[2]) > 1e-4,
      `one step down from 1e-3 is ${seen[2]}`,
    );
    assert.deepEqual(seen.slice(3).map(Number), [1e-3, 0.5, 1, 0.5, 1e-3, 1e-10]);
    await assertTrue(nine);
  },
);

drive(
  'a drag changes the figure on its way, and is one step to undo',
  shared,
  {link: LINK},
  async (nine, page) => {
    const before = await nine.link();
    let made;
    await nine.watchFigures();
    await nine.drag(nine.epsilon(), 0.9, 0.55, {
      steps: 12,
      done: async () => {
        made = await nine.figuresSeen();
      },
    });
    assert.ok(made >= 6, `figures made while the slider was held: ${made}`);
    await assertTrue(nine);
    const after = await nine.link();
    assert.notEqual(after, before);
    await page.getByRole('button', {name: 'Undo', exact: true}).click();
    await assertTrue(nine);
    assert.equal(await nine.link(), before);
    await page.getByRole('button', {name: 'Redo', exact: true}).click();
    await assertTrue(nine);
    assert.equal(await nine.link(), after);
  },
);

drive(
  'most of the way of the slider is 1 to 1e-3, and stops hold',
  shared,
  {link: LINK},
  async nine => {
    const values = [];
    for (const at of [0.02, 0.25, 0.5, 0.75, 0.98]) {
      await nine.drag(nine.epsilon(), 0.4, at);
      values.push(Number(await nine.part('eps', 1)));
    }
    assert.deepEqual(
      values,
      [...values].sort((a, b) => a - b),
      'further right is more',
    );
    assert.ok(
      values[1] <= 1e-3 && values[0] < 1e-10,
      `the first quarter is for 1e-3 and less: ${values}`,
    );
    assert.ok(
      values[2] > 5e-3 && values[3] < 1 && values[4] > 1,
      `and 1e-3 to 1 is half of it at least: ${values}`,
    );
  },
);

drive('a number is typed, with a comma or a point', shared, {link: LINK}, async (nine, page) => {
  const field = page.getByRole('textbox', {name: 'Epsilon of the middle column, as a number'});
  for (const [text, value] of [
    ['0.25', '0.25'],
    ['0,125', '0.125'],
    ['1e-4', '1e-4'],
    [' 2 ', '2'],
  ]) {
    await field.fill(text);
    await field.press('Enter');
    assert.equal(await nine.part('eps', 1), value);
    await assertTrue(nine);
  }
  const position = () => nine.epsilon().evaluate(input => Number(input.value) / Number(input.max));
  const high = await position();
  await field.fill('1e-5');
  await field.press('Tab');
  await nine.settle();
  assert.equal(await nine.part('eps', 1), '1e-5');
  assert.ok((await position()) < high - 0.3, 'the slider follows');
});

drive(
  'what is no value is refused in a sentence, and the value kept',
  shared,
  {link: LINK},
  async (nine, page) => {
    const field = page.getByRole('textbox', {name: 'Epsilon of the middle column, as a number'});
    for (const text of ['99', 'abc', '-1', '0.5;seed=9', '']) {
      await field.fill(text);
      await field.press('Enter');
      await nine.drawn();
      assert.equal(await nine.link(), LINK, text);
      const said = await page.getByRole('alert').filter({visible: true}).innerText();
      assert.ok(said.includes(text), `what was read, ${text}: ${said}`);
      assert.match(said, /allowed: a number from 0 to 10\. 0\.001 is kept/i, `said of ${text}`);
      assert.equal(await field.inputValue(), '0.001');
    }
  },
);

// ---- All others --------------------------------------------------------------------------------

const STATES = [
  '1;seed=3;weights=sigmoid;value=next;mask=window;op=blend',
  '1;figure=cross;seed=3',
  '1;source=model;value=next',
];

for (const link of STATES)
  drive(
    `every control of ${link} does something, is explained, and can be taken back`,
    shared,
    {link},
    async (nine, page) => {
      await nine.openMore();
      const before = await nine.link();
      const fields = nine.controls().locator('[data-row]').filter({visible: true});
      const idle = [];
      const keys = await fields.evaluateAll(all => all.map(field => field.dataset.row));
      assert.ok(keys.length >= 12, `controls: ${keys}`);
      for (const key of keys) {
        const field = nine.field(key);
        const value = await nine.value(key);
        assert.match(await field.locator('.help').innerText(), /^[A-Z].+\.$/, `help of ${key}`);
        await nudge(field, page);
        await nine.settle();
        if ((await nine.value(key)) === value) {
          idle.push(key);
          continue;
        }
        await page.getByRole('button', {name: 'Undo', exact: true}).click();
        await nine.settle();
        assert.equal(await nine.link(), before, `${key} taken back`);
      }
      assert.deepEqual(idle, [], 'controls that did nothing');
    },
  );

/**
 * The next choice, one more in a list, or one step of the slider, whichever way there is room. "Your tensors" is no
 * choice yet: it asks for a file first.
 */
async function nudge(field, page) {
  if (await field.getByRole('radio').count()) {
    const others = field.getByRole('radio', {checked: false, disabled: false});
    const other = others.and(page.locator('input:not([value=tensors])')).first();
    await other.focus();
    await page.keyboard.press('Space');
    return;
  }
  const add = field.getByRole('button', {name: 'Change it, too'});
  if (await add.count()) return add.press('Enter');
  const slider = field.getByRole('slider').first();
  const isFull = await slider.evaluate(input => Number(input.value) >= Number(input.max));
  await slider.focus();
  await page.keyboard.press(isFull ? 'ArrowLeft' : 'ArrowRight');
  await slider.blur();
}

drive('choices are made by pointer and by arrow keys', shared, {link: LINK}, async (nine, page) => {
  await nine.openMore();
  await nine.choose('figure', 'Mean');
  await assertTrue(nine);
  assert.equal(await nine.value('figure'), 'mean');
  await nine.field('figure').getByRole('radio', {checked: true}).focus();
  await page.keyboard.press('ArrowRight');
  await assertTrue(nine);
  assert.equal(await nine.value('figure'), 'cross');
});

drive('a list is one value or three', shared, {link: LINK}, async (nine, page) => {
  await nine.openMore();
  const field = nine.field('sink');
  assert.equal(await field.getByRole('slider').filter({visible: true}).count(), 1);
  await field.getByRole('button', {name: 'three values'}).click();
  await nine.drawn();
  assert.equal(await field.getByRole('slider').filter({visible: true}).count(), 3);
  const second = field.getByRole('textbox').nth(1);
  await second.fill('4.5');
  await second.press('Enter');
  await assertTrue(nine);
  assert.equal(await nine.value('sink'), '8~4.5~8');
  await field.getByRole('button', {name: 'three values'}).click();
  await assertTrue(nine);
  assert.equal(await field.getByRole('slider').filter({visible: true}).count(), 1);
  assert.ok(!(await nine.link()).includes('~4.5~'), await nine.link());
});

const OPENED = '1;seed=3;n=20;sink=5';

drive('a reset leads to what was opened', shared, {link: OPENED}, async (nine, page) => {
  await nine.openMore();
  const reset = label => nine.controls().getByRole('button', {name: `Reset ${label}`});
  const offered = async () => [await reset('Tokens').count(), await reset('Sink').count()];
  const change = async (key, value) => {
    await nine.field(key).getByRole('textbox').first().fill(value);
    await nine.field(key).getByRole('textbox').first().press('Enter');
    await assertTrue(nine);
  };
  assert.deepEqual(await offered(), [0, 0]);
  await change('n', '16'); // the format's own
  await change('sink', '8');
  assert.deepEqual([await nine.link(), await offered()], ['1;seed=3', [1, 1]]);
  await reset('Tokens').click();
  await assertTrue(nine);
  assert.deepEqual([await nine.link(), await offered()], ['1;seed=3;n=20', [0, 1]]);
  await page.getByRole('button', {name: 'Reset', exact: true}).click();
  await assertTrue(nine);
  assert.deepEqual([await nine.link(), await offered()], [OPENED, [0, 0]]);
  await page.getByRole('button', {name: 'Undo', exact: true}).click();
  await assertTrue(nine);
  assert.equal(await nine.link(), '1;seed=3;n=20');
});

drive('on the first screen the source is reset to the model', shared, {link: ''}, async nine => {
  await nine.openMore();
  const reset = nine.controls().getByRole('button', {name: 'Reset Source'});
  const before = await nine.link();
  assert.equal(await reset.count(), 0);
  await nine.choose('source', 'Made by hand');
  await nine.settle();
  await reset.click();
  await nine.settleAt(before);
});

drive(
  'undo and redo are offered only where there is something to undo',
  shared,
  {link: LINK},
  async (nine, page) => {
    const undo = page.getByRole('button', {name: 'Undo', exact: true});
    const redo = page.getByRole('button', {name: 'Redo', exact: true});
    const offered = async () => [await undo.isEnabled(), await redo.isEnabled()];
    assert.deepEqual(await offered(), [false, false]);
    await nine.epsilon().press('PageUp');
    await nine.settle();
    assert.deepEqual(await offered(), [true, false]);
    await undo.click();
    await nine.settle();
    assert.deepEqual(await offered(), [false, true]);
  },
);

drive(
  'undo and redo by keys, but not while a text is written',
  shared,
  {link: LINK},
  async (nine, page) => {
    await nine.epsilon().press('PageUp');
    await nine.settle();
    assert.equal(await nine.part('eps', 1), '0.5');
    await page.keyboard.press('Control+z');
    assert.equal(await nine.part('eps', 1), '1e-3');
    await page.keyboard.press('Control+Shift+Z');
    assert.equal(await nine.part('eps', 1), '0.5');
    const field = page.getByRole('textbox', {name: 'Epsilon of the middle column, as a number'});
    await field.focus();
    await page.keyboard.type('7');
    await page.keyboard.press('Control+z');
    assert.equal(await nine.part('eps', 1), '0.5', 'the field undoes its own letters');
  },
);

drive(
  'an operation that was just chosen offers epsilons that show it',
  shared,
  {link: '1;seed=3'},
  async (nine, page) => {
    await nine.openMore();
    const offer = nine.controls().locator('.suggestion');
    await nine.choose('op', 'Blend');
    await offer.getByText('At ε = 0.001, 1e-10 next to nothing is seen').waitFor();
    await offer.getByRole('button', {name: 'Take ε = 1, 0.5, 0.2'}).click();
    await eventually(() => page.evaluate(() => location.hash), '#1;seed=3;op=blend;eps=1~0.5~0.2');
    await offer.waitFor({state: 'hidden'});
    await nine.choose('op', 'Scale');
    await offer.getByRole('button', {name: 'Take ε = 0.5, 0.001, 1e-10'}).waitFor();
    await nine.choose('op', 'Mean');
    await offer.waitFor({state: 'hidden'}); // a mean has no epsilon
  },
);

drive('a link locks controls', shared, {link: '1;lock=eps~figure'}, async nine => {
  assert.ok(await nine.epsilon().isDisabled());
  await nine.openMore();
  for (const radio of await nine.field('figure').getByRole('radio').all())
    assert.ok(await radio.isDisabled());
  assert.ok(await nine.field('sink').getByRole('slider').first().isEnabled());
});

drive('a link says which controls are shown', shared, {link: '1;show=sink'}, async nine => {
  await nine.openMore();
  const keys = await nine
    .controls()
    .locator('[data-row]')
    .filter({visible: true})
    .evaluateAll(all => all.map(field => field.dataset.row));
  assert.deepEqual(keys, ['sink']);
  assert.equal(await nine.epsilon().isVisible(), false);
});
