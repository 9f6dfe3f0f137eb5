// The places of the element: what is at hand, the figure with what belongs to it, everything else
// behind "More", and the explanations. It stands before anything has been loaded, and nothing
// moves when that arrives.
import {h} from '../base/dom.js';
import {isOfOneInput} from '../engine/kinds.js';
import {asks} from '../state/answering.js';
import {createNotice} from '../shared/notice.js';

/** @typedef {ReturnType<typeof createShell>} Shell */

/** @param {string} name @param {Node[]} inside */
const place = (name, ...inside) => h('div', {class: name}, ...inside);

const UNDER = 130; // CSS pixels: slider and buttons are about so high, in a wide place
const LEAST_BESIDE = 190; // and the map of heads so wide
const LEAST_COMPOSED = 940; // and a composed layout
const READ = 6.4; // caption and readout under a figure that fills the screen, of their letters

const MORE = {
  class: 'more',
  id: 'more',
  role: 'group',
  'aria-label': 'More settings',
  hidden: true,
};

/**
 * The place of the controls behind "More", and its button. Parts are groups and no landmarks: a
 * page may hold many elements, and a landmark's name should be the only one.
 * @param {() => Promise<void>} opened fails if the controls did not come
 */
function createMore(opened) {
  const controls = h('div', {...MORE});
  const button = h(
    'button',
    {
      type: 'button',
      class: 'quiet',
      'aria-expanded': 'false',
      'aria-controls': 'more',
      onclick() {
        const is = button.getAttribute('aria-expanded') === 'false';
        unfold(is);
        if (is) opened().catch(() => unfold(false));
      },
    },
    'More',
  );
  function unfold(/** @type {boolean} */ is) {
    controls.hidden = !is;
    button.setAttribute('aria-expanded', String(is));
  }
  return {
    controls,
    button,
    /** @param {boolean} is */
    offer(is) {
      button.hidden = !is;
      if (!is) unfold(false);
    },
  };
}

/** What else there is to do with a figure. */
function createLeads() {
  const entry = (/** @type {string} */ text) => h('button', {type: 'button', class: 'entry'}, text);
  const entries = {
    reading: entry('Can you trust a figure’s caption?'),
    making: entry('Make a question of this figure'),
  };
  const {reading, making} = entries;
  const own = entry('Open a model of your own');
  const tensors = entry('Show Query, Key and Value of your own');
  const surprise =
    'Two descriptions of one picture say the opposite, and each is true of some head.';
  const why = h('p', {class: 'help'}, surprise);
  const leads = h('div', {class: 'entries'}, reading, why, making, own, tensors);
  return {entries, own, tensors, leads};
}

/** The places that are filled by others. */
const createPlaces = () => ({
  top: place('top-place'),
  side: place('side-place'),
  texts: place('texts-place'),
  slider: place('slider-place'),
  prompt: place('prompt-place'),
  answer: place('answer-place'),
  buttons: place('buttons'),
  picture: place('picture'),
  curve: place('curve-place'),
  pair: place('pair-place'),
  under: place('under'),
  why: place('why'),
  heads: place('heads-place'),
});

/** @typedef {ReturnType<typeof createPlaces>} Places */

/** What changes the figure and is always at hand. @param {Places} places */
const createHand = ({prompt, slider, answer, buttons}) =>
  h(
    'div',
    {class: 'hand', role: 'group', 'aria-label': 'At hand'},
    place('try', prompt, slider, answer),
    buttons,
  );

/**
 * Where the slider stays at the lower edge of the window, what stays above it needs its height.
 * @param {HTMLElement} layout
 */
function watchHand(layout) {
  const card = /** @type {HTMLElement} */ (layout.querySelector('.try'));
  const fit = () => {
    const stays = getComputedStyle(card).position === 'sticky';
    layout.style.setProperty('--at-hand', stays ? `${card.offsetHeight}px` : '0px');
  };
  const watch = new ResizeObserver(fit);
  watch.observe(card);
  watch.observe(layout);
}

/**
 * What is at hand stands under the untouched head, where the figure leaves it room there.
 * @param {HTMLElement} layout
 * @param {Places} places answer: what comes and goes there
 * @returns {import('../figure/picture.js').Room}
 */
function createRoom(layout, {answer, picture}) {
  let had = '';
  let top = 0;
  const set = (/** @type {string} */ name, /** @type {number} */ x) =>
    layout.style.setProperty(`--free-${name}`, `${Math.round(x)}px`);
  const fit = () => set('end', top + UNDER + answer.offsetHeight); // the figure is no shorter than that
  new ResizeObserver(fit).observe(answer);
  const isComposed = () => layout.classList.contains('composed');
  return {
    under: () => (isComposed() ? UNDER : 0),
    filled() {
      const root = /** @type {ShadowRoot} */ (layout.getRootNode());
      const isFull =
        root.fullscreenElement !== null && root.fullscreenElement === layout.parentElement;
      if (!isFull || !isComposed() || picture.clientWidth < LEAST_COMPOSED) return 0;
      const letters = parseFloat(getComputedStyle(picture.firstElementChild ?? picture).fontSize);
      return Math.max(picture.clientHeight - READ * letters, 0);
    },
    leave(free) {
      const now = JSON.stringify(free);
      if (now === had) return;
      had = now;
      const {under = null, beside = null} = free ?? {};
      layout.classList.toggle('roomy', under !== null);
      layout.classList.toggle('beside', beside !== null && beside.width >= LEAST_BESIDE);
      if (!under || !beside) return;
      top = under.y;
      set('top', top);
      set('width', under.width);
      set('left', beside.x);
      set('over', beside.y);
      set('beside', beside.width);
      fit();
    },
  };
}

/** @param {{dismiss(): void, opened(): Promise<void>}} on */
export function createShell(on) {
  const places = createPlaces();
  const {top, side, texts, picture, curve, pair, under, why, heads} = places;
  const notice = createNotice(on);
  const {controls, button: more, offer: offerMore} = createMore(on.opened);
  const {entries, own, tensors, leads} = createLeads();
  const hand = createHand(places);
  const notes = place('notes', notice.element, notice.progress);
  const stage = place(
    'stage',
    place('sticky', notes, h('h2', {class: 'said'}, 'Figure'), picture, under),
  );
  const morePlace = place('more-place', more, controls, leads);
  const layout = place('layout', top, texts, hand, pair, stage, curve, heads, morePlace, side, why);
  const element = place('frame', layout);
  const room = createRoom(layout, places);
  watchHand(layout);
  return {
    ...places,
    stage,
    element,
    entries,
    own,
    tensors,
    notice,
    controls,
    room,

    /**
     * A figure of one untouched head, with nothing opened or asked beside it, takes the whole width, in plain
     * style: who answers a question needs the slider near it.
     * @param {Record<string, string>} params
     * @param {boolean} isOpen is something read or made beside it?
     */
    compose(params, isOpen) {
      const isPair = params.pair !== '' && !isOpen;
      const isAlone = !isOpen && !isPair && !asks(params);
      const isLarge = isOfOneInput(params) && params.value !== 'next';
      const isComposed = params.style === 'plain' && isLarge && isAlone;
      layout.classList.toggle('paired', isPair);
      layout.classList.toggle('composed', isComposed);
    },

    /** May the controls be used? @param {boolean} is */
    reachable(is) {
      for (const part of [texts, hand, pair, curve, heads, more, leads, under]) part.inert = !is;
    },

    /**
     * What is not seen yet takes the room that the page reserved, or a window's height, so that what
     * stands below comes into sight only in its place.
     * @param {boolean} is
     */
    seen(is) {
      element.style.visibility = is ? '' : 'hidden';
      element.style.minHeight = is ? '' : 'var(--room, 100vh)';
    },

    /**
     * @param {Record<'more' | 'why' | 'leads' | 'curve', boolean>} is what there is to find in
     *   each
     */
    offer(is) {
      offerMore(is.more);
      why.hidden = !is.why;
      curve.hidden = !is.curve;
      leads.hidden = !is.leads || parent !== window; // a course page has its own questions
    },

    /** While a description is read, what else there is to do is put away. @param {boolean} is */
    reading(is) {
      element.classList.toggle('reading', is);
    },
  };
}
