// Descriptions to be checked, as their reader finds them.
import {execFileSync} from 'node:child_process';
import {fileURLToPath} from 'node:url';
import {eventually} from './browser.mjs';

const PROGRAM = fileURLToPath(new URL('../../../build/ninefold', import.meta.url));
export const readings = JSON.parse(
  execFileSync(PROGRAM, ['readings', '--json'], {encoding: 'utf8'}),
);

export const sentences = page =>
  page
    .getByRole('group', {name: 'The description, sentence by sentence'})
    .locator('ol.sentences')
    .getByRole('listitem');
export const marked = nine =>
  nine.element.evaluate(({shadowRoot}) =>
    [...shadowRoot.querySelectorAll('.fig-plot.spoken')].map(plot => Number(plot.dataset.panel)),
  );
export const topic = (page, text) =>
  page.getByRole('navigation', {name: 'Descriptions'}).getByRole('button', {name: text});

/** What is said of each sentence: head, word, numbers. */
export const verdicts = page =>
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

export async function enter(nine, page) {
  await page.getByRole('button', {name: 'Can you trust a figure’s caption?'}).click();
  await page.getByRole('heading', {name: 'Can you trust a figure’s caption?'}).waitFor();
  await nine.settleAt(readings[0].link);
}

/** Chooses a description; several are of one figure. */
export async function choose(nine, page, {question, link}) {
  await topic(page, question).click();
  await topic(page, question).and(page.locator('[aria-current=page]')).waitFor();
  await nine.settleAt(link);
}

/** Waits until the sentences have been judged on both heads. */
export const judged = page =>
  eventually(
    async () => (await verdicts(page)).every(row => row['built to match'] && row['the real head']),
    true,
  );

export const showAll = page => page.getByRole('button', {name: 'Show all verdicts'}).click();
