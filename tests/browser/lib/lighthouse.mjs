// What Lighthouse thinks of a page, in a browser of its own.
import {createServer} from 'node:net';
import lighthouse from 'lighthouse';
import {launch} from './browser.mjs';

const START = 4000; // ms: a browser that has just started is still busy with itself

const freePort = () => new Promise(done => {
  const probe = createServer().listen(0, '127.0.0.1', () => {
    const {port} = probe.address();
    probe.close(() => done(port));
  });
});

/** One run: scores by category, and what cost points. @param {string} address */
export async function judge(address) {
  const port = await freePort(), browser = await launch([`--remote-debugging-port=${port}`]);
  try {
    await new Promise(done => setTimeout(done, START));
    const onlyCategories = ['performance', 'accessibility', 'best-practices', 'seo'];
    const {lhr} = await lighthouse(address, {port, logLevel: 'error', onlyCategories});
    const scores = Object.fromEntries(onlyCategories.map(key => [key, lhr.categories[key].score]));
    const weak = Object.values(lhr.audits)
      .filter(({score, scoreDisplayMode}) => score !== null && score < 0.9 && scoreDisplayMode !== 'informative');
    return {scores, weak: weak.map(({id, displayValue}) => `${id} ${displayValue ?? ''}`.trim()), error: lhr.runtimeError};
  } finally {
    await browser.close();
  }
}
