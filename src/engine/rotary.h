/* Rotary positions that a link asks for, of the reader's own tensors: some channels of a query or a
 * key turn in pairs, by angles that grow with the token's position. */
#ifndef NF_ROTARY_H
#define NF_ROTARY_H

#include "slice.h"

typedef struct rotary {
    bool neighbours; /* pairs are (2i, 2i + 1), else (i, i + width / 2) */
    uint32_t width;  /* how many channels turn, even; 0: none */
    uint32_t base;   /* pair i of token t turns by t / base^(2i / width) */
} rotary;

/* "half.64.10000" or "pairs.64.10000": the pairs, the channels and the base. Empty is none. */
bool read_rotary(slice text, rotary *to);

/* Turns rows 0 to rows - 1, which lie `stride` floats apart. */
void turn_rows(rotary by, int rows, size_t stride, float *x);

#endif
