// The place of the curve over epsilon, which is fetched when it comes into sight: a first visit
// that stays with the figure does without.
import {windowOf} from '../base/dom.js';

/**
 * @typedef {import('../state/store.js').State} State
 * @typedef {Pick<import('../shared/needs.js').PartNeeds, 'bring' | 'draw' | 'failed' | 'now' | 'act'>
 *   & {maker: import('../engine/core.js').Core, table: import('../state/store.js').Row[],
 *   settled(): boolean}} Needs
 *   settled: has the figure of this state its check?
 */

/** @param {HTMLElement} place hidden where no curve is shown @param {Needs} needs */
export function createCurvePlace(place, needs) {
  /** @type {ReturnType<typeof import('./curve.js').createCurve> | null} */
  let curve = null;
  let isSeen = false;
  let fetched = false;
  let gone = false;

  async function bring() {
    fetched = true;
    const load = () => import('./curve.js');
    const {createCurve} = await needs.bring('the curve over epsilon', load, true);
    if (gone) return; // it would listen to the window for ever
    curve = createCurve(needs);
    place.replaceChildren(curve.element);
    needs.draw();
  }

  const view = windowOf(place);
  const watch = new view.IntersectionObserver(entries => {
    isSeen = entries.some(({isIntersecting}) => isIntersecting);
    if (!isSeen) return;
    watch.disconnect();
    needs.draw();
  });
  watch.observe(place);
  return {
    /** @param {State} state */
    show(state) {
      if (place.hidden) return;
      if (isSeen && !fetched && needs.settled()) bring().catch(needs.failed);
      curve?.show(state);
    },
    destroy() {
      gone = true;
      watch.disconnect();
      curve?.destroy();
    },
  };
}
