/* What the forward and the backward half of the network share: the activations of one batch. */
#ifndef NF_TRAIN_NET_H
#define NF_TRAIN_NET_H

#include "train.h"

/* Rows are the tokens of all windows, one window after the other: n = windows * length. */
typedef struct trace {
    matrix residual, normed, query, key, value,
        mixed; /* query and key are rotated; mixed = the heads' outputs */
    matrix middle, middle_normed, gate, up, hidden; /* hidden = silu(gate) up */
    float *inverse, *middle_inverse;                /* (n) 1 / rms */
    float *attention;                               /* (windows, heads, length, length) */
} trace;

struct network {
    model_shape shape;
    int windows, length, n;
    ptrdiff_t size;
    float *weights, *gradients, *transposed;
    model_weights w, g, t; /* t: every matrix of w transposed, for products from the other side */
    float *rotary;
    trace trace[LAYERS_MAX];
    matrix residual, normed, logits; /* after the last layer */
    float *inverse;
    matrix d_residual, d_normed, d_query, d_key, d_value, d_mixed, d_gate, d_up, d_hidden;
    float *across;                                /* room for one transposed activation */
    float *key_t, *value_t, *square_a, *square_b; /* for one head of one window */
    float *memory;
};

/* The block of one head in one window of a matrix with all heads side by side. */
static inline matrix head_block(const network *net, matrix m, int window, int head) {
    int d = net->shape.head_width;
    return (matrix){matrix_row(m, window * net->length) + head * d, net->length, d, m.stride};
}

static inline matrix attention_block(const network *net, const trace *trace, int window, int head) {
    ptrdiff_t index = (ptrdiff_t)window * net->shape.heads + head;
    return matrix_of(trace->attention + index * net->length * net->length, net->length,
                     net->length);
}

static inline const float *rotary_row(const network *net, int row) {
    return net->rotary + (ptrdiff_t)(row % net->length) * net->shape.head_width;
}

void net_backward(network *net, const uint16_t *tokens, const uint16_t *next);

#endif
