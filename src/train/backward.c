#include "net.h"

/* d_weights = x^T d_y. The sum runs over the tokens of the batch, one after the other. */
static void weight_gradient(network *net, matrix x, matrix d_y, float *d_weights) {
    matrix across = matrix_of(net->across, x.columns, x.rows);
    transpose(x, across);
    matrix_product(across, d_y, matrix_of(d_weights, x.columns, d_y.columns), false);
}

/* d_x = d_y w^T, with w^T given. */
static void input_gradient(matrix d_y, float *w_transposed, matrix d_x, bool add) {
    matrix_product(d_y, matrix_of(w_transposed, d_y.columns, d_x.columns), d_x, add);
}

/* Through y = x r gain, r = 1/rms(x): d_x += r (gain d_y) - x r^3 <gain d_y, x> / width. */
static void norm_row(const float *x, const float *gain, float r, const float *d_y, float *d_x,
                     int width) {
    float scaled[MODEL_WIDTH_MAX];
    for (int c = 0; c < width; c++) scaled[c] = gain[c] * d_y[c];
    float along = dot16(scaled, x, width) * r * r * r / (float)width;
    for (int c = 0; c < width; c++) d_x[c] += scaled[c] * r - x[c] * along;
}

static void norm_gradient(matrix x, const float *gain, const float *inverse, matrix d_y, matrix d_x,
                          float *d_gain) {
    memset(d_gain, 0, sizeof *d_gain * (size_t)x.columns);
    for (int i = 0; i < x.rows; i++) {
        const float *row = matrix_row(x, i), *d_row = matrix_row(d_y, i);
        for (int c = 0; c < x.columns; c++) d_gain[c] += d_row[c] * (row[c] * inverse[i]);
        norm_row(row, gain, inverse[i], d_row, matrix_row(d_x, i), x.columns);
    }
}

/* Through the softmax of each row: d_logits = w (d_w - <w, d_w>) scale. */
static void softmax_gradient(matrix weights, matrix d, float scale) {
    for (int i = 0; i < d.rows; i++) {
        const float *w = matrix_row(weights, i);
        float *row = matrix_row(d, i), mean = dot16(w, row, d.columns);
        for (int j = 0; j < d.columns; j++) row[j] = w[j] * (row[j] - mean) * scale;
    }
}

static void head_gradient(network *net, trace *t, int window, int h) {
    int d = net->shape.head_width, length = net->length;
    matrix weights = attention_block(net, t, window, h),
           d_mixed = head_block(net, net->d_mixed, window, h);
    matrix values_t = matrix_of(net->value_t, d, length),
           d_weights = matrix_of(net->square_a, length, length);
    matrix transposed = matrix_of(net->square_b, length, length);
    transpose(head_block(net, t->value, window, h), values_t);
    matrix_product(d_mixed, values_t, d_weights, false);
    transpose(weights, transposed);
    matrix_product(transposed, d_mixed, head_block(net, net->d_value, window, h), false);
    softmax_gradient(weights, d_weights, (float)(1 / nf_sqrt(d)));
    matrix_product(d_weights, head_block(net, t->key, window, h),
                   head_block(net, net->d_query, window, h), false);
    transpose(d_weights, transposed);
    matrix_product(transposed, head_block(net, t->query, window, h),
                   head_block(net, net->d_key, window, h), false);
}

static void rotate_back(const network *net, matrix x) {
    int d = net->shape.head_width;
    for (int i = 0; i < x.rows; i++)
        for (int h = 0; h < net->shape.heads; h++)
            rotate_row(matrix_row(x, i) + h * d, rotary_row(net, i), d, -1);
}

static void attention_gradient(network *net, int l) {
    const layer_weights *t = &net->t.layer[l], *g = &net->g.layer[l];
    trace *trace = &net->trace[l];
    weight_gradient(net, trace->mixed, net->d_residual, g->output);
    input_gradient(net->d_residual, t->output, net->d_mixed, false);
    for (int window = 0; window < net->windows; window++)
        for (int h = 0; h < net->shape.heads; h++) head_gradient(net, trace, window, h);
    rotate_back(net, net->d_query);
    rotate_back(net, net->d_key);
    weight_gradient(net, trace->normed, net->d_query, g->query);
    weight_gradient(net, trace->normed, net->d_key, g->key);
    weight_gradient(net, trace->normed, net->d_value, g->value);
    input_gradient(net->d_query, t->query, net->d_normed, false);
    input_gradient(net->d_key, t->key, net->d_normed, true);
    input_gradient(net->d_value, t->value, net->d_normed, true);
    norm_gradient(trace->residual, net->w.layer[l].attention_norm, trace->inverse, net->d_normed,
                  net->d_residual, g->attention_norm);
}

/* Through silu(gate) up; silu' = s (1 + gate (1 - s)), s the sigmoid of the gate. */
static void gate_gradient(network *net, const trace *trace) {
    const float *gate = trace->gate.at, *up = trace->up.at, *d = net->d_hidden.at;
    for (int i = 0; i < net->n * net->shape.hidden; i++) {
        float s = 1.0f / (1.0f + fast_exp(-gate[i]));
        net->d_gate.at[i] = d[i] * up[i] * (s * (1.0f + gate[i] * (1.0f - s)));
        net->d_up.at[i] = d[i] * (gate[i] * s);
    }
}

static void hidden_gradient(network *net, int l) {
    const layer_weights *t = &net->t.layer[l], *g = &net->g.layer[l];
    trace *trace = &net->trace[l];
    weight_gradient(net, trace->hidden, net->d_residual, g->down);
    input_gradient(net->d_residual, t->down, net->d_hidden, false);
    gate_gradient(net, trace);
    weight_gradient(net, trace->middle_normed, net->d_gate, g->gate);
    weight_gradient(net, trace->middle_normed, net->d_up, g->up);
    input_gradient(net->d_gate, t->gate, net->d_normed, false);
    input_gradient(net->d_up, t->up, net->d_normed, true);
    norm_gradient(trace->middle, net->w.layer[l].hidden_norm, trace->middle_inverse, net->d_normed,
                  net->d_residual, g->hidden_norm);
}

/* The logits hold probabilities; they become the gradient of the mean loss. */
static void loss_gradient(network *net, const uint16_t *next) {
    float share = 1.0f / (float)net->n;
    for (int i = 0; i < net->n; i++) {
        float *row = matrix_row(net->logits, i);
        row[next[i]] -= 1.0f;
        for (int v = 0; v < net->shape.vocabulary; v++) row[v] *= share;
    }
}

void net_backward(network *net, const uint16_t *tokens, const uint16_t *next) {
    const model_shape *s = &net->shape;
    loss_gradient(net, next);
    weight_gradient(net, net->logits, net->normed, net->g.embedding);
    matrix_product(net->logits, matrix_of(net->w.embedding, s->vocabulary, s->width), net->d_normed,
                   false);
    memset(net->d_residual.at, 0, sizeof(float) * (size_t)(net->n * s->width));
    norm_gradient(net->residual, net->w.final_norm, net->inverse, net->d_normed, net->d_residual,
                  net->g.final_norm);
    for (int l = s->layers - 1; l >= 0; l--) {
        hidden_gradient(net, l);
        attention_gradient(net, l);
    }
    for (int i = 0; i < net->n; i++)
        for (int c = 0; c < s->width; c++)
            net->g.embedding[tokens[i] * s->width + c] += matrix_row(net->d_residual, i)[c];
}
