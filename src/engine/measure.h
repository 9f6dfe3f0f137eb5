/* The measures of a panel. They are summed up row by row, so that no row need be kept. */
#ifndef NF_MEASURE_H
#define NF_MEASURE_H

#include "ninefold.h"
#include "sums.h"

/* The sums so far of one panel; see measure.c. */
typedef struct tally tally;

uint64_t measures_bytes(int rows, int columns); /* the size of a tally */
void start_tally(tally *t, int rows, int columns);

/* The logarithms of a row of weights, taken of each of them; they are written to `logs`. */
exponents logs_of(const float *w, span see, float *logs);

/* Adds row i; rows come in order. `compared` is that row of the untouched head, or NULL. Of a row
 * without keys nothing is looked at. */
void tally_row(tally *t, int i, const logged_row *row, const logged_row *compared, span see);

/* Adds all rows of causal weights (n, n) that nothing more is known of, in memory of
 * causal_bytes. */
uint64_t causal_bytes(int n);
void tally_causal(tally *t, const float *weights, size_t stride, int n);

/* Does a step of what is left when all rows were added; false if nothing was left. `kept` is the
 * whole matrix of weights, or NULL if it was not kept: then NF_MIRROR is unknown. */
bool finish_tally(tally *t, const float *kept, size_t stride);

/* The measures that weights alone give, of a finished tally. */
void read_tally(const tally *t, double measure[NF_MEASURES_COUNT]);

/* |o| / |reference| and the cosine between them; NaN where they have none. */
void compare_outputs(const float *o, const float *reference, int d, double *norm, double *cosine);

/* The mean of those numbers that are not NaN. */
double mean_of(const double *x, int count);

#endif
