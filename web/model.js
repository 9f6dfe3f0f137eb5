// The trained model's file: fetched once for all elements of a page, when a figure first needs it.

/** A page that is one file may come without the model: then an empty one is fetched. */
export class NoModel extends Error {}

export async function fetchModel() {
  const response = await fetch(new URL('model.bin', import.meta.url));
  if (!response.ok) throw new Error(`the server answered ${response.status}`);
  const bytes = new Uint8Array(await response.arrayBuffer());
  if (!bytes.length) throw new NoModel('This page comes without the trained model.');
  return bytes;
}

/**
 * Gives the model to the engine.
 * @param {import('./engine.js').Engine} engine
 * @param {Uint8Array} bytes
 * @returns {string} what links call it: the first eight digits of its SHA-256
 */
export function bringModel(engine, bytes) {
  engine.bringModel(bytes);
  const name = engine.decode('1;source=model').state.model;
  if (!/^[0-9a-f]{8}$/.test(name)) throw new Error('the engine has no name for it');
  return name;
}
