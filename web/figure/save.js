// The figure as files, and in print. What makes files is fetched when "Save" is first opened.
import {addressOf, isPublic, noteOf} from '../state/home.js';
import {without} from '../engine/link-text.js';
import {answerOf, questionOf} from '../state/answering.js';
import {table} from 'made/table.js';

/**
 * @typedef {import('./view.js').Figure} Figure
 * @typedef {import('./view.js').Params} Params
 * @typedef {import('../engine/core.js').Remark} Remark
 * @typedef {{params: Params, link: string, figure: Figure | null, ignored?: Remark[]}} Saved
 *   ignored: what of the link that was opened was not used as it is written
 */

/** Keys that say only how a figure is looked at. */
const OF_VIEW = new Set(table.filter(({part}) => part === 'view').map(({key}) => key));

/** @param {string} link */
const numbersOf = link => without(link, ...OF_VIEW);

/** The link of what is seen: the figure may be older than the state. @param {Saved} state */
export const linkOf = ({figure, link}) =>
  figure && numbersOf(figure.link) !== numbersOf(link) ? figure.link : link;

/**
 * What is typed from paper is short: the question stands beside it. On paper it stays with who
 * printed it: the address of this machine is better than none. One that others can open needs no
 * word more.
 * @param {Saved} state
 * @param {import('../state/home.js').Home} home
 */
export function printedLineOf(state, home) {
  const link = state.figure ? questionOf(answerOf(linkOf(state))) : state.link;
  const address = addressOf(home, link, state.figure?.check ?? null);
  return isPublic(home.page) ? address : `${address}\n${noteOf(home)}`;
}

/** The figure of what is seen, with its link. @param {Saved} state @returns {Figure} */
export function made(state) {
  if (!state.figure) throw new Error('There is no figure to save yet.');
  return {...state.figure, link: linkOf(state), ignored: state.ignored ?? []};
}
