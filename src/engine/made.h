/* The memory of an entry of the plan: its size, and what stands where in it. */
#ifndef NF_MADE_H
#define NF_MADE_H

#include "figure.h"
#include "measure.h"

/* Bytes, a multiple of a cache line. */
uint64_t entry_bytes(const entry *e);

/* VECTORS, FOLLOWING, PRODUCT, WEIGHTS, OUTPUT, PREDICTION: the rows, all of them or one band. */
float *rows_in(void *memory);

/* VECTORS, FOLLOWING of keys: the keys as product_rows takes them, behind the rows. */
float *packed_in(const entry *e, void *memory);

/* PRODUCT: the range of each row, of all rows, behind the rows that are kept. */
range *ranges_in(const entry *e, void *memory);

tally *tally_in(void *memory); /* MEASURES */

/* CELLS: the cells, and behind them one row of all columns, in which rows are pooled. */
float *cells_in(void *memory);
float *pooled_row_in(void *memory);

/* EFFECT: one number for each token. */
double *norms_in(void *memory);
double *cosines_in(const entry *e, void *memory);

uint64_t *hash_in(void *memory); /* HASH, SAID */

/* DIVERGENCE: a prediction compared with that of the reference. */
typedef struct compared {
    nf_guess before[NF_GUESSES], after[NF_GUESSES]; /* after the last token */
    double divergence[];                            /* after each token */
} compared;

compared *compared_in(void *memory);

#endif
