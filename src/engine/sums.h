/* The sums over some columns of a row that its measures are made from. */
#ifndef NF_SUMS_H
#define NF_SUMS_H

#include "attention.h"

/* A row of weights and the logarithms of its weights. */
typedef struct logged_row {
    const float *w;
    exponents of;
} logged_row;

/* What is added up: w, r (the row that it is compared with), w times its exponent, and w times how
 * much more that is than r's. */
enum { SUM, COMPARED, EXPONENTS, APART, SUMS };

/* Sums so far, each as four partial sums: number k is of the columns j with (j - from) mod 4 = k,
 * where `from` is the part's first. Likewise the smallest w, the largest, and the largest |w - r|;
 * the latter two are negative. */
typedef struct row_sums {
    double of[SUMS][4];
    float low[4], minus_high[4], minus_change[4];
} row_sums;

enum { SUMS_BESIDE = 3 }; /* floats, and places, that sum_part may touch beyond the part's end */

/* Adds the columns of a part. Each w is added to its place, too; places[0] is the first
 * column's. */
void sum_part(const logged_row *row, const logged_row *compared, span part, double *places,
              row_sums *sums);

#endif
