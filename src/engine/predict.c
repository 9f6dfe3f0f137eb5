/* What a model predicts when a panel's output replaces that of its head. For each output, the state
 * of the model after each token is kept. The distributions over all pieces are made for a few
 * tokens at a time, once for the untouched head and once for each output that is compared with it,
 * and then forgotten: a large vocabulary is never kept for every token. */
#include "exact.h"

#include "predict.h"

#include "numbers.h"

#include <string.h>

enum { STEP_LOGITS = 1 << 17 }; /* a step ends when it has made so many logits */

/* ---- Distributions -------------------------------------------------------------------------- */

uint64_t forecast_bytes(int pieces) {
    return 2 * FORECAST_ROWS * (uint64_t)pieces * (sizeof(double) + sizeof(float));
}

forecast_pair place_forecasts(void *memory, int pieces) {
    size_t cells = FORECAST_ROWS * (size_t)pieces;
    double *p = memory, *q = p + cells;
    float *logits = (float *)(void *)(q + cells);
    return (forecast_pair){.before = {.logits = logits, .p = p, .pieces = pieces},
                           .after = {.logits = logits + cells, .p = q, .pieces = pieces}};
}

static const float *logits_at(const forecast *f, int row) {
    return f->logits + (size_t)row * (size_t)f->pieces;
}

static double *chances_at(const forecast *f, int row) {
    return f->p + (size_t)row * (size_t)f->pieces;
}

void weigh_forecast(forecast *f, int row) {
    const float *x = logits_at(f, row);
    double *p = chances_at(f, row), most = (double)x[0], sum = 0;
    for (int i = 1; i < f->pieces; i++)
        if ((double)x[i] > most) most = (double)x[i];
    for (int i = 0; i < f->pieces; i++) {
        p[i] = nf_exp((double)x[i] - most);
        sum += p[i];
    }
    for (int i = 0; i < f->pieces; i++) p[i] /= sum;
    f->log_sum[row] = most + nf_log(sum);
}

/* sum p log(p/q), with log p = logit - log_sum: the two log_sum need not be summed. */
double divergence(const forecast *before, const forecast *after, int row) {
    const float *x = logits_at(before, row), *y = logits_at(after, row);
    const double *p = chances_at(before, row);
    double sum = after->log_sum[row] - before->log_sum[row];
    for (int i = 0; i < before->pieces; i++) sum += p[i] * ((double)x[i] - (double)y[i]);
    return sum < 0 ? 0 : sum; /* rounding may leave it below 0 */
}

static bool is_among(const nf_guess *guesses, int count, int piece) {
    for (int i = 0; i < count; i++)
        if (guesses[i].piece == piece) return true;
    return false;
}

void find_guesses(const forecast *f, int row, nf_guess *guesses) {
    const double *p = chances_at(f, row);
    for (int g = 0; g < NF_GUESSES; g++) {
        int best = -1;
        for (int i = 0; i < f->pieces; i++)
            if (!is_among(guesses, g, i) && (best < 0 || p[i] > p[best])) best = i;
        guesses[g] = (nf_guess){best, p[best]};
    }
}

/* ---- Making --------------------------------------------------------------------------------- */

going_on going_on_to(const nf_engine *engine, int prediction) {
    const entry *entries = engine->plan.entries, *e = &entries[prediction];
    int output = e->recipe.part[0];
    int weights = entries[output].recipe.part[0], product = entries[weights].recipe.part[0];
    return (going_on){.input = e->input,
                      .key_input = entries[entries[product].recipe.part[1]].input,
                      .output = rows_in(engine->made[output].memory),
                      .stride = entries[output].stride,
                      .prediction = &e->recipe,
                      .weights = &entries[weights].recipe,
                      .product = &entries[product].recipe,
                      .scratch = engine->scratch};
}

static void make_prediction(nf_engine *engine, int index) {
    going_on from = going_on_to(engine, index);
    engine->source.run_on(&engine->source, &from, rows_in(engine->made[index].memory));
}

/* The distributions after `count` tokens from `first` on; `count` is at most FORECAST_ROWS. */
static void forecast_rows(const nf_engine *engine, int prediction, int first, int count,
                          forecast *f) {
    const entry *e = &engine->plan.entries[prediction];
    const float *states = rows_in(engine->made[prediction].memory) + (size_t)first * e->stride;
    engine->source.say_next(&engine->source, states, count, f->logits);
    for (int i = 0; i < count; i++) weigh_forecast(f, i);
}

int next_compared(const nf_engine *engine, int first, int from) {
    const entry *entries = engine->plan.entries;
    int i = from;
    while (i < engine->plan.count) {
        bool is_due = entries[i].recipe.kind == DIVERGENCE && !engine->made[i].ready;
        if (is_due && entries[i].recipe.part[1] == entries[first].recipe.part[1]) break;
        i++;
    }
    return i;
}

/* `count` tokens from `row` on, in all divergences that compare with the reference of `first`. */
static void compare_rows(nf_engine *engine, int first, int row, int count) {
    const plan *of = &engine->plan;
    forecast_pair f = place_forecasts(engine->scratch, engine->source.pieces);
    forecast_rows(engine, of->entries[first].recipe.part[1], row, count, &f.before);
    for (int i = first; i < of->count; i = next_compared(engine, first, i + 1)) {
        compared *to = compared_in(engine->made[i].memory);
        const int *part = of->entries[i].recipe.part;
        const forecast *after = part[0] == part[1] ? &f.before : &f.after;
        if (after == &f.after) forecast_rows(engine, part[0], row, count, &f.after);
        for (int k = 0; k < count; k++) to->divergence[row + k] = divergence(&f.before, after, k);
        if (row + count < of->entries[i].rows) continue;
        find_guesses(&f.before, count - 1, to->before);
        find_guesses(after, count - 1, to->after);
    }
}

static int at_most(int x, int limit) { return x < limit ? x : limit; }

/* One step of these divergences, from token engine->row on. */
static void compare_some(nf_engine *engine, int first) {
    int rows = engine->plan.entries[first].rows, done = 0, made = 0, count = engine->plan.count;
    while (engine->row < rows && made < STEP_LOGITS) {
        int some = at_most(rows - engine->row, FORECAST_ROWS);
        compare_rows(engine, first, engine->row, some);
        engine->row += some;
        for (int i = first; i < count; i = next_compared(engine, first, i + 1))
            made += some * engine->source.pieces;
    }
    if (engine->row < rows) return;
    engine->row = 0;
    for (int i = first; i < count; i = done) {
        done = next_compared(engine, first, i + 1);
        engine->made[i].ready = true;
    }
}

int next_unmade(const nf_engine *engine, entry_kind kind) {
    int i = 0;
    while (i < engine->plan.count &&
           (engine->plan.entries[i].recipe.kind != kind || engine->made[i].ready))
        i++;
    return i;
}

void hash_said(nf_engine *engine, int prediction, const float *logits) {
    for (int i = 0; i < engine->plan.count; i++) {
        const recipe *r = &engine->plan.entries[i].recipe;
        if (r->kind != SAID || r->part[0] != prediction) continue;
        *hash_in(engine->made[i].memory) = nf_hash_floats(0, logits, (size_t)engine->source.pieces);
        engine->made[i].ready = true;
    }
}

static void make_said(nf_engine *engine, int index) {
    const entry *e = &engine->plan.entries[index];
    int prediction = e->recipe.part[0];
    forecast_pair f = place_forecasts(engine->scratch, engine->source.pieces);
    forecast_rows(engine, prediction, e->rows - 1, 1, &f.before);
    hash_said(engine, prediction, f.before.logits);
}

bool step_predictions(nf_engine *engine) {
    int prediction = next_unmade(engine, PREDICTION);
    if (prediction < engine->plan.count) {
        make_prediction(engine, prediction);
        engine->made[prediction].ready = true;
        return false;
    }
    int compared = next_unmade(engine, DIVERGENCE);
    if (compared < engine->plan.count) {
        compare_some(engine, compared);
        return false;
    }
    int said = next_unmade(engine, SAID);
    if (said < engine->plan.count) make_said(engine, said);
    return said == engine->plan.count;
}

/* ---- Showing -------------------------------------------------------------------------------- */

void show_prediction(nf_engine *engine, int index) {
    int made = engine->plan.panels[index].divergence;
    nf_prediction *shown = &engine->predictions[index];
    if (made < 0) return;
    const compared *from = compared_in(engine->made[made].memory);
    shown->tokens = engine->plan.entries[made].rows;
    shown->divergence = from->divergence;
    shown->kl = from->divergence[shown->tokens - 1];
    memcpy(shown->before, from->before, sizeof shown->before);
    memcpy(shown->after, from->after, sizeof shown->after);
}

int nf_pieces(const nf_engine *engine) {
    return engine->stage == STAGE_DONE ? engine->source.pieces : 0;
}

/* The entry of a panel's prediction; -1 if it has none, or none after this token. */
static int prediction_of(const nf_engine *engine, int panel, int token) {
    const nf_prediction *prediction = nf_get_prediction(engine, panel);
    if (!prediction || !engine->source.say_next || token < 0 || token >= prediction->tokens)
        return -1;
    return engine->plan.entries[engine->plan.panels[panel].divergence].recipe.part[0];
}

nf_status nf_get_distribution(nf_engine *engine, int panel, int token, double *out) {
    int prediction = prediction_of(engine, panel, token);
    if (prediction < 0) {
        refuse(engine, fault_of(NF_NO_DISTRIBUTION), &(fill){.whole = {token, panel}});
        return NF_NO_FIGURE;
    }
    forecast_pair f = place_forecasts(engine->scratch, engine->source.pieces);
    forecast_rows(engine, prediction, token, 1, &f.before);
    memcpy(out, f.before.p, (size_t)engine->source.pieces * sizeof *out);
    return NF_OK;
}

const nf_prediction *nf_get_prediction(const nf_engine *engine, int panel) {
    bool there = nf_get_panel(engine, panel) && engine->plan.panels[panel].divergence >= 0;
    return there ? &engine->predictions[panel] : NULL;
}
