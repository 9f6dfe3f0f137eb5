// What panels are called where one must be told from another.
import {titleInColumn} from './messages.js';
import {plain, titlesOf} from './titles.js';
import {PANELS, columnOf} from './view.js';

/**
 * The names of all panels. Those of one title, as where an epsilon stands twice, are told
 * apart by their column.
 * @param {import('./view.js').Figure | null} figure
 * @param {import('./view.js').Params} params
 */
export function namesOf(figure, params) {
  const {titles} = titlesOf(figure, params);
  const isAlone = (/** @type {string} */ title) =>
    titles.indexOf(title) === titles.lastIndexOf(title);
  return titles.map((title, id) =>
    id >= PANELS || isAlone(title) ? plain(title) : titleInColumn(plain(title), columnOf(id)),
  );
}
