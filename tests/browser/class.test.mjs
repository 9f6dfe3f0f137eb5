// The page for a class, as a teacher uses it: the question's link, answers, a table.
import assert from 'node:assert/strict';
import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {performance} from 'node:perf_hooks';
import test from 'node:test';
import {assertAccessible} from './lib/axe.mjs';
import {assertFaults, drive, eventually, open, useBrowser} from './lib/browser.mjs';
import {judge} from './lib/class.mjs';
import {standsSeen, tabTo} from './lib/focus.mjs';
import {run} from '../node/lib/engine.mjs';
import {
  ANNA,
  BEN,
  MODEL_ANSWERS,
  OF_CHOICES,
  OF_MODEL,
  QUESTION,
} from '../node/lib/answer-shapes.mjs';
import {MAILS} from '../node/lib/mail-shapes.mjs';
import {scratchFolder} from '../node/lib/scratch.mjs';
import {asLine} from '../node/lib/sum.mjs';
import {asSaid, saysJust} from '../node/lib/words.mjs';

const shared = useBrowser();
const NOWHERE = {link: null};
const EASIER = '1;n=6;d=32;heads=3;sink=4;eps=0.9;of=d6171626;ask1=first~p11~gt~0.1';
const CLASS = `${ANNA}\nCem: ${run(['seal', EASIER]).out.trim()}\n${BEN}\n${ANNA}\nnothing here`;

const field = page => page.getByLabel('The question’s link');
const answers = page => page.getByLabel(/paste mails/);
const go = page => page.getByRole('button', {name: 'Judge the answers'});
const table = page => page.getByRole('table', {name: 'Answers'});
const result = page => page.locator('.result');

/** The words of the table's rows, column by column. */
const rowsOf = page =>
  table(page)
    .locator('tbody tr')
    .evaluateAll(rows => rows.map(row => [...row.cells].map(cell => cell.textContent.trim())));

const column = async (page, at) => (await rowsOf(page)).map(row => row[at]);

const RIGHT = 2;
const NAME = 1;
const CHECK = 3;

drive(
  'each answer is a row, with what a teacher must know',
  shared,
  NOWHERE,
  async (nine, page) => {
    await judge(nine, page, QUESTION, CLASS);
    assert.deepEqual(await column(page, NAME), ['Anna Meier', 'Cem', 'Ben Ott', 'Anna Meier']);
    assert.deepEqual(await column(page, RIGHT), ['✓ right', 'no', '✓ right', 'again']);
    const remarks = await column(page, 6);
    const {out, error} = run(['check', '--question', QUESTION, '--json'], CLASS);
    assert.deepEqual(
      remarks,
      JSON.parse(out).answers.map(row => row.remarks),
    );
    const sum = await result(page).textContent();
    assert.match(sum, /^Answers: 4, right: 2;.*again: 1.*link: 1/);
    assert.ok(saysJust(asLine(sum), error), `the page: ${sum} the command line: ${error}`);
    await page.getByText('When does the first token win?').waitFor();
    await page.getByText(/^1\. In .*above 0\.6/).waitFor();
  },
);

drive('a damaged mail is told of below the table', shared, NOWHERE, async (nine, page) => {
  const [, mail, rows] = MAILS.find(([name]) => name === 'base64 in which a line is damaged');
  await judge(nine, page, QUESTION, mail);
  assert.equal((await rowsOf(page)).length, rows.length);
  assert.match(await result(page).textContent(), /; lines of base64 that are damaged: 1[;.]/);
});

drive('an answer opens with its question', shared, NOWHERE, async (nine, page) => {
  await judge(nine, page, QUESTION, ANNA);
  const [opened] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('link', {name: 'Open the answer of Anna Meier'}).click(),
  ]);
  await opened.getByRole('group', {name: 'The question'}).getByText('All of it is met.').waitFor();
});

drive(
  'rows are sorted and chosen, and saved as they are seen',
  shared,
  NOWHERE,
  async (nine, page) => {
    await judge(nine, page, QUESTION, CLASS);
    const byName = page.getByRole('button', {name: 'Name'});
    await byName.click();
    assert.deepEqual(await column(page, NAME), ['Anna Meier', 'Anna Meier', 'Ben Ott', 'Cem']);
    await byName.press('Enter'); // it has the focus still
    assert.deepEqual(await column(page, NAME), ['Cem', 'Ben Ott', 'Anna Meier', 'Anna Meier']);
    await page.getByLabel('Show').selectOption('Not right');
    assert.deepEqual(await column(page, NAME), ['Cem']);
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', {name: /as CSV/}).click(),
    ]);
    assert.equal(saved.suggestedFilename(), 'answers-d6171626.csv');
    const lines = readFileSync(await saved.path(), 'utf8')
      .trim()
      .split('\r\n');
    const whole = run(['check', '--question', QUESTION, '--csv'], CLASS).out.split('\n');
    assert.deepEqual(lines, [`\ufeff${whole[0]}`.trim(), whole[2]]);
  },
);

drive('the teacher says which choice is right', shared, NOWHERE, async (nine, page) => {
  const link = choice => `1;n=5;d=32;heads=2;by=Anna;choice=${choice};words=x${choice}`;
  const sealed = [1, 2].map(choice => run(['seal', '--question', OF_CHOICES, link(choice)]).out);
  await judge(nine, page, OF_CHOICES, sealed.join(''));
  assert.deepEqual(await column(page, RIGHT), ['✓ right', '✓ right']);
  const anyIsRight = () => result(page).getByText('any choice counts as right').count();
  assert.equal(await anyIsRight(), 1);
  await page.getByLabel('Right choice').selectOption('2 Key');
  await eventually(() => column(page, RIGHT), ['no', '✓ right']);
  assert.equal(await anyIsRight(), 0);
  assert.match(await result(page).textContent(), /; right choice: 2[;.]/);
  assert.deepEqual(await column(page, 4), ['1 Query', '2 Key']);
  assert.deepEqual(await column(page, 6), [asSaid('choice 1 was made, and 2 is right'), '']);
  await page.locator('.asked').getByText('Choices: 1 Query · 2 Key · 3 Value').waitFor();
  assert.deepEqual(await column(page, 5), ['x1', 'x2']);
});

drive(
  'what a model says next is asked in words, and judged',
  shared,
  NOWHERE,
  async (nine, page) => {
    const links = MODEL_ANSWERS.map(({link}) => link).join('\n');
    await judge(nine, page, OF_MODEL, run(['seal', '--question', OF_MODEL, '-'], links).out);
    assert.deepEqual(await page.locator('.statements li').allInnerTexts(), [
      '1. With “Modifying Query” (middle column), the model says “c” next.',
      '2. In “Modifying Query” (middle column), the divergence of what the model says next is above 0.1.',
    ]);
    const told = await rowsOf(page);
    assert.deepEqual(
      told.map(row => [row[NAME], row[RIGHT].replace('✓ ', '')]),
      MODEL_ANSWERS.map(({who, right}) => [who, right]),
    );
    MODEL_ANSWERS.forEach(({holds: [says, moves]}, i) => {
      assert.equal(told[i][4], says ? '✓ holds' : '✗ fails');
      assert.match(told[i][5], moves ? /^✓holds \d\.\d+$/ : /^✗fails 0$/);
    });
  },
);

const spelt = text =>
  [...Buffer.from(text)].map(byte => `~${byte.toString(16).padStart(2, '0')}`).join('');

drive('nothing of an answer becomes a part of the page', shared, NOWHERE, async (nine, page) => {
  const hostile = '<img src=x onerror=alert(1)><b>';
  const answer = `1;n=5;d=32;heads=2;by=${spelt(hostile)};choice=1;words=${spelt(`=1+1${hostile}`)}`;
  const [sealed] = run(['seal', '--question', OF_CHOICES, answer]).out.split('\n');
  await judge(nine, page, OF_CHOICES, `<script>x</script>\n${sealed}`);
  assert.deepEqual(await column(page, NAME), [hostile]);
  assert.equal(await page.locator('main img, main b:not(.words b), #class script').count(), 0);
});

drive(
  'files are read however they are written, or refused by name',
  shared,
  NOWHERE,
  async (nine, page) => {
    await page.goto(`${nine.address}class.html`);
    await field(page).fill(QUESTION);
    await page.getByLabel(/choose files/).setInputFiles([
      {name: 'wide.txt', mimeType: 'text/plain', buffer: Buffer.from(`\ufeff${ANNA}`, 'utf16le')},
      {name: 'old.csv', mimeType: 'text/csv', buffer: Buffer.from(`"C\xf6m";"${BEN}"`, 'latin1')},
      {name: 'class.xlsx', mimeType: 'application/zip', buffer: Buffer.from('PK\x03\x04rest')},
    ]);
    await page
      .getByRole('alert')
      .filter({hasText: /class\.xlsx.*CSV/})
      .waitFor();
    await go(page).click();
    await table(page).waitFor();
    assert.deepEqual(await column(page, NAME), ['Anna Meier', 'Ben Ott (beside it: Cöm)']);
  },
);

/**
 * Drops on a place as a hand does that drags something there from another window.
 * @param {import('playwright-core').Page} page
 * @param {import('playwright-core').Locator} place
 * @param {{files?: string[], items?: {mimeType: string, data: string}[]}} what files: by their paths
 */
async function dropOn(page, place, {files = [], items = []}) {
  await place.scrollIntoViewIfNeeded();
  const {x, y, width, height} = await place.boundingBox();
  const session = await page.context().newCDPSession(page);
  const data = {files, items, dragOperationsMask: 1}; // to copy
  const at = {x: x + width / 2, y: y + height / 2, data};
  for (const type of ['dragEnter', 'dragOver', 'drop'])
    await session.send('Input.dispatchDragEvent', {type, ...at});
}

const dropped = scratchFolder('dropped');

/** The path of a file that can be dropped. @param {string} name @param {string | Buffer} text */
function written(name, text) {
  writeFileSync(join(dropped, name), text);
  return join(dropped, name);
}

const asked = page => page.getByText('When does the first token win?').waitFor();

drive('files are dropped, seen, taken out and judged', shared, NOWHERE, async (nine, page) => {
  await page.goto(`${nine.address}class.html`);
  await field(page).fill(QUESTION);
  await asked(page); // what is shown of the question moves what is below it
  const files = page.getByRole('list', {name: 'Files'}).getByRole('listitem');
  const names = () =>
    files.allInnerTexts().then(all => all.map(text => text.replace(/ \(.*/s, '')));
  const csv = written('forum.csv', `"name","answer"\r\n"Cem, Öz","${BEN}"\r\n`);
  const mail = written('mail.txt', `From: Anna <a@example.org>\n\n${ANNA}\n`);
  const packed = written('class.xlsx', 'PK\x03\x04rest');
  await dropOn(page, page.getByText('drop them here'), {files: [csv]}); // on no field
  await eventually(names, ['forum.csv']);
  await dropOn(page, answers(page), {files: [mail, packed]});
  await eventually(names, ['forum.csv', 'mail.txt']);
  await page
    .getByRole('alert')
    .filter({hasText: /“class\.xlsx” is a packed file.*Nothing was read of it/})
    .waitFor();
  assert.equal(await answers(page).inputValue(), '', 'a file is no text of the field');
  await go(page).click();
  await table(page).waitFor();
  assert.deepEqual(await column(page, NAME), ['Ben Ott (beside it: Cem Öz)', 'Anna Meier']);
  await page.getByRole('button', {name: 'Remove forum.csv'}).click();
  await go(page).click();
  await eventually(() => column(page, NAME), ['Anna Meier']);
});

drive('a text that is dropped is pasted by that', shared, NOWHERE, async (nine, page) => {
  await page.goto(`${nine.address}class.html`);
  await field(page).fill(QUESTION);
  await asked(page);
  await dropOn(page, answers(page), {items: [{mimeType: 'text/plain', data: ANNA}]});
  await eventually(() => answers(page).inputValue(), ANNA);
  await go(page).click();
  await table(page).waitFor();
  assert.deepEqual(await column(page, NAME), ['Anna Meier']);
});

drive('what is missing or wrong is said', shared, NOWHERE, async (nine, page) => {
  await page.goto(`${nine.address}class.html`);
  const alert = page.locator('.form > .note');
  const status = page.locator('.status');
  await go(page).click();
  await eventually(() => alert.textContent().then(text => /link first/.test(text)), true);
  await field(page).fill('1;n=5');
  await go(page).click();
  await eventually(() => alert.textContent().then(text => /asks nothing/i.test(text)), true);
  await field(page).fill(`${QUESTION};banana=3`);
  await go(page).click();
  await eventually(() => alert.textContent().then(text => /banana/.test(text)), true);
  await field(page).fill(QUESTION);
  await go(page).click();
  await eventually(() => status.textContent().then(text => /Paste answers/.test(text)), true);
  await answers(page).fill('nothing here');
  await go(page).click();
  await eventually(() => status.textContent().then(text => /no link/.test(text)), true);
  assert.equal(await alert.textContent(), '');
});

drive('nothing is stored and nothing is sent', shared, NOWHERE, async (nine, page) => {
  const asked = [];
  page.on('request', request =>
    asked.push(`${request.method()} ${new URL(request.url()).pathname}`),
  );
  await judge(nine, page, QUESTION, CLASS);
  const known = /^GET \/(class\.html|class\.js|ninefold-whole\.wasm|model\.bin)$/;
  assert.deepEqual(
    asked.filter(request => !known.test(request)),
    [],
  );
  const kept = await page.evaluate(async () => [
    localStorage.length,
    sessionStorage.length,
    document.cookie,
    (await indexedDB.databases()).length,
    location.href.replace(/.*\//, ''),
  ]);
  assert.deepEqual(kept, [0, 0, '', 0, 'class.html']);
});

const STATES = {
  light: {},
  dark: {colorScheme: 'dark'},
  phone: {viewport: {width: 390, height: 780}},
  forced: {forcedColors: 'active'},
};

for (const [name, context] of Object.entries(STATES))
  drive(
    `axe, and no sideways scroll: ${name}`,
    shared,
    {link: null, context},
    async (nine, page) => {
      await judge(nine, page, QUESTION, CLASS);
      await assertAccessible(page, name);
      const wider = () => document.documentElement.scrollWidth - innerWidth;
      assert.ok((await page.evaluate(wider)) <= 0, 'the page is no wider than the window');
    },
  );

drive('by keys alone', shared, NOWHERE, async (nine, page) => {
  await page.goto(`${nine.address}class.html`);
  const to = (name, tag = 'BUTTON') =>
    tabTo(page, name, one => one.tag === tag && one.name.startsWith(name));
  await to('', 'INPUT');
  await page.keyboard.insertText(QUESTION);
  await to('', 'TEXTAREA');
  await page.keyboard.insertText(`${ANNA}\n${BEN}`);
  await to('Judge the answers');
  await page.keyboard.press('Enter');
  await table(page).waitFor();
  assert.deepEqual(await column(page, NAME), ['Anna Meier', 'Ben Ott']);
  await standsSeen(page);
  for (const sort of ['ascending', 'descending']) {
    if (sort === 'ascending') await to('Name');
    await page.keyboard.press('Space');
    const name = page.getByRole('columnheader', {name: 'Name'});
    await eventually(() => name.getAttribute('aria-sort'), sort);
    assert.match((await standsSeen(page)).name, /^Name/);
  }
  assert.deepEqual(await column(page, NAME), ['Ben Ott', 'Anna Meier']);
  await to('Open the answer of Anna Meier', 'A');
  await to('Ninefold', 'A');
});

/** Takes long, and no longer than is judged without being asked for. */
const LONG = '1;figure=mean;n=4096;d=128;heads=64;check=0123456789abcdef';

drive('stopped by keys, it keeps what was judged', shared, NOWHERE, async (nine, page) => {
  await page.goto(`${nine.address}class.html`);
  await field(page).fill(QUESTION);
  await answers(page).fill(`${ANNA}\n${LONG}\n${BEN}`);
  await go(page).press('Enter');
  await page.getByText('Judging: 1 of 3.').waitFor();
  await page.getByRole('button', {name: 'Stop'}).press('Enter');
  await page.getByText('Stopped: 1 of 3 were judged.').waitFor();
  assert.match((await standsSeen(page)).name, /^Judge the answers/);
  assert.deepEqual(await column(page, NAME), ['Anna Meier']);
});

drive('rows of another question go with it', shared, NOWHERE, async (nine, page) => {
  await judge(nine, page, QUESTION, CLASS);
  await field(page).fill('1;n=5');
  await go(page).click();
  await page.getByText('This is no question: it asks nothing').waitFor();
  await table(page).waitFor({state: 'hidden'});
});

/** More than is judged without being asked for. */
const TOO_LONG = '1;figure=mean;n=16384;d=256;heads=64;check=0123456789abcdef';

drive(
  'what takes too long is left, and judged if that is asked for',
  shared,
  NOWHERE,
  async (nine, page) => {
    await judge(nine, page, QUESTION, `${ANNA}\n${TOO_LONG}`);
    const status = () => column(page, CHECK);
    await eventually(status, ['reproduced', 'too costly']);
    await page.getByLabel('Judge also what takes long').check();
    await go(page).click();
    await page.getByText('Judging: 1 of 2.').waitFor();
    await page.getByRole('button', {name: 'Stop'}).click();
    await page.getByText('Stopped: 1 of 2 were judged.').waitFor();
  },
);

drive('a choice made meanwhile judges anew', shared, NOWHERE, async (nine, page) => {
  const link = '1;n=5;d=32;heads=2;by=Anna;choice=1;words=x';
  const sealed = run(['seal', '--question', OF_CHOICES, link]).out;
  await page.goto(`${nine.address}class.html`);
  await field(page).fill(OF_CHOICES);
  await answers(page).fill(`${sealed}${LONG}`);
  await go(page).click();
  await page.getByText('Judging: 1 of 2.').waitFor();
  await page.getByLabel('Right choice').selectOption('2 Key');
  await page.getByRole('button', {name: 'Stop'}).click();
  await page.getByText('Stopped: 1 of 2 were judged.').waitFor();
  assert.deepEqual(await column(page, RIGHT), ['no']);
  assert.match(await result(page).textContent(), /; right choice: 2[;.]/);
  assert.equal(await go(page).getAttribute('aria-disabled'), 'false');
});

drive('printed it is the question and the table', shared, NOWHERE, async (nine, page) => {
  await judge(nine, page, QUESTION, CLASS);
  await page.emulateMedia({media: 'print'});
  const seen = async locator => locator.isVisible();
  assert.deepEqual(
    await Promise.all(
      [
        page.getByRole('link', {name: 'Ninefold', exact: true}),
        table(page),
        page.locator('.asked'),
        result(page),
        go(page),
        answers(page),
      ].map(seen),
    ),
    [true, true, true, true, false, false],
  );
});

test('without scripts it says what to do', async () => {
  const {nine, page, context, faults} = await open(shared, {
    link: null,
    context: {javaScriptEnabled: false},
  });
  await page.goto(`${nine.address}class.html`);
  const told = await page.locator('body').innerText();
  for (const said of [
    /^A class’s answers$/m,
    /^Put in the link of your question .* Each answer becomes a row/m,
    /command line the same table comes of$/m,
    /^ninefold check --question LINK answers\.txt$/m,
    /^too costly$/m,
  ])
    assert.match(told, said);
  assert.equal(await page.locator('button, input, textarea').count(), 0, 'nothing without use');
  assertFaults(faults, []);
  await context.close();
});

drive('five hundred answers are judged with progress', shared, NOWHERE, async (nine, page) => {
  const links = Array.from(
    {length: 500},
    (_, i) => `1;n=6;d=32;heads=3;sink=4;eps=0.${i + 100};by=Student_${i}`,
  );
  const sealed = run(['seal', '--question', QUESTION, '-'], links.join('\n')).out;
  await page.goto(`${nine.address}class.html`);
  await page.evaluate(() => {
    globalThis.shares = new Set();
    const bar = document.querySelector('progress');
    new MutationObserver(() => globalThis.shares.add(bar.value)).observe(bar, {attributes: true});
  });
  await field(page).fill(QUESTION);
  await answers(page).fill(sealed);
  const before = performance.now();
  await go(page).click();
  await eventually(() => table(page).locator('tbody tr').count(), 500);
  assert.ok(performance.now() - before < 20_000 * (process.env.PATIENCE ? 3 : 1));
  assert.ok((await page.evaluate(() => globalThis.shares.size)) > 3, 'it said how far it was');
  assert.match(await result(page).textContent(), /^Answers: 500,/);
});
