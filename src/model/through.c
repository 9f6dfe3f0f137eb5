#include "engine/exact.h"

#include "through_parts.h"

/* ---- Steps ----------------------------------------------------------------------------------- */

/* Tensors in the order in which they are read. A bias comes before its matrix, so that what a band
 * of the matrix makes is finished at once. */
static const step steps[] = {
    {ROTARY_FACTORS, false}, {TOKEN_ROWS, false},  {POSITION_ROWS, false}, {FIRST_NORM, false},
    {FIRST_NORM, true},      {QUERY_ROWS, true},   {QUERY_ROWS, false},    {KEY_ROWS, true},
    {KEY_ROWS, false},       {VALUE_ROWS, true},   {VALUE_ROWS, false},    {FUSED_ROWS, true},
    {FUSED_ROWS, false},     {QUERY_NORM, false},  {KEY_NORM, false},      {JOIN_ROWS, true},
    {JOIN_ROWS, false},      {SECOND_NORM, false}, {SECOND_NORM, true},    {GATE_ROWS, true},
    {GATE_ROWS, false},      {UP_ROWS, true},      {UP_ROWS, false},       {DOWN_ROWS, true},
    {DOWN_ROWS, false},      {LAST_NORM, false},   {LAST_NORM, true},      {PREDICT_ROWS, false}};

static step step_now(const through *t) { return steps[t->step]; }

_Static_assert(sizeof steps / sizeof *steps == STEPS, "the places are those of this list");

bool is_matrix(step s) {
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

uint64_t through_reads(const description *d, const tensor_list *list, int stop) {
    uint64_t bytes = 0;
    for (int layer = 0; layer <= stop && layer < d->layers; layer++)
        for (int i = OF_LAYER; i < (layer < stop ? AFTER_LAYER : JOIN); i++) {
            const tensor *t = part_of_model(d, list, steps[i].role, layer, steps[i].is_bias);
            bytes += t ? t->bytes : 0;
        }
    return bytes;
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

bool is_kept(const through *t, int layer) {
    bool are_all_kept = t->slots > t->d->layers;
    return layer <= t->reached && (are_all_kept || layer > t->reached + 1 - t->slots);
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
    if (!is_kept(t, from)) from = t->reached = -1;
    go_back_to(t, from);
}

/* Predictions of a tied model are made by its tokens' rows. */
static const tensor *find_step(const through *t) {
    step s = step_now(t);
    role role = s.role == PREDICT_ROWS && t->d->is_tied ? TOKEN_ROWS : s.role;
    return part_of_model(t->d, t->list, role, t->layer, s.is_bias);
}

/* Whether the step has a tensor; sets its size. */
static bool size_step(through *t) {
    step s = step_now(t);
    t->tensor = find_step(t);
    if (!t->tensor) return false;
    bool is_vector = t->tensor->dimensions == 1;
    t->columns = (int)t->tensor->shape[is_vector ? 0 : 1];
    t->rows = is_vector ? 1 : (int)t->tensor->shape[0];
    if (s.role == POSITION_ROWS) t->rows = t->longest;
    if (s.role == TOKEN_ROWS) t->rows = t->n;
    return true;
}

static bool begin_step(through *t) {
    bool has_tensor = size_step(t);
    if (has_tensor) start_step(t);
    return has_tensor;
}

int rows_that_fit(size_t band, uint64_t row) {
    uint64_t fit = band / row;
    return fit < 1 ? 1 : fit < INT32_MAX ? (int)fit : INT32_MAX;
}

/* Asks for rows from `row` on, as many as a band holds; of tokens, the one row. */
static void want_rows(through *t) {
    const type_facts *facts = facts_of_type(t->tensor->type);
    bool is_token = step_now(t).role == TOKEN_ROWS;
    uint64_t row = (uint64_t)(t->columns / facts->numbers) * (uint64_t)facts->bytes;
    int left = t->rows - t->row, fit = rows_that_fit(t->band, row);
    uint64_t first = is_token ? t->texts.tokens[t->row] : (uint64_t)t->row;
    t->taken = is_token ? 1 : smaller(left, fit);
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

static bool is_at_stop(const through *t) {
    if (t->is_onward && t->step == PREDICT) return true;
    return t->step == STEPS || (t->step == JOIN && t->layer == t->stop);
}

bool foresee_through(const through *t, nf_range *next) {
    through then = *t;
    then.row += then.taken;
    for (; !is_at_stop(&then); next_step(&then)) {
        if (!then.tensor && !size_step(&then)) continue;
        while (then.row < then.rows && is_placed(&then)) then.row++;
        if (then.row >= then.rows) continue;
        want_rows(&then);
        *next = then.wanted;
        return true;
    }
    return false;
}

nf_status go_through(through *t) {
    if (t->waits) return NF_READ;
    if (is_at_stop(t)) return NF_OK;
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
    use_rows(t, step_now(t), bytes);
    t->row += t->taken;
    t->waits = false;
}

/* Of a layer; those of the feed-forward part are taken once for each block of tokens. */
static double steps_done(const through *t) {
    int feed = AFTER_LAYER - FEED;
    if (t->step < FEED || t->step >= AFTER_LAYER) return t->step;
    double tokens = t->first + (double)((t->step - FEED) * hidden_of(t).rows) / feed;
    return (double)FEED + feed * tokens / t->n;
}

double through_share(const through *t) {
    int layers = t->stop < t->d->layers ? t->stop : t->d->layers;
    double share = (t->layer + steps_done(t) / (double)STEPS) / (layers + 1);
    return t->step == STEPS || share > 1 ? 1 : share;
}
