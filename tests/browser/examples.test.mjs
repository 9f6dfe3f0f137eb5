// "Examples": named figures to begin with. The menu is fetched when it is first opened; choosing
// one is one step to undo, and stands in the address.
import assert from 'node:assert/strict';
import {drive, eventually, useBrowser} from './lib/browser.mjs';
import {EXAMPLES} from '../../web/around/examples-list.js';
import {OPENING} from '../../web/element/nine-fold.js';
import {without} from '../../web/engine/link-text.js';

const shared = useBrowser();
const PHONE = {
  viewport: {width: 390, height: 844},
  hasTouch: true,
  isMobile: true,
  deviceScaleFactor: 2,
};
const [, sink, previous, induction, caption] = EXAMPLES;

const handle = nine => nine.element.locator('.examples summary');
const menu = nine => nine.element.locator('.examples details');
const item = (nine, {name}) =>
  nine.element.locator('.examples').getByRole('button', {name: new RegExp(`^${name}`)});
const isOpen = nine => menu(nine).evaluate(details => details.open);
const point = nine => nine.element.locator('.point').innerText();
const link = async nine => without(await nine.link(), 'model');

/** The link in the page's address. */
const addressed = async page => without(new URL(page.url()).hash.slice(1), 'model');

async function choose(nine, example) {
  await handle(nine).click();
  await item(nine, example).click();
}

drive(
  'an example is fetched when the menu is opened, and chosen in one step',
  shared,
  {link: null},
  async (nine, page) => {
    const asked = [];
    page.on('request', request => asked.push(new URL(request.url()).pathname));
    const pieces = () => asked.filter(path => path.startsWith('/examples-list'));
    await nine.open('');
    assert.deepEqual(pieces(), []);
    for (const example of [sink, previous]) {
      await choose(nine, example);
      await eventually(() => link(nine), example.link);
      await nine.settle();
      await eventually(() => addressed(page), example.link);
      assert.equal(await point(nine), example.see);
      assert.equal(await isOpen(nine), false);
    }
    assert.equal(pieces().length, 1, asked.join(' '));
    const undo = page.getByRole('button', {name: 'Undo'});
    await undo.click();
    await eventually(() => link(nine), sink.link);
    await undo.click();
    await eventually(() => link(nine), OPENING);
    await eventually(() => undo.isDisabled(), true); // that was all
    await page.getByRole('button', {name: 'Redo'}).click();
    await nine.settle();
    await eventually(() => link(nine), sink.link);
  },
);

drive(
  'what was set for another figure is as usual again, but for the colours',
  shared,
  {link: '1;figure=mean;source=model;view=change;colors=cividis;text2=Call_me;over=tokens'},
  async nine => {
    await choose(nine, induction);
    await nine.settle();
    await eventually(() => link(nine), `${induction.link};colors=cividis`);
  },
);

drive(
  'examples are reached and closed by keys alone, and what was chosen is said',
  shared,
  {},
  async (nine, page) => {
    const focused = () =>
      nine.element.evaluate(({shadowRoot}) => shadowRoot.activeElement?.innerText ?? '');
    await handle(nine).focus();
    await page.keyboard.press('Enter');
    await item(nine, sink).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    assert.match(await focused(), new RegExp(`^${sink.name}\\s+${sink.see}`));
    await page.keyboard.press('Escape');
    assert.deepEqual([await isOpen(nine), await focused()], [false, 'Examples']);
    await page.keyboard.press('Enter');
    for (let presses = 0; presses < 3; presses++) await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await eventually(() => link(nine), previous.link);
    await eventually(focused, 'Examples');
    const said = nine.element.locator('.examples [role=status]');
    assert.equal(await said.textContent(), `${previous.name}. ${previous.see}`);
    await page.keyboard.press('Enter');
    for (let presses = 0; presses < 6; presses++) await page.keyboard.press('Tab');
    await eventually(() => isOpen(nine), false, 'going on closes it');
  },
);

drive('the caption opens its reading, and leaving leads back', shared, {}, async (nine, page) => {
  await choose(nine, previous);
  await nine.settle();
  await choose(nine, caption);
  await eventually(async () => new URL(page.url()).searchParams.get('reading'), 'sink');
  await nine.settle();
  assert.equal(await handle(nine).isVisible(), false);
  await page.getByRole('button', {name: 'Leave'}).click();
  await eventually(() => link(nine), previous.link);
});

drive(
  'on a phone they are over the text, and fit',
  shared,
  {context: PHONE},
  async (nine, page) => {
    await handle(nine).tap();
    await item(nine, sink).waitFor();
    const {left, right, bottom} = await nine.element
      .locator('.examples .items')
      .evaluate(items => items.getBoundingClientRect().toJSON());
    assert.ok(left >= 0 && right <= 390 && bottom <= 844, `${left} ${right} ${bottom}`);
    await page.touchscreen.tap(200, 830);
    await eventually(() => isOpen(nine), false, 'a press elsewhere closes it');
    await handle(nine).tap();
    await item(nine, induction).tap();
    await eventually(() => link(nine), induction.link);
  },
);

for (const kept of ['show=eps~text1', 'lock=eps'])
  drive(
    `where a link says ${kept} no example leads away from it`,
    shared,
    {link: `1;source=model;${kept}`},
    async nine => assert.equal(await handle(nine).isVisible(), false),
  );

drive(
  'without a page of its own around it there are none',
  shared,
  {link: null},
  async (nine, page) => {
    await page.goto(`${nine.address}lessons/value.html`);
    await page.waitForFunction(() => document.querySelector('nine-fold')?.figure?.check);
    assert.equal(await handle(nine).isVisible(), false);
  },
);
