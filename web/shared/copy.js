// Copying, where the browser and the page around allow it, and else by hand.
import {h, say} from '../base/dom.js';
import {handedOut} from '../state/home.js';
import {percent} from '../base/format.js';
import {copying, waiting} from './messages.js';

/** In a frame that may not write to the clipboard, trying alone is an error on the console. */
function mayCopy() {
  /** @type {unknown} */
  const page = document;
  const {featurePolicy: policy} =
    /** @type {{featurePolicy?: {allowsFeature(name: string): boolean}}} */ (page);
  return Boolean(navigator.clipboard) && (policy?.allowsFeature('clipboard-write') ?? true);
}

/**
 * Some browsers take only what is handed to them while they answer a click: a text that must be
 * waited for is handed over as a promise where they know how to take one.
 * @param {string | Promise<string>} text
 * @returns {Promise<boolean>} false where the clipboard is out of reach
 */
async function toClipboard(text) {
  if (!mayCopy()) return false;
  const {clipboard} = navigator;
  const type = 'text/plain';
  const isHere = typeof text === 'string' || !globalThis.ClipboardItem;
  const item = async () => new Blob([await text], {type});
  const written = isHere
    ? clipboard.writeText(await text)
    : clipboard.write([new ClipboardItem({[type]: item()})]);
  return written.then(
    () => true,
    () => false,
  );
}

/**
 * What takes a while, and how far it is: in tenths, which are few enough to be read out.
 * @param {import('./messages.js').Progress} words
 * @param {number} share
 */
export const toldShare = ({begun, far}, share) =>
  share < 0.1 ? begun : far(percent(Math.floor(10 * share) / 10));

/**
 * The field that holds a text to be copied. It is selected as soon as it is reached.
 * @param {string} label
 * @param {number} rows
 */
function createField(label, rows) {
  const common = {readonly: true, 'aria-label': label, onfocus: () => field.select()};
  /** @type {HTMLTextAreaElement | HTMLInputElement} */
  const field = rows
    ? h('textarea', {rows, spellcheck: 'false', ...common})
    : h('input', {class: 'address', hidden: true, ...common});
  return field;
}

/**
 * The text of the link that a state settled at, to be handed out.
 * @param {Element} host
 * @param {import('../state/settled.js').Settled} settled
 * @param {(link: string) => string} shape what of the link is handed out
 */
const handedLink = (host, {state: {link, figure}, why}, shape) =>
  handedOut(host, shape(link), why ? null : (figure?.check ?? null));

/**
 * Shows what came of copying.
 * @param {{field: HTMLTextAreaElement | HTMLInputElement, told: HTMLElement}} place
 * @param {boolean} isSeen is the field there to be read? Else it is seen only where it must be
 *   copied by hand
 * @param {{text: string, name: string, copied: boolean, done: string, note?: string}} result
 *   done: what is said if it was copied; note: what is to be known of it
 */
function tell({field, told}, isSeen, {text, name, copied, done, note = ''}) {
  field.value = text;
  field.setAttribute('aria-label', name);
  field.hidden = copied && !isSeen;
  if (!copied) {
    field.focus();
    field.select();
  }
  const byHand = isSeen ? copying.selected : copying.byHand;
  say(told, (copied ? [done, note] : [note, byHand]).filter(Boolean).join(' '));
}

/**
 * A text to be copied: the field that holds it, and what came of copying.
 * @param {string} label of the field
 * @param {number} [rows] of a text that is there to be read; else it is seen only where it must be
 *   copied by hand
 */
export function createCopy(label, rows = 0) {
  const field = createField(label, rows);
  const told = h('span', {class: 'told', role: 'status'});
  const isSeen = rows > 0;
  let shown = '';

  /**
   * @param {string} text
   * @param {string} done what is said then
   * @param {{name?: string, note?: string}} [more] name: of what is copied, where several things go
   *   through one field; note: what is to be known of it
   */
  async function put(text, done, {name = label, note} = {}) {
    tell({field, told}, isSeen, {text, name, copied: await toClipboard(text), done, note});
  }

  /**
   * The link of the state that stands, with its check: that may still be in the making.
   * @param {Element} host the element
   * @param {import('../state/settled.js').Settling} settling
   * @param {string} done
   * @param {(link: string) => string} [shape] what of the link is handed out, if not all of it
   */
  async function putLink(host, settling, done, shape = link => link) {
    const known = settling.known();
    const coming = settling.wait(share => say(told, toldShare(waiting.link, share)));
    const now = known && handedLink(host, known, shape);
    const later = now
      ? Promise.resolve(now)
      : coming.then(settled => handedLink(host, settled, shape));
    const copied = await toClipboard(now ? now.text : later.then(({text}) => text));
    const {why} = await coming;
    const {text, note} = await later;
    const said = why ? copying.withoutCheck(why) : done;
    tell({field, told}, isSeen, {text, name: label, copied, done: said, note});
  }

  return {
    field,
    told,
    putLink,
    copy: () => put(field.value, copying.done),
    put,
    /** Clears what was said of copying, if this is another link. @param {string} link */
    clearFor(link) {
      if (link === shown) return;
      shown = link;
      say(told, '');
      field.hidden = !isSeen;
    },
    /** @param {import('../state/home.js').Handed} handed @param {string} done */
    putAddress: ({text, note}, done) => put(text, done, {note}),
    /** Another text to copy: what came of the last one is past. @param {string} text */
    show(text) {
      if (field.value === text) return;
      field.value = text;
      say(told, '');
    },
  };
}
