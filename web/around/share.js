// A figure to take along in words: its link, its check, and how to cite it. Fetched when it is
// first opened.
import {h, say, unique} from '../base/dom.js';
import {addressOf, cutNote, isPublic, noteOf} from '../state/home.js';
import {sealed} from '../engine/link-text.js';
import {citation} from './cite.js';
import {copyOf} from './messages.js';
import {createCopy} from '../shared/copy.js';
import {adoptStyle} from '../base/styles.js';
import {authors, version} from 'made/settings.js';

/** @typedef {{link: string, check: string | null, home: import('../state/home.js').Home}} Shared */

const LOCAL =
  'This page is open from your own machine, so others cannot open its address. The link below works in every copy ' +
  'of Ninefold, behind its #.';

const style = `
.share-place { flex-basis: 100%; }
.share { display: grid; gap: 12px; padding: 14px 16px; border: 1px solid var(--line); border-radius: 12px; background: var(--panel); color: var(--ink); }
.taken { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 4px 10px; align-items: center; }
.taken label { font-weight: 600; }
.taken textarea, .taken .told { grid-column: 1 / -1; }
.taken .told:empty { display: none; }
.taken textarea { overflow: auto; field-sizing: content; white-space: pre-wrap; overflow-wrap: anywhere; font: var(--fine)/1.5 ui-monospace, monospace; background: var(--soft); }
.share .with { display: flex; gap: 8px; align-items: start; min-height: 24px; cursor: pointer; }
.share .with input { margin: 2px 0 0; width: 16px; height: 16px; flex: none; accent-color: var(--accent); }
`;

/** A labelled text with its button. @param {string} label @param {number} rows */
function createText(label, rows) {
  const {field, told, copy, show} = createCopy(label, rows);
  const id = (field.id = unique());
  const button = h(
    'button',
    {type: 'button', class: 'quiet', 'aria-label': copyOf(label), onclick: copy},
    'Copy',
  );
  return {
    element: h('div', {class: 'taken'}, h('label', {for: id}, label), button, field, told),
    show,
  };
}

/** As 2025-03-02. */
const today = () => new Date().toISOString().slice(0, 10);

/** @param {Shared} shared */
function textsOf({link, check, home}) {
  const open = isPublic(home.page);
  const page = open ? home.page : '';
  const address = addressOf({...home, page}, link, check);
  const whose = open || !home.page ? noteOf(home) : LOCAL;
  const note = [whose, cutNote(address)].filter(Boolean).join(' ');
  const cited = {link: sealed(link, check), check, address: page, version, date: today(), authors};
  return {note, address, ...citation(cited)};
}

/** @param {HTMLElement} place where it will stand */
export function createShare(place) {
  adoptStyle(place, style);
  const link = createText('Link', 2);
  const check = createText('Check', 1);
  const plain = createText('Citation', 4);
  const bibtex = createText('BibTeX', 7);
  const note = h('p', {class: 'note'});
  const box = h('input', {type: 'checkbox', checked: true, onchange: draw});
  const withCheck = h(
    'label',
    {class: 'with'},
    box,
    ' with its check, by which anyone can see whether the same numbers came out',
  );
  const element = h(
    'div',
    {class: 'share', role: 'group', 'aria-label': 'Link and citation'},
    note,
    link.element,
    withCheck,
    check.element,
    plain.element,
    bibtex.element,
  );
  /** @type {Shared} */
  let shared = {link: '', check: null, home: {page: '', misread: ''}};

  function draw() {
    const texts = textsOf({...shared, check: box.checked ? shared.check : null});
    say(note, texts.note);
    note.hidden = !texts.note;
    link.show(texts.address);
    check.show(shared.check ?? '');
    check.element.hidden = withCheck.hidden = !shared.check;
    plain.show(texts.plain);
    bibtex.show(texts.bibtex.trimEnd());
  }

  return {
    element,
    /** @param {Shared} next */
    show(next) {
      shared = next;
      draw();
    },
  };
}
