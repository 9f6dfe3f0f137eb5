// What is said of copying, saving and of a link that was read: whole sentences, so that another
// language is another list. What can go wrong is in trouble.js. {…} is a place.

/**
 * What takes a while: at once, and as soon as a tenth of it is done.
 * @typedef {{begun: string, far(share: string): string}} Progress
 */

/** @type {Record<'link' | 'figure' | 'file', Progress>} */
export const waiting = {
  link: {
    begun: 'The link is copied as soon as its check has been computed.',
    far: share => `The link is copied as soon as its check has been computed: ${share}.`,
  },
  figure: {
    begun: 'The figure to save is still being made.',
    far: share => `The figure to save is still being made: ${share}.`,
  },
  file: {begun: 'The file is being made.', far: share => `The file is being made: ${share}.`},
};

export const copying = {
  done: 'Copied.',
  byHand: 'Copy it from here:',
  selected: 'It is selected: copy it from here.',
  /** @param {string} why */
  withoutCheck: why => `Copied without a check: ${why}`,
};

/** @param {string} why */
export const notSaved = why => `Not saved: ${why}`;

/** How a link was read. */
export const remarks = {
  someLost: 'Not everything in this link could be used:',
  noneLost: 'How this link was read:',
  linkLeftOut: '“{read}” is left out: {why}.',
  otherFormat:
    'This link is of format {read}, which is not known here. What format 1 also has is shown; ' +
    'check it against where the link is from.',
  read: '“{key}” was read as “{read}”; {why}.',
  readWithMore: '“{key}” was read as “{read}”; {why}; {more}.',
  leftOut: 'It is left out.',
  /** @param {string} used */
  used: used => `Used instead: ${used}.`,
};
