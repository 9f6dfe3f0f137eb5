/* Where Query, Key and Value come from. Every source answers the same questions: how many inputs, heads and tokens,
 * which head is studied, and the vectors of any head of any input. */
#ifndef NF_SOURCE_H
#define NF_SOURCE_H

#include "ninefold.h"

enum { QUERY, KEY, VALUE };

/* Some rows of Query, Key or Value of one head of one input. */
typedef struct vector_rows {
    int input, component, head;
    int first, rows;
} vector_rows;

typedef struct source {
    nf_shape shape;
    const nf_params *params;   /* synthetic: its sliders; model: its texts */
    const nf_tensors *tensors; /* tensors: what was brought */
    struct trained *trained;   /* model: what has read the texts */

    /* Makes what all below answer from, and settles the shape's `next`; NULL if nothing is to be made. Before that
     * the shape alone is known, and what another figure is made from stays as it is. */
    void (*read)(struct source *self);

    /* These rows: rows by d, no gaps. */
    void (*fill)(const struct source *self, const vector_rows *which, float *out);

    /* Rotary positions, put into queries or keys after they were changed; NULL if there are none. */
    void (*turn)(const struct source *self, int rows, size_t stride, float *x);

    /* Query or Key of the following head, when this head's output is `output` times `gain`, both with `stride`. NULL
     * if there is no such head: then one is made up whose keys read the output (numerics, value=next). */
    void (*follow)(const struct source *self, int input, int component, const float *output, size_t stride, float gain,
                   float *out);

    /* The model's state after each token of an input when this head's output is `output` times
     * `gain`: (tokens, state_width), no gaps. NULL if nothing is predicted. */
    void (*run_on)(const struct source *self, int input, const float *output, size_t stride,
                   float gain, float *states);

    /* The logits of the next token, (count, pieces), that such states lead to. */
    void (*say_next)(const struct source *self, const float *states, int count, float *logits);
    int state_width;
    int pieces;                /* how many there are for a token to be; 0 if tokens have no names */
    const uint16_t *piece_of[3]; /* that each token of an input is */
    void (*name_piece)(const struct source *self, int piece, nf_text *out);
} source;

/* Each sets up *self from the parameters; on failure `why` says what is missing. */
nf_status synthetic_source(const nf_params *params, source *self, nf_text *why);
nf_status tensors_source(const nf_params *params, const nf_tensors *tensors, source *self, nf_text *why);

/* By which a link's `file` names them: ninefold.h, nf_name_tensors. */
void name_tensors(const nf_tensors *tensors, nf_text *out);

/* Refuses tensors with shapes outside the limits, or with an element that is not finite or too large. */
nf_status check_tensors(const nf_tensors *tensors, nf_text *why);

#endif
