// What the answers say of the figure that is shown: facts in, whole sentences out. Fetched with
// the answers.

/** Numbers of several panels. */
export const numbers = {
  /** @param {string} number @param {string} epsilon of its column */
  at: (number, epsilon) => `${number} at ε = ${epsilon}`,
  /** @param {string[]} all */
  list: all => all.join(', '),
};

/** Why Query and Key look alike; of an operation that multiplies, or of another. */
export const alike = {
  same: 'Here the two rows are the same numbers, to the last bit.',
  sameUnchanged: 'Here the two rows are the same numbers, for nothing was changed in them.',
  /** @param {string} most */
  differ: most => `Here they differ by up to ${most}.`,
  /** @param {string} most */
  differWithoutFactor: most =>
    `Here they differ by up to ${most}, for what is done to them is no factor.`,
};

/** What Value moves. */
export const moved = {
  /** @param {string} shares */
  length: shares => `Here the head’s output keeps this much of its length: ${shares}.`,
  /** @param {string} nats */
  prediction: nats => `The model’s prediction of what comes next moves by ${nats}, in nats.`,
  /** @param {string} head @param {string} most */
  next: (head, most) =>
    `Value’s panels show ${head}, which reads this output: its weights change by up to ${most}.`,
};

/** How even rows become. */
export const even = {
  /** @param {string} most */
  factor: most => `Here the largest difference to even rows is ${most}.`,
  /** @param {string} most */
  other: most =>
    'Here nothing is multiplied: the smaller ε, the less is mixed in. The largest difference ' +
    `to the untouched head is ${most}.`,
};

/**
 * What averaging does to the first token's share.
 * @typedef {{untouched: string, query: string, key: string, value: string}} Shares
 */
export const averaged = {
  /** @param {Shares} shares */
  here: ({untouched, query, key, value}) =>
    `Here the first token holds ${untouched} of a row in the head untouched, ${query} with ` +
    `Query’s mean, ${key} with Key’s and ${value} with Value’s.`,
  /** @param {Shares} shares @param {string} head */
  next: ({untouched, query, key, value}, head) =>
    `Here the first token holds ${untouched} of a row in the head untouched, ${query} with ` +
    `Query’s mean, and ${key} with Key’s; in ${head}, which reads the output, ${value} with ` +
    'Value’s.',
};
