// The real model in the page: its texts and their tokens, the map of heads, where numbers come from.
import assert from 'node:assert/strict';
import {drive, eventually, useBrowser} from './lib/browser.mjs';
import {SINK, text, tokens, undo} from './lib/sentence.mjs';
import {panels} from '../node/lib/engine.mjs';

const shared = useBrowser();

// ---- Texts -------------------------------------------------------------------------------------

drive(
  'a text is written, read as it is written, and is one step to undo',
  shared,
  SINK,
  async (nine, page) => {
    const before = await nine.link();
    const own = await text(page).inputValue();
    await text(page).fill('');
    await text(page).pressSequentially('The rain stopped before dinner', {delay: 30});
    await page.waitForFunction(() =>
      document.querySelector('nine-fold').link.includes('text1=The_rain_stopped_before_dinner'),
    );
    await text(page).blur();
    await nine.settle();
    const link = await nine.link();
    const {check} = panels('1;source=model;text1=The_rain_stopped_before_dinner');
    assert.equal((await nine.figure()).check, check, link);
    assert.match((await tokens(nine)).join(''), /dinner/);
    await undo(page).click();
    await nine.settleAt(before);
    assert.equal(await text(page).inputValue(), own);
  },
);

drive('letters of all kinds come through the link and back', shared, {}, async (nine, page) => {
  for (const written of [
    'Naive... "quoted" - 50% & more; a=b~c_d',
    'one line\nand another',
    'ends with a stop.',
  ]) {
    await text(page).fill(written);
    await text(page).blur();
    await nine.settle();
    const link = await nine.link();
    await nine.open('1;seed=3');
    await nine.open(link);
    assert.equal(await text(page).inputValue(), written);
    assert.equal((await nine.figure()).check, panels(link).check);
  }
});

drive('an empty text is the model’s own', shared, SINK, async (nine, page) => {
  const own = await text(page).inputValue();
  const before = await nine.link();
  await text(page).fill('something else');
  await text(page).blur();
  await nine.settle();
  await text(page).fill('');
  await text(page).blur();
  await nine.settleAt(before);
  assert.equal(await text(page).inputValue(), own);
});

/** @type {[string, string, RegExp][]} */
const UNREADABLE = [
  ['letters it has never seen', 'Größe', /ß|ö/],
  ['more than it has room for', 'all the horses and all the men '.repeat(20), /63 tokens/i],
];
for (const [what, written, reason] of UNREADABLE)
  drive(
    `a text with ${what} is named in a sentence, and the last figure stays until it is mended`,
    shared,
    {},
    async (nine, page) => {
      const {check} = await nine.figure();
      await text(page).fill(written);
      await text(page).blur();
      const said = page
        .getByText(reason)
        .filter({visible: true, hasNotText: written.slice(0, 20)})
        .first();
      assert.match(await said.innerText(), /^[A-Z“].{20,}\.$/);
      assert.equal((await nine.figure()).check, check);
      await text(page).fill('Call me');
      await text(page).blur();
      await nine.settle();
      assert.notEqual((await nine.figure()).check, check);
      await said.waitFor({state: 'hidden'});
    },
  );

drive(
  'a text that cannot be read is said by its character, is no step, and stays written',
  shared,
  {link: '1;source=model;text1=Call_me'},
  async (nine, page) => {
    const field = text(page);
    const before = await nine.link();
    const refused =
      'Text 1 holds "日" (character 11), which the model cannot read; it reads English letters, digits and punctuation. The figure still shows the earlier text.';
    await field.fill('“Call me 日本');
    await page.getByText(refused.replace('11', '10')).waitFor();
    await field.fill('“Call” me 日本');
    await page.getByText(refused).waitFor();
    assert.equal(await field.getAttribute('aria-invalid'), 'true');
    const caption = page.locator('.fig-caption');
    const addition = () =>
      caption.evaluate(element => getComputedStyle(element, '::after').content);
    assert.match(await addition(), /of the earlier text/);
    await field.blur();
    await eventually(
      () => nine.link(),
      before,
      'the state goes on with the last text that could be read',
    );
    assert.equal(await undo(page).isDisabled(), true, 'nothing is there to undo');
    assert.equal(
      await nine.element.evaluate(element => element.ready.then(({link}) => link)),
      before,
      'a figure was promised, and is there',
    );
    assert.equal(await field.inputValue(), '“Call” me 日本', 'what was written is kept');
    assert.ok(await page.getByText(refused).isVisible());
    assert.match(await addition(), /of the earlier text/);
    await field.fill('Call me Ishmael');
    await field.blur();
    await eventually(() => nine.link(), '1;source=model;model=f412b648;text1=Call_me_Ishmael');
    await eventually(() => page.getByText(refused).isVisible(), false);
    assert.equal(await field.getAttribute('aria-invalid'), 'false');
    await eventually(addition, 'none');
    await eventually(() => undo(page).isDisabled(), false);
    await undo(page).click();
    await nine.settleAt(before);
    assert.equal(await field.inputValue(), 'Call me');
    await field.fill('long '.repeat(900));
    await page
      .getByText(
        'This text is not read: it is too long for a link, which holds 4000 plain characters; accented or non-Latin ones ' +
          'count as two or more. The figure still shows the earlier text.',
      )
      .waitFor();
    await field.blur();
    assert.equal((await field.inputValue()).length, 4500);
    assert.equal(await nine.link(), before);
  },
);

drive(
  'three texts for the mean over heads',
  shared,
  {link: '1;source=model;figure=mean'},
  async (nine, page) => {
    const {panels: nine_} = await nine.figure();
    for (const input of [1, 2, 3]) {
      const field = page.getByRole('textbox', {name: `Text ${input}`, exact: true});
      assert.ok((await field.inputValue()).length > 5, `text ${input}`);
    }
    await page.getByRole('textbox', {name: 'Text 2', exact: true}).fill('Call me');
    await page.getByRole('textbox', {name: 'Text 2', exact: true}).blur();
    await nine.settle();
    const after = (await nine.figure()).panels;
    assert.notEqual(after[3].rows, nine_[3].rows);
    assert.equal(after[0].rows, nine_[0].rows);
  },
);

drive('the cross-hair marks the tokens it is at', shared, {}, async nine => {
  await nine.hover(1, 6, 2);
  const marked = () =>
    nine.element
      .locator('.tokens button')
      .evaluateAll(all =>
        all.flatMap((token, i) => (token.className ? [`${i} ${token.className}`] : [])),
      );
  await eventually(marked, ['2 key', '6 query']);
});

// ---- Heads, and where numbers come from --------------------------------------------------------

drive(
  'another head is chosen on the map, by pointer and by keys',
  shared,
  {},
  async (nine, page) => {
    const squares = page.getByRole('radio', {name: /^Layer \d+, head \d+/});
    await eventually(() => squares.count(), 32, 'four layers of eight heads');
    await page.getByRole('radio', {name: /^Layer 1, head 0\b/}).click();
    await nine.settle();
    assert.deepEqual([await nine.value('layer'), await nine.value('head')], ['1', '0']);
    assert.equal((await nine.figure()).check, panels(await nine.link()).check);
    await page.keyboard.press('ArrowRight');
    await nine.settle();
    assert.deepEqual([await nine.value('layer'), await nine.value('head')], ['1', '1']);
    assert.equal(
      await page.getByRole('radio', {name: /^Layer 1, head 1\b/}).getAttribute('aria-checked'),
      'true',
    );
  },
);

drive('the badge says where the numbers come from', shared, {}, async (nine, page) => {
  const badge = nine.element.locator('.badge');
  const {source} = await nine.figure();
  assert.match(
    await badge.innerText(),
    new RegExp(`model.*layer ${source.layer}.*head ${source.head}`, 'i'),
  );
  for (const [link, word] of [
    ['1;seed=3', /synthetic|by hand/i],
    ['1;source=model;layer=1;head=3', /layer 1.*head 3/i],
  ]) {
    await nine.open(link);
    assert.match(await badge.innerText(), word);
  }
});

drive(
  'what the model was not trained with is called counterfactual, with the reason',
  shared,
  {link: '1;source=model;weights=sigmoid'},
  async (nine, page) => {
    const {source} = await nine.figure();
    assert.ok(source.counterfactual.length > 20, source.counterfactual);
    await page.getByText('counterfactual', {exact: true}).click();
    await page.getByText(source.counterfactual).waitFor();
    await nine.open('1;source=model');
    assert.equal(
      await page.getByText('counterfactual', {exact: true}).filter({visible: true}).count(),
      0,
    );
  },
);

drive(
  'what Value moves stands beside its panels: divergence, before and after',
  shared,
  {link: '1;source=model;style=paper'},
  async (nine, page) => {
    const {panels: nine_} = await nine.figure();
    const value = nine_[6].prediction;
    assert.ok(value.kl > 0 && value.divergence.length === nine_[6].rows);
    assert.ok(
      (await nine.element
        .locator('.fig-strip.divergence:not([hidden])')
        .filter({visible: true})
        .count()) >= 9,
    );
    await nine.openExplanations();
    const live = await page.getByText(/prediction of what comes next moves by/).innerText();
    for (const id of [6, 7, 8])
      assert.ok(
        live.includes(nine_[id].prediction.kl.toPrecision(2).replace(/0+$/, '').slice(0, 4)),
        `${nine_[id].prediction.kl} in "${live}"`,
      );
  },
);

drive(
  'the explanations have the live numbers, in MathML',
  shared,
  {link: '1;seed=3'},
  async (nine, page) => {
    await nine.openExplanations();
    assert.ok((await nine.element.locator('math').count()) >= 3);
    const lives = () =>
      nine.element.locator('.answers .live').filter({visible: true}).allInnerTexts();
    const before = await lives();
    assert.ok(before.length >= 3 && before.every(text => /\d|bit/.test(text)), before.join('\n'));
    await nine.epsilon().press('PageUp');
    await nine.settle();
    assert.notDeepEqual(await lives(), before, 'they follow the slider');
  },
);
