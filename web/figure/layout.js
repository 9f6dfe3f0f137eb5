// Where everything in the figure stands, in CSS pixels from the top left of the figure area. Pure:
// the page and the saved picture are laid out by the same sums.
//
//   wide      [untouched =] [headers] [labels] [panel|strips] = [panel|strips] = [panel|strips]  [bar]
//   plain     the same without strips; an untouched head of the one input is the largest panel, and
//             where there is room, what changes the figure stands under it
//   narrow    [untouched ....... bar]       plain, of one input: [labels] [untouched, large] [bar]
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
import {ALL, PANELS, untouchedColumns, untouchedOf} from './view.js';

/**
 * @typedef {{x: number, y: number, width: number, height: number}} Box
 * @typedef {{box: Box, strips: Box[], title: Box, lines: string[], size: number, foot: Box,
 *   isLarge?: boolean}} Place of a panel
 *   lines: of its title, which fill that box; size: of their letters
 * @typedef {{box: Box, lines: string[], upright: boolean}} Head
 * @typedef {{x: number, y: number, text: string, align: 'start' | 'middle' | 'end', upright:
 *   boolean, size: number}} Mark
 * @typedef {{a: number, b: number, x: number, y: number}} Join two neighbours that show the same
 * @typedef {{box: Box, upright: boolean, label: Box, lines: string[]}} Bar
 * @typedef {{width: number, height: number, font: number, foot: number, narrow: boolean,
 *   stacked: boolean, places: (Place | null)[], heads: Head[],
 *   marks: Mark[], letters: number, numbered: boolean, joins: Join[], bar: Bar,
 *   free: {under: Box, beside: Box} | null}} Layout
 *   foot: size of the letters under panels; stacked: the measures there stand one under the other;
 *   letters: size of the marks; numbered: they are positions, because not every token fits
 * @typedef {{width: number, tallest: number, under: number, letters: number, isOfOne: boolean, follows: boolean, isLarge: boolean,
 *   showsValue: boolean, sizes:
 *   [number, number][], same: number[],
 *   titles: import('./titles.js').Titles, headers: boolean, axes: string, labels: (string[] |
 *   null)[],
 *   inputs: [number, number][], strips: number, feet: number, zoom: number | null,
 *   bar: {label: string, mode: string, off: string, ticks: string[]}, measure(text: string, size:
 *   number): number}} LayoutInput
 *   letters: how much larger they are than usual; under: height of what is to stand under a large
 *   untouched panel, 0: nothing; follows: untouched there is also the head in which Value is seen; isLarge: the
 *   untouched panel is the largest; sizes: rows and columns of all panels; inputs: which input their queries and keys are
 *   of; labels: its tokens; feet: which pairs of measures stand under panels, 0: a word alone
 * @typedef {import('./metrics.js').Metrics} Metrics
 * @typedef {ReturnType<typeof columnsOf>} Columns
 * @typedef {{size: number, lines: string[][]}} TitleLines
 */

const NARROW = 560;

/** Below this width the buttons of the line under the figure are icons alone. */
export const MEDIUM = 800;

const ROOMY = 940; // from this width on the untouched panel is large enough for words along it
const LEAST_LARGE = 290; // the width that it then has at least, its words included
const OVER = 2; // a narrow figure's is so high with its words, of a panel's side
const FONT = 12.5;
const NARROW_FONT = 11;

// ---- The nine panels from left to right

/**
 * The sums across for panels of a side.
 * @param {LayoutInput} wanted
 * @param {Metrics} m
 * @param {number} side
 * @param {boolean} headers
 */
function columnsOf(wanted, m, side, headers) {
  const {down, across} = shares(wanted);
  const widths = across.map(share => share * side);
  const heights = down.map(share => share * side);
  const heads = headers
    ? fitAll(
        wanted.titles.rows,
        heights.map(height => height + m.line),
        m.narrow || wanted.follows ? 3 : 2,
        m.measure,
      )
    : [];
  const axes = axesOf(wanted, widths, heights, m.foot);
  const headRoom = headers ? most(heads) * m.line + 4 : 0;
  const untouched = m.narrow
    ? 0
    : wanted.isLarge
      ? largeRoom(wanted, side) + m.between * 1.3
      : untouchedColumns(wanted.isOfOne, wanted.follows).length * smallRoom(m, side);
  const all =
    untouched +
    headRoom +
    axes.left +
    sum(widths) +
    3 * m.stripZone +
    2 * m.between +
    barRoom(wanted, m);
  return {side, widths, heights, heads, axes, headRoom, untouched, all};
}

/** What a small one takes. @param {Metrics} m @param {number} side */
const smallRoom = (m, side) => m.small * side + m.between * 1.3;

/**
 * What the large untouched panel takes of the width, at least, beside nine of a side.
 * @param {LayoutInput} wanted
 * @param {number} side
 */
const largeRoom = ({width}, side) =>
  width < ROOMY ? 1.15 * side : Math.max(1.7 * side, LEAST_LARGE);

/**
 * As large as the width and the tallest side allow.
 * @param {LayoutInput} wanted
 * @param {Metrics} m
 * @param {boolean} headers
 * @returns {Columns}
 */
function widest(wanted, m, headers) {
  let low = 20;
  let high = Math.floor(wanted.tallest);
  let columns = columnsOf(wanted, m, high, headers);
  if (columns.all <= wanted.width) return columns;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (columnsOf(wanted, m, middle, headers).all <= wanted.width) low = middle;
    else high = middle;
  }
  return columnsOf(wanted, m, low, headers);
}

/**
 * The nine titles in lines that fit: rather a little smaller than in two lines.
 * @param {LayoutInput} wanted
 * @param {Metrics} m
 * @param {number[]} widths
 * @returns {TitleLines | null}
 */
function titleLines(wanted, m, widths) {
  for (const [count, share] of [
    [1, 1],
    [1, 0.95],
    [1, 0.9],
    [2, 1],
    [2, 0.9],
  ]) {
    const size = m.font * share;
    const measure = (/** @type {string} */ text) => wanted.measure(text, size);
    const all = wanted.titles.titles
      .slice(0, PANELS)
      .map((title, i) => fit(title, widths[i % 3], count, measure));
    if (all.every(lines => lines)) return {size, lines: /** @type {string[][]} */ (all)};
  }
  return null;
}

/**
 * Titles where they are wished for and fit, else headers.
 * @param {LayoutInput} wanted
 * @param {Metrics} m
 * @returns {{columns: Columns, titles: TitleLines | null}}
 */
function titled(wanted, m) {
  if (!wanted.headers && !m.narrow) {
    const columns = widest(wanted, m, false);
    const titles = titleLines(
      wanted,
      m,
      columns.widths.map(width => width + m.between * 0.8),
    );
    if (titles) return {columns, titles};
  }
  return {columns: widest(wanted, m, true), titles: null};
}

// ---- The untouched panels

/**
 * Above the nine, three to a line, each in the middle of its share of the width.
 * @param {LayoutInput} wanted
 * @param {Metrics} m
 * @param {number} side
 * @param {number} left
 */
function untouchedAbove(wanted, m, side, left) {
  const ids = untouchedOf(wanted.isOfOne, wanted.follows);
  const small = Math.floor(side * m.small);
  const step = (wanted.width - left) / 3;
  const width = ids.length > 1 ? step - 4 : side;
  const lines = fitAll(
    ids.map(id => wanted.titles.titles[id]),
    ids.map(() => width),
    2,
    m.measure,
  );
  const top = most(lines) * m.line + 3;
  const line = top + small + m.footLine + 12;
  const places = ids.map((_, i) => {
    const x = Math.round(left + (i % 3) * step + (width - small) / 2);
    const box = boxOf(x, top + line * Math.floor(i / 3), small, small);
    return placeOf(m, box, lines[i], {below: 0, width});
  });
  return {
    places,
    top,
    bottom: line * Math.ceil(ids.length / 3),
    right: left + Math.max(small, side) + m.font * 1.4,
  };
}

/**
 * The largest, with its tokens, above the nine; the bar beside it.
 * @param {LayoutInput} wanted
 * @param {Metrics} m
 * @param {number} side
 */
function untouchedOver(wanted, m, side) {
  const [id] = untouchedOf(true);
  const [lines] = fitAll([wanted.titles.titles[id]], [wanted.width], 1, m.measure);
  const top = m.line + 3;
  const best = largestNamed(wanted, m, id, {width: wanted.width, height: OVER * side});
  const {left, below} = best.axes;
  const barAt = (/** @type {number} */ x) =>
    uprightBar(wanted, m, x, {top, bottom: top + best.height});
  const {label} = barAt(left + best.width);
  const start = left + Math.max(0, wanted.width - label.x - label.width) / 2;
  const box = rounded(boxOf(start, top, best.width, best.height));
  const place = {...placeOf(m, box, lines, {below: below[0], width: best.width}), isLarge: true};
  return {
    places: [place],
    bar: barAt(box.x + box.width),
    marks: best.axes.marks,
    top,
    bottom: place.foot.y + m.footLine + 12,
    right: box.x + box.width,
  };
}

/**
 * In the left column, on the middle line of its row.
 * @param {LayoutInput} wanted
 * @param {Metrics} m
 * @param {Box} room
 * @param {number} id
 */
function untouchedBeside(wanted, m, room, id) {
  const width = room.width + m.between * 0.6;
  const [lines] = fitAll([wanted.titles.titles[id]], [width], 2, m.measure);
  const words = lines.length * m.line + m.footLine + 8;
  const side = Math.min(room.width, room.height + m.line * 2 - words);
  const [tall, broad] = shapeOf(wanted.sizes[id]).map(share => share * side);
  const box = rounded(
    boxOf(room.x + room.width - broad, room.y + (room.height - tall) / 2, broad, tall),
  );
  return placeOf(m, box, lines, {below: 0, width});
}

/**
 * The largest of all, beside all three rows: in their middle, or at the top, where something is to
 * stand under it.
 * @param {LayoutInput} wanted
 * @param {Metrics} m
 * @param {{width: number, top: number, bottom: number}} room
 */
function untouchedLarge(wanted, m, {width, top, bottom}) {
  const [id] = untouchedOf(true);
  const isUnder = wanted.under > 0 && wanted.width >= ROOMY;
  const [lines] = fitAll([wanted.titles.titles[id]], [width], 1, m.measure);
  const head = m.line + 3;
  const words = m.footLine + 2;
  const height = bottom - top - (isUnder ? wanted.under : 0) - words;
  const isBare = wanted.width < ROOMY && wanted.axes === 'none';
  const best = isBare
    ? largest(wanted, m, id, {width, height})
    : largestNamed(wanted, m, id, {width, height});
  const below = best.axes.below[0];
  const spare = isUnder ? 0 : (bottom - top - head - best.height - below - words) / 2;
  const y = Math.max(top, head) + Math.max(0, spare);
  const box = rounded(boxOf(best.axes.left, y, best.width, best.height));
  const place = {...placeOf(m, box, lines, {below, width: best.width}), isLarge: true};
  const end = place.foot.y + place.foot.height;
  const right = box.x + box.width + m.between * 1.6;
  const beside = boxOf(right, top, width - right, box.height);
  return {
    place,
    end: isUnder ? end + wanted.under : end,
    marks: best.axes.marks,
    free: isUnder ? {under: boxOf(0, end, width, wanted.under), beside} : null,
  };
}

/**
 * What stands above the nine where the figure is narrow.
 * @param {LayoutInput} wanted
 * @param {Metrics} m
 * @param {number} side
 * @param {number} left
 */
const untouchedFirst = (wanted, m, side, left) =>
  wanted.isLarge
    ? untouchedOver(wanted, m, side)
    : {...untouchedAbove(wanted, m, side, left), bar: null, marks: null};

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
 * @param {LayoutInput} wanted
 * @param {Metrics} m
 * @param {Columns} columns
 * @param {{lefts: number[], y: number}} at
 * @returns {{heads: Head[], height: number}}
 */
function headersAcross(wanted, m, {widths}, {lefts, y}) {
  const rooms = widths.map(width => width + m.between * 0.7);
  const all = fitAll(wanted.titles.columns, rooms, m.narrow ? 3 : 2, m.measure);
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
 * @param {LayoutInput} wanted
 * @param {Metrics} m
 * @param {{columns: Columns, titles: TitleLines | null}} grid
 * @param {{lefts: number[], y: number, row: number}} at
 * @returns {Place[]}
 */
function rowOf(wanted, m, {columns, titles}, {lefts, y, row}) {
  return lefts.map((x, i) => {
    const box = rounded(boxOf(x, y, columns.widths[i], columns.heights[row]));
    const below = columns.axes.below[row];
    const place = placeOf(m, box, titles?.lines[3 * row + i] ?? [], {
      below,
      width: columns.widths[i] + m.stripZone + m.between * 0.6,
    });
    return {...place, size: titles?.size ?? m.font, strips: stripsOf(m, wanted, box)};
  });
}

/**
 * Nine panels and the untouched ones.
 * @param {LayoutInput} wanted
 * @param {number} font
 * @param {boolean} narrow
 * @returns {Layout}
 */
function gridOf(wanted, font, narrow) {
  const bare = metricsOf(wanted, font, narrow);
  const grid = titled(wanted, bare);
  const {columns, titles} = grid;
  const m = footed(bare, wanted, columns.widths);
  const {headRoom, axes, untouched, heights} = columns;
  const spare = Math.max(0, Math.floor(wanted.width - columns.all));
  const isLarge = wanted.isLarge && !narrow;
  const left = isLarge ? spare : Math.floor(spare / 2); // what is left goes to the large one
  const gridLeft = left + untouched + headRoom + axes.left;
  const lefts = edges(m, columns, gridLeft);
  const above = narrow ? untouchedFirst(wanted, m, columns.side, left) : null;
  const across = titles ? null : headersAcross(wanted, m, columns, {lefts, y: above?.bottom ?? 0});
  /** @type {(Place | null)[]} */
  const places = Array(ALL).fill(null);
  const heads = across?.heads ?? [];
  above?.places.forEach((place, i) => {
    places[untouchedOf(wanted.isOfOne, wanted.follows)[i]] = place;
  });
  let y = (above?.bottom ?? 0) + (across?.height ?? 0);
  for (let row = 0; row < 3; row++) {
    y += titles ? most(titles.lines.slice(3 * row, 3 * row + 3)) * m.line + 3 : 0;
    rowOf(wanted, m, grid, {lefts, y, row}).forEach((place, i) => {
      places[3 * row + i] = place;
    });
    if (!titles)
      heads.push({
        box: boxOf(left + untouched, y, headRoom - 4, heights[row]),
        lines: columns.heads[row],
        upright: true,
      });
    if (!narrow && !isLarge)
      untouchedColumns(wanted.isOfOne, wanted.follows).forEach((ids, i) => {
        const x = left + untouched - (i + 1) * smallRoom(m, columns.side) + m.between * 0.3;
        const room = boxOf(x, y, m.small * columns.side, heights[row]);
        if (ids.lastIndexOf(ids[row]) === row)
          places[ids[row]] = untouchedBeside(wanted, m, room, ids[row]);
      });
    y += heights[row] + axes.below[row] + 2 + m.footRoom + (row < 2 ? m.rowGap : 0);
  }
  const first = /** @type {Place} */ (places[0]).box.y;
  const large = isLarge
    ? untouchedLarge(wanted, m, {
        width: left + untouched - m.between * 1.3,
        top: first,
        bottom: y - m.footRoom,
      })
    : null;
  if (large) places[PANELS] = large.place;
  const bar = barOf(wanted, m, places, {above, left: gridLeft, y});
  const under = bar.upright || bar.box.y < y ? 0 : bar.box.height + TICKS;
  return {
    width: wanted.width,
    height: Math.ceil(Math.max(under ? bar.box.y + under : y, large?.end ?? 0)),
    font,
    foot: m.foot,
    narrow,
    stacked: m.stacked,
    places,
    heads,
    bar,
    marks: [axes.marks, above?.marks, large?.marks].flatMap(marks => marks?.(places) ?? []),
    letters: axes.letters,
    numbered: false,
    joins: joinsOf(wanted, places, m),
    free: large?.free ?? null,
  };
}

/**
 * At the right; on a narrow figure beside a single untouched panel, or below.
 * @param {LayoutInput} wanted
 * @param {Metrics} m
 * @param {(Place | null)[]} places
 * @param {{above: ReturnType<typeof untouchedFirst> | null, left: number, y: number}} at
 */
function barOf(wanted, m, places, {above, left, y}) {
  const first = /** @type {Place} */ (places[0]);
  const last = /** @type {Place} */ (places[8]);
  if (!above)
    return uprightBar(wanted, m, endOf(last), {
      top: first.box.y,
      bottom: last.box.y + last.box.height,
    });
  if (above.bar) return above.bar;
  if (above.places.length > 1)
    return lyingBar(wanted, m, {x: left, y: y + 6, width: wanted.width - left - 8});
  return lyingBar(wanted, m, {
    x: above.right,
    y: above.top - m.line,
    width: wanted.width - above.right - 8,
  });
}

// ---- One panel as large as the nine together

/** @param {LayoutInput} wanted @param {number} id */
const axesOfOne = ({axes, labels, inputs}, id) =>
  axes === 'none' ? (labels[inputs[id][0]] ? 'tokens' : 'positions') : axes;

/**
 * The largest box for a panel with labels on both sides.
 * @param {LayoutInput} named which says what these labels are
 * @param {Metrics} m
 * @param {number} id
 * @param {{width: number, height: number}} room
 */
function largest(named, m, id, room) {
  const [tall, broad] = shapeOf(named.sizes[id]);
  let side = Math.min(room.width, room.height);
  let axes = axesOf(named, [side], [side], m.foot, id);
  for (let round = 0; round < 3; round++) {
    // labels take room, and how many there are depends on the room that is left
    side = Math.floor(
      Math.min((room.width - axes.left) / broad, (room.height - axes.below[0]) / tall),
    );
    axes = axesOf(named, [side * broad], [side * tall], m.foot, id);
  }
  return {axes, width: side * broad, height: side * tall};
}

/**
 * The same, with tokens along it, or where these would be too small, positions.
 * @param {LayoutInput} wanted
 * @param {Metrics} m
 * @param {number} id
 * @param {{width: number, height: number}} room
 */
function largestNamed(wanted, m, id, room) {
  const named = largest({...wanted, axes: axesOfOne(wanted, id)}, m, id, room);
  return named.axes.letters < SMALLEST
    ? {...largest({...wanted, axes: 'positions'}, m, id, room), numbered: true}
    : {...named, numbered: false};
}

/** @param {LayoutInput} wanted @param {Layout} nine @param {number} id @returns {Layout} */
function zoomed(wanted, nine, id) {
  const bare = metricsOf(wanted, nine.font, nine.narrow);
  const m = {...bare, footRoom: bare.footLine, strip: nine.narrow ? 8 : 20};
  const [lines] = fitAll([wanted.titles.titles[id]], [wanted.width], 3, m.measure);
  const head = lines.length * m.line + 3;
  const beside =
    (id < PANELS ? wanted.strips * (m.strip + m.gap) : 0) + (nine.narrow ? 8 : barRoom(wanted, m));
  const under = m.footRoom + 2 + (nine.narrow ? 40 + 2 * m.line : 0);
  const room = {width: wanted.width - beside, height: nine.height - head - under};
  const {axes, width, height, numbered} = largestNamed(wanted, m, id, room);
  const box = rounded(
    boxOf(
      Math.max(0, (wanted.width - axes.left - width - beside) / 2) + axes.left,
      head,
      width,
      height,
    ),
  );
  const place = placeOf(m, box, lines, {
    below: axes.below[0],
    width: Math.min(wanted.width, Math.max(width, 320)),
  });
  if (id < PANELS) place.strips = stripsOf(m, wanted, box);
  for (const words of [place.title, place.foot])
    words.x = Math.max(0, Math.min(words.x, wanted.width - words.width));
  const places = nine.places.map((_, i) => (i === id ? place : null));
  const bar = nine.narrow
    ? lyingBar(wanted, m, {x: box.x, y: place.foot.y + place.foot.height + 6, width: box.width})
    : uprightBar(wanted, m, endOf(place), {top: box.y, bottom: box.y + box.height});
  return {
    ...nine,
    free: null,
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

/** Letters grow with the panels. @param {Layout} layout @param {number} letters */
function fontOf({places}, letters) {
  const side = places[0]?.box.width ?? 0;
  return Math.round(letters * Math.min(Math.max(side / 15, 11.5), 16) * 2) / 2;
}

/** The nine, in letters that go with their size. @param {LayoutInput} wanted */
function nineOf(wanted) {
  const narrow = wanted.width < NARROW;
  const nine = gridOf(wanted, narrow ? NARROW_FONT : FONT, narrow);
  const font = fontOf(nine, wanted.letters);
  return narrow || font === FONT ? nine : gridOf(wanted, font, narrow);
}

/** @param {LayoutInput} wanted @returns {Layout} */
export function layoutOf(wanted) {
  const asked = nineOf(wanted);
  const numbered = asked.letters < SMALLEST;
  const nine = numbered ? {...nineOf({...wanted, axes: 'positions'}), numbered} : asked;
  return wanted.zoom !== null && nine.places[wanted.zoom]
    ? zoomed(wanted, nine, wanted.zoom)
    : nine;
}

/**
 * With panels as tall as a height allows.
 * @param {LayoutInput} wanted
 * @param {number} height
 * @returns {Layout}
 */
export function layoutWithin(wanted, height) {
  let low = 40;
  let high = Math.max(low + 1, Math.floor(height / 3));
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (layoutOf({...wanted, tallest: middle}).height <= height) low = middle;
    else high = middle;
  }
  return layoutOf({...wanted, tallest: low});
}
