// How long the page's own thread is busy at a stretch, from Chromium's trace. Processor time, not time of day: on a
// machine that does other things the clock on the wall says nothing about the page.

const CATEGORIES = ['disabled-by-default-devtools.timeline', '__metadata'];

/**
 * The longest task of the page's main thread while something is done.
 * @param {import('playwright-core').Page} page
 * @param {() => Promise<unknown>} action
 * @returns {Promise<{processor: number, wall: number, count: number}>} milliseconds; of how many tasks
 */
export async function longestTask(page, action) {
  const browser = page.context().browser();
  await browser.startTracing(page, {categories: CATEGORIES});
  await action();
  const {traceEvents} = JSON.parse((await browser.stopTracing()).toString());
  const main = traceEvents.filter(({name, args}) => name === 'thread_name' && args.name === 'CrRendererMain').map(({tid}) => tid);
  const tasks = traceEvents.filter(({name, tid}) => name === 'RunTask' && main.includes(tid));
  const timed = tasks.filter(({tdur}) => tdur !== undefined); // the one in which the trace ended has no end
  if (timed.length < tasks.length - 3)
    throw new Error(`${tasks.length - timed.length} of ${tasks.length} tasks have no processor time`);
  const most = key => Math.max(...timed.map(task => task[key])) / 1000;
  return {processor: most('tdur'), wall: most('dur'), count: timed.length};
}
