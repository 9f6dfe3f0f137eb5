// The dialog in which a model of the reader's own is chosen: what was found, what it will take, and
// what is wrong.
import {h, say, unique} from '../base/dom.js';
import {harmless} from '../base/foreign.js';
import {adoptStyle} from '../base/styles.js';
import {EngineError} from '../engine/core.js';
import {dialogStyle} from '../shared/dialog-style.js';
import {droppedIn} from '../shared/dropped.js';
import {allKept, forget, mayRead} from './kept.js';
import {forecast, found, opening as words} from './messages.js';
import {fromDrop, fromFiles, fromHandle} from './picked.js';
import {reason} from '../shared/trouble.js';
import {fitting} from './named.js';
import {modelStyle} from './style.js';

/**
 * @typedef {import('../engine/own.js').OwnModel} OwnModel
 * @typedef {import('./picked.js').Picked} Picked
 * @typedef {{ready(): Promise<unknown>, open(picked: Picked): Promise<OwnModel>,
 *   drop(own: OwnModel): void, use(own: OwnModel, label: string, picked: Picked): void,
 *   failed(error: unknown): void}} On
 *   ready: fails where no model can be opened; open: reads what it is; drop: it is not used; use:
 *   it is
 */

/** @param {string} text @param {() => void} onclick @param {Record<string, string>} [more] */
const button = (text, onclick, more = {}) =>
  h('button', {type: 'button', class: 'quiet', onclick, ...more}, text);

/** A field for files out of sight, for browsers that give no handles. @param {Record<string, string | boolean>} kind @param {(picked: Picked | null) => void} chosen */
function fileField(kind, chosen) {
  const field = h('input', {
    type: 'file',
    hidden: true,
    ...kind,
    onchange() {
      const picked = field.files?.length ? fromFiles(field.files) : null;
      if (field.files?.length) chosen(picked);
      field.value = '';
    },
  });
  return field;
}

/** @param {string} name of a function of the window */
const pickerOf = name => /** @type {any} */ (window)[name];

/**
 * By a handle where the browser gives one, so that it can be opened again without choosing; else,
 * as in a frame of another origin, by a field.
 * @param {() => Promise<any>} ask
 * @param {HTMLInputElement} field
 * @param {(picked: Picked | null) => void} chosen
 * @param {(error: unknown) => void} failed
 */
async function byHandle(ask, field, chosen, failed) {
  let isAsked = false;
  try {
    const handle = await ask();
    isAsked = true;
    chosen(await fromHandle(handle));
  } catch (error) {
    const name = error instanceof DOMException ? error.name : '';
    if (name === 'SecurityError' && !isAsked) field.click();
    else if (name !== 'AbortError') failed(error);
  }
}

/** @param {(picked: Picked | null) => void} chosen @param {(error: unknown) => void} failed */
function createChoosing(chosen, failed) {
  const folder = fileField({webkitdirectory: true, class: 'folder'}, chosen);
  const file = fileField({accept: '.gguf', class: 'file'}, chosen);
  const askFolder = () => {
    const pick = pickerOf('showDirectoryPicker');
    if (pick) byHandle(() => pick({id: 'model'}), folder, chosen, failed);
    else folder.click();
  };
  const askFile = () => {
    const pick = pickerOf('showOpenFilePicker');
    if (pick) byHandle(async () => (await pick({id: 'model'}))[0], file, chosen, failed);
    else file.click();
  };
  return h(
    'div',
    {class: 'row'},
    button(words.folder, askFolder),
    button(words.file, askFile),
    folder,
    file,
  );
}

/** Those that were opened before. @param {(picked: Picked | null) => void} chosen @param {(why: string) => void} refuse */
function createKept(chosen, refuse) {
  const list = h('ul', {});
  const element = h('div', {hidden: true}, h('h3', {}, words.kept), list);

  /** @param {import('./kept.js').Kept} it */
  async function openAgain(it) {
    if (!(await mayRead(it).catch(() => false))) return refuse(words.denied);
    const picked = await fromHandle(it.handle).catch(() => null);
    return picked ? chosen({...picked, label: it.label}) : refuse(words.gone);
  }

  async function show() {
    const all = await allKept();
    element.hidden = !all.length;
    const row = (/** @type {import('./kept.js').Kept} */ it) =>
      h(
        'li',
        {},
        h('bdi', {}, it.label),
        button(words.again, () => openAgain(it), {'aria-label': words.openNamed(it.label)}),
        button(words.forget, () => forget(it.id).then(show), {
          'aria-label': words.forgetNamed(it.label),
        }),
      );
    list.replaceChildren(...all.map(row));
  }

  return {element, show};
}

/** What was found, and what it takes. @param {(label: string) => void} use */
function createFacts(use) {
  const facts = h('dl', {});
  const cost = h('p', {});
  const name = h('input', {class: 'name', type: 'text', autocomplete: 'off'});
  const element = h(
    'div',
    {class: 'inside found', hidden: true},
    facts,
    cost,
    h('label', {}, words.label, name),
    h(
      'div',
      {class: 'row'},
      button(words.use, () => use(fitting(name.value)), {class: 'quiet use'}),
    ),
  );
  return {
    element,
    hide() {
      element.hidden = true;
    },
    /** @param {OwnModel} own @param {string} label */
    show(own, label) {
      const {reads, holds} = own.facts;
      const layer = own.usualLayer;
      facts.replaceChildren(
        ...found(own.facts).flatMap(([of, is]) => [h('dt', {}, of), h('dd', {}, is)]),
      );
      const seconds = own.secondsFor({layer: String(layer)});
      say(cost, forecast(layer, reads[layer], holds, seconds));
      name.value = fitting(label);
      element.hidden = false;
    },
  };
}

/** @param {HTMLElement} inside @param {() => void} closed */
function createWindow(inside, closed) {
  const title = unique();
  const element = h(
    'dialog',
    {
      class: 'dialog own own-model',
      'aria-labelledby': title,
      onclose() {
        closed();
        element.remove();
      },
    },
    h(
      'div',
      {class: 'top'},
      h('h2', {id: title}, words.title),
      button(words.close, () => element.close()),
    ),
    inside,
  );
  return element;
}

/**
 * @param {ShadowRoot} root
 * @param {On} on
 * @returns {(picked: Picked | null) => void} for what was chosen elsewhere, as by dropping it
 */
export function openDialog(root, on) {
  /** @type {{own: OwnModel, picked: Picked} | null} */
  let open = null;
  let turn = 0;
  const told = h('p', {role: 'status'});
  const wrong = h('p', {class: 'wrong', role: 'alert'});
  const facts = createFacts(label => {
    if (!open) return;
    const {own, picked} = open;
    open = null;
    on.use(own, label, picked);
    dialog.close();
  });

  function drop() {
    if (open) on.drop(open.own);
    open = null;
    facts.hide();
  }

  /** @param {string} why */
  function refuse(why) {
    say(told, '');
    say(wrong, harmless(why));
  }

  /** @param {unknown} error */
  function failed(error) {
    refuse(error instanceof Error ? error.message : String(error));
    if (!(error instanceof EngineError || error instanceof DOMException)) on.failed(error);
  }

  /** @param {Picked | null} picked */
  async function chosen(picked) {
    drop();
    if (!picked) return refuse(words.nothing);
    const mine = ++turn;
    say(wrong, '');
    say(told, words.reading);
    try {
      const own = await on.open(picked);
      if (mine !== turn || !dialog.isConnected) return on.drop(own);
      open = {own, picked};
      say(told, '');
      return facts.show(own, picked.label);
    } catch (error) {
      return mine === turn && failed(error);
    }
  }

  const kept = createKept(chosen, refuse);
  const choosing = createChoosing(chosen, failed);
  const inside = h(
    'div',
    {class: 'inside'},
    h('p', {}, words.about),
    h('p', {}, `${words.stays} ${words.plain}`),
    choosing,
    kept.element,
    told,
    wrong,
    facts.element,
  );
  const dialog = createWindow(inside, drop);
  const over = (/** @type {DragEvent} */ event) => {
    event.preventDefault();
    event.stopPropagation();
    dialog.classList.toggle('over', event.type === 'dragover');
  };
  dialog.addEventListener('dragover', over);
  dialog.addEventListener('dragleave', over);
  dialog.addEventListener('drop', event => {
    over(event);
    if (event.dataTransfer) fromDrop(droppedIn(event.dataTransfer)).then(chosen, failed);
  });
  root.append(dialog);
  adoptStyle(dialog, dialogStyle);
  adoptStyle(dialog, modelStyle);
  dialog.showModal();
  kept.show();
  on.ready().catch(error => {
    choosing.hidden = true;
    refuse(reason(error));
  });
  return chosen;
}
