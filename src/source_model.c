#include "source_model.h"

#include "engine.h"
#include "params.h"
#include "sha256.h"
#include "text.h"

#include <stdlib.h>
#include <string.h>

/* ---- The file ------------------------------------------------------------------------------------------------ */

static void name_file(trained *t, size_t size) {
    uint8_t digest[32];
    nf_text id = {t->id, 0, sizeof t->id};
    sha256(t->file, size, digest);
    for (int i = 0; i < 4; i++) put_hex(&id, digest[i], 2);
}

static bool place_memory(trained *t, const NfModelShape *shape, size_t size) {
    size_t run = nf_run_bytes(shape, shape->context);
    t->file = malloc(size), t->memory = malloc(nf_model_bytes(shape)), t->again_memory = malloc(run);
    t->replaced = malloc((size_t)shape->context * (size_t)shape->head_width * sizeof *t->replaced);
    for (int i = 0; i < 3; i++) t->read[i].memory = malloc(run);
    return t->file && t->memory && t->again_memory && t->replaced && t->read[0].memory && t->read[1].memory && t->read[2].memory;
}

static void close_model(trained *t) {
    if (!t) return;
    for (int i = 0; i < 3; i++) free(t->read[i].memory);
    free(t->file), free(t->memory), free(t->again_memory), free(t->replaced), free(t);
}

/* Copies and opens a model file; NULL, and why, if it cannot be used. */
static trained *open_model(const uint8_t *file, size_t size, nf_text *why) {
    NfModelShape shape;
    NfModelStatus status = nf_model_shape(file, size, &shape);
    trained *t = status ? NULL : calloc(1, sizeof *t);
    bool placed = t && place_memory(t, &shape, size);
    if (placed) {
        memcpy(t->file, file, size);
        status = nf_model_open(&t->model, t->file, size, t->memory);
    }
    if (placed && !status) return name_file(t, size), t->replaced_input = -1, t;
    close_model(t);
    put(why, status ? nf_model_message(status) : nf_status_text(NF_NO_MEMORY));
    return NULL;
}

/* ---- Reading ------------------------------------------------------------------------------------------------- */

static void say_refused(nf_text *why, const trained *t, int input, NfModelStatus status, uint32_t at) {
    put(why, "Text "), put_whole(why, input + 1);
    if (status == NF_MODEL_EMPTY) put(why, " holds nothing to read; leave it out to have the model's own.");
    else if (status == NF_MODEL_LONG) {
        put(why, " is longer than the "), put_whole(why, t->model.shape.context - 1);
        put(why, " tokens that the model can read: what begins at byte "), put_whole(why, at), put(why, " does not fit.");
    } else {
        put(why, " has at byte "), put_whole(why, at);
        put(why, " a sign that the model has no piece for; it reads English letters, digits and punctuation.");
    }
}

static bool is_read(const read_text *r, const char *text, size_t length) {
    return r->ready && r->length == length && memcmp(r->text, text, length) == 0;
}

static bool read_input(trained *t, const nf_params *p, int input, nf_text *why) {
    int row = P_text1 + input;
    read_text *r = &t->read[input];
    const char *text = p->texts + p->start[row];
    size_t length = p->length[row];
    if (!length) text = t->model.texts[input].at, length = t->model.texts[input].bytes;
    if (length > sizeof r->text) length = sizeof r->text;
    if (is_read(r, text, length)) return true;
    r->ready = false, t->replaced_input = -1;
    NfModelStatus status = nf_tokens(&t->model, text, length, &r->tokens);
    if (status) return say_refused(why, t, input, status, r->tokens.problem), false;
    nf_run_place(&r->run, &t->model.shape, r->tokens.count, r->memory);
    nf_run(&t->model, r->tokens.id, &r->run);
    memcpy(r->text, text, length);
    r->length = length, r->ready = true;
    return true;
}

/* ---- Heads --------------------------------------------------------------------------------------------------- */

static const float *vectors_of(const trained *t, const NfRun *run, int layer, int head, int component) {
    const float *all = component == QUERY ? run->query : component == KEY ? run->key : run->value;
    const NfModelShape *s = &t->model.shape;
    return all + (ptrdiff_t)(layer * s->heads + head) * run->n * s->head_width;
}

static void fill_model(const source *self, const vector_rows *which, float *out) {
    const trained *t = self->trained;
    const float *all = vectors_of(t, &t->read[which->input].run, t->layer, which->head, which->component);
    memcpy(out, all + which->first * self->shape.d, (size_t)(which->rows * self->shape.d) * sizeof *out);
}

static void turn_model(const source *self, int rows, size_t stride, float *x) {
    const NfModel *model = &self->trained->model;
    int d = model->shape.head_width;
    for (int i = 0; i < rows; i++) nf_rotate_row(x + (size_t)i * stride, model->turn + i * d, d, 1);
}

NfRun *run_with_output(trained *t, int input, const float *output, size_t stride, float gain) {
    int d = t->model.shape.head_width, n = t->read[input].run.n;
    bool same = t->replaced_input == input;
    for (int i = 0; i < n; i++)
        for (int c = 0; c < d; c++) {
            float x = output[(size_t)i * stride + (size_t)c] * gain, *at = &t->replaced[i * d + c];
            same = same && *at == x;
            *at = x;
        }
    if (same) return &t->again;
    nf_run_place(&t->again, &t->model.shape, n, t->again_memory);
    nf_run_again(&t->model, &t->read[input].run, t->layer, t->head, t->replaced, &t->again);
    t->replaced_input = input;
    return &t->again;
}

static void follow_model(const source *self, int input, int component, const float *output, size_t stride, float gain, float *out) {
    trained *t = self->trained;
    const NfRun *run = run_with_output(t, input, output, stride, gain);
    const float *from = vectors_of(t, run, t->layer + 1, t->next, component);
    for (int i = 0; i < run->n; i++, out += stride) {
        memset(out, 0, stride * sizeof *out);
        memcpy(out, from + i * self->shape.d, (size_t)self->shape.d * sizeof *out);
        nf_rotate_row(out, t->model.turn + i * self->shape.d, self->shape.d, 1);
    }
}

static double distance(const float *a, const float *b, int count) {
    double sum = 0;
    for (int i = 0; i < count; i++) sum += a[i] < b[i] ? (double)b[i] - (double)a[i] : (double)a[i] - (double)b[i];
    return sum;
}

/* The head of the next layer whose weights on text 1 move most when this head's output is taken away. */
static int most_moved(trained *t) {
    float weights[2][NF_CONTEXT_MAX * NF_CONTEXT_MAX];
    const float nothing[NF_HEAD_WIDTH_MAX] = {0};
    NfRun *base = &t->read[0].run, *without = run_with_output(t, 0, nothing, 0, 1);
    double most = -1;
    int moved = 0;
    for (int head = 0; head < t->model.shape.heads; head++) {
        nf_run_weights(&t->model, base, t->layer + 1, head, weights[0]);
        nf_run_weights(&t->model, without, t->layer + 1, head, weights[1]);
        double d = distance(weights[0], weights[1], base->n * base->n);
        if (d > most) most = d, moved = head;
    }
    return moved;
}

static bool in_model(nf_text *why, const char *what, int asked, int count) {
    if (asked < count) return true;
    put(why, what), put_char(why, ' '), put_whole(why, asked), put(why, " is asked for, and the model has ");
    put_whole(why, count), put(why, ", counted from 0.");
    return false;
}

static bool choose_heads(trained *t, const nf_params *p, nf_text *why) {
    const NfModelShape *s = &t->model.shape;
    int layer = whole_of(p, P_layer), head = whole_of(p, P_head), next = whole_of(p, P_next);
    bool automatic = layer < 0 && head < 0;
    layer = layer < 0 ? t->model.sink_layer : layer;
    head = automatic ? t->model.sink_head : head < 0 ? 0 : head;
    if (!in_model(why, "Layer", layer, s->layers) || !in_model(why, "Head", head, s->heads) || !in_model(why, "Head", next, s->heads))
        return false;
    if (layer != t->layer || head != t->head) t->replaced_input = -1;
    t->layer = layer, t->head = head, t->next = -1;
    if (whole_of(p, P_value) != VALUE_NEXT || whole_of(p, P_figure) == FIGURE_CROSS) return true;
    if (layer + 1 == s->layers) {
        put(why, "Layer "), put_whole(why, layer), put(why, " is the model's last, so no head follows in which Value could be seen.");
        return false;
    }
    t->next = next < 0 ? most_moved(t) : next;
    return true;
}

/* Reads the texts of `params` and sets up *self. */
static nf_status read_texts(const nf_params *p, trained *t, source *self, nf_text *why) {
    if (p->length[P_model] && memcmp(p->texts + p->start[P_model], t->id, p->length[P_model]) != 0) {
        put(why, "The link is of the model "), put_bytes(why, p->texts + p->start[P_model], p->length[P_model]);
        put(why, ", and the one here is "), put(why, t->id), put_char(why, '.');
        return NF_NO_DATA;
    }
    for (int input = 0; input < 3; input++)
        if (!read_input(t, p, input, why)) return NF_NO_DATA;
    if (!choose_heads(t, p, why)) return NF_NO_DATA;
    const NfModelShape *s = &t->model.shape;
    *self = (source){.shape = {3, s->heads, t->head, s->head_width, {0}}, .params = p, .trained = t, .fill = fill_model,
                     .turn = turn_model, .follow = t->next < 0 ? NULL : follow_model, .next = t->next};
    for (int i = 0; i < 3; i++) self->shape.tokens[i] = t->read[i].tokens.count;
    return NF_OK;
}

nf_status nf_bring_model(nf_engine *engine, const uint8_t *file, size_t size) {
    nf_text why = why_text(engine);
    trained *model = open_model(file, size, &why);
    if (!model) return NF_BAD_MODEL;
    forget_figure(engine);
    if (engine->trained) engine->close_model(engine->trained);
    engine->trained = model, engine->read_texts = read_texts, engine->close_model = close_model;
    engine->sources++;
    return NF_OK;
}

void nf_name_model(const nf_engine *engine, nf_params *params) {
    bool unnamed = whole_of(params, P_source) == SOURCE_MODEL && !params->length[P_model];
    if (unnamed && engine->trained) nf_set(params, P_model, engine->trained->id, strlen(engine->trained->id), NULL);
}
