#include "engine/exact.h"

#include "onward.h"

#include "products.h"

#include "engine/predict.h"
#include "engine/text.h"
#include "others_own.h"

#include <stdlib.h>

/* ---- Runs ------------------------------------------------------------------------------------ */

static void end_run(onward *o) {
    if (o->runs) close_through(&o->run);
    o->runs = o->is_done = o->follows = false;
    o->jobs = 0;
}

static void end_saying(saying *s) {
    free(s->memory);
    *s = (saying){.memory = NULL};
}

void stop_onward(onward *o) {
    end_run(o);
    end_saying(&o->saying);
}

static matrix head_columns(matrix m, int head, int width) {
    return (matrix){m.at + (ptrdiff_t)head * width, m.rows, width, m.stride};
}

static void put_output(const through *run, int text, int head, const changed_output *job) {
    if (job->output) put_output_of(run, text, head, job->output, job->stride, job->gain);
}

/* The other heads that read what the panel's head reads: as the model has them, on the panel's Key
 * and Value. */
static void put_group(const through *base, const through *run, int text, int head,
                      const changed_output *job) {
    int each = run->d->heads / run->d->groups, first = head / each * each;
    for (int h = first; h < first + each && job->keys.rows; h++) {
        if (h == head) continue;
        matrix to = head_columns(text_rows(run, mixed_of(run), text), h, run->d->head_width);
        matrix weights = through_weights_on(base, job->text, h, job->keys, job->factor);
        matrix_product(weights, job->values, to, false);
        for (int i = 0; i < to.rows; i++)
            for (int c = 0; c < to.columns; c++) matrix_row(to, i)[c] *= job->gain;
    }
}

static void texts_of(const onward *o, int which[THROUGH_TEXTS]) {
    for (int i = 0; i < o->jobs; i++) which[i] = o->job[i].text;
}

static nf_status begin_run(onward *o, const through *base, int head, int stop,
                           const through_limits *limits, nf_text *why) {
    int which[THROUGH_TEXTS];
    texts_of(o, which);
    mix_heads(base);
    nf_status status = open_onward(&o->run, base, which, o->jobs, stop, limits, why);
    if (status) return status;
    o->runs = true;
    for (int i = 0; i < o->jobs; i++) {
        put_output(&o->run, i, head, &o->job[i]);
        put_group(base, &o->run, i, head, &o->job[i]);
    }
    return NF_MORE;
}

/* NF_OK at its stop. */
static nf_status go_on(onward *o) {
    nf_status status = o->is_done ? NF_OK : go_through(&o->run);
    if (status == NF_READ) o->wanted = o->run.wanted;
    o->is_done = status == NF_OK;
    return status;
}

static nf_status is_fit(uint64_t unfit, nf_text *why) {
    if (!unfit) return NF_OK;
    refuse_weights(unfit, why);
    return NF_BAD_MODEL;
}

/* ---- Following heads ------------------------------------------------------------------------- */

static float distance(const through *run, int head) {
    matrix m = through_weights(run, 0, head);
    size_t cells = (size_t)m.rows * (size_t)m.columns;
    float *base = malloc(cells * sizeof *base);
    double sum = 0;
    if (!base) return -1;
    memcpy(base, m.at, cells * sizeof *base);
    const float *other = through_weights(run, 1, head).at;
    for (size_t i = 0; i < cells; i++)
        sum += base[i] < other[i] ? (double)other[i] - (double)base[i]
                                  : (double)base[i] - (double)other[i];
    free(base);
    return (float)sum;
}

/* The head of the next layer whose weights on text 1 change most when this head puts out zeros. */
static void choose(onward *o, const nf_shape *shape) {
    float most = -1;
    for (int head = 0; head < shape->heads; head++) {
        float d = distance(&o->run, head);
        if (d > most) o->chosen = head;
        most = d > most ? d : most;
    }
    o->chosen_for[0] = shape->layer;
    o->chosen_for[1] = shape->head;
}

nf_status choose_next(onward *o, const through *base, const nf_shape *shape,
                      const through_limits *limits, nf_text *why) {
    static const float nothing[NF_WIDTH_MAX];
    bool is_chosen =
        o->chosen >= 0 && o->chosen_for[0] == shape->layer && o->chosen_for[1] == shape->head;
    if (is_chosen) return NF_OK;
    if (!o->runs) {
        o->jobs = 2;
        o->job[0] = (changed_output){.entry = -1};
        o->job[1] = (changed_output){.entry = -1, .output = nothing};
        return begin_run(o, base, shape->head, shape->layer + 1, limits, why);
    }
    nf_status status = go_on(o);
    if (status) return status;
    choose(o, shape);
    status = is_fit(o->run.unfit, why);
    end_run(o);
    return status;
}

static const float *output_of(const nf_engine *engine, int entry) {
    return rows_in(engine->made[engine->plan.entries[entry].recipe.part[0]].memory);
}

static bool is_same(const changed_output *a, const changed_output *b) {
    return a->output == b->output && a->text == b->text && !(a->gain < b->gain) &&
           !(a->gain > b->gain);
}

/* Where in the run an output is; `jobs` if it is not. */
static int find_job(const onward *o, const changed_output *job) {
    int i = 0;
    while (i < o->jobs && !is_same(&o->job[i], job)) i++;
    return i;
}

static int text_of(const through *base, int input) {
    return input < base->texts.texts ? input : base->texts.texts - 1;
}

static changed_output job_of(const through *base, const nf_engine *engine, int index, double gain) {
    const entry *e = &engine->plan.entries[index];
    return (changed_output){.entry = index,
                            .text = text_of(base, e->input),
                            .output = output_of(engine, index),
                            .stride = engine->plan.entries[e->recipe.part[0]].stride,
                            .gain = (float)gain};
}

nf_status read_following(onward *o, const through *base, nf_engine *engine,
                         const through_limits *limits, nf_text *why) {
    const nf_shape *shape = &engine->source.shape;
    if (o->runs) {
        nf_status status = go_on(o);
        return status ? status : is_fit(o->run.unfit, why);
    }
    for (int i = 0; i < engine->plan.count; i++) {
        const recipe *r = &engine->plan.entries[i].recipe;
        if (r->kind != FOLLOWING || engine->made[i].ready) continue;
        changed_output job = job_of(base, engine, i, r->following.gain);
        if (find_job(o, &job) == o->jobs) o->job[o->jobs++] = job;
    }
    o->follows = o->jobs > 0;
    return o->follows ? begin_run(o, base, shape->head, shape->layer + 1, limits, why) : NF_OK;
}

void fill_from_onward(const onward *o, const changed_output *of, int component, int head,
                      float *out) {
    int text = find_job(o, of), width = o->run.d->head_width, turned = o->run.d->rotary;
    matrix from = text_rows(&o->run, through_head(&o->run, component, head), text);
    for (int i = 0; i < from.rows; i++, out += of->stride) {
        memset(out, 0, of->stride * sizeof *out);
        memcpy(out, matrix_row(from, i), (size_t)width * sizeof *out);
        if (component != VALUE) rotate_row(out, o->run.turn + (ptrdiff_t)i * turned, turned, 1);
    }
}

/* ---- States ---------------------------------------------------------------------------------- */

static matrix vectors_in(const nf_engine *engine, int index) {
    const entry *e = &engine->plan.entries[index];
    return (matrix){rows_in(engine->made[index].memory), e->rows, e->columns, (int)e->stride};
}

/* The Key and Value that an output was made from. */
static void share_vectors(const nf_engine *engine, int output, changed_output *job) {
    const entry *entries = engine->plan.entries;
    int product = entries[entries[output].recipe.part[0]].recipe.part[0];
    job->keys = vectors_in(engine, entries[product].recipe.part[1]);
    job->values = vectors_in(engine, entries[output].recipe.part[1]);
}

static changed_output prediction_job(const through *base, const nf_engine *engine, int index) {
    const recipe *r = &engine->plan.entries[index].recipe;
    changed_output job = job_of(base, engine, index, r->prediction.gain);
    job.factor = r->prediction.factor;
    if (r->prediction.of_group) share_vectors(engine, r->part[0], &job);
    return job;
}

/* As many outputs as fit, one at least; where other heads change, behind the texts as they are
 * read, which these may look at. */
static void collect(onward *o, const through *base, const nf_engine *engine,
                    const through_limits *limits) {
    int which[THROUGH_TEXTS];
    int as_read = engine->source.others ? base->texts.texts : 0;
    for (; o->jobs < as_read; o->jobs++)
        o->job[o->jobs] = (changed_output){.entry = -1, .text = o->jobs};
    for (int i = 0; i < engine->plan.count && o->jobs < THROUGH_TEXTS; i++) {
        const recipe *r = &engine->plan.entries[i].recipe;
        if (r->kind != PREDICTION || engine->made[i].ready) continue;
        o->job[o->jobs] = prediction_job(base, engine, i);
        o->jobs++;
        texts_of(o, which);
        bool fits = onward_bytes(base, which, o->jobs, limits) <= limits->onward;
        if (fits || o->jobs == as_read + 1) continue;
        o->jobs--;
        return;
    }
    if (o->jobs == as_read) o->jobs = 0;
}

static void keep_states(const onward *o, nf_engine *engine) {
    for (int i = 0; i < o->jobs; i++) {
        if (o->job[i].entry < 0) continue;
        matrix states = text_rows(&o->run, states_of(&o->run), i);
        made *to = &engine->made[o->job[i].entry];
        memcpy(rows_in(to->memory), states.at,
               (size_t)states.rows * (size_t)states.columns * sizeof *states.at);
        to->ready = true;
    }
}

/* ---- Other heads ----------------------------------------------------------------------------- */

static nf_status begin_again(onward *o, const through *base, const source *self,
                             const through_limits *limits, nf_text *why) {
    int which[THROUGH_TEXTS], first = next_change(self, 0, base->d->layers);
    texts_of(o, which);
    nf_status status = open_again(&o->run, base, which, o->jobs, first, limits, why);
    o->runs = status == NF_OK;
    o->changed = 0;
    return status ? status : NF_MORE;
}

/* In the layer at which the run has stopped; a panel in which nothing changes has its output. */
static void change_in_layer(const onward *o, const through *base, const nf_engine *engine, int i) {
    const changed_output *job = &o->job[i];
    const nf_shape *shape = &engine->source.shape;
    const prediction_recipe *of = &engine->plan.entries[job->entry].recipe.prediction;
    if (of->change.operation != UNTOUCHED)
        change_heads(engine, &o->run, i, base->texts.texts, job->entry);
    else if (o->run.layer == shape->layer) {
        put_output(&o->run, i, shape->head, job);
        put_group(base, &o->run, i, shape->head, job);
    }
}

/* One output after the other; then the run goes on. */
static nf_status change_next(onward *o, const through *base, const nf_engine *engine) {
    through *run = &o->run;
    if (!o->changed) mix_heads(run);
    if (o->job[o->changed].entry >= 0) change_in_layer(o, base, engine, o->changed);
    if (++o->changed < o->jobs) return NF_MORE;
    run->mixed_layer = run->layer;
    o->changed = 0;
    o->is_done = false;
    seek_through(run, next_change(&engine->source, run->layer + 1, base->d->layers));
    return NF_MORE;
}

static nf_status begin_some(onward *o, const through *base, const nf_engine *engine,
                            const through_limits *limits, nf_text *why) {
    const source *self = &engine->source;
    collect(o, base, engine, limits);
    if (!o->jobs) return NF_OK;
    return self->others ? begin_again(o, base, self, limits, why)
                        : begin_run(o, base, self->shape.head, base->d->layers, limits, why);
}

/* NF_OK when there is no output left to run on. */
static nf_status run_some(onward *o, const through *base, nf_engine *engine,
                          const through_limits *limits, nf_text *why) {
    if (!o->runs) return begin_some(o, base, engine, limits, why);
    nf_status status = go_on(o);
    if (status) return status;
    if (o->run.stop < base->d->layers) return change_next(o, base, engine);
    status = is_fit(o->run.unfit, why);
    if (status == NF_OK) keep_states(o, engine);
    end_run(o);
    return status ? status : NF_MORE;
}

/* ---- Logits ---------------------------------------------------------------------------------- */

static int find_part(const saying *s, int prediction) {
    int i = 0;
    while (i < s->parts && s->part[i] != prediction) i++;
    return i;
}

static void list_parts(saying *s, const nf_engine *engine, int first) {
    const plan *of = &engine->plan;
    s->part[0] = of->entries[first].recipe.part[1];
    s->parts = 1;
    for (int i = first; i < of->count; i = next_compared(engine, first, i + 1)) {
        int prediction = of->entries[i].recipe.part[0];
        if (find_part(s, prediction) == s->parts) s->part[s->parts++] = prediction;
    }
}

/* Those whose last token's logits are still to be hashed. */
static void list_said(saying *s, const nf_engine *engine) {
    for (int i = 0; i < engine->plan.count; i++)
        if (engine->plan.entries[i].recipe.kind == SAID && !engine->made[i].ready)
            s->part[s->parts++] = engine->plan.entries[i].recipe.part[0];
}

static bool place_saying(saying *s, const through *base) {
    const description *d = base->d;
    size_t rows = (size_t)s->parts * (size_t)s->count, width = (size_t)d->width;
    size_t pieces = (size_t)d->vocabulary;
    float *at = malloc((rows * (width + pieces) + product_room((int)rows)) * sizeof *at);
    if (!at) return false;
    s->memory = at;
    s->states = matrix_of(at, (int)rows, d->width);
    s->logits = matrix_of(at + rows * width, (int)rows, d->vocabulary);
    s->room = at + rows * (width + pieces);
    return true;
}

static void load_states(const saying *s, const nf_engine *engine) {
    size_t width = (size_t)s->states.columns, count = (size_t)s->count * width;
    for (int p = 0; p < s->parts; p++) {
        int last = engine->plan.entries[s->part[p]].rows - 1, row = s->first < 0 ? last : s->row;
        memcpy(s->states.at + (size_t)p * count,
               rows_in(engine->made[s->part[p]].memory) + (size_t)row * width,
               count * sizeof(float));
    }
}

static nf_status begin_saying(saying *s, const through *base, const nf_engine *engine,
                              nf_text *why) {
    const description *d = base->d;
    s->tensor = part_of_model(d, base->list, d->is_tied ? TOKEN_ROWS : PREDICT_ROWS, 0, false);
    if (!place_saying(s, base)) {
        put(why, nf_status_text(NF_NO_MEMORY));
        return NF_NO_MEMORY;
    }
    load_states(s, engine);
    return NF_MORE;
}

/* As many tokens as fit, one at least. */
static nf_status begin_comparing(onward *o, const through *base, nf_engine *engine, int first,
                                 const through_limits *limits, nf_text *why) {
    saying *s = &o->saying;
    const description *d = base->d;
    int left = engine->plan.entries[first].rows - engine->row;
    *s = (saying){.first = first, .row = engine->row};
    list_parts(s, engine, first);
    uint64_t each = (uint64_t)s->parts * (uint64_t)(d->width + d->vocabulary) * sizeof(float);
    uint64_t fit = limits->onward / each;
    s->count = fit < 1 ? 1 : fit < (uint64_t)left ? (int)fit : left;
    return begin_saying(s, base, engine, why);
}

static nf_status go_saying(onward *o, const through *base) {
    saying *s = &o->saying;
    const type_facts *facts = facts_of_type(s->tensor->type);
    int width = s->states.columns, left = s->logits.columns - s->next;
    uint64_t row = (uint64_t)(width / facts->numbers) * (uint64_t)facts->bytes;
    int fit = rows_that_fit(base->band, row);
    if (!left) return NF_OK;
    s->taken = left < fit ? left : fit;
    s->waits = true;
    o->wanted = (nf_range){.file = s->tensor->file,
                           .offset = s->tensor->offset + (uint64_t)s->next * row,
                           .size = (size_t)((uint64_t)s->taken * row)};
    return NF_READ;
}

static void take_saying(saying *s, const uint8_t *bytes) {
    file_rows rows = rows_in_file(s->tensor->type, bytes, s->taken, s->states.columns);
    matrix to = {s->logits.at + s->next, s->logits.rows, s->taken, s->logits.stride};
    s->unfit += multiply_by_outputs(s->states, &rows, to, false, s->room);
    s->next += s->taken;
    s->waits = false;
}

/* ---- Divergences ----------------------------------------------------------------------------- */

static void load(forecast *f, const saying *s, int part, int k) {
    memcpy(f->logits, matrix_row(s->logits, part * s->count + k),
           (size_t)f->pieces * sizeof *f->logits);
    weigh_forecast(f, 0);
}

/* Token `row` + k, in all divergences from the same reference. */
static void compare_token(nf_engine *engine, const saying *s, int k) {
    const plan *of = &engine->plan;
    forecast_pair f = place_forecasts(engine->scratch, engine->source.pieces);
    load(&f.before, s, 0, k);
    for (int i = s->first; i < of->count; i = next_compared(engine, s->first, i + 1)) {
        compared *to = compared_in(engine->made[i].memory);
        int part = find_part(s, of->entries[i].recipe.part[0]);
        const forecast *after = part ? &f.after : &f.before;
        if (part) load(&f.after, s, part, k);
        to->divergence[s->row + k] = divergence(&f.before, after, 0);
        if (s->row + k + 1 < of->entries[i].rows) continue;
        hash_said(engine, s->part[part], after->logits);
        find_guesses(&f.before, 0, to->before);
        find_guesses(after, 0, to->after);
    }
}

static void mark_compared(nf_engine *engine, int first) {
    for (int i = first, next; i < engine->plan.count; i = next) {
        next = next_compared(engine, first, i + 1);
        engine->made[i].ready = true;
    }
    engine->row = 0;
}

/* NF_OK when all are made. */
static nf_status compare_some(onward *o, const through *base, nf_engine *engine,
                              const through_limits *limits, nf_text *why) {
    saying *s = &o->saying;
    if (!s->memory) {
        int first = next_unmade(engine, DIVERGENCE);
        if (first == engine->plan.count) return NF_OK;
        return begin_comparing(o, base, engine, first, limits, why);
    }
    nf_status status = go_saying(o, base);
    if (status) return status;
    for (int k = 0; k < s->count; k++) compare_token(engine, s, k);
    engine->row += s->count;
    if (engine->row == engine->plan.entries[s->first].rows) mark_compared(engine, s->first);
    status = is_fit(s->unfit, why);
    end_saying(s);
    return status ? status : NF_MORE;
}

/* ---- Hashes of what is said ------------------------------------------------------------------ */

/* NF_OK when all are made: those that no comparison has made. */
static nf_status hash_rest(onward *o, const through *base, nf_engine *engine, nf_text *why) {
    saying *s = &o->saying;
    if (!s->memory) {
        *s = (saying){.first = -1, .count = 1};
        list_said(s, engine);
        return s->parts ? begin_saying(s, base, engine, why) : NF_OK;
    }
    nf_status status = go_saying(o, base);
    if (status) return status;
    for (int p = 0; p < s->parts; p++) hash_said(engine, s->part[p], matrix_row(s->logits, p));
    status = is_fit(s->unfit, why);
    end_saying(s);
    return status ? status : NF_MORE;
}

nf_status read_predictions(onward *o, const through *base, nf_engine *engine,
                           const through_limits *limits, nf_text *why) {
    if (o->follows) stop_onward(o);
    bool hashes = o->saying.memory && o->saying.first < 0;
    nf_status status = run_some(o, base, engine, limits, why);
    if (status == NF_OK && !hashes) status = compare_some(o, base, engine, limits, why);
    return status ? status : hash_rest(o, base, engine, why);
}

bool is_onward_waiting(const onward *o) { return o->saying.waits || (o->runs && o->run.waits); }

void take_onward(onward *o, const uint8_t *bytes) {
    if (o->saying.waits)
        take_saying(&o->saying, bytes);
    else
        take_through(&o->run, bytes);
}
