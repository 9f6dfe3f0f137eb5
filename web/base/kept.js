// What this browser remembers, where it lets a page remember anything: in a frame of another
// origin, or with storage that is full or switched off, nothing is kept, and nothing depends on it.

/** @typedef {'localStorage' | 'sessionStorage'} Where for later visits, or for a reload */

/** @param {string} name @param {Where} [where] @returns {string | null} */
export function kept(name, where = 'localStorage') {
  try {
    return globalThis[where].getItem(name);
  } catch {
    return null;
  }
}

/** @param {string} name @param {string | null} text null keeps nothing @param {Where} [where] */
export function keep(name, text, where = 'localStorage') {
  try {
    if (text === null) globalThis[where].removeItem(name);
    else globalThis[where].setItem(name, text);
  } catch {
    // Each visit then begins anew.
  }
}
