// Was anything of a damaged link passed over in silence? Every byte of what was pasted must be
// accounted for: it is in the state as it was spelt, or a remark quotes it, or it is a separator,
// or an address before the link. And nothing may be in the state that was not spelt. This knows
// the format of links and nothing of how src/engine/link.c finds its way.
import {meaningOf, meaningOfState} from './meaning.mjs';

const SHOWN = {key: 60, read: 200, remarks: 50}; // how much of it a remark quotes, and how many there are
const ELLIPSIS = Buffer.from('\u2026').toString('latin1');
const SPACES = /^[ \t-\r]+|[ \t-\r]+$/g;

const bytesOf = text => Buffer.from(text, 'utf8').toString('latin1');

// Bytes that are no UTF-8 are shown as U+FFFD: that something was there is what counts.
const comparable = bytes =>
  Buffer.from(bytes, 'latin1')
    .toString('utf8')
    .replace(/\ufffd+/g, '\ufffd');

const collapsed = text => text.replace(/\ufffd+/g, '\ufffd');
const uncut = text => text.replace(/\ufffd$/, '');

/**
 * Whether `quoted`, of a remark, is `said` (bytes), or its beginning where that is longer than
 * what is shown.
 */
function quotes(quoted, said, shown) {
  if (said.length <= shown) return collapsed(quoted) === comparable(said);
  return uncut(collapsed(quoted)) === uncut(comparable(said.slice(0, shown)));
}

// ---- From what was pasted to fields ------------------------------------------------------------

/** Bytes with percent-escapes and HTML's ampersands undone. */
function undone(bytes) {
  const once = bytes.replace(/%([0-9a-f]{2})/gi, (_, code) =>
    String.fromCharCode(parseInt(code, 16)),
  );
  return once === bytes ? bytes.replace(/&(amp;|#59;)?/g, ';') : undone(once);
}

// An address holds no field before its link, but for a query's, as ?lang=de&s=, and in a fragment
// after it.
const ADDRESSES = [/^[^;=]*\?(?:[a-z]+=[^;=]*;)?s=/, /^[^;=]*?#/, /^[^#]*:\/\/[^#]*#/];

function withoutAddress(bytes) {
  const address = ADDRESSES.map(form => form.exec(bytes)).find(found => found);
  const rest = address ? bytes.slice(address[0].length) : bytes;
  return address?.[0].endsWith('s=') ? rest.replace(/#[^;=]*$/, '') : rest;
}

const isAround = ({key, use}) => key === 'link' && ['link', 'rest'].includes(use);

/** How many bytes at the start are what a remark quotes, at most; -1 if none. */
function quotedLength(bytes, read) {
  const shown = comparable(undone(bytesOf(read)));
  const same = length => quotes(shown, bytes.slice(0, length), SHOWN.read);
  for (let length = Math.min(bytes.length, SHOWN.read + 1); length > 0; length--)
    if (same(length)) return length > SHOWN.read ? bytes.length : length;
  return -1;
}

/** Without the words before a link that are longer than a remark shows: as far as a link begins. */
const fromLink = bytes => bytes.slice(SHOWN.read).replace(/^.*?(?=\d+;\s*[a-z])/s, '');

/** Cuts what remarks say is not part of the link off both ends. */
function withoutQuoted(bytes, remarks) {
  let rest = bytes.replace(/^[; \t-\r]+|[; \t-\r]+$/g, '');
  for (const {read} of remarks.filter(isAround)) {
    const front = quotedLength(rest, read);
    let from = 0;
    while (from < rest.length && quotedLength(rest.slice(from), read) !== rest.length - from)
      from++;
    if (front >= 0 && front < rest.length)
      rest = rest
        .slice(front)
        .replace(/^[; \t-\r]*#/, '')
        .replace(SPACES, '');
    else if (front > SHOWN.read) rest = fromLink(rest);
    else if (from < rest.length) rest = rest.slice(0, from).replace(/[; \t-\r]+$/, '');
    else return {rest, unknown: read};
  }
  return {rest};
}

// ---- Fields ------------------------------------------------------------------------------------

function fieldOf(part) {
  const equals = part.indexOf('=');
  const [key, value] = equals < 0 ? [part, null] : [part.slice(0, equals), part.slice(equals + 1)];
  const [name, said] = [key, value].map(text => text?.replace(SPACES, '') ?? null);
  return {part, key: name, value: said, spaced: false};
}

const SPACE = '[ \\t-\\r]+';
const MAYBE_SPACE = '[ \\t-\\r]*';
const WORD = '[^ \\t-\\r]*';

/** Where white space stands for ; before a known key: in a text anywhere, else behind the value. */
function spacesIn(table) {
  const key = `(?=(?:check|${table.map(row => row.key).join('|')})${MAYBE_SPACE}=)`;
  const own = `(?:[a-z0-9]+${MAYBE_SPACE}=${MAYBE_SPACE})?`;
  const behind = value => new RegExp(`^(${own}${value})${SPACE}${key}`);
  return {
    text: new RegExp(`^([^]*?)${SPACE}${key}`),
    number: behind(`${WORD}(?:${SPACE}[-+.~]?[0-9]${WORD})*`),
    other: behind(WORD),
  };
}

const withoutIndent = part => part.replace(/^[ \t-\r]+/, '');

const FORMS = {text: 'text', whole: 'number', number: 'number', log: 'number'};

function splitAtSpaces(part, table, spaces) {
  const own = withoutIndent(part);
  const kind = table.find(row => row.key === fieldOf(part).key)?.kind;
  const found = spaces[FORMS[kind] ?? 'other'].exec(own);
  if (!found) return [fieldOf(part)];
  const [next, ...others] = splitAtSpaces(own.slice(found[0].length), table, spaces);
  return [fieldOf(found[1]), {...next, spaced: true}, ...others];
}

class Audit {
  constructor(table, decoded, text) {
    this.table = table;
    this.decoded = decoded;
    this.state = meaningOfState(table, decoded.state);
    this.honoured = new Set();
    this.complaints = [];
    this.open = decoded.ignored.filter(remark => !isAround(remark));
    this.overflowed = decoded.ignored.length >= SHOWN.remarks;
    const {rest, unknown} = withoutQuoted(withoutAddress(undone(bytesOf(text))), decoded.ignored);
    if (unknown !== undefined)
      this.complaints.push(`a remark quotes what was not pasted: ${unknown}`);
    const spaces = spacesIn(table);
    this.fields = rest
      .split(';')
      .flatMap(part => splitAtSpaces(part, table, spaces))
      .filter(({part}) => part.replace(SPACES, '') !== '');
  }

  /** Takes the first remark that names this key and quotes this text; false if there is none. */
  named(key, read) {
    const at = this.open.findIndex(
      remark => quotes(remark.key, key, SHOWN.key) && quotes(remark.read, read, SHOWN.read),
    );
    if (at < 0) return this.overflowed;
    this.open.splice(at, 1);
    return true;
  }

  version({part}) {
    const said = part.replace(SPACES, '');
    if (/^0{0,5}1$/.test(said) && this.decoded.version === 1) return true;
    return (
      this.named('format', said) &&
      this.decoded.version === (/^\d{1,6}$/.test(said) ? Number(said) : 1)
    );
  }

  check(value) {
    const good =
      /^[0-9a-f]{16}$/i.test(value) &&
      !this.honoured.has('check') &&
      this.decoded.check === value.toLowerCase();
    if (good) this.honoured.add('check');
    return good || this.named('check', value);
  }

  field({key, value}) {
    if (value === null) return this.named(key, '');
    if (key === 'check') return this.check(value);
    const isKey = this.table.some(row => row.key === key);
    const good =
      isKey &&
      !this.honoured.has(key) &&
      meaningOf(this.table, key, value) === this.state[key] &&
      this.state[key] !== null;
    if (good) this.honoured.add(key);
    return good || this.named(key, value);
  }

  /** Is it said what must be, though it is used: white space for ;, an ellipsis at a text's end? */
  remarked({key, value, spaced}, at) {
    const isText = this.table.find(row => row.key === key)?.kind === 'text';
    const isCut = isText && at === this.fields.length - 1 && value?.endsWith(ELLIPSIS);
    return (!spaced || this.named(key, value)) && (!isCut || this.named(key, value));
  }

  /** What was not spelt stays at its default. */
  inventions() {
    const defaults = Object.fromEntries(
      this.table.map(row => [row.key, meaningOf(this.table, row.key, row.default)]),
    );
    return this.table
      .map(({key}) => key)
      .filter(key => !this.honoured.has(key) && this.state[key] !== defaults[key]);
  }
}

/**
 * Everything that was passed over in silence or made up when `text` was decoded; none if the audit
 * is clean.
 */
export function audit(table, text, decoded) {
  const found = new Audit(table, decoded, text);
  const {complaints} = found;
  complaints.push(
    ...(decoded.readable ? [] : found.inventions()).map(
      key => `${key} is set by a link that was refused`,
    ),
  );
  const harmful = decoded.ignored.some(({harmless}) => !harmless);
  if (harmful === decoded.lossless) complaints.push('lossless is not what the remarks say');
  if (!decoded.readable && !harmful) complaints.push('refused without a word');
  if (
    !decoded.readable &&
    decoded.ignored.some(({key, use}) => key === 'link' && use === 'defaults')
  )
    return complaints;
  found.fields.forEach((field, at) => {
    const good = at === 0 && field.value === null ? found.version(field) : found.field(field);
    if (!good) complaints.push(`passed over: ${comparable(field.part)}`);
    if (!found.remarked(field, at)) complaints.push(`taken in silence: ${comparable(field.part)}`);
  });
  if (found.fields[0]?.value !== null && found.fields.length) found.named('format', '');
  complaints.push(...found.inventions().map(key => `${key} was not spelt`));
  if (!found.overflowed)
    complaints.push(...found.open.map(({key, read}) => `a remark about nothing: ${key} ${read}`));
  return complaints;
}

/** The keys whose value is another than was meant. */
export function changed(table, meant, decoded) {
  const state = meaningOfState(table, decoded.state);
  return table.map(({key}) => key).filter(key => state[key] !== meant[key]);
}
