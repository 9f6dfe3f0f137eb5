// axe-core in every state of the page, and what it cannot see: that everything is said, and
// reached by keys alone.
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {assertAccessible} from './lib/axe.mjs';
import {assertFaults, drive, open, useBrowser} from './lib/browser.mjs';

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
