/* Figures to try: states from links, random ones, and whether two engines show the same bits. */
#ifndef NF_TEST_FIGURES_H
#define NF_TEST_FIGURES_H

#include "engine/kinds.h"
#include "test.h"

#include <stdlib.h>

enum { ALL = NF_PANELS + NF_BASELINES };
enum {
    EVERYTHING = NF_WEIGHTS | NF_MEASURES | NF_CHECK | NF_KEEP | NF_OUTPUTS | NF_CELLS |
    NF_ALL_BASELINES | NF_PREDICTION
};

/* The state of a link that is read without a remark. */
static inline nf_params params_of(const char *link) {
    nf_params params;
    nf_link read = nf_decode(link, strlen(link), &params, NULL, NULL);
    if (!read.readable || !read.lossless)
        CHECK(false, "the test's own link %s is not understood", link);
    return params;
}

static inline void set_row(nf_params *params, int row, double value) {
    for (int i = 0; i < 3; i++) params->number[row][i] = value;
}

/* ---- Random states -------------------------------------------------------------------------- */

/* What a row may be here: its range, but small enough to try hundreds of figures. */
static inline double highest(int row) {
    switch (row) {
    case P_n: return 40;
    case P_d: return 48;
    case P_heads: return 5;
    case P_head: return 4;
    case P_window: return 24;
    case P_source: return SOURCE_TENSORS;
    default: return nf_get_row(row)->high;
    }
}

/* Numbers with few digits, often at an end of the range or at 1, where figures share more than
 * usual. */
static inline double random_value(chance *c, int row) {
    const nf_row *r = nf_get_row(row);
    double low = r->low, high = highest(row);
    if (r->kind == NF_CHOICE) return between(c, (int)low, (int)high);
    if (r->kind == NF_WHOLE && r->words[0] && between(c, 0, 2) == 0) return -1;
    if (r->kind == NF_WHOLE)
        return row == P_seed ? between(c, 0, 9) : between(c, (int)low, (int)high);
    switch (between(c, 0, 5)) {
    case 0: return low;
    case 1: return high;
    case 2: return low <= 1 && high >= 1 ? 1 : low;
    default: return low + (high - low) * between(c, 0, 64) / 64;
    }
}

static inline void randomise(chance *c, nf_params *params, int row) {
    bool three = nf_get_row(row)->count == 3 && between(c, 0, 1);
    set_row(params, row, random_value(c, row));
    for (int i = 1; i < 3 && three; i++) params->number[row][i] = random_value(c, row);
    if (row == P_n && between(c, 0, 9) == 0)
        params->number[row][between(c, 0, 2)] = between(c, 60, 140); /* bands */
}

/* A row of numbers that is part of what is computed. */
static inline int random_row(chance *c) {
    for (;;) {
        int row = between(c, 0, P_COUNT - 1);
        if (!is_text(nf_get_row(row)) && nf_get_row(row)->part != NF_OF_VIEW) return row;
    }
}

static inline nf_params random_params(chance *c) {
    nf_params params;
    nf_defaults(&params);
    for (int row = 0; row < P_COUNT; row++)
        if (!is_text(nf_get_row(row))) randomise(c, &params, row);
    return params;
}

/* ---- Random tensors ------------------------------------------------------------------------- */

typedef struct owned_tensors {
    nf_tensors tensors;
    float *memory;
} owned_tensors;

static inline owned_tensors random_tensors(chance *c, int inputs, int heads, int d) {
    owned_tensors t = {{.inputs = inputs, .heads = heads, .d = d}, NULL};
    size_t count = 0, at = 0;
    for (int i = 0; i < inputs; i++) {
        t.tensors.tokens[i] = between(c, 2, 20);
        count += 3 * (size_t)heads * (size_t)t.tensors.tokens[i] * (size_t)d;
    }
    t.memory = malloc(count * sizeof(float));
    for (size_t i = 0; i < count; i++) t.memory[i] = (float)within(c, -2, 2);
    for (int i = 0; i < inputs; i++) {
        size_t step = (size_t)heads * (size_t)t.tensors.tokens[i] * (size_t)d;
        t.tensors.q[i] = t.memory + at;
        t.tensors.k[i] = t.memory + at + step;
        t.tensors.v[i] = t.memory + at + 2 * step;
        at += 3 * step;
    }
    return t;
}

/* ---- Comparing ------------------------------------------------------------------------------ */

static inline bool same_rows(const float *a, const float *b, int rows, size_t columns,
                             size_t stride) {
    if (!a || !b) return a == b;
    for (int i = 0; i < rows; i++, a += stride, b += stride)
        if (memcmp(a, b, columns * sizeof *a) != 0) return false;
    return true;
}

static inline bool same_numbers(const double *a, const double *b, int count) {
    if (!a || !b) return a == b;
    return memcmp(a, b, (size_t)count * sizeof *a) == 0;
}

/* What differs first between two panels of figures made with the same wants, or NULL. */
static inline const char *panel_difference(const nf_panel *a, const nf_panel *b) {
    if (!a || !b) return a == b ? NULL : "whether it is there";
    if (a->rows != b->rows || a->columns != b->columns || a->width != b->width) return "its size";
    if (a->row != b->row || a->column != b->column || a->query_input != b->query_input ||
        a->key_input != b->key_input)
        return "its place";
    if (a->same != b->same || bits_of_float(a->gain) != bits_of_float(b->gain)) return "same, gain";
    if (!same_rows(a->weights, b->weights, a->rows, (size_t)a->columns, a->stride))
        return "weights";
    if (!same_rows(a->output, b->output, a->rows, a->width, a->output_stride)) return "output";
    if (!same_rows(a->cells, b->cells, a->cell_rows, (size_t)a->cell_columns,
                   (size_t)a->cell_columns))
        return "cells";
    if (!same_numbers(a->norm, b->norm, a->rows) || !same_numbers(a->cosine, b->cosine, a->rows))
        return "norm, cosine";
    for (int m = 0; m < NF_MEASURES_COUNT; m++)
        if (!same_numbers(&a->measure[m], &b->measure[m], 1)) return nf_measure_key((nf_measure)m);
    return NULL;
}

static inline bool same_guesses(const nf_guess *a, const nf_guess *b) {
    for (int i = 0; i < NF_GUESSES; i++)
        if (a[i].piece != b[i].piece || !same_numbers(&a[i].p, &b[i].p, 1)) return false;
    return true;
}

static inline bool same_prediction(const nf_prediction *a, const nf_prediction *b) {
    if (!a || !b) return a == b;
    return a->tokens == b->tokens && same_numbers(&a->kl, &b->kl, 1) &&
           same_numbers(a->divergence, b->divergence, a->tokens) &&
           same_guesses(a->before, b->before) && same_guesses(a->after, b->after);
}

static inline const char *figure_difference(const nf_engine *a, const nf_engine *b, int *panel) {
    for (*panel = 0; *panel < ALL; ++*panel) {
        const char *what = panel_difference(nf_get_panel(a, *panel), nf_get_panel(b, *panel));
        if (what) return what;
        if (!same_prediction(nf_get_prediction(a, *panel), nf_get_prediction(b, *panel)))
            return "its prediction";
    }
    return nf_check(a) == nf_check(b) ? NULL : "the check";
}

static inline uint64_t check_of(nf_engine *engine, const nf_params *params, int want) {
    nf_status status = nf_compute(engine, params, want | NF_CHECK);
    CHECK(status == NF_OK, "%s: %s", nf_status_text(status), nf_why(engine));
    return nf_check(engine);
}

#endif
