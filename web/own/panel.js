// The panel that tells of a model of the reader's own: which it is, how far it has been read, and
// what can be done; or of which model a figure is that is not here.
import {h, say} from '../base/dom.js';
import {shortened} from '../base/foreign.js';
import {adoptStyle} from '../base/styles.js';
import {unspell} from '../controls/text.js';
import {page} from '../engine/page-engine.js';
import {absent, inUse} from './messages.js';
import {panelStyle} from './style.js';

/**
 * @typedef {import('../state/store.js').State} State
 * @typedef {import('../engine/own.js').OwnModel} OwnModel
 * @typedef {{about: string, news: string, buttons: HTMLElement[]}} Told
 * @typedef {{stopped: string, label: string}} Known
 *   stopped: the numbers of the figure that was given up; label: what the reader calls the model
 * @typedef {{open(): void, shipped(): void, instead(): void, close(): void, stop(): void, goOn(): void,
 *   predict(): void, numbers(): string}} On
 */

const TEXTS = ['text1', 'text2', 'text3'];

/** The heads that read the same Key and Value as this one. @param {OwnModel} own @param {number} head */
function sharing({facts: {heads, keyHeads}}, head) {
  const each = heads / keyHeads;
  const first = Math.floor(head / each) * each;
  return each > 1 ? inUse.shared(first, first + each - 1) : '';
}

/** @param {string} text @param {() => void} onclick */
const button = (text, onclick) => h('button', {type: 'button', class: 'quiet', onclick}, text);

/** Seconds left, by how long it took until here. */
class Clock {
  #since = 0;

  /** @param {number} share that is done @param {number} foretold seconds for all of it */
  left(share, foretold) {
    this.#since ||= performance.now();
    const spent = (performance.now() - this.#since) / 1000;
    return share > 0.05 ? (spent * (1 - share)) / share : foretold;
  }

  stop() {
    this.#since = 0;
  }
}

/** @param {State['params']} params @param {OwnModel} own @param {string} label */
function aboutOf(params, own, label) {
  const facts = [
    inUse.is(shortened(unspell(params.named)) || label || own.name, own.facts),
    sharing(own, params.head === 'auto' ? 0 : Number(params.head)),
    own.facts.begin || params.begin === 'on' ? '' : inUse.noBegin,
  ];
  return facts.filter(Boolean).join(' ');
}

/**
 * @param {State} state @param {OwnModel} own @param {On} on @param {Known} known
 * @param {Clock} clock
 * @returns {Told}
 */
function ofUse({params, status, figure}, own, on, {stopped, label}, clock) {
  const about = aboutOf(params, own, label);
  const closing = button(inUse.close, on.close);
  if (status.kind === 'computing') {
    const seconds = clock.left(status.progress, own.secondsFor(params));
    const news = inUse.reading(status.progress, seconds);
    return {about, news, buttons: [button(inUse.stop, on.stop), closing]};
  }
  clock.stop();
  const numbers = on.numbers();
  if (stopped && stopped === numbers) {
    const news = figure ? inUse.stopped : inUse.stoppedEmpty;
    return {about, news, buttons: [button(inUse.goOn, on.goOn), closing]};
  }
  const isLeft = figure && !figure.panels[0]?.prediction && !own.predicts(numbers, params);
  const seconds = own.secondsOfPredictions(params);
  const asking = isLeft ? [button(inUse.predict(seconds), on.predict)] : [];
  return {about, news: '', buttons: [...asking, closing]};
}

/** @param {State} state @param {On} on @param {Known} known @returns {Told} */
function ofAbsent({params}, on, {label}) {
  const name = shortened(unspell(params.named));
  const texts = TEXTS.map(key => params[key] && absent.reads(shortened(unspell(params[key]))));
  const about = [
    name ? absent.is(name) : absent.unnamed(params.model),
    absent.where(params.layer, params.head),
    ...texts,
  ];
  return {
    about: about.filter(Boolean).join(' '),
    news: page.own ? absent.other(page.own.name, params.model) : '',
    buttons: [
      button(absent.open, on.open),
      ...(page.own ? [button(absent.instead(shortened(label)), on.instead)] : []),
      button(absent.shipped, on.shipped),
    ],
  };
}

/** @param {HTMLElement} place @param {On} on */
export function createPanel(place, on) {
  const about = h('p', {});
  const news = h('p', {role: 'status'});
  const row = h('div', {class: 'row'});
  const element = h('div', {class: 'own-panel', hidden: true}, about, news, row);
  const clock = new Clock();
  let drawn = '';
  place.append(element);
  adoptStyle(element, panelStyle);

  return {
    /**
     * @param {State} state
     * @param {boolean} isAbsent the figure is of a model that is not here
     * @param {Known} known
     */
    show(state, isAbsent, known) {
      const own = page.isOwn(state.params) ? page.own : null;
      element.hidden = !own && !isAbsent;
      if (element.hidden) return;
      const told = own ? ofUse(state, own, on, known, clock) : ofAbsent(state, on, known);
      say(about, told.about);
      say(news, told.news);
      const labels = told.buttons.map(({textContent}) => textContent).join('\n');
      if (labels !== drawn) row.replaceChildren(...told.buttons);
      drawn = labels;
    },
  };
}
