// What came in place of a file. Servers and bundlers answer with a page for what is not there,
// often as if nothing were wrong.

const WASM = '\0asm';

/** @param {unknown} source @returns {source is BufferSource} */
export const isBytes = source => source instanceof ArrayBuffer || ArrayBuffer.isView(source);

/** @param {BufferSource} source what it begins with, a letter a byte */
function beginning(source) {
  const view = ArrayBuffer.isView(source) ? source : new Uint8Array(source);
  const length = Math.min(view.byteLength, 64);
  return String.fromCharCode(...new Uint8Array(view.buffer, view.byteOffset, length));
}

/** None of our files begins with a tag. @param {BufferSource} bytes */
export const isHtml = bytes => /^(\xef\xbb\xbf)?\s*</.test(beginning(bytes));

/** @param {BufferSource} bytes @returns {string} '' if they are WebAssembly, else what they are */
export function notWasm(bytes) {
  if (beginning(bytes).startsWith(WASM)) return '';
  return isHtml(bytes) ? 'HTML' : 'something else';
}
