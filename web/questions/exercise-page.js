// An exercise as a page of its own: its questions, each with its link. It needs nothing beside it.
import {exercise as words} from './messages.js';

/** @typedef {{title: string, address: string}} Item */

const STYLE = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { max-width: 40rem; margin: 2rem auto; padding: 0 1rem; overflow-wrap: anywhere; }
li { margin: 1.5rem 0; } li p { margin: 0 0 .25rem; font-weight: 600; }
@media print { a::after { content: ' ' attr(href); font-size: .8rem; } }
`;

/**
 * The page as a file. Words become text of its elements and never code: a document writes it.
 * @param {string} name
 * @param {Item[]} items
 */
export function pageOf(name, items) {
  const page = document.implementation.createHTMLDocument(name);
  /** @param {string} tag @param {string} text */
  function put(tag, text) {
    const element = page.createElement(tag);
    element.textContent = text;
    return element;
  }
  const list = page.createElement('ol');
  for (const {title, address} of items) {
    const item = page.createElement('li');
    const link = Object.assign(page.createElement('a'), {href: address});
    link.textContent = words.open;
    item.append(put('p', title), link);
    list.append(item);
  }
  const charset = page.createElement('meta');
  charset.setAttribute('charset', 'utf-8');
  const fit = page.createElement('meta');
  fit.name = 'viewport';
  fit.content = 'width=device-width, initial-scale=1';
  page.documentElement.lang = 'en';
  page.head.prepend(charset, fit);
  page.head.append(put('style', STYLE));
  page.body.append(put('h1', name), put('p', words.how), list);
  return `<!doctype html>\n${page.documentElement.outerHTML}\n`;
}

/** A line for each question, to be put into a mail. @param {Item[]} items */
export const listOf = items =>
  items.map(({title, address}, i) => `${i + 1}. ${title}\n${address}`).join('\n\n');
