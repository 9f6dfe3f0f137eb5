// Copying, where the browser and the page around allow it, and else by hand.
import {h, say} from '../dom.js';

/** In a frame that may not write to the clipboard, trying alone is an error on the console. */
function mayCopy() {
  /** @type {unknown} */
  const page = document;
  const {featurePolicy: policy} = /** @type {{featurePolicy?: {allowsFeature(name: string): boolean}}} */ (page);
  return Boolean(navigator.clipboard) && (policy?.allowsFeature('clipboard-write') ?? true);
}

/** @param {string} text @returns {Promise<boolean>} false where the clipboard is out of reach */
async function toClipboard(text) {
  if (!mayCopy()) return false;
  return navigator.clipboard.writeText(text).then(() => true, () => false);
}

/**
 * A text to be copied: the field that holds it, and what came of copying.
 * @param {string} label of the field
 * @param {number} [rows] of a text that is there to be read; else it is seen only where it must be copied by hand
 */
export function createCopy(label, rows = 0) {
  const told = h('span', {class: 'told', role: 'status'}), select = () => field.select();
  const field = rows ? h('textarea', {rows, readonly: true, spellcheck: 'false', 'aria-label': label, onfocus: select})
    : h('input', {class: 'address', readonly: true, hidden: true, 'aria-label': label, onfocus: select});

  let standing = '';

  /**
   * @param {string} text
   * @param {string} done what is said then
   * @param {{name?: string, note?: string}} [more] name: of what is copied, where several things go
   *   through one field; note: what is to be known of it
   */
  async function put(text, done, {name = label, note = ''} = {}) {
    field.value = text;
    field.setAttribute('aria-label', name);
    const copied = await toClipboard(text);
    field.hidden = copied && !rows;
    if (!copied) { field.focus(); field.select(); }
    const byHand = rows ? 'It is selected: copy it from here.' : 'Copy it from here:';
    say(told, (copied ? [done, note] : [note, byHand]).filter(Boolean).join(' '));
  }

  return {
    field, told,
    copy: () => put(field.value, 'Copied.'),
    put,
    /** What came of copying is past once another link stands. @param {string} link */
    follow(link) {
      if (link === standing) return;
      standing = link;
      say(told, '');
      field.hidden = !rows;
    },
    /** @param {import('../home.js').Handed} handed @param {string} done */
    putAddress: ({text, note}, done) => put(text, done, {note}),
    /** Another text to copy: what came of the last one is past. @param {string} text */
    show(text) {
      if (field.value === text) return;
      field.value = text;
      say(told, '');
    },
  };
}
