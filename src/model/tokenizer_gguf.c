/* A tokenizer from GGUF's metadata. Where it says less than tokenizer.json does, the rules are
 * those of the tokenizers that its words stand for. */
#include "tokenizer_parts.h"

#include "engine/text.h"

#include <stdlib.h>
#include <string.h>

typedef struct reader {
    tokenizer *t;
    const gguf *file;
    complaint said;
    char *scratch; /* PIECE_TEXT_MAX bytes */
    const gguf_value *tokens, *types, *scores, *merges;
} reader;

/* token_type: those of the last three are cut out of a text before anything else. */
enum { TYPE_UNKNOWN_TOKEN = 2, TYPE_CONTROL_TOKEN = 3, TYPE_USER_TOKEN = 4 };

/* ---- Values ---------------------------------------------------------------------------------- */

/* The elements of an array of this type; NULL if there is none. */
static const gguf_value *array_of(reader *r, const char *key, gguf_type type) {
    const gguf_value *value = gguf_find(r->file, key);
    if (!value || (value->type == GGUF_ARRAY && value->element == type)) return value;
    complain_of(&r->said, GGUF_NO_LIST, (byte_slice){key, strlen(key)});
    return NULL;
}

static bool truth(const reader *r, const char *key, bool otherwise) {
    const gguf_value *value = gguf_find(r->file, key);
    bool truth;
    return value && gguf_truth(value, &truth) ? truth : otherwise;
}

/* The number of a piece; -1 if it is not said. */
static int piece_named(reader *r, const char *key) {
    const gguf_value *value = gguf_find(r->file, key);
    uint64_t number;
    if (!value) return -1;
    if (gguf_whole(value, &number) && number < r->tokens->count) return (int)number;
    complain_of(&r->said, GGUF_NO_PIECE, (byte_slice){key, strlen(key)});
    return -1;
}

static bool is_text(byte_slice text, const char *other) {
    return same_text(text.at, text.length, other);
}

/* ---- Pieces ---------------------------------------------------------------------------------- */

static bool is_added(const gguf_value *type) {
    uint64_t number;
    return gguf_whole(type, &number) && number >= TYPE_UNKNOWN_TOKEN && number <= TYPE_USER_TOKEN;
}

static bool add_added(reader *r, int number, byte_slice text) {
    added_token token = {.written = keep_string(r->t, text), .piece = number};
    token.order = r->t->raw.count;
    r->t->raw.at[r->t->raw.count++] = token;
    return true;
}

static bool read_piece(reader *r, int number, byte_slice text, const gguf_value *type) {
    if (text.length > PIECE_TEXT_MAX) return complain(&r->said, GGUF_PIECE_TOO_LONG);
    if (!valid_utf8(text.at, text.length)) return complain_of(&r->said, GGUF_PIECE_NOT_UTF8, text);
    if (!text.length) return true;
    if (!add_piece(&r->t->model.pieces, number, text))
        return complain_of(&r->said, GGUF_PIECE_TWICE, text);
    return !type || !is_added(type) || add_added(r, number, text);
}

static bool read_pieces(reader *r) {
    const uint8_t *at = r->tokens->at, *type_at = r->types ? r->types->at : NULL;
    gguf_value token, type;
    int count = (int)r->tokens->count;
    if (!start_vocabulary(&r->t->model.pieces, count, count, r->tokens->bytes))
        return lacks_memory(&r->said);
    for (int i = 0; gguf_next(r->tokens, &at, &token); i++) {
        bool has_type = r->types && gguf_next(r->types, &type_at, &type);
        if (!read_piece(r, i, gguf_text(&token), has_type ? &type : NULL)) return false;
    }
    return true;
}

static bool find_lists(reader *r) {
    r->tokens = array_of(r, "tokenizer.ggml.tokens", GGUF_STRING);
    r->types = array_of(r, "tokenizer.ggml.token_type", GGUF_I32);
    r->scores = array_of(r, "tokenizer.ggml.scores", GGUF_F32);
    r->merges = array_of(r, "tokenizer.ggml.merges", GGUF_STRING);
    if (r->said.status) return false;
    if (!r->tokens) return complain(&r->said, GGUF_NO_TOKENIZER);
    if (r->tokens->count > PIECES_MAX) return complain(&r->said, GGUF_PIECES_TOO_MANY);
    if (r->types && r->types->count != r->tokens->count)
        return complain(&r->said, GGUF_OTHER_TYPES);
    return true;
}

/* ---- Pieces with scores: SentencePiece ------------------------------------------------------- */

typedef struct scored {
    float score;
    int number;
} scored;

static int compare_scores(const void *a, const void *b) {
    const scored *left = a, *right = b;
    return (left->score < right->score) - (left->score > right->score);
}

/* Pieces of the same score have the same rank. */
static bool rank_by_scores(reader *r) {
    size_t count = (size_t)r->tokens->count;
    if (!r->scores || r->scores->count != count) return complain(&r->said, GGUF_OTHER_SCORES);
    scored *order = malloc((count + 1) * sizeof *order);
    r->t->model.ranks = calloc(count + 1, sizeof *r->t->model.ranks);
    if (!order || !r->t->model.ranks) {
        free(order);
        return lacks_memory(&r->said);
    }
    for (size_t i = 0; i < count; i++) {
        order[i].number = (int)i;
        tensor_floats(TYPE_F32, r->scores->at + 4 * i, 1, &order[i].score);
        if (!(order[i].score - order[i].score == 0)) order[i].score = 0; /* infinite, or NaN */
    }
    qsort(order, count, sizeof *order, compare_scores);
    for (size_t i = 0, rank = 0; i < count; i++) {
        if (i > 0 && order[i].score < order[i - 1].score) rank = i;
        r->t->model.ranks[order[i].number] = (uint32_t)rank;
    }
    free(order);
    return true;
}

static bool read_sentence_pieces(reader *r) {
    static const char mark[] = "\xe2\x96\x81"; /* U+2581 */
    rule_list *list = &r->t->normalizers;
    byte_slice marked = {mark, 3}, space = {" ", 1};
    if (truth(r, "tokenizer.ggml.add_space_prefix", true))
        list->at[list->count++] = (rule){RULE_PREPEND, .text = marked};
    list->at[list->count++] = (rule){RULE_REPLACE, .text = marked, .found = space};
    r->t->mark = marked;
    r->t->shown = space;
    r->t->model.falls_to_bytes = true;
    r->t->model.unknown = piece_named(r, "tokenizer.ggml.unknown_token_id");
    return r->said.status == NF_OK && rank_by_scores(r);
}

/* ---- Pieces with merges: byte-level ---------------------------------------------------------- */

/* What a word of tokenizer.ggml.pre stands for. */
typedef struct preparation {
    const char *name;
    split_pattern pattern;
    bool composes, splits_digits, looks_first, begins;
} preparation;

static const preparation preparations[] = {
    {"gpt-2", SPLIT_GPT2, false, false, false, false},
    {"phi-2", SPLIT_GPT2, false, false, false, false},
    {"olmo", SPLIT_GPT2, true, false, false, false}, /* GPT-NeoX's too */
    {"mpt", SPLIT_GPT2, true, false, false, false},
    {"smollm", SPLIT_GPT2, false, true, false, false},
    {"llama-bpe", SPLIT_LLAMA3, false, false, true, true},
    {"llama3", SPLIT_LLAMA3, false, false, true, true},
    {"llama-v3", SPLIT_LLAMA3, false, false, true, true},
    {"qwen2", SPLIT_QWEN2, true, false, false, false},
    {"deepseek-r1-qwen", SPLIT_QWEN2, true, false, false, false}};

static const preparation *preparation_of(reader *r) {
    const gguf_value *value = gguf_find(r->file, "tokenizer.ggml.pre");
    byte_slice name = value ? gguf_text(value) : (byte_slice){"", 0};
    for (size_t i = 0; i < sizeof preparations / sizeof *preparations; i++)
        if (is_text(name, preparations[i].name)) return &preparations[i];
    complain_of(&r->said, GGUF_PRE_UNKNOWN, name);
    return NULL;
}

static int known_piece(reader *r, const char *at, size_t length) {
    int number = number_of(&r->t->model.pieces, at, length);
    if (number < 0) complain_of(&r->said, GGUF_MERGE_NO_PIECE, (byte_slice){at, length});
    return number;
}

/* "a b", of which the first part may begin with a space in no vocabulary of this alphabet. */
static bool read_merge(reader *r, byte_slice both) {
    const char *space = both.length > 1 ? memchr(both.at + 1, ' ', both.length - 1) : NULL;
    if (!space || both.length > PIECE_TEXT_MAX)
        return complain_of(&r->said, GGUF_MERGE_PARTS, both);
    size_t left = (size_t)(space - both.at), right = both.length - left - 1;
    memcpy(r->scratch, both.at, left);
    memcpy(r->scratch + left, space + 1, right);
    int first = known_piece(r, both.at, left), second = known_piece(r, space + 1, right);
    int whole = known_piece(r, r->scratch, left + right);
    if (r->said.status) return false;
    add_merge(&r->t->model, (merge){(uint32_t)first, (uint32_t)second, (uint32_t)whole});
    return true;
}

static bool read_merges(reader *r) {
    if (!r->merges) return complain(&r->said, GGUF_NO_MERGES);
    if (r->merges->count > 4 * (uint64_t)PIECES_MAX)
        return complain(&r->said, GGUF_MERGES_TOO_MANY);
    if (!start_merges(&r->t->model, (int)r->merges->count)) return lacks_memory(&r->said);
    const uint8_t *at = r->merges->at;
    gguf_value merge;
    while (gguf_next(r->merges, &at, &merge))
        if (!read_merge(r, gguf_text(&merge))) return false;
    return true;
}

static bool read_bytes(reader *r, bool *begins) {
    const preparation *p = preparation_of(r);
    rule_list *before = &r->t->normalizers, *list = &r->t->splitters;
    if (!p) return false;
    if (p->composes) before->at[before->count++] = (rule){.kind = RULE_NFC};
    if (p->splits_digits) list->at[list->count++] = (rule){.kind = RULE_DIGITS, .at_start = true};
    list->at[list->count++] = (rule){.kind = RULE_SPLIT, .pattern = p->pattern};
    list->at[list->count++] = (rule){.kind = RULE_BYTES};
    r->t->has_alphabet = true;
    r->t->model.looks_first = p->looks_first;
    *begins = p->begins;
    return read_merges(r);
}

/* ---- All of it ------------------------------------------------------------------------------- */

static bool read_ends(reader *r, bool begins) {
    int begin = piece_named(r, "tokenizer.ggml.bos_token_id");
    int end = piece_named(r, "tokenizer.ggml.eos_token_id");
    r->t->begin = begin;
    if (begin >= 0 && truth(r, "tokenizer.ggml.add_bos_token", begins))
        r->t->front = (end_pieces){{begin}, 1};
    if (end >= 0 && truth(r, "tokenizer.ggml.add_eos_token", false))
        r->t->back = (end_pieces){{end}, 1};
    return r->said.status == NF_OK;
}

static bool read_model(reader *r) {
    const gguf_value *value = gguf_find(r->file, "tokenizer.ggml.model");
    byte_slice model = value ? gguf_text(value) : (byte_slice){"", 0};
    bool begins = true;
    bool is_known = is_text(model, "llama") || is_text(model, "gpt2");
    if (!is_known) return complain_of(&r->said, GGUF_MODEL_UNKNOWN, model);
    if (!read_pieces(r)) return false;
    bool good = is_text(model, "llama") ? read_sentence_pieces(r) : read_bytes(r, &begins);
    return good && read_ends(r, begins) && (finish_tokenizer(r->t) || lacks_memory(&r->said));
}

static bool start(reader *r) {
    if (!find_lists(r)) return false;
    r->scratch = malloc(PIECE_TEXT_MAX);
    r->t = new_tokenizer(r->tokens->bytes, (size_t)r->tokens->count);
    return (r->t && r->scratch) || lacks_memory(&r->said);
}

nf_status open_gguf_tokenizer(const gguf *file, tokenizer **out, nf_text *why) {
    reader r = {.file = file, .said = {.why = why}};
    bool good = start(&r) && read_model(&r) && r.said.status == NF_OK;
    *out = good ? r.t : NULL;
    if (!good) close_tokenizer(r.t);
    free(r.scratch);
    return r.said.status;
}
