// Copying, where the browser and the page around allow it.

/** In a frame that may not write to the clipboard, trying alone is an error on the console. */
function mayCopy() {
  /** @type {unknown} */
  const page = document;
  const {featurePolicy: policy} = /** @type {{featurePolicy?: {allowsFeature(name: string): boolean}}} */ (page);
  return Boolean(navigator.clipboard) && (policy?.allowsFeature('clipboard-write') ?? true);
}

/** @param {string} text @returns {Promise<boolean>} false where the clipboard is out of reach */
export async function copied(text) {
  if (!mayCopy()) return false;
  return navigator.clipboard.writeText(text).then(() => true, () => false);
}

/**
 * Copies what a field holds, or else selects it there.
 * @param {HTMLInputElement | HTMLTextAreaElement} field
 * @param {boolean} shown does it stand there anyway?
 */
export async function copyFrom(field, shown) {
  const done = await copied(field.value);
  field.hidden = done && !shown;
  if (!done) { field.focus(); field.select(); }
  return done;
}

export const BY_HAND = 'Copy it from here:';
export const ONLY_HERE = 'on this machine only: others cannot open this address.';
