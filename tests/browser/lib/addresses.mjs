// Links in the address bar and on the clipboard, in tests.
export const CLIPBOARD = {permissions: ['clipboard-read', 'clipboard-write']};

export const hash = page => page.evaluate(() => location.hash);
export const said = nine =>
  nine.element.evaluate(element => element.shadowRoot.querySelector('.notices').innerText);

/** Waits for the address bar: it is written at most every 350 ms. */
export const written = (page, link) =>
  page.waitForFunction(link => location.hash === `#${link}`, link);

/** When the address was written, from the start of the page. */
export const NOTE_WRITES = page =>
  page.addInitScript(() => {
    globalThis.writes = [];
    for (const name of ['pushState', 'replaceState']) {
      const write = history[name];
      history[name] = (...all) => {
        globalThis.writes.push(performance.now());
        write.apply(history, all);
      };
    }
  });
export const writes = page => page.evaluate(() => globalThis.writes);

/** What has been copied, once it is said. */
export async function copied(page) {
  await page.getByText(/^Copied/).waitFor();
  return page.evaluate(() => navigator.clipboard.readText());
}

/** The field of the first text. @param {import('playwright-core').Page} page */
export const field = page => page.getByRole('textbox', {name: 'The text it reads'});

/** The figure of the model on its own text. */
export const OWN = {link: '1;source=model'};
