// Where tensors of the reader's own are asked for: as a source, by a file that is dropped, and where
// a link needs them. What opens them is fetched then.
import {takeDrops} from '../shared/dropped.js';
import {limitOf} from '../state/limits.js';

/**
 * @typedef {Pick<import('../own/tensors.js').Needs, 'root' | 'table' | 'now' | 'act' | 'again'> &
 *   {draw(): void, failed(error: unknown): void, bring: import('../shared/pieces.js').Bring}} Needs
 */

/** One file, and none of a model? @param {import('../shared/dropped.js').Dropped} dropped */
const isTensors = ({entries, files}) =>
  files.length === 1 &&
  !/\.gguf$|^config\.json$/i.test(files[0].name) &&
  !entries.some(entry => entry?.isDirectory);

/** @param {Needs} needs */
export function createTensorPlace(needs) {
  const {root, now, draw, failed, bring} = needs;

  /** @param {File | null} [file] */
  async function open(file = null) {
    draw(); // a choice of this source is none yet
    try {
      const load = () => import('../own/tensors.js');
      const {openTensorDialog} = await bring('tensors of your own', load);
      openTensorDialog(needs, file);
    } catch (error) {
      failed(error);
    }
  }

  const destroy = takeDrops(
    /** @type {HTMLElement} */ (root.host),
    dropped => isTensors(dropped) && limitOf(now().params, 'source') === 'free',
    ({files}) => void open(files[0]),
  );
  return {open, destroy};
}
