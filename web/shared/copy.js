// Copying, where the browser and the page around allow it, and else by hand.
import {h, say} from '../base/dom.js';
import {handedOut} from '../state/home.js';
import {percent} from '../base/format.js';

const COMING = 'The link is copied as soon as its check has been computed';

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
 * @param {string} what
 * @param {number} share
 */
export const toldShare = (what, share) =>
  share < 0.1 ? `${what}.` : `${what}: ${percent(Math.floor(10 * share) / 10)}.`;

/**
 * A text to be copied: the field that holds it, and what came of copying.
 * @param {string} label of the field
 * @param {number} [rows] of a text that is there to be read; else it is seen only where it must be
 *   copied by hand
 */
export function createCopy(label, rows = 0) {
  const told = h('span', {class: 'told', role: 'status'});
  const select = () => field.select();
  const field = rows
    ? h('textarea', {
        rows,
        readonly: true,
        spellcheck: 'false',
        'aria-label': label,
        onfocus: select,
      })
    : h('input', {
        class: 'address',
        readonly: true,
        hidden: true,
        'aria-label': label,
        onfocus: select,
      });

  let standing = '';

  /**
   * What came of copying a text.
   * @param {string} text
   * @param {boolean} copied
   * @param {string} done what is said then
   * @param {{name?: string, note?: string}} more name: of what is copied, where several things go
   *   through one field; note: what is to be known of it
   */
  function tell(text, copied, done, {name = label, note = ''}) {
    field.value = text;
    field.setAttribute('aria-label', name);
    field.hidden = copied && !rows;
    if (!copied) {
      field.focus();
      field.select();
    }
    const byHand = rows ? 'It is selected: copy it from here.' : 'Copy it from here:';
    say(told, (copied ? [done, note] : [note, byHand]).filter(Boolean).join(' '));
  }

  /**
   * @param {string} text
   * @param {string} done
   * @param {{name?: string, note?: string}} [more]
   */
  async function put(text, done, more = {}) {
    tell(text, await toClipboard(text), done, more);
  }

  /**
   * The link of the state that stands, with its check: that may still be in the making.
   * @param {Element} host the element
   * @param {import('../state/settled.js').Settling} settling
   * @param {string} done
   */
  async function putLink(host, settling, done) {
    const known = settling.known();
    const coming = settling.wait(share => say(told, toldShare(COMING, share)));
    const handed = (
      /** @type {import('../state/settled.js').Settled} */ {state: {link, figure}, why},
    ) => handedOut(host, link, why ? null : (figure?.check ?? null));
    const text = known ? handed(known).text : coming.then(settled => handed(settled).text);
    const copied = await toClipboard(text);
    const settled = await coming;
    const {why} = settled;
    tell(await text, copied, why ? `Copied without a check: ${why}` : done, handed(settled));
  }

  return {
    field,
    told,
    putLink,
    copy: () => put(field.value, 'Copied.'),
    put,
    /** What came of copying is past once another link stands. @param {string} link */
    follow(link) {
      if (link === standing) return;
      standing = link;
      say(told, '');
      field.hidden = !rows;
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
