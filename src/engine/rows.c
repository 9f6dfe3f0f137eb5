/* Makes the rows of one band of one entry. An entry first has the rows made that it is made from,
 * which first have theirs made, and so on (`pull`). */
#include "exact.h"

#include "rows.h"

#include "attention.h"
#include "measure.h"
#include "numbers.h"

#include <math.h>
#include <string.h>

int longest_input(const nf_engine *engine) {
    int longest = 0;
    for (int i = 0; i < 3; i++)
        if (engine->source.shape.tokens[i] > longest) longest = engine->source.shape.tokens[i];
    return longest;
}

static int within(int x, int low, int high) { return x < low ? low : x > high ? high : x; }

int band_rows(const nf_engine *engine) {
    return within(BAND_CELLS / longest_input(engine) / GROUP_ROWS * GROUP_ROWS, GROUP_ROWS,
                  BAND_ROWS);
}

static bool keeps_rows(const entry *e) { return e->recipe.kept || e->recipe.kind == OUTPUT; }

static float *band_of(const nf_engine *engine, int index, const band *b) {
    const entry *e = &engine->plan.entries[index];
    return rows_in(engine->made[index].memory) + (keeps_rows(e) ? (size_t)b->first * e->stride : 0);
}

/* The keys that at least one row of a group sees. */
static span group_span(const nf_engine *engine, int product, int first, int rows) {
    span top = entry_span(&engine->plan, product, first);
    span end = entry_span(&engine->plan, product, first + rows - 1);
    return (span){top.from, end.to};
}

/* Rows that do not lie one after the other, side by side. */
static const float *gather(const entry *e, int first, int rows, const float *from, size_t stride,
                           float *to) {
    for (int i = 0; i < rows; i++)
        memcpy(to + (size_t)i * stride, from + (size_t)row_at(e, first + i) * stride,
               stride * sizeof *to);
    return to;
}

static void make_product(nf_engine *engine, int index, const band *b) {
    const entry *e = &engine->plan.entries[index];
    int query_entry = e->recipe.part[0], key_entry = e->recipe.part[1];
    const entry *q = &engine->plan.entries[query_entry], *k = &engine->plan.entries[key_entry];
    const float *queries = rows_in(engine->made[query_entry].memory);
    const float *packed = packed_in(k, engine->made[key_entry].memory);
    float *x = band_of(engine, index, b);
    float group[GROUP_ROWS * NF_WIDTH_MAX];
    range *ranges = ranges_in(e, engine->made[index].memory);
    for (int at = 0; at < b->rows; at += GROUP_ROWS) {
        int first = b->first + at, rows = b->rows - at < GROUP_ROWS ? b->rows - at : GROUP_ROWS;
        const float *some = e->rows == e->all_rows
                                ? queries + (size_t)first * q->stride
                                : gather(e, first, rows, queries, q->stride, group);
        product_rows(some, q->stride, rows, packed, engine->source.shape.d,
                     group_span(engine, index, first, rows), x + (size_t)at * e->stride, e->stride);
    }
    for (int i = b->first; i < b->first + b->rows; i++, x += e->stride) {
        product_row row = {.x = x, .see = entry_span(&engine->plan, index, i)};
        if (row.see.from < row.see.to) set_range(&row);
        ranges[i] = row.range;
    }
}

static const float *pull(nf_engine *engine, int index, const band *b);

static void clear(float *w, int from, int to) {
    if (from < to) memset(w + from, 0, (size_t)(to - from) * sizeof *w);
}

/* Makes those weights of row i +0 whose keys its query does not see. Where only a band is kept, the
 * memory of row i holds a row of the band before, whose unseen weights are +0 already. */
static void clear_unseen(const nf_engine *engine, int index, int i, float *w) {
    const entry *e = &engine->plan.entries[index];
    span see = entry_span(&engine->plan, e->recipe.part[0], i), was = {0, (int)e->stride};
    int last = i - band_rows(engine);
    if (!e->recipe.kept && last >= 0) was = entry_span(&engine->plan, e->recipe.part[0], last);
    clear(w, was.from, see.from < was.to ? see.from : was.to);
    clear(w, see.to > was.from ? see.to : was.from, was.to);
}

static normaliser normaliser_of(const entry *weights) {
    const weights_recipe *r = &weights->recipe.weights;
    return (normaliser){r->normaliser, (float)r->slope, (float)r->shift};
}

static void make_weights(nf_engine *engine, int index, const band *b) {
    const entry *e = &engine->plan.entries[index];
    int product = e->recipe.part[0];
    normaliser by = normaliser_of(e);
    const float *x = pull(engine, product, b);
    const range *ranges = ranges_in(&engine->plan.entries[product], engine->made[product].memory);
    float *w = band_of(engine, index, b);
    for (int i = b->first; i < b->first + b->rows; i++, x += e->stride, w += e->stride) {
        product_row row = {x, entry_span(&engine->plan, product, i), ranges[i]};
        if (!engine->made[index].masked) clear_unseen(engine, index, i, w);
        if (row.see.from < row.see.to) weigh_row(&by, &row, w);
    }
}

static int product_of(const nf_engine *engine, int weights) {
    return engine->plan.entries[weights].recipe.part[0];
}

static void make_output(nf_engine *engine, int index, const band *b) {
    const entry *e = &engine->plan.entries[index];
    const entry *weights = &engine->plan.entries[e->recipe.part[0]];
    const float *w = pull(engine, e->recipe.part[0], b);
    const float *values = rows_in(engine->made[e->recipe.part[1]].memory);
    float *o = band_of(engine, index, b);
    for (int at = 0; at < b->rows; at += GROUP_ROWS) {
        int rows = b->rows - at < GROUP_ROWS ? b->rows - at : GROUP_ROWS;
        output_rows(w + (size_t)at * weights->stride, weights->stride, rows, values, e->stride,
                    group_span(engine, product_of(engine, e->recipe.part[0]), b->first + at, rows),
                    o + (size_t)at * e->stride);
    }
}

/* The band's rows of a PRODUCT, WEIGHTS or OUTPUT; makes them if they are not made yet. */
static const float *pull(nf_engine *engine, int index, const band *b) {
    made *m = &engine->made[index];
    const entry *e = &engine->plan.entries[index];
    if (m->ready || m->band == b->number) return band_of(engine, index, b);
    m->band = b->number;
    if (e->recipe.kind == PRODUCT)
        make_product(engine, index, b);
    else if (e->recipe.kind == WEIGHTS)
        make_weights(engine, index, b);
    else
        make_output(engine, index, b);
    return band_of(engine, index, b);
}

/* ---- What is made of rows ------------------------------------------------------------------- */

/* Row `at` of a band of weights, with its logarithms; those of a sigmoid are written to `logs`. */
static logged_row log_row(const nf_engine *engine, int index, const band *b, int at, float *logs) {
    const entry *e = &engine->plan.entries[index];
    int product = product_of(engine, index), i = b->first + at;
    size_t skipped = (size_t)at * e->stride;
    normaliser by = normaliser_of(e);
    const range *ranges = ranges_in(&engine->plan.entries[product], engine->made[product].memory);
    const float *w = band_of(engine, index, b) + skipped;
    product_row row = {band_of(engine, product, b) + skipped, entry_span(&engine->plan, product, i),
                       ranges[i]};
    return (logged_row){w, by.kind == WEIGHTS_SIGMOID ? logs_of(w, row.see, logs)
                                                      : exponents_of(&by, &row)};
}

/* The logarithms of two rows are kept in the scratch memory, which vectors need no longer. */
static void make_measures(nf_engine *engine, int index, const band *b) {
    const entry *e = &engine->plan.entries[index];
    int own = e->recipe.part[0], other = e->recipe.part[1], compared = other < 0 ? own : other;
    float *logs = engine->scratch;
    tally *t = tally_in(engine->made[index].memory);
    const int needed[] = {own, product_of(engine, own), compared, product_of(engine, compared)};
    for (int i = 0; i < 4; i++) pull(engine, needed[i], b);
    if (b->first == 0) start_tally(t, e->rows, e->columns);
    for (int at = 0; at < b->rows; at++) {
        span see = entry_span(&engine->plan, needed[1], b->first + at);
        if (see.from == see.to) continue;
        logged_row row = log_row(engine, own, b, at, logs), reference = row;
        if (compared != own) reference = log_row(engine, compared, b, at, logs + e->stride);
        tally_row(t, b->first + at, &row, other < 0 ? NULL : &reference, see);
    }
}

static void scale_row(const float *from, double gain, int count, float *to) {
    for (int c = 0; c < count; c++) to[c] = from[c] * (float)gain;
}

static void make_effect(nf_engine *engine, int index, const band *b) {
    const entry *e = &engine->plan.entries[index];
    const float *o = pull(engine, e->recipe.part[0], b);
    const float *reference = pull(engine, e->recipe.part[1], b);
    void *memory = engine->made[index].memory;
    double *norm = norms_in(memory) + b->first, *cosine = cosines_in(e, memory) + b->first;
    int product = product_of(engine, engine->plan.entries[e->recipe.part[0]].recipe.part[0]);
    for (int i = 0; i < b->rows; i++, o += e->stride, reference += e->stride) {
        float scaled[NF_WIDTH_MAX];
        span see = entry_span(&engine->plan, product, b->first + i);
        scale_row(o, e->recipe.gain, e->columns, scaled);
        compare_outputs(scaled, reference, e->columns, &norm[i], &cosine[i]);
        if (see.from == see.to) norm[i] = cosine[i] = (double)NAN;
    }
}

/* Is row i of an entry one of those that row_at would leave? */
static bool is_hashed(const entry *e, int64_t i) {
    if (e->rows <= HASHED_ROWS) return true;
    int64_t k = (i * HASHED_ROWS + e->rows - 1) / e->rows;
    return k < HASHED_ROWS && k * e->rows / HASHED_ROWS == i;
}

static void make_hash(nf_engine *engine, int index, const band *b) {
    const entry *e = &engine->plan.entries[index];
    const float *row = pull(engine, e->recipe.part[0], b);
    uint64_t *hash = hash_in(engine->made[index].memory);
    if (b->first == 0) *hash = 0;
    bool is_output = engine->plan.entries[e->recipe.part[0]].recipe.kind == OUTPUT;
    for (int i = 0; i < b->rows; i++, row += e->stride) {
        float scaled[NF_WIDTH_MAX];
        if (!is_hashed(e, b->first + i)) continue;
        if (is_output) scale_row(row, e->recipe.gain, e->columns, scaled);
        *hash =
            nf_hash_word(*hash, nf_hash_floats(0, is_output ? scaled : row, (size_t)e->columns));
    }
}

/* Rows of one row of cells are first pooled into one row of all columns, and then its columns. */
static void make_cells(nf_engine *engine, int index, const band *b) {
    const entry *e = &engine->plan.entries[index];
    const float *w = pull(engine, e->recipe.part[0], b);
    float *cells = cells_in(engine->made[index].memory);
    float *pooled = pooled_row_in(engine->made[index].memory);
    int product = product_of(engine, e->recipe.part[0]), pool = e->recipe.pool;
    int down = cells_along(e->rows), across = cells_along(e->columns);
    for (int i = b->first; i < b->first + b->rows; i++, w += e->stride) {
        int to = i * down / e->rows, first = first_in_cell(to, down, e->rows);
        if (i == first) memset(pooled, 0, e->stride * sizeof *pooled);
        pool_row(pool, w, entry_span(&engine->plan, product, i), pooled);
        if (i + 1 == first_in_cell(to + 1, down, e->rows))
            pool_columns(pool, pooled, i + 1 - first, e->columns, across, cells + to * across);
    }
}

void make_rows(nf_engine *engine, int index, const band *b) {
    switch (engine->plan.entries[index].recipe.kind) {
    case MEASURES: make_measures(engine, index, b); break;
    case EFFECT: make_effect(engine, index, b); break;
    case HASH: make_hash(engine, index, b); break;
    case CELLS: make_cells(engine, index, b); break;
    case PRODUCT:
    case WEIGHTS:
    case OUTPUT: pull(engine, index, b); break;
    case VECTORS:
    case FOLLOWING:
    case PREDICTION:
    case DIVERGENCE:
    case SAID: break;
    }
}
