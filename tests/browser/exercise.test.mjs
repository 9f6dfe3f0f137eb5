// Several questions, given out together as an exercise: as a list, and as a page of its own.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {CLIPBOARD} from './lib/addresses.mjs';
import {assertAccessible} from './lib/axe.mjs';
import {drive, eventually, useBrowser} from './lib/browser.mjs';
import {clipboard, make, maker} from './lib/questions.mjs';

const shared = useBrowser();
const DOWNLOADS = {...CLIPBOARD, acceptDownloads: true};

const exercise = page => maker(page).getByRole('group', {name: 'An exercise of several questions'});
const press = (page, name) => exercise(page).getByRole('button', {name}).click();
const COPY = 'Copy the list';
const COPIED = 'Copied: a line for each question.';

/** The exercise as a page, as it is saved. */
async function saved(page) {
  const coming = page.waitForEvent('download');
  await press(page, 'Save as a page');
  const file = await coming;
  return {name: file.suggestedFilename(), html: readFileSync(await file.path(), 'utf8')};
}

const WORDS = '<b>One & "two"';

drive(
  'several questions are given out together, as a list and as a page',
  shared,
  {link: '1;seed=3', context: DOWNLOADS},
  async (nine, page) => {
    await make(page);
    const words = maker(page).getByRole('textbox', {name: 'Question', exact: true});
    const adds = () => press(page, 'Add this question');
    await adds();
    await exercise(page).getByText('This figure asks nothing yet').waitFor();
    const choices = maker(page).getByLabel('Choices, one on each line');
    await words.fill('Lost?');
    await choices.fill('only one');
    await adds();
    await exercise(page).getByText('Nothing was added: what is said of the choices').waitFor();
    await choices.fill('');
    await words.fill(WORDS);
    await adds();
    await adds();
    await exercise(page).getByText('It stands in the exercise already.').waitFor();
    await words.fill('And now?');
    await adds();
    const rows = exercise(page).getByRole('listitem');
    await eventually(() => rows.locator('span').allInnerTexts(), [WORDS, 'And now?']);
    await press(page, COPY);
    await exercise(page).getByText(COPIED).waitFor();
    const link = at => `${nine.address}#1;seed=3;question=${at}`;
    const first = link('~3cb~3eOne_~26_~22two~22');
    assert.equal(
      await clipboard(page),
      `1. ${WORDS}\n${first}\n\n2. And now?\n${link('And_now~3f')}`,
    );
    await exercise(page).getByLabel('Name of the exercise').fill('Week 3: heads');
    const {name, html} = await saved(page);
    assert.equal(name, 'Week-3-heads.html');
    assert.doesNotMatch(html, /<b>/);
    const given = await page.context().newPage();
    await given.setContent(html);
    await given.getByRole('heading', {name: 'Week 3: heads'}).waitFor();
    assert.deepEqual(await given.getByRole('listitem').locator('p').allInnerTexts(), [
      WORDS,
      'And now?',
    ]);
    assert.equal(await given.getByRole('link').first().getAttribute('href'), first);
    await assertAccessible(page, 'an exercise');
    await page.reload();
    await nine.settle();
    await make(page);
    await eventually(() => rows.locator('span').allInnerTexts(), [WORDS, 'And now?'], 'kept');
    await exercise(page)
      .getByRole('button', {name: `Remove: ${WORDS}`})
      .click();
    await eventually(() => rows.locator('span').allInnerTexts(), ['And now?']);
  },
);

/** What is said beside the buttons that hand an exercise out. */
const told = page => exercise(page).locator('.told').textContent();

/** What the list and the page begin their links with. */
async function handedOut(page) {
  const {html} = await saved(page);
  const listed = (await clipboard(page)).split('\n').filter(line => line.includes('#'));
  const opened = [...html.matchAll(/href="([^"]*)"/g)].map(([, address]) => address);
  assert.ok(listed.length > 0 && listed.length === opened.length);
  return [...new Set([...listed, ...opened].map(address => address.replace(/#.*/, '')))];
}

const ONLY_HERE = 'It opens on this machine only: others cannot open this address.';
const HOME = 'https://example.org/nine/';
const NO_HOME = 'javascript:alert(1)';

/** The attribute `home`, what is said of it, and what links begin with then, if not with the page. */
const HOMES = [
  ['', () => ONLY_HERE],
  [HOME, () => '', HOME],
  ['http://localhost:8000/', () => ONLY_HERE, 'http://localhost:8000/'],
  [
    NO_HOME,
    page =>
      `“home” of <nine-fold> was read as “${NO_HOME}”, where an http or https address without ` +
      `user name, ? and # is allowed; used instead: ${page}`,
  ],
];

drive(
  'an exercise that is handed out says who can open its links',
  shared,
  {link: '1;seed=3;question=Why~3f', context: DOWNLOADS},
  async (nine, page) => {
    await make(page);
    await press(page, 'Add this question');
    for (const [home, noteAt, begins = nine.address] of HOMES) {
      const note = noteAt(nine.address);
      await nine.element.evaluate((one, said) => one.setAttribute('home', said), home);
      await press(page, COPY);
      await eventually(() => told(page), [COPIED, note].filter(Boolean).join(' '), home);
      assert.deepEqual(await handedOut(page), [begins], home);
      assert.equal(await told(page), note, 'of the page that is saved');
    }
  },
);
