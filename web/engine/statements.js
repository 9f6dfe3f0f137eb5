// What readings and questions have in common: statements are put to the engine again whenever the
// figure changes.
import {WANT} from './engine.js';
import {Superseded} from './queue.js';

/** All that a statement may speak of. */
export const FULL = WANT.weights | WANT.measures | WANT.allBaselines | WANT.keep;

/**
 * A call that takes a turn. Calls during a turn are one more turn after it, so that the last
 * change is never missed; a
 * turn that a newer figure ended has not failed.
 * @param {() => Promise<void>} turn
 * @param {(error: unknown) => void} failed
 */
export function latest(turn, failed) {
  let running = false;
  let again = false;
  return async () => {
    again = true;
    if (running) return;
    running = true;
    while (again) {
      again = false;
      await turn().catch(error => {
        if (!(error instanceof Superseded)) failed(error);
      });
    }
    running = false;
  };
}
