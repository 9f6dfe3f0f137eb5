// An element of which only some parts are shown, as its attribute `parts` says: the panels, and
// beside them what it names. With `small` the nine panels are small where the place is narrow, so
// that they can stay in sight. Fetched where there is such an attribute.
import {adoptStyle} from '../base/styles.js';
import {createGlance, glanceStyle} from '../figure/glance.js';
import {captionOf} from '../figure/titles.js';
import {small} from './few-messages.js';

/** Which place of the element each word of the attribute shows. */
const PLACES = {
  question: '.top-place',
  text: '.texts-place',
  slider: '.hand',
  curve: '.curve-place',
  more: '.more-place',
  links: '.under',
};

const withheld = Object.entries(PLACES).map(
  ([word, place]) => `:host([parts]:not([parts~=${word}])) ${place} { display: none !important; }`,
);

const style = `
${withheld.join('\n')}
:host([parts]) :is(.point, .examples, .prompt-place, .answer-place, .buttons, .heads-place, .entries, .side-place, .why) { display: none !important; }
:host([parts]) .layout { padding: 4px 0; }
:host([parts~=small]) .fig-caption { display: none; }
@container (min-width: 560px) {
  :host([parts~=curve]) :is(.fig-key, .fig-read, .fig-table) { display: none; } /* the curve comes into sight */
  :host([parts~=curve]) .hand { display: none !important; } /* its handles are the sliders */
}
${glanceStyle}
:host(:not([parts~=small])) .glance { display: none; }
:host([parts~=small]) .glance { --side: min(75px, 21cqi, max(50px, 10vh)); position: static; margin-inline: 0; padding-inline: 0; box-shadow: none;
  justify-content: center; grid-template-columns: minmax(0, max-content) repeat(3, var(--side)) 26px; }
:host([parts~=small]) .glance canvas { width: var(--side); height: var(--side); }
:host([parts~=small]) .glance .row { padding-inline-end: 4px; text-align: end; }
@container (max-width: 559px) {
  :host([parts~=small]) .glance { display: grid; }
  :host([parts~=small]) :is(.picture, .next-words) { display: none; }
  :host([parts~=small]) .layout { gap: 4px; }
  :host([parts~=small]) .try { position: static; padding: 2px 0; border: 0; box-shadow: none; background: none; }
  :host([parts~=small]) .curve-place { display: none !important; }
  @media (max-height: 639px) { :host([parts~=small]) .tokens { display: none; } }
}
`;

/** What the attribute does not name is not seen from now on. @param {HTMLElement} stage */
export const withhold = stage => adoptStyle(stage, style);

/**
 * @param {HTMLElement} host
 * @param {HTMLElement} stage where the panels stand
 * @param {import('../engine/core.js').Core} maker
 */
export function createFew(host, stage, maker) {
  const glance = createGlance(maker);
  glance.element.removeAttribute('aria-hidden');
  glance.element.setAttribute('role', 'img');
  withhold(stage);
  stage.append(glance.element);
  return {
    /** @param {import('../state/store.js').State} state */
    show(state) {
      const {figure, params} = state;
      if (!host.getAttribute('parts')?.includes('small')) return;
      if (figure) glance.element.setAttribute('aria-label', small(captionOf(figure, params)));
      glance.show(state);
    },
  };
}
