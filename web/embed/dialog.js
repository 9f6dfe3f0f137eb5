// "Embed": each form with its text to paste, a live preview, what the reader may see and move, and
// what can go wrong where it goes. Fetched when it is first opened.
import {createCopy} from '../shared/copy.js';
import {dialogStyle} from '../shared/dialog-style.js';
import {THEMES} from '../shared/themes.js';
import {adoptStyle} from '../base/styles.js';
import {choiceStyle} from '../controls/choice-style.js';
import {h, say, unique} from '../base/dom.js';
import {captionOf} from '../figure/titles.js';
import {asks} from '../state/answering.js';
import {homeOf, isPublic, noteOf} from '../state/home.js';
import {sealed} from '../engine/link-text.js';
import {page as engines} from '../engine/page-engine.js';
import {createChoice} from './choice.js';
import {SHOWN, address, captioned, needs, otherModel, wrongHeight} from './messages.js';
import {createPermissions} from './permissions.js';
import {platforms} from './platforms.js';
import {WIDTHS, createPreview} from './preview.js';
import {fileOf, hasSnippet, isTag, snippet} from './snippets.js';
import {embedStyle} from './dialog-style.js';

/**
 * @typedef {import('../state/store.js').State} State
 * @typedef {import('./platforms.js').Form} Form
 * @typedef {import('./snippets.js').EmbedOptions} EmbedOptions
 * @typedef {import('./snippets.js').Subject} Subject
 */

/** @type {Record<Form, [string, string]>} a form's name, and what it is for */
const FORMS = {
  frame: ['Frame', 'An iframe: for learning platforms, which strip scripts.'],
  element: ['Element', 'A tag of its own: for course sites, slides and notebooks.'],
  file: ['One file', 'Engine and all in one page: to upload, or without a network.'],
  npm: ['npm package', 'For a site with a bundler; ./build.sh makes it in build/package.'],
};
const LOWEST = 200;
const HIGHEST = 3000;
const USUAL = 700; // pixels

/**
 * Is the figure of a model that the site does not have? @param {Record<string, string>} params
 */
const isOfOther = params =>
  params.source === 'model' &&
  (engines.isOwn(params) || (engines.modelName !== '' && params.model !== engines.modelName));

/**
 * What is to be known of the address in the text to paste, or ''.
 * @param {import('../state/home.js').Home} home
 * @param {boolean} hasFile one file is offered, too
 */
function noteOn(home, hasFile) {
  const {page, misread} = home;
  if (!page) return misread ? address.misread(misread) : address.none;
  if (misread || isPublic(page)) return noteOf(home);
  return hasFile ? address.local : address.localOnly;
}

/** @param {State} state @param {string | null} check @param {string} page @returns {Subject} */
function subjectOf({link, params, figure}, check, page) {
  const site = page && new URL('./', page).href;
  return {
    link: sealed(link, check),
    caption: captioned(captionOf(figure, params)),
    kind: params.figure,
    withModel: params.source === 'model',
    site,
    page,
  };
}

/** @param {() => void} changed */
function createForms(changed) {
  const name = unique();
  const about = h('p', {class: 'help'});
  const all = Object.entries(FORMS).map(([value, [word]]) => {
    const input = h('input', {type: 'radio', name, value, onchange: changed});
    return {input, label: h('label', {}, input, h('span', {}, word))};
  });
  const elements = [
    h(
      'div',
      {class: 'choice', role: 'radiogroup', 'aria-label': 'Form'},
      ...all.map(({label}) => label),
    ),
    about,
  ];
  return {
    elements,
    /** @param {Form[]} forms those that there are, the one to begin with first */
    offer(forms) {
      for (const {input, label} of all) {
        label.hidden = !forms.includes(/** @type {Form} */ (input.value));
        input.checked = input.value === forms[0];
      }
    },
    options() {
      const form = /** @type {Form} */ (all.filter(({input}) => input.checked)[0].input.value);
      say(about, FORMS[form][1]);
      return form;
    },
    /** Chromium keeps a radio button that left a shadow root, with all around it, by its name. */
    close() {
      for (const {input} of all) input.removeAttribute('name');
    },
  };
}

/**
 * How high a frame is: what its figure needs, until something else is written; an element has its
 * own height.
 * @param {() => void} changed
 */
function createHeight(changed) {
  const id = unique();
  const note = h('p', {class: 'note', role: 'status'});
  const fits = h('p', {class: 'help'});
  let isOwn = false; // has the reader written one?
  const field = h('input', {
    id,
    type: 'number',
    min: LOWEST,
    max: HIGHEST,
    step: 10,
    value: USUAL,
    class: 'number',
    oninput() {
      isOwn = field.value !== '';
      changed();
    },
  });
  return {
    notes: [note, fits],
    element: h('div', {class: 'choose'}, h('label', {for: id}, 'Height'), field),
    /** @param {number} height that the figure needs @param {string} width */
    fit(height, width) {
      const pixels = Math.min(Math.max(Math.ceil(height / 10) * 10, LOWEST), HIGHEST);
      say(fits, needs(pixels, width));
      if (isOwn) return;
      field.value = String(pixels);
      changed();
    },
    options() {
      const pixels = Math.round(Number(field.value));
      const good = pixels >= LOWEST && pixels <= HIGHEST;
      say(note, good ? '' : wrongHeight(field.value, [LOWEST, HIGHEST], USUAL));
      return String(good ? pixels : USUAL);
    },
  };
}

/**
 * One of some words, as a row of buttons.
 * @param {string} label
 * @param {string[]} values the first one is chosen
 * @param {() => void} changed
 */
function createRow(label, values, changed) {
  const name = unique();
  const inputs = values.map((value, i) =>
    h('input', {type: 'radio', name, value, checked: i === 0, onchange: changed}),
  );
  const labels = inputs.map(input => h('label', {}, input, h('span', {}, input.value)));
  return {
    element: h('div', {class: 'choice', role: 'radiogroup', 'aria-label': label}, ...labels),
    chosen: () => inputs.filter(({checked}) => checked)[0].value,
    close() {
      for (const input of inputs) input.removeAttribute('name'); // as that of forms
    },
  };
}

/** Whether a script beside the frame gives it the figure's height. @param {() => void} changed */
function createAdjusting(changed) {
  const box = h('input', {type: 'checkbox', onchange: changed});
  return {
    element: h('label', {class: 'row'}, box, 'A script beside it follows the figure’s height'),
    chosen: () => box.checked,
  };
}

/** The text to paste, with what else is to be done. @param {Subject} subject */
function createPaste(subject) {
  const {field, told, copy, show} = createCopy('Text to paste', 7);
  const file = fileOf(subject);
  const upload = h(
    'p',
    {class: 'help'},
    'Save ',
    h('a', {href: `${subject.site}${file}`, download: file}, file),
    ', upload it beside your page, and paste this:',
  );
  const button = h('button', {type: 'button', class: 'quiet', onclick: copy}, 'Copy');
  const row = h('div', {class: 'row'}, button, told);
  return {
    elements: [upload, field, row],
    /** @param {EmbedOptions} options */
    show(options) {
      const there = hasSnippet(subject, options);
      show(there ? snippet(subject, options) : '');
      field.hidden = row.hidden = !there;
      upload.hidden = !there || options.form !== 'file';
    },
  };
}

/** @param {HTMLElement} inside @param {() => void} closed */
function createWindow(inside, closed) {
  const title = unique();
  const close = h(
    'button',
    {type: 'button', class: 'quiet', onclick: () => element.close()},
    'Close',
  );
  const element = h(
    'dialog',
    {
      class: 'dialog embed',
      'aria-labelledby': title,
      onclose() {
        closed();
        element.remove();
      },
    },
    h('div', {class: 'top'}, h('h2', {id: title}, 'Embed this figure'), close),
    inside,
  );
  return element;
}

/**
 * What is shown beside the panels; a question is never left out.
 * @param {Record<string, string>} params @param {string} shown
 */
function partsOf(params, shown) {
  const parts = SHOWN[/** @type {keyof typeof SHOWN} */ (shown)];
  if (parts === null) return null;
  return [parts, asks(params) && 'question'].filter(Boolean).join(' ');
}

/**
 * @param {State} state
 * @param {string | null} check
 * @param {import('../state/home.js').Home} home
 */
function createDialog(state, check, home) {
  const subject = subjectOf(state, check, home.page);
  const wrong = h('ol', {});
  const isOther = isOfOther(state.params);
  const notes = [noteOn(home, !isOther), isOther ? otherModel : ''].filter(Boolean);
  // Without an address only the npm package has a text to paste: what does not take it is left out.
  const offered = platforms.filter(({forms}) => home.page || forms.includes('npm'));
  const where = createChoice(
    'Where',
    offered.map(({name}) => name),
    begin,
  );
  const theme = createChoice('Theme', THEMES, tell);
  const shown = createChoice('Shows', Object.keys(SHOWN), tell);
  const width = createRow('Width of the preview', Object.keys(WIDTHS).reverse(), tell);
  const adjusting = createAdjusting(tell);
  const forms = createForms(tell);
  const height = createHeight(tell);
  const permissions = createPermissions(state.params, tell);
  const paste = createPaste(subject);
  const preview = createPreview(subject, it => height.fit(it, width.chosen()));

  const platform = () => platforms.filter(({name}) => name === where.select.value)[0];

  /** The form that suits the platform. */
  function begin() {
    forms.offer(platform().forms.filter(form => form !== 'file' || !isOther));
    tell();
  }

  function tell() {
    const {scripts = false, source = 'src'} = platform();
    const form = forms.options();
    /** @type {EmbedOptions} */
    const options = {
      form,
      source,
      theme: theme.select.value,
      height: height.options(),
      parts: partsOf(state.params, shown.select.value),
      adjusts: scripts && !isTag(form) && adjusting.chosen(),
      ...permissions.options(),
    };
    for (const part of [height.element, ...height.notes]) part.hidden = isTag(form);
    adjusting.element.hidden = isTag(form) || !scripts;
    wrong.replaceChildren(...platform().wrong.map(words => h('li', {}, words)));
    paste.show(options);
    preview.show(options, WIDTHS[width.chosen()]);
  }

  function closed() {
    preview.stop();
    forms.close();
    width.close();
  }

  begin();
  return createWindow(
    h(
      'div',
      {class: 'both'},
      h(
        'div',
        {class: 'say'},
        where.element,
        ...forms.elements,
        shown.element,
        h('div', {class: 'looks'}, theme.element, height.element),
        ...height.notes,
        adjusting.element,
        permissions.element,
        ...notes.map(note => h('p', {class: 'note'}, note)),
        ...paste.elements,
        h('h3', {}, 'What can go wrong there'),
        wrong,
      ),
      h('div', {class: 'seen-at'}, width.element, preview.element),
    ),
    closed,
  );
}

/**
 * @param {HTMLElement} host
 * @param {State} state
 * @param {string | null} check of the numbers that stand, if it is known
 */
export function openEmbed(host, state, check) {
  const root = /** @type {ShadowRoot} */ (host.shadowRoot);
  const dialog = createDialog(state, check, homeOf(host));
  root.append(dialog);
  adoptStyle(dialog, choiceStyle);
  adoptStyle(dialog, dialogStyle);
  adoptStyle(dialog, embedStyle);
  dialog.showModal();
}
