// What the engine hands out, and what it is given: for the page, and for others who use the package.

/** @typedef {import('made/constants.js').Measure} Measure */

/**
 * What an engine is loaded from: bytes, what WebAssembly compiled, or what `fetch` gives. A project
 * whose types have no page, as a server's, need not know the last two.
 * @typedef {ArrayBuffer | ArrayBufferView | Compiled | Answered} Given
 * @typedef {typeof globalThis extends {WebAssembly: {Module: {prototype: infer M}}} ? M : never}
 *   Compiled
 * @typedef {typeof globalThis extends {Response: {prototype: infer R}} ? R : never} Answered
 */

/**
 * Why something was not accepted or could not be made, and where. Programs go by `cause`;
 * sentences may be put in other words at any time.
 * @typedef {object} Fault
 * @property {string} cause a word of `NF_CAUSES` in ninefold.h; the package's REFERENCE.md
 *   lists them
 * @property {string | null} row the key of the parameter it is about
 * @property {number | null} input the input, or which of three values, from 0
 * @property {number | null} character of a text, from 0
 */

/**
 * Something of a link that was not accepted: what was read, why not, and what is used instead.
 * @typedef {Fault & {key: string, read: string, why: string, more: string, use: string,
 *   used: string, harmless: boolean}} Remark
 *   more: how links write three values, where that is allowed too, or ''; use: what `used` is, a
 *   word of `NF_USES` in ninefold.h, in REFERENCE.md too; harmless: the state is still the one that was meant
 */

/**
 * A link as it was read. Nothing is refused: what cannot be read is named in `ignored`.
 * @typedef {object} Decoded
 * @property {boolean} readable false if there was no link to read: then this is the link `1`
 * @property {boolean} lossless nothing was lost
 * @property {number} version of the format
 * @property {string | null} check
 * @property {string} link the canonical spelling, without its check
 * @property {Remark[]} ignored
 * @property {Record<string, string>} state every parameter, spelled as links do
 */

/**
 * A token with its probability.
 * @typedef {object} Guess
 * @property {string} token
 * @property {number} p
 */

/**
 * What the model says next when a panel's output stands in the place of its head's.
 * @typedef {object} Prediction
 * @property {number} kl after the last token: the divergence from the model untouched, in nats
 * @property {Float64Array} divergence the same after each token
 * @property {Guess[]} before the five likeliest next tokens of the model untouched
 * @property {Guess[]} after and of this one
 */

/**
 * @typedef {object} Panel
 * @property {string} title as the figure has it; what it sets in italics stands between asterisks:
 *   `*Query*`
 * @property {string} rowHeader
 * @property {string} columnHeader
 * @property {string} shortRowHeader without what all of its kind begin with: `*Query*`
 * @property {string} shortColumnHeader
 * @property {number} row its place in the figure, 0 to 2; of a baseline or a follower the input
 * @property {number} column 0 to 2; of a baseline or a follower 0
 * @property {number} rows queries
 * @property {number} columns keys
 * @property {number} same the first panel that is made by the very same weights
 * @property {number} queryInput
 * @property {number} keyInput
 * @property {Float32Array | null} weights row by row; null if they were not wanted or are too many
 * @property {Float32Array | null} cells row by row, `cellRows` by `cellColumns`; null if they were
 *   not wanted
 * @property {number} cellRows
 * @property {number} cellColumns
 * @property {Float64Array | null} norm of each query's output: its length
 * @property {Float64Array | null} cosine and its cosine with the output of the head untouched
 * @property {Record<Measure, number | null>} measures null where a measure means nothing, or where
 *   measures were not wanted
 * @property {Prediction | null} prediction null unless `WANT.prediction` was asked for and the
 *   source is a model
 */

/**
 * @typedef {object} Source
 * @property {'synthetic' | 'tensors' | 'model'} kind
 * @property {number} head
 * @property {number} heads
 * @property {number | null} layer
 * @property {number | null} layers
 * @property {number | null} next the head of the next layer that `value=next` shows
 * @property {string} counterfactual one sentence if the model was not trained as it is used here,
 *   or ''
 * @property {string} note a sentence where the operation has nothing to take from, else ''
 * @property {string} [layerName] what the layer of tensors of your own is called, if it is
 * @property {string} [headName] and the head
 */

/**
 * `tokens` of a model, with the space in front of a word: joined they are the text. Of tensors of
 * your own they are their labels.
 * @typedef {object} Input
 * @property {number} count
 * @property {number} begin how many tokens in front the text does not hold
 * @property {string[] | null} tokens
 */

/**
 * @typedef {object} Figure
 * @property {string} link
 * @property {string | null} check null if it was not wanted
 * @property {'reproduced' | 'differs' | 'unchecked'} verdict against the check in the link
 * @property {Remark[]} ignored what of the link was not accepted; empty if it was understood whole
 * @property {string} caption
 * @property {Source} source
 * @property {Input[]} inputs
 * @property {Panel[]} baselines the head untouched
 * @property {Panel[]} followers with `value=next`, the head that Value's panels show, as it reads the
 *   untouched output of each input
 * @property {Panel[]} panels nine, row by row
 */

/**
 * @typedef {object} Verdict
 * @property {boolean | null} holds null if it cannot be judged: `why` says the reason
 * @property {number | null} number
 * @property {number | null} bound
 * @property {number} panel
 * @property {string} cause as in Fault; '' where it can be judged
 * @property {string} why
 */

/**
 * A head of the model as it was trained; `effect`: of making it look everywhere alike.
 * @typedef {object} Head
 * @property {number} layer
 * @property {number} head
 * @property {number} first
 * @property {number} diag
 * @property {number} previous
 * @property {number | null} induction
 * @property {number} entropy
 * @property {number} effect
 */

/**
 * How a weight came about. With softmax `power` is 2 to the power of `exponent`, which is
 * `(product - largest) * slope`, and `weight` is `power * factor`; with sigmoid the exponent is
 * `product * slope + shift`, the power is of minus its size, and the weight is `1 / sum`, or
 * `power / sum` where the exponent is negative. All are in single precision, but `scale` and what it
 * is made of: `divisor = root * temperature`, and `scale = multiplier / divisor`.
 * @typedef {object} Cell
 * @property {Float32Array} q the query as it is multiplied
 * @property {Float32Array} k the key as it is multiplied
 * @property {Float32Array} products of both, channel by channel
 * @property {Float32Array} sums of the products so far; the last one is `product`
 * @property {Float32Array} powers of the row, 0 of keys that the query does not see; of a sigmoid
 *   the weights
 * @property {number} normaliser 0, 1, 2: softmax, softmax1, sigmoid
 * @property {number} seen 0: the mask hides the key, and what is made after the product is 0
 * @property {number} scale what turns the product into the logit
 * @property {number} slope that times log2(e), rounded once
 * @property {number} shift of a sigmoid
 * @property {number} product
 * @property {number} largest product of the row; with softmax1 at least 0
 * @property {number} exponent
 * @property {number} power
 * @property {number} unseen softmax1: the power of a logit of 0, which is in the sum too
 * @property {number} sum of the powers
 * @property {number} factor one over the sum
 * @property {number} weight
 * @property {number} root of the head's width d
 * @property {number} temperature
 * @property {number} divisor
 * @property {number} multiplier of the logits: by epsilon, and before a following head by `copy`
 */

/**
 * One to three inputs; each of q, k, v has the shape (heads, tokens, d), in one run.
 * @typedef {object} Tensors
 * @property {{tokens: number, q: Float32Array, k: Float32Array, v: Float32Array}[]} inputs
 * @property {number} heads
 * @property {number} d
 * @property {string[]} [labels] what you call the layer, then each head, then each token of each
 *   input; '' for what has no name
 */

export {};
