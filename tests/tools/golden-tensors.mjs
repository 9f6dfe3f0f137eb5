// The reader's own tensors that golden links of source=tensors are of: multiples of 1/32 from a
// small whole-number generator, so that every language makes the same bits.

const HEADS = 3;
const WIDTH = 20;
const TOKENS = [7, 5, 9];

function numbers(seed, count) {
  let state = seed;
  return Float32Array.from({length: count}, () => {
    state = (state * 1103 + 12345) % 65536; // stays below 2^53, and so exact
    return ((state >> 8) - 128) / 32;
  });
}

export function goldenTensors() {
  const input = (tokens, at) => {
    const part = component => numbers(100 * at + component + 1, HEADS * tokens * WIDTH);
    return {tokens, q: part(0), k: part(1), v: part(2)};
  };
  return {heads: HEADS, d: WIDTH, inputs: TOKENS.map(input)};
}
