/* A layer of the pass: its norms, its attention, and what is done with the rows of a tensor. */
#include "engine/exact.h"

#include "through_parts.h"

#include "gelu.h"
#include "products.h"

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

void norm_rows(const through *t, matrix x, matrix to) {
    for (int i = 0; i < x.rows; i++) {
        if (t->d->family->layer_norm)
            layer_norm(t, matrix_row(x, i), x.columns, matrix_row(to, i));
        else
            root_norm(t, matrix_row(x, i), x.columns, matrix_row(to, i));
    }
}

void norm_last(const through *t) {
    matrix stream = stream_before(t, t->d->layers);
    for (int i = 0; i < t->texts.texts; i++)
        norm_rows(t, rows_of(stream, t->texts.start[i + 1] - 1, 1), rows_of(states_of(t), i, 1));
}

void norm_heads(const through *t, int component, int heads) {
    for (int i = 0; i < heads; i++) {
        int head = component == KEY ? i * (t->d->heads / t->d->groups) : i;
        matrix x = through_head(t, component, head);
        norm_rows(t, x, x);
    }
}

/* ---- Attention ------------------------------------------------------------------------------- */

void undo_permutation(const through *t, matrix heads) {
    int d = t->d->head_width, half = d / 2;
    float row[NF_WIDTH_MAX];
    for (int i = 0; i < heads.rows; i++)
        for (int first = 0; first < heads.columns; first += d) {
            float *x = matrix_row(heads, i) + first;
            memcpy(row, x, (size_t)d * sizeof *row);
            for (int c = 0; c < d; c++) x[c] = row[c < half ? 2 * c : 2 * (c - half) + 1];
        }
}

void put_positions(const through *t, int rows, size_t stride, float *x) {
    int turned = t->d->rotary;
    for (int i = 0; i < rows; i++, x += stride)
        rotate_row(x, t->turn + (ptrdiff_t)i * turned, turned, 1);
}

static matrix with_positions(const through *t, matrix from, float *to) {
    int d = t->d->head_width;
    matrix out = matrix_of(to, from.rows, d);
    for (int i = 0; i < from.rows; i++)
        memcpy(matrix_row(out, i), matrix_row(from, i), (size_t)d * sizeof *to);
    put_positions(t, from.rows, (size_t)d, to);
    return out;
}

static void weigh_row(float *row, int first, int end, int columns, float scale) {
    for (int j = 0; j < first; j++) row[j] = 0;
    for (int j = first; j < end; j++) row[j] *= scale;
    if (first < end) (void)softmax(row + first, end - first);
    for (int j = end; j < columns; j++) row[j] = 0;
}

matrix through_weights_on(const through *t, int text, int head, matrix keys, double factor) {
    const description *d = t->d;
    matrix rows = text_rows(t, through_head(t, QUERY, head), text);
    bool slides = d->window && t->layer >= d->window_from;
    float scale = (float)(factor / nf_sqrt(d->head_width));
    matrix weights = matrix_of(t->weights, rows.rows, keys.rows);
    file_rows by = rows_in_memory(keys);
    (void)multiply_by_outputs(with_positions(t, rows, t->query), &by, weights, false, t->room);
    for (int i = 0; i < rows.rows; i++) {
        int end = i < keys.rows ? i + 1 : keys.rows;
        int first = slides && i >= d->window ? i - d->window + 1 : 0;
        weigh_row(matrix_row(weights, i), first < end ? first : end, end, keys.rows, scale);
    }
    return weights;
}

matrix through_weights(const through *t, int text, int head) {
    matrix keys = with_positions(t, text_rows(t, through_head(t, KEY, head), text), t->key);
    return through_weights_on(t, text, head, keys, 1);
}

static void attend(const through *t, int text, int head) {
    const description *d = t->d;
    int start = t->texts.start[text], n = t->texts.start[text + 1] - start;
    matrix weights = through_weights(t, text, head);
    matrix mixed = columns_of(text_rows(t, mixed_of(t), text), head * d->head_width, d->head_width);
    file_rows values = rows_in_memory(rows_of(through_head(t, VALUE, head), start, n));
    (void)multiply_by_inputs(weights, &values, mixed, false, t->room);
}

void mix_heads(const through *t) {
    for (int text = 0; text < t->texts.texts; text++)
        for (int head = 0; head < t->d->heads; head++) attend(t, text, head);
}

void attend_all(const through *t) {
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
static void add_inputs(through *t, role role, const file_rows *rows) {
    matrix y = output_of(t, role), x = columns_of(input_of(t, role), t->row, t->taken);
    t->unfit += multiply_by_inputs(x, rows, y, t->row > 0 || adds(role), t->room);
    if (t->row + t->taken == t->rows) complete(t, y, 0, role);
}

/* Rows of (outputs, inputs): each makes one output. */
static void make_outputs(through *t, role role, const file_rows *rows) {
    matrix x = input_of(t, role), y = columns_of(output_of(t, role), t->row, t->taken);
    if (role == UP_ROWS && t->d->feed == FEED_GATED) y = matrix_of(t->part, y.rows, t->taken);
    t->unfit += multiply_by_outputs(x, rows, y, adds(role), t->room);
    complete(t, y, t->row, role);
}

/* The row that was read last, at this position of every text. */
static void add_position(const through *t, int position) {
    matrix stream = stream_before(t, 0);
    for (int text = 0; text < t->texts.texts; text++) {
        int at = t->texts.start[text] + position;
        for (int c = 0; c < t->d->width && at < t->texts.start[text + 1]; c++)
            matrix_row(stream, at)[c] += t->numbers[c];
    }
}

/* Every place that has the token of the row that was read. */
static void place_token(const through *t) {
    matrix stream = stream_before(t, 0);
    for (int i = t->row; i < t->n; i++)
        if (t->texts.tokens[i] == t->texts.tokens[t->row])
            memcpy(matrix_row(stream, i), t->numbers, (size_t)t->d->width * sizeof *t->numbers);
}

/* What is no matrix, row by row. */
static void read_row(through *t, const file_rows *rows, int i) {
    t->unfit += finite_floats(rows->type, rows->at + (size_t)i * rows->stride,
                              (size_t)rows->columns, t->numbers);
}

static void use_vector(through *t, step s) {
    bool is_norm = s.role == FIRST_NORM || s.role == SECOND_NORM || s.role == LAST_NORM ||
                   s.role == QUERY_NORM || s.role == KEY_NORM;
    float *to = s.role == ROTARY_FACTORS ? t->factors : s.is_bias || !is_norm ? t->bias : t->gain;
    memcpy(to, t->numbers, (size_t)t->columns * sizeof *to);
    if (s.is_bias && !is_norm) t->has_bias = true;
}

static void use_matrix(through *t, role role, const file_rows *rows) {
    if (t->d->is_transposed && role != PREDICT_ROWS)
        add_inputs(t, role, rows);
    else
        make_outputs(t, role, rows);
}

void use_rows(through *t, step s, const uint8_t *bytes) {
    file_rows rows = rows_in_file(t->tensor->type, bytes, t->taken, t->columns);
    if (is_matrix(s)) use_matrix(t, s.role, &rows);
    for (int i = 0; !is_matrix(s) && i < t->taken; i++) {
        read_row(t, &rows, i);
        if (s.role == TOKEN_ROWS)
            place_token(t);
        else if (s.role == POSITION_ROWS)
            add_position(t, t->row + i);
        else
            use_vector(t, s);
    }
}
