/* Makes what a plan says, band by band: 64 rows of everything before the next 64, so that rows that nobody keeps are
 * still in the cache when they are used, and a figure of any length takes memory in proportion to its length.
 *
 * Work is pulled: an entry that is not made yet asks for the rows it is made from, and those for theirs. */
#include "engine.h"

#include "attention.h"
#include "measure.h"
#include "numbers.h"
#include "params.h"
#include "perturb.h"
#include "text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Making rows --------------------------------------------------------------------------------------------- */

/* Rows of one input that are made together. The number, from 1 on, tells one band from all others. Measures take the
 * longest, and take only some of its rows in a step. */
typedef struct band {
    int input, first, rows, number;
    span measured;
} band;

static int within(int x, int low, int high) { return x < low ? low : x > high ? high : x; }

/* What a step of a few milliseconds gets through, so that long rows come in smaller bands. */
enum { BAND_CELLS = 1 << 17, MEASURED_CELLS = 1 << 16 };

static int longest_input(const nf_engine *engine) {
    int longest = 0;
    for (int i = 0; i < 3; i++)
        if (engine->source.shape.tokens[i] > longest) longest = engine->source.shape.tokens[i];
    return longest;
}

/* Rows of every band of the figure but an input's last one: whole groups, at most BAND_ROWS. */
static int band_rows(const nf_engine *engine) {
    return within(BAND_CELLS / longest_input(engine) / GROUP_ROWS * GROUP_ROWS, GROUP_ROWS, BAND_ROWS);
}

float *packed_keys(const nf_engine *engine, int index) {
    const entry *e = &engine->plan.entries[index];
    bool packed_only = e->recipe.part[0] >= 0 && !engine->source.follow;
    return engine->made[index].memory + (packed_only ? 0 : (size_t)e->rows * e->stride);
}

static bool keeps_rows(const entry *e) { return e->recipe.kept || e->recipe.kind == OUTPUT; }

static float *band_of(const nf_engine *engine, int index, const band *b) {
    const entry *e = &engine->plan.entries[index];
    return engine->made[index].memory + (keeps_rows(e) ? (size_t)b->first * e->stride : 0);
}

/* The ranges of a PRODUCT's rows stand behind them. */
static range *ranges_of(const nf_engine *engine, int index) {
    const entry *e = &engine->plan.entries[index];
    return (range *)(void *)(engine->made[index].memory + e->bytes / sizeof(float)) - e->rows;
}

/* The keys that any row of a group sees. */
static span group_span(const nf_engine *engine, int product, int first, int rows) {
    span top = entry_span(&engine->plan, product, first), end = entry_span(&engine->plan, product, first + rows - 1);
    return (span){top.from, end.to};
}

static void make_product(nf_engine *engine, int index, const band *b) {
    const entry *e = &engine->plan.entries[index], *q = &engine->plan.entries[e->recipe.part[0]];
    const float *queries = engine->made[e->recipe.part[0]].memory, *packed = packed_keys(engine, e->recipe.part[1]);
    float *x = band_of(engine, index, b);
    range *ranges = ranges_of(engine, index);
    for (int at = 0; at < b->rows; at += GROUP_ROWS) {
        int first = b->first + at, rows = b->rows - at < GROUP_ROWS ? b->rows - at : GROUP_ROWS;
        product_rows(queries + (size_t)first * q->stride, q->stride, rows, packed, engine->source.shape.d,
                     group_span(engine, index, first, rows), x + (size_t)at * e->stride, e->stride);
    }
    for (int i = b->first; i < b->first + b->rows; i++, x += e->stride) {
        product_row row = {.x = x, .see = entry_span(&engine->plan, index, i)};
        if (row.see.from < row.see.to) set_range(&row);
        ranges[i] = row.range;
    }
}

static const float *pull(nf_engine *engine, int index, const band *b);

static void clear(float *w, int from, int to) {
    if (from < to) memset(w + from, 0, (size_t)(to - from) * sizeof *w);
}

/* Makes the cells of row i that its query does not see +0. A band's memory holds the rows of the band before. */
static void clear_unseen(const nf_engine *engine, int index, int i, float *w) {
    const entry *e = &engine->plan.entries[index];
    span see = entry_span(&engine->plan, e->recipe.part[0], i), was = {0, (int)e->stride};
    int last = i - band_rows(engine);
    if (!e->recipe.kept && last >= 0) was = entry_span(&engine->plan, e->recipe.part[0], last);
    clear(w, was.from, see.from < was.to ? see.from : was.to);
    clear(w, see.to > was.from ? see.to : was.from, was.to);
}

static void make_weights(nf_engine *engine, int index, const band *b) {
    const entry *e = &engine->plan.entries[index];
    int product = e->recipe.part[0];
    normaliser by = {e->recipe.whole[0], (float)e->recipe.real[0], (float)e->recipe.real[1]};
    const float *x = pull(engine, product, b);
    const range *ranges = ranges_of(engine, product);
    float *w = band_of(engine, index, b);
    for (int i = b->first; i < b->first + b->rows; i++, x += e->stride, w += e->stride) {
        product_row row = {x, entry_span(&engine->plan, product, i), ranges[i]};
        if (!engine->made[index].masked) clear_unseen(engine, index, i, w);
        if (row.see.from < row.see.to) weigh_row(&by, &row, w);
    }
}

static int product_of(const nf_engine *engine, int weights) { return engine->plan.entries[weights].recipe.part[0]; }

static void make_output(nf_engine *engine, int index, const band *b) {
    const entry *e = &engine->plan.entries[index], *weights = &engine->plan.entries[e->recipe.part[0]];
    const float *w = pull(engine, e->recipe.part[0], b), *values = engine->made[e->recipe.part[1]].memory;
    float *o = band_of(engine, index, b);
    for (int at = 0; at < b->rows; at += GROUP_ROWS) {
        int rows = b->rows - at < GROUP_ROWS ? b->rows - at : GROUP_ROWS;
        output_rows(w + (size_t)at * weights->stride, weights->stride, rows, values, e->stride,
                    group_span(engine, product_of(engine, e->recipe.part[0]), b->first + at, rows),
                    o + (size_t)at * e->stride);
    }
}

/* The band's rows of a PRODUCT, WEIGHTS or OUTPUT, made now if they are not there. */
static const float *pull(nf_engine *engine, int index, const band *b) {
    made *m = &engine->made[index];
    const entry *e = &engine->plan.entries[index];
    if (m->ready || m->band == b->number) return band_of(engine, index, b);
    m->band = b->number;
    if (e->recipe.kind == PRODUCT) make_product(engine, index, b);
    else if (e->recipe.kind == WEIGHTS) make_weights(engine, index, b);
    else make_output(engine, index, b);
    return band_of(engine, index, b);
}

/* ---- What is made of rows ------------------------------------------------------------------------------------ */

static void make_measures(nf_engine *engine, int index, const band *b) {
    const recipe *r = &engine->plan.entries[index].recipe;
    size_t stride = engine->plan.entries[r->part[0]].stride;
    const float *w = pull(engine, r->part[0], b), *reference = r->part[1] < 0 ? NULL : pull(engine, r->part[1], b);
    tally *t = (tally *)engine->made[index].memory;
    const entry *e = &engine->plan.entries[index];
    if (b->first == 0 && b->measured.from == 0) start_tally(t, e->rows, e->columns);
    for (int i = b->measured.from; i < b->measured.to; i++)
        tally_row(t, b->first + i, w + (size_t)i * stride, reference ? reference + (size_t)i * stride : NULL,
                  entry_span(&engine->plan, product_of(engine, r->part[0]), b->first + i));
}

static void scale_row(const float *from, double gain, int count, float *to) {
    for (int c = 0; c < count; c++) to[c] = from[c] * (float)gain;
}

static void make_effect(nf_engine *engine, int index, const band *b) {
    const entry *e = &engine->plan.entries[index];
    const float *o = pull(engine, e->recipe.part[0], b), *reference = pull(engine, e->recipe.part[1], b);
    double *norm = (double *)engine->made[index].memory + b->first, *cosine = norm + e->rows;
    int product = product_of(engine, engine->plan.entries[e->recipe.part[0]].recipe.part[0]);
    for (int i = 0; i < b->rows; i++, o += e->stride, reference += e->stride) {
        float scaled[NF_WIDTH_MAX];
        span see = entry_span(&engine->plan, product, b->first + i);
        scale_row(o, e->recipe.real[0], e->columns, scaled);
        compare_outputs(scaled, reference, e->columns, &norm[i], &cosine[i]);
        if (see.from == see.to) norm[i] = cosine[i] = (double)NAN;
    }
}

/* Of more than 1,024 rows, the rows floor(k rows / 1024) are hashed. */
static bool is_hashed(int64_t row, int64_t rows) {
    int64_t k = (row * 1024 + rows - 1) / rows;
    return rows <= 1024 || (k < 1024 && k * rows / 1024 == row);
}

static void make_hash(nf_engine *engine, int index, const band *b) {
    const entry *e = &engine->plan.entries[index];
    const float *row = pull(engine, e->recipe.part[0], b);
    uint64_t *hash = (uint64_t *)engine->made[index].memory;
    if (b->first == 0) *hash = 0;
    bool is_output = engine->plan.entries[e->recipe.part[0]].recipe.kind == OUTPUT;
    for (int i = 0; i < b->rows; i++, row += e->stride) {
        float scaled[NF_WIDTH_MAX];
        if (!is_hashed(b->first + i, e->rows)) continue;
        if (is_output) scale_row(row, e->recipe.real[0], e->columns, scaled);
        *hash = nf_hash_word(*hash, nf_hash_floats(0, is_output ? scaled : row, (size_t)e->columns));
    }
}

/* The row of cells that a row of weights is drawn in. */
static int cell_row(const entry *e, int row) { return row * cells_along(e->rows) / e->rows; }

/* Rows that are drawn as one are first pooled into a row of all columns, which stands behind the cells. */
static void make_cells(nf_engine *engine, int index, const band *b) {
    const entry *e = &engine->plan.entries[index];
    const float *w = pull(engine, e->recipe.part[0], b);
    float *cells = engine->made[index].memory, *top = cells + CELLS_MAX * CELLS_MAX;
    int product = product_of(engine, e->recipe.part[0]), across = cells_along(e->columns);
    for (int i = b->first; i < b->first + b->rows; i++, w += e->stride) {
        int to = cell_row(e, i);
        if (i == 0 || cell_row(e, i - 1) != to) memset(top, 0, e->stride * sizeof *top);
        raise_row(w, entry_span(&engine->plan, product, i), top);
        if (i + 1 == e->rows || cell_row(e, i + 1) != to) pool_row(top, e->columns, across, cells + to * across);
    }
}

static void make_rows(nf_engine *engine, int index, const band *b) {
    switch (engine->plan.entries[index].recipe.kind) {
    case MEASURES: make_measures(engine, index, b); break;
    case EFFECT: make_effect(engine, index, b); break;
    case HASH: make_hash(engine, index, b); break;
    case CELLS: make_cells(engine, index, b); break;
    case PRODUCT:
    case WEIGHTS:
    case OUTPUT: pull(engine, index, b); break;
    case VECTORS:
    case PREDICTION:
    case DIVERGENCE: break;
    }
}

/* ---- Stages -------------------------------------------------------------------------------------------------- */

/* Whether an entry's rows are made only when others ask for them, and then forgotten. */
static bool is_pulled(const entry *e) { return (e->recipe.kind == PRODUCT || e->recipe.kind == WEIGHTS) && !e->recipe.kept; }

/* Whether all rows of an entry are to be made in this stage, and kept or counted. */
static bool is_due(const nf_engine *engine, int index, bool early) {
    const entry *e = &engine->plan.entries[index];
    return is_of_rows(e->recipe.kind) && !is_pulled(e) && !engine->made[index].ready && (e->early || !early);
}

/* The next entry of this band that is due, from engine->entry on; the plan's count if there is none. */
static int next_due(const nf_engine *engine, bool early) {
    int i = engine->entry;
    while (i < engine->plan.count && !(engine->plan.entries[i].input == engine->input && is_due(engine, i, early))) i++;
    return i;
}

static void mark_ready(nf_engine *engine, int input, bool early) {
    for (int i = 0; i < engine->plan.count; i++)
        if (engine->plan.entries[i].input == input && is_due(engine, i, early)) engine->made[i].ready = true;
}

/* The band at engine->row. */
static band band_here(const nf_engine *engine) {
    int left = engine->source.shape.tokens[engine->input] - engine->row, most = band_rows(engine), from = engine->measured;
    int rows = left < most ? left : most, to = from + MEASURED_CELLS / longest_input(engine);
    return (band){engine->input, engine->row, rows, engine->bands, {from, to < rows ? to : rows}};
}

/* On to the next band, or from an input that has nothing due to the next one; false when there is none. */
static bool next_band(nf_engine *engine, bool early) {
    if (engine->entry) engine->row += band_here(engine).rows;
    if (!engine->entry || engine->row == engine->source.shape.tokens[engine->input]) {
        mark_ready(engine, engine->input++, early);
        engine->row = 0;
    }
    engine->entry = 0;
    engine->bands++;
    return engine->input < 3;
}

/* One entry's rows of one band, or of measures some of them; true when no input has rows left. */
static bool step_rows(nf_engine *engine, bool early) {
    int next;
    while ((next = next_due(engine, early)) == engine->plan.count)
        if (!next_band(engine, early)) return true;
    band b = band_here(engine);
    make_rows(engine, next, &b);
    bool is_partly_done = engine->plan.entries[next].recipe.kind == MEASURES && b.measured.to < b.rows;
    engine->measured = is_partly_done ? b.measured.to : 0;
    engine->entry = is_partly_done ? next : next + 1;
    return false;
}

/* Measures of whole panels, when all their rows are there; true when there is none left. */
static bool step_measures(nf_engine *engine) {
    for (; engine->entry < engine->plan.count; engine->entry++) {
        const recipe *r = &engine->plan.entries[engine->entry].recipe;
        if (r->kind != MEASURES) continue;
        const entry *w = &engine->plan.entries[r->part[0]];
        tally *t = (tally *)(void *)engine->made[engine->entry].memory;
        if (finish_tally(t, w->recipe.kept ? engine->made[r->part[0]].memory : NULL, w->stride)) return false;
    }
    return true;
}

static perturbation changing_of(const nf_engine *engine, int index) {
    const entry *e = &engine->plan.entries[index];
    const int *whole = e->recipe.whole;
    return (perturbation){.from = &engine->source, .input = whole[0], .component = whole[1], .change = (change)whole[2],
                          .over = whole[3], .s = e->recipe.real[0], .out = engine->made[index].memory, .stride = e->stride,
                          .sums = engine->scratch};
}

/* A slice of vectors from the source; true when all of them are there. */
static bool change_some(nf_engine *engine, int index) {
    const entry *e = &engine->plan.entries[index];
    perturbation *p = &engine->changing;
    if (!p->from) *p = changing_of(engine, index);
    if (!perturb(p)) return false;
    if (engine->source.turn && p->component != VALUE) engine->source.turn(&engine->source, e->rows, e->stride, p->out);
    return true;
}

/* Vectors of a following head; one that is made up reads the output as it is. */
static void follow(nf_engine *engine, int index) {
    const entry *e = &engine->plan.entries[index];
    const float *output = engine->made[e->recipe.part[0]].memory;
    if (engine->source.follow)
        engine->source.follow(&engine->source, e->input, e->recipe.whole[1], output, e->stride, (float)e->recipe.real[0],
                              engine->made[index].memory);
}

enum { PACK_ROWS = 1024 }; /* keys packed in one go: a whole number of the kernels' blocks */

/* Some more keys packed, from engine->row on; true when all are. */
static bool pack_some(nf_engine *engine, int index) {
    const entry *e = &engine->plan.entries[index];
    bool are_outputs = e->recipe.part[0] >= 0 && !engine->source.follow;
    const float *keys = engine->made[are_outputs ? e->recipe.part[0] : index].memory;
    int first = engine->row, left = e->rows - first, rows = left < PACK_ROWS ? left : PACK_ROWS;
    pack_keys(keys + (size_t)first * e->stride, e->stride, rows, e->columns,
              packed_keys(engine, index) + (size_t)first * (size_t)e->columns);
    engine->row += rows;
    return rows == left;
}

/* A slice of the work on vectors; true when nothing is left of it. */
static bool make_vectors(nf_engine *engine, int index) {
    const entry *e = &engine->plan.entries[index];
    if (engine->changed) return pack_some(engine, index);
    if (e->recipe.part[0] >= 0) follow(engine, index);
    else if (!change_some(engine, index)) return false;
    engine->changed = true;
    return e->recipe.whole[1] != KEY;
}

static void start_vectors(nf_engine *engine) {
    engine->changing.from = NULL;
    engine->changed = false;
    engine->row = 0;
}

/* A slice of the vectors that come from the source, or of those that come from outputs; true when there is none left. */
static bool step_vectors(nf_engine *engine, bool following) {
    for (int i = 0; i < engine->plan.count; i++) {
        const entry *e = &engine->plan.entries[i];
        if (e->recipe.kind != VECTORS || engine->made[i].ready || (e->recipe.part[0] >= 0) != following) continue;
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
    engine->input = engine->row = engine->entry = engine->measured = 0;
}

nf_status nf_step(nf_engine *engine) {
    bool done = false;
    switch (engine->stage) {
    case STAGE_NONE: return NF_NO_FIGURE;
    case STAGE_VECTORS: done = step_vectors(engine, false); break;
    case STAGE_EARLY: done = step_rows(engine, true); break;
    case STAGE_FOLLOWING: done = step_vectors(engine, true); break;
    case STAGE_ROWS: done = step_rows(engine, false); break;
    case STAGE_MEASURES: done = step_measures(engine); break;
    case STAGE_PREDICTIONS: done = !engine->trained || engine->use->step(engine); break;
    case STAGE_DONE: return NF_OK;
    }
    if (done) next_stage(engine);
    if (engine->stage != STAGE_DONE) return NF_MORE;
    show_panels(engine);
    return NF_OK;
}

/* How many rows of an entry there are, of vectors in the making by the work done on them. */
static double rows_done(const nf_engine *engine, int index) {
    const entry *e = &engine->plan.entries[index];
    bool rows = engine->stage == STAGE_EARLY || engine->stage == STAGE_ROWS;
    if (engine->made[index].ready) return e->rows;
    if (rows && e->input == engine->input && is_due(engine, index, engine->stage == STAGE_EARLY)) return engine->row;
    bool in_the_making = engine->changing.from && engine->changing.out == engine->made[index].memory;
    return in_the_making ? perturb_share(&engine->changing) * e->rows : 0;
}

double nf_progress(const nf_engine *engine) {
    if (engine->stage == STAGE_NONE || engine->stage == STAGE_DONE) return engine->stage == STAGE_DONE;
    double total = 0, done = 0;
    for (int i = 0; i < engine->plan.count; i++) {
        if (is_pulled(&engine->plan.entries[i])) continue;
        total += engine->plan.entries[i].rows;
        done += rows_done(engine, i);
    }
    return total > 0 ? done / total : 0;
}

/* ---- Beginning ----------------------------------------------------------------------------------------------- */

void forget_figure(nf_engine *engine) {
    for (int i = 0; i < PLAN_MAX; i++) free(engine->made[i].memory);
    free(engine->scratch);
    memset(engine->made, 0, sizeof engine->made);
    engine->scratch = NULL;
    engine->plan.count = 0;
    engine->stage = STAGE_NONE;
}

nf_engine *nf_open(void) { return calloc(1, sizeof(nf_engine)); }

static void forget_tensors(nf_engine *engine) {
    for (int i = 0; i < 3; i++) free(engine->brought[i]), engine->brought[i] = NULL;
    engine->has_tensors = false;
}

void nf_close(nf_engine *engine) {
    if (!engine) return;
    forget_figure(engine);
    forget_tensors(engine);
    if (engine->trained) engine->use->close(engine->trained);
    free(engine);
}

nf_text why_text(nf_engine *engine) {
    engine->why[0] = 0;
    return (nf_text){engine->why, 0, sizeof engine->why};
}

const char *nf_why(const nf_engine *engine) {
    return engine->why[0] || engine->stage != STAGE_NONE ? engine->why : "Nothing has been computed yet.";
}

nf_status no_memory(nf_engine *engine) {
    nf_text why = why_text(engine);
    put(&why, "The memory for this figure could not be had.");
    return NF_NO_MEMORY;
}

/* Copies the three components of one input into one block. */
static bool copy_input(nf_engine *engine, const nf_tensors *t, int i) {
    size_t count = (size_t)t->heads * (size_t)t->tokens[i] * (size_t)t->d;
    float *to = engine->brought[i] = malloc(3 * count * sizeof *to);
    if (!to) return false;
    memcpy(to, t->q[i], count * sizeof *to);
    memcpy(to + count, t->k[i], count * sizeof *to);
    memcpy(to + 2 * count, t->v[i], count * sizeof *to);
    engine->tensors.q[i] = to, engine->tensors.k[i] = to + count, engine->tensors.v[i] = to + 2 * count;
    return true;
}

nf_status nf_bring(nf_engine *engine, const nf_tensors *tensors) {
    nf_text why = why_text(engine);
    nf_status status = check_tensors(tensors, &why);
    if (status != NF_OK) return status;
    forget_tensors(engine);
    engine->stage = STAGE_NONE; /* what was made is of a source that is no more: only its memory is of use */
    engine->tensors = *tensors;
    engine->sources++;
    for (int i = 0; i < tensors->inputs; i++)
        if (!copy_input(engine, tensors, i)) {
            forget_tensors(engine);
            return no_memory(engine);
        }
    engine->has_tensors = true;
    return NF_OK;
}

static nf_status find_source(nf_engine *engine, const nf_params *params, source *out) {
    nf_text why = why_text(engine);
    if (!is_valid(params)) {
        put(&why, "A parameter is outside its range.");
        return NF_NO_DATA;
    }
    switch (whole_of(params, P_source)) {
    case SOURCE_SYNTHETIC: return synthetic_source(params, out, &why);
    case SOURCE_TENSORS: return tensors_source(params, engine->has_tensors ? &engine->tensors : NULL, out, &why);
    }
    if (engine->trained) return engine->use->source(params, engine->trained, out, &why);
    put(&why, "The link speaks of a trained model, and there is none here.");
    return NF_NO_DATA;
}

static bool same_source(const nf_params *a, const nf_params *b) {
    for (int row = 0; row < P_COUNT; row++)
        if (nf_get_row(row)->touches == NF_ALL_OF_IT && !same_value(a, b, row)) return false;
    return true;
}

static nf_status judge_size(nf_engine *engine, uint64_t bytes) {
    if (bytes <= NF_MEMORY_MAX) return NF_OK;
    nf_text why = why_text(engine);
    uint64_t tenths = (bytes * 10 + NF_MEMORY_MAX - 1) / NF_MEMORY_MAX;
    put(&why, "This figure needs "), put_whole(&why, (int64_t)tenths / 10), put_char(&why, '.');
    put_whole(&why, (int64_t)tenths % 10), put(&why, " GiB of memory, and at most 1 GiB is used; fewer tokens need less.");
    return NF_TOO_LARGE;
}

nf_status nf_source_shape(nf_engine *engine, const nf_params *params, nf_shape *shape) {
    source source;
    nf_status status = find_source(engine, params, &source);
    if (status == NF_OK) *shape = source.shape;
    return status;
}

nf_status nf_need(nf_engine *engine, const nf_params *params, int want, uint64_t *bytes) {
    source source;
    nf_status status = find_source(engine, params, &source);
    *bytes = 0;
    if (status != NF_OK) return status;
    plan_figure(&engine->draft, params, &source, 0, want);
    *bytes = engine->draft.bytes;
    return judge_size(engine, *bytes);
}

/* The entry of the last plan that is the same thing as this one, or -1; `match` has the answers for its parts. */
static int find_made(const plan *last, const int *match, const entry *e) {
    recipe r = e->recipe;
    for (int i = 0; i < 2; i++) {
        if (r.part[i] >= 0 && match[r.part[i]] < 0) return -1;
        if (r.part[i] >= 0) r.part[i] = match[r.part[i]];
    }
    for (int i = 0; i < last->count; i++)
        if (memcmp(&last->entries[i].recipe, &r, sizeof r) == 0) return i;
    return -1;
}

/* Whether the memory of these weights will do for those: of the same shape, and +0 in the same places. */
static bool has_room(const entry *old, const entry *e) {
    const recipe *a = &old->recipe, *b = &e->recipe;
    return a->kind == WEIGHTS && b->kind == WEIGHTS && a->kept && b->kept && old->rows == e->rows &&
           old->columns == e->columns && a->whole[1] == b->whole[1] && a->whole[2] == b->whole[2];
}

/* Memory for new weights among what nobody took over; what the mask leaves out need not be cleared again. */
static made used_memory(nf_engine *engine, const entry *e) {
    made found = {NULL, false, false, 0};
    for (int j = 0; j < engine->plan.count && !found.memory; j++) {
        made *m = &engine->made[j];
        if (!m->memory || !has_room(&engine->plan.entries[j], e)) continue;
        found.memory = m->memory, found.masked = m->masked || m->ready;
        m->memory = NULL;
    }
    return found;
}

/* Takes over from the last plan what the new one, in `draft`, has in common with it, and frees the rest. */
static void take_over(nf_engine *engine) {
    int match[PLAN_MAX];
    made taken[PLAN_MAX];
    memset(taken, 0, sizeof taken);
    for (int i = 0; i < engine->draft.count; i++) {
        int j = match[i] = find_made(&engine->plan, match, &engine->draft.entries[i]);
        if (j < 0) continue;
        taken[i] = engine->made[j];
        engine->made[j].memory = NULL;
    }
    for (int i = 0; i < engine->draft.count; i++)
        if (match[i] < 0) taken[i] = used_memory(engine, &engine->draft.entries[i]);
    for (int i = 0; i < PLAN_MAX; i++) free(engine->made[i].memory);
    memcpy(engine->made, taken, sizeof taken);
    engine->plan = engine->draft;
}

static bool allocate(nf_engine *engine) {
    for (int i = 0; i < engine->plan.count; i++) {
        made *m = &engine->made[i];
        m->band = 0;
        if (!m->memory && !(m->memory = aligned_alloc(CACHE_LINE, (size_t)engine->plan.entries[i].bytes))) return false;
    }
    free(engine->scratch);
    engine->scratch = malloc((size_t)engine->plan.scratch_bytes);
    return engine->scratch != NULL;
}

static nf_status fail(nf_engine *engine, nf_status status) {
    forget_figure(engine);
    return status;
}

nf_status nf_begin(nf_engine *engine, const nf_params *params, int want) {
    source source;
    nf_status status = find_source(engine, params, &source);
    if (status != NF_OK) return fail(engine, status);
    if (source.read) source.read(&source);
    if (!engine->has_params || !same_source(params, &engine->params)) engine->sources++;
    plan_figure(&engine->draft, params, &source, engine->sources, want);
    if ((status = judge_size(engine, engine->draft.bytes)) != NF_OK) return fail(engine, status);
    engine->params = *params, engine->has_params = true;
    engine->source = source, engine->source.params = &engine->params;
    engine->want = want;
    take_over(engine);
    if (!allocate(engine)) return fail(engine, no_memory(engine));
    engine->stage = STAGE_VECTORS, engine->bands = 1;
    engine->input = engine->entry = engine->measured = 0;
    start_vectors(engine);
    return NF_MORE;
}

nf_status nf_compute(nf_engine *engine, const nf_params *params, int want) {
    nf_status status = nf_begin(engine, params, want);
    while (status == NF_MORE) status = nf_step(engine);
    return status;
}

const char *nf_status_text(nf_status status) {
    static const char *const texts[] = {
#define X(name, text) text,
        NF_STATUSES(X)
#undef X
    };
    return (unsigned)status < sizeof texts / sizeof *texts ? texts[status] : "";
}
