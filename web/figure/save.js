// The figure as files: PNG for a paper or a slide, CSV and JSON for its numbers. What makes them is fetched when it is
// first asked for.
import {addressOf, isPublic, noteOf} from '../home.js';
import {viewOf} from './view.js';

/**
 * @typedef {import('./view.js').Figure} Figure
 * @typedef {import('./view.js').Params} Params
 * @typedef {{params: Params, link: string, figure: Figure | null}} Saved
 */

/**
 * Whoever reads the picture should be able to open it; a page on this machine cannot be opened elsewhere.
 * @param {Saved} state
 * @param {import('../home.js').Home} home
 * @returns {string} a line, and one more about it where no address is known
 */
export function lineOf({figure, link}, home) {
  const page = isPublic(home.page) ? home.page : '';
  const address = addressOf({...home, page}, figure?.link ?? link, figure?.check ?? null);
  return home.page ? address : `${address}\n${noteOf(home)}`;
}

/** @param {Saved} state @returns {Figure} */
function made({figure}) {
  if (!figure) throw new Error('There is no figure to save yet.');
  return figure;
}

/** @param {HTMLCanvasElement} canvas @returns {Promise<Blob>} */
const pngOf = canvas => new Promise((done, fail) => canvas.toBlob(blob =>
  (blob ? done(blob) : fail(new Error('The browser could not make a picture of this size.'))), 'image/png'));

/**
 * Files of a state whose figure is there.
 * @param {{measure(text: string, size: number): number, family(): string,
 *   logits(figure: Figure): import('./view.js').Logits,
 *   whole(figure: Figure, tell: import('../settled.js').Tell): Promise<Figure>,
 *   home(): import('../home.js').Home, bring: import('../around/pieces.js').Bring}} how
 *   whole: with what is saved, but not shown
 * @returns {import('../around/saving.js').Save}
 */
export function createSave({measure, family, logits, whole, bring, home}) {
  const exporting = () => bring('saving', () => import('./export.js'));
  return {
    async png(state) {
      const {drawnOnPaper} = await bring('saving', () => import('./paper.js'));
      const {params} = state, figure = made(state);
      const view = viewOf(figure, params, logits(figure));
      const how = {measure, family: family(), address: lineOf(state, home())};
      return pngOf(drawnOnPaper(figure, params, view, how));
    },
    async csv(state) {
      const {csvOf} = await exporting();
      return csvOf(state.params, {...made(state), link: state.link});
    },
    async json(state, tell) {
      const {jsonOf} = await exporting();
      return jsonOf(state.params, {...await whole(made(state), tell), link: state.link});
    },
  };
}
