/* What is made of an entry of the plan: how much memory that takes, and what stands where in it. */
#ifndef NF_MADE_H
#define NF_MADE_H

#include "figure.h"
#include "measure.h"

/* Bytes, a multiple of a cache line. */
uint64_t entry_bytes(const entry *e);

/* VECTORS, FOLLOWING, PRODUCT, WEIGHTS, OUTPUT, PREDICTION: row 0 of what is kept, a band or all.
 */
float *rows_in(void *memory);

/* VECTORS, FOLLOWING of keys: turned for product_rows, behind the rows they were packed from. */
float *packed_in(const entry *e, void *memory);

/* PRODUCT: what the products of each row lie between, for all rows, behind those that are kept. */
range *ranges_in(const entry *e, void *memory);

tally *tally_in(void *memory); /* MEASURES */

/* CELLS: the cells, and behind them a row of all columns, for what is drawn as one. */
float *cells_in(void *memory);
float *pooled_row_in(void *memory);

/* EFFECT: of each token. */
double *norms_in(void *memory);
double *cosines_in(const entry *e, void *memory);

uint64_t *hash_in(void *memory); /* HASH */

/* DIVERGENCE: what is said next, compared with what the untouched head leads to. */
typedef struct compared {
    nf_guess before[NF_GUESSES], after[NF_GUESSES]; /* after the last token */
    double divergence[];                            /* after each token */
} compared;

compared *compared_in(void *memory);

#endif
