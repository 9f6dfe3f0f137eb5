// The texts the model reads: each a field, and below it the tokens it was read as. A text that
// cannot be read stays written in its field when that is left, and the state goes on with the last
// one that could be.
import {actsHere} from '../engine/kinds.js';
import {h, say, unique} from '../base/dom.js';
import {spell, unspell} from './text.js';
import {linkOfPage} from '../state/tied.js';
import {valueIn} from '../engine/link-text.js';
import {permitted} from '../state/limits.js';
import {longestLink} from 'made/settings.js';
import {table} from 'made/table.js';

/**
 * @typedef {import('../state/store.js').State} State
 * @typedef {import('./fields.js').Act} Act
 * @typedef {import('../state/drafts.js').Drafts} Drafts
 */

const WRITING = 120; // ms between keys: a text is read when the writer rests so long

/** Tokens as they are read, the begin token left out. @param {string[]} tokens */
const textOf = tokens =>
  tokens
    .filter(token => token !== '⟨begin⟩')
    .join('')
    .trim();

/**
 * People count characters, and links bytes.
 * @param {string} text
 * @param {import('../engine/engine.js').Remark} refused
 */
function refusalOf(text, {key, why}) {
  const most = table.filter(({key}) => key === 'text1')[0].range[1];
  const isLong = new TextEncoder().encode(text).length > most;
  const tooLong = `it is too long for a link, which holds ${most} plain characters; accented or non-Latin ones count as two or more`;
  const tooMuch = `with it the whole link would be longer than ${longestLink} characters`;
  const other = key === 'link' ? tooMuch : why;
  return `This text is not read: ${isLong ? tooLong : other}.`;
}

/** @param {State} state @param {number} input */
const tokensOf = (state, input) => state.figure?.inputs?.[input]?.tokens ?? null;

/** A space at a token's edge would be lost to the eye. @param {string} token */
const visible = token => token.replace(/\n/g, '⏎').replace(/^ | $/g, '\u2423') || '\u2423';

/** @param {number} input @param {Act} act @param {Drafts} drafts */
function createText(input, act, drafts) {
  const key = `text${input + 1}`;
  const id = unique();
  const hint = unique();
  let own = '';
  let timer = 0;
  let said = ''; // said: about what is being written
  let seen = /** @type {State | null} */ (null);
  let left = false; // before it was known whether it can be read
  let isRestored = false;
  /**
   * @type {{why: string, instead: string} | null} what stays written though it is not read, and
   *   what is read instead of it
   */
  let kept = null;
  const field = h('textarea', {
    id,
    rows: 2,
    'data-key': key,
    spellcheck: 'false',
    autocomplete: 'off',
    'aria-describedby': hint,
    oninput: write,
    onchange: leave,
    onblur: refill,
  });
  const tokens = h('div', {class: 'tokens', 'aria-hidden': 'true'});
  const note = h('p', {class: 'note', id: hint, role: 'status'});
  const label = h('label', {for: id}, 'The text it reads');
  const element = h('div', {class: 'text'}, label, field, tokens, note);

  function write() {
    grow();
    clearTimeout(timer);
    timer = setTimeout(put, WRITING);
  }

  /** It is a step to undo once it has been read. */
  function leave() {
    clearTimeout(timer);
    put();
    left = !kept;
    if (kept) act.settle(false); // what could be read before
  }

  /** The model's own text is spelled as none. */
  function put() {
    const text = ['', own].includes(field.value.trim()) ? '' : field.value;
    const refused = act.set({[key]: spell(text)}, true);
    kept = refused.length
      ? {why: refusalOf(text, refused[0]), instead: seen?.params[key] ?? ''}
      : null;
    said = text ? '' : 'Nothing written: the model reads its own text.';
    if (kept) tell(); // nothing has changed that would be drawn
  }

  /** The page goes away, perhaps to be loaded anew: what its address does not say is kept. */
  function keep() {
    const said = unspell(valueIn(linkOfPage(), key)) || own;
    const isSaid = field.value === said;
    drafts.keep(key, isSaid || element.hidden || field.disabled ? null : field.value);
  }

  /** What was written before the page was loaded anew is read as if it had been left. */
  function restore() {
    isRestored = true;
    const draft = drafts.take(key);
    if (draft === null || field.disabled) return;
    field.value = draft;
    grow();
    leave();
  }

  function refill() {
    if (!field.value.trim() && own) field.value = own;
    said = '';
    grow();
  }

  /**
   * Why the text that stands could not be read; '' if it could, or is not known yet.
   * @param {State} state
   */
  function refusal({status: {kind, message, link}, params}) {
    return kind === 'error' &&
      message.startsWith(`Text ${input + 1} `) &&
      valueIn(link, key) === params[key]
      ? message
      : '';
  }

  /**
   * What was left is made a step, or given up, as soon as it is known which.
   * @param {State} state
   */
  function finish(state) {
    const {figure, status, params} = state;
    const why = refusal(state);
    const failed = status.kind === 'error' && (status.link ?? state.link) === state.link;
    if (!failed && valueIn(figure?.link, key) !== params[key]) return;
    left = false;
    if (why && figure) {
      kept = {why, instead: valueIn(figure.link, key)};
      act.set({[key]: kept.instead}, true);
    }
    act.settle(false);
  }

  function tell() {
    const why = kept?.why ?? (seen ? refusal(seen) : '');
    const earlier = Boolean(why && seen?.figure);
    say(note, earlier ? `${why} The figure still shows the earlier text.` : why || said);
    element.classList.toggle('refused', earlier);
    field.setAttribute('aria-invalid', String(why !== ''));
  }

  function grow() {
    field.style.height = 'auto';
    if (field.scrollHeight > field.clientHeight) field.style.height = `${field.scrollHeight + 2}px`;
  }

  /** @param {string[]} list @param {State} state */
  function mark(list, {focus, figure}) {
    const panel = focus
      ? [...(figure?.panels ?? []), ...(figure?.baselines ?? [])][focus.panel]
      : null;
    const query = focus && panel?.queryInput === input ? focus.query : -1;
    const looked = focus && panel?.keyInput === input ? focus.key : -1;
    const differs = (/** @type {string} */ token, /** @type {number} */ i) =>
      tokens.children[i].textContent !== visible(token);
    if (tokens.childElementCount !== list.length || list.some(differs))
      tokens.replaceChildren(...list.map(token => h('span', {}, visible(token))));
    list.forEach((_, i) => {
      tokens.children[i].className = i === query ? 'query' : i === looked ? 'key' : '';
    });
  }

  return {
    element,
    grow,
    keep,
    /** @param {State} state @param {{shown: boolean, locked: boolean, many: boolean}} how */
    show(state, {shown, locked, many}) {
      element.hidden = !shown;
      if (!shown) return;
      label.textContent = many ? `Text ${input + 1}` : 'The text it reads';
      seen = state;
      if (kept && kept.instead !== state.params[key]) kept = null; // another text came from elsewhere
      if (left) finish(state);
      const list = tokensOf(state, input);
      const written = unspell(state.params[key]);
      if (list && !written && !valueIn(state.figure?.link, key)) own = textOf(list);
      const writing = field.matches(':focus') && (state.live || !field.value.trim());
      if (!writing && !kept && field.value !== (written || own)) {
        field.value = written || own;
        grow();
      }
      field.disabled = locked;
      tell();
      tokens.hidden = !list && state.figure !== null;
      if (list) mark(list, state);
      if (!isRestored && state.status.kind !== 'loading') restore();
    },
  };
}

/** @param {Act} act @param {Drafts} drafts */
export function createTexts(act, drafts) {
  const texts = [0, 1, 2].map(input => createText(input, act, drafts));
  const keep = () => texts.forEach(text => text.keep());
  addEventListener('pagehide', keep);
  const element = h('div', {class: 'texts'}, ...texts.map(text => text.element));
  // A hidden field has no height to grow to, and a narrower one needs more lines.
  let width = 0;
  const watch = new ResizeObserver(([{contentRect}]) => {
    if (contentRect.width === width) return;
    width = contentRect.width;
    requestAnimationFrame(() => texts.forEach(text => text.grow()));
  });
  watch.observe(element);
  return {
    element,
    destroy() {
      watch.disconnect();
      removeEventListener('pagehide', keep);
    },
    /** @param {State} state */
    show(state) {
      const {params} = state;
      const may = permitted(params);
      const many = actsHere('text2', params);
      texts.forEach((text, input) => {
        const key = `text${input + 1}`;
        const isRead = params.source === 'model' && actsHere(key, params);
        text.show(state, {many, locked: may.locked(key), shown: isRead && may.shown(key)});
      });
    },
  };
}
