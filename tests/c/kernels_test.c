/* src/engine/attention.h: the kernels against their scalar twin, bit for bit, and against double
 * precision.
 *
 * The twin is the same source, made here once more with the plain-C lanes and under other names. */
#define NF_SCALAR
#define pack_keys twin_pack_keys
#define product_rows twin_product_rows
#define output_rows twin_output_rows
#define set_range twin_set_range
#define weigh_row twin_weigh_row
#define raise_powers twin_raise_powers
#define two_to twin_two_to
#define pool_row twin_pool_row
#define pool_columns twin_pool_columns
#define exponents_of twin_exponents_of
#define sum_part twin_sum_part
#include "engine/attention.c"
#include "engine/sums.c"
#undef pack_keys
#undef product_rows
#undef output_rows
#undef set_range
#undef weigh_row
#undef raise_powers
#undef two_to
#undef pool_row
#undef pool_columns
#undef exponents_of
#undef sum_part

#include "test.h"

#include <math.h>
#include <stdlib.h>

/* What attention.h and sums.h declare, by the names it is known by. */
void pack_keys(const float *keys, size_t stride, int m, int d, float *packed);
void product_rows(const float *queries, size_t stride, int rows, const float *packed, int d,
                  span see, float *x, size_t x_stride);
void output_rows(const float *w, size_t w_stride, int rows, const float *values, size_t stride,
                 span see, float *o);
void set_range(product_row *row);
void weigh_row(const normaliser *by, const product_row *row, float *w);
void pool_row(int pool, const float *w, span see, float *so_far);
void pool_columns(int pool, const float *so_far, int rows, int columns, int count, float *cells);
exponents exponents_of(const normaliser *by, const product_row *row);
void sum_part(const logged_row *row, const logged_row *compared, span part, double *places,
              row_sums *sums);

enum { COLUMNS_MAX = 80, WIDTH_MAX = 40 };

static void fill(chance *c, float *x, size_t count, double size) {
    for (size_t i = 0; i < count; i++) x[i] = (float)within(c, -size, size);
}

static bool same(const float *a, const float *b, size_t count) {
    return memcmp(a, b, count * sizeof *a) == 0;
}

static span random_span(chance *c, int columns) {
    int a = between(c, 0, columns), b = between(c, 0, columns);
    return a < b ? (span){a, b} : (span){b, a};
}

/* ---- Spans ---------------------------------------------------------------------------------- */

/* By the definition, key by key: causal j <= i; window i - window < j <= i; none. */
static bool is_allowed(int mask, int window, int i, int j) {
    if (mask == MASK_NONE) return true;
    return j <= i && (mask == MASK_CAUSAL || i - window < j);
}

static void test_spans(void) {
    static const int windows[] = {1, 2, 7, 16, 17, 40, 16384};
    int wrong = 0, empty = 0;
    for (int mask = MASK_CAUSAL; mask <= MASK_WINDOW; mask++)
        for (int w = 0; w < 7; w++)
            for (int columns = 2; columns < 36; columns += 3)
                for (int i = 0; i < 60; i++) {
                    span see = allowed_keys(mask, windows[w], i, columns);
                    wrong += see.from < 0 || see.from > see.to || see.to > columns;
                    empty += see.from == see.to;
                    for (int j = 0; j < columns; j++)
                        wrong +=
                            is_allowed(mask, windows[w], i, j) != (see.from <= j && j < see.to);
                }
    CHECK(wrong == 0, "%d keys are allowed or masked wrongly", wrong);
    CHECK(empty > 100, "only %d rows without a key were seen", empty);
}

/* ---- Products ------------------------------------------------------------------------------- */

/* The sum as NUMERICS.md states it: over c in order, each product rounded and then added. */
static float dot(const float *a, const float *b, size_t b_step, int count) {
    float sum = 0;
    for (int c = 0; c < count; c++) {
        float product = a[c] * b[(size_t)c * b_step];
        sum += product;
    }
    return sum;
}

/* Queries and keys of random shape; the memory has exactly as much room as the engine gives it. */
static void product_holds(chance *c) {
    int rows = between(c, 1, GROUP_ROWS), m = between(c, 2, COLUMNS_MAX),
        d = between(c, 1, WIDTH_MAX), wrong = 0;
    size_t stride = rounded_up((size_t)d, 8), x_stride = rounded_up((size_t)m, 16),
           packed_count = packed_floats(m, d);
    float *q = calloc((size_t)rows * stride, sizeof *q), *k = calloc((size_t)m * stride, sizeof *k);
    float *packed = calloc(packed_count, sizeof *packed),
          *other = calloc(packed_count, sizeof *other);
    float *x = calloc((size_t)rows * x_stride, sizeof *x),
          *twin = calloc((size_t)rows * x_stride, sizeof *x);
    span see = random_span(c, m);
    fill(c, q, (size_t)rows * stride, 3);
    fill(c, k, (size_t)m * stride, 3);
    pack_keys(k, stride, m, d, packed);
    twin_pack_keys(k, stride, m, d, other);
    product_rows(q, stride, rows, packed, d, see, x, x_stride);
    twin_product_rows(q, stride, rows, other, d, see, twin, x_stride);
    for (int i = 0; i < rows; i++)
        for (int j = see.from; j < see.to; j++)
            wrong += x[(size_t)i * x_stride + (size_t)j] !=
                     dot(q + (size_t)i * stride, k + (size_t)j * stride, 1, d);
    CHECK(same(packed, other, packed_count) && same(x, twin, (size_t)rows * x_stride),
          "a twin differs: %d by %d by %d", rows, m, d);
    CHECK(wrong == 0, "%d of %d by %d products, d = %d, are not the sum in order", wrong, rows, m,
          d);
    free(q);
    free(k);
    free(packed);
    free(other);
    free(x);
    free(twin);
}

static void output_holds(chance *c) {
    int rows = between(c, 1, GROUP_ROWS), m = between(c, 2, 8 * COLUMNS_MAX),
        d = between(c, 1, WIDTH_MAX), wrong = 0;
    size_t stride = rounded_up((size_t)d, 8), w_stride = rounded_up((size_t)m, 16);
    float *w = calloc((size_t)rows * w_stride, sizeof *w),
          *v = calloc((size_t)m * stride, sizeof *v);
    float *o = calloc((size_t)rows * stride, sizeof *o),
          *twin = calloc((size_t)rows * stride, sizeof *o);
    span see = random_span(c, m);
    for (int i = 0; i < rows; i++)
        fill(c, w + (size_t)i * w_stride + see.from, (size_t)(see.to - see.from), 1);
    fill(c, v, (size_t)m * stride, 2);
    output_rows(w, w_stride, rows, v, stride, see, o);
    twin_output_rows(w, w_stride, rows, v, stride, see, twin);
    for (int i = 0; i < rows; i++)
        for (int ch = 0; ch < d; ch++)
            wrong += o[(size_t)i * stride + (size_t)ch] !=
                     dot(w + (size_t)i * w_stride + see.from,
                         v + (size_t)see.from * stride + (size_t)ch, stride, see.to - see.from);
    CHECK(same(o, twin, (size_t)rows * stride), "the twin differs: %d by %d by %d", rows, m, d);
    CHECK(wrong == 0, "%d of %d by %d outputs, m = %d, are not the sum in order", wrong, rows, d,
          m);
    free(w);
    free(v);
    free(o);
    free(twin);
}

static void test_products(void) {
    chance c = {31};
    for (int i = 0; i < 300; i++) {
        product_holds(&c);
        output_holds(&c);
    }
}

static void test_ranges(void) {
    chance c = {32};
    int wrong = 0;
    for (int i = 0; i < 5000; i++) {
        float x[COLUMNS_MAX], least = (float)INFINITY, most = -(float)INFINITY;
        product_row row = {x, random_span(&c, COLUMNS_MAX), {0, 0}}, twin = row;
        if (row.see.from == row.see.to) continue;
        fill(&c, x, COLUMNS_MAX, between(&c, 0, 1) ? 1e10 : 1);
        for (int j = row.see.from; j < row.see.to; j++) {
            least = x[j] < least ? x[j] : least;
            most = x[j] > most ? x[j] : most;
        }
        set_range(&row);
        twin_set_range(&twin);
        wrong += row.range.low != least || row.range.high != most;
        wrong += twin.range.low != least || twin.range.high != most;
    }
    CHECK(wrong == 0, "%d ranges are wrong", wrong);
}

/* ---- Weights -------------------------------------------------------------------------------- */

/* exp2 is off by 1.1e-7 of itself, its argument t by 1.2e-7 |t|, which 2^t |t| <= 0.54 bounds, and
 * the sum and its inverse by less; a weight is at most 1. */
static const double TOLERANCE = 4e-7;

static double exact_weight(const normaliser *by, const float *x, span see, int j) {
    double sum = by->kind == WEIGHTS_SOFTMAX1, slope = (double)by->slope,
           top = by->kind == WEIGHTS_SOFTMAX1 ? 0 : -INFINITY;
    if (j < see.from || j >= see.to) return 0;
    if (by->kind == WEIGHTS_SIGMOID)
        return 1 / (1 + exp2(-((double)x[j] * slope + (double)by->shift)));
    for (int k = see.from; k < see.to; k++) top = fmax(top, (double)x[k] * slope);
    if (by->kind == WEIGHTS_SOFTMAX1) sum = exp2(-top);
    for (int k = see.from; k < see.to; k++) sum += exp2((double)x[k] * slope - top);
    return exp2((double)x[j] * slope - top) / sum;
}

/* One row at the start of memory that has room for it alone. What is not of the row's keys holds
 * anything in x, and +0 in w. */
static void row_holds(chance *c, const normaliser *by, span see, int columns, double size) {
    size_t room = rounded_up((size_t)columns, 16);
    float *x = malloc(room * sizeof *x), *w = malloc(room * sizeof *w),
          *twin = malloc(room * sizeof *w);
    double worst = 0, sum = 0;
    int outside = 0;
    for (size_t j = 0; j < room; j++) {
        x[j] = float_of_bits((uint32_t)next_bits(c));
        w[j] = twin[j] = 0;
    }
    for (int j = see.from; j < see.to; j++) {
        x[j] = (float)within(c, -size, size);
        w[j] = twin[j] = (float)NAN;
    }
    product_row row = {x, see, {0, 0}};
    set_range(&row);
    weigh_row(by, &row, w);
    twin_weigh_row(by, &row, twin);
    for (int j = 0; j < (int)room; j++) {
        worst = fmax(worst, fabs((double)w[j] - exact_weight(by, x, see, j)));
        if (isnan(w[j])) worst = INFINITY;
        outside += (j < see.from || j >= see.to) && bits_of_float(w[j]) != 0;
        sum += (double)w[j];
    }
    CHECK(same(w, twin, room), "the twin differs: kind %d, keys %d to %d of %d", by->kind, see.from,
          see.to, columns);
    CHECK(worst < TOLERANCE, "kind %d, keys %d to %d of %d, off by %g", by->kind, see.from, see.to,
          columns, worst);
    CHECK(outside == 0, "%d weights outside keys %d to %d are not +0", outside, see.from, see.to);
    if (by->kind == WEIGHTS_SOFTMAX)
        CHECK(fabs(sum - 1) < 1e-6, "the row sums to 1 and %g", sum - 1);
    free(x);
    free(w);
    free(twin);
}

static void test_weights(void) {
    chance c = {33};
    for (int kind = WEIGHTS_SOFTMAX; kind <= WEIGHTS_SIGMOID; kind++)
        for (int mask = MASK_CAUSAL; mask <= MASK_WINDOW; mask++)
            for (int round = 0; round < 300; round++) {
                int columns = between(&c, 2, COLUMNS_MAX), i = between(&c, 0, COLUMNS_MAX + 10),
                    window = between(&c, 1, 40);
                double size = exp2(between(&c, -4, 12)), slope = within(&c, 0, 1) * 64 / size;
                normaliser by = {kind, (float)slope,
                                 kind == WEIGHTS_SIGMOID ? (float)within(&c, -28, 28) : 0};
                span see = allowed_keys(mask, window, i, columns);
                if (see.from < see.to) row_holds(&c, &by, see, columns, size);
            }
}

/* 2^t by the general way. It is never inlined: clang 14 does not terminate when it sees that only
 * one lane of four is used. */
__attribute__((noinline)) static void store_powers(float t, float out[16]) {
    columns16 all;
    EACH_PART all.of[part] = lanes_of(t);
    store_columns(out, exp2_columns(all));
}

static float power_of(float t) {
    float all[16];
    store_powers(t, all);
    return all[0];
}

/* A softmax as NUMERICS.md states it, by the general power of two alone. */
static void plain_softmax(const product_row *row, float slope, float *w) {
    float sums[16] = {0};
    for (int j = row->see.from; j < row->see.to; j++) {
        sums[j % 16] += w[j] = power_of((row->x[j] - row->range.high) * slope);
    }
    for (int half = 8; half > 0; half /= 2)
        for (int i = 0; i < half; i++) sums[i] += sums[i + half];
    for (int j = row->see.from; j < row->see.to; j++) w[j] *= 1 / sums[0];
}

/* Rows whose powers are made in a shorter way have the bits of the long one: slopes around both
 * bounds, 1/2 and 2^-25. */
static void test_short_ways(void) {
    chance c = {34};
    int differ = 0, alike = 0;
    for (int round = 0; round < 4000; round++) {
        float x[COLUMNS_MAX], w[COLUMNS_MAX] = {0}, plain[COLUMNS_MAX] = {0};
        product_row row = {x, random_span(&c, COLUMNS_MAX), {0, 0}};
        if (row.see.from == row.see.to) continue;
        fill(&c, x, COLUMNS_MAX, 1);
        set_range(&row);
        double bound = exp2(between(&c, 0, 1) ? -1 : -25) * within(&c, 0.9, 1.1),
               spread = (double)row.range.high - (double)row.range.low;
        normaliser by = {WEIGHTS_SOFTMAX, spread > 0 ? (float)(bound / spread) : 1, 0};
        weigh_row(&by, &row, w);
        plain_softmax(&row, by.slope, plain);
        differ += !same(w, plain, COLUMNS_MAX);
        alike += w[row.see.from] == w[row.see.to - 1];
    }
    CHECK(differ == 0, "%d rows differ from the plain way", differ);
    CHECK(alike > 1000 && alike < 3000, "%d rows have equal weights at both ends", alike);
}

/* Beyond what floats can tell apart, rows are still of numbers: one key has everything, or all have
 * the same. */
static void test_extremes(void) {
    static const float slopes[] = {0, 1e-30f, 1, 1e10f};
    for (int kind = WEIGHTS_SOFTMAX; kind <= WEIGHTS_SIGMOID; kind++)
        for (int s = 0; s < 4; s++) {
            float x[16] = {1e12f, -1e12f, 0, 3}, w[16] = {0}, twin[16] = {0};
            int wrong = 0;
            normaliser by = {kind, slopes[s], 0};
            product_row row = {x, {0, 4}, {-1e12f, 1e12f}};
            weigh_row(&by, &row, w);
            twin_weigh_row(&by, &row, twin);
            for (int j = 0; j < 16; j++) wrong += !(w[j] >= 0 && w[j] <= 1);
            CHECK(wrong == 0 && same(w, twin, 16), "%d weights of kind %d, slope %g, are none",
                  wrong, kind, (double)slopes[s]);
            CHECK(s > 1 || fabs((double)w[0] - (double)w[1]) < 1e-7, "slope %g tells keys apart",
                  (double)slopes[s]);
            CHECK(s < 2 || w[0] > 0.999f, "slope %g leaves the first key %g", (double)slopes[s],
                  (double)w[0]);
            CHECK(s < 2 || w[1] < 1e-29f, "slope %g leaves the least key %g", (double)slopes[s],
                  (double)w[1]);
        }
}

/* ---- Cells ---------------------------------------------------------------------------------- */

/* A cell by all its weights, in double precision; the mean is of `size` of them. */
static double add_weight(int pool, double so_far, double weight, int size) {
    if (pool == POOL_MEAN) return so_far + weight / size;
    return fmax(so_far, weight);
}

static void cells_hold(chance *c, int pool) {
    float w[COLUMNS_MAX], so_far[COLUMNS_MAX] = {0}, twin[COLUMNS_MAX] = {0}, cells[COLUMNS_MAX],
                          other[COLUMNS_MAX];
    int columns = between(c, 2, COLUMNS_MAX), count = between(c, 1, columns),
        rows = between(c, 1, 4), wrong = 0, wide[COLUMNS_MAX] = {0};
    double direct[COLUMNS_MAX] = {0};
    for (int j = 0; j < columns; j++) wide[j * count / columns]++;
    for (int i = 0; i < rows; i++) {
        span see = random_span(c, columns);
        memset(w, 0, sizeof w);
        for (int j = see.from; j < see.to; j++) {
            int cell = j * count / columns;
            w[j] = (float)within(c, 0, 1);
            direct[cell] = add_weight(pool, direct[cell], (double)w[j], rows * wide[cell]);
        }
        pool_row(pool, w, see, so_far);
        twin_pool_row(pool, w, see, twin);
    }
    pool_columns(pool, so_far, rows, columns, count, cells);
    twin_pool_columns(pool, twin, rows, columns, count, other);
    for (int i = 0; i < count; i++) {
        double allowed = pool == POOL_MEAN ? (rows + wide[i] + 1) * 0x1p-24 * direct[i] : 0;
        wrong += fabs((double)cells[i] - direct[i]) > allowed || cells[i] != other[i];
    }
    CHECK(wrong == 0, "%d of %d cells of %d columns, pooled by %d, are none", wrong, count, columns,
          pool);
}

static void test_cells(void) {
    chance c = {35};
    for (int i = 0; i < 2000; i++) cells_hold(&c, i % 2);
}

/* ---- The power of two ----------------------------------------------------------------------- */

/* ---- Sums ----------------------------------------------------------------------------------- */

enum { BLOCK = 4, PLACES = COLUMNS_MAX + 2 * BLOCK };

/* A row of softmax from random products; logits of keys that its query does not see are none. */
typedef struct random_row {
    float x[COLUMNS_MAX + SUMS_BESIDE], w[COLUMNS_MAX + SUMS_BESIDE];
    logged_row logged;
} random_row;

static void make_row(chance *c, span see, random_row *row) {
    double size = exp2(between(c, -30, 12));
    normaliser by = {between(c, 0, 1) ? WEIGHTS_SOFTMAX : WEIGHTS_SOFTMAX1,
                     (float)(within(c, 0, 1) * 64 / size), 0};
    product_row made_of = {row->x, see, {0, 0}};
    memset(row->w, 0, sizeof row->w);
    for (int j = 0; j < COLUMNS_MAX + SUMS_BESIDE; j++)
        row->x[j] = j >= see.from && j < see.to ? (float)within(c, -size, size) : NAN;
    set_range(&made_of);
    weigh_row(&by, &made_of, row->w);
    row->logged = (logged_row){row->w, exponents_of(&by, &made_of)};
}

static double exact_exponent(const random_row *row, int j) {
    const exponents *of = &row->logged.of;
    return fmax(-100, ((double)row->x[j] - (double)of->top) * (double)of->slope);
}

/* The weights and the exponents of a row go together. */
static int weights_off(const random_row *row, span see) {
    int last = see.to - 1, off = 0;
    double at_last = exact_exponent(row, last), factor = (double)row->w[last] / exp2(at_last);
    for (int j = see.from; j < see.to; j++) {
        double t = exact_exponent(row, j), w = factor * exp2(t);
        off += !(fabs((double)row->w[j] - w) <= 4e-7 * w * (1 + fabs(t) + fabs(at_last)));
    }
    return off;
}

static double sum_of(const double partial[4]) {
    return (partial[0] + partial[2]) + (partial[1] + partial[3]);
}

static bool is_close(const double partial[4], double exact, double size) {
    return fabs(sum_of(partial) - exact) <= 1e-15 * (double)COLUMNS_MAX * fabs(exact) + size;
}

static float largest_of(const float minus[4]) {
    return -fminf(fminf(minus[0], minus[1]), fminf(minus[2], minus[3]));
}

/* The sums of some columns by their definitions. An exponent and a product with it are off by three
 * roundings of a float, and a difference of two exponents by five. */
static bool sums_are(const row_sums *s, const random_row *row, const random_row *other, span part) {
    double exact[SUMS] = {0}, size = 0, apart_size = 0;
    float low = 2, high = 0, change = 0;
    for (int j = part.from; j < part.to; j++) {
        double w = (double)row->w[j], r = (double)other->w[j];
        double t = exact_exponent(row, j), u = exact_exponent(other, j);
        exact[SUM] += w;
        exact[COMPARED] += r;
        exact[EXPONENTS] += w * t;
        exact[APART] += w * (t - u);
        size += 0x3p-24 * w * fabs(t);
        apart_size += 0x5p-24 * w * (fabs(t) + fabs(u));
        low = fminf(low, row->w[j]);
        high = fmaxf(high, row->w[j]);
        change = fmaxf(change, fabsf(row->w[j] - other->w[j]));
    }
    return is_close(s->of[SUM], exact[SUM], 0) && is_close(s->of[COMPARED], exact[COMPARED], 0) &&
           is_close(s->of[EXPONENTS], exact[EXPONENTS], size) &&
           is_close(s->of[APART], exact[APART], apart_size) &&
           fminf(fminf(s->low[0], s->low[1]), fminf(s->low[2], s->low[3])) == low &&
           largest_of(s->minus_high) == high && largest_of(s->minus_change) == change;
}

static void sums_hold(chance *c) {
    static random_row row, other;
    double places[PLACES], twin_places[PLACES], before[PLACES];
    row_sums sums = {.low = {2, 2, 2, 2}}, twin = sums;
    span see = random_span(c, COLUMNS_MAX);
    int middle = between(c, see.from, see.to), wrong = 0;
    span parts[] = {{see.from, middle}, {middle, see.to}};
    if (see.from == see.to) return;
    make_row(c, see, &row);
    make_row(c, see, &other);
    for (int i = 0; i < PLACES; i++) twin_places[i] = places[i] = before[i] = within(c, 0, 9);
    for (int i = 0; i < 2; i++) {
        int first = BLOCK + parts[i].from;
        if (parts[i].from == parts[i].to) continue;
        sum_part(&row.logged, &other.logged, parts[i], places + first, &sums);
        twin_sum_part(&row.logged, &other.logged, parts[i], twin_places + first, &twin);
    }
    for (int i = 0; i < PLACES; i++) {
        int j = i - BLOCK;
        wrong += places[i] != before[i] + (j >= see.from && j < see.to ? (double)row.w[j] : 0);
    }
    CHECK(memcmp(&sums, &twin, sizeof sums) == 0 && memcmp(places, twin_places, sizeof places) == 0,
          "the twin differs: sums of keys %d to %d", see.from, see.to);
    CHECK(sums_are(&sums, &row, &other, see),
          "sums of keys %d to %d are not what they are by definition", see.from, see.to);
    CHECK(wrong == 0 && weights_off(&row, see) == 0,
          "%d of keys %d to %d have another sum at their place", wrong, see.from, see.to);
}

static void test_sums(void) {
    chance c = {37};
    for (int round = 0; round < 3000; round++) sums_hold(&c);
}

static double power(float t) {
    float r[16];
    columns16 all = {{lanes_of(t), lanes_of(t), lanes_of(t), lanes_of(t)}};
    store_columns(r, exp2_columns(all));
    return (double)r[0];
}

static void test_powers(void) {
    double worst = 0, at = 0;
    for (int i = 0; i <= 2000000; i++) {
        float t = -(float)i / 20000;
        double error = fabs(power(t) / exp2((double)t) - 1);
        if (error > worst) {
            worst = error;
            at = (double)t;
        }
    }
    CHECK(worst < 1.1e-7 && worst > 3e-8, "2^%g is off by %g of itself", at, worst);
    for (int n = 0; n <= 100; n++)
        if (power((float)-n) != ldexp(1, -n)) CHECK(false, "2^-%d is %a", n, power((float)-n));
    CHECK(power(-101) == 0x1p-100 && power(-1e30f) == 0x1p-100, "from -100 down it is %a",
          power(-101));
    CHECK(power(-(float)INFINITY) == 0x1p-100, "2^-inf is %a", power(-(float)INFINITY));
    CHECK(power((float)NAN) == 0x1p-100, "2^NaN is %a", power((float)NAN));
}

int main(void) {
    test_spans();
    test_products();
    test_ranges();
    test_weights();
    test_short_ways();
    test_extremes();
    test_cells();
    test_powers();
    test_sums();
    return report();
}
