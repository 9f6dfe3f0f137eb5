// Whether this page can open files of the reader's own: one that is a single file comes without
// what reads them.
import {LEVEL} from '../engine/levels.js';
import {page} from '../engine/page-engine.js';

/** Fails where it cannot, with a sentence for its reader. */
export async function mayOpen() {
  if ('ninefoldFile' in globalThis) await page.reach(LEVEL.whole);
}
