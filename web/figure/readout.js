// The line that says what is under the cross-hair, and the three things to do with it. It keeps
// its height whatever it says.
import {numberText, signedText, tokenText} from '../base/format.js';
import {h, say} from '../base/dom.js';
import {reading, unfolding} from './messages.js';
import {ICONS, attribute, icon} from './panels.js';

/**
 * @typedef {{query: number, key: number, queryToken: string | null, keyToken: string | null,
 *   weight: number | null, masked: boolean, pooled: string, logit: number | null, change: number |
 *   null, norm: number | null, divergence: number | null, head: string}} Cell
 *   pooled: what the weight is of a block, "largest of 3 × 4"; head: it is of this one, and not of the head
 *   under study
 * @typedef {{pinned: boolean, bars: boolean, zoomed: boolean, unfolded: boolean}} Holding
 * @typedef {{model: boolean, note: string, ahead: string, begins: string,
 *   byRow: boolean | null, words: boolean}} How
 *   note: stands there instead of a hint; ahead: the style in which cells ahead are drawn, '' where
 *   tokens look there; begins: what the first column is; byRow: whether
 *   rows are scaled by their largest, null where that is not offered; words: those of the text can
 *   be chosen too
 */

const HINTS = {
  mouse: 'Point at a cell to read it; click to keep it.',
  touch: 'Tap a cell to read it.',
  mouseOrWord: 'Point at a cell, or at a word of the text, to read it; click to keep it.',
  touchOrWord: 'Tap a cell, or a word of the text, to read it.',
};

/** How a square is read. @param {How} how */
const howToRead = ({ahead, begins, byRow}) =>
  [reading.square(begins), reading.ahead[ahead], byRow === false && reading.many]
    .filter(Boolean)
    .join(' ');

/** @param {How} how @param {boolean} isTouch @returns {keyof typeof HINTS} */
const pointingOf = ({words}, isTouch) =>
  isTouch ? (words ? 'touchOrWord' : 'touch') : words ? 'mouseOrWord' : 'mouse';

/** @param {number} position @param {string | null} token */
const placeText = (position, token) =>
  token === null ? String(position) : reading.token(position, tokenText(token));

/** @param {string} name */
function createSlot(name) {
  const label = h('small', {}, name);
  const value = h('b', {});
  return {
    element: h('span', {}, label, value),
    say(/** @type {string} */ text, as = name) {
      say(label, as);
      say(value, text);
    },
  };
}

/**
 * A button with an icon, and with its word where there is room.
 * @param {string} path
 * @param {string} word
 * @param {() => void} act
 */
function createTool(path, word, act) {
  const [picture, line] = icon(path);
  const label = h('span', {}, word);
  const element = h('button', {type: 'button', onclick: act, title: word}, picture, label);
  return {
    element,
    is(/** @type {string} */ as, /** @type {string} */ drawn) {
      say(label, as);
      attribute(element, 'title', as);
      attribute(line, 'd', drawn);
    },
  };
}

/**
 * @param {{scale(): void, unfold(): void, bars(): void, zoom(): void, release(): void}} act
 */
export function createReadout(act) {
  const slots = {
    query: createSlot('query'),
    key: createSlot('key'),
    weight: createSlot('weight'),
    logit: createSlot('logit'),
    change: createSlot('change'),
    norm: createSlot('length'),
    divergence: createSlot('prediction'),
  };
  const hint = h('span', {class: 'fig-hint'});
  const {query, key, ...rest} = slots;
  const where = h('div', {class: 'where'}, query.element, key.element);
  const what = h('div', {class: 'what'}, ...Object.values(rest).map(slot => slot.element));
  const values = h('div', {class: 'fig-values', hidden: true}, where, what);
  const scale = createTool(ICONS.rows, reading.byRow, act.scale);
  scale.element.classList.add('worded');
  const unfold = createTool(ICONS.sum, unfolding.open, act.unfold);
  const bars = createTool(ICONS.bars, 'Row as bars', act.bars);
  const zoom = createTool(ICONS.outwards, 'Enlarge', act.zoom);
  const release = createTool(ICONS.cross, 'Release', act.release);
  const tools = h(
    'div',
    {class: 'fig-tools', hidden: true},
    scale.element,
    unfold.element,
    bars.element,
    zoom.element,
    release.element,
  );
  const element = h(
    'div',
    {class: 'fig-read', role: 'group', 'aria-label': 'Cell under the cross-hair'},
    hint,
    values,
    tools,
  );
  const touch = matchMedia('(hover: none)');

  /** @param {Cell} cell */
  function write(cell) {
    slots.query.say(placeText(cell.query, cell.queryToken));
    slots.key.say(placeText(cell.key, cell.keyToken));
    const weight = cell.pooled || cell.head || 'weight';
    slots.weight.say(cell.masked ? '0 masked' : numberText(cell.weight, 4), weight);
    slots.logit.say(numberText(cell.logit, 3));
    slots.change.say(signedText(cell.change, 4));
    slots.norm.say(numberText(cell.norm, 3));
    slots.divergence.say(numberText(cell.divergence, 3));
  }

  return {
    element,
    /** @param {Cell | null} cell @param {Holding} holding @param {How} how */
    show(cell, {pinned, bars: open, zoomed, unfolded}, how) {
      const {model, note, byRow} = how;
      values.hidden = !cell || note !== '';
      hint.hidden = !values.hidden;
      say(hint, note || `${howToRead(how)} ${HINTS[pointingOf(how, touch.matches)]}`);
      if (cell) write(cell);
      values.classList.toggle('model', model);
      values.classList.toggle('other', Boolean(cell?.head));
      slots.divergence.element.hidden = !model;
      scale.element.hidden = byRow === null || pinned;
      attribute(scale.element, 'aria-pressed', String(byRow));
      tools.hidden = !pinned && !zoomed && byRow === null;
      unfold.element.hidden = bars.element.hidden = release.element.hidden = !pinned;
      attribute(unfold.element, 'aria-expanded', String(unfolded));
      attribute(bars.element, 'aria-pressed', String(open));
      zoom.element.hidden = !pinned && !zoomed;
      zoom.is(zoomed ? 'Back to all nine' : 'Enlarge', zoomed ? ICONS.inwards : ICONS.outwards);
    },
  };
}

/** The same for those who hear it, when they move by keys. @param {Cell} cell */
export function spoken({query, key, queryToken, keyToken, weight, masked, head}) {
  const name = (/** @type {number} */ at, /** @type {string | null} */ token) =>
    `${at}${token === null ? '' : ` ${tokenText(token)}`}`;
  const cell = {
    query: name(query, queryToken),
    key: name(key, keyToken),
    weight: masked ? 'masked' : numberText(weight, 4),
  };
  return head ? reading.spokenOfHead(cell, head) : reading.spoken(cell);
}
