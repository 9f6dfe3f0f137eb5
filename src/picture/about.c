#include "about.h"

#include "engine/engine.h"
#include "engine/kinds.h"
#include "engine/text.h"
#include "scale.h"
#include "words.def"

enum { PIECE_MAX = 256 };

/* ---- Settings ------------------------------------------------------------------------------- */

static bool names(const char *keys, const char *key) {
    return find_word(keys, key, strlen(key)) >= 0;
}

/* Whether a key means something to some kinds and operations only. */
static bool is_of_some(const char *key) {
    for (int i = 0; i < nf_figure_kinds(); i++)
        if (names(nf_get_figure_kind(i)->keys, key)) return true;
    for (int i = 0; i < nf_operations(); i++)
        if (names(nf_get_operation(i)->keys, key)) return true;
    return false;
}

static bool acts_here(const nf_params *params, const char *key) {
    const nf_figure_kind *kind = kind_of(params);
    const nf_operation *operation = nf_get_operation(operation_of(params));
    bool takes = takes_operation(kind) && names(operation->keys, key);
    return !is_of_some(key) || names(kind->keys, key) || takes;
}

/* Beyond the sources, the kind and the operation of a row. */
static bool is_used(const nf_params *params, int row) {
    switch (row) {
    case P_copy:
    case P_next: return whole_of(params, P_value) == VALUE_NEXT;
    case P_bias: return whole_of(params, P_weights) == WEIGHTS_SIGMOID;
    case P_window: return whole_of(params, P_mask) == MASK_WINDOW;
    case P_share: return !has_default(params, row);
    default: return !is_text(nf_get_row(row)) || params->length[row] > 0;
    }
}

bool acts_on_numbers(const nf_params *params, int row) {
    const nf_row *r = nf_get_row(row);
    int source = whole_of(params, P_source);
    bool draws_source = row == P_seed && source == SOURCE_SYNTHETIC;
    bool is_of_source = r->source >> source & 1;
    return r->part != NF_OF_VIEW && is_of_source && (acts_here(params, r->key) || draws_source) &&
           is_used(params, row);
}

void put_resolved(nf_text *out, const nf_engine *engine, const nf_params *params, int row) {
    nf_shape shape;
    int found = -1;
    if (nf_get_shape(engine, &shape) == NF_OK)
        found = row == P_layer  ? shape.layer
                : row == P_head ? shape.head
                : row == P_next ? shape.next
                                : -1;
    if (found >= 0)
        put_whole(out, found);
    else
        nf_print_value(params, row, out);
}

void put_settings(nf_text *out, const nf_engine *engine, const nf_params *params) {
    bool first = true;
    for (int row = 0; row < nf_rows(); row++) {
        if (!acts_on_numbers(params, row) || nf_get_row(row)->kind == NF_TEXT) continue;
        put(out, first ? "" : " ");
        put(out, nf_get_row(row)->key);
        put_char(out, '=');
        put_resolved(out, engine, params, row);
        first = false;
    }
}

void put_settings_json(nf_text *out, const nf_engine *engine, const nf_params *params) {
    bool first = true;
    put_char(out, '{');
    for (int row = 0; row < nf_rows(); row++) {
        if (!acts_on_numbers(params, row)) continue;
        put(out, first ? "\"" : ",\"");
        put(out, nf_get_row(row)->key);
        put(out, "\":\"");
        put_resolved(out, engine, params, row);
        put_char(out, '"');
        first = false;
    }
    put_char(out, '}');
}

/* ---- Words ---------------------------------------------------------------------------------- */

void put_link(nf_text *out, const nf_engine *engine, const nf_params *params) {
    nf_encode(params, out);
    put(out, ";check=");
    nf_print_check(nf_check(engine), out);
}

void put_read_text(nf_text *out, const nf_engine *engine, int input) {
    nf_shape shape;
    if (nf_get_shape(engine, &shape) != NF_OK || !nf_pieces(engine)) return;
    for (int i = engine->source.begin_tokens; i < shape.tokens[input]; i++) {
        char buffer[PIECE_MAX] = "";
        nf_text piece = {buffer, 0, sizeof buffer};
        nf_print_token(engine, input, i, &piece);
        bool is_first = i == engine->source.begin_tokens; /* the space in front of a word */
        put(out, is_first && buffer[0] == ' ' ? buffer + 1 : buffer);
    }
}

void put_caption(nf_text *out, const nf_params *params) {
    char buffer[160] = "";
    nf_text caption = {buffer, 0, sizeof buffer};
    const char *label = label_of_view(whole_of(params, P_view));
    const char *weights = label_of_view(VIEW_WEIGHTS);
    nf_print_caption(params, &caption);
    slice words = {buffer, caption.used};
    const char *at = find_in(words, weights);
    if (at) {
        slice before = up_to(words, at), behind = after(words, at, strlen(weights));
        put_bytes(out, before.at, before.length);
        put(out, label);
        put_bytes(out, behind.at, behind.length);
        return;
    }
    put(out, buffer);
    if (whole_of(params, P_view) != VIEW_WEIGHTS) put(out, ": ");
    if (whole_of(params, P_view) != VIEW_WEIGHTS) put(out, label);
}

/* "Head L2H7 (3 of 4)", "Layer 2 of 4": of a number, of a name, or of both. */
static void put_of(nf_text *out, const char *words, byte_slice name, int which, int all) {
    put(out, words);
    put_bytes(out, name.at, name.length);
    if (which < 0) return;
    put(out, name.length ? " (" : "");
    put_whole(out, which);
    put(out, OF_ALL);
    put_whole(out, all);
    put(out, name.length ? ")" : "");
}

void put_head(nf_text *out, const nf_engine *engine, const nf_params *params) {
    nf_shape shape;
    if (nf_get_shape(engine, &shape) != NF_OK) return;
    byte_slice layer = label_of(&engine->source, 0);
    bool has_layer = shape.layer >= 0 || layer.length;
    if (has_layer) put_of(out, A_LAYER_FIRST, layer, shape.layer, shape.layers);
    put_of(out, has_layer ? A_HEAD_NEXT : A_HEAD, label_of(&engine->source, 1 + shape.head),
           shape.head, shape.heads);
    put(out, COUNTED_FROM_0);
    static const char *const kinds[] = {OF_HAND, OF_TENSORS, OF_MODEL};
    int source = whole_of(params, P_source);
    put(out, kinds[source]);
    if (source != SOURCE_SYNTHETIC)
        nf_print_value(params, source == SOURCE_MODEL ? P_model : P_file, out);
    if (params->length[P_named] == 0) return;
    put(out, ", ");
    put_bytes(out, params->texts + params->start[P_named], params->length[P_named]);
}
