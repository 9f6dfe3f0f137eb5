// Headers, labels of the axes and the colour bar around the panels, and the signs between panels
// that are the same.
import {gradient} from './colors.js';
import {h, say} from '../base/dom.js';
import {twins} from './messages.js';
import {attribute, dress, put, svg, writeLines} from './panels.js';

/**
 * @typedef {import('./layout.js').Layout} Layout
 * @typedef {import('./range.js').Scale} Scale
 */

/**
 * As many children as there are things, made when missing.
 * @template {Element} T
 * @param {T[]} had
 * @param {number} count
 * @param {Element} parent
 * @param {() => T} make
 */
function keep(had, count, parent, make) {
  while (had.length < count) parent.append(had[had.push(make()) - 1]);
  had.forEach((element, i) => element.toggleAttribute('hidden', i >= count));
}

function createBar() {
  const ramp = h('div', {class: 'ramp'});
  const mark = h('div', {class: 'mark', hidden: true});
  const label = h('div', {class: 'fig-head'});
  const bar = h('div', {class: 'fig-bar', 'aria-hidden': 'true'}, ramp, mark);
  /** @type {HTMLElement[]} */
  const ticks = [];
  let painted = '';
  return {
    elements: [bar, label],

    /** @param {Layout} layout @param {Scale} scale */
    show({bar: {box, upright, label: place, lines}, font}, scale) {
      put(bar, box, font - 1);
      put(label, place, font);
      bar.classList.toggle('upright', upright);
      label.classList.toggle('upright', upright);
      writeLines(label, lines);
      if (painted !== `${scale.map} ${upright}`)
        ramp.style.background = gradient(scale.map, upright ? 'to top' : 'to right');
      painted = `${scale.map} ${upright}`;
      keep(ticks, scale.ticks.length, bar, () => h('span', {class: 'tick'}));
      scale.ticks.forEach(({at, text}, i) => {
        dress(ticks[i], `--at:${at}`);
        say(ticks[i], text);
      });
    },

    /**
     * Where the value under the cross-hair stands.
     * @param {{at: number, color: string} | null} value
     */
    point(value) {
      mark.hidden = !value;
      if (value)
        dress(mark, `--at:${Math.min(Math.max(value.at, 0), 1)};background:${value.color}`);
    },
  };
}

/** The sign stays on paper, the button does not. @param {(a: number, b: number) => void} explain */
function createJoin(explain) {
  const onclick = (/** @type {any} */ {currentTarget: {dataset}}) =>
    explain(Number(dataset.a), Number(dataset.b));
  return h(
    'span',
    {class: 'fig-join'},
    h('span', {'aria-hidden': 'true'}, '='),
    h('button', {type: 'button', tabindex: -1, onclick}),
  );
}

/** @param {(a: number, b: number) => void} explain */
export function createLabels(explain) {
  const heads = h('div', {});
  const joins = h('div', {});
  const bar = createBar();
  const marks = svg('svg', {class: 'fig-marks', 'aria-hidden': 'true'});
  /** @type {HTMLElement[]} */
  const head = [];
  /** @type {HTMLElement[]} */
  const join = [];
  let marked = '';

  /** @param {import('./layout.js').Mark[]} all */
  function writeMarks(all) {
    const key = JSON.stringify(all);
    if (key === marked) return;
    marked = key;
    marks.replaceChildren(
      ...all.map(({x, y, text, align, upright, size}) => {
        const mark = svg('text', {
          class: align === 'end' && !upright ? 'query' : 'key',
          x: String(x),
          y: String(y),
          'text-anchor': align,
          'dominant-baseline': 'central',
          'font-size': String(size),
          transform: `rotate(${upright ? -90 : 0} ${x} ${y})`,
        });
        mark.textContent = text;
        return mark;
      }),
    );
  }

  return {
    elements: [heads, marks, ...bar.elements, joins],
    point: bar.point,

    /**
     * @param {Layout} layout
     * @param {Scale} scale
     * @param {(a: number, b: number) => string} reason
     */
    show(layout, scale, reason) {
      keep(head, layout.heads.length, heads, () =>
        h('div', {class: 'fig-head', 'aria-hidden': 'true'}),
      );
      layout.heads.forEach(({box, lines, upright}, i) => {
        put(head[i], box, layout.font);
        head[i].classList.toggle('upright', upright);
        writeLines(head[i], lines);
      });
      writeMarks(layout.marks);
      attribute(marks, 'width', String(layout.width));
      attribute(marks, 'height', String(layout.height));
      bar.show(layout, scale);
      keep(join, layout.joins.length, joins, () => createJoin(explain));
      layout.joins.forEach(({a, b, x, y}, i) => {
        const button = /** @type {HTMLElement} */ (join[i].lastElementChild);
        Object.assign(button.dataset, {a, b});
        dress(join[i], `left:${x}px;top:${y}px;font-size:${layout.font + 3}px`);
        attribute(button, 'aria-label', twins.sign(reason(a, b)));
        attribute(button, 'title', reason(a, b));
      });
    },
  };
}
