// All panels as elements: a place for the cells, title, strips, measures, cross-hair, bars,
// and words for those who do not see it. Nothing here decides anything: what is shown and where it
// stands comes as arguments.
import {h, say, unique} from '../base/dom.js';
import {reading, zooming} from './messages.js';
import {runsOf} from './titles.js';
import {ALL, PANELS} from './view.js';

/**
 * @typedef {import('./layout.js').Box} Box
 * @typedef {import('./layout.js').Place} Place
 * @typedef {ReturnType<typeof createPanel>} PanelParts
 * @typedef {{path: string, line: number | null}} Strip its outline in a unit square, and where the
 *   untouched head is
 * @typedef {{now: string, was: string, floor: number}} Bars
 * @typedef {{x: number, y: number, width: number, height: number, pinned: boolean}} Cross shares
 *   of the panel
 */

const SVG = 'http://www.w3.org/2000/svg';

/** @param {string} tag @param {Record<string, string>} attributes @param {Node[]} children */
export function svg(tag, attributes, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** @param {Element} element @param {string} name @param {string} value */
export function attribute(element, name, value) {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

/** @type {WeakMap<Element, string>} */
const styles = new WeakMap();

/**
 * The whole style of an element, written only if it differs; by the object model, which no policy
 * for styles forbids.
 * @param {HTMLElement | SVGElement} element
 * @param {string} text
 */
export function dress(element, text) {
  if (styles.get(element) === text) return;
  styles.set(element, text);
  element.style.cssText = text;
}

/** @param {HTMLElement | SVGElement} element @param {Box} box @param {number} [font] */
export const put = (element, {x, y, width, height}, font) =>
  dress(
    element,
    `left:${x}px;top:${y}px;width:${width}px;height:${height}px${font ? `;font-size:${font}px` : ''}`,
  );

/**
 * Lines of upright and italic text, written only if they differ.
 * @param {HTMLElement} element
 * @param {string[]} lines
 */
export function writeLines(element, lines) {
  const key = lines.join('\n');
  if (element.dataset.text === key) return;
  element.dataset.text = key;
  element.replaceChildren(
    ...lines.map(line =>
      h('span', {}, ...runsOf(line).map(({text, italic}) => (italic ? h('i', {}, text) : text))),
    ),
  );
}

const unitSquare = {viewBox: '0 0 1 1', preserveAspectRatio: 'none', 'aria-hidden': 'true'};

/** @param {string} kind */
function createStrip(kind) {
  const path = svg('path', {});
  const line = svg('line', {y1: '0', y2: '1'});
  const element = /** @type {SVGElement} */ (
    svg('svg', {...unitSquare, class: `fig-strip ${kind}`}, path, line)
  );
  return {
    element,
    /** @param {Strip | null} strip */
    show(strip) {
      attribute(path, 'd', strip?.path ?? '');
      for (const end of ['x1', 'x2']) attribute(line, end, String(strip?.line ?? -9));
      line.toggleAttribute('hidden', strip?.line == null);
    },
  };
}

function createBars() {
  const now = svg('path', {class: 'now'});
  const was = svg('path', {class: 'was'});
  const floor = svg('line', {x1: '0', x2: '1'});
  const element = /** @type {SVGElement} */ (
    svg('svg', {...unitSquare, class: 'fig-bars'}, floor, now, was)
  );
  return {
    element,
    /** @param {Bars | null} bars */
    show(bars) {
      element.toggleAttribute('hidden', !bars);
      if (!bars) return;
      attribute(now, 'd', bars.now);
      attribute(was, 'd', bars.was);
      for (const end of ['y1', 'y2']) attribute(floor, end, String(1 - bars.floor));
    },
  };
}

/** Drawn in 14 by 14. */
export const ICONS = {
  outwards: 'M8.5 1H13V5.5M13 1 8.5 5.5M5.5 13H1V8.5M1 13 5.5 8.5',
  inwards: 'M13 5.5H8.5V1M13 1 8.5 5.5M1 8.5H5.5V13M1 13 5.5 8.5',
  bars: 'M1 13H13M3 11V6M7 11V2M11 11V8',
  rows: 'M1 3H13M1 7H9M1 11H5',
  sum: 'M11 4V2H3.5L7.5 7 3.5 12H11V10',
  cross: 'M2.5 2.5 11.5 11.5M11.5 2.5 2.5 11.5',
};

/** @param {string} path @returns {[Element, Element]} the icon, and its path to change */
export function icon(path) {
  const line = svg('path', {d: path});
  return [svg('svg', {viewBox: '0 0 14 14', class: 'fig-icon', 'aria-hidden': 'true'}, line), line];
}

/** Row, column and cell that are looked at. */
function createCross() {
  const parts = ['query', 'key', 'cell'].map(part => h('i', {class: part}));
  const element = h('div', {class: 'fig-cross', hidden: true}, ...parts);
  const percent = (/** @type {number} */ share) => `${share * 100}%`;
  return {
    element,
    /** @param {Cross | null} at */
    show(at) {
      element.hidden = !at;
      if (!at) return;
      element.classList.toggle('pinned', at.pinned);
      const {x, y, width, height} = at;
      dress(
        element,
        `--x:${percent(x)};--y:${percent(y)};--w:${percent(width)};--h:${percent(height)}`,
      );
    },
  };
}

function createDiagonal() {
  const line = svg('line', {x1: '0', y1: '0', 'vector-effect': 'non-scaling-stroke'});
  const element = svg('svg', {...unitSquare, class: 'fig-line', hidden: ''}, line);
  return {
    element,
    /** @param {[number, number] | null} end where it leaves the panel */
    show(end) {
      element.toggleAttribute('hidden', !end);
      const [x, y] = end ?? [0, 0];
      attribute(line, 'x2', String(x));
      attribute(line, 'y2', String(y));
    },
  };
}

/** The measures under a panel. */
function createFoot() {
  const element = h('div', {class: 'fig-foot', 'aria-hidden': 'true'});
  return {
    element,
    /** @param {string[][]} pairs of a word and a number */
    show(pairs) {
      const text = pairs.map(pair => pair.join('\t')).join('\n');
      if (element.dataset.text === text) return;
      element.dataset.text = text;
      const measure = (/** @type {string[]} */ [word, number]) =>
        h('span', {}, word && `${word} `, h('b', {}, number));
      element.replaceChildren(...pairs.flatMap(pair => [' ', measure(pair)]));
    },
  };
}

/** The button that enlarges a panel, and leads back. @param {() => void} enlarge */
function createZoom(enlarge) {
  const [picture, arrows] = icon(ICONS.outwards);
  const element = h(
    'button',
    {class: 'fig-zoom', type: 'button', tabindex: -1, onclick: enlarge},
    picture,
  );
  return {
    element,
    /** @param {Box} plot */
    place({x, y, width}) {
      put(element, {x: x + width - 27, y: y + 3, width: 24, height: 24});
    },
    /** @param {string} panel its name @param {boolean} large */
    show(panel, large) {
      attribute(element, 'aria-label', large ? zooming.back : zooming.enlarge(panel));
      attribute(arrows, 'd', large ? ICONS.inwards : ICONS.outwards);
    },
  };
}

/** @param {number} id @param {string} describedBy @param {Node[]} inside */
const createPlot = (id, describedBy, ...inside) =>
  h(
    'div',
    {
      class: 'fig-plot empty',
      role: 'application',
      'aria-roledescription': 'heatmap',
      'aria-describedby': describedBy,
      tabindex: id === 0 ? 0 : -1,
      'data-panel': id,
    },
    ...inside,
  );

/** @param {ReturnType<typeof createStrip>[]} strips @param {(Box | null | undefined)[]} boxes */
function placeStrips(strips, boxes) {
  strips.forEach(({element}, i) => {
    const box = boxes[i];
    element.toggleAttribute('hidden', !box);
    if (box) put(element, box);
  });
}

/**
 * @param {number} id
 * @param {string} keys the id of what says which keys there are
 * @param {(id: number) => void} enlarge
 */
function createPanel(id, keys, enlarge) {
  const title = h('div', {class: 'fig-title', 'aria-hidden': 'true'});
  const summary = h('p', {class: 'fig-said', id: unique()});
  const note = h('div', {class: 'fig-note', hidden: true});
  const bars = createBars();
  const cross = createCross();
  const diagonal = createDiagonal();
  const inside = [diagonal.element, bars.element, cross.element, note];
  const plot = createPlot(id, `${summary.id} ${keys}`, ...inside);
  const strips = [createStrip('norm'), createStrip('divergence')];
  const foot = createFoot();
  const zoom = createZoom(() => enlarge(id));
  const below = [...strips.map(strip => strip.element), foot.element, zoom.element, summary];
  const element = h('div', {class: 'fig-panel'}, title, plot, ...below);
  if (id >= PANELS) title.classList.add('small');
  bars.show(null);
  strips.forEach(strip => strip.show(null));
  return {
    id,
    element,
    plot,
    strips,
    bars,
    summary,
    under: foot.show,
    diagonal: diagonal.show,
    point: cross.show,

    /** @param {Place | null} place @param {number} font @param {number} small of the measures */
    place(place, font, small) {
      element.hidden = !place;
      if (!place) return;
      put(title, place.title, place.size);
      put(plot, place.box, font);
      put(foot.element, place.foot, small);
      zoom.place(place.box);
      placeStrips(strips, place.strips);
      writeLines(title, place.lines);
      title.classList.toggle('large', place.isLarge === true);
    },

    /** @param {string} text @param {boolean} large */
    name(text, large) {
      attribute(plot, 'aria-label', text);
      zoom.show(text, large);
    },

    /** @param {string | null} text null: cells are shown */
    annotate(text) {
      note.hidden = !text;
      say(note, text ?? '');
      plot.classList.toggle('empty', text !== null);
    },
  };
}

/**
 * Untouched panels come first: they are what the nine are compared with.
 * @param {(id: number) => void} enlarge
 */
export function createPanels(enlarge) {
  const keys = h('p', {hidden: true, id: unique()}, reading.keys); // hidden, it is still read as a description
  const panels = Array.from({length: ALL}, (_, id) => createPanel(id, keys.id, enlarge));
  const inOrder = [...panels.slice(PANELS), ...panels.slice(0, PANELS)];
  return {panels, elements: [keys, ...inOrder.map(panel => panel.element)]};
}
