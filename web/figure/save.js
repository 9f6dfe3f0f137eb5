// The figure as files: PNG for a paper or a slide, CSV and JSON for its numbers. What makes them
// is fetched when it is first asked for.
import {addressOf, isPublic, noteOf} from '../state/home.js';
import {without} from '../engine/link-text.js';
import {viewOf} from './view.js';
import {table} from 'made/table.js';

/**
 * @typedef {import('./view.js').Figure} Figure
 * @typedef {import('./view.js').Params} Params
 * @typedef {import('../engine/engine.js').Remark} Remark
 * @typedef {{params: Params, link: string, figure: Figure | null, ignored?: Remark[]}} Saved
 *   ignored: what of the link that was opened was not used as it is written
 */

/** Keys that say only how a figure is looked at. */
const OF_VIEW = new Set(table.filter(({part}) => part === 'view').map(({key}) => key));

/** @param {string} link */
const numbersOf = link => without(link, ...OF_VIEW);

/** The link of what is seen: the figure may be older than the state. @param {Saved} state */
const linkOf = ({figure, link}) =>
  figure && numbersOf(figure.link) !== numbersOf(link) ? figure.link : link;

/**
 * Whoever is given the picture should be able to open it; a page on this machine cannot be opened
 * elsewhere.
 * @param {Saved} state
 * @param {import('../state/home.js').Home} home
 * @returns {string} a line, and one more about it where no address is known
 */
export function lineOf(state, home) {
  const page = isPublic(home.page) ? home.page : '';
  const address = addressOf({...home, page}, linkOf(state), state.figure?.check ?? null);
  return home.page ? address : `${address}\n${noteOf(home)}`;
}

/**
 * On paper it stays with who printed it: the address of this machine is better than none. One that
 * others can open needs no word more.
 * @param {Saved} state
 * @param {import('../state/home.js').Home} home
 */
export function printedLineOf(state, home) {
  const address = addressOf(home, linkOf(state), state.figure?.check ?? null);
  return isPublic(home.page) ? address : `${address}\n${noteOf(home)}`;
}

/** The figure of what is seen, with its link. @param {Saved} state @returns {Figure} */
function made(state) {
  if (!state.figure) throw new Error('There is no figure to save yet.');
  return {...state.figure, link: linkOf(state), ignored: state.ignored ?? []};
}

/** @param {HTMLCanvasElement} canvas @returns {Promise<Blob>} */
const pngOf = canvas =>
  new Promise((done, fail) =>
    canvas.toBlob(
      blob =>
        blob ? done(blob) : fail(new Error('The browser could not make a picture of this size.')),
      'image/png',
    ),
  );

/**
 * Files of a state whose figure is there.
 * @param {{measure(text: string, size: number): number, family(): string,
 *   logits(figure: Figure): import('./view.js').Logits,
 *   words: import('../engine/likely.js').WordsOf,
 *   whole(figure: Figure, tell: import('../state/settled.js').Tell): Promise<Figure>,
 *   home(): import('../state/home.js').Home, bring: import('../shared/pieces.js').Bring}} how
 *   whole: with what is saved, but not shown
 * @returns {import('../shared/saving.js').Save}
 */
export function createSave({measure, family, logits, words, whole, bring, home}) {
  const exporting = () => bring('saving', () => import('./export.js'));
  return {
    async png(state) {
      const {drawnOnPaper} = await bring('saving', () => import('./paper.js'));
      const {params} = state;
      const figure = made(state);
      const view = viewOf(figure, params, logits(state.figure ?? figure));
      const how = {measure, words, family: family(), address: lineOf(state, home())};
      return pngOf(drawnOnPaper(figure, params, view, how));
    },
    async csv(state) {
      const {csvOf} = await exporting();
      return csvOf(state.params, made(state));
    },
    async json(state, tell) {
      const {jsonOf} = await exporting();
      const figure = made(state);
      const {ignored} = figure;
      return jsonOf(state.params, {...(await whole(figure, tell)), ignored});
    },
  };
}
