// The quiet lines under the figure: where its numbers come from, its check and what that proved, and ways to take it along.
import {h, say} from '../dom.js';
import {addressOf, isPublic} from '../link.js';

/**
 * @typedef {import('../store.js').State} State
 * @typedef {{png(state: State): Promise<Blob>, csv(state: State): string, json(state: State): string}} Save
 */

/** @param {State} state */
function origin({params, figure}) {
  const source = figure?.source, kind = source?.kind ?? params.source;
  if (kind === 'tensors') return 'Your tensors';
  if (kind === 'synthetic') return 'Synthetic head, made by hand';
  return source && source.layer !== null ? `Real model: layer ${source.layer}, head ${source.head}` : 'Real model';
}

/** What the check of the link that was opened proved. @param {State} state */
function verdict({figure, expected}) {
  if (!figure?.check || !expected) return '';
  if (figure.verdict === 'reproduced') return 'Reproduced: the same numbers, bit for bit, as when this link was made.';
  if (figure.verdict === 'differs') return `Differs: the link says ${expected}, and here it came out as ${figure.check}.`;
  return '';
}

/** @param {Blob} blob @param {string} name */
function download(blob, name) {
  const address = URL.createObjectURL(blob), anchor = h('a', {href: address, download: name});
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** @param {() => State} now @param {Save} save @param {(message: string) => void} tell */
function saveMenu(now, save, tell) {
  const name = (/** @type {string} */ ending) => `ninefold-${now().figure?.check ?? 'figure'}.${ending}`;
  const text = (/** @type {string} */ content, /** @type {string} */ type) => new Blob([content], {type});
  /** @type {[string, string, () => Promise<Blob> | Blob][]} */
  const kinds = [
    ['Picture (PNG)', 'png', () => save.png(now())],
    ['Numbers (CSV)', 'csv', () => text(save.csv(now()), 'text/csv')],
    ['Numbers (JSON)', 'json', () => text(save.json(now()), 'application/json')],
  ];
  const buttons = kinds.map(([label, ending, make]) => h('button', {type: 'button', class: 'quiet', async onclick() {
    try {
      download(await make(), name(ending));
      menu.open = false;
    } catch {
      tell('This could not be saved here.');
    }
  }}, label));
  const menu = h('details', {class: 'menu', onkeydown(/** @type {KeyboardEvent} */ event) {
    if (event.key !== 'Escape' || !menu.open) return;
    menu.open = false;
    menu.querySelector('summary')?.focus();
  }, onfocusout(/** @type {FocusEvent} */ event) {
    if (event.relatedTarget && !menu.contains(/** @type {Node} */ (event.relatedTarget))) menu.open = false;
  }}, h('summary', {class: 'quiet'}, 'Save'), h('div', {class: 'items'}, ...buttons));
  return menu;
}

/** In a frame that may not write to the clipboard, trying alone is an error on the console. */
function mayCopy() {
  /** @type {unknown} */
  const page = document;
  const {featurePolicy: policy} = /** @type {{featurePolicy?: {allowsFeature(name: string): boolean}}} */ (page);
  return Boolean(navigator.clipboard) && (policy?.allowsFeature('clipboard-write') ?? true);
}

/** @param {() => State} now */
function copyLink(now) {
  const field = h('input', {class: 'address', readonly: true, hidden: true, 'aria-label': 'The link',
    onfocus: () => field.select()});
  const told = h('span', {class: 'told', role: 'status'});

  async function copy() {
    const {link, figure} = now(), address = addressOf(link, figure?.link === link ? figure.check : null);
    field.value = address;
    try {
      if (!mayCopy()) throw new Error('The clipboard is out of reach.');
      await navigator.clipboard.writeText(address);
      field.hidden = true;
      say(told, isPublic(address) ? 'Copied.' : 'Copied; on this machine only: others cannot open this address.');
    } catch {
      field.hidden = false;
      field.select();
      say(told, 'Copy it from here:');
    }
  }
  return {button: h('button', {type: 'button', class: 'quiet', onclick: copy}, 'Copy link'), told, field};
}

/** In the order of the button: the first click is one that shows. */
const themes = () =>
  (matchMedia('(prefers-color-scheme: dark)').matches ? ['auto', 'light', 'dark'] : ['auto', 'dark', 'light']);

/** @param {HTMLElement} host */
function themeButton(host) {
  const theme = () => host.getAttribute('theme') ?? 'auto';
  const label = () => `Theme: ${theme()}`;
  const button = h('button', {type: 'button', class: 'quiet', onclick() {
    const all = themes();
    host.setAttribute('theme', all[(all.indexOf(theme()) + 1) % all.length]);
    say(button, label());
  }}, label());
  return button;
}

/**
 * @param {HTMLElement} host
 * @param {() => State} now
 * @param {Save} save
 */
export function createBar(host, now, save) {
  const badge = h('span', {class: 'badge'}), check = h('span', {class: 'check'});
  const proof = h('p', {class: 'proof', role: 'status'}), why = h('p', {class: 'note'});
  const counterfactual = h('details', {class: 'counterfactual', hidden: true}, h('summary', {}, 'counterfactual'), why);
  const {button, told, field} = copyLink(now);
  const element = h('div', {class: 'bar'},
    h('div', {class: 'facts'}, badge, counterfactual, check),
    h('div', {class: 'takes'}, button, saveMenu(now, save, text => say(told, text)), themeButton(host)),
    proof, told, field);
  /** @param {State} state */
  function show(state) {
    const {figure} = state, reason = figure?.source?.counterfactual ?? '';
    say(badge, origin(state));
    counterfactual.hidden = !reason;
    say(why, reason);
    check.hidden = !figure?.check;
    if (figure?.check) say(check, `check ${figure.check}`);
    const proved = verdict(state);
    say(proof, proved);
    proof.className = `proof ${proved ? figure?.verdict : ''}`;
  }
  return {element, show};
}
