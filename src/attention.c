#include "attention.h"

#include "lanes.h"
#include "params.h"

/* ---- Products ------------------------------------------------------------------------------------------------ */

/* A tile of four rows by eight columns: out[r][0..7] = sum over t < count of a[r][t] b[t][0..7]. Fifteen vector
 * registers; one row or four columns more would spill in V8. */
static void tile(int count, const float *const a[4], const float *b, size_t b_stride, float *const out[4]) {
    lanes sum[4][2];
    for (int r = 0; r < 4; r++) sum[r][0] = sum[r][1] = lanes_of(0);
    for (int t = 0; t < count; t++, b += b_stride) {
        lanes low = lanes_load(b), high = lanes_load(b + 4);
        for (int r = 0; r < 4; r++) {
            lanes x = lanes_of(a[r][t]);
            sum[r][0] = lanes_add(sum[r][0], lanes_multiply(x, low));
            sum[r][1] = lanes_add(sum[r][1], lanes_multiply(x, high));
        }
    }
    for (int r = 0; r < 4; r++) lanes_store(out[r], sum[r][0]), lanes_store(out[r] + 4, sum[r][1]);
}

void pack_keys(const float *keys, size_t stride, int m, int d, float *packed) {
    for (int block = 0; block < m; block += 8)
        for (int c = 0; c < d; c++, packed += 8)
            for (int lane = 0; lane < 8; lane++)
                packed[lane] = block + lane < m ? keys[(size_t)(block + lane) * stride + (size_t)c] : 0;
}

static int at_most(int x, int limit) { return x < limit ? x : limit; }

void product_rows(const float *queries, size_t stride, int rows, const float *packed, int d, span see, float *x,
                  size_t x_stride) {
    for (int block = see.from / 8; block * 8 < see.to; block++)
        for (int i = 0; i < rows; i += 4) {
            const float *a[4];
            float *out[4];
            for (int r = 0; r < 4; r++) {
                size_t row = (size_t)at_most(i + r, rows - 1);
                a[r] = queries + row * stride;
                out[r] = x + row * x_stride + 8 * block;
            }
            tile(d, a, packed + (size_t)block * 8 * (size_t)d, 8, out);
        }
}

void output_rows(const float *w, size_t w_stride, int rows, const float *values, size_t stride, span see, float *o) {
    for (size_t c = 0; c < stride; c += 8)
        for (int i = 0; i < rows; i += 4) {
            const float *a[4];
            float *out[4];
            for (int r = 0; r < 4; r++) {
                size_t row = (size_t)at_most(i + r, rows - 1);
                a[r] = w + row * w_stride + see.from;
                out[r] = o + row * stride + c;
            }
            tile(see.to - see.from, a, values + (size_t)see.from * stride + c, stride, out);
        }
}

/* ---- Weights ------------------------------------------------------------------------------------------------- */

span allowed_keys(int mask, int window, int i, int columns) {
    span all = {0, columns};
    if (mask == MASK_NONE) return all;
    all.to = at_most(i + 1, columns);
    if (mask == MASK_WINDOW && i - window + 1 > 0) all.from = at_most(i - window + 1, all.to);
    return all;
}

float row_max(const float *x, span see) {
    int j = see.from;
    float max = x[j];
    if (see.to - j >= 4) {
        float lane[4];
        lanes most = lanes_load(x + j);
        for (; j + 4 <= see.to; j += 4) most = lanes_max(most, lanes_load(x + j));
        lanes_store(lane, most);
        for (int i = 0; i < 4; i++) max = lane[i] > max ? lane[i] : max;
    }
    for (; j < see.to; j++) max = x[j] > max ? x[j] : max;
    return max;
}

/* Sixteen columns: vector `part` holds columns 4 part to 4 part + 3. */
typedef struct columns16 {
    lanes of[4];
} columns16;

#define EACH_PART for (int part = 0; part < 4; part++)

/* 2^t for t <= 0, by the polynomial of degree 6 that fits 2^f on |f| <= 1/2 best; relative error below 1.1e-7. From
 * -100 down it is 2^-100: a weight that small shows nowhere, and no subnormal number ever slows a row down. Four
 * vectors go through together, so that each constant is loaded once for all of them. */
static inline columns16 exp2_columns(columns16 t) {
    static const float c[] = {1.535336188e-4f, 1.339887440e-3f, 9.618437358e-3f, 5.550332471e-2f,
                              2.402264791e-1f, 6.931472028e-1f, 1.0f};
    const lanes magic = lanes_of(12582912.0f); /* 1.5 2^23: adding it leaves the nearest whole number in the low bits */
    columns16 whole, f, p;
    EACH_PART {
        t.of[part] = lanes_max(lanes_of(-100.0f), t.of[part]);
        whole.of[part] = lanes_add(t.of[part], magic);
        f.of[part] = lanes_subtract(t.of[part], lanes_subtract(whole.of[part], magic));
        p.of[part] = lanes_of(c[0]);
    }
    for (int i = 1; i < 7; i++)
        EACH_PART p.of[part] = lanes_add(lanes_multiply(p.of[part], f.of[part]), lanes_of(c[i]));
    EACH_PART p.of[part] = lanes_add_exponent(p.of[part], whole.of[part]);
    return p;
}

static inline columns16 load_columns(const float *x) {
    columns16 loaded;
    EACH_PART loaded.of[part] = lanes_load(x + 4 * part);
    return loaded;
}

static inline void store_columns(float *x, columns16 from) { EACH_PART lanes_store(x + 4 * part, from.of[part]); }

/* 2^((x - max) slope) */
static inline columns16 powers_of(columns16 x, lanes max, lanes slope) {
    EACH_PART x.of[part] = lanes_multiply(lanes_subtract(x.of[part], max), slope);
    return exp2_columns(x);
}

/* 1 / (1 + 2^-t), from the smaller of the two powers so that nothing overflows. */
static inline columns16 sigmoid_columns(columns16 x, lanes slope, lanes shift) {
    const lanes one = lanes_of(1);
    columns16 t, size;
    EACH_PART t.of[part] = lanes_add(lanes_multiply(x.of[part], slope), shift);
    EACH_PART size.of[part] = lanes_minus_size(t.of[part]);
    columns16 power = exp2_columns(size);
    EACH_PART t.of[part] = lanes_divide(lanes_if_negative(t.of[part], power.of[part], one), lanes_add(one, power.of[part]));
    return t;
}

/* The fixed tree: ((0+8)+(4+12)) + ((2+10)+(6+14)) + ... by halves. */
static float total(const columns16 *sums) {
    float lane[4];
    lanes_store(lane, lanes_add(lanes_add(sums->of[0], sums->of[2]), lanes_add(sums->of[1], sums->of[3])));
    return (lane[0] + lane[2]) + (lane[1] + lane[3]);
}

/* Writes the sixteen weights from column j on, and +0 where a column is outside `see`. */
static void clear_outside(float *w, int j, span see) {
    for (int lane = 0; lane < 16; lane++)
        if (j + lane < see.from || j + lane >= see.to) w[j + lane] = 0;
}

static bool is_inside(int j, span see) { return see.from <= j && j + 16 <= see.to; }

/* Powers of two into w, and sixteen sums of them, of the columns j with the same j mod 16. Columns beyond `see` hold
 * scratch: their powers are cleared again. */
static columns16 power_row(const float *x, float max, float slope, span see, float *w) {
    const lanes top = lanes_of(max), by = lanes_of(slope);
    columns16 sums;
    EACH_PART sums.of[part] = lanes_of(0);
    for (int j = see.from / 16 * 16; j < see.to; j += 16) {
        columns16 powers = powers_of(load_columns(x + j), top, by);
        store_columns(w + j, powers);
        if (!is_inside(j, see)) {
            clear_outside(w, j, see);
            powers = load_columns(w + j);
        }
        EACH_PART sums.of[part] = lanes_add(sums.of[part], powers.of[part]);
    }
    return sums;
}

static void scale_row(float *w, span see, float factor) {
    const lanes by = lanes_of(factor);
    for (int j = see.from / 16 * 16; j < see.to; j += 4) lanes_store(w + j, lanes_multiply(lanes_load(w + j), by));
}

static void softmax_row(const normaliser *by, const float *x, float max, span see, float *w) {
    columns16 sums = power_row(x, max, by->slope, see, w);
    scale_row(w, see, 1 / total(&sums));
}

/* Not inlined: clang 14 never finishes a WebAssembly module in which it can see that one lane is used of four. */
__attribute__((noinline)) static void store_powers(float x, float max, float slope, float out[16]) {
    columns16 all;
    EACH_PART all.of[part] = lanes_of(x);
    store_columns(out, powers_of(all, lanes_of(max), lanes_of(slope)));
}

/* As softmax with one more key, of logit 0 and out of sight. */
static void softmax1_row(const normaliser *by, const float *x, float max, span see, float *w) {
    float unseen[16];
    if (max < 0) max = 0;
    columns16 sums = power_row(x, max, by->slope, see, w);
    store_powers(0, max, by->slope, unseen);
    scale_row(w, see, 1 / (total(&sums) + unseen[0]));
}

static void sigmoid_row(const normaliser *by, const float *x, span see, float *w) {
    const lanes slope = lanes_of(by->slope), shift = lanes_of(by->shift);
    for (int j = see.from / 16 * 16; j < see.to; j += 16) {
        store_columns(w + j, sigmoid_columns(load_columns(x + j), slope, shift));
        if (!is_inside(j, see)) clear_outside(w, j, see);
    }
}

void weigh_row(const normaliser *by, const float *x, float max, span see, int columns, float *w) {
    size_t start = (size_t)see.from / 16 * 16, end = rounded_up((size_t)see.to, 16);
    if (see.from == see.to) start = end = 0;
    memset(w, 0, start * sizeof *w);
    memset(w + end, 0, (rounded_up((size_t)columns, 16) - end) * sizeof *w);
    if (start == end) return;
    if (by->kind == WEIGHTS_SIGMOID) sigmoid_row(by, x, see, w);
    else if (by->kind == WEIGHTS_SOFTMAX1) softmax1_row(by, x, max, see, w);
    else softmax_row(by, x, max, see, w);
}
