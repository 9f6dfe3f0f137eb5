/* The float32 arithmetic that the model and its trainer share. Every sum has one fixed order, so
 * the bits do not depend on the compiler, the optimisation level or the width of a vector. */
#ifndef NF_ARITHMETIC_H
#define NF_ARITHMETIC_H

#include "engine/numbers.h"

#include <stdbool.h>
#include <string.h>

#define NORM_EPSILON 1e-5

/* A matrix, or a block of columns of one: `stride` floats from a row to the next. */
typedef struct matrix {
    float *at;
    int rows, columns, stride;
} matrix;

static inline matrix matrix_of(float *at, int rows, int columns) {
    return (matrix){at, rows, columns, columns};
}

static inline float *matrix_row(matrix m, int row) { return m.at + (ptrdiff_t)row * m.stride; }

/* c = a b, or with `add` c += a b. Each element is one sum over the inner index in order, which
 * begins with 0 or with the old element; each product is rounded and then added. Vector lanes run
 * across the columns of c. */
void matrix_product(matrix a, matrix b, matrix c, bool add);

/* to = from transposed: to.rows = from.columns. */
void transpose(matrix from, matrix to);

/* e^x, relative error below 2e-7; clamped to |x| <= 87. Free of branches, so that a loop of it
 * becomes vectors. */
static inline float fast_exp(float x) {
    x = x > 87.0f ? 87.0f : x > -87.0f ? x : -87.0f;
    float shifted = x * (float)NF_LOG2E + 0x1.8p23f; /* the nearest integer is in the low bits */
    float whole = shifted - 0x1.8p23f;
    float y = (x - whole * 0x1.62e4p-1f) - whole * 0x1.7f7d1cp-20f; /* ln 2 in two parts */
    float p = 1.0f / 720;
    p = p * y + 1.0f / 120;
    p = p * y + 1.0f / 24;
    p = p * y + 1.0f / 6;
    p = p * y + 0.5f;
    p = p * y + 1.0f;
    p = p * y + 1.0f;
    uint32_t power, bits;
    memcpy(&power, &shifted, sizeof power);
    memcpy(&bits, &p, sizeof bits);
    bits += power << 23;
    memcpy(&p, &bits, sizeof p);
    return p;
}

/* Some columns, or some rows, of a matrix. */
static inline matrix columns_of(matrix m, int first, int count) {
    return (matrix){m.at + first, m.rows, count, m.stride};
}
static inline matrix rows_of(matrix m, int first, int count) {
    return (matrix){matrix_row(m, first), count, m.columns, m.stride};
}

/* Sum of x[i] y[i] in 16 partial sums (i mod 16), then a tree. */
static inline float dot16(const float *x, const float *y, int n) {
    float part[16] = {0};
    int i = 0;
    for (; i + 16 <= n; i += 16)
        for (int lane = 0; lane < 16; lane++) part[lane] += x[i + lane] * y[i + lane];
    for (int lane = 0; i + lane < n; lane++) part[lane] += x[i + lane] * y[i + lane];
    for (int half = 8; half > 0; half /= 2)
        for (int lane = 0; lane < half; lane++) part[lane] += part[lane + half];
    return part[0];
}

/* x[0..n) becomes its softmax; returns log of the sum of e^x. */
double softmax(float *x, int n);

/* y = x / rms(x) * gain; returns 1 / rms. */
float rms_norm(const float *x, const float *gain, int n, float *y);

/* y = x gate sigmoid(gate), the SwiGLU of a hidden layer. y may be x. */
void gated(const float *gate, const float *x, int n, float *y);

/* Rotary positions on one row of a head: rotates each pair (i, i + width/2) by the angle whose
 * cosine and sine are rotary[2 i] and rotary[2 i + 1], or backwards if `sign` is -1. */
void rotate_row(float *x, const float *rotary, int width, float sign);

#endif
