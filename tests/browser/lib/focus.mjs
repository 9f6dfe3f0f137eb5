// Going through a page by keys alone: at every stop it is seen where one is.
import assert from 'node:assert/strict';
import {eventually} from './browser.mjs';

/**
 * What has the focus, also inside the element, and whether a reader sees that. Runs in the page.
 */
function standing() {
  const deepest = (root, next) => {
    let at = next(root);
    while (at?.shadowRoot && next(at.shadowRoot)) at = next(at.shadowRoot);
    return at;
  };
  const one = deepest(document, root => root.activeElement);
  const {left, right, top, bottom} = one.getBoundingClientRect();
  const middle = (low, high, end) => (Math.max(low, 0) + Math.min(high, end)) / 2;
  const point = [middle(left, right, innerWidth), middle(top, bottom, innerHeight)];
  const there = deepest(document, root => root.elementFromPoint(...point));
  const styles = [null, '::before', '::after'].map(part => getComputedStyle(one, part));
  return {
    tag: one.tagName,
    name: one.getAttribute('aria-label') ?? one.textContent.trim().replace(/\s+/g, ' '),
    step: one.closest('.step')?.id ?? '',
    set: one.dataset.set ?? '',
    isRight: 'right' in one.dataset,
    isMarked:
      styles.some(({outlineStyle}) => outlineStyle !== 'none') || styles[0].boxShadow !== 'none',
    isInSight: one.contains(there),
    covered: there ? `${there.tagName} ${there.className}` : 'outside the window',
  };
}

/** Where the focus is; fails where it is lost, or not seen, for what scrolls within itself a frame later. */
export async function standsSeen(page, when = '') {
  const one = await page.evaluate(standing);
  const stays = async () => (await page.evaluate(standing)).isInSight;
  const what = `${one.tag} “${one.name.slice(0, 60)}”`;
  assert.notEqual(one.tag, 'BODY', `the focus is lost ${when}`);
  assert.ok(one.isMarked, `${what} shows that it has the focus`);
  if (!one.isInSight) await eventually(stays, true, `${what} is in sight, and not ${one.covered}`);
  return one;
}

/**
 * Presses Tab until that has the focus which is wanted, and looks at every stop.
 * @param {import('playwright-core').Page} page
 * @param {string} what is looked for, in words
 * @param {(one: ReturnType<typeof standing>) => boolean} isIt
 * @param {string} [key]
 */
export async function tabTo(page, what, isIt, key = 'Tab') {
  const seen = [];
  const before = () => `after ${seen.at(-1) ?? 'the first press'}`;
  for (let i = 0; i < 60; i++) {
    await page.keyboard.press(key);
    const one = await standsSeen(page, before());
    if (isIt(one)) return one;
    seen.push(one.name.slice(0, 30));
  }
  assert.fail(`${key} leads to ${what}, and not only to ${seen.join(' | ')}`);
}
