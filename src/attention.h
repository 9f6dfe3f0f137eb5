/* The kernels: rows of logits from queries and keys, rows of weights from logits, rows of output from weights.
 *
 * All sums go over their index in order, each product rounded and then added; SIMD lanes run across keys (or across
 * the channels of an output), so the width of a vector never shows in a number. Matrices are row by row with a
 * stride that is a multiple of 16 floats for logits and weights, of 8 for vectors. What lies beyond a row's end, up to its
 * stride, and the cells of logits that `see` leaves out are scratch: read, never used. */
#ifndef NF_ATTENTION_H
#define NF_ATTENTION_H

#include <stddef.h>

/* Keys a query may look at: from <= j < to. */
typedef struct span {
    int from, to;
} span;

/* Which keys row i sees, out of `columns`; `mask` and `window` as in the table of parameters. */
span allowed_keys(int mask, int window, int i, int columns);

static inline size_t rounded_up(size_t x, size_t to) { return (x + to - 1) / to * to; }

/* Keys (m, stride) turned into blocks of eight, [m/8][d][8], so that lanes run across them; m/8 rounded up. */
void pack_keys(const float *keys, size_t stride, int m, int d, float *packed);

/* x[i][j] = sum over c of q[i][c] k[j][c] for `rows` queries and the keys of `see`, widened to whole tiles. Rows are
 * taken by four: `rows` is a multiple of 4 or the last queries are read once more. */
void product_rows(const float *queries, size_t stride, int rows, const float *packed, int d, span see, float *x,
                  size_t x_stride);

/* o[i][c] = sum over j of w[i][j] v[j][c] for `rows` rows of weights and the keys of `see`. */
void output_rows(const float *w, size_t w_stride, int rows, const float *values, size_t stride, span see, float *o);

float row_max(const float *x, span see);

typedef struct normaliser {
    int kind;    /* WEIGHTS_... */
    float slope; /* what turns x into a power of two: s log2(e) / (sqrt(d) temp) */
    float shift; /* of a sigmoid: bias log2(e) */
} normaliser;

/* A row of weights from a row of x and its maximum; +0 outside `see`, up to `columns` rounded up to 16. */
void weigh_row(const normaliser *by, const float *x, float max, span see, int columns, float *w);

#endif
