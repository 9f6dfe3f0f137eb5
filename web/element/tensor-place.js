// Where tensors of the reader's own are asked for: as a source, by a file that is dropped, and where
// a link needs them. What opens them is fetched then.
import {spell, unspell} from '../controls/text.js';
import {limitOf} from '../state/limits.js';

/**
 * @typedef {import('../state/store.js').State} State
 * @typedef {{root: ShadowRoot, table: import('../state/store.js').Row[], now(): State,
 *   act: import('../shared/needs.js').Set, again(): void, draw(): void, failed(error: unknown): void,
 *   bring: import('../shared/pieces.js').Bring}} Needs
 *   again: the figure that stands is asked for once more
 */

/** One file, and none of a model? @param {DataTransfer} dropped */
const isTensors = ({items, files}) =>
  files.length === 1 &&
  !/\.gguf$|^config\.json$/i.test(files[0].name) &&
  ![...items].some(item => item.webkitGetAsEntry()?.isDirectory);

/** @param {Needs} needs */
export function createTensorPlace({root, table, now, act, again, draw, failed, bring}) {
  const host = /** @type {HTMLElement} */ (root.host);

  /** What a link needs that is of tensors and has no figure. */
  function asked() {
    const {params, status} = now();
    const {source, file, named, rotary} = params;
    const isNeeded = source === 'tensors' && status.kind === 'error';
    return isNeeded ? {file, named: unspell(named), rotary} : null;
  }

  /**
   * Shows what was brought: in the link that asks for it, or else in one of its own, without what
   * tensors do not have.
   * @param {{rotary: string, named: string}} chosen
   */
  function show({rotary, named}) {
    const needed = asked();
    host.scrollIntoView({block: 'start'});
    if (needed?.file && needed.rotary === rotary) return again();
    const others = table.filter(({sources}) => !sources.includes('tensors'));
    const usual = others.map(row => [row.key, row.default]);
    const own = {source: 'tensors', file: '', head: 'auto', rotary, named: spell(named)};
    act.set({...Object.fromEntries(usual), ...own}, false);
  }

  /** @param {File | null} [file] */
  async function open(file = null) {
    draw(); // a choice of this source is none yet
    try {
      const load = () => import('../own/tensors.js');
      const {openTensorDialog} = await bring('tensors of your own', load);
      openTensorDialog({root, asked: asked(), show}, file);
    } catch (error) {
      failed(error);
    }
  }

  const over = (/** @type {DragEvent} */ event) => {
    if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
  };
  const dropped = (/** @type {DragEvent} */ event) => {
    const {dataTransfer} = event;
    if (!dataTransfer || !isTensors(dataTransfer) || limitOf(now().params, 'source') !== 'free')
      return;
    event.preventDefault();
    open(dataTransfer.files[0]);
  };
  host.addEventListener('dragover', over);
  host.addEventListener('drop', dropped);

  return {
    open,
    destroy() {
      host.removeEventListener('dragover', over);
      host.removeEventListener('drop', dropped);
    },
  };
}
