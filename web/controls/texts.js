// The texts the model reads: each a field, and below it the tokens it was read as. A text that
// cannot be read stays written in its field when that is left, and the state goes on with the last
// one that could be.
import {actsHere} from '../engine/kinds.js';
import {h, say, unique} from '../base/dom.js';
import {spell, unspell} from './text.js';
import {createTokens} from './tokens.js';
import {texts} from './words.js';
import {valueIn} from '../engine/link-text.js';
import {permitted} from '../state/limits.js';
import {longestLink} from 'made/constants.js';
import {table} from 'made/table.js';

/**
 * @typedef {import('../state/store.js').State} State
 * @typedef {import('../types/engine.js').Input} Input
 * @typedef {import('./fields.js').Act} Act
 * @typedef {import('../state/drafts.js').Drafts} Drafts
 * @typedef {import('./tokens.js').Looking & {drafts: Drafts}} Needs
 */

const WRITING = 120; // ms between keys: a text is read when the writer rests so long

/** What was read, without the tokens in front that no text holds. @param {Input} input */
const textOf = ({tokens, begin}) => (tokens ?? []).slice(begin).join('').trim();

/**
 * People count characters, and links bytes.
 * @param {string} text
 * @param {import('../engine/core.js').Remark} refused
 */
function refusalOf(text, {cause, why}) {
  const most = table.filter(({key}) => key === 'text1')[0].range[1];
  const isLong = new TextEncoder().encode(text).length > most;
  if (isLong) return texts.tooLong(most);
  return cause === 'texts-too-long' ? texts.linkTooLong(longestLink) : texts.refused(why);
}

/** @param {State} state @param {number} input */
const tokensOf = (state, input) => state.figure?.inputs?.[input]?.tokens ?? null;

/**
 * Why the text that stands could not be read; '' if it could, or is not known yet.
 * @param {State} state
 * @param {string} key of the text
 */
function refusalIn({status: {kind, message, link, fault}, params}, key) {
  const isOfThis = kind === 'error' && fault?.row === key;
  return isOfThis && valueIn(link, key) === params[key] ? message : '';
}

/** @param {HTMLTextAreaElement} field */
function growToFit(field) {
  field.style.height = '';
  if (field.scrollHeight > field.clientHeight) field.style.height = `${field.scrollHeight + 2}px`;
}

/** @typedef {{shown: boolean, locked: boolean, many: boolean}} How */

class Text {
  #input;
  #key;
  #act;
  #drafts;
  #own = ''; // the model's own text
  #timer = 0; // 0: what is written has been read
  #said = ''; // about what is being written
  /** @type {State | null} */
  #seen = null;
  #left = false; // the field lost the focus while the engine was still reading the text
  #isRestored = false;
  /**
   * What stays written though it is not read, and what is read instead of it.
   * @type {{why: string, instead: string} | null}
   */
  #kept = null;
  #tokens;
  #note = h('p', {class: 'note', id: unique(), role: 'status'});
  #field = h('textarea', {
    id: unique(),
    rows: 2,
    spellcheck: 'false',
    autocomplete: 'off',
    'aria-describedby': this.#note.id,
    oninput: () => this.#write(),
    onchange: () => this.#leave(),
    onblur: () => this.#refill(),
  });
  #label = h('label', {for: this.#field.id}, 'The text it reads');

  /** @param {number} input @param {Act} act @param {Needs} needs */
  constructor(input, act, {drafts, ...looking}) {
    this.#input = input;
    this.#key = `text${input + 1}`;
    this.#act = act;
    this.#drafts = drafts;
    this.#tokens = createTokens(input, looking);
    this.#field.dataset.key = this.#key;
    const parts = [
      h('h2', {class: 'label'}, this.#label),
      this.#field,
      this.#tokens.element,
      this.#tokens.keys,
      this.#note,
    ];
    this.element = h('div', {class: 'text'}, ...parts);
  }

  #write() {
    this.grow();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#put(), WRITING);
  }

  /** It is a step to undo once it has been read. */
  #leave() {
    clearTimeout(this.#timer);
    this.#put();
    this.#left = !this.#kept;
    if (this.#kept) this.#act.settle(false); // what could be read before
  }

  /** The model's own text is spelled as none. */
  #put() {
    this.#timer = 0;
    const {value} = this.#field;
    const text = ['', this.#own].includes(value.trim()) ? '' : value;
    const refused = this.#act.set({[this.#key]: spell(text)}, true);
    const instead = this.#seen?.params[this.#key] ?? '';
    this.#kept = refused.length ? {why: refusalOf(text, refused[0]), instead} : null;
    this.#said = text ? '' : 'Nothing written: the model reads its own text.';
    if (this.#kept) this.#tell(); // nothing has changed that would be drawn
  }

  /** Writes a word behind what stands in the field. @param {string} word with the space in front of it */
  append(word) {
    this.#field.value += word;
    this.grow();
    this.#leave();
  }

  /** The page goes away, perhaps to be loaded anew, by an address that does not say it all. */
  keep() {
    const {value, disabled} = this.#field;
    const isOwn = value === this.#own;
    this.#drafts.keep(this.#key, isOwn || this.element.hidden || disabled ? null : value);
  }

  /** What was written before the page was loaded anew is read as if it had been left. */
  #restore() {
    this.#isRestored = true;
    const draft = this.#drafts.take(this.#key);
    if (draft === null || this.#field.disabled) return;
    this.#field.value = draft;
    this.grow();
    this.#leave();
  }

  #refill() {
    if (!this.#field.value.trim() && this.#own) this.#field.value = this.#own;
    this.#said = '';
    this.grow();
  }

  /** @param {State} state */
  #refusal(state) {
    return refusalIn(state, this.#key);
  }

  /**
   * After the field lost the focus: once it is known whether the text can be read, makes it a step
   * to undo, or goes back to the text that could be read.
   * @param {State} state
   */
  #finish(state) {
    const {figure, status, params} = state;
    const key = this.#key;
    const why = this.#refusal(state);
    const failed = status.kind === 'error' && (status.link ?? state.link) === state.link;
    if (!failed && valueIn(figure?.link, key) !== params[key]) return;
    this.#left = false;
    if (why && figure) {
      this.#kept = {why, instead: valueIn(figure.link, key)};
      this.#act.set({[key]: this.#kept.instead}, true);
    }
    this.#act.settle(false);
  }

  #tell() {
    const why = this.#kept?.why ?? (this.#seen ? this.#refusal(this.#seen) : '');
    const earlier = Boolean(why && this.#seen?.figure);
    say(this.#note, earlier ? texts.earlierStays(why) : why || this.#said);
    this.element.classList.toggle('refused', earlier);
    this.#field.setAttribute('aria-invalid', String(why !== ''));
  }

  /** A field is as high as what is written in it. */
  grow() {
    growToFit(this.#field);
  }

  /**
   * What stands in the field follows the state, but not while it is being written.
   * @param {State} state
   */
  #fill(state) {
    const field = this.#field;
    const text = unspell(state.params[this.#key]) || this.#own;
    const writing = field.matches(':focus') && (state.live || !field.value.trim());
    if (this.#timer || writing || this.#kept || field.value === text) return;
    field.value = text;
    this.grow();
  }

  /**
   * The model's own text is known from what it read where none was written.
   * @param {State} state
   */
  #learnOwn({params, figure}) {
    const key = this.#key;
    const input = figure?.inputs?.[this.#input];
    if (input?.tokens && !unspell(params[key]) && !valueIn(figure?.link, key))
      this.#own = textOf(input);
  }

  /** @param {State} state @param {How} how */
  show(state, {shown, locked, many}) {
    this.element.hidden = !shown;
    if (!shown) return;
    this.#label.textContent = many ? texts.label(this.#input + 1) : texts.only;
    this.#seen = state;
    const came = state.params[this.#key];
    if (this.#kept && this.#kept.instead !== came) this.#kept = null; // it came from elsewhere
    if (this.#left) this.#finish(state);
    const list = tokensOf(state, this.#input);
    this.#learnOwn(state);
    this.#fill(state);
    this.#field.disabled = locked;
    this.#tell();
    this.#tokens.show(list, state);
    if (!this.#isRestored && state.status.kind !== 'loading') this.#restore();
  }
}

/** @param {Act} act @param {Needs} needs */
export function createTexts(act, {drafts, now, look}) {
  const all = [0, 1, 2].map(input => new Text(input, act, {drafts, now, look}));
  const keep = () => all.forEach(text => text.keep());
  addEventListener('pagehide', keep);
  const element = h('div', {class: 'texts'}, ...all.map(text => text.element));
  // A hidden field has no height to grow to, and a narrower one needs more lines.
  let width = 0;
  const watch = new ResizeObserver(([{contentRect}]) => {
    if (contentRect.width === width) return;
    width = contentRect.width;
    requestAnimationFrame(() => all.forEach(text => text.grow()));
  });
  watch.observe(element);
  return {
    element,
    /** @param {number} input @param {string} word */
    append(input, word) {
      all[input].append(word);
    },
    destroy() {
      watch.disconnect();
      removeEventListener('pagehide', keep);
    },
    /** @param {State} state */
    show(state) {
      const {params} = state;
      const may = permitted(params);
      const many = actsHere('text2', params);
      all.forEach((text, input) => {
        const key = `text${input + 1}`;
        const isRead = params.source === 'model' && actsHere(key, params);
        text.show(state, {many, locked: may.locked(key), shown: isRead && may.shown(key)});
      });
    },
  };
}
