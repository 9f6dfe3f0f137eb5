// Keys that work anywhere in the element. All others are left to the page around it.

const WRITTEN_IN = 'textarea, select, input:not([type=range]):not([type=radio])';

/**
 * @param {ShadowRoot} root
 * @param {{undo(): void, redo(): void, full: {toggle(): void, leave(): void}}} on
 * @returns {() => void} ends it
 */
export function listenToKeys(root, on) {
  /** @param {Event} event */
  function listen(event) {
    const {key, ctrlKey, metaKey, shiftKey, altKey, target} = /** @type {KeyboardEvent} */ (event);
    const isAlone = !(ctrlKey || metaKey || altKey);
    if (isAlone && key === 'Escape') on.full.leave();
    if (altKey || !(isAlone ? /^f$/i : /^[zy]$/i).test(key)) return;
    if (target instanceof Element && target.matches(WRITTEN_IN)) return; // it has an undo of its own
    event.preventDefault();
    if (isAlone) on.full.toggle();
    else if (key.toLowerCase() === 'y' || shiftKey) on.redo();
    else on.undo();
  }
  root.addEventListener('keydown', listen);
  return () => root.removeEventListener('keydown', listen);
}
