/* A tokenizer from tokenizer.json. What it says of truncation and padding is passed over: these are
 * for many texts at once. */
#include "tokenizer_parts.h"

#include "engine/text.h"
#include "json.h"

#include <stdlib.h>
#include <string.h>

typedef struct reader {
    tokenizer *t;
    complaint said;
    char *scratch; /* 2 * PIECE_TEXT_MAX bytes */
    json_value model, vocabulary, merges, added, normalizer, splitter, closer, decoder;
} reader;

/* ---- Refusing -------------------------------------------------------------------------------- */

enum { KIND_BYTES = 1 << 12 }; /* of a kind in quotes */

/* Of a kind that is not known; `known` is in quotes what a sentence says beside it. */
static bool refuse_kind_beside(reader *r, model_words what, json_value kind, const char *known) {
    char buffer[KIND_BYTES];
    nf_text quoted = {buffer, 0, sizeof buffer};
    if (kind.kind == JSON_STRING && kind.length <= PIECE_TEXT_MAX)
        put_json(&quoted, r->scratch, json_text(kind, r->scratch));
    else
        put_of_model(&quoted, WITHOUT_NAME, NULL);
    return complain_with(&r->said, what,
                         &(fill){.text = slice_of(buffer), .quoted = slice_of(known)});
}

static bool refuse_kind(reader *r, model_words what, json_value kind) {
    return refuse_kind_beside(r, what, kind, "");
}

/* What a value is called: the name of a member, or words where it has none. */
typedef struct called {
    const char *name;
    model_words words;
} called;

static bool refuse_called(reader *r, called called, model_words reason) {
    char of[80], because[80];
    nf_text who = {of, 0, sizeof of}, why = {because, 0, sizeof because};
    put(&who, called.name ? called.name : "");
    put_of_model(&who, called.words, NULL);
    put_of_model(&why, reason, NULL);
    return complain_with(&r->said, MEMBER_OUT,
                         &(fill){.text = slice_of(of), .other = slice_of(because)});
}

static bool refuse_value(reader *r, const char *name, model_words reason) {
    return refuse_called(r, (called){.name = name}, reason);
}

/* ---- Values ---------------------------------------------------------------------------------- */

/* A member; JSON_NOTHING if there is none, or if it is null. */
static json_value member(reader *r, json_value object, const char *name) {
    json_value value;
    int count = json_find(object, name, &value);
    if (count > 1) refuse_value(r, name, TWICE_IN_OBJECT);
    if (value.kind == JSON_NULL) value.kind = JSON_NOTHING;
    return value;
}

/* A string's characters, until the next call; not its escapes. Of a member, and of what has no name
 * of its own. */
static byte_slice string_called(reader *r, json_value value, called called) {
    if (value.kind != JSON_STRING) refuse_called(r, called, NO_STRING);
    if (value.length > PIECE_TEXT_MAX) refuse_called(r, called, TOO_LONG);
    if (r->said.status) return (byte_slice){"", 0};
    return (byte_slice){r->scratch, json_text(value, r->scratch)};
}

static byte_slice string_of(reader *r, json_value value, const char *name) {
    return string_called(r, value, (called){.name = name});
}

static byte_slice string_for(reader *r, json_value value, model_words words) {
    return string_called(r, value, (called){.words = words});
}

static byte_slice kept_string(reader *r, json_value object, const char *name) {
    byte_slice text = string_of(r, member(r, object, name), name);
    return r->said.status ? (byte_slice){"", 0} : keep_string(r->t, text);
}

static bool truth(reader *r, json_value object, const char *name, bool otherwise) {
    json_value value = member(r, object, name);
    if (value.kind == JSON_NOTHING) return otherwise;
    if (value.kind != JSON_TRUE && value.kind != JSON_FALSE) refuse_value(r, name, NO_TRUTH);
    return value.kind == JSON_TRUE;
}

static int piece_number(reader *r, json_value value, called called) {
    uint64_t number;
    if (!json_whole(value, &number) || number >= PIECES_MAX)
        refuse_called(r, called, NO_PIECE_NUMBER);
    return r->said.status ? 0 : (int)number;
}

/* ---- What comes one or in a sequence --------------------------------------------------------- */

typedef bool read_one(reader *r, json_value value, json_value kind);

/* A value of the type "Sequence" holds others of its kind in a list. */
static bool read_each(reader *r, json_value value, const char *list, read_one *read, int depth) {
    if (value.kind == JSON_NOTHING || value.kind == JSON_NULL) return true;
    json_value kind = member(r, value, "type");
    if (!json_is(kind, "Sequence")) return r->said.status == NF_OK && read(r, value, kind);
    if (depth == 4) return refuse_value(r, list, SEQUENCES_TOO_DEEP);
    for (json_walk w = json_inside(member(r, value, list)); json_next(&w);)
        if (!read_each(r, w.value, list, read, depth + 1)) return false;
    return r->said.status == NF_OK;
}

static bool add_rule(reader *r, rule_list *list, rule rule) {
    if (r->said.status) return false;
    if (list->count == RULES_MAX) return complain(&r->said, RULES_TOO_MANY);
    list->at[list->count++] = rule;
    return true;
}

/* ---- Normalizers ----------------------------------------------------------------------------- */

static bool read_replace(reader *r, json_value value) {
    static const char spaces[] = " {2,}"; /* the one expression that is known */
    json_value pattern = member(r, value, "pattern"), expression = member(r, pattern, "Regex");
    rule rule = {.kind = RULE_REPLACE, .text = kept_string(r, value, "content")};
    if (expression.kind == JSON_NOTHING) {
        rule.found = kept_string(r, pattern, "String");
        if (!rule.found.length) return refuse_value(r, "Replace", PATTERN_EMPTY);
    } else {
        rule.kind = RULE_FOLD;
        if (!json_is(expression, spaces))
            return refuse_kind_beside(r, REPLACE_UNKNOWN, expression, spaces);
    }
    return add_rule(r, &r->t->normalizers, rule);
}

static bool read_normalizer(reader *r, json_value value, json_value kind) {
    rule_list *list = &r->t->normalizers;
    if (json_is(kind, "NFC")) return add_rule(r, list, (rule){.kind = RULE_NFC});
    if (json_is(kind, "Replace")) return read_replace(r, value);
    if (json_is(kind, "Prepend"))
        return add_rule(r, list, (rule){RULE_PREPEND, .text = kept_string(r, value, "prepend")});
    if (json_is(kind, "Strip"))
        return add_rule(r, list,
                        (rule){RULE_STRIP, .at_start = truth(r, value, "strip_left", false),
                               .at_end = truth(r, value, "strip_right", false)});
    return refuse_kind(r, NORMALIZER_UNKNOWN, kind);
}

/* ---- Pre-tokenizers -------------------------------------------------------------------------- */

static bool read_split(reader *r, json_value value) {
    json_value pattern = member(r, value, "pattern"), behavior = member(r, value, "behavior");
    json_value expression = member(r, pattern, "Regex");
    if (!json_is(behavior, "Isolated")) return refuse_kind(r, BEHAVIOR_UNKNOWN, behavior);
    if (truth(r, value, "invert", false)) return refuse_value(r, "Split", IS_INVERTED);
    for (int i = 0; i < SPLIT_PATTERNS; i++)
        if (json_is(expression, split_expressions[i]))
            return add_rule(r, &r->t->splitters, (rule){RULE_SPLIT, .pattern = (split_pattern)i});
    return refuse_kind(r, EXPRESSION_UNKNOWN, expression);
}

static bool read_byte_level(reader *r, json_value value) {
    rule_list *list = &r->t->splitters;
    bool adds_space = truth(r, value, "add_prefix_space", true);
    bool splits = truth(r, value, "use_regex", true);
    if (adds_space) add_rule(r, list, (rule){.kind = RULE_SPACE});
    if (splits) add_rule(r, list, (rule){.kind = RULE_SPLIT, .pattern = SPLIT_GPT2});
    r->t->has_alphabet = true;
    return add_rule(r, list, (rule){.kind = RULE_BYTES});
}

static scheme read_scheme(reader *r, json_value value) {
    json_value scheme = member(r, value, "prepend_scheme");
    bool adds = truth(r, value, "add_prefix_space", true); /* before there were schemes */
    if (scheme.kind == JSON_NOTHING) return adds ? SCHEME_ALWAYS : SCHEME_NEVER;
    if (json_is(scheme, "first")) return SCHEME_FIRST;
    if (json_is(scheme, "never")) return SCHEME_NEVER;
    if (!json_is(scheme, "always")) refuse_kind(r, SCHEME_UNKNOWN, scheme);
    return SCHEME_ALWAYS;
}

static bool read_metaspace(reader *r, json_value value) {
    rule rule = {RULE_METASPACE, .text = kept_string(r, value, "replacement"),
                 .at_start = truth(r, value, "split", true), .scheme = read_scheme(r, value)};
    if (!rule.text.length) return refuse_value(r, "Metaspace", REPLACEMENT_EMPTY);
    return add_rule(r, &r->t->splitters, rule);
}

static bool read_splitter(reader *r, json_value value, json_value kind) {
    if (json_is(kind, "Split")) return read_split(r, value);
    if (json_is(kind, "ByteLevel")) return read_byte_level(r, value);
    if (json_is(kind, "Metaspace")) return read_metaspace(r, value);
    if (json_is(kind, "Digits"))
        return add_rule(
            r, &r->t->splitters,
            (rule){RULE_DIGITS, .at_start = truth(r, value, "individual_digits", false)});
    return refuse_kind(r, SPLITTER_UNKNOWN, kind);
}

/* ---- Decoders: what pieces are shown as ------------------------------------------------------ */

static bool read_decoder(reader *r, json_value value, json_value kind) {
    static const char *const passed[] = {"ByteLevel", "ByteFallback", "Fuse", "Strip"};
    bool is_metaspace = json_is(kind, "Metaspace"), is_replace = json_is(kind, "Replace");
    for (size_t i = 0; i < sizeof passed / sizeof *passed; i++)
        if (json_is(kind, passed[i])) return true;
    if (!is_metaspace && !is_replace) return refuse_kind(r, DECODER_UNKNOWN, kind);
    json_value pattern = member(r, value, "pattern");
    r->t->mark =
        is_replace ? kept_string(r, pattern, "String") : kept_string(r, value, "replacement");
    r->t->shown = is_replace ? kept_string(r, value, "content") : (byte_slice){" ", 1};
    return r->said.status == NF_OK;
}

/* ---- Post-processors: what stands around a text ---------------------------------------------- */

static bool add_end(reader *r, end_pieces *list, int piece) {
    if (list->count == ENDS_MAX) return complain(&r->said, ENDS_TOO_MANY);
    list->at[list->count++] = piece;
    return r->said.status == NF_OK;
}

/* One special token of a template may be several pieces. */
static bool read_special(reader *r, json_value tokens, json_value named, end_pieces *list) {
    json_value id = member(r, named, "id");
    byte_slice name = string_for(r, id, SPECIAL_TOKEN_ID);
    for (json_walk w = json_inside(tokens); json_next(&w);) {
        char *key = r->scratch + PIECE_TEXT_MAX;
        if (w.key.length > PIECE_TEXT_MAX || json_text(w.key, key) != name.length ||
            memcmp(key, name.at, name.length) != 0)
            continue;
        for (json_walk ids = json_inside(member(r, w.value, "ids")); json_next(&ids);)
            if (!add_end(r, list, piece_number(r, ids.value, (called){.name = "ids"})))
                return false;
        return r->said.status == NF_OK;
    }
    return complain_of(&r->said, SPECIAL_NO_NUMBER, name);
}

static bool read_template(reader *r, json_value value) {
    json_value tokens = member(r, value, "special_tokens");
    int texts = 0;
    for (json_walk w = json_inside(member(r, value, "single")); json_next(&w);) {
        json_value named = member(r, w.value, "SpecialToken");
        texts += named.kind == JSON_NOTHING;
        end_pieces *list = texts ? &r->t->back : &r->t->front;
        if (named.kind != JSON_NOTHING && !read_special(r, tokens, named, list)) return false;
    }
    if (texts != 1) return complain(&r->said, TEMPLATE_NO_TEXT);
    if (r->t->front.count) r->t->begin = r->t->front.at[0];
    return r->said.status == NF_OK;
}

static bool read_closer(reader *r, json_value value, json_value kind) {
    if (json_is(kind, "ByteLevel")) return true; /* it changes places in the text alone */
    if (json_is(kind, "TemplateProcessing")) return read_template(r, value);
    return refuse_kind(r, CLOSER_UNKNOWN, kind);
}

/* ---- The model ------------------------------------------------------------------------------- */

static bool start_pieces(reader *r) {
    size_t pieces = 0, bytes = 0;
    int most = 0;
    for (json_walk w = json_inside(r->vocabulary); json_next(&w); pieces++) {
        int number = piece_number(r, w.value, (called){.name = "vocab"});
        bytes += w.key.length;
        if (number >= most) most = number + 1;
    }
    if (pieces > PIECES_MAX) return complain(&r->said, PIECES_TOO_MANY);
    if (r->said.status) return false;
    return start_vocabulary(&r->t->model.pieces, (int)pieces, most, bytes) ||
           lacks_memory(&r->said);
}

static bool read_pieces(reader *r) {
    if (r->vocabulary.kind != JSON_OBJECT) return complain(&r->said, NO_VOCABULARY);
    if (!start_pieces(r)) return false;
    for (json_walk w = json_inside(r->vocabulary); json_next(&w);) {
        byte_slice text = string_for(r, w.key, A_PIECE);
        int number = piece_number(r, w.value, (called){.name = "vocab"});
        if (r->said.status) return false;
        if (!add_piece(&r->t->model.pieces, number, text))
            return complain_of(&r->said, PIECE_TWICE, text);
    }
    return true;
}

/* "a b", or ["a", "b"]: both parts, in the scratch. */
static bool read_halves(reader *r, json_value value, byte_slice half[2]) {
    if (value.kind == JSON_STRING) {
        byte_slice both = string_for(r, value, A_MERGE);
        const char *space = both.length ? memchr(both.at, ' ', both.length) : NULL;
        if (!space) return complain_of(&r->said, MERGE_OF_ONE, both);
        half[0] = (byte_slice){both.at, (size_t)(space - both.at)};
        half[1] = (byte_slice){space + 1, both.length - half[0].length - 1};
        return true;
    }
    json_walk w = json_inside(value);
    if (value.kind != JSON_ARRAY || !json_next(&w)) return complain(&r->said, MERGE_NO_PARTS);
    half[0] = string_for(r, w.value, A_MERGE);
    if (!json_next(&w)) return complain(&r->said, MERGE_ONE_PART);
    if (w.value.kind != JSON_STRING || w.value.length > PIECE_TEXT_MAX - half[0].length)
        return complain(&r->said, MERGE_NO_STRINGS);
    half[1] =
        (byte_slice){r->scratch + half[0].length, json_text(w.value, r->scratch + half[0].length)};
    return !json_next(&w) || complain(&r->said, MERGE_MORE_PARTS);
}

static int known_piece(reader *r, const char *at, size_t length) {
    int number = number_of(&r->t->model.pieces, at, length);
    if (number < 0) complain_of(&r->said, MERGE_NO_PIECE, (byte_slice){at, length});
    return number;
}

static bool read_merge(reader *r, json_value value) {
    byte_slice half[2] = {{"", 0}, {"", 0}};
    if (!read_halves(r, value, half)) return false;
    int left = known_piece(r, half[0].at, half[0].length);
    int right = known_piece(r, half[1].at, half[1].length);
    char *whole = r->scratch + PIECE_TEXT_MAX;
    memcpy(whole, half[0].at, half[0].length);
    memcpy(whole + half[0].length, half[1].at, half[1].length);
    int joined = known_piece(r, whole, half[0].length + half[1].length);
    if (r->said.status) return false;
    add_merge(&r->t->model, (merge){(uint32_t)left, (uint32_t)right, (uint32_t)joined});
    return true;
}

static bool read_merges(reader *r) {
    size_t count = 0;
    if (r->merges.kind != JSON_ARRAY) return complain(&r->said, NO_MERGES);
    for (json_walk w = json_inside(r->merges); json_next(&w);) count++;
    if (count > 4 * (size_t)PIECES_MAX) return complain(&r->said, MERGES_TOO_MANY);
    if (!start_merges(&r->t->model, (int)count)) return lacks_memory(&r->said);
    for (json_walk w = json_inside(r->merges); json_next(&w);)
        if (!read_merge(r, w.value)) return false;
    return true;
}

/* Settings that would make other pieces, and that no model read here has. */
static bool has_usual_settings(reader *r) {
    static const char *const affixes[] = {"continuing_subword_prefix", "end_of_word_suffix"};
    json_value dropout = member(r, r->model, "dropout");
    double chance = 0;
    if (dropout.kind != JSON_NOTHING && (!json_number(dropout, &chance) || chance != 0))
        return refuse_value(r, "dropout", LEFT_TO_CHANCE);
    for (int i = 0; i < 2; i++) {
        json_value affix = member(r, r->model, affixes[i]);
        if (affix.kind != JSON_NOTHING && !json_is(affix, ""))
            return refuse_value(r, affixes[i], SET_UNKNOWN);
    }
    return r->said.status == NF_OK;
}

static bool read_unknown(reader *r) {
    json_value value = member(r, r->model, "unk_token");
    if (value.kind == JSON_NOTHING) return true;
    byte_slice text = string_of(r, value, "unk_token");
    if (r->said.status) return false;
    r->t->model.unknown = number_of(&r->t->model.pieces, text.at, text.length);
    return r->t->model.unknown >= 0 || complain_of(&r->said, UNKNOWN_NO_PIECE, text);
}

static bool read_model(reader *r) {
    json_value kind = member(r, r->model, "type"); /* older files have none */
    bpe *b = &r->t->model;
    if (kind.kind != JSON_NOTHING && !json_is(kind, "BPE"))
        return refuse_kind(r, PIECES_UNKNOWN, kind);
    if (!has_usual_settings(r) || !read_pieces(r) || !read_unknown(r)) return false;
    b->joins_unknown = truth(r, r->model, "fuse_unk", false);
    b->falls_to_bytes = truth(r, r->model, "byte_fallback", false);
    b->looks_first = truth(r, r->model, "ignore_merges", false);
    return read_merges(r);
}

/* ---- Added tokens ---------------------------------------------------------------------------- */

static bool read_added(reader *r, json_value value, bool is_special) {
    added_token token = {.is_whole = truth(r, value, "single_word", false),
                         .takes_left = truth(r, value, "lstrip", false),
                         .takes_right = truth(r, value, "rstrip", false),
                         .is_normalized = truth(r, value, "normalized", true)};
    if (truth(r, value, "special", false) != is_special) return r->said.status == NF_OK;
    token.piece = piece_number(r, member(r, value, "id"), (called){.words = AN_ADDED_TOKEN});
    token.written = kept_string(r, value, "content");
    token.order = r->t->raw.count;
    if (r->said.status || !token.written.length) return r->said.status == NF_OK;
    int known = number_of(&r->t->model.pieces, token.written.at, token.written.length);
    if (known >= 0 && known != token.piece)
        return complain_of(&r->said, ADDED_OTHER_NUMBER, token.written);
    r->t->raw.at[r->t->raw.count++] = token;
    return true;
}

/* Where two of them have the same text once it is normalized, a special one counts. */
static bool read_all_added(reader *r) {
    for (int special = 1; special >= 0; special--)
        for (json_walk w = json_inside(r->added); json_next(&w);)
            if (!read_added(r, w.value, special)) return false;
    return true;
}

/* ---- All of it ------------------------------------------------------------------------------- */

static void find_parts(reader *r, json_value root) {
    r->model = member(r, root, "model");
    r->vocabulary = member(r, r->model, "vocab");
    r->merges = member(r, r->model, "merges");
    r->added = member(r, root, "added_tokens");
    r->normalizer = member(r, root, "normalizer");
    r->splitter = member(r, root, "pre_tokenizer");
    r->closer = member(r, root, "post_processor");
    r->decoder = member(r, root, "decoder");
}

static bool start(reader *r, json_value root) {
    size_t added = 0;
    find_parts(r, root);
    if (r->said.status) return false;
    for (json_walk w = json_inside(r->added); json_next(&w);) added++;
    size_t large = r->vocabulary.length + r->merges.length;
    r->t = new_tokenizer(root.length - large, added);
    return r->t || lacks_memory(&r->said);
}

static bool has_its_ends(reader *r, const end_pieces *list) {
    for (int i = 0; i < list->count; i++)
        if (list->at[i] >= r->t->numbers) return complain(&r->said, END_NO_PIECE);
    return true;
}

static bool read_all(reader *r, json_value root) {
    return start(r, root) && read_model(r) &&
           read_each(r, r->normalizer, "normalizers", read_normalizer, 0) &&
           read_each(r, r->splitter, "pretokenizers", read_splitter, 0) &&
           read_each(r, r->closer, "processors", read_closer, 0) &&
           read_each(r, r->decoder, "decoders", read_decoder, 0) && read_all_added(r) &&
           (finish_tokenizer(r->t) || lacks_memory(&r->said)) && has_its_ends(r, &r->t->front) &&
           has_its_ends(r, &r->t->back);
}

nf_status open_tokenizer(const char *json, size_t size, tokenizer **out, nf_text *why) {
    json_value root;
    json_fault fault;
    reader r = {.said = {.why = why}, .scratch = malloc(2 * PIECE_TEXT_MAX)};
    *out = NULL;
    if (!r.scratch) {
        lacks_memory(&r.said);
        return r.said.status;
    }
    if (!json_read(json, size, &root, &fault)) {
        put_fault(why, TOKENIZER_NO_JSON, json, size, fault);
        r.said.status = NF_BAD_MODEL;
    } else if (read_all(&r, root) && r.said.status == NF_OK)
        *out = r.t;
    if (!*out) close_tokenizer(r.t);
    free(r.scratch);
    return r.said.status;
}
