// Files that were dropped, as they must be asked for while the browser tells of it.

/**
 * @param {DataTransfer} transfer
 * @returns {{handles: any[], entries: any[], files: File[]}} handles: promises of handles, null
 *   where the browser has none
 */
export function droppedIn({items, files}) {
  const all = [...items].filter(({kind}) => kind === 'file');
  return {
    handles: all.map(item => /** @type {any} */ (item).getAsFileSystemHandle?.() ?? null),
    entries: all.map(item => item.webkitGetAsEntry()),
    files: [...files],
  };
}
