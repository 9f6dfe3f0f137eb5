// The link as a reader meets it: in the address bar, in the history, on the clipboard; and by
// script, as `element.link`.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {test} from 'node:test';
import {assertAccessible} from './lib/axe.mjs';
import {PATIENCE, drive, eventually, open, useBrowser} from './lib/browser.mjs';
import {siteFor} from './lib/site.mjs';
import {serve} from '../../web/site/serve.mjs';
import {panels} from '../node/lib/engine.mjs';
import {table} from '../../build/made/table.js';

const shared = useBrowser();
const LINK = '1;seed=3';
const CLIPBOARD = {permissions: ['clipboard-read', 'clipboard-write']};

const hash = page => page.evaluate(() => location.hash);
const said = nine =>
  nine.element.evaluate(element => element.shadowRoot.querySelector('.notices').innerText);

/** Waits for the address bar: it is written at most every 350 ms. */
const written = (page, link) => page.waitForFunction(link => location.hash === `#${link}`, link);

/** When the address was written, from the start of the page. */
const NOTE_WRITES = page =>
  page.addInitScript(() => {
    globalThis.writes = [];
    for (const name of ['pushState', 'replaceState']) {
      const write = history[name];
      history[name] = (...all) => {
        globalThis.writes.push(performance.now());
        write.apply(history, all);
      };
    }
  });
const writes = page => page.evaluate(() => globalThis.writes);

// ---- Address bar and history -------------------------------------------------------------------

drive(
  'the address is written when a slider is let go, not while it is held',
  shared,
  {link: LINK},
  async (nine, page) => {
    let held;
    await nine.drag(nine.epsilon(), 0.9, 0.6, {
      done: async () => {
        await nine.settle(); // a slider that is held so long is given its check; an address would have been written sooner
        held = [await hash(page), await nine.link()];
      },
    });
    assert.equal(held[0], `#${LINK}`);
    assert.notEqual(held[1], LINK, 'the state itself had changed');
    const link = await nine.link();
    await written(page, link);
  },
);

drive(
  'sliders leave one entry in the history; links make new ones, and Back returns',
  shared,
  {link: LINK},
  async (nine, page) => {
    const entries = () => page.evaluate(() => history.length);
    const before = await entries();
    for (const key of ['PageUp', 'PageUp', 'PageDown']) await nine.epsilon().press(key);
    await nine.settle();
    const moved = await nine.link();
    await written(page, moved);
    assert.equal(await entries(), before);
    await page.evaluate(() => {
      location.hash = '#1;figure=mean;n=14~15~16';
    });
    await nine.settleAt('1;figure=mean;n=14~15~16');
    assert.equal(await entries(), before + 1);
    await page.goBack();
    await nine.settleAt(moved);
    await page.goForward();
    await nine.settleAt('1;figure=mean;n=14~15~16');
  },
);

const WRITTEN = '1;source=model;model=f412b648;text1=The_rain_stopped_before_dinner';
const field = page => page.getByRole('textbox', {name: 'The text it reads'});

const OWN = {link: '1;source=model'}; // the model reads its own text
const NOTED = {...OWN, prepare: NOTE_WRITES};

drive('the address has a text while it is written', shared, NOTED, async (nine, page) => {
  await field(page).fill('');
  await field(page).pressSequentially('The rain stopped before', {delay: 60});
  await written(page, WRITTEN.replace('_dinner', ''));
  await field(page).pressSequentially(' dinner', {delay: 60});
  await written(page, WRITTEN);
  assert.ok(await field(page).evaluate(one => one.matches(':focus')), 'it has not been left');
  const times = await writes(page);
  const gaps = times.slice(1).map((time, i) => time - times[i]);
  assert.ok(times.length > 1 && gaps.every(gap => gap >= 300), `${gaps} ms between writes`);
  await page.reload();
  await nine.settleAt(WRITTEN);
  assert.equal(await field(page).inputValue(), 'The rain stopped before dinner');
});

drive('a reload in the middle of a word loses nothing', shared, OWN, async (nine, page) => {
  await field(page).fill('The rain stopped before');
  await written(page, WRITTEN.replace('_dinner', ''));
  await field(page).pressSequentially(' dinner');
  await page.reload();
  await nine.settleAt(WRITTEN);
  assert.equal(await field(page).inputValue(), 'The rain stopped before dinner');
  await page.getByRole('button', {name: 'Undo', exact: true}).click();
  await nine.settleAt(WRITTEN.replace('_dinner', ''));
  await nine.open('1;source=model;text1=Call_me');
  assert.equal(await field(page).inputValue(), 'Call me', 'another link is not changed by it');
});

drive(
  'a reload that opens the address before the last one loses nothing',
  shared,
  OWN,
  async (nine, page) => {
    const before = page.url();
    await field(page).fill('The rain stopped before dinner');
    await written(page, WRITTEN);
    await page.addInitScript(address => history.replaceState(null, '', address), before);
    await page.reload();
    await nine.settleAt(WRITTEN);
  },
);

const SIGNS = 'The model cannot read 日';
for (const [what, text, why] of [
  ['cannot be read', SIGNS, /^Text 1 holds "日"/i],
  ['is too long', 'long '.repeat(900), /^This text is not read: it is too long for a link/],
])
  drive(`a text that ${what} is there after a reload`, shared, {}, async (nine, page) => {
    const {check} = await nine.figure();
    await field(page).fill(text);
    await page.getByText(why).waitFor();
    await page.reload();
    await page.getByText(why).waitFor();
    assert.equal(await field(page).inputValue(), text);
    await nine.settle();
    assert.equal((await nine.figure()).check, check, 'with the earlier figure');
  });

drive('the address opens what it says after a reload', shared, {link: LINK}, async (nine, page) => {
  await nine.epsilon().press('PageUp');
  await nine.settle();
  const link = await nine.link();
  const {check} = await nine.figure();
  await written(page, link);
  await page.reload();
  await nine.settle();
  assert.equal(await nine.link(), link);
  assert.equal((await nine.figure()).check, check);
});

drive(
  'a link that is spelled otherwise is read the same',
  shared,
  {link: null},
  async (nine, page) => {
    await nine.open('1%3Bseed%3D3&amp;eps=0.50~0.001~1e-10&n=16');
    assert.equal(await nine.link(), LINK);
    await page.goto(nine.address + '?s=1;seed=3;n=12');
    await nine.settle();
    assert.equal(await nine.link(), '1;seed=3;n=12');
  },
);

/** What has been copied, once it is said. */
async function copied(page) {
  await page.getByText(/^Copied/).waitFor();
  return page.evaluate(() => navigator.clipboard.readText());
}

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

drive(
  'a slider dragged for half a minute writes the address once; much released, less than browsers allow',
  shared,
  {link: LINK, context: CLIPBOARD, prepare: NOTE_WRITES},
  async (nine, page) => {
    const slider = nine.epsilon();
    await nine.watchFigures();
    const {x, y, width, height} = await slider.boundingBox();
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.mouse.down();
    let moves = 0;
    let figures = 0;
    for (const end = Date.now() + 30_000; Date.now() < end || figures <= 30; moves++) {
      await page.mouse.move(x + width * (0.5 + 0.4 * Math.sin(moves / 9)), y + height / 2);
      if (moves % 100 === 0) figures = await nine.figuresSeen();
    }
    await page.mouse.move(x + width * 0.8, y + height / 2); // not where it began
    assert.deepEqual(await writes(page), [], 'none while it is held');
    await page.mouse.up();
    await page.getByRole('button', {name: 'Copy link'}).click();
    await nine.settle();
    const link = await nine.link();
    const {check} = panels(link);
    assert.equal(await copied(page), `${nine.address}#${link};check=${check}`, 'the live state');
    await written(page, await nine.link());
    assert.equal((await writes(page)).length, 1);
    await slider.focus();
    for (let i = 0; i < 80; i++) await slider.press(i % 2 ? 'PageUp' : 'PageDown');
    await slider.press('PageUp');
    await nine.settle();
    await written(page, await nine.link());
    const times = await writes(page);
    const gaps = times.slice(2).map((time, i) => time - times[i + 1]);
    assert.ok(
      times.length > 1 && gaps.every(gap => gap >= 300),
      `${times.length} writes, ${Math.min(...gaps)} ms apart at least`,
    ); // Safari: 100 in 30 s
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

// ---- What a link proves ------------------------------------------------------------------------

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
    await nine.open(`${LINK};eps=99;check=${check}`);
    assert.match(await proof(), /^Not checked: part of this link could not be used/);
    await page.goto(`${nine.address}#1;source=model;model=00000000;check=${check}`);
    await page.getByText(/^Not checked: the figure of this link could not be made here/).waitFor();
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

// ---- Any word, in the first address of all -----------------------------------------------------

/** What every object inherits: a table of words that is a plain object knows these too. */
const INHERITED = Object.getOwnPropertyNames(Object.prototype);
const FOREIGN = table.flatMap(({key}) => INHERITED.map(name => `1;n=5;${key}=${name}`));

/**
 * Runs in the page. Of links, each the first of an element: those whose figure did not come, or
 * that lost a word without saying so.
 */
async function unanswered({links, patience}) {
  const answer = async link => {
    const element = document.createElement('nine-fold');
    const [key] = link.split(';').at(-1).split('=');
    element.setAttribute('loading', 'eager');
    element.setAttribute('link', link);
    document.body.append(element);
    const late = new Promise(done => setTimeout(done, patience));
    const figure = await Promise.race([element.ready.catch(() => null), late]);
    const taken = element.link.includes(`;${key}=`);
    const told = figure?.ignored.some(remark => remark.key === key);
    element.remove();
    return figure?.check && (taken || told);
  };
  const silent = [];
  for (const link of links) if (!(await answer(link))) silent.push(link);
  return silent;
}

drive(
  'every name that objects inherit, in every key, as the first link of an element',
  shared,
  {link: LINK},
  async (nine, page) => {
    assert.equal(FOREIGN.length, table.length * INHERITED.length);
    assert.deepEqual(await page.evaluate(unanswered, {links: FOREIGN, patience: PATIENCE}), []);
  },
);

const WRONG = [
  ...INHERITED.map(name => `view=${name}`),
  'figure=valueOf',
  'n=x',
  'n=NaN',
  'n=-5',
  'n=1e9',
  'n=5~6',
  'eps=x',
  'colors=toString;axes=constructor',
  'valueOf=1',
  '__proto__=1',
];

for (const field of WRONG)
  drive(
    `${field} in the first address of a page is refused in words, and the figure comes`,
    shared,
    {link: null},
    async (nine, page) => {
      await page.goto(`${nine.address}#1;seed=3;${field}`);
      await nine.settle();
      assert.match(await said(nine), /Not everything in this link could be used/);
      await nine.show('1;seed=7');
      assert.equal((await nine.figure()).check, panels('1;seed=7').check);
    },
  );

const framed = (name, i) =>
  `<iframe src="./?embed#1;n=5;${table[4 * i].key}=${name};view=${name}"></iframe>`;
const FRAMES = `<!doctype html><title>Frames</title><link rel="icon" href="data:,">${INHERITED.map(
  framed,
).join('')}`;
const frames = page =>
  page.route('**/frames.html', route => route.fulfill({contentType: 'text/html', body: FRAMES}));

drive(
  'such names as the first address of frames are answered as well',
  shared,
  {link: null, prepare: frames},
  async (nine, page) => {
    await page.goto(`${nine.address}frames.html`);
    const inside = page.frames().slice(1);
    const hasFigure = () => document.querySelector('nine-fold')?.figure?.check;
    assert.equal(inside.length, INHERITED.length);
    for (const frame of inside) await frame.waitForFunction(hasFigure);
  },
);

// ---- By script ---------------------------------------------------------------------------------

const SAME = [
  '1;seed=3',
  '1;figure=mean;n=14~15~16;seed=2',
  '1;figure=cross;n=5~9~7;weights=sigmoid;mask=none;bias=-2',
  '1;op=noise;value=next;n=33',
  '1;source=model',
];

for (const link of SAME)
  drive(
    `the element's figure of ${link} is the command line's, to the bit`,
    shared,
    {link},
    async nine => {
      const figure = await nine.figure({weights: true});
      const there = await nine.link();
      const own = panels(there);
      assert.equal(figure.check, own.check);
      assert.equal(figure.panels.length, 9);
      assert.ok(
        figure.baselines.length === (/figure=(mean|cross)/.test(link) ? 3 : 1) ||
          figure.baselines.length === 3,
        'the untouched heads that stand beside them',
      );
      const pairs = [
        ...own.panels.map((panel, i) => [figure.panels[i], panel]),
        ...figure.baselines.map(panel => [panel, own.baselines.find(({row}) => row === panel.row)]),
      ];
      for (const [panel, told] of pairs) {
        assert.deepEqual(panel.weights, told.weights.flat(), `weights of ${told.title}`);
        assert.deepEqual(panel.measures, told.measures, `measures of ${told.title}`);
        for (const what of ['rows', 'columns', 'row', 'column'])
          assert.equal(panel[what], told[what]);
        assert.equal(panel.title.replaceAll('*', ''), told.title);
      }
    },
  );

drive('link, ready, figure and change', shared, {link: LINK}, async nine => {
  const seen = await nine.element.evaluate(async element => {
    const events = [];
    element.addEventListener('change', event =>
      events.push({...event.detail, bubbles: event.bubbles}),
    );
    const before = element.figure.link;
    element.link = '1;figure=mean;n=9';
    const ready = await element.ready;
    const second = {
      link: element.link,
      figure: element.figure.link,
      ready: ready.link,
      check: element.figure.check,
    };
    element.link = '#1;seed=8;n=9&eps=99';
    await element.ready;
    return {
      before,
      second,
      events,
      third: {link: element.link, ignored: element.figure.ignored.map(({key}) => key)},
    };
  });
  assert.equal(seen.before, LINK);
  const {check} = panels('1;figure=mean;n=9');
  assert.deepEqual(seen.second, {
    link: '1;figure=mean;n=9',
    figure: '1;figure=mean;n=9',
    ready: '1;figure=mean;n=9',
    check,
  });
  assert.deepEqual(seen.third, {link: '1;seed=8;n=9', ignored: ['eps']});
  assert.deepEqual(
    seen.events.map(({link, check, bubbles}) => [link, check, bubbles]),
    [
      ['1;figure=mean;n=9', check, true],
      ['1;seed=8;n=9', panels('1;seed=8;n=9').check, true],
    ],
  );
});

drive(
  'ready is kept for a link that changes nothing, and for one that changes the view alone',
  shared,
  {link: LINK},
  async nine => {
    const links = [LINK, `${LINK};view=weights`, `${LINK};view=logits`];
    const kept = await nine.element.evaluate(
      async (element, {links, patience}) => {
        const late = new Promise(done => setTimeout(done, patience));
        const seen = [];
        for (const link of links) {
          element.link = link;
          seen.push((await Promise.race([element.ready, late]))?.link ?? 'never');
        }
        return seen;
      },
      {links, patience: PATIENCE},
    );
    assert.deepEqual(kept, [LINK, LINK, `${LINK};view=logits`]);
  },
);

drive(
  'ready stays kept when a network that was away comes back',
  shared,
  {link: LINK},
  async nine => {
    const kept = await nine.element.evaluate(async (element, patience) => {
      dispatchEvent(new Event('online'));
      return (
        (await Promise.race([element.ready, new Promise(done => setTimeout(done, patience))]))
          ?.link ?? 'never'
      );
    }, PATIENCE);
    assert.equal(kept, LINK);
  },
);

drive('two elements of a page stand for themselves', shared, {link: LINK}, async (nine, page) => {
  const both = await page.evaluate(async () => {
    const other = document.createElement('nine-fold');
    const first = document.querySelector('nine-fold');
    other.setAttribute('link', '1;seed=5;n=12');
    document.body.append(other);
    await other.ready;
    const seen = [first.figure.check, other.figure.check, first.link, other.link];
    other.remove();
    first.link = '1;seed=6';
    await first.ready;
    return [...seen, first.figure.check];
  });
  assert.deepEqual(both, [
    panels(LINK).check,
    panels('1;seed=5;n=12').check,
    LINK,
    '1;seed=5;n=12',
    panels('1;seed=6').check,
  ]);
});
