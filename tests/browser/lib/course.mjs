// A course from beginning to end, each in a browser of their own: a teacher makes a question and
// hands it out, three students answer it, the teacher has the answers judged and saves the table.
import {CLIPBOARD, copied} from './addresses.mjs';
import {assertFaults, eventually, open} from './browser.mjs';
import {judge, savedCsv} from './class.mjs';
import {add, make, maker, question, states} from './questions.mjs';

const PHONE = {viewport: {width: 390, height: 844}, hasTouch: true, isMobile: true};

/** The link alone, as it is handed in. */
const linkIn = address => address.replace(/^.*#/, '');

/** As a mail program breaks it, behind the marks of a reply. */
const wrapped = text => text.replace(/.{1,60}/g, '> $&\n');

/** Somebody's own browser, until what they do is done. */
async function as(shared, context, link, deed) {
  const one = await open(shared, {link, context: {...CLIPBOARD, ...context}});
  try {
    const done = await deed(one.nine, one.page);
    assertFaults(one.faults, []);
    return done;
  } finally {
    await one.context.close();
  }
}

const teacherAsks = shared =>
  as(shared, {}, '1;seed=3', async (nine, page) => {
    await make(page);
    await maker(page).getByRole('textbox', {name: 'Question', exact: true}).fill('Where is half?');
    await add(page, {Panel: 'p12', Measure: 'first', is: 'gt', Number: '0.5'});
    await maker(page).getByRole('button', {name: 'Epsilon alone'}).click();
    await maker(page).getByRole('button', {name: 'Copy the question’s link'}).click();
    return linkIn(await copied(page));
  });

const studentAnswers = (shared, asked, context, name) =>
  as(shared, context, asked, async (nine, page) => {
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

const teacherJudges = (shared, asked, pasted) =>
  as(shared, {acceptDownloads: true}, null, async (nine, page) => {
    await judge(nine, page, asked, pasted);
    return {told: await page.locator('.result').innerText(), csv: await savedCsv(page)};
  });

/** @param {{browser: import('playwright-core').Browser}} shared */
export async function course(shared) {
  const asked = await teacherAsks(shared);
  const easier = asked.replace('~0.5', '~0.1');
  const [anna, ben, cem] = [
    await studentAnswers(shared, asked, {}, 'Anna'),
    await studentAnswers(shared, asked, PHONE, 'Ben'),
    await studentAnswers(shared, easier, {}, 'Cem'),
  ];
  const mail = `From: Anna <a@example.org>\n\nOn Monday you wrote:\n> ${asked}\n\n${anna}\n\nFrom: Ben <b@example.org>\n\n${wrapped(ben)}\n\n${cem}`;
  return teacherJudges(shared, asked, mail);
}
