/* States from any bytes, and what must hold of every figure that is made of one. */
#ifndef NF_FUZZ_FIGURES_H
#define NF_FUZZ_FIGURES_H

#include "engine/params.h"
#include "must.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- The input, byte by byte ---------------------------------------------------------------- */

/* After its end there are random bytes that depend on it, so that a short input is a rich sequence
 * too. */
typedef struct input {
    const uint8_t *at, *end;
    uint32_t random;
} input;

static inline input input_of(const uint8_t *data, size_t size) {
    input in = {data, data + size, 2166136261u};
    for (size_t i = 0; i < size; i++) in.random = (in.random ^ data[i]) * 16777619u;
    return in;
}

static inline unsigned take_byte(input *in) {
    if (in->at < in->end) return *in->at++;
    in->random = in->random * 1664525u + 1013904223u;
    return in->random >> 24;
}

static inline unsigned take_below(input *in, unsigned limit) {
    unsigned high = take_byte(in); /* first: of one expression either byte might be */
    return (high << 8 | take_byte(in)) % limit;
}

static inline void take_bytes(input *in, void *to, size_t count) {
    for (uint8_t *byte = to; count--; byte++) *byte = (uint8_t)take_byte(in);
}

/* ---- States --------------------------------------------------------------------------------- */

static inline double smaller(double a, double b) { return a < b ? a : b; }

/* Folds values into low..most, so that large ones do not all become the same. */
static inline void fold(nf_params *params, int row, double most) {
    double low = nf_get_row(row)->low;
    for (int i = 0; i < 3; i++)
        if (params->number[row][i] > most)
            params->number[row][i] = low + fmod(params->number[row][i], most - low + 1);
}

/* What a figure may be here, so that many are made in a second. A head beyond those there are is
 * rare, and refused. */
static inline void make_small(nf_params *params) {
    fold(params, P_n, 40);
    fold(params, P_d, 64);
    fold(params, P_heads, 6);
    fold(params, P_head, smaller(params->number[P_heads][0], 4));
}

/* A value of the row: an end, a number with few digits, or any. */
static inline double take_value(input *in, const nf_row *row) {
    unsigned how = take_byte(in);
    if (row->kind == NF_CHOICE || row->kind == NF_WHOLE) {
        double span = row->high - row->low + 1, x = row->low + (double)take_below(in, 65536);
        return how == 0 && row->words[0] && row->kind == NF_WHOLE ? -1
               : how == 1                                         ? row->high
                                                                  : row->low + fmod(x, span);
    }
    double x = row->low + (row->high - row->low) * take_below(in, 65536) / 65535;
    return how < 40 ? row->low : how < 80 ? row->high : how < 120 ? smaller(1, row->high) : x;
}

static inline void take_slider(input *in, nf_params *params) {
    int index = (int)(take_byte(in) % P_COUNT);
    const nf_row *row = nf_get_row(index);
    if (is_text(row)) return;
    double x = take_value(in, row);
    bool three = row->count == 3 && take_byte(in) & 1;
    for (int i = 0; i < 3; i++) params->number[index][i] = three && i ? take_value(in, row) : x;
}

/* ---- What was made -------------------------------------------------------------------------- */

static inline bool is_masked(const nf_params *params, int i, int j) {
    int mask = whole_of(params, P_mask);
    return mask != MASK_NONE &&
           (j > i || (mask == MASK_WINDOW && j <= i - whole_of(params, P_window)));
}

static inline bool is_plus_zero(float x) {
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits == 0;
}

static inline void row_is_sound(const nf_params *params, const nf_panel *p, int i) {
    const float *w = p->weights + (size_t)i * p->stride;
    double sum = 0;
    int allowed = 0;
    for (int j = 0; j < p->columns; j++) {
        must(w[j] >= 0 && w[j] <= 1 + 1e-6f);
        if (is_masked(params, i, j))
            must(is_plus_zero(w[j]));
        else {
            allowed++;
            sum += (double)w[j];
        }
    }
    int weights = whole_of(params, P_weights);
    if (weights == WEIGHTS_SOFTMAX && allowed) must(fabs(sum - 1) < 1e-5);
    if (weights == WEIGHTS_SOFTMAX1) must(sum < 1 + 1e-5);
}

static inline void panel_is_sound(const nf_params *params, const nf_panel *p) {
    for (int i = 0; i < p->rows; i++) {
        if (p->weights) row_is_sound(params, p, i);
        for (size_t c = 0; p->output && c < p->width; c++)
            must(isfinite(p->output[(size_t)i * p->output_stride + c] * p->gain));
        if (p->norm) must(!isinf(p->norm[i]) && !isinf(p->cosine[i]));
    }
    for (int m = 0; m < NF_MEASURES_COUNT; m++) must(!isinf(p->measure[m]));
    for (int i = 0; p->cells && i < p->cell_rows * p->cell_columns; i++)
        must(p->cells[i] >= 0 && p->cells[i] <= 1 + 1e-6f);
}

static inline void logits_are_sound(nf_engine *engine, int index) {
    const nf_panel *p = nf_get_panel(engine, index);
    size_t count = (size_t)p->rows * (size_t)p->columns;
    float *logits = malloc(count * sizeof *logits);
    must(logits && nf_get_logits(engine, index, logits) == NF_OK);
    for (size_t i = 0; i < count; i++) must(isfinite(logits[i]));
    free(logits);
}

static inline void figure_is_sound(nf_engine *engine, const nf_params *params) {
    for (int i = 0; i < NF_PANELS + NF_BASELINES; i++) {
        const nf_panel *p = nf_get_panel(engine, i);
        must(p != NULL || i > NF_PANELS);
        if (!p) continue;
        panel_is_sound(params, p);
        logits_are_sound(engine, i);
    }
}

/* ---- Making --------------------------------------------------------------------------------- */

/* Whole, with the check of an engine that has the same tensors and no figure before; or left after
 * some steps. */
static inline void make_figure(input *in, nf_engine *engine, nf_engine *other,
                               const nf_params *params) {
    int want = (int)take_byte(in), steps = (int)take_byte(in);
    uint64_t bytes;
    nf_status told = nf_need(engine, params, want, &bytes), status = nf_begin(engine, params, want);
    must(told == NF_OK ? status == NF_MORE
                       : status == told && nf_why(engine)[0] && !nf_get_panel(engine, 0));
    if (steps >= 128)
        for (int i = 128; i < steps && status == NF_MORE; i++) status = nf_step(engine);
    else
        while (status == NF_MORE) status = nf_step(engine);
    if (status != NF_OK) return;
    figure_is_sound(engine, params);
    if (!(want & NF_CHECK)) return;
    must(nf_compute(other, params, NF_CHECK) == NF_OK && nf_check(other) == nf_check(engine));
}

#endif
