// The pages that are built from embeds, in a browser: lessons and the page for teachers; with
// scripts, and without.
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {assertAccessible} from '../browser/lib/axe.mjs';
import {panels} from '../node/lib/engine.mjs';
import {ORDER, links, source} from '../../web/site/lessons.mjs';
import {colors, rested, settled, useHost, visit} from './lib/host.mjs';

const host = useHost();

for (const name of ORDER)
  test(`${name}: every figure is the right one, and the question stands beside it`, async () => {
    const {page, context, faults} = await visit(host, `nine/lessons/${name}.html`);
    for (const [i, link] of links(source(name)).entries()) {
      const element = page.locator('nine-fold').nth(i);
      await element.scrollIntoViewIfNeeded();
      assert.equal(await settled(element), panels(link).check, link);
      assert.ok((await colors(element)) > 5, link);
      assert.equal(
        await element.locator('img').count(),
        1,
        'the picture for those without scripts',
      );
      assert.equal(await element.locator('img').isVisible(), false, 'which is not seen then');
      assert.equal(
        await element.getByText('Not checked').isVisible(),
        false,
        'nobody opened this link',
      );
      for (const elsewhere of [
        'Can you trust a figure’s caption?',
        'Why do Query and Key look alike?',
      ])
        assert.equal(
          await element.getByText(elsewhere).isVisible(),
          false,
          `${elsewhere} beside ${link}`,
        );
      await rested(element);
      const more = await element.getByRole('button', {name: 'More'}).isVisible();
      assert.equal(more, /show=(op|view|over);/.test(link), `More of ${link}`);
    }
    for (const answer of await page.getByText('The answer').all()) await answer.click();
    await assertAccessible(page, name);
    assert.deepEqual(faults, []);
    await context.close();
  });

test('a link that is copied in a lesson opens the page of its site', async () => {
  const permissions = ['clipboard-read', 'clipboard-write'];
  const path = 'nine/lessons/value.html';
  const {page, context, faults} = await visit(host, path, {context: {permissions}});
  const element = page.locator('nine-fold').first();
  const check = await settled(element);
  await element.getByRole('button', {name: 'Copy link'}).click();
  await element.getByText(/^Copied\./).waitFor();
  const link = await element.evaluate(({link}) => link);
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  assert.equal(copied, `${host.server.address}nine/#${link};check=${check}`);
  assert.deepEqual(faults, []);
  await context.close();
});

test('without scripts lessons show pictures and links, and so does the page itself', async () => {
  for (const path of [`nine/lessons/${ORDER[0]}.html`, 'nine/index.html']) {
    const {page, context, faults} = await visit(host, path, {context: {javaScriptEnabled: false}});
    const image = page.locator('nine-fold a img, noscript a img').first();
    await image.waitFor();
    await image.scrollIntoViewIfNeeded();
    const {width, height} = await image.boundingBox();
    assert.ok(width > 200 && height > 100, `${path}: ${width} by ${height}`);
    await image.click();
    assert.match(page.url(), /index\.html#1;source=model|figures\/modify\.html$/);
    assert.deepEqual(faults, []);
    await context.close();
  }
});

test('the page for teachers has six platforms of five lines, and is accessible', async () => {
  for (const colorScheme of ['light', 'dark']) {
    const phone = {colorScheme, viewport: {width: 360, height: 740}};
    const {page, context} = await visit(host, 'nine/embedding.html', {context: phone});
    const lines = await page.locator('ol').evaluateAll(all => all.map(one => one.children.length));
    assert.deepEqual(lines, [5, 5, 5, 5, 5, 5]);
    assert.ok(
      await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
      'nothing is cut off',
    );
    const taken = (await page.locator('pre').allInnerTexts()).join();
    const folder = new URL('.', page.url()).href;
    assert.ok(
      taken.includes(`src="${folder}index.html#1;`) && !taken.includes('example.org'),
      'what is pasted names this site',
    );
    await assertAccessible(page, colorScheme);
    await context.close();
  }
});
