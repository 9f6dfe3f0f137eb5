// What the controls at hand say to readers. The table of the engine gives labels; here is what it
// leaves to the page. The words of choices: choices.js.

/** What every reset leads back to. */
export const AS_OPENED = 'Back to what was opened';

/** What the fields of texts say. */
export const texts = {
  only: 'The text it reads',
  /** @param {number} input from 1 */
  label: input => `Text ${input}`,
  /** @param {string} why */
  refused: why => `This text is not read: ${why}.`,
  /** @param {number} most characters of one byte */
  tooLong: most =>
    `This text is not read: it is too long for a link, which holds ${most} plain characters; ` +
    'accented or non-Latin ones count as two or more.',
  /** @param {number} most characters of a link */
  linkTooLong: most =>
    `This text is not read: with it the whole link would be longer than ${most} characters.`,
  /** @param {string} why a sentence */
  earlierStays: why => `${why} The figure still shows the earlier text.`,
};

/** The words of a text as handles. */
export const tokens = {
  label: 'Words of the text: what each looks at',
  keys: 'Arrows go along, Enter keeps a word, Escape lets go.',
  /** @param {string} word @param {string} share */
  gets: (word, share) => `${word} ${share}`,
  /** @param {string} word @param {string[]} looked at, with shares, the most first */
  name: (word, looked) => (looked.length ? `${word}, looks at ${looked.join(', ')}` : word),
};

/** What a slider says. */
export const sliders = {
  /** @param {string} label @param {string} which of three */
  label: (label, which) => `${label}, ${which}`,
  /** @param {string} value @param {string} means */
  means: (value, means) => `${value}; ${means}`,
  /** @param {string} share */
  first: share => `the first token holds ${share}`,
  middle: ' of the middle column',
  factor: ' of the middle column: what Query, Key or Value is multiplied by',
  keys: 'Arrows move it, Page Up and Page Down go to the next mark.',
  /** @param {string} label */
  asNumber: label => `${label}, as a number`,
  /** @param {string} label */
  reset: label => `Reset ${label}`,
  /** @param {string} read @param {string} why @param {string} kept */
  refused: (read, why, kept) => `${read} is no value here; ${why}. ${kept} is kept.`,
  /** @param {string} why @param {string} kept */
  refusedNothing: (why, kept) => `Nothing is no value here; ${why}. ${kept} is kept.`,
};
