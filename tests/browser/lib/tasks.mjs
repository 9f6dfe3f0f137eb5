// How long the page's own thread is busy at a stretch, from Chromium's trace. Processor time, not
// time of day: on a machine that does other things the clock on the wall says nothing about the
// page.

const CATEGORIES = ['disabled-by-default-devtools.timeline', '__metadata'];

/**
 * The longest task of the page's main thread while something is done. Chromium does not know the
 * processor time of every
 * task: such a one took at most as long as the clock on the wall says, which is more where the
 * machine is busy.
 * @param {import('playwright-core').Page} page
 * @param {() => Promise<unknown>} action
 * @returns {Promise<{processor: number, atMost: number, count: number}>} milliseconds: the longest
 *   that is known, and what
 *   none was longer than; of how many tasks
 */
export async function longestTask(page, action) {
  const browser = page.context().browser();
  await browser.startTracing(page, {categories: CATEGORIES});
  await action();
  const {traceEvents} = JSON.parse((await browser.stopTracing()).toString());
  const main = traceEvents
    .filter(({name, args}) => name === 'thread_name' && args.name === 'CrRendererMain')
    .map(({tid}) => tid);
  const tasks = traceEvents.filter(({name, tid}) => name === 'RunTask' && main.includes(tid));
  const known = tasks.flatMap(({tdur}) => tdur ?? []); // in microseconds
  const bounds = tasks.flatMap(({tdur, dur}) => tdur ?? dur ?? []); // the one in which the trace ended has no end
  return {
    processor: Math.max(...known) / 1000,
    atMost: Math.max(...bounds) / 1000,
    count: known.length,
  };
}
