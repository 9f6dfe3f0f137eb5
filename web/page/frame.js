// The page inside another page: only the figure, on a background of its own; how high it is and
// what the reader does is told to the page around it, which can say what to show. Nothing depends
// on being heard. Fetched only in a frame. All
// messages are listed in web/site/PUBLISHING.md.
import {adoptStyle} from '../base/styles.js';
import {shortened} from '../engine/core.js';
import {longestLink} from 'made/constants.js';
import {isUsed} from '../shared/keys.js';
import {THEMES, themeIn} from '../shared/themes.js';
import {reason} from '../shared/trouble.js';

const STYLE = `
  body { padding: 10px 12px; }
  header, footer { display: none; }
`;

/**
 * Each platform hears what is meant for it, and nobody else does anything.
 * @param {unknown} message
 */
const tell = message => {
  if (parent !== window) parent.postMessage(message, '*');
};

/** @typedef {import('../element/nine-fold.js').NineFold} NineFold */

/** @param {NineFold} element */
function tellChange(element) {
  const check = element.figure?.link === element.link ? element.figure.check : null;
  tell({ninefold: 1, type: 'change', link: element.link, check});
}

/** What of the link that was set is not in the figure. @param {NineFold} element */
function tellIgnored(element) {
  const ignored = element.figure?.ignored.filter(({harmless}) => !harmless) ?? [];
  if (ignored.length) tellMisunderstood(ignored.map(({key, why}) => `${key}: ${why}.`));
}

/** @param {string[]} why */
function tellMisunderstood(why) {
  tell({ninefold: 1, type: 'misunderstood', why});
}

/** @param {NineFold} element @param {unknown} said */
function setTheme(element, said) {
  const theme = themeIn(said);
  if (theme) element.theme = theme;
}

/**
 * @typedef {{ninefold: unknown, type: unknown, link?: unknown, theme?: unknown, on?: unknown}} Message
 *   it may hold anything that can be copied
 */

/** What a message of each type may hold. @type {Record<string, string[]>} */
const HOLDS = {get: [], keys: ['on'], set: ['link', 'theme']};

/**
 * What a message is about; null if it is none of ours.
 * @param {any} data
 * @returns {Message | null}
 */
function read(data) {
  if (data === 'slide:start') return {ninefold: 1, type: 'keys', on: true};
  if (data === 'slide:stop') return {ninefold: 1, type: 'keys', on: false};
  return data?.ninefold === undefined ? null : data;
}

/** Names that mean nothing in a message of its type, in a sentence. @param {Message} message */
function unknownNames(message) {
  const known = ['ninefold', 'type', ...HOLDS[/** @type {string} */ (message.type)]];
  const [name] = Object.keys(message).filter(key => !known.includes(key));
  if (name === undefined) return [];
  const names = known.map(one => `"${one}"`).join(', ');
  return [`"${name.slice(0, 20)}" is none of the names of this message: ${names}.`];
}

/** What cannot be understood of a message, in sentences. @param {Message} message */
function misunderstood(message) {
  const {ninefold, type, link, theme, on} = message;
  if (ninefold !== 1) return ['"ninefold" is the number 1 in messages that are heard here.'];
  if (typeof type !== 'string' || !Object.hasOwn(HOLDS, type))
    return ['The type of a message is one of "set", "get" and "keys".'];
  const why = unknownNames(message);
  if (type === 'keys' && typeof on !== 'boolean') why.push('"on" is true or false.');
  if (type !== 'set') return why;
  if (link === undefined && theme === undefined)
    why.push('A message that sets something has a link, a theme, or both.');
  if (link !== undefined && typeof link !== 'string') why.push('"link" is a text, as "1;seed=7".');
  if (theme !== undefined && !themeIn(theme))
    why.push(`"theme" is one of ${THEMES.map(name => `"${name}"`).join(', ')}.`);
  return why;
}

/**
 * @param {NineFold} element
 * @param {MessageEvent[]} early what came before
 * @param {(on: boolean) => void} passKeys
 */
function listen(element, early, passKeys) {
  const hear = (/** @type {MessageEvent} */ {data, source}) => {
    const said = source === parent ? read(data) : null;
    const why = said ? misunderstood(said) : [];
    if (why.length) tellMisunderstood(why);
    if (said?.ninefold !== 1) return;
    if (said?.type === 'get') tellChange(element);
    if (said?.type === 'keys' && typeof said.on === 'boolean') passKeys(said.on);
    if (said?.type !== 'set') return;
    if (typeof said.link === 'string') element.link = shortened(said.link, longestLink);
    setTheme(element, said.theme);
  };
  element.addEventListener('change', event => {
    tellChange(element);
    if (/** @type {CustomEvent} */ (event).detail.step === 'open') tellIgnored(element);
  });
  element.addEventListener('failed', event => {
    const {link, error} = /** @type {CustomEvent} */ (event).detail;
    tell({ninefold: 1, type: 'failed', link, why: [reason(error)]});
  });
  element.addEventListener('answer', event =>
    tell({ninefold: 1, type: 'answer', .../** @type {CustomEvent} */ (event).detail}),
  );
  addEventListener('message', hear);
  early.forEach(hear);
}

/** The height of what there is, so that a page that listens needs no scroll bar inside it. */
function announceHeight() {
  let told = 0;
  new ResizeObserver(() => {
    const height = Math.ceil(document.body.getBoundingClientRect().height);
    if (height === told) return;
    told = height;
    tell({ninefold: 1, type: 'height', height});
    tell({context: 'h5p', action: 'resize', scrollHeight: height});
    tell({subject: 'lti.frameResize', height});
  }).observe(document.body);
}

/**
 * A frame keeps the keys that are pressed in it. A page around it that asks, as a deck does, gets
 * those that nothing here uses; nobody else learns what is typed.
 * @returns {(on: boolean) => void}
 */
function keyPasser() {
  let asked = false;
  addEventListener('keydown', event => {
    const {key, keyCode, ctrlKey, altKey, metaKey, shiftKey} = event;
    const own = isUsed(event) || key === 'Tab' || ctrlKey || altKey || metaKey || shiftKey;
    if (own || !asked) return;
    tell(JSON.stringify({method: 'triggerKey', args: [keyCode]}));
  });
  return on => {
    asked = on;
  };
}

/**
 * @param {NineFold} element
 * @param {MessageEvent[]} early messages that came before this script
 */
export function embed(element, early) {
  adoptStyle(document, STYLE);
  const asked = new URLSearchParams(location.search);
  setTheme(element, asked.get('theme'));
  const parts = asked.get('parts');
  if (parts !== null) element.setAttribute('parts', parts);
  announceHeight();
  listen(element, early, keyPasser());
}
