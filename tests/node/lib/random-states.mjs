// Random states over every row of the table, whatever rows there are: a spelling of each, and what
// it means.
import {COMPARISONS, MEASURES, SETS, nameOf} from './statements.mjs';

const SMALL = {n: [2, 5], d: [32, 40], heads: [1, 5]}; // most of what is asked of links is not about what they show

// ---- Numbers -----------------------------------------------------------------------------------

const within = ([low, high], value) => Math.min(high, Math.max(low, value));

// Ends, what sliders leave, and numbers with all their digits; by ratio where the range goes over
// decades.
function number(random, {kind, range, step}) {
  const [low, high] = range;
  if (random.chance(0.05)) return random.pick(range);
  const any =
    kind === 'log' && random.chance(0.7)
      ? random.byRatio(Math.max(low, 1e-12), high)
      : random.number(low, high);
  if (kind === 'whole') return Math.round(any);
  const forms = [
    () => any,
    () => Number(any.toPrecision(2)),
    () => Number((low + step * Math.round((any - low) / step)).toFixed(4)),
  ];
  return within(range, random.pick(forms)());
}

function numbers(random, row) {
  const small = {...row, range: SMALL[row.key] ?? row.range};
  const one = () => (row.words && random.chance(0.3) ? 'auto' : short(number(random, small)));
  return row.count === 3 && random.chance(0.5) ? [one(), one(), one()].join('~') : one();
}

// ---- Texts and words ---------------------------------------------------------------------------

const LETTERS = [...'abcXYZ019 .-_~%&;=#"\'()?!,:/\\<>+\n\t', 'é', 'ε', '漢', '😀', '…', '“', '１'];

const hex = byte => `~${byte.toString(16).padStart(2, '0')}`;

// As links write it: every byte but a few as ~hh, so that nothing of it means anything to a link.
const spelt = text =>
  [...Buffer.from(text)]
    .map(byte => {
      const c = String.fromCharCode(byte);
      return c === ' ' ? '_' : /[A-Za-z0-9]/.test(c) ? c : hex(byte);
    })
    .join('');

/** Of at most so many bytes; a letter may have four. */
function text(random, most) {
  const length = Math.min(random.chance(0.05) ? 120 : random.whole(1, 20), most / 4);
  const letter = () =>
    random.chance(0.6) ? random.pick(LETTERS.slice(0, 10)) : random.pick(LETTERS);
  return spelt(Array.from({length}, letter).join(''));
}

const anywhere = random =>
  random.chance(0.5) ? nameOf(random.whole(0, 11)) : random.pick(Object.keys(SETS));

// In the shortest form, as links write numbers.
function short(value) {
  const forms = [String(value), value.toExponential().replace('e+', 'e')];
  return forms[1].length < forms[0].length ? forms[1] : forms[0];
}

const bound = random => short(random.pick([0, 1, 0.5, 1e-6, -0.25, 3, random.number(0, 1)]));

function comparison(random) {
  if (random.chance(0.2))
    return `in~${[bound(random), bound(random)].sort((a, b) => a - b).join('~')}`;
  return `${random.pick(COMPARISONS)}~${bound(random)}`;
}

/** A statement of any form. */
export function statement(random) {
  const place = anywhere(random);
  const one = nameOf(random.whole(0, 11));
  const forms = [
    () => `${random.pick(MEASURES)}~${place}~${comparison(random)}`,
    () =>
      `${random.pick(MEASURES)}~${place}~${random.pick(COMPARISONS)}~${bound(random)}~${random.pick(MEASURES)}`,
    () =>
      `${random.pick(MEASURES)}~${place}~${random.pick(COMPARISONS)}~2~${random.pick(MEASURES)}~${one}`,
    () =>
      `${random.pick(MEASURES)}~${place}~${random.pick(COMPARISONS)}~0.5~${random.pick(MEASURES)}~${one}~${bound(random)}`,
    () => `${random.pick(['diff', 'gap'])}~${place}~${one}~${comparison(random)}`,
    () => `cell~${place}~${random.whole(0, 9)}~${random.whole(0, 9)}~${comparison(random)}`,
  ];
  return random.pick(forms)();
}

/** Other heads, in any order and with zeros before their digits. */
function heads(random) {
  const place = () => String(random.whole(0, 255)).padStart(random.whole(1, 3), '0');
  const all = Array.from({length: random.whole(1, 16)}, () => `${place()}.${place()}`);
  const isNew = (one, at) => all.findIndex(other => sameHead(other) === sameHead(one)) === at;
  return all.filter(isNew).join('~');
}

const sameHead = head => head.split('.').map(Number).join('.');

function words(random, {key, words: list}, keys) {
  if (list) return random.pick(list.split(' '));
  if (key === 'model' || key === 'file' || key === 'of')
    return Array.from({length: 8}, () => random.pick([...'0123456789abcdef'])).join('');
  if (key === 'rotary')
    return `${random.pick(['half', 'pairs'])}.${2 * random.whole(1, 128)}.${random.whole(1, 500000)}`;
  if (key === 'also') return heads(random);
  if (key === 'show' || key === 'lock')
    return Array.from({length: random.whole(1, 4)}, () => random.pick(keys)).join('~');
  return statement(random);
}

// ---- States ------------------------------------------------------------------------------------

function spelling(random, row, keys) {
  if (row.kind === 'choice') return random.pick(row.words.split(' '));
  if (row.kind === 'text') return text(random, row.range[1]);
  return row.kind === 'words' ? words(random, row, keys) : numbers(random, row);
}

/**
 * A valid link with each row said in `share` of them; its keys in the order of the table. `said`
 * is set whatever comes.
 */
export function randomState(random, table, share, said = {}) {
  const keys = table.map(({key}) => key);
  const chosen = {n: '3', d: '32', heads: '2'};
  for (const row of table) {
    if (row.key in said) chosen[row.key] = said[row.key];
    else if (random.chance(share)) chosen[row.key] = spelling(random, row, keys);
  }
  if (Number(chosen.head) >= Number(chosen.heads)) chosen.head = String(Number(chosen.heads) - 1); // `auto` is no number
  return ['1', ...keys.filter(key => key in chosen).map(key => `${key}=${chosen[key]}`)].join(';');
}
