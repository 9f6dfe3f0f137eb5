// What stands in the way of a page, in tests of what it says then.
import assert from 'node:assert/strict';

/** Where the page tells what went wrong. @param {import('playwright-core').Page} page */
export const status = page => page.locator('nine-fold').locator('.notices').first();

/** A sentence for people: not a class name, a stack or a code alone. */
export function assertSentence(text, mustHave) {
  assert.match(text, mustHave);
  assert.match(text, /^[A-Z“][^\n]{15,300}[.:]/, `a sentence: ${text}`);
  assert.doesNotMatch(text, /undefined|null|TypeError|CompileError|\[object|\bat \w+ \(/, text);
}

/** Keeps a file from arriving until `mend` is called. */
export function broken(file, how) {
  const state = {
    mended: false,
    prepare: page =>
      page.route(`**/${file}`, route => (state.mended ? route.continue() : how(route))),
  };
  return state;
}

export const abort = route => route.abort('failed');
export const missing = route => route.fulfill({status: 404, body: 'not found'});
