// axe-core in every state of the page, and what it cannot see: that everything is said, and
// reached by keys alone.
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {assertAccessible} from './lib/axe.mjs';
import {assertFaults, drive, eventually, open, useBrowser} from './lib/browser.mjs';

const shared = useBrowser();
const LINK = '1;seed=3';

const LINKS = [
  '',
  LINK,
  '1;figure=mean;n=14~15~16;titles=headers;axes=positions',
  '1;figure=cross;view=logits;range=row;colors=viridis',
  '1;view=change;range=log;colors=greys;line=on',
  '1;view=uniform;range=rest;value=next',
  '1;eps=99;banana=3',
  '1;question=What_happens~3f;lock=eps',
  '1;seed=3;check=0123456789abcdef',
  '1;source=model;value=next',
  '1;source=model;style=paper',
];

/**
 * One page that is looked at again and again, each time as one of the test's own parts.
 * @param {object} t
 * @param {object} how of `open`
 * @param {[string, (nine, page) => Promise<unknown>, ((nine, page) => Promise<unknown>)?][]}
 *   states what is looked at, how
 *   to get there, and back
 */
async function assertEach(t, how, states) {
  const {nine, page, context, faults} = await open(shared, how);
  for (const [state, enter, leave] of states)
    await t.test(state, async () => {
      await enter(nine, page);
      await assertAccessible(page, state);
      await leave?.(nine, page);
    });
  assertFaults(faults, []);
  await context.close();
}

for (const colorScheme of ['light', 'dark'])
  test(`axe, ${colorScheme}: every figure and view`, t =>
    assertEach(
      t,
      {context: {colorScheme}},
      LINKS.map(link => [
        link || 'the first screen',
        async nine => {
          if (link) await nine.show(link);
        },
      ]),
    ));

const release = async nine => {
  await nine.readout().getByRole('button', {name: 'Release'}).click();
};
const closeAll = async nine => {
  const open = nine.element.locator('details[open] > summary').filter({visible: true});
  while (await open.count()) await open.first().click();
};

/**
 * Ways to open something, and to close it again.
 * @type {[string, (nine, page) => Promise<unknown>, ((nine, page) => Promise<unknown>)?][]}
 */
const STATES = [
  [
    'More is open',
    nine => nine.openMore(),
    (nine, page) => page.getByRole('button', {name: /^More\b/}).click(),
  ],
  ['one panel is enlarged', nine => nine.zoom(4), nine => nine.unzoom()],
  ['an untouched panel is enlarged', nine => nine.zoom(9), nine => nine.unzoom()],
  ['a cell is pinned', nine => nine.pin(4, 7, 2), release],
  ['a row is open as bars', nine => nine.bars(4, 7), release],
  ['the tables are open', nine => nine.openTables(), closeAll],
  ['the explanation is open', nine => nine.openExplanations(), closeAll],
  ['saving is open', nine => nine.openSave(), closeAll],
  ['the examples are open', nine => nine.openExamples(), closeAll],
  ['a joint is explained', nine => nine.explainJoint()],
  [
    'a word is kept',
    async (nine, page) => {
      await page
        .getByRole('toolbar', {name: /^Words of the text/})
        .getByRole('button')
        .nth(3)
        .click();
      await nine.readout().getByRole('button', {name: 'Release'}).waitFor();
    },
    release,
  ],
];

for (const context of [
  {},
  {colorScheme: 'dark'},
  {viewport: {width: 360, height: 740}, hasTouch: true, isMobile: true},
])
  test(`axe: whatever can be opened, ${context.colorScheme ?? (context.isMobile ? 'phone' : 'desktop')}`, t =>
    assertEach(t, {context}, STATES));

test('axe while nothing has arrived yet, and after the engine failed', async () => {
  const hold = page => page.route('**/*.{wasm,bin}', () => {});
  const waiting = await open(shared, {link: null, prepare: hold});
  await waiting.page.goto(shared.server.address);
  await waiting.page
    .getByRole('slider')
    .or(waiting.page.getByRole('img'))
    .or(waiting.page.locator('canvas'))
    .first()
    .waitFor({state: 'attached'});
  await assertAccessible(waiting.page, 'waiting');
  await waiting.context.close();
  const failed = await open(shared, {
    link: null,
    prepare: page => page.route('**/*.wasm', route => route.abort()),
  });
  await failed.page.goto(shared.server.address);
  await failed.page.getByRole('button', {name: /again/i}).waitFor();
  await assertAccessible(failed.page, 'failed');
  await failed.context.close();
});

// ---- By keys alone -----------------------------------------------------------------------------

/** What has the focus, also inside the element. */
const focused = page =>
  page.evaluate(() => {
    let element = document.activeElement;
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
    const rect = element.getBoundingClientRect();
    const styles = [null, '::before', '::after'].map(part => getComputedStyle(element, part));
    return {
      tag: element.tagName,
      name: element.getAttribute('aria-label') ?? element.textContent.trim().slice(0, 40),
      key: element.dataset?.key,
      outline:
        styles.some(({outlineStyle}) => outlineStyle !== 'none') || styles[0].boxShadow !== 'none',
      width: rect.width,
    };
  });

drive(
  'Tab goes through everything and out of it again, and shows where it is',
  shared,
  {link: ''},
  async (nine, page) => {
    await page.evaluate(() => {
      const after = document.createElement('button');
      after.textContent = 'after';
      document.body.append(after);
    });
    const names = [];
    for (let steps = 0; steps < 80; steps++) {
      await page.keyboard.press('Tab');
      const {tag, name, outline, width} = await focused(page);
      if (name === 'after') break;
      if (tag === 'BODY') continue;
      names.push(`${tag} ${name}`);
      assert.ok(width > 0, `${name} is visible`);
      assert.ok(outline, `${name} shows the focus`);
    }
    assert.equal((await focused(page)).name, 'after', `no trap: ${names.join(', ')}`);
    assert.ok(
      names.some(name => name.includes('TEXTAREA')) &&
        names.some(name => name.includes('INPUT')) &&
        names.some(name => name.includes('More')),
      names.join(),
    );
    assert.equal(new Set(names).size, names.length, `no stop twice: ${names.join(', ')}`);
    assert.ok(names.length < 40, `the first screen has ${names.length} stops`);
  },
);

drive('nothing takes the focus by itself', shared, {link: ''}, async (nine, page) => {
  await nine.rest();
  assert.equal((await focused(page)).tag, 'BODY');
});

drive('every panel has a summary and a table', shared, {link: LINK}, async nine => {
  const figure = await nine.figure({weights: true});
  await nine.openTables();
  await nine.rest();
  for (let panel = 0; panel < 9; panel++) {
    const {title, weights, rows, columns, measures} = figure.panels[panel];
    const summary = await nine.summary(panel);
    assert.equal(
      summary.title,
      title.replaceAll('*', '').replace('5e-1', '0.5').replace('1e-3', '0.001'),
    );
    const strongest = Math.max(...weights).toFixed(2);
    const first = measures.first.toFixed(2);
    for (const number of [strongest, first])
      assert.ok(summary.description.includes(number), `${number} in "${summary.description}"`);
    const table = await nine.table(panel);
    assert.equal(table.length, rows);
    table.forEach((row, i) =>
      row.slice(0, columns).forEach((text, j) => {
        if (/\d/.test(text))
          assert.ok(
            Math.abs(Number(text.replace('−', '-')) - weights[i * columns + j]) <= 0.0051,
            `cell ${i} ${j} of panel ${panel}: ${text}`,
          );
      }),
    );
  }
});

// ---- What is said in words ---------------------------------------------------------------------

/** What an element is described by. @param {import('playwright-core').Locator} locator */
const described = locator =>
  locator.evaluate(element =>
    element
      .getAttribute('aria-describedby')
      .split(' ')
      .map(id => element.getRootNode().getElementById(id)?.textContent)
      .join(' '),
  );

const isSeen = locator => locator.evaluate(element => element.getBoundingClientRect().width > 2);

drive('a panel tells its keys, to ears and eyes', shared, {link: LINK}, async (nine, page) => {
  const keys = /Arrow keys move · .* · Escape goes back$/;
  const shown = page.getByText(keys).filter({visible: true});
  assert.match(await described(nine.plot(4)), keys);
  assert.equal(await shown.count(), 0);
  await nine.plot(0).focus();
  await page.keyboard.press('2'); // by keys it comes to a panel
  await shown.waitFor();
  await nine.epsilon().focus();
  await shown.waitFor({state: 'detached'});
});

drive(
  'the slider says what its value does, and where it has the focus, its keys',
  shared,
  {},
  async (nine, page) => {
    const keys = page.getByText('Page Up and Page Down go to the next mark');
    const said = () => nine.epsilon().getAttribute('aria-valuetext');
    const expected = async () => {
      const share = Math.round(100 * (await nine.figure()).panels[1].measures.first);
      return `${await nine.part('eps', 1)}; the first token holds ${share} %`;
    };
    await eventually(said, await expected());
    assert.equal(await isSeen(keys), false);
    await nine.epsilon().focus();
    const before = await said();
    await page.keyboard.press('PageUp');
    await nine.settle();
    await eventually(said, await expected());
    assert.notEqual(await said(), before);
    assert.equal(await isSeen(keys), true, 'told where they work');
    assert.ok(await described(nine.epsilon()));
    await page.keyboard.press('Tab');
    await eventually(() => isSeen(keys), false);
    await assertAccessible(page, 'sliders in words');
    await nine.show('1;n=9;eps=0.5~0.02~1');
    await eventually(said, await expected());
    await nine.openMore();
    const left = page.getByRole('slider', {name: 'Epsilon, Left'});
    const {panels} = await nine.figure();
    const share = Math.round(100 * panels[0].measures.first);
    assert.equal(
      await left.getAttribute('aria-valuetext'),
      `0.5; the first token holds ${share} %`,
    );
  },
);

/** The word that the untouched model says next, with its chance, as the table has it. */
const saysNext = nine =>
  nine.element.locator('.next-words tbody tr:not([hidden])').evaluateAll(rows => {
    const all = rows.map(row => [
      row.querySelector('th').textContent,
      row.querySelector('td.untouched').textContent,
    ]);
    const chance = ([, text]) => (text.startsWith('<') ? 0 : Number.parseInt(text, 10));
    const [word, text] = all.sort((a, b) => chance(b) - chance(a))[0];
    return `“${word}” (${text})`;
  });

drive('what a new sentence changed is announced once', shared, {}, async (nine, page) => {
  await nine.element.evaluate(({shadowRoot}) => {
    const live = shadowRoot.querySelector('.texts-place [aria-live=polite]');
    globalThis.announced = [];
    const hear = () => globalThis.announced.push(live.textContent);
    new MutationObserver(hear).observe(live, {childList: true, characterData: true, subtree: true});
  });
  const announced = () => page.evaluate(() => globalThis.announced);
  const field = page.getByRole('textbox', {name: 'The text it reads'});
  const before = await saysNext(nine);
  const {count: had} = (await nine.figure()).inputs[0];
  await field.fill('');
  await field.pressSequentially('He put on his hat and');
  await page.waitForFunction(() =>
    /text1=He_put_on_his_hat_and(;|$)/.test(document.querySelector('nine-fold').figure.link),
  );
  assert.deepEqual(await announced(), [], 'nothing while it is written');
  await field.blur();
  await nine.settle();
  const now = await saysNext(nine);
  const {count} = (await nine.figure()).inputs[0];
  const first = `The text is read as ${count} tokens; the model says ${now} next, and said ${before} before.`;
  await eventually(announced, [first]);
  await nine.epsilon().focus();
  await page.keyboard.press('PageUp');
  await nine.settle();
  assert.deepEqual(await announced(), [first], 'another epsilon is no new sentence');
  await page.keyboard.press('Control+z');
  await nine.settle();
  await page.keyboard.press('Control+z');
  await eventually(announced, [
    first,
    `The text is read as ${had} tokens; the model says ${before} next, and said ${now} before.`,
  ]);
  await assertAccessible(page, 'a sentence was announced');
});

drive('the keys of words are told where they have the focus', shared, {}, async (nine, page) => {
  const keys = page.getByText('Arrows go along, Enter keeps a word').first();
  assert.equal(await isSeen(keys), false);
  await page.getByRole('textbox', {name: 'The text it reads'}).focus();
  await page.keyboard.press('Tab');
  await eventually(() => isSeen(keys), true);
  assert.ok(await described(page.getByRole('toolbar', {name: /^Words of the text/})));
});

drive('each section is reached from heading to heading', shared, {}, async (nine, page) => {
  const heading = name => page.getByRole('heading', {name, level: 2});
  for (const name of [/^The text it reads$/, /^Figure$/, /^The model’s heads$/])
    await heading(name).waitFor({state: 'attached'});
  await heading(/^(Lower|Raise) ε/).waitFor({state: 'attached'});
  await nine.element.locator('.curve-place').scrollIntoViewIfNeeded(); // it is made where it is seen
  await heading(/^The curve over ε$/).waitFor({state: 'attached'});
});
