#include "engine/exact.h"

#include "through.h"

#include "engine/text.h"
#include "gelu.h"

#include <stdlib.h>

/* ---- Steps ----------------------------------------------------------------------------------- */

/* Tensors in the order in which they are read. A bias comes before its matrix, so that what a band
 * of the matrix makes is finished at once. */
typedef struct step {
    role role;
    bool is_bias;
} step;

static const step steps[] = {
    {ROTARY_FACTORS, false}, {TOKEN_ROWS, false},  {POSITION_ROWS, false}, {FIRST_NORM, false},
    {FIRST_NORM, true},      {QUERY_ROWS, true},   {QUERY_ROWS, false},    {KEY_ROWS, true},
    {KEY_ROWS, false},       {VALUE_ROWS, true},   {VALUE_ROWS, false},    {FUSED_ROWS, true},
    {FUSED_ROWS, false},     {QUERY_NORM, false},  {KEY_NORM, false},      {JOIN_ROWS, true},
    {JOIN_ROWS, false},      {SECOND_NORM, false}, {SECOND_NORM, true},    {GATE_ROWS, true},
    {GATE_ROWS, false},      {UP_ROWS, true},      {UP_ROWS, false},       {DOWN_ROWS, true},
    {DOWN_ROWS, false},      {LAST_NORM, false},   {LAST_NORM, true},      {PREDICT_ROWS, false}};

enum {
    OF_LAYER = 3,
    JOIN = 15,
    FEED = 19,
    AFTER_LAYER = 25,
    PREDICT = 27,
    STEPS = sizeof steps / sizeof *steps
};

static step step_now(const through *t) { return steps[t->step]; }

static bool is_matrix(step s) {
    switch (s.role) {
    case QUERY_ROWS:
    case KEY_ROWS:
    case VALUE_ROWS:
    case FUSED_ROWS:
    case JOIN_ROWS:
    case GATE_ROWS:
    case UP_ROWS:
    case DOWN_ROWS:
    case PREDICT_ROWS: return !s.is_bias;
    default: return false;
    }
}

/* ---- Memory ---------------------------------------------------------------------------------- */

static int larger(int a, int b) { return a > b ? a : b; }

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
    t->numbers = take(memory, &used, t->band);
    t->turned = take(memory, &used, t->band);
    uint64_t fit = t->band / width + 1,
             rows = fit < (uint64_t)d->hidden ? fit : (uint64_t)d->hidden;
    t->part = take(memory, &used, block * rows);
    t->gain = take(memory, &used, most);
    t->bias = take(memory, &used, most);
    t->turn = take(memory, &used, longest * (uint64_t)d->rotary);
    t->factors = take(memory, &used, (uint64_t)d->rotary);
    t->query = take(memory, &used, longest * channels);
    t->key = take(memory, &used, longest * channels);
    t->keys_by_channel = take(memory, &used, longest * channels);
    t->weights = take(memory, &used, longest * longest);
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
    if (t->band < (size_t)widest(d)) t->band = (size_t)widest(d);
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

uint64_t through_reads(const description *d, const tensor_list *list, int stop) {
    uint64_t bytes = 0;
    for (int layer = 0; layer <= stop && layer < d->layers; layer++)
        for (int i = OF_LAYER; i < (layer < stop ? AFTER_LAYER : JOIN); i++) {
            const tensor *t = part_of_model(d, list, steps[i].role, layer, steps[i].is_bias);
            bytes += t ? t->bytes : 0;
        }
    return bytes;
}

const through_limits usual_limits = {
    .band = 1 << 21, .kept = 160 << 20, .hidden = 16 << 20, .onward = 64 << 20, .most = 1 << 29};

void refuse_weights(uint64_t unfit, nf_text *why) {
    put_whole(why, (int64_t)unfit);
    put(why,
        " of the weights that were read are infinite or no numbers; the model cannot be used.");
}

/* ---- Opening --------------------------------------------------------------------------------- */

static nf_status refuse_text(nf_text *why, int text, const char *what, int64_t number,
                             const char *rest) {
    put(why, "Text ");
    put_whole(why, text + 1);
    put(why, what);
    put_whole(why, number);
    put(why, rest);
    return NF_NO_DATA;
}

static nf_status judge_text(const through *t, int text, nf_text *why) {
    int first = t->texts.start[text], count = t->texts.start[text + 1] - first;
    if (count < 1 || count > t->d->context || count > THROUGH_TOKENS)
        return refuse_text(why, text, " has ", count,
                           " tokens, more or fewer than the model reads.");
    for (int i = first; i < first + count; i++)
        if (t->texts.tokens[i] >= (uint32_t)t->d->vocabulary)
            return refuse_text(why, text, " has the token ", t->texts.tokens[i],
                               ", which the model does not have.");
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

static void fill_turn(through *t) {
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
        put(why, "To read these texts takes ");
        put_whole(why, (int64_t)(bytes >> 20));
        put(why, " MB, more than the ");
        put_whole(why, (int64_t)(most >> 20));
        put(why, " MB that are allowed.");
        return NF_TOO_LARGE;
    }
    t->memory = malloc((size_t)bytes);
    if (!t->memory) {
        put(why, "The memory to read these texts could not be had.");
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

static matrix columns_of(matrix m, int first, int count) {
    return (matrix){m.at + first, m.rows, count, m.stride};
}

static matrix rows_of(matrix m, int first, int count) {
    return (matrix){matrix_row(m, first), count, m.columns, m.stride};
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

static matrix hidden_of(const through *t) {
    return matrix_of(t->hidden, block_of(t, states_of(t)).rows, t->d->hidden);
}

/* What a matrix is multiplied with, and where its product goes. */
static matrix input_of(const through *t, role role) {
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

static matrix output_of(const through *t, role role) {
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

nf_status open_onward(through *t, const through *base, const int *which, int texts, int stop,
                      const through_limits *limits, nf_text *why) {
    set_onward(t, base, which, texts, limits);
    nf_status status = take_memory(t, limits->most, why);
    if (status) return status;
    t->layer = t->reached = t->mixed_layer = base->layer;
    t->step = JOIN;
    t->stop = stop;
    memcpy(t->turn, base->turn, (size_t)t->longest * (size_t)t->d->rotary * sizeof *t->turn);
    matrix stream = stream_before(base, base->layer);
    for (int i = 0; i < texts; i++) {
        copy_rows(text_rows(base, stream, which[i]), text_rows(t, stream_before(t, t->layer), i));
        copy_rows(text_rows(base, mixed_of(base), which[i]), text_rows(t, mixed_of(t), i));
    }
    return NF_OK;
}

/* ---- Norms ----------------------------------------------------------------------------------- */

static void root_norm(const through *t, const float *x, int n, float *y) {
    double mean = (double)dot16(x, x, n) / n;
    float inverse = (float)(1 / nf_sqrt(mean + t->d->epsilon));
    for (int i = 0; i < n; i++) y[i] = x[i] * inverse * t->gain[i];
}

static void layer_norm(const through *t, const float *x, int n, float *y) {
    double sum = 0;
    for (int i = 0; i < n; i++) sum += (double)x[i];
    float mean = (float)(sum / n);
    for (int i = 0; i < n; i++) y[i] = x[i] - mean;
    float inverse = (float)(1 / nf_sqrt((double)dot16(y, y, n) / n + t->d->epsilon));
    for (int i = 0; i < n; i++) y[i] = y[i] * inverse * t->gain[i] + t->bias[i];
}

/* A row of x into a row of `to`, which may be x. */
static void norm_rows(const through *t, matrix x, matrix to) {
    for (int i = 0; i < x.rows; i++) {
        if (t->d->family->layer_norm)
            layer_norm(t, matrix_row(x, i), x.columns, matrix_row(to, i));
        else
            root_norm(t, matrix_row(x, i), x.columns, matrix_row(to, i));
    }
}

/* The last token of each text alone. */
static void norm_last(const through *t) {
    matrix stream = stream_before(t, t->d->layers);
    for (int i = 0; i < t->texts.texts; i++)
        norm_rows(t, rows_of(stream, t->texts.start[i + 1] - 1, 1), rows_of(states_of(t), i, 1));
}

static void norm_heads(const through *t, int component, int heads) {
    for (int i = 0; i < heads; i++) {
        int head = component == KEY ? i * (t->d->heads / t->d->groups) : i;
        matrix x = through_head(t, component, head);
        norm_rows(t, x, x);
    }
}

/* ---- Attention ------------------------------------------------------------------------------- */

/* GGUF has Llama's rows in an order in which the channels of a pair are neighbours. */
static void undo_permutation(const through *t, matrix heads) {
    int d = t->d->head_width, half = d / 2;
    float row[NF_WIDTH_MAX];
    for (int i = 0; i < heads.rows; i++)
        for (int first = 0; first < heads.columns; first += d) {
            float *x = matrix_row(heads, i) + first;
            memcpy(row, x, (size_t)d * sizeof *row);
            for (int c = 0; c < d; c++) x[c] = row[c < half ? 2 * c : 2 * (c - half) + 1];
        }
}

static matrix with_positions(const through *t, matrix from, float *to) {
    int d = t->d->head_width, turned = t->d->rotary;
    matrix out = matrix_of(to, from.rows, d);
    for (int i = 0; i < from.rows; i++) {
        memcpy(matrix_row(out, i), matrix_row(from, i), (size_t)d * sizeof *to);
        rotate_row(matrix_row(out, i), t->turn + (ptrdiff_t)i * turned, turned, 1);
    }
    return out;
}

static void weigh_row(float *row, int first, int end, int columns, float scale) {
    for (int j = 0; j < first; j++) row[j] = 0;
    for (int j = first; j < end; j++) row[j] *= scale;
    (void)softmax(row + first, end - first);
    for (int j = end; j < columns; j++) row[j] = 0;
}

matrix through_weights(const through *t, int text, int head) {
    const description *d = t->d;
    int start = t->texts.start[text], n = t->texts.start[text + 1] - start;
    bool slides = d->window && t->layer >= d->window_from;
    float scale = (float)(1 / nf_sqrt(d->head_width));
    matrix weights = matrix_of(t->weights, n, n),
           keys = matrix_of(t->keys_by_channel, d->head_width, n);
    matrix query = with_positions(t, rows_of(through_head(t, QUERY, head), start, n), t->query);
    transpose(with_positions(t, rows_of(through_head(t, KEY, head), start, n), t->key), keys);
    matrix_product(query, keys, weights, false);
    for (int i = 0; i < n; i++) {
        int first = slides && i >= d->window ? i - d->window + 1 : 0;
        weigh_row(matrix_row(weights, i), first, i + 1, n, scale);
    }
    return weights;
}

static void attend(const through *t, int text, int head) {
    const description *d = t->d;
    int start = t->texts.start[text], n = t->texts.start[text + 1] - start;
    matrix weights = through_weights(t, text, head);
    matrix mixed = columns_of(text_rows(t, mixed_of(t), text), head * d->head_width, d->head_width);
    matrix_product(weights, rows_of(through_head(t, VALUE, head), start, n), mixed, false);
}

void mix_heads(const through *t) {
    for (int text = 0; text < t->texts.texts; text++)
        for (int head = 0; head < t->d->heads; head++) attend(t, text, head);
}

static void attend_all(const through *t) {
    if (t->layer != t->mixed_layer) mix_heads(t);
    matrix before = stream_before(t, t->layer), after = stream_before(t, t->layer + 1);
    memcpy(after.at, before.at, (size_t)t->n * (size_t)t->d->width * sizeof *after.at);
}

/* ---- What is done with a tensor -------------------------------------------------------------- */

static void feed_columns(const through *t, matrix x, role role) {
    for (int i = 0; i < x.rows; i++) {
        float *row = matrix_row(x, i);
        for (int j = 0; j < x.columns; j++) {
            if (role == GATE_ROWS)
                row[j] = row[j] / (1.0f + fast_exp(-row[j]));
            else
                row[j] = t->d->feed == FEED_GELU ? gelu_erf(row[j]) : gelu_tanh(row[j]);
        }
    }
}

/* What is left to do with columns `first` on of a product: the bias, and what the role adds. */
static void complete(const through *t, matrix x, int first, role role) {
    for (int i = 0; i < x.rows && t->has_bias; i++)
        for (int j = 0; j < x.columns; j++) matrix_row(x, i)[j] += t->bias[first + j];
    bool is_gated = t->d->feed == FEED_GATED;
    if (role == GATE_ROWS || (role == UP_ROWS && !is_gated)) feed_columns(t, x, role);
    if (role != UP_ROWS || !is_gated) return;
    matrix gate = columns_of(hidden_of(t), first, x.columns);
    for (int i = 0; i < x.rows; i++)
        for (int j = 0; j < x.columns; j++) matrix_row(gate, i)[j] *= matrix_row(x, i)[j];
}

static bool adds(role role) { return role == JOIN_ROWS || role == DOWN_ROWS; }

/* Rows of (inputs, outputs): each adds to all outputs. */
static void add_inputs(const through *t, role role) {
    matrix y = output_of(t, role), x = columns_of(input_of(t, role), t->row, t->taken);
    matrix_product(x, matrix_of(t->numbers, t->taken, t->columns), y, t->row > 0 || adds(role));
    if (t->row + t->taken == t->rows) complete(t, y, 0, role);
}

/* Rows of (outputs, inputs): each makes one output. */
static void make_outputs(const through *t, role role) {
    matrix numbers = matrix_of(t->numbers, t->taken, t->columns);
    matrix turned = matrix_of(t->turned, t->columns, t->taken);
    matrix x = input_of(t, role), y = columns_of(output_of(t, role), t->row, t->taken);
    if (role == UP_ROWS && t->d->feed == FEED_GATED) y = matrix_of(t->part, y.rows, t->taken);
    transpose(numbers, turned);
    matrix_product(x, turned, y, adds(role));
    complete(t, y, t->row, role);
}

static void add_positions(const through *t) {
    matrix stream = stream_before(t, 0), rows = matrix_of(t->numbers, t->taken, t->d->width);
    for (int text = 0; text < t->texts.texts; text++) {
        int start = t->texts.start[text], n = t->texts.start[text + 1] - start;
        for (int i = t->row; i < t->row + t->taken && i < n; i++)
            for (int c = 0; c < t->d->width; c++)
                matrix_row(stream, start + i)[c] += matrix_row(rows, i - t->row)[c];
    }
}

/* Every place that has the token of the row that was read. */
static void place_token(const through *t) {
    matrix stream = stream_before(t, 0);
    for (int i = t->row; i < t->n; i++)
        if (t->texts.tokens[i] == t->texts.tokens[t->row])
            memcpy(matrix_row(stream, i), t->numbers, (size_t)t->d->width * sizeof *t->numbers);
}

static void use_vector(through *t, step s) {
    bool is_norm = s.role == FIRST_NORM || s.role == SECOND_NORM || s.role == LAST_NORM ||
                   s.role == QUERY_NORM || s.role == KEY_NORM;
    float *to = s.role == ROTARY_FACTORS ? t->factors : s.is_bias || !is_norm ? t->bias : t->gain;
    memcpy(to, t->numbers, (size_t)t->columns * sizeof *to);
    if (s.is_bias && !is_norm) t->has_bias = true;
}

static void use_rows(through *t) {
    step s = step_now(t);
    bool is_transposed = t->d->is_transposed && s.role != PREDICT_ROWS;
    if (s.role == TOKEN_ROWS)
        place_token(t);
    else if (s.role == POSITION_ROWS)
        add_positions(t);
    else if (!is_matrix(s))
        use_vector(t, s);
    else if (is_transposed)
        add_inputs(t, s.role);
    else
        make_outputs(t, s.role);
}

/* ---- From step to step ----------------------------------------------------------------------- */

/* After the last row of a step. A norm is used when its bias is there too. */
static void finish_step(through *t) {
    step s = step_now(t);
    bool is_last = s.is_bias == t->d->family->layer_norm;
    if (is_matrix(s)) t->has_bias = false;
    if (s.role == ROTARY_FACTORS) fill_turn(t);
    if (s.role == FIRST_NORM && is_last) norm_rows(t, stream_before(t, t->layer), states_of(t));
    if (s.role == QUERY_NORM) norm_heads(t, QUERY, t->d->heads);
    if (s.role == KEY_NORM) norm_heads(t, KEY, t->d->groups);
    if (t->d->is_permuted && is_matrix(s) && (s.role == QUERY_ROWS || s.role == KEY_ROWS))
        undo_permutation(t, output_of(t, s.role));
    if (s.role == SECOND_NORM && is_last)
        norm_rows(t, stream_before(t, t->layer + !t->d->is_parallel), states_of(t));
    if (s.role == LAST_NORM && is_last && !t->is_onward) norm_last(t);
    if (s.role == LAST_NORM && is_last && t->is_onward)
        norm_rows(t, stream_before(t, t->d->layers), states_of(t));
}

static void start_step(through *t) {
    step s = step_now(t);
    if (s.role == JOIN_ROWS && !s.is_bias) attend_all(t);
}

static void next_step(through *t) {
    t->tensor = NULL;
    t->row = 0;
    t->step++;
    if (t->step == OF_LAYER) t->reached = larger(t->reached, t->layer);
    if (t->step != AFTER_LAYER) return;
    t->first += t->block;
    if (t->first < t->n) {
        t->step = FEED;
        return;
    }
    t->first = 0;
    t->reached = larger(t->reached, t->layer + 1);
    if (t->layer + 1 == t->d->layers) return;
    t->layer++;
    t->step = OF_LAYER;
}

/* Whether what comes next leads to the stop without anything being made again. */
static bool is_on_the_way(const through *t, int from) {
    if (t->reached < 0 || t->step >= AFTER_LAYER) return t->reached < 0 || t->stop == t->d->layers;
    return t->layer == from && (t->stop > from || t->step <= JOIN);
}

static void go_back_to(through *t, int layer) {
    bool is_end = layer == t->d->layers;
    t->layer = layer < 0 ? 0 : is_end ? layer - 1 : layer;
    t->step = layer < 0 ? 0 : is_end ? AFTER_LAYER : OF_LAYER;
    t->tensor = NULL;
    t->row = t->first = 0;
    t->waits = t->has_bias = false;
}

/* The streams before `reached` and the layers just before it are kept, one less than there are
 * slots for, since the next one may be in the making; what lies before is made again from the
 * tokens on. */
void seek_through(through *t, int stop) {
    int from = stop < t->reached ? stop : t->reached;
    t->stop = stop;
    if (is_on_the_way(t, from)) return;
    bool are_all_kept = t->slots > t->d->layers;
    if (!are_all_kept && from <= t->reached + 1 - t->slots) from = t->reached = -1;
    go_back_to(t, from);
}

/* Predictions of a tied model are made by its tokens' rows. */
static const tensor *find_step(const through *t) {
    step s = step_now(t);
    role role = s.role == PREDICT_ROWS && t->d->is_tied ? TOKEN_ROWS : s.role;
    return part_of_model(t->d, t->list, role, t->layer, s.is_bias);
}

/* Whether the step has a tensor; sets its size. */
static bool begin_step(through *t) {
    step s = step_now(t);
    t->tensor = find_step(t);
    if (!t->tensor) return false;
    bool is_vector = t->tensor->dimensions == 1;
    t->columns = (int)t->tensor->shape[is_vector ? 0 : 1];
    t->rows = is_vector ? 1 : (int)t->tensor->shape[0];
    if (s.role == POSITION_ROWS) t->rows = t->longest;
    if (s.role == TOKEN_ROWS) t->rows = t->n;
    start_step(t);
    return true;
}

/* Asks for rows from `row` on, as many as a band holds; of tokens, the one row. */
static void want_rows(through *t) {
    const type_facts *facts = facts_of_type(t->tensor->type);
    bool is_token = step_now(t).role == TOKEN_ROWS;
    int left = t->rows - t->row, fit = (int)(t->band / (size_t)t->columns);
    uint64_t row = (uint64_t)(t->columns / facts->numbers) * (uint64_t)facts->bytes;
    uint64_t first = is_token ? t->texts.tokens[t->row] : (uint64_t)t->row;
    t->taken = is_token ? 1 : left < fit ? left : fit;
    t->wanted = (nf_range){.file = t->tensor->file,
                           .offset = t->tensor->offset + first * row,
                           .size = (size_t)((uint64_t)t->taken * row)};
    t->waits = true;
}

/* Tokens that stood before have their row. */
static bool is_placed(const through *t) {
    if (step_now(t).role != TOKEN_ROWS) return false;
    for (int i = 0; i < t->row; i++)
        if (t->texts.tokens[i] == t->texts.tokens[t->row]) return true;
    return false;
}

nf_status go_through(through *t) {
    if (t->waits) return NF_READ;
    if (t->step == STEPS || (t->step == JOIN && t->layer == t->stop)) return NF_OK;
    if (t->is_onward && t->step == PREDICT) return NF_OK;
    if (!t->tensor && !begin_step(t)) {
        next_step(t);
        return NF_MORE;
    }
    while (t->row < t->rows && is_placed(t)) t->row++;
    if (t->row < t->rows) {
        want_rows(t);
        return NF_READ;
    }
    finish_step(t);
    next_step(t);
    return NF_MORE;
}

void take_through(through *t, const uint8_t *bytes) {
    size_t count = (size_t)t->taken * (size_t)t->columns;
    tensor_floats(t->tensor->type, bytes, count, t->numbers);
    for (size_t i = 0; i < count; i++) t->unfit += t->numbers[i] - t->numbers[i] != 0;
    use_rows(t);
    t->row += t->taken;
    t->waits = false;
}

/* Of a layer; those of the feed-forward part are taken once for each block of tokens. */
static double steps_done(const through *t) {
    int feed = AFTER_LAYER - FEED;
    if (t->step < FEED || t->step >= AFTER_LAYER) return t->step;
    double tokens = t->first + (double)((t->step - FEED) * hidden_of(t).rows) / feed;
    return FEED + feed * tokens / t->n;
}

double through_share(const through *t) {
    int layers = t->stop < t->d->layers ? t->stop : t->d->layers;
    double share = (t->layer + steps_done(t) / (double)STEPS) / (layers + 1);
    return t->step == STEPS || share > 1 ? 1 : share;
}
