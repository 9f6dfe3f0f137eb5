// A question is made without writing syntax.
import assert from 'node:assert/strict';
import {CLIPBOARD} from './lib/addresses.mjs';
import {assertAccessible} from './lib/axe.mjs';
import {drive, eventually, useBrowser} from './lib/browser.mjs';
import {
  ASKED,
  add,
  builder,
  checked,
  clipboard,
  make,
  maker,
  part,
  press,
  question,
  states,
} from './lib/questions.mjs';

const shared = useBrowser();
const MADE = {link: '1;seed=3', context: CLIPBOARD};

drive(
  'choices of a link that may not be offered are told to who makes a question of it',
  shared,
  {link: '1;seed=3;question=Which~3f;choices=Query', context: CLIPBOARD},
  async (nine, page) => {
    await make(page);
    const told = maker(page).getByText(
      /^Two to five choices are offered, each with words; these are 1/,
    );
    await told.waitFor();
    const choices = maker(page).getByLabel('Choices, one on each line');
    assert.equal(await choices.inputValue(), 'Query');
    await maker(page).getByRole('button', {name: 'Copy the question’s link'}).click();
    await maker(page)
      .getByText(/^Nothing was copied: /)
      .waitFor();
    await choices.fill('Query\nKey');
    await told.waitFor({state: 'hidden'});
    assert.equal(await nine.value('choices'), 'Query~2fKey');
    await page.getByRole('button', {name: 'Undo', exact: true}).click();
    await eventually(() => choices.inputValue(), 'Query');
    await told.waitFor();
  },
);

const LEFT = /^The statement that is chosen above is no part of the question yet/;

drive('a statement that was chosen and not added is told', shared, MADE, async (nine, page) => {
  await make(page);
  const left = maker(page).getByText(LEFT);
  await builder(page).getByRole('status').waitFor();
  assert.equal(await left.isVisible(), false, 'nobody chose the one that stands there');
  await part(page, 'Number').fill('0.25');
  await left.waitFor();
  await builder(page).getByRole('button', {name: 'Add this statement'}).click();
  await left.waitFor({state: 'hidden'});
  assert.match((await nine.link()).replace(/.*;ask1=/, ''), /^first~p12~gt~0\.25/);
  await part(page, 'Number').fill('0.75');
  await left.waitFor();
  await part(page, 'Number').fill('0.25');
  await left.waitFor({state: 'hidden'}); // it stands there already
});

drive(
  'every kind of statement is made by choosing, and read back as a sentence',
  shared,
  {link: '1;seed=3', context: CLIPBOARD},
  async (nine, page) => {
    await make(page);
    await maker(page)
      .getByRole('textbox', {name: 'Question', exact: true})
      .fill('Wo ist die Hälfte?');
    const read = [
      await add(page, {Panel: 'r3', Measure: 'first', is: 'ge', Number: '0.97'}),
      await add(page, {Panel: 'p11', Measure: 'diag', is: 'in', Number: '0', and: '0.7'}),
      await add(page, {
        Compare: 'compare',
        Panel: 'p11',
        Measure: 'diag',
        is: 'gt',
        'so many': '2',
        'times this measure': 'rest',
        'of panel': 'p12',
        plus: '0.05',
      }),
      await add(page, {
        Compare: 'diff',
        Panel: 'p11',
        'and panel': 'p21',
        Measure: 'gap',
        is: 'lt',
        Number: '1e-6',
      }),
      await add(page, {
        Compare: 'cell',
        Panel: 'b1',
        Query: '7',
        Key: '0',
        is: 'lt',
        Number: '0,5',
      }),
    ];
    assert.deepEqual(read, [
      'In every panel of “Modifying Value”, the mean weight on the first token is at least 0.97.',
      'In “Modifying Query” (left column), the mean weight on the diagonal is between 0 and 0.7.',
      'In “Modifying Query” (left column), the mean weight on the diagonal is above 2 times the mean weight outside the diagonal and ' +
        'the first column in “Modifying Query” (middle column), plus 0.05.',
      'The mean difference between “Modifying Query” (left column) and “Modifying Key” (left column) is below 1e-6.',
      'In the head untouched, input 1, what query 7 gives key 0 is below 0.5.',
    ]);
    await eventually(
      () => nine.link(),
      '1;seed=3;question=Wo_ist_die_H~c3~a4lfte~3f;ask1=first~r3~ge~0.97;ask2=diag~p11~in~0~0.7;' +
        'ask3=diag~p11~gt~2~rest~p12~0.05;ask4=gap~p11~p21~lt~1e-6;ask5=cell~b1~7~0~lt~0.5',
    );
    await eventually(
      () =>
        maker(page)
          .getByRole('list', {name: 'Statements'})
          .getByRole('listitem')
          .evaluateAll(items => items.map(item => item.className)),
      ['met', 'met', 'open', 'met', 'open'],
    );
    await maker(page)
      .getByRole('button', {name: /^Remove: In the head untouched/})
      .click();
    assert.equal(await nine.value('ask5'), null);
    await maker(page).getByRole('button', {name: 'Copy the question’s link'}).click();
    assert.equal(
      await clipboard(page),
      `${nine.address}#${await nine.link()}`,
      'without a check: the answers bring theirs',
    );
    await assertAccessible(page, 'while a question is made');
  },
);

/** The fields of the builder in which nothing is chosen, by their label. */
const blankFields = page =>
  builder(page)
    .locator('select')
    .filter({visible: true})
    .evaluateAll(all =>
      all.filter(({selectedIndex}) => selectedIndex < 0).map(one => one.ariaLabel),
    );

drive(
  'what is previewed is what is added, whatever stood there before',
  shared,
  {link: '1;seed=3'},
  async (nine, page) => {
    await make(page);
    const items = maker(page).getByRole('list', {name: 'Statements'}).getByRole('listitem');
    for (const [kind, panel] of [
      'diff p12',
      'measure p11',
      'diff p31',
      'compare p12',
      'cell p22',
    ].map(choices => choices.split(' '))) {
      await part(page, 'Compare').selectOption(kind);
      assert.deepEqual(await blankFields(page), [], `${kind}: something is chosen in every field`);
      const previewed = await add(page, {Panel: panel});
      await eventually(() => items.last().locator('> span').innerText(), previewed, kind);
    }
  },
);

const preview = page => builder(page).locator('.preview');
const chosen = (page, names) => Promise.all(names.map(name => part(page, name).inputValue()));

drive(
  'what comes of a statement stands beside it while it is written',
  shared,
  {link: '1;seed=3'},
  async (nine, page) => {
    const now = () => preview(page).locator('.now').innerText();
    await make(page);
    await part(page, 'Measure').selectOption('first');
    await part(page, 'Panel').selectOption('p12');
    await eventually(now, 'not yet: 0.1596 is below 0.5');
    await part(page, 'is').selectOption('lt');
    await eventually(now, 'holds already: 0.1596');
    await part(page, 'Number').fill('half');
    await eventually(now, '', 'nothing is said of what is no statement');
    assert.equal(await nine.value('ask1'), null, 'nothing was added');
  },
);

drive(
  'panel and cell are taken from the figure',
  shared,
  {link: '1;seed=3;n=6'},
  async (nine, page) => {
    await make(page);
    await part(page, 'Compare').selectOption('cell');
    await nine.pin(4, 3, 1);
    await eventually(() => chosen(page, ['Panel', 'Query', 'Key']), ['p22', '3', '1']);
    await part(page, 'Compare').selectOption('diff');
    await nine.pin(0, 2, 0);
    await nine.pin(5, 4, 2);
    await eventually(() => chosen(page, ['Panel', 'and panel']), ['p11', 'p23']);
    await nine.plot(7).focus();
    await page.keyboard.press('Enter');
    await eventually(() => chosen(page, ['Panel', 'and panel']), ['p32', 'p23']);
  },
);

drive(
  'what a model says next is asked for in words, and judged',
  shared,
  {link: '1;source=model;eps=0.5'},
  async (nine, page) => {
    await make(page);
    await part(page, 'Measure').selectOption('prediction');
    const divergence = await add(page, {Number: '9'});
    assert.match(divergence, /the divergence of what the model says next is above 9\.$/);
    await part(page, 'Compare').selectOption('says');
    await part(page, 'Panel').selectOption('p11');
    const offered = part(page, 'Says next').locator('option');
    assert.ok((await offered.count()) > 4);
    const said = await add(page, {});
    assert.match(said, /^With “Modifying Query” \(left column\), the model says “.+” next\.$/);
    const list = maker(page).getByRole('list', {name: 'Statements'}).getByRole('listitem');
    await eventually(() => list.evaluateAll(all => all.map(one => one.className)), ['open', 'met']);
    const likeliest = await nine.element.evaluate(
      ({figure}) => figure.panels[0].prediction.after[0].token,
    );
    const digits = Buffer.from(likeliest, 'utf8').toString('hex');
    assert.equal(await nine.value('ask2'), `says~p11~is~${digits}`);
    assert.match(checked(`${await nine.link()}`), /ask1 .* fails.*; ask2 says~p11~is~\w+ holds/);
    await nine.show(`1;source=model;eps=0.5;ask1=says~p11~is~7a7a`);
    await eventually(() => states(page), ['open']);
    assert.match(
      await question(page).getByRole('listitem').innerText(),
      /the model says “…zz”, within a word, next\. not yet: it says “.+”$/,
    );
    await nine.show('1;seed=3;ask1=says~p11~is~20;ask2=prediction~p11~gt~1');
    await eventually(() => states(page), ['unknown', 'unknown']);
  },
);

drive(
  'what is no question is not copied as one',
  shared,
  {link: '1;seed=3', context: CLIPBOARD},
  async (nine, page) => {
    await make(page);
    const copy = maker(page).getByRole('button', {name: 'Copy the question’s link'});
    await copy.click();
    await maker(page).getByText('Nothing was copied: there is no question in it yet.').waitFor();
    await maker(page).getByRole('textbox', {name: 'Question', exact: true}).fill('Which one?');
    const choices = maker(page).getByRole('textbox', {name: 'Choices, one on each line'});
    await choices.fill('yes/no\nmaybe');
    await maker(page).getByText('A choice may not hold a slash').waitFor(); // before the field is left
    await press(page, copy);
    await maker(page).getByText('Nothing was copied: what is said of the choices').waitFor();
    await choices.fill('yes\nno');
    await press(page, copy);
    await maker(page)
      .getByText(/^Copied: this is what you send\. .*“A class’s answers”\./)
      .waitFor();
    assert.match(await clipboard(page), /choices=yes~2fno/);
  },
);

drive(
  'a question is seen as who is asked gets it',
  shared,
  {link: ASKED.replace(';show=eps', '')},
  async (nine, page) => {
    await make(page);
    const [seen] = await Promise.all([
      page.waitForEvent('popup'),
      maker(page).getByRole('link', {name: 'See it as a student'}).click(),
    ]);
    await question(seen).getByRole('heading', {name: 'Where is half?'}).waitFor();
    assert.equal(await maker(seen).count(), 0);
  },
);

drive('measures are offered in words', shared, {link: '1;seed=3'}, async (nine, page) => {
  await make(page);
  const words = await part(page, 'Measure').locator('option').allInnerTexts();
  const isRaw = text => /\b(diag|kl|rowsum)\b/.test(text) || text.split(' ').length < 4;
  assert.ok(words.length > 20);
  assert.deepEqual(words.filter(isRaw), []);
});

drive(
  'what no link can carry is said, and nothing is lost',
  shared,
  {link: '1;seed=3;question=Why~3f'},
  async (nine, page) => {
    await make(page);
    const told = text => builder(page).getByRole('alert').getByText(text, {exact: true}).waitFor();
    await add(page, {Number: 'half'});
    await told('“Number”: read “half”, allowed is a number such as 0.3. Nothing was added.');
    await add(page, {Number: '45%'});
    await told('“Number”: read “45%”, allowed is a number such as 0.45. Nothing was added.');
    await add(page, {is: 'in', Number: '0.5', and: '0.2'});
    await told('“between 0.5 and 0.2”: allowed is the smaller number first. Nothing was added.');
    await add(page, {is: 'gt', Compare: 'cell', Query: '-1', Number: '0.5'});
    await told('“Query”: read “-1”, allowed is a whole number from 0. Nothing was added.');
    assert.equal(await nine.value('ask1'), null);
    await part(page, 'Compare').selectOption('measure');
    await add(page, {Number: '0.5'});
    await add(page, {});
    await builder(page).getByText('It stands there already.').waitFor();
    for (let i = 1; i < 8; i++) await add(page, {Number: String(i / 10 - 0.01)});
    await add(page, {Number: '0.99'});
    await builder(page).getByText('A link carries at most 8 statements.').waitFor();
    await maker(page).getByRole('textbox', {name: 'Question', exact: true}).fill('x'.repeat(4100));
    await maker(page)
      .getByText(/^This is too long for a link: .+ What was there before is kept\.$/)
      .waitFor();
    assert.equal(await nine.value('question'), 'Why~3f');
  },
);

/** As long as a link of three long texts leaves room for. */
const LONG_TEXTS = [1, 2, 3].map(i => `text${i}=${'x'.repeat(4000)}`).join(';');

drive(
  'words that would make the link too long are refused as they are typed; a long link is said to be one',
  shared,
  {link: `1;seed=3;${LONG_TEXTS}`, context: CLIPBOARD},
  async (nine, page) => {
    await make(page);
    const field = maker(page).getByRole('textbox', {name: 'Question', exact: true});
    const told = maker(page).getByRole('alert').filter({hasText: 'This is too long for a link'});
    await field.fill('y'.repeat(3938));
    await eventually(async () => (await nine.value('question'))?.length, 3938);
    await field.fill('z'.repeat(3939));
    await told.waitFor();
    assert.match(await told.innerText(), /16000 characters.*What was there before is kept\.$/i);
    assert.equal(await nine.value('question'), 'y'.repeat(3938));
    await maker(page).getByRole('button', {name: 'Copy the question’s link'}).click();
    const note = maker(page).getByText(/some programs cut a link of more than 2000/);
    assert.match(await note.innerText(), /^Copied: .* It has 16\d{3} characters/);
    const [, link] = (await clipboard(page)).split('#');
    assert.equal(checked(link).split('\t')[0].trim(), 'unchecked', 'and it is read again');
    await field.fill('Why?');
    await nine.open('1;seed=4;question=Why~3f');
    await make(page);
    await maker(page).getByRole('button', {name: 'Copy the question’s link'}).click();
    await maker(page)
      .getByText(/^Copied/)
      .waitFor();
    assert.equal(await note.count(), 0, 'of a short one that is not said');
  },
);

drive(
  'what a question keeps from its reader is not offered either',
  shared,
  {link: ASKED},
  async (nine, page) => {
    const offered = async () => {
      const seen = name => page.getByText(name).filter({visible: true}).count();
      return {
        more: await seen(/^More$/),
        making: await seen('Make a question of this figure'),
        reading: await seen('Can you trust a figure’s caption?'),
        why: await seen('Why do Query and Key look alike?'),
      };
    };
    await nine.rest();
    await eventually(offered, {more: 0, making: 0, reading: 0, why: 0});
    assert.equal(await nine.epsilon().isVisible(), true);
    await nine.show(ASKED.replace('show=eps', 'show=op~eps'));
    await eventually(offered, {more: 1, making: 0, reading: 0, why: 0});
    await nine.show(ASKED.replace(';show=eps', ''));
    await eventually(offered, {more: 1, making: 1, reading: 1, why: 1});
    await make(page);
    await maker(page).getByRole('button', {name: 'Epsilon alone'}).click();
    await eventually(
      offered,
      {more: 0, making: 1, reading: 1, why: 0},
      'who makes a question goes on making it',
    );
  },
);

drive(
  'controls are left free, locked or hidden, and the page keeps to it',
  shared,
  {link: '1;seed=3;question=Why~3f'},
  async (nine, page) => {
    await make(page);
    await maker(page)
      .getByText(
        'A link hides nothing for good: whoever opens it can read its question, its statements and every setting in it.',
      )
      .waitFor();
    await maker(page).getByRole('button', {name: 'Epsilon alone'}).click();
    assert.equal(await nine.value('show'), 'eps');
    await maker(page).getByText('One by one').click();
    await maker(page).getByRole('combobox', {name: 'Operation'}).selectOption('free');
    await maker(page).getByRole('combobox', {name: 'Epsilon', exact: true}).selectOption('locked');
    assert.deepEqual([await nine.value('show'), await nine.value('lock')], ['op~eps', 'eps']);
    await nine.openMore();
    assert.equal(await nine.epsilon().isDisabled(), true);
    assert.deepEqual(
      await nine
        .controls()
        .locator('.field')
        .filter({visible: true})
        .evaluateAll(fields => fields.map(field => field.dataset.row).sort()),
      ['eps', 'op'],
    );
    await maker(page).getByRole('button', {name: 'All free'}).click();
    assert.deepEqual([await nine.value('show'), await nine.value('lock')], [null, null]);
    await maker(page).getByRole('button', {name: 'Close'}).click();
    await maker(page).waitFor({state: 'detached'});
  },
);

const OPEN = ASKED.replace(';show=eps', '');

drive(
  'what holds before a reader does anything is said to who asks',
  shared,
  {link: OPEN},
  async (nine, page) => {
    await make(page);
    const list = maker(page).getByRole('list', {name: 'Statements'});
    const all = maker(page).getByText('All of it holds already: your readers have nothing to do.');
    await list.getByText('holds already: 0', {exact: true}).waitFor();
    await list.getByText('not yet: 0.1596 is below 0.5', {exact: true}).waitFor();
    assert.equal(await all.count(), 0, 'one of them is a task');
    await list.getByRole('button', {name: /^Remove: In “Modifying Query”/}).click();
    await all.waitFor();
  },
);

const READING = '1;source=model;text1=Call_me';

drive(
  '"Epsilon alone" is seen to stand, and leaves the text of a model to be read',
  shared,
  {link: READING},
  async (nine, page) => {
    await make(page);
    const pressed = () =>
      Promise.all(
        ['All free', 'Epsilon alone'].map(name =>
          maker(page).getByRole('button', {name}).getAttribute('aria-pressed'),
        ),
      );
    await eventually(pressed, ['true', 'false']);
    await maker(page).getByRole('button', {name: 'Epsilon alone'}).click();
    await eventually(pressed, ['false', 'true']);
    assert.deepEqual(
      [await nine.value('show'), await nine.value('lock')],
      ['eps~text1', 'text1'],
      'the other two texts mean nothing in this figure',
    );
    const text = page.getByRole('textbox', {name: 'The text it reads'});
    assert.equal(await text.inputValue(), 'Call me');
    assert.deepEqual([await text.isDisabled(), await nine.epsilon().isDisabled()], [true, false]);
    const look = () =>
      text.evaluate(one => {
        const {backgroundColor, color, borderStyle} = getComputedStyle(one);
        return {backgroundColor, color, borderStyle};
      });
    const locked = await look();
    await maker(page).getByRole('button', {name: 'All free'}).click();
    await eventually(() => text.isDisabled(), false);
    const free = await look();
    for (const name of Object.keys(free)) assert.notEqual(locked[name], free[name], name);
    await maker(page).getByRole('button', {name: 'Epsilon alone'}).click();
    await maker(page).getByText('One by one').click();
    await maker(page).getByRole('combobox', {name: 'Operation'}).selectOption('free');
    await eventually(pressed, ['false', 'false']);
  },
);

drive(
  'the places offered are those that the figure has',
  shared,
  {link: '1;seed=3'},
  async (nine, page) => {
    await make(page);
    const offered = () => part(page, 'Panel').locator('option').allInnerTexts();
    const untouched = async () => (await offered()).filter(text => /untouched/.test(text));
    assert.deepEqual(await untouched(), ['the head untouched, input 1']);
    await nine.show('1;figure=mean;seed=3');
    await eventually(
      untouched,
      [1, 2, 3].map(i => `the head untouched, input ${i}`),
    );
  },
);

for (const context of [
  {colorScheme: 'dark'},
  {viewport: {width: 360, height: 740}, hasTouch: true, isMobile: true},
])
  drive(
    `axe: ${context.colorScheme ?? 'phone'}, asked and made`,
    shared,
    {link: ASKED, context},
    async (nine, page) => {
      await eventually(() => states(page), ['open', 'met']);
      await assertAccessible(page, 'asked');
      await nine.show(ASKED.replace(';show=eps', ''));
      await make(page);
      await maker(page).getByText('One by one').click();
      await assertAccessible(page, 'made');
      assert.ok(
        await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
        'nothing sticks out',
      );
    },
  );
