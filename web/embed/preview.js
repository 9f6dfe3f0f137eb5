// The figure as it will be where it is embedded, at the width of a phone, a tablet or a desktop;
// made anew when the wishes for it have rested. How high it needs to be is what it says itself.
import {h} from '../base/dom.js';
import {isTied} from '../state/tied.js';
import {fileOf, isTag, linkFor, sourceOf} from './snippets.js';

/**
 * @typedef {import('./snippets.js').Subject} Subject
 * @typedef {import('./snippets.js').EmbedOptions} EmbedOptions
 */

const REST = 400; // ms
const MOST_FITS = 4; // a figure that is given more height may be drawn larger

/** How wide each is, in CSS pixels. @type {Record<string, number>} */
export const WIDTHS = {Phone: 360, Tablet: 768, Desktop: 1100};

/**
 * The page that a frame shows: this one, or the one file, if this page is not one itself.
 * @param {Subject} subject
 * @param {EmbedOptions} options
 */
function pageHere(subject, {form}) {
  const own = location.href.replace(/[?#].*$/, '');
  const isFile = 'ninefoldFile' in globalThis;
  return form === 'file' && !isFile ? new URL(fileOf(subject), own).href : own;
}

/** @param {Subject} subject @param {EmbedOptions} options */
function liveElement(subject, options) {
  const element = document.createElement('nine-fold');
  element.setAttribute('link', linkFor(subject.link, options));
  element.setAttribute('theme', options.theme);
  if (options.parts !== null) element.setAttribute('parts', options.parts);
  if (subject.page) element.setAttribute('home', subject.page);
  return element;
}

/**
 * In a page of others it is an element in any case: nothing is asked of another origin.
 * @param {Subject} subject
 * @param {EmbedOptions} options
 */
function live(subject, options) {
  if (isTag(options.form) || !isTied()) return liveElement(subject, options);
  const page = pageHere(subject, options);
  return h('iframe', {
    src: sourceOf({...subject, page}, {...options, form: 'frame'}),
    title: 'Preview',
    height: options.height,
  });
}

/**
 * Hears how high the figure in a frame is, from when it stands.
 * @param {(height: number) => void} tell
 */
function createMeasuring(tell) {
  /** @type {HTMLIFrameElement | null} */
  let frame = null;
  let stands = false;
  let height = 0;
  let told = 0; // it may be what the frame has: then that is said, too
  let fits = 0;
  const hear = (/** @type {MessageEvent} */ {data, source}) => {
    if (!frame || source !== frame.contentWindow || data?.ninefold !== 1) return;
    if (data.type === 'change') stands = true;
    if (data.type === 'height') ({height} = data);
    if (!stands || height === told || fits >= MOST_FITS) return;
    fits += 1;
    told = height;
    frame.height = String(height);
    tell(height);
  };
  addEventListener('message', hear);
  return {
    /** @param {Element} element a frame, or none */
    of(element) {
      frame = element instanceof HTMLIFrameElement ? element : null;
      stands = false;
      height = told = fits = 0;
    },
    stop: () => removeEventListener('message', hear),
  };
}

/** @param {Subject} subject @param {(height: number) => void} measured */
export function createPreview(subject, measured) {
  const place = h('div', {class: 'sized'});
  const element = h(
    'div',
    {class: 'preview', tabindex: 0, role: 'group', 'aria-label': 'As it will be'},
    place,
  );
  let width = 0;
  let made = '';
  let timer = 0;

  /** What is wider than there is room for is shown smaller. */
  function fit() {
    const scale = Math.min(1, element.clientWidth / width);
    place.style.width = `${width}px`;
    place.style.transform = scale < 1 ? `scale(${scale})` : '';
    place.style.marginBottom = `${(scale - 1) * place.offsetHeight}px`;
  }

  const watch = new ResizeObserver(fit);
  for (const one of [element, place]) watch.observe(one);
  const measuring = createMeasuring(measured);

  /** @param {EmbedOptions} options */
  function make(options) {
    const figure = live(subject, options);
    measuring.of(figure);
    place.replaceChildren(figure);
    fit();
  }

  return {
    element,
    /** @param {EmbedOptions} options @param {number} at how wide */
    show(options, at) {
      const {height, ...others} = options;
      const frame = place.querySelector('iframe');
      const wanted = JSON.stringify([others, at]);
      if (wanted === made) {
        if (frame) frame.height = height; // the same figure, in another height
        return;
      }
      made = wanted;
      width = at;
      clearTimeout(timer);
      timer = setTimeout(() => make(options), place.childElementCount ? REST : 0);
    },
    stop() {
      clearTimeout(timer);
      watch.disconnect();
      measuring.stop();
    },
  };
}
