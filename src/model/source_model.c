#include "engine/exact.h"

#include "source_model.h"

#include "asked.h"

#include "engine/changed.h"
#include "engine/engine.h"
#include "engine/kinds.h"
#include "engine/params.h"
#include "engine/predict.h"
#include "engine/sha256.h"
#include "engine/text.h"

#include <stdlib.h>
#include <string.h>

/* ---- The file ------------------------------------------------------------------------------- */

static void name_file(trained *t, size_t size) {
    nf_text id = {t->id, 0, sizeof t->id};
    sha256 hash;
    sha256_begin(&hash);
    sha256_add(&hash, t->file, size);
    sha256_name(&hash, &id);
}

static bool place_memory(trained *t, const model_shape *shape, size_t size) {
    size_t run = run_bytes(shape, shape->context);
    t->file = malloc(size);
    t->memory = malloc(model_bytes(shape));
    t->again_memory = malloc(run);
    t->replaced = malloc((size_t)shape->context * (size_t)shape->head_width * sizeof *t->replaced);
    t->weights = malloc(2 * (size_t)shape->context * (size_t)shape->context * sizeof *t->weights);
    bool good = t->file && t->memory && t->again_memory && t->replaced && t->weights;
    for (int i = 0; i < 3; i++) good = (t->read[i].memory = malloc(run)) && good;
    t->bytes = size + model_bytes(shape) + 4 * run + sizeof *t;
    return good;
}

static void close_model(void *held) {
    trained *t = held;
    if (!t) return;
    for (int i = 0; i < 3; i++) free(t->read[i].memory);
    free(t->file);
    free(t->memory);
    free(t->again_memory);
    free(t->replaced);
    free(t->weights);
    free(t);
}

/* Why a file was refused; if it was not, the memory for it is missing. */
static nf_cause cause_of(model_status status) {
    switch (status) {
    case MODEL_NOT_ONE: return NF_NOT_A_MODEL;
    case MODEL_VERSION: return NF_MODEL_VERSION;
    case MODEL_SHAPE: return NF_MODEL_SHAPE;
    case MODEL_SIZE: return NF_MODEL_SIZE;
    case MODEL_DAMAGED: return NF_MODEL_DAMAGED;
    case MODEL_CONTENT: return NF_MODEL_CONTENT;
    default: return NF_MEMORY_SHORT;
    }
}

/* Copies and opens a model file; NULL, and why, if it cannot be used. */
static trained *open_model(nf_engine *engine, const uint8_t *file, size_t size) {
    model_shape shape;
    model_status status = model_file_shape(file, size, &shape);
    trained *t = status ? NULL : calloc(1, sizeof *t);
    bool placed = t && place_memory(t, &shape, size);
    if (placed) {
        memcpy(t->file, file, size);
        status = model_open(&t->model, t->file, size, t->memory);
    }
    if (placed && !status) {
        name_file(t, size);
        t->replaced_in[0] = t->next_chosen = -1;
        for (int i = 0; i < 3; i++) t->read[i].layers = -1;
        return t;
    }
    close_model(t);
    refuse(engine, fault_of(cause_of(status)), NULL);
    return NULL;
}

/* ---- Reading -------------------------------------------------------------------------------- */

static nf_fault say_refused(nf_text *why, const trained *t, int input, file_text text,
                            model_status status, uint32_t at) {
    nf_cause cause = status == MODEL_EMPTY  ? NF_TEXT_EMPTY
                     : status == MODEL_LONG ? NF_TEXT_TOO_LONG
                                            : NF_TEXT_UNREADABLE;
    return refuse_text(why, cause, input, (byte_slice){text.at, text.bytes}, at,
                       t->model.shape.context - 1);
}

/* The reader's text, or the model's own in place of an empty one. */
static file_text text_of(const trained *t, const nf_params *p, int input) {
    byte_slice asked = asked_text(p, input);
    return asked.length ? (file_text){asked.at, asked.length} : t->model.texts[input];
}

static bool has_begin(const nf_params *p) { return whole_of(p, P_begin) != BEGINS_OFF; }

static bool is_of(const read_text *r, file_text text, const nf_params *p) {
    return r->layers >= 0 && r->length == text.bytes && r->has_begin == has_begin(p) &&
           memcmp(r->text, text.at, text.bytes) == 0;
}

static bool has_been_read(const trained *t, int input) {
    return t->read[input].layers == t->model.shape.layers;
}

/* How many tokens a text is; -1, and why, if it cannot be read. */
static int count_tokens(const trained *t, source *self, int input, nf_text *why) {
    file_text text = text_of(t, self->params, input);
    token_list tokens;
    if (is_of(&t->read[input], text, self->params)) return t->read[input].tokens.count;
    model_status status = tokenise(&t->model, text.at, text.bytes, &tokens);
    if (status == MODEL_OK) return tokens.count - !has_begin(self->params);
    self->fault = say_refused(why, t, input, text, status, tokens.problem);
    return -1;
}

static void drop_begin(token_list *tokens) {
    tokens->count--;
    memmove(tokens->id, tokens->id + 1, (size_t)tokens->count * sizeof *tokens->id);
    memmove(tokens->start, tokens->start + 1, (size_t)tokens->count * sizeof *tokens->start);
}

static void begin_text(trained *t, const nf_params *p, int input, file_text text) {
    read_text *r = &t->read[input];
    t->replaced_in[0] = t->next_chosen = -1;
    (void)tokenise(&t->model, text.at, text.bytes, &r->tokens); /* count_tokens found no fault */
    r->has_begin = has_begin(p);
    if (!r->has_begin) drop_begin(&r->tokens);
    place_run(&r->run, &t->model.shape, r->tokens.count, r->memory);
    start_run(&t->model, r->tokens.id, &r->run);
    memcpy(r->text, text.at, text.bytes);
    r->length = text.bytes;
    r->layers = 0;
}

/* One layer of one text. */
static void read_layer(trained *t, const nf_params *p, int input) {
    file_text text = text_of(t, p, input);
    read_text *r = &t->read[input];
    if (!is_of(r, text, p)) begin_text(t, p, input, text);
    run_layer(&t->model, &r->run, r->layers++);
}

/* ---- Heads ---------------------------------------------------------------------------------- */

static trained *trained_in(const source *self) { return self->held; }

static const float *vectors_of(const trained *t, const model_run *run, int layer, int head,
                               int component) {
    const float *all = component == QUERY ? run->query : component == KEY ? run->key : run->value;
    const model_shape *s = &t->model.shape;
    return all + (ptrdiff_t)(layer * s->heads + head) * run->n * s->head_width;
}

void fill_from_run(const source *self, const model_run *run, const vector_rows *which, float *out) {
    const float *all =
        vectors_of(trained_in(self), run, self->shape.layer, which->head, which->component);
    memcpy(out, all + which->first * self->shape.d,
           (size_t)(which->rows * self->shape.d) * sizeof *out);
}

static void fill_model(const source *self, const vector_rows *which, float *out) {
    fill_from_run(self, &trained_in(self)->read[which->input].run, which, out);
}

static void rotate_rows(const source *self, int rows, size_t stride, float *x) {
    const transformer *model = &trained_in(self)->model;
    int d = model->shape.head_width;
    for (int i = 0; i < rows; i++) rotate_row(x + (size_t)i * stride, model->rotary + i * d, d, 1);
}

model_run *run_with_output(const source *self, int input, const float *output, size_t stride,
                           float gain) {
    trained *t = trained_in(self);
    const int place[3] = {input, self->shape.layer, self->shape.head};
    int d = self->shape.d, n = t->read[input].run.n;
    bool same = memcmp(t->replaced_in, place, sizeof place) == 0;
    for (int i = 0; i < n; i++)
        for (int c = 0; c < d; c++) {
            float x = output[(size_t)i * stride + (size_t)c] * gain, *at = &t->replaced[i * d + c];
            same = same && *at == x;
            *at = x;
        }
    if (same) return &t->again;
    place_run(&t->again, &t->model.shape, n, t->again_memory);
    run_again(&t->model, &t->read[input].run, self->shape.layer, self->shape.head, t->replaced,
              &t->again);
    memcpy(t->replaced_in, place, sizeof place);
    return &t->again;
}

static void fill_following(const source *self, int input, int component, const float *output,
                           size_t stride, float gain, float *out) {
    const trained *t = trained_in(self);
    const model_run *run = run_with_output(self, input, output, stride, gain);
    const float *from = vectors_of(t, run, self->shape.layer + 1, self->shape.next, component);
    for (int i = 0; i < run->n; i++, out += stride) {
        memset(out, 0, stride * sizeof *out);
        memcpy(out, from + i * self->shape.d, (size_t)self->shape.d * sizeof *out);
        rotate_row(out, t->model.rotary + i * self->shape.d, self->shape.d, 1);
    }
}

static double distance(const float *a, const float *b, int count) {
    double sum = 0;
    for (int i = 0; i < count; i++)
        sum += a[i] < b[i] ? (double)b[i] - (double)a[i] : (double)a[i] - (double)b[i];
    return sum;
}

/* The head of the next layer whose weights on text 1 change most when this head's output is
 * replaced by zeros. */
static int most_moved(const source *self) {
    trained *t = trained_in(self);
    const float nothing[HEAD_WIDTH_MAX] = {0};
    model_run *base = &t->read[0].run, *without;
    int cells = base->n * base->n, layer = self->shape.layer;
    double most = -1;
    if (t->next_chosen >= 0 && t->next_chosen_for[0] == layer &&
        t->next_chosen_for[1] == self->shape.head)
        return t->next_chosen;
    without = run_with_output(self, 0, nothing, 0, 1);
    for (int head = 0; head < t->model.shape.heads; head++) {
        run_weights(&t->model, base, layer + 1, head, t->weights);
        run_weights(&t->model, without, layer + 1, head, t->weights + cells);
        double d = distance(t->weights, t->weights + cells, cells);
        if (d > most) {
            most = d;
            t->next_chosen = head;
        }
    }
    t->next_chosen_for[0] = layer;
    t->next_chosen_for[1] = self->shape.head;
    return t->next_chosen;
}

static void run_on_model(const source *self, const going_on *from, float *states) {
    const prediction_recipe *of = &from->prediction->prediction;
    const model_run *run =
        of->change.operation == UNTOUCHED
            ? run_with_output(self, from->input, from->output, from->stride, (float)of->gain)
            : run_with_others(self, from);
    run_states(&trained_in(self)->model, run, 0, run->n, states);
}

static void say_next_piece(const source *self, const float *states, int count, float *logits) {
    state_logits(&trained_in(self)->model, states, count, logits);
}

static int piece_at(const source *self, int input, int token) {
    return trained_in(self)->read[input].tokens.id[token];
}

/* The text of a piece, with the space in front of a word; "⟨begin⟩" for the begin token. */
static byte_slice name_piece(const source *self, int piece) {
    static const char begin[] = "\u27e8begin\u27e9";
    const text_piece *p = &trained_in(self)->model.pieces[piece];
    return piece ? (byte_slice){p->at, p->bytes} : (byte_slice){begin, sizeof begin - 1};
}

/* Sets layer, head and next. `next` stays -1 if it must be chosen after reading. */
static bool choose_heads(const trained *t, const nf_params *p, source *self, nf_text *why) {
    const model_shape *s = &t->model.shape;
    if (!choose_others(self, s->layers, why)) return false;
    int layer = whole_of(p, P_layer), head = whole_of(p, P_head), next = whole_of(p, P_next);
    bool automatic = layer < 0 && head < 0;
    layer = layer < 0 ? t->model.sink_layer : layer;
    head = automatic ? t->model.sink_head : head < 0 ? 0 : head;
    nf_fault no_layer = fault_in(NF_LAYER_BEYOND_MODEL, P_layer);
    nf_fault no_head = fault_in(NF_HEAD_BEYOND_MODEL, P_head);
    nf_fault no_next = fault_in(NF_HEAD_BEYOND_MODEL, P_next);
    if (!has_asked(self, why, no_layer, layer, s->layers) ||
        !has_asked(self, why, no_head, head, s->heads) ||
        !has_asked(self, why, no_next, next, s->heads))
        return false;
    self->shape.layer = layer;
    self->shape.head = head;
    if (!any_shows_next(p)) return true;
    if (layer + 1 == s->layers) {
        nf_fault is_last = fault_in(NF_NO_LAYER_FOLLOWS, P_layer);
        self->fault = say(why, is_last, &(fill){.whole = {layer}});
        return false;
    }
    self->shape.next = next;
    self->fill_following = fill_following;
    return true;
}

static nf_status read_some(source *self, nf_text *why) {
    trained *t = trained_in(self);
    int layers = t->model.shape.layers, done = 0;
    (void)why;
    for (int input = 0; input < 3; input++) {
        bool is_whole = has_been_read(t, input) &&
                        is_of(&t->read[input], text_of(t, self->params, input), self->params);
        done += is_whole ? layers : 0;
        if (is_whole) continue;
        read_layer(t, self->params, input);
        self->read_share = (double)(done + t->read[input].layers) / (3 * layers);
        return NF_MORE;
    }
    if (self->fill_following && self->shape.next < 0) self->shape.next = most_moved(self);
    return NF_OK;
}

/* A row of a head is a copy; a token goes through every matrix of the layers and meets all others.
 */
static void set_work(source *self, const model_shape *s) {
    uint64_t width = (uint64_t)s->width, heads = (uint64_t)(s->heads * s->head_width);
    uint64_t matrices = 4 * width * heads + 3 * width * (uint64_t)s->hidden;
    self->token_work = (uint64_t)s->layers * (matrices + 2 * heads * (uint64_t)s->context);
    for (int i = 0; i < 3; i++) self->row_work[i] = (uint64_t)s->head_width;
}

/* All of a source but what the texts decide. */
static source source_of(trained *t, const nf_params *p) {
    const model_shape *s = &t->model.shape;
    return (source){.kind = &model_kind,
                    .held = t,
                    .params = p,
                    .shape = {.inputs = 3,
                              .heads = s->heads,
                              .d = s->head_width,
                              .layers = s->layers,
                              .next = -1},
                    .inputs = 3,
                    .bytes = t->bytes,
                    .read = read_some,
                    .fill = fill_model,
                    .rotate = rotate_rows,
                    .run_on = run_on_model,
                    .say_next = say_next_piece,
                    .state_width = s->width,
                    .pieces = s->vocabulary,
                    .begin_tokens = has_begin(p),
                    .piece_at = piece_at,
                    .name_piece = name_piece,
                    .finish_word = finish_word};
}

/* Counts the tokens of the texts and sets up *self. */
static nf_status open_source(const nf_params *p, void *held, source *self, nf_text *why) {
    trained *t = held;
    if (!t) {
        self->fault = say(why, fault_in(NF_NO_MODEL, P_source), NULL);
        return NF_NO_DATA;
    }
    if (!is_model_asked(p, t->id, self, why)) return NF_NO_DATA;
    *self = source_of(t, p);
    set_work(self, &t->model.shape);
    for (int i = 0; i < 3; i++) {
        self->shape.tokens[i] = count_tokens(t, self, i, why);
        if (self->shape.tokens[i] < 0) return NF_NO_DATA;
    }
    if (!choose_heads(t, p, self, why)) return NF_NO_DATA;
    if (self->others) self->going_bytes = changed_head_bytes(t->model.shape.context, self->shape.d);
    return NF_OK;
}

nf_status nf_bring_model(nf_engine *engine, const uint8_t *file, size_t size) {
    trained *model = open_model(engine, file, size);
    if (!model) return NF_BAD_MODEL;
    hold(engine, SOURCE_MODEL, model);
    return NF_OK;
}

static void name_model(void *held, nf_params *params) {
    const trained *t = held;
    if (!params->length[P_model]) nf_set(params, P_model, t->id, strlen(t->id), NULL);
}

const transformer *brought_model(const nf_engine *engine) {
    const trained *t = engine->held[SOURCE_MODEL];
    return t && engine->kinds[SOURCE_MODEL] == &model_kind ? &t->model : NULL;
}

trained *trained_of(const nf_engine *engine) {
    return is_read(engine) && engine->source.kind == &model_kind ? trained_in(&engine->source)
                                                                 : NULL;
}

const source_kind model_kind = {.open = open_source, .name = name_model, .close = close_model};
