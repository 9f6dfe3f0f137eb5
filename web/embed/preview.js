// The figure as it will be where it is embedded, made anew when the wishes for it have rested.
import {h} from '../base/dom.js';
import {isTied} from '../state/tied.js';
import {fileOf, isTag, linkFor, sourceOf} from './snippets.js';

/**
 * @typedef {import('./snippets.js').Subject} Subject
 * @typedef {import('./snippets.js').EmbedOptions} EmbedOptions
 */

const REST = 400; // ms

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

/**
 * In a page of others it is an element in any case: nothing is asked of another origin.
 * @param {Subject} subject
 * @param {EmbedOptions} options
 */
function live(subject, options) {
  if (isTag(options.form) || !isTied()) {
    const element = document.createElement('nine-fold');
    element.setAttribute('link', linkFor(subject.link, options));
    element.setAttribute('theme', options.theme);
    if (subject.page) element.setAttribute('home', subject.page);
    return element;
  }
  const page = pageHere(subject, options);
  return h('iframe', {
    src: sourceOf({...subject, page}, {...options, form: 'frame'}),
    title: 'Preview',
    height: options.height,
  });
}

/** @param {Subject} subject */
export function createPreview(subject) {
  const element = h('div', {
    class: 'preview',
    tabindex: 0,
    role: 'group',
    'aria-label': 'As it will be',
  });
  let timer = 0;
  return {
    element,
    /** @param {EmbedOptions} options */
    show(options) {
      clearTimeout(timer);
      timer = setTimeout(
        () => element.replaceChildren(live(subject, options)),
        element.childElementCount ? REST : 0,
      );
    },
    stop() {
      clearTimeout(timer);
    },
  };
}
