/* Where Query, Key and Value come from. Every source answers the same questions: how many inputs,
 * heads and tokens, which head is studied, and the vectors of any head of any input. What a source
 * has to say beyond that, it says by functions that others leave NULL. */
#ifndef NF_SOURCE_H
#define NF_SOURCE_H

#include "ninefold.h"

enum { QUERY, KEY, VALUE };

/* Some rows of Query, Key or Value of one head of one input. */
typedef struct vector_rows {
    int input, component, head;
    int first, rows;
} vector_rows;

/* Some bytes that somebody else keeps. */
typedef struct byte_slice {
    const char *at;
    size_t length;
} byte_slice;

typedef struct source_kind source_kind;
typedef struct source source;

struct source {
    const source_kind *kind;
    void *held; /* what was brought for this kind, of its own type */
    const nf_params *params;
    nf_shape shape;
    int inputs;     /* that are texts or tensors of their own; others repeat the last */
    uint64_t bytes; /* of memory it takes, what was brought included */

    /* Some of what must be read before all below answers: NF_MORE until it is done, then NF_OK;
     * NF_READ while it waits for the range `wanted`; else why not. It settles the shape's `next`.
     * Before that the rest of the shape alone is known, and what another figure is made from stays
     * as it is. NULL if nothing is to be read. */
    nf_status (*read)(source *self, nf_text *why);
    double read_share; /* how much of that is done, 0..1 */
    nf_range wanted;

    /* Uses the bytes of that range at once; NULL if they could not be read. */
    nf_status (*take)(source *self, const uint8_t *bytes, nf_text *why);

    /* These rows: rows by d, no gaps. */
    void (*fill)(const source *self, const vector_rows *which, float *out);

    /* Rotary positions, put into queries or keys after they were changed; NULL if there are none.
     */
    void (*turn)(const source *self, int rows, size_t stride, float *x);

    /* Query or Key of the following head, when this head's output is `output` times `gain`, both
     * with `stride`. NULL if there is no such head: then one is made up whose keys read the output
     * (numerics, value=next). */
    void (*follow)(const source *self, int input, int component, const float *output, size_t stride,
                   float gain, float *out);

    /* The model's state after each token of an input when this head's output is `output` times
     * `gain`: (tokens, state_width), no gaps. NULL if nothing is predicted. */
    void (*run_on)(const source *self, int input, const float *output, size_t stride, float gain,
                   float *states);

    /* The logits of the next token, (count, pieces), that such states lead to. */
    void (*say_next)(const source *self, const float *states, int count, float *logits);
    int state_width;

    /* Of tokens that are pieces of text: how many pieces there are, which one a token is, and how
     * the text has it. 0 and NULL where tokens have no names. */
    int pieces;
    int (*piece_at)(const source *self, int input, int token);
    byte_slice (*name_piece)(const source *self, int piece);

    /* A piece as what follows an input's text, with the pieces that the untouched model goes on
     * with to the end of its word. NULL where pieces are whole words, or are not predicted. */
    void (*finish_word)(const source *self, int input, int piece, nf_text *out);

    /* What it takes, in the unit of work.h: to fill a row of one head of each input, and for a
     * token to be run through the model. */
    uint64_t row_work[3], token_work;
};

/* What a word of the table's row `source` stands for. */
struct source_kind {
    /* Sets up *self from the parameters and from what was brought, NULL if nothing was; else says
     * why not. Reads and changes nothing. */
    nf_status (*open)(const nf_params *params, void *held, source *self, nf_text *why);

    /* Makes a state name what is here, where it names nothing; NULL if links have no name for it.
     */
    void (*name)(void *held, nf_params *params);

    void (*close)(void *held); /* frees what was brought; NULL if nothing ever is */
};

enum { SOURCE_KINDS = 3 };

/* Those that this program has, by the number of their word; NULL where it has none. Each program
 * links a list of its own, so that one without a model has none of a model's code in it. */
extern const source_kind *const nf_source_kinds[SOURCE_KINDS];

extern const source_kind synthetic_kind, tensors_kind, model_kind;

/* Puts what was brought in the place of what was there. The figure that stands is of a source that
 * is no more: only its memory is of use. */
void hold(nf_engine *engine, int kind, void *held);

#endif
