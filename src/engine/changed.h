/* The output of one head whose Query, Key or Value is changed, made at once: for predictions in
 * which other heads change along with the one under study. The numbers are those that a figure of
 * this head would have, in the same order of rounding. */
#ifndef NF_CHANGED_H
#define NF_CHANGED_H

#include "attention.h"
#include "perturb.h"

typedef struct changed_head {
    const source *from; /* gives the vectors of shape.head */
    int input, key_input;
    head_change change;
    int mask, window; /* as in the table of parameters */
    normaliser by;    /* with the factor of a change that is one */
} changed_head;

/* A head that changes in a prediction: looking as a trained head does, causally, by softmax and at
 * temperature 1; or as the link has the head under study look. `from` gives its vectors. */
changed_head head_as_trained(const source *from, const going_on *on);
changed_head head_as_asked(const source *from, const going_on *on);

uint64_t changed_head_bytes(int tokens, int d);

/* Writes the output, (tokens, stride), to the start of `memory`, which is of changed_head_bytes.
 * The stride is d, rounded up to 8. */
void make_changed_head(const changed_head *h, float *memory);

#endif
