// The figure as it will be where it is embedded, made anew when the wishes for it have rested.
import {h} from '../dom.js';
import {fileOf, isTag, linkFor, sourceOf} from './snippets.js';

/**
 * @typedef {import('./snippets.js').Subject} Subject
 * @typedef {import('./snippets.js').Wish} Wish
 */

const REST = 400; // ms

/** The page that a frame shows: from where this script came, or, in a page that is one file, itself. @param {string} name */
const pageHere = name => ('ninefoldFile' in globalThis ? location.href.replace(/[?#].*$/, '') : new URL(name, import.meta.url).href);

/** @param {Subject} subject @param {Wish} wish */
function live(subject, wish) {
  if (isTag(wish.form)) {
    const element = document.createElement('nine-fold');
    element.setAttribute('link', linkFor(subject.link, wish));
    element.setAttribute('theme', wish.theme);
    return element;
  }
  const page = pageHere(wish.form === 'file' ? fileOf(subject) : './');
  return h('iframe', {src: sourceOf({...subject, page}, {...wish, form: 'frame'}), title: 'Preview', height: wish.height});
}

/** @param {Subject} subject */
export function createPreview(subject) {
  const element = h('div', {class: 'preview', tabindex: 0, role: 'group', 'aria-label': 'As it will be'});
  let timer = 0;
  return {
    element,
    /** @param {Wish} wish */
    show(wish) {
      clearTimeout(timer);
      timer = setTimeout(() => element.replaceChildren(live(subject, wish)), element.childElementCount ? REST : 0);
    },
    stop() { clearTimeout(timer); },
  };
}
