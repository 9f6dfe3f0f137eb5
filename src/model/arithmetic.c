#include "engine/exact.h"

#include "arithmetic.h"

/* A vector register of floats, by an extension that gcc and clang share. Lanes run across columns
 * and are never summed up, so that no number depends on how many there are. */
#ifdef __AVX__
enum { WIDTH = 8 };
#else
enum { WIDTH = 4 };
#endif
typedef float vector __attribute__((vector_size(4 * WIDTH)));

enum { TILE_ROWS = 4, TILE_COLUMNS = 2 * WIDTH, DEPTH = 256 };

/* One panel of b: up to DEPTH rows of TILE_COLUMNS neighbouring floats, copied so that they share
 * cache lines. */
typedef struct packed_panel {
    vector row[DEPTH][2];
} packed_panel;

static void pack(matrix b, int from, int depth, int column, packed_panel *panel) {
    for (int k = 0; k < depth; k++)
        memcpy(panel->row[k], matrix_row(b, from + k) + column, sizeof panel->row[k]);
}

/* Four rows of c by two vectors: eight vectors of sums that stay in registers. */
static void tile4(const float *a, int stride, const packed_panel *panel, int depth, matrix c) {
    vector sum[TILE_ROWS][2];
    for (int r = 0; r < TILE_ROWS; r++) memcpy(sum[r], matrix_row(c, r), sizeof sum[r]);
    const float *a0 = a, *a1 = a + stride, *a2 = a1 + stride, *a3 = a2 + stride;
    for (int k = 0; k < depth; k++) {
        vector left = panel->row[k][0], right = panel->row[k][1];
        sum[0][0] += a0[k] * left;
        sum[0][1] += a0[k] * right;
        sum[1][0] += a1[k] * left;
        sum[1][1] += a1[k] * right;
        sum[2][0] += a2[k] * left;
        sum[2][1] += a2[k] * right;
        sum[3][0] += a3[k] * left;
        sum[3][1] += a3[k] * right;
    }
    for (int r = 0; r < TILE_ROWS; r++) memcpy(matrix_row(c, r), sum[r], sizeof sum[r]);
}

static void tile1(const float *a, const packed_panel *panel, int depth, float *c) {
    vector left, right;
    memcpy(&left, c, sizeof left);
    memcpy(&right, c + WIDTH, sizeof right);
    for (int k = 0; k < depth; k++) {
        left += a[k] * panel->row[k][0];
        right += a[k] * panel->row[k][1];
    }
    memcpy(c, &left, sizeof left);
    memcpy(c + WIDTH, &right, sizeof right);
}

/* The columns after the last whole panel, the same sums without vectors. */
static void rest(matrix a, matrix b, matrix c, int column) {
    for (int i = 0; i < a.rows; i++) {
        const float *x = matrix_row(a, i);
        for (int j = column; j < c.columns; j++) {
            float sum = matrix_row(c, i)[j];
            for (int k = 0; k < a.columns; k++) sum += x[k] * matrix_row(b, k)[j];
            matrix_row(c, i)[j] = sum;
        }
    }
}

static void panel_product(matrix a, const packed_panel *panel, int from, int depth, matrix c) {
    int i = 0;
    for (; i + TILE_ROWS <= a.rows; i += TILE_ROWS)
        tile4(matrix_row(a, i) + from, a.stride, panel, depth,
              (matrix){matrix_row(c, i), TILE_ROWS, TILE_COLUMNS, c.stride});
    for (; i < a.rows; i++) tile1(matrix_row(a, i) + from, panel, depth, matrix_row(c, i));
}

void matrix_product(matrix a, matrix b, matrix c, bool add) {
    packed_panel panel;
    int column = 0;
    for (int i = 0; i < c.rows && !add; i++)
        memset(matrix_row(c, i), 0, sizeof(float) * (size_t)c.columns);
    for (; column + TILE_COLUMNS <= c.columns; column += TILE_COLUMNS)
        for (int from = 0; from < a.columns; from += DEPTH) {
            int depth = a.columns - from < DEPTH ? a.columns - from : DEPTH;
            pack(b, from, depth, column, &panel);
            panel_product(a, &panel, from, depth,
                          (matrix){c.at + column, c.rows, TILE_COLUMNS, c.stride});
        }
    rest(a, b, c, column);
}

void transpose(matrix from, matrix to) {
    for (int i = 0; i < to.rows; i += 8) /* blocks of 8 x 8, so that both sides stay in cache */
        for (int j = 0; j < to.columns; j += 8)
            for (int r = i; r < i + 8 && r < to.rows; r++)
                for (int c = j; c < j + 8 && c < to.columns; c++)
                    matrix_row(to, r)[c] = matrix_row(from, c)[r];
}

static float sum16(const float *x, int n) {
    float part[16] = {0};
    int i = 0;
    for (; i + 16 <= n; i += 16)
        for (int lane = 0; lane < 16; lane++) part[lane] += x[i + lane];
    for (int lane = 0; i + lane < n; lane++) part[lane] += x[i + lane];
    for (int half = 8; half > 0; half /= 2)
        for (int lane = 0; lane < half; lane++) part[lane] += part[lane + half];
    return part[0];
}

static float max16(const float *x, int n) {
    float part[16];
    int i = 0;
    for (int lane = 0; lane < 16; lane++) part[lane] = x[0];
    for (; i + 16 <= n; i += 16)
        for (int lane = 0; lane < 16; lane++)
            part[lane] = x[i + lane] > part[lane] ? x[i + lane] : part[lane];
    for (; i < n; i++) part[0] = x[i] > part[0] ? x[i] : part[0];
    for (int lane = 1; lane < 16; lane++) part[0] = part[lane] > part[0] ? part[lane] : part[0];
    return part[0];
}

double softmax(float *x, int n) {
    float most = max16(x, n);
    for (int i = 0; i < n; i++) x[i] = fast_exp(x[i] - most);
    float sum = sum16(x, n), inverse = 1.0f / sum;
    for (int i = 0; i < n; i++) x[i] *= inverse;
    return (double)most + nf_log((double)sum);
}

float rms_norm(const float *x, const float *gain, int n, float *y) {
    double mean = (double)dot16(x, x, n) / n;
    float inverse = (float)(1 / nf_sqrt(mean + NORM_EPSILON));
    for (int i = 0; i < n; i++) y[i] = x[i] * inverse * gain[i];
    return inverse;
}

void gated(const float *gate, const float *x, int n, float *y) {
    for (int i = 0; i < n; i++) y[i] = gate[i] / (1.0f + fast_exp(-gate[i])) * x[i];
}

void rotate_row(float *x, const float *rotary, int width, float sign) {
    for (int i = 0; i < width / 2; i++) {
        float a = x[i], b = x[i + width / 2], c = rotary[2 * i], s = sign * rotary[2 * i + 1];
        x[i] = a * c - b * s;
        x[i + width / 2] = a * s + b * c;
    }
}
