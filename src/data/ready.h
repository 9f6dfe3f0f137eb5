/* Ready attention weights in a file: what a model made of Query and Key, and not these. */
#ifndef NF_DATA_READY_H
#define NF_DATA_READY_H

#include "arrays.h"

enum { READY_HEADS = 64, READY_TOKENS = 16384 };

/* Whether an array can be weights, by its type and shape: (tokens, tokens), (heads, tokens,
 * tokens), or these in a batch of one. */
bool can_be_ready(const array *array);

/* The array that is taken for weights where none is for Query, Key and Value: the only one that can
 * be, or the only one of these whose name says so; -1 if there is none. */
int find_ready(const array_file *file);

/* The first array whose name says that it holds attention, whatever its shape; else the only one
 * that is called weights; -1 if there is neither. */
int named_weights(const array_file *file);

/* The array of a name that somebody gave; -1, and why, if it cannot be weights. */
int ready_of_name(const array_file *file, const char *name, nf_text *why);

/* In memory of its own: (heads, tokens, tokens), of which some may not be finite. */
typedef struct ready_weights {
    float *values; /* NULL if there are none */
    int heads, tokens;
    char name[ARRAY_NAME_MAX + 1]; /* of the array */
    char *labels;                  /* as those of nf_tensors, of one input */
} ready_weights;

/* Those of an array, and what its file calls them. False, and why: numbers that cannot be had, or
 * are below 0, as no weight is. Else `why` says which names were left out. */
bool read_ready(const array_file *file, int which, ready_weights *out, nf_text *why);
void forget_ready(ready_weights *of);

#endif
