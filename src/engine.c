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

/* Rows of one input that are made together. The number tells one band from all others. */
typedef struct band {
    int input, first, rows, number;
} band;

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

/* Row maxima of a PRODUCT stand behind its rows. */
static float *maxima_of(const nf_engine *engine, int index) {
    const entry *e = &engine->plan.entries[index];
    return engine->made[index].memory + (size_t)(e->bytes / sizeof(float)) - (size_t)e->rows;
}

enum { GROUP_ROWS = 16 }; /* rows that share one span of keys, so that little above the diagonal is computed */

/* The keys that any row of a group sees. */
static span group_span(const nf_engine *engine, int product, int first, int rows) {
    span top = entry_span(&engine->plan, product, first), end = entry_span(&engine->plan, product, first + rows - 1);
    return (span){top.from, end.to};
}

static void make_product(nf_engine *engine, int index, const band *b) {
    const entry *e = &engine->plan.entries[index], *q = &engine->plan.entries[e->recipe.part[0]];
    const float *queries = engine->made[e->recipe.part[0]].memory, *packed = packed_keys(engine, e->recipe.part[1]);
    float *x = band_of(engine, index, b), *max = maxima_of(engine, index);
    for (int at = 0; at < b->rows; at += GROUP_ROWS) {
        int first = b->first + at, rows = b->rows - at < GROUP_ROWS ? b->rows - at : GROUP_ROWS;
        product_rows(queries + (size_t)first * q->stride, q->stride, rows, packed, engine->source.shape.d,
                     group_span(engine, index, first, rows), x + (size_t)at * e->stride, e->stride);
    }
    for (int i = 0; i < b->rows; i++) {
        span see = entry_span(&engine->plan, index, b->first + i);
        max[b->first + i] = see.from < see.to ? row_max(x + (size_t)i * e->stride, see) : 0;
    }
}

static const float *pull(nf_engine *engine, int index, const band *b);

static void make_weights(nf_engine *engine, int index, const band *b) {
    const entry *e = &engine->plan.entries[index];
    int product = e->recipe.part[0];
    normaliser by = {e->recipe.whole[0], (float)e->recipe.real[0], (float)e->recipe.real[1]};
    const float *x = pull(engine, product, b), *max = maxima_of(engine, product);
    float *w = band_of(engine, index, b);
    for (int i = 0; i < b->rows; i++) {
        size_t row = (size_t)i * e->stride;
        span see = entry_span(&engine->plan, product, b->first + i);
        weigh_row(&by, x + row, max[b->first + i], see, e->columns, w + row);
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
    if (b->first == 0) start_tally(t, e->rows, e->columns);
    for (int i = 0; i < b->rows; i++)
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

static void make_cells(nf_engine *engine, int index, const band *b) {
    const entry *e = &engine->plan.entries[index];
    const float *w = pull(engine, e->recipe.part[0], b);
    float *cells = engine->made[index].memory;
    int down = cells_along(e->rows), across = cells_along(e->columns);
    if (b->first == 0) memset(cells, 0, (size_t)down * (size_t)across * sizeof *cells);
    for (int i = 0; i < b->rows; i++, w += e->stride) {
        float *to = cells + (size_t)((b->first + i) * down / e->rows) * (size_t)across;
        for (int j = 0; j < e->columns; j++) {
            float *cell = to + j * across / e->columns;
            if (w[j] > *cell) *cell = w[j];
        }
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

/* Whether all rows of an entry are to be made in this stage, and kept or counted; rows that are not are pulled. */
static bool is_due(const nf_engine *engine, int index, bool early) {
    const entry *e = &engine->plan.entries[index];
    bool is_pulled = (e->recipe.kind == PRODUCT || e->recipe.kind == WEIGHTS) && !e->recipe.kept;
    return is_of_rows(e->recipe.kind) && !is_pulled && !engine->made[index].ready && (e->early || !early);
}

/* Whether any row of an input is still to be made. */
static bool has_rows_due(const nf_engine *engine, int input, bool early) {
    for (int i = 0; i < engine->plan.count; i++)
        if (engine->plan.entries[i].input == input && is_due(engine, i, early)) return true;
    return false;
}

static void mark_ready(nf_engine *engine, int input, bool early) {
    for (int i = 0; i < engine->plan.count; i++)
        if (engine->plan.entries[i].input == input && is_due(engine, i, early)) engine->made[i].ready = true;
}

/* One band of one input; true when no input has rows left. */
static bool step_rows(nf_engine *engine, bool early) {
    while (engine->input < 3 && (engine->row == 0 && !has_rows_due(engine, engine->input, early))) engine->input++;
    if (engine->input == 3) return true;
    int rows = engine->source.shape.tokens[engine->input], left = rows - engine->row;
    band b = {engine->input, engine->row, left < BAND_ROWS ? left : BAND_ROWS, ++engine->bands};
    for (int i = 0; i < engine->plan.count; i++)
        if (engine->plan.entries[i].input == b.input && is_due(engine, i, early)) make_rows(engine, i, &b);
    engine->row += b.rows;
    if (engine->row == rows) {
        mark_ready(engine, engine->input++, early);
        engine->row = 0;
    }
    return false;
}

static void make_vectors(nf_engine *engine, int index) {
    const entry *e = &engine->plan.entries[index];
    const int *whole = e->recipe.whole;
    perturbation what = {whole[0], whole[1], (change)whole[2], whole[3], e->recipe.real[0]};
    float *memory = engine->made[index].memory;
    perturb(&engine->source, &what, engine->scratch, memory, e->stride);
    if (engine->source.turn && what.component != VALUE) engine->source.turn(&engine->source, e->rows, e->stride, memory);
    if (what.component == KEY) pack_keys(memory, e->stride, e->rows, e->columns, packed_keys(engine, index));
}

static void make_following(nf_engine *engine, int index) {
    const entry *e = &engine->plan.entries[index];
    const float *output = engine->made[e->recipe.part[0]].memory, *vectors = output;
    if (engine->source.follow) {
        vectors = engine->made[index].memory;
        engine->source.follow(&engine->source, e->input, e->recipe.whole[1], output, e->stride, (float)e->recipe.real[0],
                              engine->made[index].memory);
    }
    if (e->recipe.whole[1] == KEY) pack_keys(vectors, e->stride, e->rows, e->columns, packed_keys(engine, index));
}

/* One of the vectors that come from the source, or of those that come from outputs; true when there is none left. */
static bool step_vectors(nf_engine *engine, bool following) {
    for (int i = 0; i < engine->plan.count; i++) {
        const entry *e = &engine->plan.entries[i];
        if (e->recipe.kind != VECTORS || engine->made[i].ready || (e->recipe.part[0] >= 0) != following) continue;
        following ? make_following(engine, i) : make_vectors(engine, i);
        engine->made[i].ready = true;
        return false;
    }
    return true;
}

static void next_stage(nf_engine *engine) {
    engine->stage++;
    engine->input = engine->row = 0;
}

nf_status nf_step(nf_engine *engine) {
    bool done = false;
    switch (engine->stage) {
    case STAGE_NONE: return NF_NO_FIGURE;
    case STAGE_VECTORS: done = step_vectors(engine, false); break;
    case STAGE_EARLY: done = step_rows(engine, true); break;
    case STAGE_FOLLOWING: done = step_vectors(engine, true); break;
    case STAGE_ROWS: done = step_rows(engine, false); break;
    case STAGE_PREDICTIONS: done = step_predictions(engine); break;
    case STAGE_DONE: return NF_OK;
    }
    if (done) next_stage(engine);
    if (engine->stage != STAGE_DONE) return NF_MORE;
    show_panels(engine);
    return NF_OK;
}

double nf_progress(const nf_engine *engine) {
    if (engine->stage == STAGE_NONE || engine->stage == STAGE_DONE) return engine->stage == STAGE_DONE;
    int total = 0, done = 0;
    for (int i = 0; i < engine->plan.count; i++) {
        total += engine->plan.entries[i].rows;
        done += engine->made[i].ready ? engine->plan.entries[i].rows : 0;
    }
    return total ? (double)done / total : 0;
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
    if (engine->trained) engine->close_model(engine->trained);
    free(engine);
}

nf_text why_text(nf_engine *engine) {
    engine->why[0] = 0;
    return (nf_text){engine->why, 0, sizeof engine->why};
}

const char *nf_why(const nf_engine *engine) { return engine->why; }

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
    forget_figure(engine);
    forget_tensors(engine);
    engine->tensors = *tensors;
    engine->sources++;
    for (int i = 0; i < tensors->inputs; i++)
        if (!copy_input(engine, tensors, i)) {
            forget_tensors(engine);
            put(&why, nf_status_text(NF_NO_MEMORY));
            return NF_NO_MEMORY;
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
    if (engine->trained) return engine->model_source(params, engine->trained, out, &why);
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
    for (int i = 0; i < PLAN_MAX; i++) free(engine->made[i].memory);
    memcpy(engine->made, taken, sizeof taken);
    engine->plan = engine->draft;
}

static bool allocate(nf_engine *engine) {
    for (int i = 0; i < engine->plan.count; i++) {
        made *m = &engine->made[i];
        m->band = 0;
        if (!m->memory && !(m->memory = malloc((size_t)engine->plan.entries[i].bytes))) return false;
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
    if (!allocate(engine)) {
        nf_text why = why_text(engine);
        put(&why, nf_status_text(NF_NO_MEMORY));
        return fail(engine, NF_NO_MEMORY);
    }
    engine->stage = STAGE_VECTORS, engine->input = engine->row = engine->bands = 0;
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
