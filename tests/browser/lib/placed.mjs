// Whether all that a page shows has its place in the window.

/**
 * What sticks out of the window or is cut off, as sentences. Runs in the page. What scrolls within
 * itself on purpose, and
 * what is there for screen readers alone, is left out.
 */
export function misplaced() {
  const found = [];
  const wide = document.documentElement.clientWidth;
  const isForReaders = rect => rect.width <= 2 || rect.height <= 2;
  const name = element =>
    `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''} "${(element.textContent ?? '').trim().slice(0, 30)}"`;
  const walk = (parent, scrolls) => {
    for (const element of parent.children) {
      const style = getComputedStyle(element);
      const rect = element.getBoundingClientRect();
      if (
        style.display === 'none' ||
        style.visibility === 'hidden' ||
        (isForReaders(rect) && style.display !== 'contents')
      )
        continue;
      const isScroller = /auto|scroll/.test(style.overflowX);
      if (!scrolls && (rect.right > wide + 0.5 || rect.left < -0.5))
        found.push(`${name(element)} from ${rect.left} to ${rect.right} of ${wide}`);
      const hasText = [...element.childNodes].some(node => node.nodeType === 3 && node.data.trim());
      const isCut = style.overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1;
      if (!isScroller && hasText && isCut)
        found.push(`${name(element)} is cut: ${element.scrollWidth} in ${element.clientWidth}`);
      if (
        element.matches('input:not([type=range], [type=radio], [type=checkbox])') &&
        element.scrollWidth > element.clientWidth + 1
      )
        found.push(`${name(element)} holds "${element.value}", which is cut`);
      walk(element.shadowRoot ?? element, scrolls || isScroller);
    }
  };
  walk(document.body, false);
  if (document.documentElement.scrollWidth > wide)
    found.push(`the page is ${document.documentElement.scrollWidth} wide in ${wide}`);
  return found;
}
