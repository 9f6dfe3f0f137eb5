// What this browser remembers of earlier visits, where it lets a page remember anything: in a frame
// of another origin, or with storage that is full or switched off, nothing is kept, and nothing
// depends on it.

/** @param {string} name @returns {string | null} */
export function kept(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** @param {string} name @param {string} text */
export function keep(name, text) {
  try {
    localStorage.setItem(name, text);
  } catch {
    // Each visit then begins anew.
  }
}
