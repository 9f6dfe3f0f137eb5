#include "engine/exact.h"

#include "model.h"

/* The parts of the scratch memory of a run. */
typedef struct run_scratch {
    matrix normed;     /* (n, width) */
    matrix gate, up;   /* (n, hidden) */
    matrix query, key; /* (n, head_width), rotated */
    matrix keys_t;     /* (head_width, n) */
    matrix weights;    /* (n, n) */
} run_scratch;

static matrix next_matrix(float **at, int rows, int columns) {
    matrix m = matrix_of(*at, rows, columns);
    *at += (ptrdiff_t)rows * columns;
    return m;
}

static run_scratch scratch_of(const model_shape *s, const model_run *run) {
    float *at = run->scratch;
    run_scratch scratch;
    scratch.normed = next_matrix(&at, run->n, s->width);
    scratch.gate = next_matrix(&at, run->n, s->hidden);
    scratch.up = next_matrix(&at, run->n, s->hidden);
    scratch.query = next_matrix(&at, run->n, s->head_width);
    scratch.key = next_matrix(&at, run->n, s->head_width);
    scratch.keys_t = next_matrix(&at, s->head_width, run->n);
    scratch.weights = next_matrix(&at, run->n, run->n);
    return scratch;
}

static ptrdiff_t heads_floats(const model_shape *s, int n) {
    return (ptrdiff_t)s->heads * n * s->head_width;
}

size_t run_bytes(const model_shape *s, int n) {
    ptrdiff_t floats =
        (ptrdiff_t)(s->layers + 1) * n * s->width + 4 * s->layers * heads_floats(s, n);
    floats += (ptrdiff_t)n * (s->width + 2 * s->hidden + 3 * s->head_width + n);
    return (size_t)floats * sizeof(float);
}

void place_run(model_run *run, const model_shape *s, int n, void *memory) {
    ptrdiff_t heads = s->layers * heads_floats(s, n);
    run->n = n;
    run->residual = memory;
    run->query = run->residual + (ptrdiff_t)(s->layers + 1) * n * s->width;
    run->key = run->query + heads;
    run->value = run->key + heads;
    run->output = run->value + heads;
    run->scratch = run->output + heads;
}

static matrix residual_of(const transformer *model, const model_run *run, int layer) {
    int width = model->shape.width;
    return matrix_of(run->residual + (ptrdiff_t)layer * run->n * width, run->n, width);
}

/* The outputs of a layer's heads side by side (n, heads head_width), and the columns of one
 * head. */
static matrix output_of(const transformer *model, const model_run *run, int layer) {
    int columns = model->shape.heads * model->shape.head_width;
    return matrix_of(run->output + (ptrdiff_t)layer * run->n * columns, run->n, columns);
}

static matrix head_output(const transformer *model, const model_run *run, int layer, int head) {
    matrix all = output_of(model, run, layer);
    return (matrix){all.at + head * model->shape.head_width, run->n, model->shape.head_width,
                    all.stride};
}

/* One head's (n, head_width) in query, key or value. */
static matrix head_of(const transformer *model, const model_run *run, float *all, int layer,
                      int head) {
    int d = model->shape.head_width;
    ptrdiff_t index = (ptrdiff_t)layer * model->shape.heads + head;
    return matrix_of(all + index * run->n * d, run->n, d);
}

static void normalise(matrix x, const float *gain, matrix normed) {
    for (int i = 0; i < x.rows; i++)
        rms_norm(matrix_row(x, i), gain, x.columns, matrix_row(normed, i));
}

static void project(const transformer *model, const model_run *run, int layer) {
    const model_shape *s = &model->shape;
    const layer_weights *w = &model->weights.layer[layer];
    matrix normed = scratch_of(s, run).normed;
    int d = s->head_width, stride = s->heads * d;
    normalise(residual_of(model, run, layer), w->attention_norm, normed);
    for (int h = 0; h < s->heads; h++) {
        matrix_product(normed, (matrix){w->query + h * d, s->width, d, stride},
                       head_of(model, run, run->query, layer, h), false);
        matrix_product(normed, (matrix){w->key + h * d, s->width, d, stride},
                       head_of(model, run, run->key, layer, h), false);
        matrix_product(normed, (matrix){w->value + h * d, s->width, d, stride},
                       head_of(model, run, run->value, layer, h), false);
    }
}

void rotate(const transformer *model, int n, const float *from, float *to) {
    int d = model->shape.head_width;
    if (to != from) memcpy(to, from, sizeof *to * (size_t)(n * d));
    for (int i = 0; i < n; i++) rotate_row(to + i * d, model->rotary + i * d, d, 1);
}

static void weigh(const transformer *model, const model_run *run, int layer, int head,
                  matrix weights) {
    run_scratch scratch = scratch_of(&model->shape, run);
    float scale = (float)(1 / nf_sqrt(model->shape.head_width));
    rotate(model, run->n, head_of(model, run, run->query, layer, head).at, scratch.query.at);
    rotate(model, run->n, head_of(model, run, run->key, layer, head).at, scratch.key.at);
    transpose(scratch.key, scratch.keys_t);
    matrix_product(scratch.query, scratch.keys_t, weights, false);
    for (int i = 0; i < run->n; i++) {
        float *row = matrix_row(weights, i);
        for (int j = 0; j <= i; j++) row[j] *= scale;
        softmax(row, i + 1);
        for (int j = i + 1; j < run->n; j++) row[j] = 0;
    }
}

void run_weights(const transformer *model, model_run *run, int layer, int head, float *weights) {
    weigh(model, run, layer, head, matrix_of(weights, run->n, run->n));
}

static void attend(const transformer *model, const model_run *run, int layer) {
    matrix weights = scratch_of(&model->shape, run).weights;
    for (int h = 0; h < model->shape.heads; h++) {
        weigh(model, run, layer, h, weights);
        matrix_product(weights, head_of(model, run, run->value, layer, h),
                       head_output(model, run, layer, h), false);
    }
}

static void copy(matrix from, matrix to) {
    for (int i = 0; i < from.rows; i++)
        memcpy(matrix_row(to, i), matrix_row(from, i), sizeof(float) * (size_t)from.columns);
}

/* From the heads' outputs of a layer to the residual stream that enters the next one. */
void finish_layer(const transformer *model, model_run *run, int layer) {
    const model_shape *s = &model->shape;
    const layer_weights *w = &model->weights.layer[layer];
    run_scratch scratch = scratch_of(s, run);
    matrix x = residual_of(model, run, layer + 1), mixed = output_of(model, run, layer);
    copy(residual_of(model, run, layer), x);
    matrix_product(mixed, matrix_of(w->output, mixed.columns, s->width), x, true);
    normalise(x, w->hidden_norm, scratch.normed);
    matrix_product(scratch.normed, matrix_of(w->gate, s->width, s->hidden), scratch.gate, false);
    matrix_product(scratch.normed, matrix_of(w->up, s->width, s->hidden), scratch.up, false);
    gated(scratch.gate.at, scratch.up.at, run->n * s->hidden, scratch.up.at);
    matrix_product(scratch.up, matrix_of(w->down, s->hidden, s->width), x, true);
}

void attend_layer(const transformer *model, model_run *run, int layer) {
    project(model, run, layer);
    attend(model, run, layer);
}

void run_layer(const transformer *model, model_run *run, int layer) {
    attend_layer(model, run, layer);
    finish_layer(model, run, layer);
}

static void layers_from(const transformer *model, model_run *run, int layer) {
    for (int l = layer; l < model->shape.layers; l++) run_layer(model, run, l);
}

void start_run(const transformer *model, const uint16_t *tokens, model_run *run) {
    matrix x = residual_of(model, run, 0);
    size_t width = (size_t)model->shape.width;
    for (int i = 0; i < run->n; i++) {
        const float *from = model->weights.embedding + tokens[i] * width;
        memcpy(matrix_row(x, i), from, sizeof(float) * width);
    }
}

void run_model(const transformer *model, const uint16_t *tokens, model_run *run) {
    start_run(model, tokens, run);
    layers_from(model, run, 0);
}

void put_head_output(const transformer *model, model_run *run, int layer, int head,
                     const float *output, size_t stride, float gain) {
    matrix to = head_output(model, run, layer, head);
    for (int i = 0; i < to.rows; i++, output += stride)
        for (int c = 0; c < to.columns; c++) matrix_row(to, i)[c] = output[c] * gain;
}

void enter_layer(const transformer *model, const model_run *base, int layer, model_run *run) {
    copy(residual_of(model, base, layer), residual_of(model, run, layer));
}

void run_again(const transformer *model, const model_run *base, int layer, int head,
               const float *output, model_run *run) {
    int d = model->shape.head_width;
    enter_layer(model, base, layer, run);
    copy(output_of(model, base, layer), output_of(model, run, layer));
    if (output) put_head_output(model, run, layer, head, output, (size_t)d, 1);
    finish_layer(model, run, layer);
    layers_from(model, run, layer + 1);
}

void run_states(const transformer *model, const model_run *run, int first, int count,
                float *states) {
    const model_shape *s = &model->shape;
    float *last = matrix_row(residual_of(model, run, s->layers), first);
    matrix to = matrix_of(states, count, s->width);
    normalise(matrix_of(last, count, s->width), model->weights.final_norm, to);
}

void state_logits(const transformer *model, const float *states, int count, float *logits) {
    const model_shape *s = &model->shape;
    matrix from = matrix_of((float *)states, count, s->width); /* read only */
    matrix_product(from, matrix_of(model->embedding_by_channel, s->width, s->vocabulary),
                   matrix_of(logits, count, s->vocabulary), false);
}

void run_logits(const transformer *model, const model_run *run, int first, int count,
                float *logits) {
    float *states = scratch_of(&model->shape, run).normed.at;
    run_states(model, run, first, count, states);
    state_logits(model, states, count, logits);
}
