/* The kernels: rows of logits from queries and keys, rows of weights from logits, rows of output
 * from weights.
 *
 * All sums go over their index in order, each product rounded and then added. SIMD lanes run across
 * keys (or across the channels of an output), so no number depends on how many lanes there are.
 * Matrices are stored row by row; their stride is a multiple of 16 floats for logits and weights,
 * of 8 for vectors. The floats between a row's end and its stride, and the logits of keys outside
 * `see`, may hold anything: they are loaded, and no result depends on them. */
#ifndef NF_ATTENTION_H
#define NF_ATTENTION_H

#include "params.h"

#include <stddef.h>

/* The keys j that a query may look at: from <= j < to. None if from == to. */
typedef struct span {
    int from, to;
} span;

/* Which keys row i sees, out of `columns`; `mask` and `window` as in the table of parameters. */
static inline span allowed_keys(int mask, int window, int i, int columns) {
    int to = mask == MASK_NONE || i >= columns ? columns : i + 1;
    int from = mask == MASK_WINDOW && i >= window ? i - window + 1 : 0;
    return (span){from < to ? from : to, to};
}

static inline size_t rounded_up(size_t x, size_t to) { return (x + to - 1) / to * to; }

/* Copies keys (m, stride) into blocks of eight keys, [m/8][d][8], so that lanes run across keys.
 * m/8 is rounded up, d up to a multiple of 4; packed_floats is the size. */
void pack_keys(const float *keys, size_t stride, int m, int d, float *packed);

static inline size_t packed_floats(int m, int d) {
    return rounded_up((size_t)m, 8) * rounded_up((size_t)d, 4);
}

enum { GROUP_ROWS = 4 }; /* rows that are multiplied together, by the same keys */

/* x[i][j] = sum over c of q[i][c] k[j][c] for at most GROUP_ROWS queries and the keys of `see`,
 * widened to whole blocks. */
void product_rows(const float *queries, size_t stride, int rows, const float *packed, int d,
                  span see, float *x, size_t x_stride);

/* o[i][c] = sum over j of w[i][j] v[j][c] for at most GROUP_ROWS rows of weights and the keys of
 * `see`; weights of other keys are +0. */
void output_rows(const float *w, size_t w_stride, int rows, const float *values, size_t stride,
                 span see, float *o);

/* The smallest and the largest of some numbers. */
typedef struct range {
    float low, high;
} range;

/* A row of products x = q.k, the keys that its query sees, and the range of x over them. */
typedef struct product_row {
    const float *x;
    span see;
    range range;
} product_row;

/* Fills in the range of a row. Its query must see at least one key. */
void set_range(product_row *row);

typedef struct normaliser {
    int kind;    /* WEIGHTS_... */
    float slope; /* what turns x into a power of two: s log2(e) / (sqrt(d) temp) */
    float shift; /* of a sigmoid: bias log2(e) */
} normaliser;

/* The logarithms of a row's weights, to the base 2, but for one number that is the same for the
 * whole row: max(-100, (x[j] - top) slope), and top is not below any x. */
typedef struct exponents {
    const float *x;
    float top, slope;
} exponents;

/* Those of a row of softmax or softmax1. */
exponents exponents_of(const normaliser *by, const product_row *row);

/* Makes a row of weights. Its query must see at least one key. Weights of keys that it does not see
 * must be +0 before, and are after. */
void weigh_row(const normaliser *by, const product_row *row, float *w);

/* What a row of softmax is made from. */
typedef struct row_powers {
    float largest; /* the row's largest product; with softmax1 at least 0 */
    float unseen;  /* softmax1: the power of the one more key; else 0 */
    float sum;     /* of all powers, in the order of NUMERICS.md */
} row_powers;

/* Writes the powers 2^((x - largest) slope) of a row, which weigh_row multiplies by 1 / sum. Powers
 * of keys that the query does not see must be +0 before, and are after. */
row_powers raise_powers(const normaliser *by, const product_row *row, float *w);

/* 2^t for t <= 0. */
float two_to(float t);

/* Of `count` rows or columns, number i belongs to cell floor(i cells / count). The first one of a
 * cell. */
static inline int first_in_cell(int cell, int cells, int count) {
    return (cell * count + cells - 1) / cells;
}

/* Pools rows by POOL_MAX or POOL_MEAN: so_far[j] becomes the larger of so_far[j] and w[j], or their
 * sum, for the keys of `see`. */
void pool_row(int pool, const float *w, span see, float *so_far);

/* Pools the columns of `rows` rows pooled so: each of `count` cells becomes the largest of its
 * weights, or their mean. */
void pool_columns(int pool, const float *so_far, int rows, int columns, int count, float *cells);

#endif
