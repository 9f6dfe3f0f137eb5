// One question in a link: asked above the figure, answered by the reader's own link.
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {CLIPBOARD} from './lib/addresses.mjs';
import {assertFaults, drive, eventually, open, useBrowser} from './lib/browser.mjs';
import {run} from '../node/lib/engine.mjs';
import {ASKED, checked, checkedFor, clipboard, press, question, states} from './lib/questions.mjs';

const shared = useBrowser();

drive(
  'a question stands above the figure, its statements as sentences with what they come to',
  shared,
  {link: ASKED},
  async (nine, page) => {
    await question(page).getByRole('heading', {name: 'Where is half?'}).waitFor();
    await eventually(() => states(page), ['open', 'met']);
    const [first, second] = await question(page).getByRole('listitem').allInnerTexts();
    assert.match(
      first,
      /^In “Modifying Query” \(middle column\), the mean weight on the first token is above 0\.5\. not yet: 0\.1596 is below 0\.5$/,
    );
    assert.match(
      second,
      /^The largest difference between “Modifying Query” \(left column\) and “Modifying Key” \(left column\) is at most 1e-6\. met: 0$/,
    );
    const above = await question(page).boundingBox();
    const figure = await nine.panelBox(0);
    assert.ok(above.y + above.height <= figure.y);
    assert.equal(
      await page
        .getByText(/Lower ε until/)
        .filter({visible: true})
        .count(),
      0,
      'no other task beside it',
    );
  },
);

drive(
  'what is met follows the slider while it is held, and the answer is a link',
  shared,
  {link: ASKED, context: CLIPBOARD},
  async (nine, page) => {
    await eventually(() => states(page), ['open', 'met']);
    await nine.drag(nine.epsilon(), 0.3, 0.95, {
      done: () => eventually(() => states(page), ['met', 'met'], 'while it is held'),
    });
    await question(page).getByText('All of it is met.').waitFor({state: 'attached'});
    await question(page).getByRole('button', {name: 'Copy my answer'}).click();
    const answer = await clipboard(page);
    assert.match(answer, /;of=[0-9a-f]{8};check=[0-9a-f]{16}$/);
    assert.doesNotMatch(answer, /question|ask|show/);
    const told = checkedFor(ASKED, `Anna: ${answer}`);
    assert.match(told, /^reproduced\s+right\s+Anna\s+ask1 holds .*ask2 holds/);
    const copied = () =>
      question(page).getByText('hand in this link').filter({visible: true}).count();
    await eventually(copied, 1);
    await nine.epsilon().press('PageDown');
    await eventually(copied, 0, 'that was another answer');
  },
);

const ANSWERING = {link: ASKED, context: CLIPBOARD};

drive('an answer copied at once has its check', shared, ANSWERING, async (nine, page) => {
  const epsilon = page.getByRole('textbox', {name: 'Epsilon of the middle column, as a number'});
  await eventually(() => states(page), ['open', 'met']);
  await nine.element.evaluate(element => {
    element.link = element.link.replace('seed=3', 'n=2048');
  });
  await epsilon.fill('1');
  await question(page).getByRole('button', {name: 'Copy my answer'}).click();
  await question(page)
    .getByText(/Copied.*hand in this link/)
    .waitFor();
  assert.match(checked(await clipboard(page)), /^reproduced/);
});

const UNTOUCHED = '1;source=model;eps=1;question=What_moves~3f;ask1=prediction~p11~lt~0.1;show=eps';

test('what was copied before it was judged is said to be so, and is the answer', async () => {
  let go = () => {};
  const until = new Promise(done => {
    go = done;
  });
  const {nine, page, context, faults} = await open(shared, {
    link: '1;seed=3',
    context: CLIPBOARD,
    prepare: one => one.route('**/model.bin', route => until.then(() => route.continue())),
  });
  const button = question(page).getByRole('button', {name: 'Copy my answer'});
  const left = () => question(page).locator('.open-yet').textContent();
  await nine.element.evaluate((one, link) => {
    one.link = link;
  }, UNTOUCHED);
  await question(page).getByLabel('Your name').fill('Ana');
  await button.click();
  await question(page).getByText('The link is copied as soon as').waitFor();
  assert.deepEqual(await states(page), ['waiting']);
  assert.equal(await left(), '', 'what is open is not known yet');
  go();
  await question(page)
    .getByText(/^Copied before it was judged: look at what is still open, then hand in this link\./)
    .waitFor();
  assert.match(checkedFor(UNTOUCHED, await clipboard(page)), /^reproduced\tright\tAna\t/);
  await eventually(() => states(page), ['met']);
  await button.click();
  await question(page).getByText('Copied: hand in this link.').waitFor();
  assertFaults(faults, []);
  await context.close();
});

drive(
  'choices that are too many are not shown, and that is said',
  shared,
  {link: '1;seed=3;question=Which~3f;choices=a~2fb~2fc~2fd~2fe~2ff'},
  async (nine, page) => {
    await question(page).getByText('none of them is shown').waitFor();
    assert.equal(await question(page).getByRole('radio').count(), 0);
  },
);

const OFFERED =
  '1;n=5;d=32;heads=2;eps=0.5;question=Which_one~3f;choices=Query~2fKey~2fValue;write=on;ask1=first~p11~lt~2';

drive(
  'a choice, words and a name are part of the answer, and what is open is said before',
  shared,
  {link: OFFERED, context: CLIPBOARD},
  async (nine, page) => {
    const open = () => question(page).locator('.open-yet').textContent();
    await eventually(open, 'Still open: your choice, your words, your name.');
    await question(page).getByRole('radio', {name: 'Key'}).check();
    await eventually(open, 'Still open: your words, your name.');
    await question(page).getByLabel('In your words').fill('It scales the logits.');
    await question(page).getByLabel('Your name').fill('Åsa Öz');
    await question(page).getByLabel('Your name').blur();
    await eventually(open, '');
    await eventually(async () => /by=~c3~85sa.*words=It_scales/.test(page.url()), true);
    await page.reload();
    await nine.settle();
    await eventually(() => question(page).getByLabel('Your name').inputValue(), 'Åsa Öz');
    await question(page).getByRole('button', {name: 'Copy my answer'}).click();
    await question(page).getByText('Copied: hand in this link.').waitFor();
    const answer = await clipboard(page);
    const told = checkedFor(OFFERED, answer);
    assert.match(
      told,
      /^reproduced\tright\tÅsa Öz\task1 holds[^\t]*\t2 Key\tIt scales the logits\.\t\t/,
    );
    assert.equal(await nine.part('eps', 0), '0.5');
  },
);

const PHONE = {viewport: {width: 390, height: 600}, hasTouch: true, isMobile: true, ...CLIPBOARD};

/** Runs in the page: is what was said of copying seen, to its last line? */
function isSeenWhole(told) {
  const {left, top, bottom} = told.getBoundingClientRect();
  const at = y => told.getRootNode().elementFromPoint(left + 8, y);
  return at(top + 4) === told && at(bottom - 4) === told;
}

drive(
  'on a phone what came of copying does not stand under the slider',
  shared,
  {link: `${OFFERED};ask2=first~p11~gt~0;ask3=first~p13~lt~2`, context: PHONE},
  async (nine, page) => {
    await eventually(() => states(page), ['met', 'met', 'met']);
    const button = question(page).getByRole('button', {name: 'Copy my answer'});
    const aboveSlider = await button.evaluate(one => {
      const card = one.getRootNode().querySelector('.try');
      const gap = () => card.getBoundingClientRect().top - one.getBoundingClientRect().bottom;
      scrollBy({top: -gap(), behavior: 'instant'});
      return gap();
    });
    assert.ok(Math.abs(aboveSlider) < 2, `the button is ${aboveSlider} px above the slider`);
    await button.tap();
    const told = question(page).getByText(/^Copied, with what is still open/);
    await told.waitFor();
    await eventually(() => told.evaluate(isSeenWhole), true);
  },
);

drive(
  'a press right after the name was typed copies the answer, and tells of that answer',
  shared,
  {link: OFFERED.replace(';write=on', ''), context: CLIPBOARD},
  async (nine, page) => {
    const name = question(page).getByLabel('Your name');
    const button = question(page).getByRole('button', {name: 'Copy my answer'});
    await question(page).getByRole('radio', {name: 'Key'}).check();
    const open = () => question(page).locator('.open-yet').textContent();
    await eventually(open, 'Still open: your name.');
    await name.pressSequentially('Ana');
    await eventually(open, '', 'while it is typed');
    const before = await button.boundingBox();
    await press(page, button);
    await question(page).getByText('Copied: hand in this link.').waitFor();
    assert.deepEqual(await button.boundingBox(), before, 'it stays where it was');
    assert.match(await clipboard(page), /;by=Ana;/);
    await name.fill('');
    await press(page, button);
    await question(page)
      .getByText(/^Copied, with what is still open/)
      .waitFor();
  },
);

drive(
  'a question stands without another task, and offers no head that it keeps from its reader',
  shared,
  {link: '1;source=model;question=Why~3f;show=eps;lock=text1'},
  async (nine, page) => {
    const offered = async () => [
      await page.locator('nine-fold .point').filter({visible: true}).count(),
      Math.sign(await page.locator('nine-fold .heads').filter({visible: true}).count()),
    ];
    await question(page).getByRole('heading', {name: 'Why?'}).waitFor();
    await eventually(offered, [0, 0]);
    await question(page).getByLabel('Your name').fill('Ana');
    await question(page).getByLabel('Your name').blur();
    await nine.settle();
    assert.deepEqual(await offered(), [0, 0]);
    await nine.show('1;source=model;question=Why~3f');
    await eventually(offered, [0, 1], 'where the head is free');
  },
);

drive(
  'an answer opens alone and says so; its question puts both together, and no other one does',
  shared,
  {link: null},
  async (nine, page) => {
    const links = `1;n=5;d=32;heads=2;eps=0.5;by=Anna;choice=2;words=So`;
    const answer = run(['seal', '--question', OFFERED, links]).out;
    await nine.open(answer.trim());
    const alone = page.getByRole('group', {name: 'An answer'});
    await alone.getByRole('heading', {name: 'An answer of Anna'}).waitFor();
    await alone.getByText('Its question is not in this link').waitFor();
    await alone.getByRole('textbox').fill(ASKED);
    await alone.getByRole('button').click();
    await alone.getByText('another question').waitFor();
    await alone.getByRole('textbox').fill(OFFERED);
    await alone.getByRole('button').click();
    await question(page).getByRole('heading', {name: 'Which one?'}).waitFor();
    await eventually(() => states(page), ['met']);
    assert.equal(await question(page).getByRole('radio', {name: 'Key'}).isChecked(), true);
    assert.equal(await question(page).getByLabel('Your name').inputValue(), 'Anna');
  },
);

drive(
  'what cannot be judged is said, and so is a place of the untouched heads',
  shared,
  {link: '1;figure=cross;n=5;ask1=kl~p12~lt~1;ask2=first~b3~gt~0'},
  async (nine, page) => {
    await question(page).getByRole('heading', {name: 'Make this so:'}).waitFor();
    await eventually(() => states(page), ['unknown', 'met']);
    assert.match(
      (await question(page).getByRole('listitem').allInnerTexts())[0],
      /cannot be judged: ./,
    );
  },
);

drive(
  'an untouched head that the page does not show is judged too',
  shared,
  {link: '1;seed=3;n=9;ask1=first~b3~gt~0.9'},
  async (nine, page) => {
    await eventually(() => states(page), ['met']);
  },
);

drive('pointing at a statement marks its panels', shared, {link: ASKED}, async (nine, page) => {
  await question(page).getByRole('listitem').nth(1).hover();
  await eventually(
    () =>
      nine.element.evaluate(({shadowRoot}) =>
        [...shadowRoot.querySelectorAll('.fig-plot.spoken')].map(plot => plot.dataset.panel).join(),
      ),
    '0,3',
  );
});
