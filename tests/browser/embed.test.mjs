// "Embed": what it gives to paste does what its preview shows.
import assert from 'node:assert/strict';
import {drive, eventually, useBrowser} from './lib/browser.mjs';
import {assertAccessible} from './lib/axe.mjs';
import {panels} from '../node/lib/engine.mjs';
import {keptOf} from './lib/costs.mjs';

const shared = useBrowser();
const LINK = '1;seed=3;eps=0.3~0.03~3e-3';
const CHECK = panels(LINK).check;

const dialog = page => page.getByRole('dialog', {name: 'Embed this figure'});
const pasted = page => dialog(page).getByRole('textbox', {name: 'Text to paste'}).inputValue();

const choose = (page, label, value) => dialog(page).getByLabel(label).selectOption(value);

async function openDialog(page, where = 'Moodle') {
  await page.getByRole('button', {name: 'Embed'}).click();
  await dialog(page).waitFor();
  await choose(page, 'Where', where);
}

/** The figure in the preview: its check, once it has one. */
const previewed = (page, form) =>
  (form === 'Element' || form === 'npm package'
    ? dialog(page).locator('nine-fold')
    : page.frameLocator('iframe[title=Preview]').locator('nine-fold')
  )
    .evaluate(element => element.figure?.check ?? '')
    .catch(() => '');

/** What a page makes of the text, one whose policy lets it. */
async function parsed(page, text) {
  const other = await page.context().newPage();
  const made = await other.evaluate(text => {
    const page = new DOMParser().parseFromString(text, 'text/html');
    const made = page.querySelector('iframe, nine-fold');
    const [src, link, title] = ['src', 'link', 'title'].map(name => made.getAttribute(name));
    return {src, link, title, picture: made.querySelector('a img')?.src};
  }, text);
  await other.close();
  return made;
}

for (const form of ['Frame', 'Element', 'One file', 'npm package'])
  drive(
    `${form}: its text, and the figure itself as a preview`,
    shared,
    {link: LINK},
    async (nine, page) => {
      await openDialog(page, 'Plain HTML');
      await dialog(page).getByRole('radio', {name: form}).check();
      await eventually(() => previewed(page, form), CHECK);
      const text = await pasted(page);
      const inside = await parsed(page, text);
      const given = inside.link ?? inside.src.replace(/^.*#/, '');
      assert.equal(given, `${LINK};check=${CHECK}`);
      if (inside.link)
        assert.equal(
          (await (await fetch(inside.picture)).blob()).type,
          'image/png',
          'a picture for those without scripts',
        );
      else assert.ok(inside.title.length > 10);
      if (form === 'One file') {
        const file = await dialog(page)
          .getByRole('link', {name: 'ninefold.html'})
          .getAttribute('href');
        assert.match(await (await fetch(file)).text(), /data-file="ninefold-picture.wasm"/);
      }
      if (form === 'Element')
        assert.equal((await fetch(/src="([^"]*)"/.exec(text)[1])).status, 200);
    },
  );

drive(
  'what may be moved, the theme and the height are in the text and in the preview',
  shared,
  {link: LINK},
  async (nine, page) => {
    await openDialog(page);
    await dialog(page).getByText('Controls to show or lock').click();
    await dialog(page).getByLabel('Epsilon', {exact: true}).selectOption('locked');
    await dialog(page).getByLabel('Figure', {exact: true}).selectOption('hidden');
    await dialog(page).getByLabel('Theme').selectOption('dark');
    await dialog(page).getByLabel('Height', {exact: true}).fill('520');
    assert.match(await pasted(page), /\?theme=dark#.*height="520"/s);
    const link = /#([^"]*)"/.exec(await pasted(page))[1];
    const {ignored} = panels(link);
    assert.deepEqual(ignored, []);
    assert.match(link, /;show=(?=[^;]*\beps\b)[^;]*;lock=eps;check=/);
    assert.doesNotMatch(link, /show=[^;]*figure/);
    const slider = page
      .frameLocator('iframe[title=Preview]')
      .getByRole('slider', {name: 'Epsilon of the middle column'});
    await eventually(() => slider.isDisabled().catch(() => null), true);
    await dialog(page).getByLabel('Height', {exact: true}).fill('7');
    await dialog(page)
      .getByText('The height was read as “7”; allowed are 200 to 3000 pixels. Used instead: 700.')
      .waitFor();
    assert.match(await pasted(page), /height="700"/);
  },
);

drive(
  'a platform is offered only what it keeps, and a script only where one runs',
  shared,
  {link: LINK},
  async (nine, page) => {
    const offered = () => dialog(page).getByRole('radiogroup', {name: 'Form'}).getByRole('radio');
    const follows = dialog(page).getByLabel('A script beside it follows the figure’s height');
    for (const [where, forms, runs] of [
      ['Moodle', 2, false],
      ['Canvas LMS', 1, false],
      ['Plain HTML', 4, true],
    ]) {
      if (where === 'Moodle') await openDialog(page, where);
      else await choose(page, 'Where', where);
      assert.equal(await offered().count(), forms, where);
      await dialog(page).getByRole('radio', {name: 'Frame'}).check();
      assert.equal(await follows.isVisible(), runs, where);
    }
    await follows.check();
    assert.match(await pasted(page), /<\/iframe>\n<script>\naddEventListener\('message'/);
    await choose(page, 'Where', 'Moodle');
    assert.doesNotMatch(await pasted(page), /<script/);
  },
);

for (const asked of [
  'question=Where~3f',
  'ask1=first~p12~lt~0.5',
  'choices=Query~2fKey',
  'write=on',
])
  drive(
    `whatever is shown, a question is never left out: ${asked}`,
    shared,
    {link: `1;seed=3;${asked}`},
    async (nine, page) => {
      await openDialog(page);
      await choose(page, 'Shows', 'Figure only');
      assert.match(await pasted(page), /\?parts=question#/);
    },
  );

drive(
  'presets say what is shown; the height is what the figure needs, at three widths',
  shared,
  {link: LINK},
  async (nine, page) => {
    const height = () => dialog(page).getByLabel('Height', {exact: true}).inputValue().then(Number);
    const inFrame = page.frameLocator('iframe[title=Preview]').locator('nine-fold');
    await openDialog(page);
    await choose(page, 'Shows', 'Figure and slider');
    assert.match(await pasted(page), /index\.html\?parts=slider#|\/\?parts=slider#/);
    await inFrame.getByRole('button', {name: 'Copy link'}).waitFor({state: 'hidden'});
    await choose(page, 'Shows', 'Figure only');
    assert.match(await pasted(page), /\?parts=#/);
    await inFrame.getByRole('slider').first().waitFor({state: 'hidden'});
    for (const width of ['Phone', 'Tablet', 'Desktop']) {
      await dialog(page).getByRole('radio', {name: width}).check();
      const told = new RegExp(`^At the width of a ${width.toLowerCase()} everything is seen at`);
      await dialog(page).getByText(told).waitFor();
      const fits = () => inFrame.evaluate(() => document.body.scrollHeight <= innerHeight + 10);
      await eventually(() => fits().catch(() => false), true, width);
      const isSaid = async () => (await pasted(page)).includes(`height="${await height()}"`);
      await eventually(isSaid, true, `the height of ${width}`);
    }
    assert.ok(await dialog(page).evaluate(one => one.scrollWidth <= one.clientWidth));
  },
);

drive('in a deck an iframe waits for its slide', shared, {link: LINK}, async (nine, page) => {
  await openDialog(page);
  assert.match(await pasted(page), /<iframe src="/);
  await dialog(page).getByLabel('Where').selectOption('reveal.js');
  await dialog(page).getByRole('radio', {name: 'Frame'}).check();
  assert.match(await pasted(page), /<iframe data-src="http[^"]*#1;/);
  await eventually(() => previewed(page, 'Frame'), CHECK);
});

drive(
  'what the link already locks or hides, and is not to be chosen, stays so',
  shared,
  {link: '1;seed=3;lock=response~eps'},
  async (nine, page) => {
    await openDialog(page);
    const limits = async () =>
      Object.fromEntries(
        /#([^"]*)"/
          .exec(await pasted(page))[1]
          .split(';')
          .map(field => field.split('=')),
      );
    await eventually(async () => (await limits()).lock.split('~').sort(), ['eps', 'response']);
    await dialog(page).getByText('Controls to show or lock').click();
    await dialog(page).getByLabel('Epsilon', {exact: true}).selectOption('hidden');
    await eventually(async () => (await limits()).lock, 'response');
    assert.deepEqual(
      (await limits()).show
        .split('~')
        .filter(key => ['eps', 'response', 'figure'].includes(key))
        .sort(),
      ['figure', 'response'],
    );
  },
);

for (const [what, context] of [
  ['desktop', {}],
  [
    'a phone in the dark',
    {viewport: {width: 360, height: 740}, colorScheme: 'dark', hasTouch: true},
  ],
])
  drive(
    `nothing is wrong with it for those who cannot see or point: ${what}`,
    shared,
    {link: LINK, context},
    async (nine, page) => {
      await page.getByRole('button', {name: 'Embed'}).focus();
      await page.keyboard.press('Enter');
      await dialog(page).waitFor();
      await choose(page, 'Where', 'Plain HTML');
      for (const form of ['Frame', 'Element']) {
        await dialog(page).getByRole('radio', {name: form}).check();
        await dialog(page).getByRole('group', {name: 'As it will be'}).scrollIntoViewIfNeeded(); // it begins when it is near
        await eventually(() => previewed(page, form), CHECK);
        await assertAccessible(page, form);
      }
      assert.ok(
        await dialog(page).evaluate(one => one.scrollWidth <= one.clientWidth),
        'nothing is cut off',
      );
      await page.keyboard.press('Escape');
      await dialog(page).waitFor({state: 'detached'});
      assert.equal(
        await nine.element.evaluate(element => element.shadowRoot.activeElement?.textContent),
        'Embed',
        'the focus is back',
      );
    },
  );

/** Opens it, looks at a form's figure if one is named, and closes it. */
async function openAndClose(page, form) {
  await openDialog(page, 'Plain HTML');
  if (form) {
    await dialog(page).getByRole('radio', {name: form}).check();
    await eventually(() => previewed(page, form), CHECK);
  }
  await dialog(page).getByRole('button', {name: 'Close'}).click();
  await dialog(page).waitFor({state: 'detached'});
}

drive('after sixty times nothing of it is left', shared, {link: LINK}, async (nine, page) => {
  const kept = await keptOf(page);
  const rounds = 60;
  for (const form of ['Frame', 'Element', null]) await openAndClose(page, form); // fetched once
  const before = await kept();
  for (let i = 0; i < rounds; i++) await openAndClose(page, i % 20 ? null : 'Element');
  const after = await kept();
  for (const what of Object.keys(before))
    assert.ok(after[what] - before[what] < rounds, `${what}: ${before[what]} and ${after[what]}`);
});
