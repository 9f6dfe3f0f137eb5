// What readings and questions have in common: statements are put to the engine again whenever the
// figure changes.
import {WANT} from './core.js';
import {Superseded} from './queue.js';

/** All that a statement may speak of. */
export const FULL = WANT.weights | WANT.measures | WANT.allBaselines | WANT.keep;

/**
 * Makes a function that runs a job, one run at a time. Calls while it runs lead to one more run after
 * it, so that the last change is never missed. A run that a newer figure ended has not failed.
 * @param {() => Promise<void>} job
 * @param {(error: unknown) => void} failed
 */
export function latest(job, failed) {
  let running = false;
  let again = false;
  return async () => {
    again = true;
    if (running) return;
    running = true;
    while (again) {
      again = false;
      await job().catch(error => {
        if (!(error instanceof Superseded)) failed(error);
      });
    }
    running = false;
  };
}
