// A question as its readers and its maker find it, in tests.
import {execFileSync} from 'node:child_process';
import {fileURLToPath} from 'node:url';
import {eventually} from './browser.mjs';

const PROGRAM = fileURLToPath(new URL('../../../build/ninefold', import.meta.url));

export const ASKED =
  '1;seed=3;question=Where_is_half~3f;ask1=first~p12~gt~0.5;ask2=diff~p11~p21~le~1e-6;show=eps';

export const question = page => page.getByRole('group', {name: 'The question'});
export const states = page =>
  question(page)
    .getByRole('listitem')
    .evaluateAll(items => items.map(item => item.className));
export const clipboard = page => page.evaluate(() => navigator.clipboard.readText());
export const checked = text => execFileSync(PROGRAM, ['check', text], {encoding: 'utf8'});
export const checkedFor = (asked, text) =>
  execFileSync(PROGRAM, ['check', '--question', asked, '-'], {input: text, encoding: 'utf8'});

/** Presses as a hand does, which holds for a moment. @param {import('playwright-core').Locator} button */
export async function press(page, button) {
  const {x, y, width, height} = await button.boundingBox();
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  await eventually(() => page.evaluate(() => document.hasFocus()), true);
  await page.mouse.up();
}

// ---- Making one --------------------------------------------------------------------------------

export const maker = page => page.getByRole('group', {name: 'Make a question'});
export const builder = page => page.getByRole('group', {name: 'A new statement'});
export const part = (page, name) => builder(page).getByLabel(name, {exact: true});

export async function make(page) {
  await page.getByRole('button', {name: 'Make a question of this figure'}).click();
  await maker(page).waitFor();
}

/**
 * Chooses and fills in, then adds.
 * @param {import('playwright-core').Page} page
 * @param {Record<string, string>} choices by label
 */
export async function add(page, choices) {
  for (const [name, value] of Object.entries(choices)) {
    const field = part(page, name);
    if ((await field.evaluate(one => one.tagName)) === 'SELECT') await field.selectOption(value);
    else await field.fill(value);
  }
  const sentence = await builder(page).getByRole('status').innerText();
  await builder(page).getByRole('button', {name: 'Add this statement'}).click();
  return sentence;
}
