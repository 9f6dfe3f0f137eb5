/* Measures every head of a model: where it looks, and how far the prediction moves without it. */
#include "engine/exact.h"

#include "engine/engine.h"
#include "engine/measure.h"
#include "engine/predict.h"
#include "engine/text.h"
#include "source_model.h"

#include <stdlib.h>
#include <string.h>

enum { TRIALS = 8 };

/* Measures all heads at once, one time for a model: each run on repeated tokens has all of them. */
static void measure_induction(trained *t) {
    const model_shape *s = &t->model.shape;
    uint16_t tokens[CONTEXT_MAX];
    t->replaced_in[0] = -1;
    for (int trial = 0; trial < TRIALS; trial++) {
        int n = repeated_tokens(s, (uint64_t)trial, tokens);
        place_run(&t->again, s, n, t->again_memory);
        run_model(&t->model, tokens, &t->again);
        for (int i = 0; i < s->layers * s->heads; i++) {
            run_weights(&t->model, &t->again, i / s->heads, i % s->heads, t->weights);
            t->induction[i] += induction_of(t->weights, n) / (double)TRIALS;
        }
    }
    t->has_induction = true;
}

static void add_measures(trained *t, int input, tally *tally, nf_head *to) {
    model_run *run = &t->read[input].run;
    double m[NF_MEASURES_COUNT];
    run_weights(&t->model, run, to->layer, to->head, t->weights);
    tally_causal(tally, t->weights, (size_t)run->n, run->n);
    while (finish_tally(tally, NULL, 0)) continue;
    read_tally(tally, m);
    to->first += m[NF_FIRST] / (double)MODEL_TEXTS;
    to->diag += m[NF_DIAG] / (double)MODEL_TEXTS;
    to->previous += m[NF_NEAR] / (double)MODEL_TEXTS; /* causal: the only neighbour is before it */
    to->entropy += m[NF_ENTROPY] / (double)MODEL_TEXTS;
}

/* The output of uniform rows: at each token, the mean of the values up to it. */
static void mean_so_far(const float *values, int n, int d, float *output) {
    for (int c = 0; c < d; c++) {
        double sum = 0;
        for (int i = 0; i < n; i++) {
            sum += (double)values[i * d + c];
            output[i * d + c] = (float)(sum / (i + 1));
        }
    }
}

static double effect_on(trained *t, int input, const nf_head *of, void *scratch) {
    const model_shape *s = &t->model.shape;
    model_run *run = &t->read[input].run;
    forecast_pair f = place_forecasts(scratch, s->vocabulary);
    ptrdiff_t head = (ptrdiff_t)(of->layer * s->heads + of->head) * run->n * s->head_width;
    t->replaced_in[0] = -1;
    mean_so_far(run->value + head, run->n, s->head_width, t->replaced);
    place_run(&t->again, s, run->n, t->again_memory);
    run_again(&t->model, run, of->layer, of->head, t->replaced, &t->again);
    run_logits(&t->model, run, run->n - 1, 1, f.before.logits);
    run_logits(&t->model, &t->again, run->n - 1, 1, f.after.logits);
    weigh_forecast(&f.before, 0);
    weigh_forecast(&f.after, 0);
    return divergence(&f.before, &f.after, 0);
}

/* Why head `index` cannot be measured. `t` is the model, or NULL if the figure is not of one. */
static nf_status refuse_head(nf_engine *engine, const trained *t, int index) {
    if (!t) {
        refuse(engine, fault_of(NF_NO_HEADS), NULL);
        return NF_NO_FIGURE;
    }
    int all = t->model.shape.layers * t->model.shape.heads;
    refuse(engine, fault_of(NF_HEAD_BEYOND_ALL), &(fill){.whole = {index, all}});
    return NF_NO_DATA;
}

nf_status nf_measure_head(nf_engine *engine, int index, nf_head *head) {
    trained *t = trained_of(engine);
    int heads = t ? t->model.shape.heads : 0, layers = t ? t->model.shape.layers : 0;
    if (index < 0 || index >= layers * heads) return refuse_head(engine, t, index);
    tally *tally = malloc((size_t)causal_bytes(t->model.shape.context));
    void *scratch = malloc((size_t)forecast_bytes(t->model.shape.vocabulary));
    if (!tally || !scratch) {
        free(tally);
        free(scratch);
        return no_memory(engine);
    }
    if (!t->has_induction) measure_induction(t);
    *head =
        (nf_head){.layer = index / heads, .head = index % heads, .induction = t->induction[index]};
    for (int input = 0; input < MODEL_TEXTS; input++) {
        add_measures(t, input, tally, head);
        head->effect += effect_on(t, input, head, scratch) / (double)MODEL_TEXTS;
    }
    free(tally);
    free(scratch);
    return NF_OK;
}
