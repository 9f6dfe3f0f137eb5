// A model of the reader's own as the page's reader opens it, in tests.
import assert from 'node:assert/strict';
import {readFileSync, readdirSync} from 'node:fs';
import {join} from 'node:path';
import {run} from '../../node/lib/engine.mjs';

export const dialog = page => page.locator('dialog.own-model');
export const panel = page => page.locator('.own-panel');
export const button = (place, name) =>
  place.getByRole('button', {name, exact: typeof name === 'string'});

/** What the command line says. @param {string[]} words @param {string} [input] */
export function said(words, input) {
  const {status, out, error} = run(words, input);
  assert.equal(status, 0, error);
  return out.trim();
}

/** The folder or file in the dialog. @param {string} path */
export async function choose(page, path) {
  await page.getByRole('button', {name: 'Open a model of your own'}).click();
  await dialog(page).locator('input.folder').setInputFiles(path);
}

/** Until its figure stands. */
export async function use(nine, page, path) {
  await choose(page, path);
  await button(dialog(page), 'Use this model').click();
  await dialog(page).waitFor({state: 'detached'});
  await panel(page).filter({hasText: 'a model of your own'}).waitFor();
  await nine.settle();
}

/** The folder as one of the browser's own, "kept model", in place of the one its reader would choose. */
async function keepInBrowser(page, folder) {
  const files = readdirSync(folder).map(name => [
    name,
    readFileSync(join(folder, name)).toString('base64'),
  ]);
  await page.evaluate(async files => {
    const top = await navigator.storage.getDirectory();
    const inside = await top.getDirectoryHandle('kept model', {create: true});
    for (const [name, bytes] of files) {
      const file = await (await inside.getFileHandle(name, {create: true})).createWritable();
      await file.write(Uint8Array.from(atob(bytes), letter => letter.charCodeAt(0)));
      await file.close();
    }
    window.showDirectoryPicker = async () => inside;
  }, files);
}

/** A folder that the browser can find again is chosen and used, until its figure stands. */
export async function useKept(nine, page, folder) {
  await keepInBrowser(page, folder);
  await page.getByRole('button', {name: 'Open a model of your own'}).click();
  await button(dialog(page), 'Choose a folder').click();
  await button(dialog(page), 'Use this model').click();
  await panel(page).filter({hasText: 'kept model: a model of your own'}).waitFor();
  await nine.settle();
}
