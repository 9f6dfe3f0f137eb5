/* Where Query, Key and Value come from. Every source answers the same questions: how many inputs, heads and tokens,
 * which head is studied, and the vectors of any head of any input. */
#ifndef NF_SOURCE_H
#define NF_SOURCE_H

#include "ninefold.h"

enum { QUERY, KEY, VALUE };

typedef struct source {
    nf_shape shape;
    const nf_params *params;   /* synthetic: its sliders */
    const nf_tensors *tensors; /* tensors: what was brought */
    void (*fill)(const struct source *self, int input, int component, int head, float *out); /* tokens by d, no gaps */
} source;

/* Each sets up *self from the parameters; on failure `why` says what is missing. */
nf_status synthetic_source(const nf_params *params, source *self, nf_text *why);
nf_status tensors_source(const nf_params *params, const nf_tensors *tensors, source *self, nf_text *why);

/* Refuses tensors with shapes outside the limits, or with an element that is not finite or too large. */
nf_status check_tensors(const nf_tensors *tensors, nf_text *why);

#endif
