// Sentence, figure and readout over the whole screen, for lectures. Offered where the browser can,
// and the page around allows it.
import {h} from '../base/dom.js';
import {icon} from '../base/icons.js';
import {adoptStyle} from '../base/styles.js';
import {isOffered} from './next-words.js';

/**
 * @param {HTMLElement} frame what fills the screen
 * @param {Pick<import('../shared/needs.js').PartNeeds, 'bring' | 'failed'>} needs
 */
export function createFullScreen(frame, {bring, failed}) {
  const {document} = frame.ownerDocument.defaultView ?? window;
  const isFull = () => /** @type {ShadowRoot} */ (frame.getRootNode()).fullscreenElement === frame;
  let isRefused = !document.fullscreenEnabled;

  const button = h(
    'button',
    {
      type: 'button',
      class: 'quiet',
      'aria-label': 'Full screen',
      title: 'Full screen (f)',
      onclick: toggle,
    },
    icon('full'),
  );

  async function enter() {
    const filled = frame.requestFullscreen().catch(() => {
      isRefused = true;
      show();
    });
    const {style} = await bring('full screen', () => import('./full-screen-style.js'));
    adoptStyle(frame, style);
    await filled;
  }

  function leave() {
    if (isFull()) document.exitFullscreen();
  }

  function toggle() {
    if (isFull()) leave();
    else if (!button.hidden) enter().catch(failed);
  }

  function show() {
    button.hidden = isRefused || !isOffered();
    button.setAttribute('aria-pressed', String(isFull()));
  }

  frame.addEventListener('fullscreenchange', show);
  return {button, toggle, leave, show};
}
