#include "model.h"

/* Where the parts of the scratch memory begin; no two parts are in use for the same thing. */
typedef struct {
    NfMatrix normed;     /* (n, width) */
    NfMatrix gate, up;   /* (n, hidden) */
    NfMatrix query, key; /* (n, head_width), rotated */
    NfMatrix keys_t;     /* (head_width, n) */
    NfMatrix weights;    /* (n, n) */
} Scratch;

static NfMatrix take(float **at, int rows, int columns) {
    NfMatrix m = nf_matrix(*at, rows, columns);
    *at += (ptrdiff_t)rows * columns;
    return m;
}

static Scratch scratch_of(const NfModelShape *s, const NfRun *run) {
    float *at = run->scratch;
    Scratch scratch;
    scratch.normed = take(&at, run->n, s->width);
    scratch.gate = take(&at, run->n, s->hidden);
    scratch.up = take(&at, run->n, s->hidden);
    scratch.query = take(&at, run->n, s->head_width);
    scratch.key = take(&at, run->n, s->head_width);
    scratch.keys_t = take(&at, s->head_width, run->n);
    scratch.weights = take(&at, run->n, run->n);
    return scratch;
}

static ptrdiff_t heads_floats(const NfModelShape *s, int n) { return (ptrdiff_t)s->heads * n * s->head_width; }

size_t nf_run_bytes(const NfModelShape *s, int n) {
    ptrdiff_t floats = (ptrdiff_t)(s->layers + 1) * n * s->width + 4 * s->layers * heads_floats(s, n);
    floats += (ptrdiff_t)n * (s->width + 2 * s->hidden + 3 * s->head_width + n);
    return (size_t)floats * sizeof(float);
}

void nf_run_place(NfRun *run, const NfModelShape *s, int n, void *memory) {
    ptrdiff_t heads = s->layers * heads_floats(s, n);
    run->n = n;
    run->residual = memory;
    run->query = run->residual + (ptrdiff_t)(s->layers + 1) * n * s->width;
    run->key = run->query + heads;
    run->value = run->key + heads;
    run->output = run->value + heads;
    run->scratch = run->output + heads;
}

static NfMatrix residual_of(const NfModel *model, const NfRun *run, int layer) {
    int width = model->shape.width;
    return nf_matrix(run->residual + (ptrdiff_t)layer * run->n * width, run->n, width);
}

/* The heads' outputs of a layer side by side (n, heads head_width), and one head's block of them. */
static NfMatrix output_of(const NfModel *model, const NfRun *run, int layer) {
    int columns = model->shape.heads * model->shape.head_width;
    return nf_matrix(run->output + (ptrdiff_t)layer * run->n * columns, run->n, columns);
}

static NfMatrix head_output(const NfModel *model, const NfRun *run, int layer, int head) {
    NfMatrix all = output_of(model, run, layer);
    return (NfMatrix){all.at + head * model->shape.head_width, run->n, model->shape.head_width, all.stride};
}

/* One head's (n, head_width) in query, key or value. */
static NfMatrix head_of(const NfModel *model, const NfRun *run, float *all, int layer, int head) {
    int d = model->shape.head_width;
    ptrdiff_t index = (ptrdiff_t)layer * model->shape.heads + head;
    return nf_matrix(all + index * run->n * d, run->n, d);
}

static void normalise(NfMatrix x, const float *gain, NfMatrix normed) {
    for (int i = 0; i < x.rows; i++) nf_rms_norm(nf_matrix_row(x, i), gain, x.columns, nf_matrix_row(normed, i));
}

static void project(const NfModel *model, const NfRun *run, int layer) {
    const NfModelShape *s = &model->shape;
    const NfLayer *w = &model->weights.layer[layer];
    NfMatrix normed = scratch_of(s, run).normed;
    int d = s->head_width, stride = s->heads * d;
    normalise(residual_of(model, run, layer), w->attention_norm, normed);
    for (int h = 0; h < s->heads; h++) {
        nf_product(normed, (NfMatrix){w->query + h * d, s->width, d, stride},
                   head_of(model, run, run->query, layer, h), false);
        nf_product(normed, (NfMatrix){w->key + h * d, s->width, d, stride}, head_of(model, run, run->key, layer, h),
                   false);
        nf_product(normed, (NfMatrix){w->value + h * d, s->width, d, stride},
                   head_of(model, run, run->value, layer, h), false);
    }
}

void nf_rotate(const NfModel *model, int n, const float *from, float *to) {
    int d = model->shape.head_width;
    if (to != from) memcpy(to, from, sizeof *to * (size_t)(n * d));
    for (int i = 0; i < n; i++) nf_rotate_row(to + i * d, model->turn + i * d, d, 1);
}

static void weigh(const NfModel *model, const NfRun *run, int layer, int head, NfMatrix weights) {
    Scratch scratch = scratch_of(&model->shape, run);
    float scale = (float)(1 / nf_sqrt(model->shape.head_width));
    nf_rotate(model, run->n, head_of(model, run, run->query, layer, head).at, scratch.query.at);
    nf_rotate(model, run->n, head_of(model, run, run->key, layer, head).at, scratch.key.at);
    nf_transpose(scratch.key, scratch.keys_t);
    nf_product(scratch.query, scratch.keys_t, weights, false);
    for (int i = 0; i < run->n; i++) {
        float *row = nf_matrix_row(weights, i);
        for (int j = 0; j <= i; j++) row[j] *= scale;
        nf_softmax(row, i + 1);
        for (int j = i + 1; j < run->n; j++) row[j] = 0;
    }
}

void nf_run_weights(const NfModel *model, NfRun *run, int layer, int head, float *weights) {
    weigh(model, run, layer, head, nf_matrix(weights, run->n, run->n));
}

static void attend(const NfModel *model, const NfRun *run, int layer) {
    NfMatrix weights = scratch_of(&model->shape, run).weights;
    for (int h = 0; h < model->shape.heads; h++) {
        weigh(model, run, layer, h, weights);
        nf_product(weights, head_of(model, run, run->value, layer, h), head_output(model, run, layer, h), false);
    }
}

static void copy(NfMatrix from, NfMatrix to) {
    for (int i = 0; i < from.rows; i++) memcpy(nf_matrix_row(to, i), nf_matrix_row(from, i), sizeof(float) * (size_t)from.columns);
}

/* From the heads' outputs of a layer to the residual stream that enters the next one. */
static void finish(const NfModel *model, const NfRun *run, int layer) {
    const NfModelShape *s = &model->shape;
    const NfLayer *w = &model->weights.layer[layer];
    Scratch scratch = scratch_of(s, run);
    NfMatrix x = residual_of(model, run, layer + 1), mixed = output_of(model, run, layer);
    copy(residual_of(model, run, layer), x);
    nf_product(mixed, nf_matrix(w->output, mixed.columns, s->width), x, true);
    normalise(x, w->hidden_norm, scratch.normed);
    nf_product(scratch.normed, nf_matrix(w->gate, s->width, s->hidden), scratch.gate, false);
    nf_product(scratch.normed, nf_matrix(w->up, s->width, s->hidden), scratch.up, false);
    nf_gated(scratch.gate.at, scratch.up.at, run->n * s->hidden, scratch.up.at);
    nf_product(scratch.up, nf_matrix(w->down, s->hidden, s->width), x, true);
}

static void layers_from(const NfModel *model, const NfRun *run, int layer) {
    for (int l = layer; l < model->shape.layers; l++) {
        project(model, run, l);
        attend(model, run, l);
        finish(model, run, l);
    }
}

void nf_run(const NfModel *model, const uint16_t *tokens, NfRun *run) {
    NfMatrix x = residual_of(model, run, 0);
    int width = model->shape.width;
    for (int i = 0; i < run->n; i++)
        memcpy(nf_matrix_row(x, i), model->weights.embedding + tokens[i] * width, sizeof(float) * (size_t)width);
    layers_from(model, run, 0);
}

void nf_run_again(const NfModel *model, const NfRun *base, int layer, int head, const float *output, NfRun *run) {
    int d = model->shape.head_width;
    copy(residual_of(model, base, layer), residual_of(model, run, layer));
    copy(output_of(model, base, layer), output_of(model, run, layer));
    for (int i = 0; i < run->n && output; i++)
        memcpy(nf_matrix_row(head_output(model, run, layer, head), i), output + i * d, sizeof *output * (size_t)d);
    finish(model, run, layer);
    layers_from(model, run, layer + 1);
}

void nf_run_logits(const NfModel *model, NfRun *run, int first, int count, float *logits) {
    const NfModelShape *s = &model->shape;
    NfMatrix normed = nf_matrix(scratch_of(s, run).normed.at, count, s->width);
    float *last = nf_matrix_row(residual_of(model, run, s->layers), first);
    normalise(nf_matrix(last, count, s->width), model->weights.final_norm, normed);
    nf_product(normed, nf_matrix(model->embedding_by_channel, s->width, s->vocabulary),
               nf_matrix(logits, count, s->vocabulary), false);
}
