/* Ready attention weights as a picture: all their heads, as they are. Nothing is made of them
 * again, so that there is no link and no check. */
#ifndef NF_GALLERY_H
#define NF_GALLERY_H

#include "scale.h"

enum { GALLERY_HEADS = 64 };

typedef struct gallery {
    const float *weights; /* (heads, tokens, tokens) */
    int heads, tokens;
    const char *name;        /* what readers call them */
    const char *labels;      /* and their layer, heads and tokens, as in nf_tensors; NULL without */
    const nf_params *params; /* how they are looked at: view, range, colors */
} gallery;

/* Whether no query has a weight beyond itself, in any head, but such as are not finite. */
bool is_causal(const gallery *of);

/* How many weights of a head are not finite. */
int64_t count_not_finite(const gallery *of, int head);

/* The first row in which a state asks for what ready weights do not have; -1 if there is none. */
int lacked_by_gallery(const nf_params *params);

/* Appends the picture as SVG; false if there is not enough memory. */
bool put_gallery(nf_text *out, const gallery *of);

#endif
