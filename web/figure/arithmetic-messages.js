// What is said of the arithmetic of a cell. Numbers come as texts.

/** What the rows of numbers are, one for each channel. */
export const rows = {query: 'query', key: 'key', products: 'query × key', sums: 'their sum so far'};

/**
 * @param {string} query a place and a word
 * @param {string} key
 * @param {string} head another one than the head under study, or ''
 */
export const title = (query, key, head) =>
  `From query ${query} and key ${key} to their weight${head && ` in ${head}`}`;

/** @param {string} drawn such as "largest of 3 × 4" */
export const pooled = drawn => `The panel shows the ${drawn} cells; this is one of them.`;

export const digits = 'All digits';

/** The table of channels. */
export const channel = 'channel';

/** The powers of a row, by key. */
export const power = {key: 'key', power: 'power'};

export const masked =
  'The mask hides this key from this query: the weight is 0, and no more is computed.';

const ADDED = 'Powers are added in sixteen sums side by side, and these by halves.';

/** The steps after the sum of products. */
export const steps = {
  /** @param {number} d */
  root: d => ({name: 'Root', sum: `√${d}`, why: `${d} is how many channels the head has.`}),
  /** @param {string} root @param {string} temperature */
  divisor: (root, temperature) => ({
    name: 'Divisor',
    sum: `${root} × ${temperature}`,
    why: `${temperature} is the temperature.`,
  }),
  /** @param {string} multiplier @param {string} divisor */
  scale: (multiplier, divisor) => ({
    name: 'Scale',
    sum: `${multiplier} / ${divisor}`,
    why: `${multiplier} is what the logits are multiplied by here; 1 leaves them.`,
  }),
  /** @param {string} scale */
  slope: scale => ({
    name: 'In base 2',
    sum: `${scale} × log₂ e`,
    why:
      'log₂ e turns powers of e into powers of 2. Root, divisor and scale have double precision, ' +
      'all other numbers single.',
  }),
  /** @param {string} product @param {string} largest @param {string} slope */
  exponent: (product, largest, slope) => ({
    name: 'Exponent',
    sum: `(${product} − ${largest}) × ${slope}`,
    why: `${largest} is the row’s largest sum of products: without it powers might be too large.`,
  }),
  /** @param {string} product @param {string} largest @param {string} slope */
  exponentBesideNothing: (product, largest, slope) => ({
    name: 'Exponent',
    sum: `(${product} − ${largest}) × ${slope}`,
    why: `${largest} is the row’s largest sum of products, or 0 where that is more.`,
  }),
  /** @param {string} exponent */
  power: exponent => ({name: 'Power', sum: `2 to the power of ${exponent}`, why: ''}),
  /** @param {number} count */
  sum: count => ({name: 'Row’s sum', sum: `the row’s ${count} powers`, why: ADDED}),
  /** @param {number} count @param {string} unseen */
  sumAndOne: (count, unseen) => ({
    name: 'Row’s sum',
    sum: `the row’s ${count} powers and ${unseen}`,
    why: `${unseen} is the power of a logit of 0, which “Softmax + 1” adds. ${ADDED}`,
  }),
  /** @param {string} sum */
  factor: sum => ({name: 'One over it', sum: `1 / ${sum}`, why: ''}),
  /** @param {string} power @param {string} factor */
  weight: (power, factor) => ({name: 'Weight', sum: `${power} × ${factor}`, why: ''}),
  /** @param {string} product @param {string} slope @param {string} shift */
  shifted: (product, slope, shift) => ({
    name: 'Exponent',
    sum: `${product} × ${slope} + ${shift}`,
    why: `${shift} is the bias × log₂ e.`,
  }),
  /** @param {string} exponent */
  powerOfSize: exponent => ({
    name: 'Power',
    sum: `2 to the power of minus the size of ${exponent}`,
    why: 'Of minus its size, so that it is never too large.',
  }),
  /** @param {string} power */
  one: power => ({name: 'Sum', sum: `1 + ${power}`, why: ''}),
  /** @param {string} above @param {string} sum */
  quotient: (above, sum) => ({name: 'Weight', sum: `${above} / ${sum}`, why: ''}),
};
