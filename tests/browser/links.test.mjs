// The link as a reader hands it on: copied, onto which address, and what of one is left out.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {test} from 'node:test';
import {assertAccessible} from './lib/axe.mjs';
import {drive, eventually, open, useBrowser} from './lib/browser.mjs';
import {CLIPBOARD, OWN, copied} from './lib/addresses.mjs';
import {siteFor} from './lib/site.mjs';
import {serve} from '../../web/site/serve.mjs';
import {panels} from '../node/lib/engine.mjs';
const shared = useBrowser();
const LINK = '1;seed=3';

// ---- Copying -----------------------------------------------------------------------------------

drive(
  'what is copied is the state that stands, with its check',
  shared,
  {link: LINK, context: CLIPBOARD},
  async (nine, page) => {
    await nine.epsilon().press('PageUp');
    await nine.settle();
    await page.getByRole('button', {name: 'Copy link'}).click();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    const link = await nine.link();
    const {check} = panels(link);
    assert.equal(copied, `${nine.address}#${link};check=${check}`);
    const said = page.getByText(/this (machine|computer)|others cannot/i).filter({visible: true});
    await said.first().waitFor();
  },
);

drive(
  'what is copied says where the reader looks, and keeps its check',
  shared,
  {link: LINK, context: CLIPBOARD},
  async (nine, page) => {
    const {check} = await nine.figure();
    await nine.openMore();
    await nine.choose('view', 'Logits');
    await page.getByRole('button', {name: 'Copy link'}).click();
    assert.equal(
      await page.evaluate(() => navigator.clipboard.readText()),
      `${nine.address}#${LINK};view=logits;check=${check}`,
    );
  },
);

const WRITING = {...OWN, context: CLIPBOARD};

drive('a link copied while writing has its check', shared, WRITING, async (nine, page) => {
  const field = page.getByRole('textbox', {name: 'The text it reads'});
  await field.fill('The rain stopped before');
  await page.waitForFunction(() => document.querySelector('nine-fold').link.endsWith('_before'));
  await field.pressSequentially(' dinner');
  await page.getByRole('button', {name: 'Copy link'}).click();
  await nine.settle();
  const link = '1;source=model;model=f412b648;text1=The_rain_stopped_before_dinner';
  const {check} = panels(link);
  assert.equal(await copied(page), `${nine.address}#${link};check=${check}`);
});

const COPYING = {link: LINK, context: CLIPBOARD};

drive('a link is copied as soon as its check is there', shared, COPYING, async (nine, page) => {
  const link = '1;seed=5';
  const show = link =>
    nine.element.evaluate((element, link) => {
      element.link = link;
    }, link);
  await show('1;n=16384'); // half a minute
  await page.getByRole('button', {name: 'Copy link'}).click();
  const far = /^The link is copied as soon as its check has been computed: \d0 %\.$/;
  await page.getByText(far).waitFor();
  await show(link);
  await nine.settleAt(link);
  assert.equal(await copied(page), `${nine.address}#${link};check=${panels(link).check}`);
});

drive('a link without a figure is copied without a check', shared, COPYING, async (nine, page) => {
  const link = '1;source=tensors;file=0123abcd';
  await nine.element.evaluate((element, link) => {
    element.link = link;
  }, link);
  await page.getByRole('button', {name: 'Copy link'}).click();
  const why = await page.locator('nine-fold .problem p').innerText();
  await page.getByText(`Copied without a check: ${why}`).waitFor();
  assert.equal(await copied(page), `${nine.address}#${link}`);
});

drive(
  'the check can be copied alone',
  shared,
  {link: LINK, context: CLIPBOARD},
  async (nine, page) => {
    await page.getByRole('button', {name: /^check [0-9a-f]{16}$/}).click();
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), panels(LINK).check);
  },
);

drive(
  'link, check and citation stand in a panel, with the check or without',
  shared,
  {link: LINK, context: CLIPBOARD},
  async (nine, page) => {
    await page.getByRole('button', {name: 'Cite'}).click();
    const region = page.getByRole('group', {name: 'Link and citation'});
    const text = name => region.getByRole('textbox', {name, exact: true}).inputValue();
    const {check} = panels(LINK);
    const {version} = JSON.parse(
      readFileSync(new URL('../../web/package.json', import.meta.url), 'utf8'),
    );
    await region.getByText(/others cannot open/).waitFor();
    assert.equal(await text('Link'), `${LINK};check=${check}`);
    for (const name of ['Citation', 'BibTeX'])
      for (const part of [
        `${LINK};check=${check}`,
        `check ${check}`,
        'link format 1',
        `Ninefold ${version}`,
      ])
        assert.ok((await text(name)).includes(part), `${part} in ${name}`);
    await region.getByRole('button', {name: 'Copy: BibTeX'}).click();
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), await text('BibTeX'));
    await region.getByRole('checkbox').uncheck();
    assert.equal(await text('Link'), LINK);
    assert.match(await text('Citation'), /without a check/);
    await nine.epsilon().press('PageUp');
    await nine.settle();
    await eventually(() => text('Link'), await nine.link(), 'it follows the state');
    await assertAccessible(page, 'the panel');
  },
);

// ---- What of a link is not used as it is written -----------------------------------------------

const HOW_READ = 'How this link was read:';
const NOT_ALL = 'Not everything in this link could be used:';

/** What the page says of a link that is opened: a heading and a line each; nothing of some. */
const OPENED = [
  ['1;seed=7.', '1;seed=7', null],
  ['1;question=Why_not.', '1;question=Why_not~2e', null],
  [
    '1;seed=7 n=5',
    '1;seed=7;n=5',
    HOW_READ,
    /^“n” was read as “5”; white space before it .* there\.$/i,
  ],
  ['1;seed=7 and more', '1;seed=7', HOW_READ, /^“ and more” is left out: not part of the link\.$/i],
  [
    'See 1;question=Why_not.',
    '1;question=Why_not',
    NOT_ALL,
    /^“See ” is left/,
    /^“\.” is left out: taken for the end/i,
  ],
  ['1;n=14 15 16', '1', NOT_ALL, /^“n” was read as “14 15 16”; allowed: a whole number/i],
];

/** The heading, and a text for each remark; nothing of one that is not shown. */
const remarksOf = nine =>
  nine.element.evaluate(({shadowRoot}) => {
    const shown = shadowRoot.querySelectorAll('.remarks:not([hidden]) :is(p, li)');
    return [...shown].map(one => one.textContent);
  });

drive('the page says what of a link it left out', shared, {}, async nine => {
  for (const [text, link, heading, ...lines] of OPENED) {
    await nine.show(text);
    assert.equal(await nine.link(), link, text);
    const [first = null, ...others] = await remarksOf(nine);
    assert.deepEqual([first, others.length], [heading, lines.length], text);
    lines.forEach((line, at) => assert.match(others[at], line));
  }
});

// ---- The public address ------------------------------------------------------------------------

test('a site that was told where it will be copies links onto that address', async () => {
  const {folder, remove} = siteFor('https://example.org/nine/');
  const server = await serve(folder, 0);
  const {nine, page, context, faults} = await open(
    {...shared, server},
    {link: LINK, context: CLIPBOARD},
  );
  await page.getByRole('button', {name: 'Copy link'}).click();
  const {check} = panels(LINK);
  assert.equal(
    await page.evaluate(() => navigator.clipboard.readText()),
    `https://example.org/nine/#${LINK};check=${check}`,
  );
  await page.getByText('Copied.', {exact: true}).waitFor();
  await page.getByRole('button', {name: 'Cite'}).click();
  assert.equal(
    await page.getByRole('textbox', {name: 'Link', exact: true}).inputValue(),
    `https://example.org/nine/#${LINK};check=${check}`,
  );
  assert.equal(
    await page
      .getByText(/others cannot open/)
      .filter({visible: true})
      .count(),
    0,
  );
  assert.deepEqual([faults, await nine.link()], [[], LINK]);
  await nine.epsilon().press('PageUp');
  await nine.settle();
  await eventually(
    () => page.getByText('Copied.', {exact: true}).filter({visible: true}).count(),
    0,
    'that was another state',
  );
  await context.close();
  server.close();
  remove();
});

drive(
  'without a clipboard the link stands in a field to be selected',
  shared,
  {
    link: LINK,
    prepare: page =>
      page.addInitScript(() => {
        Object.defineProperty(navigator, 'clipboard', {value: undefined});
        document.execCommand = () => false;
      }),
  },
  async (nine, page) => {
    await page.getByRole('button', {name: 'Copy link'}).click();
    const field = page.getByRole('textbox', {name: /link/i}).filter({visible: true});
    assert.match(await field.inputValue(), /#1;seed=3;check=[0-9a-f]{16}$/);
    assert.ok(
      await field.evaluate(
        field => field.selectionEnd - field.selectionStart === field.value.length,
      ),
      'selected',
    );
  },
);
