/* An engine from opening to closing: what is brought to it, and how a figure begins, with what the last one leaves. */
#include "exact.h"

#include "engine.h"

#include "numbers.h"
#include "params.h"
#include "sha256.h"
#include "text.h"

#include <stdlib.h>
#include <string.h>

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
    engine->tensors_name[0] = 0;
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

static const char *name_of_tensors(nf_engine *engine) {
    nf_text name = {engine->tensors_name, 0, sizeof engine->tensors_name};
    if (!engine->tensors_name[0]) name_tensors(&engine->tensors, &name);
    return engine->tensors_name;
}

void nf_name_tensors(nf_engine *engine, nf_params *params) {
    if (whole_of(params, P_source) != SOURCE_TENSORS || !engine->has_tensors) return;
    if (!params->length[P_file]) nf_set(params, P_file, name_of_tensors(engine), NAME_DIGITS, NULL);
}

/* A link that names no file takes whatever is here. */
static bool are_those_named(nf_engine *engine, const nf_params *params, nf_text *why) {
    const char *file = params->texts + params->start[P_file];
    size_t length = params->length[P_file];
    if (!engine->has_tensors || !length || same_text(file, length, name_of_tensors(engine))) return true;
    put(why, "The link is of the tensors ");
    put_bytes(why, file, length);
    put(why, ", and those here are ");
    put(why, name_of_tensors(engine));
    put_char(why, '.');
    return false;
}

static nf_status find_tensors(nf_engine *engine, const nf_params *params, source *out, nf_text *why) {
    if (!are_those_named(engine, params, why)) return NF_NO_DATA;
    return tensors_source(params, engine->has_tensors ? &engine->tensors : NULL, out, why);
}

static nf_status find_source(nf_engine *engine, const nf_params *params, source *out) {
    nf_text why = why_text(engine);
    if (!nf_rounds_products()) {
        put(&why, "This program was compiled to round a product and a sum together, and its checks would be wrong;"
                  " compile it with -ffp-contract=off.");
        return NF_BAD_BUILD;
    }
    if (!is_valid(params, &why)) return NF_BAD_PARAMS;
    switch (whole_of(params, P_source)) {
    case SOURCE_SYNTHETIC: return synthetic_source(params, out, &why);
    case SOURCE_TENSORS: return find_tensors(engine, params, out, &why);
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

static const product_recipe *mask_of(const plan *of, const entry *weights) {
    return &of->entries[weights->recipe.part[0]].recipe.product;
}

/* Whether the memory of the last plan's entry `old` will do for weights of the new one: all rows of
 * the same shape, and +0 in the same places. */
static bool has_room(const nf_engine *engine, const entry *old, const entry *e) {
    if (old->recipe.kind != WEIGHTS || e->recipe.kind != WEIGHTS) return false;
    const product_recipe *was = mask_of(&engine->plan, old), *is = mask_of(&engine->draft, e);
    return old->recipe.kept && e->recipe.kept && old->rows == e->rows &&
           old->columns == e->columns && was->mask == is->mask && was->window == is->window;
}

/* Memory for new weights among what nobody took over; what the mask leaves out need not be cleared again. */
static made used_memory(nf_engine *engine, const entry *e) {
    made found = {NULL, false, false, 0};
    for (int j = 0; j < engine->plan.count && !found.memory; j++) {
        made *m = &engine->made[j];
        if (!m->memory || !has_room(engine, &engine->plan.entries[j], e)) continue;
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
