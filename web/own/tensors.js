// The dialog in which tensors of the reader's own are chosen: what the file has, which of it is
// Query, Key and Value, and what cannot be used. Fetched when it is first opened.
import {h, say, unique} from '../base/dom.js';
import {shortened} from '../base/foreign.js';
import {adoptStyle} from '../base/styles.js';
import {spell, unspell} from '../controls/text.js';
import {bringTensors} from '../engine/bring.js';
import {EngineError} from '../engine/core.js';
import {LEVEL} from '../engine/levels.js';
import {page} from '../engine/page-engine.js';
import {openTensors} from '../engine/tensors.js';
import {createCopy} from '../shared/copy.js';
import {dialogStyle} from '../shared/dialog-style.js';
import {reason} from '../shared/trouble.js';
import {fitting} from './named.js';
import {tensorStyle} from './style.js';
import {createParts, createRotary, createWeights, labelled} from './tensor-form.js';
import {tensors as words} from './tensor-messages.js';
import {python} from './tensor-python.js';

/**
 * @typedef {import('../engine/tensors.js').TensorFile} TensorFile
 * @typedef {import('../engine/tensors.js').List} List
 * @typedef {import('../engine/tensors.js').Trio} Trio
 * @typedef {import('../state/store.js').State} State
 * @typedef {{root: ShadowRoot, table: import('../state/store.js').Row[], now(): State,
 *   act: import('../shared/needs.js').Set, again(): void}} Needs
 *   again: the figure that stands is asked for once more
 * @typedef {ReturnType<typeof askedBy>} Asked
 */

const LOOKED_AT = 64; // arrays of a file, for their ranges: each is read whole

/** What a link needs that is of tensors and has no figure. @param {State} state */
function askedBy({params, status}) {
  const {source, file, named, rotary} = params;
  const isNeeded = source === 'tensors' && status.kind === 'error';
  return isNeeded ? {file, named: unspell(named), rotary} : null;
}

/**
 * Shows what was brought: in the link that asks for it, or else in one of its own, without what
 * tensors do not have.
 * @param {Needs} needs
 * @param {{rotary: string, named: string}} chosen
 */
function showBrought({root, table, now, act, again}, {rotary, named}) {
  const needed = askedBy(now());
  root.host.scrollIntoView({block: 'start'});
  if (needed?.file && needed.rotary === rotary) return again();
  const others = table.filter(({sources}) => !sources.includes('tensors'));
  const usual = others.map(row => [row.key, row.default]);
  const own = {source: 'tensors', file: '', head: 'auto', rotary, named: spell(named)};
  act.set({...Object.fromEntries(usual), ...own}, false);
}

/** @param {string} text @param {() => void} onclick */
const button = (text, onclick) => h('button', {type: 'button', class: 'quiet', onclick}, text);

/** The program that saves such a file. */
function createPython() {
  const {field, told, copy, show} = createCopy(words.python, 14);
  show(python);
  field.setAttribute('wrap', 'off');
  return h(
    'div',
    {class: 'part'},
    h('h3', {}, words.python),
    h('p', {class: 'help'}, words.about),
    field,
    h('div', {class: 'row'}, button('Copy', copy), told),
  );
}

/** What the file has; the ranges come later. @param {List} list */
function createTable({arrays}) {
  const cells = arrays.map(({isRead, isTooLarge, holdsNames}) =>
    h(
      'td',
      {class: isRead || holdsNames ? '' : 'unread'},
      isRead ? '' : holdsNames ? words.names : isTooLarge ? words.tooLarge : words.unread,
    ),
  );
  const rows = arrays.map(({name, shape, type}, i) =>
    h(
      'tr',
      {},
      h('td', {}, h('bdi', {}, shortened(name) || words.noName)),
      h('td', {}, shape),
      h('td', {}, words.type(shortened(type))),
      cells[i],
    ),
  );
  const head = h('tr', {}, ...words.columns.map(text => h('th', {scope: 'col'}, text)));
  const table = h('table', {}, h('thead', {}, head), h('tbody', {}, ...rows));
  return {
    element: h(
      'div',
      {class: 'list', tabindex: 0, role: 'group', 'aria-label': words.arrays},
      table,
    ),
    /** @param {number} index @param {import('../engine/tensors.js').Range} range */
    tell(index, {low, high, notFinite, count}) {
      const range = notFinite < count ? words.range(low, high) : words.noRange;
      say(cells[index], notFinite ? words.notFinite(range, notFinite) : range);
    },
  };
}

/**
 * Looks through the arrays one after the other, with the page alive in between.
 * @param {TensorFile} file
 * @param {ReturnType<typeof createTable>} table
 * @param {{isOpen(): boolean, tell(text: string): void}} on
 */
async function lookThrough(file, table, {isOpen, tell}) {
  const {arrays} = file.list;
  const looked = arrays.slice(0, LOOKED_AT);
  for (const [index, {isRead}] of looked.entries()) {
    tell(words.reading(index, looked.length));
    await page.breath();
    if (!isOpen()) return;
    if (isRead) table.tell(index, file.read(index));
  }
  tell(arrays.length > LOOKED_AT ? words.notLooked(LOOKED_AT) : '');
}

/** @param {(file: File) => void} chosen */
function createChoosing(chosen) {
  const field = h('input', {
    type: 'file',
    accept: '.npz,.npy,.safetensors',
    hidden: true,
    onchange() {
      const [file] = field.files ?? [];
      if (file) chosen(file);
      field.value = '';
    },
  });
  const choose = button(words.choose, () => field.click());
  return {element: h('div', {class: 'drop'}, choose, field, words.drop), choose};
}

/**
 * What is asked of Query, Key and Value.
 * @param {List} list
 * @param {string} rotary that a link has
 * @param {(how: {choice: Trio[], rotary: string}) => Promise<void>} use
 * @param {(text: string) => void} refuse
 */
function createVectors(list, rotary, use, refuse) {
  const parts = createParts(list);
  const positions = createRotary(rotary);
  const [[query]] = parts.choice();
  positions.suggest(list.arrays[query].sizes.at(-1) ?? 0);
  const show = button(words.show, async () => {
    const misread = positions.wrong();
    refuse(misread);
    if (misread) return;
    show.disabled = true; // one press takes them once
    await use({choice: parts.choice(), rotary: positions.spelled()});
    show.disabled = false;
  });
  const unclear = h('p', {class: 'help', hidden: list.proposed !== null}, words.unclear);
  return h('div', {class: 'part'}, unclear, parts.element, positions.element, show);
}

/** What is asked of ready weights. @param {List} list @param {(index: number) => void} look */
function createReadyForm(list, look) {
  const weights = createWeights(list);
  return h(
    'div',
    {class: 'part'},
    weights.element,
    button(words.look, () => look(weights.chosen())),
  );
}

/**
 * What a file has, and what is asked of it: of Query, Key and Value, or of ready weights where it
 * may have some.
 * @param {TensorFile} file
 * @param {string} name
 * @param {HTMLElement} vectors
 * @param {HTMLElement} ready
 */
function createFound({list}, name, vectors, ready) {
  const table = createTable(list);
  const kind = h(
    'select',
    {onchange: arrange},
    h('option', {value: 'vectors'}, words.kinds.vectors),
    h('option', {value: 'ready', selected: list.ready >= 0}, words.kinds.ready),
  );
  const mayBeReady = list.arrays.some(({canBeReady}) => canBeReady);
  function arrange() {
    vectors.hidden = kind.value !== 'vectors';
    ready.hidden = !vectors.hidden;
  }
  arrange();
  const heading = h('h3', {}, words.found(shortened(name), list.arrays.length));
  const holds = mayBeReady ? [labelled(words.holds, kind)] : [];
  return {table, parts: [heading, table.element, ...holds, vectors, ready]};
}

/**
 * @param {{choosing: HTMLElement, news: HTMLElement, wrong: HTMLElement, found: HTMLElement}} parts
 * @param {Asked} asked
 * @param {{take(file: File): void, closed(): void}} on
 */
function createFrame({choosing, news, wrong, found}, asked, {take, closed}) {
  const title = unique();
  const over = (/** @type {DragEvent} */ event) => {
    event.preventDefault();
    event.stopPropagation();
    dialog.classList.toggle('over', event.type === 'dragover');
  };
  const drop = (/** @type {DragEvent} */ event) => {
    over(event);
    const [file] = event.dataTransfer?.files ?? [];
    if (file) take(file);
  };
  const needed = asked?.file ? words.asked(shortened(asked.named), asked.file) : '';
  const left = h(
    'div',
    {class: 'part'},
    h('p', {hidden: !needed}, needed),
    choosing,
    h('p', {class: 'help'}, words.stays),
    news,
    wrong,
    found,
  );
  const dialog = h(
    'dialog',
    {
      class: 'dialog own own-tensors',
      'aria-labelledby': title,
      ondragover: over,
      ondragleave: over,
      ondrop: drop,
      onclose: closed,
    },
    h(
      'div',
      {class: 'top'},
      h('h2', {id: title}, words.title),
      button(words.close, () => dialog.close()),
    ),
    h('div', {class: 'both'}, left, createPython()),
  );
  return dialog;
}

/** One file at a time, until the dialog is closed. */
class Chooser {
  #needs;
  #asked;
  #news = h('p', {class: 'news', role: 'status'});
  #wrong = h('p', {class: 'wrong', role: 'alert'});
  #found = h('div', {class: 'part', hidden: true});
  #dialog;
  /** @type {TensorFile | null} */
  #open = null;
  #opened = 0;
  #warned = '';

  /** @param {Needs} needs */
  constructor(needs) {
    this.#needs = needs;
    this.#asked = askedBy(needs.now());
    const take = (/** @type {File} */ file) => void this.take(file);
    const choosing = createChoosing(take);
    this.#dialog = createFrame(
      {choosing: choosing.element, news: this.#news, wrong: this.#wrong, found: this.#found},
      this.#asked,
      {take, closed: () => this.#closed()},
    );
    needs.root.append(this.#dialog);
    adoptStyle(this.#dialog, dialogStyle);
    adoptStyle(this.#dialog, tensorStyle);
    this.#dialog.showModal();
    choosing.choose.focus();
    this.#ready().catch(error => {
      choosing.element.hidden = true;
      say(this.#wrong, reason(error));
    });
  }

  /** A page that is one file comes without what reads tensors. */
  async #ready() {
    if ('ninefoldFile' in globalThis) await page.reach(LEVEL.whole);
  }

  #closed() {
    this.#opened++;
    this.#shut();
    this.#dialog.remove();
  }

  #shut() {
    this.#open?.close();
    this.#open = null;
    this.#warned = '';
    this.#fill([], false);
    this.#found.hidden = true;
  }

  /** @param {unknown} error */
  #refuse(error) {
    if (!(error instanceof EngineError)) console.error(error);
    say(this.#news, '');
    say(this.#wrong, reason(error));
  }

  /** @param {File} file */
  async take(file) {
    const mine = ++this.#opened;
    const isOpen = () => mine === this.#opened;
    this.#shut();
    say(this.#wrong, '');
    say(this.#news, words.opening);
    try {
      const made = await openTensors(await page.reach(LEVEL.whole), file);
      if (!isOpen()) return made.close();
      this.#open = made;
      await this.#present(made, file.name, isOpen);
    } catch (error) {
      if (!isOpen()) return;
      this.#shut();
      this.#refuse(error);
    }
  }

  /** @param {TensorFile} file @param {string} name @param {() => boolean} isOpen */
  async #present(file, name, isOpen) {
    if (!file.list.arrays.length) throw new EngineError(file.list.why);
    const vectors = createVectors(
      file.list,
      this.#asked?.rotary ?? '',
      how => this.#bring(file, name, how, isOpen),
      text => say(this.#wrong, text),
    );
    const back = () => void this.#present(file, name, isOpen);
    const ready = createReadyForm(file.list, index => void this.#look(file, name, index, back));
    const {table, parts} = createFound(file, name, vectors, ready);
    this.#fill(parts, false);
    await lookThrough(file, table, {isOpen, tell: text => say(this.#news, text)});
  }

  /** @param {HTMLElement[]} parts @param {boolean} isAlone they have all the room */
  #fill(parts, isAlone) {
    this.#found.replaceChildren(...parts);
    this.#found.hidden = false;
    this.#dialog.querySelector('.both')?.classList.toggle('alone', isAlone);
  }

  /**
   * Shows ready weights.
   * @param {TensorFile} file
   * @param {string} name
   * @param {number} index of their array
   * @param {() => void} back
   */
  async #look(file, name, index, back) {
    try {
      say(this.#wrong, '');
      const {createReady} = await import('./ready.js');
      if (this.#open !== file) return; // it is closed
      const called = words.called(fitting(name), fitting(file.list.arrays[index].name));
      const failed = (/** @type {unknown} */ error) => this.#refuse(error);
      const about = file.readReady(index);
      say(this.#wrong, about.leftOut);
      const made = createReady(file, about, called, failed);
      this.#fill([made.element, button(words.back, back)], true);
      await made.draw();
    } catch (error) {
      this.#refuse(error);
    }
  }

  /** Says once what is left out, so that who wants it so goes on. @param {string} leftOut */
  #warn(leftOut) {
    const isNew = leftOut !== '' && leftOut !== this.#warned;
    this.#warned = leftOut;
    if (isNew) say(this.#news, '');
    if (isNew) say(this.#wrong, words.without(leftOut));
    return isNew;
  }

  /**
   * @param {TensorFile} file
   * @param {string} name
   * @param {{choice: Trio[], rotary: string}} how
   * @param {() => boolean} isOpen
   */
  async #bring(file, name, {choice, rotary}, isOpen) {
    try {
      say(this.#news, words.taking);
      await page.breath();
      if (!isOpen()) return; // and the file with it is closed
      const {keyHeads, leftOut, ...tensors} = file.gather(choice);
      if (this.#warn(leftOut)) return;
      const tokens = Math.max(...tensors.inputs.map(input => input.tokens));
      const brought = {tokens, about: {file: name, keyHeads}};
      await page.bringTensors(maker => bringTensors(maker, tensors), brought, rotary);
      this.#dialog.close();
      showBrought(this.#needs, {rotary, named: fitting(name)});
    } catch (error) {
      this.#refuse(error);
    }
  }
}

/** @param {Needs} needs @param {File | null} file that was dropped */
export function openTensorDialog(needs, file) {
  const chooser = new Chooser(needs);
  if (file) chooser.take(file);
}
