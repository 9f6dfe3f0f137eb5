// How deep the stack of a module was used: it is filled with a pattern, and looked at afterwards.

const SECTION_OF_GLOBALS = 6;
const PATTERN = 0xa5;
const BEGINNING = Buffer.from([0x7f, 1, 0x41]); // i32, mutable, i32.const

/** An unsigned number in LEB128: {value, next}. */
function number(bytes, at) {
  let value = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = bytes[at++];
    value += (byte & 127) * 2 ** shift;
    if (byte < 128) return {value, next: at};
  }
}

/** Where the stack begins, from which it grows down: what the first global begins with. */
export function topOfStack(bytes) {
  for (let at = 8; at < bytes.length;) {
    const section = bytes[at];
    const {value: length, next} = number(bytes, at + 1);
    if (section === SECTION_OF_GLOBALS) {
      const first = number(bytes, next).next; // behind how many there are
      const begins = bytes.subarray(first, first + BEGINNING.length);
      if (Buffer.compare(begins, BEGINNING))
        throw new Error('the first global is no stack pointer');
      return number(bytes, first + BEGINNING.length).value; // signed there, and above 0
    }
    at = next + length;
  }
  throw new Error('a module without globals');
}

/**
 * Watches a stack of `size` bytes from now on.
 * @returns {() => number} how many bytes of it were used at most
 */
export function watchStack(engine, bytes, size) {
  const top = topOfStack(bytes);
  if (top < size) throw new Error(`the stack begins at ${top}: it cannot have ${size} bytes`);
  const area = () => new Uint8Array(engine.memory.buffer, top - size, size);
  area().fill(PATTERN);
  return () => {
    const untouched = area().findIndex(byte => byte !== PATTERN);
    return untouched < 0 ? 0 : size - untouched;
  };
}
