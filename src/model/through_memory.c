/* The memory of the pass: what stands where, how much that is, and opening and closing it. */
#include "engine/exact.h"

#include "through_parts.h"

#include "products.h"
#include "refusals.h"

#include <stdlib.h>

/* ---- Sizes ----------------------------------------------------------------------------------- */

static int vectors_wide(const description *d) { return (d->heads + 2 * d->groups) * d->head_width; }

/* The longest row that is read, and the longest vector. */
static int widest(const description *d) {
    return larger(larger(d->width, d->hidden), vectors_wide(d));
}

static float *take(float *memory, uint64_t *used, uint64_t count) {
    float *at = memory ? memory + *used : NULL;
    *used += count;
    return at;
}

/* Where everything stands, in floats; returns how many. `memory` may be NULL to ask only. */
static uint64_t place(through *t, float *memory) {
    const description *d = t->d;
    uint64_t used = 0, n = (uint64_t)t->n, width = (uint64_t)d->width, most = (uint64_t)widest(d);
    uint64_t longest = (uint64_t)t->longest, channels = (uint64_t)d->head_width;
    uint64_t block = (uint64_t)t->block;
    t->streams = take(memory, &used, (uint64_t)t->slots * n * width);
    t->vectors = take(memory, &used, n * (uint64_t)vectors_wide(d));
    t->mixed = take(memory, &used, n * (uint64_t)d->heads * channels);
    t->normed = take(memory, &used, n * width);
    t->hidden = take(memory, &used, block * (uint64_t)d->hidden);
    t->numbers = take(memory, &used, most);
    t->room = take(memory, &used, product_room(larger(t->n, 1)));
    t->part = take(memory, &used, d->feed == FEED_GATED ? block * (uint64_t)d->hidden : 0);
    t->gain = take(memory, &used, most);
    t->bias = take(memory, &used, most);
    t->turn = take(memory, &used, longest * (uint64_t)d->rotary);
    t->factors = take(memory, &used, (uint64_t)d->rotary);
    t->query = take(memory, &used, longest * channels);
    t->key = take(memory, &used, longest * channels);
    t->weights = take(memory, &used, longest * longest);
    t->tokens = (uint32_t *)(void *)take(memory, &used, t->is_onward ? n : 0);
    uint64_t said = t->is_onward ? 0 : (uint64_t)t->texts.texts;
    t->logits = take(memory, &used, said * (uint64_t)d->vocabulary);
    return used;
}

/* How many of so many bytes fit, but not less than `least` or more than `most`. */
static int fitting(uint64_t bytes, uint64_t each, int least, int most) {
    uint64_t fit = each ? bytes / each : 0;
    return fit < (uint64_t)least ? least : fit < (uint64_t)most ? (int)fit : most;
}

static void set_sizes(through *t, const description *d, const token_texts *texts,
                      const through_limits *limits) {
    *t = (through){.d = d, .texts = *texts, .band = limits->band, .reached = -1, .mixed_layer = -1};
    t->n = texts->start[texts->texts];
    for (int i = 0; i < texts->texts; i++)
        t->longest = larger(t->longest, texts->start[i + 1] - texts->start[i]);
    uint64_t stream = (uint64_t)t->n * (uint64_t)d->width * sizeof(float);
    t->slots = fitting(limits->kept, stream, 2, d->layers + 1);
    t->block = fitting(limits->hidden, 2 * (uint64_t)d->hidden * sizeof(float), 1, larger(t->n, 1));
}

uint64_t through_bytes(const description *d, const token_texts *texts,
                       const through_limits *limits) {
    through t;
    set_sizes(&t, d, texts, limits);
    return place(&t, NULL) * sizeof(float);
}

const through_limits usual_limits = {
    .band = 1 << 24, .kept = 160 << 20, .hidden = 16 << 20, .onward = 64 << 20, .most = 1 << 29};

void refuse_weights(uint64_t unfit, nf_text *why) {
    put_of_model(why, WEIGHTS_NOT_FINITE, &(fill){.whole = {(int64_t)unfit}});
}

/* ---- Opening --------------------------------------------------------------------------------- */

static nf_status refuse_text(nf_text *why, model_words what, int text, int64_t number) {
    put_of_model(why, what, &(fill){.whole = {text + 1, number}});
    return NF_NO_DATA;
}

static nf_status judge_text(const through *t, int text, nf_text *why) {
    int first = t->texts.start[text], count = t->texts.start[text + 1] - first;
    if (count < 1 || count > t->d->context || count > THROUGH_TOKENS)
        return refuse_text(why, TEXT_LENGTH, text, count);
    for (int i = first; i < first + count; i++)
        if (t->texts.tokens[i] >= (uint32_t)t->d->vocabulary)
            return refuse_text(why, TEXT_TOKEN, text, t->texts.tokens[i]);
    return NF_OK;
}

/* The frequency of a pair of channels, in radians a token. */
static double frequency_of(const description *d, int pair) {
    double plain = nf_pow(d->base, -(double)pair / (d->rotary / 2));
    if (d->scaling == SCALING_LINEAR) return plain / d->factor;
    if (d->scaling == SCALING_NONE) return plain;
    double turns = d->original * plain / (2 * NF_PI); /* within the context of its training */
    if (turns < d->low) return plain / d->factor;
    if (turns > d->high) return plain;
    double share = (turns - d->low) / (d->high - d->low);
    return (1 - share) * plain / d->factor + share * plain;
}

void fill_turn(through *t) {
    int pairs = t->d->rotary / 2;
    for (int i = 0; i < pairs; i++) {
        double frequency = frequency_of(t->d, i);
        if (t->d->has_factors) frequency /= (double)t->factors[i];
        for (int position = 0; position < t->longest; position++) {
            double angle = position * frequency;
            bool fits = angle > -1e6 && angle < 1e6; /* a hostile factor */
            float *to = t->turn + 2 * ((ptrdiff_t)position * pairs + i);
            to[0] = fits ? (float)nf_cos(angle) : 1;
            to[1] = fits ? (float)nf_sin(angle) : 0;
        }
    }
}

static nf_status take_memory(through *t, uint64_t most, nf_text *why) {
    uint64_t bytes = place(t, NULL) * sizeof(float);
    if (bytes > most || bytes > SIZE_MAX / 2) {
        put_of_model(why, TEXTS_TOO_LARGE,
                     &(fill){.whole = {(int64_t)(bytes >> 20), (int64_t)(most >> 20)}});
        return NF_TOO_LARGE;
    }
    t->memory = malloc((size_t)bytes);
    if (!t->memory) {
        put_of_model(why, TEXTS_NO_MEMORY, NULL);
        return NF_NO_MEMORY;
    }
    place(t, t->memory);
    return NF_OK;
}

nf_status open_through(through *t, const description *d, const tensor_list *list,
                       const token_texts *texts, const through_limits *limits, nf_text *why) {
    set_sizes(t, d, texts, limits);
    t->list = list;
    for (int i = 0; i < texts->texts; i++) {
        nf_status status = judge_text(t, i, why);
        if (status) return status;
    }
    nf_status status = take_memory(t, limits->most, why);
    if (status == NF_OK && !d->has_factors) fill_turn(t);
    return status;
}

void close_through(through *t) {
    free(t->memory);
    t->memory = NULL;
}

/* ---- Parts ----------------------------------------------------------------------------------- */

matrix stream_before(const through *t, int layer) {
    ptrdiff_t size = (ptrdiff_t)t->n * t->d->width;
    return matrix_of(t->streams + layer % t->slots * size, t->n, t->d->width);
}

matrix through_head(const through *t, int component, int head) {
    const description *d = t->d;
    int group = head / (d->heads / d->groups), width = d->head_width;
    int first = component == QUERY ? head
                : component == KEY ? d->heads + group
                                   : d->heads + d->groups + group;
    if (d->fused == FUSED_HEADS) first = 3 * head + component;
    return columns_of(matrix_of(t->vectors, t->n, vectors_wide(d)), first * width, width);
}

matrix mixed_of(const through *t) {
    return matrix_of(t->mixed, t->n, t->d->heads * t->d->head_width);
}

matrix states_of(const through *t) { return matrix_of(t->normed, t->n, t->d->width); }

matrix text_rows(const through *t, matrix all, int text) {
    return rows_of(all, t->texts.start[text], t->texts.start[text + 1] - t->texts.start[text]);
}

/* The rows of tokens whose feed-forward part is made. */
static matrix block_of(const through *t, matrix all) {
    int left = t->n - t->first;
    return rows_of(all, t->first, left < t->block ? left : t->block);
}

matrix hidden_of(const through *t) {
    return matrix_of(t->hidden, block_of(t, states_of(t)).rows, t->d->hidden);
}

matrix input_of(const through *t, role role) {
    matrix normed = states_of(t);
    switch (role) {
    case JOIN_ROWS: return mixed_of(t);
    case DOWN_ROWS: return hidden_of(t);
    case GATE_ROWS:
    case UP_ROWS: return block_of(t, normed);
    case PREDICT_ROWS: return rows_of(normed, 0, t->texts.texts);
    default: return normed;
    }
}

matrix output_of(const through *t, role role) {
    const description *d = t->d;
    matrix vectors = matrix_of(t->vectors, t->n, vectors_wide(d));
    int heads = d->heads * d->head_width, groups = d->groups * d->head_width;
    switch (role) {
    case QUERY_ROWS: return columns_of(vectors, 0, heads);
    case KEY_ROWS: return columns_of(vectors, heads, groups);
    case VALUE_ROWS: return columns_of(vectors, heads + groups, groups);
    case FUSED_ROWS: return vectors;
    case JOIN_ROWS: return stream_before(t, t->layer + 1);
    case DOWN_ROWS: return block_of(t, stream_before(t, t->layer + 1));
    case PREDICT_ROWS: return matrix_of(t->logits, t->texts.texts, d->vocabulary);
    default: return hidden_of(t);
    }
}

/* ---- Running on ------------------------------------------------------------------------------ */

static void set_onward(through *t, const through *base, const int *which, int texts,
                       const through_limits *limits) {
    token_texts of = {.texts = texts};
    through_limits two = *limits;
    two.kept = 0;
    for (int i = 0; i < texts; i++) {
        const int *start = &base->texts.start[which[i]];
        of.start[i + 1] = of.start[i] + start[1] - start[0];
    }
    set_sizes(t, base->d, &of, &two);
    t->list = base->list;
    t->is_onward = true;
}

uint64_t onward_bytes(const through *base, const int *which, int texts,
                      const through_limits *limits) {
    through t;
    set_onward(&t, base, which, texts, limits);
    return place(&t, NULL) * sizeof(float);
}

static void copy_rows(matrix from, matrix to) {
    memcpy(to.at, from.at, (size_t)to.rows * (size_t)to.columns * sizeof *to.at);
}

static nf_status take_onward_memory(through *t, const through *base, const int *which, int texts,
                                    const through_limits *limits, nf_text *why) {
    set_onward(t, base, which, texts, limits);
    nf_status status = take_memory(t, limits->most, why);
    if (status) return status;
    memcpy(t->turn, base->turn, (size_t)t->longest * (size_t)t->d->rotary * sizeof *t->turn);
    for (int i = 0; i < texts; i++) {
        const int *start = &t->texts.start[i];
        memcpy(t->tokens + start[0], base->texts.tokens + base->texts.start[which[i]],
               (size_t)(start[1] - start[0]) * sizeof *t->tokens);
    }
    t->texts.tokens = t->tokens;
    return NF_OK;
}

/* The streams of these texts before the layer. */
static void take_streams(const through *t, const through *base, const int *which, int layer) {
    matrix from = stream_before(base, layer), to = stream_before(t, layer);
    for (int i = 0; i < t->texts.texts; i++)
        copy_rows(text_rows(base, from, which[i]), text_rows(t, to, i));
}

nf_status open_onward(through *t, const through *base, const int *which, int texts, int stop,
                      const through_limits *limits, nf_text *why) {
    nf_status status = take_onward_memory(t, base, which, texts, limits, why);
    if (status) return status;
    t->layer = t->reached = t->mixed_layer = base->layer;
    t->step = JOIN;
    t->stop = stop;
    take_streams(t, base, which, t->layer);
    for (int i = 0; i < texts; i++)
        copy_rows(text_rows(base, mixed_of(base), which[i]), text_rows(t, mixed_of(t), i));
    return NF_OK;
}

nf_status open_again(through *t, const through *base, const int *which, int texts, int layer,
                     const through_limits *limits, nf_text *why) {
    nf_status status = take_onward_memory(t, base, which, texts, limits, why);
    if (status) return status;
    t->stop = layer;
    if (!is_kept(base, layer)) return NF_OK;
    t->layer = t->reached = layer;
    t->step = OF_LAYER;
    take_streams(t, base, which, layer);
    return NF_OK;
}
