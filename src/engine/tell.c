/* A figure's source and its tokens, as sentences, and as JSON for the page and the command line. */
#include "engine.h"
#include "kinds.h"
#include "text.h"

static bool has_pieces(const nf_engine *engine) {
    return is_read(engine) && engine->source.pieces > 0;
}

void nf_print_piece(const nf_engine *engine, int piece, nf_text *out) {
    if (!has_pieces(engine) || piece < 0 || piece >= engine->source.pieces) return;
    byte_slice name = engine->source.name_piece(&engine->source, piece);
    put_bytes(out, name.at, name.length);
}

nf_status nf_finish_word(nf_engine *engine, int input, int piece, nf_text *out) {
    const source *from = &engine->source;
    bool is_there = nf_get_panel(engine, 0) && has_pieces(engine) && from->finish_word;
    if (!is_there || input < 0 || input > 2 || piece < 0 || piece >= from->pieces)
        return NF_NO_FIGURE;
    from->finish_word(from, input, piece, out);
    return NF_OK;
}

void nf_print_token(const nf_engine *engine, int input, int token, nf_text *out) {
    if (!has_pieces(engine) || input < 0 || input > 2 || token < 0 ||
        token >= engine->source.shape.tokens[input])
        return;
    nf_print_piece(engine, engine->source.piece_at(&engine->source, input, token), out);
}

/* ---- What the model was not trained with ---------------------------------------------------- */

/* Whether the mask is causal: a window at least as long as every text is. */
static bool is_causal(const nf_params *p, const nf_shape *shape) {
    int mask = whole_of(p, P_mask), shown = inputs_of(kind_of(p));
    for (int i = 0; i < shown && mask == MASK_WINDOW; i++)
        if (shape->tokens[i] > whole_of(p, P_window)) return false;
    return mask != MASK_NONE;
}

static void put_mask(const nf_params *p, nf_text *out) {
    if (whole_of(p, P_mask) == MASK_NONE)
        put(out, " no mask");
    else {
        put(out, " a window of ");
        put_whole(out, whole_of(p, P_window));
        put(out, whole_of(p, P_window) == 1 ? " token" : " tokens");
    }
}

void nf_print_counterfactual(const nf_engine *engine, nf_text *out) {
    const nf_params *p = &engine->params;
    if (!has_pieces(engine)) return;
    bool mask = !is_causal(p, &engine->source.shape),
         weights = whole_of(p, P_weights) != WEIGHTS_SOFTMAX;
    bool temp = number_of(p, P_temp) < 1 || number_of(p, P_temp) > 1;
    if (!mask && !weights && !temp) return;
    put(out, "The model was trained with a causal mask, softmax and temperature 1, and never with "
             "what this head has here:");
    if (mask) put_mask(p, out);
    if (weights) {
        put(out, mask ? ", " : " ");
        nf_print_value(p, P_weights, out);
    }
    if (temp) {
        put(out, mask || weights ? ", temperature " : " temperature ");
        put_number(out, number_of(p, P_temp));
    }
    put_char(out, '.');
}

/* ---- JSON ----------------------------------------------------------------------------------- */

static void put_key(nf_text *out, const char *key) {
    put(out, ",\"");
    put(out, key);
    put(out, "\":");
}

/* A whole number from 0, or null. */
static void put_count(nf_text *out, const char *key, int value) {
    put_key(out, key);
    if (value < 0)
        put(out, "null");
    else
        put_whole(out, value);
}

/* What readers must know of a figure that its numbers do not show. */
static const char *note_of(const nf_engine *engine) {
    int operation = operation_of(&engine->params);
    bool acts = changes_inputs(operation, engine->source.inputs);
    return acts ? "" : "There is no input 2 to take from, so that nothing is changed.";
}

void nf_print_source(const nf_engine *engine, nf_text *out) {
    const nf_shape *shape = &engine->source.shape;
    char buffer[240] = "";
    nf_text sentence = {buffer, 0, sizeof buffer};
    if (!is_read(engine)) {
        put(out, "null");
        return;
    }
    nf_print_counterfactual(engine, &sentence);
    put(out, "{\"kind\":\"");
    nf_print_value(&engine->params, P_source, out);
    put_char(out, '"');
    put_count(out, "head", shape->head);
    put_count(out, "heads", shape->heads);
    put_count(out, "layer", shape->layer);
    put_count(out, "layers", shape->layers);
    put_count(out, "next", shape->next);
    put_key(out, "counterfactual");
    put_json_text(out, buffer);
    put_key(out, "note");
    put_json_text(out, note_of(engine));
    put_char(out, '}');
}

static void put_token(const nf_engine *engine, int input, int token, nf_text *out) {
    int piece = engine->source.piece_at(&engine->source, input, token);
    byte_slice name = engine->source.name_piece(&engine->source, piece);
    put(out, token ? "," : "");
    put_json(out, name.at, name.length);
}

static void put_input(const nf_engine *engine, int input, nf_text *out) {
    int count = engine->source.shape.tokens[input];
    put(out, input ? ",{\"count\":" : "{\"count\":");
    put_whole(out, count);
    put_key(out, "begin");
    put_whole(out, engine->source.begin_tokens);
    put_key(out, "tokens");
    put(out, has_pieces(engine) ? "[" : "null");
    for (int i = 0; i < count && has_pieces(engine); i++) put_token(engine, input, i, out);
    put(out, has_pieces(engine) ? "]}" : "}");
}

void nf_print_inputs(const nf_engine *engine, nf_text *out) {
    if (!is_read(engine)) {
        put(out, "null");
        return;
    }
    put_char(out, '[');
    for (int input = 0; input < 3; input++) put_input(engine, input, out);
    put_char(out, ']');
}

void nf_print_head(const nf_head *head, nf_text *out) {
    put(out, "{\"layer\":");
    put_whole(out, head->layer);
    put_count(out, "head", head->head);
#define X(key, text)                                                                               \
    put_key(out, #key);                                                                            \
    put_number(out, head->key);
    NF_HEAD_MEASURES(X)
#undef X
    put_char(out, '}');
}
