// The figure area of one element: state comes in by `show`, what the reader does in it goes out by
// `on`.
//
//   state -> view.js (every number, the scale) -> layout.js (where everything stands) -> panels.js, labels.js
//                                              -> view.js (the cells that are drawn)  -> cells.js
//
// Only what has changed since the last state is made again: a move of the cross-hair draws no
// cells.
import {hasEpsilon, isOfOneInput} from '../engine/kinds.js';
import {seesNext} from '../engine/titles.js';
import {createCells, pixelsOf} from './cells.js';
import {limitOf} from '../state/limits.js';
import {h, say} from '../base/dom.js';
import {numberText, signedText} from '../base/format.js';
import {createLabels} from './labels.js';
import {keyOf, writeKey} from './key.js';
import {MEDIUM, layoutOf, layoutWithin} from './layout.js';
import {createMemory} from './memory.js';
import {reading, twins} from './messages.js';
import {namesOf} from './names.js';
import {beside} from './neighbours.js';
import {createPanels, dress} from './panels.js';
import {createPointer} from './pointer.js';
import {createReadout, spoken} from './readout.js';
import {reasonOf} from './reasons.js';
import {printedLineOf} from './save.js';
import {barsOf, cellOf, crossOf, markOf} from './cross-hair.js';
import {divergenceShare, outputShare, stripPath} from './strips.js';
import {summaryOf, underOf} from './summary.js';
import {createSurroundings} from './surroundings.js';
import {createTable} from './table.js';
import {createUnfolding} from './unfolding.js';
import {captionOf} from './titles.js';
import {cellsOf, panelsOf, untouchedColumns, viewOf} from './view.js';
import {createRuler, tallestOf, layoutInputOf} from './layout-input.js';

/**
 * @typedef {import('./view.js').Figure} Figure
 * @typedef {import('./view.js').Params} Params
 * @typedef {import('./view.js').View} View
 * @typedef {import('./range.js').Grid} Grid
 * @typedef {import('./layout.js').Layout} Layout
 * @typedef {import('../state/store.js').Focus} Focus
 * @typedef {{params: Params, link: string, figure: Figure | null, focus: Focus | null,
 *   bars: boolean, zoom: number | null}} Seen
 *   what of a state is drawn here
 * @typedef {{set(patch: Record<string, string>): void, focus(focus: Focus | null): void,
 *   bars(open: boolean): void,
 *   zoom(panel: number | null): void, logits(figure: Figure, panel: number): Float32Array | null,
 *   words: import('../engine/likely.js').WordsOf,
 *   whole(figure: Figure, tell: import('../state/settled.js').Tell): Promise<Figure>,
 *   ask<T>(figure: Figure, question: (maker: import('../engine/core.js').Core) => T): Promise<T>,
 *   bring: import('../shared/pieces.js').Bring}} On
 *   the whole of a figure has all weights and baselines; tell hears how far it is; ask: what only the engine can say of it
 * @typedef {() => import('../state/home.js').Home} Where figures are opened
 * @typedef {{under(): number, filled(): number, leave(free: import('./layout.js').Layout['free']): void}} Room
 *   under: the height of what is to stand under the large untouched panel, 0: nothing; filled: the
 *   height that the panels fill on a full screen, else 0; leave: told where there is room
 * @typedef {{view: View, layout: Layout, cells: (Grid | null)[]}} Drawn
 */

const LATER = 300; // ms of rest before words for screen readers are made
const NO_CANVAS = 'Not drawn here: see the table';
const ABOVE = 84; // CSS pixels: what stands above a figure of the page's width takes so much more
const LETTERS_AT = 700; // on a full screen of this height letters are as usual; they grow with it
const MOST_LETTERS = 1.3;
const MANY_TOKENS = 256; // an even row of so many is one dark blue

class Picture {
  /** @type {Seen | null} */
  #state = null;
  /** @type {Params} what the figure was made from */
  #made = {};
  /** @type {Drawn | null} */
  #drawn = null;
  /**
   * What was asked for since that state came: keys may be quicker than frames.
   * @type {Partial<import('./pointer.js').Held>}
   */
  #asked = {};
  #visiting = -1; // the panel that the keyboard is in
  #note = ''; // what the line says instead of a hint
  #later = 0;
  #memory = createMemory();
  #root = h('div', {class: 'fig'});
  #area = h('div', {class: 'fig-area', role: 'group', 'aria-label': 'Panels'});
  #caption = h('p', {class: 'fig-caption'});
  #link = h('p', {class: 'fig-link'});
  #key = h('p', {class: 'fig-key'});
  #live = h('p', {class: 'fig-said', 'aria-live': 'polite'});

  /**
   * @param {HTMLElement} container
   * @param {On} on
   * @param {Where} home
   * @param {Room} room
   */
  constructor(container, on, home, room) {
    this.room = room;
    this.on = on;
    this.home = home;
    const toggleBars = () => on.bars(!this.#state?.bars);
    this.#readout = createReadout({
      scale: () => on.set({range: this.#state?.params.range === 'row' ? 'unit' : 'row'}),
      unfold: () => this.#unfolding.toggle(),
      bars: toggleBars,
      zoom: () => this.#toggleZoom(),
      release: () => this.#release(),
    });
    const {panels, elements} = createPanels(id => on.zoom(this.#state?.zoom === id ? null : id));
    this.#panels = panels;
    this.#labels = createLabels((a, b) => this.#explain(a, b));
    this.#cells = createCells(container);
    this.#table = createTable(on.bring);
    this.#unfolding = createUnfolding({...on, changed: () => this.#draw()});
    this.#area.append(this.#cells.element, ...elements, ...this.#labels.elements);
    this.#root.append(
      this.#area,
      this.#key,
      this.#caption,
      this.#link,
      this.#readout.element,
      this.#unfolding.element,
      this.#table.element,
      this.#live,
    );
    container.append(this.#root);
    let known = ''; // read when it is needed first: it makes the browser work out every style
    const family = () => (known ||= getComputedStyle(this.#root).fontFamily);
    this.#measure = createRuler(family);
    this.save = {whole: on.whole, home};
    this.#surroundings = createSurroundings(container, () => this.#draw());
    this.#endPointer = createPointer(this.#root, this.#acts(), this.#asks());
  }

  #readout;
  #unfolding;
  #panels;
  #labels;
  #table;
  #cells;
  #measure;
  #surroundings;
  #endPointer;

  get #figure() {
    return this.#state?.figure ?? null;
  }

  /** @param {Seen} state */
  show(state) {
    const had = this.#state;
    const active = /** @type {ShadowRoot | Document} */ (this.#root.getRootNode()).activeElement;
    if (!state.figure || state.figure !== this.#figure) this.#made = state.params;
    else if (state.params.style !== this.#made.style)
      this.#made = {...this.#made, style: state.params.style};
    this.#state = state;
    this.#asked = {};
    this.#draw();
    // The keyboard follows: the panel it was in may be hidden now.
    const zoomed = had && state.zoom !== had.zoom;
    if (zoomed && active?.matches('.fig-plot'))
      this.#panels[state.zoom ?? had.zoom ?? 0].plot.focus();
  }

  /** Makes the browser work out how much room there is, which takes it long when much is new. */
  measure() {
    return this.#surroundings.width;
  }

  destroy() {
    this.#endPointer();
    this.#surroundings.destroy();
    this.#cells.destroy();
    clearTimeout(this.#later);
    this.#root.remove();
  }

  // ---- What is drawn

  /**
   * The figure's own parameters, looked at as the state says.
   * @param {Params} params
   * @returns {Params}
   */
  #seen({view, range, colors, style, titles, axes, line}) {
    return {...this.#made, view, range, colors, style, titles, axes, line};
  }

  /** @param {Figure | null} figure @returns {import('./view.js').Logits} */
  #logits(figure) {
    return panel => figure && this.on.logits(figure, panel);
  }

  /** @param {Params} params @returns {View} */
  #view(params) {
    const figure = this.#figure;
    return this.#memory.keep(
      'view',
      [figure, params.view, params.range, params.colors, params.figure, params.style],
      () => viewOf(figure, params, this.#logits(figure)),
    );
  }

  /** @param {Params} params @param {View} view @returns {Layout} */
  #layout(params, {scale, off}) {
    const {width, height} = this.#surroundings;
    const zoom = this.#state?.zoom ?? null;
    const bar = {
      label: scale.label,
      mode: scale.mode,
      off,
      ticks: scale.ticks.map(tick => tick.text),
    };
    const isAtHand = hasEpsilon(params) && limitOf(params, 'eps') !== 'hidden';
    const under = isAtHand ? this.room.under() : 0;
    const filled = this.room.filled();
    const wanted = layoutInputOf(this.#figure, params, {
      width,
      tallest: tallestOf(width, height - (under ? ABOVE : 0)),
      letters: filled ? Math.min(Math.max(height / LETTERS_AT, 1), MOST_LETTERS) : 1,
      zoom,
      bar,
      measure: this.#measure,
      under,
    });
    return this.#memory.keep('layout', [JSON.stringify(wanted), filled], () =>
      filled ? layoutWithin(wanted, filled) : layoutOf(wanted),
    );
  }

  #draw() {
    const state = this.#state;
    const {width, ratio} = this.#surroundings;
    const {keep} = this.#memory;
    if (!state || !width) return;
    const params = this.#seen(state.params);
    const {figure, focus, bars, zoom} = state;
    const view = this.#view(params);
    const layout = this.#layout(params, view);
    const pixels = pixelsOf(layout, ratio);
    const cells = keep('cells', [view, pixels.join()], () => cellsOf(view, pixels));
    this.#drawn = {view, layout, cells};
    keep('arranged', [layout, view.scale, figure], () => this.#arrange(layout, view, params));
    this.room.leave(layout.free);
    say(this.#caption, captionOf(figure, params));
    const pooled = this.#isPooled(this.#drawn);
    const isVisited = this.#visiting >= 0; // by the keyboard, whose keys are told then
    writeKey(
      this.#key,
      isVisited ? [{text: reading.keys}] : keyOf(figure, params, {...layout, pooled}),
    );
    keep('looks', [view, params.line], () => this.#look(view, params));
    if (figure) keep('written', [figure, params.style], () => this.#write(figure));
    keep('painted', [layout, cells, view.scale, ratio], () =>
      this.#cells.show(layout, cells, view.scale, ratio),
    );
    const told = [figure, focus, bars, zoom, cells, this.#visiting, this.#note];
    keep('told', [...told, this.#unfolding.isOpen], () => this.#tell(state));
    say(this.#link, printedLineOf(state, this.home()));
  }

  /** Does a panel have more cells than are drawn? @param {Drawn} drawn */
  #isPooled({layout, cells}) {
    const all = this.#figure ? panelsOf(this.#figure) : [];
    return cells.some((grid, id) => {
      const panel = layout.places[id] && all[id];
      return grid && panel && grid.values.length < panel.rows * panel.columns;
    });
  }

  /** @param {Layout} layout @param {View} view @param {Params} params */
  #arrange(layout, view, params) {
    const figure = this.#figure;
    const names = namesOf(figure, params);
    this.#root.classList.toggle('narrow', layout.narrow);
    this.#root.classList.toggle('stacked', layout.stacked);
    this.#root.classList.toggle('medium', layout.width < MEDIUM && !layout.narrow);
    dress(this.#area, `height:${layout.height}px`);
    this.#panels.forEach((panel, id) => {
      panel.place(layout.places[id], layout.font, layout.foot);
      panel.name(names[id], this.#state?.zoom === id);
    });
    this.#labels.show(layout, view.scale, (a, b) =>
      figure ? reasonOf(figure, this.#made, a, b) : '',
    );
  }

  /** @param {View} view @param {Params} params */
  #look({panels}, {line}) {
    const all = this.#figure ? panelsOf(this.#figure) : [];
    this.#panels.forEach((panel, id) => {
      const shape = all[id];
      const most = Math.min(shape?.rows ?? 1, shape?.columns ?? 1);
      panel.diagonal(
        line === 'on' ? [most / (shape?.columns ?? 1), most / (shape?.rows ?? 1)] : null,
      );
      panel.element.style.setProperty('--columns', String(shape?.columns ?? 1));
      const drawn = this.#cells.able ? null : NO_CANVAS;
      panel.annotate(panels[id]?.grid ? drawn : (panels[id]?.note ?? ''));
    });
  }

  /** What changes with the figure, not with the way it is looked at. @param {Figure} figure */
  #write(figure) {
    figure.panels.forEach(({norm, prediction}, id) => {
      const [output, moved] = this.#panels[id].strips;
      const divergence = prediction?.divergence ?? null;
      this.#memory.keep(`output ${id}`, [norm], () =>
        output.show(norm && {path: stripPath(norm, outputShare), line: outputShare(1)}),
      );
      this.#memory.keep(`moved ${id}`, [divergence], () =>
        moved.show(divergence && {path: stripPath(divergence, divergenceShare), line: null}),
      );
    });
    clearTimeout(this.#later);
    this.#later = setTimeout(() => this.#describe(figure), LATER);
  }

  /** @param {Figure} figure */
  #describe(figure) {
    this.#panels.forEach(({summary}, id) =>
      say(summary, figure.said?.[id] ?? summaryOf(figure, id, this.#made)),
    );
    this.#table.show(figure, this.#made);
  }

  // ---- What is said of the cross-hair

  /** @param {Seen} state */
  #tell({figure, params, focus, bars, zoom}) {
    const cell =
      figure && focus ? cellOf(figure, focus.panel, focus, this.#made, this.#logits(figure)) : null;
    const pinned = focus?.pinned ?? false;
    const model = figure?.panels.some(panel => panel.prediction) ?? false;
    this.#panels.forEach((panel, id) => {
      if (figure) this.#point(figure, id, cell ? focus : null, bars && pinned);
      else panel.under([]);
    });
    this.#root.classList.toggle('barred', bars && pinned);
    const {view, cells} = /** @type {Drawn} */ (this.#drawn);
    this.#labels.point(figure && cell && focus ? markOf(figure, focus, cells, view) : null);
    this.#readout.show(
      cell,
      {pinned, bars, zoomed: zoom !== null, unfolded: this.#unfolding.isOpen},
      {
        model,
        note: this.#note,
        words: params.source === 'model' && limitOf(params, 'text1') !== 'hidden',
        ahead: this.#made.mask === 'causal' ? this.#made.style : '',
        begins: figure?.inputs?.[0]?.tokens?.[0] ?? reading.firstToken,
        byRow: this.#isByRow(figure, params),
      },
    );
    this.#unfolding.show(figure, focus, cell);
    if (this.#visiting >= 0 && cell) say(this.#live, spoken(cell));
  }

  /**
   * Is each row drawn by its largest weight? null where few tokens need no such choice, where
   * something else was chosen, or where it is not the reader's.
   * @param {Figure | null} figure
   * @param {Params} params
   */
  #isByRow(figure, params) {
    const isMany = params.view === 'weights' && (figure?.panels[0].rows ?? 0) >= MANY_TOKENS;
    if (!isMany || limitOf(params, 'range') !== 'free') return null;
    return params.range === 'row' || (params.range === 'unit' ? false : null);
  }

  /**
   * @param {Figure} figure
   * @param {number} id
   * @param {Focus | null} focus
   * @param {boolean} open the row stands as bars
   */
  #point(figure, id, focus, open) {
    const panel = this.#panels[id];
    const {view, cells} = /** @type {Drawn} */ (this.#drawn);
    const here =
      focus &&
      cellOf(figure, id, focus, this.#made, view.logits ? this.#logits(figure) : () => null);
    panel.point(focus && here && !open ? crossOf(figure, id, focus) : null);
    panel.bars.show(
      focus && open ? barsOf(figure, id, focus.query, cells, view, this.#made) : null,
    );
    if (!here)
      panel.under(
        underOf(figure, id, this.#made, this.on.words).map(({name, text}) => [name, text]),
      );
    else if (view.logits) panel.under([['logit', numberText(here.logit, 3)]]);
    else
      panel.under([
        ['weight', numberText(here.weight, 4)],
        ...(here.change === null ? [] : [['', signedText(here.change, 4)]]),
      ]);
  }

  /** Why two panels are joined. @param {number} a @param {number} b */
  #explain(a, b) {
    const figure = this.#figure;
    if (!figure) return;
    const names = namesOf(figure, this.#made);
    this.#note = twins.named(names[a], names[b], reasonOf(figure, this.#made, a, b));
    this.#draw();
  }

  /** @param {number} panel */
  #explainTwin(panel) {
    const all = this.#figure ? panelsOf(this.#figure) : [];
    const other = all.findIndex((one, id) => id !== panel && one && one.same === all[panel]?.same);
    if (other >= 0) this.#explain(panel, other);
  }

  // ---- What the reader does

  #toggleZoom() {
    this.on.zoom(this.#state?.zoom == null ? (this.#state?.focus?.panel ?? 0) : null);
  }

  #release() {
    this.#note = '';
    this.on.bars(false);
    this.on.focus(null);
  }

  /**
   * One panel can be reached by Tab; the others from it.
   * @param {number} panel -1: the keyboard has left
   */
  #visit(panel) {
    this.#visiting = panel;
    if (panel >= 0)
      this.#panels.forEach(({plot, id}) => {
        plot.tabIndex = id === panel ? 0 : -1;
      });
    this.#draw();
  }

  /** @returns {import('./pointer.js').Act} */
  #acts() {
    const {on} = this;
    const ask = (/** @type {Partial<import('./pointer.js').Held>} */ change) =>
      Object.assign(this.#asked, change);
    return {
      focus: focus => {
        this.#note = '';
        ask({focus});
        on.focus(focus);
      },
      bars: open => {
        ask({bars: open});
        on.bars(open);
      },
      zoom: panel => {
        ask({zoom: panel});
        on.zoom(panel);
      },
      table: panel => this.#table.open(panel),
      unfold: () => this.#unfolding.toggle(),
      visit: panel => this.#visit(panel),
      why: panel => this.#explainTwin(panel),
    };
  }

  /** @returns {import('./pointer.js').Ask} */
  #asks() {
    return {
      held: () => ({focus: null, bars: false, zoom: null, ...this.#state, ...this.#asked}),
      size: panel => (this.#figure ? panelsOf(this.#figure)[panel] : null),
      beside: (panel, step) =>
        beside(untouchedColumns(isOfOneInput(this.#made), seesNext(this.#made)), panel, step),
    };
  }
}

/**
 * @param {HTMLElement} container
 * @param {On} on
 * @param {Where} home
 * @param {Room} room
 */
export function createPicture(container, on, home, room) {
  const picture = new Picture(container, on, home, room);
  return {
    show: (/** @type {Seen} */ state) => picture.show(state),
    measure: () => picture.measure(),
    save: picture.save,
    destroy: () => picture.destroy(),
  };
}
