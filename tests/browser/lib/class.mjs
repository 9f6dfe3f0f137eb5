// The class page, as a teacher uses it.
import {readFileSync} from 'node:fs';

/**
 * Has answers judged, until their table stands.
 * @param {import('./ninefold.mjs').Ninefold} nine
 * @param {import('playwright-core').Page} page
 * @param {string} question its link
 * @param {string} pasted
 */
export async function judge(nine, page, question, pasted) {
  await page.goto(`${nine.address}class.html`);
  await page.getByLabel('The question’s link').fill(question);
  await page.locator('.asked').waitFor(); // which moves the button
  await page.getByLabel(/paste mails/).fill(pasted);
  await page.getByRole('button', {name: 'Judge the answers'}).click();
  await page.getByRole('table', {name: 'Answers'}).waitFor();
}

/** The file of the rows that stand. @param {import('playwright-core').Page} page */
export async function savedCsv(page) {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', {name: 'Save these rows as CSV'}).click(),
  ]);
  return readFileSync(await file.path(), 'utf8');
}
