#include "net.h"

#include <stdlib.h>

static void *next_floats(float *memory, ptrdiff_t *used, ptrdiff_t count) {
    float *at = memory ? memory + *used : NULL;
    *used += (count + 15) / 16 * 16;
    return at;
}

static matrix next_matrix(float *memory, ptrdiff_t *used, int rows, int columns) {
    return matrix_of(next_floats(memory, used, (ptrdiff_t)rows * columns), rows, columns);
}

static void place_trace(const network *net, float *memory, ptrdiff_t *used, trace *trace) {
    const model_shape *s = &net->shape;
    int n = net->n, heads = s->heads * s->head_width;
    trace->residual = next_matrix(memory, used, n, s->width);
    trace->normed = next_matrix(memory, used, n, s->width);
    trace->query = next_matrix(memory, used, n, heads);
    trace->key = next_matrix(memory, used, n, heads);
    trace->value = next_matrix(memory, used, n, heads);
    trace->mixed = next_matrix(memory, used, n, heads);
    trace->middle = next_matrix(memory, used, n, s->width);
    trace->middle_normed = next_matrix(memory, used, n, s->width);
    trace->gate = next_matrix(memory, used, n, s->hidden);
    trace->up = next_matrix(memory, used, n, s->hidden);
    trace->hidden = next_matrix(memory, used, n, s->hidden);
    trace->inverse = next_floats(memory, used, n);
    trace->middle_inverse = next_floats(memory, used, n);
    trace->attention = next_floats(memory, used, (ptrdiff_t)n * s->heads * net->length);
}

static void place_gradients(network *net, float *memory, ptrdiff_t *used) {
    const model_shape *s = &net->shape;
    int n = net->n, heads = s->heads * s->head_width;
    net->d_residual = next_matrix(memory, used, n, s->width);
    net->d_normed = next_matrix(memory, used, n, s->width);
    net->d_query = next_matrix(memory, used, n, heads);
    net->d_key = next_matrix(memory, used, n, heads);
    net->d_value = next_matrix(memory, used, n, heads);
    net->d_mixed = next_matrix(memory, used, n, heads);
    net->d_gate = next_matrix(memory, used, n, s->hidden);
    net->d_up = next_matrix(memory, used, n, s->hidden);
    net->d_hidden = next_matrix(memory, used, n, s->hidden);
}

static void place_rest(network *net, float *memory, ptrdiff_t *used) {
    const model_shape *s = &net->shape;
    int widest = s->vocabulary > s->hidden ? s->vocabulary : s->hidden,
        heads = s->heads * s->head_width;
    net->rotary = next_floats(memory, used, (ptrdiff_t)s->context * s->head_width);
    net->residual = next_matrix(memory, used, net->n, s->width);
    net->normed = next_matrix(memory, used, net->n, s->width);
    net->logits = next_matrix(memory, used, net->n, s->vocabulary);
    net->inverse = next_floats(memory, used, net->n);
    net->across = next_floats(memory, used, (ptrdiff_t)net->n * (widest > heads ? widest : heads));
    net->key_t = next_floats(memory, used, net->length * s->head_width);
    net->value_t = next_floats(memory, used, net->length * s->head_width);
    net->square_a = next_floats(memory, used, net->length * net->length);
    net->square_b = next_floats(memory, used, net->length * net->length);
}

/* Everything in one block; called first without memory, to count. */
static ptrdiff_t place(network *net, float *memory) {
    ptrdiff_t used = 0;
    net->size = place_weights(&net->shape, NULL, &net->w);
    net->weights = next_floats(memory, &used, net->size);
    net->gradients = next_floats(memory, &used, net->size);
    net->transposed = next_floats(memory, &used, net->size);
    for (int l = 0; l < net->shape.layers; l++) place_trace(net, memory, &used, &net->trace[l]);
    place_gradients(net, memory, &used);
    place_rest(net, memory, &used);
    return used;
}

network *net_new(const model_shape *shape, int windows, int length) {
    network *net = calloc(1, sizeof *net);
    if (!net) return NULL;
    net->shape = *shape;
    net->windows = windows;
    net->length = length;
    net->n = windows * length;
    net->memory = calloc((size_t)place(net, NULL), sizeof(float));
    if (!net->memory) {
        net_free(net);
        return NULL;
    }
    place(net, net->memory);
    place_weights(shape, net->weights, &net->w);
    place_weights(shape, net->gradients, &net->g);
    place_weights(shape, net->transposed, &net->t);
    fill_rotary_table(shape, net->rotary);
    return net;
}

void net_free(network *net) {
    if (net) free(net->memory);
    free(net);
}

float *net_weights(network *net) { return net->weights; }
float *net_gradients(network *net) { return net->gradients; }
ptrdiff_t net_size(const network *net) { return net->size; }

/* Whether the product of a matrix is added to the residual stream. */
static bool adds_to_residual(int index) {
    int which = (index - 1) % LAYER_MATRICES;
    return index > 0 && (which == OUTPUT_MATRIX || which == DOWN_MATRIX);
}

/* Normal numbers of a deviation that keeps the size of what passes through; what is added to the
 * residual stream starts smaller, so that the sum over all layers keeps its size too. */
void net_start(network *net, uint64_t key) {
    matrix list[MATRICES_MAX];
    int count = weight_matrices(&net->shape, &net->w, list);
    ptrdiff_t used = 0;
    for (int m = 0; m < count; m++) {
        double deviation = m == 0 ? 0.02 : 0.5 / nf_sqrt(list[m].rows);
        if (adds_to_residual(m)) deviation /= nf_sqrt(2.0 * net->shape.layers);
        int size = list[m].rows * list[m].columns;
        for (int i = 0; i < size; i++)
            list[m].at[i] = (float)(deviation * nf_normal(key, (uint64_t)(used + i)));
        used += size;
    }
    for (; used < net->size; used++) net->weights[used] = 1.0f; /* the norms */
}

static void transpose_weights(network *net) {
    matrix from[MATRICES_MAX], to[MATRICES_MAX];
    int count = weight_matrices(&net->shape, &net->w, from);
    weight_matrices(&net->shape, &net->t, to);
    for (int m = 0; m < count; m++)
        transpose(from[m], matrix_of(to[m].at, from[m].columns, from[m].rows));
}

static void normalise(matrix x, const float *gain, matrix normed, float *inverse) {
    for (int i = 0; i < x.rows; i++)
        inverse[i] = rms_norm(matrix_row(x, i), gain, x.columns, matrix_row(normed, i));
}

static void rotate_heads(const network *net, matrix x) {
    int d = net->shape.head_width;
    for (int i = 0; i < x.rows; i++)
        for (int h = 0; h < net->shape.heads; h++)
            rotate_row(matrix_row(x, i) + h * d, rotary_row(net, i), d, 1);
}

/* Row i of the logits becomes weights over the keys 0 to i; the cells after them 0. */
static void causal_softmax(matrix a, float scale) {
    for (int i = 0; i < a.rows; i++) {
        float *row = matrix_row(a, i);
        for (int j = 0; j <= i; j++) row[j] *= scale;
        softmax(row, i + 1);
        memset(row + i + 1, 0, sizeof *row * (size_t)(a.columns - i - 1));
    }
}

static void attend(network *net, trace *trace) {
    int d = net->shape.head_width;
    matrix keys_t = matrix_of(net->key_t, d, net->length);
    for (int window = 0; window < net->windows; window++)
        for (int h = 0; h < net->shape.heads; h++) {
            matrix weights = attention_block(net, trace, window, h);
            transpose(head_block(net, trace->key, window, h), keys_t);
            matrix_product(head_block(net, trace->query, window, h), keys_t, weights, false);
            causal_softmax(weights, (float)(1 / nf_sqrt(d)));
            matrix_product(weights, head_block(net, trace->value, window, h),
                           head_block(net, trace->mixed, window, h), false);
        }
}

static void copy(matrix from, matrix to) {
    memcpy(to.at, from.at, sizeof(float) * (size_t)(from.rows * from.columns));
}

static void forward_layer(network *net, int l, matrix leaving) {
    const layer_weights *w = &net->w.layer[l];
    trace *t = &net->trace[l];
    int width = net->shape.width, heads = t->query.columns, hidden = net->shape.hidden;
    normalise(t->residual, w->attention_norm, t->normed, t->inverse);
    matrix_product(t->normed, matrix_of(w->query, width, heads), t->query, false);
    matrix_product(t->normed, matrix_of(w->key, width, heads), t->key, false);
    matrix_product(t->normed, matrix_of(w->value, width, heads), t->value, false);
    rotate_heads(net, t->query);
    rotate_heads(net, t->key);
    attend(net, t);
    copy(t->residual, t->middle);
    matrix_product(t->mixed, matrix_of(w->output, heads, width), t->middle, true);
    normalise(t->middle, w->hidden_norm, t->middle_normed, t->middle_inverse);
    matrix_product(t->middle_normed, matrix_of(w->gate, width, hidden), t->gate, false);
    matrix_product(t->middle_normed, matrix_of(w->up, width, hidden), t->up, false);
    gated(t->gate.at, t->up.at, net->n * hidden, t->hidden.at);
    copy(t->middle, leaving);
    matrix_product(t->hidden, matrix_of(w->down, hidden, width), leaving, true);
}

static void forward(network *net, const uint16_t *tokens) {
    const model_shape *s = &net->shape;
    for (int i = 0; i < net->n; i++)
        memcpy(matrix_row(net->trace[0].residual, i), net->w.embedding + tokens[i] * s->width,
               sizeof(float) * (size_t)s->width);
    for (int l = 0; l < s->layers; l++)
        forward_layer(net, l, l + 1 < s->layers ? net->trace[l + 1].residual : net->residual);
    normalise(net->residual, net->w.final_norm, net->normed, net->inverse);
    matrix_product(net->normed, matrix_of(net->t.embedding, s->width, s->vocabulary), net->logits,
                   false);
}

double net_loss(network *net, const uint16_t *tokens, const uint16_t *next, bool learn) {
    double sum = 0;
    transpose_weights(net);
    forward(net, tokens);
    for (int i = 0; i < net->n; i++) {
        float *row = matrix_row(net->logits, i);
        double logit = (double)row[next[i]];
        sum += softmax(row, net->shape.vocabulary) - logit;
    }
    if (learn) net_backward(net, tokens, next);
    return sum / net->n;
}
