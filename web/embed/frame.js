// The page inside another page: only the figure, on a background of its own; how high it is and what the reader does is
// told to the page around it, which can say what to show. Nothing depends on being heard. Fetched only in a frame.
//
//   to the page around    {ninefold: 1, type: 'change', link, check}    after each change, and for {type: 'get'}
//                         {ninefold: 1, type: 'height', height}         in CSS pixels; the same for H5P and for LTI
//   from it               {ninefold: 1, type: 'set', link, theme}       either may be missing
//                         {ninefold: 1, type: 'get'}
import {isUsed} from './keys.js';

const STYLE = `
  body { padding: 10px 12px; }
  header, footer { display: none; }
`;

/** Each platform hears what is meant for it, and nobody else does anything. @param {unknown} message */
const tell = message => { if (parent !== window) parent.postMessage(message, '*'); };

/** @param {import('../nine-fold.js').NineFold} element */
function listen(element) {
  const change = () => {
    const check = element.figure?.link === element.link ? element.figure.check : null;
    tell({ninefold: 1, type: 'change', link: element.link, check});
  };
  element.addEventListener('change', change);
  addEventListener('message', ({data, source}) => {
    if (source !== parent || data?.ninefold !== 1) return;
    if (data.type === 'get') change();
    if (data.type !== 'set') return;
    if (typeof data.link === 'string') element.link = data.link;
    setTheme(element, data.theme);
  });
}

/** @param {HTMLElement} element @param {unknown} theme */
function setTheme(element, theme) {
  if (/^(auto|light|dark)$/.test(String(theme))) element.setAttribute('theme', String(theme));
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

/** A frame keeps the keys that are pressed in it. A deck of reveal.js around it gets those that nothing here uses. */
function passKeysOn() {
  addEventListener('keydown', event => {
    if (isUsed(event) || event.key === 'Tab' || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    tell(JSON.stringify({method: 'triggerKey', args: [event.keyCode]}));
  });
}

/** @param {import('../nine-fold.js').NineFold} element */
export function embed(element) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(STYLE);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  setTheme(element, new URLSearchParams(location.search).get('theme'));
  listen(element);
  announceHeight();
  passKeysOn();
}
