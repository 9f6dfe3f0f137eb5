// The files of a model, however the reader chose them: by a field, by a handle that the browser can
// keep, or by dropping them.

/**
 * @typedef {import('../engine/own.js').Listed} Listed
 * @typedef {{files: Listed[], isFolder: boolean, label: string, handle: any}} Picked
 *   label: the name of its folder or file; handle: null where the browser gave none
 */

const CONFIG = 'config.json';
const DEPTH = 3; // folders below the chosen one that are looked into, as in a cache of the hub

/** @param {string} name */
const isGguf = name => /\.gguf$/i.test(name);

/** @param {string} name */
const labelOf = name => name.replace(/\.gguf$/i, '');

/** @param {File} file @param {any} handle @returns {Picked} */
const ofFile = (file, handle) => ({
  files: [{name: file.name, file}],
  isFolder: false,
  label: labelOf(file.name),
  handle,
});

/** The folder a path is in, and its depth. @param {string} path */
const folderOf = path => path.split('/').slice(0, -1);

/**
 * Of files in folders within folders, those of the one nearest to the top that has a model's
 * settings.
 * @param {{path: string, file: File}[]} all
 * @param {string} label
 * @param {any} handle
 * @returns {Picked | null}
 */
function ofFolder(all, label, handle) {
  const folders = all
    .filter(({path}) => path.endsWith(`/${CONFIG}`) || path === CONFIG)
    .map(({path}) => folderOf(path))
    .sort((a, b) => a.length - b.length);
  const [nearest = all.length ? folderOf(all[0].path) : null] = folders;
  if (!nearest) return null;
  const inside = all.filter(({path}) => folderOf(path).join('/') === nearest.join('/'));
  const files = inside.map(({path, file}) => ({name: path.split('/').at(-1) ?? '', file}));
  const gguf = files.filter(({name}) => isGguf(name));
  if (!folders.length && gguf.length === 1)
    return {...ofFile(/** @type {File} */ (gguf[0].file), null), handle};
  return {files, isFolder: true, label: label || nearest.at(-1) || 'model', handle};
}

/** What a field gave. @param {Iterable<File>} list @returns {Picked | null} */
export function fromFiles(list) {
  const all = [...list].map(file => ({path: file.webkitRelativePath || file.name, file}));
  if (all.length === 1 && isGguf(all[0].file.name)) return ofFile(all[0].file, null);
  return ofFolder(all, all[0]?.path.split('/').slice(0, -1)[0] ?? '', null);
}

/**
 * @param {any} handle of a folder
 * @param {string} path
 * @param {number} depth
 * @returns {Promise<{path: string, file: File}[]>}
 */
async function filesIn(handle, path, depth) {
  const all = [];
  for await (const [name, inside] of handle.entries()) {
    const at = `${path}${name}`;
    if (inside.kind === 'file') all.push({path: at, file: await inside.getFile()});
    else if (depth) all.push(...(await filesIn(inside, `${at}/`, depth - 1)));
  }
  return all;
}

/** @param {any} handle of a file or of a folder @returns {Promise<Picked | null>} */
export async function fromHandle(handle) {
  if (handle.kind === 'file') return ofFile(await handle.getFile(), handle);
  return ofFolder(await filesIn(handle, '', DEPTH), handle.name, handle);
}

/** @param {any} entry @returns {Promise<any[]>} */
async function entriesIn(entry) {
  const reader = entry.createReader();
  const all = [];
  for (;;) {
    const some = await new Promise((done, fail) => reader.readEntries(done, fail));
    if (!some.length) return all;
    all.push(...some);
  }
}

/**
 * @param {any} entry
 * @param {number} depth
 * @returns {Promise<{path: string, file: File}[]>}
 */
async function filesUnder(entry, depth) {
  const path = entry.fullPath.replace(/^\//, '');
  if (entry.isFile)
    return [{path, file: await new Promise((done, fail) => entry.file(done, fail))}];
  if (!depth) return [];
  const inside = await entriesIn(entry);
  return (await Promise.all(inside.map(one => filesUnder(one, depth - 1)))).flat();
}

/**
 * What was dropped, as it was found then: afterwards the browser forgets it.
 * @typedef {{handles: any[], entries: any[], files: File[]}} Dropped
 * @param {Dropped} dropped
 * @returns {Promise<Picked | null>}
 */
export async function fromDrop({handles, entries, files}) {
  const handle = handles.length === 1 ? await handles[0]?.catch(() => null) : null;
  if (handle) return fromHandle(handle);
  const folders = entries.filter(entry => entry?.isDirectory);
  if (!folders.length) return fromFiles(files);
  const all = (await Promise.all(folders.map(entry => filesUnder(entry, DEPTH + 1)))).flat();
  return ofFolder(all, folders[0]?.name ?? '', null);
}
