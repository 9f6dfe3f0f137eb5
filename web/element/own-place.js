// Where models of the reader's own are asked for: an entry below the figure, files that are dropped,
// and a figure whose model is not here. What opens them is fetched then.
import {page} from '../engine/page-engine.js';
import {takeDrops} from '../shared/dropped.js';
import {limitOf} from '../state/limits.js';

/**
 * @typedef {import('../state/store.js').State} State
 * @typedef {Pick<import('../own/own.js').Needs, 'root' | 'place' | 'now' | 'act' | 'numbers' |
 *   'again' | 'stop' | 'failed'> & {entry: HTMLElement, draw(): void,
 *   bring: import('../shared/pieces.js').Bring}} Needs
 */

/** Of a model? Others may take what is of none. @param {import('../shared/dropped.js').Dropped} dropped */
const isModel = ({entries, files}) =>
  entries.some(entry => entry?.isDirectory) ||
  files.some(({name}) => /\.gguf$|^config\.json$/i.test(name));

/** @param {State} state */
const isAbsent = ({params, status}) =>
  params.source === 'model' &&
  status.kind === 'error' &&
  /^other-(named-)?model$/.test(status.fault?.cause ?? '');

/** @param {Needs} needs */
export function createOwnPlace(needs) {
  const {root, entry, draw, bring, failed} = needs;
  /** @type {ReturnType<typeof import('../own/own.js').createOwn> | null} */
  let own = null;
  /** @type {Promise<void> | null} */
  let coming = null;

  const load = () =>
    (coming ??= bring('a model of your own', () => import('../own/own.js')).then(
      ({createOwn}) => {
        own = createOwn(needs);
      },
      error => {
        coming = null;
        throw error;
      },
    ));

  entry.onclick = () => load().then(() => own?.open(), failed);
  const host = /** @type {HTMLElement} */ (root.host);
  const isFree = () => limitOf(needs.now().params, 'source') === 'free';
  const destroy = takeDrops(
    host,
    dropped => isModel(dropped) && isFree(),
    dropped => void load().then(() => own?.openDropped(dropped), failed),
  );

  return {
    /** @param {State} state */
    show(state) {
      const missing = isAbsent(state);
      if (own) own.show(state, missing);
      else if (missing || page.isOwn(state.params)) load().then(draw, failed);
    },
    destroy,
  };
}
