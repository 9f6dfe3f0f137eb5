// The names of the examples, and what to look at in each, in a line. Fetched with their menu.

export const examples = {
  opening: {
    name: 'The head that remembers',
    see: 'Turn its Query down: “whale” gives way to “captain”.',
  },
  sink: {
    name: 'A head that rests',
    see: 'Its left edge, the first token, holds nearly all weight.',
  },
  previous: {
    name: 'A head that looks one token back',
    see: 'Beside the diagonal: each token looks at the one before.',
  },
  induction: {
    name: 'A head that continues what repeats',
    see: 'The second “one two” looks at what followed the first.',
  },
  caption: {
    name: 'A caption that is wrong',
    see: 'Ten sentences about one figure: which are true?',
  },
  /** @param {string} name @param {string} see */
  chosen: (name, see) => `${name}. ${see}`,
};
