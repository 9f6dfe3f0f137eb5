/* Makes what a plan says, in steps of a few milliseconds: first vectors, in slices; then everything
 * made of rows, band by band. All entries get the 64 rows of a band before any gets the next 64. So
 * rows that are not kept are still in the cache when they are used, and memory grows with the
 * length of an input, not with its square. */
#include "exact.h"

#include "measure.h"
#include "predict.h"
#include "rows.h"

/* Whether an entry's rows are made only where others need them, and not kept. */
static bool is_pulled(const entry *e) {
    return (e->recipe.kind == PRODUCT || e->recipe.kind == WEIGHTS) && !e->recipe.kept;
}

/* Whether this stage has to make all rows of an entry. */
static bool is_due(const nf_engine *engine, int index) {
    const entry *e = &engine->plan.entries[index];
    bool is_early = engine->stage == STAGE_EARLY;
    return is_of_rows(e->recipe.kind) && !is_pulled(e) && !engine->made[index].ready &&
           (e->early || !is_early);
}

/* The next entry of this band that is due, from engine->entry on; the plan's count if there is
 * none. */
static int next_due(const nf_engine *engine) {
    int i = engine->entry;
    while (i < engine->plan.count &&
           !(engine->plan.entries[i].input == engine->input && is_due(engine, i)))
        i++;
    return i;
}

static void mark_ready(nf_engine *engine, int input) {
    for (int i = 0; i < engine->plan.count; i++)
        if (engine->plan.entries[i].input == input && is_due(engine, i))
            engine->made[i].ready = true;
}

/* How many rows there are of what is due of this input: of all of it as many. */
static int rows_due(const nf_engine *engine) {
    for (int i = 0; i < engine->plan.count; i++) {
        const entry *e = &engine->plan.entries[i];
        if (e->input == engine->input && is_due(engine, i)) return e->rows;
    }
    return 0;
}

/* The band at engine->row. */
static band band_here(const nf_engine *engine) {
    int left = rows_due(engine) - engine->row, most = band_rows(engine);
    return (band){engine->input, engine->row, left < most ? left : most, engine->bands};
}

/* Goes to the next band, and after the last band of an input, or if nothing of it is due, to the
 * next input; false when there is none. */
static bool next_band(nf_engine *engine) {
    if (engine->entry) engine->row += band_here(engine).rows;
    if (!engine->entry || engine->row == rows_due(engine)) {
        mark_ready(engine, engine->input++);
        engine->row = 0;
    }
    engine->entry = 0;
    engine->bands++;
    return engine->input < 3;
}

/* Makes one entry's rows of one band; true when no rows are left. */
static bool step_rows(nf_engine *engine) {
    int next = next_due(engine);
    while (next == engine->plan.count) {
        if (!next_band(engine)) return true;
        next = next_due(engine);
    }
    band b = band_here(engine);
    make_rows(engine, next, &b);
    engine->entry = next + 1;
    return false;
}

/* Finishes measures, when all rows are made; true when none is left. */
static bool step_measures(nf_engine *engine) {
    for (; engine->entry < engine->plan.count; engine->entry++) {
        const recipe *r = &engine->plan.entries[engine->entry].recipe;
        if (r->kind != MEASURES) continue;
        const entry *w = &engine->plan.entries[r->part[0]];
        tally *t = tally_in(engine->made[engine->entry].memory);
        const float *kept = w->recipe.kept ? rows_in(engine->made[r->part[0]].memory) : NULL;
        if (finish_tally(t, kept, w->stride)) return false;
    }
    return true;
}

static perturbation changing_of(const nf_engine *engine, int index) {
    const entry *e = &engine->plan.entries[index];
    const vectors_recipe *r = &e->recipe.vectors;
    return (perturbation){.from = &engine->source,
                          .input = r->input,
                          .component = r->component,
                          .change = r->change,
                          .over = r->over,
                          .s = r->share,
                          .out = rows_in(engine->made[index].memory),
                          .stride = e->stride,
                          .scratch = engine->scratch};
}

/* Makes a slice of one entry of VECTORS; true when all its vectors are made. */
static bool change_some(nf_engine *engine, int index) {
    const entry *e = &engine->plan.entries[index];
    perturbation *p = &engine->changing;
    if (!p->from) *p = changing_of(engine, index);
    if (!perturb(p)) return false;
    if (engine->source.rotate && p->component != VALUE)
        engine->source.rotate(&engine->source, e->rows, e->stride, p->out);
    return true;
}

/* Makes the vectors of a following head, unless its keys are the output itself. */
static void make_following(nf_engine *engine, int index) {
    const entry *e = &engine->plan.entries[index];
    const following_recipe *r = &e->recipe.following;
    const float *output = rows_in(engine->made[e->recipe.part[0]].memory);
    if (e->packed_only) return;
    engine->source.fill_following(&engine->source, e->input, r->component, output, e->stride,
                                  (float)r->gain, rows_in(engine->made[index].memory));
}

enum { PACK_ROWS = 1024 }; /* keys packed in one go: a whole number of the kernels' blocks */

/* Packs some keys, from engine->row on; true when all are packed. */
static bool pack_some(nf_engine *engine, int index) {
    const entry *e = &engine->plan.entries[index];
    const float *keys = rows_in(engine->made[e->packed_only ? e->recipe.part[0] : index].memory);
    int first = engine->row, left = e->rows - first, rows = left < PACK_ROWS ? left : PACK_ROWS;
    pack_keys(keys + (size_t)first * e->stride, e->stride, rows, e->columns,
              packed_in(e, engine->made[index].memory) + (size_t)first * (size_t)e->columns);
    engine->row += rows;
    return rows == left;
}

/* Does a slice of the work on one entry of vectors; true when it is complete. */
static bool make_vectors(nf_engine *engine, int index) {
    const entry *e = &engine->plan.entries[index];
    if (engine->changed) return pack_some(engine, index);
    bool follows = e->recipe.kind == FOLLOWING;
    if (follows)
        make_following(engine, index);
    else if (!change_some(engine, index))
        return false;
    engine->changed = true;
    return (follows ? e->recipe.following.component : e->recipe.vectors.component) != KEY;
}

void start_vectors(nf_engine *engine) {
    engine->changing.from = NULL;
    engine->changed = false;
    engine->row = 0;
}

/* Does a slice of the work on the VECTORS, or FOLLOWING; true when none is left. */
static bool step_vectors(nf_engine *engine, entry_kind kind) {
    for (int i = 0; i < engine->plan.count; i++) {
        if (engine->plan.entries[i].recipe.kind != kind || engine->made[i].ready) continue;
        if (make_vectors(engine, i)) {
            engine->made[i].ready = true;
            start_vectors(engine);
        }
        return false;
    }
    return true;
}

static void next_stage(nf_engine *engine) {
    engine->stage++;
    engine->input = engine->row = engine->entry = 0;
}

nf_status nf_step(nf_engine *engine) {
    bool done = false;
    nf_status status = read_on(engine);
    if (status) return status;
    switch (engine->stage) {
    case STAGE_NONE: return NF_NO_FIGURE;
    case STAGE_READING: return read_source(engine);
    case STAGE_VECTORS: done = step_vectors(engine, VECTORS); break;
    case STAGE_EARLY:
    case STAGE_ROWS: done = step_rows(engine); break;
    case STAGE_FOLLOWING: done = step_vectors(engine, FOLLOWING); break;
    case STAGE_MEASURES: done = step_measures(engine); break;
    case STAGE_PREDICTIONS: done = step_predictions(engine); break;
    case STAGE_DONE: return NF_OK;
    }
    if (done) next_stage(engine);
    if (engine->stage != STAGE_DONE) return NF_MORE;
    show_panels(engine);
    return NF_OK;
}

/* How many rows of an entry are made; for vectors under way, the share of the work that is done. */
static double rows_done(const nf_engine *engine, int index) {
    const entry *e = &engine->plan.entries[index];
    bool rows = engine->stage == STAGE_EARLY || engine->stage == STAGE_ROWS;
    if (engine->made[index].ready) return e->rows;
    if (rows && e->input == engine->input && is_due(engine, index)) return engine->row;
    bool in_the_making =
        engine->changing.from && engine->changing.out == engine->made[index].memory;
    return in_the_making ? perturb_share(&engine->changing) * e->rows : 0;
}

static double share_of_plan(const nf_engine *engine) {
    double total = 0, done = 0;
    for (int i = 0; i < engine->plan.count; i++) {
        if (is_pulled(&engine->plan.entries[i])) continue;
        total += engine->plan.entries[i].rows;
        done += rows_done(engine, i);
    }
    return total > 0 ? done / total : 0;
}

/* Reading, if there is any, counts for half of the progress. */
double nf_progress(const nf_engine *engine) {
    if (engine->stage == STAGE_NONE || engine->stage == STAGE_DONE)
        return engine->stage == STAGE_DONE;
    double reading = engine->source.read ? 0.5 : 0;
    if (engine->stage == STAGE_READING) return reading * engine->source.read_share;
    return reading + (1 - reading) * share_of_plan(engine);
}
