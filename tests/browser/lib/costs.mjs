// What one element after the other costs a page, in time until its figure stands and in memory; and
// what a page keeps.
import {isAtRest} from './ninefold.mjs';

/**
 * Counts what is still there once all garbage is collected.
 * @param {import('playwright-core').Page} page
 * @returns {Promise<() => Promise<{nodes: number, listeners: number, documents: number}>>}
 */
export async function keptOf(page) {
  const session = await page.context().newCDPSession(page);
  return async () => {
    await session.send('HeapProfiler.collectGarbage');
    const {nodes, jsEventListeners, documents} = await session.send('Memory.getDOMCounters');
    return {nodes, listeners: jsEventListeners, documents};
  };
}

/**
 * @param {import('playwright-core').Page} page an empty one
 * @param {string[]} links one for each element
 * @param {string} script where nine-fold.js is
 */
export async function costsOf(page, links, script) {
  const session = await page.context().newCDPSession(page);
  const costs = [];
  await session.send('Performance.enable');
  const heap = async () => {
    await session.send('HeapProfiler.collectGarbage');
    const {metrics} = await session.send('Performance.getMetrics');
    return metrics.find(({name}) => name === 'JSHeapUsedSize').value;
  };
  let before = await heap();
  for (const link of links) {
    const time = await page.evaluate(
      async ([link, script]) => {
        const from = performance.now();
        await import(script);
        const element = document.createElement('nine-fold');
        element.setAttribute('link', link);
        document.body.append(element);
        element.scrollIntoView();
        await element.ready;
        return performance.now() - from;
      },
      [link, script],
    );
    await page.waitForFunction(isAtRest, await page.locator('nine-fold').last().elementHandle()); // that counts as memory
    const after = await heap();
    costs.push({time, memory: after - before});
    before = after;
  }
  return costs;
}

/**
 * The middle of some: a scavenge may fall on one.
 * @param {{time: number, memory: number}[]} costs
 */
export const typical = costs =>
  Object.fromEntries(
    ['time', 'memory'].map(of => [
      of,
      costs.map(cost => cost[of]).sort((a, b) => a - b)[costs.length >> 1],
    ]),
  );
