// What is said of a pair of figures.

export const pair = {
  title: 'A is held. What you change is B.',
  label: 'Two figures',
  shows: 'Shown beside B',
  a: 'A',
  difference: 'B − A',
  swap: 'Swap A and B',
  keepA: 'Keep A',
  keepB: 'Keep B',
  same: 'B is as A so far: change anything, and what changes is B.',
  /** @param {string} label @param {string} a @param {string} b */
  other: (label, a, b) => `${label}: A has ${a}; B has ${b}`,
  nothing: 'nothing',
  /** @param {string} panel @param {string} number */
  largest: (panel, number) =>
    `Shown at A’s place: B − A, panel by panel. The largest difference is ${number}: ${panel}.`,
  none: 'Shown at A’s place: B − A, panel by panel. No weight differs.',
  read: 'Point at a cell of the difference, or move to one by the arrow keys, to read it.',
  /** @param {{query: string, key: string, a: string, b: string, more: string}} cell */
  cell: ({query, key, a, b, more}) => `Query ${query}, key ${key}: A ${a}, B ${b}, B − A ${more}.`,
  /** @param {string} inB @param {string} inA */
  token: (inB, inA) => `${inB} (in A ${inA})`,
  /** @param {string} panel @param {string} number */
  summary: (panel, number) => `${panel}, B − A: the largest difference is ${number}.`,
  /** @param {string} a @param {string} b */
  shapes: (a, b) =>
    `No difference is drawn: A’s panels have ${a} cells and B’s ${b}, so that no cell of one ` +
    'is a cell of the other.',
  many: 'No difference is drawn: so many cells are not kept one by one.',
  coming: 'Both figures are being made.',
  notMade: 'No difference is drawn: one of the figures could not be made.',
  reproduced: 'B is reproduced, bit for bit.',
  /** @param {string} expected @param {string} check */
  differs: (expected, check) =>
    `B differs: the link says ${expected}, and here it came out as ${check}.`,
  /** @param {string} key @param {string} why */
  refused: (key, why) => `Not all that the link says of B could be used: ${key}, ${why}.`,
};
