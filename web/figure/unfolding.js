// Where a cell's arithmetic opens, under the read-out: fetched when it is first asked for, and asked
// of the engine for each cell that is chosen while it is open.
import {h} from '../base/dom.js';
import {tokenText} from '../base/format.js';
import {reading, unfolding} from './messages.js';
import {panelsOf} from './view.js';

/**
 * @typedef {import('./view.js').Figure} Figure
 * @typedef {import('../state/store.js').Focus} Focus
 * @typedef {{head: string, pooled: string}} Told of the cell, as the read-out has it
 * @typedef {{bring: import('../shared/pieces.js').Bring, changed(): void,
 *   ask: import('./picture.js').On['ask']}} Needs
 */

/** @param {Figure} figure @param {number} input @param {number} at */
function nameOf(figure, input, at) {
  const token = figure.inputs?.[input]?.tokens?.[at];
  return token === undefined ? String(at) : reading.token(at, tokenText(token));
}

/** @param {Figure} figure @param {Focus} focus @param {Told} told */
function namesOf(figure, {panel, query, key}, {head, pooled}) {
  const {queryInput, keyInput, columns} = /** @type {NonNullable<Figure['panels'][number]>} */ (
    panelsOf(figure)[panel]
  );
  return {
    query: nameOf(figure, queryInput, query),
    key: nameOf(figure, keyInput, key),
    head,
    pooled,
    keys: Array.from({length: columns}, (_, at) => nameOf(figure, keyInput, at)),
  };
}

/** @param {Focus} focus */
const placeOf = ({panel, query, key}) => [panel, query, key].join();

/** @param {Needs} needs */
export function createUnfolding({bring, changed, ask}) {
  const element = h('div', {id: 'fig-steps-place', hidden: true});
  /** @type {ReturnType<typeof import('./arithmetic.js').createArithmetic> | null} */
  let arithmetic = null;
  let isOpen = false;
  /** @type {{figure: Figure | null, place: string}} */
  let of = {figure: null, place: ''};

  /** @param {Figure} figure @param {Focus} focus @param {Told} told */
  async function fill(figure, focus, told) {
    const asked = (of = {figure, place: placeOf(focus)});
    const load = () => import('./arithmetic.js');
    const {createArithmetic, arithmeticOf} = await bring(unfolding.piece, load);
    const found = await ask(figure, engine => arithmeticOf(engine, focus));
    if (asked !== of) return;
    const isFirst = element.hidden;
    arithmetic ??= createArithmetic();
    element.replaceChildren(arithmetic.element);
    element.hidden = false;
    arithmetic.show(found, namesOf(figure, focus, told));
    if (isFirst) element.scrollIntoView({block: 'nearest'});
  }

  return {
    element,
    get isOpen() {
      return isOpen;
    },
    toggle() {
      isOpen = !isOpen;
      changed();
    },
    /**
     * @param {Figure | null} figure
     * @param {Focus | null} focus
     * @param {Told | null} told null: there is no such cell
     */
    show(figure, focus, told) {
      if (!isOpen || !figure || !focus || !told) {
        element.hidden = true;
        if (!(focus && told) && of.figure) isOpen = false; // the cell was let go, and not still to come
        of = {figure: null, place: ''};
      } else if (figure !== of.figure || placeOf(focus) !== of.place)
        fill(figure, focus, told).catch(() => {}); // what did not come has been told; a newer figure is asked about next
    },
  };
}
