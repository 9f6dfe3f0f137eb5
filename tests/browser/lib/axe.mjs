// axe-core in the page. Its source is evaluated from outside, which no policy of the page forbids.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';

const SOURCE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

const where = ({target, failureSummary}) =>
  `    ${target.flat().join(' ')}: ${failureSummary.replace(/\s+/g, ' ')}`;
const tell = ({id, help, nodes}) => `${id}: ${help}\n${nodes.map(where).join('\n')}`;

/**
 * Fails on any violation in the page as it stands.
 * @param {import('playwright-core').Page} page
 * @param {string} state
 */
export async function assertAccessible(page, state) {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(SOURCE);
  const {violations, passes} = await page.evaluate(() =>
    globalThis.axe.run(document, {resultTypes: ['violations', 'passes']}),
  );
  assert.deepEqual(violations.map(tell), [], state);
  assert.ok(passes.length > 10, 'axe looked at the page');
}
