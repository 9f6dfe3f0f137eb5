/* The transformer once more, in double precision and written another way: one token at a time, from
 * the formulas, with the C library's mathematics. What model_test.c and train_test.c compare
 * against; and small models to try. */
#ifndef NF_MODEL_REFERENCE_H
#define NF_MODEL_REFERENCE_H

#include "model/model.h"
#include "test.h"
#include "train/train.h"

#include <math.h>
#include <stdlib.h>

/* Weights in double; `at` and `base` only say where each one is: weight p is flat[p - base]. */
typedef struct reference_model {
    model_shape shape;
    model_weights at;
    const float *base;
    const double *flat;
} reference_model;

static inline const double *of(const reference_model *r, const float *weight) {
    return r->flat + (weight - r->base);
}

static inline void reference_norm(const double *x, const double *gain, int n, double *y) {
    double square = 0;
    for (int i = 0; i < n; i++) square += x[i] * x[i];
    for (int i = 0; i < n; i++) y[i] = gain[i] * x[i] / sqrt(square / n + 1e-5);
}

/* y += x w, w (in, out) */
static inline void reference_apply(const double *x, const double *w, int in, int out, double *y) {
    for (int o = 0; o < out; o++)
        for (int i = 0; i < in; i++) y[o] += x[i] * w[i * out + o];
}

/* q.k of rotated vectors, which depends on the distance of the two positions only: each pair of
 * channels is a complex number, and the product is the real part of q conj(k) e^(i distance
 * frequency). */
static inline double reference_logit(const double *q, const double *k, int distance, int d) {
    double sum = 0;
    for (int i = 0; i < d / 2; i++) {
        double angle = distance * pow(10000, -2.0 * i / d), a = q[i], b = q[i + d / 2], c = k[i],
               e = k[i + d / 2];
        sum += (a * c + b * e) * cos(angle) - (b * c - a * e) * sin(angle);
    }
    return sum / sqrt(d);
}

/* One token's attention over the keys and values (position, heads d) up to its own. */
static inline void reference_attend(const model_shape *s, int position, const double *q,
                                    const double *keys, const double *values, double *out) {
    int all = s->heads * s->head_width, d = s->head_width;
    double weight[CONTEXT_MAX];
    for (int h = 0; h < s->heads; h++) {
        double sum = 0;
        for (int j = 0; j <= position; j++)
            sum += weight[j] =
                exp(reference_logit(q + h * d, keys + j * all + h * d, position - j, d));
        for (int c = 0; c < d; c++) {
            out[h * d + c] = 0;
            for (int j = 0; j <= position; j++)
                out[h * d + c] += weight[j] / sum * values[j * all + h * d + c];
        }
    }
}

static inline void reference_hidden(const reference_model *r, const layer_weights *layer,
                                    double *x) {
    const model_shape *s = &r->shape;
    double normed[MODEL_WIDTH_MAX], gate[HIDDEN_MAX] = {0}, up[HIDDEN_MAX] = {0};
    reference_norm(x, of(r, layer->hidden_norm), s->width, normed);
    reference_apply(normed, of(r, layer->gate), s->width, s->hidden, gate);
    reference_apply(normed, of(r, layer->up), s->width, s->hidden, up);
    for (int i = 0; i < s->hidden; i++) up[i] *= gate[i] / (1 + exp(-gate[i]));
    reference_apply(up, of(r, layer->down), s->hidden, s->width, x);
}

/* Logits (n, vocabulary) after each of n tokens. */
static inline void reference_logits(const reference_model *r, const uint16_t *tokens, int n,
                                    double *logits) {
    const model_shape *s = &r->shape;
    int all = s->heads * s->head_width;
    double *keys = calloc((size_t)(2 * s->layers * n * all), sizeof *keys),
           *values = keys + s->layers * n * all;
    for (int t = 0; t < n; t++) {
        double x[MODEL_WIDTH_MAX], normed[MODEL_WIDTH_MAX];
        memcpy(x, of(r, r->at.embedding) + tokens[t] * s->width, sizeof *x * (size_t)s->width);
        for (int l = 0; l < s->layers; l++) {
            const layer_weights *layer = &r->at.layer[l];
            double q[HEADS_MAX * HEAD_WIDTH_MAX] = {0}, mixed[HEADS_MAX * HEAD_WIDTH_MAX];
            double *k = keys + l * n * all, *v = values + l * n * all;
            reference_norm(x, of(r, layer->attention_norm), s->width, normed);
            reference_apply(normed, of(r, layer->query), s->width, all, q);
            reference_apply(normed, of(r, layer->key), s->width, all, k + t * all);
            reference_apply(normed, of(r, layer->value), s->width, all, v + t * all);
            reference_attend(s, t, q, k, v, mixed);
            reference_apply(mixed, of(r, layer->output), all, s->width, x);
            reference_hidden(r, layer, x);
        }
        reference_norm(x, of(r, r->at.final_norm), s->width, normed);
        for (int v = 0; v < s->vocabulary; v++) {
            double *logit = &logits[t * s->vocabulary + v];
            *logit = 0;
            for (int c = 0; c < s->width; c++)
                *logit += normed[c] * of(r, r->at.embedding)[v * s->width + c];
        }
    }
    free(keys);
}

/* Mean loss over `windows` of `length` tokens. */
static inline double reference_loss(const reference_model *r, const uint16_t *tokens,
                                    const uint16_t *next, int windows, int length) {
    int vocabulary = r->shape.vocabulary;
    double *logits = malloc(sizeof *logits * (size_t)(length * vocabulary)), loss = 0;
    for (int w = 0; w < windows; w++) {
        reference_logits(r, tokens + w * length, length, logits);
        for (int t = 0; t < length; t++) {
            double sum = 0;
            for (int v = 0; v < vocabulary; v++) sum += exp(logits[t * vocabulary + v]);
            loss += log(sum) - logits[t * vocabulary + next[w * length + t]];
        }
    }
    free(logits);
    return loss / (windows * length);
}

/* Shapes with and without remainders after whole vectors, in the order of model_shape. */
static const model_shape SMALL = {3, 3, 14, 6, 11, 101, 24}, LARGE = {4, 8, 96, 16, 176, 512, 64};

/* Random weights, large enough for attention that is far from uniform. */
static inline float *random_weights(const model_shape *s, uint64_t key) {
    model_weights w;
    ptrdiff_t count = place_weights(s, NULL, &w);
    float *weights = malloc(sizeof *weights * (size_t)count);
    place_weights(s, weights, &w);
    for (ptrdiff_t i = 0; i < count; i++)
        weights[i] = (float)(nf_normal(key, (uint64_t)i) * 1.4 / sqrt(s->width));
    for (float *norm = w.layer[0].attention_norm; norm < weights + count; norm++) *norm += 1.0f;
    return weights;
}

/* "th", "the", then pairs of letters: enough to have merges of merges. */
static inline void some_merges(const model_shape *s, uint8_t *merges) {
    for (int i = 0; i < s->vocabulary - LETTERS; i++) {
        int left = i == 1 ? LETTERS : 't' - 31 - i % 5, right = i == 0   ? 'h' - 31
                                                                : i == 1 ? 'e' - 31
                                                                         : 'a' - 31 + i % 26;
        merges[4 * i] = (uint8_t)left;
        merges[4 * i + 1] = 0;
        merges[4 * i + 2] = (uint8_t)right;
        merges[4 * i + 3] = 0;
    }
}

static inline uint8_t *random_file(const model_shape *s, uint64_t key, size_t *size) {
    static uint8_t merges[4 * VOCABULARY_MAX];
    some_merges(s, merges);
    float *weights = random_weights(s, key);
    model_parts parts = {.shape = *s,
                         .sink_layer = 1,
                         .card = "a model of random numbers",
                         .texts = {"one", "two two", "three"},
                         .merges = merges,
                         .weights = weights};
    uint8_t *file = model_file(&parts, size);
    free(weights);
    return file;
}

static inline void random_tokens(const model_shape *s, uint64_t key, int n, uint16_t *tokens) {
    for (int i = 0; i < n; i++)
        tokens[i] = (uint16_t)(nf_uniform(key, (uint64_t)i) * s->vocabulary);
}

#endif
