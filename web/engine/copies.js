// Copies of the engine's numbers. Numbers that are the same as in the figure before, or in another
// panel, are handed out as the same array. So code that draws them sees that nothing has changed
// because the array is the same object.

/** @typedef {Float32Array | Float64Array} Numbers */

/** @param {Numbers} numbers */
const bitsOf = numbers =>
  new Int32Array(numbers.buffer, numbers.byteOffset, numbers.byteLength / 4);

/** @param {Numbers} one @param {Numbers} other */
function sameBits(one, other) {
  const a = bitsOf(one);
  const b = bitsOf(other);
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return a.length === b.length;
}

/** @param {number} rows @param {(row: number) => boolean} holds */
function inEveryRow(rows, holds) {
  for (let i = 0; i < rows; i++) if (!holds(i)) return false;
  return true;
}

export function createCopies() {
  /** By its address. @type {Map<number, Numbers>} */
  let now = new Map();
  /** @type {Numbers[]} */
  let before = [];

  /**
   * @template {Numbers} T
   * @param {number} at 0: there is nothing
   * @param {(had: Numbers) => boolean} isSame
   * @param {() => T} copy
   * @returns {T}
   */
  function keep(at, isSame, copy) {
    const kept = now.get(at) ?? before.find(isSame) ?? copy();
    now.set(at, kept);
    return /** @type {T} */ (kept);
  }

  return {
    /** Called before a figure is read: what was read before is compared with it. */
    startFigure() {
      before = [...new Set(now.values())];
      now = new Map();
    },

    /**
     * @param {ArrayBuffer} memory
     * @param {number} at
     * @param {[number, number, number]} shape rows, columns, and how far a row is from the next
     */
    matrix(memory, at, [rows, columns, stride]) {
      if (!at) return null;
      const from = new Float32Array(memory, at, (rows - 1) * stride + columns);
      const size = rows * columns;
      const row = (/** @type {number} */ i) => from.subarray(i * stride, i * stride + columns);
      const isSame = (/** @type {Numbers} */ had) =>
        had instanceof Float32Array &&
        had.length === size &&
        inEveryRow(rows, i => sameBits(row(i), had.subarray(i * columns, (i + 1) * columns)));
      return keep(at, isSame, () => {
        const to = new Float32Array(size);
        for (let i = 0; i < rows; i++) to.set(row(i), i * columns);
        return to;
      });
    },

    /** @param {ArrayBuffer} memory @param {number} at @param {number} count */
    doubles(memory, at, count) {
      if (!at) return null;
      const from = new Float64Array(memory, at, count);
      return keep(
        at,
        had => had instanceof Float64Array && sameBits(from, had),
        () => from.slice(),
      );
    },
  };
}
