// What the tables of a panel say; fetched with them.
import {POOLED} from './messages.js';

/** The numbers of a panel as a table, in pages. */
export const numbers = {
  /** @param {string} panel */
  caption: panel => `${panel}: weights, one query a row.`,
  /** @param {string} panel @param {string} head */
  captionOfHead: (panel, head) => `${panel}: weights of ${head}, one query a row.`,
  /** @param {number} from @param {number} to */
  rows: (from, to) => `rows ${from} to ${to}`,
  /** @param {number} from @param {number} to */
  columns: (from, to) => `columns ${from} to ${to}`,
  /** @param {string} pool @param {number} down @param {number} across */
  block: (pool, down, across) =>
    `Each number is the ${POOLED[pool]} of at most ${down} by ${across}.`,
};
