// Random valid links over all options, from a seed, and other spellings of the same link.

/**
 * A small generator of its own (mulberry32), so that a seed gives the same links in every version
 * of Node.
 */
export function seeded(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let x = Math.imul(state ^ (state >>> 15), 1 | state);
    x = (x + Math.imul(x ^ (x >>> 7), 61 | x)) ^ x;
    return ((x ^ (x >>> 14)) >>> 0) / 4294967296;
  };
  const whole = (low, high) => low + Math.floor(next() * (high - low + 1));
  return {
    next,
    whole,
    chance: share => next() < share,
    pick: list => list[whole(0, list.length - 1)],
    number: (low, high) => low + next() * (high - low),
    byRatio: (low, high) => low * (high / low) ** next(),
  };
}

// What a slider leaves has two or three digits; a link made by a program may have seventeen.
function rounded(random, value) {
  return random.chance(0.1) ? value : Number(value.toPrecision(random.whole(1, 3)));
}

const within = (low, high, value) => Math.min(high, Math.max(low, value));

const oneOrThree = (random, make) => (random.chance(0.5) ? make() : [make(), make(), make()]);

// Mostly the lower part of a range, where heads look like heads, and now and then all of it.
const mostly = (random, low, usual, high) =>
  within(low, high, rounded(random, random.number(low, random.chance(0.85) ? usual : high)));

const seedOf = random =>
  random.chance(0.05) ? random.pick([0, 4294967295]) : random.whole(0, 4294967295);
const tokens = random => (random.chance(0.85) ? random.whole(2, 24) : random.whole(2, 64));

function width(random) {
  if (random.chance(0.03)) return 256;
  return random.chance(0.6) ? random.pick([32, 48, 64]) : random.whole(32, 128);
}

function epsilon(random) {
  const kinds = [
    () => 0,
    () => 1e-10,
    () => 1e-3,
    () => 0.5,
    () => 1,
    () => random.number(0, 1),
    () => random.byRatio(1e-10, 1),
    () => random.byRatio(1e-3, 10),
    () => 10,
  ];
  return within(0, 10, rounded(random, random.pick(kinds)()));
}

const response = random =>
  random.pick([0, 1, 1, 1, 0.2, 0.072, 2, rounded(random, random.number(0, 4))]);
const bias = random =>
  within(-20, 20, rounded(random, random.number(-1, 1) * (random.chance(0.9) ? 4 : 20)));

/** Each key's generator. `head` and `window` depend on what was drawn before them. */
const DRAW = {
  figure: random => random.pick(['modify', 'modify', 'mean', 'cross']),
  seed: seedOf,
  n: random => oneOrThree(random, () => tokens(random)),
  d: width,
  heads: random => (random.chance(0.04) ? 32 : random.whole(1, 16)),
  head: (random, drawn) =>
    random.chance(0.2) || !drawn.heads ? 'auto' : random.whole(0, drawn.heads - 1),
  sink: random => oneOrThree(random, () => mostly(random, 0, 8, 20)),
  local: random => oneOrThree(random, () => mostly(random, 0, 8, 20)),
  width: random => oneOrThree(random, () => mostly(random, 0.2, 3, 8)),
  floor: random => oneOrThree(random, () => mostly(random, 0, 3, 8)),
  noise: random => oneOrThree(random, () => mostly(random, 0, 2, 4)),
  agree: random =>
    random.chance(0.3) ? random.pick([0, 1]) : within(0, 1, rounded(random, random.next())),
  mask: random => random.pick(['causal', 'none', 'window']),
  window: random => (random.chance(0.9) ? random.whole(1, 12) : random.whole(1, 16384)),
  weights: random => random.pick(['softmax', 'softmax1', 'sigmoid']),
  bias: random => oneOrThree(random, () => bias(random)),
  temp: random =>
    within(
      0.1,
      10,
      rounded(random, random.chance(0.9) ? random.byRatio(0.5, 4) : random.byRatio(0.1, 10)),
    ),
  op: random => random.pick(['scale', 'mean', 'blend', 'noise']),
  over: random => random.pick(['heads', 'tokens', 'channels']),
  eps: random => [epsilon(random), epsilon(random), epsilon(random)],
  response,
  value: random => random.pick(['this', 'next']),
  copy: random => mostly(random, 0, 3, 8),
};

/**
 * Options of one random link: key to number, word, or list of three. `fixed` overrides what is
 * drawn.
 */
function randomOptions(random, fixed = {}) {
  const drawn = {};
  for (const [key, draw] of Object.entries(DRAW)) {
    if (key in fixed) drawn[key] = fixed[key];
    else if (random.chance(0.75)) drawn[key] = draw(random, drawn);
  }
  return drawn;
}

// A link has no plus sign: 1e+21 does not occur, the ranges end before it.
const spell = value => (Array.isArray(value) ? value.join('~') : String(value));

function linkOf(options) {
  return ['1', ...Object.entries(options).map(([key, value]) => `${key}=${spell(value)}`)].join(
    ';',
  );
}

/** `count` links with their options, the same for the same seed. */
export function randomLinks(seed, count, fixed) {
  const random = seeded(seed);
  return Array.from({length: count}, () => {
    const options = randomOptions(random, fixed);
    return {options, link: linkOf(options)};
  });
}

// ---- Other spellings of one link ---------------------------------------------------------------

function shuffled(random, list) {
  const copy = [...list];
  for (let i = copy.length - 1; i > 0; i--) {
    const j = random.whole(0, i);
    [copy[i], copy[j]] = [copy[j], copy[i]];
  }
  return copy;
}

// The same number written longer: zeros behind, zeros in front, or as a power of ten.
function respell(random, text) {
  const [mantissa, exponent] = text.split('e');
  const longer = mantissa.includes('.') ? `${mantissa}0` : `${mantissa}.0`;
  const forms = [
    longer + (exponent === undefined ? '' : `e${exponent}`),
    text.replace(/e-(\d)$/, 'e-0$1'),
  ];
  if (exponent === undefined) forms.push(`${mantissa}e0`, text.replace(/^(-?)/, '$10'));
  return random.pick(forms);
}

const isNumber = text => /^-?\d+(\.\d+)?(e-?\d+)?$/.test(text);

const respellValue = (random, value) =>
  value
    .split('~')
    .map(part => (isNumber(part) ? respell(random, part) : part))
    .join('~');

const percent = text =>
  [...Buffer.from(text)].map(byte => `%${byte.toString(16).padStart(2, '0')}`).join('');

const escapeSome = (random, text) =>
  [...text].map(c => (random.chance(0.2) ? percent(c) : c)).join('');

/** Spellings that mean what `link` means, each named, to be read without a single remark. */
export function spellings(random, link) {
  const [version, ...pairs] = link.split(';');
  const join = (list, separator = ';') => [version, ...list].join(separator);
  const split = pairs.map(pair => pair.split('='));
  return {
    'another order': join(shuffled(random, pairs)),
    'longer numbers': join(split.map(([key, value]) => `${key}=${respellValue(random, value)}`)),
    ampersands: join(pairs, '&'),
    'HTML ampersands': join(pairs, '&amp;'),
    'percent-escapes': escapeSome(random, link),
    'percent-escapes in capitals': escapeSome(random, link).replace(/%../g, code =>
      code.toUpperCase(),
    ),
    'percent-escapes of percent-escapes': escapeSome(random, escapeSome(random, link)),
    'escaped separators': link.replace(/[;=~]/g, percent),
    'a fragment': `#${link}`,
    'a whole address': `https://example.org/nine/index.html#${link}`,
    'a query': `https://example.org/?s=${link}`,
    'another query before it': `https://example.org/page?lang=de&s=${link}`,
    'an escaped query': `https://example.org/?s=${encodeURIComponent(link)}`,
  };
}
