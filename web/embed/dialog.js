// "Embed": each form with its text to paste, a live preview, what the reader may see and move, and what can go wrong where
// it goes. Fetched when it is first opened.
import {BY_HAND, copyFrom} from '../around/copy.js';
import {wear} from '../around/wear.js';
import {h, say, unique} from '../dom.js';
import {addressOf, isPublic, sealed} from '../link.js';
import {platforms} from './platforms.js';
import {fileOf, linkFor, snippet, sourceOf} from './snippets.js';
import {dialogStyle} from './dialog-style.js';

/**
 * @typedef {import('../store.js').State} State
 * @typedef {import('../store.js').Row} Row
 * @typedef {import('./platforms.js').Form} Form
 * @typedef {import('./snippets.js').Wish} Wish
 * @typedef {import('./snippets.js').Subject} Subject
 * @typedef {'open' | 'locked' | 'hidden'} May
 * @typedef {{table: Row[], matters(row: Row, params: Record<string, string>): boolean,
 *   permitted: typeof import('../controls/controls.js').permitted}} Controls handed over, because what opens the page has them
 */

/** @type {[Form, string, string][]} */
const FORMS = [
  ['frame', 'Frame', 'An iframe: for learning platforms, which strip scripts.'],
  ['element', 'Element', 'A tag of its own: for course sites, slides and notebooks.'],
  ['file', 'One file', 'Engine and all in one page: to upload, or without a network.'],
  ['npm', 'npm package', 'For a site with a bundler; ./build.sh makes it in build/package.'],
];
const THEMES = ['auto', 'light', 'dark'];
const LOWEST = 200, HIGHEST = 3000, USUAL = 700; // pixels
const REST = 400; // ms without a change before the preview is made anew

/** The controls that mean something in this figure, those at hand first. @param {Controls} controls @param {State} state @returns {Row[]} */
function controlsOf({table, matters}, {params}) {
  const rows = table.filter(row => row.everyone && row.kind !== 'words' && row.key !== 'question' && matters(row, params));
  return rows.sort((a, b) => Number(b.key === 'eps') - Number(a.key === 'eps'));
}

/** @param {State} state @param {string | null} check @returns {Subject} */
function subjectOf({link, params, figure}, check) {
  const page = addressOf('', null).replace(/#.*$/, ''), site = new URL('./', page).href;
  return {link: sealed(link, check), caption: `Nine attention panels: ${figure?.caption ?? ''}`.replace(/: $/, ''), kind: params.figure,
    withModel: params.source === 'model', site, page};
}

/** @param {string} label @param {[string, string][]} options @param {() => void} changed */
function choice(label, options, changed) {
  const id = unique(), select = h('select', {id, onchange: changed}, ...options.map(([value, text]) => h('option', {value}, text)));
  return {element: h('div', {class: 'choose'}, h('label', {for: id}, label), select), select};
}

/** What the reader may do with each control. @param {Controls} controls @param {State} state @param {() => void} changed */
function createPermissions(controls, state, changed) {
  const may = controls.permitted(state.params), rows = controlsOf(controls, state).map(row => {
    const {element, select} = choice(row.label, [['open', 'can be moved'], ['locked', 'locked'], ['hidden', 'hidden']], changed);
    select.value = !may.shown(row.key) ? 'hidden' : may.locked(row.key) ? 'locked' : 'open';
    return {key: row.key, element, select};
  });
  const note = h('p', {class: 'help'}, 'What is hidden can still be read in the link.');
  const element = h('details', {class: 'permits'}, h('summary', {}, 'Controls to show or lock'),
    h('div', {class: 'list'}, ...rows.map(row => row.element)), note);
  return {element, wish() {
    const of = (/** @type {May} */ what) => rows.filter(({select}) => select.value === what).map(({key}) => key);
    const hidden = of('hidden').length > 0, shown = [...of('open'), ...of('locked')];
    const none = hidden && !shown.length; // a link cannot show nothing: it shows the question
    say(note, none ? 'One control must stay: a link cannot show none.' : 'What is hidden can still be read in the link.');
    return {shown: hidden && !none ? shown : null, locked: of('locked')};
  }};
}

/** The page that the preview shows: from where this script came, or, in a page that is one file, itself. @param {string} name */
const pageHere = name => ('ninefoldFile' in globalThis ? location.href.replace(/[?#].*$/, '') : new URL(name, import.meta.url).href);

/** The thing itself. @param {Subject} subject @param {Wish} wish */
function live(subject, wish) {
  if (wish.form === 'element' || wish.form === 'npm') {
    const element = document.createElement('nine-fold');
    element.setAttribute('link', linkFor(subject.link, wish));
    element.setAttribute('theme', wish.theme);
    return element;
  }
  const page = pageHere(wish.form === 'file' ? fileOf(subject) : './');
  return h('iframe', {src: sourceOf({...subject, page}, {...wish, form: 'frame'}), title: 'Preview', height: wish.height});
}

/** @param {ShadowRoot} root @param {State} state @param {string | null} check @param {Controls} controls */
function createDialog(root, state, check, controls) {
  const subject = subjectOf(state, check), title = unique(), name = unique();
  let timer = 0;
  const where = choice('Where', platforms.map(platform => [platform.name, platform.name]), () => begin());
  const forms = FORMS.map(([value, word]) => h('input', {type: 'radio', name, value, onchange: () => tell()}));
  const about = h('p', {class: 'help'});
  const theme = choice('Theme', THEMES.map(one => [one, one]), () => tell());
  const heightId = unique();
  const height = h('input', {id: heightId, type: 'number', min: LOWEST, max: HIGHEST, step: 10, value: USUAL, class: 'number', oninput: () => tell()});
  const tall = h('div', {class: 'choose'}, h('label', {for: heightId}, 'Height'), height); // an element has its own
  const permissions = createPermissions(controls, state, () => tell());
  const field = h('textarea', {readonly: true, rows: 7, spellcheck: 'false', 'aria-label': 'Text to paste', onfocus: () => field.select()});
  const told = h('span', {role: 'status'}), note = h('p', {class: 'note', role: 'status'});
  const wrong = h('ol', {}), preview = h('div', {class: 'preview', tabindex: 0, role: 'group', 'aria-label': 'As it will be'}), get = h('p', {class: 'help'});
  const copy = h('button', {type: 'button', class: 'quiet', async onclick() { say(told, await copyFrom(field, true) ? 'Copied.' : BY_HAND); }}, 'Copy');

  const platform = () => platforms.filter(({name: one}) => one === where.select.value)[0];

  /** @returns {Wish} */
  function wish() {
    const form = /** @type {Form} */ (forms.filter(input => input.checked)[0].value), pixels = Math.round(Number(height.value));
    const good = pixels >= LOWEST && pixels <= HIGHEST;
    say(note, good ? '' : `The height was read as “${height.value}”; allowed are ${LOWEST} to ${HIGHEST} pixels. Used instead: ${USUAL}.`);
    return {form, theme: theme.select.value, height: String(good ? pixels : USUAL), ...permissions.wish()};
  }

  /** The form that suits the platform. */
  function begin() {
    const {form} = platform();
    for (const input of forms) input.checked = input.value === form;
    tell();
  }

  function tell() {
    const wished = wish(), text = snippet(subject, wished), isFile = wished.form === 'file';
    say(about, FORMS.filter(([form]) => form === wished.form)[0][2]);
    if (field.value !== text) { field.value = text; say(told, ''); }
    wrong.replaceChildren(...platform().wrong.map(words => h('li', {}, words)));
    get.hidden = !isFile;
    tall.hidden = wished.form === 'element' || wished.form === 'npm';
    get.replaceChildren('Save ', h('a', {href: `${subject.site}${fileOf(subject)}`, download: fileOf(subject)}, fileOf(subject)), ', upload it beside your page, and paste this:');
    clearTimeout(timer);
    timer = setTimeout(() => preview.replaceChildren(live(subject, wished)), preview.childElementCount ? REST : 0);
  }

  const local = h('p', {class: 'note', hidden: isPublic(subject.page)}, 'This page is on your own machine: others cannot open its address. Publish the site first, or take the one file.');
  const close = h('button', {type: 'button', class: 'quiet', onclick: () => dialog.close()}, 'Close');
  const dialog = h('dialog', {class: 'embed', 'aria-labelledby': title, onclose() { clearTimeout(timer); dialog.remove(); }},
    h('div', {class: 'top'}, h('h2', {id: title}, 'Embed this figure'), close),
    h('div', {class: 'both'},
      h('div', {class: 'say'}, where.element,
        h('div', {class: 'choice', role: 'radiogroup', 'aria-label': 'Form'}, ...forms.map((input, i) => h('label', {}, input, h('span', {}, FORMS[i][1])))), about,
        h('div', {class: 'looks'}, theme.element, tall), note, permissions.element,
        local, get, field, h('div', {class: 'row'}, copy, told),
        h('h3', {}, 'What can go wrong there'), wrong),
      h('div', {}, preview)));
  root.append(dialog);
  begin();
  return dialog;
}

/**
 * @param {HTMLElement} host
 * @param {State} state
 * @param {string | null} check of the numbers that stand, if it is known
 * @param {Controls} controls
 */
export function openEmbed(host, state, check, controls) {
  const root = /** @type {ShadowRoot} */ (host.shadowRoot), dialog = createDialog(root, state, check, controls);
  wear(dialog, dialogStyle);
  dialog.showModal();
}
