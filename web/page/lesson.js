// A lesson: its text goes on beside one living figure, which stays in sight and shows what the step
// that is read speaks of. A script of its own, which uses <nine-fold> as any page can: its link,
// its parts, and the events `change` and `answer`.
import {h, say} from '../base/dom.js';
import {keep, kept} from '../base/kept.js';
import {changed} from '../engine/link-text.js';
import {lesson as words} from './lesson-messages.js';

/**
 * @typedef {import('../element/nine-fold.js').NineFold} NineFold
 * @typedef {{guess?: number, first?: number, met?: boolean, link?: string}} Done
 *   what the reader did in a step: guess: which prediction, from 0; first: the one before the answer
 *   was seen; link: the figure as it was left
 * @typedef {Record<string, Record<string, Done>>} Progress by lesson and step
 * @typedef {{element: HTMLElement, asks: string[], done: Done, tell(answer: Answer | null): void}} Step
 * @typedef {import('../questions/announcing.js').Answer} Answer
 */

const KEY = 'ninefold-lessons';
const PINNED = 80; // CSS pixels: a smaller move is no scrolling to another step

/** @param {string} selector @param {ParentNode} [within] */
const all = (selector, within = document) =>
  /** @type {HTMLElement[]} */ ([...within.querySelectorAll(selector)]);

// ---- What is remembered -----------------------------------------------------------------------

/** @param {unknown} it */
const isObject = it => typeof it === 'object' && it !== null && !Array.isArray(it);

/** Whatever stands in the storage, as far as it can be used. @returns {Progress} */
function remembered() {
  try {
    const said = JSON.parse(kept(KEY) ?? '{}');
    return isObject(said) ? said : {};
  } catch {
    return {};
  }
}

/** @param {any} said @returns {Done} */
function readDone(said) {
  const {guess, first, met, link} = isObject(said) ? said : {};
  return {
    ...(Number.isInteger(guess) && {guess}),
    ...(Number.isInteger(first) && {first}),
    ...(met === true && {met}),
    ...(typeof link === 'string' && link.startsWith('1') && {link}),
  };
}

/** @param {string} lesson @param {Step[]} steps */
function remember(lesson, steps) {
  const mine = Object.fromEntries(steps.map(({element, done}) => [element.id, done]));
  keep(KEY, JSON.stringify({...remembered(), [lesson]: mine}));
}

/** Is there nothing left to do in a step? @param {Done} done */
const isDone = ({guess}) => guess !== undefined;

// ---- A step -----------------------------------------------------------------------------------

/**
 * The prediction: a press chooses, and opens the answer.
 * @param {HTMLElement} element of the step
 * @param {Done} done
 * @param {() => void} changed
 */
function bindPrediction(element, done, changed) {
  const buttons = all('.predict button', element);
  const came = /** @type {HTMLElement} */ (element.querySelector('.predict [role=status]'));
  const answer = /** @type {HTMLDetailsElement} */ (element.querySelector('details'));
  const right = buttons.findIndex(button => 'right' in button.dataset);

  /** @param {number} guess */
  function wordsOf(guess) {
    if (guess !== right) return words.wrong(buttons[right]?.textContent ?? '');
    return (done.first ?? guess) === right ? words.right : words.rightLater;
  }

  function show() {
    const {guess} = done;
    if (guess === undefined) return;
    buttons.forEach((button, i) => {
      button.setAttribute('aria-pressed', String(i === guess));
      button.classList.toggle('right', i === right);
    });
    say(came, wordsOf(guess));
    answer.open = true;
  }

  buttons.forEach((button, i) => {
    button.setAttribute('aria-pressed', 'false');
    button.addEventListener('click', () => {
      done.first ??= i;
      done.guess = i;
      show();
      changed();
    });
  });
  if (!buttons[done.guess ?? 0]) delete done.guess;
  show();
}

/**
 * @param {HTMLElement} element
 * @param {Done} done
 * @param {() => void} changed
 * @returns {Step}
 */
function createStep(element, done, changed) {
  const state = element.querySelector('.state');
  const asks = (element.dataset.asks ?? '').split(' ').filter(Boolean);
  bindPrediction(element, done, changed);
  if (state && done.met) say(state, words.met);
  return {
    element,
    asks,
    done,
    tell(answer) {
      const isMine = answer && answer.asked.map(one => one.statement).join(' ') === asks.join(' ');
      if (!isMine || !state) return;
      if (answer.complete && !done.met) {
        done.met = true;
        changed();
      }
      const said = answer.asked.map(one => one.said);
      say(state, words.came(said, answer.complete));
      state.classList.toggle('met', answer.complete);
    },
  };
}

// ---- The figure -------------------------------------------------------------------------------

/**
 * What stands over the figure: which step it belongs to, and the way to the others.
 * @param {(by: number) => void} go
 * @param {() => void} resize
 */
function createBar(go, resize) {
  const button = (
    /** @type {string} */ name,
    /** @type {string} */ sign,
    /** @type {() => void} */ act,
  ) => h('button', {type: 'button', 'aria-label': name, onclick: act}, sign);
  const back = button('The step before', '←', () => go(-1));
  const on = button('The next step', '→', () => go(1));
  const where = h('span', {});
  const size = h('button', {type: 'button', class: 'size', onclick: resize}, words.large);
  return {
    element: h('div', {class: 'where'}, back, on, where, size),
    /** @param {number} at @param {number} count @param {string} title @param {boolean} large */
    show(at, count, title, large) {
      say(where, `${words.where(at + 1, count)}: ${title}`);
      back.disabled = at === 0;
      on.disabled = at === count - 1;
      say(size, large ? words.small : words.large);
    },
  };
}

/** The step that is being read: the last one whose top is above a line of the window. */
function stepAtLine(/** @type {Step[]} */ steps, /** @type {Element} */ living) {
  const figure = living.getBoundingClientRect();
  const isBeside = figure.left >= steps[0].element.getBoundingClientRect().right;
  const under = isBeside ? 0 : figure.bottom;
  const line = under + (innerHeight - under) * 0.45;
  const isAtEnd = innerHeight + scrollY >= document.documentElement.scrollHeight - 2;
  const above = steps.filter(({element}) => element.getBoundingClientRect().top < line);
  return isAtEnd && scrollY > 0 ? steps.length - 1 : Math.max(above.length - 1, 0);
}

/** The step of the page's own address, or -1. @param {Step[]} steps */
const stepOfAddress = steps => steps.findIndex(({element}) => `#${element.id}` === location.hash);

/** Where a step stands, for paper. @param {HTMLElement} element */
function tellAddress(element) {
  const place = element.querySelector('.address');
  if (place) say(place, new URL(`#${element.id}`, location.href).href);
}

class Lesson {
  #at = -1;
  #large = false;
  #pinned = NaN; // where the window stood when a step was chosen by hand
  #isOnWayBack = false; // Shift+Tab leads to the figure, which stands before all steps, and must not change it
  #opened = ''; // the link of the step that the figure shows; '' while it is on its way

  /** @param {HTMLElement} living @param {string} name */
  constructor(living, name) {
    const before = remembered()[name] ?? {};
    this.name = name;
    this.living = living;
    this.figure = /** @type {NineFold} */ (living.querySelector('nine-fold'));
    this.bar = createBar(
      by => this.#enter(this.#at + by, true),
      () => this.#resize(),
    );
    this.steps = all('.step').map(element =>
      createStep(element, readDone(before[element.id]), () => this.#note()),
    );
    this.steps.forEach((step, i) => this.#bindStep(step, i));
    living.prepend(this.bar.element);
    living.append(this.#wayToText());
    this.#bindFigure();
    this.#bindWindow();
    document.documentElement.classList.add('lives');
    const asked = stepOfAddress(this.steps);
    this.#enter(asked < 0 ? stepAtLine(this.steps, living) : asked);
  }

  /** @param {Step} step @param {number} i */
  #bindStep({element, done}, i) {
    const choose = () => {
      this.#pinned = scrollY;
      this.#enter(i);
    };
    tellAddress(element);
    element.querySelector('.predict')?.after(this.#wayToFigure());
    element.addEventListener('focusin', () => this.#isOnWayBack || choose());
    element.addEventListener('click', choose);
    for (const way of all('[data-set]', element))
      way.addEventListener('click', event => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return; // opens the page itself
        event.preventDefault();
        choose();
        done.link = changed(this.figure.link, way.dataset.set ?? '');
        this.figure.link = done.link;
        this.#note();
      });
  }

  /** The figure stands before all steps: for the keyboard, a way to it from each. */
  #wayToFigure() {
    const go = () => all('button:enabled', this.bar.element)[0]?.focus();
    return h('button', {type: 'button', class: 'by-keys', onclick: go}, words.toFigure);
  }

  /** And from it back to the step: Tab alone leads to the first one. */
  #wayToText() {
    const go = () => this.#goTo(this.steps[this.#at].element);
    return h('button', {type: 'button', class: 'by-keys', onclick: go}, words.toText);
  }

  #bindFigure() {
    this.figure.addEventListener('change', event => {
      const {link, step} = /** @type {CustomEvent} */ (event).detail;
      if (step === 'open') this.#opened = link;
      else this.#keepMove();
    });
    this.figure.addEventListener('answer', event =>
      this.steps[this.#at].tell(/** @type {CustomEvent} */ (event).detail),
    );
  }

  /** What the reader moved belongs to its step, also where the next one is entered at once. */
  #keepMove() {
    if (!this.#opened || this.figure.link === this.#opened) return;
    this.#opened = this.steps[this.#at].done.link = this.figure.link;
    this.#note();
  }

  #bindWindow() {
    addEventListener('keydown', ({key, shiftKey}) => {
      this.#isOnWayBack = key === 'Tab' ? shiftKey : this.#isOnWayBack && key === 'Shift';
    });
    for (const kind of ['pointerdown', 'wheel', 'touchstart'])
      addEventListener(kind, () => (this.#isOnWayBack = false), {passive: true});
    new ResizeObserver(() => this.#measure()).observe(this.living);
    addEventListener('scroll', () => this.#follow(), {passive: true});
    addEventListener('resize', () => this.#follow());
  }

  /** Steps are brought into sight below the figure. */
  #measure() {
    const {style} = document.documentElement;
    style.setProperty('--living', `${this.living.offsetHeight}px`);
  }

  #note() {
    remember(this.name, this.steps);
    if (this.#at >= 0) this.#show();
  }

  /** Large the figure stands above the text, and else beside it: each time what is meant is in sight. */
  #resize() {
    this.#large = !this.#large;
    this.#show();
    this.#measure();
    if (this.#large) this.living.scrollIntoView({block: 'start'});
    else this.#goTo(this.steps[this.#at].element);
  }

  /** Where it stands above all steps, the way up to it leads past those before this one. */
  #staysAbove() {
    return getComputedStyle(this.living).position === 'static';
  }

  #show() {
    const {element, done} = this.steps[this.#at];
    const {parts = '', then = ''} = element.dataset;
    const shown = isDone(done) ? then : parts;
    const title = element.querySelector('h2')?.textContent ?? '';
    this.figure.setAttribute('parts', this.#large ? shown : [shown, 'small'].join(' '));
    this.living.classList.toggle('large', this.#large);
    this.bar.show(this.#at, this.steps.length, title, this.#large);
    this.steps.forEach((step, i) => step.element.toggleAttribute('data-shown', i === this.#at));
  }

  /** @param {number} next @param {boolean} [goThere] brings it into sight too */
  #enter(next, goThere = false) {
    const {element, done} = this.steps[next];
    if (goThere) this.#goTo(element);
    if (next === this.#at) return;
    this.#keepMove();
    this.#at = next;
    this.#opened = '';
    this.figure.link = done.link ?? element.dataset.link ?? '1';
    this.#show();
  }

  /** @param {HTMLElement} element */
  #goTo(element) {
    element.scrollIntoView({block: 'start'});
    element.querySelector('h2')?.focus({preventScroll: true});
    this.#pinned = scrollY;
  }

  #follow() {
    if (this.#isOnWayBack || this.#staysAbove()) return;
    if (Math.abs(scrollY - this.#pinned) < PINNED) return;
    this.#pinned = NaN;
    this.#enter(stepAtLine(this.steps, this.living));
  }
}

// ---- The list of lessons ----------------------------------------------------------------------

function listProgress() {
  const before = remembered();
  for (const place of all('[data-lesson]')) {
    const steps = before[place.dataset.lesson ?? ''] ?? {};
    const done = Object.values(isObject(steps) ? steps : {}).filter(it => isDone(readDone(it)));
    if (done.length) say(place, words.progress(done.length, Number(place.dataset.steps)));
  }
}

const living = /** @type {HTMLElement | null} */ (document.querySelector('.living'));
if (living) new Lesson(living, living.dataset.of ?? '');
else listProgress();
