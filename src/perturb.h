/* Query, Key or Value changed: replaced by a mean, blended with it, or disturbed. Scaling is not here: it multiplies
 * logits and outputs (numerics: canonical order of rounding). */
#ifndef NF_PERTURB_H
#define NF_PERTURB_H

#include "source.h"

typedef enum change { UNTOUCHED, TO_MEAN, BLENDED, DISTURBED } change;

typedef struct perturbation {
    int input, component;
    change change;
    int over;  /* OVER_...; 0 where no mean is taken */
    double s;  /* BLENDED: the mean's share; DISTURBED: the noise over the vectors' rms; else 0 */
} perturbation;

/* Doubles and floats of scratch that perturb needs, each tokens * d. */
enum { PERTURB_SCRATCH_BYTES = sizeof(double) + sizeof(float) };

/* The changed vectors, tokens by d with a stride of `stride` floats, the rest of a row +0. Elements are computed in
 * double precision and rounded once. */
void perturb(const source *from, const perturbation *what, void *scratch, float *out, size_t stride);

#endif
