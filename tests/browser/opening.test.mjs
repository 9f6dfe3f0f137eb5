// The first screen: its sentence, the one invitation and its task, and what the model says next.
import assert from 'node:assert/strict';
import {drive, eventually, useBrowser} from './lib/browser.mjs';
import {SINK, text, tokens, undo} from './lib/sentence.mjs';
import {panels} from '../node/lib/engine.mjs';

const shared = useBrowser();

const firstOfQuery = async nine => (await nine.figure()).panels[1].measures.first;

// ---- The first screen --------------------------------------------------------------------------

drive(
  'the first screen is a real head reading a sentence, which stands in the field',
  shared,
  {},
  async (nine, page) => {
    const {source, panels: nine_, check} = await nine.figure();
    const link = await nine.link();
    assert.equal(source.kind, 'model');
    assert.equal(check, panels(link).check);
    assert.ok(
      (await text(page).inputValue()).split(' ').length >= 5,
      await text(page).inputValue(),
    );
    const seen = await tokens(nine);
    assert.equal(seen.length, nine_[0].rows, 'as many tokens as rows');
    const letters = words => words.replace(/[^A-Za-z]/g, '').replace(/^begin/, '');
    assert.equal(letters(seen.join('')), letters(await text(page).inputValue()));
  },
);

const OPENED =
  '1;source=model;head=7;eps=0.7~0.3~1e-3;model=f412b648;layer=2;' +
  'text1=The_captain_saw_the_whale._The_captain_saw_the';

drive(
  'the opening says what there is to see, and the word can be lost',
  shared,
  {},
  async (nine, page) => {
    const point = page.getByRole('heading', {
      name: /^One head of 32 remembers it was a whale. ε turns it down\.$/,
    });
    await point.waitFor();
    assert.deepEqual((await nextWords(page))[0], ['whale', '90 %', '25 %'], 'without a step');
    const first = page.getByText(/^Raise ε to 1: “whale” comes back/).filter({visible: true});
    const task = page.getByText('Lower ε until “whale” falls below a half.');
    assert.deepEqual([await first.count(), await task.count()], [1, 1]);
    const epsilon = page.getByRole('textbox', {name: 'Epsilon of the middle column, as a number'});
    const set = async value => {
      await epsilon.fill(value);
      await epsilon.press('Enter');
      await nine.settle();
    };
    await set('1');
    await page.locator('.prompt').getByText('“whale” 90 %').waitFor();
    await set('0.4');
    const said = await page.getByText(/^Done/).first().innerText();
    const [, percent] =
      /^Done: at ε = 0\.4 “whale” is down to (\d+) %/.exec(said) ?? assert.fail(said);
    assert.equal((await nextWords(page))[0][2], `${percent} %`, 'as the table says');
    await text(page).fill('red blue green red blue');
    await page
      .getByRole('heading', {name: /^Untouched it says “green” \(91.%\), changed /})
      .waitFor();
    assert.ok(await point.isHidden());
  },
);

drive('the invitation can be followed, and is seen to be met', shared, SINK, async (nine, page) => {
  const task = page.getByText(
    /Lower ε until the left edge of the middle Query panel \(the first token\) holds less than half/,
  );
  await task.waitFor();
  const bold = async () =>
    [page.locator('.prompt .before'), task].map(words =>
      words.evaluate(one => Number(getComputedStyle(one).fontWeight) > 500),
    );
  assert.deepEqual(
    await Promise.all(await bold()),
    [true, false],
    'it begins below the half: first it is to be raised',
  );
  const strip = () =>
    nine.plot(1).evaluate(plot => {
      const {content, width} = getComputedStyle(plot, '::after');
      return content === 'none' ? 0 : parseFloat(width);
    });
  const {width} = await nine.panelBox(1);
  const {rows} = (await nine.figure()).panels[1];
  assert.ok(
    Math.abs((await strip()) - width / rows - 3) < 1,
    'the first column is framed, 3 px to its left and open to its right',
  );
  const {y} = await nine.epsilon().boundingBox();
  await nine.drag(nine.epsilon(), 0.3, 0.99);
  assert.ok((await firstOfQuery(nine)) > 0.5, 'at first it is above');
  assert.deepEqual(await Promise.all(await bold()), [false, true]);
  assert.equal((await nine.epsilon().boundingBox()).y, y, 'the slider stays where it is');
  await nine.drag(nine.epsilon(), 0.99, 0.3);
  assert.ok((await firstOfQuery(nine)) < 0.5);
  const said = await page.getByText(/^Done/).first().innerText();
  const [, eps, percent] = /ε = (\S+) it is down to (\d+)/.exec(said) ?? assert.fail(said);
  const {first} = panels(`1;source=model;eps=0.5~${eps}~1e-10`).panels[1].measures;
  assert.equal(Math.round(100 * first), Number(percent), said);
  assert.equal(await strip(), 0, 'no frame once it is met');
});

const done = page => page.getByText(/^Done: at ε/);

const raised = page => page.locator('.prompt .before.done').filter({visible: true});

drive('epsilon is raised at 1, and the task done only after', shared, {}, async (nine, page) => {
  const epsilon = page.getByRole('textbox', {name: 'Epsilon of the middle column, as a number'});
  const seen = [];
  for (const value of ['0.5', '0.001', '1', '0.001']) {
    await epsilon.fill(value);
    await epsilon.press('Enter');
    await nine.settle();
    const met = await done(page).filter({visible: true}).count();
    seen.push([value, await raised(page).count(), met]);
  }
  assert.deepEqual(seen, [
    ['0.5', 0, 0],
    ['0.001', 0, 0],
    ['1', 1, 0],
    ['0.001', 1, 1],
  ]);
});

drive(
  'a step back, a reset or another text does not count as having done it',
  shared,
  {},
  async (nine, page) => {
    const twice = async () => {
      await undo(page).click();
      await undo(page).click();
    };
    const reset = page.getByRole('button', {name: 'Reset', exact: true});
    const ways = {
      Undo: twice,
      Reset: () => reset.click(),
      text: async () => {
        await text(page).fill('one two three one two three one two three');
        await text(page).blur();
      },
    };
    const epsilon = page.getByRole('textbox', {name: 'Epsilon of the middle column, as a number'});
    for (const [way, back] of Object.entries(ways)) {
      for (const value of ['1', '0.5']) {
        // at 0.5 it is above the half with the default text only
        await epsilon.fill(value);
        await epsilon.press('Enter');
        await nine.settle();
      }
      assert.equal(await raised(page).count(), 1, `before ${way}`);
      assert.ok((await firstOfQuery(nine)) > 0.5, `before ${way}`);
      await back();
      await nine.settle();
      assert.ok((await firstOfQuery(nine)) < 0.5, way);
      assert.equal(await done(page).filter({visible: true}).count(), 0, way);
    }
  },
);

drive(
  'what play showed is said when it ends, until epsilon is moved',
  shared,
  SINK,
  async (nine, page) => {
    const told = page.getByText(/^From ε = /).filter({visible: true});
    const play = page.getByRole('button', {name: /^(Play|Stop)$/});
    await play.click();
    await eventually(async () => (await firstOfQuery(nine)) > 0.96, true); // where it begins, at 1
    await eventually(async () => (await firstOfQuery(nine)) < 0.9, true);
    assert.equal(await told.count(), 0, 'not while it moves');
    await play.click();
    await nine.settle();
    const [, from, to, most, least] = /ε = (\S+) to (\S+) .* from (\d+) % to (\d+) %/
      .exec(await told.innerText())
      .map(Number);
    assert.ok(from === 1 && from > to && most === 97 && most > least, await told.innerText());
    const all = page.getByText(/^(Done: at|Next: average)/).filter({visible: true});
    assert.equal(await all.count(), 0, 'watching is not doing');
    await nine.epsilon().press('End'); // above 1 the first token holds more still
    await eventually(() => told.count(), 0);
    await play.click();
    await eventually(async () => (await firstOfQuery(nine)) < 0.4, true);
    await play.click();
    await eventually(() => told.count(), 1);
    assert.equal(await all.count(), 0, 'nor is it from where the head was untouched');
  },
);

drive('the task is not offered where it cannot be met', shared, {}, async (nine, page) => {
  const task = page.getByText(/^Lower ε until/).filter({visible: true});
  await task.waitFor();
  for (const link of ['layer=1;head=0', 'text1=a', 'response=0']) {
    await nine.show(`1;source=model;${link}`);
    assert.equal(await task.count(), 0, link);
    assert.ok(
      await page
        .getByText(/^Query, Key and Value, a row each, are multiplied by ε( to the power of 0)?\.$/)
        .isVisible(),
      link,
    );
  }
});

drive('a reload and a link with its own epsilon keep the task', shared, {}, async (nine, page) => {
  const task = page.getByText(/^Lower ε until/);
  const first = page.getByText(/^Raise ε to 1/);
  await nine.epsilon().press('ArrowRight');
  await nine.settle();
  await page.waitForURL(url => url.hash.includes('eps='));
  await page.reload();
  await nine.settle();
  await eventually(async () => [await first.isVisible(), await task.isVisible()], [true, true]);
  await nine.open('1;source=model;eps=0.5~0.9~1e-10'); // above the half: there is nothing to raise
  await eventually(async () => [await first.isVisible(), await task.isVisible()], [false, true]);
  const start = page.getByRole('heading', {level: 1}).getByRole('link', {name: 'Ninefold'});
  await start.click();
  await nine.settleAt(OPENED);
  assert.equal(await page.evaluate(() => location.hash), '');
});

const ELSEWHERE = {link: '1;source=model;layer=1;head=0'};

drive('where there is no task its card has no hole', shared, ELSEWHERE, async (nine, page) => {
  const about = page.getByText(/^Query, Key and Value, a row each/);
  const card = page.locator('.prompt');
  await about.waitFor();
  const height = await about.evaluate(one => {
    const words = document.createRange();
    words.selectNodeContents(one);
    return words.getBoundingClientRect().height;
  });
  const {height: whole} = await card.boundingBox();
  assert.ok(whole - height < 12, `${whole} for a text of ${height}`);
});

drive('a reset begins the task anew', shared, {}, async (nine, page) => {
  const task = page.getByText(/^Lower ε until/).filter({visible: true});
  await nine.drag(nine.epsilon(), 0.3, 0.99);
  await nine.drag(nine.epsilon(), 0.99, 0.5);
  await done(page).filter({visible: true}).waitFor();
  await page.getByRole('button', {name: 'Reset', exact: true}).click();
  await eventually(
    async () => [await done(page).filter({visible: true}).count(), await task.count()],
    [0, 1],
  );
});

drive('a head is chosen from a map that stays where it is', shared, {}, async (nine, page) => {
  const heads = page.getByRole('radiogroup', {name: 'Layers and heads'});
  const head = heads.getByRole('radio', {
    name: /^Layer 1, head 0: [a-z ,]+; moves the prediction: \d\.\d\d$/,
  });
  await head.waitFor();
  const box = await heads.boundingBox();
  assert.ok(box.y > 0 && box.y + box.height < 800, 'in sight as the page opens');
  const {y} = await head.boundingBox();
  await head.click();
  await nine.settle();
  assert.equal((await nine.figure()).source.layer, 1);
  assert.ok(Math.abs((await head.boundingBox()).y - y) < 1);
  const how = page.getByText(
    / nats if it looks at all tokens alike\. .* heads across; arrows move\.$/,
  );
  await how.waitFor(); // the keys are told where they work
});

drive(
  'the thing offered next leads to the mean over heads, and back',
  shared,
  {},
  async (nine, page) => {
    await nine.drag(nine.epsilon(), 0.3, 0.99);
    await nine.drag(nine.epsilon(), 0.99, 0.3);
    const before = await nine.link();
    await page
      .getByRole('button', {name: /average/i})
      .filter({visible: true})
      .first()
      .click();
    await nine.settle();
    assert.equal(await nine.value('figure'), 'mean');
    await undo(page).click();
    await nine.settleAt(before);
  },
);

// ---- What comes next ---------------------------------------------------------------------------

const WHALE =
  '1;source=model;text1=The_captain_saw_the_whale~2e_The_captain_saw_the;eps=0.7~0.3~0.001';

const nextWords = async page => {
  const rows = page.getByRole('table', {name: /^What comes/}).locator('tbody tr:visible');
  const cells = await rows.evaluateAll(all => all.map(row => [...row.cells].map(c => c.innerText)));
  return cells.map(([word, ...shares]) => [word, ...shares.map(text => text.trim())]);
};

drive(
  'what comes next: whole words, untouched and with the panel that is looked at',
  shared,
  {link: WHALE},
  async (nine, page) => {
    await nine.settle();
    const [first, second] = await nextWords(page);
    assert.deepEqual(first, ['whale', '90 %', '25 %']);
    assert.deepEqual(second.slice(0, 1), ['captain']);
    await nine.open(WHALE.replace('0.3', '1'));
    await nine.settle();
    await eventually(async () => (await nextWords(page))[0], ['whale', '90 %', '90 %']);
    await nine.plot(8).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('columnheader', {name: /^Value, ε = 0\.001$/}).waitFor();
    await eventually(async () => (await nextWords(page))[0].slice(0, 2), ['whale', '90 %']);
    await nine.open('1;figure=mean;source=model');
    await page.getByRole('table', {name: 'What comes after text 3'}).waitFor(); // the panel stays
    await nine.open('1;seed=3');
    await eventually(() => nextWords(page), []);
  },
);

drive(
  'the likeliest word of the panel looked at is appended to the text, in one step',
  shared,
  {link: WHALE},
  async (nine, page) => {
    const append = word => nine.element.getByRole('button', {name: `Append “${word}”`});
    const before = await text(page).inputValue();
    await append('captain').click();
    await eventually(() => text(page).inputValue(), `${before} captain`);
    await nine.settle();
    assert.equal((await tokens(nine)).at(-1), 'ain');
    await append('captain').waitFor({state: 'detached'});
    await undo(page).click();
    await eventually(() => text(page).inputValue(), before);
    await append('captain').waitFor();
    await nine.open(`${WHALE};lock=text1`);
    await eventually(async () => (await nextWords(page)).length, 5);
    assert.equal(await append('captain').count(), 0, 'a question may keep its text');
  },
);

drive(
  'a word is appended to the text that the panel is of',
  shared,
  {link: '1;figure=mean;source=model;text2=The_~e2~80~9csea~e2~80~9d_was'},
  async (nine, page) => {
    await nine.plot(4).focus();
    await page.keyboard.press('Enter');
    const words = page.getByRole('table', {name: 'What comes after text 2'});
    const [, word] = /“(.*)”/.exec(await words.getByRole('button').innerText());
    await words.getByRole('button').click();
    const second = page.getByRole('textbox', {name: 'Text 2'});
    await eventually(() => second.inputValue(), `The “sea” was ${word}`);
  },
);

drive(
  'in a course page the figure stands without what comes next',
  shared,
  {link: WHALE},
  async (nine, page) => {
    await nine.settle();
    await page.evaluate(async link => {
      const other = document.createElement('iframe');
      other.src = `./#${link}`;
      document.body.append(other);
      await new Promise(done => other.addEventListener('load', done));
      other.scrollIntoView(); // a figure begins when it comes near the window
    }, WHALE);
    const frame = page.frameLocator('iframe');
    await frame.locator('nine-fold .fig-plot').first().waitFor();
    await frame.getByRole('textbox', {name: 'The text it reads'}).waitFor();
    assert.equal(await frame.getByRole('table', {name: /^What comes/}).count(), 0);
  },
);

drive(
  'the opening’s sentence is said of what turns the head down, and of nothing else',
  shared,
  {},
  async (nine, page) => {
    await page.getByRole('heading', {name: 'One head of 32 remembers'}).waitFor();
    await nine.show(`${await nine.link()};op=noise`);
    await page
      .getByRole('heading', {name: /^Untouched it says “whale” \(90.%\), changed /})
      .waitFor();
  },
);
