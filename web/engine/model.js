// The trained model's file: fetched once for all elements of a page, when a figure first needs it.
import {beside, fetchFile} from './files.js';

/** A page that is one file may come without the model. */
export class NoModel extends Error {}

export async function fetchModel() {
  const bytes = await fetchFile(beside('model.bin') ?? new URL('model.bin', import.meta.url));
  if (!bytes) throw new NoModel('This page comes without the trained model.');
  return new Uint8Array(bytes);
}

/**
 * Gives the model to the engine.
 * @param {import('./core.js').Core} engine
 * @param {Uint8Array} bytes
 * @returns {string} what links call it: the first eight digits of its SHA-256
 */
export function bringModel(engine, bytes) {
  engine.bringModel(bytes);
  const name = engine.decode('1;source=model').state.model;
  if (!/^[0-9a-f]{8}$/.test(name)) throw new Error('the engine has no name for it');
  return name;
}
