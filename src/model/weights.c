#include "engine/exact.h"

#include "model.h"

/* The next `count` floats of the memory, or NULL without memory; `used` counts them either way. */
static float *next_floats(float *memory, ptrdiff_t *used, int count) {
    float *at = memory ? memory + *used : NULL;
    *used += count;
    return at;
}

static void place_matrices(const model_shape *s, float *memory, ptrdiff_t *used,
                           layer_weights *layer) {
    int heads = s->heads * s->head_width;
    layer->query = next_floats(memory, used, s->width * heads);
    layer->key = next_floats(memory, used, s->width * heads);
    layer->value = next_floats(memory, used, s->width * heads);
    layer->output = next_floats(memory, used, heads * s->width);
    layer->gate = next_floats(memory, used, s->width * s->hidden);
    layer->up = next_floats(memory, used, s->width * s->hidden);
    layer->down = next_floats(memory, used, s->hidden * s->width);
}

ptrdiff_t place_weights(const model_shape *s, float *memory, model_weights *weights) {
    ptrdiff_t used = 0;
    weights->embedding = next_floats(memory, &used, s->vocabulary * s->width);
    for (int l = 0; l < s->layers; l++) place_matrices(s, memory, &used, &weights->layer[l]);
    for (int l = 0; l < s->layers; l++) {
        weights->layer[l].attention_norm = next_floats(memory, &used, s->width);
        weights->layer[l].hidden_norm = next_floats(memory, &used, s->width);
    }
    weights->final_norm = next_floats(memory, &used, s->width);
    return used;
}

int weight_matrices(const model_shape *s, const model_weights *weights, matrix list[MATRICES_MAX]) {
    int heads = s->heads * s->head_width;
    list[0] = matrix_of(weights->embedding, s->vocabulary, s->width);
    for (int l = 0; l < s->layers; l++) {
        const layer_weights *layer = &weights->layer[l];
        matrix *of_layer = &list[matrix_index(l, QUERY_MATRIX)];
        of_layer[QUERY_MATRIX] = matrix_of(layer->query, s->width, heads);
        of_layer[KEY_MATRIX] = matrix_of(layer->key, s->width, heads);
        of_layer[VALUE_MATRIX] = matrix_of(layer->value, s->width, heads);
        of_layer[OUTPUT_MATRIX] = matrix_of(layer->output, heads, s->width);
        of_layer[GATE_MATRIX] = matrix_of(layer->gate, s->width, s->hidden);
        of_layer[UP_MATRIX] = matrix_of(layer->up, s->width, s->hidden);
        of_layer[DOWN_MATRIX] = matrix_of(layer->down, s->hidden, s->width);
    }
    return matrix_index(s->layers, QUERY_MATRIX);
}

matrix_lines lines_of(matrix m, int index) {
    if (index == 0) return (matrix_lines){m.at, m.rows, m.columns, m.stride, 1};
    return (matrix_lines){m.at, m.columns, m.rows, 1, m.stride};
}

void fill_rotary_table(const model_shape *s, float *rotary) {
    int pairs = s->head_width / 2;
    for (int position = 0; position < s->context; position++)
        for (int i = 0; i < pairs; i++) {
            double angle = position * nf_pow(10000, -(double)i / pairs);
            rotary[2 * (position * pairs + i)] = (float)nf_cos(angle);
            rotary[2 * (position * pairs + i) + 1] = (float)nf_sin(angle);
        }
}
