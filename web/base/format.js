// Numbers and tokens as readers see them: a minus as wide as a plus, and never more digits than
// say something.

/** A minus as wide as a plus. @param {string} text */
export const typeset = text => text.replaceAll('-', '−');

/**
 * A number to some decimals, or as a power of ten where these would show nothing.
 * @param {number | null | undefined} x
 * @param {number} [digits]
 */
export function numberText(x, digits = 3) {
  if (x === null || x === undefined || Number.isNaN(x)) return '–';
  if (x === 0) return '0';
  const size = Math.abs(x);
  const plain = size >= 0.5 * 10 ** -digits && size < 1e6;
  return typeset(
    plain ? x.toFixed(digits) : x.toExponential(1).replace('.0e', 'e').replace('e+', 'e'),
  );
}

/** The same with its sign. @param {number | null | undefined} x @param {number} [digits] */
export const signedText = (x, digits = 3) => (x && x > 0 ? '+' : '') + numberText(x, digits);

/** A share of one. @param {number} x */
export const percent = x => `${Math.round(100 * x)} %`;

/** A token without the space before its word. @param {string} token */
export const tokenText = token => token.replaceAll('\n', '⏎').trim() || 'space';

/**
 * A number that a link or a title spells, as readers write it: 0.001 for 1e-3. Those that would
 * have many noughts stay powers of ten.
 * @param {string} spelled
 */
export function readable(spelled) {
  const x = Number(spelled);
  const isLong = Number.isNaN(x) || (x !== 0 && Math.abs(x) < 1e-4) || Math.abs(x) >= 1e6;
  return isLong ? spelled : String(x);
}
