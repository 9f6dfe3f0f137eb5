// What the figure says where a number or a name stands in a sentence: whole sentences with places,
// so that the figure speaks another language by another list. What a place takes is plain text.

/** @typedef {{query: string, key: string, weight: string}} Cell names of both, and a number */

/** A head of the next layer, in which Value is seen, before it is known which one. */
export const heads = {
  following: 'the following head', // of a head made by hand
  next: 'a head of the next layer',
  /** @param {number} layer @param {number} head */
  at: (layer, head) => `layer ${layer}, head ${head}`,
};

/** Where a column stands. */
export const COLUMNS = ['left', 'middle', 'right'];

/** @param {string} title that several panels share @param {number} column */
export const titleInColumn = (title, column) => `${title} (${COLUMNS[column]} column)`;

/** A panel for those who do not see it. `head` is another head that it shows. */
export const summary = {
  /** @param {string} head */
  ofHead: head => `These are the weights of ${head}, which reads what this head puts out.`,
  /** @param {number} rows @param {number} columns */
  size: (rows, columns) => `${rows} queries by ${columns} keys.`,
  /** @param {number} position @param {string} token */
  token: (position, token) => `${position} (${token})`,
  /** @param {Cell} cell */
  strongest: ({query, key, weight}) => `Strongest cell: query ${query} gives key ${key} ${weight}.`,
  /** @param {Cell} cell @param {Cell} chosen of the queries that may look at several keys */
  strongestOfChoice: ({query, key, weight}, chosen) =>
    `Strongest cell: query ${query} gives key ${key} ${weight}; of the queries with a choice, ` +
    `query ${chosen.query} gives key ${chosen.key} ${chosen.weight}.`,
  /** @param {string} x */
  firstColumn: x => `The first column holds on average ${x}.`,
  /** @param {string} x */
  diagonal: x => `The diagonal holds on average ${x}.`,
  /** @param {string} x */
  change: x => `Largest change to the untouched head: ${x}.`,
  /** @param {string} x @param {string} head */
  changeOfHead: (x, head) => `Largest change to ${head} untouched: ${x}.`,
  /** @param {string} x */
  length: x => `Length of the outputs against the untouched head: ${x}.`,
  /** @param {string} x */
  lengthOfThis: x => `Length of this head’s outputs against the untouched head: ${x}.`,
  /** @param {string} x */
  prediction: x => `The prediction after the last token moves by ${x} nats.`,
  /** @param {string} other */
  same: other => `The same picture as ${other}.`,
};

/** What stands under the panels and is no measure of the engine's table. */
export const meanings = {
  untouched: 'the untouched head',
  length: 'of a token’s output (norm) against the untouched head’s',
  prediction: 'how far the model’s prediction after the last token moves (KL divergence, in nats)',
};

/** Why panels show the very same weights. */
export const reasons = {
  oneFactor: 'Query and Key: one factor on the same logits.',
  tooSmall:
    'Both factors are so small that every logit is 0: all keys that may be looked at ' +
    'get the same weight.',
  sameNumber: 'The two factors are the same number in single precision (float32).',
  noCopy: 'Copy is 0: the following head takes up nothing of what this one hands on.',
  noEpsilon: 'A mean has no epsilon.',
  sameEpsilon: 'ε is the same in both.',
  /** @param {string} response */
  samePower: response => `ε to the power of ${response} is the same in both.`,
  value: 'Value never enters these weights.',
};

/**
 * Why nothing was changed in two panels, by what leaves them as they are.
 * @type {Record<'epsilon' | 'power' | 'factor', (none: number, response: string) => string>}
 */
export const unchanged = {
  epsilon: none => `Nothing was changed: ε is ${none}.`,
  power: (none, response) => `Nothing was changed: ε to the power of ${response} is ${none}.`,
  factor: none => `Nothing was changed: in single precision (float32) the factor is ${none}.`,
};

/**
 * The same, where one of the two is Value’s.
 * @type {typeof unchanged}
 */
export const unchangedBesideValue = {
  epsilon: none =>
    `Nothing was changed in one of them: ε is ${none}. ` +
    'Value never enters the weights of the other.',
  power: (none, response) =>
    `Nothing was changed in one of them: ε to the power of ${response} is ${none}. ` +
    'Value never enters the weights of the other.',
  factor: none =>
    'Nothing was changed in one of them: in single precision (float32) the factor is ' +
    `${none}. Value never enters the weights of the other.`,
};

/** Two panels that show the same. */
export const twins = {
  /** @param {string} one @param {string} other @param {string} reason a sentence */
  named: (one, other, reason) => `${one} shows the same as ${other}. ${reason}`,
  /** @param {string} reason a sentence */
  sign: reason => `The same picture. ${reason}`,
};

/** What of a block of cells is drawn. @type {Record<string, string>} */
export const POOLED = {max: 'largest', mean: 'mean'};

/** The line under the figure; its phrases stand behind marks of their own. */
export const key = {
  beside: 'Beside each panel, query by query: ',
  says: 'Under each panel: the word that the model says next there, and its chance.',
  underEach: 'Under each panel: ',
  same: ' “=” stands between panels with the same weights.',
  length: 'length of its output (line: the untouched head’s; full: twice that). ',
  lengthFirst: 'length of its output (line: the untouched head’s; full: twice that); ',
  moved: 'how far the model’s prediction moves (0.001 to 10 nats, by powers of ten). ',
  under: 'Under it: ',
  /** @param {string} words what a measure is */
  meaning: words => ` ${words}; `,
  /** @param {string} words */
  lastMeaning: words => ` ${words}.`,
  /** @param {string} head @param {string} own */
  aboutHead: (head, own) =>
    ` Value’s panels show ${head}, which reads what this head puts out: their change is to ` +
    `${head} untouched; ${own} this head’s.`,
  /** What stands there and is not of that head. By the style: without predictions, with them. */
  own: {
    plain: ['the length is', 'the word under them is'],
    paper: ['strips and length are', 'strips and prediction are'],
  },
  /** @param {string} pool */
  pooled: pool => ` Blocks of cells are drawn as one, by their ${POOLED[pool]}.`,
  numbered: ' Along the axes: positions from 0, because not every token fits.',
};

/** What stands where a panel has nothing to show, or not all. */
export const notes = {
  tooManyLogits: 'Too many logits to show',
  tooManyWeights: 'Too many weights to show',
  crossed: 'Queries of one input, keys of another: untouched there is no such panel',
  /** @param {number} off @param {number} of */
  off: (off, of) => `${off.toLocaleString('en')} of ${of.toLocaleString('en')} cells off the scale`,
};

/** How a square is read, and what is under the cross-hair. */
export const reading = {
  keys: 'Arrow keys move · 1 to 9 and 0 choose a panel · Enter keeps the cell · B row as bars · A arithmetic · Z enlarges · T table · Escape goes back',
  /** @param {string} begins what the first column is */
  square: begins =>
    'A row is the token (a word or a piece of one) that looks, a column the one it looks at; ' +
    `the left edge is ${begins}.`,
  firstToken: 'the first token',
  /** By the style in which it is drawn. @type {Record<string, string>} */
  ahead: {
    plain: 'The top right is empty: no token looks ahead.',
    paper: 'The top right is 0: no token looks ahead.',
  },
  many: 'With so many tokens nearly every weight is close to 0, and drawn alike.',
  byRow: 'Scale each row by its largest',
  /** @param {number} position @param {string} token */
  token: (position, token) => `${position} “${token}”`,
  /** @param {string} pool @param {number} down @param {number} across */
  pooled: (pool, down, across) => `${POOLED[pool]} of ${down} × ${across}`,
  /** @param {Cell} cell */
  spoken: ({query, key: to, weight}) => `query ${query}, key ${to}: ${weight}`,
  /** @param {Cell} cell @param {string} head */
  spokenOfHead: ({query, key: to, weight}, head) =>
    `query ${query}, key ${to}: ${weight} in ${head}`,
};

/** A cell opened into its arithmetic. */
export const unfolding = {piece: 'the arithmetic of a cell', open: 'Arithmetic'};

/** What the button on a panel does. */
export const zooming = {
  back: 'Back to all nine panels',
  /** @param {string} panel */
  enlarge: panel => `Enlarge: ${panel}`,
};

/** Behind a caption. @param {string} heads as links list them */
export const alsoChanged = heads =>
  `; predictions with layer.head ${heads.replaceAll('~', ', ')} changed, too`;

/** @type {[string, string][]} */
const WITHOUT_TAKING = [
  ['Taking the Mean of ', ''],
  ['Head after', 'Head:'],
  ['Adding Noise to', 'Noise on'],
];

/**
 * How titles are put where there is little room: what stands for what, in the order in which words
 * are given up. @type {[string, string][][]}
 */
export const SHORTER = [
  [],
  [['Taking the Mean', 'Mean']],
  WITHOUT_TAKING,
  [
    ...WITHOUT_TAKING,
    ['Modifying ', ''],
    ['The head untouched', 'Untouched'],
    ['Following Head', 'Next'],
    ['Layer ', 'L'],
    [', Head ', ' H'],
    [' towards Its Mean', ''],
    [' (Input 1)', ' 1'],
    [' (Input 2)', ' 2'],
    [' (Input 3)', ' 3'],
  ],
];
