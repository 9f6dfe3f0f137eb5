// The engine's counter-based random normals, again, with whole numbers of any size instead of 64
// wrapping bits.
const WORD = (1n << 64n) - 1n;
const GOLDEN = 0x9e3779b97f4a7c15n;

function mix(x) {
  x = ((x ^ (x >> 30n)) * 0xbf58476d1ce4e5b9n) & WORD;
  x = ((x ^ (x >> 27n)) * 0x94d049bb133111ebn) & WORD;
  return x ^ (x >> 31n);
}

const keyOf = (key, purpose) =>
  mix((mix((key + GOLDEN) & WORD) + purpose * 0xd1342543de82ef95n) & WORD);

const uniform = (key, index) => Number(mix((key + (index + 1n) * GOLDEN) & WORD) >> 11n) / 2 ** 53;

/** `count` standard normals by Box and Muller, from the stream that `key` names. */
function normals(key, count) {
  return Float64Array.from({length: count}, (_, i) => {
    const radius = 1 - uniform(key, 2n * BigInt(i));
    return (
      Math.sqrt(-2 * Math.log(radius)) * Math.cos(2 * Math.PI * uniform(key, 2n * BigInt(i) + 1n))
    );
  });
}

const NOISE = 0x6e6f697365n; // "noise"

/**
 * What op=noise adds, before its size: component 0, 1, 2 (Query, Key, Value) of an input, token by
 * token.
 */
export function noiseOf(seed, component, input, count) {
  const key = keyOf(keyOf(keyOf(BigInt(seed), NOISE), BigInt(input)), BigInt(component));
  return normals(key, count);
}
