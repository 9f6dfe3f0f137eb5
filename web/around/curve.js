// A measure, or the prediction, over epsilon: a line each for Query, Key and Value. The epsilons of
// the three columns are handles on it.
import {h, say} from '../base/dom.js';
import {numberText, typeset} from '../base/format.js';
import {three} from '../base/lists.js';
import {adoptStyle} from '../base/styles.js';
import {tick} from '../controls/epsilon.js';
import {alongEpsilon, epsilonScale} from '../controls/scale.js';
import {EPSILONS, sampleOf} from '../engine/curve.js';
import {nameOf} from '../engine/measures.js';
import {createSurroundings} from '../figure/surroundings.js';
import {COLUMNS} from '../figure/messages.js';
import {permitted} from '../state/limits.js';
import {curve as words} from './curve-messages.js';
import {boundsOf, pointsOf, sayingOf} from './curve-numbers.js';
import {drawCurve} from './curve-plot.js';
import {apart, createHandle, listenToHolding} from './curve-handles.js';
import {createMaking} from './curve-making.js';
import {style} from './curve-style.js';

/**
 * @typedef {import('../state/store.js').State} State
 * @typedef {import('../engine/curve.js').Samples} Samples
 * @typedef {import('./curve-numbers.js').Point} Point
 * @typedef {import('./curve-place.js').Needs} Needs
 */

const [LEFT, RIGHT, TOP, BOTTOM] = [44, 14, 32, 33]; // CSS pixels around the lines

/** The measure that is drawn. @param {State['params']} params */
const keyOf = ({curve, source}) => curve || (source === 'model' ? 'prediction' : 'first');

/** @param {string} key */
function labelOf(key) {
  const label =
    key === 'prediction' ? words.prediction : nameOf(key, {output: words.output, head: words.head});
  return label[0].toUpperCase() + label.slice(1);
}

/**
 * @typedef {[number, import('../engine/curve.js').Sample][][]} Own
 *   of Query, Key and Value: each column's epsilon, and what its panel has; empty before there is a
 *   figure
 */

/** @param {State} state @returns {Own} */
function ownOf({params, figure}) {
  const eps = three(params.eps).map(Number);
  return [0, 3, 6].map(first =>
    figure ? eps.map((x, i) => [x, sampleOf(figure.panels[first + i])]) : [],
  );
}

/** @param {Own[number]} columns @param {string} key @returns {Point[]} */
const pointsIn = (columns, key) =>
  columns.flatMap(([eps, {[key]: value = null}]) => (value === null ? [] : [[eps, value]]));

/** A number along the edge. @param {number} x */
const edgeText = x => typeset(String(Number(x.toPrecision(3))));

/**
 * The choice of what is drawn.
 * @param {Needs} needs
 */
function createHead({table, act}) {
  const keys = table.find(({key}) => key === 'curve')?.words.split(' ') ?? [];
  const options = [keys[keys.length - 1], ...keys.slice(0, -1)].map(key =>
    h('option', {value: key}, labelOf(key)),
  );
  const select = h(
    'select',
    {'aria-label': words.measure, 'data-key': 'curve', onchange: choose},
    ...options,
  );
  function choose() {
    act.set({curve: select.value}, false);
  }
  const chosen = h('span', {'aria-hidden': 'true'}); // a select cannot wrap its words
  const samples = words.components.map(name =>
    h('li', {}, h('i', {class: name.toLowerCase()}), name),
  );
  return {
    element: h(
      'div',
      {class: 'curve-head'},
      h('div', {class: 'label'}, h('span', {class: 'curve-choice'}, chosen, select), words.over),
      h('ul', {class: 'curve-key'}, ...samples),
    ),
    /** The colours of the lines, as they are now. */
    colors: () =>
      samples.map(item => getComputedStyle(/** @type {Element} */ (item.firstChild)).color),
    /** @param {State} state */
    show({params}) {
      select.value = keyOf(params);
      say(chosen, labelOf(select.value));
      select.disabled = permitted(params).locked('curve');
      options[0].hidden = params.source !== 'model';
    },
  };
}

/**
 * @typedef {{canvas: HTMLCanvasElement, element: HTMLElement,
 *   rules: {share: number, text: HTMLElement}[],
 *   around: ReturnType<typeof createSurroundings>, place(eps: number): number}} Area
 *   rules: level lines at shares of the height, with a number each
 */

/** @param {Area} area @param {() => string[]} colors of the lines */
function createDrawing({canvas, element, rules, around, place}, colors) {
  /** @param {number} height */
  function frameOf(height) {
    const {color: grid, backgroundColor: ground} = getComputedStyle(canvas);
    const {width, ratio} = around;
    const gap = (place(0) + place(EPSILONS[1])) / 2;
    const [right, bottom] = [width - RIGHT, height - BOTTOM];
    return {width, height, ratio, left: LEFT, right, top: TOP, bottom, gap, grid, ground};
  }

  /**
   * @param {Point[][]} lines
   * @param {Point[][]} marks of each, in the columns
   * @param {[number, number]} bounds of the values
   */
  return (lines, marks, [low, high]) => {
    const frame = frameOf(element.clientHeight);
    const slope = (frame.bottom - TOP) / (high - low || 1);
    const level = (/** @type {number} */ y) => frame.bottom - slope * (y - low);
    const at = (/** @type {Point} */ [eps, y]) => /** @type {Point} */ ([place(eps), level(y)]);
    const levels = rules.map(({share, text}) => {
      const y = low + share * (high - low);
      say(text, edgeText(y));
      text.style.top = `${level(y)}px`;
      return level(y);
    });
    const inks = colors();
    const drawn = lines.map((points, i) => ({
      points: points.map(at),
      marks: marks[i].map(at),
      color: inks[i],
    }));
    drawCurve(canvas, {...frame, rules: levels}, drawn);
  };
}

/** May the handles be moved? @param {State} state */
function isFreeIn({params}) {
  const may = permitted(params);
  return may.shown('eps') && !may.locked('eps');
}

/**
 * The plot: canvas, numbers at its edges, handles.
 * @param {Needs} needs
 * @param {() => string[]} colors of the lines
 */
function createPlot(needs, colors) {
  const canvas = h('canvas', {'aria-hidden': 'true'});
  const rules = [1, 0.5, 0].map(share => ({share, text: h('span', {class: 'curve-y'})}));
  const ticks = h('div', {class: 'ticks', 'aria-hidden': 'true'}, ...epsilonScale.stops.map(tick));
  const handles = COLUMNS.map((_, column) => createHandle(column, needs));
  const wait = h('p', {class: 'help curve-wait'}, words.making);
  const element = h(
    'div',
    {class: 'curve-plot'},
    canvas,
    ...rules.map(({text}) => text),
    ticks,
    ...handles.map(handle => handle.element),
    wait,
  );
  const around = createSurroundings(element, needs.draw);
  const across = () => Math.max(around.width - LEFT - RIGHT, 1);
  const place = (/** @type {number} */ eps) =>
    LEFT + (across() * alongEpsilon(eps)) / epsilonScale.steps;
  const value = (/** @type {number} */ x) => {
    const share = Math.min(1, Math.max(0, (x - LEFT) / across()));
    return epsilonScale.value(Math.round(share * epsilonScale.steps));
  };
  let isFree = false;
  listenToHolding(element, handles, {
    place,
    value,
    isFree: () => isFree,
    settle: () => needs.act.settle(false),
  });

  /** @param {State} state @param {string[]} said of each column */
  function showHandles(state, said) {
    const may = permitted(state.params);
    isFree = isFreeIn(state);
    element.classList.toggle('free', isFree);
    handles.forEach((handle, i) => {
      handle.element.hidden = !may.shown('eps');
      handle.show(place(handle.epsilon()), said[i], !isFree);
    });
    const labels = handles.map(handle => ({x: place(handle.epsilon()), width: handle.labelWidth}));
    apart(labels, around.width).forEach((by, i) => handles[i].push(by));
  }

  return {
    element,
    showHandles,
    draw: createDrawing({canvas, element, rules, around, place}, colors),
    /** @param {boolean} is */
    wait(is) {
      wait.style.visibility = is ? '' : 'hidden';
    },
    destroy: around.destroy,
  };
}

/**
 * What a column has of a measure, in words.
 * @param {Own} own
 * @param {string} key
 * @param {number} column
 */
const saidOf = (own, key, column) =>
  own
    .filter(columns => columns.length)
    .map((columns, i) => words.value(words.components[i], numberText(columns[column][1][key])))
    .join(', ');

/** @param {Needs} needs */
export function createCurve(needs) {
  const making = createMaking(needs);
  const head = createHead(needs);
  const plot = createPlot(needs, head.colors);
  const about = h('p', {role: 'status'});
  const how = h('p', {class: 'how'});
  const title = h('h2', {class: 'said'}, words.title);
  const parts = [title, head.element, plot.element];
  const element = h(
    'div',
    {class: 'curve', role: 'group', 'aria-label': words.title},
    ...parts,
    h('div', {class: 'help'}, about, ' ', how),
  );

  /** @param {State} state @param {Samples | null} samples */
  function draw(state, samples) {
    const key = keyOf(state.params);
    const own = ownOf(state);
    const marks = own.map(columns => pointsIn(columns, key));
    const bare = samples?.map(all => pointsOf(all, [], key)) ?? null;
    const lines = samples?.map((all, i) => pointsOf(all, own[i], key)) ?? marks.map(() => []);
    plot.showHandles(
      state,
      COLUMNS.map((_, column) => saidOf(own, key, column)),
    );
    plot.draw(lines, marks, boundsOf((bare ?? marks).flat().map(([, y]) => y)));
    plot.wait(!samples);
    if (bare) say(about, bare.flat().length ? sayingOf(bare) : words.nothing);
    say(how, isFreeIn(state) ? words.handles : '');
  }

  return {
    element,
    /** @param {State} state */
    show(state) {
      const {samples, isStale, refused} = making.of(state);
      adoptStyle(element, style);
      for (const part of parts) part.hidden = Boolean(refused);
      element.classList.toggle('stale', isStale && !refused);
      if (refused) {
        say(about, refused);
        say(how, '');
        return;
      }
      head.show(state);
      draw(state, samples);
    },
    destroy() {
      making.destroy();
      plot.destroy();
    },
  };
}
