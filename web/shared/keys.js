// Keys that are not for the page around the element: those that a control in it uses. A deck would
// turn its slide while somebody writes, because all it sees of what has the focus is <nine-fold>.

const WRITING = 'textarea, select, input:not([type=range]):not([type=radio]):not([type=checkbox])';
const MOVING = 'input[type=range], input[type=radio], [role=radio]';
const PRESSED = 'button, summary, a[href], input[type=checkbox]';
const STEPS = /^(Arrow(Up|Down|Left|Right)|Home|End|PageUp|PageDown)$/;

/** Is the key used where it was pressed? @param {KeyboardEvent} event */
export function isUsed(event) {
  const [target] = event.composedPath();
  const {key} = event;
  if (event.defaultPrevented || event.isComposing) return true;
  if (!(target instanceof Element) || key === 'Tab') return false;
  if (target.matches(WRITING)) return key !== 'Escape';
  if (target.matches(MOVING)) return STEPS.test(key) || key === ' ';
  return target.matches(PRESSED) && (key === 'Enter' || key === ' ');
}

/** @param {ShadowRoot} root @returns {() => void} ends it */
export function keepUsedKeys(root) {
  const keep = (/** @type {Event} */ event) => {
    if (isUsed(/** @type {KeyboardEvent} */ (event))) event.stopPropagation();
  };
  const kinds = ['keydown', 'keypress', 'keyup'];
  for (const kind of kinds) root.addEventListener(kind, keep);
  return () => {
    for (const kind of kinds) root.removeEventListener(kind, keep);
  };
}
