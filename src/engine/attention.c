#include "exact.h"

#include "attention.h"

#include "lanes.h"
#include "params.h"

/* ---- Products ------------------------------------------------------------------------------- */

/* Four rows by eight columns of sums. Eight vectors of sums, two of b and one of a are as many
 * as V8 keeps in registers; with one row or four columns more it would move some to memory and
 * back. */
typedef struct tile {
    lanes sum[4][2];
} tile;

enum { TERMS = 256 }; /* at most so many are added up by one call; no head is wider */

/* sum[r][0..7] += sum over t < count of a[r][t] b[t][0..7]. The rows of a are TERMS apart, so that
 * the four addresses are one address and constants: otherwise a third of the instructions would
 * compute addresses. */
static inline tile add_products(tile so_far, int count, const float *a, const float *b,
                                size_t b_stride) {
    for (const float *end = a + count; a != end; a++, b += b_stride) {
        lanes low = lanes_load(b), high = lanes_load(b + 4);
        for (int r = 0; r < 4; r++) {
            lanes x = lanes_of(a[r * TERMS]);
            so_far.sum[r][0] = lanes_add(so_far.sum[r][0], lanes_multiply(x, low));
            so_far.sum[r][1] = lanes_add(so_far.sum[r][1], lanes_multiply(x, high));
        }
    }
    return so_far;
}

static int at_most(int x, int limit) { return x < limit ? x : limit; }

/* The addresses of four rows from row i on. Rows after the last one, m - 1, are replaced by it. */
static void four_rows(const float *from, size_t stride, int i, int m, const float *row[4]) {
    for (int r = 0; r < 4; r++) row[r] = from + (size_t)at_most(i + r, m - 1) * stride;
}

void pack_keys(const float *keys, size_t stride, int m, int d, float *packed) {
    const size_t depth = rounded_up((size_t)d, 4);
    for (int j = 0; j < (int)rounded_up((size_t)m, 8); j += 4) {
        const float *key[4];
        float *to = packed + (size_t)(j & ~7) * depth + (j & 7);
        four_rows(keys, stride, j, m, key);
        for (size_t c = 0; c < depth; c += 4, to += 32) {
            lanes all[4];
            for (int r = 0; r < 4; r++) all[r] = lanes_load(key[r] + c);
            lanes_transpose(all);
            for (int r = 0; r < 4; r++) lanes_store(to + 8 * r, all[r]);
        }
    }
}

/* Copies `count` columns of four rows to `a`, whose rows are TERMS apart. */
static void gather(const float *from, size_t stride, int rows, int count, float *a) {
    const float *row[4];
    four_rows(from, stride, 0, rows, row);
    for (int t = 0; t < count; t += 4)
        for (int r = 0; r < 4; r++) lanes_store(a + r * TERMS + t, lanes_load(row[r] + t));
}

static inline tile load_tile(const float *from, size_t stride, int rows) {
    tile t;
    for (int r = 0; r < 4; r++) {
        const float *row = from + (size_t)at_most(r, rows - 1) * stride;
        t.sum[r][0] = lanes_load(row);
        t.sum[r][1] = lanes_load(row + 4);
    }
    return t;
}

static inline void store_tile(tile t, float *to, size_t stride, int rows) {
    for (int r = 0; r < 4; r++) {
        float *row = to + (size_t)at_most(r, rows - 1) * stride;
        lanes_store(row, t.sum[r][0]);
        lanes_store(row + 4, t.sum[r][1]);
    }
}

/* to = from + a b, for one tile. A function of its own, so that there is one loop of products. */
__attribute__((noinline)) static void make_tile(const float *from, size_t from_stride, int rows,
                                                int count, const float *a, const float *b,
                                                size_t b_stride, float *to, size_t to_stride) {
    tile so_far = load_tile(from, from_stride, rows);
    store_tile(add_products(so_far, count, a, b, b_stride), to, to_stride, rows);
}

void product_rows(const float *queries, size_t stride, int rows, const float *packed, int d,
                  span see, float *x, size_t x_stride) {
    static const float none[8] = {0};
    float a[GROUP_ROWS * TERMS];
    gather(queries, stride, rows, d, a);
    for (int j = see.from & ~7; j < see.to; j += 8)
        make_tile(none, 0, rows, d, a, packed + packed_floats(j, d), 8, x + j, x_stride);
}

void output_rows(const float *w, size_t w_stride, int rows, const float *values, size_t stride,
                 span see, float *o) {
    float a[GROUP_ROWS * TERMS];
    memset(o, 0, (size_t)rows * stride * sizeof *o);
    for (int j = see.from & ~3; j < see.to; j += TERMS) { /* gather loads four columns at a time */
        int count = at_most(see.to - j, TERMS);
        gather(w + j, w_stride, rows, count, a);
        for (size_t c = 0; c < stride; c += 8)
            make_tile(o + c, stride, rows, count, a, values + (size_t)j * stride + c, stride, o + c,
                      stride);
    }
}

/* ---- Weights -------------------------------------------------------------------------------- */

/* Sixteen columns: vector `part` holds columns 4 part to 4 part + 3. */
typedef struct columns16 {
    lanes of[4];
} columns16;

#define EACH_PART for (int part = 0; part < 4; part++)

/* 2^f for |f| <= 1/2, by the polynomial of degree 6 that fits best; relative error below 1.1e-7.
 * Four vectors go through together, so that each constant is loaded once for all of them. */
static inline columns16 exp2_fractions(columns16 f) {
    static const float c[] = {1.535336188e-4f,
                              1.339887440e-3f,
                              9.618437358e-3f,
                              5.550332471e-2f,
                              2.402264791e-1f,
                              6.931472028e-1f,
                              1.0f};
    columns16 p;
    EACH_PART p.of[part] = lanes_of(c[0]);
    for (int i = 1; i < 7; i++)
        EACH_PART p.of[part] = lanes_add(lanes_multiply(p.of[part], f.of[part]), lanes_of(c[i]));
    return p;
}

/* 2^t for t <= 0. For t < -100 it is 2^-100: so small a weight is invisible in every number, and
 * subnormal numbers, which are slow, do not arise. Adding 1.5 2^23 leaves the nearest whole number
 * in the low bits of the sum. */
static inline columns16 exp2_columns(columns16 t) {
    const lanes magic = lanes_of(12582912.0f);
    columns16 whole, f;
    EACH_PART {
        t.of[part] = lanes_max(lanes_of(-100.0f), t.of[part]);
        whole.of[part] = lanes_add(t.of[part], magic);
        f.of[part] = lanes_subtract(t.of[part], lanes_subtract(whole.of[part], magic));
    }
    columns16 p = exp2_fractions(f);
    EACH_PART p.of[part] = lanes_add_exponent(p.of[part], whole.of[part]);
    return p;
}

static inline columns16 load_columns(const float *x) {
    columns16 loaded;
    EACH_PART loaded.of[part] = lanes_load(x + 4 * part);
    return loaded;
}

static inline void store_columns(float *x, columns16 from) {
    EACH_PART lanes_store(x + 4 * part, from.of[part]);
}

/* Of the four vectors, the smallest in each lane, and the largest. */
static lanes lower(columns16 x) {
    return lanes_min(lanes_min(x.of[0], x.of[1]), lanes_min(x.of[2], x.of[3]));
}
static lanes upper(columns16 x) {
    return lanes_max(lanes_max(x.of[0], x.of[1]), lanes_max(x.of[2], x.of[3]));
}

/* Vector i is lane i of `a` four times over. */
static columns16 spread(lanes a) {
    columns16 all = {{a, a, a, a}};
    lanes_transpose(all.of);
    return all;
}

static void set_short_range(product_row *row) {
    const float *x = row->x;
    range r = {x[row->see.from], x[row->see.from]};
    for (int j = row->see.from + 1; j < row->see.to; j++) {
        r.low = x[j] < r.low ? x[j] : r.low;
        r.high = x[j] > r.high ? x[j] : r.high;
    }
    row->range = r;
}

/* Looks at sixteen columns at a time; the last sixteen may overlap those before, which changes
 * neither the smallest nor the largest. */
void set_range(product_row *row) {
    float low[4], high[4];
    const int from = row->see.from, to = row->see.to;
    if (to - from < 16) {
        set_short_range(row);
        return;
    }
    columns16 least = load_columns(row->x + from), most = least;
    for (int j = from + 16; j < to; j += 16) {
        columns16 here = load_columns(row->x + at_most(j, to - 16));
        EACH_PART least.of[part] = lanes_min(least.of[part], here.of[part]);
        EACH_PART most.of[part] = lanes_max(most.of[part], here.of[part]);
    }
    lanes_store(low, lower(spread(lower(least))));
    lanes_store(high, upper(spread(upper(most))));
    row->range.low = low[0];
    row->range.high = high[0];
}

/* The columns of `see`, and all others in the same blocks of sixteen. Weights are computed for
 * whole blocks, and then those outside `see` become +0 again. */
static span whole_blocks(span see) { return (span){see.from & ~15, (see.to + 15) & ~15}; }

/* Sixteen weights: each whose number in `stay` is -1 is kept, the others become +0. */
static void keep(float *w, const float *stay) {
    columns16 weights = load_columns(w), by = load_columns(stay);
    EACH_PART weights.of[part] = lanes_if_negative(by.of[part], weights.of[part], lanes_of(0));
    store_columns(w, weights);
}

/* Makes the weights +0 that are outside `see` and in its first or last block of sixteen. */
static void clear_edges(float *w, span see) {
    static const float inside[48] = {[16] = -1, -1, -1, -1, -1, -1, -1, -1,
                                     -1,        -1, -1, -1, -1, -1, -1, -1};
    span blocks = whole_blocks(see);
    if (blocks.from < see.from) keep(w + blocks.from, inside + 16 - (see.from - blocks.from));
    if (see.to < blocks.to) keep(w + blocks.to - 16, inside + 16 + (blocks.to - see.to));
}

/* (x - max) slope */
static inline columns16 exponents_at(const float *x, lanes max, lanes slope) {
    columns16 t = load_columns(x);
    EACH_PART t.of[part] = lanes_multiply(lanes_subtract(t.of[part], max), slope);
    return t;
}

/* The sum of a row, in this fixed order: first sixteen sums, number k of the columns j with j
 * mod 16 = k; then sums 0 to 7 plus sums 8 to 15, 0 to 3 plus 4 to 7, 0 and 1 plus 2 and 3, 0
 * plus 1. */
static float sum_row(const float *w, span see) {
    columns16 sums;
    float lane[4];
    EACH_PART sums.of[part] = lanes_of(0);
    for (int j = see.from & ~15; j < see.to; j += 16) {
        columns16 weights = load_columns(w + j);
        EACH_PART sums.of[part] = lanes_add(sums.of[part], weights.of[part]);
    }
    lanes_store(lane,
                lanes_add(lanes_add(sums.of[0], sums.of[2]), lanes_add(sums.of[1], sums.of[3])));
    return (lane[0] + lane[2]) + (lane[1] + lane[3]);
}

/* Small epsilons make all exponents small, and then less is computed: above -1/2 they have no whole
 * part, and above -2^-25 every power rounds to 1. */
static float least_exponent(const product_row *row, float max, float slope) {
    return (row->range.low - max) * slope;
}
static bool is_of_one(float exponent) { return exponent > -0x1p-25f; }

/* Writes 2^((x - max) slope) and returns the sum; max is the row's largest x or more. */
__attribute__((noinline)) static float power_row(const product_row *row, float max, float slope,
                                                 float *w) {
    const lanes top = lanes_of(max), by = lanes_of(slope), one = lanes_of(1);
    const columns16 ones = {{one, one, one, one}};
    const float least = least_exponent(row, max, slope);
    span see = row->see, blocks = whole_blocks(see);
    if (is_of_one(least))
        for (int j = blocks.from; j < blocks.to; j += 16) store_columns(w + j, ones);
    else if (least > -0.5f)
        for (int j = blocks.from; j < blocks.to; j += 16)
            store_columns(w + j, exp2_fractions(exponents_at(row->x + j, top, by)));
    else
        for (int j = blocks.from; j < blocks.to; j += 16)
            store_columns(w + j, exp2_columns(exponents_at(row->x + j, top, by)));
    clear_edges(w, see);
    return is_of_one(least) ? (float)(see.to - see.from) : sum_row(w, see);
}

static void scale_row(float *w, span see, float factor) {
    const lanes by = lanes_of(factor);
    for (int j = see.from & ~15; j < see.to; j += 16) {
        columns16 scaled = load_columns(w + j);
        EACH_PART scaled.of[part] = lanes_multiply(scaled.of[part], by);
        store_columns(w + j, scaled);
    }
}

/* Softmax1 is softmax with one more key, whose logit is 0 and whose weight is not shown. */
static float top_of(const normaliser *by, const product_row *row) {
    float max = row->range.high;
    return by->kind == WEIGHTS_SOFTMAX1 && max < 0 ? 0 : max;
}

exponents exponents_of(const normaliser *by, const product_row *row) {
    float max = top_of(by, row);
    bool is_flat = is_of_one(least_exponent(row, max, by->slope));
    return (exponents){row->x, max, is_flat ? 0 : by->slope};
}

/* 2^(-max slope): the power of the key that is not shown. */
static float unseen_power(float max, float slope) {
    float x[16] = {0}, powers[16];
    return power_row(&(product_row){x, {0, 1}, {0, 0}}, max, slope, powers);
}

float two_to(float t) { return unseen_power(-t, 1); }

row_powers raise_powers(const normaliser *by, const product_row *row, float *w) {
    row_powers made = {.largest = top_of(by, row)};
    if (by->kind == WEIGHTS_SOFTMAX1) made.unseen = unseen_power(made.largest, by->slope);
    made.sum = power_row(row, made.largest, by->slope, w) + made.unseen;
    return made;
}

static void softmax_row(const normaliser *by, const product_row *row, float *w) {
    scale_row(w, row->see, 1 / raise_powers(by, row, w).sum);
}

/* 1 / (1 + 2^-t), from the smaller of the two powers so that nothing overflows. The powers are
 * those of a row of -|t|, which is made in the place of the weights. */
static void sigmoid_row(const normaliser *by, const product_row *row, float *w) {
    const lanes slope = lanes_of(by->slope), shift = lanes_of(by->shift), one = lanes_of(1);
    const product_row sizes = {w, row->see, {-100, 0}};
    for (int pass = 0; pass < 2; pass++) {
        for (int j = row->see.from & ~15; j < row->see.to; j += 16) {
            columns16 t = load_columns(row->x + j), power = load_columns(w + j);
            EACH_PART t.of[part] = lanes_add(lanes_multiply(t.of[part], slope), shift);
            EACH_PART power.of[part] =
                pass == 0 ? lanes_minus_size(t.of[part])
                          : lanes_divide(lanes_if_negative(t.of[part], power.of[part], one),
                                         lanes_add(one, power.of[part]));
            store_columns(w + j, power);
        }
        if (pass == 0) power_row(&sizes, 0, 1, w);
    }
    clear_edges(w, row->see);
}

void weigh_row(const normaliser *by, const product_row *row, float *w) {
    if (by->kind == WEIGHTS_SIGMOID)
        sigmoid_row(by, row, w);
    else
        softmax_row(by, row, w);
}

/* ---- Cells ---------------------------------------------------------------------------------- */

static inline lanes pooled(int pool, lanes a, lanes b) {
    return pool == POOL_MEAN ? lanes_add(a, b) : lanes_max(a, b);
}

void pool_row(int pool, const float *w, span see, float *so_far) {
    for (int j = see.from & ~15; j < see.to; j += 16) {
        columns16 weights = load_columns(w + j), all = load_columns(so_far + j);
        EACH_PART all.of[part] = pooled(pool, all.of[part], weights.of[part]);
        store_columns(so_far + j, all);
    }
}

/* Of a few floats, without branches: the processor would mispredict too many. */
static float pool_floats(int pool, const float *x, int count) {
    lanes all = lanes_of(x[0]);
    float lane[4];
    for (int i = 1; i < count; i++) all = pooled(pool, all, lanes_of(x[i]));
    lanes_store(lane, all);
    return lane[0];
}

void pool_columns(int pool, const float *so_far, int rows, int columns, int count, float *cells) {
    for (int cell = 0, from = 0, to; cell < count; cell++, from = to) {
        to = first_in_cell(cell + 1, count, columns);
        float divisor = pool == POOL_MEAN ? (float)(rows * (to - from)) : 1;
        cells[cell] = pool_floats(pool, so_far + from, to - from) / divisor;
    }
}
