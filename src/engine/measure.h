/* The measures of a panel, gathered row by row, so that rows need not be kept. */
#ifndef NF_MEASURE_H
#define NF_MEASURE_H

#include "attention.h"
#include "ninefold.h"

/* What has been gathered of a panel so far; see measure.c. */
typedef struct tally tally;

uint64_t measures_bytes(int rows); /* the size of a tally */
void start_tally(tally *t, int rows, int columns);

/* One more row, in order; `reference` is the untouched head's row, or NULL if there is none. */
void tally_row(tally *t, int i, const float *row, const float *reference, span see);

/* Does some of what is left once all rows are in; false if nothing was. `kept` is the whole matrix,
 * or NULL: then NF_MIRROR is unknown. */
bool finish_tally(tally *t, const float *kept, size_t stride);

/* The measures that weights alone give, of a finished tally. */
void read_tally(const tally *t, double measure[NF_MEASURES_COUNT]);

/* |o| / |reference| and the cosine between them; NaN where they have none. */
void compare_outputs(const float *o, const float *reference, int d, double *norm, double *cosine);

/* The mean of what is not NaN. */
double mean_of(const double *x, int count);

#endif
