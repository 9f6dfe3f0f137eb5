// What Lighthouse thinks of a page, in a browser of its own.
import {mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import lighthouse from 'lighthouse';
import {launch} from './browser.mjs';

/**
 * One run: scores by category, and what cost points.
 * @param {string} address
 * @param {() => Promise<unknown>} [started] what is waited for once the browser has started
 */
export async function judge(address, started = async () => {}) {
  const profile = mkdtempSync(join(tmpdir(), 'lighthouse-'));
  const browser = await launch(['--remote-debugging-port=0'], profile);
  try {
    const port = Number(readFileSync(join(profile, 'DevToolsActivePort'), 'utf8').split('\n')[0]); // any free one
    await started();
    const onlyCategories = ['performance', 'accessibility', 'best-practices', 'seo'];
    const {lhr} = await lighthouse(address, {port, logLevel: 'error', onlyCategories});
    const scores = Object.fromEntries(onlyCategories.map(key => [key, lhr.categories[key].score]));
    const weak = Object.values(lhr.audits).filter(
      ({score, scoreDisplayMode}) =>
        score !== null && score < 0.9 && scoreDisplayMode !== 'informative',
    );
    return {
      scores,
      weak: weak.map(({id, displayValue}) => `${id} ${displayValue ?? ''}`.trim()),
      error: lhr.runtimeError,
    };
  } finally {
    await browser.close();
    rmSync(profile, {recursive: true, maxRetries: 5});
  }
}
