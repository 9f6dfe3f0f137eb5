// A figure taken along as files that the command line writes too, byte for byte: its picture, and
// its numbers for NumPy. Fetched when something is saved. With copies.js and engine.js it touches
// the engine's memory.
import {EngineError} from './core.js';
import {LEVEL} from './levels.js';
import {page} from './page-engine.js';

/**
 * @typedef {import('./core.js').Core} Engine
 * @typedef {(share: number) => void} Tell hears how far the figure is, from 0 to 1
 */

/** What of a picture may be left out, as `ninefold picture --without` names it. */
export const PARTS = {hints: 1, about: 2, untouched: 4, caption: 8};

const encoder = new TextEncoder();

/** Puts a text where the engine reads it. @param {Engine} engine @param {string} text */
function say({call, session, memory}, text) {
  const bytes = encoder.encode(text);
  const at = call.input_buffer(session, bytes.length);
  if (!at) throw new EngineError('There is not enough memory for this text.');
  new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
  return bytes.length;
}

/** @param {Engine} engine @param {number} at @param {number} length */
const copied = ({memory}, at, length) => new Uint8Array(memory.buffer, at, length).slice();

/** What the figure of a link must be made with, for its picture. @param {Engine} engine @param {string} link */
export function wantOfPicture(engine, link) {
  engine.decode(link);
  return engine.call.want_of_picture(engine.session);
}

/**
 * A picture that the engine draws, as SVG.
 * @param {Engine} engine
 * @param {string} text that it reads
 * @param {(length: number) => number} draw takes the length of the text, and returns the picture's
 */
export function drawn(engine, text, draw) {
  const length = draw(say(engine, text));
  if (length < 0) throw new EngineError('There is not enough memory for this picture.');
  return copied(engine, engine.call.answer(engine.session), length);
}

/**
 * The picture of the figure made last.
 * @param {Engine} engine
 * @param {number} parts a sum of PARTS
 * @param {string} address what stands in front of the link; '' for none
 */
export const drawPicture = (engine, parts, address) =>
  drawn(engine, address, length => engine.call.draw_picture(engine.session, parts, length));

/**
 * The numbers of the figure made last, as the parts of a file.
 * @param {Engine} engine
 * @param {string} ignored what was not used of its link, as JSON
 * @param {boolean} distributions with the probability of every next piece
 */
export function* arraysOf(engine, ignored, distributions) {
  const {call, session} = engine;
  const open = call.arrays_open(session, say(engine, ignored), Number(distributions));
  if (!open) throw new EngineError('There is not enough memory for this file.');
  try {
    for (let part = 0, more = 1; more === 1; part++) {
      more = call.arrays_part(open, part);
      if (more < 0) throw new EngineError('There is not enough memory for this file.');
      yield copied(engine, call.arrays_bytes_at(open), call.arrays_length(open));
    }
  } finally {
    call.arrays_close(open);
  }
}

/**
 * About how many bytes the arrays of a link are.
 * @param {Engine} engine
 * @param {string} link
 * @param {boolean} distributions
 */
export function sizeOfArrays(engine, link, distributions) {
  engine.decode(link);
  return engine.call.bytes_of_arrays(engine.session, Number(distributions));
}

/** @param {Engine} engine */
export const wantOfArrays = engine => engine.call.want_of_arrays();

/**
 * Has the page's engine make a figure and asks it something then.
 * @template T
 * @param {string} link
 * @param {(engine: Engine) => number} want
 * @param {Tell} tell
 * @param {(engine: Engine, pause: () => Promise<void>) => T | Promise<T>} ask
 */
async function taken(link, want, tell, ask) {
  const maker = await page.reach(LEVEL.picture);
  const about = {link, want: () => want(maker), figure: null, progress: tell};
  return page.consult({maker, owner: {}}, about, pause => ask(maker, pause));
}

/**
 * @param {string} link
 * @param {{parts: number, address: string}} how
 * @param {Tell} tell
 * @returns {Promise<Uint8Array<ArrayBuffer>>} SVG
 */
export const pictureOf = (link, {parts, address}, tell) =>
  taken(
    link,
    maker => wantOfPicture(maker, link),
    tell,
    maker => drawPicture(maker, parts, address),
  );

/** More than this is for the command line. */
const MOST_BYTES = 500e6;

/**
 * @param {string} link
 * @param {{ignored: string, distributions: boolean, tooLarge(bytes: number): string}} how
 *   tooLarge: what is said of a file of so many bytes
 * @param {Tell} tell
 * @returns {Promise<Uint8Array<ArrayBuffer>[]>} .npz, in parts
 */
export const npzOf = (link, {ignored, distributions, tooLarge}, tell) =>
  taken(
    link,
    maker => {
      const bytes = sizeOfArrays(maker, link, distributions);
      if (bytes > MOST_BYTES) throw new EngineError(tooLarge(bytes));
      return wantOfArrays(maker);
    },
    tell,
    async (maker, pause) => {
      const parts = [];
      for (const part of arraysOf(maker, ignored, distributions)) {
        parts.push(part);
        await pause();
      }
      return parts;
    },
  );
