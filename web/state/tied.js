// Whose links stand in the page's address, and what it says.

/** The link in the page's address, after # or as ?s=; '' if there is none. */
export function linkOfPage() {
  if (location.hash.length > 1) return location.hash;
  return new URLSearchParams(location.search).has('s') ? location.search : '';
}

/** In a page of others nobody's. @type {Element | null} */
let tied = null;

/** From now on the address has this element's links. @param {Element} element */
export function tie(element) {
  tied = element;
}

/** Does the page show the links of its address? A page of others does not. */
export const isTied = () => tied !== null;

/** @param {Element} element */
export const isTiedTo = element => tied === element;

/**
 * Did the reader open a link? Not where this page wrote its address itself, which browsers
 * remember beyond a reload.
 */
export const isOpenedLink = () =>
  isTied() && parent === window && linkOfPage() !== '' && !history.state?.ninefold;
