// What stands around the figure and depends on it: facts in, whole sentences out, so that another
// language is another list. The answers, which are fetched later, have their own.
import {tableOf} from '../base/lookup.js';

/** Where the numbers come from. `head` is the one of the next layer in which Value is seen. */
export const origins = {
  tensors: 'Your tensors',
  /** @param {string} file @param {import('../types/engine.js').Source} source */
  tensorsHead: (file, {head, heads, layerName, headName}) =>
    `Your tensors: ${file}${layerName ? `, layer ${layerName}` : ''}, head ${headName ? `${headName}: ` : ''}${head} of ${heads}`,
  synthetic: 'Synthetic head, made by hand',
  model: 'Real model',
  /** @param {string} name @param {number} layer @param {number | null} head */
  modelHead: (name, layer, head) => `${name || 'Real model'}: layer ${layer}, head ${head}`,
  /** @param {string} origin @param {string} head */
  seenIn: (origin, head) => `${origin}; Value seen in ${head}`,
  /** @param {string} origin of the first of two figures */
  ofA: origin => `A: ${origin}`,
};

/** What the check of a link proved, or why it proved nothing. */
export const proofs = {
  notMade: 'Not checked: the figure of this link could not be made here.',
  reproduced: 'Reproduced: the same numbers, bit for bit, as when this link was made.',
  /** @param {string} expected @param {string} check */
  differs: (expected, check) =>
    `Differs: the link says ${expected}, and here it came out as ${check}.`,
  doubtful:
    'Not checked: part of this link could not be used, so its check may be of another figure.',
  coming: 'The check of this link is being compared.',
  changed: 'Changed: this is no longer the figure of the link.',
  none: 'Not checked: this link came without a check.',
};

/** The one sentence above the text. Chances are written as percentages. */
export const point = {
  opening: 'One head of 32 remembers it was a whale. ε turns it down.',
  /** @param {string} word @param {string} untouched its chance @param {string} changed its chance */
  same: (word, untouched, changed) =>
    `Untouched it says “${word}” (${untouched}), changed too (${changed}).`,
  /** @param {string} word @param {string} untouched @param {string} now @param {string} changed */
  other: (word, untouched, now, changed) =>
    `Untouched it says “${word}” (${untouched}), changed “${now}” (${changed}).`,
};

/** The map of heads, and what stands in its place. */
export const map = {
  title: 'The model’s heads',
  trait: 'Shaded as it ',
  /** @param {number} layer @param {number} head @param {string} does */
  habits: (layer, head, does) => `Layer ${layer}, head ${head}: ${does}.`,
  rests: 'rests on the first token',
  most: 'moves the prediction most',
  nothing: 'looks here and there',
  previous: 'looks one token back',
  diag: 'looks at itself',
  induction: 'continues what repeats',
  /** @param {number} layer @param {number} head @param {string} does @param {string} measured */
  square: (layer, head, does, measured) => `Layer ${layer}, head ${head}: ${does}; ${measured}`,
  /** @param {string} trait @param {string} value */
  measured: (trait, value) => `${trait}: ${value}`,
  /** @param {string} square */
  seen: square => `${square}; Value is seen here`,
  /** @param {string} value with its unit */
  chosen: value => `${value}. Layers down, heads across; arrows move.`,
  /** @param {string} value */
  weight: value => `${value}, the weight there, 1 at most`,
  /** @param {string} value */
  nats: value => `By ${value} nats if it looks at all tokens alike`,
  refused: 'The map of heads could not be made.',
  again: 'Try again',
  measure: 'Measure all heads',
  /** @param {number} seconds */
  takes: seconds => `To measure all heads takes about ${seconds} s.`,
};

/** Over the words that the model says next. */
export const comes = {
  next: 'What comes next',
  /** @param {string} word */
  append: word => `Append “${word}”`,
  /** @param {number} text from 1 */
  after: text => `What comes after text ${text}`,
};

/**
 * Said to those who do not see it. `now` and `before`: a word and its chance, '' where none is known.
 * @param {number} input from 0
 * @param {number} count
 * @param {string} now
 * @param {string} before
 */
export function newSentence(input, count, now, before) {
  const text = input ? `Text ${input + 1}` : 'The text';
  const says = now && `; the model says ${now} next`;
  const said = now && before && `, and said ${before} before`;
  return `${text} is read as ${count} tokens${says}${said}.`;
}

/** @param {string} what */
export const copyOf = what => `Copy: ${what}`;

/** @param {string} check */
export const checkIs = check => `check ${check}`;

/** @param {string} theme */
export const themeIs = theme => `Theme: ${theme}`;

/**
 * The first screen's task: to bring the chance of a word below a half, or where no word is said so
 * surely, the first token's share. `word` is as readers see it.
 */
export const task = {
  raise: 'Raise ε to 1, where the head is untouched.',
  /** @param {string} word */
  raiseWord: word => `Raise ε to 1: “${word}” comes back.`,
  lower:
    'Lower ε until the left edge of the middle Query panel (the first token) holds less than half.',
  /** @param {string} word */
  lowerWord: word => `Lower ε until “${word}” falls below a half.`,
  then: 'Then: ',
  /** @param {string} share */
  holds: share => `it holds ${share}`,
  /** @param {string} word @param {string} chance */
  chance: (word, chance) => `“${word}” ${chance}`,
  why:
    'A small factor brings all logits together, until a row spreads evenly over the tokens it ' +
    'may look at: over few at the top, over many at the bottom.',
  /** @param {string} eps @param {string} share */
  met: (eps, share) => `Done: at ε = ${eps} it is down to ${share}.`,
  /** @param {string} eps @param {string} share @param {string} word */
  metWord: (eps, share, word) => `Done: at ε = ${eps} “${word}” is down to ${share}.`,
  /** @param {{eps: string, share: string}} from @param {{eps: string, share: string}} to */
  played: (from, to) =>
    `From ε = ${from.eps} to ${to.eps} the first token’s share of Query fell from ` +
    `${from.share} to ${to.share}.`,
  /**
   * @param {{eps: string, share: string}} from
   * @param {{eps: string, share: string}} to
   * @param {string} word
   */
  playedWord: (from, to, word) =>
    `From ε = ${from.eps} to ${to.eps} the chance of “${word}” fell from ${from.share} to ` +
    `${to.share}.`,
  next: 'Next: average all heads’ queries instead',
  /** @param {string} share */
  averaged: share =>
    `The first token of input 1 keeps ${share} with Query’s mean. Averaging Value, on the right, ` +
    'changes no weight of this layer.',
};

/** What fills the places of the engine's sentences about kinds and operations. */
export const factors = {
  epsilon: 'ε',
  /** @param {string} response */
  power: response => `ε to the power of ${response}`,
};

/** Over what a mean is taken. @type {Record<string, string>} */
export const MEANS = tableOf({
  heads: 'the mean over all heads',
  tokens: 'the mean over all tokens',
  channels: 'the mean of its own numbers',
});

/**
 * What Value's row or column is, where it shows a head of the next layer.
 * @param {'row' | 'column'} place
 * @param {string} head
 */
export const aboutNext = (place, head) =>
  `Value’s ${place} shows ${head}, which reads what this head puts out. It is compared with ` +
  `${head} untouched.`;
