// Tables of rows with words, on a phone: their cells stand one below the other, each with its name.
import assert from 'node:assert/strict';
import {drive, useBrowser} from './lib/browser.mjs';
import {judge} from './lib/class.mjs';
import {ANNA, QUESTION} from '../node/lib/answer-shapes.mjs';
import {readings} from './lib/readings.mjs';

const shared = useBrowser();
const PHONE = {link: null, context: {viewport: {width: 390, height: 780}}};

/** How far a table of the page goes beyond its place, and the names beside its first row's cells. */
const laidOut = page =>
  page.locator('table.stacked').evaluate(table => {
    const named = [...table.querySelectorAll('tbody tr:first-child td')].filter(
      cell => cell.offsetHeight,
    );
    return {
      beyond: table.scrollWidth - table.closest('.scroll').clientWidth,
      names: named.map(cell => getComputedStyle(cell, '::before').content.slice(1, -1)),
    };
  });

drive('a class', shared, PHONE, async (nine, page) => {
  await judge(nine, page, QUESTION, ANNA);
  await page.getByText('Anna Meier').waitFor();
  const {beyond, names} = await laidOut(page);
  assert.ok(beyond <= 0, `${beyond} pixels`);
  assert.deepEqual(names, ['#', 'Right', 'Check', 'Statement 1', 'Statement 2', 'Answer']);
});

drive('a reading', shared, PHONE, async (nine, page) => {
  for (const {name} of readings) {
    await page.goto(`${nine.address}readings/${name}.html`);
    const {beyond, names} = await laidOut(page);
    assert.ok(beyond <= 0, `${name}: ${beyond} pixels`);
    assert.ok(names.includes('this head') && names.includes('can any head?'), names.join());
  }
});
