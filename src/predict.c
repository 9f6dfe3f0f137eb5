/* What a model says of the next token when a panel's output is in the place of its head's. */
#include "exact.h"

#include "predict.h"

#include "engine.h"
#include "numbers.h"

/* What there is of each of some distributions over `pieces`. */
typedef struct forecast {
    const float *logits; /* (rows, pieces) */
    double *p, *log_sum; /* (rows, pieces); (rows): of e^logit */
    size_t pieces;
} forecast;

uint64_t forecast_bytes(int rows, int pieces) {
    return (uint64_t)rows * (sizeof(double) + (uint64_t)pieces * (sizeof(double) + sizeof(float)));
}

static forecast place(void *memory, int rows, int pieces) {
    size_t cells = (size_t)rows * (size_t)pieces;
    double *p = memory;
    return (forecast){(const float *)(const void *)(p + cells + rows), p, p + cells, (size_t)pieces};
}

static void fill_row(const forecast *f, int row) {
    const float *x = f->logits + (size_t)row * f->pieces;
    double *p = f->p + (size_t)row * f->pieces, most = (double)x[0], sum = 0;
    for (size_t i = 1; i < f->pieces; i++) most = (double)x[i] > most ? (double)x[i] : most;
    for (size_t i = 0; i < f->pieces; i++) sum += p[i] = nf_exp((double)x[i] - most);
    for (size_t i = 0; i < f->pieces; i++) p[i] /= sum;
    f->log_sum[row] = most + nf_log(sum);
}

/* sum p log(p/q), where log p is a logit less the logarithm of their sum: those leave the sum over p. */
static double divergence_of(const forecast *before, const forecast *after, int row) {
    size_t start = (size_t)row * before->pieces;
    double sum = after->log_sum[row] - before->log_sum[row];
    for (size_t i = start; i < start + before->pieces; i++)
        sum += before->p[i] * ((double)before->logits[i] - (double)after->logits[i]);
    return sum < 0 ? 0 : sum; /* by rounding */
}

double divergence(const float *before, const float *after, int count) {
    double p[PIECES_MAX + 1], q[PIECES_MAX + 1];
    forecast one = {before, p, p + PIECES_MAX, (size_t)count}, other = {after, q, q + PIECES_MAX, (size_t)count};
    fill_row(&one, 0), fill_row(&other, 0);
    return divergence_of(&one, &other, 0);
}

/* ---- Making ---------------------------------------------------------------------------------------------------- */

static forecast forecast_of(const nf_engine *engine, int prediction) {
    const entry *e = &engine->plan.entries[prediction];
    return place(engine->made[prediction].memory, e->rows, e->columns);
}

static void make_prediction(nf_engine *engine, int index) {
    const entry *e = &engine->plan.entries[index], *output = &engine->plan.entries[e->recipe.part[0]];
    forecast f = forecast_of(engine, index);
    engine->source.predict(&engine->source, e->input, rows_in(engine->made[e->recipe.part[0]].memory), output->stride,
                           (float)e->recipe.gain, (float *)(void *)(f.log_sum + e->rows));
    for (int i = 0; i < e->rows; i++) fill_row(&f, i);
}

static void make_divergence(nf_engine *engine, int index) {
    const entry *e = &engine->plan.entries[index];
    forecast after = forecast_of(engine, e->recipe.part[0]), before = forecast_of(engine, e->recipe.part[1]);
    double *to = divergences_in(engine->made[index].memory);
    for (int i = 0; i < e->rows; i++) to[i] = divergence_of(&before, &after, i);
}

bool step_predictions(nf_engine *engine) {
    for (int i = 0; i < engine->plan.count; i++) {
        entry_kind kind = engine->plan.entries[i].recipe.kind;
        if ((kind != PREDICTION && kind != DIVERGENCE) || engine->made[i].ready) continue;
        kind == PREDICTION ? make_prediction(engine, i) : make_divergence(engine, i);
        engine->made[i].ready = true;
        return false;
    }
    return true;
}

/* ---- Showing --------------------------------------------------------------------------------------------------- */

static bool is_among(const nf_guess *guesses, int count, int piece) {
    for (int i = 0; i < count; i++)
        if (guesses[i].piece == piece) return true;
    return false;
}

/* The most likely pieces after the last token, falling; of equal ones the first. */
static void find_guesses(const nf_engine *engine, int prediction, nf_guess *guesses) {
    forecast f = forecast_of(engine, prediction);
    const double *p = f.log_sum - f.pieces; /* the last row */
    for (int g = 0; g < NF_GUESSES; g++) {
        int best = -1;
        for (int i = 0; i < (int)f.pieces; i++)
            if (!is_among(guesses, g, i) && (best < 0 || p[i] > p[best])) best = i;
        guesses[g] = (nf_guess){best, p[best]};
    }
}

void show_prediction(nf_engine *engine, int index) {
    const planned_panel *planned = &engine->plan.panels[index];
    nf_prediction *shown = &engine->predictions[index];
    if (planned->divergence < 0) return;
    const entry *e = &engine->plan.entries[planned->divergence];
    shown->tokens = e->rows;
    shown->divergence = divergences_in(engine->made[planned->divergence].memory);
    shown->kl = shown->divergence[e->rows - 1];
    find_guesses(engine, e->recipe.part[1], shown->before);
    find_guesses(engine, e->recipe.part[0], shown->after);
}

const nf_prediction *nf_get_prediction(const nf_engine *engine, int panel) {
    bool there = nf_get_panel(engine, panel) && engine->plan.panels[panel].divergence >= 0;
    return there ? &engine->predictions[panel] : NULL;
}
