#include "exact.h"

#include "changed.h"

#include "figure.h"
#include "kinds.h"
#include "numbers.h"
#include "params.h"

#include <string.h>

static size_t stride_of(int d) { return rounded_up((size_t)d, 8); }

/* Four times vectors (the output, queries, keys, values), the keys as product_rows takes them, a
 * row of products and one of weights. */
uint64_t changed_head_bytes(int tokens, int d) {
    size_t row = rounded_up((size_t)tokens, 16);
    size_t count = 4 * (size_t)tokens * stride_of(d) + packed_floats(tokens, d) + 2 * row;
    return count * sizeof(float) + perturb_bytes(tokens, d);
}

changed_head head_as_trained(const source *from, const going_on *on) {
    const head_change *change = &on->prediction->prediction.change;
    bool is_factor = nf_get_operation(change->operation)->is_factor && change->component != VALUE;
    double slope = (is_factor ? change->s : 1) / nf_sqrt(from->shape.d);
    return (changed_head){.from = from,
                          .input = on->input,
                          .key_input = on->input,
                          .change = *change,
                          .mask = MASK_CAUSAL,
                          .by = {WEIGHTS_SOFTMAX, (float)(slope * NF_LOG2E), 0}};
}

changed_head head_as_asked(const source *from, const going_on *on) {
    const weights_recipe *w = &on->weights->weights;
    changed_head head = head_as_trained(from, on);
    head.key_input = on->key_input;
    head.mask = on->product->product.mask;
    head.window = on->product->product.window;
    head.by = (normaliser){w->normaliser, (float)w->slope, (float)w->shift};
    return head;
}

static bool is_changed(const head_change *change, int component) {
    bool is_its = change->component == component || (change->component < 0 && component != VALUE);
    return is_its && !nf_get_operation(change->operation)->is_factor;
}

static void make_vectors(const changed_head *h, int component, void *scratch, float *out) {
    int input = component == QUERY ? h->input : h->key_input;
    size_t stride = stride_of(h->from->shape.d);
    perturbation p = {.from = h->from,
                      .input = input,
                      .component = component,
                      .change = is_changed(&h->change, component) ? h->change.operation : UNTOUCHED,
                      .over = h->change.over,
                      .s = h->change.s,
                      .out = out,
                      .stride = stride,
                      .scratch = scratch};
    while (!perturb(&p)) continue;
    if (h->from->rotate && component != VALUE)
        h->from->rotate(h->from, h->from->shape.tokens[input], stride, out);
}

void make_changed_head(const changed_head *h, float *memory) {
    int d = h->from->shape.d;
    int n = h->from->shape.tokens[h->input], m = h->from->shape.tokens[h->key_input];
    size_t stride = stride_of(d), vectors = (size_t)(n > m ? n : m) * stride;
    size_t row = rounded_up((size_t)m, 16);
    float *out = memory, *queries = out + vectors, *keys = queries + vectors;
    float *values = keys + vectors, *packed = values + vectors;
    float *x = packed + packed_floats(m, d), *w = x + row, *scratch = w + row;
    make_vectors(h, QUERY, scratch, queries);
    make_vectors(h, KEY, scratch, keys);
    make_vectors(h, VALUE, scratch, values);
    pack_keys(keys, stride, m, d, packed);
    for (int i = 0; i < n; i++, queries += stride, out += stride) {
        product_row r = {.x = x, .see = allowed_keys(h->mask, h->window, i, m)};
        product_rows(queries, stride, 1, packed, d, r.see, x, row);
        memset(w, 0, row * sizeof *w);
        if (r.see.from < r.see.to) {
            set_range(&r);
            weigh_row(&h->by, &r, w);
        }
        output_rows(w, row, 1, values, stride, r.see, out);
    }
}
