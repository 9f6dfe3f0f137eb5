// Random texts that tokenizers may disagree about: words, numbers and code, white space of all
// kinds, marks that compose, scripts without spaces, and any character of any plane.

/** Numbers from 0 to 2^32 - 1, the same for the same seed. @param {number} seed */
export function numbersFrom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x9e3779b9) >>> 0; // splitmix32
    let z = state;
    z = Math.imul(z ^ (z >>> 16), 0x21f0aaad);
    z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
    return (z ^ (z >>> 15)) >>> 0;
  };
}

const WORDS =
  `the thesis and I'm you'll DON'T we've they'd it's O'SHEA he're 'tis ’s naïve Ångström straße
  hello world token tokens embedding attention HTTPServer camelCase snake_case __init__ x86_64
  if(x==1){return;} for(i=0;i<n;i++) => != <= >= && || /* */ // # "quoted" 'single' \`tick\` @user
  https://example.org/a?b=c&d=%20 1 12 123 1234 12345 3.14159 1,000,000 0x1F 2026-11-19 10:15 ½ ² Ⅷ
  <s> </s> <unk> <|endoftext|> <|im_start|> <|eot_id|> <|begin_of_text|> <s <0x0A> ▁ ▁▁ Ġ Ċ
  привет мир Ελλάδα שלום עולם مرحبا हिन्दी नमस्ते ไทย 日本語 中文 한국어 ﬁ ſ 'ſ K Å é ﷺ ǆ
  👍🏽 👨‍👩‍👧 🇩🇪 ❤️ ☃ 𝔘𝔫𝔦 🄰 ① 𐐷 𝟘 क्षि שּׁ ἄ ợ`.split(/\s+/);
const SPACES = [' ', '  ', '   ', '\n', '\n\n', '\r\n', '\t', '    ', ' \n ', '\u00a0', '\u3000'];
const RARE_SPACES = [
  '\u0085',
  '\u2003',
  '\u2028',
  '\u1680',
  '\v',
  '\f',
  '\ufeff',
  '\u200b',
  '\u180e',
];
const BLOCKS = [
  [0x20, 0x7e],
  [0x20, 0x7e],
  [0xa0, 0x24f],
  [0x300, 0x36f],
  [0x370, 0x5ff],
  [0x600, 0x6ff],
  [0x900, 0xdff],
  [0x1100, 0x11ff],
  [0x1e00, 0x1fff],
  [0x2000, 0x2bff],
  [0x3040, 0x30ff],
  [0x4e00, 0x4fff],
  [0xac00, 0xad00],
  [0xf900, 0xffef],
  [0x10000, 0x11fff],
  [0x1d000, 0x1d7ff],
  [0x1f000, 0x1faff],
  [0x0, 0xffff],
  [0x10000, 0x3ffff],
  [0x0, 0x10ffff],
];

/** @param {number} code */
const isSurrogate = code => code >= 0xd800 && code < 0xe000;

/** @param {number} count @param {number} seed @returns {string[]} */
export function randomTexts(count, seed) {
  const next = numbersFrom(seed);
  const below = (/** @type {number} */ n) => next() % n;
  const oneOf = (/** @type {any[]} */ list) => list[below(list.length)];
  const character = (/** @type {number[]} */ [low, high]) => {
    const code = low + below(high - low + 1);
    return isSurrogate(code) ? 'x' : String.fromCodePoint(code);
  };
  const run = () => {
    const block = oneOf(BLOCKS);
    return Array.from({length: 1 + below(8)}, () => character(block)).join('');
  };
  const part = () => {
    const kind = below(16);
    if (kind < 7) return oneOf(WORDS) + (below(3) ? ' ' : '');
    if (kind < 9) return oneOf(SPACES);
    if (kind === 9) return oneOf(RARE_SPACES);
    if (kind === 10) return String(next() % 10 ** (1 + below(9)));
    if (kind === 11) return oneOf(WORDS).normalize('NFD');
    return run();
  };
  return Array.from({length: count}, () => Array.from({length: 1 + below(10)}, part).join(''));
}
