// Where the reader's system chooses the colours, a style of its own is fetched, once it does.
import {adoptStyle} from '../base/styles.js';

/**
 * @param {HTMLElement} frame what gets the style
 * @param {Pick<import('../shared/needs.js').PartNeeds, 'bring' | 'failed'>} needs
 */
export function createForced(frame, {bring, failed}) {
  let isAsked = false;
  return {
    show() {
      if (isAsked || !matchMedia('(forced-colors: active)').matches) return;
      isAsked = true;
      const coming = bring('your colours', () => import('./forced-style.js'));
      coming.then(({style}) => adoptStyle(frame, style)).catch(failed);
    },
  };
}
