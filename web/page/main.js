// The page around the one element: its address, and the reader's choice of light or dark. In a
// frame, or with ?embed, there is nothing around it.
import {adoptStyle} from '../base/styles.js';
import {h} from '../base/dom.js';
import {keep, kept} from '../base/kept.js';
import {NineFold, OPENING, tieToAddress} from '../element/nine-fold.js';

/**
 * The policy in the page names no host, since for Safari 'self' is nothing in a frame that has no
 * origin of its own. From here on it does: what is fetched comes from where the page came from. (A
 * page that is one file fetches nothing.)
 */
function keepToOwnOrigin() {
  const own = `'self' ${new URL(location.href).origin}`;
  document.head.append(
    h('meta', {
      'http-equiv': 'Content-Security-Policy',
      content: `script-src ${own} 'wasm-unsafe-eval'; connect-src ${own}; frame-src ${own}`,
    }),
  );
}

const KEY = 'ninefold-theme';

const DEAF =
  'This page and the one around it do not hear each other: a part of this page did not ' +
  'come. The figure is that of its own address. Reload the page.';

/** The choice of last time, if this browser lets a page remember. @param {NineFold} element */
function rememberTheme(element) {
  const theme = kept(KEY);
  if (theme) element.setAttribute('theme', theme);
  const noteTheme = () => keep(KEY, element.getAttribute('theme') ?? 'auto');
  new MutationObserver(noteTheme).observe(element, {attributeFilter: ['theme']});
}

/** A strict policy stops the style that stands in the page, but not one that a script adopts. */
function restoreStyle() {
  const inside = document.querySelector('style');
  if (inside && !inside.sheet) adoptStyle(document, inside.textContent ?? '');
}

/** What the page around this one says waits until it can be heard. @param {NineFold} element */
function joinPageAround(element) {
  /** @type {MessageEvent[]} */
  const early = [];
  const wait = (/** @type {MessageEvent} */ message) => {
    early.push(message);
  };
  addEventListener('message', wait);
  import('./frame.js')
    .then(({embed}) => {
      removeEventListener('message', wait);
      embed(element, early);
    })
    .catch(error => {
      console.error(error);
      element.before(h('p', {role: 'status'}, DEAF));
    });
}

if (!('ninefoldFile' in globalThis)) keepToOwnOrigin();
const embedded = parent !== window || new URLSearchParams(location.search).has('embed');
const element = document.querySelector('nine-fold');
if (element instanceof NineFold) {
  tieToAddress(element, element.getAttribute('link') ?? OPENING); // before all else: no figure is shown of a link that was not read
  if (embedded) joinPageAround(element);
  else rememberTheme(element);
  restoreStyle();
}
