// The whole figure drawn by Canvas 2D, on white: for saving. Places come from layout.js, the cells
// from canvas.js.
import {drawWithCanvas} from './canvas.js';
import {placed, pixelsOf} from './cells.js';
import {lookup, STEPS} from './colors.js';
import {keyOf} from './key.js';
import {layoutOf} from './layout.js';
import {divergenceShare, outputShare, stripPath} from './strips.js';
import {underOf} from './summary.js';
import {captionOf, fit, runsOf} from './titles.js';
import {PANELS, cellsOf, panelsOf} from './view.js';
import {layoutInputOf} from './layout-input.js';

/**
 * @typedef {import('./view.js').Figure} Figure
 * @typedef {import('./view.js').Params} Params
 * @typedef {import('./view.js').View} View
 * @typedef {import('./layout.js').Layout} Layout
 * @typedef {import('./layout.js').Box} Box
 * @typedef {CanvasRenderingContext2D} Pen
 */

const WIDTH = 1000;
const TALLEST = 250;
const MARGIN = 24; // CSS pixels
const SCALE = 2.4; // 2,500 pixels across: 300 to the inch at 8.4 inches
const INK = '#1b2027';
const QUIET = '#5a626c';
const FAINT = '#c9ced4';
const ACCENT = '#1d5fae';
const STRIPS = {norm: '#9aa1aa', divergence: '#5c8cc6'};

/**
 * A line of upright and italic runs.
 * @param {Pen} pen
 * @param {string} line
 * @param {number} x of its middle
 * @param {number} y of its middle
 * @param {{size: number, family: string, bold?: boolean}} font
 */
function writeLine(pen, line, x, y, {size, family, bold}) {
  const runs = runsOf(line).map(run => ({
    ...run,
    font: `${run.italic ? 'italic ' : ''}${bold ? '600 ' : ''}${size}px ${family}`,
  }));
  const widths = runs.map(({text, font}) => {
    pen.font = font;
    return pen.measureText(text).width;
  });
  let left = x - widths.reduce((a, b) => a + b, 0) / 2;
  pen.textAlign = 'left';
  pen.textBaseline = 'middle';
  runs.forEach(({text, font}, i) => {
    pen.font = font;
    pen.fillText(text, left, y);
    left += widths[i];
  });
}

/**
 * Lines that fill a box from its top, or if `upright` from its left, running upwards.
 * @param {Pen} pen
 * @param {Box} box
 * @param {string[]} lines
 * @param {{size: number, family: string, upright?: boolean}} how
 */
function writeLines(pen, box, lines, how) {
  pen.save();
  pen.translate(box.x + box.width / 2, box.y + box.height / 2);
  if (how.upright) pen.rotate(-Math.PI / 2);
  const height = how.size * 1.3;
  const top = how.upright ? -box.width / 2 : -box.height / 2;
  lines.forEach((line, i) => writeLine(pen, line, 0, top + (i + 0.5) * height, how));
  pen.restore();
}

/**
 * An outline of a unit square, put into a box.
 * @param {Pen} pen
 * @param {Box} box
 * @param {string} path
 * @param {string} color
 */
function fillPath(pen, box, path, color) {
  pen.save();
  pen.translate(box.x, box.y);
  pen.scale(box.width, box.height);
  pen.fillStyle = color;
  pen.fill(new Path2D(path));
  pen.restore();
}

/** @param {Pen} pen @param {Figure} figure @param {Layout} layout */
function drawStrips(pen, figure, {places}) {
  figure.panels.forEach(({norm, prediction}, id) => {
    const [one, other] = places[id]?.strips ?? [];
    if (one && norm) {
      fillPath(pen, one, stripPath(norm, outputShare), STRIPS.norm);
      pen.fillStyle = QUIET;
      pen.fillRect(one.x + one.width * outputShare(1), one.y, 0.6, one.height);
    }
    if (other && prediction?.divergence)
      fillPath(pen, other, stripPath(prediction.divergence, divergenceShare), STRIPS.divergence);
  });
}

/**
 * @param {Pen} pen
 * @param {Layout} layout
 * @param {import('./range.js').Scale} scale
 * @param {string} family
 */
function drawBar(pen, {bar: {box, upright, label, lines}, font}, scale, family) {
  const [x, y, x1, y1] = upright
    ? [0, box.y + box.height, 0, box.y]
    : [box.x, 0, box.x + box.width, 0];
  const ramp = pen.createLinearGradient(x, y, x1, y1);
  const colors = lookup(scale.map);
  for (let i = 0; i <= 64; i++) {
    const at = 4 * Math.round((i / 64) * (STEPS - 1));
    ramp.addColorStop(i / 64, `rgb(${colors[at]} ${colors[at + 1]} ${colors[at + 2]})`);
  }
  pen.fillStyle = ramp;
  pen.fillRect(box.x, box.y, box.width, box.height);
  pen.fillStyle = QUIET;
  pen.font = `${font - 1}px ${family}`;
  pen.textBaseline = 'middle';
  pen.textAlign = upright ? 'left' : 'center';
  for (const {at, text} of scale.ticks)
    if (upright) {
      const level = box.y + box.height * (1 - at);
      pen.fillRect(box.x + box.width, level - 0.5, 4, 1);
      pen.fillText(text, box.x + box.width + 7, level);
    } else pen.fillText(text, box.x + box.width * at, box.y + box.height + 10);
  pen.fillStyle = INK;
  writeLines(pen, label, lines, {size: font, family, upright});
}

/** @param {Pen} pen @param {Layout} layout @param {string} family */
function drawMarks(pen, {marks}, family) {
  pen.fillStyle = QUIET;
  for (const {x, y, text, align, upright, size} of marks) {
    pen.save();
    pen.translate(x, y);
    if (upright) pen.rotate(-Math.PI / 2);
    pen.font = `${size}px ${family}`;
    pen.textAlign = align === 'middle' ? 'center' : align;
    pen.textBaseline = 'middle';
    pen.fillText(text, 0, 0);
    pen.restore();
  }
}

/**
 * @param {Pen} pen
 * @param {Figure} figure
 * @param {Layout} layout
 * @param {Params} params
 * @param {{family: string, words: import('../engine/likely.js').WordsOf}} how
 */
function drawWords(pen, figure, layout, params, {family, words}) {
  const {places, heads, joins, font, foot} = layout;
  places.forEach((place, id) => {
    if (!place) return;
    pen.fillStyle = id < PANELS ? INK : QUIET;
    writeLines(pen, place.title, place.lines, {size: place.size, family});
    pen.fillStyle = QUIET;
    const measures = underOf(figure, id, params, words).map(({name, text}) => `${name} ${text}`);
    const lines = layout.stacked ? measures : [measures.join('   ')];
    writeLines(pen, place.foot, lines, {size: foot, family});
  });
  pen.fillStyle = INK;
  for (const {box, lines, upright} of heads)
    writeLines(pen, box, lines, {size: font, family, upright});
  pen.fillStyle = QUIET;
  for (const {x, y} of joins) writeLine(pen, '=', x, y, {size: font + 3, family});
}

/** @param {Pen} pen @param {Layout} layout @param {Figure} figure @param {boolean} diagonal */
function drawEdges(pen, {places}, figure, diagonal) {
  pen.lineWidth = 0.75;
  const all = panelsOf(figure);
  places.forEach((place, id) => {
    const panel = all[id];
    if (!place || !panel) return;
    const {x, y, width, height} = place.box;
    const most = Math.min(panel.rows, panel.columns);
    pen.strokeStyle = FAINT;
    pen.strokeRect(x - 0.4, y - 0.4, width + 0.8, height + 0.8);
    if (!diagonal) return;
    pen.strokeStyle = '#fffc';
    pen.stroke(
      new Path2D(`M${x} ${y}l${(width * most) / panel.columns} ${(height * most) / panel.rows}`),
    );
  });
}

/**
 * @param {Figure} figure
 * @param {Params} params
 * @param {View} view
 * @param {{measure(text: string, size: number): number, family: string, address: string,
 *   words: import('../engine/likely.js').WordsOf}} how
 * @returns {HTMLCanvasElement}
 */
export function drawnOnPaper(figure, params, view, {measure, family, address, words}) {
  const bar = {
    label: view.scale.label,
    mode: view.scale.mode,
    off: view.off,
    ticks: view.scale.ticks.map(tick => tick.text),
  };
  const layout = layoutOf(
    layoutInputOf(figure, params, {width: WIDTH, tallest: TALLEST, zoom: null, bar, measure}),
  );
  const title = captionOf(figure, params);
  const caption = fit(title, WIDTH, 3, text => measure(text, 16)) ?? [title];
  const small = (/** @type {string} */ text) => measure(text, 11);
  const links = address.split('\n').flatMap(line => chopped(line, WIDTH, small));
  const key = brokenKey(keyOf(figure, params, layout.numbered), WIDTH, small);
  const below = MARGIN + layout.height + 14;
  const height = below + caption.length * 21 + (links.length + key.length) * 15 + 12 + MARGIN;
  const canvas = document.createElement('canvas');
  canvas.width = Math.round((WIDTH + 2 * MARGIN) * SCALE);
  canvas.height = Math.round(height * SCALE);
  const pen = /** @type {Pen} */ (canvas.getContext('2d'));
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, canvas.width, canvas.height);

  const shift = Math.round(MARGIN * SCALE);
  const cells = placed(layout, cellsOf(view, pixelsOf(layout, SCALE)), SCALE);
  drawWithCanvas(
    pen,
    cells.map(one => ({...one, x: one.x + shift, y: one.y + shift})),
    view.scale,
  );
  pen.setTransform(SCALE, 0, 0, SCALE, shift, shift);
  drawEdges(pen, layout, figure, params.line === 'on');
  drawStrips(pen, figure, layout);
  drawMarks(pen, layout, family);
  drawBar(pen, layout, view.scale, family);
  drawWords(pen, figure, layout, params, {family, words});
  pen.fillStyle = INK;
  const middle = WIDTH / 2;
  const from = below - MARGIN;
  caption.forEach((line, i) =>
    writeLine(pen, line, middle, from + (i + 0.5) * 21, {size: 16, family, bold: true}),
  );
  pen.fillStyle = ACCENT;
  const under = from + caption.length * 21 + 6;
  links.forEach((line, i) =>
    writeLine(pen, line, middle, under + (i + 0.5) * 15, {size: 11, family}),
  );
  key.forEach((words, i) =>
    drawKey(pen, words, under + links.length * 15 + 6 + (i + 0.5) * 15, family),
  );
  return canvas;
}

/**
 * The key word by word, in lines.
 * @param {import('./key.js').Run[]} runs
 * @param {number} width
 * @param {(text: string) => number} measure
 */
function brokenKey(runs, width, measure) {
  const split = (/** @type {import('./key.js').Run} */ {text, as}) =>
    (text.match(/\S+\s*|\s+/g) ?? []).map((word, i) => ({
      text: word,
      as: i && as !== 'word' ? undefined : as,
    })); // a strip's colour stands once
  const words = runs.flatMap(split);
  /** @type {import('./key.js').Run[][]} */
  const lines = [[]];
  let used = 0;
  for (const word of words) {
    const room = measure(word.text) + (word.as && word.as !== 'word' ? SWATCH : 0);
    if (used + room > width) {
      lines.push([]);
      used = 0;
    }
    lines[lines.length - 1].push(word);
    used += room;
  }
  return lines;
}

const SWATCH = 12;

/**
 * One line of the key from the left.
 * @param {Pen} pen
 * @param {import('./key.js').Run[]} words
 * @param {number} y
 * @param {string} family
 */
function drawKey(pen, words, y, family) {
  let x = 0;
  pen.textAlign = 'left';
  pen.textBaseline = 'middle';
  for (const {text, as} of words) {
    if (as === 'norm' || as === 'divergence') {
      pen.fillStyle = STRIPS[as];
      pen.fillRect(x, y - 4.5, 8, 8);
      x += SWATCH;
    }
    pen.fillStyle = as === 'word' ? INK : QUIET;
    pen.font = `${as === 'word' ? '600 ' : ''}11px ${family}`;
    pen.fillText(text, x, y);
    x += pen.measureText(text).width;
  }
}

/**
 * A link has no spaces: it breaks behind a semicolon where a line is full.
 * @param {string} text
 * @param {number} width
 * @param {(text: string) => number} measure
 */
function chopped(text, width, measure) {
  /** @type {string[]} */
  const lines = [''];
  for (const part of text.match(/[^; ]+[; ]?|[; ]/g) ?? []) {
    if (measure(lines[lines.length - 1] + part) > width && lines[lines.length - 1]) lines.push('');
    lines[lines.length - 1] += part;
  }
  return lines;
}
