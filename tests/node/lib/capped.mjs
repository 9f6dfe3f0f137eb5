// A WebAssembly module whose memory cannot grow beyond so many bytes.

const MEMORY = 5; // the section's number
const PAGE = 1 << 16;

/** A number as WebAssembly spells it, and where it ends. @param {Uint8Array} bytes @param {number} at */
function numberAt(bytes, at) {
  let [value, shift] = [0, 1];
  for (; bytes[at] & 0x80; at++, shift *= 128) value += (bytes[at] & 0x7f) * shift;
  return {value: value + bytes[at] * shift, end: at + 1};
}

/** @param {number} value @returns {number[]} */
const spelled = value =>
  value < 128 ? [value] : [(value % 128) | 0x80, ...spelled(Math.floor(value / 128))];

/** @param {Uint8Array} module @param {number} most bytes of memory @returns {Uint8Array} */
export function capped(module, most) {
  for (let at = 8; at < module.length;) {
    const {value: size, end: start} = numberAt(module, at + 1);
    if (module[at] !== MEMORY) {
      at = start + size;
      continue;
    }
    const {value: least} = numberAt(module, start + 2); // behind the count of memories and a flag
    const limits = [1, 1, ...spelled(least), ...spelled(Math.floor(most / PAGE))];
    const section = [MEMORY, ...spelled(limits.length), ...limits];
    return Uint8Array.from([
      ...module.subarray(0, at),
      ...section,
      ...module.subarray(start + size),
    ]);
  }
  throw new Error('this module has no memory');
}
