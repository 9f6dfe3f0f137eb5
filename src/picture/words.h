/* The words on pictures and in files of arrays, beside those of kinds.def. */
#ifndef NF_PICTURE_WORDS_H
#define NF_PICTURE_WORDS_H

#define OF_HAND "made by hand"
#define OF_TENSORS "tensors "
#define OF_MODEL "model "
#define CELLS_OFF " cells off the scale)"
#define ARRAYS                                                                                     \
    "Panels are 0 to 8, row by row; 9 to 11 are the untouched heads of inputs 1 to 3. "            \
    "w: weights, queries by keys. "                                                                \
    "s: logits, of which the weights are made: q.k / sqrt(d) / temp of the changed query "         \
    "and key, before the mask; an epsilon that scales is included, the bias of a sigmoid not. "    \
    "o: outputs, what the weights make of the changed Value. "                                     \
    "norm, cosine: of each token's output against the untouched head's. "                          \
    "q1 k1 v1 ..: Query, Key and Value of each input, (heads, tokens, d), untouched. "             \
    "divergence: how far the prediction after each token moves, in nats; prediction: the same "    \
    "after the last token. The measure kl is another thing: the divergence of rows of weights. "
#define ROTARY                                                                                     \
    "q and k stand before rotary positions, which are put in after a change: position t, from "    \
    "0, turns the numbers i and i + r/2 of a vector by the angle t * base^(-2 i / r), where r "    \
    "is how many are turned; with rotary=pairs the numbers 2 i and 2 i + 1. The trained model "    \
    "has r = d and base 10000; others say theirs in their own settings."
#define NO_ROTARY "No rotary positions are put into q and k."
#define THE_UNTOUCHED "the untouched head"
#define OF_A_TOKEN "a token\xe2\x80\x99s output"
#define LENGTH_IS "of a token\xe2\x80\x99s output against the untouched head\xe2\x80\x99s"
#define PREDICTION_IS                                                                              \
    "how far the model\xe2\x80\x99s prediction after the last token moves, in nats"
#define BESIDE_EACH                                                                                \
    "Beside each panel, query by query: in grey the length of its output (line: the "              \
    "untouched head\xe2\x80\x99s; full: twice that)"
#define IN_BLUE                                                                                    \
    ", in blue how far the model\xe2\x80\x99s prediction moves (0.001 to 10 nats, by "             \
    "powers of ten)"
#define WORDS_UNDER "Under each panel: the word that the model says next there, and its chance. "
#define UNDER_EACH "Under each panel, "
#define EQUALS_IS "\xe2\x80\x9c=\xe2\x80\x9d stands between panels with the same weights. "
#define POOLED "Each cell is the largest of a block of weights. "
#define ROW_BY_ROW "each row from its smallest to its largest"
#define NOT_BY_POWERS "not by powers of ten: some are negative"
#define BY_POWERS "by powers of ten"
#define BY_ROW "each row by its largest"
#define WITHOUT_FIRST "without the first column"
#define SHOWS_WEIGHTS "Attention Weight"
#define SHOWS_LOGITS "Logit"
#define SHOWS_CHANGE "Difference to the Untouched Head"
#define SHOWS_UNIFORM "Difference to Uniform Rows"
#define TOO_MANY_LOGITS "Too many logits to show"
#define TOO_MANY_WEIGHTS "Too many weights to show"
#define CROSSED "Untouched there is no such panel"
#define OF_ANOTHER_HEAD "Another head: where it changes is not shown"

#endif
