/* Query, Key or Value changed: replaced by a mean, blended with it, disturbed by noise, or patched.
 * Scaling is not here; it multiplies logits and outputs.
 *
 * The work is done in slices of some rows of one head, so that even a mean over many heads of a
 * long input never blocks the page. Each sum goes on where the slice before left it, so that no
 * number depends on the size of a slice. */
#ifndef NF_PERTURB_H
#define NF_PERTURB_H

#include "source.h"

enum { UNTOUCHED = -1 }; /* stands for an operation: none */

bool takes_mean(int operation);  /* whether it takes a mean: then `over` counts */
bool takes_share(int operation); /* whether the strength s counts */

/* The work on one row, in the unit of work.h, beside the arithmetic that all operations share. */
uint64_t work_of_change(int operation, const source *from);

/* Whether an operation changes anything with this number of inputs: patching needs input 2. */
bool changes_inputs(int operation, int inputs);

enum { SLICE_FLOATS = 1 << 14 }; /* takes half a millisecond in a browser */

/* The memory that perturb works in, of perturb_bytes. */
typedef struct perturb_scratch {
    float slice[SLICE_FLOATS]; /* vectors of one head */
    double sums[];             /* (tokens, d) for a mean over heads; else fewer */
} perturb_scratch;

typedef struct perturbation {
    const source *from;
    int input, component;
    int change;    /* OP_..., no factor; or UNTOUCHED */
    int over;      /* OVER_...; 0 where no mean is taken */
    double s;      /* 0 where the operation has none */
    float *out;    /* the changed vectors, tokens by d, the rest of each row +0 */
    size_t stride; /* of `out` */
    perturb_scratch *scratch;
    int pass, row; /* what comes next: begin with zeros */
} perturbation;

/* What is done to a head. */
typedef struct head_change {
    int operation; /* OP_..., or UNTOUCHED */
    int component; /* -1: Query and Key */
    int over;      /* OVER_... of a mean, else 0 */
    double s;      /* the strength, or the factor */
} head_change;

uint64_t perturb_bytes(int tokens, int d);

double perturb_share(const perturbation *p); /* how much of the work is done, 0..1 */

/* Works on one slice; true when `out` is complete. Elements are computed in double precision and
 * rounded to a float once. */
bool perturb(perturbation *p);

#endif
