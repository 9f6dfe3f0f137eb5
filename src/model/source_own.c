#include "engine/exact.h"

#include "source_own.h"

#include "asked.h"
#include "engine/changed.h"
#include "engine/engine.h"
#include "engine/kinds.h"
#include "engine/params.h"
#include "refusals.h"

#include <stdlib.h>

/* ---- What is held ---------------------------------------------------------------------------- */

own_model *make_own(const description *d, tensor_list *list, const through_limits *limits) {
    own_model *m = calloc(1, sizeof *m);
    if (!m) return NULL;
    m->description = *d;
    m->list = *list;
    m->limits = *limits;
    m->onward.chosen = -1;
    *list = (tensor_list){NULL, 0, 0};
    return m;
}

void set_own_tokenizer(own_model *m, tokenizer *tokenizer, const byte_slice usual[3]) {
    m->tokenizer = tokenizer;
    memcpy(m->usual, usual, sizeof m->usual);
}

static void forget_texts(own_model *m) {
    if (m->has_begun) close_through(&m->through);
    m->has_begun = false;
    stop_onward(&m->onward);
    m->onward.chosen = -1;
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
    close_tokenizer(m->tokenizer);
    forget_tensors(&m->list);
    free(m);
}

static const source_kind own_kind;

static own_model *own_in(const source *self) { return self->held; }

/* ---- Texts ----------------------------------------------------------------------------------- */

/* The link's text, or what the model usually reads. */
static byte_slice text_of(const own_model *m, const nf_params *p, int input) {
    byte_slice asked = asked_text(p, input);
    return asked.length ? asked : m->usual[input];
}

static bool are_read(const own_model *m, const nf_params *p) {
    bool same = m->texts.texts == 3 && m->begin == whole_of(p, P_begin);
    for (int i = 0; i < 3 && same; i++) {
        byte_slice text = text_of(m, p, i);
        same = m->read[i].length == text.length && memcmp(m->read[i].at, text.at, text.length) == 0;
    }
    return same;
}

static int room_of(const own_model *m) {
    return m->description.context < OWN_TOKENS_MAX ? m->description.context : OWN_TOKENS_MAX;
}

static nf_cause cause_of(encode_status status) {
    return status == ENCODE_LONG        ? NF_TEXT_TOO_LONG
           : status == ENCODE_NO_MEMORY ? NF_MEMORY_SHORT
                                        : NF_TEXT_NO_PIECE;
}

/* How many tokens a text is, at most OWN_TOKENS_MAX, which are written to `pieces`; -1, and why, if
 * it cannot be read. */
static int encode_own(const own_model *m, source *self, int input, uint32_t *pieces, nf_text *why) {
    byte_slice text = text_of(m, self->params, input);
    begin begin = (enum begin)whole_of(self->params, P_begin);
    int room = room_of(m), begins = begin_tokens(m->tokenizer, begin);
    encoding e = {.pieces = pieces, .room = room};
    encode_status status = encode_text(m->tokenizer, text.at, text.length, begin, &e);
    bool is_empty = status == ENCODE_OK && e.count <= begins;
    if (status == ENCODE_OK && !is_empty) return e.count;
    nf_cause cause = is_empty ? NF_TEXT_EMPTY : cause_of(status);
    self->fault = refuse_text(why, cause, input, text, e.problem, room - begins);
    return -1;
}

/* The three texts as tokens, one after the other; false, and why. */
static bool encode_all(const own_model *m, source *self, token_texts *texts, uint32_t *tokens,
                       nf_text *why) {
    *texts = (token_texts){.texts = 3, .tokens = tokens};
    for (int i = 0; i < 3; i++) {
        int count = encode_own(m, self, i, tokens + texts->start[i], why);
        if (count < 0) return false;
        texts->start[i + 1] = texts->start[i] + count;
    }
    return true;
}

static bool has_begin(const own_model *m, source *self, nf_text *why) {
    bool is_asked = whole_of(self->params, P_begin) == BEGINS_ON;
    if (!is_asked || begin_tokens(m->tokenizer, BEGIN_ON)) return true;
    self->fault = say(why, fault_in(NF_NO_BEGIN_TOKEN, P_begin), NULL);
    return false;
}

/* What the link has the model read, as tokens. */
static nf_status read_texts(own_model *m, source *self, nf_text *why) {
    uint32_t tokens[3 * OWN_TOKENS_MAX];
    token_texts texts;
    const nf_params *p = self->params;
    if (!m->tokenizer || are_read(m, p)) return NF_OK;
    if (!encode_all(m, self, &texts, tokens, why)) return NF_NO_DATA;
    if (!set_own_texts(m, &texts)) return NF_NO_MEMORY;
    m->begin = whole_of(p, P_begin);
    for (int i = 0; i < 3; i++) {
        byte_slice text = text_of(m, p, i);
        memcpy(m->read[i].at, text.at, text.length);
        m->read[i].length = text.length;
    }
    return NF_OK;
}

/* Those of the source that is being opened, with room for their tokens. */
static nf_status count_tokens(const own_model *m, source *self, token_texts *texts,
                              uint32_t *tokens, nf_text *why) {
    if (m->tokenizer && !has_begin(m, self, why)) return NF_NO_DATA;
    if (!m->tokenizer || are_read(m, self->params))
        *texts = m->texts;
    else if (!encode_all(m, self, texts, tokens, why))
        return NF_NO_DATA;
    if (texts->texts) return NF_OK;
    put_of_model(why, TEXT_MISSING, NULL);
    return NF_NO_DATA;
}

/* ---- Pieces ---------------------------------------------------------------------------------- */

static int piece_of(const source *self, int input, int token) {
    const token_texts *texts = &own_in(self)->texts;
    int last = texts->texts - 1;
    return (int)texts->tokens[texts->start[input < last ? input : last] + token];
}

static byte_slice name_of_piece(const source *self, int piece) {
    static const char begin[] = "\u27e8begin\u27e9";
    const tokenizer *t = own_in(self)->tokenizer;
    if (!t) return (byte_slice){"", 0};
    return piece == begin_piece(t) ? (byte_slice){begin, sizeof begin - 1} : piece_bytes(t, piece);
}

/* ---- Reading --------------------------------------------------------------------------------- */

static nf_status begin_own(own_model *m, nf_text *why) {
    nf_status status =
        open_through(&m->through, &m->description, &m->list, &m->texts, &m->limits, why);
    m->has_begun = status == NF_OK;
    return status;
}

/* The head that next=auto stands for, once the layer is read. */
static nf_status choose_following(own_model *m, source *self, nf_text *why) {
    if (!self->fill_following || self->shape.next >= 0) return NF_OK;
    nf_status status = choose_next(&m->onward, &m->through, &self->shape, &m->limits, why);
    if (status == NF_READ) self->wanted = m->onward.wanted;
    if (status == NF_OK) self->shape.next = m->onward.chosen;
    return status;
}

static nf_status read_own(source *self, nf_text *why) {
    own_model *m = own_in(self);
    nf_status status = read_texts(m, self, why);
    if (status == NF_OK && !m->has_begun) status = begin_own(m, why);
    if (status) return status;
    if (self->read_share <= 0) stop_onward(&m->onward); /* of the last figure */
    seek_through(&m->through, self->shape.layer);
    status = go_through(&m->through);
    self->read_share = through_share(&m->through) + 1e-9;
    if (status == NF_READ) self->wanted = m->through.wanted;
    if (status == NF_OK && m->through.unfit) {
        refuse_weights(m->through.unfit, why);
        return NF_BAD_MODEL;
    }
    return status == NF_OK ? choose_following(m, self, why) : status;
}

static nf_status read_on_own(nf_engine *engine, nf_text *why) {
    own_model *m = own_in(&engine->source);
    nf_status status = engine->stage == STAGE_FOLLOWING
                           ? read_following(&m->onward, &m->through, engine, &m->limits, why)
                           : read_predictions(&m->onward, &m->through, engine, &m->limits, why);
    if (status == NF_READ) engine->source.wanted = m->onward.wanted;
    if (engine->stage == STAGE_PREDICTIONS && status != NF_READ && status != NF_MORE)
        stop_onward(&m->onward);
    return status;
}

static nf_status use_own(source *self, const uint8_t *bytes, nf_text *why) {
    if (!bytes) {
        put_of_model(why, FILE_LOST, NULL);
        return NF_UNREADABLE;
    }
    own_model *m = own_in(self);
    if (is_onward_waiting(&m->onward))
        take_onward(&m->onward, bytes);
    else
        take_through(&m->through, bytes);
    return NF_OK;
}

static void fill_following_own(const source *self, int input, int component, const float *output,
                               size_t stride, float gain, float *out) {
    const own_model *m = own_in(self);
    int last = m->texts.texts - 1;
    changed_output of = {
        .text = input < last ? input : last, .output = output, .stride = stride, .gain = gain};
    fill_from_onward(&m->onward, &of, component, self->shape.next, out);
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
    put_positions(&own_in(self)->through, rows, stride, x);
}

/* ---- Opening --------------------------------------------------------------------------------- */

static int longest_of(const source *self) {
    int most = 0;
    for (int i = 0; i < 3; i++)
        if (self->shape.tokens[i] > most) most = self->shape.tokens[i];
    return most;
}

/* Where the link leaves it open, layer 2 or the last one, and head 0. */
static bool choose_own(const own_model *m, const nf_params *p, source *self, nf_text *why) {
    int layers = m->description.layers, heads = m->description.heads, next = whole_of(p, P_next);
    int layer = whole_of(p, P_layer), head = whole_of(p, P_head);
    if (layer < 0) layer = layers > 2 ? 2 : layers - 1;
    self->shape.layer = layer;
    self->shape.head = head < 0 ? 0 : head;
    nf_fault no_layer = fault_in(NF_LAYER_BEYOND_MODEL, P_layer);
    nf_fault no_head = fault_in(NF_HEAD_BEYOND_MODEL, P_head);
    nf_fault no_next = fault_in(NF_HEAD_BEYOND_MODEL, P_next);
    if (!has_asked(self, why, no_layer, layer, layers) ||
        !has_asked(self, why, no_head, head, heads) || !has_asked(self, why, no_next, next, heads))
        return false;
    self->changes_group = m->description.groups < heads && whole_of(p, P_share) == SHARE_GROUP;
    if (!choose_others(self, layers, why)) return false;
    self->checks_logits = self->changes_group || self->others;
    self->going_bytes = self->others ? changed_head_bytes(longest_of(self), self->shape.d) : 0;
    if (!any_shows_next(p)) return true;
    if (layer + 1 == layers) {
        nf_fault is_last = fault_in(NF_NO_LAYER_FOLLOWS, P_layer);
        self->fault = say(why, is_last, &(fill){.whole = {layer}});
        return false;
    }
    self->shape.next = next;
    self->fill_following = fill_following_own;
    return true;
}

static source source_of(own_model *m, const nf_params *p) {
    const description *d = &m->description;
    return (source){.kind = &own_kind,
                    .held = m,
                    .params = p,
                    .shape = {.inputs = 3,
                              .heads = d->heads,
                              .d = d->head_width,
                              .layers = d->layers,
                              .next = -1},
                    .read = read_own,
                    .read_on = read_on_own,
                    .state_width = d->width,
                    .use_bytes = use_own,
                    .fill = fill_own,
                    .rotate = d->rotary ? rotate_own : NULL,
                    .pieces = d->vocabulary,
                    .piece_at = piece_of,
                    .name_piece = name_of_piece};
}

static void set_texts(const own_model *m, source *self, const token_texts *texts) {
    int begin = whole_of(self->params, P_begin);
    self->inputs = texts->texts;
    self->bytes = sizeof *m + through_bytes(&m->description, texts, &m->limits) + m->limits.onward +
                  (uint64_t)m->list.room * sizeof(tensor);
    self->begin_tokens = m->tokenizer ? begin_tokens(m->tokenizer, (enum begin)begin) : 0;
    for (int i = 0; i < 3; i++) {
        int text = i < texts->texts ? i : texts->texts - 1;
        self->shape.tokens[i] = texts->start[text + 1] - texts->start[text];
        self->row_work[i] = (uint64_t)m->description.head_width;
    }
}

static nf_status open_own(const nf_params *p, void *held, source *self, nf_text *why) {
    own_model *m = held;
    uint32_t tokens[3 * OWN_TOKENS_MAX];
    token_texts texts = {.texts = 0};
    if (!m) {
        self->fault = say(why, fault_of(NF_NO_MODEL), NULL);
        return NF_NO_DATA;
    }
    if (!is_model_asked(p, m->id, self, why)) return NF_NO_DATA;
    *self = source_of(m, p);
    nf_status status = count_tokens(m, self, &texts, tokens, why);
    if (status) return status;
    set_texts(m, self, &texts);
    return choose_own(m, p, self, why) ? NF_OK : NF_NO_DATA;
}

static void name_own(void *held, nf_params *params) {
    const own_model *m = held;
    if (!params->length[P_model]) nf_set(params, P_model, m->id, strlen(m->id), NULL);
}

static const source_kind own_kind = {.open = open_own, .name = name_own, .close = close_own};

/* The kinds of an engine that such a model was brought to. */
static const source_kind *const kinds[SOURCE_KINDS] = {&synthetic_kind, &tensors_kind, &own_kind};

void bring_own(nf_engine *engine, own_model *model) {
    hold(engine, SOURCE_MODEL, NULL);
    engine->kinds = kinds;
    hold(engine, SOURCE_MODEL, model);
}

bool foresee_own(const own_model *m, nf_range *next) {
    const through *t = is_onward_waiting(&m->onward) ? &m->onward.run : &m->through;
    return t->waits && foresee_through(t, next);
}

own_model *own_of(const nf_engine *engine) {
    bool is_own = is_read(engine) && engine->source.kind == &own_kind;
    return is_own ? own_in(&engine->source) : NULL;
}
