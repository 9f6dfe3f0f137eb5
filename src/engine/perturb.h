/* Query, Key or Value changed: replaced by a mean, blended with it, disturbed, or patched. Scaling
 * is not here: it multiplies logits and outputs (numerics: canonical order of rounding).
 *
 * The work is done in slices of some rows of one head, so that a mean over many heads of a long
 * input never holds up the page. Every sum goes on where the slice before left it, so slices do not
 * show in the numbers. */
#ifndef NF_PERTURB_H
#define NF_PERTURB_H

#include "source.h"

enum { UNTOUCHED = -1 }; /* in the place of an operation: none */

bool takes_mean(int operation);  /* whether it matters over what a mean is taken */
bool takes_share(int operation); /* whether s does */

/* What a row of the change costs beyond arithmetic in double precision, in multiplications. */
uint64_t work_of_change(int operation, const source *from);

/* Whether it changes anything where there are so many inputs: one that takes from input 2 needs it.
 */
bool changes_inputs(int operation, int inputs);

enum { SLICE_FLOATS = 1 << 14 }; /* half a millisecond of a synthetic head in a browser */

/* perturb_bytes in all. */
typedef struct perturb_scratch {
    float slice[SLICE_FLOATS]; /* vectors of one head */
    double sums[];             /* (tokens, d): what a mean is made of */
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
    int pass, row; /* how far it is: zeros at first */
} perturbation;

uint64_t perturb_bytes(int tokens, int d);

double perturb_share(const perturbation *p); /* of the work that is done, 0..1 */

/* One slice; true when `out` is done. Elements are computed in double precision and rounded once.
 */
bool perturb(perturbation *p);

#endif
