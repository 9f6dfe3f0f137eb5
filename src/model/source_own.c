#include "engine/exact.h"

#include "source_own.h"

#include "engine/engine.h"
#include "engine/kinds.h"
#include "engine/messages.h"
#include "engine/text.h"

#include <stdlib.h>

/* ---- What is held ---------------------------------------------------------------------------- */

own_model *make_own(const description *d, tensor_list *list, size_t band, uint64_t most) {
    own_model *m = calloc(1, sizeof *m);
    if (!m) return NULL;
    m->description = *d;
    m->list = *list;
    m->band = band;
    m->most = most;
    *list = (tensor_list){NULL, 0, 0};
    return m;
}

static void forget_texts(own_model *m) {
    if (m->has_begun) close_through(&m->through);
    m->has_begun = false;
    free(m->tokens);
    m->tokens = NULL;
    m->texts = (token_texts){.texts = 0};
}

bool set_own_texts(own_model *m, const token_texts *texts) {
    size_t bytes = (size_t)texts->start[texts->texts] * sizeof *m->tokens;
    uint32_t *tokens = malloc(bytes + 1);
    if (!tokens) return false;
    memcpy(tokens, texts->tokens, bytes);
    forget_texts(m);
    m->tokens = tokens;
    m->texts = *texts;
    m->texts.tokens = tokens;
    return true;
}

static void close_own(void *held) {
    own_model *m = held;
    if (!m) return;
    forget_texts(m);
    forget_tensors(&m->list);
    free(m);
}

static own_model *own_in(const source *self) { return self->held; }

/* ---- Reading --------------------------------------------------------------------------------- */

static nf_status refuse_weights(const through *t, nf_text *why) {
    put_whole(why, (int64_t)t->unfit);
    put(why,
        " of the weights that were read are infinite or no numbers; the model cannot be used.");
    return NF_BAD_MODEL;
}

static nf_status begin_own(own_model *m, nf_text *why) {
    nf_status status =
        open_through(&m->through, &m->description, &m->list, &m->texts, m->band, m->most, why);
    m->has_begun = status == NF_OK;
    return status;
}

static nf_status read_own(source *self, nf_text *why) {
    own_model *m = own_in(self);
    nf_status status = m->has_begun ? NF_OK : begin_own(m, why);
    if (status) return status;
    seek_through(&m->through, self->shape.layer);
    status = go_through(&m->through);
    self->read_share = through_share(&m->through);
    if (status == NF_READ) self->wanted = m->through.wanted;
    return status == NF_OK && m->through.unfit ? refuse_weights(&m->through, why) : status;
}

static nf_status use_own(source *self, const uint8_t *bytes, nf_text *why) {
    if (!bytes) {
        put(why, "A file of the model could not be read; it may have been moved or changed since "
                 "it was opened.");
        return NF_UNREADABLE;
    }
    take_through(&own_in(self)->through, bytes);
    return NF_OK;
}

static void fill_own(const source *self, const vector_rows *which, float *out) {
    const own_model *m = own_in(self);
    int last = m->texts.texts - 1, text = which->input < last ? which->input : last;
    matrix head = through_head(&m->through, which->component, which->head);
    for (int i = 0; i < which->rows; i++, out += head.columns)
        memcpy(out, matrix_row(head, m->texts.start[text] + which->first + i),
               (size_t)head.columns * sizeof *out);
}

static void rotate_own(const source *self, int rows, size_t stride, float *x) {
    const through *t = &own_in(self)->through;
    int width = t->d->rotary;
    for (int i = 0; i < rows; i++)
        rotate_row(x + (size_t)i * stride, t->turn + (ptrdiff_t)i * width, width, 1);
}

/* ---- Opening --------------------------------------------------------------------------------- */

static bool has_as_many(source *self, nf_text *why, nf_fault fault, int asked, int count) {
    if (asked >= count) self->fault = say(why, fault, &(fill){.whole = {asked, count}});
    return asked < count;
}

/* Where the link leaves it open, layer 2 or the last one, and head 0. */
static bool choose_own(const own_model *m, const nf_params *p, source *self, nf_text *why) {
    int layers = m->description.layers, layer = whole_of(p, P_layer), head = whole_of(p, P_head);
    if (layer < 0) layer = layers > 2 ? 2 : layers - 1;
    self->shape.layer = layer;
    self->shape.head = head < 0 ? 0 : head;
    nf_fault no_layer = fault_in(NF_LAYER_BEYOND_MODEL, P_layer);
    nf_fault no_head = fault_in(NF_HEAD_BEYOND_MODEL, P_head);
    if (!has_as_many(self, why, no_layer, layer, layers) ||
        !has_as_many(self, why, no_head, head, m->description.heads))
        return false;
    if (!any_shows_next(p)) return true;
    put(why, "Value in a following head (value=next) is not shown of a model that is read from "
             "files.");
    return false;
}

static source source_of(own_model *m, const nf_params *p) {
    const description *d = &m->description;
    uint64_t bytes = through_bytes(d, &m->texts, m->band);
    return (source){.kind = &own_kind,
                    .held = m,
                    .params = p,
                    .shape = {.inputs = 3,
                              .heads = d->heads,
                              .d = d->head_width,
                              .layers = d->layers,
                              .next = -1},
                    .inputs = m->texts.texts,
                    .bytes = sizeof *m + bytes + (uint64_t)m->list.room * sizeof(tensor),
                    .read = read_own,
                    .use_bytes = use_own,
                    .fill = fill_own,
                    .rotate = d->rotary ? rotate_own : NULL};
}

static nf_status open_own(const nf_params *p, void *held, source *self, nf_text *why) {
    own_model *m = held;
    if (!m) self->fault = say(why, fault_of(NF_NO_MODEL), NULL);
    if (m && !m->texts.texts) put(why, "The model of your own has no text to read.");
    if (!m || !m->texts.texts) return NF_NO_DATA;
    *self = source_of(m, p);
    for (int i = 0; i < 3; i++) {
        int text = i < m->texts.texts ? i : m->texts.texts - 1;
        self->shape.tokens[i] = m->texts.start[text + 1] - m->texts.start[text];
        self->row_work[i] = (uint64_t)m->description.head_width;
    }
    return choose_own(m, p, self, why) ? NF_OK : NF_NO_DATA;
}

const source_kind own_kind = {.open = open_own, .close = close_own};
