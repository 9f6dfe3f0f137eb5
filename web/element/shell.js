// The places of the element: what is at hand, the figure with what belongs to it, everything else
// behind "More", and the explanations. It stands before anything has been loaded, and nothing
// moves when that arrives.
import {h} from '../base/dom.js';
import {createNotice} from '../shared/notice.js';

/** @typedef {ReturnType<typeof createShell>} Shell */

/** @param {{dismiss(): void, opened(): void}} on */
export function createShell(on) {
  const place = (/** @type {string} */ name, /** @type {Node[]} */ ...inside) =>
    h('div', {class: name}, ...inside);
  const top = place('top-place');
  const side = place('side-place');
  const texts = place('texts-place');
  const slider = place('slider-place');
  const prompt = place('prompt-place');
  const answer = place('answer-place');
  const buttons = place('buttons');
  const picture = place('picture');
  const under = place('under');
  const why = place('why');
  const notice = createNotice(on);
  // Parts are groups and no landmarks: a page may hold many elements, and a landmark's name should
  // be the only one.
  const controls = h('div', {
    class: 'more',
    id: 'more',
    role: 'group',
    'aria-label': 'More settings',
    hidden: true,
  });
  const more = h(
    'button',
    {
      type: 'button',
      class: 'quiet',
      'aria-expanded': 'false',
      'aria-controls': 'more',
      onclick() {
        unfold(more.getAttribute('aria-expanded') === 'false');
        on.opened();
      },
    },
    'More',
  );
  function unfold(/** @type {boolean} */ is) {
    controls.hidden = !is;
    more.setAttribute('aria-expanded', String(is));
  }
  const entry = (/** @type {string} */ text) => h('button', {type: 'button', class: 'entry'}, text);
  const entries = {
    reading: entry('Can you trust a figure’s caption?'),
    making: entry('Make a question of this figure'),
  };
  const leads = h('p', {class: 'entries'}, ...Object.values(entries));
  const hand = h(
    'div',
    {class: 'hand', role: 'group', 'aria-label': 'At hand'},
    place('try', prompt, slider, answer),
    buttons,
  );
  const stage = h(
    'div',
    {class: 'stage'},
    place('sticky', notice.element, notice.progress, picture, under),
  );
  const element = place(
    'frame',
    place('layout', top, texts, hand, stage, place('more-place', more, controls, leads), side, why),
  );
  /** May the controls be used? @param {boolean} is */
  const reachable = is => {
    for (const part of [texts, hand, more, leads, under]) part.inert = !is;
  };
  /**
   * What is not seen yet takes a window's height, so that what stands below comes into sight only
   * in its place.
   * @param {boolean} is
   */
  const seen = is => {
    element.style.visibility = is ? '' : 'hidden';
    element.style.minHeight = is ? '' : '100vh';
  };
  /** @param {Record<'more' | 'why' | 'leads', boolean>} is what there is to find in each */
  function offer(is) {
    more.hidden = !is.more;
    if (!is.more) unfold(false);
    why.hidden = !is.why;
    leads.hidden = !is.leads || parent !== window; // a course page has its own questions
  }
  /** While a description is read, what else there is to do is put away. @param {boolean} is */
  const reading = is => {
    element.classList.toggle('reading', is);
  };
  return {
    element,
    reachable,
    seen,
    offer,
    reading,
    top,
    side,
    entries,
    texts,
    slider,
    prompt,
    answer,
    buttons,
    notice,
    picture,
    under,
    controls,
    why,
  };
}
