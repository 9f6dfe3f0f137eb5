// When the map of heads is there, and what it is of: it is measured when it is first looked at, and
// anew for other texts.
import {h, say} from '../base/dom.js';
import {EngineError} from '../engine/core.js';
import {Superseded, page} from '../engine/page-engine.js';
import {limitOf} from '../state/limits.js';
import {createHeads} from './heads.js';
import {map} from './messages.js';

/**
 * @typedef {import('../state/store.js').State} State
 * @typedef {import('../state/store.js').Figure} Figure
 * @typedef {import('../engine/core.js').Head} Head
 */

const SOON = 2; // seconds: a map that takes longer is asked for

/**
 * @param {import('../engine/core.js').Core} maker
 * @param {Pick<import('../shared/needs.js').PartNeeds, 'draw' | 'failed'>
 *   & {visible(): boolean, settled(): boolean, choose(layer: number, head: number): void}} on
 */
export function createMap(maker, on) {
  const why = h('p', {class: 'note', role: 'status'});
  const place = h('div', {});
  const again = h('button', {
    type: 'button',
    class: 'quiet',
    hidden: true,
    onclick() {
      wanted = offered || refused;
      refused = '';
      on.draw();
    },
  });
  const element = h('div', {class: 'heads'}, place, why, again);
  const heads = createHeads(on);
  /** @type {Head[]} */
  let list = [];
  let known = '';
  let refused = ''; // the texts it is of, and those it could not be made of
  let asking = false;
  let [offered, wanted] = ['', '']; // texts of which a map that takes long is offered, and asked for

  /** @param {Figure} figure @param {string} key */
  async function ask(figure, key) {
    asking = true;
    try {
      list = await page.measureHeads(maker, figure);
      known = key;
      place.replaceChildren(heads.element);
    } catch (error) {
      if (error instanceof Superseded) return; // by a figure; after it this is asked again
      refused = key;
      if (!(error instanceof EngineError)) on.failed(error); // else it is said in the map's place
    } finally {
      asking = false;
    }
    on.draw();
  }

  return {
    element,
    /** @param {State} state */
    show(state) {
      const {source, model, text1, text2, text3} = state.params;
      const key = [model, text1, text2, text3].join(';');
      const isFree = ['layer', 'head'].every(key => limitOf(state.params, key) === 'free');
      element.hidden = source !== 'model' || !isFree;
      if (element.hidden || !on.visible()) return;
      say(why, refused === key ? map.refused : '');
      again.hidden = refused !== key;
      const isLong = page.isOwn(state.params) && key !== wanted && key !== known;
      const seconds = isLong ? (page.own?.secondsOfMap() ?? 0) : 0;
      const waits = seconds > SOON;
      if (waits) {
        say(why, map.takes(Math.ceil(seconds)));
        again.hidden = false;
      }
      say(again, waits ? map.measure : map.again);
      place.hidden = waits;
      offered = waits ? key : '';
      const due = !waits && key !== known && key !== refused && !asking && on.settled();
      if (due && state.figure) ask(state.figure, key);
      heads.show(list, state);
    },
  };
}
