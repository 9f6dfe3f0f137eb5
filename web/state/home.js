// Where figures are opened: what the links that are handed out begin with. That is the attribute
// `home` of the element, else the public address that the build was told, else the page itself
// where it shows the links of its address. Never where the scripts are: a bundler moves those.
import {quoted} from '../base/foreign.js';
import {isTied} from './tied.js';
import {sealed, valueIn} from '../engine/link-text.js';
import {home as words} from './messages.js';
import {ownPages, address as published} from 'made/settings.js';

/**
 * @typedef {{page: string, misread: string}} Home
 *   page: '' where none is known; misread: what the attribute says, in quotation marks, where that
 *   cannot be used
 * @typedef {{text: string, note: string}} Handed a link to copy, and what is to be known of it
 */

const MOST_PASS = 2000; // characters of an address that every program takes

/** @param {string} said @param {string} base @returns {URL | null} */
function parsed(said, base) {
  try {
    return new URL(said, base);
  } catch {
    return null;
  }
}

/**
 * A folder, which ends in a slash, or a page; '' if it cannot be one.
 * @param {string} said
 * @param {string} base
 */
function pageAt(said, base) {
  const url = parsed(said, base);
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) return '';
  return /[?#]/.test(url.href) ? '' : url.href.replace(/\/([^/.]+)$/, '/$1/');
}

/** This page, where it shows the links of its address and has one that can be opened again. */
function pageHere() {
  const own = location.href.replace(/[?#].*$/, '');
  return isTied() && /^(https?|file):/.test(own) ? own : '';
}

/** @param {Element} host the element @returns {Home} */
export function homeOf(host) {
  const said = host.getAttribute('home')?.trim() ?? '';
  const otherwise = published || pageHere();
  const page = said && pageAt(said, host.ownerDocument.baseURI);
  if (page) return {page, misread: ''};
  return {page: otherwise, misread: said && quoted(said)};
}

/** Can others open this address? @param {string} address */
export function isPublic(address) {
  if (!address) return false;
  const {protocol, hostname} = new URL(address);
  return protocol.startsWith('http') && !/^(localhost|127\.|\[::1\]|.*\.localhost$)/.test(hostname);
}

/**
 * The published site has pages of some kinds of figure, whose preview shows that kind where a link
 * is shared.
 * @param {string} page
 * @param {string} kind
 */
export const pageOfKind = (page, kind) =>
  page === published && ownPages.includes(kind) ? `${page}${kind}.html` : page;

/** @param {Home} home @param {string} link @param {string | null} check */
export const addressOf = ({page}, link, check) =>
  `${page && `${pageOfKind(page, valueIn(link, 'figure'))}#`}${sealed(link, check)}`;

/** What is to be known of an address that begins with this, or ''. @param {Home} home */
export function noteOf({page, misread}) {
  if (!page) return misread ? words.misread(misread) : words.none;
  if (misread) return words.misreadReplaced(misread, page);
  return isPublic(page) ? '' : words.onlyHere;
}

/** What may happen to a long address on its way to others, or ''. @param {string} address */
export const cutNote = address =>
  address.length > MOST_PASS ? words.long(address.length, MOST_PASS) : '';

/**
 * @param {Element} host the element
 * @param {string} link
 * @param {string | null} check
 * @returns {Handed}
 */
export function handedOut(host, link, check) {
  const home = homeOf(host);
  const text = addressOf(home, link, check);
  return {text, note: [noteOf(home), cutNote(text)].filter(Boolean).join(' ')};
}
