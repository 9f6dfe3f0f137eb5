/* Ninefold: nine attention panels, and what happens to them when a head's Query, Key or Value is
 * changed.
 *
 * Synopsis - a link in, nine panels out:
 *
 *     nf_params params;
 *     nf_link link = nf_decode("1;figure=mean;seed=7", 20, &params, NULL, NULL);
 *     nf_engine *engine = nf_open();
 *     if (nf_compute(engine, &params, NF_WEIGHTS | NF_MEASURES | NF_CHECK) == NF_OK) {
 *         const nf_panel *panel = nf_get_panel(engine, 0);      // row 1, column 1
 *         float w = panel->weights[2 * panel->stride + 1];      // what query 2 gives to key 1
 *         double first = panel->measure[NF_FIRST];              // NaN: a mean of nothing
 *     } else puts(nf_why(engine));                              // one clear sentence
 *     nf_close(engine);
 *
 * The way of the data (in full: src/engine/NUMERICS.md):
 *
 *     link -> params -> source -> perturb -> logits -> mask, weights -> output -> measures, check
 *                       Q K V     Q'K'V'     x = q.k    w               O = w V'
 *
 * Conventions. Heads, tokens, layers count from 0; panels are 0..8 in row order, baselines 9..11
 * (inputs 1..3), followers 12..14. Matrices are float32, row by row. The library never prints,
 * exits or keeps global state; everything a call needs is reached through its first argument, and
 * two engines may be used by two threads. Every function accepts any bytes, any tensors, and any
 * state that nf_defaults, nf_set and nf_decode leave; a figure of a state written by hand with a
 * number outside its row's range is refused with NF_BAD_PARAMS, and nf_why names the row.
 * Pointers that an engine hands out stay good until the next nf_begin, nf_compute, nf_bring or
 * nf_close on it.
 *
 * A pointer must not be NULL unless it is said here that it may: the engine of nf_close; `why` of
 * nf_set; `hear` and `listener` of nf_decode; a text of length 0 of nf_find, nf_set, nf_decode and
 * nf_ask; a model file of size 0; `at` of an nf_text whose capacity is 0; the bytes of nf_give; q,
 * k and v in nf_tensors: those of inputs that there are not, while others are refused and named.
 *
 * After ./build.sh install PREFIX:
 *
 *     export PKG_CONFIG_PATH=PREFIX/lib/pkgconfig LD_LIBRARY_PATH=PREFIX/lib
 *     cc program.c $(pkg-config --cflags --libs ninefold)
 *     cc program.c -IPREFIX/include PREFIX/lib/libninefold.a                     # statically
 *
 * Links of source=model need the trained model: give nf_bring_model the bytes of the file that
 * `pkg-config --variable=model ninefold` names (PREFIX/share/ninefold/model.bin).
 *
 * To compile the library itself, use -ffp-contract=off, or ISO C: a build that rounds a product and
 * a sum together says so, and makes no figure.
 */
#ifndef NINEFOLD_H
#define NINEFOLD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Version --------------------------------------------------------------------------------- */

#define NF_VERSION "0.1.0"
#define NF_VERSION_NUMBER 100 /* 10000 major + 100 minor + patch, to be compared */

/* ---- Limits --------------------------------------------------------------------------------- */

#define NF_FORMAT 1       /* the link format that nf_encode writes */
#define NF_LINK_MAX 16000 /* a longer link is refused whole */
#define NF_ROWS_MAX 96    /* the table of parameters has at most this many rows */

/* Bytes of all texts of a state together: more than a link holds. */
#define NF_TEXTS_MAX 22000

/* Bytes, the zero at the end included, that take a check, and that take any title, caption or
 * sentence that says what is allowed. */
#define NF_CHECK_MAX 17
#define NF_WORDS_MAX 256

/* Bytes: a figure that needs more is refused before anything is allocated. */
#define NF_MEMORY_MAX ((uint64_t)1 << 30)

#define NF_VALUE_MAX 1e4 /* size of an element of the reader's own tensors */
#define NF_WIDTH_MAX 256 /* head width d of the reader's own tensors */
#define NF_PANELS 9
#define NF_BASELINES 3 /* panels 9 to 11: the head of each input, untouched */

/* Panels 12 to 14, where Value is seen in the next layer: the head that its panels show, as it
 * reads the untouched output of each input. */
#define NF_FOLLOWERS 3

/* ---- Status --------------------------------------------------------------------------------- */

#define NF_STATUSES(X)                                                                             \
    X(NF_OK, "done")                                                                               \
    X(NF_MORE, "not finished: call nf_step again")                                                 \
    X(NF_TOO_LARGE, "the figure needs more memory than is allowed")                                \
    X(NF_NO_MEMORY, "the memory for this figure could not be had")                                 \
    X(NF_NO_DATA, "the figure is of data that is not here")                                        \
    X(NF_BAD_TENSORS, "the tensors cannot be used")                                                \
    X(NF_BAD_MODEL, "the model file cannot be used")                                               \
    X(NF_NO_FIGURE, "nothing has been computed yet")                                               \
    X(NF_BAD_PARAMS, "a parameter is outside its range")                                           \
    X(NF_READ, "waiting for bytes of a file: call nf_give, then nf_step again")                    \
    X(NF_UNREADABLE, "the file could not be read")                                                 \
    X(NF_BAD_BUILD, "the library was compiled so that its numbers would not be those of others")

/* The words are for programmers; what readers are told is nf_why. */
typedef enum nf_status {
#define X(name, text) name,
    NF_STATUSES(X)
#undef X
} nf_status;

const char *nf_status_text(nf_status status);

/* ---- Causes --------------------------------------------------------------------------------- */

/* Programs go by the cause, and never by a sentence: the words of all of them stand in
 * src/engine/messages.def and may change. The second column is the cause's word in JSON. */
#define NF_CAUSES(X)                                                                               \
    X(NF_NO_CAUSE, "")                                                                             \
    X(NF_NO_FORMAT, "no-format")                                                                   \
    X(NF_OTHER_FORMAT, "other-format")                                                             \
    X(NF_NO_HEXADECIMAL_CHECK, "no-hexadecimal-check")                                             \
    X(NF_REPEATED, "repeated")                                                                     \
    X(NF_UNKNOWN_KEY, "unknown-key")                                                               \
    X(NF_NO_EQUALS, "no-equals")                                                                   \
    X(NF_SPACE, "space")                                                                           \
    X(NF_ELLIPSIS, "ellipsis")                                                                     \
    X(NF_HEAD_NOT_BELOW_HEADS, "head-not-below-heads")                                             \
    X(NF_TEXTS_TOO_LONG, "texts-too-long")                                                         \
    X(NF_LINK_TOO_LONG, "link-too-long")                                                           \
    X(NF_NO_LINK, "no-link")                                                                       \
    X(NF_BESIDE_LINK, "beside-link")                                                               \
    X(NF_CUT, "cut")                                                                               \
    X(NF_END_OF_SENTENCE, "end-of-sentence")                                                       \
    X(NF_MORE_REMARKS, "more-remarks")                                                             \
    X(NF_NOT_A_CHOICE, "not-a-choice")                                                             \
    X(NF_NOT_A_WHOLE_NUMBER, "not-a-whole-number")                                                 \
    X(NF_NOT_WHOLE_OR_AUTO, "not-whole-or-auto")                                                   \
    X(NF_NOT_A_NUMBER, "not-a-number")                                                             \
    X(NF_NOT_A_TEXT, "not-a-text")                                                                 \
    X(NF_NOT_A_HASH, "not-a-hash")                                                                 \
    X(NF_NOT_A_ROTARY, "not-a-rotary")                                                             \
    X(NF_NOT_KEYS, "not-keys")                                                                     \
    X(NF_NO_KEY_AMONG_KEYS, "no-key-among-keys")                                                   \
    X(NF_NOT_HEADS, "not-heads")                                                                   \
    X(NF_NOT_A_STATEMENT, "not-a-statement")                                                       \
    X(NF_NO_MEASURE, "no-measure")                                                                 \
    X(NF_NO_PLACE, "no-place")                                                                     \
    X(NF_NO_CELL, "no-cell")                                                                       \
    X(NF_NO_COMPARISON, "no-comparison")                                                           \
    X(NF_NO_RANGE, "no-range")                                                                     \
    X(NF_NO_BOUND, "no-bound")                                                                     \
    X(NF_NO_PIECE, "no-piece")                                                                     \
    X(NF_UNREAD_STATEMENT, "unread-statement")                                                     \
    X(NF_PANEL_NOT_IN_FIGURE, "panel-not-in-figure")                                               \
    X(NF_NOTHING_TO_MEASURE, "nothing-to-measure")                                                 \
    X(NF_NOTHING_PREDICTED, "nothing-predicted")                                                   \
    X(NF_CELLS_NOT_KEPT, "cells-not-kept")                                                         \
    X(NF_CELL_OUTSIDE, "cell-outside")                                                             \
    X(NF_SIZES_DIFFER, "sizes-differ")                                                             \
    X(NF_READING_NOT_MADE, "reading-not-made")                                                     \
    X(NF_NOTHING_COMPUTED, "nothing-computed")                                                     \
    X(NF_SOURCE_NOT_READ, "source-not-read")                                                       \
    X(NF_SOURCE_REFUSED, "source-refused")                                                         \
    X(NF_MEMORY_SHORT, "memory-short")                                                             \
    X(NF_MEMORY_OVER_LIMIT, "memory-over-limit")                                                   \
    X(NF_ROUNDING_BUILD, "rounding-build")                                                         \
    X(NF_SOURCE_NOT_IN_BUILD, "source-not-in-build")                                               \
    X(NF_OUT_OF_RANGE, "out-of-range")                                                             \
    X(NF_TEXT_OUTSIDE, "text-outside")                                                             \
    X(NF_HEAD_BEYOND, "head-beyond")                                                               \
    X(NF_NOT_FINISHED, "not-finished")                                                             \
    X(NF_NO_PANEL, "no-panel")                                                                     \
    X(NF_NO_VECTORS, "no-vectors")                                                                 \
    X(NF_CELL_BEYOND, "cell-beyond")                                                               \
    X(NF_NO_OUTPUT, "no-output")                                                                   \
    X(NF_NO_DISTRIBUTION, "no-distribution")                                                       \
    NF_ANSWER_CAUSES(X)                                                                            \
    X(NF_NO_TENSORS, "no-tensors")                                                                 \
    X(NF_OTHER_TENSORS, "other-tensors")                                                           \
    X(NF_HEAD_BEYOND_TENSORS, "head-beyond-tensors")                                               \
    X(NF_HEAD_BEYOND_ONE, "head-beyond-one")                                                       \
    X(NF_ROTARY_BEYOND, "rotary-beyond")                                                           \
    X(NF_TENSOR_INPUTS, "tensor-inputs")                                                           \
    X(NF_TENSOR_HEADS, "tensor-heads")                                                             \
    X(NF_TENSOR_WIDTH, "tensor-width")                                                             \
    X(NF_TENSOR_TOKENS, "tensor-tokens")                                                           \
    X(NF_TENSORS_TOO_LARGE, "tensors-too-large")                                                   \
    X(NF_TENSOR_MISSING, "tensor-missing")                                                         \
    X(NF_TENSOR_NOT_FINITE, "tensor-not-finite")                                                   \
    X(NF_NO_MODEL, "no-model")                                                                     \
    X(NF_LAYER_BEYOND_MODEL, "layer-beyond-model")                                                 \
    X(NF_HEAD_BEYOND_MODEL, "head-beyond-model")                                                   \
    X(NF_NO_LAYER_FOLLOWS, "no-layer-follows")                                                     \
    X(NF_OTHER_MODEL, "other-model")                                                               \
    X(NF_OTHER_NAMED_MODEL, "other-named-model")                                                   \
    X(NF_NO_HEADS, "no-heads")                                                                     \
    X(NF_HEAD_BEYOND_ALL, "head-beyond-all")                                                       \
    X(NF_NOT_A_MODEL, "not-a-model")                                                               \
    X(NF_MODEL_VERSION, "model-version")                                                           \
    X(NF_MODEL_SHAPE, "model-shape")                                                               \
    X(NF_MODEL_SIZE, "model-size")                                                                 \
    X(NF_MODEL_DAMAGED, "model-damaged")                                                           \
    X(NF_MODEL_CONTENT, "model-content")                                                           \
    X(NF_TEXT_EMPTY, "text-empty")                                                                 \
    X(NF_TEXT_TOO_LONG, "text-too-long")                                                           \
    X(NF_TEXT_UNREADABLE, "text-unreadable")                                                       \
    NF_OWN_CAUSES(X)

/* Those of answers, which not every program judges. */
#define NF_ANSWER_CAUSES(X)                                                                        \
    X(NF_TOO_COSTLY, "too-costly")                                                                 \
    X(NF_OTHER_CHECK, "other-check")                                                               \
    X(NF_WITHOUT_CHECK, "without-check")                                                           \
    X(NF_ASKS_NOTHING, "asks-nothing")                                                             \
    X(NF_IS_AN_ANSWER, "is-an-answer")                                                             \
    X(NF_ODD_CHOICES, "odd-choices")                                                               \
    X(NF_NO_QUESTION, "no-question")                                                               \
    X(NF_OTHER_QUESTION, "other-question")                                                         \
    X(NF_CHANGED_QUESTION, "changed-question")                                                     \
    X(NF_CHANGED_STATEMENT, "changed-statement")                                                   \
    X(NF_CHANGED_LIMITS, "changed-limits")                                                         \
    X(NF_MOVED_SETTING, "moved-setting")                                                           \
    X(NF_REPLACED_TEXT, "replaced-text")                                                           \
    X(NF_NO_CHOICE, "no-choice")                                                                   \
    X(NF_CHOICE_BEYOND, "choice-beyond")                                                           \
    X(NF_WRONG_CHOICE, "wrong-choice")                                                             \
    X(NF_NO_WORDS, "no-words")                                                                     \
    X(NF_SAME_AGAIN, "same-again")                                                                 \
    X(NF_SAME_OF_ANOTHER, "same-of-another")

/* Those of models of the reader's own, which not every program opens. */
#define NF_OWN_CAUSES(X)                                                                           \
    X(NF_TEXT_NO_PIECE, "text-no-piece")                                                           \
    X(NF_NO_BEGIN_TOKEN, "no-begin-token")

typedef enum nf_cause {
#define X(name, key) name,
    NF_CAUSES(X)
#undef X
        NF_CAUSES_COUNT
} nf_cause;

/* What is used instead of what was not accepted; NF_USE_VALUE: a value of the row. */
#define NF_USES(X)                                                                                 \
    X(NF_USE_VALUE, "value")                                                                       \
    X(NF_USE_NOTHING, "nothing")                                                                   \
    X(NF_USE_OWN_TEXT, "own-text")                                                                 \
    X(NF_USE_ALL_CONTROLS, "all-controls")                                                         \
    X(NF_USE_NO_CHECK, "no-check")                                                                 \
    X(NF_USE_FIRST_CHECK, "first-check")                                                           \
    X(NF_USE_CHECK, "check")                                                                       \
    X(NF_USE_FORMAT, "format")                                                                     \
    X(NF_USE_AS_FORMAT, "as-format")                                                               \
    X(NF_USE_LINK, "link")                                                                         \
    X(NF_USE_REST, "rest")                                                                         \
    X(NF_USE_DEFAULTS, "defaults")

typedef enum nf_use {
#define X(name, key) name,
    NF_USES(X)
#undef X
        NF_USES_COUNT
} nf_use;

const char *nf_cause_key(nf_cause cause);
const char *nf_use_key(nf_use use);

/* What was wrong, and where. */
typedef struct nf_fault {
    nf_cause cause; /* NF_NO_CAUSE: nothing, or nothing that is known here */
    int row;        /* of the table of parameters; -1 where it is about none */
    int input;      /* from 0, also of the one value of three that is wrong; -1 */
    int character;  /* of a text, from 0; -1 */
} nf_fault;

/* ---- Text: a bounded buffer that never overflows -------------------------------------------- */

/* Writers append to `at`, keep it zero-terminated, also where they have nothing to write, and count
 * in `used` what they would have written: the text was cut if used >= capacity. A buffer of
 * capacity 0 only counts, so that a first call says what a second one needs: used + 1 bytes.
 * Always enough are
 *
 *     NF_LINK_MAX    for nf_encode, of a state that nf_decode left; texts that nf_set took may make
 *                    a link that is too long to be read
 *     NF_CHECK_MAX   for nf_print_check
 *     NF_WORDS_MAX   for nf_print_title, nf_print_caption, nf_print_counterfactual, and the `why`
 *                    of nf_set */
typedef struct nf_text {
    char *at;
    size_t used, capacity;
} nf_text;

/* ---- Parameters: one table drives everything ------------------------------------------------ */

/* NF_LOG is a number whose slider goes by ratio. NF_TEXT is any UTF-8; NF_WORDS is letters, digits,
 * '.', '-' and '~', written in links as it is: statements, lists of keys, hashes. */
typedef enum nf_kind { NF_CHOICE, NF_WHOLE, NF_NUMBER, NF_LOG, NF_TEXT, NF_WORDS } nf_kind;

enum { NF_SYNTHETIC = 1, NF_TENSORS = 2, NF_MODEL = 4, NF_ANY = 7 }; /* sources, as bits */

/* What a parameter is part of: the source of Query, Key and Value; what is computed of them; or how
 * that is shown. A change of the first makes new vectors, a change of the last computes nothing
 * but, of `pool`, the cells of NF_CELLS. */
typedef enum nf_part { NF_OF_SOURCE, NF_OF_FIGURE, NF_OF_VIEW } nf_part;

typedef struct nf_row {
    const char *key, *label; /* the name in links; the name for readers */
    nf_kind kind;
    int count; /* 1, or 3: one for each input (or column, for eps); a single value stands for all
                  three */
    double low, high;        /* range, ends included; of a text: its length in bytes */
    double initial[3];       /* the default; of a choice: the position of its word */
    double step;             /* what a slider moves by */
    const char *words;       /* the words of a choice, those that a row of words takes if they are
                          a list, or "auto" for a number that may be left to the source (-1) */
    const char *unit, *help; /* help is one sentence */
    int source;              /* the sources it means something to, as bits */
    nf_part part;
    bool is_first; /* shown at once in its section; else under "Finer settings" */
} nf_row;

int nf_rows(void);                           /* number of rows */
const nf_row *nf_get_row(int row);           /* NULL outside 0..nf_rows()-1 */
int nf_find(const char *key, size_t length); /* the row of a key, or -1 */
void nf_print_table(nf_text *out);           /* the table as a JSON array */

/* ---- Kinds of figure, and operations -------------------------------------------------------- */

/* What decides a property of a panel. */
typedef enum nf_axis { NF_NEITHER, NF_ROW, NF_COLUMN } nf_axis;

/* A kind of figure: a word of the parameter `figure`. Titles and sentences hold names in braces,
 * which src/engine/kinds.def explains. */
typedef struct nf_figure_kind {
    const char *key, *label;
    nf_axis query_input, key_input; /* neither: input 1 */
    nf_axis component;              /* which of Query, Key and Value is changed; neither: Query and
                                       Key together */
    nf_axis epsilon;                /* neither: there is no epsilon */
    int operation;        /* what is done to the component; -1: what the link's `op` says */
    const char *keys;     /* those rows of the table that act here and not in every kind */
    const char *measures; /* shown under a panel beside `first`: with a mask, and without one */
    const char *row_header, *column_header, *title, *caption, *sentence;
} nf_figure_kind;

/* An operation: a word of the parameter `op`. Its strength is s = epsilon ^ response. */
typedef struct nf_operation {
    const char *key, *label;
    bool is_factor;   /* it multiplies the logits, or the output */
    double unchanged; /* the strength that changes nothing; -1 for none */
    int at_one;       /* the operation that it is the same as at strength 1; -1 for none */
    const char *keys; /* those rows of the table that act here and not with every operation */
    const char *row_header, *column_header, *title, *caption, *sentence;
} nf_operation;

int nf_figure_kinds(void);                          /* how many */
const nf_figure_kind *nf_get_figure_kind(int kind); /* NULL outside 0..nf_figure_kinds()-1 */
int nf_operations(void);
const nf_operation *nf_get_operation(int operation);
/* {"kinds":[..],"operations":[..],"names":{"components":[..],"seen":..,"untouched":..}} */
void nf_print_kinds(nf_text *out);

/* A whole state. Copy it by assignment; read and write it by row, or by name through the functions
 * below. */
typedef struct nf_params {
    double number[NF_ROWS_MAX][3];                    /* not for texts */
    uint16_t start[NF_ROWS_MAX], length[NF_ROWS_MAX]; /* texts only: a slice of `texts` */
    char texts[NF_TEXTS_MAX];                         /* UTF-8, one text after the other */
} nf_params;

void nf_defaults(nf_params *params); /* the state of the link "1": reading A */

/* Set a row from the spelling that links use. False, and nothing changed, if it is not accepted;
 * then *why (if not NULL) says what is allowed: nothing, of a row that there is not. */
bool nf_set(nf_params *params, int row, const char *spelling, size_t length, nf_text *why);
void nf_print_value(const nf_params *params, int row, nf_text *out); /* as links spell it */

/* ---- Links ---------------------------------------------------------------------------------- */

/* Something a link said that was not accepted. Slices are not zero-terminated and live during the
 * call only. */
typedef struct nf_remark {
    const char *key, *read, *why, *used;
    const char *more; /* how else links write it, behind `why`; "" */
    size_t key_length, read_length;
    nf_fault fault;
    nf_use use;    /* what `used` is */
    bool harmless; /* the state is still the one the link meant, as with words beside it */
} nf_remark;

typedef void nf_hear(void *listener, const nf_remark *remark);

void nf_print_remark(const nf_remark *remark, nf_text *out); /* as a JSON object */

typedef struct nf_link {
    bool readable; /* false: refused whole (too long, no link in it); the defaults are in use */
    bool lossless; /* nothing but harmless remarks */
    int version;   /* the version it names; NF_FORMAT if it names none */
    bool has_check;
    uint64_t check;
} nf_link;

/* Read a link, alone or inside a whole URL (after # or ?s=), percent-escaped any number of times.
 * *params is always a complete, valid state afterwards. `hear` (may be NULL) is told of everything
 * not accepted, in order; the key is "link" for what was left out around the link. The end of a
 * text is left out only where the link stands among words, and then that is no harmless remark. */
nf_link nf_decode(const char *link, size_t length, nf_params *params, nf_hear *hear,
                  void *listener);

/* The canonical link, without # and check: encode(decode(x)) is the same for all spellings of x. */
void nf_encode(const nf_params *params, nf_text *out);
void nf_print_check(uint64_t check, nf_text *out); /* 16 hex digits */

/* ---- The engine ----------------------------------------------------------------------------- */

typedef struct nf_engine nf_engine;

nf_engine *nf_open(void);         /* NULL if there is no memory; free with nf_close */
void nf_close(nf_engine *engine); /* NULL is fine */

/* The reader's own tensors, for source=tensors: Q, K and V of one to three inputs, each of shape
 * (heads, tokens, d) in one run. They are copied. With fewer than three inputs the last one stands
 * for the missing ones.
 *
 * `labels` is what readers call them, and no number depends on it: the layer, then each head, then
 * each token of each input, texts in UTF-8 with a zero behind each, "" for what has no name; NULL
 * where nothing has one. */
typedef struct nf_tensors {
    int inputs, heads, d;
    int tokens[3];
    const float *q[3], *k[3], *v[3];
    const char *labels;
} nf_tensors;

nf_status nf_bring(nf_engine *engine, const nf_tensors *tensors);

/* Makes a link of that source name the tensors that were brought, so that it is of no others:
 * `file` is the first eight digits of the SHA-256 of inputs, heads, d and each input's tokens as
 * 32-bit numbers, then Q, K and V of each input as float32, all little-endian, then the link's
 * `rotary` as it is written. A link whose `file` names others is refused with NF_NO_DATA; one
 * without takes any. */
void nf_name_tensors(nf_engine *engine, nf_params *params);

/* A model file, for source=model. It is copied. nf_name_model makes a link of that source name the
 * model it is of. */
nf_status nf_bring_model(nf_engine *engine, const uint8_t *file, size_t size);
void nf_name_model(const nf_engine *engine, nf_params *params);

/* What to make: add up what is wanted (its bit, what it is). Without NF_WEIGHTS rows are made, used
 * and forgotten: memory grows with n, not n squared. */
#define NF_WANT_LIST(X)                                                                            \
    X(NF_WEIGHTS, "weights", 1, "the weights of each panel")                                       \
    X(NF_MEASURES, "measures", 2, "the measures, and each token's output norm and cosine")         \
    X(NF_CHECK, "check", 4, "the check")                                                           \
    X(NF_KEEP, "keep", 8,                                                                          \
      "what a change of epsilon, temperature, normaliser or bias need not make again, is kept")    \
    X(NF_OUTPUTS, "outputs", 16,                                                                   \
      "each token's output norm and cosine without the measures; outputs stay in the engine")      \
    X(NF_CELLS, "cells", 32, "weights pooled as the link's `pool` says, at most 256 cells a side") \
    X(NF_ALL_BASELINES, "allBaselines", 64,                                                        \
      "the baselines of all three inputs, else of those that panels show")                         \
    X(NF_PREDICTION, "prediction", 128,                                                            \
      "of a model: what it says next with a panel's output in the place of its head's")

enum {
#define X(name, key, bit, text) name = bit,
    NF_WANT_LIST(X)
#undef X
};

/* Bytes the figure would need, all told: what was brought for its source is counted too.
 * NF_TOO_LARGE when that is over NF_MEMORY_MAX. Computes nothing. */
nf_status nf_need(nf_engine *engine, const nf_params *params, int want, uint64_t *bytes);

/* How much work the figure would be, whatever was made before: about how many products of two
 * floats, added to a sum, take as long. The same number on every machine, so that a limit means the
 * same everywhere; the core it was measured on does some 20 billion a second. Computes nothing, and
 * does not refuse what is too large. */
nf_status nf_work(nf_engine *engine, const nf_params *params, int want, uint64_t *work);

/* Make a figure: nf_compute in one go, or nf_begin and then nf_step while it returns NF_MORE, each
 * step a slice of some vectors, a few rows of one thing, or one prediction: milliseconds, however
 * long the inputs. What the last figure had in common with this one is not made again. A new
 * nf_begin abandons the unfinished figure; after a failure there is none. Whatever fails, nf_why
 * gives the reason in one sentence. */
nf_status nf_compute(nf_engine *engine, const nf_params *params, int want);
nf_status nf_begin(nf_engine *engine, const nf_params *params, int want);
nf_status nf_step(nf_engine *engine);
double nf_progress(const nf_engine *engine); /* 0..1 */

/* A source may read from files that are far larger than memory: nf_compute and nf_step then return
 * NF_READ, and go on when the bytes that nf_wanted names were given. They are used at once and not
 * kept. NULL says that they cannot be had. It may also happen late, while predictions are made. */
typedef struct nf_range {
    int file; /* which of the files that belong to what was brought, from 0 */
    uint64_t offset;
    size_t size;
} nf_range;

bool nf_wanted(const nf_engine *engine, nf_range *range); /* false if nothing is */
nf_status nf_give(nf_engine *engine, const uint8_t *bytes);
const char *nf_why(const nf_engine *engine);
nf_fault nf_get_fault(const nf_engine *engine);    /* of what nf_why tells */
void nf_print_fault(nf_fault fault, nf_text *out); /* {"cause":"text-too-long","row":"text1",..} */

/* Measures, for one panel w of n rows by m columns against its reference: key, name, and what more
 * is to be known. OUTPUT and HEAD stand for the words "output" and "the untouched head". */
#define NF_MEASURE_LIST(X, OUTPUT, HEAD)                                                           \
    X(NF_FIRST, "first", "mean weight on the first token", ", over queries after the first")       \
    X(NF_DIAG, "diag", "mean weight on the diagonal", ", over tokens after the first")             \
    X(NF_NEAR, "near", "mean weight one step from the diagonal", ", over allowed cells")           \
    X(NF_FAR, "far", "mean weight far from the diagonal",                                          \
      ", over allowed cells at least half the rows away")                                          \
    X(NF_OFF, "off", "mean weight off the diagonal", ", over allowed cells")                       \
    X(NF_REST, "rest", "mean weight outside the diagonal and the first column",                    \
      ", over allowed cells")                                                                      \
    X(NF_LEVEL, "level", "mean of all cells", "")                                                  \
    X(NF_ENTROPY, "entropy", "evenness of the rows (1 is even)",                                   \
      ": their mean entropy over that of a uniform row")                                           \
    X(NF_ROWSUM, "rowsum", "mean sum of a row", "")                                                \
    X(NF_KL, "kl", "mean divergence of a row to that of " HEAD, ", in nats, rows normalised")      \
    X(NF_CHANGE, "change", "largest difference to " HEAD, "")                                      \
    X(NF_UNIFORM, "uniform", "largest difference to rows that give every allowed token the same",  \
      "")                                                                                          \
    X(NF_NORM, "norm", "mean length of a token's " OUTPUT " over that of " HEAD, "")               \
    X(NF_COSINE, "cosine", "mean cosine between a token's " OUTPUT " and that of " HEAD, "")       \
    X(NF_ABOVE, "above", "largest weight above the diagonal", "")                                  \
    X(NF_MIRROR, "mirror", "largest difference between a cell and its mirror image", "")           \
    X(NF_ONTOP, "ontop", "share of rows whose largest weight is on the diagonal", "")              \
    X(NF_OWN, "own", "smallest share of a row that its diagonal cell holds", "")                   \
    X(NF_FALL, "fall", "order of the rows' largest weights (-1 is a fall from row to row)",        \
      ": their rank correlation with the position")                                                \
    X(NF_PEAK, "peak", "largest weight of a row over that of an even row, from the fifth row on",  \
      ": the weight times the number of allowed keys")                                             \
    X(NF_RISE, "rise", "largest rise of the mean weight with one more step from the diagonal",     \
      ", up to n/2")                                                                               \
    X(NF_CONTRAST, "contrast", "mean weight on the diagonal less that far from it", "")

typedef enum nf_measure {
#define X(name, key, label, more) name,
    NF_MEASURE_LIST(X, "", "")
#undef X
        NF_MEASURES_COUNT
} nf_measure;

const char *nf_measure_key(nf_measure measure);
const char *nf_measure_help(nf_measure measure);

typedef struct nf_panel {
    int row, column; /* 0..2; of a baseline, and of a follower: the input, 0 */
    int query_input, key_input;
    int rows, columns;    /* tokens of these inputs */
    size_t stride;        /* floats from one row of weights to the next */
    const float *weights; /* NULL unless NF_WEIGHTS was asked for */
    const float
        *cells; /* cell_rows by cell_columns, without gaps; NULL unless NF_CELLS was asked for */
    int cell_rows, cell_columns;
    const float
        *output; /* rows by width; this head's own output, before `gain`; NULL if not asked for, and
                     of a follower */
    size_t width; /* the head's d */
    size_t output_stride;
    float gain; /* what a scaled Value multiplies the output by */
    const double *norm,
        *cosine; /* per token; NaN where the untouched output is zero; NULL if not asked for */
    double measure[NF_MEASURES_COUNT]; /* NaN: a mean of nothing, or not asked for */
    int same; /* the first panel (0..14) made by the very same weights; itself if none before it */
} nf_panel;

/* The whole numbers among them, by the name that the page has for each. */
#define NF_PANEL_NUMBERS(X)                                                                        \
    X(row, row)                                                                                    \
    X(column, column)                                                                              \
    X(queryInput, query_input)                                                                     \
    X(keyInput, key_input)                                                                         \
    X(rows, rows)                                                                                  \
    X(columns, columns)                                                                            \
    X(stride, stride)                                                                              \
    X(same, same)                                                                                  \
    X(cellRows, cell_rows)                                                                         \
    X(cellColumns, cell_columns)

/* And the arrays. */
#define NF_PANEL_ARRAYS(X)                                                                         \
    X(weights, weights)                                                                            \
    X(cells, cells)                                                                                \
    X(norm, norm)                                                                                  \
    X(cosine, cosine)                                                                              \
    X(measures, measure)

const nf_panel *nf_get_panel(const nf_engine *engine, int panel); /* NULL if there is none */

/* The panel's logits before the mask, rows by columns without gaps, into `out` of that size. */
nf_status nf_get_logits(nf_engine *engine, int panel, float *out);

/* What the panel puts out: its `output` times `gain`, rows by width without gaps, into `out`. */
nf_status nf_get_output(nf_engine *engine, int panel, float *out);

/* How one weight came about: what the kernels made on the way, in their order. The product x is the
 * last of the sums so far. A mask may hide the key: then `seen` is 0, and what is made after the
 * product is 0.
 *
 *     softmax   power = 2^((x - largest) slope), weight = power * (1 / sum)
 *     softmax1  the same; `sum` has one more power, `unseen`, that of a logit of 0
 *     sigmoid   exponent = x slope + shift, power = 2^-|exponent|, sum = 1 + power;
 *               weight = 1 / sum, or power / sum where the exponent is negative
 *
 * Each is a float but `scale` and what it is made of: divisor = root * temperature, and
 * scale = multiplier / divisor. */
#define NF_CELL_NUMBERS(X)                                                                         \
    X(normaliser) /* 0, 1, 2: softmax, softmax1, sigmoid */                                        \
    X(seen)       /* 1 or 0 */                                                                     \
    X(scale) /* what turns x into the logit: the factor of a scaled Query or Key, over        \
                     sqrt(d) temp */    \
    X(slope) /* scale * log2(e), rounded to a float once */                                        \
    X(shift) /* of a sigmoid: bias * log2(e) */                                                    \
    X(product)                                                                                     \
    X(largest) /* product of the row; with softmax1 at least 0 */                                  \
    X(exponent)                                                                                    \
    X(power)                                                                                       \
    X(unseen)                                                                                      \
    X(sum)                                                                                         \
    X(factor) /* 1 / sum; of a sigmoid 0 */                                                        \
    X(weight)                                                                                      \
    X(root) /* of the head's width d */                                                            \
    X(temperature)                                                                                 \
    X(divisor)                                                                                     \
    X(multiplier) /* of the logits: by epsilon, and before a following head by `copy` */

typedef struct nf_cell {
#define X(name) double name;
    NF_CELL_NUMBERS(X)
#undef X
} nf_cell;

/* A cell of a panel. `steps` takes 4 d + columns floats: the query and the key as they are
 * multiplied, their products, the sums so far, each of d channels; and the powers of the row, 0 of
 * keys that the query does not see (of a sigmoid: the weights). */
nf_status nf_get_cell(nf_engine *engine, int panel, int query, int key, nf_cell *out, float *steps);

/* The figure's check; the caller must have asked for NF_CHECK, else 0. */
uint64_t nf_check(const nf_engine *engine);

/* What a model says next. It is run on from the layer under study with this head's output replaced
 * by the panel's, all other heads as they were, and compared with the same for the baseline of the
 * queries' input: a panel that changes nothing has a divergence of exactly 0. The stream that is
 * run on is that of the queries' input, also where the output was read from another one's keys
 * (cross). A panel of value=next is judged by this head's own output. */
enum { NF_GUESSES = 5 };

typedef struct nf_guess {
    int piece; /* nf_print_piece names it */
    double p;
} nf_guess;

typedef struct nf_prediction {
    double kl; /* after the last token: sum p log(p/q) in nats, p of the untouched head, q of the
                  panel */
    const double *divergence; /* the same after each token */
    int tokens;               /* how many there are: the panel's rows */
    nf_guess before[NF_GUESSES],
        after[NF_GUESSES]; /* the most likely pieces after the last token, falling */
} nf_prediction;

/* NULL if there is no such panel, if NF_PREDICTION was not asked for, or if the source is no model.
 * Each is a step of nf_step; panels that put out the same share it. The check knows nothing of
 * predictions. */
const nf_prediction *nf_get_prediction(const nf_engine *engine, int panel);

/* The whole of a prediction: the probability of each piece after a token of a panel's queries, with
 * the panel's output in place, into `out` of nf_pieces(engine) numbers. Of a baseline it is what
 * the untouched model says, where a panel is compared with it. */
nf_status nf_get_distribution(nf_engine *engine, int panel, int token, double *out);
int nf_pieces(const nf_engine *engine); /* of the figure's model; 0 without a model */

/* A piece as what follows the text of an input, continued by the untouched model to the end of its
 * word: " wh" may become " whale". Of a figure whose source predicts; else NF_NO_FIGURE. */
nf_status nf_finish_word(nf_engine *engine, int input, int piece, nf_text *out);

/* The source of a figure: how many inputs and heads there are, which head is studied, and of what
 * size. Of a model also its layers, the one that is studied, and the head of the next one that
 * value=next shows; -1 for none. */
typedef struct nf_shape {
    int inputs, heads, head, d;
    int tokens[3];
    int layers, layer, next;
} nf_shape;

nf_status nf_source_shape(nf_engine *engine, const nf_params *params,
                          nf_shape *shape);                       /* of a figure to be made */
nf_status nf_get_shape(const nf_engine *engine, nf_shape *shape); /* of the figure made */

/* Its unperturbed vectors: component 0, 1, 2 (Query, Key, Value) of one head of one input, tokens
 * by d without gaps, into `out`. */
nf_status nf_get_source(nf_engine *engine, int input, int component, int head, float *out);

/* ---- Heads of a model ----------------------------------------------------------------------- */

/* Each head as the model was trained, a mean over the three texts of the figure begun last; of its
 * link nothing else counts. `first`, `diag` and `entropy` are the measures of that name, `previous`
 * is the one named near; `effect` is the kl of a prediction. Ordinary texts do not repeat
 * themselves, so that `induction` is measured on eight sequences of random tokens, the same for
 * every text. */
#define NF_HEAD_MEASURES(X)                                                                        \
    X(first, "mean weight of the first token, over tokens after it")                               \
    X(diag, "mean weight of a token for itself, over tokens after the first")                      \
    X(previous, "mean weight of the token before")                                                 \
    X(induction,                                                                                   \
      "mean weight of what followed a token the first time, over random tokens said twice")        \
    X(entropy, "mean entropy of a row over that of a uniform one")                                 \
    X(effect, "how far the prediction moves (KL divergence) once Query is scaled to nothing, so "  \
              "that rows are uniform")

typedef struct nf_head {
    int layer, head;
#define X(key, text) double key;
    NF_HEAD_MEASURES(X)
#undef X
} nf_head;

/* Head `index` of all, layer by layer: NF_NO_DATA beyond the last, NF_NO_FIGURE if no figure of a
 * model was begun. */
nf_status nf_measure_head(nf_engine *engine, int index, nf_head *head);

/* ---- Words ---------------------------------------------------------------------------------- */

typedef enum nf_title {
    NF_TITLE,
    NF_ROW_HEADER,
    NF_COLUMN_HEADER,
    NF_SHORT_ROW_HEADER, /* without what all of its kind begin with: "Query" */
    NF_SHORT_COLUMN_HEADER
} nf_title;

/* "Modifying Query with ε = 5e-1", in words of its own for each operation. Where Value is seen in
 * the next layer it is "Following Head after ..": which head that is, only a made figure knows.
 * With `marked`, the word that is italic stands between asterisks. The caption is of the weights,
 * which a figure is made of, whatever is shown of them. */
void nf_print_title(const nf_params *params, int panel, nf_title which, bool marked, nf_text *out);
void nf_print_caption(const nf_params *params, nf_text *out);

/* A model's tokens are pieces of text. A piece is printed as the text has it, with the space in
 * front of a word, so that those of an input make up what was read of it; the one that begins every
 * text is "⟨begin⟩". Tokens of the reader's own tensors are printed by their labels. Nothing is
 * printed where there is no such token or piece, or where it has no label. */
void nf_print_token(const nf_engine *engine, int input, int token, nf_text *out);
void nf_print_piece(const nf_engine *engine, int piece, nf_text *out);

/* One sentence if the figure's mask, normaliser or temperature is none that its model was trained
 * with, else nothing. */
void nf_print_counterfactual(const nf_engine *engine, nf_text *out);

/* As JSON; null where there is nothing of the kind.
 *
 *     source  {"kind":"model","head":7,"heads":8,"layer":2,"layers":4,"next":null,
 *              "counterfactual":"","note":""}
 *     inputs  [{"count":3,"begin":1,"tokens":["⟨begin⟩"," The"," rain"]},..]
 *     head    {"layer":2,"head":7,"first":0.9,..}
 *
 * `note` is a sentence where an operation has no input to take from. There are always three inputs;
 * `tokens` is null without a model or labels. A source whose layer or head has a label says it, as
 * "layerName" and "headName". */
void nf_print_source(const nf_engine *engine, nf_text *out);
void nf_print_inputs(const nf_engine *engine, nf_text *out);
void nf_print_head(const nf_head *head, nf_text *out);

/* ---- Statements ----------------------------------------------------------------------------- */

/* A statement compares a measure, a cell, or the difference of two panels with a number:
 *
 *     MEASURE~PLACE~gt|ge|lt|le|eq~NUMBER
 *     MEASURE~PLACE~gt|ge|lt|le|eq~FACTOR~MEASURE[~PLACE[~OFFSET]]
 *     diff|gap~PLACE~PLACE~gt|ge|lt|le|eq~NUMBER      largest, mean absolute difference of panels
 *     cell~PLACE~ROW~COLUMN~gt|ge|lt|le|eq~NUMBER     one cell, counted from 0
 *     says~PLACE~is~BYTES           the likeliest next piece of a model, its bytes in hexadecimal
 *
 * The second form compares with FACTOR times a second measure, plus OFFSET; without a place the
 * second measure is of the same panel. `in~LOW~HIGH`, ends included, may stand for any comparison
 * and its number. PLACE is p11 to p33, b1 to b3, or a set in each of which it must hold: r1 to r3,
 * c1 to c3, d1 (p11 p22 p33), all. Beside the measures of a panel there is `prediction`, the kl of
 * its nf_prediction. Needs a figure made with NF_MEASURES, for diff, gap and cell with NF_WEIGHTS,
 * and for says and prediction with NF_PREDICTION. `says` is judged as a number, 1 or 0. */
typedef enum nf_holds { NF_FAILS, NF_HOLDS, NF_UNKNOWN } nf_holds;

typedef struct nf_verdict {
    nf_holds holds;
    double number,
        bound; /* of the place that decides: the one that fails, else the one nearest to failing */
    int panel; /* that place */
    nf_cause cause;
    char why[120]; /* for NF_UNKNOWN: what cannot be read or measured */
} nf_verdict;

nf_verdict nf_ask(nf_engine *engine, const char *statement, size_t length, double slack);

/* ---- Readings: five descriptions of two figures, sentence by sentence ----------------------- */

typedef enum nf_any { NF_YES, NF_ALWAYS, NF_LOOSE_ROWS, NF_NEVER, NF_NOT_HERE } nf_any;

typedef struct nf_sentence {
    const char *text, *test; /* statements separated by ';', all of which must hold */
    const char *with;        /* what to change in the link for this sentence, or NULL */
    double slack;            /* how far a number read off a picture may be off */
    bool refutes;            /* the test, where it holds, speaks against the sentence */
    nf_any any;              /* can any head bear it out? */
    const char *reason;
} nf_sentence;

typedef struct nf_reading {
    const char *name, *question, *link;
    int sentences;
    const nf_sentence *sentence;
} nf_reading;

int nf_readings(void);
const nf_reading *nf_get_reading(int reading);
const char *nf_any_text(nf_any any);

/* Makes the reading's figure and puts the sentence's test to it. `holds` is of the test: the
 * sentence is borne out if that is not `refutes`. */
nf_verdict nf_judge(nf_engine *engine, const nf_reading *reading, const nf_sentence *sentence);
void nf_print_readings(nf_engine *engine, nf_text *out); /* all of them, judged, as a JSON array */

#ifdef __cplusplus
}
#endif

#endif
