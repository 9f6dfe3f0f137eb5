/* Opening and closing an engine, and beginning a figure: what the last figure made and the new one
 * needs is taken over. */
#include "exact.h"

#include "engine.h"

#include "numbers.h"
#include "params.h"
#include "sha256.h"
#include "text.h"
#include "work.h"

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

nf_text why_text(nf_engine *engine) {
    engine->why[0] = 0;
    engine->fault = fault_of(NF_NO_CAUSE);
    return (nf_text){engine->why, 0, sizeof engine->why};
}

void refuse(nf_engine *engine, nf_fault fault, const fill *with) {
    nf_text why = why_text(engine);
    engine->fault = say(&why, fault, with);
}

static void nothing_yet(nf_engine *engine) {
    engine->stage = STAGE_NONE;
    refuse(engine, fault_of(NF_NOTHING_COMPUTED), NULL);
}

nf_engine *nf_open(void) {
    nf_engine *engine = calloc(1, sizeof(nf_engine));
    if (!engine) return NULL;
    engine->kinds = nf_source_kinds;
    nothing_yet(engine);
    return engine;
}

static void let_go(nf_engine *engine, int kind) {
    if (engine->held[kind]) engine->kinds[kind]->close(engine->held[kind]);
    engine->held[kind] = NULL;
}

void hold(nf_engine *engine, int kind, void *held) {
    let_go(engine, kind);
    engine->held[kind] = held;
    nothing_yet(engine);
    engine->generation++;
}

void nf_close(nf_engine *engine) {
    if (!engine) return;
    forget_figure(engine);
    for (int kind = 0; kind < SOURCE_KINDS; kind++) let_go(engine, kind);
    free(engine);
}

bool is_read(const nf_engine *engine) { return engine->stage > STAGE_READING; }

const char *nf_why(const nf_engine *engine) { return engine->why; }

nf_fault nf_get_fault(const nf_engine *engine) { return engine->fault; }

nf_status no_memory(nf_engine *engine) {
    refuse(engine, fault_of(NF_MEMORY_SHORT), NULL);
    return NF_NO_MEMORY;
}

/* Keeps what a source says of the cause; of files it gives sentences alone. */
static nf_status keep_fault(nf_engine *engine, nf_status status, nf_fault fault) {
    bool is_refused = status != NF_OK && status != NF_MORE && status != NF_READ;
    engine->fault = fault_of(is_refused ? NF_SOURCE_REFUSED : NF_NO_CAUSE);
    if (is_refused && fault.cause) engine->fault = fault;
    if (is_refused && !engine->why[0]) refuse(engine, engine->fault, NULL);
    return status;
}

static nf_status find_source(nf_engine *engine, const nf_params *params, source *out) {
    nf_text why = why_text(engine);
    if (!nf_rounds_products()) {
        refuse(engine, fault_of(NF_ROUNDING_BUILD), NULL);
        return NF_BAD_BUILD;
    }
    engine->fault = check_params(params, &why);
    if (engine->fault.cause) return NF_BAD_PARAMS;
    int word = whole_of(params, P_source);
    const source_kind *kind = engine->kinds[word];
    if (!kind) {
        nf_cause cause = word == SOURCE_TENSORS ? NF_NO_TENSORS : NF_SOURCE_NOT_IN_BUILD;
        refuse(engine, fault_in(cause, P_source), NULL);
        return NF_NO_DATA;
    }
    out->fault = fault_of(NF_NO_CAUSE);
    nf_status status = kind->open(params, engine->held[word], out, &why);
    return keep_fault(engine, status, out->fault);
}

static void name_source(const nf_engine *engine, nf_params *params, int word) {
    if (whole_of(params, P_source) != word || !engine->held[word]) return;
    engine->kinds[word]->name(engine->held[word], params);
}

void nf_name_model(const nf_engine *engine, nf_params *params) {
    name_source(engine, params, SOURCE_MODEL);
}

void nf_name_tensors(nf_engine *engine, nf_params *params) {
    name_source(engine, params, SOURCE_TENSORS);
}

static bool same_source(const nf_params *a, const nf_params *b) {
    for (int row = 0; row < P_COUNT; row++)
        if (nf_get_row(row)->part == NF_OF_SOURCE && !same_value(a, b, row)) return false;
    return true;
}

static nf_status judge_size(nf_engine *engine, uint64_t bytes) {
    if (bytes <= NF_MEMORY_MAX) return NF_OK;
    int64_t tenths = (int64_t)((bytes * 10 + NF_MEMORY_MAX - 1) / NF_MEMORY_MAX);
    refuse(engine, fault_of(NF_MEMORY_OVER_LIMIT), &(fill){.whole = {tenths / 10, tenths % 10}});
    return NF_TOO_LARGE;
}

nf_status nf_source_shape(nf_engine *engine, const nf_params *params, nf_shape *shape) {
    source source;
    nf_status status = find_source(engine, params, &source);
    if (status == NF_OK) *shape = source.shape;
    return status;
}

/* Plans a figure in `draft`, to know its size or its work without making it. */
static nf_status draft_figure(nf_engine *engine, const nf_params *params, int want, source *from) {
    nf_status status = find_source(engine, params, from);
    if (status == NF_OK) plan_figure(&engine->draft, params, from, 0, want);
    return status;
}

/* The same, and whether there is room for it: `bytes` of it and of its source. */
static nf_status fit_figure(nf_engine *engine, const nf_params *params, int want, source *from,
                            uint64_t *bytes) {
    nf_status status = draft_figure(engine, params, want, from);
    *bytes = status == NF_OK ? engine->draft.bytes + from->bytes : 0;
    return status == NF_OK ? judge_size(engine, *bytes) : status;
}

nf_status nf_need(nf_engine *engine, const nf_params *params, int want, uint64_t *bytes) {
    source source;
    return fit_figure(engine, params, want, &source, bytes);
}

nf_status nf_work(nf_engine *engine, const nf_params *params, int want, uint64_t *work) {
    source source;
    nf_status status = draft_figure(engine, params, want, &source);
    *work = status == NF_OK ? work_of(&engine->draft, &source) : 0;
    return status;
}

/* The entry of the last plan that equals this one, or -1. `match` holds the same for all entries
 * before this one, which its recipe may name. */
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

/* The PRODUCT that weights are made of: it says what the mask leaves. */
static const product_recipe *mask_of(const plan *of, const entry *weights) {
    return &of->entries[weights->recipe.part[0]].recipe.product;
}

/* Whether the weights `e` of the new plan can be made in the memory of the last plan's entry `old`:
 * of the same shape, all rows kept, and the same cells +0 by the mask. */
static bool has_room(const nf_engine *engine, const entry *old, const entry *e) {
    if (old->recipe.kind != WEIGHTS || e->recipe.kind != WEIGHTS) return false;
    const product_recipe *was = mask_of(&engine->plan, old), *is = mask_of(&engine->draft, e);
    return old->recipe.kept && e->recipe.kept && old->rows == e->rows &&
           old->columns == e->columns && was->mask == is->mask && was->window == is->window;
}

/* Memory for new weights, out of what the new plan did not take over. The cells that the mask
 * leaves out are +0 there already. */
static made used_memory(nf_engine *engine, const entry *e) {
    made found = {NULL, false, false, 0};
    for (int j = 0; j < engine->plan.count && !found.memory; j++) {
        made *m = &engine->made[j];
        if (!m->memory || !has_room(engine, &engine->plan.entries[j], e)) continue;
        found.memory = m->memory;
        found.masked = m->masked || m->ready;
        m->memory = NULL;
    }
    return found;
}

/* Takes over what the last plan made and the new one, in `draft`, has too; frees everything
 * else. */
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
        size_t bytes = (size_t)engine->plan.entries[i].bytes;
        m->band = 0;
        if (!m->memory) m->memory = aligned_alloc(CACHE_LINE, bytes);
        if (!m->memory) return false;
    }
    free(engine->scratch);
    engine->scratch = malloc((size_t)engine->plan.scratch_bytes);
    return engine->scratch != NULL;
}

static nf_status fail(nf_engine *engine, nf_status status) {
    forget_figure(engine);
    return status;
}

/* Plans the figure, once the source is read. */
static nf_status start_plan(nf_engine *engine) {
    plan_figure(&engine->draft, &engine->params, &engine->source, engine->generation, engine->want);
    nf_status status = judge_size(engine, engine->draft.bytes + engine->source.bytes);
    if (status != NF_OK) return fail(engine, status);
    take_over(engine);
    if (!allocate(engine)) return fail(engine, no_memory(engine));
    engine->stage = STAGE_VECTORS;
    engine->bands = 1;
    engine->input = engine->entry = 0;
    start_vectors(engine);
    return NF_MORE;
}

nf_status read_source(nf_engine *engine) {
    nf_text why = why_text(engine);
    engine->source.fault = fault_of(NF_NO_CAUSE);
    nf_status status = engine->source.read(&engine->source, &why);
    keep_fault(engine, status, engine->source.fault);
    if (status == NF_OK) return start_plan(engine);
    if (status != NF_MORE && status != NF_READ) return fail(engine, status);
    refuse(engine, fault_of(NF_SOURCE_NOT_READ), NULL);
    return status;
}

nf_status read_on(nf_engine *engine) {
    bool reads = engine->stage == STAGE_FOLLOWING || engine->stage == STAGE_PREDICTIONS;
    if (!reads || !reads_on(&engine->source)) return NF_OK;
    nf_text why = why_text(engine);
    nf_status status =
        keep_fault(engine, engine->source.read_on(engine, &why), fault_of(NF_NO_CAUSE));
    return status == NF_OK || status == NF_MORE || status == NF_READ ? status
                                                                     : fail(engine, status);
}

bool nf_wanted(const nf_engine *engine, nf_range *range) {
    bool wanted = engine->stage != STAGE_NONE && engine->source.wanted.size > 0;
    if (wanted) *range = engine->source.wanted;
    return wanted;
}

nf_status nf_give(nf_engine *engine, const uint8_t *bytes) {
    nf_range range;
    if (!nf_wanted(engine, &range)) return NF_NO_FIGURE;
    nf_text why = why_text(engine);
    engine->source.wanted.size = 0;
    engine->source.fault = fault_of(NF_NO_CAUSE);
    nf_status status = engine->source.use_bytes(&engine->source, bytes, &why);
    keep_fault(engine, status, engine->source.fault);
    return status == NF_OK ? NF_MORE : fail(engine, status);
}

nf_status nf_begin(nf_engine *engine, const nf_params *params, int want) {
    uint64_t bytes;
    source source;
    nf_status status = fit_figure(engine, params, want, &source, &bytes);
    if (status != NF_OK) return fail(engine, status);
    if (!engine->has_params || !same_source(params, &engine->params)) engine->generation++;
    engine->params = *params;
    engine->has_params = true;
    engine->source = source;
    engine->source.params = &engine->params;
    engine->want = want;
    engine->stage = STAGE_READING;
    if (!source.read) return start_plan(engine);
    refuse(engine, fault_of(NF_SOURCE_NOT_READ), NULL);
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
