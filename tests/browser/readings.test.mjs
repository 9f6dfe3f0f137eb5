// The second screen: descriptions to be checked, sentence by sentence, against heads that can be
// moved.
import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import {fileURLToPath} from 'node:url';
import {assertAccessible} from './lib/axe.mjs';
import {drive, eventually, useBrowser} from './lib/browser.mjs';
import {says} from '../node/lib/words.mjs';

const shared = useBrowser();
const PROGRAM = fileURLToPath(new URL('../../build/ninefold', import.meta.url));
const readings = JSON.parse(execFileSync(PROGRAM, ['readings', '--json'], {encoding: 'utf8'}));

const sentences = page =>
  page
    .getByRole('group', {name: 'The description, sentence by sentence'})
    .locator('ol.sentences')
    .getByRole('listitem');
const marked = nine =>
  nine.element.evaluate(({shadowRoot}) =>
    [...shadowRoot.querySelectorAll('.fig-plot.spoken')].map(plot => Number(plot.dataset.panel)),
  );
const topic = (page, text) =>
  page.getByRole('navigation', {name: 'Descriptions'}).getByRole('button', {name: text});

/** What is said of each sentence: head, word, numbers. */
const verdicts = page =>
  sentences(page).evaluateAll(items =>
    items.map(item =>
      Object.fromEntries(
        [...item.querySelectorAll('.verdict')]
          .filter(row => !row.hidden)
          .map(row => [
            row.querySelector('dt').textContent,
            row.querySelector('b').textContent + '|' + row.querySelector('dd').textContent,
          ]),
      ),
    ),
  );

async function enter(nine, page) {
  await page.getByRole('button', {name: 'Can you trust a figure’s caption?'}).click();
  await page.getByRole('heading', {name: 'Can you trust a figure’s caption?'}).waitFor();
  await nine.settleAt(readings[0].link);
}

/** Chooses a description; several are of one figure. */
async function choose(nine, page, {question, link}) {
  await topic(page, question).click();
  await topic(page, question).and(page.locator('[aria-current=page]')).waitFor();
  await nine.settleAt(link);
}

/** Waits until the sentences have been judged on both heads. */
const judged = page =>
  eventually(
    async () => (await verdicts(page)).every(row => row['built to match'] && row['the real head']),
    true,
  );

const showAll = page => page.getByRole('button', {name: 'Show all verdicts'}).click();

drive(
  'one quiet line leads to it, and Back leads out again',
  shared,
  {link: '1;seed=3'},
  async (nine, page) => {
    const entries = await page.evaluate(() => history.length);
    await enter(nine, page);
    await page.waitForURL(/\?reading=sink#1$/);
    assert.equal(await page.evaluate(() => history.length), entries + 1);
    await page
      .getByText(
        'Five descriptions of the same two figures. Each was written from a picture. Check them.',
      )
      .waitFor();
    assert.equal((await nine.figure()).verdict, 'reproduced');
    await page.goBack();
    await nine.settleAt('1;seed=3');
    assert.equal(await page.getByRole('heading', {name: /Can you trust/}).count(), 0);
    assert.equal(new URL(page.url()).search, '');
    await page.goForward();
    await nine.settleAt('1');
    await page.getByRole('heading', {name: /Can you trust/}).waitFor();
    await page.getByRole('button', {name: 'Leave'}).click();
    await page.waitForURL(url => url.search === '');
  },
);

drive(
  'Leave brings back the figure that stood before, with its undo, whatever was visited',
  shared,
  {link: '1;source=model;text1=Call_me'},
  async (nine, page) => {
    await nine.epsilon().press('PageUp');
    await nine.settle();
    const before = await nine.link();
    await enter(nine, page);
    await choose(nine, page, readings[3]);
    await page.getByRole('button', {name: 'Leave'}).click();
    await nine.settleAt(before);
    await page.waitForURL(url => url.search === '' && url.hash === `#${before}`);
    assert.equal(
      await page.getByRole('textbox', {name: 'The text it reads'}).inputValue(),
      'Call me',
    );
    await page.getByRole('button', {name: 'Undo', exact: true}).click();
    await nine.settle();
    assert.equal(await nine.value('eps'), null);
    assert.equal(
      await page.getByRole('button', {name: 'Undo', exact: true}).isDisabled(),
      true,
      'nothing of the readings is left to undo',
    );
  },
);

drive(
  'Leave gives the opening where a reload forgot what stood before',
  shared,
  {link: '1;seed=3'},
  async (nine, page) => {
    await enter(nine, page);
    await page.waitForURL(/reading=sink/);
    await page.reload();
    await nine.settle();
    await page.getByRole('button', {name: 'Leave'}).click();
    await page.waitForFunction(() =>
      /^1;source=model/.test(document.querySelector('nine-fold').link),
    );
    await nine.settle();
  },
);

drive(
  'the address brings back the description and what was moved',
  shared,
  {link: null},
  async (nine, page) => {
    await page.goto(`${nine.address}?reading=fade`);
    await nine.settleAt(readings[4].link);
    await page.goto(`${nine.address}?reading=mean#1;figure=mean;seed=9;n=14~15~16`);
    await nine.settleAt('1;figure=mean;seed=9;n=14~15~16');
    assert.equal(await topic(page, readings[1].question).getAttribute('aria-current'), 'page');
  },
);

drive(
  'a name that no description has is named, with those that there are',
  shared,
  {link: null},
  async (nine, page) => {
    await page.goto(`${nine.address}?reading=banana`);
    await page
      .getByText(
        'There is no description “banana”; there are sink, mean, mirror, blur, fade. Shown instead: sink.',
      )
      .waitFor();
  },
);

for (const reading of readings) {
  const {name, sentences: told} = reading;
  drive(
    `${name}: every verdict is the engine's, and what can be true of any head`,
    shared,
    {link: '1;seed=3'},
    async (nine, page) => {
      await enter(nine, page);
      await choose(nine, page, reading);
      assert.equal(await sentences(page).count(), told.length);
      assert.deepEqual(await verdicts(page).then(all => all.length), told.length);
      await showAll(page);
      await eventually(
        async () => (await verdicts(page)).map(row => row['built to match']?.split('|')[0]),
        told.map(({verdict}) => String(verdict)),
      );
      (await verdicts(page)).forEach((row, i) => {
        const {any, reason} = told[i];
        assert.ok(
          row['can any head?'].includes(any) && row['can any head?'].includes(reason),
          `${row['can any head?']}: ${any}, ${reason}`,
        );
      });
      await assertAccessible(page, name);
    },
  );
}

drive(
  'the reader predicts first, and only then is told',
  shared,
  {link: '1'},
  async (nine, page) => {
    await enter(nine, page);
    const third = sentences(page).nth(6);
    assert.equal(await third.getByText('built to match').isVisible(), false);
    await third.getByRole('button', {name: 'Impossible'}).click();
    await third.getByText('You said impossible, and so it is: no head can.').waitFor();
    await third.getByText(/it stays ahead of the diagonal/).waitFor();
    const first = sentences(page).nth(0);
    await first.getByRole('button', {name: 'False'}).click();
    await first.getByText('You said false; it is true here.', {exact: true}).waitFor();
    await first
      .getByText('in all nine, the largest weight above the diagonal is exactly 0.', {exact: true})
      .waitFor();
    assert.deepEqual(await first.locator('.verdict.shown dt').allInnerTexts(), ['built to match']);
    await page.getByText('2 of 10 checked.').waitFor();
  },
);

/** What a reader says who is right. */
const rightly = ({verdict, any}) => (verdict ? 'True' : any === 'never' ? 'Impossible' : 'False');

/** Predicts every sentence of a description, rightly but for those of `wrong`. */
async function predictAll(page, {sentences: told}, wrong = []) {
  for (const [i, sentence] of told.entries()) {
    const right = rightly(sentence);
    const other = right === 'True' ? 'False' : 'True';
    const guess = wrong.includes(i) ? other : right;
    await sentences(page).nth(i).getByRole('button', {name: guess}).click();
  }
}

const end = page => page.getByRole('group', {name: 'Your score'});
const said = async place => (await place.innerText()).replaceAll(/\s+/g, ' ');
const COPYING = {permissions: ['clipboard-read', 'clipboard-write']};

drive(
  'a description ends in a score, with what fooled the reader, and it outlives a reload',
  shared,
  {link: '1', context: COPYING},
  async (nine, page) => {
    const [sink, mean] = readings;
    await enter(nine, page);
    assert.equal(await end(page).isVisible(), false);
    await predictAll(page, sink, [6]);
    await end(page).getByText('9 of 10 right.', {exact: true}).waitFor();
    assert.match(await said(end(page)), /This one fooled you: At 5e-1 there is a strong diagonal/);
    await end(page)
      .getByText(/^If a picture stays the same whatever is changed/)
      .waitFor();
    await end(page).getByRole('button', {name: 'Copy my score'}).click();
    await end(page).getByText('Copied: your score, with a link to this description.').waitFor();
    assert.equal(
      await page.evaluate(() => navigator.clipboard.readText()),
      'Can you trust a figure’s caption? “Does changing Value move attention?” 9 of 10 right. ' +
        `${nine.address}?reading=sink`,
    );
    await nine.epsilon().press('PageUp');
    await nine.settle();
    await judged(page);
    await end(page).getByText('9 of 10 right.', {exact: true}).waitFor(); // of the figure that was judged
    await page.reload();
    await end(page).getByText('9 of 10 right.', {exact: true}).waitFor();
    await end(page).getByRole('button', {name: 'Next: What does averaging a head do?'}).click();
    await nine.settleAt(mean.link);
    await sentences(page).nth(0).getByRole('button', {name: 'True'}).click();
    await page.getByText('1 of 6 checked.').waitFor();
    await showAll(page);
    await end(page).getByText('1 of 1 right. 5 shown without a prediction.').waitFor();
    await end(page).getByRole('button', {name: 'Ask me again'}).click();
    await end(page).waitFor({state: 'hidden'});
    assert.equal(
      await sentences(page).nth(0).getByRole('button', {name: 'True'}).isVisible(),
      true,
      'and asks anew',
    );
  },
);

drive(
  'the last description ends in the score of all, and what a browser kept may be anything',
  shared,
  {link: '1'},
  async (nine, page) => {
    const kept = await page.evaluate(
      sentences => {
        const of = texts => texts.map(text => [text, {guess: 'true', ofReal: false, right: true}]);
        const all = sentences.map(([name, texts]) => [name, Object.fromEntries(of(texts))]);
        const text = JSON.stringify(Object.fromEntries(all));
        localStorage.setItem('ninefold-readings', text);
        return text;
      },
      readings.slice(0, 4).map(({name, sentences}) => [name, sentences.map(({text}) => text)]),
    );
    await page.goto(`${nine.address}?reading=fade`);
    await nine.settleAt(readings[4].link);
    await predictAll(page, readings[4], [0, 1]);
    await end(page).getByText('5 of 7 right.', {exact: true}).waitFor();
    await end(page).getByText('These 2 fooled you:').waitFor();
    await end(page).getByText('All five descriptions are checked: 39 of 41 right.').waitFor();
    assert.equal(await end(page).getByRole('button', {name: /^Next/}).isVisible(), false);
    for (const odd of [
      '',
      '{',
      'null',
      '[]',
      '{"sink":7}',
      kept.replaceAll('"true"', '"valueOf"'),
    ]) {
      await page.evaluate(text => localStorage.setItem('ninefold-readings', text), odd);
      await page.goto(`${nine.address}?reading=sink`);
      await sentences(page).nth(0).getByRole('button', {name: 'True'}).waitFor();
    }
  },
);

drive(
  'where one enters stands that two of them say the opposite',
  shared,
  {link: '1'},
  async (nine, page) => {
    const opposite =
      'Two descriptions of one picture say the opposite, and each is true of some head.';
    await page.getByText(opposite).waitFor();
    await enter(nine, page);
    await page.getByText(/^Two of them describe one picture and say the opposite/).waitFor();
  },
);

drive(
  'what was tested is said in words once, and beside each head the number that decided',
  shared,
  {link: '1'},
  async (nine, page) => {
    const rows = at =>
      sentences(page)
        .nth(at)
        .locator('.tested, .verdict:not(.any)')
        .allInnerTexts()
        .then(all => all.map(text => text.replaceAll(/\s+/g, ' ')));
    await enter(nine, page);
    await showAll(page);
    await eventually(
      () => rows(4),
      [
        'true if in each panel of Value, the mean weight on the diagonal is above ' +
          'the mean weight outside the diagonal and the first column.',
        'built to match true it is 0.0034 against 0.0005 where it is closest. The colours hardly show so small a difference.',
        'the real head true it is 0.0033 against 0.0026 where it is closest. The colours hardly show so small a difference.',
      ],
    );
    await eventually(
      () => rows(5),
      [
        'true if in Query at ε = 5e-1, the mean weight on the first token is at least 0.3, and 3 more such tests hold.',
        'built to match true it is 0.8403.',
        'the real head false another of the tests fails: in Query at ε = 5e-1, the mean weight on the diagonal is at least 2 times ' +
          'the mean weight outside the diagonal and the first column; it is 0.0302 against 0.0424.',
      ],
    );
    await choose(nine, page, readings[1]);
    await showAll(page);
    await eventually(
      async () => (await rows(1)).slice(0, 2),
      [
        'false if in each panel of Query, the largest difference to rows that give every allowed token the same is at most 0.25, ' +
          'and 3 more such tests hold.',
        'built to match false it is 0.063 where it is closest.',
      ],
    );
  },
);

drive(
  'a prediction belongs to the picture that it was made of',
  shared,
  {link: '1'},
  async (nine, page) => {
    await enter(nine, page);
    const sixth = sentences(page).nth(5);
    const show = async name => {
      await page.getByRole('radio', {name}).check({force: true});
      await nine.settle();
    };
    const said = () => sixth.locator('.said-so').innerText();
    await sixth.getByRole('button', {name: 'True'}).click();
    await eventually(said, 'You said true, and so it is.');
    await show('The real head');
    await eventually(
      async () => (await verdicts(page))[5]['the real head']?.split('|')[0],
      'false',
    );
    assert.equal(await said(), '', 'of this head nothing was said');
    await show('Built to match this description');
    await eventually(said, 'You said true, and so it is.');
    await choose(nine, page, readings[3]);
    await show('The real head');
    await page.getByText(/^The real head is not judged:/).waitFor();
    await sentences(page).nth(0).getByRole('button', {name: 'True'}).click();
    await sentences(page).nth(0).locator('.found').waitFor();
    assert.equal(await sentences(page).nth(0).locator('.said-so').innerText(), '');
  },
);

drive(
  'a head outside the condition of "always" or "never" is not told that no head can',
  shared,
  {link: '1'},
  async (nine, page) => {
    await enter(nine, page);
    await choose(nine, page, readings[1]);
    await page.getByRole('radio', {name: 'The real head'}).check({force: true});
    await nine.settle();
    const [corner, matters] = [0, 1].map(at => sentences(page).nth(at));
    await corner.getByRole('button', {name: 'True'}).click();
    await corner
      .getByText(
        'You said true; it is false here. Read above under which condition it is always true.',
      )
      .waitFor();
    await matters.getByRole('button', {name: 'Impossible'}).click();
    await matters
      .getByText(
        'You said impossible; it is true here. Read above under which condition it is never true.',
      )
      .waitFor();
  },
);

drive('verdicts follow the slider while it is held', shared, {link: '1'}, async (nine, page) => {
  await enter(nine, page);
  await showAll(page);
  const uniform = async () => (await verdicts(page))[7]['built to match'].split('|')[0]; // 1e-3 and 1e-10 hardly differ
  await eventually(uniform, 'true');
  await nine.drag(nine.epsilon(), 0.3, 0.9, {
    done: () => eventually(uniform, 'false', 'while it is held'),
  });
});

drive(
  'the real head is judged beside the one built to match, and can be shown',
  shared,
  {link: '1'},
  async (nine, page) => {
    await enter(nine, page);
    await showAll(page);
    await eventually(
      async () =>
        (await verdicts(page)).every(row => /true|false/.test(row['the real head'] ?? '')),
      true,
    );
    await page.getByRole('radio', {name: 'The real head'}).check({force: true});
    await nine.settle();
    assert.equal((await nine.figure()).source.kind, 'model');
    assert.equal((await verdicts(page))[0]['built to match'].split('|')[0], 'true', 'still judged');
    await topic(page, readings[3].question).click();
    await page
      .getByText(says(/^The real head is not judged: The model was trained with/))
      .waitFor();
  },
);

drive(
  'pointing at a sentence marks the panels it speaks of',
  shared,
  {link: '1'},
  async (nine, page) => {
    await enter(nine, page);
    await sentences(page).nth(3).hover();
    await eventually(() => marked(nine), [6, 7, 8]);
    await sentences(page).nth(5).getByRole('button', {name: 'True'}).focus();
    await sentences(page).nth(5).hover();
    await eventually(() => marked(nine), [0, 3]);
    await page.mouse.move(5, 5);
    await eventually(() => marked(nine), []);
  },
);

drive(
  'a sentence that asks for another setting shows it, and leads back',
  shared,
  {link: '1'},
  async (nine, page) => {
    await enter(nine, page);
    await choose(nine, page, readings[4]);
    await showAll(page);
    await page.getByRole('button', {name: 'Show this one: value=this'}).click();
    await nine.settle();
    assert.equal(await nine.value('value'), null);
    await page.getByRole('button', {name: 'Back to the description’s own setting'}).click();
    await nine.settleAt(readings[4].link);
  },
);

drive(
  'the two that say the opposite stand as a pair, with the paper’s operation',
  shared,
  {link: '1'},
  async (nine, page) => {
    await enter(nine, page);
    const pair = page.getByRole('complementary', {name: 'The pair'});
    assert.equal(await pair.isVisible(), false);
    await topic(page, readings[3].question).click();
    const numbers = () => pair.locator('tbody').getByRole('cell').allInnerTexts();
    const isPair = async () => {
      const [a, b, c, d, e, f, , g, h] = (await numbers()).map(Number);
      const isTenth = x => Math.abs(x - 0.1) < 0.005;
      return a < b && b < c && d > e && e > f && isTenth(g) && isTenth(h);
    };
    await eventually(isPair, true); // each of the two is computed in its turn
  },
);

drive('each description says where it comes from', shared, {link: '1'}, async (nine, page) => {
  await enter(nine, page);
  const told = page.getByRole('group', {name: 'The description, sentence by sentence'});
  await told
    .getByText(
      /written by looking at a picture of .?The Attention Weight after Modifying Query, Key and Value/,
    )
    .waitFor();
  await topic(page, readings[1].question).click();
  await told
    .getByText(/written by looking at a picture of .?The Mean Operation For Query, Key and Value/)
    .waitFor();
  assert.equal(
    await told.getByRole('link', {name: 'arXiv 2410.13708'}).getAttribute('href'),
    'https://arxiv.org/abs/2410.13708',
  );
});

drive(
  'what a weight is, is said by the normaliser, before anything is predicted',
  shared,
  {link: '1'},
  async (nine, page) => {
    await enter(nine, page);
    const shares = page.getByText(/Weights are shares of a row’s attention: 1 is all of it\.$/);
    const alone = page.getByText(
      /Each weight stands alone between 0 and 1: those of a row need not sum to 1\.$/,
    );
    for (const reading of readings) {
      await choose(nine, page, reading);
      const sigmoid = Number(reading.link.includes('weights=sigmoid'));
      await eventually(
        async () => [await shares.count(), await alone.count()],
        [1 - sigmoid, sigmoid],
        reading.link,
      );
    }
    await nine.show('1;weights=softmax1');
    await page.getByText(/1 is all of it, and a row may leave a part of it unused\.$/).waitFor();
  },
);

const PHONE = {viewport: {width: 360, height: 740}, hasTouch: true, isMobile: true};

drive(
  'on a phone the figure is seen at once, and the slider while sentences are read',
  shared,
  {link: null, context: PHONE},
  async (nine, page) => {
    await page.goto(`${nine.address}?reading=fade`);
    await nine.settleAt(readings[4].link);
    assert.ok((await nine.panelBox(0)).y < 740, 'under the title and the topics');
    const current = await topic(page, readings[4].question).boundingBox();
    assert.ok(current.x >= 0 && current.x + current.width <= 360, 'the topic that is shown');
    for (const at of [0, 3]) {
      await sentences(page)
        .nth(at)
        .getByRole('button', {name: 'True'})
        .evaluate(button => button.scrollIntoView({block: 'center'}));
      const slider = await nine.epsilon().boundingBox();
      assert.ok(
        slider.y > 600 && slider.y + slider.height <= 740,
        `at sentence ${at}: ${slider.y}`,
      );
    }
  },
);

/** The colours of a cell in the small panels, and in the figure. */
const small = (nine, panel, query, key) =>
  nine.element.evaluate(
    ({shadowRoot, figure}, [panel, query, key]) => {
      const canvas = shadowRoot.querySelectorAll('.glance canvas')[panel];
      const {rows, columns} = figure.panels[panel];
      const [x, y] = [
        ((key + 0.5) / columns) * canvas.width,
        ((query + 0.5) / rows) * canvas.height,
      ].map(Math.floor);
      return [...canvas.getContext('2d').getImageData(x, y, 1, 1).data.slice(0, 3)];
    },
    [panel, query, key],
  );

const ON_PHONE = {link: null, context: PHONE};

drive(
  'on a phone the nine panels stay in sight, small and live, while sentences are judged',
  shared,
  ON_PHONE,
  async (nine, page) => {
    await page.goto(`${nine.address}?reading=sink`);
    await sentences(page).nth(6).waitFor(); // they come as a piece of their own, and move the figure
    await nine.settle();
    const cells = [
      [0, 7, 0],
      [1, 3, 1],
      [6, 15, 0],
      [8, 4, 4],
    ];
    const glance = nine.element.locator('.glance');
    const places = [];
    for (const [panel, query, key] of cells) {
      await nine.plot(panel).evaluate(plot => plot.scrollIntoView({block: 'center'})); // not behind the slider
      places.push((await nine.pixels([await nine.cell(panel, query, key)]))[0]);
    }
    for (const [at, cell] of cells.entries())
      assert.deepEqual(await small(nine, ...cell), places[at], cell.join());
    assert.notDeepEqual(places[0], places[1]);
    for (const [height, sticks] of [
      [740, true],
      [640, true],
      [600, false],
    ]) {
      await page.setViewportSize({width: 360, height});
      await sentences(page)
        .nth(6)
        .evaluate(item => item.scrollIntoView({block: 'center'}));
      const box = await glance.boundingBox();
      const slider = await nine.epsilon().boundingBox();
      assert.equal(Boolean(box), sticks, `at ${height}`);
      if (!box) continue;
      assert.equal(box.y, 0, `at ${height}`);
      assert.ok(
        slider.y - 16 - box.height >= 300,
        `${slider.y} - ${box.height} at ${height}: room for sentences`,
      );
    }
    await page.setViewportSize({width: 360, height: 740});
    const before = await small(nine, 1, 7, 0);
    await nine.epsilon().press('PageUp');
    await nine.settle();
    assert.notDeepEqual(await small(nine, 1, 7, 0), before, 'it follows the slider');
  },
);

for (const context of [{colorScheme: 'dark'}, PHONE])
  drive(
    `axe: ${context.colorScheme ?? 'phone'}, before and after`,
    shared,
    {link: '1', context},
    async (nine, page) => {
      await enter(nine, page);
      await assertAccessible(page, 'before');
      await showAll(page);
      await judged(page);
      await assertAccessible(page, 'after');
      assert.ok(
        await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
        'nothing sticks out',
      );
    },
  );
