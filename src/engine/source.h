/* Where Query, Key and Value come from. A source says how many inputs, heads and tokens there are
 * and which head is studied, and fills in the vectors of any head of any input. Functions that only
 * some sources have are NULL in the others. */
#ifndef NF_SOURCE_H
#define NF_SOURCE_H

#include "also.h"

enum { QUERY, KEY, VALUE };

/* Some rows of Query, Key or Value of one head of one input. */
typedef struct vector_rows {
    int input, component, head;
    int first, rows;
} vector_rows;

/* Some bytes in memory of another owner. */
typedef struct byte_slice {
    const char *at;
    size_t length;
} byte_slice;

/* What a model goes on from, for a prediction: an output in the place of that of the head under
 * study. */
typedef struct going_on {
    int input, key_input;
    const float *output; /* (tokens, stride) */
    size_t stride;
    const struct recipe *prediction; /* figure.h: the output's gain; how other heads change */
    const struct recipe *weights, *product; /* from which the output was made */
    void *scratch;                          /* of the source's going_bytes */
} going_on;

typedef struct source_kind source_kind;
typedef struct source source;

struct source {
    const source_kind *kind;
    void *held; /* what was brought for this kind, of its own type */
    const nf_params *params;
    nf_fault fault; /* set with `why`, of which `say` is the writer */
    nf_shape shape;
    int inputs;     /* how many inputs differ; those after them repeat the last one */
    uint64_t bytes; /* of memory that it uses, with what was brought */

    /* Reads some of what must be read before the functions below may be called. Returns NF_MORE
     * until all is read, then NF_OK; NF_READ while it waits for the bytes that `wanted` names; else
     * what failed. It may fill in shape.next. Until it returns NF_OK the last figure's memory is
     * untouched. NULL if there is nothing to read. */
    nf_status (*read)(source *self, nf_text *why);
    double read_share; /* how much of that is done, 0..1 */
    nf_range wanted;

    /* Uses the bytes that were wanted, at once; NULL if they could not be read. */
    nf_status (*use_bytes)(source *self, const uint8_t *bytes, nf_text *why);

    /* What fill_following, run_on and say_next would need of files, and what they make, an engine
     * stage at a time, in steps as those of `read`; it makes predictions whole. NULL where they
     * read nothing. */
    nf_status (*read_on)(nf_engine *engine, nf_text *why);

    /* Writes these rows, rows by d, without gaps. */
    void (*fill)(const source *self, const vector_rows *which, float *out);

    /* Puts rotary positions into queries or keys, after they were changed; NULL if there are
     * none. */
    void (*rotate)(const source *self, int rows, size_t stride, float *x);

    /* Writes Query or Key of the following head, when this head's output is `output` times `gain`,
     * both with `stride`. NULL if there is no such head; then the figure uses the output itself for
     * the keys of one. */
    void (*fill_following)(const source *self, int input, int component, const float *output,
                           size_t stride, float gain, float *out);

    /* The model's state after each token of an input when it goes on so: (tokens, state_width),
     * without gaps. NULL if the source predicts nothing, or by read_on. */
    void (*run_on)(const source *self, const going_on *from, float *states);

    /* The logits of the next token, (count, pieces), that follow from such states. */
    void (*say_next)(const source *self, const float *states, int count, float *logits);
    int state_width; /* 0 if nothing is predicted */

    /* What the link asks for beside the head under study, for predictions: a changed Key or Value
     * is put into all heads that share it; and whether the check covers what is then said, as it
     * does where other heads change too. */
    bool changes_group, checks_logits;
    int others; /* how many other heads change along with it: those of `also` */
    also_head other[ALSO_MAX];
    uint64_t going_bytes; /* of scratch memory for run_on */

    int begin_tokens; /* in front of each input, that its text does not hold */

    /* Where tokens are pieces of text: how many different pieces there are, which one a token is,
     * and its text. Else 0 and NULL. */
    int pieces;
    int (*piece_at)(const source *self, int input, int token);
    byte_slice (*name_piece)(const source *self, int piece);

    /* What readers call the layer, 0, each head, from 1, and each token, from token_labels[input]
     * on, which is 0 where those of an input have no names; NULL where nothing has one. */
    byte_slice (*label)(const source *self, int which);
    int token_labels[3];

    /* A piece as what follows an input's text, with the pieces that the untouched model goes on
     * with to the end of its word. NULL where that is not done: then a piece
     * stands for itself. */
    void (*finish_word)(const source *self, int input, int piece, nf_text *out);

    /* Work in the unit of work.h: to fill one row of one head of each input, and to run one token
     * through the model. */
    uint64_t row_work[3], token_work;
};

/* Whether a changed Key or Value is put into all heads that share it, and whether predictions are
 * made from files: of models of the reader's own alone. */
#ifdef NF_WITHOUT_OWN
static inline bool shares_groups(const source *s) { return (void)s, false; }
static inline bool reads_on(const source *s) { return (void)s, false; }
#else
static inline bool shares_groups(const source *s) { return s->changes_group; }
static inline bool reads_on(const source *s) { return s->read_on != NULL; }
#endif

/* Whether tokens of an input have names that are no pieces of text, and what is called `which` of
 * `label` above, empty without a name: of tensors alone. */
#ifdef NF_WITHOUT_TENSORS
static inline bool has_labels(const source *s, int input) { return (void)s, (void)input, false; }
static inline byte_slice label_of(const source *s, int which) {
    return (void)s, (void)which, (byte_slice){"", 0};
}
#else
static inline bool has_labels(const source *s, int input) { return s->token_labels[input] > 0; }
static inline byte_slice label_of(const source *s, int which) {
    return s->label ? s->label(s, which) : (byte_slice){"", 0};
}
#endif

/* A kind of source: a word of the parameter `source`. */
struct source_kind {
    /* Sets up *self from the parameters and from what was brought, NULL if nothing was; or says why
     * that cannot be. Reads nothing, and changes nothing else. */
    nf_status (*open)(const nf_params *params, void *held, source *self, nf_text *why);

    /* Writes the name of what was brought into a state that names nothing; NULL if it has no
     * name. */
    void (*name)(void *held, nf_params *params);

    void (*close)(void *held); /* frees what was brought; NULL if nothing ever is */
};

enum { SOURCE_KINDS = 3 };

/* The kinds of this program, in the order of the words; NULL for those that it is built without.
 * Each program links a list of its own, so the linker leaves the code of other kinds out. */
extern const source_kind *const nf_source_kinds[SOURCE_KINDS];

extern const source_kind synthetic_kind, tensors_kind, model_kind;

/* Replaces what was brought for a kind of source. The last figure is no longer valid; only its
 * memory is used again. */
void hold(nf_engine *engine, int kind, void *held);

#endif
