/* One cell, step by step: every number as the kernels made it. */
#include "exact.h"

#include "attention.h"
#include "made.h"
#include "rows.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The entries of a plan that a panel's weights are made from, with their memory. */
typedef struct operands {
    const planned_panel *panel;
    const entry *weights, *product, *queries, *keys;
    const float *query; /* the first row */
    const float *packed;
    int width;
} operands;

static operands operands_of(const nf_engine *engine, int index) {
    const plan *plan = &engine->plan;
    operands of = {.panel = &plan->panels[index], .width = engine->source.shape.d};
    of.weights = &plan->entries[of.panel->weights];
    of.product = &plan->entries[of.weights->recipe.part[0]];
    const int *part = of.product->recipe.part;
    of.queries = &plan->entries[part[0]];
    of.keys = &plan->entries[part[1]];
    of.query = rows_in(engine->made[part[0]].memory);
    of.packed = packed_in(of.keys, engine->made[part[1]].memory);
    return of;
}

/* Query, key, their products, and the sums so far: a row each. The last sum is what product_rows
 * makes. */
static void list_products(const operands *of, int query, int key, float *steps) {
    const int d = of->width;
    const float *q = of->query + (size_t)query * of->queries->stride;
    const float *k = of->packed + (size_t)(key & ~7) * rounded_up((size_t)d, 4) + (key & 7);
    float sum = 0;
    for (int c = 0; c < d; c++) {
        float times = q[c] * k[8 * c];
        sum += times;
        steps[c] = q[c];
        steps[d + c] = k[8 * c];
        steps[2 * d + c] = times;
        steps[3 * d + c] = sum;
    }
}

static void weigh_softmax(const normaliser *by, const product_row *row, int key, float *powers,
                          nf_cell *cell) {
    row_powers made = raise_powers(by, row, powers);
    cell->largest = made.largest;
    cell->exponent = ((float)cell->product - made.largest) * by->slope;
    cell->power = powers[key];
    cell->unseen = made.unseen;
    cell->sum = made.sum;
    cell->factor = 1 / made.sum;
}

static void weigh_sigmoid(const normaliser *by, nf_cell *cell) {
    float t = (float)cell->product * by->slope + by->shift;
    float power = two_to(t < 0 ? t : -t);
    cell->exponent = t;
    cell->power = power;
    cell->sum = 1 + power;
}

/* `x` and `powers` are rows of the product's stride; `powers` is zero. */
static void follow(const operands *of, int query, int key, float *x, float *powers, nf_cell *cell) {
    const weights_recipe *r = &of->weights->recipe.weights;
    const product_recipe *by_mask = &of->product->recipe.product;
    const logit_scale *scale = &of->panel->scale;
    const int columns = of->product->columns;
    normaliser by = {r->normaliser, (float)r->slope, (float)r->shift};
    product_row row = {.x = x, .see = allowed_keys(by_mask->mask, by_mask->window, query, columns)};
    product_rows(of->query + (size_t)query * of->queries->stride, of->queries->stride, 1,
                 of->packed, of->width, (span){0, columns}, x, of->product->stride);
    *cell = (nf_cell){.normaliser = r->normaliser,
                      .seen = key >= row.see.from && key < row.see.to,
                      .root = scale->root,
                      .temperature = scale->temperature,
                      .divisor = scale->divisor,
                      .multiplier = scale->multiplier,
                      .scale = scale->slope,
                      .slope = by.slope,
                      .shift = by.shift,
                      .product = x[key]};
    if (cell->seen == 0) return;
    set_range(&row);
    weigh_row(&by, &row, powers);
    cell->weight = powers[key];
    if (by.kind == WEIGHTS_SIGMOID)
        weigh_sigmoid(&by, cell);
    else
        weigh_softmax(&by, &row, key, powers, cell);
}

nf_status nf_get_cell(nf_engine *engine, int index, int query, int key, nf_cell *out,
                      float *steps) {
    if (!nf_get_panel(engine, index)) return no_panel(engine, index);
    operands of = operands_of(engine, index);
    const int rows = of.product->all_rows, columns = of.product->columns;
    if (query < 0 || query >= rows || key < 0 || key >= columns) {
        refuse(engine, fault_of(NF_CELL_BEYOND), &(fill){.whole = {rows - 1, columns - 1}});
        return NF_NO_DATA;
    }
    float *x = calloc(2 * of.product->stride, sizeof *x);
    if (!x) return no_memory(engine);
    float *powers = x + of.product->stride;
    list_products(&of, query, key, steps);
    follow(&of, query, key, x, powers, out);
    memcpy(steps + (size_t)4 * (size_t)of.width, powers, (size_t)columns * sizeof *powers);
    free(x);
    return NF_OK;
}
