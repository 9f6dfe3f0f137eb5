// Where everything in the figure stands, in CSS pixels from the top left of the figure area. Pure:
// the page and the saved picture are laid out by the same sums.
//
//   wide      [untouched =] [headers] [labels] [panel|strips] = [panel|strips] = [panel|strips]  [bar]
//   narrow    [untouched ....... bar]
//             [headers] [labels] [panel|strips] [panel|strips] [panel|strips]
import {SMALLEST, axesOf} from './axes.js';
import {
  boxOf,
  endOf,
  footed,
  metricsOf,
  most,
  placeOf,
  rounded,
  shapeOf,
  shares,
  stripsOf,
  sum,
} from './metrics.js';
import {joinsOf} from './neighbours.js';
import {TICKS, barRoom, lyingBar, uprightBar} from './ramp.js';
import {fit, fitAll} from './titles.js';
import {PANELS, untouchedOf} from './view.js';

/**
 * @typedef {{x: number, y: number, width: number, height: number}} Box
 * @typedef {{box: Box, strips: Box[], title: Box, lines: string[], size: number, foot: Box}} Place
 *   of a panel
 *   lines: of its title, which fill that box; size: of their letters
 * @typedef {{box: Box, lines: string[], upright: boolean}} Head
 * @typedef {{x: number, y: number, text: string, align: 'start' | 'middle' | 'end', upright:
 *   boolean, size: number}} Mark
 * @typedef {{a: number, b: number, x: number, y: number}} Join two neighbours that show the same
 * @typedef {{box: Box, upright: boolean, label: Box, lines: string[]}} Bar
 * @typedef {{width: number, height: number, font: number, foot: number, narrow: boolean,
 *   stacked: boolean, places: (Place | null)[], heads: Head[],
 *   marks: Mark[], letters: number, numbered: boolean, joins: Join[], bar: Bar}} Layout
 *   foot: size of the letters under panels; stacked: the measures there stand one under the other;
 *   letters: size of the marks; numbered: they are positions, because not every token fits
 * @typedef {{width: number, tallest: number, isOfOne: boolean, showsValue: boolean, sizes:
 *   [number, number][], same: number[],
 *   titles: import('./titles.js').Titles, headers: boolean, axes: string, labels: (string[] |
 *   null)[],
 *   inputs: [number, number][], strips: number, zoom: number | null,
 *   bar: {label: string, mode: string, off: string, ticks: string[]}, measure(text: string, size:
 *   number): number}} Wish
 *   sizes: rows and columns of the twelve panels; inputs: which input their queries and keys are
 *   of; labels: its tokens
 * @typedef {import('./metrics.js').Metrics} Metrics
 * @typedef {ReturnType<typeof columnsOf>} Columns
 * @typedef {{size: number, lines: string[][]}} TitleLines
 */

const NARROW = 560;

/** Below this width the buttons of the line under the figure are icons alone. */
export const MEDIUM = 800;

const FONT = 12.5;
const NARROW_FONT = 11;

// ---- The nine panels from left to right

/**
 * The sums across for panels of a side.
 * @param {Wish} wish
 * @param {Metrics} m
 * @param {number} side
 * @param {boolean} headers
 */
function columnsOf(wish, m, side, headers) {
  const {down, across} = shares(wish);
  const widths = across.map(share => share * side);
  const heights = down.map(share => share * side);
  const heads = headers
    ? fitAll(
        wish.titles.rows,
        heights.map(height => height + m.line),
        m.narrow ? 3 : 2,
        m.measure,
      )
    : [];
  const axes = axesOf(wish, widths, heights, m.foot);
  const headRoom = headers ? most(heads) * m.line + 4 : 0;
  const untouched = m.narrow ? 0 : m.small * side + m.between * 1.3;
  const all =
    untouched +
    headRoom +
    axes.left +
    sum(widths) +
    3 * m.stripZone +
    2 * m.between +
    barRoom(wish, m);
  return {side, widths, heights, heads, axes, headRoom, untouched, all};
}

/**
 * As large as the width and the tallest side allow.
 * @param {Wish} wish
 * @param {Metrics} m
 * @param {boolean} headers
 * @returns {Columns}
 */
function widest(wish, m, headers) {
  let low = 20;
  let high = Math.floor(wish.tallest);
  let columns = columnsOf(wish, m, high, headers);
  if (columns.all <= wish.width) return columns;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (columnsOf(wish, m, middle, headers).all <= wish.width) low = middle;
    else high = middle;
  }
  return columnsOf(wish, m, low, headers);
}

/**
 * The nine titles in lines that fit: rather a little smaller than in two lines.
 * @param {Wish} wish
 * @param {Metrics} m
 * @param {number[]} widths
 * @returns {TitleLines | null}
 */
function titleLines(wish, m, widths) {
  for (const [count, share] of [
    [1, 1],
    [1, 0.95],
    [1, 0.9],
    [2, 1],
    [2, 0.9],
  ]) {
    const size = m.font * share;
    const measure = (/** @type {string} */ text) => wish.measure(text, size);
    const all = wish.titles.titles
      .slice(0, PANELS)
      .map((title, i) => fit(title, widths[i % 3], count, measure));
    if (all.every(lines => lines)) return {size, lines: /** @type {string[][]} */ (all)};
  }
  return null;
}

/**
 * Titles where they are wished for and fit, else headers.
 * @param {Wish} wish
 * @param {Metrics} m
 * @returns {{columns: Columns, titles: TitleLines | null}}
 */
function titled(wish, m) {
  if (!wish.headers && !m.narrow) {
    const columns = widest(wish, m, false);
    const titles = titleLines(
      wish,
      m,
      columns.widths.map(width => width + m.between * 0.8),
    );
    if (titles) return {columns, titles};
  }
  return {columns: widest(wish, m, true), titles: null};
}

// ---- The untouched panels

/**
 * Above the nine, each in the middle of its share of the width.
 * @param {Wish} wish
 * @param {Metrics} m
 * @param {number} side
 * @param {number} left
 */
function untouchedAbove(wish, m, side, left) {
  const ids = untouchedOf(wish.isOfOne);
  const small = Math.floor(side * m.small);
  const step = (wish.width - left) / 3;
  const width = ids.length > 1 ? step - 4 : side;
  const lines = fitAll(
    ids.map(id => wish.titles.titles[id]),
    ids.map(() => width),
    2,
    m.measure,
  );
  const top = most(lines) * m.line + 3;
  const places = ids.map((_, i) =>
    placeOf(
      m,
      boxOf(Math.round(left + i * step + (width - small) / 2), top, small, small),
      lines[i],
      {below: 0, width},
    ),
  );
  return {
    places,
    top,
    bottom: top + small + m.footLine + 12,
    right: left + Math.max(small, side) + m.font * 1.4,
  };
}

/**
 * In the left column, on the middle line of its row.
 * @param {Wish} wish
 * @param {Metrics} m
 * @param {Box} room
 * @param {number} id
 */
function untouchedBeside(wish, m, room, id) {
  const width = room.width + m.between * 0.6;
  const [lines] = fitAll([wish.titles.titles[id]], [width], 2, m.measure);
  const words = lines.length * m.line + m.footLine + 8;
  const side = Math.min(room.width, room.height + m.line * 2 - words);
  const [tall, broad] = shapeOf(wish.sizes[id]).map(share => share * side);
  const box = rounded(
    boxOf(room.x + room.width - broad, room.y + (room.height - tall) / 2, broad, tall),
  );
  return placeOf(m, box, lines, {below: 0, width});
}

/**
 * The untouched panel of a row of the nine, if it has one.
 * @param {boolean} isOfOne input
 * @param {number} row
 */
const untouchedIn = (isOfOne, row) => (isOfOne ? (row === 2 ? 9 : null) : PANELS + row);

// ---- The nine from top to bottom

/**
 * The left edges of the three columns.
 * @param {Metrics} m
 * @param {Columns} columns
 * @param {number} left
 */
function edges(m, {widths}, left) {
  return widths.map((_, i) => left + sum(widths.slice(0, i)) + i * (m.stripZone + m.between));
}

/**
 * @param {Wish} wish
 * @param {Metrics} m
 * @param {Columns} columns
 * @param {{lefts: number[], y: number}} at
 * @returns {{heads: Head[], height: number}}
 */
function headersAcross(wish, m, {widths}, {lefts, y}) {
  const rooms = widths.map(width => width + m.between * 0.7);
  const all = fitAll(wish.titles.columns, rooms, m.narrow ? 3 : 2, m.measure);
  const height = most(all) * m.line;
  return {
    height: height + 4,
    heads: all.map((lines, i) => ({
      box: boxOf(lefts[i], y + height - lines.length * m.line, widths[i], lines.length * m.line),
      lines,
      upright: false,
    })),
  };
}

/**
 * The three panels of a row.
 * @param {Wish} wish
 * @param {Metrics} m
 * @param {{columns: Columns, titles: TitleLines | null}} grid
 * @param {{lefts: number[], y: number, row: number}} at
 * @returns {Place[]}
 */
function rowOf(wish, m, {columns, titles}, {lefts, y, row}) {
  return lefts.map((x, i) => {
    const box = rounded(boxOf(x, y, columns.widths[i], columns.heights[row]));
    const below = columns.axes.below[row];
    const place = placeOf(m, box, titles?.lines[3 * row + i] ?? [], {
      below,
      width: columns.widths[i] + m.stripZone + m.between * 0.6,
    });
    return {...place, size: titles?.size ?? m.font, strips: stripsOf(m, wish, box)};
  });
}

/**
 * Nine panels and the untouched ones.
 * @param {Wish} wish
 * @param {number} font
 * @param {boolean} narrow
 * @returns {Layout}
 */
function gridOf(wish, font, narrow) {
  const bare = metricsOf(wish, font, narrow);
  const grid = titled(wish, bare);
  const {columns, titles} = grid;
  const m = footed(bare, wish, columns.widths);
  const {headRoom, axes, untouched, heights} = columns;
  const left = Math.max(0, Math.floor((wish.width - columns.all) / 2));
  const gridLeft = left + untouched + headRoom + axes.left;
  const lefts = edges(m, columns, gridLeft);
  const above = narrow ? untouchedAbove(wish, m, columns.side, left) : null;
  const across = titles ? null : headersAcross(wish, m, columns, {lefts, y: above?.bottom ?? 0});
  /** @type {(Place | null)[]} */
  const places = Array(12).fill(null);
  const heads = across?.heads ?? [];
  above?.places.forEach((place, i) => {
    places[untouchedOf(wish.isOfOne)[i]] = place;
  });
  let y = (above?.bottom ?? 0) + (across?.height ?? 0);
  for (let row = 0; row < 3; row++) {
    y += titles ? most(titles.lines.slice(3 * row, 3 * row + 3)) * m.line + 3 : 0;
    rowOf(wish, m, grid, {lefts, y, row}).forEach((place, i) => {
      places[3 * row + i] = place;
    });
    if (!titles)
      heads.push({
        box: boxOf(left + untouched, y, headRoom - 4, heights[row]),
        lines: columns.heads[row],
        upright: true,
      });
    const id = untouchedIn(wish.isOfOne, row);
    const room = boxOf(left + m.between * 0.3, y, m.small * columns.side, heights[row]);
    if (!narrow && id !== null) places[id] = untouchedBeside(wish, m, room, id);
    y += heights[row] + axes.below[row] + 2 + m.footRoom + (row < 2 ? m.rowGap : 0);
  }
  const bar = barOf(wish, m, places, {above, left: gridLeft, y});
  const under = bar.upright || bar.box.y < y ? 0 : bar.box.height + TICKS;
  return {
    width: wish.width,
    height: Math.ceil(under ? bar.box.y + under : y),
    font,
    foot: m.foot,
    narrow,
    stacked: m.stacked,
    places,
    heads,
    bar,
    marks: axes.marks(places),
    letters: axes.letters,
    numbered: false,
    joins: joinsOf(wish, places, m),
  };
}

/**
 * At the right; on a narrow figure beside a single untouched panel, or below.
 * @param {Wish} wish
 * @param {Metrics} m
 * @param {(Place | null)[]} places
 * @param {{above: ReturnType<typeof untouchedAbove> | null, left: number, y: number}} at
 */
function barOf(wish, m, places, {above, left, y}) {
  const first = /** @type {Place} */ (places[0]);
  const last = /** @type {Place} */ (places[8]);
  if (!above)
    return uprightBar(wish, m, endOf(last), {
      top: first.box.y,
      bottom: last.box.y + last.box.height,
    });
  if (above.places.length > 1)
    return lyingBar(wish, m, {x: left, y: y + 6, width: wish.width - left - 8});
  return lyingBar(wish, m, {
    x: above.right,
    y: above.top - m.line,
    width: wish.width - above.right - 8,
  });
}

// ---- One panel as large as the nine together

/** @param {Wish} wish @param {number} id */
const axesOfOne = ({axes, labels, inputs}, id) =>
  axes === 'none' ? (labels[inputs[id][0]] ? 'tokens' : 'positions') : axes;

/**
 * The largest box for a panel with labels on both sides.
 * @param {Wish} named which says what these labels are
 * @param {Metrics} m
 * @param {number} id
 * @param {{width: number, height: number}} room
 */
function largest(named, m, id, room) {
  const [tall, broad] = shapeOf(named.sizes[id]);
  let side = Math.min(room.width, room.height);
  let axes = axesOf(named, [side], [side], m.foot, id);
  for (let turn = 0; turn < 3; turn++) {
    // labels take room, and how many there are depends on the room that is left
    side = Math.floor(
      Math.min((room.width - axes.left) / broad, (room.height - axes.below[0]) / tall),
    );
    axes = axesOf(named, [side * broad], [side * tall], m.foot, id);
  }
  return {axes, width: side * broad, height: side * tall};
}

/** @param {Wish} wish @param {Layout} nine @param {number} id @returns {Layout} */
function zoomed(wish, nine, id) {
  const bare = metricsOf(wish, nine.font, nine.narrow);
  const m = {...bare, footRoom: bare.footLine, strip: nine.narrow ? 8 : 20};
  const [lines] = fitAll([wish.titles.titles[id]], [wish.width], 3, m.measure);
  const head = lines.length * m.line + 3;
  const beside =
    (id < PANELS ? wish.strips * (m.strip + m.gap) : 0) + (nine.narrow ? 8 : barRoom(wish, m));
  const under = m.footRoom + 2 + (nine.narrow ? 40 + 2 * m.line : 0);
  const room = {width: wish.width - beside, height: nine.height - head - under};
  const best = largest({...wish, axes: axesOfOne(wish, id)}, m, id, room);
  const numbered = best.axes.letters < SMALLEST;
  const {axes, width, height} = numbered
    ? largest({...wish, axes: 'positions'}, m, id, room)
    : best;
  const box = rounded(
    boxOf(
      Math.max(0, (wish.width - axes.left - width - beside) / 2) + axes.left,
      head,
      width,
      height,
    ),
  );
  const place = placeOf(m, box, lines, {
    below: axes.below[0],
    width: Math.min(wish.width, Math.max(width, 320)),
  });
  if (id < PANELS) place.strips = stripsOf(m, wish, box);
  for (const words of [place.title, place.foot])
    words.x = Math.max(0, Math.min(words.x, wish.width - words.width));
  const places = nine.places.map((_, i) => (i === id ? place : null));
  const bar = nine.narrow
    ? lyingBar(wish, m, {x: box.x, y: place.foot.y + place.foot.height + 6, width: box.width})
    : uprightBar(wish, m, endOf(place), {top: box.y, bottom: box.y + box.height});
  return {
    ...nine,
    foot: m.foot,
    stacked: false,
    places,
    heads: [],
    joins: [],
    marks: axes.marks(places),
    letters: axes.letters,
    numbered,
    bar,
  };
}

/** Letters grow with the panels. @param {Layout} layout */
function fontOf({places}) {
  const side = places[0]?.box.width ?? 0;
  return Math.round(Math.min(Math.max(side / 15, 11.5), 16) * 2) / 2;
}

/** The nine, in letters that go with their size. @param {Wish} wish */
function nineOf(wish) {
  const narrow = wish.width < NARROW;
  const nine = gridOf(wish, narrow ? NARROW_FONT : FONT, narrow);
  const font = fontOf(nine);
  return narrow || font === FONT ? nine : gridOf(wish, font, narrow);
}

/** @param {Wish} wish @returns {Layout} */
export function layoutOf(wish) {
  const asked = nineOf(wish);
  const numbered = asked.letters < SMALLEST;
  const nine = numbered ? {...nineOf({...wish, axes: 'positions'}), numbered} : asked;
  return wish.zoom !== null && nine.places[wish.zoom] ? zoomed(wish, nine, wish.zoom) : nine;
}
