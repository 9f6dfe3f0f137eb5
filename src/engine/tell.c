/* A figure's source and its tokens, as sentences, and as JSON for the page and the command line. */
#include "engine.h"
#include "kinds.h"
#include "messages.h"
#include "text.h"

static bool has_pieces(const nf_engine *engine) {
    return is_read(engine) && engine->source.pieces > 0;
}

void nf_print_piece(const nf_engine *engine, int piece, nf_text *out) {
    put(out, "");
    if (!has_pieces(engine) || piece < 0 || piece >= engine->source.pieces) return;
    byte_slice name = engine->source.name_piece(&engine->source, piece);
    put_bytes(out, name.at, name.length);
}

nf_status nf_finish_word(nf_engine *engine, int input, int piece, nf_text *out) {
    const source *from = &engine->source;
    put(out, "");
    bool is_there = nf_get_panel(engine, 0) && has_pieces(engine) && from->finish_word;
    if (!is_there || input < 0 || input > 2 || piece < 0 || piece >= from->pieces)
        return NF_NO_FIGURE;
    from->finish_word(from, input, piece, out);
    return NF_OK;
}

bool has_token_texts(const nf_engine *engine, int input) {
    return has_pieces(engine) || (is_read(engine) && has_labels(&engine->source, input));
}

/* The text of a token that has one. */
static byte_slice text_of_token(const source *from, int input, int token) {
    if (has_labels(from, input)) return label_of(from, from->token_labels[input] + token);
    return from->name_piece(from, from->piece_at(from, input, token));
}

void nf_print_token(const nf_engine *engine, int input, int token, nf_text *out) {
    put(out, "");
    bool is_there = input >= 0 && input <= 2 && token >= 0 && has_token_texts(engine, input);
    if (!is_there || token >= engine->source.shape.tokens[input]) return;
    byte_slice text = text_of_token(&engine->source, input, token);
    put_bytes(out, text.at, text.length);
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
    int window = whole_of(p, P_window);
    bool is_none = whole_of(p, P_mask) == MASK_NONE;
    phrase which = is_none ? NO_MASK : window == 1 ? WINDOW_OF_ONE : WINDOW_OF_MORE;
    put_phrase(out, which, &(fill){.whole = {window}});
}

/* What a head has here, one after the other. */
static void put_untrained(const nf_params *p, const nf_shape *shape, nf_text *out) {
    double temperature = number_of(p, P_temp);
    if (!is_causal(p, shape)) put_mask(p, out);
    if (whole_of(p, P_weights) != WEIGHTS_SOFTMAX) {
        put(out, out->used ? ", " : "");
        nf_print_value(p, P_weights, out);
    }
    if (temperature < 1 || temperature > 1) {
        put(out, out->used ? ", " : "");
        put_phrase(out, TEMPERATURE_OF, &(fill){.number = temperature});
    }
}

void nf_print_counterfactual(const nf_engine *engine, nf_text *out) {
    char buffer[120] = "";
    nf_text list = {buffer, 0, sizeof buffer};
    put(out, "");
    if (!has_pieces(engine)) return;
    put_untrained(&engine->params, &engine->source.shape, &list);
    if (!list.used) return;
    put_phrase(out, NEVER_TRAINED_WITH, &(fill){.text = {buffer, list.used}});
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
static void put_note(const nf_engine *engine, nf_text *out) {
    int operation = operation_of(&engine->params);
    if (!changes_inputs(operation, engine->source.inputs)) put_phrase(out, NO_INPUT_2, NULL);
}

/* What readers call a layer or a head; nothing where it has no name. */
static void put_label(const source *from, const char *key, int which, nf_text *out) {
    byte_slice label = label_of(from, which);
    if (!label.length) return;
    put_key(out, key);
    put_json(out, label.at, label.length);
}

void nf_print_source(const nf_engine *engine, nf_text *out) {
    const nf_shape *shape = &engine->source.shape;
    char untrained_buffer[240] = "", note_buffer[80] = "";
    nf_text untrained = {untrained_buffer, 0, sizeof untrained_buffer};
    nf_text note = {note_buffer, 0, sizeof note_buffer};
    if (!is_read(engine)) {
        put(out, "null");
        return;
    }
    nf_print_counterfactual(engine, &untrained);
    put_note(engine, &note);
    put(out, "{\"kind\":\"");
    nf_print_value(&engine->params, P_source, out);
    put_char(out, '"');
    put_count(out, "head", shape->head);
    put_count(out, "heads", shape->heads);
    put_count(out, "layer", shape->layer);
    put_count(out, "layers", shape->layers);
    put_count(out, "next", shape->next);
    put_key(out, "counterfactual");
    put_json_text(out, untrained_buffer);
    put_key(out, "note");
    put_json_text(out, note_buffer);
    put_label(&engine->source, "layerName", 0, out);
    put_label(&engine->source, "headName", 1 + shape->head, out);
    put_char(out, '}');
}

static void put_token(const nf_engine *engine, int input, int token, nf_text *out) {
    byte_slice text = text_of_token(&engine->source, input, token);
    put(out, token ? "," : "");
    put_json(out, text.at, text.length);
}

static void put_input(const nf_engine *engine, int input, nf_text *out) {
    int count = engine->source.shape.tokens[input];
    put(out, input ? ",{\"count\":" : "{\"count\":");
    put_whole(out, count);
    put_key(out, "begin");
    put_whole(out, engine->source.begin_tokens);
    put_key(out, "tokens");
    bool has_texts = has_token_texts(engine, input);
    put(out, has_texts ? "[" : "null");
    for (int i = 0; i < count && has_texts; i++) put_token(engine, input, i, out);
    put(out, has_texts ? "]}" : "}");
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
