/* What was made, as the structs of ninefold.h show it. */
#include "exact.h"

#include "rows.h"

#include "attention.h"
#include "measure.h"
#include "numbers.h"
#include "predict.h"
#include "text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void *memory_of(const nf_engine *engine, int index) {
    return index < 0 ? NULL : engine->made[index].memory;
}

static void show_measures(nf_engine *engine, const planned_panel *planned, nf_panel *panel) {
    for (int m = 0; m < NF_MEASURES_COUNT; m++) panel->measure[m] = (double)NAN;
    if (planned->measures < 0) return;
    read_tally(tally_in(memory_of(engine, planned->measures)), panel->measure);
    if (planned->effect < 0) return;
    panel->measure[NF_NORM] = mean_of(panel->norm, panel->rows);
    panel->measure[NF_COSINE] = mean_of(panel->cosine, panel->rows);
}

static int first_with(const plan *plan, int weights) {
    int i = 0;
    while (!plan->shown[i] || plan->panels[i].weights != weights) i++;
    return i;
}

static void show_panel(nf_engine *engine, int index) {
    const planned_panel *planned = &engine->plan.panels[index];
    const entry *w = &engine->plan.entries[planned->weights];
    nf_panel *panel = &engine->panels[index];
    *panel = (nf_panel){.row = planned->row,
                        .column = planned->column,
                        .query_input = planned->query_input,
                        .key_input = planned->key_input,
                        .rows = w->all_rows,
                        .columns = w->columns,
                        .stride = w->stride,
                        .gain = planned->gain,
                        .same = first_with(&engine->plan, planned->weights)};
    void *effect = memory_of(engine, planned->effect);
    panel->weights = w->recipe.kept ? rows_in(memory_of(engine, planned->weights)) : NULL;
    panel->cells = cells_in(memory_of(engine, planned->cells));
    panel->cell_rows = cells_along(w->all_rows);
    panel->cell_columns = cells_along(w->columns);
    bool shows_output = engine->want & (NF_MEASURES | NF_OUTPUTS) && planned->output >= 0;
    panel->output = shows_output ? rows_in(memory_of(engine, planned->output)) : NULL;
    panel->width = (size_t)engine->source.shape.d;
    panel->output_stride = rounded_up(panel->width, 8);
    panel->norm = norms_in(effect);
    panel->cosine = effect ? cosines_in(&engine->plan.entries[planned->effect], effect) : NULL;
    show_measures(engine, planned, panel);
}

void show_panels(nf_engine *engine) {
    for (int i = 0; i < PANELS_MAX; i++) {
        if (!engine->plan.shown[i]) continue;
        show_panel(engine, i);
        show_prediction(engine, i);
    }
}

static bool is_shown(const nf_engine *engine, int panel) {
    return engine->stage == STAGE_DONE && panel >= 0 && panel < PANELS_MAX &&
           engine->plan.shown[panel];
}

const nf_panel *nf_get_panel(const nf_engine *engine, int panel) {
    return is_shown(engine, panel) ? &engine->panels[panel] : NULL;
}

uint64_t nf_check(const nf_engine *engine) {
    if (engine->stage != STAGE_DONE || !(engine->want & NF_CHECK)) return 0;
    uint64_t hash = 0;
    for (int i = 0; i < NF_PANELS; i++) {
        const nf_panel *panel = &engine->panels[i];
        const planned_panel *planned = &engine->plan.panels[i];
        hash = nf_hash_word(hash, (uint64_t)panel->rows);
        hash = nf_hash_word(hash, (uint64_t)panel->columns);
        hash = nf_hash_word(hash, (uint64_t)panel->width);
        hash = nf_hash_word(hash, *hash_in(memory_of(engine, planned->weights_hash)));
        hash = nf_hash_word(hash, *hash_in(memory_of(engine, planned->output_hash)));
        const uint64_t *said = memory_of(engine, planned->said);
        if (said) hash = nf_hash_word(hash, *said);
    }
    return hash;
}

nf_status no_panel(nf_engine *engine, int index) {
    if (engine->stage == STAGE_NONE) return NF_NO_FIGURE;
    bool is_done = engine->stage == STAGE_DONE;
    refuse(engine, fault_of(is_done ? NF_NO_PANEL : NF_NOT_FINISHED), &(fill){.whole = {index}});
    return NF_NO_FIGURE;
}

nf_status nf_get_logits(nf_engine *engine, int index, float *out) {
    if (!is_shown(engine, index)) return no_panel(engine, index);
    const plan *plan = &engine->plan;
    const entry *w = &plan->entries[plan->panels[index].weights];
    const entry *x = &plan->entries[w->recipe.part[0]];
    int query_entry = x->recipe.part[0], key_entry = x->recipe.part[1];
    const entry *q = &plan->entries[query_entry], *k = &plan->entries[key_entry];
    const float *queries = rows_in(memory_of(engine, query_entry));
    const float *packed = packed_in(k, memory_of(engine, key_entry));
    float slope = (float)plan->panels[index].scale.slope, *row = malloc(x->stride * sizeof *row);
    if (!row) return no_memory(engine);
    for (int i = 0; i < x->all_rows; i++) {
        product_rows(queries + (size_t)i * q->stride, q->stride, 1, packed, engine->source.shape.d,
                     (span){0, x->columns}, row, x->stride);
        for (int j = 0; j < x->columns; j++) *out++ = row[j] * slope;
    }
    free(row);
    return NF_OK;
}

nf_status nf_get_output(nf_engine *engine, int index, float *out) {
    if (!is_shown(engine, index)) return no_panel(engine, index);
    const nf_panel *panel = &engine->panels[index];
    if (!panel->output) {
        refuse(engine, fault_of(NF_NO_OUTPUT), NULL);
        return NF_NO_FIGURE;
    }
    for (int i = 0; i < panel->rows; i++)
        for (size_t c = 0; c < panel->width; c++)
            *out++ = panel->output[(size_t)i * panel->output_stride + c] * panel->gain;
    return NF_OK;
}

nf_status nf_get_shape(const nf_engine *engine, nf_shape *shape) {
    if (!is_read(engine)) return NF_NO_FIGURE;
    *shape = engine->source.shape;
    return NF_OK;
}

nf_status nf_get_source(nf_engine *engine, int input, int component, int head, float *out) {
    const nf_shape *shape = &engine->source.shape;
    if (!is_read(engine)) return NF_NO_FIGURE;
    if (input < 0 || input >= shape->inputs || component < 0 || component > 2 || head < 0 ||
        head >= shape->heads) {
        refuse(engine, fault_of(NF_NO_VECTORS),
               &(fill){.whole = {shape->inputs - 1, shape->heads - 1}});
        return NF_NO_DATA;
    }
    engine->source.fill(&engine->source,
                        &(vector_rows){input, component, head, 0, shape->tokens[input]}, out);
    return NF_OK;
}
