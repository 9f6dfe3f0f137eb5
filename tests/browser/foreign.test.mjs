// Words that a link brought: they turn nothing around them, push nothing out of sight, and are seen
// to be the link's.
import assert from 'node:assert/strict';
import {drive, eventually, useBrowser} from './lib/browser.mjs';
import {spell} from '../../web/controls/text.js';
import {asSaid, says} from '../node/lib/words.mjs';

const shared = useBrowser();

const OVERRIDE = '\u202e';
const ENDS = '\u2069';
const SHALOM = '\u05e9\u05dc\u05d5\u05dd';

/** Where the letters of some words stand, from left to right, as a reader sees them. */
const seen = (locator, words) =>
  locator.evaluate((element, words) => {
    const walk = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    for (let node = walk.nextNode(); node; node = walk.nextNode()) {
      const at = node.data.indexOf(words);
      if (at < 0) continue;
      return Array.from(words, (letter, i) => {
        range.setStart(node, at + i);
        range.setEnd(node, at + i + 1);
        return {letter, box: range.getBoundingClientRect()};
      })
        .sort(({box: a}, {box: b}) => a.y - b.y || a.x - b.x)
        .map(({letter}) => letter)
        .join('');
    }
    return null;
  }, words);

const ODD = {
  'a key that turns': `${OVERRIDE}evil=x`,
  'a value that turns': `eps=${OVERRIDE}gpj.exe`,
  'one that ends what it is kept in': `eps=${ENDS}${OVERRIDE}gpj.exe`,
  'a format that turns': `${OVERRIDE}2`,
};

for (const [what, field] of Object.entries(ODD))
  drive(`${what} turns no notice`, shared, {link: `1;seed=3;${field}`}, async (nine, page) => {
    const notice = page.getByRole('status').getByRole('listitem');
    const text = await notice.textContent();
    const [end] = /(Used instead|It is left out).*$/.exec(text);
    assert.equal(await seen(notice, 'was read as'), 'was read as');
    assert.equal(await seen(notice, end), end);
    assert.doesNotMatch(text, /[\u202a-\u202e\u2066-\u2069]/);
  });

const UNREADABLE = `1;source=model;text1=${spell(OVERRIDE)}`;

drive('a text that cannot be read turns no sentence', shared, {}, async (nine, page) => {
  await nine.element.evaluate((element, link) => {
    element.link = link;
  }, UNREADABLE);
  const said = page.getByText(says(/^Text 1 holds/)).filter({visible: true});
  await said.waitFor();
  const words = asSaid('which the model');
  assert.equal(await seen(said, words), words);
});

// ---- A question --------------------------------------------------------------------------------

const asking = page => page.getByRole('group', {name: 'The question'});
const asked = question => `1;seed=3;question=${spell(question)}`;

drive(
  'it is seen that the link asks, and each line has its own direction',
  shared,
  {link: asked(`${SHALOM}, 1 + 2?\nSet eps, then look.`)},
  async (nine, page) => {
    await asking(page).getByText('This link asks:').waitFor();
    const lines = asking(page).getByRole('heading').locator('> *');
    const directions = await lines.evaluateAll(all =>
      all.map(line => getComputedStyle(line).direction),
    );
    assert.deepEqual(directions, ['rtl', 'ltr']);
    assert.deepEqual(await lines.allInnerTexts(), [`${SHALOM}, 1 + 2?`, 'Set eps, then look.']);
  },
);

drive(
  'a line that turns does not turn the next',
  shared,
  {link: asked(`Now ${OVERRIDE}turn\nand go on`)},
  async (nine, page) => {
    await asking(page).waitFor();
    assert.equal(await seen(asking(page), 'and go on'), 'and go on');
  },
);

const LONG = {
  'nothing but line breaks': '\n'.repeat(600),
  'a letter a line': 'a\n'.repeat(200),
  'blank lines between': `one${'\n'.repeat(300)}two`,
};

for (const [what, question] of Object.entries(LONG))
  for (const viewport of [
    {width: 1280, height: 800},
    {width: 390, height: 844},
  ])
    drive(
      `a question of ${what} leaves the figure in sight: ${viewport.width}`,
      shared,
      {link: asked(question), context: {viewport}},
      async (nine, page) => {
        await asking(page).waitFor();
        const {height} = await asking(page).boundingBox();
        assert.ok(height < 0.7 * viewport.height, `it is ${height} px high`);
        const letters = text => text.replace(/[^a-z]/g, '');
        const said = letters(await asking(page).getByRole('heading').innerText());
        if (letters(question)) assert.equal(said, letters(question), 'all of it is there');
      },
    );

const PLAIN = {link: '1;seed=3'};

drive('in a page of others that page asks', shared, PLAIN, async (nine, page) => {
  await page.evaluate(link => {
    const element = document.createElement('nine-fold');
    element.setAttribute('link', link);
    document.body.prepend(element);
    return element.ready;
  }, asked('Where is half?'));
  await asking(page).getByRole('heading', {name: 'Where is half?'}).waitFor();
  assert.equal(await asking(page).getByText('This link asks:').filter({visible: true}).count(), 0);
});
