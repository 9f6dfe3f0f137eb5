// Files that were dropped, as they must be asked for while the browser tells of it.

/**
 * @typedef {{handles: any[], entries: any[], files: File[]}} Dropped handles: promises of handles,
 *   null where the browser has none
 */

/** @param {DataTransfer} transfer @returns {Dropped} */
export function droppedIn({items, files}) {
  const all = [...items].filter(({kind}) => kind === 'file');
  return {
    handles: all.map(item => /** @type {any} */ (item).getAsFileSystemHandle?.() ?? null),
    entries: all.map(item => item.webkitGetAsEntry()),
    files: [...files],
  };
}

/**
 * Takes files that are dropped on an element.
 * @param {HTMLElement} host
 * @param {(dropped: Dropped) => boolean} isMine others may take what is not
 * @param {(dropped: Dropped) => void} take
 * @returns {() => void} the undo
 */
export function takeDrops(host, isMine, take) {
  const over = (/** @type {DragEvent} */ event) => {
    if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
  };
  const drop = (/** @type {DragEvent} */ event) => {
    const dropped = event.dataTransfer && droppedIn(event.dataTransfer);
    if (!dropped || !isMine(dropped)) return;
    event.preventDefault();
    take(dropped);
  };
  host.addEventListener('dragover', over);
  host.addEventListener('drop', drop);
  return () => {
    host.removeEventListener('dragover', over);
    host.removeEventListener('drop', drop);
  };
}
