// Lists of three as links spell them: a~b~c, or one value that stands for all.

/** All three values. @param {string} value */
export function three(value) {
  const parts = value.split('~');
  return parts.length === 3 ? parts : [parts[0], parts[0], parts[0]];
}

/**
 * The list with one value changed.
 * @param {string} value
 * @param {number} index
 * @param {string} part
 */
export function withPart(value, index, part) {
  return three(value)
    .map((old, i) => (i === index ? part : old))
    .join('~');
}
