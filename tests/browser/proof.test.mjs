// What a link proves: its check, against the figure that was made here.
import assert from 'node:assert/strict';
import {drive, eventually, useBrowser} from './lib/browser.mjs';
import {said} from './lib/addresses.mjs';
import {panels} from '../node/lib/engine.mjs';
const shared = useBrowser();
const LINK = '1;seed=3';

drive(
  'a link with its check is reproduced, until a number changes',
  shared,
  {link: null},
  async (nine, page) => {
    const {check} = panels(LINK);
    await nine.open(`${LINK};check=${check}`);
    assert.equal((await nine.figure()).verdict, 'reproduced');
    await page
      .getByText(/reproduced/i)
      .filter({visible: true})
      .first()
      .waitFor();
    await nine.openMore();
    await nine.choose('view', 'Logits');
    await nine.settle();
    assert.equal((await nine.figure()).verdict, 'reproduced', 'a view changes no number');
    await nine.epsilon().press('PageUp');
    await nine.settle();
    assert.equal((await nine.figure()).verdict, 'unchecked');
    assert.equal(
      await page
        .getByText(/reproduced/i)
        .filter({visible: true})
        .count(),
      0,
    );
  },
);

drive(
  'a link with another check differs, and both values stand there',
  shared,
  {link: `${LINK};check=0123456789abcdef`},
  async (nine, page) => {
    assert.equal((await nine.figure()).verdict, 'differs');
    const {check} = panels(LINK);
    const text = await page
      .getByText(/differs/i)
      .filter({visible: true})
      .first()
      .innerText();
    assert.match(text, /0123456789abcdef/);
    assert.match(text, new RegExp(check));
  },
);

drive(
  'not checked is said with its reason: no check, a link that is not whole, a figure that cannot be made',
  shared,
  {link: LINK},
  async (nine, page) => {
    const proof = () =>
      nine.element.evaluate(element => element.shadowRoot.querySelector('.proof').textContent);
    const {check} = panels(LINK);
    assert.match(await proof(), /^Not checked: this link came without a check/);
    await nine.epsilon().press('PageUp');
    await nine.settle();
    assert.equal(await proof(), '', 'what the reader has changed is nobody’s link');
    await page.waitForURL(url => url.hash.includes('eps='));
    await page.reload();
    await nine.settle();
    assert.equal(await proof(), '', 'an address that the page wrote itself came from nobody');
    await nine.open(`${LINK};question=Look~21`);
    assert.equal(await proof(), '', 'a question has no check to compare');
    await nine.open(`${LINK};eps=99;check=${check}`);
    assert.match(await proof(), /^Not checked: part of this link could not be used/);
    await page.goto(`${nine.address}#1;source=model;model=00000000;check=${check}`);
    await page.getByText(/^Not checked: the figure of this link could not be made here/).waitFor();
  },
);

const SMALL = {viewport: {width: 390, height: 844}, hasTouch: true, isMobile: true};

for (const [name, context] of Object.entries({desktop: {}, phone: SMALL}))
  drive(
    `the verdict stands above its figure, and nothing moves when it is changed, ${name}`,
    shared,
    {link: `${LINK};check=${panels(LINK).check}`, context},
    async (nine, page) => {
      const proof = page.locator('.proof');
      await proof.getByText(/^Reproduced: /).waitFor();
      const [{y, height}, panel] = [await proof.boundingBox(), await nine.panelBox(0)];
      assert.ok(y + height <= panel.y && y >= 0 && y + height < 400, `${y}`);
      await nine.epsilon().press('PageUp');
      await proof.getByText(/^Changed: this is no longer the figure of the link/).waitFor();
      assert.equal((await nine.panelBox(0)).y, panel.y);
      await page.getByRole('button', {name: 'Undo', exact: true}).click();
      await proof.getByText(/^Reproduced: /).waitFor();
    },
  );

drive(
  'a link without a check is told so under its figure',
  shared,
  {link: LINK},
  async (nine, page) => {
    const {y} = await page.locator('.proof').boundingBox();
    const panel = await nine.panelBox(8);
    assert.ok(y > panel.y + panel.height);
  },
);

drive('the first screen is nobody’s link, and says nothing of checks', shared, {}, async nine => {
  assert.equal(
    await nine.element.evaluate(element => element.shadowRoot.querySelector('.proof').textContent),
    '',
  );
});

/**
 * What a link went through, and what must be named of it: key, what was read. Each once, and
 * nothing else.
 */
const DAMAGED = [
  ['1;eps=99;seed=3', [['eps', '99', '0 to 10']]],
  ['1;seed=3;banana=2', [['banana', '2']]],
  ['1;seed=3;seed=4', [['seed', '4']]],
  [
    '1;seed=3;mask=causel;weights=softmx',
    [
      ['mask', 'causel', 'causal'],
      ['weights', 'softmx', 'softmax'],
    ],
  ],
  ['1;seed=3;n=1', [['n', '1', '2']]],
  [
    '1;seed=3;n=14~15…',
    [
      ['link', '…', 'cut'],
      ['n', '14~15'],
    ],
  ],
  ['1%253Bseed%253D3%2526amp;eps%253D99', [['eps', '99']]],
  ['1;seed=３', [['seed', '３']]],
  ['1;eps=“0.5”', [['eps', '“0.5']]],
  ['1;seed=3;2;n=5', [['2', '']]],
  ['1;seed=3;head=40', [['head', '40', '32']]],
  ['1;seed=3;ask1=first~p44~gt~1', [['ask1', 'p44', 'p11 to p33']]],
  ['1;n=5;check=12', [['check', '12', '16 hexadecimal']]],
  ['%00%01%02banana', [['format', 'banana']]],
  [`1;seed=3;question=${'a'.repeat(100_000)}`, [['link', 'aaa', 'at most 16000 characters']]],
  [
    '2;seed=3;eps2=5',
    [
      ['format 2', 'not known here'],
      ['eps2', '5'],
    ],
  ],
];

for (const [link, differences] of DAMAGED)
  drive(
    `of ${link.slice(0, 50)} each difference is named, once and calmly`,
    shared,
    {link},
    async (nine, page) => {
      const {remarks, text} = await nine.element.evaluate(({shadowRoot}) => {
        const notices = shadowRoot.querySelector('.notices');
        return {
          remarks: [...notices.querySelectorAll('li')].map(item => item.textContent),
          text: notices.innerText,
        };
      });
      assert.equal(remarks.length, differences.length, remarks.join('\n'));
      differences.forEach((parts, i) => {
        const remark = remarks[i].toLowerCase();
        for (const part of parts)
          assert.ok(remark.includes(part.toLowerCase()), `"${part}" in "${remarks[i]}"`);
      });
      assert.ok(text.length < 300 + 300 * differences.length, 'not the whole of a long link');
      assert.equal(
        await page.getByRole('alert').filter({visible: true}).count(),
        0,
        'it is no alarm',
      );
      assert.equal((await nine.figure()).panels.length, 9);
      await page.getByRole('button', {name: 'Close'}).filter({visible: true}).first().click();
      await eventually(async () => (await said(nine)).trim(), '', 'and it can be put away');
    },
  );

drive(
  'a link of a later format says so, and shows what it can',
  shared,
  {link: '7;seed=3;figure=mean;n=9;glow=1'},
  async nine => {
    assert.match(await said(nine), /This link is of format 7, which is not known here/);
    assert.equal(await nine.link(), '1;figure=mean;seed=3;n=9');
  },
);

drive(
  'what cannot be read at all opens a figure, and says so',
  shared,
  {link: 'banana'},
  async nine => {
    assert.match(await said(nine), /banana/);
    assert.equal((await nine.figure()).panels.length, 9);
  },
);
