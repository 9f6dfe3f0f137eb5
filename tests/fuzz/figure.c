/* Any bytes as a sequence of figures on one engine, of links, of sliders and of tensors with any bits: whatever is made
 * is finite, masked where it should be, and has the check that a new engine gives it. */
#include "params.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool holds) {
    if (!holds) __builtin_trap();
}

/* ---- The input, byte by byte ----------------------------------------------------------------------------------- */

/* After its end there are random bytes that depend on it, so that a short input is a rich sequence too. */
typedef struct input {
    const uint8_t *at, *end;
    uint32_t random;
} input;

static input input_of(const uint8_t *data, size_t size) {
    input in = {data, data + size, 2166136261u};
    for (size_t i = 0; i < size; i++) in.random = (in.random ^ data[i]) * 16777619u;
    return in;
}

static unsigned take_byte(input *in) {
    if (in->at < in->end) return *in->at++;
    in->random = in->random * 1664525u + 1013904223u;
    return in->random >> 24;
}

static unsigned take_below(input *in, unsigned limit) { return (take_byte(in) << 8 | take_byte(in)) % limit; }

static void take_bytes(input *in, void *to, size_t count) {
    for (uint8_t *byte = to; count--; byte++) *byte = (uint8_t)take_byte(in);
}

/* ---- States ---------------------------------------------------------------------------------------------------- */

static double smaller(double a, double b) { return a < b ? a : b; }

static void fold(nf_params *params, int row, double most) { /* into low..most, so that large values are not all alike */
    double low = nf_get_row(row)->low;
    for (int i = 0; i < 3; i++)
        if (params->number[row][i] > most) params->number[row][i] = low + fmod(params->number[row][i], most - low + 1);
}

/* What a figure may be here, so that many are made in a second. A head beyond those there are is rare, and refused. */
static void make_small(nf_params *params) {
    fold(params, P_n, 40), fold(params, P_d, 64), fold(params, P_heads, 6);
    fold(params, P_head, smaller(params->number[P_heads][0], 4));
}

/* A value of the row: an end, a number with few digits, or any. */
static double take_value(input *in, const nf_row *row) {
    unsigned how = take_byte(in);
    if (row->kind == NF_CHOICE || row->kind == NF_WHOLE) {
        double span = row->high - row->low + 1, x = row->low + (double)take_below(in, 65536);
        return how == 0 && row->words[0] && row->kind == NF_WHOLE ? -1 : how == 1 ? row->high : row->low + fmod(x, span);
    }
    double x = row->low + (row->high - row->low) * take_below(in, 65536) / 65535;
    return how < 40 ? row->low : how < 80 ? row->high : how < 120 ? smaller(1, row->high) : x;
}

static void take_slider(input *in, nf_params *params) {
    int index = (int)(take_byte(in) % P_COUNT);
    const nf_row *row = nf_get_row(index);
    if (is_text(row)) return;
    double x = take_value(in, row);
    bool three = row->count == 3 && take_byte(in) & 1;
    for (int i = 0; i < 3; i++) params->number[index][i] = three && i ? take_value(in, row) : x;
}

static void take_link(input *in, nf_params *params) {
    size_t length = take_below(in, 600), left = (size_t)(in->end - in->at);
    if (length > left) length = left;
    nf_decode((const char *)in->at, length, params, NULL, NULL);
    in->at += length;
}

/* ---- Tensors --------------------------------------------------------------------------------------------------- */

enum { BROUGHT_MAX = 3 * 3 * 3 * 9 * 40 };

/* Small shapes, some of them refused, and elements of any bits, or of usual size where the input asks for it. */
static nf_status take_tensors(input *in, nf_engine *engine, nf_engine *other) {
    static float memory[BROUGHT_MAX];
    nf_tensors t = {(int)(take_byte(in) % 5), (int)(take_byte(in) % 4), (int)(take_byte(in) % 41), {0}, {0}, {0}, {0}};
    unsigned usual = take_byte(in);
    float *at = memory;
    for (int i = 0; i < 3; i++) {
        t.tokens[i] = (int)(take_byte(in) % 10);
        size_t count = (size_t)t.heads * (size_t)t.tokens[i] * (size_t)t.d;
        t.q[i] = at, t.k[i] = at + count, t.v[i] = at + 2 * count;
        at += 3 * count;
    }
    for (float *x = memory; x < at; x++) {
        *x = ((float)take_byte(in) - 127) / (usual & 1 ? 0.0128f : 64);
        if (usual < 128 && in->at < in->end) take_bytes(in, x, sizeof *x);
    }
    nf_status status = nf_bring(engine, &t);
    must(status == nf_bring(other, &t) && (status == NF_OK || (status == NF_BAD_TENSORS && nf_why(engine)[0])));
    return status;
}

/* ---- What was made --------------------------------------------------------------------------------------------- */

static bool is_masked(const nf_params *params, int i, int j) {
    int mask = whole_of(params, P_mask);
    return mask != MASK_NONE && (j > i || (mask == MASK_WINDOW && j <= i - whole_of(params, P_window)));
}

static bool is_plus_zero(float x) {
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits == 0;
}

static void row_is_sound(const nf_params *params, const nf_panel *p, int i) {
    const float *w = p->weights + (size_t)i * p->stride;
    double sum = 0;
    int allowed = 0;
    for (int j = 0; j < p->columns; j++) {
        must(w[j] >= 0 && w[j] <= 1 + 1e-6f);
        if (is_masked(params, i, j)) must(is_plus_zero(w[j]));
        else allowed++, sum += (double)w[j];
    }
    int weights = whole_of(params, P_weights);
    if (weights == WEIGHTS_SOFTMAX && allowed) must(fabs(sum - 1) < 1e-5);
    if (weights == WEIGHTS_SOFTMAX1) must(sum < 1 + 1e-5);
}

static void panel_is_sound(const nf_params *params, const nf_panel *p) {
    for (int i = 0; i < p->rows; i++) {
        if (p->weights) row_is_sound(params, p, i);
        for (size_t c = 0; p->output && c < p->width; c++) must(isfinite(p->output[(size_t)i * p->output_stride + c] * p->gain));
        if (p->norm) must(!isinf(p->norm[i]) && !isinf(p->cosine[i]));
    }
    for (int m = 0; m < NF_MEASURES_COUNT; m++) must(!isinf(p->measure[m]));
    for (int i = 0; p->cells && i < p->cell_rows * p->cell_columns; i++) must(p->cells[i] >= 0 && p->cells[i] <= 1 + 1e-6f);
}

static void logits_are_sound(nf_engine *engine, int index) {
    const nf_panel *p = nf_get_panel(engine, index);
    size_t count = (size_t)p->rows * (size_t)p->columns;
    float *logits = malloc(count * sizeof *logits);
    must(logits && nf_get_logits(engine, index, logits) == NF_OK);
    for (size_t i = 0; i < count; i++) must(isfinite(logits[i]));
    free(logits);
}

static void figure_is_sound(nf_engine *engine, const nf_params *params) {
    for (int i = 0; i < NF_PANELS + NF_BASELINES; i++) {
        const nf_panel *p = nf_get_panel(engine, i);
        must(p != NULL || i > NF_PANELS);
        if (!p) continue;
        panel_is_sound(params, p);
        logits_are_sound(engine, i);
    }
}

/* ---- Sequences ------------------------------------------------------------------------------------------------- */

/* Whole, with the check of an engine that has the same tensors and no figure before; or left after some steps. */
static void make_figure(input *in, nf_engine *engine, nf_engine *other, const nf_params *params) {
    int want = (int)take_byte(in), steps = (int)take_byte(in);
    uint64_t bytes;
    nf_status told = nf_need(engine, params, want, &bytes), status = nf_begin(engine, params, want);
    must(told == NF_OK ? status == NF_MORE : status == told && nf_why(engine)[0] && !nf_get_panel(engine, 0));
    if (steps >= 128)
        for (int i = 128; i < steps && status == NF_MORE; i++) status = nf_step(engine);
    else
        while (status == NF_MORE) status = nf_step(engine);
    if (status != NF_OK) return;
    figure_is_sound(engine, params);
    if (!(want & NF_CHECK)) return;
    must(nf_compute(other, params, NF_CHECK) == NF_OK && nf_check(other) == nf_check(engine));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char first[] = "1;n=6;d=32;heads=2";
    input in = input_of(data, size);
    nf_engine *engine = nf_open(), *other = nf_open();
    nf_params params;
    nf_decode(first, sizeof first - 1, &params, NULL, NULL);
    for (unsigned figures = take_byte(&in) % 5 + 1; figures > 0; figures--) {
        unsigned what = take_byte(&in);
        if (what % 8 == 7) take_tensors(&in, engine, other);
        if (what % 8 == 6) take_link(&in, &params);
        for (unsigned sliders = what / 8 % 8; sliders > 0; sliders--) take_slider(&in, &params);
        make_small(&params);
        make_figure(&in, engine, other, &params);
        nf_params nothing = params; /* is refused, so that the next figure of `other` shares nothing with this one */
        nothing.number[P_source][0] = SOURCE_SYNTHETIC, nothing.number[P_head][0] = nothing.number[P_heads][0];
        must(nf_begin(other, &nothing, 0) == NF_NO_DATA);
    }
    nf_close(engine), nf_close(other);
    return 0;
}
