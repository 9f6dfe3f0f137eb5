// A course from beginning to end, each in a browser of their own: a teacher makes a question and
// hands it out, students answer it, the teacher has the answers judged and saves the table.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {test} from 'node:test';
import {CLIPBOARD, copied} from './lib/addresses.mjs';
import {assertFaults, eventually, open, useBrowser} from './lib/browser.mjs';
import {judge} from './lib/class.mjs';
import {add, make, maker, question, states} from './lib/questions.mjs';

const shared = useBrowser();
const PHONE = {viewport: {width: 390, height: 844}, hasTouch: true, isMobile: true};

/** The link alone, as it is handed in. */
const linkIn = address => address.replace(/^.*#/, '');

/** Somebody's own browser, until what they do is done. */
async function as(context, link, deed) {
  const one = await open(shared, {link, context: {...CLIPBOARD, ...context}});
  try {
    const done = await deed(one.nine, one.page);
    assertFaults(one.faults, []);
    return done;
  } finally {
    await one.context.close();
  }
}

const teacherAsks = () =>
  as({}, '1;seed=3', async (nine, page) => {
    await make(page);
    await maker(page).getByRole('textbox', {name: 'Question', exact: true}).fill('Where is half?');
    await add(page, {Panel: 'p12', Measure: 'first', is: 'gt', Number: '0.5'});
    await maker(page).getByRole('button', {name: 'Epsilon alone'}).click();
    await maker(page).getByRole('button', {name: 'Copy the question’s link'}).click();
    return linkIn(await copied(page));
  });

const studentAnswers = (asked, context, name) =>
  as(context, asked, async (nine, page) => {
    await eventually(async () => /met|open/.test((await states(page))[0]), true);
    await nine.epsilon().focus();
    for (let i = 0; i < 60 && (await states(page))[0] !== 'met'; i++) {
      await page.keyboard.press('PageUp');
      await nine.settle();
    }
    await question(page).getByLabel('Your name').fill(name);
    await question(page).getByRole('button', {name: 'Copy my answer'}).click();
    return linkIn(await copied(page));
  });

/** As a mail program breaks it, behind the marks of a reply. */
const wrapped = text => text.replace(/.{1,60}/g, '> $&\n');

const teacherJudges = (asked, pasted) =>
  as({acceptDownloads: true}, null, async (nine, page) => {
    await judge(nine, page, asked, pasted);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', {name: 'Save these rows as CSV'}).click(),
    ]);
    return {
      told: await page.locator('.result').innerText(),
      csv: readFileSync(await file.path(), 'utf8'),
    };
  });

test('a question is made, handed out, answered by three, and judged', async () => {
  const asked = await teacherAsks();
  const easier = asked.replace('~0.5', '~0.1');
  const [anna, ben, cem] = [
    await studentAnswers(asked, {}, 'Anna'),
    await studentAnswers(asked, PHONE, 'Ben'),
    await studentAnswers(easier, {}, 'Cem'),
  ];
  const mail = `From: Anna <a@example.org>\n\nOn Monday you wrote:\n> ${asked}\n\n${anna}\n\nFrom: Ben <b@example.org>\n\n${wrapped(ben)}\n\n${cem}`;
  const {told, csv} = await teacherJudges(asked, mail);
  assert.match(
    told,
    /^Answers: 3, right: 2; 3 reproduced; the same as another’s: 1; the question itself, quoted: 1/,
  );
  const [head, ...rows] = csv.replace('\ufeff', '').trim().split('\r\n');
  assert.equal(head, 'row,status,right,who,beside,ask1,remarks,link');
  assert.deepEqual(
    rows.map(row => /^\d+,"([^"]*)","([^"]*)","([^"]*)"/.exec(row).slice(1)),
    [
      ['reproduced', 'right', 'Anna'],
      ['reproduced', 'right', 'Ben'],
      ['reproduced', 'no', 'Cem'],
    ],
  );
});
