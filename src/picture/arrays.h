/* The numbers of a figure for NumPy: one part after the other, so that no more than an array of
 * them is in memory at a time. src/cli/README.md says what each array is. */
#ifndef NF_ARRAYS_H
#define NF_ARRAYS_H

#include "ninefold.h"
#include "npz.h"

typedef struct taking {
    nf_engine *engine;
    const nf_params *params;
    const char *ignored; /* what was not used of the link, as a JSON array */
    bool distributions;  /* with the probability of every next piece */
    npz file;
} taking;

int arrays_want(void); /* what the figure must be made with */

/* About how many bytes the file of a figure to be made will have. */
uint64_t arrays_bytes(nf_engine *engine, const nf_params *params, bool distributions);

void start_arrays(taking *self, npz_take *take, void *with);

/* Writes a part, counted from 0; false behind the last, which ends the file. */
bool write_part(taking *self, int part);

#endif
