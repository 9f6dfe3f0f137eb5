// What panels are called where one must be told from another.
import {plain, titlesOf} from './titles.js';
import {PANELS} from './view.js';

/** Where a column stands. */
export const COLUMNS = ['left', 'middle', 'right'];

/**
 * The names of the twelve panels. Those of one title, as where an epsilon stands twice, are told
 * apart by their column.
 * @param {import('./view.js').Figure | null} figure
 * @param {import('./view.js').Params} params
 */
export function namesOf(figure, params) {
  const {titles} = titlesOf(figure, params);
  const isAlone = (/** @type {string} */ title) =>
    titles.indexOf(title) === titles.lastIndexOf(title);
  return titles.map(
    (title, id) =>
      plain(title) + (id >= PANELS || isAlone(title) ? '' : ` (${COLUMNS[id % 3]} column)`),
  );
}
