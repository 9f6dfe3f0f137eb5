// What is said of files, and of those that cannot be made.

export const saving = {
  figure: 'Which figure',
  which: {b: 'B, what is changed', a: 'A, what is held', both: 'both, in two files'},
  together: 'Each file’s link holds the other figure as well: opened, it shows both.',
  noPicture: 'The browser could not make a picture of this size.',
  noPage: 'The page as one file did not come: ninefold-model.html is not beside this page.',
  /** @param {number} times @param {number} dots to the inch */
  size: (times, dots) => `${times}× (${dots} dpi)`,
  /** @param {number} megabytes @param {string} link */
  tooLarge: (megabytes, link) =>
    `The file would have ${megabytes.toLocaleString('en')} MB, too much for a page. ` +
    `The command line writes it: ninefold panels '${link}' --npz figure.npz`,
};
