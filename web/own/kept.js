// Where models were found before: the browser keeps handles of them, where it can, and asks its
// reader before they may be used again. Of the files themselves nothing is kept.

/** @typedef {{id: string, label: string, handle: any}} Kept */

const STORE = 'models';

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
const answered = request =>
  new Promise((done, fail) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => fail(request.error);
  });

/** @returns {Promise<IDBDatabase>} */
function database() {
  const request = indexedDB.open('ninefold-models', 1);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE, {keyPath: 'id'});
  return answered(request);
}

/**
 * @template T
 * @param {IDBTransactionMode} mode
 * @param {(store: IDBObjectStore) => IDBRequest<T>} act
 * @returns {Promise<T | null>} null where the browser keeps nothing
 */
async function within(mode, act) {
  try {
    const open = await database();
    try {
      return await answered(act(open.transaction(STORE, mode).objectStore(STORE)));
    } finally {
      open.close();
    }
  } catch {
    return null; // a private window, or a frame of others
  }
}

/** @returns {Promise<Kept[]>} */
export const allKept = async () => (await within('readonly', store => store.getAll())) ?? [];

/** @param {Kept} it */
export const keep = it => within('readwrite', store => store.put(it));

/** @param {string} id */
export const forget = id => within('readwrite', store => store.delete(id));

/**
 * Asks the reader, where the browser wants that.
 * @param {Kept} it
 * @returns {Promise<boolean>}
 */
export async function mayRead({handle}) {
  const how = {mode: 'read'};
  if ((await handle.queryPermission?.(how)) === 'granted') return true;
  return (await handle.requestPermission?.(how)) === 'granted';
}
