// What happens to links on their way: chats, mails, word processors, fingers. Each is (random,
// link) -> text.
import {table} from './engine.mjs';

const insert = (text, at, what) => text.slice(0, at) + what + text.slice(at);
const somewhere = (random, text) => random.whole(0, text.length);
const percent = byte => `%${byte.toString(16).padStart(2, '0')}`;
const escapeAll = text => [...Buffer.from(text)].map(percent).join('');
const escapeSome = (random, text) =>
  [...text].map(c => (random.chance(0.3) ? escapeAll(c) : c)).join('');
const wide = text =>
  text.replace(/[0-9]/g, digit => String.fromCharCode(digit.charCodeAt(0) + 0xfee0));
const fields = link => link.split(';');

function shuffled(random, list) {
  return list
    .map(entry => [random.next(), entry])
    .sort(([a], [b]) => a - b)
    .map(([, entry]) => entry);
}

// One place of a link, of those that match, becomes something else.
function replaceOne(random, text, pattern, make) {
  const found = [...text.matchAll(pattern)];
  if (!found.length) return text;
  const {index, 0: what} = random.pick(found);
  return text.slice(0, index) + make(what) + text.slice(index + what.length);
}

const PUNCTUATION = [
  '.',
  ',',
  '!',
  '?',
  ')',
  ').',
  ']',
  '>',
  '"',
  "'",
  '`',
  '*',
  ';',
  ' ;',
  '.\n',
  '”',
  '’',
  '»',
  '. ',
  '):',
];
const CLOSINGS = ['.', ').', '.)', ']', '"', '.”', '».', "'", '**', '`.'];
const QUOTES = [
  ['“', '”'],
  ['„', '“'],
  ['‘', '’'],
  ['«', '»'],
  ['»', '«'],
  ['"', '"'],
  ["'", "'"],
  ['<', '>'],
  ['(', ')'],
  ['**', '**'],
  ['`', '`'],
];
const SENTENCES = [
  ['Look at ', ' and tell me what you see'],
  ['Anna Meier: ', ''],
  ['My answer is ', ', I think.'],
  ['1. ', ''],
  ['> ', ''],
  ['Task 3: ', ' (done)'],
  ['My answer to #3: ', ''],
  ['', '\r'],
];
const BROUGHT = [
  'https://example.org/#',
  'https://example.org/nine/index.html#',
  'file:///tmp/ninefold.html#',
  'https://example.org/?s=',
  'https://example.org/nine/?lang=de&s=',
  'https://example.org/index.html%23',
  '#',
  '?s=',
];
const TYPED = [
  '\0',
  '\x01',
  '\x7f',
  '\u200b',
  '\ufeff',
  '\u00ad',
  '\u00a0',
  ' ',
  '\n',
  '\t',
  '=20',
  '%',
  '%2',
  '%zz',
  '&',
  '#',
  '=',
  '~',
  ';',
  '+',
];

const TEXTS = table()
  .filter(({kind}) => kind === 'text')
  .map(({key}) => key);
const isText = field => TEXTS.some(key => field.startsWith(`${key}=`));
const endsInText = link => isText(fields(link).at(-1));
const withoutCheck = link => link.replace(/;check=.*$/, '');
const withoutQuestion = link => link.replace(/;question=[^;]*/, '');

/** Texts first: what ends a text belongs to it. */
function endingInNoText(link) {
  const [version, ...rest] = fields(link);
  const others = rest.filter(field => !isText(field));
  return [version, ...rest.filter(isText), ...(others.length ? others : ['line=off'])].join(';');
}

/** After these the link still means what it meant, and nothing has to be mended. */
export const HARMLESS = {
  'trailing punctuation': (random, link) => endingInNoText(link) + random.pick(PUNCTUATION),
  'in quotation marks': (random, link) => random.pick(QUOTES).join(link),
  'in a sentence': (random, link) =>
    random.pick(SENTENCES.filter(([, words]) => !words || !endsInText(link))).join(link),
  'behind an address': (random, link) => random.pick(BROUGHT) + link,
  'percent-escapes': escapeSome,
  'percent-escapes twice': (random, link) => escapeSome(random, escapeSome(random, link)),
  'escaped as a whole, twice': (random, link) => encodeURIComponent(encodeURIComponent(link)),
  'an address escaped as a whole': (random, link) =>
    encodeURIComponent(`https://example.org/nine/#${link}`),
  'HTML ampersands': (random, link) => link.replaceAll(';', '&amp;'),
  ampersands: (random, link) => link.replaceAll(';', '&'),
  'ampersands, escaped': (random, link) => link.replaceAll(';', '%26amp%3B'),
  'another order': (random, link) => ['1', ...shuffled(random, fields(link).slice(1))].join(';'),
  'spaces between fields': (random, link) =>
    link.replaceAll(';', random.pick(['; ', ' ;', ' ; ', ';\n'])),
  'empty fields': (random, link) =>
    link.replaceAll(';', random.pick([';;', '; ;', '&;', ';&amp;'])),
};

/** After these it means something else, or nothing. */
export const HARMFUL = {
  'cut at the end': (random, link) => link.slice(0, random.whole(0, link.length - 1)),
  'cut at the start': (random, link) => link.slice(random.whole(1, link.length)),
  'a piece cut out': (random, link) => {
    const at = somewhere(random, link);
    return link.slice(0, at) + link.slice(at + random.whole(1, 20));
  },
  'the end of a sentence behind a text': (random, link) =>
    `Anna: ${withoutCheck(withoutQuestion(link))};question=Why${random.pick(CLOSINGS)}`,
  'cut with an ellipsis': (random, link) =>
    link.slice(0, random.whole(1, link.length - 1)) + random.pick(['…', '...', ' …', '&hellip;']),
  'shortened in the middle': (random, link) =>
    link.slice(0, random.whole(1, 20)) +
    random.pick(['…', '...']) +
    link.slice(-random.whole(1, 30)),
  'twice, without a gap': (random, link) => link + link,
  'twice, with something between': (random, link) =>
    link + random.pick([' ', '\n', ';', ' and ', ', ', '&', '#']) + link,
  'every field twice': (random, link) =>
    fields(link)
      .map(field => `${field};${field}`)
      .join(';'),
  'one field twice, differing': (random, link) =>
    replaceOne(random, link, /;[^;]+/g, field => `${field}${field.replace(/[0-9]/, '7')}`),
  'a character twice': (random, link) => {
    const at = somewhere(random, link);
    return insert(link, at, link.charAt(at));
  },
  'any order, the format too': (random, link) => shuffled(random, fields(link)).join(';'),
  'two characters swapped': (random, link) => replaceOne(random, link, /../g, ([a, b]) => b + a),
  'quotation marks inside': (random, link) =>
    replaceOne(random, link, /=[^;]*/g, value => `=${random.pick(QUOTES).join(value.slice(1))}`),
  'full-width digits': (random, link) => wide(link),
  'a full-width digit': (random, link) => replaceOne(random, link, /[0-9]/g, wide),
  'full-width signs': (random, link) =>
    replaceOne(random, link, /[;=~.]/g, c => ({';': '；', '=': '＝', '~': '～', '.': '．'})[c]),
  'typographic dashes': (random, link) => link.replaceAll('-', random.pick(['–', '−', '—', '‑'])),
  'typographic points': (random, link) => link.replaceAll('.', random.pick([',', '·', '…'])),
  'other separators': (random, link) =>
    link.replaceAll(';', random.pick([',', '|', ' ', ':', '\\;', '&#59;', '&semi;'])),
  capitals: (random, link) =>
    random.chance(0.5)
      ? link.toUpperCase()
      : replaceOne(random, link, /[a-z]/g, c => c.toUpperCase()),
  'another format': (random, link) =>
    link.replace(
      /^1/,
      random.pick(['2', '0', '01', '1.1', '-1', '11', '999999', '99999999999', 'v1', 'one', '']),
    ),
  'formats mixed': (random, link) =>
    replaceOne(random, link, /;/g, () =>
      random.pick([';2;', ';1;', '2;', ';format=2;', ';v=2;', ';1.0;']),
    ),
  'keys of another version': (random, link) =>
    insert(
      link,
      link.indexOf(';'),
      random.pick([';zoom=3', ';eps2=0.5', ';EPS=1', ';n_=4', ';=5', ';figure', ';check']),
    ),
  'a number out of range': (random, link) =>
    replaceOne(random, link, /=-?[0-9.]+(?=[;~]|$)/g, () =>
      random.pick(['=1e999', '=-1', '=99999999999', '=NaN', '=Infinity', '=0x10', '=', '=1e-400']),
    ),
  'a list of other length': (random, link) =>
    replaceOne(
      random,
      link,
      /=[0-9.]+(?=[;]|$)/g,
      value => value + random.pick(['~1', '~', '~1~2', '~1~2~3', '~~']),
    ),
  'a line broken by a mail': (random, link) =>
    insert(link, somewhere(random, link), random.pick(['=\n', '\n', '\r\n> ', ' ', '\u00ad'])),
  'a character typed in': (random, link) =>
    insert(link, somewhere(random, link), random.pick(TYPED)),
  'an escape cut': (random, link) => {
    const text = escapeSome(random, link);
    return text.slice(0, random.whole(1, text.length - 1));
  },
  'bytes of any kind': (random, link) =>
    Array.from({length: random.whole(1, 80)}, () => percent(random.whole(0, 255))).join('') +
    (random.chance(0.5) ? link : ''),
  'bytes of any kind inside': (random, link) =>
    insert(
      link,
      somewhere(random, link),
      Array.from({length: random.whole(1, 9)}, () => percent(random.whole(0, 255))).join(''),
    ),
  'characters of any kind': random =>
    Array.from({length: random.whole(0, 300)}, () =>
      String.fromCharCode(random.whole(0, 0xffff)),
    ).join(''),
  '100 KB of text behind it': (random, link) => `${link};question=${'a'.repeat(100000)}`,
  '100 KB of fields': (random, link) => link + ';seed=5'.repeat(15000),
  '8 KB of separators': (random, link) =>
    link + random.pick([';', ' ', '&', ';x', '%3b']).repeat(random.whole(1000, 2600)),
  '100 KB of nothing': random =>
    random.pick([' ', '1', ';', '%', '~', '&amp;', '\0']).repeat(100000),
  'a fragment behind a query': (random, link) =>
    `https://example.org/?s=${link}#${random.pick(['', 'top', '1;n=5', ';seed=7', link])}`,
};
