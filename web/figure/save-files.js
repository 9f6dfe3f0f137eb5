// The figure as files. The picture and the arrays are the engine's, byte for byte what the command
// line writes; a PNG is that picture drawn by the browser. Fetched when "Save" is first opened.
import {PARTS, npzOf, pictureOf} from '../engine/taken.js';
import {isPublic} from '../state/home.js';
import {csvOf, jsonOf} from './export.js';
import {saving} from './save-messages.js';
import {withMetadata} from './png.js';
import {linkOf, made} from './save.js';

/**
 * @typedef {import('./save.js').Saved} Saved
 * @typedef {(share: number) => void} Tell hears how far the file is, from 0 to 1
 * @typedef {{parts: Set<string>, scale: number, distributions: boolean}} Choices
 *   parts: of a picture, as PARTS names them; scale: pixels of a PNG to a unit of the picture
 * @typedef {{state: Saved, choices: Choices, save: import('../shared/needs.js').Save, tell: Tell}} Wanted
 */

/** @param {Wanted} wanted */
function svgOf({state, choices, save, tell}) {
  const page = save.home().page;
  const parts = Object.entries(PARTS)
    .filter(([name]) => choices.parts.has(name))
    .reduce((sum, [, bit]) => sum + bit, 0);
  return pictureOf(linkOf(state), {parts, address: isPublic(page) ? page : ''}, tell);
}

/** An address that holds the blob itself. @param {Blob} blob @returns {Promise<string>} */
export const addressOf = blob =>
  new Promise((done, fail) => {
    const reader = new FileReader();
    reader.onload = () => done(String(reader.result));
    reader.onerror = () => fail(reader.error);
    reader.readAsDataURL(blob);
  });

/** @param {HTMLCanvasElement} canvas @returns {Promise<Blob>} */
const drawnOn = canvas =>
  new Promise((done, fail) =>
    canvas.toBlob(blob => (blob ? done(blob) : fail(new Error(saving.noPicture))), 'image/png'),
  );

/**
 * A picture of the engine as the browser draws it, with what it says of itself: a PNG, in parts.
 * @param {Uint8Array<ArrayBuffer>} svg
 * @param {number} scale pixels to a unit of the picture
 */
export async function drawnPng(svg, scale) {
  const image = new Image();
  image.src = await addressOf(new Blob([svg], {type: 'image/svg+xml'}));
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = image.naturalWidth * scale;
  canvas.height = image.naturalHeight * scale;
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error(saving.noPicture);
  pen.drawImage(image, 0, 0, canvas.width, canvas.height);
  const bytes = new Uint8Array(await (await drawnOn(canvas)).arrayBuffer());
  return withMetadata(bytes, new TextDecoder().decode(svg), scale);
}

/** @param {Wanted} wanted */
const pngOf = async wanted => drawnPng(await svgOf(wanted), wanted.choices.scale);

/** @param {Wanted} wanted */
function npzFileOf({state, choices, tell}) {
  const link = linkOf(state);
  const tooLarge = (/** @type {number} */ bytes) => saving.tooLarge(Math.round(bytes / 1e6), link);
  const ignored = JSON.stringify(state.ignored ?? []);
  return npzOf(link, {ignored, distributions: choices.distributions, tooLarge}, tell);
}

/** What a page that is one file says of itself: what it was before any script ran. */
function ownPage() {
  const all = /** @type {HTMLElement} */ (document.documentElement.cloneNode(true));
  const element = all.querySelector('nine-fold');
  for (const name of element?.getAttributeNames() ?? []) element?.removeAttribute(name);
  return `<!doctype html>\n${all.outerHTML}`;
}

async function fetchedPage() {
  const answer = await fetch(new URL('ninefold-model.html', location.href)).catch(() => null);
  if (!answer?.ok) throw new Error(saving.noPage);
  return answer.text();
}

/** The page as one file, which opens with this figure. @param {Wanted} wanted */
async function htmlOf({state}) {
  const page = 'ninefoldFile' in globalThis ? ownPage() : await fetchedPage();
  return page.replace('<nine-fold', () => `<nine-fold link="${linkOf(state)}"`);
}

/** By their endings: what makes a file, and of which type it is. */
const KINDS = {
  svg: {type: 'image/svg+xml', make: svgOf},
  png: {type: 'image/png', make: pngOf},
  npz: {type: 'application/octet-stream', make: npzFileOf},
  csv: {
    type: 'text/csv',
    /** @param {Wanted} wanted */
    make: ({state}) => csvOf(state.params, made(state)),
  },
  json: {
    type: 'application/json',
    /** @param {Wanted} wanted */
    async make({state, save, tell}) {
      const figure = made(state);
      const {ignored} = figure;
      return jsonOf(state.params, {...(await save.whole(figure, tell)), ignored});
    },
  },
  html: {type: 'text/html', make: htmlOf},
};

/** @typedef {keyof typeof KINDS} Ending */

/** @param {Ending} ending @param {Wanted} wanted @returns {Promise<Blob>} */
export async function fileOf(ending, wanted) {
  const {type, make} = KINDS[ending];
  const content = await make(wanted);
  return new Blob(Array.isArray(content) ? content : [content], {type});
}
